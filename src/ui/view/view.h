/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/table/row-menu.h"
#include "ui/table/table-copier.h"
#include "ui/table/table-export.h"
#include "ui/table/table-view.h"
#include "ui/view/row-target.h"
#include "ui/widgets/notice-bar.h"

G_BEGIN_DECLS

/**
 * TvView:
 *
 * The frame of a view of a session, from top to bottom: its options, unless they are in
 * a line that others share, the content, a notice. If there is nothing to show, a
 * sentence replaces the content. A hidden view starts no workers.
 *
 * # Properties
 *
 * `session` (#TvTraceSession): the session, or %NULL.
 *
 * # Actions
 *
 * On the selected row or frame: `show-in-timeline`, `copy-name` (string: `short`,
 * `full` or `jvm`), `copy-stack`, and with a table `copy-row` and `row-menu`; on all
 * rows: `copy-rows`. They are enabled while there is a session.
 */
#define TV_TYPE_VIEW (tv_view_get_type ())

G_DECLARE_DERIVABLE_TYPE (TvView, tv_view, TV, VIEW, GtkWidget)

/**
 * TvViewClass:
 * @prefix: the prefix of its actions
 * @row_menu: (nullable): the menu of its table, %NULL without a table
 * @session_changed: called when the session has changed, before its signals are
 * connected
 * @seen_changed: called when the view becomes visible or hidden
 * @get_target: (nullable): fills in the target of the selection. Returns %FALSE if
 *   nothing is selected
 * @dup_name: (nullable): returns the name of the selection if that may not be a method
 * @activate_row: (nullable): called for Enter and a double click
 * @find_step: (nullable): goes to the next or the previous hit of a search; called
 * while the view is visible. Returns %FALSE to leave the step to others
 * @export_rows: (nullable): returns the rows of the table with the visible columns;
 * %NULL if there are none
 * @take_rows: takes all rows, by default those of @export_rows. Returns whether there
 * are any
 */
struct _TvViewClass
{
  GtkWidgetClass parent_class;

  const char *prefix;
  const TvRowMenu *row_menu;
  void (*session_changed) (TvView *self);
  void (*seen_changed) (TvView *self);
  gboolean (*get_target) (TvView *self, TvRowTarget *target);
  char *(*dup_name) (TvView *self, const char *how);
  void (*activate_row) (TvView *self, guint position);
  gboolean (*find_step) (TvView *self, TvMethodSet *hits, gboolean forward);
  TvTableExport *(*export_rows) (TvView *self, const guint *columns, guint n_columns);
  gboolean (*take_rows) (TvView *self, TvTakenRows *taken);
};

TvTraceSession *tv_view_get_session (TvView *self);
void tv_view_set_session (TvView *self, TvTraceSession *session);
gboolean tv_view_is_seen (TvView *self);
GActionGroup *tv_view_get_action_group (TvView *self);
TvTableView *tv_view_get_table (TvView *self);
GtkWidget *tv_view_get_options (TvView *self);
TvNoticeBar *tv_view_get_notice (TvView *self);
TvTableCopier *tv_view_get_copier (TvView *self);
gboolean tv_view_take_rows (TvView *self, TvTakenRows *taken);

/* For subclasses */

void tv_view_listen (TvView *self, const char *signal, GCallback callback);
void tv_view_add_actions (TvView *self, const GActionEntry *entries, guint n);
void tv_view_set_enabled (TvView *self, const char *action, gboolean enabled);
GtkWidget *tv_view_add_options (TvView *self);
GMenu *tv_view_get_menu (TvView *self);
GtkWidget *tv_view_add_toggle (TvView *self, const char *label, const char *tooltip,
                               const char *property);
GtkWidget *tv_view_make_table (TvView *self);
GtkWidget *tv_view_make_split (GtkWidget *start, GtkWidget *end,
                               void (*place) (GtkPaned *paned));
GtkWidget *tv_view_make_placeholder (TvView *self, GtkWidget *content,
                                     GtkWidget *hidden_focus);
void tv_view_set_content (TvView *self, GtkWidget *content);
void tv_view_set_focus (TvView *self, GtkWidget *focus);
void tv_view_say (TvView *self, const char *sentence);
void tv_view_say_soon (TvView *self, const char *sentence);
void tv_view_set_asking (TvView *self, gboolean asking);

G_END_DECLS
