/* SPDX-License-Identifier: Apache-2.0 */

/* A tree grows level by level: the calls of one level are merged before the next one is
 * read. So nothing below a branch that is too small is ever made. */

#include "analysis/stacks/call-tree-nodes.h"
#include "trace/model/parallel.h"

/* Some tenths of a millisecond. */
#define CALLS_PER_CHECK (1 << 16)

/* The calls of a thread by their depth in the stack. Numbers are those of the calls in
 * the range. */
typedef struct
{
  TvThreadRange range;
  guint32 n;
  guint n_levels;
  guint32 *order;        /* numbers by level */
  guint32 *level_starts; /* by level, and one more: where its calls begin in @order */
  guint32 *nodes;        /* by number; TV_NODE_NONE for calls that are not wanted */
  guint32 n_above;       /* number of open calls that no wanted path has */
  guint32 root;
  gboolean ended; /* nothing is left below */
} Branch;

typedef struct
{
  TvTrace *trace;
  const TvProfileRange *range;
  const TvCallTreeLimits *limits;
  const guint8 *through; /* nullable */
  const guint8 *from;    /* nullable */
  GCancellable *cancellable;
  Branch *branches;
  guint n_branches;
  TvCallTreeNodes nodes;
  gint64 whole[TV_N_CLOCKS];
  gint64 least;
} Building;

/* Levels */

static guint32 *
find_depths (const Branch *branch)
{
  const TvThreadRange *range = &branch->range;
  guint32 *depths = g_new (guint32, MAX (branch->n, 1));
  guint32 *entered = depths + range->n_open;

  for (guint32 i = 0; i < range->n_open; i++)
    depths[i] = i;
  for (gsize call = range->first_call; call < range->end_call; call++)
    {
      const guint32 parent = range->calls.parent[call];
      guint32 depth = 0;

      if (parent != TV_CALL_NONE)
        depth = 1
                + (parent >= range->first_call
                       ? entered[parent - range->first_call]
                       : tv_thread_range_find_open (range, parent));
      entered[call - range->first_call] = depth;
    }
  return depths;
}

/* Keeps the calls of the methods of @through, all calls below them, and their callers.
 * The depths of others become G_MAXUINT32. */
static void
leave_through (const Branch *branch, guint32 *depths, const guint8 *through)
{
  g_autofree guint8 *wanted
      = tv_call_tree_through_find_within (&branch->range, through);

  for (guint32 i = branch->n; i-- > 0;)
    {
      const guint32 parent = tv_thread_range_find_parent (&branch->range, i);

      if (!wanted[i])
        depths[i] = G_MAXUINT32;
      else if (parent != TV_CALL_NONE)
        wanted[parent] = TRUE;
    }
}

/* Keeps the calls of the methods of @from and all calls below them, which count their
 * levels from there. The depths of others become G_MAXUINT32. */
static void
cut_above (Branch *branch, guint32 *depths, const guint8 *from)
{
  g_autofree guint8 *within = tv_call_tree_through_find_within (&branch->range, from);

  for (guint32 i = 0; i < branch->n; i++)
    {
      const guint32 parent = tv_thread_range_find_parent (&branch->range, i);

      if (!within[i])
        depths[i] = G_MAXUINT32;
      else if (parent == TV_CALL_NONE || !within[parent])
        depths[i] = 0;
      else
        depths[i] = depths[parent] + 1;
      branch->n_above += i < branch->range.n_open && !within[i];
    }
}

static guint
count_levels (const guint32 *depths, guint32 n, guint max_levels)
{
  guint n_levels = 0;

  for (guint32 i = 0; i < n; i++)
    if (depths[i] != G_MAXUINT32)
      n_levels = MAX (n_levels, depths[i] + 1);
  return max_levels > 0 ? MIN (n_levels, max_levels) : n_levels;
}

/* A counting sort: within a level the calls stay in order. */
static void
sort_by_depth (Branch *branch, const guint32 *depths)
{
  guint32 *starts = g_new0 (guint32, (gsize) branch->n_levels + 2);

  for (guint32 i = 0; i < branch->n; i++)
    if (depths[i] < branch->n_levels)
      starts[depths[i] + 2]++;
  for (guint level = 0; level < branch->n_levels; level++)
    starts[level + 2] += starts[level + 1];
  branch->order = g_new (guint32, MAX (branch->n, 1));
  for (guint32 i = 0; i < branch->n; i++)
    if (depths[i] < branch->n_levels)
      branch->order[starts[depths[i] + 1]++] = i;
  branch->level_starts = starts;
}

/* One more than is wanted: without it the exclusive times of the last are not known. */
static guint
get_max_levels (const TvCallTreeLimits *limits)
{
  return limits->max_depth > 0 && limits->max_depth < G_MAXUINT ? limits->max_depth + 1
                                                                : 0;
}

static void
prepare_branch (guint task, gpointer data)
{
  Building *building = data;
  Branch *branch = &building->branches[task];

  tv_thread_range_init (&branch->range, building->trace, building->range,
                        tv_thread_set_get_nth (building->range->threads, task));
  branch->n = tv_thread_range_get_n (&branch->range);
  branch->nodes = find_depths (branch);
  if (building->through != NULL)
    leave_through (branch, branch->nodes, building->through);
  if (building->from != NULL)
    cut_above (branch, branch->nodes, building->from);
  branch->n_levels
      = count_levels (branch->nodes, branch->n, get_max_levels (building->limits));
  sort_by_depth (branch, branch->nodes);
  memset (branch->nodes, 0xff, branch->n * sizeof *branch->nodes);
}

static void
clear_branch (Branch *branch)
{
  tv_thread_range_clear (&branch->range);
  g_free (branch->order);
  g_free (branch->level_starts);
  g_free (branch->nodes);
}

/* Nodes */

static guint32
find_node (Building *building, guint32 above, guint32 method)
{
  const guint32 *same = building->limits->same;

  return tv_call_tree_nodes_find (&building->nodes, above,
                                  same != NULL ? same[method] : method);
}

static void
add_roots (Building *building)
{
  guint32 root = TV_NODE_NONE;

  for (guint i = 0; i < building->n_branches; i++)
    {
      Branch *branch = &building->branches[i];

      branch->ended = branch->n_levels == 0;
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

/* There is one open call a level. */
static guint32
find_node_above (const Branch *branch, guint32 parent, guint level)
{
  const TvThreadRange *range = &branch->range;

  if (level == 0)
    return branch->root;
  return branch->nodes[parent >= range->first_call
                           ? range->n_open + (guint32) (parent - range->first_call)
                           : branch->n_above + level - 1];
}

static void
add_call (Building *building, Branch *branch, guint level, guint32 number)
{
  const TvThreadRange *range = &branch->range;
  const guint32 call = tv_thread_range_get_call (range, number);
  const guint32 above = find_node_above (branch, range->calls.parent[call], level);
  gint64 inclusive[TV_N_CLOCKS];
  TvCallTreeNode *node;

  if (above == TV_NODE_NONE)
    return;
  branch->nodes[number]
      = find_node (building, above, tv_calls_method (&range->calls, call));
  node = tv_call_tree_nodes_get (&building->nodes, branch->nodes[number]);
  node->calls += tv_thread_range_clip_call (range, call, inclusive);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    node->inclusive[clock] += inclusive[clock];
}

static gboolean
add_level (Building *building, Branch *branch, guint level)
{
  const guint32 end = branch->level_starts[level + 1];

  for (guint32 i = branch->level_starts[level]; i < end; i++)
    {
      if (i % CALLS_PER_CHECK == 0
          && g_cancellable_is_cancelled (building->cancellable))
        return FALSE;
      add_call (building, branch, level, branch->order[i]);
    }
  return TRUE;
}

/* Subtracts the time of each node from its parent's exclusive time. A root has none. */
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

/* Updates the calls of a level after nodes were removed. A branch without nodes ends,
 * and so do all its calls further down. */
static void
move_nodes (const Building *building, Branch *branch, guint level)
{
  const TvCallTreeNodes *nodes = &building->nodes;
  const guint32 end = branch->level_starts[level + 1];
  gboolean left = nodes->kept == NULL;

  for (guint32 i = branch->level_starts[level]; i < end && nodes->kept != NULL; i++)
    {
      guint32 *node = &branch->nodes[branch->order[i]];

      *node = tv_call_tree_nodes_get_kept (nodes, *node);
      left = left || *node != TV_NODE_NONE;
    }
  branch->ended = level + 1 == branch->n_levels || !left;
}

static void
end_level (Building *building, guint level)
{
  const TvCallTreeLimits *limits = building->limits;

  add_to_parents (building, level);
  if (level == 0)
    building->least
        = tv_call_tree_limits_find_least (limits, building->whole[limits->clock]);
  if (level + 1 == get_max_levels (limits))
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

static void
add_waits (Building *building, const Branch *branch)
{
  const TvThreadRange *range = &branch->range;

  for (gsize i = range->first_wait; i < range->end_wait; i++)
    {
      const guint32 call = range->waits.call[i];
      const guint32 node
          = call != TV_CALL_NONE
                ? branch->nodes[tv_thread_range_find_number (range, call)]
                : TV_NODE_NONE;

      if (node != TV_NODE_NONE)
        tv_call_tree_nodes_get (&building->nodes, node)->waiting
            += tv_thread_range_clip_wait (range, i);
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
      if (added)
        add_waits (building, &building->branches[i]);
      clear_branch (&building->branches[i]);
    }
  g_free (building->branches);
  return added;
}

/**
 * tv_call_tree_new_limited:
 * @trace: a trace
 * @range: the part of it
 * @limits: which paths are wanted
 * @cancellable: (nullable): stops the work
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Merges calls by path. Takes time and eight bytes for each call of the range, and
 * memory for the paths that are wanted and, at a time, all of one level: call it in a
 * worker.
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
  g_autofree guint8 *from = NULL;
  TvCallTree *tree = NULL;

  g_return_val_if_fail (trace != NULL && range != NULL && limits != NULL, NULL);
  g_return_val_if_fail (
      limits->from == NULL || (limits->through == NULL && limits->same == NULL), NULL);

  /* The whole that a share is of is known only at the end. */
  building_limits = *limits;
  building.limits = &building_limits;
  building.through = through
      = tv_call_tree_through_find (trace, limits->through, limits->same);
  building.from = from = tv_call_tree_through_find (trace, limits->from, NULL);
  if (through != NULL)
    building_limits.least_share = building_limits.least_time = building_limits.max_depth
        = 0;
  tv_call_tree_nodes_init (&building.nodes, sizeof (TvCallTreeNode));
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
