/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/table/item-list.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvRowStep:
 * @depth: number of rows above it
 * @kind: its kind
 * @index: its index within that kind
 *
 * The identity of a row among its siblings, independent of their order, and the same
 * after they are made again. A path is an array of steps from the top to a row. In a
 * list of open rows each row follows its parent.
 */
typedef struct
{
  guint depth;
  guint32 kind;
  guint32 index;
} TvRowStep;

/* The most parents of a row that tv_row_tree_find() asks @locate for. */
#define TV_ROW_MAX_ABOVE 2

/**
 * TvRowTreeType:
 * @list_path: (transfer full): the path of an item
 * @list_under: (transfer full) (nullable): the children of an item. It must be cheap,
 *   because GTK also calls it to learn whether a row can be opened
 * @locate: (nullable): fills in the positions from the top down to the row at which
 *   paths begin with this step, and returns their number, or 0 without such a row.
 *   Without @locate paths begin at the top
 * @get_step: the step of a row of a list, but not of those that @locate finds
 * @is_known: (nullable): whether the children of such a row are known, for
 *   tv_row_tree_open_all()
 * @done: called when all rows are open, unless a function that opens rows returns that
 *
 * The functions of a tree's owner that describe its rows.
 */
typedef struct
{
  GArray *(*list_path) (gpointer item);
  GListModel *(*list_under) (gpointer owner, gpointer item);
  guint (*locate) (gpointer owner, const TvRowStep *step,
                   guint places[TV_ROW_MAX_ABOVE + 1]);
  TvRowStep (*get_step) (TvItemList *list, guint place);
  gboolean (*is_known) (gpointer owner, TvItemList *list, guint place);
  void (*done) (gpointer owner);
} TvRowTreeType;

/**
 * TvRowTranslator:
 * @data: its data
 * @step: (inout): a step of one tree, replaced by that of another
 *
 * Returns: whether the other tree may have the row
 */
typedef gboolean (*TvRowTranslator) (gpointer data, TvRowStep *step);

/**
 * TvRowTree:
 *
 * The rows of a table that can be opened, and the record of the open ones, which keeps
 * them open when all rows are made again in another order. Many rows are opened in
 * slices of 10 ms between two frames. If a worker finds the children of a row, call
 * tv_row_tree_reopen() at its end.
 */
#define TV_TYPE_ROW_TREE (tv_row_tree_get_type ())

G_DECLARE_FINAL_TYPE (TvRowTree, tv_row_tree, TV, ROW_TREE, GObject)

TvRowTree *tv_row_tree_new (const TvRowTreeType *type, gpointer owner, GListModel *top);

GtkTreeListModel *tv_row_tree_get_rows (TvRowTree *self);
GtkSingleSelection *tv_row_tree_get_selection (TvRowTree *self);
guint tv_row_tree_get_selected (TvRowTree *self);
void tv_row_tree_select (TvRowTree *self, guint position, double align);
GArray *tv_row_tree_list_path (TvRowTree *self, guint position);
GtkTreeListRow *tv_row_tree_find (TvRowTree *self, const GArray *path);
guint tv_row_tree_find_position (TvRowTree *self, const GArray *path);

gboolean tv_row_tree_is_open (TvRowTree *self, const GArray *path);
gboolean tv_row_tree_record (TvRowTree *self, GtkTreeListRow *row, gboolean with_under);
void tv_row_tree_add (TvRowTree *self, const GArray *steps);
void tv_row_tree_remove (TvRowTree *self, const GArray *path);
void tv_row_tree_clear (TvRowTree *self);
void tv_row_tree_append_open (TvRowTree *self, GArray *steps);
void tv_row_tree_continue (TvRowTree *self, TvRowTree *before,
                           TvRowTranslator translate, gpointer data);

gboolean tv_row_tree_reopen (TvRowTree *self);
GtkTreeListRow *tv_row_tree_open_path (TvRowTree *self, const GArray *path);
gboolean tv_row_tree_open_all (TvRowTree *self, const GArray *path);
void tv_row_tree_stop (TvRowTree *self);

G_END_DECLS
