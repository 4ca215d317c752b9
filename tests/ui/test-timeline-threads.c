/* SPDX-License-Identifier: Apache-2.0 */

/* Which threads have a row in the timeline, and in which order. */

#include "support/test-runner.h"
#include "ui/sample-trace.h"
#include "ui/timeline-threads.h"

#define MS G_GINT64_CONSTANT (1000000)

static char *
list_ids (const TvTrace *trace, const guint32 *threads, guint n)
{
  GString *text = g_string_new (NULL);

  for (guint row = 0; row < n; row++)
    g_string_append_printf (text, "%s%u", row > 0 ? " " : "",
                            tv_trace_get_thread (trace, threads[row])->id);
  return g_string_free (text, FALSE);
}

START_TEST (test_order)
{
  g_autoptr (TvTrace) trace = tv_sample_trace_new ();
  g_autoptr (TvTimelineThreads) threads = tv_timeline_threads_new (trace, NULL);
  guint n;
  g_autofree guint32 *order = tv_timeline_threads_order (threads, &n);
  g_autofree char *ids = list_ids (trace, order, n);

  /* Longest first; 3 and 7 are equal and so in order of id; 5 has no events. */
  ck_assert_str_eq (ids, "1 3 7 9");
  ck_assert_int_eq (tv_timeline_threads_get_covered (threads, order[0]), 10 * MS);
  ck_assert_int_eq (tv_timeline_threads_get_covered (threads, order[1]), 4 * MS);
  ck_assert_int_eq (tv_timeline_threads_get_covered (threads, order[2]), 4 * MS);
  ck_assert_int_eq (tv_timeline_threads_get_covered (threads, order[3]), 1 * MS);
}
END_TEST

START_TEST (test_cancel)
{
  g_autoptr (TvTrace) trace = tv_sample_trace_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (tv_timeline_threads_new (trace, cancellable));
}
END_TEST

int
main (void)
{
  const TTest *const tests[] = { test_order, test_cancel };

  return tv_test_run ("timeline-threads", tests, G_N_ELEMENTS (tests));
}
