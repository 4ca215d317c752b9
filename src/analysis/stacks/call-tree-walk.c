/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/stacks/call-tree-walk.h"

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
 * @tree: a tree, which is not sorted meanwhile
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

/* Goes on beside that node, not below it. */
void
tv_call_tree_walk_skip (TvCallTreeWalk *walk)
{
  g_return_if_fail (walk != NULL && walk->steps->len > 1);

  g_array_set_size (walk->steps, walk->steps->len - 1);
}
