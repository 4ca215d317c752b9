/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lanes/lane-index-private.h"

#include "analysis/lanes/lane-gather-private.h"

/* How many blocks are made between two looks at the cancellable: less than a
   millisecond's. */
#define BLOCKS_PER_CHECK 64

/* Sums begin with so few slots, and grow. */
#define FIRST_SUMS_BITS 6

/* A place in the block at hand where a part may begin or end. */
typedef struct
{
  gint64 time;
  guint n_events; /* of the block, until there */
  guint32 depth;
} Place;

typedef struct
{
  TvLaneIndex *index;
  TvLaneWalk walk;
  gsize block; /* the block at hand */
  guint n_places;
  Place places[TV_LANE_BLOCK_EVENTS + 2]; /* its calls, and its end */
  TvLaneGather
      gather[1 + TV_LANE_MAX_LEVELS]; /* the part, and the blocks of each level */
  TvLaneCellsBuild cells;
} Build;

static void
end_part (Build *build, gsize place, guint32 depth, gint64 time)
{
  TvLaneIndex *index = build->index;
  TvLaneGather *gather = &build->gather[0];
  TvLanePart *part = &index->parts[place];
  gint64 begin_depth = (gint64) index->begins[build->block].depth + part->climb;

  part->busy
      = (guint8) tv_lane_gather_to_steps (gather->busy, time - gather->start, 255);
  part->rise = (guint8) CLAMP ((gint64) gather->deepest - begin_depth, 0, G_MAXUINT8);
  tv_lane_gather_write (gather, time, TV_LANE_PART_METHODS, part->share,
                        &index->part_methods, place * TV_LANE_PART_METHODS);
  tv_lane_gather_fold (&build->gather[1], gather);
  tv_lane_gather_restart (gather, depth, time);
}

/* Ends the blocks of all levels that end with the one at hand. */
static void
end_levels (Build *build, guint32 depth, gint64 time)
{
  TvLaneIndex *index = build->index;
  gsize place = build->block;

  for (guint i = 0; i < index->n_levels; i++)
    {
      TvLaneLevel *level = &index->levels[i];
      TvLaneGather *gather = &build->gather[i + 1];
      TvLaneBlock *block = &level->blocks[place];

      block->busy = (guint16) tv_lane_gather_to_steps (
          gather->busy, time - gather->start, G_MAXUINT16);
      block->depth = (guint16) MIN (gather->deepest, G_MAXUINT16);
      tv_lane_gather_write (gather, time, TV_LANE_BLOCK_METHODS, block->share,
                            &level->methods, place * TV_LANE_BLOCK_METHODS);
      if (i + 1 < index->n_levels)
        tv_lane_gather_fold (gather + 1, gather);
      tv_lane_gather_restart (gather, depth, time);
      if (place % TV_LANE_FAN_OUT != TV_LANE_FAN_OUT - 1 && place + 1 < level->n)
        break;
      place /= TV_LANE_FAN_OUT;
    }
}

static inline void
gather_own (gpointer visitor, guint32 call, guint32 depth, gint64 start, gint64 end)
{
  Build *build = visitor;
  TvLaneGather *gather = &build->gather[0];
  guint32 method = tv_calls_method (&build->index->calls, call);

  tv_lane_gather_own (gather, method, depth, end - start);
  tv_lane_cells_add (&build->cells, method, depth, start, end, FALSE);
}

static void
gather_waiting (gpointer visitor, guint32 call, guint32 depth, gint64 start, gint64 end)
{
  Build *build = visitor;
  TvLaneGather *gather = &build->gather[0];
  guint32 method = tv_calls_method (&build->index->calls, call);

  gather->deepest = MAX (gather->deepest, depth);
  tv_lane_gather_wait (gather, method, end - start);
  tv_lane_cells_add (&build->cells, method, depth, start, end, TRUE);
}

static inline void
gather_instant (gpointer visitor, guint32 call, guint32 depth, gint64 time)
{
  Build *build = visitor;
  TvLaneGather *gather = &build->gather[0];
  guint32 method = tv_calls_method (&build->index->calls, call);

  gather->deepest = MAX (gather->deepest, depth);
  if (gather->instant_method == TV_METHOD_NONE)
    gather->instant_method = method;
  tv_lane_cells_add_instant (&build->cells, method, depth, time);
}

static const TvLaneVisitor build_visitor
    = { .own = gather_own, .wait = gather_waiting, .instant = gather_instant };

static inline gint64
get_end (const TvCalls *calls, guint32 call, gint64 now)
{
  return MAX (tv_times_get (&calls->axis_end, call), now);
}

/* Finds out where a block ends, and lists its calls. */
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

/* What it takes to look into a part: the chance that a column ends in it times the
   calls to walk over then. */
static inline double
get_cost (const Place *from, const Place *to)
{
  return (double) (to->time - from->time) * (to->n_events - from->n_events);
}

/* Finds the place between two others that saves most. */
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

/* Cuts a block into parts where that saves most: so that what takes long is a part for
   itself, and columns, most of which end in there, have little to look into. Gives the
   numbers of the calls with which parts begin but the first, and returns how many. */
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

/* Writes where the parts begin, and sums them up. */
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
    tv_lane_gather_restart (&build->gather[i], 0, start);
  tv_lane_cells_begin (&build->cells, &index->cells, start,
                       tv_trace_get_thread (index->trace, index->thread)->axis_last);
  tv_lane_walk_init (&build->walk, index->trace, index->thread, start, G_MAXINT64);
  for (; build->block < index->n_blocks; build->block++)
    {
      if (build->block % BLOCKS_PER_CHECK == 0
          && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      make_block (build);
    }
  tv_lane_cells_end (&build->cells);
  return TRUE;
}

gboolean
tv_lane_index_build (TvLaneIndex *index, GCancellable *cancellable)
{
  g_autofree Build *build = g_new0 (Build, 1);
  gboolean done;

  build->index = index;
  for (guint i = 0; i <= index->n_levels; i++)
    tv_lane_sums_init (&build->gather[i].sums, FIRST_SUMS_BITS);
  done = index->calls.n == 0 || make_blocks (build, cancellable);
  if (index->calls.n > 0)
    tv_lane_cells_clear_build (&build->cells);
  for (guint i = 0; i <= index->n_levels; i++)
    tv_lane_sums_clear (&build->gather[i].sums);
  return done;
}
