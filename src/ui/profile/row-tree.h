/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvRowTree:
 *
 * A list that becomes a tree of #GtkTreeListRow when rows open, as #GtkTreeListModel
 * is. That makes a node for each item at its top and takes a fifth of a second for a
 * million; here a row at the top has a node while somebody holds it or it is open. What
 * is under an open row is GTK's.
 *
 * Positions must be asked for here: gtk_tree_list_row_get_position() counts from the
 * row at the top.
 */
#define TV_TYPE_ROW_TREE (tv_row_tree_get_type ())

G_DECLARE_FINAL_TYPE (TvRowTree, tv_row_tree, TV, ROW_TREE, GObject)

TvRowTree *tv_row_tree_new (GListModel *top,
                            GtkTreeListModelCreateModelFunc create_children,
                            GObject *context);

GListModel *tv_row_tree_get_top (TvRowTree *self);
GtkTreeListRow *tv_row_tree_get_row (TvRowTree *self, guint position);
GtkTreeListRow *tv_row_tree_get_top_row (TvRowTree *self, guint place);
guint tv_row_tree_get_position (TvRowTree *self, GtkTreeListRow *row);

G_END_DECLS
