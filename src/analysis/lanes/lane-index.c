/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lanes/lane-index-private.h"

/* Walking over a thread with fewer calls takes much less than a frame. */
#define MIN_CALLS 4096

/* See count_cells(), which assumes a screen of at most 1600 columns. */
#define BIG_BLOCKS (1 << 13)
#define CELLS_OF_BIG (2 * 1600 * TV_TIME_CELLS_PER_COLUMN + 512)

/* The number of blocks between two checks for cancellation, less than a millisecond. */
#define BLOCKS_PER_CHECK 64

/* The tables of own time begin small and grow. */
#define FIRST_TABLE_BITS 6

/* Returns the number of cells, which keep the index to a byte a call. A big thread has
 * at least as many as a screen needs to show half of its time, a thread twice as big a
 * quarter; for that the index may take a sixth more. The biggest threads would have
 * more than enough cells, and get fewer. */
static gsize
count_cells (gsize n_blocks, gboolean narrow)
{
  gsize eighths = !narrow ? 8 : n_blocks >= 8 * BIG_BLOCKS ? 10 : 14;
  gsize n = n_blocks * eighths / 8;

  if (n_blocks >= 2 * BIG_BLOCKS)
    return MAX (n, 2 * CELLS_OF_BIG);
  return n_blocks >= BIG_BLOCKS ? MAX (n, CELLS_OF_BIG) : n;
}

static TvLaneIndex *
allocate (TvTrace *trace, guint thread)
{
  TvLaneIndex *index = g_atomic_rc_box_new0 (TvLaneIndex);
  const gsize events_around = TV_LANE_BLOCK_EVENTS - 1;
  gboolean narrow;
  gsize n;

  index->trace = tv_trace_ref (trace);
  index->thread = thread;
  index->calls = tv_trace_get_calls (trace, thread);
  narrow = tv_calls_get_narrow_methods (&index->calls) != NULL || index->calls.n == 0;
  n = index->n_blocks = (2 * index->calls.n + events_around) / TV_LANE_BLOCK_EVENTS;
  index->times = g_new0 (gint64, n + 1);
  index->begins = g_new0 (TvLaneBegin, n + 1);
  index->part_bits = narrow ? 3 : 2;
  index->block_parts = narrow ? TV_LANE_NARROW_PARTS : TV_LANE_WIDE_PARTS;
  index->parts = g_new0 (TvLanePart, n * index->block_parts);
  tv_lane_methods_init (&index->part_methods, narrow,
                        n * index->block_parts * TV_LANE_PART_METHODS);
  while (n > 0)
    {
      TvLaneLevel *level = &index->levels[index->n_levels++];

      level->n = n;
      level->blocks = g_new0 (TvLaneBlock, n);
      tv_lane_methods_init (&level->methods, narrow, n * TV_LANE_BLOCK_METHODS);
      n = n > 1 ? (n + TV_LANE_FAN_OUT - 1) / TV_LANE_FAN_OUT : 0;
    }
  tv_time_pyramid_init (&index->pyramid, narrow, count_cells (index->n_blocks, narrow));
  return index;
}

/* A place in the current block where a part may begin or end. */
typedef struct
{
  gint64 time;
  guint n_events; /* number of events of the block before the place */
  guint32 depth;
} Place;

typedef struct
{
  TvLaneIndex *index;
  TvLaneWalk walk;
  gsize block; /* the current block */
  guint n_places;
  Place places[TV_LANE_BLOCK_EVENTS + 2]; /* of its calls and its end */
  /* Of the current part, and of the current block of each level. */
  TvBlockBuilder sums[1 + TV_LANE_MAX_LEVELS];
  TvTimePyramidBuilder pyramid;
} Build;

static void
end_part (Build *build, gsize place, guint32 depth, gint64 time)
{
  TvLaneIndex *index = build->index;
  TvBlockBuilder *sums = &build->sums[0];
  TvLanePart *part = &index->parts[place];
  gint64 begin_depth = (gint64) index->begins[build->block].depth + part->climb;

  part->busy = (guint8) tv_lane_to_steps (sums->busy, time - sums->start, 255);
  part->rise = (guint8) CLAMP ((gint64) sums->deepest - begin_depth, 0, G_MAXUINT8);
  tv_block_builder_write (sums, time, TV_LANE_PART_METHODS, part->share,
                          &index->part_methods, place * TV_LANE_PART_METHODS);
  tv_block_builder_fold (&build->sums[1], sums);
  tv_block_builder_restart (sums, depth, time);
}

/* Ends the blocks of all levels that end with the current one. */
static void
end_levels (Build *build, guint32 depth, gint64 time)
{
  TvLaneIndex *index = build->index;
  gsize place = build->block;

  for (guint i = 0; i < index->n_levels; i++)
    {
      TvLaneLevel *level = &index->levels[i];
      TvBlockBuilder *sums = &build->sums[i + 1];
      TvLaneBlock *block = &level->blocks[place];

      block->busy
          = (guint16) tv_lane_to_steps (sums->busy, time - sums->start, G_MAXUINT16);
      block->depth = (guint16) MIN (sums->deepest, G_MAXUINT16);
      tv_block_builder_write (sums, time, TV_LANE_BLOCK_METHODS, block->share,
                              &level->methods, place * TV_LANE_BLOCK_METHODS);
      if (i + 1 < index->n_levels)
        tv_block_builder_fold (sums + 1, sums);
      tv_block_builder_restart (sums, depth, time);
      if (place % TV_LANE_FAN_OUT != TV_LANE_FAN_OUT - 1 && place + 1 < level->n)
        break;
      place /= TV_LANE_FAN_OUT;
    }
}

static inline void
add_own (gpointer visitor, guint32 call, guint32 depth, gint64 start, gint64 end)
{
  Build *build = visitor;
  guint32 method = tv_calls_method (&build->index->calls, call);

  tv_block_builder_add_own (&build->sums[0], method, depth, end - start);
  tv_time_pyramid_builder_add (&build->pyramid, method, depth, start, end, FALSE);
}

static void
add_waiting (gpointer visitor, guint32 call, guint32 depth, gint64 start, gint64 end)
{
  Build *build = visitor;
  TvBlockBuilder *sums = &build->sums[0];
  guint32 method = tv_calls_method (&build->index->calls, call);

  sums->deepest = MAX (sums->deepest, depth);
  tv_block_builder_add_wait (sums, method, end - start);
  tv_time_pyramid_builder_add (&build->pyramid, method, depth, start, end, TRUE);
}

static inline void
add_instant (gpointer visitor, guint32 call, guint32 depth, gint64 time)
{
  Build *build = visitor;
  guint32 method = tv_calls_method (&build->index->calls, call);

  tv_block_builder_add_instant (&build->sums[0], method, depth);
  tv_time_pyramid_builder_add_instant (&build->pyramid, method, depth, time);
}

static const TvLaneVisitor build_visitor
    = { .own = add_own, .wait = add_waiting, .instant = add_instant };

static inline gint64
get_end (const TvCalls *calls, guint32 call, gint64 now)
{
  return MAX (tv_times_get (&calls->axis_end, call), now);
}

/* Finds the end of the current block, and lists the places at which its calls begin. */
static TvLaneState
find_block_end (Build *build)
{
  const TvCalls *calls = &build->index->calls;
  TvLaneState state
      = tv_lane_index_get_state (build->index, build->block << build->index->part_bits);
  guint n = 0;

  build->n_places = 0;
  while (n < TV_LANE_BLOCK_EVENTS)
    {
      guint32 parent = TV_CALL_NONE;

      if (state.next < calls->n)
        parent = calls->parent[state.next];
      else if (state.open == TV_CALL_NONE)
        break;
      if (state.open != parent && state.open != TV_CALL_NONE)
        {
          state.time = get_end (calls, state.open, state.time);
          state.open = calls->parent[state.open];
          state.depth--;
        }
      else
        {
          state.time = MAX (state.time, tv_times_get (&calls->axis_start, state.next));
          build->places[build->n_places++] = (Place){ state.time, n, state.depth };
          state.open = (guint32) state.next++;
          state.depth++;
        }
      n++;
    }
  build->places[build->n_places] = (Place){ state.time, n, state.depth };
  return state;
}

/* Returns the cost of a part: the chance that a column ends in it, times the events to
 * walk over then. */
static inline double
get_cost (const Place *from, const Place *to)
{
  return (double) (to->time - from->time) * (to->n_events - from->n_events);
}

/* Finds the place between two others at which a cut saves most. */
static guint
find_cut (const Build *build, guint low, guint high, const Place *from, double *saved)
{
  const gint64 depth = build->index->begins[build->block].depth;
  const Place *to = &build->places[high];
  double whole = get_cost (from, to);
  guint best = high;

  *saved = 0;
  for (guint i = low; i < high; i++)
    {
      const Place *place = &build->places[i];
      gint64 climb = (gint64) place->depth - depth;
      double here = whole - get_cost (from, place) - get_cost (place, to);

      if (here > *saved && climb >= G_MININT8 && climb <= G_MAXINT8
          && i < TV_LANE_PART_EMPTY)
        {
          *saved = here;
          best = i;
        }
    }
  return best;
}

/* Cuts a block into parts where that saves most. A long call becomes a part of its own:
 * most columns end in it, and have few calls to walk over. Writes the numbers of the
 * calls at which all parts but the first begin. Returns how many. */
static guint
cut_block (const Build *build, guint *cuts)
{
  const guint n_parts = build->index->block_parts;
  const Place begin = { build->index->times[build->block], 0, 0 };
  double saved[TV_LANE_MAX_PARTS];
  guint best[TV_LANE_MAX_PARTS];
  guint n = 0;

  best[0] = find_cut (build, 0, build->n_places, &begin, &saved[0]);
  while (n + 1 < n_parts)
    {
      guint part = 0;
      const Place *from;

      for (guint i = 1; i <= n; i++)
        if (saved[i] > saved[part])
          part = i;
      if (saved[part] <= 0)
        break;

      n++;
      for (guint i = n; i > part + 1; i--)
        {
          saved[i] = saved[i - 1];
          best[i] = best[i - 1];
          cuts[i - 1] = cuts[i - 2];
        }
      cuts[part] = best[part];
      from = part > 0 ? &build->places[cuts[part - 1]] : &begin;
      best[part] = find_cut (build, part > 0 ? cuts[part - 1] + 1 : 0, cuts[part], from,
                             &saved[part]);
      best[part + 1] = find_cut (build, cuts[part] + 1,
                                 part + 1 < n ? cuts[part + 1] : build->n_places,
                                 &build->places[cuts[part]], &saved[part + 1]);
    }
  return n;
}

/* Cuts the current block into parts, and sums them up. */
static void
sum_up_parts (Build *build)
{
  TvLaneIndex *index = build->index;
  const guint n_parts = index->block_parts;
  const gsize first = build->block << index->part_bits;
  guint cuts[TV_LANE_MAX_PARTS];
  guint n_cuts = cut_block (build, cuts);

  for (guint i = 1; i < n_parts; i++)
    {
      TvLanePart *part = &index->parts[build->block * n_parts + i];

      part->starts = TV_LANE_PART_EMPTY;
      if (i > n_cuts)
        continue;
      part->starts = (guint8) cuts[i - 1];
      part->climb = (gint8) ((gint64) build->places[cuts[i - 1]].depth
                             - index->begins[build->block].depth);
    }
  for (guint i = 0; i <= n_cuts; i++)
    {
      TvLaneState from = tv_lane_index_get_state (index, first + i);
      TvLaneState to = tv_lane_index_get_state (index, first + i + 1);

      tv_lane_walk_part (&build->walk, &build_visitor, build, &from, &to);
      end_part (build, build->block * n_parts + i, to.depth, to.time);
    }
}

static void
make_block (Build *build)
{
  TvLaneIndex *index = build->index;
  TvLaneState end = find_block_end (build);

  index->times[build->block + 1] = end.time;
  index->begins[build->block + 1]
      = (TvLaneBegin){ (guint32) end.next, end.open, end.depth };
  sum_up_parts (build);
  end_levels (build, end.depth, end.time);
}

static gboolean
make_blocks (Build *build, GCancellable *cancellable)
{
  TvLaneIndex *index = build->index;
  gint64 start;

  start = tv_times_get (&index->calls.axis_start, 0);
  index->times[0] = start;
  index->begins[0] = (TvLaneBegin){ 0, TV_CALL_NONE, 0 };
  for (guint i = 0; i <= index->n_levels; i++)
    tv_block_builder_restart (&build->sums[i], 0, start);
  tv_time_pyramid_builder_begin (
      &build->pyramid, &index->pyramid, start,
      tv_trace_get_thread (index->trace, index->thread)->axis_last);
  tv_lane_walk_init (&build->walk, index->trace, index->thread, start, G_MAXINT64);
  for (; build->block < index->n_blocks; build->block++)
    {
      if (build->block % BLOCKS_PER_CHECK == 0
          && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      make_block (build);
    }
  tv_time_pyramid_builder_end (&build->pyramid);
  return TRUE;
}

static gboolean
build_index (TvLaneIndex *index, GCancellable *cancellable)
{
  g_autofree Build *build = g_new0 (Build, 1);
  gboolean done;

  build->index = index;
  for (guint i = 0; i <= index->n_levels; i++)
    tv_own_time_table_init (&build->sums[i].sums, FIRST_TABLE_BITS);
  done = index->calls.n == 0 || make_blocks (build, cancellable);
  if (index->calls.n > 0)
    tv_time_pyramid_builder_clear (&build->pyramid);
  for (guint i = 0; i <= index->n_levels; i++)
    tv_own_time_table_clear (&build->sums[i].sums);
  return done;
}

static void
free_contents (gpointer data)
{
  TvLaneIndex *index = data;

  for (guint i = 0; i < index->n_levels; i++)
    {
      g_free (index->levels[i].blocks);
      tv_lane_methods_clear (&index->levels[i].methods);
    }
  tv_lane_methods_clear (&index->part_methods);
  tv_time_pyramid_clear (&index->pyramid);
  g_free (index->parts);
  g_free (index->begins);
  g_free (index->times);
  tv_trace_unref (index->trace);
}

/**
 * tv_lane_index_is_useful:
 * @trace: a trace
 * @thread: index of a thread
 *
 * Returns: whether the thread has enough calls for an index to be worth its memory
 */
gboolean
tv_lane_index_is_useful (const TvTrace *trace, guint thread)
{
  g_return_val_if_fail (trace != NULL, FALSE);
  g_return_val_if_fail (thread < tv_trace_get_n_threads (trace), FALSE);

  return tv_trace_get_thread (trace, thread)->n_calls >= MIN_CALLS;
}

/**
 * tv_lane_index_new:
 * @trace: a trace
 * @thread: index of a thread
 * @cancellable: (nullable): stops the work within a few milliseconds
 *
 * Sums up the calls of a thread. Takes 150 to 200 nanoseconds a call, so run it in a
 * worker. If it is useful, the index takes about a byte a call, and up to a sixth more
 * for threads of one to four million calls.
 *
 * Returns: (transfer full) (nullable): the index, or %NULL if cancelled
 */
TvLaneIndex *
tv_lane_index_new (TvTrace *trace, guint thread, GCancellable *cancellable)
{
  g_autoptr (TvLaneIndex) index = NULL;

  g_return_val_if_fail (trace != NULL, NULL);
  g_return_val_if_fail (thread < tv_trace_get_n_threads (trace), NULL);

  index = allocate (trace, thread);
  return build_index (index, cancellable) ? g_steal_pointer (&index) : NULL;
}

TvLaneIndex *
tv_lane_index_ref (TvLaneIndex *index)
{
  g_return_val_if_fail (index != NULL, NULL);

  return g_atomic_rc_box_acquire (index);
}

void
tv_lane_index_unref (TvLaneIndex *index)
{
  g_return_if_fail (index != NULL);

  g_atomic_rc_box_release_full (index, free_contents);
}

/**
 * tv_lane_index_get_thread:
 * @index: an index
 *
 * Returns: the index of its thread
 */
guint
tv_lane_index_get_thread (const TvLaneIndex *index)
{
  g_return_val_if_fail (index != NULL, TV_THREAD_NONE);

  return index->thread;
}

gsize
tv_lane_index_get_size (const TvLaneIndex *index)
{
  gsize size = sizeof (TvLaneIndex);
  gsize n_parts;

  g_return_val_if_fail (index != NULL, 0);

  n_parts = index->n_blocks * index->block_parts;
  size += (index->n_blocks + 1) * (sizeof (gint64) + sizeof (TvLaneBegin));
  size += n_parts * sizeof (TvLanePart)
          + tv_lane_methods_get_size (&index->part_methods,
                                      n_parts * TV_LANE_PART_METHODS);
  for (guint i = 0; i < index->n_levels; i++)
    {
      const TvLaneLevel *level = &index->levels[i];

      size += level->n * sizeof (TvLaneBlock)
              + tv_lane_methods_get_size (&level->methods,
                                          level->n * TV_LANE_BLOCK_METHODS);
    }
  return size + tv_time_pyramid_get_size (&index->pyramid);
}

/* Returns the last part of a block that does not begin after a time. */
gsize
tv_lane_index_find_in_block (const TvLaneIndex *index, gsize block, gint64 time)
{
  gsize part = block << index->part_bits;
  gsize end = (block + 1) << index->part_bits;

  while (part + 1 < end && tv_lane_index_get_time (index, part + 1) <= time)
    part++;
  return part;
}

/* Returns the last part that does not begin after a time, or the first part. */
gsize
tv_lane_index_find (const TvLaneIndex *index, gint64 time)
{
  gsize block = 0;

  for (guint level = index->n_levels; level-- > 0;)
    block
        = tv_lane_index_find_block (index, level, block << TV_LANE_FAN_OUT_BITS, time);
  return tv_lane_index_find_in_block (index, block, time);
}
