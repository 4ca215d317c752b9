/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-session.h"
#include "ui/table/column-layout.h"
#include "ui/table/table-copier.h"
#include "ui/table/table-view.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvCallTreeView:
 *
 * The calls in the scope of a session, added up by their paths. With the property
 * `around` set it shows the selected method between its callers and its callees.
 *
 * It asks for something only while it is on the screen.
 *
 * # Actions
 *
 * In the widget's own group `call-tree`: `bottom-up` and `per-thread` (boolean states),
 * `open-all`, `show-in-timeline`, `copy-row`, `copy-name` (string: `full`),
 * `copy-stack`, `row-menu`, and those of #TvColumnActions.
 *
 * # CSS nodes
 *
 * `calltree`
 */
#define TV_TYPE_CALL_TREE_VIEW (tv_call_tree_view_get_type ())

G_DECLARE_FINAL_TYPE (TvCallTreeView, tv_call_tree_view, TV, CALL_TREE_VIEW, GtkWidget)

GtkWidget *tv_call_tree_view_new (gboolean around);
void tv_call_tree_view_set_layout (TvCallTreeView *self, TvColumnLayout *layout);
void tv_call_tree_view_set_session (TvCallTreeView *self, TvTraceSession *session);
TvTableView *tv_call_tree_view_get_table (TvCallTreeView *self);
GActionGroup *tv_call_tree_view_get_action_group (TvCallTreeView *self);
gboolean tv_call_tree_view_take_rows (TvCallTreeView *self, TvTakenRows *taken);

G_END_DECLS
