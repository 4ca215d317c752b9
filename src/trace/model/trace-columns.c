/* SPDX-License-Identifier: Apache-2.0 */

/* Accessors of a trace's threads and of their calls and waits. */

#include "config.h"

#include "trace/model/trace-private.h"

#include <glib/gi18n-lib.h>

/**
 * tv_trace_get_n_threads:
 * @trace: a trace
 *
 * Returns: number of threads, those without events included
 */
guint
tv_trace_get_n_threads (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, 0);

  return trace->n_threads;
}

/**
 * tv_trace_get_thread:
 * @trace: a trace
 * @thread: below tv_trace_get_n_threads()
 *
 * Returns: (transfer none): a thread; threads are in order of their ids
 */
const TvThread *
tv_trace_get_thread (const TvTrace *trace, guint thread)
{
  g_return_val_if_fail (trace != NULL, NULL);
  g_return_val_if_fail (thread < trace->n_threads, NULL);

  return &trace->threads[thread];
}

/**
 * tv_trace_dup_thread_label:
 * @trace: a trace
 * @thread: below tv_trace_get_n_threads()
 *
 * Returns: (transfer full): `[id] name`, the form that people know from the original;
 *   a thread without a name is `[id] Thread id`
 */
char *
tv_trace_dup_thread_label (const TvTrace *trace, guint thread)
{
  const TvThread *row = tv_trace_get_thread (trace, thread);

  g_return_val_if_fail (row != NULL, NULL);

  if (row->name == NULL)
    return g_strdup_printf (_ ("[%u] Thread %u"), row->id, row->id);
  return g_strdup_printf ("[%u] %s", row->id, row->name);
}

/**
 * tv_trace_get_n_methods:
 * @trace: a trace
 *
 * Returns: number of methods, those that were never called included
 */
guint
tv_trace_get_n_methods (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, 0);

  return trace->methods != NULL ? trace->methods->len : 0;
}

/**
 * tv_trace_get_method:
 * @trace: a trace
 * @method: below tv_trace_get_n_methods()
 *
 * Returns: (transfer none): a method
 */
const TvMethod *
tv_trace_get_method (const TvTrace *trace, guint method)
{
  g_return_val_if_fail (method < tv_trace_get_n_methods (trace), NULL);

  return &g_array_index (trace->methods, TvMethod, method);
}

/**
 * tv_trace_get_n_calls:
 * @trace: a trace
 *
 * Returns: number of calls of all threads
 */
gsize
tv_trace_get_n_calls (const TvTrace *trace)
{
  g_return_val_if_fail (trace != NULL, 0);

  return trace->n_calls;
}

/**
 * tv_trace_get_n_calls_before:
 * @trace: a trace
 * @thread: index of a thread, or tv_trace_get_n_threads()
 *
 * Counts the calls of the threads with lower indexes, which numbers the calls of all
 * threads through: what has a row a call of the trace finds them by this.
 *
 * Returns: number of calls; takes no time
 */
gsize
tv_trace_get_n_calls_before (const TvTrace *trace, guint thread)
{
  g_return_val_if_fail (trace != NULL, 0);
  g_return_val_if_fail (thread <= trace->n_threads, 0);

  return trace->first_call[thread];
}

/**
 * tv_trace_get_memory_size:
 * @trace: a trace
 *
 * Returns: bytes of the columns of calls and waits and of the order of entries; the
 *   tables of threads and methods are not counted
 */
gsize
tv_trace_get_memory_size (const TvTrace *trace)
{
  gsize call = sizeof *trace->call_parent + sizeof *trace->call_flags;
  gsize wait = sizeof *trace->wait_call + sizeof *trace->wait_calls_before;

  g_return_val_if_fail (trace != NULL, 0);

  call += trace->call_method != NULL ? sizeof *trace->call_method
                                     : sizeof *trace->call_method_wide;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    call += tv_time_column_get_size (&trace->call_start[clock])
            + tv_time_column_get_size (&trace->call_end[clock]);
  call += tv_time_column_get_size (&trace->call_axis_start)
          + tv_time_column_get_size (&trace->call_axis_end);
  wait += tv_time_column_get_size (&trace->wait_start)
          + tv_time_column_get_size (&trace->wait_end);
  return trace->n_calls * call + trace->n_waits * wait
         + trace->n_entry_runs * sizeof *trace->entry_runs;
}

static TvTimes
slice_times (const TvTrace *trace, const TvTimeColumn *column, gsize first)
{
  return tv_time_column_slice (column, first, trace->unit);
}

/**
 * tv_trace_get_calls:
 * @trace: a trace
 * @thread: below tv_trace_get_n_threads()
 *
 * Returns: the calls of a thread as columns that belong to @trace
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
  switch (trace->axis)
    {
    case TV_AXIS_CPU_ALL_THREADS:
      calls.axis_start = slice_times (trace, &trace->call_axis_start, first);
      calls.axis_end = slice_times (trace, &trace->call_axis_end, first);
      break;
    case TV_AXIS_CPU_PER_THREAD:
      calls.axis_start = calls.start[TV_CLOCK_THREAD_CPU];
      calls.axis_end = calls.end[TV_CLOCK_THREAD_CPU];
      break;
    case TV_AXIS_WALL:
    default:
      calls.axis_start = calls.start[TV_CLOCK_WALL];
      calls.axis_end = calls.end[TV_CLOCK_WALL];
    }
  return calls;
}

/**
 * tv_trace_get_entry_time:
 * @trace: a trace
 * @thread: below tv_trace_get_n_threads()
 * @call: a call of the thread
 *
 * Reads a single time, without the cost of tv_trace_get_calls().
 *
 * Returns: when the call was entered, in nanoseconds on the axis
 */
gint64
tv_trace_get_entry_time (const TvTrace *trace, guint thread, guint32 call)
{
  const TvTimeColumn *column;
  TvTimes times;

  g_return_val_if_fail (trace != NULL, 0);
  g_return_val_if_fail (thread < trace->n_threads, 0);

  if (trace->axis == TV_AXIS_CPU_ALL_THREADS)
    column = &trace->call_axis_start;
  else
    column = &trace->call_start[trace->axis == TV_AXIS_WALL ? TV_CLOCK_WALL
                                                            : TV_CLOCK_THREAD_CPU];
  times = slice_times (trace, column, trace->first_call[thread]);
  return tv_times_get (&times, call);
}

/**
 * tv_trace_get_waits:
 * @trace: a trace
 * @thread: below tv_trace_get_n_threads()
 *
 * Returns: the waits of a thread as columns that belong to @trace
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
