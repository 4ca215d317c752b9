/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lane-index-private.h"

#include "analysis/lane-sums-private.h"

/* How many entries and exits go by between two looks at the cancellable: a
   millisecond's. */
#define EVENTS_PER_CHECK 65536

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

typedef struct
{
  TvLaneIndex *index;
  TvLaneWalk walk;
  GCancellable *cancellable;
  gsize block;      /* the block at hand */
  guint part;       /* the part of it */
  guint n_events;   /* of the block, until now */
  guint part_shift; /* takes a number of events to the part they are due for */
  gint64 last_time;
  Gather gather[1 + TV_LANE_MAX_LEVELS]; /* the part, and the blocks of each level */
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
end_part (Build *build, guint32 depth, gint64 time)
{
  TvLaneIndex *index = build->index;
  Gather *gather = &build->gather[0];
  gsize place = (build->block << index->part_bits) + build->part;
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

static void
end_block (Build *build, const TvLaneState *state)
{
  TvLaneIndex *index = build->index;
  guint n_parts = 1u << index->part_bits;

  end_part (build, state->depth, state->time);
  while (++build->part < n_parts)
    index->parts[(build->block << index->part_bits) + build->part].starts
        = TV_LANE_PART_EMPTY;
  end_levels (build, state->depth, state->time);

  build->block++;
  build->part = 0;
  build->n_events = 0;
  index->times[build->block] = state->time;
  index->begins[build->block]
      = (TvLaneBegin){ (guint32) state->next, state->open, state->depth };
}

static inline void
count_event (Build *build, gsize next, guint32 open, guint32 depth, gint64 time)
{
  build->n_events++;
  build->last_time = time;
  if (build->n_events < TV_LANE_BLOCK_EVENTS)
    return;
  end_block (build, &(TvLaneState){ next, open, depth, time });
  if (build->block % (EVENTS_PER_CHECK / TV_LANE_BLOCK_EVENTS) == 0)
    build->walk.stopped = g_cancellable_is_cancelled (build->cancellable);
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

/* Begins a new part with the entry of a call if one is due. */
static inline void
begin_part_if_due (gpointer visitor, guint32 call, guint32 depth, gint64 time)
{
  Build *build = visitor;
  TvLaneIndex *index = build->index;
  const TvLaneBegin *begin = &index->begins[build->block];
  guint due = MIN (build->n_events >> build->part_shift, (1u << index->part_bits) - 1);
  gint64 climb = (gint64) depth - begin->depth;

  if (G_LIKELY (due <= build->part) || climb < G_MININT8 || climb > G_MAXINT8)
    return;
  end_part (build, depth, time);
  while (build->part < due)
    {
      gsize place = (build->block << index->part_bits) + ++build->part;

      index->parts[place].starts = (guint8) (call - begin->next);
      index->parts[place].climb = (gint8) climb;
    }
}

static inline void
count_entry (gpointer visitor, guint32 call, guint32 depth, gint64 time)
{
  count_event (visitor, (gsize) call + 1, call, depth, time);
}

static inline void
count_exit (gpointer visitor, gsize next, guint32 open, guint32 depth, gint64 time)
{
  count_event (visitor, next, open, depth, time);
}

static const TvLaneVisitor build_visitor = {
  .own = gather_own,
  .wait = gather_waiting,
  .instant = gather_instant,
  .entering = begin_part_if_due,
  .entered = count_entry,
  .left = count_exit,
};

static void
run_build (Build *build)
{
  TvLaneIndex *index = build->index;
  TvLaneState first = { 0, TV_CALL_NONE, 0, 0 };
  TvLaneState last = { index->calls.n, TV_CALL_NONE, 0, G_MAXINT64 };

  if (index->calls.n == 0)
    return;
  first.time = tv_times_get (&index->calls.axis_start, 0);
  index->times[0] = first.time;
  index->begins[0] = (TvLaneBegin){ 0, TV_CALL_NONE, 0 };
  for (guint i = 0; i <= index->n_levels; i++)
    gather_restart (&build->gather[i], 0, first.time);
  tv_lane_walk_init (&build->walk, index->trace, index->thread, first.time, G_MAXINT64);
  tv_lane_walk_part (&build->walk, &build_visitor, build, &first, &last);
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

  build->index = index;
  build->cancellable = cancellable;
  build->part_shift = TV_LANE_BLOCK_BITS - index->part_bits;
  for (guint i = 0; i <= index->n_levels; i++)
    tv_lane_sums_init (&build->gather[i].sums);

  run_build (build);
  if (build->n_events > 0 && !build->walk.stopped)
    end_block (build,
               &(TvLaneState){ index->calls.n, TV_CALL_NONE, 0, build->last_time });
  for (guint i = 0; i <= index->n_levels; i++)
    tv_lane_sums_clear (&build->gather[i].sums);
  g_assert (build->walk.stopped || build->block == index->n_blocks);
  return !build->walk.stopped;
}
