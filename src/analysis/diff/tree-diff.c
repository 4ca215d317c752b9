/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/diff/tree-diff.h"

struct _TvTreeDiff
{
  TvCallTree *trees[TV_N_DIFF_SIDES];
  guint32 *matches; /* by method of the old trace, that of the new one */
};

/**
 * tv_tree_diff_new:
 * @diff: the comparison of the methods
 * @clock: the clock that paths are ordered by
 * @cancellable: (nullable): stops the work
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Makes two closed trees of the parts of the traces that @diff compares. Takes time and
 * memory as tv_call_tree_new_closed() does.
 *
 * Returns: (transfer full) (nullable): the trees, or %NULL with @error set
 */
TvTreeDiff *
tv_tree_diff_new (const TvTraceDiff *diff, TvClock clock, GCancellable *cancellable,
                  GError **error)
{
  g_autoptr (TvTreeDiff) self = NULL;

  g_return_val_if_fail (diff != NULL && clock < TV_N_CLOCKS, NULL);

  self = g_new0 (TvTreeDiff, 1);
  self->matches = tv_trace_diff_dup_matches (diff, TV_DIFF_OLD, TV_DIFF_NEW);
  for (TvDiffSide side = 0; side < TV_N_DIFF_SIDES; side++)
    {
      const TvProfile *profile = tv_trace_diff_get_profile (diff, side);
      g_autofree guint32 *same = tv_trace_diff_dup_matches (diff, side, side);
      const TvCallTreeLimits limits = { .clock = clock, .same = same };

      self->trees[side] = tv_call_tree_new_closed (tv_profile_get_trace (profile),
                                                   tv_profile_get_range (profile),
                                                   &limits, FALSE, cancellable, error);
      if (self->trees[side] == NULL)
        return NULL;
    }
  return g_steal_pointer (&self);
}

void
tv_tree_diff_free (TvTreeDiff *self)
{
  if (self == NULL)
    return;
  for (TvDiffSide side = 0; side < TV_N_DIFF_SIDES; side++)
    tv_call_tree_free (self->trees[side]);
  g_free (self->matches);
  g_free (self);
}

/**
 * tv_tree_diff_get_tree:
 * @self: two trees
 * @side: one of them
 *
 * Returns: (transfer none): the tree
 */
const TvCallTree *
tv_tree_diff_get_tree (const TvTreeDiff *self, TvDiffSide side)
{
  g_return_val_if_fail (self != NULL && side < TV_N_DIFF_SIDES, NULL);

  return self->trees[side];
}

/**
 * tv_tree_diff_get_node:
 * @self: two trees
 * @pair: a path
 * @side: a trace
 *
 * Returns: (transfer none) (nullable): the node of the path there
 */
const TvCallTreeNode *
tv_tree_diff_get_node (const TvTreeDiff *self, const TvTreePair *pair, TvDiffSide side)
{
  g_return_val_if_fail (self != NULL && pair != NULL, NULL);
  g_return_val_if_fail (side < TV_N_DIFF_SIDES, NULL);

  return pair->nodes[side] != TV_NODE_NONE
             ? tv_call_tree_get_node (self->trees[side], pair->nodes[side])
             : NULL;
}

/**
 * tv_tree_diff_get_root:
 * @self: two trees
 *
 * Returns: the roots, %TV_NODE_NONE in a trace without calls
 */
TvTreePair
tv_tree_diff_get_root (const TvTreeDiff *self)
{
  TvTreePair root = { { TV_NODE_NONE, TV_NODE_NONE } };
  guint n;

  g_return_val_if_fail (self != NULL, root);

  for (TvDiffSide side = 0; side < TV_N_DIFF_SIDES; side++)
    {
      const guint32 first
          = tv_call_tree_get_children (self->trees[side], TV_NODE_NONE, &n);

      if (n > 0)
        root.nodes[side] = first;
    }
  return root;
}

/**
 * tv_tree_diff_has_children:
 * @self: two trees
 * @pair: a path
 *
 * Returns: whether there are paths below it, in either trace
 */
gboolean
tv_tree_diff_has_children (const TvTreeDiff *self, const TvTreePair *pair)
{
  g_return_val_if_fail (self != NULL && pair != NULL, FALSE);

  for (TvDiffSide side = 0; side < TV_N_DIFF_SIDES; side++)
    if (pair->nodes[side] != TV_NODE_NONE
        && tv_call_tree_has_children (self->trees[side], pair->nodes[side]))
      return TRUE;
  return FALSE;
}

/* Adds the children of a node, each to the pair that has its method. */
static void
add_children (const TvTreeDiff *self, TvDiffSide side, guint32 node, GHashTable *places,
              GArray *pairs)
{
  guint n;
  const guint32 first = tv_call_tree_get_children (self->trees[side], node, &n);

  for (guint32 child = first; child < first + n; child++)
    {
      const guint32 own = tv_call_tree_get_node (self->trees[side], child)->method;
      const guint32 method = side == TV_DIFF_OLD ? self->matches[own] : own;
      TvTreePair pair = { { TV_NODE_NONE, TV_NODE_NONE } };
      gpointer place = NULL;

      if (side == TV_DIFF_OLD && method != TV_METHOD_NONE
          && g_hash_table_lookup_extended (places, GUINT_TO_POINTER (method), NULL,
                                           &place))
        {
          g_array_index (pairs, TvTreePair, GPOINTER_TO_UINT (place)).nodes[side]
              = child;
          continue;
        }
      pair.nodes[side] = child;
      if (side == TV_DIFF_NEW)
        g_hash_table_insert (places, GUINT_TO_POINTER (method),
                             GUINT_TO_POINTER (pairs->len));
      g_array_append_val (pairs, pair);
    }
}

/**
 * tv_tree_diff_open:
 * @self: two trees
 * @pair: a path
 * @cancellable: (nullable): stops the work
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Opens a path in both traces, with all paths below it. Takes time as
 * tv_call_tree_grow() does.
 *
 * Returns: (transfer full) (element-type TvTreePair) (nullable): the paths below it:
 *   those of the new trace by time, the greatest first, then those that are gone; or
 *   %NULL with @error set
 */
GArray *
tv_tree_diff_open (TvTreeDiff *self, const TvTreePair *pair, GCancellable *cancellable,
                   GError **error)
{
  const TvCallTreeGrowth growth = { .max_depth = 1, .complete = TRUE };
  const TvDiffSide order[] = { TV_DIFF_NEW, TV_DIFF_OLD };
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (TvTreePair));
  g_autoptr (GHashTable) places = g_hash_table_new (NULL, NULL);

  g_return_val_if_fail (self != NULL && pair != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      const guint32 node = pair->nodes[order[i]];
      TvCallTree *tree = self->trees[order[i]];

      if (node == TV_NODE_NONE)
        continue;
      if (tv_call_tree_has_children (tree, node) && !tv_call_tree_is_open (tree, node)
          && !tv_call_tree_grow (tree, node, &growth, cancellable, error))
        return NULL;
      add_children (self, order[i], node, places, pairs);
    }
  return g_steal_pointer (&pairs);
}
