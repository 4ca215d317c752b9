/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/sums/thread-moment.h"

#include "analysis/sums/call-bounds-private.h"
#include "analysis/sums/wait-bounds-private.h"

/* An event on the axis and on the clock that is looked for. */
typedef struct
{
  gint64 axis;
  gint64 time;
} Event;

static Event
entry_of (const TvCalls *calls, TvClock clock, gsize call)
{
  return (Event){ tv_times_get (&calls->axis_start, call),
                  tv_times_get (&calls->start[clock], call) };
}

static Event
exit_of (const TvCalls *calls, TvClock clock, gsize call)
{
  return (Event){ tv_times_get (&calls->axis_end, call),
                  tv_times_get (&calls->end[clock], call) };
}

/* How much of a range the thread spent off the CPU. */
static gint64
sum_waits (const TvWaits *waits, gint64 start, gint64 end)
{
  gint64 sum = 0;

  for (gsize i = tv_waits_first_after (waits, start);
       i < waits->n && tv_times_get (&waits->start, i) < end; i++)
    sum += MIN (tv_times_get (&waits->end, i), end)
           - MAX (tv_times_get (&waits->start, i), start);
  return sum;
}

/* @step * @part / @whole, which never decreases with @part: so the way it is worked out
 * may not depend on @part. */
static gint64
share (gint64 step, gint64 part, gint64 whole)
{
  if (step == 0 || whole <= 0)
    return 0;
  if (step == whole)
    return part;
  if (step <= G_MAXINT64 / whole)
    return step * part / whole;
  return MIN ((gint64) ((double) step * ((double) part / (double) whole)), step);
}

/* CPU time passes evenly while the thread does not wait. Round a wait that is half of
 * the step before it and half after, see find_wait() in trace/call-builder.c. */
static gint64
cpu_at_wall_time (const TvTrace *trace, guint thread, Event before, Event after,
                  gint64 now)
{
  TvWaits waits = tv_trace_get_waits (trace, thread);
  gint64 awake = after.axis - before.axis - sum_waits (&waits, before.axis, after.axis);
  gint64 awake_so_far = now - before.axis - sum_waits (&waits, before.axis, now);

  return before.time + share (after.time - before.time, awake_so_far, awake);
}

/* On the virtual axis of all threads, an event stands its own thread's step after the
 * event before it in the file: whatever else lies between is the steps of others. */
static gint64
cpu_at_virtual_time (Event before, Event after, gint64 now)
{
  return after.time - MIN (after.time - before.time, after.axis - now);
}

static gint64
time_of_other_clock (const TvTrace *trace, guint thread, const TvCalls *calls,
                     TvClock clock, const TvThreadMoment *moment, guint32 left,
                     gint64 now)
{
  Event before, after;

  if (moment->next == 0)
    return G_MININT64;
  if (left != TV_CALL_NONE)
    before = exit_of (calls, clock, left);
  else
    before = entry_of (calls, clock, moment->next - 1);

  if (moment->next < calls->n && calls->parent[moment->next] == moment->open)
    after = entry_of (calls, clock, moment->next);
  else if (moment->open != TV_CALL_NONE)
    after = exit_of (calls, clock, moment->open);
  else
    return G_MAXINT64;

  if (tv_trace_get_axis (trace) == TV_AXIS_WALL)
    return cpu_at_wall_time (trace, thread, before, after, now);
  return cpu_at_virtual_time (before, after, now);
}

static gboolean
is_axis (const TvTrace *trace, TvClock clock)
{
  switch (tv_trace_get_axis (trace))
    {
    case TV_AXIS_CPU_PER_THREAD:
      return clock == TV_CLOCK_THREAD_CPU;
    case TV_AXIS_CPU_ALL_THREADS:
      return FALSE;
    case TV_AXIS_WALL:
    default:
      return clock == TV_CLOCK_WALL;
    }
}

/* All that happens on the axis is before its end, except where it has no length. */
static gboolean
is_after_all (const TvTrace *trace, gint64 axis_time)
{
  gint64 start, end;

  tv_trace_get_axis_range (trace, &start, &end);
  return axis_time > end || (axis_time == end && start < end);
}

/**
 * tv_thread_moment_find_next:
 * @trace: a trace
 * @thread: index of a thread
 * @axis_time: nanoseconds on the timeline's axis
 *
 * Takes a bisection.
 *
 * Returns: what tv_thread_moment_find() finds as the next call
 */
gsize
tv_thread_moment_find_next (const TvTrace *trace, guint thread, gint64 axis_time)
{
  TvCalls calls = tv_trace_get_calls (trace, thread);

  if (is_after_all (trace, axis_time))
    return calls.n;
  return tv_calls_lower_bound (&calls, 0, calls.n, axis_time);
}

/**
 * tv_thread_moment_find:
 * @trace: a trace
 * @thread: index of a thread
 * @axis_time: nanoseconds on the timeline's axis
 * @moment: (out caller-allocates): filled
 *
 * Finds the place of a moment among the calls of a thread. Events at that very time are
 * after it; those at the end of the trace's axis are before it, so that a range up to
 * there has everything.
 *
 * A clock that is not the axis is read off the events before and after. Where the axis
 * is the wall clock, thread-cpu time passes evenly between them, waits left out; on the
 * virtual axis of several threads' CPU time, just before the later event. The times of
 * later moments are never earlier.
 *
 * Takes a bisection, and as many steps as the stack was deep just before.
 */
void
tv_thread_moment_find (const TvTrace *trace, guint thread, gint64 axis_time,
                       TvThreadMoment *moment)
{
  TvCalls calls = tv_trace_get_calls (trace, thread);
  guint32 left = TV_CALL_NONE;

  *moment = (TvThreadMoment){ .next = calls.n, .open = TV_CALL_NONE };
  if (is_after_all (trace, axis_time))
    {
      moment->time[TV_CLOCK_THREAD_CPU] = moment->time[TV_CLOCK_WALL] = G_MAXINT64;
      return;
    }
  moment->next = tv_thread_moment_find_next (trace, thread, axis_time);
  moment->open = moment->next > 0 ? (guint32) (moment->next - 1) : TV_CALL_NONE;
  while (moment->open != TV_CALL_NONE
         && tv_times_get (&calls.axis_end, moment->open) < axis_time)
    {
      left = moment->open;
      moment->open = calls.parent[left];
    }
  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      if (is_axis (trace, clock))
        moment->time[clock] = axis_time;
      else if (tv_trace_has_clock (trace, clock))
        moment->time[clock] = time_of_other_clock (trace, thread, &calls, clock, moment,
                                                   left, axis_time);
    }
}
