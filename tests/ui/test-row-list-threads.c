/* SPDX-License-Identifier: Apache-2.0 */

/* What is summed up of threads: time in calls, which one is the main thread, and which
 * did next to nothing. */

#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "ui/rows-sample.h"
#include "ui/timeline/row-list.h"

#define MS G_GINT64_CONSTANT (1000000)

START_TEST (test_sums)
{
  g_autoptr (TvTrace) trace = tv_rows_sample_new ();
  g_autoptr (TvTimelineThreads) threads = tv_timeline_threads_new (trace, NULL);
  const guint32 *all;
  guint n;

  all = threads->all;
  n = threads->n_all;
  ck_assert_uint_eq (n, 6);
  for (guint i = 0; i < n; i++)
    ck_assert_uint_ne (tv_trace_get_thread (trace, all[i])->id, 9);
  ck_assert_int_eq (threads->covered[tv_test_find_thread (trace, 12)], 50 * MS);
  ck_assert_int_eq (threads->covered[tv_test_find_thread (trace, 7)], 15 * MS);
  ck_assert_int_eq (threads->covered[tv_test_find_thread (trace, 9)], 0);
}
END_TEST

static void
assert_sums (TvTrace *trace, guint32 id, TvTimeUnit unit, TvSumsSize size,
             const char *expected)
{
  g_autoptr (TvTimelineThreads) threads = tv_timeline_threads_new (trace, NULL);
  g_autofree char *text = tv_timeline_threads_dup_sums (
      threads, tv_test_find_thread (trace, id), unit, size);
  g_autoptr (GString) plain = g_string_new (text);

  g_string_replace (plain, "\u00a0", " ", 0);
  ck_assert_str_eq (plain->str, expected);
}

/* Thread 1 runs for 3 of the 4 ms of both threads, and waits for 2 ms. */
START_TEST (test_sums_as_text)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_add_method (writer, 0x10, "a.A", "a", "()V", "A.java", 1);
  tv_trace_writer_enter (writer, 1, 0x10, 0, 0);
  tv_trace_writer_exit (writer, 1, 0x10, 3000, 5000);
  tv_trace_writer_enter (writer, 2, 0x10, 0, 5000);
  tv_trace_writer_exit (writer, 2, 0x10, 1000, 6000);
  trace = tv_test_load (writer);
  assert_sums (trace, 1, TV_TIME_UNIT_MS, TV_SUMS_ALL,
               "CPU 3.000 · waits 2.000 ms · 75.0%");
  assert_sums (trace, 1, TV_TIME_UNIT_US, TV_SUMS_ALL,
               "CPU 3000 · waits 2000 µs · 75.0%");
  assert_sums (trace, 1, TV_TIME_UNIT_MS, TV_SUMS_WITHOUT_WAITING,
               "CPU 3.000 ms · 75.0%");
  assert_sums (trace, 1, TV_TIME_UNIT_MS, TV_SUMS_SHARE, "75.0%");
  assert_sums (trace, 2, TV_TIME_UNIT_MS, TV_SUMS_ALL, "CPU 1.000 ms · 25.0%");
}
END_TEST

static void
assert_idle (const TvTimelineThreads *threads, guint32 id, gboolean expected)
{
  guint32 thread = tv_test_find_thread (threads->trace, id);

  ck_assert_int_eq (tv_timeline_threads_is_idle (threads, thread), expected);
}

START_TEST (test_idle_by_cpu_time)
{
  g_autoptr (TvTrace) trace = tv_rows_sample_new ();
  g_autoptr (TvTimelineThreads) threads = tv_timeline_threads_new (trace, NULL);

  assert_idle (threads, 12, FALSE);
  assert_idle (threads, 3, FALSE);
  assert_idle (threads, 7, FALSE);
  assert_idle (threads, 20, FALSE);
  assert_idle (threads, 30, TRUE);
  assert_idle (threads, 31, TRUE);
}
END_TEST

static void
add_call (TvTraceWriter *writer, guint16 thread, guint32 start, guint32 end)
{
  tv_trace_writer_enter (writer, thread, 0x10, start, start);
  tv_trace_writer_exit (writer, thread, 0x10, end, end);
}

/* Without CPU time it is the time in calls that counts: 1000 ms, 0.999, 1, 0.033. */
START_TEST (test_idle_by_time_in_calls)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (2, TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvTimelineThreads) threads = NULL;

  tv_trace_writer_add_method (writer, 0x10, "a.Work", "run", "()V", "Work.java", 1);
  add_call (writer, 5, 0, 1000000);
  add_call (writer, 6, 1000000, 1000999);
  add_call (writer, 7, 1001000, 1002000);
  /* 33 calls are many. */
  for (guint32 i = 0; i < 33; i++)
    add_call (writer, 8, 1002000 + 2 * i, 1002001 + 2 * i);
  for (guint32 i = 0; i < 32; i++)
    add_call (writer, 9, 1003000 + 2 * i, 1003001 + 2 * i);
  trace = tv_test_load (writer);
  threads = tv_timeline_threads_new (trace, NULL);

  assert_idle (threads, 5, FALSE);
  assert_idle (threads, 6, TRUE);
  assert_idle (threads, 7, FALSE);
  assert_idle (threads, 8, FALSE);
  assert_idle (threads, 9, TRUE);
}
END_TEST

static guint32
get_main_id (TvTraceWriter *writer)
{
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvTimelineThreads) threads = NULL;
  guint32 main_thread;

  tv_trace_writer_add_method (writer, 0x10, "a.Work", "run", "()V", "Work.java", 1);
  add_call (writer, 1, 0, 1);
  add_call (writer, 2, 2, 3);
  add_call (writer, 4, 10, 1000000);
  trace = tv_test_load (writer);
  threads = tv_timeline_threads_new (trace, NULL);
  main_thread = threads->main_thread;
  if (main_thread == TV_THREAD_NONE)
    return 0;
  /* However little it does. */
  ck_assert (!tv_timeline_threads_is_idle (threads, main_thread));
  return tv_trace_get_thread (trace, main_thread)->id;
}

START_TEST (test_main_thread)
{
  g_autoptr (TvTraceWriter) named = tv_trace_writer_new (2, TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTraceWriter) nameless = tv_trace_writer_new (2, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_add_thread (named, 1, "Main");
  tv_trace_writer_add_thread (named, 2, "main");
  ck_assert_uint_eq (get_main_id (named), 2);
  ck_assert_uint_eq (get_main_id (nameless), 1);
}
END_TEST

START_TEST (test_cancel)
{
  g_autoptr (TvTrace) trace = tv_rows_sample_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (tv_timeline_threads_new (trace, cancellable));
}
END_TEST

TV_TESTS (NULL, NULL)
