/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/call-bounds-private.h"

G_BEGIN_DECLS

/*
 * What a thread does from one instant to the next: the innermost open call, cut where
 * its callees run and where it waits. Both functions get the call and the times; times
 * never go back. A call without length is told by its instant alone.
 */
typedef struct
{
  void (*own) (gpointer visitor, guint32 call, gint64 start, gint64 end);
  void (*wait) (gpointer visitor, guint32 call, gint64 start, gint64 end);
  void (*instant) (gpointer visitor, guint32 call, gint64 time);
} TvLaneVisitor;

typedef struct
{
  TvCalls calls;
  TvWaits waits;
  gint64 start;
  gint64 end;
  gsize wait;
  gint64 next_wait;
} TvLaneWalk;

static inline void
tv_lane_walk_find_wait (TvLaneWalk *walk)
{
  walk->next_wait = walk->wait < walk->waits.n
                        ? tv_times_get (&walk->waits.start, walk->wait)
                        : G_MAXINT64;
}

/* Prepares a walk over [@start, @end) of @thread. */
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

/* Cuts the waits out of a call's own time. */
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

/*
 * From here on everything is inlined, so that @visit and @narrow (both columns of times
 * are 32 bits wide) are constants in the loop: that makes it two to three times as
 * fast.
 */
G_ALWAYS_INLINE static inline gint64
tv_lane_walk_time (const TvTimes *times, gsize call, gboolean narrow)
{
  return narrow ? (gint64) times->narrow[call] * times->unit
                : tv_times_get (times, call);
}

/* Gives @call the time from @start to @end; returns @end. */
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

/* Closes @open and the calls around it up to @outer, but at @end at the latest. */
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

/* Goes through the calls once. */
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

/* Calls @visit, which should be constant, for everything in the walk's range. */
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
