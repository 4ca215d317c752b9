/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lane-index-private.h"

#include "analysis/lane-sums-private.h"

/* How many blocks are made between two looks at the cancellable: less than a
   millisecond's. */
#define BLOCKS_PER_CHECK 64

/* What a part or block holds until it is summed up. */
typedef struct
{
  gint64 start;
  gint64 busy;
  gint64 wait;
  guint32 wait_method;
  guint32 instant_method;
  guint32 deepest;
  TvLaneSums sums;
} Gather;

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
  Gather gather[1 + TV_LANE_MAX_LEVELS];  /* the part, and the blocks of each level */
} Build;

/* The methods with the most own time, as many as a block names. */
typedef struct
{
  guint n;
  TvLaneSum best[TV_LANE_BLOCK_METHODS];
} Leaders;

static inline void
gather_wait (Gather *gather, guint32 method, gint64 length)
{
  if (method == gather->wait_method)
    gather->wait += length;
  else if (length > gather->wait)
    {
      gather->wait = length;
      gather->wait_method = method;
    }
}

static void
gather_restart (Gather *gather, guint32 depth, gint64 time)
{
  gather->start = time;
  gather->busy = 0;
  gather->wait = 0;
  gather->wait_method = TV_METHOD_NONE;
  gather->instant_method = TV_METHOD_NONE;
  gather->deepest = depth;
  tv_lane_sums_restart (&gather->sums);
}

static void
gather_fold (Gather *gather, const Gather *part)
{
  gather->busy += part->busy;
  gather->deepest = MAX (gather->deepest, part->deepest);
  if (gather->instant_method == TV_METHOD_NONE)
    gather->instant_method = part->instant_method;
  if (part->wait > 0)
    gather_wait (gather, part->wait_method, part->wait);
  for (guint i = 0; i < part->sums.n; i++)
    {
      const TvLaneSum *sum = tv_lane_sums_get (&part->sums, i);

      tv_lane_sums_add (&gather->sums, sum->method, sum->own);
    }
}

/* Of equal sums that which came first stands first. */
static void
find_leaders (const TvLaneSums *sums, guint n, Leaders *leaders)
{
  leaders->n = 0;
  for (guint i = 0; i < sums->n; i++)
    {
      const TvLaneSum *sum = tv_lane_sums_get (sums, i);
      guint place = leaders->n;

      if (place == n && sum->own <= leaders->best[n - 1].own)
        continue;
      if (place < n)
        leaders->n++;
      else
        place--;
      for (; place > 0 && leaders->best[place - 1].own < sum->own; place--)
        leaders->best[place] = leaders->best[place - 1];
      leaders->best[place] = *sum;
    }
}

/* A part of a length in steps, at least 1 if it is anything. */
static guint
to_steps (gint64 part, gint64 whole, guint n_steps)
{
  double steps = part > 0 ? (double) part / (double) whole * n_steps + 0.5 : 0;

  return part > 0 ? (guint) CLAMP (steps, 1, n_steps) : 0;
}

static void
set_method (TvLaneMethods *methods, gsize place, guint32 method)
{
  if (methods->narrow != NULL)
    methods->narrow[place] = (guint16) method;
  else
    methods->wide[place] = method;
}

/* Writes the methods of a part or block, and their shares. */
static void
write_shares (const Gather *gather, gint64 end, guint n, guint8 *shares,
              TvLaneMethods *methods, gsize place)
{
  gint64 length = end - gather->start;
  Leaders leaders;

  if (gather->busy == 0)
    {
      if (gather->instant_method != TV_METHOD_NONE)
        {
          shares[0] = 1;
          set_method (methods, place, gather->instant_method);
        }
      if (gather->wait > 0)
        {
          shares[1] = (guint8) to_steps (gather->wait, length, 255);
          set_method (methods, place + 1, gather->wait_method);
        }
      return;
    }
  find_leaders (&gather->sums, n, &leaders);
  for (guint i = 0; i < leaders.n; i++)
    {
      shares[i] = (guint8) to_steps (leaders.best[i].own, length, 255);
      set_method (methods, place + i, leaders.best[i].method);
    }
}

static void
end_part (Build *build, gsize place, guint32 depth, gint64 time)
{
  TvLaneIndex *index = build->index;
  Gather *gather = &build->gather[0];
  TvLanePart *part = &index->parts[place];
  gint64 begin_depth = (gint64) index->begins[build->block].depth + part->climb;

  part->busy = (guint8) to_steps (gather->busy, time - gather->start, 255);
  part->rise = (guint8) CLAMP ((gint64) gather->deepest - begin_depth, 0, G_MAXUINT8);
  write_shares (gather, time, TV_LANE_PART_METHODS, part->share, &index->part_methods,
                place * TV_LANE_PART_METHODS);
  gather_fold (&build->gather[1], gather);
  gather_restart (gather, depth, time);
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
      Gather *gather = &build->gather[i + 1];
      TvLaneBlock *block = &level->blocks[place];

      block->busy
          = (guint16) to_steps (gather->busy, time - gather->start, G_MAXUINT16);
      block->depth = (guint16) MIN (gather->deepest, G_MAXUINT16);
      write_shares (gather, time, TV_LANE_BLOCK_METHODS, block->share, &level->methods,
                    place * TV_LANE_BLOCK_METHODS);
      if (i + 1 < index->n_levels)
        gather_fold (gather + 1, gather);
      gather_restart (gather, depth, time);
      if (place % TV_LANE_FAN_OUT != TV_LANE_FAN_OUT - 1 && place + 1 < level->n)
        break;
      place /= TV_LANE_FAN_OUT;
    }
}

static inline void
gather_own (gpointer visitor, guint32 call, guint32 depth, gint64 start, gint64 end)
{
  Build *build = visitor;
  Gather *gather = &build->gather[0];

  gather->busy += end - start;
  gather->deepest = MAX (gather->deepest, depth);
  tv_lane_sums_add (&gather->sums, tv_calls_method (&build->index->calls, call),
                    end - start);
}

static void
gather_waiting (gpointer visitor, guint32 call, guint32 depth, gint64 start, gint64 end)
{
  Build *build = visitor;
  Gather *gather = &build->gather[0];

  gather->deepest = MAX (gather->deepest, depth);
  gather_wait (gather, tv_calls_method (&build->index->calls, call), end - start);
}

static inline void
gather_instant (gpointer visitor, guint32 call, guint32 depth, gint64 time)
{
  Build *build = visitor;
  Gather *gather = &build->gather[0];

  gather->deepest = MAX (gather->deepest, depth);
  if (gather->instant_method == TV_METHOD_NONE)
    gather->instant_method = tv_calls_method (&build->index->calls, call);
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
  const guint n_parts = 1u << build->index->part_bits;
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
  const guint n_parts = 1u << index->part_bits;
  const gsize first = build->block << index->part_bits;
  guint cuts[TV_LANE_MAX_PARTS];
  guint n_cuts = cut_block (build, cuts);

  for (guint i = 1; i < n_parts; i++)
    {
      TvLanePart *part = &index->parts[first + i];

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
      end_part (build, first + i, to.depth, to.time);
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

  if (index->calls.n == 0)
    return TRUE;
  start = tv_times_get (&index->calls.axis_start, 0);
  index->times[0] = start;
  index->begins[0] = (TvLaneBegin){ 0, TV_CALL_NONE, 0 };
  for (guint i = 0; i <= index->n_levels; i++)
    gather_restart (&build->gather[i], 0, start);
  tv_lane_walk_init (&build->walk, index->trace, index->thread, start, G_MAXINT64);
  for (; build->block < index->n_blocks; build->block++)
    {
      if (build->block % BLOCKS_PER_CHECK == 0
          && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      make_block (build);
    }
  return TRUE;
}

/**
 * tv_lane_index_build:
 * @index: an index, all of whose contents are zero
 * @cancellable: (nullable): stops the work
 *
 * Fills an index.
 *
 * Returns: whether it was not cancelled
 */
gboolean
tv_lane_index_build (TvLaneIndex *index, GCancellable *cancellable)
{
  g_autofree Build *build = g_new0 (Build, 1);
  gboolean done;

  build->index = index;
  for (guint i = 0; i <= index->n_levels; i++)
    tv_lane_sums_init (&build->gather[i].sums);
  done = make_blocks (build, cancellable);
  for (guint i = 0; i <= index->n_levels; i++)
    tv_lane_sums_clear (&build->gather[i].sums);
  return done;
}
