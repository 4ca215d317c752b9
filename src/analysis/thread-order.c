/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/thread-order.h"

static int
compare_ids (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const TvTrace *trace = user_data;
  guint32 first = tv_trace_get_thread (trace, *(const guint32 *) a)->id;
  guint32 second = tv_trace_get_thread (trace, *(const guint32 *) b)->id;

  return (first > second) - (first < second);
}

/**
 * tv_thread_order_by_id:
 * @trace: a trace
 *
 * Returns: (transfer full): the indices of all threads in ascending order of id
 */
guint32 *
tv_thread_order_by_id (const TvTrace *trace)
{
  guint n_threads;
  guint32 *threads;

  g_return_val_if_fail (trace != NULL, NULL);

  n_threads = tv_trace_get_n_threads (trace);
  threads = g_new (guint32, n_threads);
  for (guint thread = 0; thread < n_threads; thread++)
    threads[thread] = thread;
  g_qsort_with_data (threads, (gint) n_threads, sizeof *threads, compare_ids,
                     (gpointer) trace);
  return threads;
}
