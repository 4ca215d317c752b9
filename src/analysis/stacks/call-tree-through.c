/* SPDX-License-Identifier: Apache-2.0 */

/* Of a tree of stacks that all come to some methods: what was spent from there on. */

#include "analysis/stacks/call-tree-through-private.h"

#include "analysis/stacks/call-tree-private.h"

/* Finds the methods that the paths are to go through. Of those that are counted as
 * one, all are meant where one is. */
guint8 *
tv_call_tree_through_find (const TvTrace *trace, const TvCallTreeLimits *limits)
{
  const guint n = tv_trace_get_n_methods (trace);
  const guint32 *same = limits->same;
  guint8 *through;

  if (limits->through == NULL)
    return NULL;
  through = g_new0 (guint8, MAX (n, 1));
  for (guint32 i = 0; i < n; i++)
    if (tv_method_set_contains (limits->through, i))
      through[same != NULL ? same[i] : i] = TRUE;
  for (guint32 i = 0; i < n && same != NULL; i++)
    through[i] = through[same[i]];
  return through;
}

/* The topmost of the methods has all of its time, those above it what is below them. */
static void
move_times (GArray *nodes, const guint8 *through, gint64 whole[TV_N_CLOCKS])
{
  TvCallTreeNode *all = (TvCallTreeNode *) (gpointer) nodes->data;
  g_autofree guint8 *within = g_new0 (guint8, MAX (nodes->len, 1));

  for (guint32 i = 0; i < nodes->len; i++)
    {
      TvCallTreeNode *node = &all[i];

      within[i] = node->parent != TV_NODE_NONE
                  && (within[node->parent] || through[node->method]);
      if (within[i])
        continue;
      node->waiting = 0;
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        node->inclusive[clock] = node->exclusive[clock] = 0;
    }
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    whole[clock] = 0;
  for (guint32 i = nodes->len; i-- > 0;)
    for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
      if (all[i].parent == TV_NODE_NONE)
        whole[clock] += all[i].inclusive[clock];
      else if (!within[all[i].parent])
        all[all[i].parent].inclusive[clock] += all[i].inclusive[clock];
}

/* Leaves the nodes that are within the limits. */
static void
cut (GArray *nodes, const TvCallTreeLimits *limits, gint64 whole)
{
  TvCallTreeNode *all = (TvCallTreeNode *) (gpointer) nodes->data;
  const gint64 least = tv_call_tree_limits_find_least (limits, whole);
  g_autofree guint32 *depths = g_new0 (guint32, MAX (nodes->len, 1));
  g_autofree guint32 *places = g_new (guint32, MAX (nodes->len, 1));
  guint32 n = 0;

  for (guint32 i = 0; i < nodes->len; i++)
    {
      TvCallTreeNode node = all[i];

      places[i] = TV_NODE_NONE;
      if (node.parent != TV_NODE_NONE)
        {
          depths[i] = depths[node.parent] + 1;
          node.parent = places[node.parent];
          if (node.parent == TV_NODE_NONE || node.inclusive[limits->clock] < least
              || (limits->max_depth > 0 && depths[i] > limits->max_depth))
            continue;
        }
      places[i] = n;
      all[n++] = node;
    }
  g_array_set_size (nodes, n);
}

/* Takes from the callers what they spent elsewhere, and what is too small then. */
void
tv_call_tree_through_apply (GArray *nodes, const guint8 *through,
                            const TvCallTreeLimits *limits, gint64 whole[TV_N_CLOCKS])
{
  move_times (nodes, through, whole);
  cut (nodes, limits, whole[limits->clock]);
}
