/* SPDX-License-Identifier: Apache-2.0 */

/* The calls and waits of a thread: columns in place for this program, and for others
 * one value at a time or copies. */

#include "trace/model/trace-storage.h"

static TvTimes
slice_times (const TvTrace *trace, const TvTimeColumn *column, gsize first)
{
  return tv_time_column_slice (column, first, trace->unit);
}

/**
 * tv_trace_get_calls: (skip)
 * @trace: a trace
 * @thread: below tv_trace_get_n_threads()
 *
 * Returns: the calls of a thread, as columns that belong to @trace
 */
TvCalls
tv_trace_get_calls (const TvTrace *trace, guint thread)
{
  TvCalls calls = { 0 };
  gsize first;

  g_return_val_if_fail (trace != NULL, calls);
  g_return_val_if_fail (thread < trace->n_threads, calls);

  first = trace->first_call[thread];
  calls.n = trace->first_call[thread + 1] - first;
  if (trace->call_method != NULL)
    calls.method.narrow = trace->call_method + first;
  else
    calls.method.wide = trace->call_method_wide + first;
  calls.parent = trace->call_parent + first;
  calls.flags = trace->call_flags + first;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      calls.start[clock] = slice_times (trace, &trace->call_start[clock], first);
      calls.end[clock] = slice_times (trace, &trace->call_end[clock], first);
    }
  calls.axis_start = slice_times (trace, &trace->call_axis_start, first);
  calls.axis_end = slice_times (trace, &trace->call_axis_end, first);
  if (!tv_times_exist (&calls.axis_start))
    {
      const TvClock clock
          = trace->axis == TV_AXIS_CPU_PER_THREAD ? TV_CLOCK_THREAD_CPU : TV_CLOCK_WALL;

      calls.axis_start = calls.start[clock];
      calls.axis_end = calls.end[clock];
    }
  return calls;
}

/**
 * tv_trace_get_waits: (skip)
 * @trace: a trace
 * @thread: below tv_trace_get_n_threads()
 *
 * Returns: the waits of a thread, as columns that belong to @trace
 */
TvWaits
tv_trace_get_waits (const TvTrace *trace, guint thread)
{
  TvWaits waits = { 0 };
  gsize first;

  g_return_val_if_fail (trace != NULL, waits);
  g_return_val_if_fail (thread < trace->n_threads, waits);

  first = trace->first_wait[thread];
  waits.n = trace->first_wait[thread + 1] - first;
  if (waits.n == 0)
    return waits;
  waits.call = trace->wait_call + first;
  waits.calls_before = trace->wait_calls_before + first;
  waits.start = slice_times (trace, &trace->wait_start, first);
  waits.end = slice_times (trace, &trace->wait_end, first);
  return waits;
}

/**
 * tv_trace_get_entry_runs:
 * @trace: a trace
 * @n_runs: (out): number of runs
 *
 * Returns: (transfer none) (array length=n_runs): the order in which calls were entered
 *   and waits noticed over all threads
 */
const TvEntryRun *
tv_trace_get_entry_runs (const TvTrace *trace, gsize *n_runs)
{
  g_return_val_if_fail (trace != NULL, NULL);
  g_return_val_if_fail (n_runs != NULL, NULL);

  *n_runs = trace->n_entry_runs;
  return trace->entry_runs;
}

static gboolean
has_call (const TvTrace *trace, guint thread, gsize call)
{
  return trace != NULL && thread < trace->n_threads
         && call < trace->first_call[thread + 1] - trace->first_call[thread];
}

static gboolean
has_wait (const TvTrace *trace, guint thread, gsize wait)
{
  return trace != NULL && thread < trace->n_threads
         && wait < trace->first_wait[thread + 1] - trace->first_wait[thread];
}

static gint64
get_time (const TvTrace *trace, const TvTimeColumn *column, gsize row)
{
  const TvTimes times = slice_times (trace, column, row);

  return tv_times_get (&times, 0);
}

/**
 * tv_trace_get_call_method:
 * @trace: a trace
 * @thread: below tv_trace_get_n_threads()
 * @call: below #TvThread.n_calls
 *
 * Returns: index of the method of a call
 */
guint32
tv_trace_get_call_method (const TvTrace *trace, guint thread, gsize call)
{
  gsize row;

  g_return_val_if_fail (has_call (trace, thread, call), TV_METHOD_NONE);

  row = trace->first_call[thread] + call;
  return trace->call_method != NULL ? trace->call_method[row]
                                    : trace->call_method_wide[row];
}

/**
 * tv_trace_get_call_parent:
 * @trace: a trace
 * @thread: below tv_trace_get_n_threads()
 * @call: below #TvThread.n_calls
 *
 * Returns: the call that made it, one of the same thread; %TV_CALL_NONE for none
 */
guint32
tv_trace_get_call_parent (const TvTrace *trace, guint thread, gsize call)
{
  g_return_val_if_fail (has_call (trace, thread, call), TV_CALL_NONE);

  return trace->call_parent[trace->first_call[thread] + call];
}

/**
 * tv_trace_get_call_flags:
 * @trace: a trace
 * @thread: below tv_trace_get_n_threads()
 * @call: below #TvThread.n_calls
 *
 * Returns: what is special about a call
 */
TvCallFlags
tv_trace_get_call_flags (const TvTrace *trace, guint thread, gsize call)
{
  g_return_val_if_fail (has_call (trace, thread, call), 0);

  return (TvCallFlags) trace->call_flags[trace->first_call[thread] + call];
}

/**
 * tv_trace_get_call_start:
 * @trace: a trace
 * @thread: below tv_trace_get_n_threads()
 * @call: below #TvThread.n_calls
 * @clock: a clock that @trace has
 *
 * Returns: when the call was entered, in nanoseconds since the start of tracing
 */
gint64
tv_trace_get_call_start (const TvTrace *trace, guint thread, gsize call, TvClock clock)
{
  g_return_val_if_fail (has_call (trace, thread, call), 0);
  g_return_val_if_fail (tv_trace_has_clock (trace, clock), 0);

  return get_time (trace, &trace->call_start[clock], trace->first_call[thread] + call);
}

/**
 * tv_trace_get_call_end:
 * @trace: a trace
 * @thread: below tv_trace_get_n_threads()
 * @call: below #TvThread.n_calls
 * @clock: a clock that @trace has
 *
 * Returns: when the call was left, in nanoseconds since the start of tracing
 */
gint64
tv_trace_get_call_end (const TvTrace *trace, guint thread, gsize call, TvClock clock)
{
  g_return_val_if_fail (has_call (trace, thread, call), 0);
  g_return_val_if_fail (tv_trace_has_clock (trace, clock), 0);

  return get_time (trace, &trace->call_end[clock], trace->first_call[thread] + call);
}

/**
 * tv_trace_get_wait_call:
 * @trace: a trace
 * @thread: below tv_trace_get_n_threads()
 * @wait: below #TvThread.n_waits
 *
 * Returns: the call on top of the stack that waited; %TV_CALL_NONE if none was open
 */
guint32
tv_trace_get_wait_call (const TvTrace *trace, guint thread, gsize wait)
{
  g_return_val_if_fail (has_wait (trace, thread, wait), TV_CALL_NONE);

  return trace->wait_call[trace->first_wait[thread] + wait];
}

/**
 * tv_trace_get_wait_start:
 * @trace: a trace
 * @thread: below tv_trace_get_n_threads()
 * @wait: below #TvThread.n_waits
 *
 * Returns: when the wait began, in wall nanoseconds since the start of tracing
 */
gint64
tv_trace_get_wait_start (const TvTrace *trace, guint thread, gsize wait)
{
  g_return_val_if_fail (has_wait (trace, thread, wait), 0);

  return get_time (trace, &trace->wait_start, trace->first_wait[thread] + wait);
}

/**
 * tv_trace_get_wait_end:
 * @trace: a trace
 * @thread: below tv_trace_get_n_threads()
 * @wait: below #TvThread.n_waits
 *
 * Returns: when the wait ended, in wall nanoseconds since the start of tracing
 */
gint64
tv_trace_get_wait_end (const TvTrace *trace, guint thread, gsize wait)
{
  g_return_val_if_fail (has_wait (trace, thread, wait), 0);

  return get_time (trace, &trace->wait_end, trace->first_wait[thread] + wait);
}

/* Copies */

static gint64 *
copy_times (const TvTimes *times, gsize n)
{
  gint64 *copy = g_new (gint64, n);

  for (gsize i = 0; i < n; i++)
    copy[i] = tv_times_get (times, i);
  return copy;
}

/**
 * tv_trace_dup_call_methods:
 * @trace: a trace
 * @thread: below tv_trace_get_n_threads()
 * @n: (out): number of calls of the thread
 *
 * Does what tv_trace_get_call_method() does, for all calls of a thread at once.
 *
 * Returns: (transfer full) (array length=n): index of the method of each call
 */
guint32 *
tv_trace_dup_call_methods (const TvTrace *trace, guint thread, gsize *n)
{
  const TvCalls calls = tv_trace_get_calls (trace, thread);
  guint32 *methods = g_new (guint32, calls.n);

  for (gsize call = 0; call < calls.n; call++)
    methods[call] = tv_calls_method (&calls, call);
  *n = calls.n;
  return methods;
}

/**
 * tv_trace_dup_call_parents:
 * @trace: a trace
 * @thread: below tv_trace_get_n_threads()
 * @n: (out): number of calls of the thread
 *
 * Does what tv_trace_get_call_parent() does, for all calls of a thread at once.
 *
 * Returns: (transfer full) (array length=n): the call that made each call, one of the
 *   same thread; %TV_CALL_NONE for none
 */
guint32 *
tv_trace_dup_call_parents (const TvTrace *trace, guint thread, gsize *n)
{
  const TvCalls calls = tv_trace_get_calls (trace, thread);

  *n = calls.n;
  return g_memdup2 (calls.parent, calls.n * sizeof *calls.parent);
}

/**
 * tv_trace_dup_call_flags:
 * @trace: a trace
 * @thread: below tv_trace_get_n_threads()
 * @n: (out): number of calls of the thread
 *
 * Does what tv_trace_get_call_flags() does, for all calls of a thread at once.
 *
 * Returns: (transfer full) (array length=n): #TvCallFlags of each call
 */
guint8 *
tv_trace_dup_call_flags (const TvTrace *trace, guint thread, gsize *n)
{
  const TvCalls calls = tv_trace_get_calls (trace, thread);

  *n = calls.n;
  return g_memdup2 (calls.flags, calls.n * sizeof *calls.flags);
}

/**
 * tv_trace_dup_call_times:
 * @trace: a trace
 * @thread: below tv_trace_get_n_threads()
 * @clock: a clock that @trace has
 * @ends: whether to copy exit times instead of entry times
 * @n: (out): number of calls of the thread
 *
 * Does what tv_trace_get_call_start() and tv_trace_get_call_end() do, for all calls of
 * a thread at once.
 *
 * Returns: (transfer full) (array length=n): a time of each call, in nanoseconds
 */
gint64 *
tv_trace_dup_call_times (const TvTrace *trace, guint thread, TvClock clock,
                         gboolean ends, gsize *n)
{
  const TvCalls calls = tv_trace_get_calls (trace, thread);

  *n = 0;
  g_return_val_if_fail (tv_trace_has_clock (trace, clock), NULL);

  *n = calls.n;
  return copy_times (ends ? &calls.end[clock] : &calls.start[clock], calls.n);
}

/**
 * tv_trace_dup_wait_calls:
 * @trace: a trace
 * @thread: below tv_trace_get_n_threads()
 * @n: (out): number of waits of the thread
 *
 * Does what tv_trace_get_wait_call() does, for all waits of a thread at once.
 *
 * Returns: (transfer full) (array length=n): the call that waited; %TV_CALL_NONE if
 * none was open
 */
guint32 *
tv_trace_dup_wait_calls (const TvTrace *trace, guint thread, gsize *n)
{
  const TvWaits waits = tv_trace_get_waits (trace, thread);

  *n = waits.n;
  return g_memdup2 (waits.call, waits.n * sizeof *waits.call);
}

/**
 * tv_trace_dup_wait_times:
 * @trace: a trace
 * @thread: below tv_trace_get_n_threads()
 * @ends: whether to copy when waits ended instead of when they began
 * @n: (out): number of waits of the thread
 *
 * Does what tv_trace_get_wait_start() and tv_trace_get_wait_end() do, for all waits of
 * a thread at once.
 *
 * Returns: (transfer full) (array length=n): a time of each wait, in wall nanoseconds
 */
gint64 *
tv_trace_dup_wait_times (const TvTrace *trace, guint thread, gboolean ends, gsize *n)
{
  const TvWaits waits = tv_trace_get_waits (trace, thread);

  *n = waits.n;
  return copy_times (ends ? &waits.end : &waits.start, waits.n);
}
