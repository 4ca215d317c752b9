/* SPDX-License-Identifier: Apache-2.0 */

/* A tree from the bottom up: each call is an item that goes up its stack by one step a
 * level. So no paths are kept but those of the tree, and items whose branch is too
 * small are dropped: most are, after the first level. */

#include "analysis/stacks/call-tree-nodes.h"
#include "trace/model/parallel.h"

#define ITEMS_PER_CHECK (1 << 16)

/* What the calls of a thread took in a range. Numbers are those of the calls there. */
typedef struct
{
  TvThreadRange range;
  guint32 n;
  gint64 *exclusive[TV_N_CLOCKS]; /* by number; NULL for a clock that the file lacks */
  gint64 *inclusive[TV_N_CLOCKS]; /* the same; NULL if the whole call counts */
  gint64 *waiting;                /* by number; NULL if nothing waits */
  guint8 *is_left_out;            /* by number; NULL if all are wanted */
  guint8 *is_nested; /* by number, whether its time is another's; NULL where that is so
                      * of recursive calls */
} RangeCalls;

/* Returns whether the call counts in the range. */
static gboolean
get_inclusive (const RangeCalls *self, guint32 number, gint64 inclusive[TV_N_CLOCKS])
{
  const gboolean counts = tv_thread_range_clip_call (
      &self->range, tv_thread_range_get_call (&self->range, number), inclusive);

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    if (self->inclusive[clock] != NULL)
      inclusive[clock] = self->inclusive[clock][number];
  return counts;
}

static void
find_exclusive_times (RangeCalls *self)
{
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_times_exist (&self->range.calls.start[clock]))
      self->exclusive[clock] = g_new0 (gint64, MAX (self->n, 1));
  for (guint32 i = 0; i < self->n; i++)
    {
      const guint32 parent = tv_thread_range_find_parent (&self->range, i);
      gint64 inclusive[TV_N_CLOCKS];

      (void) get_inclusive (self, i, inclusive);
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        if (self->exclusive[clock] != NULL)
          {
            self->exclusive[clock][i] += inclusive[clock];
            if (parent != TV_CALL_NONE)
              self->exclusive[clock][parent] -= inclusive[clock];
          }
    }
}

static void
find_waiting (RangeCalls *self)
{
  const TvThreadRange *range = &self->range;

  if (range->first_wait < range->end_wait)
    self->waiting = g_new0 (gint64, MAX (self->n, 1));
  for (gsize i = range->first_wait; i < range->end_wait; i++)
    if (range->waits.call[i] != TV_CALL_NONE)
      self->waiting[tv_thread_range_find_number (range, range->waits.call[i])]
          += tv_thread_range_clip_wait (range, i);
}

static void
take_own_times_off (RangeCalls *self, guint32 number)
{
  if (self->waiting != NULL)
    self->waiting[number] = 0;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    if (self->exclusive[clock] != NULL)
      self->exclusive[clock][number] = 0;
}

/* Keeps the paths through the methods, see TvCallTreeLimits. */
static void
leave_through (RangeCalls *self, const guint8 *through)
{
  g_autofree guint8 *within = tv_call_tree_through_find_within (&self->range, through);
  gint64 *sums[TV_N_CLOCKS] = { NULL };

  self->is_left_out = g_new (guint8, MAX (self->n, 1));
  for (guint32 i = 0; i < self->n; i++)
    self->is_left_out[i] = !within[i];
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    if (self->exclusive[clock] != NULL)
      sums[clock] = g_new0 (gint64, MAX (self->n, 1));
  for (guint32 i = self->n; i-- > 0;)
    {
      const guint32 parent = tv_thread_range_find_parent (&self->range, i);
      gint64 inclusive[TV_N_CLOCKS];

      (void) get_inclusive (self, i, inclusive);
      if (!within[i])
        take_own_times_off (self, i);
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        if (sums[clock] != NULL)
          {
            if (within[i])
              sums[clock][i] = inclusive[clock];
            if (parent != TV_CALL_NONE && !within[parent])
              sums[clock][parent] += sums[clock][i];
          }
      if (parent != TV_CALL_NONE && !self->is_left_out[i])
        self->is_left_out[parent] = FALSE;
    }
  memcpy (self->inclusive, sums, sizeof sums);
}

/* Keeps the calls of the methods, see TvCallTreeLimits. */
static void
leave_from (RangeCalls *self, const guint8 *from)
{
  self->is_nested = tv_call_tree_through_find_within (&self->range, from);
  self->is_left_out = g_new (guint8, MAX (self->n, 1));
  /* A call comes after its parent. */
  for (guint32 i = self->n; i-- > 0;)
    {
      const guint32 parent = tv_thread_range_find_parent (&self->range, i);

      self->is_left_out[i] = !from[tv_calls_method (
          &self->range.calls, tv_thread_range_get_call (&self->range, i))];
      self->is_nested[i] = parent != TV_CALL_NONE && self->is_nested[parent];
    }
}

static void
range_calls_init (RangeCalls *self, const TvTrace *trace, const TvProfileRange *range,
                  guint thread, const guint8 *through)
{
  tv_thread_range_init (&self->range, trace, range, thread);
  self->n = tv_thread_range_get_n (&self->range);
  find_exclusive_times (self);
  find_waiting (self);
  if (through != NULL)
    leave_through (self, through);
}

static void
range_calls_clear (RangeCalls *self)
{
  tv_thread_range_clear (&self->range);
  g_clear_pointer (&self->waiting, g_free);
  g_clear_pointer (&self->is_left_out, g_free);
  g_clear_pointer (&self->is_nested, g_free);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      g_clear_pointer (&self->exclusive[clock], g_free);
      g_clear_pointer (&self->inclusive[clock], g_free);
    }
}

/* The tree */

typedef struct
{
  guint32 number; /* of the call in the range */
  guint32 at;     /* number of the caller that it has climbed to */
  guint32 branch; /* a node of the tree */
} Item;

/* A thread. */
typedef struct
{
  RangeCalls calls;
  guint32 root;      /* TV_NODE_NONE if no call of it is wanted */
  guint32 *branches; /* by call, until there are items */
  GArray *items;     /* Item */
} Source;

typedef struct
{
  TvTrace *trace;
  const TvProfileRange *range;
  const TvCallTreeLimits *limits;
  const guint8 *through; /* nullable */
  const guint8 *from;    /* nullable */
  GCancellable *cancellable;
  Source *sources;
  guint n_sources;
  TvCallTreeNodes callers;
  gint64 whole[TV_N_CLOCKS];
  gint64 least;
} Building;

static gboolean
is_left_out (const Source *source, guint32 number)
{
  return source->calls.is_left_out != NULL && source->calls.is_left_out[number];
}

static guint32
get_method (const Source *source, guint32 number)
{
  return tv_calls_method (&source->calls.range.calls,
                          tv_thread_range_get_call (&source->calls.range, number));
}

static void
prepare_source (guint task, gpointer data)
{
  Building *building = data;
  RangeCalls *calls = &building->sources[task].calls;

  range_calls_init (calls, building->trace, building->range,
                    tv_thread_set_get_nth (building->range->threads, task),
                    building->through);
  if (building->from != NULL)
    leave_from (calls, building->from);
}

static gboolean
has_calls (const Source *source)
{
  for (guint32 i = 0; i < source->calls.n; i++)
    if (!is_left_out (source, i))
      return TRUE;
  return FALSE;
}

/* Returns whether the time of a call is part of another's of the method. */
static gboolean
is_nested (const RangeCalls *calls, guint32 number)
{
  const guint32 call = tv_thread_range_get_call (&calls->range, number);

  return calls->is_nested != NULL ? calls->is_nested[number]
                                  : calls->range.calls.flags[call] & TV_CALL_RECURSIVE;
}

/* Returns whether the time of a call is part of no other's that is wanted. */
static gboolean
is_topmost (const Source *source, guint32 number)
{
  const RangeCalls *calls = &source->calls;

  if (is_left_out (source, number))
    return FALSE;
  return calls->is_nested != NULL
             ? !calls->is_nested[number]
             : tv_thread_range_find_parent (&calls->range, number) == TV_CALL_NONE;
}

/* A root has the whole time of its calls, as in a top-down tree. */
static void
add_to_root (Building *building, const Source *source)
{
  TvCallTreeNode *root = tv_call_tree_nodes_get (&building->callers, source->root);
  gint64 inclusive[TV_N_CLOCKS];

  for (guint32 i = 0; i < source->calls.n; i++)
    {
      if (!is_topmost (source, i))
        continue;
      (void) get_inclusive (&source->calls, i, inclusive);
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        {
          root->inclusive[clock] += inclusive[clock];
          building->whole[clock] += inclusive[clock];
        }
    }
}

static void
add_roots (Building *building)
{
  guint32 root = TV_NODE_NONE;

  for (guint i = 0; i < building->n_sources; i++)
    {
      Source *source = &building->sources[i];

      source->root = TV_NODE_NONE;
      if (!has_calls (source))
        continue;
      if (root == TV_NODE_NONE || building->limits->per_thread)
        root = tv_call_tree_nodes_add_root (
            &building->callers, building->limits->per_thread ? tv_thread_set_get_nth (
                                    building->range->threads, i)
                                                             : TV_THREAD_NONE);
      source->root = root;
      add_to_root (building, source);
    }
  building->least = tv_call_tree_limits_find_least (
      building->limits, building->whole[building->limits->clock]);
}

/* Adds a call to the node below @above of the method of the call @at. */
static guint32
add_call (Building *building, const Source *source, guint32 above, guint32 number,
          guint32 at)
{
  const RangeCalls *calls = &source->calls;
  const guint32 branch
      = tv_call_tree_nodes_find (&building->callers, above, get_method (source, at));
  TvCallTreeNode *sum = tv_call_tree_nodes_get (&building->callers, branch);
  gint64 inclusive[TV_N_CLOCKS];

  sum->calls += get_inclusive (calls, number, inclusive);
  sum->waiting += calls->waiting != NULL ? calls->waiting[number] : 0;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    if (calls->exclusive[clock] != NULL)
      {
        sum->exclusive[clock] += calls->exclusive[clock][number];
        if (!is_nested (calls, number))
          sum->inclusive[clock] += inclusive[clock];
      }
  return branch;
}

/* The methods */

static gboolean
add_methods (Building *building, Source *source)
{
  source->branches = g_new (guint32, MAX (source->calls.n, 1));
  for (guint32 i = 0; i < source->calls.n; i++)
    {
      if (i % ITEMS_PER_CHECK == 0
          && g_cancellable_is_cancelled (building->cancellable))
        return FALSE;
      source->branches[i] = is_left_out (source, i)
                                ? TV_NODE_NONE
                                : add_call (building, source, source->root, i, i);
    }
  return TRUE;
}

/* Makes an item of each call that has a caller, of methods that are kept. */
static void
make_items (const Building *building, Source *source)
{
  source->items = g_array_new (FALSE, FALSE, sizeof (Item));
  for (guint32 i = 0; i < source->calls.n; i++)
    {
      const Item item = { .number = i,
                          .at = tv_thread_range_find_parent (&source->calls.range, i),
                          .branch = tv_call_tree_nodes_get_kept (&building->callers,
                                                                 source->branches[i]) };

      if (item.at != TV_CALL_NONE && item.branch != TV_NODE_NONE)
        g_array_append_val (source->items, item);
    }
  g_clear_pointer (&source->branches, g_free);
}

/* Their callers */

static gboolean
add_items (Building *building, Source *source)
{
  for (guint i = 0; i < source->items->len; i++)
    {
      Item *item = &g_array_index (source->items, Item, i);

      if (i % ITEMS_PER_CHECK == 0
          && g_cancellable_is_cancelled (building->cancellable))
        return FALSE;
      item->branch = add_call (building, source, item->branch, item->number, item->at);
    }
  return TRUE;
}

/* Keeps the items that have a caller further up, in a branch that is kept. */
static void
move_items (const Building *building, Source *source)
{
  guint n = 0;

  for (guint i = 0; i < source->items->len; i++)
    {
      Item item = g_array_index (source->items, Item, i);

      item.branch = tv_call_tree_nodes_get_kept (&building->callers, item.branch);
      item.at = tv_thread_range_find_parent (&source->calls.range, item.at);
      if (item.branch != TV_NODE_NONE && item.at != TV_CALL_NONE)
        g_array_index (source->items, Item, n++) = item;
    }
  g_array_set_size (source->items, n);
}

static gboolean
add_level (Building *building, guint level)
{
  const TvCallTreeLimits *limits = building->limits;

  tv_call_tree_nodes_begin_level (&building->callers);
  for (guint i = 0; i < building->n_sources; i++)
    {
      Source *source = &building->sources[i];

      if (source->root != TV_NODE_NONE
          && !(level == 0 ? add_methods (building, source)
                          : add_items (building, source)))
        return FALSE;
    }
  tv_call_tree_nodes_end_level (&building->callers, limits->clock, building->least,
                                building->from == NULL);
  for (guint i = 0; i < building->n_sources; i++)
    {
      Source *source = &building->sources[i];

      if (source->root == TV_NODE_NONE)
        continue;
      if (level == 0)
        make_items (building, source);
      else
        move_items (building, source);
    }
  return TRUE;
}

static gboolean
has_items (const Building *building)
{
  for (guint i = 0; i < building->n_sources; i++)
    if (building->sources[i].items != NULL && building->sources[i].items->len > 0)
      return TRUE;
  return FALSE;
}

static gboolean
add_levels (Building *building)
{
  const guint max_depth = building->limits->max_depth;
  gboolean going_on = building->callers.nodes->len > 0;

  for (guint level = 0; going_on; level++)
    {
      if (max_depth > 0 && level == max_depth)
        break;
      if (!add_level (building, level))
        return FALSE;
      going_on = has_items (building);
    }
  return !g_cancellable_is_cancelled (building->cancellable);
}

static void
clear_source (Source *source)
{
  range_calls_clear (&source->calls);
  g_clear_pointer (&source->branches, g_free);
  g_clear_pointer (&source->items, g_array_unref);
}

static gboolean
build (Building *building)
{
  const guint n = tv_thread_set_count (building->range->threads, building->trace);
  gboolean done;

  building->n_sources = building->range->start < building->range->end ? n : 0;
  building->sources = g_new0 (Source, MAX (building->n_sources, 1));
  tv_parallel_run (building->n_sources, building->range->n_workers, prepare_source,
                   building);
  add_roots (building);
  done = add_levels (building);
  for (guint i = 0; i < building->n_sources; i++)
    clear_source (&building->sources[i]);
  g_free (building->sources);
  return done;
}

/**
 * tv_call_tree_new_bottom_up:
 * @trace: a trace
 * @range: the part of it
 * @limits: which paths are wanted, by their exclusive times or, of the methods of
 *   @from, by their inclusive times; @same is not supported
 * @cancellable: (nullable): stops the work
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Makes a bottom-up tree: below the roots are the methods, and below each method its
 * callers. A node has the sums of the method at the start of its path, when called
 * along that path: calls, exclusive times, and the inclusive times of calls that are
 * not recursive. So the sums on the level of the methods are those of a #TvProfile.
 *
 * Takes up to 50 bytes for each call, memory for each path that is wanted, and on each
 * level time for each call of the methods that are wanted: call it in a worker, and
 * with limits where stacks may be deep.
 *
 * Returns: (transfer full) (nullable): the tree, its children sorted by that time on
 *   the clock of @limits, or %NULL with @error set
 */
TvCallTree *
tv_call_tree_new_bottom_up (TvTrace *trace, const TvProfileRange *range,
                            const TvCallTreeLimits *limits, GCancellable *cancellable,
                            GError **error)
{
  Building building = {
    .trace = trace, .range = range, .limits = limits, .cancellable = cancellable
  };
  g_autofree guint8 *through = NULL;
  g_autofree guint8 *from = NULL;
  TvCallTree *tree = NULL;

  g_return_val_if_fail (trace != NULL && range != NULL && limits != NULL, NULL);
  g_return_val_if_fail (limits->same == NULL, NULL);
  g_return_val_if_fail (limits->from == NULL || limits->through == NULL, NULL);

  building.through = through = tv_call_tree_through_find (trace, limits->through, NULL);
  building.from = from = tv_call_tree_through_find (trace, limits->from, NULL);
  tv_call_tree_nodes_init (&building.callers, sizeof (TvCallTreeNode));
  if (build (&building))
    tree = tv_call_tree_new_from_nodes (
        trace, g_steal_pointer (&building.callers.nodes), limits->clock,
        building.from == NULL, building.whole);
  else
    (void) g_cancellable_set_error_if_cancelled (cancellable, error);
  tv_call_tree_nodes_clear (&building.callers);
  return tree;
}
