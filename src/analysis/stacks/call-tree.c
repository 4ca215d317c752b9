/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/stacks/call-tree.h"

#include "analysis/stacks/call-tree-private.h"

/* Nodes */

guint32
tv_call_tree_add_node (TvCallTree *tree, const TvCallTreeNode *node)
{
  const guint block = g_bit_storage (tree->n_nodes / TV_FIRST_NODES + 1) - 1;

  if (tree->blocks[block] == NULL)
    tree->blocks[block] = g_new (TvCallTreeNode, (gsize) TV_FIRST_NODES << block);
  *tv_call_tree_find_node (tree, tree->n_nodes) = *node;
  return tree->n_nodes++;
}

void
tv_call_tree_free (TvCallTree *tree)
{
  if (tree == NULL)
    return;
  tv_call_tree_end_growth (tree);
  for (guint i = 0; i < TV_N_NODE_BLOCKS; i++)
    g_free (tree->blocks[i]);
  tv_trace_unref (tree->trace);
  g_free (tree);
}

/**
 * tv_call_tree_get_trace:
 * @tree: a tree
 *
 * Returns: (transfer none): its trace
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
 * Returns: nanoseconds of all calls, even outside the limits
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
  double exact;
  gint64 least;

  g_return_val_if_fail (tree != NULL && limits != NULL, 0);

  exact = CLAMP (limits->least_share, 0, 1) * (double) tree->whole[limits->clock];
  least = (gint64) exact;
  return MAX ((double) least < exact ? least + 1 : least, limits->least_time);
}

/**
 * tv_call_tree_get_n_nodes:
 * @tree: a tree that does not grow meanwhile
 *
 * A node has a higher index than its parent. Ignore roots that are not children of
 * %TV_NODE_NONE.
 *
 * Returns: number of nodes
 */
guint32
tv_call_tree_get_n_nodes (const TvCallTree *tree)
{
  g_return_val_if_fail (tree != NULL, 0);

  return tree->n_nodes;
}

/**
 * tv_call_tree_get_node:
 * @tree: a tree
 * @node: index of a node
 *
 * Returns: (transfer none): the node, which never moves
 */
const TvCallTreeNode *
tv_call_tree_get_node (const TvCallTree *tree, guint32 node)
{
  g_return_val_if_fail (tree != NULL, NULL);

  return tv_call_tree_find_node (tree, node);
}

/**
 * tv_call_tree_get_children:
 * @tree: a tree
 * @node: index of a node, or %TV_NODE_NONE for the roots: one for each thread with
 * calls, in order, or one for all threads
 * @n_children: (out): number of children, 0 if the node is closed
 *
 * Returns: index of its first child. The others follow it, in the order of the tree,
 * the greatest time first
 */
guint32
tv_call_tree_get_children (const TvCallTree *tree, guint32 node, guint *n_children)
{
  const TvCallTreeNode *parent;
  guint32 first;

  g_return_val_if_fail (tree != NULL && n_children != NULL, 0);

  *n_children = node == TV_NODE_NONE ? tree->n_roots : 0;
  if (node == TV_NODE_NONE)
    return 0;
  parent = tv_call_tree_find_node (tree, node);
  first = (guint32) g_atomic_int_get ((const gint *) &parent->first_child);
  if (first != TV_NODE_NONE)
    *n_children = parent->n_children;
  return first;
}

/**
 * tv_call_tree_is_open:
 * @tree: a tree
 * @node: index of a node
 *
 * Returns: whether the children of the node were added
 */
gboolean
tv_call_tree_is_open (const TvCallTree *tree, guint32 node)
{
  guint n;

  return tv_call_tree_get_children (tree, node, &n) != TV_NODE_NONE;
}

/**
 * tv_call_tree_has_children:
 * @tree: a tree
 * @node: index of a node
 *
 * Returns: whether the node has children or, if it is closed, would have some in a
 *   complete tree
 */
gboolean
tv_call_tree_has_children (const TvCallTree *tree, guint32 node)
{
  guint n;

  return tv_call_tree_get_children (tree, node, &n) != TV_NODE_NONE
             ? n > 0
             : tv_call_tree_find_node (tree, node)->has_below;
}

/**
 * tv_call_tree_get_next:
 * @tree: a tree
 * @node: index of a node, %TV_NODE_NONE for the first one
 * @depth: (inout): how many nodes are above it; on return, above the next node
 *
 * Visits all nodes in pre-order.
 *
 * Returns: index of the next node, %TV_NODE_NONE after the last one
 */
guint32
tv_call_tree_get_next (const TvCallTree *tree, guint32 node, guint *depth)
{
  guint n;
  guint32 first;

  g_return_val_if_fail (tree != NULL && depth != NULL, TV_NODE_NONE);

  first = tv_call_tree_get_children (tree, node, &n);
  *depth = node != TV_NODE_NONE ? *depth + 1 : 0;
  while (n == 0 && node != TV_NODE_NONE)
    {
      /* The next sibling, or the next sibling of an ancestor. */
      const guint32 beside = node + 1;

      node = tv_call_tree_find_node (tree, node)->parent;
      --*depth;
      first = tv_call_tree_get_children (tree, node, &n);
      n = beside < first + n;
      first = beside;
    }
  return n > 0 ? first : TV_NODE_NONE;
}

/* Making trees */

/**
 * tv_call_tree_new_closed:
 * @trace: a trace
 * @range: the part of it
 * @limits: the paths of the tree; limits on time and depth are not used
 * @cancellable: (nullable): stops the work
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Makes a tree of closed roots, which tv_call_tree_grow() opens. It takes 5 bytes for
 * each call of the range, unless paths begin with calls of @from that are not nested;
 * 20 more for each call of threads with nested calls; 4 for each call of a node that
 * may be opened, 8 if the tree is bottom up; and 88 for each node.
 *
 * Returns: (transfer full) (nullable): the tree, or %NULL with @error set
 */
TvCallTree *
tv_call_tree_new_closed (TvTrace *trace, const TvProfileRange *range,
                         const TvCallTreeLimits *limits, GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (TvCallTree) tree = NULL;
  TvCallTreeCalls *calls;
  guint n_methods;

  g_return_val_if_fail (trace != NULL && range != NULL && limits != NULL, NULL);
  g_return_val_if_fail (
      limits->same == NULL || !limits->bottom_up || limits->from != NULL, NULL);
  g_return_val_if_fail (limits->from == NULL || limits->through == NULL, NULL);
  g_return_val_if_fail (!limits->nested || limits->from != NULL, NULL);
  g_return_val_if_fail (limits->starts == TV_CALL_TREE_STARTS_ALL
                            || (limits->from != NULL && !limits->nested),
                        NULL);

  calls = tv_call_tree_calls_new (trace, range, limits, cancellable, error);
  if (calls == NULL)
    return NULL;
  n_methods = MAX (tv_trace_get_n_methods (trace), 1);
  tree = g_new0 (TvCallTree, 1);
  tree->trace = tv_trace_ref (trace);
  tree->bottom_up = limits->bottom_up;
  tree->by_exclusive = limits->bottom_up && limits->from == NULL;
  tree->starts = limits->starts;
  tree->clock = limits->clock;
  tree->calls = calls;
  tree->thread = calls->threads;
  tree->same = g_memdup2 (limits->same,
                          limits->same != NULL ? n_methods * sizeof *limits->same : 0);
  tree->room.blocks = g_ptr_array_new_with_free_func (g_free);
  tree->groups = g_array_new (FALSE, FALSE, sizeof (TvCallTreeNode));
  tree->targets = g_array_new (FALSE, FALSE, sizeof (guint32 *));
  tree->group_of = g_new0 (guint64, n_methods);
  if (!tv_call_tree_add_roots (tree, limits->per_thread, cancellable)
      || g_cancellable_is_cancelled (cancellable))
    {
      (void) g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }
  return g_steal_pointer (&tree);
}

/* Frees what is needed only for growing. */
void
tv_call_tree_end_growth (TvCallTree *tree)
{
  g_clear_pointer (&tree->calls, tv_call_tree_calls_free);
  g_clear_pointer (&tree->groups, g_array_unref);
  g_clear_pointer (&tree->targets, g_array_unref);
  g_clear_pointer (&tree->same, g_free);
  g_clear_pointer (&tree->room.blocks, g_ptr_array_unref);
  g_clear_pointer (&tree->moving, g_free);
  g_clear_pointer (&tree->group_of, g_free);
}

/* Leaves out threads without a path within the limits. */
static void
drop_empty_roots (TvCallTree *tree)
{
  guint32 n = 0;

  for (guint32 i = 0; i < tree->n_roots; i++)
    {
      const TvCallTreeNode root = *tv_call_tree_find_node (tree, i);

      if (root.n_children == 0)
        continue;
      for (guint32 k = 0; k < root.n_children; k++)
        tv_call_tree_find_node (tree, root.first_child + k)->parent = n;
      *tv_call_tree_find_node (tree, n++) = root;
    }
  tree->n_roots = n;
}

/**
 * tv_call_tree_new:
 * @trace: a trace
 * @range: the part of it
 * @limits: the paths of the tree
 * @cancellable: (nullable): stops the work
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Merges calls by path. Takes time and memory as tv_call_tree_new_closed() and
 * tv_call_tree_grow() do. A bottom-up tree takes time for each call of its methods on
 * each level. Run it in a worker, and with limits if stacks may be deep.
 *
 * Returns: (transfer full) (nullable): the tree, its children sorted by the clock of
 *   @limits, or %NULL with @error set
 */
TvCallTree *
tv_call_tree_new (TvTrace *trace, const TvProfileRange *range,
                  const TvCallTreeLimits *limits, GCancellable *cancellable,
                  GError **error)
{
  TvCallTree *tree = tv_call_tree_new_closed (trace, range, limits, cancellable, error);
  TvCallTreeGrowth growth;

  if (tree == NULL)
    return NULL;
  growth = (TvCallTreeGrowth){ .least_time = tv_call_tree_get_least (tree, limits),
                               .max_depth = limits->max_depth };
  if (!tv_call_tree_grow (tree, TV_NODE_NONE, &growth, cancellable, error))
    g_clear_pointer (&tree, tv_call_tree_free);
  else
    {
      drop_empty_roots (tree);
      tv_call_tree_end_growth (tree);
    }
  return tree;
}
