/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline-threads.h"

#include "analysis/call-query.h"

struct _TvTimelineThreads
{
  gatomicrefcount references;
  TvTrace *trace;
  gint64 *covered; /* by thread */
};

/**
 * tv_timeline_threads_new:
 * @trace: a trace
 * @cancellable: (nullable): to stop early
 *
 * Walks over the calls of every thread once to find its covered time, so that big
 * traces want this in a worker.
 *
 * Returns: (transfer full) (nullable): the sums, or %NULL if @cancellable was cancelled
 */
TvTimelineThreads *
tv_timeline_threads_new (TvTrace *trace, GCancellable *cancellable)
{
  g_autoptr (TvTimelineThreads) threads = NULL;
  guint n_threads;

  g_return_val_if_fail (trace != NULL, NULL);

  n_threads = tv_trace_get_n_threads (trace);
  threads = g_new0 (TvTimelineThreads, 1);
  g_atomic_ref_count_init (&threads->references);
  threads->trace = tv_trace_ref (trace);
  threads->covered = g_new (gint64, n_threads);
  for (guint32 thread = 0; thread < n_threads; thread++)
    {
      if (g_cancellable_is_cancelled (cancellable))
        return NULL;
      threads->covered[thread] = tv_trace_covered_time (trace, thread);
    }
  return g_steal_pointer (&threads);
}

/**
 * tv_timeline_threads_ref:
 * @threads: sums
 *
 * Returns: (transfer full): @threads
 */
TvTimelineThreads *
tv_timeline_threads_ref (TvTimelineThreads *threads)
{
  g_return_val_if_fail (threads != NULL, NULL);

  g_atomic_ref_count_inc (&threads->references);
  return threads;
}

/**
 * tv_timeline_threads_unref:
 * @threads: (transfer full): sums
 */
void
tv_timeline_threads_unref (TvTimelineThreads *threads)
{
  g_return_if_fail (threads != NULL);

  if (!g_atomic_ref_count_dec (&threads->references))
    return;
  g_free (threads->covered);
  tv_trace_unref (threads->trace);
  g_free (threads);
}

/**
 * tv_timeline_threads_get_trace:
 * @threads: sums
 *
 * Returns: (transfer none): the trace that they are of
 */
TvTrace *
tv_timeline_threads_get_trace (const TvTimelineThreads *threads)
{
  g_return_val_if_fail (threads != NULL, NULL);

  return threads->trace;
}

/**
 * tv_timeline_threads_get_covered:
 * @threads: sums
 * @thread: index of a thread
 *
 * Returns: nanoseconds of the axis during which the thread has a call open
 */
gint64
tv_timeline_threads_get_covered (const TvTimelineThreads *threads, guint32 thread)
{
  g_return_val_if_fail (threads != NULL, 0);
  g_return_val_if_fail (thread < tv_trace_get_n_threads (threads->trace), 0);

  return threads->covered[thread];
}

static gint
compare_threads (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const TvTimelineThreads *threads = user_data;
  guint32 thread_a = *(const guint32 *) a;
  guint32 thread_b = *(const guint32 *) b;
  gint64 covered_a = threads->covered[thread_a];
  gint64 covered_b = threads->covered[thread_b];
  guint32 id_a;
  guint32 id_b;

  if (covered_a != covered_b)
    return covered_a > covered_b ? -1 : 1;

  id_a = tv_trace_get_thread (threads->trace, thread_a)->id;
  id_b = tv_trace_get_thread (threads->trace, thread_b)->id;
  if (id_a != id_b)
    return id_a < id_b ? -1 : 1;
  return thread_a < thread_b ? -1 : thread_a > thread_b;
}

/**
 * tv_timeline_threads_order:
 * @threads: sums
 * @n_rows: (out): how many threads have a row
 *
 * Returns: (transfer full) (array length=n_rows): the threads with events, the one that
 *   is in calls for the longest time first
 */
guint32 *
tv_timeline_threads_order (const TvTimelineThreads *threads, guint *n_rows)
{
  guint n_threads;
  guint32 *order;

  g_return_val_if_fail (threads != NULL && n_rows != NULL, NULL);

  n_threads = tv_trace_get_n_threads (threads->trace);
  order = g_new (guint32, n_threads);
  *n_rows = 0;
  for (guint32 thread = 0; thread < n_threads; thread++)
    if (tv_trace_get_thread (threads->trace, thread)->n_events > 0)
      order[(*n_rows)++] = thread;
  g_qsort_with_data (order, (gint) *n_rows, sizeof order[0], compare_threads,
                     (gpointer) threads);
  return order;
}
