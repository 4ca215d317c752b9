/* SPDX-License-Identifier: Apache-2.0 */

/* A tree from the bottom up comes out of one from the top down: each of its nodes is an
 * item, which goes up its path by one step a level. So no path is ever kept twice, and
 * items whose branch is too small are not followed. */

#include "analysis/call-tree-nodes-private.h"
#include "analysis/call-tree-private.h"
#include "analysis/call-tree-walk.h"

#define ITEMS_PER_CHECK (1 << 16)

typedef struct
{
  guint32 node;   /* of the tree from the top down */
  guint32 at;     /* the caller that it has come to */
  guint32 branch; /* in the tree from the bottom up */
} Item;

typedef struct
{
  const TvCallTree *calls;
  const TvCallTreeNode *nodes; /* of @calls */
  guint8 *recursive;           /* by node: the same method is above it */
  const TvCallTreeLimits *limits;
  GCancellable *cancellable;
  GArray *items; /* Item */
  TvCallTreeNodes callers;
  gint64 least;
} Building;

static void
find_recursive_nodes (Building *building)
{
  const guint n_methods
      = tv_trace_get_n_methods (tv_call_tree_get_trace (building->calls));
  g_autofree guint32 *open = g_new0 (guint32, MAX (n_methods, 1));
  g_autoptr (GArray) path = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (TvCallTreeWalk) walk = tv_call_tree_walk_new (building->calls);
  guint32 node;
  guint depth;

  while (tv_call_tree_walk_next (walk, &node, &depth))
    {
      const guint32 method = building->nodes[node].method;

      for (guint i = depth; i < path->len; i++)
        if (g_array_index (path, guint32, i) != TV_METHOD_NONE)
          open[g_array_index (path, guint32, i)]--;
      g_array_set_size (path, depth);
      g_array_append_val (path, method);
      if (method != TV_METHOD_NONE)
        building->recursive[node] = open[method]++ > 0;
    }
}

/* The roots of both trees are the same ones. */
static void
add_items (Building *building)
{
  g_autoptr (TvCallTreeWalk) walk = tv_call_tree_walk_new (building->calls);
  guint32 root = TV_NODE_NONE;
  guint32 node;
  guint depth;

  while (tv_call_tree_walk_next (walk, &node, &depth))
    {
      const Item item = { .node = node, .at = node, .branch = root };

      if (depth == 0)
        root = tv_call_tree_nodes_add_root (&building->callers,
                                            building->nodes[node].thread);
      else
        g_array_append_val (building->items, item);
    }
}

static void
add_item (Building *building, Item *item)
{
  const TvCallTreeNode *node = &building->nodes[item->node];
  TvCallTreeNode *sum;

  item->branch = tv_call_tree_nodes_find (&building->callers, item->branch,
                                          building->nodes[item->at].method);
  sum = tv_call_tree_nodes_get (&building->callers, item->branch);
  sum->calls += node->calls;
  sum->waiting += node->waiting;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      sum->exclusive[clock] += node->exclusive[clock];
      if (!building->recursive[item->node])
        sum->inclusive[clock] += node->inclusive[clock];
    }
}

/* Leaves the items that have a caller further up, in a branch that is kept. */
static void
move_items (Building *building)
{
  guint n = 0;

  for (guint i = 0; i < building->items->len; i++)
    {
      Item item = g_array_index (building->items, Item, i);

      item.branch = tv_call_tree_nodes_get_kept (&building->callers, item.branch);
      item.at = building->nodes[item.at].parent;
      if (item.branch != TV_NODE_NONE
          && building->nodes[item.at].method != TV_METHOD_NONE)
        g_array_index (building->items, Item, n++) = item;
    }
  g_array_set_size (building->items, n);
}

static gboolean
add_levels (Building *building)
{
  const TvCallTreeLimits *limits = building->limits;

  for (guint level = 0; building->items->len > 0; level++)
    {
      if (limits->max_depth > 0 && level == limits->max_depth)
        return TRUE;
      tv_call_tree_nodes_begin_level (&building->callers);
      for (guint i = 0; i < building->items->len; i++)
        {
          if (i % ITEMS_PER_CHECK == 0
              && g_cancellable_is_cancelled (building->cancellable))
            return FALSE;
          add_item (building, &g_array_index (building->items, Item, i));
        }
      tv_call_tree_nodes_end_level (&building->callers, limits->clock, building->least,
                                    TRUE);
      move_items (building);
    }
  return TRUE;
}

/* A root has the whole time of its calls, as in a tree from the top down. */
static void
set_root_times (Building *building)
{
  guint n;
  const guint32 *roots = tv_call_tree_get_roots (building->calls, &n);

  for (guint i = 0; i < n; i++)
    for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
      tv_call_tree_nodes_get (&building->callers, i)->inclusive[clock]
          = building->nodes[roots[i]].inclusive[clock];
}

static TvCallTree *
build (Building *building)
{
  gint64 whole[TV_N_CLOCKS];

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    whole[clock] = tv_call_tree_get_whole (building->calls, clock);
  building->least = tv_call_tree_limits_find_least (building->limits,
                                                    whole[building->limits->clock]);
  find_recursive_nodes (building);
  add_items (building);
  if (!add_levels (building))
    return NULL;
  set_root_times (building);
  return tv_call_tree_new_from_nodes (tv_call_tree_get_trace (building->calls),
                                      g_steal_pointer (&building->callers.nodes),
                                      building->limits->clock, TRUE, whole);
}

/**
 * tv_call_tree_new_bottom_up:
 * @trace: a trace
 * @range: what of it
 * @limits: which paths are wanted, by their exclusive times
 * @cancellable: (nullable): stops it
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Makes a tree the other way round: below the roots are all methods, and below each
 * method its callers. A node has the sums of the method that its path begins with, when
 * called along that path: the calls, their exclusive times, and the inclusive times of
 * those that are not recursive, so that on the level of the methods they are those of a
 * #TvProfile.
 *
 * Takes memory for each path of calls and for each path that is wanted, and time for
 * each path of calls on each level that is wanted: call it in a worker, and with limits
 * where stacks may be deep.
 *
 * Returns: (transfer full) (nullable): the tree, its children sorted by exclusive time
 *   on the clock of @limits, or %NULL with @error set
 */
TvCallTree *
tv_call_tree_new_bottom_up (TvTrace *trace, const TvProfileRange *range,
                            const TvCallTreeLimits *limits, GCancellable *cancellable,
                            GError **error)
{
  const TvCallTreeLimits all = { .per_thread = limits->per_thread,
                                 .clock = limits->clock,
                                 .same = limits->same,
                                 .through = limits->through };
  g_autoptr (TvCallTree) calls
      = tv_call_tree_new_limited (trace, range, &all, cancellable, error);
  g_autofree guint8 *recursive = NULL;
  Building building = { .calls = calls, .limits = limits, .cancellable = cancellable };
  TvCallTree *tree;
  guint n;

  if (calls == NULL)
    return NULL;
  building.nodes = tv_call_tree_get_nodes (calls, &n);
  recursive = g_new0 (guint8, MAX (n, 1));
  building.recursive = recursive;
  building.items = g_array_new (FALSE, FALSE, sizeof (Item));
  tv_call_tree_nodes_init (&building.callers);
  tree = build (&building);
  if (tree == NULL)
    (void) g_cancellable_set_error_if_cancelled (cancellable, error);
  tv_call_tree_nodes_clear (&building.callers);
  g_array_unref (building.items);
  return tree;
}
