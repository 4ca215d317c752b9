/* SPDX-License-Identifier: Apache-2.0 */

/* Rows by the methods on the way to them: so they are found again in another tree. */

#include "ui/calltree/path-steps.h"

/* Returns the path of a row, itself at the end. */
GArray *
tv_path_item_list_steps (TvPathItem *item)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (TvPathStep));
  guint n = 0;

  for (TvPathItem *i = item; i != NULL; i = tv_path_item_get_above (i))
    n++;
  g_array_set_size (steps, n);
  for (TvPathItem *i = item; i != NULL; i = tv_path_item_get_above (i))
    {
      n--;
      g_array_index (steps, TvPathStep, n)
          = tv_path_row_get_step (tv_path_item_get_row (i), n);
    }
  return steps;
}

/* Returns (transfer full) the row of a step under another one, or at the top. */
static GtkTreeListRow *
find_under (GtkTreeListModel *rows, GtkTreeListRow *above, const TvPathStep *step)
{
  GListModel *list = above != NULL ? gtk_tree_list_row_get_children (above)
                                   : gtk_tree_list_model_get_model (rows);
  const guint n = list != NULL ? g_list_model_get_n_items (list) : 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (TvPathItem) item = g_list_model_get_item (list, i);

      if (tv_path_row_is_of (tv_path_item_get_row (item), step))
        return above != NULL ? gtk_tree_list_row_get_child_row (above, i)
                             : gtk_tree_list_model_get_child_row (rows, i);
    }
  return NULL;
}

/* Opens paths as far as their rows are there, each of whose steps comes after the one
 * above it. Returns (transfer full) the row of the last, %NULL if it is not there. */
GtkTreeListRow *
tv_path_rows_open (GtkTreeListModel *rows, const GArray *steps, gboolean open_last)
{
  g_autoptr (GPtrArray) path = g_ptr_array_new_with_free_func (g_object_unref);
  GtkTreeListRow *last = NULL;

  for (guint i = 0; i < steps->len; i++)
    {
      const TvPathStep *step = &g_array_index (steps, TvPathStep, i);
      g_autoptr (GtkTreeListRow) row = NULL;

      g_clear_object (&last);
      if (step->depth > path->len)
        continue;
      g_ptr_array_set_size (path, (int) step->depth);
      row = find_under (
          rows, step->depth > 0 ? g_ptr_array_index (path, step->depth - 1) : NULL,
          step);
      if (row == NULL)
        continue;
      if (open_last || i + 1 < steps->len)
        gtk_tree_list_row_set_expanded (row, TRUE);
      last = g_object_ref (row);
      g_ptr_array_add (path, g_steal_pointer (&row));
    }
  return last;
}

/* Returns where a row is, if it is there and all above it are open. */
guint
tv_path_rows_find (GtkTreeListModel *rows, const GArray *steps)
{
  g_autoptr (GtkTreeListRow) row = NULL;

  for (guint i = 0; i < steps->len; i++)
    {
      GtkTreeListRow *next
          = i > 0 && !gtk_tree_list_row_get_expanded (row)
                ? NULL
                : find_under (rows, row, &g_array_index (steps, TvPathStep, i));

      g_clear_object (&row);
      if (next == NULL)
        return GTK_INVALID_LIST_POSITION;
      row = next;
    }
  return row != NULL ? gtk_tree_list_row_get_position (row) : GTK_INVALID_LIST_POSITION;
}

/* Returns the rows that are open, in order. */
GArray *
tv_path_rows_list_open (GtkTreeListModel *rows)
{
  GArray *open = g_array_new (FALSE, FALSE, sizeof (TvPathStep));
  const guint n = g_list_model_get_n_items (G_LIST_MODEL (rows));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GtkTreeListRow) row = gtk_tree_list_model_get_row (rows, i);
      g_autoptr (TvPathItem) item = NULL;
      TvPathStep step;

      if (!gtk_tree_list_row_get_expanded (row))
        continue;
      item = gtk_tree_list_row_get_item (row);
      step = tv_path_row_get_step (tv_path_item_get_row (item),
                                   gtk_tree_list_row_get_depth (row));
      g_array_append_val (open, step);
    }
  return open;
}

/* Opens a row and the rows below it as far as it is known what is under them. */
void
tv_path_rows_open_known (GtkTreeListRow *first, const TvPathQuestion *question)
{
  g_autoptr (GPtrArray) waiting = g_ptr_array_new_with_free_func (g_object_unref);

  g_ptr_array_add (waiting, g_object_ref (first));
  while (waiting->len > 0)
    {
      g_autoptr (GtkTreeListRow) row
          = g_ptr_array_steal_index_fast (waiting, waiting->len - 1);
      g_autoptr (TvPathItem) item = gtk_tree_list_row_get_item (row);
      GListModel *list;

      if (!tv_path_row_is_open (question, tv_path_item_get_row (item)))
        continue;
      gtk_tree_list_row_set_expanded (row, TRUE);
      list = gtk_tree_list_row_get_children (row);
      for (guint i = 0; list != NULL && i < g_list_model_get_n_items (list); i++)
        g_ptr_array_add (waiting, gtk_tree_list_row_get_child_row (row, i));
    }
}

/* Returns the rows of a path; each thread may have a root of its own. */
GArray *
tv_path_list_steps (TvCallPath *path, gboolean per_thread)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (TvPathStep));
  const guint32 thread = tv_call_path_get_thread (path);
  guint n;
  const guint32 *methods = tv_call_path_get_methods (path, &n);

  if (per_thread)
    g_array_append_val (steps, ((TvPathStep){ 0, 0, TV_METHOD_NONE, thread }));
  for (guint i = 0; i < n; i++)
    {
      const TvPathStep step = { steps->len, 0, methods[i], thread };

      g_array_append_val (steps, step);
    }
  return steps;
}

/* Turns steps into those of a trace that was read again. */
void
tv_path_steps_match (GArray *steps, const TvTraceMatch *match)
{
  for (guint i = 0; i < steps->len; i++)
    {
      TvPathStep *step = &g_array_index (steps, TvPathStep, i);

      step->method = tv_trace_match_method (match, step->method);
      step->thread = tv_trace_match_thread (match, step->thread);
    }
}
