/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/calltree/path-list.h"
#include "ui/calltree/path-question.h"
#include "ui/columns/profile-values.h"
#include "ui/session/trace-match.h"
#include "ui/table/table-export.h"
#include "ui/table/table-model.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The paths of calls in the scope of a session as rows of a table: of all calls, from
 * the outermost calls down or from all methods up to their callers, or the callers and
 * callees of the selected method. What is under a row is added up when it is opened, in
 * a worker where there are many calls. Rows stay open, by path, when the range, the
 * threads or the clock change. A tree that is not active asks for nothing.
 *
 * Signals: `changed` when rows came or went, or a worker begins or ends; `cut` when
 * tv_path_tree_open_all() left rows closed. */
#define TV_TYPE_PATH_TREE (tv_path_tree_get_type ())

G_DECLARE_FINAL_TYPE (TvPathTree, tv_path_tree, TV, PATH_TREE, GObject)

TvPathTree *tv_path_tree_new (TvTraceSession *session, TvPathKind kind);

void tv_path_tree_continue (TvPathTree *self, TvPathTree *before,
                            const TvTraceMatch *match, guint top);

TvTraceSession *tv_path_tree_get_session (TvPathTree *self);
const TvPathQuestion *tv_path_tree_get_shown (TvPathTree *self);
void tv_path_tree_set_active (TvPathTree *self, gboolean active);
void tv_path_tree_set_shape (TvPathTree *self, TvPathKind kind, gboolean per_thread);
gboolean tv_path_tree_is_own_order (TvPathTree *self, guint column);
gboolean tv_path_tree_is_busy (TvPathTree *self);
gboolean tv_path_tree_is_pending (TvPathTree *self);

GtkSingleSelection *tv_path_tree_get_selection (TvPathTree *self);
TvPathItem *tv_path_tree_dup_selected (TvPathTree *self);
TvCallPath *tv_path_tree_dup_stack (TvPathTree *self, TvPathItem *item);
TvCallPath *tv_path_tree_dup_path (TvPathTree *self, TvPathItem *item);
void tv_path_tree_select (TvPathTree *self, guint position);
void tv_path_tree_activate (TvPathTree *self, guint position);
void tv_path_tree_open_all (TvPathTree *self, guint position);
void tv_path_tree_find (TvPathTree *self, TvMethodSet *methods, gboolean forward);

TvTableExport *tv_path_tree_export (TvPathTree *self, const TvProfileColumn *columns,
                                    guint n_columns);

void tv_path_tree_init_cells (TvTableModelInterface *iface);
TvNameText *tv_path_row_dup_name (const TvPathRow *row, const TvTrace *trace,
                                  const TvTrace *base);
TvProfileValue tv_path_row_get_value (const TvPathRow *row, const TvPathQuestion *shown,
                                      TvProfileColumn column);
char *tv_path_row_dup_text (const TvPathRow *row, const TvPathQuestion *shown,
                            TvProfileColumn column, TvTimeUnit unit);

G_END_DECLS
