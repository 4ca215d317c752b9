/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/stacks/call-tree.h"

#include "analysis/stacks/call-tree-nodes.h"

struct _TvCallTree
{
  TvTrace *trace;
  GArray *nodes;
  gboolean by_exclusive; /* what children are ordered by */
  gint64 whole[TV_N_CLOCKS];
  guint32 *roots;
  guint n_roots;
  guint32 *children;       /* of all nodes, one after the other */
  guint32 *first_children; /* by node, and one more: where its children begin */
};

static TvCallTreeNode *
get_node (GArray *nodes, guint32 index)
{
  return &g_array_index (nodes, TvCallTreeNode, index);
}

/* A call that ends just where the range begins has no part in it; its node is kept only
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
  const gboolean by_exclusive = order->tree->by_exclusive;
  const gint64 time
      = (by_exclusive ? first->exclusive : first->inclusive)[order->clock];
  const gint64 other
      = (by_exclusive ? second->exclusive : second->inclusive)[order->clock];

  if (time != other)
    return time > other ? -1 : 1;
  return (first->method > second->method) - (first->method < second->method);
}

/* The greatest time first. */
static void
sort_children (TvCallTree *tree, TvClock clock)
{
  NodeOrder order = { tree, clock };

  for (guint32 node = 0; node < tree->nodes->len; node++)
    {
      const guint32 n = tree->first_children[node + 1] - tree->first_children[node];

      if (n > 1)
        g_qsort_with_data (tree->children + tree->first_children[node], (gint) n,
                           sizeof *tree->children, compare_nodes, &order);
    }
}

TvCallTree *
tv_call_tree_new_from_nodes (TvTrace *trace, GArray *nodes, TvClock clock,
                             gboolean by_exclusive, const gint64 whole[TV_N_CLOCKS])
{
  TvCallTree *tree = g_new0 (TvCallTree, 1);

  tree->trace = tv_trace_ref (trace);
  tree->nodes = nodes;
  tree->by_exclusive = by_exclusive;
  memcpy (tree->whole, whole, sizeof tree->whole);
  link_children (tree);
  sort_children (tree, clock);
  return tree;
}

/**
 * tv_call_tree_new:
 * @trace: a trace
 * @range: the part of it
 * @per_thread: whether each thread has a root of its own
 * @cancellable: (nullable): stops the work
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Merges calls by path, without limits. Takes time for each call of the range and
 * memory for each path: call it in a worker.
 *
 * Returns: (transfer full) (nullable): the tree, its children sorted by the trace's
 *   primary clock, or %NULL with @error set
 */
TvCallTree *
tv_call_tree_new (TvTrace *trace, const TvProfileRange *range, gboolean per_thread,
                  GCancellable *cancellable, GError **error)
{
  const TvCallTreeLimits limits
      = { .per_thread = per_thread, .clock = tv_trace_get_primary_clock (trace) };

  return tv_call_tree_new_limited (trace, range, &limits, cancellable, error);
}

/* Returns the least time that a node must have. */
gint64
tv_call_tree_limits_find_least (const TvCallTreeLimits *limits, gint64 whole)
{
  const double exact = CLAMP (limits->least_share, 0, 1) * (double) whole;
  const gint64 least = (gint64) exact;

  return MAX ((double) least < exact ? least + 1 : least, limits->least_time);
}

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
 * tv_call_tree_get_whole:
 * @tree: a tree
 * @clock: a clock
 *
 * Returns: nanoseconds of all calls, within the limits or not
 */
gint64
tv_call_tree_get_whole (const TvCallTree *tree, TvClock clock)
{
  g_return_val_if_fail (tree != NULL && clock < TV_N_CLOCKS, 0);

  return tree->whole[clock];
}

/**
 * tv_call_tree_get_least:
 * @tree: a tree
 * @limits: the limits that it was made with
 *
 * Returns: the least time that a node must have, in nanoseconds
 */
gint64
tv_call_tree_get_least (const TvCallTree *tree, const TvCallTreeLimits *limits)
{
  g_return_val_if_fail (tree != NULL && limits != NULL, 0);

  return tv_call_tree_limits_find_least (limits, tree->whole[limits->clock]);
}

/**
 * tv_call_tree_get_nodes:
 * @tree: a tree
 * @n_nodes: (out) (optional): how many there are
 *
 * A node comes after the one above it. Ignore nodes that have no calls and are no child
 * of another.
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
 * @node: index of a node
 * @n_children: (out): number of children
 *
 * Returns: (transfer none) (array length=n_children): its children by time, the
 * greatest first
 */
const guint32 *
tv_call_tree_get_children (const TvCallTree *tree, guint32 node, guint *n_children)
{
  g_return_val_if_fail (tree != NULL && n_children != NULL, NULL);
  g_return_val_if_fail (node < tree->nodes->len, NULL);

  *n_children = tree->first_children[node + 1] - tree->first_children[node];
  return tree->children + tree->first_children[node];
}

/* Walk */

/* Children of a node of the path, or the roots. */
typedef struct
{
  const guint32 *nodes;
  guint n;
  guint next;
} Step;

struct _TvCallTreeWalk
{
  const TvCallTree *tree;
  GArray *steps; /* Step */
};

static void
append_children (TvCallTreeWalk *walk, guint32 node)
{
  Step step = { 0 };

  step.nodes = tv_call_tree_get_children (walk->tree, node, &step.n);
  g_array_append_val (walk->steps, step);
}

/**
 * tv_call_tree_walk_new:
 * @tree: a tree
 *
 * Returns: (transfer full): a walk that begins before the first root
 */
TvCallTreeWalk *
tv_call_tree_walk_new (const TvCallTree *tree)
{
  TvCallTreeWalk *walk;
  Step step = { 0 };

  g_return_val_if_fail (tree != NULL, NULL);

  walk = g_new0 (TvCallTreeWalk, 1);
  walk->tree = tree;
  walk->steps = g_array_new (FALSE, FALSE, sizeof (Step));
  step.nodes = tv_call_tree_get_roots (tree, &step.n);
  g_array_append_val (walk->steps, step);
  return walk;
}

void
tv_call_tree_walk_free (TvCallTreeWalk *walk)
{
  if (walk == NULL)
    return;
  g_array_unref (walk->steps);
  g_free (walk);
}

/**
 * tv_call_tree_walk_next:
 * @walk: a walk
 * @node: (out): the next node
 * @depth: (out): how many nodes are above it
 *
 * Returns: %FALSE at the end
 */
gboolean
tv_call_tree_walk_next (TvCallTreeWalk *walk, guint32 *node, guint *depth)
{
  g_return_val_if_fail (walk != NULL && node != NULL && depth != NULL, FALSE);

  while (walk->steps->len > 0)
    {
      Step *step = &g_array_index (walk->steps, Step, walk->steps->len - 1);

      if (step->next < step->n)
        {
          *node = step->nodes[step->next++];
          *depth = walk->steps->len - 1;
          append_children (walk, *node);
          return TRUE;
        }
      g_array_set_size (walk->steps, walk->steps->len - 1);
    }
  return FALSE;
}
