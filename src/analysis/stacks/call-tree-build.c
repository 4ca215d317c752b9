/* SPDX-License-Identifier: Apache-2.0 */

/* A tree grows level by level: what is called from one level is put together before the
 * next is looked at, so that whatever is below a branch that is too small is never made
 * at all. */

#include "analysis/stacks/call-levels-private.h"
#include "analysis/stacks/call-tree-nodes-private.h"
#include "analysis/stacks/call-tree-private.h"
#include "analysis/stacks/call-tree-through-private.h"
#include "trace/model/parallel.h"

/* Some tenths of a millisecond. */
#define CALLS_PER_CHECK (1 << 16)

typedef struct
{
  TvCallLevels levels;
  guint32 root;
  gboolean ended; /* there is nothing below any more */
} Branch;

typedef struct
{
  TvTrace *trace;
  const TvProfileRange *range;
  const TvCallTreeLimits *limits;
  const guint8 *through; /* nullable */
  GCancellable *cancellable;
  Branch *branches;
  guint n_branches;
  TvCallTreeNodes nodes;
  gint64 whole[TV_N_CLOCKS];
  gint64 least;
} Building;

static guint32
find_node (Building *building, guint32 above, guint32 method)
{
  const guint32 *same = building->limits->same;

  return tv_call_tree_nodes_find (&building->nodes, above,
                                  same != NULL ? same[method] : method);
}

/* One more than is wanted: without it the exclusive times of the last are not known. */
static guint
count_levels (const TvCallTreeLimits *limits)
{
  return limits->max_depth > 0 && limits->max_depth < G_MAXUINT ? limits->max_depth + 1
                                                                : 0;
}

static void
prepare_branch (guint task, gpointer data)
{
  Building *building = data;
  Branch *branch = &building->branches[task];

  tv_call_levels_init (&branch->levels, building->trace, building->range,
                       tv_thread_set_get_nth (building->range->threads, task),
                       count_levels (building->limits), building->through);
}

static void
add_roots (Building *building)
{
  guint32 root = TV_NODE_NONE;

  for (guint i = 0; i < building->n_branches; i++)
    {
      Branch *branch = &building->branches[i];

      branch->ended = branch->levels.n_levels == 0;
      if (branch->ended)
        continue;
      if (root == TV_NODE_NONE || building->limits->per_thread)
        root = tv_call_tree_nodes_add_root (
            &building->nodes, building->limits->per_thread
                                  ? tv_thread_set_get_nth (building->range->threads, i)
                                  : TV_THREAD_NONE);
      branch->root = root;
    }
}

static void
add_open_call (Building *building, Branch *branch, guint level)
{
  TvCallLevels *levels = &branch->levels;
  const guint32 above = level == 0 ? branch->root : levels->open_nodes[level - 1];
  const guint32 call = levels->open.calls[level];
  gint64 inclusive[TV_N_CLOCKS];
  TvCallTreeNode *node;

  levels->open_nodes[level] = TV_NODE_NONE;
  if (above == TV_NODE_NONE)
    return;
  levels->open_nodes[level]
      = find_node (building, above, tv_calls_method (&levels->calls, call));
  node = tv_call_tree_nodes_get (&building->nodes, levels->open_nodes[level]);
  node->calls += tv_thread_piece_cut_open_call (&levels->piece, &levels->calls, call,
                                                inclusive);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    node->inclusive[clock] += inclusive[clock];
}

static guint32
find_node_above (const Branch *branch, guint32 parent, guint level)
{
  const TvCallLevels *levels = &branch->levels;

  if (level == 0)
    return branch->root;
  if (parent >= levels->piece.first_call)
    return levels->nodes[parent - levels->piece.first_call];
  return levels->open_nodes[level - 1];
}

static void
add_call (Building *building, Branch *branch, guint level, guint32 number)
{
  TvCallLevels *levels = &branch->levels;
  const TvThreadPiece *piece = &levels->piece;
  const TvCalls *calls = &levels->calls;
  const gsize call = piece->first_call + number;
  const guint32 above = find_node_above (branch, calls->parent[call], level);
  TvCallTreeNode *node;

  levels->nodes[number] = TV_NODE_NONE;
  if (above == TV_NODE_NONE)
    return;
  levels->nodes[number] = find_node (building, above, tv_calls_method (calls, call));
  node = tv_call_tree_nodes_get (&building->nodes, levels->nodes[number]);
  node->calls++;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_times_exist (&calls->start[clock]))
      node->inclusive[clock]
          += MIN (tv_times_get (&calls->end[clock], call), piece->to[clock])
             - MAX (tv_times_get (&calls->start[clock], call), piece->from[clock]);
}

static gboolean
add_level (Building *building, Branch *branch, guint level)
{
  const TvCallLevels *levels = &branch->levels;
  const guint32 end = levels->level_starts[level + 1];

  if (level < levels->n_open_wanted)
    add_open_call (building, branch, level);
  for (guint32 i = levels->level_starts[level]; i < end; i++)
    {
      if (i % CALLS_PER_CHECK == 0
          && g_cancellable_is_cancelled (building->cancellable))
        return FALSE;
      add_call (building, branch, level, levels->order[i]);
    }
  return TRUE;
}

/* Each node passes its time up, as what its parent does not have of its own. A root has
 * none of its own. */
static void
add_to_parents (Building *building, guint level)
{
  TvCallTreeNodes *nodes = &building->nodes;

  for (guint32 i = nodes->level_start; i < nodes->nodes->len; i++)
    {
      TvCallTreeNode *node = tv_call_tree_nodes_get (nodes, i);
      TvCallTreeNode *above = tv_call_tree_nodes_get (nodes, node->parent);

      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        {
          node->exclusive[clock] = node->inclusive[clock];
          if (level > 0)
            above->exclusive[clock] -= node->inclusive[clock];
          else
            above->inclusive[clock] += node->inclusive[clock];
          if (level == 0)
            building->whole[clock] += node->inclusive[clock];
        }
    }
}

/* Tells the calls of a level where their nodes have gone. A branch of which none is
 * left ends, and so do all its calls further down. */
static void
move_nodes (Building *building, Branch *branch, guint level)
{
  TvCallLevels *levels = &branch->levels;
  const TvCallTreeNodes *nodes = &building->nodes;
  const guint32 end = levels->level_starts[level + 1];
  gboolean left = FALSE;

  for (guint32 i = levels->level_starts[level]; i < end && nodes->kept != NULL; i++)
    {
      guint32 *node = &levels->nodes[levels->order[i]];

      *node = tv_call_tree_nodes_get_kept (nodes, *node);
      left = left || *node != TV_NODE_NONE;
    }
  if (level < levels->open.n)
    {
      guint32 *node = &levels->open_nodes[level];

      *node = tv_call_tree_nodes_get_kept (nodes, *node);
      left = left || *node != TV_NODE_NONE;
    }
  if (level + 1 < levels->n_levels && (left || nodes->kept == NULL))
    return;
  branch->ended = TRUE;
  for (guint32 i = end; i < levels->level_starts[levels->n_levels]; i++)
    levels->nodes[levels->order[i]] = TV_NODE_NONE;
  for (guint i = level + 1; i < MIN (levels->open.n, levels->n_levels); i++)
    levels->open_nodes[i] = TV_NODE_NONE;
}

static void
end_level (Building *building, guint level)
{
  const TvCallTreeLimits *limits = building->limits;

  add_to_parents (building, level);
  if (level == 0)
    building->least
        = tv_call_tree_limits_find_least (limits, building->whole[limits->clock]);
  if (level + 1 == count_levels (limits))
    building->least = G_MAXINT64;
  tv_call_tree_nodes_end_level (&building->nodes, limits->clock, building->least,
                                FALSE);
  for (guint i = 0; i < building->n_branches; i++)
    if (!building->branches[i].ended)
      move_nodes (building, &building->branches[i], level);
}

static gboolean
add_levels (Building *building)
{
  gboolean going_on = building->nodes.nodes->len > 0;

  for (guint level = 0; going_on; level++)
    {
      going_on = FALSE;
      tv_call_tree_nodes_begin_level (&building->nodes);
      for (guint i = 0; i < building->n_branches; i++)
        if (!building->branches[i].ended
            && !add_level (building, &building->branches[i], level))
          return FALSE;
      end_level (building, level);
      for (guint i = 0; i < building->n_branches; i++)
        going_on = going_on || !building->branches[i].ended;
    }
  return !g_cancellable_is_cancelled (building->cancellable);
}

static guint32
find_node_of_call (const Branch *branch, guint32 call)
{
  const TvCallLevels *levels = &branch->levels;

  if (call >= levels->piece.first_call)
    return levels->nodes[call - levels->piece.first_call];
  return levels->open_nodes[tv_open_calls_find (&levels->open, call)];
}

static void
add_waits (Building *building, const Branch *branch)
{
  const TvThreadPiece *piece = &branch->levels.piece;
  const TvWaits waits = tv_trace_get_waits (building->trace, piece->thread);

  for (gsize i = piece->first_wait; i < piece->end_wait; i++)
    {
      const guint32 node = waits.call[i] != TV_CALL_NONE
                               ? find_node_of_call (branch, waits.call[i])
                               : TV_NODE_NONE;

      if (node != TV_NODE_NONE)
        tv_call_tree_nodes_get (&building->nodes, node)->waiting
            += MIN (tv_times_get (&waits.end, i), piece->to[TV_CLOCK_WALL])
               - MAX (tv_times_get (&waits.start, i), piece->from[TV_CLOCK_WALL]);
    }
}

static gboolean
add_threads (Building *building)
{
  gboolean added;

  if (building->range->start >= building->range->end)
    return !g_cancellable_is_cancelled (building->cancellable);
  building->n_branches
      = tv_thread_set_count (building->range->threads, building->trace);
  building->branches = g_new0 (Branch, MAX (building->n_branches, 1));
  tv_parallel_run (building->n_branches, building->range->n_workers, prepare_branch,
                   building);
  add_roots (building);
  added = add_levels (building);
  for (guint i = 0; i < building->n_branches; i++)
    {
      if (added && building->branches[i].levels.n_levels > 0)
        add_waits (building, &building->branches[i]);
      tv_call_levels_clear (&building->branches[i].levels);
    }
  g_free (building->branches);
  return added;
}

/**
 * tv_call_tree_new_limited:
 * @trace: a trace
 * @range: what of it
 * @limits: which paths are wanted
 * @cancellable: (nullable): stops it
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Puts calls together by their paths. Takes time and eight bytes for each call of the
 * range, and memory for the paths that are wanted, at most for all of one level
 * besides: call it in a worker.
 *
 * Returns: (transfer full) (nullable): the tree, its children sorted by the clock of
 *   @limits, or %NULL with @error set
 */
TvCallTree *
tv_call_tree_new_limited (TvTrace *trace, const TvProfileRange *range,
                          const TvCallTreeLimits *limits, GCancellable *cancellable,
                          GError **error)
{
  Building building = { .trace = trace, .range = range, .cancellable = cancellable };
  TvCallTreeLimits building_limits;
  g_autofree guint8 *through = NULL;
  TvCallTree *tree = NULL;

  g_return_val_if_fail (trace != NULL && range != NULL && limits != NULL, NULL);

  /* What a share is of is known only when all is there. */
  building_limits = *limits;
  building.limits = &building_limits;
  building.through = through = tv_call_tree_through_find (trace, limits);
  if (through != NULL)
    building_limits.least_share = building_limits.least_time = building_limits.max_depth
        = 0;
  tv_call_tree_nodes_init (&building.nodes);
  if (add_threads (&building))
    {
      if (through != NULL)
        tv_call_tree_through_apply (building.nodes.nodes, through, limits,
                                    building.whole);
      tree
          = tv_call_tree_new_from_nodes (trace, g_steal_pointer (&building.nodes.nodes),
                                         limits->clock, FALSE, building.whole);
    }
  else
    (void) g_cancellable_set_error_if_cancelled (cancellable, error);
  tv_call_tree_nodes_clear (&building.nodes);
  return tree;
}
