/* SPDX-License-Identifier: Apache-2.0 */

/* What opens under an open method: groups, relatives in them and under these. */

#include "ui/profile/open-rows-private.h"

#include "ui/profile/relatives-group.h"
#include "ui/profile/relatives-model.h"
#include "ui/profile/row-path.h"

typedef struct
{
  TvOpenRows *rows;
  GtkTreeListRow *row;
} LateRow;

/* What a worker found: the rows are there now and can be opened. */
static void
open_late (GListModel *model, guint position, guint removed, guint added,
           gpointer user_data)
{
  LateRow *late = user_data;
  TvOpenRows *self = late->rows;

  /* Once the row is closed or gone it has other children or none. */
  if (self->tree == NULL || gtk_tree_list_row_get_children (late->row) != model)
    return;
  tv_open_rows_open_below (self, late->row);
  if (self->late_func != NULL)
    self->late_func (self->late_data);
}

static void
free_late_row (gpointer data, GClosure *closure)
{
  LateRow *late = data;

  tv_open_rows_unref (late->rows);
  g_object_unref (late->row);
  g_free (late);
}

static void
wait_for_rows (TvOpenRows *self, GtkTreeListRow *row)
{
  LateRow *late = g_new (LateRow, 1);

  late->rows = tv_open_rows_ref (self);
  /* Nobody else keeps a row that isn't on the screen. */
  late->row = g_object_ref (row);
  g_signal_connect_data (gtk_tree_list_row_get_children (row), "items-changed",
                         G_CALLBACK (open_late), late, free_late_row, G_CONNECT_AFTER);
}

static TvRelativesQuery *
get_query (GtkTreeListRow *row)
{
  GListModel *children = gtk_tree_list_row_get_children (row);

  if (TV_IS_RELATIVES_MODEL (children))
    return tv_relatives_model_get_query (TV_RELATIVES_MODEL (children));
  return tv_relatives_group_get_query (TV_RELATIVES_GROUP (children));
}

static void
open_groups (TvOpenRows *self, GtkTreeListRow *method_row, GPtrArray *opened)
{
  g_autoptr (TvProfileItem) method = gtk_tree_list_row_get_item (method_row);
  const guint groups
      = tv_open_rows_get_groups (self, tv_profile_item_get_method (method));
  const guint n
      = g_list_model_get_n_items (gtk_tree_list_row_get_children (method_row));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GtkTreeListRow) row = gtk_tree_list_row_get_child_row (method_row, i);
      g_autoptr (TvProfileItem) item = gtk_tree_list_row_get_item (row);

      if ((groups & (1u << tv_profile_item_get_relation (item))) == 0)
        continue;
      gtk_tree_list_row_set_expanded (row, TRUE);
      g_ptr_array_add (opened, g_steal_pointer (&row));
    }
}

static void
open_members (TvOpenRows *self, GtkTreeListRow *group_row, GPtrArray *opened)
{
  g_autoptr (TvProfileItem) item = gtk_tree_list_row_get_item (group_row);
  g_autofree TvRowPath *before = tv_row_path_new (item);
  GListModel *group = gtk_tree_list_row_get_children (group_row);
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, self->paths);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const TvRowPath *path = key;
      guint position;
      g_autoptr (GtkTreeListRow) row = NULL;

      if (!tv_row_path_is_step_from (path, before))
        continue;
      position = tv_relatives_group_find (TV_RELATIVES_GROUP (group),
                                          TV_PROFILE_ITEM_RELATIVE,
                                          path->steps[path->n_steps - 1]);
      if (position == G_MAXUINT)
        continue;
      row = gtk_tree_list_row_get_child_row (group_row, position);
      if (!gtk_tree_list_row_is_expandable (row))
        continue;
      gtk_tree_list_row_set_expanded (row, TRUE);
      g_ptr_array_add (opened, g_steal_pointer (&row));
    }
}

/* Opens what is to be open under a row, level by level, and goes on later where a
 * worker has to find out what is there. */
void
tv_open_rows_open_below (TvOpenRows *self, GtkTreeListRow *row)
{
  g_autoptr (GPtrArray) opened = g_ptr_array_new_with_free_func (g_object_unref);

  g_ptr_array_add (opened, g_object_ref (row));
  while (opened->len > 0)
    {
      g_autoptr (GtkTreeListRow) next
          = g_ptr_array_steal_index (opened, opened->len - 1);

      if (tv_relatives_query_get_relatives (get_query (next)) == NULL)
        wait_for_rows (self, next);
      else if (TV_IS_RELATIVES_MODEL (gtk_tree_list_row_get_children (next)))
        open_groups (self, next, opened);
      else
        open_members (self, next, opened);
    }
}

static void
keep_query (TvOpenRows *self, GtkTreeListRow *row)
{
  if (row != NULL && gtk_tree_list_row_get_children (row) != NULL)
    tv_relatives_store_keep (self->store, get_query (row));
}

/* Has the store keep what is under all open rows: another order is one of the same
 * relatives. */
void
tv_open_rows_keep_queries (TvOpenRows *self)
{
  GHashTableIter iter;
  gpointer key;

  g_hash_table_iter_init (&iter, self->groups);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      g_autoptr (GtkTreeListRow) row = tv_open_rows_find (self, GPOINTER_TO_UINT (key));

      keep_query (self, row);
    }
  g_hash_table_iter_init (&iter, self->paths);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      const TvRowPath *path = key;
      g_autoptr (GtkTreeListRow) method_row = tv_open_rows_find (self, path->method);
      g_autoptr (GtkTreeListRow) row
          = method_row != NULL ? tv_row_path_find (path, method_row) : NULL;

      keep_query (self, row);
    }
}
