/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/calltree/path-question.h"

#include "analysis/sums/ranking.h"

/* A thread and a method's own time are no calls. */
gboolean
tv_path_row_has_calls (const TvPathRow *row)
{
  return row->sums.calls + row->base.calls > 0;
}

/* The numbers refer to each other: they must stay where they are. */
void
tv_path_numbers_init (TvPathNumbers *numbers, const TvPathQuestion *question,
                      const TvPathRow *row)
{
  const TvCallTreeNode *const nodes[] = { &row->sums, &row->base };

  for (guint side = 0; side < TV_N_SIDES; side++)
    {
      const TvCallTreeNode *node = nodes[side];
      const guint64 is_there
          = row->kind == TV_PATH_ROW_SELF || row->nodes.of[side] != TV_NODE_NONE;

      numbers->totals[side]
          = (TvMethodTotals){ .calls
                              = tv_path_row_has_calls (row) ? node->calls : is_there,
                              .inclusive = { node->inclusive[0], node->inclusive[1] },
                              .exclusive = { node->exclusive[0], node->exclusive[1] },
                              .waiting = node->waiting };
    }
  numbers->numbers
      = (TvProfileNumbers){ .totals = &numbers->totals[TV_SIDE_SHOWN],
                            .base = question->profiles[TV_SIDE_BASE] != NULL
                                        ? &numbers->totals[TV_SIDE_BASE]
                                        : NULL,
                            .by = &question->by };
}

static gint64
get_weight (const TvPathQuestion *self, const TvPathRow *row)
{
  const gboolean by_own = self->kind == TV_PATHS_BOTTOM_UP;
  const TvComparison *by = &self->by;
  const gint64 *now = by_own ? row->sums.exclusive : row->sums.inclusive;
  const gint64 *then = by_own ? row->base.exclusive : row->base.inclusive;

  if (self->profiles[TV_SIDE_BASE] == NULL)
    return now[self->clock];
  return ABS (tv_comparison_get_number (by, TV_DIFF_NEW, self->clock, now[self->clock])
              - tv_comparison_get_number (by, TV_DIFF_OLD, self->clock,
                                          then[by->old_clock[self->clock]]));
}

/* Compares rows by what they are ordered by if nobody asks for anything else: their
 * time or, while traces are compared, its difference. */
int
tv_path_compare_weights (gconstpointer a, gconstpointer b, gpointer question)
{
  const gint64 x = get_weight (question, a);
  const gint64 y = get_weight (question, b);

  return (x < y) - (x > y);
}

/* Rows without a name of their own come last. */
static int
compare_names (const TvPathQuestion *self, const TvPathRow *a, const TvPathRow *b)
{
  TvTrace *trace = tv_profile_get_trace (self->profiles[TV_SIDE_SHOWN]);
  int order;

  if (a->kind != b->kind)
    return (a->kind > b->kind) - (a->kind < b->kind);
  if (a->sums.method == TV_METHOD_NONE || b->sums.method == TV_METHOD_NONE)
    return 0;
  order = tv_method_compare_shown (tv_trace_get_method (trace, a->sums.method),
                                   tv_trace_get_method (trace, b->sums.method));
  return self->descending ? -order : order;
}

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer question)
{
  const TvPathQuestion *self = question;
  TvPathNumbers numbers;
  double x;
  double y;

  if (self->column >= TV_PROFILE_N_COLUMNS)
    return tv_path_compare_weights (a, b, question);
  if (self->column == TV_PROFILE_COLUMN_NAME)
    return compare_names (self, a, b);
  tv_path_numbers_init (&numbers, self, a);
  x = tv_profile_column_get_weight (self->column, &numbers.numbers);
  tv_path_numbers_init (&numbers, self, b);
  y = tv_profile_column_get_weight (self->column, &numbers.numbers);
  return self->descending ? (x < y) - (x > y) : (x > y) - (x < y);
}

/* Returns how many rows are under a row at most, G_MAXUINT if that is not known. */
guint
tv_path_row_count_under (const TvPathQuestion *self, const TvPathRow *row)
{
  guint n_under = 0;

  for (guint side = 0; side < TV_N_SIDES; side++)
    {
      const TvCallTree *tree = self->trees[side][row->tree];
      const guint32 node = row->nodes.of[side];
      guint n;

      if (node == TV_NODE_NONE || !tv_call_tree_has_children (tree, node))
        continue;
      if (!tv_call_tree_is_open (tree, node))
        return G_MAXUINT;
      (void) tv_call_tree_get_children (tree, node, &n);
      n_under += n;
    }
  return n_under;
}

/* Nodes of one tree are in order. */
static void
sort_rows (const TvPathQuestion *self, GArray *rows, guint first)
{
  if (rows->len > first
      && (self->column < TV_PROFILE_N_COLUMNS || self->kind == TV_PATHS_AROUND
          || self->profiles[TV_SIDE_BASE] != NULL))
    g_qsort_with_data (&g_array_index (rows, TvPathRow, first),
                       (int) (rows->len - first), sizeof (TvPathRow), compare_rows,
                       (gpointer) self);
}

/* Returns the index by which rows know a thread of a side. */
static guint32
get_thread (const TvPathQuestion *self, guint side, guint32 thread)
{
  guint32 same;

  if (side == TV_SIDE_SHOWN || thread == TV_THREAD_NONE)
    return thread;
  same = self->threads[thread];
  return same != TV_THREAD_NONE ? same : thread | TV_PATH_BASE_THREAD;
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
  *(side == TV_SIDE_SHOWN ? &row.sums : &row.base) = *sums;
  row.sums.method = sums->method;
  row.sums.thread = get_thread (self, side, sums->thread);
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
      = tv_call_tree_get_children (self->trees[TV_SIDE_BASE][tree], node, &n);

  for (guint i = first; i < rows->len; i++)
    g_hash_table_insert (places, make_key (&g_array_index (rows, TvPathRow, i)),
                         GUINT_TO_POINTER (i));
  for (guint32 i = child; i < child + n; i++)
    {
      const TvPathRow row = make_row (self, TV_SIDE_BASE, tree, i);
      gpointer place;

      if (g_hash_table_lookup_extended (places, make_key (&row), NULL, &place))
        {
          TvPathRow *same = &g_array_index (rows, TvPathRow, GPOINTER_TO_UINT (place));

          same->nodes.of[TV_SIDE_BASE] = i;
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
  const gboolean of_roots = nodes.of[TV_SIDE_SHOWN] == TV_NODE_NONE
                            && nodes.of[TV_SIDE_BASE] == TV_NODE_NONE;

  if (of_roots || nodes.of[TV_SIDE_SHOWN] != TV_NODE_NONE)
    {
      guint n;
      const guint32 first = tv_call_tree_get_children (self->trees[TV_SIDE_SHOWN][tree],
                                                       nodes.of[TV_SIDE_SHOWN], &n);

      for (guint32 i = first; i < first + n; i++)
        {
          const TvPathRow row = make_row (self, TV_SIDE_SHOWN, tree, i);

          g_array_append_val (rows, row);
        }
    }
  if (self->trees[TV_SIDE_BASE][tree] != NULL
      && (of_roots || nodes.of[TV_SIDE_BASE] != TV_NODE_NONE))
    append_base (self, rows, n_before, tree, nodes.of[TV_SIDE_BASE]);
}

static GArray *
list_under (const TvPathQuestion *self, guint tree, TvPathNodes nodes)
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

static guint32
find_top_of_side (const TvPathQuestion *self, const TvCallTree *tree)
{
  guint32 node;
  guint n;

  if (tree == NULL || self->per_thread)
    return TV_NODE_NONE;
  node = tv_call_tree_get_children (tree, TV_NODE_NONE, &n);
  if (n > 0 && self->kind == TV_PATHS_AROUND)
    node = tv_call_tree_get_children (tree, node, &n);
  return n > 0 ? node : TV_NODE_NONE;
}

/* Finds the nodes that the top rows stand under, none if they are roots. Returns
 * whether there are top rows. */
static gboolean
find_top (const TvPathQuestion *self, guint tree, TvPathNodes *nodes)
{
  gboolean any = self->per_thread;

  for (guint side = 0; side < TV_N_SIDES; side++)
    {
      nodes->of[side] = find_top_of_side (self, self->trees[side][tree]);
      any |= nodes->of[side] != TV_NODE_NONE;
    }
  return any;
}

/* Returns the row of the method itself. */
static TvPathRow
make_subject (const TvPathQuestion *self, guint tree, TvPathNodes nodes)
{
  TvPathRow subject = { .kind = TV_PATH_ROW_SUBJECT,
                        .nodes = TV_PATH_NO_NODES,
                        .sums = { .thread = TV_THREAD_NONE } };

  if (nodes.of[TV_SIDE_SHOWN] != TV_NODE_NONE)
    subject.sums = *tv_call_tree_get_node (self->trees[TV_SIDE_SHOWN][tree],
                                           nodes.of[TV_SIDE_SHOWN]);
  if (nodes.of[TV_SIDE_BASE] != TV_NODE_NONE)
    subject.base = *tv_call_tree_get_node (self->trees[TV_SIDE_BASE][tree],
                                           nodes.of[TV_SIDE_BASE]);
  subject.sums.method = self->method;
  return subject;
}

static void
append_heading (GArray *rows, TvPathRowKind kind)
{
  const TvPathRow heading
      = { .kind = kind,
          .tree
          = kind == TV_PATH_ROW_CALLERS ? TV_PATH_TREE_CALLERS : TV_PATH_TREE_CALLEES,
          .nodes = TV_PATH_NO_NODES,
          .sums = { .method = TV_METHOD_NONE, .thread = TV_THREAD_NONE } };

  g_array_append_val (rows, heading);
}

/* Callers, the method itself, callees, with headings. By themselves they are in the
 * order of their times: its own time and the top level stand among them. */
static GArray *
list_around (const TvPathQuestion *self)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (TvPathRow));
  TvPathNodes callers;
  TvPathNodes callees;
  TvPathRow subject;
  guint first;

  if (!find_top (self, TV_PATH_TREE_CALLERS, &callers)
      || !find_top (self, TV_PATH_TREE_CALLEES, &callees))
    return rows;
  subject = make_subject (self, TV_PATH_TREE_CALLERS, callers);
  append_heading (rows, TV_PATH_ROW_CALLERS);
  append_children (self, rows, TV_PATH_TREE_CALLERS, callers);
  append_toplevel (rows, &subject);
  sort_rows (self, rows, 1);
  g_array_append_val (rows, subject);
  append_heading (rows, TV_PATH_ROW_CALLEES);
  first = rows->len;
  append_children (self, rows, TV_PATH_TREE_CALLEES, callees);
  subject = make_subject (self, TV_PATH_TREE_CALLEES, callees);
  append_self (rows, &subject);
  sort_rows (self, rows, first);
  return rows;
}

/* Returns the rows under a row, or the top ones, as #TvPathRow. */
GArray *
tv_path_list_rows (const TvPathQuestion *self, const TvPathRow *above)
{
  TvPathNodes top;

  if (above != NULL)
    return list_under (self, above->tree, above->nodes);
  if (self->kind == TV_PATHS_AROUND)
    return list_around (self);
  if (!find_top (self, 0, &top))
    return g_array_new (FALSE, FALSE, sizeof (TvPathRow));
  return list_under (self, 0, top);
}
