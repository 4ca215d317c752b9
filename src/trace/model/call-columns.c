/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/call-columns.h"

#include "trace/model/column.h"
#include "trace/model/parallel.h"

#include <string.h>

/**
 * tv_call_columns_need_wide_methods:
 * @n_methods: number of methods of a trace
 *
 * Returns: whether an index of a method needs more than 16 bits
 */
gboolean
tv_call_columns_need_wide_methods (guint n_methods)
{
  return n_methods > G_MAXUINT16 + 1;
}

/**
 * tv_call_columns_get_row_size:
 * @widths: what the columns must hold
 *
 * Returns: bytes of a call in all columns
 */
gsize
tv_call_columns_get_row_size (const TvCallWidths *widths)
{
  const TvTrace *trace = NULL;
  gsize size = (widths->wide_methods ? sizeof *trace->call_method_wide
                                     : sizeof *trace->call_method)
               + sizeof *trace->call_parent + sizeof *trace->call_flags;

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    if (widths->latest[clock] >= 0)
      size += 2 * tv_time_column_get_width (widths->latest[clock]);
  if (widths->latest_axis >= 0)
    size += 2 * tv_time_column_get_width (widths->latest_axis);
  return size;
}

static void
allocate_times (TvTimeColumn *start, TvTimeColumn *end, gsize n, gint64 latest)
{
  if (latest < 0)
    return;
  tv_time_column_allocate (start, n, latest);
  tv_time_column_allocate (end, n, latest);
}

/**
 * tv_call_columns_allocate:
 * @trace: a trace that has its number of calls and no columns of them
 * @widths: what the columns must hold
 *
 * Allocates the columns of calls. No call has a flag; all else is undefined.
 */
void
tv_call_columns_allocate (TvTrace *trace, const TvCallWidths *widths)
{
  const gsize n = MAX (trace->n_calls, 1);

  if (widths->wide_methods)
    trace->call_method_wide = tv_column_new (n, sizeof *trace->call_method_wide);
  else
    trace->call_method = tv_column_new (n, sizeof *trace->call_method);
  trace->call_parent = tv_column_new (n, sizeof *trace->call_parent);
  trace->call_flags = tv_column_new (n, sizeof *trace->call_flags);
  memset (trace->call_flags, 0, n);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    allocate_times (&trace->call_start[clock], &trace->call_end[clock], n,
                    widths->latest[clock]);
  allocate_times (&trace->call_axis_start, &trace->call_axis_end, n,
                  widths->latest_axis);
}

/* Recursion and sums */

/* Number of calls that is worth a task: each clears a counter for every method and
 * walks up one stack. */
#define MIN_CALLS_PER_TASK (256 * 1024)
#define MAX_TASKS 64

typedef struct
{
  TvTrace *trace;
  guint n_tasks;
  GCancellable *cancellable;
  GMutex mutex; /* of the sums in TvThread */
} Marking;

/* Marks calls of one thread. In pre-order, the previous call is the parent of a call or
 * a descendant of its parent: walking up from there leaves exactly the calls that
 * ended. Each call is entered and left once, so this is linear. */
static void
mark_range (Marking *marking, guint thread, gsize start, gsize end, guint32 *open)
{
  TvTrace *trace = marking->trace;
  TvCalls calls = tv_trace_get_calls (trace, thread);
  guint8 *flags = trace->call_flags + trace->first_call[thread];
  gint64 sums[TV_N_CLOCKS] = { 0 };
  guint32 top = calls.parent[start];

  for (guint32 call = top; call != TV_CALL_NONE; call = calls.parent[call])
    open[tv_calls_method (&calls, call)]++;
  for (gsize i = start; i < end; i++)
    {
      for (; top != calls.parent[i]; top = calls.parent[top])
        open[tv_calls_method (&calls, top)]--;
      if (open[tv_calls_method (&calls, i)]++ > 0)
        flags[i] |= TV_CALL_RECURSIVE;
      top = (guint32) i;
      if (G_UNLIKELY (calls.parent[i] == TV_CALL_NONE))
        for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
          if (trace->has_clock[clock])
            sums[clock] += tv_times_get (&calls.end[clock], i)
                           - tv_times_get (&calls.start[clock], i);
    }
  for (; top != TV_CALL_NONE; top = calls.parent[top])
    open[tv_calls_method (&calls, top)]--;
  g_mutex_lock (&marking->mutex);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    trace->threads[thread].root_inclusive[clock] += sums[clock];
  g_mutex_unlock (&marking->mutex);
}

static guint
find_thread (const TvTrace *trace, gsize row)
{
  guint low = 0;
  guint high = trace->n_threads;

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (trace->first_call[middle] <= row)
        low = middle;
      else
        high = middle;
    }
  return low;
}

static void
mark_share (guint task, gpointer data)
{
  Marking *marking = data;
  TvTrace *trace = marking->trace;
  g_autofree guint32 *open = NULL;
  gsize start = trace->n_calls / marking->n_tasks * task;
  gsize end = task + 1 < marking->n_tasks
                  ? trace->n_calls / marking->n_tasks * (task + 1)
                  : trace->n_calls;

  if (g_cancellable_is_cancelled (marking->cancellable))
    return;
  open = g_new0 (guint32, MAX (trace->methods->len, 1));
  for (guint thread = find_thread (trace, start);
       thread < trace->n_threads && trace->first_call[thread] < end; thread++)
    {
      gsize first = trace->first_call[thread];
      gsize from = MAX (start, first);
      gsize to = MIN (end, trace->first_call[thread + 1]);

      if (from < to)
        mark_range (marking, thread, from - first, to - first, open);
    }
}

/* Marks the calls whose method is already on the stack, and sums the times of the calls
 * without a parent. */
static gboolean
mark_recursion (TvTrace *trace, guint n_workers, GCancellable *cancellable,
                GError **error)
{
  Marking marking = { .trace = trace, .cancellable = cancellable };

  if (trace->n_calls == 0)
    return TRUE;
  marking.n_tasks = (guint) CLAMP (trace->n_calls / MIN_CALLS_PER_TASK, 1, MAX_TASKS);
  g_mutex_init (&marking.mutex);
  tv_parallel_run (marking.n_tasks, n_workers, mark_share, &marking);
  g_mutex_clear (&marking.mutex);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

/* The range of the axis */

static void
finish_axis (TvTrace *trace)
{
  gboolean any = FALSE;

  for (guint i = 0; i < trace->n_threads; i++)
    {
      const TvThread *row = &trace->threads[i];

      if (row->n_events == 0)
        continue;
      trace->axis_start
          = any ? MIN (trace->axis_start, row->axis_first) : row->axis_first;
      trace->axis_end = any ? MAX (trace->axis_end, row->axis_last) : row->axis_last;
      any = TRUE;
    }
}

/**
 * tv_call_columns_finish:
 * @trace: a trace whose threads, methods and calls are written
 * @n_workers: number of threads that work, 0 for as many as the machine has
 * @cancellable: (nullable): stops it
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Sets what follows from the calls: which are recursive, the sums of those without a
 * parent, and the range of the axis.
 *
 * Returns: whether it was done
 */
gboolean
tv_call_columns_finish (TvTrace *trace, guint n_workers, GCancellable *cancellable,
                        GError **error)
{
  if (!mark_recursion (trace, n_workers, cancellable, error))
    return FALSE;
  finish_axis (trace);
  return TRUE;
}
