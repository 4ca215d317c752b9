/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/calltree/path-lister.h"

#include "analysis/sums/ranking.h"

/* Returns the number to sort by. */
static double
get_weight (const TvCallTreeNode *node, TvProfileColumn column)
{
  const TvMethodTotals totals
      = { .calls = node->calls,
          .inclusive = { node->inclusive[0], node->inclusive[1] },
          .exclusive = { node->exclusive[0], node->exclusive[1] },
          .waiting = node->waiting };
  const TvProfileNumbers numbers = { .totals = &totals };

  return tv_profile_column_get_value (column, &numbers);
}

/* Compares nodes in the order of a question, which must not be that of the trees. */
int
tv_path_compare_nodes (gconstpointer a, gconstpointer b, gpointer question)
{
  const TvPathQuestion *self = question;
  const TvCallTreeNode *first = a;
  const TvCallTreeNode *second = b;
  TvTrace *trace = tv_profile_get_trace (self->profile);
  int order;

  if (self->column != TV_PROFILE_COLUMN_NAME)
    {
      const double x = get_weight (first, self->column);
      const double y = get_weight (second, self->column);

      order = (x > y) - (x < y);
    }
  else if (first->method == TV_METHOD_NONE || second->method == TV_METHOD_NONE)
    order = 0;
  else
    order = tv_method_compare_shown (tv_trace_get_method (trace, first->method),
                                     tv_trace_get_method (trace, second->method));
  return self->descending ? -order : order;
}

/* Rows without a name of their own come last. */
static int
compare_rows (gconstpointer a, gconstpointer b, gpointer question)
{
  const TvPathQuestion *self = question;
  const TvPathRow *first = a;
  const TvPathRow *second = b;

  if (self->column == TV_PROFILE_COLUMN_NAME && first->kind != second->kind)
    return (first->kind > second->kind) - (first->kind < second->kind);
  return tv_path_compare_nodes (&first->sums, &second->sums, question);
}

static void
sort_rows (const TvPathQuestion *self, GArray *rows, guint first)
{
  if (self->column < TV_PROFILE_N_COLUMNS && rows->len > first)
    g_qsort_with_data (&g_array_index (rows, TvPathRow, first),
                       (int) (rows->len - first), sizeof (TvPathRow), compare_rows,
                       (gpointer) self);
}

static void
append_children (const TvPathQuestion *self, GArray *rows, guint tree, guint32 node)
{
  const TvCallTree *of = self->trees[tree];
  guint n;
  const guint32 first = tv_call_tree_get_children (of, node, &n);

  for (guint32 i = first; i < first + n; i++)
    {
      const TvPathRow row = { .kind = TV_PATH_ROW_NODE,
                              .tree = tree,
                              .node = i,
                              .has_children = tv_call_tree_has_children (of, i),
                              .sums = *tv_call_tree_get_node (of, i) };

      g_array_append_val (rows, row);
    }
}

/* Returns the rows under a node, or of the roots, as #TvPathRow. */
GArray *
tv_path_list_under (const TvPathQuestion *self, guint tree, guint32 node)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (TvPathRow));

  append_children (self, rows, tree, node);
  sort_rows (self, rows, 0);
  return rows;
}

/* What the callers of a method do not account for: its calls as a root. */
static void
append_toplevel (GArray *rows, const TvCallTreeNode *subject)
{
  TvPathRow rest = { .kind = TV_PATH_ROW_TOPLEVEL,
                     .tree = TV_PATH_TREE_CALLERS,
                     .node = TV_NODE_NONE,
                     .sums = *subject };

  rest.sums.method = TV_METHOD_NONE;
  for (guint i = 0; i < rows->len; i++)
    {
      const TvCallTreeNode *caller = &g_array_index (rows, TvPathRow, i).sums;

      rest.sums.calls -= caller->calls;
      rest.sums.waiting -= caller->waiting;
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        {
          rest.sums.inclusive[clock] -= caller->inclusive[clock];
          rest.sums.exclusive[clock] -= caller->exclusive[clock];
        }
    }
  if (rest.sums.calls > 0)
    g_array_append_val (rows, rest);
}

static void
append_self (GArray *rows, const TvCallTreeNode *subject)
{
  TvPathRow self = { .kind = TV_PATH_ROW_SELF,
                     .tree = TV_PATH_TREE_CALLEES,
                     .node = TV_NODE_NONE,
                     .sums = *subject };

  self.sums.calls = 0;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    self.sums.inclusive[clock] = subject->exclusive[clock];
  g_array_append_val (rows, self);
}

/* Callers, the method itself, callees. By themselves they are in the order of their
 * times: its own time and the top level stand among them. */
static GArray *
list_around (const TvPathQuestion *question)
{
  TvPathQuestion by_time = *question;
  const TvPathQuestion *self = &by_time;
  const guint32 caller = tv_path_tree_find_top (self, TV_PATH_TREE_CALLERS);
  const guint32 callee = tv_path_tree_find_top (self, TV_PATH_TREE_CALLEES);
  GArray *rows;
  TvPathRow subject = { .kind = TV_PATH_ROW_SUBJECT, .node = TV_NODE_NONE };
  guint first;

  if (by_time.column == TV_PROFILE_N_COLUMNS)
    {
      by_time.column = question->clock == TV_CLOCK_WALL ? TV_PROFILE_COLUMN_INCL_REAL
                                                        : TV_PROFILE_COLUMN_INCL_CPU;
      by_time.descending = TRUE;
    }
  if (caller == TV_NODE_NONE || callee == TV_NODE_NONE)
    return g_array_new (FALSE, FALSE, sizeof (TvPathRow));
  subject.sums = *tv_call_tree_get_node (self->trees[TV_PATH_TREE_CALLERS], caller);
  rows = tv_path_list_under (self, TV_PATH_TREE_CALLERS, caller);
  append_toplevel (rows, &subject.sums);
  sort_rows (self, rows, 0);
  g_array_append_val (rows, subject);
  first = rows->len;
  append_children (self, rows, TV_PATH_TREE_CALLEES, callee);
  append_self (rows, tv_call_tree_get_node (self->trees[TV_PATH_TREE_CALLEES], callee));
  sort_rows (self, rows, first);
  return rows;
}

/* Returns the top rows, as #TvPathRow. */
GArray *
tv_path_list_top (const TvPathQuestion *self)
{
  const guint32 top = tv_path_tree_find_top (self, 0);

  if (self->kind == TV_PATHS_AROUND)
    return list_around (self);
  if (top == TV_NODE_NONE && !self->per_thread)
    return g_array_new (FALSE, FALSE, sizeof (TvPathRow));
  return tv_path_list_under (self, 0, top);
}
