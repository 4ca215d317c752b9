/* SPDX-License-Identifier: Apache-2.0 */

/* Rows by the methods on the way to them: so they are found again in another tree. */

#include "ui/calltree/path-steps.h"

/* The clock is read after so many rows. */
#define ROWS_PER_READING 64

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

/* Returns the methods of a row and of those above it, NULL without any. What is above a
 * row are its callers, or its callees where callers open below: @from_callers. */
TvCallPath *
tv_path_item_dup_stack (TvPathItem *item, gboolean from_callers)
{
  const TvPathRow *row = tv_path_item_get_row (item);
  const gboolean callers_below = from_callers && row->tree == TV_PATH_TREE_CALLERS;
  g_autoptr (GArray) methods = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (; item != NULL; item = tv_path_item_get_above (item))
    {
      const guint32 method = tv_path_item_get_row (item)->sums.method;

      if (method == TV_METHOD_NONE)
        continue;
      if (callers_below)
        g_array_append_val (methods, method);
      else
        g_array_prepend_val (methods, method);
    }
  return methods->len > 0 ? tv_call_path_new (
             (row->sums.thread & TV_PATH_BASE_THREAD) != 0 ? TV_THREAD_NONE
                                                           : row->sums.thread,
             (const guint32 *) (gconstpointer) methods->data, methods->len)
                          : NULL;
}

/* Returns (transfer full) the row of a step under another one, or at the top. */
static GtkTreeListRow *
find_under (GtkTreeListModel *rows, GtkTreeListRow *above, const TvPathStep *step)
{
  GListModel *list = above != NULL ? gtk_tree_list_row_get_children (above)
                                   : gtk_tree_list_model_get_model (rows);
  const guint i
      = list != NULL ? tv_path_list_find (TV_ITEM_LIST (list), step) : G_MAXUINT;

  if (i == G_MAXUINT)
    return NULL;
  return above != NULL ? gtk_tree_list_row_get_child_row (above, i)
                       : gtk_tree_list_model_get_child_row (rows, i);
}

/* Returns (transfer full) the last row of a path, NULL if it is not there. GTK has no
 * rows under one that is closed. */
static GtkTreeListRow *
follow (GtkTreeListModel *rows, const GArray *path, gboolean opens)
{
  GtkTreeListRow *row = NULL;

  for (guint i = 0; i < path->len; i++)
    {
      g_autoptr (GtkTreeListRow) above = row;

      if (above != NULL && opens)
        gtk_tree_list_row_set_expanded (above, TRUE);
      row = find_under (rows, above, &g_array_index (path, TvPathStep, i));
      if (row == NULL)
        break;
    }
  return row;
}

/* Opens the rows above the last one of a path. Returns (transfer full) that, NULL if it
 * is not there. */
GtkTreeListRow *
tv_path_rows_open (GtkTreeListModel *rows, const GArray *path)
{
  return follow (rows, path, TRUE);
}

/* Opens rows, each of which comes after the one above it, until a time: those from
 * @next on that are there. Keeps those above the next one in @above. Returns whether
 * all are open. */
gboolean
tv_path_rows_reopen (GtkTreeListModel *rows, const GArray *steps, guint *next,
                     GPtrArray *above, gint64 end)
{
  while (*next < steps->len)
    {
      const TvPathStep *step = &g_array_index (steps, TvPathStep, (*next)++);
      GtkTreeListRow *row;

      if (step->depth > above->len)
        continue;
      g_ptr_array_set_size (above, (int) step->depth);
      row = find_under (
          rows, step->depth > 0 ? g_ptr_array_index (above, step->depth - 1) : NULL,
          step);
      if (row == NULL)
        continue;
      gtk_tree_list_row_set_expanded (row, TRUE);
      g_ptr_array_add (above, row);
      if (*next % ROWS_PER_READING == 0 && g_get_monotonic_time () >= end)
        return FALSE;
    }
  return TRUE;
}

/* Returns where a row is, if it is there and all above it are open. */
guint
tv_path_rows_find (GtkTreeListModel *rows, const GArray *steps)
{
  g_autoptr (GtkTreeListRow) row = follow (rows, steps, FALSE);

  return row != NULL ? gtk_tree_list_row_get_position (row) : GTK_INVALID_LIST_POSITION;
}

/* A row that is open, and how many are above it. */
typedef struct
{
  TvPathItem *item;
  guint depth;
} OpenRow;

/* Puts open rows by the key of the row above into the table of its tree. */
static void
collect_open (GHashTable *lists, GHashTable *open[TV_PATH_N_TREES])
{
  GHashTableIter iter;
  gpointer list;

  g_hash_table_iter_init (&iter, lists);
  while (g_hash_table_iter_next (&iter, &list, NULL))
    {
      TvPathItem *item = tv_path_list_get_above (list);
      TvPathItem *above = tv_path_item_get_above (item);
      const TvPathRow *row = above != NULL ? tv_path_item_get_row (above) : NULL;
      GHashTable *of_tree = open[row != NULL ? row->tree : 0];
      const gint64 key = tv_path_row_get_key (row);
      GPtrArray *items = g_hash_table_lookup (of_tree, &key);

      if (items == NULL)
        {
          items = g_ptr_array_new ();
          g_hash_table_insert (of_tree, g_memdup2 (&key, sizeof key), items);
        }
      g_ptr_array_add (items, item);
    }
}

static void
append_open (GArray *waiting, GHashTable *open, const TvPathRow *above, guint depth)
{
  const gint64 key = tv_path_row_get_key (above);
  const GPtrArray *items = g_hash_table_lookup (open, &key);

  for (guint i = 0; items != NULL && i < items->len; i++)
    g_array_append_val (waiting, ((OpenRow){ items->pdata[i], depth }));
}

/* Appends the rows that are open, each after the one above it: those of lists. To ask
 * every row would take long where there are many. */
void
tv_path_lists_append_steps (GHashTable *lists, GArray *steps)
{
  g_autoptr (GArray) waiting = g_array_new (FALSE, FALSE, sizeof (OpenRow));
  GHashTable *open[TV_PATH_N_TREES];

  for (guint i = 0; i < TV_PATH_N_TREES; i++)
    open[i] = tv_path_table_new ((GDestroyNotify) g_ptr_array_unref);
  collect_open (lists, open);
  append_open (waiting, open[0], NULL, 0);
  while (waiting->len > 0)
    {
      const OpenRow last = g_array_index (waiting, OpenRow, waiting->len - 1);
      const TvPathRow *row = tv_path_item_get_row (last.item);
      const TvPathStep step = tv_path_row_get_step (row, last.depth);

      g_array_set_size (waiting, waiting->len - 1);
      g_array_append_val (steps, step);
      append_open (waiting, open[row->tree], row, last.depth + 1);
    }
  for (guint i = 0; i < TV_PATH_N_TREES; i++)
    g_hash_table_unref (open[i]);
}

/* Appends those rows under an open one of which it is known what is under them. */
void
tv_path_rows_append_known (GPtrArray *rows, GtkTreeListRow *above,
                           const TvPathQuestion *question)
{
  GListModel *list = gtk_tree_list_row_get_children (above);

  for (guint i = 0; list != NULL && i < g_list_model_get_n_items (list); i++)
    {
      const TvPathRow *under = tv_path_list_get_row (TV_ITEM_LIST (list), i);

      if (under->has_children && tv_path_row_count_under (question, under) != G_MAXUINT)
        g_ptr_array_add (rows, gtk_tree_list_row_get_child_row (above, i));
    }
}

/* Returns the rows of a path; each thread may have a root of its own. */
GArray *
tv_path_list_steps (TvCallPath *path, gboolean per_thread)
{
  GArray *steps = g_array_new (FALSE, FALSE, sizeof (TvPathStep));
  const guint32 thread = path->thread;
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
