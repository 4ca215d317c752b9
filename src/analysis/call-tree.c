/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/call-tree.h"

#include "analysis/call-tree-nodes-private.h"
#include "analysis/clock-reader-private.h"
#include "analysis/thread-piece-private.h"

/* Some tenths of a millisecond. */
#define CALLS_PER_CHECK (1 << 16)

struct _TvCallTree
{
  TvTrace *trace;
  GArray *nodes;
  guint32 *roots;
  guint n_roots;
  guint32 *children;       /* of all nodes, one after the other */
  guint32 *first_children; /* by node, and one more: where its children begin */
};

typedef struct
{
  TvTrace *trace;
  const TvProfileRange *range;
  gboolean per_thread;
  GCancellable *cancellable;
  TvCallTreeNodes nodes;

  /* The thread that is added */
  TvCalls calls;
  TvClockReader readers[TV_N_CLOCKS];
  TvThreadPiece piece;
  guint32 root;
  guint32 *nodes_of_calls; /* by call of the piece */
  GArray *open;            /* guint32: calls open at its start, outermost first */
  GArray *nodes_of_open;   /* guint32 */
} Building;

static TvCallTreeNode *
get_node (GArray *nodes, guint32 index)
{
  return &g_array_index (nodes, TvCallTreeNode, index);
}

/* The calls that are open when the piece begins are few, and found by bisection. */
static guint32
find_node_of_open (const Building *building, guint32 call)
{
  const guint32 *open = (const guint32 *) (gconstpointer) building->open->data;
  guint low = 0, high = building->open->len;

  while (low < high)
    {
      const guint middle = low + (high - low) / 2;

      if (open[middle] < call)
        low = middle + 1;
      else
        high = middle;
    }
  g_assert (low < building->open->len && open[low] == call);
  return g_array_index (building->nodes_of_open, guint32, low);
}

static guint32
find_node_of_call (const Building *building, guint32 call)
{
  if (call == TV_CALL_NONE)
    return building->root;
  if (call >= building->piece.first_call)
    return building->nodes_of_calls[call - building->piece.first_call];
  return find_node_of_open (building, call);
}

static void
add_open_calls (Building *building)
{
  const TvThreadPiece *piece = &building->piece;

  g_array_set_size (building->open, 0);
  g_array_set_size (building->nodes_of_open, 0);
  for (guint32 call = piece->open; call != TV_CALL_NONE;
       call = building->calls.parent[call])
    g_array_append_val (building->open, call);
  /* A caller has a lower index than what it calls. */
  for (guint i = 0; i < building->open->len / 2; i++)
    {
      guint32 *open = &g_array_index (building->open, guint32, 0);
      const guint other = building->open->len - 1 - i;
      const guint32 call = open[i];

      open[i] = open[other];
      open[other] = call;
    }
  for (guint i = 0; i < building->open->len; i++)
    {
      const guint32 call = g_array_index (building->open, guint32, i);
      const guint32 above
          = i == 0 ? building->root
                   : g_array_index (building->nodes_of_open, guint32, i - 1);
      const guint32 index = tv_call_tree_nodes_find (
          &building->nodes, above, tv_calls_method (&building->calls, call));
      TvCallTreeNode *node = get_node (building->nodes.nodes, index);
      gint64 inclusive[TV_N_CLOCKS];

      node->calls
          += tv_thread_piece_cut_open_call (piece, &building->calls, call, inclusive);
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        node->inclusive[clock] += inclusive[clock];
      g_array_append_val (building->nodes_of_open, index);
    }
}

static void
add_call (Building *building, gsize call)
{
  const TvThreadPiece *piece = &building->piece;
  const TvCalls *calls = &building->calls;
  const guint32 above = find_node_of_call (building, calls->parent[call]);
  const guint32 index = tv_call_tree_nodes_find (&building->nodes, above,
                                                 tv_calls_method (calls, call));
  TvCallTreeNode *node = get_node (building->nodes.nodes, index);

  building->nodes_of_calls[call - piece->first_call] = index;
  node->calls++;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_times_exist (&building->readers[clock].start))
      {
        gint64 start, end;

        tv_clock_reader_get (&building->readers[clock], call, &start, &end);
        node->inclusive[clock]
            += MIN (end, piece->to[clock]) - MAX (start, piece->from[clock]);
      }
}

static void
add_waits (Building *building)
{
  const TvThreadPiece *piece = &building->piece;
  const TvWaits waits = tv_trace_get_waits (building->trace, piece->thread);

  for (gsize i = piece->first_wait; i < piece->end_wait; i++)
    if (waits.call[i] != TV_CALL_NONE)
      get_node (building->nodes.nodes, find_node_of_call (building, waits.call[i]))
          ->waiting
          += MIN (tv_times_get (&waits.end, i), piece->to[TV_CLOCK_WALL])
             - MAX (tv_times_get (&waits.start, i), piece->from[TV_CLOCK_WALL]);
}

static gboolean
add_thread (Building *building, guint32 thread)
{
  TvThreadPiece *piece = &building->piece;

  building->calls = tv_trace_get_calls (building->trace, thread);
  tv_clock_readers_init (building->readers, &building->calls);
  tv_thread_piece_find (piece, building->trace, building->range, thread);
  if (piece->first_call == piece->end_call && piece->open == TV_CALL_NONE)
    return TRUE;
  if (building->per_thread || building->nodes.nodes->len == 0)
    building->root = tv_call_tree_nodes_add_root (
        &building->nodes, building->per_thread ? thread : TV_THREAD_NONE);
  add_open_calls (building);
  building->nodes_of_calls = g_renew (guint32, building->nodes_of_calls,
                                      MAX (piece->end_call - piece->first_call, 1));
  for (gsize call = piece->first_call; call < piece->end_call; call++)
    {
      if ((call - piece->first_call) % CALLS_PER_CHECK == 0
          && g_cancellable_is_cancelled (building->cancellable))
        return FALSE;
      add_call (building, call);
    }
  add_waits (building);
  return TRUE;
}

static gboolean
add_threads (Building *building)
{
  const guint32 *threads = NULL;
  guint n = tv_trace_get_n_threads (building->trace);

  if (building->range->threads != NULL)
    threads = tv_thread_set_get (building->range->threads, &n);
  if (building->range->start >= building->range->end)
    return TRUE;
  for (guint i = 0; i < n; i++)
    if (!add_thread (building, threads != NULL ? threads[i] : i))
      return FALSE;
  return TRUE;
}

/* Each node passes its time up, as what its parent does not have of its own. A root has
 * none of its own. */
static void
find_exclusive_times (GArray *nodes)
{
  for (guint32 i = 0; i < nodes->len; i++)
    {
      TvCallTreeNode *node = get_node (nodes, i);

      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        {
          TvCallTreeNode *above
              = node->parent != TV_NODE_NONE ? get_node (nodes, node->parent) : NULL;

          if (above == NULL)
            continue;
          node->exclusive[clock] += node->inclusive[clock];
          if (above->parent != TV_NODE_NONE)
            above->exclusive[clock] -= node->inclusive[clock];
          else
            above->inclusive[clock] += node->inclusive[clock];
        }
    }
}

/* A call that ends just where a range begins has no part in it; its node is only left
 * if it leads to others. */
static gboolean *
find_living (GArray *nodes)
{
  gboolean *living = g_new0 (gboolean, MAX (nodes->len, 1));

  for (guint32 i = nodes->len; i-- > 0;)
    {
      const TvCallTreeNode *node = get_node (nodes, i);

      living[i] = living[i] || node->calls > 0;
      if (living[i] && node->parent != TV_NODE_NONE)
        living[node->parent] = TRUE;
    }
  return living;
}

static void
link_children (TvCallTree *tree)
{
  g_autofree gboolean *living = find_living (tree->nodes);
  g_autofree guint32 *next = NULL;
  const guint n = tree->nodes->len;

  tree->children = g_new (guint32, MAX (n, 1));
  tree->first_children = g_new0 (guint32, n + 1);
  tree->roots = g_new (guint32, MAX (n, 1));
  for (guint32 i = 0; i < n; i++)
    if (living[i] && get_node (tree->nodes, i)->parent != TV_NODE_NONE)
      tree->first_children[get_node (tree->nodes, i)->parent + 1]++;
  for (guint32 i = 0; i < n; i++)
    tree->first_children[i + 1] += tree->first_children[i];
  next = g_memdup2 (tree->first_children, (n + 1) * sizeof *next);
  for (guint32 i = 0; i < n; i++)
    if (living[i] && get_node (tree->nodes, i)->parent == TV_NODE_NONE)
      tree->roots[tree->n_roots++] = i;
    else if (living[i])
      tree->children[next[get_node (tree->nodes, i)->parent]++] = i;
  tree->roots = g_renew (guint32, tree->roots, MAX (tree->n_roots, 1));
}

static TvCallTree *
finish (Building *building)
{
  TvCallTree *tree = g_new0 (TvCallTree, 1);

  tree->trace = tv_trace_ref (building->trace);
  tree->nodes = g_steal_pointer (&building->nodes.nodes);
  find_exclusive_times (tree->nodes);
  link_children (tree);
  tv_call_tree_sort (tree, tv_trace_get_primary_clock (tree->trace));
  return tree;
}

/**
 * tv_call_tree_new:
 * @trace: a trace
 * @range: what of it
 * @per_thread: whether each thread has a root of its own
 * @cancellable: (nullable): stops it
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Puts calls together by their paths. Takes time for each call of the range, memory for
 * each path: call it in a worker.
 *
 * Returns: (transfer full) (nullable): the tree, its children sorted by the trace's
 *   primary clock, or %NULL with @error set
 */
TvCallTree *
tv_call_tree_new (TvTrace *trace, const TvProfileRange *range, gboolean per_thread,
                  GCancellable *cancellable, GError **error)
{
  Building building = {
    .trace = trace, .range = range, .per_thread = per_thread, .cancellable = cancellable
  };
  TvCallTree *tree = NULL;

  g_return_val_if_fail (trace != NULL && range != NULL, NULL);

  tv_call_tree_nodes_init (&building.nodes);
  building.open = g_array_new (FALSE, FALSE, sizeof (guint32));
  building.nodes_of_open = g_array_new (FALSE, FALSE, sizeof (guint32));
  if (add_threads (&building))
    tree = finish (&building);
  else
    (void) g_cancellable_set_error_if_cancelled (cancellable, error);
  g_array_unref (building.open);
  g_array_unref (building.nodes_of_open);
  g_free (building.nodes_of_calls);
  tv_call_tree_nodes_clear (&building.nodes);
  return tree;
}

/**
 * tv_call_tree_free:
 * @tree: (transfer full) (nullable): a tree
 */
void
tv_call_tree_free (TvCallTree *tree)
{
  if (tree == NULL)
    return;
  g_array_unref (tree->nodes);
  g_free (tree->roots);
  g_free (tree->children);
  g_free (tree->first_children);
  tv_trace_unref (tree->trace);
  g_free (tree);
}

/**
 * tv_call_tree_get_trace:
 * @tree: a tree
 *
 * Returns: (transfer none): the trace whose calls it has
 */
TvTrace *
tv_call_tree_get_trace (const TvCallTree *tree)
{
  g_return_val_if_fail (tree != NULL, NULL);

  return tree->trace;
}

/**
 * tv_call_tree_get_nodes:
 * @tree: a tree
 * @n_nodes: (out) (optional): how many there are
 *
 * A node comes after the one above it. A node without calls that is no child of another
 * means nothing.
 *
 * Returns: (transfer none) (array length=n_nodes): the nodes
 */
const TvCallTreeNode *
tv_call_tree_get_nodes (const TvCallTree *tree, guint *n_nodes)
{
  g_return_val_if_fail (tree != NULL, NULL);

  if (n_nodes != NULL)
    *n_nodes = tree->nodes->len;
  return (const TvCallTreeNode *) (gconstpointer) tree->nodes->data;
}

/**
 * tv_call_tree_get_roots:
 * @tree: a tree
 * @n_roots: (out): how many there are
 *
 * Returns: (transfer none) (array length=n_roots): the nodes that all others are below:
 *   one a thread in their order, or one for all; none where nothing was called
 */
const guint32 *
tv_call_tree_get_roots (const TvCallTree *tree, guint *n_roots)
{
  g_return_val_if_fail (tree != NULL && n_roots != NULL, NULL);

  *n_roots = tree->n_roots;
  return tree->roots;
}

/**
 * tv_call_tree_get_children:
 * @tree: a tree
 * @node: one of its nodes
 * @n_children: (out): how many there are
 *
 * Returns: (transfer none) (array length=n_children): what was called from there, that
 *   with the greatest inclusive time first; valid until tv_call_tree_sort()
 */
const guint32 *
tv_call_tree_get_children (const TvCallTree *tree, guint32 node, guint *n_children)
{
  g_return_val_if_fail (tree != NULL && n_children != NULL, NULL);
  g_return_val_if_fail (node < tree->nodes->len, NULL);

  *n_children = tree->first_children[node + 1] - tree->first_children[node];
  return tree->children + tree->first_children[node];
}

typedef struct
{
  const TvCallTree *tree;
  TvClock clock;
} NodeOrder;

static int
compare_nodes (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const NodeOrder *order = user_data;
  const TvCallTreeNode *first = get_node (order->tree->nodes, *(const guint32 *) a);
  const TvCallTreeNode *second = get_node (order->tree->nodes, *(const guint32 *) b);
  const gint64 time = first->inclusive[order->clock];
  const gint64 other = second->inclusive[order->clock];

  if (time != other)
    return time > other ? -1 : 1;
  return (first->method > second->method) - (first->method < second->method);
}

/**
 * tv_call_tree_sort:
 * @tree: a tree
 * @clock: a clock
 *
 * Sorts the children of all nodes by their inclusive time, the greatest first.
 */
void
tv_call_tree_sort (TvCallTree *tree, TvClock clock)
{
  NodeOrder order = { tree, clock };

  g_return_if_fail (tree != NULL);
  g_return_if_fail (clock < TV_N_CLOCKS);

  for (guint32 node = 0; node < tree->nodes->len; node++)
    {
      const guint32 n = tree->first_children[node + 1] - tree->first_children[node];

      if (n > 1)
        g_qsort_with_data (tree->children + tree->first_children[node], (gint) n,
                           sizeof *tree->children, compare_nodes, &order);
    }
}
