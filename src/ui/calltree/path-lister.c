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

  return tv_profile_column_get_weight (column, &numbers);
}

/* Compares nodes in the order of a question, which must not be that of the trees. */
int
tv_path_compare_nodes (gconstpointer a, gconstpointer b, gpointer question)
{
  const TvPathQuestion *self = question;
  const TvCallTreeNode *first = a;
  const TvCallTreeNode *second = b;
  TvTrace *trace = tv_profile_get_trace (self->profiles[TV_PATH_SHOWN]);
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

/* Returns what rows are ordered by if nobody asks for anything else: their time or,
 * while traces are compared, its difference. */
gint64
tv_path_get_weight (const TvPathQuestion *question, const TvPathRow *row)
{
  const gboolean by_own = question->kind == TV_PATHS_BOTTOM_UP;
  const gint64 time
      = (by_own ? row->sums.exclusive : row->sums.inclusive)[question->clock];
  const gint64 base
      = (by_own ? row->base.exclusive : row->base.inclusive)[question->clock];

  return ABS (time - base);
}

/* Rows without a name of their own come last. */
static int
compare_rows (gconstpointer a, gconstpointer b, gpointer question)
{
  const TvPathQuestion *self = question;
  const TvPathRow *first = a;
  const TvPathRow *second = b;
  gint64 x;
  gint64 y;

  if (self->column == TV_PROFILE_COLUMN_NAME && first->kind != second->kind)
    return (first->kind > second->kind) - (first->kind < second->kind);
  if (self->column < TV_PROFILE_N_COLUMNS)
    return tv_path_compare_nodes (&first->sums, &second->sums, question);
  x = tv_path_get_weight (self, first);
  y = tv_path_get_weight (self, second);
  return (x < y) - (x > y);
}

/* Nodes of one tree are in order. */
static void
sort_rows (const TvPathQuestion *self, GArray *rows, guint first)
{
  if (rows->len > first
      && (self->column < TV_PROFILE_N_COLUMNS || self->kind == TV_PATHS_AROUND
          || self->profiles[TV_PATH_BASE] != NULL))
    g_qsort_with_data (&g_array_index (rows, TvPathRow, first),
                       (int) (rows->len - first), sizeof (TvPathRow), compare_rows,
                       (gpointer) self);
}

/* Returns a row for a node of a side. */
static TvPathRow
make_row (const TvPathQuestion *self, guint side, guint tree, guint32 node)
{
  const TvCallTree *of = self->trees[side][tree];
  const TvCallTreeNode *sums = tv_call_tree_get_node (of, node);
  TvPathRow row = { .kind = TV_PATH_ROW_NODE,
                    .tree = tree,
                    .nodes = TV_PATH_NO_NODES,
                    .has_children = tv_call_tree_has_children (of, node) };

  row.nodes.of[side] = node;
  *(side == TV_PATH_SHOWN ? &row.sums : &row.base) = *sums;
  row.sums.method = sums->method;
  row.sums.thread = tv_path_get_thread (self, side, sums->thread);
  return row;
}

static gpointer
make_key (const TvPathRow *row)
{
  return GUINT_TO_POINTER (row->sums.method != TV_METHOD_NONE ? row->sums.method
                                                              : row->sums.thread);
}

/* Adds the rows of the base: to those of the same path, or as others behind them. */
static void
append_base (const TvPathQuestion *self, GArray *rows, guint first, guint tree,
             guint32 node)
{
  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);
  guint n;
  const guint32 child
      = tv_call_tree_get_children (self->trees[TV_PATH_BASE][tree], node, &n);

  for (guint i = first; i < rows->len; i++)
    g_hash_table_insert (places, make_key (&g_array_index (rows, TvPathRow, i)),
                         GUINT_TO_POINTER (i));
  for (guint32 i = child; i < child + n; i++)
    {
      const TvPathRow row = make_row (self, TV_PATH_BASE, tree, i);
      gpointer place;

      if (g_hash_table_lookup_extended (places, make_key (&row), NULL, &place))
        {
          TvPathRow *same = &g_array_index (rows, TvPathRow, GPOINTER_TO_UINT (place));

          same->nodes.of[TV_PATH_BASE] = i;
          same->base = row.base;
          same->has_children |= row.has_children;
        }
      else
        g_array_append_val (rows, row);
    }
}

static void
append_children (const TvPathQuestion *self, GArray *rows, guint tree,
                 TvPathNodes nodes)
{
  const guint n_before = rows->len;
  const gboolean of_roots = nodes.of[TV_PATH_SHOWN] == TV_NODE_NONE
                            && nodes.of[TV_PATH_BASE] == TV_NODE_NONE;

  if (of_roots || nodes.of[TV_PATH_SHOWN] != TV_NODE_NONE)
    {
      guint n;
      const guint32 first = tv_call_tree_get_children (self->trees[TV_PATH_SHOWN][tree],
                                                       nodes.of[TV_PATH_SHOWN], &n);

      for (guint32 i = first; i < first + n; i++)
        {
          const TvPathRow row = make_row (self, TV_PATH_SHOWN, tree, i);

          g_array_append_val (rows, row);
        }
    }
  if (self->trees[TV_PATH_BASE][tree] != NULL
      && (of_roots || nodes.of[TV_PATH_BASE] != TV_NODE_NONE))
    append_base (self, rows, n_before, tree, nodes.of[TV_PATH_BASE]);
}

/* Returns the rows under a row, or of the roots, as #TvPathRow. */
GArray *
tv_path_list_under (const TvPathQuestion *self, guint tree, TvPathNodes nodes)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (TvPathRow));

  append_children (self, rows, tree, nodes);
  sort_rows (self, rows, 0);
  return rows;
}

static void
subtract (TvCallTreeNode *from, const TvCallTreeNode *node)
{
  from->calls -= node->calls;
  from->waiting -= node->waiting;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      from->inclusive[clock] -= node->inclusive[clock];
      from->exclusive[clock] -= node->exclusive[clock];
    }
}

/* What the callers of a method do not account for: its calls as a root. */
static void
append_toplevel (GArray *rows, const TvPathRow *subject)
{
  TvPathRow rest = *subject;

  rest.kind = TV_PATH_ROW_TOPLEVEL;
  rest.tree = TV_PATH_TREE_CALLERS;
  rest.sums.method = TV_METHOD_NONE;
  for (guint i = 0; i < rows->len; i++)
    {
      subtract (&rest.sums, &g_array_index (rows, TvPathRow, i).sums);
      subtract (&rest.base, &g_array_index (rows, TvPathRow, i).base);
    }
  if (rest.sums.calls + rest.base.calls > 0)
    g_array_append_val (rows, rest);
}

static void
append_self (GArray *rows, const TvPathRow *subject)
{
  TvPathRow self = *subject;

  self.kind = TV_PATH_ROW_SELF;
  self.tree = TV_PATH_TREE_CALLEES;
  self.sums.calls = 0;
  self.base.calls = 0;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      self.sums.inclusive[clock] = self.sums.exclusive[clock];
      self.base.inclusive[clock] = self.base.exclusive[clock];
    }
  g_array_append_val (rows, self);
}

/* Returns the row of the method itself. */
static TvPathRow
make_subject (const TvPathQuestion *self, guint tree, TvPathNodes nodes)
{
  TvPathRow subject = { .kind = TV_PATH_ROW_SUBJECT,
                        .nodes = TV_PATH_NO_NODES,
                        .sums = { .thread = TV_THREAD_NONE } };

  if (nodes.of[TV_PATH_SHOWN] != TV_NODE_NONE)
    subject.sums = *tv_call_tree_get_node (self->trees[TV_PATH_SHOWN][tree],
                                           nodes.of[TV_PATH_SHOWN]);
  if (nodes.of[TV_PATH_BASE] != TV_NODE_NONE)
    subject.base = *tv_call_tree_get_node (self->trees[TV_PATH_BASE][tree],
                                           nodes.of[TV_PATH_BASE]);
  subject.sums.method = self->method;
  return subject;
}

/* Callers, the method itself, callees. By themselves they are in the order of their
 * times: its own time and the top level stand among them. */
static GArray *
list_around (const TvPathQuestion *self)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (TvPathRow));
  TvPathNodes callers;
  TvPathNodes callees;
  TvPathRow subject;
  guint first;

  if (!tv_path_find_top (self, TV_PATH_TREE_CALLERS, &callers)
      || !tv_path_find_top (self, TV_PATH_TREE_CALLEES, &callees))
    return rows;
  subject = make_subject (self, TV_PATH_TREE_CALLERS, callers);
  append_children (self, rows, TV_PATH_TREE_CALLERS, callers);
  append_toplevel (rows, &subject);
  sort_rows (self, rows, 0);
  g_array_append_val (rows, subject);
  first = rows->len;
  append_children (self, rows, TV_PATH_TREE_CALLEES, callees);
  subject = make_subject (self, TV_PATH_TREE_CALLEES, callees);
  append_self (rows, &subject);
  sort_rows (self, rows, first);
  return rows;
}

/* Returns the top rows, as #TvPathRow. */
GArray *
tv_path_list_top (const TvPathQuestion *self)
{
  TvPathNodes top;

  if (self->kind == TV_PATHS_AROUND)
    return list_around (self);
  if (!tv_path_find_top (self, 0, &top))
    return g_array_new (FALSE, FALSE, sizeof (TvPathRow));
  return tv_path_list_under (self, 0, top);
}
