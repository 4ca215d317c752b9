/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/call-bounds.h"

G_BEGIN_DECLS

/**
 * TvLaneState:
 * @next: the next call to enter
 * @open: the innermost open call, or %TV_CALL_NONE
 * @depth: number of open calls
 * @time: nanoseconds on the axis
 *
 * A point between two entries or exits of a thread.
 */
typedef struct
{
  gsize next;
  guint32 open;
  guint32 depth;
  gint64 time;
} TvLaneState;

/**
 * TvLaneVisitor:
 * @own: a call runs, no callee is open, and it does not wait
 * @wait: a call waits off the CPU
 * @instant: a call begins and ends at one time
 *
 * Receives the own times, waits and instants of a thread in order, each with the number
 * of open calls. Times are nanoseconds on the axis and never decrease.
 */
typedef struct
{
  void (*own) (gpointer visitor, guint32 call, guint32 depth, gint64 start, gint64 end);
  void (*wait) (gpointer visitor, guint32 call, guint32 depth, gint64 start,
                gint64 end);
  void (*instant) (gpointer visitor, guint32 call, guint32 depth, gint64 time);
} TvLaneVisitor;

/**
 * TvLaneWalk:
 * @calls: the calls of the thread
 * @waits: its waits, none unless the axis is the wall clock
 * @start: where the walk begins, nanoseconds on the axis
 * @end: where it ends
 * @wait: the next wait
 * @next_wait: its start, %G_MAXINT64 if there is none
 *
 * A walk over a range of a thread.
 */
typedef struct
{
  TvCalls calls;
  TvWaits waits;
  gint64 start;
  gint64 end;
  gsize wait;
  gint64 next_wait;
} TvLaneWalk;

/* Moves to the first wait that ends after @time, in steps that double. */
static inline void
tv_lane_walk_seek_wait (TvLaneWalk *walk, gint64 time)
{
  gsize low = walk->wait;
  gsize step = 1;
  gsize high;

  while (low < walk->waits.n && step < walk->waits.n - low
         && tv_times_get (&walk->waits.end, low + step) <= time)
    {
      low += step;
      step *= 2;
    }
  high = low + MIN (step, walk->waits.n - low);
  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (tv_times_get (&walk->waits.end, middle) <= time)
        low = middle + 1;
      else
        high = middle;
    }
  walk->wait = low;
  walk->next_wait
      = low < walk->waits.n ? tv_times_get (&walk->waits.start, low) : G_MAXINT64;
}

static inline void
tv_lane_walk_init (TvLaneWalk *walk, const TvTrace *trace, guint thread, gint64 start,
                   gint64 end)
{
  walk->calls = tv_trace_get_calls (trace, thread);
  walk->waits = (TvWaits){ 0 };
  /* Waits are wall times, so they are on the axis only if it is the wall clock. */
  if (tv_trace_get_axis (trace) == TV_AXIS_WALL)
    walk->waits = tv_trace_get_waits (trace, thread);
  walk->start = start;
  walk->end = end;
  walk->wait = 0;
  tv_lane_walk_seek_wait (walk, start);
}

/* Splits a stretch of time into own time and waits. */
G_GNUC_UNUSED static void
tv_lane_walk_cut (TvLaneWalk *walk, const TvLaneVisitor *visit, gpointer visitor,
                  guint32 call, guint32 depth, gint64 start, gint64 end)
{
  while (walk->next_wait < end)
    {
      gint64 wait_start = MAX (walk->next_wait, start);
      gint64 wait_end = tv_times_get (&walk->waits.end, walk->wait);

      if (wait_end > start)
        {
          if (wait_start > start)
            visit->own (visitor, call, depth, start, wait_start);
          start = MIN (wait_end, end);
          if (start > wait_start)
            visit->wait (visitor, call, depth, wait_start, start);
          if (wait_end > end)
            return;
        }
      walk->wait++;
      walk->next_wait = walk->wait < walk->waits.n
                            ? tv_times_get (&walk->waits.start, walk->wait)
                            : G_MAXINT64;
    }
  if (start < end)
    visit->own (visitor, call, depth, start, end);
}

/* From here on all functions are inlined: the visitor and @narrow become constants,
 * which makes the loop two to three times as fast. */

G_ALWAYS_INLINE static inline gint64
tv_lane_walk_time (const TvTimes *times, gsize call, gboolean narrow)
{
  return narrow ? tv_times_get_narrow (times, call) : tv_times_get (times, call);
}

/* Passes the time up to @end, during which the innermost open call runs or waits, to
 * the visitor. */
G_ALWAYS_INLINE static inline void
tv_lane_walk_give (TvLaneWalk *walk, const TvLaneVisitor *visit, gpointer visitor,
                   TvLaneState *state, gint64 end)
{
  if (G_UNLIKELY (walk->next_wait < end))
    tv_lane_walk_cut (walk, visit, visitor, state->open, state->depth, state->time,
                      end);
  else
    visit->own (visitor, state->open, state->depth, state->time, end);
  state->time = end;
}

/* Leaves the innermost open call, after its last stretch of time. */
G_ALWAYS_INLINE static inline void
tv_lane_walk_leave (TvLaneWalk *walk, const TvLaneVisitor *visit, gpointer visitor,
                    TvLaneState *state, gboolean narrow)
{
  gint64 exit
      = MIN (tv_lane_walk_time (&walk->calls.axis_end, state->open, narrow), walk->end);

  if (exit > state->time)
    tv_lane_walk_give (walk, visit, visitor, state, exit);
  state->open = walk->calls.parent[state->open];
  state->depth--;
}

/* Visits the calls once, without a stack: the parent links are the stack. */
G_ALWAYS_INLINE static inline void
tv_lane_walk_calls (TvLaneWalk *walk, const TvLaneVisitor *visit, gpointer visitor,
                    const TvLaneState *from, const TvLaneState *to, gboolean narrow)
{
  const TvTimes starts = walk->calls.axis_start;
  const TvTimes ends = walk->calls.axis_end;
  const gint64 end = walk->end;
  TvLaneState state = *from;

  for (; state.next < to->next; state.next++)
    {
      gint64 start = tv_lane_walk_time (&starts, state.next, narrow);
      guint32 parent = walk->calls.parent[state.next];

      /* A call without length exactly at the end belongs to this range. */
      if (start > end)
        break;
      while (state.open != parent && state.open != TV_CALL_NONE)
        tv_lane_walk_leave (walk, visit, visitor, &state, narrow);
      if (start > state.time && parent != TV_CALL_NONE)
        tv_lane_walk_give (walk, visit, visitor, &state, start);
      state.time = MAX (state.time, start);
      state.open = (guint32) state.next;
      state.depth++;
      if (tv_lane_walk_time (&ends, state.next, narrow) == start)
        visit->instant (visitor, state.open, state.depth, start);
    }

  while (state.open != to->open && state.open != TV_CALL_NONE && state.time < end)
    tv_lane_walk_leave (walk, visit, visitor, &state, narrow);
  if (state.open != TV_CALL_NONE && state.time < MIN (to->time, end))
    tv_lane_walk_give (walk, visit, visitor, &state, MIN (to->time, end));
}

/* Visits everything between two states that is in the walk's range. */
G_ALWAYS_INLINE static inline void
tv_lane_walk_part (TvLaneWalk *walk, const TvLaneVisitor *visit, gpointer visitor,
                   const TvLaneState *from, const TvLaneState *to)
{
  if (tv_times_is_narrow (&walk->calls.axis_start)
      && tv_times_is_narrow (&walk->calls.axis_end))
    tv_lane_walk_calls (walk, visit, visitor, from, to, TRUE);
  else
    tv_lane_walk_calls (walk, visit, visitor, from, to, FALSE);
}

/* Finds the state at the beginning of the walk's range, at or after @from, by bisection
 * and a step for each call that is left in between. */
G_GNUC_UNUSED static TvLaneState
tv_lane_walk_find_start (const TvLaneWalk *walk, const TvLaneState *from, gsize end)
{
  TvLaneState state = *from;
  guint32 around;

  state.time = MAX (from->time, walk->start);
  state.next = tv_calls_lower_bound (&walk->calls, from->next, end, walk->start);
  if (state.next > from->next)
    state.open = (guint32) (state.next - 1);
  while (state.open != TV_CALL_NONE
         && tv_times_get (&walk->calls.axis_end, state.open) <= walk->start)
    state.open = walk->calls.parent[state.open];

  /* Calls after @from are inside a call that was open there. */
  state.depth = 0;
  for (around = state.open; around != TV_CALL_NONE && around >= from->next;
       around = walk->calls.parent[around])
    state.depth++;
  if (around == TV_CALL_NONE)
    return state;
  state.depth += from->depth;
  for (guint32 open = from->open; open != around; open = walk->calls.parent[open])
    state.depth--;
  return state;
}

/* Visits everything in the walk's range. Takes time for each call entered in the range,
 * and once for the depth of the stack. */
G_ALWAYS_INLINE static inline void
tv_lane_walk_run (TvLaneWalk *walk, const TvLaneVisitor *visit, gpointer visitor)
{
  const TvLaneState first = { 0, TV_CALL_NONE, 0, walk->start };
  const TvLaneState last = { walk->calls.n, TV_CALL_NONE, 0, walk->end };
  TvLaneState start;

  if (walk->calls.n == 0)
    return;
  start = tv_lane_walk_find_start (walk, &first, walk->calls.n);
  tv_lane_walk_part (walk, visit, visitor, &start, &last);
}

G_END_DECLS
