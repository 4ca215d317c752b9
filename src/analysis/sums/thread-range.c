/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/sums/thread-range.h"

#include "analysis/sums/call-bounds.h"
#include "trace/transform/transform.h"

#include <stdlib.h>

/* Sets of threads */

struct _TvThreadSet
{
  gatomicrefcount references;
  guint n;
  guint32 threads[]; /* ascending, each once */
};

static int
compare_threads (const void *a, const void *b)
{
  const guint32 first = *(const guint32 *) a;
  const guint32 second = *(const guint32 *) b;

  return (first > second) - (first < second);
}

/**
 * tv_thread_set_new:
 * @threads: (nullable) (array length=n): indexes of threads, in any order; %NULL only
 *   for none
 * @n: length of @threads
 *
 * Returns: (transfer full): the set of these threads
 */
TvThreadSet *
tv_thread_set_new (const guint32 *threads, guint n)
{
  TvThreadSet *set;
  guint kept = 0;

  g_return_val_if_fail (threads != NULL || n == 0, NULL);

  set = g_malloc (sizeof *set + sizeof set->threads[0] * (gsize) n);
  g_atomic_ref_count_init (&set->references);
  if (n > 0)
    {
      memcpy (set->threads, threads, sizeof threads[0] * (gsize) n);
      qsort (set->threads, n, sizeof set->threads[0], compare_threads);
    }
  for (guint i = 0; i < n; i++)
    if (kept == 0 || set->threads[kept - 1] != set->threads[i])
      set->threads[kept++] = set->threads[i];
  set->n = kept;
  return set;
}

TvThreadSet *
tv_thread_set_ref (TvThreadSet *set)
{
  g_return_val_if_fail (set != NULL, NULL);

  g_atomic_ref_count_inc (&set->references);
  return set;
}

void
tv_thread_set_unref (TvThreadSet *set)
{
  g_return_if_fail (set != NULL);

  if (g_atomic_ref_count_dec (&set->references))
    g_free (set);
}

/**
 * tv_thread_set_get:
 * @set: a set
 * @n: (out): number of threads
 *
 * Returns: (transfer none) (array length=n): indexes of its threads, ascending
 */
const guint32 *
tv_thread_set_get (const TvThreadSet *set, guint *n)
{
  g_return_val_if_fail (set != NULL && n != NULL, NULL);

  *n = set->n;
  return set->threads;
}

/**
 * tv_thread_set_count:
 * @set: (nullable): a set, %NULL for all threads
 * @trace: the trace of the threads
 *
 * Returns: number of threads in @set
 */
guint
tv_thread_set_count (const TvThreadSet *set, const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, 0);

  return set != NULL ? set->n : tv_trace_get_n_threads (trace);
}

/**
 * tv_thread_set_get_nth:
 * @set: (nullable): a set, %NULL for all threads
 * @n: a number below that of its threads
 *
 * Returns: index of the thread with that number, in ascending order
 */
guint32
tv_thread_set_get_nth (const TvThreadSet *set, guint n)
{
  g_return_val_if_fail (set == NULL || n < set->n, 0);

  return set != NULL ? set->threads[n] : n;
}

/**
 * tv_thread_set_contains:
 * @set: a set
 * @thread: index of a thread
 *
 * Returns: whether @thread is in @set
 */
gboolean
tv_thread_set_contains (const TvThreadSet *set, guint32 thread)
{
  g_return_val_if_fail (set != NULL, FALSE);

  return bsearch (&thread, set->threads, set->n, sizeof set->threads[0],
                  compare_threads)
         != NULL;
}

/**
 * tv_thread_set_equal:
 * @a: (nullable): a set, %NULL for all threads
 * @b: (nullable): another
 *
 * Returns: whether both have the same threads; %NULL is only equal to %NULL
 */
gboolean
tv_thread_set_equal (const TvThreadSet *a, const TvThreadSet *b)
{
  if (a == NULL || b == NULL)
    return a == b;
  return a->n == b->n
         && (a->n == 0
             || memcmp (a->threads, b->threads, sizeof a->threads[0] * a->n) == 0);
}

/* Positions */

/* A position on the axis among the calls of a thread. */
typedef struct
{
  gsize next;   /* the first call entered then or later */
  guint32 open; /* the innermost call entered before and left then or later */
  gint64 time[TV_N_CLOCKS];
} ThreadPosition;

/* An event on the axis and on the clock to interpolate. */
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

/* Sums up the time in a range that the thread spent off the CPU. */
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

/* @step * @part / @whole. The result must never decrease with @part, so the computation
 * must not depend on @part. */
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

/* CPU time passes evenly while the thread does not wait. Around a wait, half of the
 * step lies before it and half after, as trace/build places waits. */
static gint64
cpu_at_wall_time (const TvTrace *trace, guint thread, Event before, Event after,
                  gint64 now)
{
  TvWaits waits = tv_trace_get_waits (trace, thread);
  gint64 awake = after.axis - before.axis - sum_waits (&waits, before.axis, after.axis);
  gint64 awake_so_far = now - before.axis - sum_waits (&waits, before.axis, now);

  return before.time + share (after.time - before.time, awake_so_far, awake);
}

/* On the virtual axis of all threads, an event comes its own thread's step after the
 * previous event in the file: the rest of the time between two events of a thread
 * belongs to others. */
static gint64
cpu_at_virtual_time (Event before, Event after, gint64 now)
{
  return after.time - MIN (after.time - before.time, after.axis - now);
}

static gint64
time_of_other_clock (const TvTrace *trace, guint thread, const TvCalls *calls,
                     TvClock clock, const ThreadPosition *position, guint32 left,
                     gint64 now)
{
  Event before, after;

  if (position->next == 0)
    return G_MININT64;
  if (left != TV_CALL_NONE)
    before = exit_of (calls, clock, left);
  else
    before = entry_of (calls, clock, position->next - 1);

  if (position->next < calls->n && calls->parent[position->next] == position->open)
    after = entry_of (calls, clock, position->next);
  else if (position->open != TV_CALL_NONE)
    after = exit_of (calls, clock, position->open);
  else
    return G_MAXINT64;

  if (tv_trace_get_axis (trace) == TV_AXIS_WALL)
    return cpu_at_wall_time (trace, thread, before, after, now);
  return cpu_at_virtual_time (before, after, now);
}

/* Whether the range is given on a clock. */
static gboolean
is_of_range (const TvTrace *trace, const TvProfileRange *range, TvClock clock)
{
  if (range->on_thread_cpu)
    return clock == TV_CLOCK_THREAD_CPU;
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

/* Whether a time is after all events: they are before the end of the axis, unless the
 * axis has no length. */
static gboolean
is_after_all (const TvTrace *trace, gint64 axis_time)
{
  gint64 start, end;

  tv_trace_get_axis_range (trace, &start, &end);
  return axis_time > end || (axis_time == end && start < end);
}

/**
 * tv_trace_find_next_call:
 * @trace: a trace
 * @thread: index of a thread
 * @axis_time: nanoseconds on the timeline's axis
 *
 * Finds the first call entered at a time or later by bisection. At the end of the axis
 * there is none, see #TvProfileRange.
 *
 * Returns: index of the call, the number of calls if there is none
 */
gsize
tv_trace_find_next_call (const TvTrace *trace, guint thread, gint64 axis_time)
{
  const TvCalls calls = tv_trace_get_calls (trace, thread);

  if (is_after_all (trace, axis_time))
    return calls.n;
  return tv_calls_lower_bound (&calls, 0, calls.n, axis_time);
}

/* Whether a time is after all events of a thread: they are before the end of its CPU
 * clock, unless the clock stood still. */
static gboolean
is_after_thread (const TvTrace *trace, guint thread, gint64 time)
{
  const TvThread *info = tv_trace_get_thread (trace, thread);
  const gint64 end = info->last[TV_CLOCK_THREAD_CPU];

  return time > end || (time == end && info->first[TV_CLOCK_THREAD_CPU] < end);
}

/* Events at that very time come after the position, except at the end of the axis: a
 * range up to there includes everything. */
static ThreadPosition
find_original_position (const TvTrace *trace, guint thread, const TvProfileRange *range,
                        gint64 time)
{
  TvCalls calls = tv_trace_get_calls (trace, thread);
  ThreadPosition position = { .next = calls.n, .open = TV_CALL_NONE };
  guint32 left = TV_CALL_NONE;

  if (range->on_thread_cpu)
    {
      calls.axis_start = calls.start[TV_CLOCK_THREAD_CPU];
      calls.axis_end = calls.end[TV_CLOCK_THREAD_CPU];
    }
  if (range->on_thread_cpu ? is_after_thread (trace, thread, time)
                           : is_after_all (trace, time))
    {
      position.time[TV_CLOCK_THREAD_CPU] = position.time[TV_CLOCK_WALL] = G_MAXINT64;
      return position;
    }
  position.next = tv_calls_lower_bound (&calls, 0, calls.n, time);
  position.open = position.next > 0 ? (guint32) (position.next - 1) : TV_CALL_NONE;
  while (position.open != TV_CALL_NONE
         && tv_times_get (&calls.axis_end, position.open) < time)
    {
      left = position.open;
      position.open = calls.parent[left];
    }
  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    if (is_of_range (trace, range, clock))
      position.time[clock] = time;
    else if (tv_trace_has_clock (trace, clock))
      position.time[clock]
          = time_of_other_clock (trace, thread, &calls, clock, &position, left, time);
  return position;
}

/* The position in a transformed trace is the first remaining call of the position in
 * the original. */
static ThreadPosition
find_position (const TvTrace *trace, guint thread, const TvProfileRange *range,
               gint64 time)
{
  const TvTrace *original = tv_trace_get_original (trace);
  const ThreadPosition at = find_original_position (original, thread, range, time);
  const TvCalls calls = tv_trace_get_calls (trace, thread);
  const guint32 *parents = tv_trace_get_calls (original, thread).parent;
  guint32 open = at.open;
  ThreadPosition position = at;

  if (original == trace)
    return at;
  position.next = tv_trace_find_transformed_call (trace, thread, (guint32) at.next);
  position.open = position.next > 0 ? (guint32) (position.next - 1) : TV_CALL_NONE;
  while (position.open != TV_CALL_NONE && open != TV_CALL_NONE)
    {
      const guint32 call = tv_trace_get_original_call (trace, thread, position.open);

      if (call == open)
        break;
      if (call > open)
        position.open = calls.parent[position.open];
      else
        open = parents[open];
    }
  if (open == TV_CALL_NONE)
    position.open = TV_CALL_NONE;
  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_trace_has_clock (trace, clock) && at.time[clock] != G_MININT64
        && at.time[clock] != G_MAXINT64)
      position.time[clock]
          = tv_trace_subtract_drops (trace, thread, clock, at.next, at.time[clock]);
  return position;
}

static void
list_open_calls (TvThreadRange *self, guint32 innermost)
{
  guint32 n = 0;

  for (guint32 call = innermost; call != TV_CALL_NONE; call = self->calls.parent[call])
    n++;
  self->n_open = n;
  self->open_calls = n > 0 ? g_new (guint32, n) : NULL;
  for (guint32 call = innermost; call != TV_CALL_NONE; call = self->calls.parent[call])
    self->open_calls[--n] = call;
}

/* Ranges */

/**
 * tv_thread_range_init:
 * @self: (out caller-allocates): the range of the thread; free it with
 *   tv_thread_range_clear()
 * @trace: a trace; it outlives @self
 * @range: a range of time, not empty; its threads are ignored
 * @thread: index of a thread
 *
 * Finds the calls and waits of a thread that a range touches.
 *
 * On a clock that is not the axis, the ends of the range are interpolated between the
 * events before and after. If the axis is the wall clock, CPU time passes evenly
 * between events, except in waits. On the virtual axis of all threads, it passes just
 * before the later event. A later end never has an earlier time. The time is
 * %G_MININT64 before the first call of the thread and %G_MAXINT64 after its last event.
 *
 * The range of a transformed trace is that of its original without the calls and times
 * that it does not have.
 *
 * Takes two bisections, and time linear in the depth of the stack at both ends.
 */
void
tv_thread_range_init (TvThreadRange *self, const TvTrace *trace,
                      const TvProfileRange *range, guint thread)
{
  const ThreadPosition start = find_position (trace, thread, range, range->start);
  const ThreadPosition end = find_position (trace, thread, range, range->end);

  *self
      = (TvThreadRange){ .thread = thread,
                         .calls = tv_trace_get_calls (trace, thread),
                         .waits = tv_trace_get_waits (trace, thread),
                         .first_call = start.next,
                         .end_call = end.next,
                         .axis_from = range->on_thread_cpu || tv_trace_has_drops (trace)
                                          ? G_MAXINT64
                                          : range->start };
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      self->from[clock] = start.time[clock];
      self->to[clock] = end.time[clock];
    }
  self->first_wait = tv_waits_first_after (&self->waits, self->from[TV_CLOCK_WALL]);
  self->end_wait = tv_waits_first_from (&self->waits, self->to[TV_CLOCK_WALL]);
  list_open_calls (self, start.open);
}

/**
 * tv_thread_range_clear:
 * @self: a range of a thread
 *
 * Frees the memory of a range.
 */
void
tv_thread_range_clear (TvThreadRange *self)
{
  g_clear_pointer (&self->open_calls, g_free);
  self->n_open = 0;
}

/**
 * tv_thread_range_find_open:
 * @self: a range of a thread
 * @call: a call of the thread
 *
 * Returns: depth of the call in the stack at the start of the range, or the number of
 *   open calls if it is none of them
 */
guint32
tv_thread_range_find_open (const TvThreadRange *self, guint32 call)
{
  guint32 low = 0, high = self->n_open;

  /* A caller has a lower index than its callees. */
  while (low < high)
    {
      const guint32 middle = low + (high - low) / 2;

      if (self->open_calls[middle] < call)
        low = middle + 1;
      else
        high = middle;
    }
  return low < self->n_open && self->open_calls[low] == call ? low : self->n_open;
}

/**
 * tv_thread_range_clip_call:
 * @self: a range of a thread
 * @call: index of a call that it touches
 * @inclusive: (out caller-allocates): nanoseconds of the call in the range by #TvClock,
 *   0 on a clock that the file lacks
 *
 * Clips a call at both ends of the range. A call that is left at the very start of the
 * range may still have the CPU time of its last step.
 *
 * Returns: whether the call counts, see #TvProfileRange
 */
gboolean
tv_thread_range_clip_call (const TvThreadRange *self, guint32 call,
                           gint64 inclusive[TV_N_CLOCKS])
{
  const gboolean is_open = call < self->first_call;
  gboolean counts
      = !is_open || tv_times_get (&self->calls.axis_end, call) > self->axis_from;

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      gint64 start;

      inclusive[clock] = 0;
      if (!tv_times_exist (&self->calls.start[clock]))
        continue;
      start = tv_times_get (&self->calls.start[clock], call);
      if (is_open)
        start = MAX (start, self->from[clock]);
      inclusive[clock]
          = MIN (tv_times_get (&self->calls.end[clock], call), self->to[clock]) - start;
      counts = counts || inclusive[clock] > 0;
    }
  return counts;
}
