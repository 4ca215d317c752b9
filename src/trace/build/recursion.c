/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/build/recursion.h"

#include "trace/model/parallel.h"

/* Calls that are worth a task of their own; each task clears a counter for every
 * method and goes up one stack. */
#define MIN_CALLS_PER_TASK (256 * 1024)
#define MAX_TASKS 64

typedef struct
{
  TvTrace *trace;
  guint n_tasks;
  GCancellable *cancellable;
  GMutex mutex; /* of the sums in TvThread */
} Marking;

/* Of one thread. In pre-order the call before is a descendant of this one's parent, or
 * the parent: going up from there leaves exactly the calls that ended. Each call is
 * entered and left once, so this is linear. */
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

/* Marks the calls whose method is on the stack already, and sums the calls without a
 * parent. */
gboolean
tv_trace_mark_recursion (TvTrace *trace, guint n_workers, GCancellable *cancellable,
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
