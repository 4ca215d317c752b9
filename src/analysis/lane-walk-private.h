/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/call-bounds-private.h"

G_BEGIN_DECLS

/**
 * TvLaneVisitor:
 * @own: a call runs, no callee is open, and it does not wait
 * @wait: a call waits off the CPU
 * @instant: a call begins and ends at one time
 *
 * Is told what a thread does, piece by piece. Times are nanoseconds on the axis and
 * never go back.
 */
typedef struct
{
  void (*own) (gpointer visitor, guint32 call, gint64 start, gint64 end);
  void (*wait) (gpointer visitor, guint32 call, gint64 start, gint64 end);
  void (*instant) (gpointer visitor, guint32 call, gint64 time);
} TvLaneVisitor;

/**
 * TvLaneWalk:
 * @calls: the calls of the thread
 * @waits: its waits, none where the axis is no wall clock
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

/**
 * tv_lane_walk_find_wait:
 * @walk: a walk whose next wait has changed
 *
 * Looks its start up.
 */
static inline void
tv_lane_walk_find_wait (TvLaneWalk *walk)
{
  walk->next_wait = walk->wait < walk->waits.n
                        ? tv_times_get (&walk->waits.start, walk->wait)
                        : G_MAXINT64;
}

/**
 * tv_lane_walk_init:
 * @walk: (out caller-allocates): filled
 * @trace: a trace
 * @thread: index of a thread
 * @start: nanoseconds on the axis
 * @end: nanoseconds on the axis, after @start
 *
 * Prepares a walk.
 */
static inline void
tv_lane_walk_init (TvLaneWalk *walk, const TvTrace *trace, guint thread, gint64 start,
                   gint64 end)
{
  gsize low = 0, high;

  walk->calls = tv_trace_get_calls (trace, thread);
  walk->waits = (TvWaits){ 0 };
  /* Waits are wall times: they lie on the axis only if that is the wall clock. */
  if (tv_trace_get_axis (trace) == TV_AXIS_WALL)
    walk->waits = tv_trace_get_waits (trace, thread);
  walk->start = start;
  walk->end = end;

  high = walk->waits.n;
  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (tv_times_get (&walk->waits.end, middle) <= start)
        low = middle + 1;
      else
        high = middle;
    }
  walk->wait = low;
  tv_lane_walk_find_wait (walk);
}

/**
 * tv_lane_walk_cut:
 * @walk: a walk
 * @visit: what to call
 * @visitor: its first argument
 * @call: the innermost open call
 * @start: since when
 * @end: until when
 *
 * Cuts the waits out of a call's own time.
 */
G_GNUC_UNUSED static void
tv_lane_walk_cut (TvLaneWalk *walk, const TvLaneVisitor *visit, gpointer visitor,
                  guint32 call, gint64 start, gint64 end)
{
  while (walk->next_wait < end)
    {
      gint64 wait_start = MAX (walk->next_wait, start);
      gint64 wait_end = tv_times_get (&walk->waits.end, walk->wait);

      if (wait_end > start)
        {
          if (wait_start > start)
            visit->own (visitor, call, start, wait_start);
          start = MIN (wait_end, end);
          if (start > wait_start)
            visit->wait (visitor, call, wait_start, start);
          if (wait_end > end)
            return;
        }
      walk->wait++;
      tv_lane_walk_find_wait (walk);
    }
  if (start < end)
    visit->own (visitor, call, start, end);
}

/* From here on everything is inlined, so that the visitor and "narrow" are constants in
 * the loop: that makes it two to three times as fast. */

/**
 * tv_lane_walk_time:
 * @times: a column
 * @call: a row of it
 * @narrow: whether the column is one of 32 bits
 *
 * Returns: nanoseconds
 */
G_ALWAYS_INLINE static inline gint64
tv_lane_walk_time (const TvTimes *times, gsize call, gboolean narrow)
{
  return narrow ? (gint64) times->narrow[call] * times->unit
                : tv_times_get (times, call);
}

/**
 * tv_lane_walk_give:
 * @walk: a walk
 * @visit: what to call
 * @visitor: its first argument
 * @call: the innermost open call
 * @start: since when
 * @end: until when
 *
 * Gives a call a piece of time.
 *
 * Returns: @end
 */
G_ALWAYS_INLINE static inline gint64
tv_lane_walk_give (TvLaneWalk *walk, const TvLaneVisitor *visit, gpointer visitor,
                   guint32 call, gint64 start, gint64 end)
{
  if (G_UNLIKELY (walk->next_wait < end))
    tv_lane_walk_cut (walk, visit, visitor, call, start, end);
  else
    visit->own (visitor, call, start, end);
  return end;
}

/**
 * tv_lane_walk_close:
 * @walk: a walk
 * @visit: what to call
 * @visitor: its first argument
 * @open: the innermost open call
 * @outer: a call around it that stays open, or %TV_CALL_NONE
 * @now: where the walk is
 * @end: how far it may go
 * @ends: exit times
 * @narrow: whether the columns of times are of 32 bits
 *
 * Gives @open and the calls around it their time until they are left.
 *
 * Returns: where the walk is then
 */
G_ALWAYS_INLINE static inline gint64
tv_lane_walk_close (TvLaneWalk *walk, const TvLaneVisitor *visit, gpointer visitor,
                    guint32 open, guint32 outer, gint64 now, gint64 end,
                    const TvTimes *ends, gboolean narrow)
{
  const guint32 *parents = walk->calls.parent;

  while (open != outer && open != TV_CALL_NONE)
    {
      gint64 exit = MIN (tv_lane_walk_time (ends, open, narrow), end);

      if (exit > now)
        now = tv_lane_walk_give (walk, visit, visitor, open, now, exit);
      open = parents[open];
    }
  return now;
}

/**
 * tv_lane_walk_calls:
 * @walk: a walk
 * @visit: what to call
 * @visitor: its first argument
 * @narrow: whether the columns of times are of 32 bits
 *
 * Goes through the calls once, without a stack: the parent links are the stack.
 */
G_ALWAYS_INLINE static inline void
tv_lane_walk_calls (TvLaneWalk *walk, const TvLaneVisitor *visit, gpointer visitor,
                    gboolean narrow)
{
  const guint32 *parents = walk->calls.parent;
  const TvTimes starts = walk->calls.axis_start;
  const TvTimes ends = walk->calls.axis_end;
  const gsize n = walk->calls.n;
  const gint64 end = walk->end;
  gsize next = tv_calls_lower_bound (&walk->calls, 0, n, walk->start);
  guint32 open = tv_calls_innermost_open (&walk->calls, next, walk->start);
  gint64 now = walk->start;

  for (; next < n; next++)
    {
      gint64 start = tv_lane_walk_time (&starts, next, narrow);
      guint32 parent = parents[next];

      if (start >= end)
        break;
      now = tv_lane_walk_close (walk, visit, visitor, open, parent, now, start, &ends,
                                narrow);
      if (start > now)
        {
          if (parent != TV_CALL_NONE)
            tv_lane_walk_give (walk, visit, visitor, parent, now, start);
          now = start;
        }
      open = (guint32) next;
      if (tv_lane_walk_time (&ends, next, narrow) == start)
        visit->instant (visitor, open, start);
    }
  tv_lane_walk_close (walk, visit, visitor, open, TV_CALL_NONE, now, end, &ends,
                      narrow);

  /* What has no length at the very end would be in no range otherwise. */
  for (; next < n && tv_lane_walk_time (&starts, next, narrow) == end; next++)
    if (tv_lane_walk_time (&ends, next, narrow) == end)
      visit->instant (visitor, (guint32) next, end);
}

/**
 * tv_lane_walk_run:
 * @walk: a walk, used up by this
 * @visit: what to call; should be a constant
 * @visitor: its first argument
 *
 * Tells everything in the walk's range. Takes time for each call entered in the
 * range, and once for the depth of the stack.
 */
G_ALWAYS_INLINE static inline void
tv_lane_walk_run (TvLaneWalk *walk, const TvLaneVisitor *visit, gpointer visitor)
{
  if (walk->calls.n == 0)
    return;
  if (walk->calls.axis_start.narrow != NULL && walk->calls.axis_end.narrow != NULL)
    tv_lane_walk_calls (walk, visit, visitor, TRUE);
  else
    tv_lane_walk_calls (walk, visit, visitor, FALSE);
}

G_END_DECLS
