/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/calltree/path-list.h"
#include "ui/calltree/path-question.h"
#include "ui/session/trace-match.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

GArray *tv_path_item_list_steps (TvPathItem *item);
TvCallPath *tv_path_item_dup_stack (TvPathItem *item, gboolean from_callers);
GArray *tv_path_list_steps (TvCallPath *path, gboolean per_thread);
void tv_path_steps_match (GArray *steps, const TvTraceMatch *match);
void tv_path_lists_append_steps (GHashTable *lists, GArray *steps);
GtkTreeListRow *tv_path_rows_open (GtkTreeListModel *rows, const GArray *path);
gboolean tv_path_rows_reopen (GtkTreeListModel *rows, const GArray *steps, guint *next,
                              GPtrArray *above, gint64 end);
void tv_path_rows_append_known (GPtrArray *rows, GtkTreeListRow *above,
                                const TvPathQuestion *question);
guint tv_path_rows_find (GtkTreeListModel *rows, const GArray *steps);

G_END_DECLS
