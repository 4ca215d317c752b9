/* SPDX-License-Identifier: Apache-2.0 */

/* Waits off the CPU, whose they are, and the order in which calls and waits came up
 * over all threads. */

#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "trace/model/trace.h"

#define A 0x4
#define B 0x8
#define C 0xc

static TvTraceWriter *
new_writer (void)
{
  TvTraceWriter *writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);

  tv_trace_writer_add_property (writer, "elapsed-time-usec", "100000");
  tv_trace_writer_add_method (writer, A, "p.Q", "a", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, B, "p.Q", "b", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, C, "p.Q", "c", "()V", "Q.java", 1);
  return writer;
}

/* Method that waited, wall times in microseconds, calls before. */
static char *
waits_to_string (const TvTrace *trace, guint32 thread_id)
{
  guint32 thread = tv_test_find_thread (trace, thread_id);
  TvCalls calls = tv_trace_get_calls (trace, thread);
  TvWaits waits = tv_trace_get_waits (trace, thread);
  GString *text = g_string_new (NULL);

  ck_assert_uint_eq (waits.n, tv_trace_get_thread (trace, thread)->n_waits);
  for (gsize i = 0; i < waits.n; i++)
    {
      const char *name = "-";

      if (waits.call[i] != TV_CALL_NONE)
        name = tv_trace_get_method (trace, tv_calls_method (&calls, waits.call[i]))
                   ->name;
      g_string_append_printf (
          text, "%s %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT " after %u\n", name,
          tv_times_get (&waits.start, i) / 1000, tv_times_get (&waits.end, i) / 1000,
          waits.calls_before[i]);
    }
  return g_string_free (text, FALSE);
}

static void
assert_waits (const TvTrace *trace, guint32 thread_id, const char *expected)
{
  g_autofree char *text = waits_to_string (trace, thread_id);

  ck_assert_str_eq (text, expected);
}

START_TEST (a_wait_is_longer_than_100_microseconds)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_enter (writer, 1, A, 0, 1000);
  tv_trace_writer_enter (writer, 1, B, 7, 1107);
  tv_trace_writer_exit (writer, 1, B, 17, 1218);
  tv_trace_writer_exit (writer, 1, A, 17, 1319);
  trace = tv_test_load (writer);
  assert_waits (trace, 1,
                "b 1112-1213 after 2\n"
                "a 1218-1319 after 2\n");
}
END_TEST

/* Half of the CPU time, rounded down, goes before the wait, the rest behind it. */
START_TEST (cpu_time_is_split_round_the_wait)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_enter (writer, 1, A, 0, 1000);
  tv_trace_writer_enter (writer, 1, B, 15, 2000);
  tv_trace_writer_exit (writer, 1, B, 16, 3000);
  tv_trace_writer_exit (writer, 1, A, 16, 4000);
  trace = tv_test_load (writer);
  assert_waits (trace, 1,
                "a 1007-1992 after 1\n"
                "b 2000-2999 after 2\n"
                "a 3000-4000 after 2\n");
}
END_TEST

START_TEST (a_wait_outside_all_calls_is_the_threads_own)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_enter (writer, 1, A, 0, 1000);
  tv_trace_writer_exit (writer, 1, A, 10, 1010);
  tv_trace_writer_enter (writer, 1, B, 20, 5010);
  tv_trace_writer_exit (writer, 1, B, 30, 5020);
  trace = tv_test_load (writer);
  assert_waits (trace, 1, "- 1015-5005 after 1\n");
}
END_TEST

START_TEST (a_frame_open_before_tracing_waits)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_enter (writer, 1, A, 0, 1000);
  tv_trace_writer_exit (writer, 1, A, 10, 1010);
  tv_trace_writer_exit (writer, 1, B, 10, 2010);
  tv_trace_writer_exit (writer, 1, C, 10, 3010);
  tv_trace_writer_enter (writer, 1, A, 10, 4010);
  trace = tv_test_load (writer);
  assert_waits (trace, 1,
                "b 1010-2010 after 3\n"
                "c 2010-3010 after 3\n"
                "- 3010-4010 after 3\n");
}
END_TEST

START_TEST (a_stray_exit_wakes_the_call_on_top)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_enter (writer, 1, A, 0, 1000);
  tv_trace_writer_exit (writer, 1, B, 0, 1500);
  tv_trace_writer_exit (writer, 1, A, 0, 1550);
  trace = tv_test_load (writer);
  assert_waits (trace, 1, "a 1000-1500 after 1\n");
}
END_TEST

START_TEST (one_clock_knows_no_waits)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_enter (writer, 1, A, 0, 1000);
  tv_trace_writer_exit (writer, 1, A, 0, 90000);
  trace = tv_test_load (writer);
  ck_assert_uint_eq (tv_trace_get_thread (trace, 0)->n_waits, 0);
}
END_TEST

static void
append_item (GString *text, const TvTrace *trace, guint32 thread, gsize *next_call,
             gsize *next_wait)
{
  TvCalls calls = tv_trace_get_calls (trace, thread);
  TvWaits waits = tv_trace_get_waits (trace, thread);
  guint32 id = tv_trace_get_thread (trace, thread)->id;

  if (*next_wait < waits.n && waits.calls_before[*next_wait] <= *next_call)
    {
      g_string_append_printf (text, " %u:wait", id);
      (*next_wait)++;
      return;
    }
  ck_assert_uint_lt (*next_call, calls.n);
  g_string_append_printf (
      text, " %u:%s", id,
      tv_trace_get_method (trace, tv_calls_method (&calls, *next_call))->name);
  (*next_call)++;
}

static char *
entries_to_string (const TvTrace *trace)
{
  gsize n_runs = 0;
  const TvEntryRun *runs = tv_trace_get_entry_runs (trace, &n_runs);
  guint n_threads = tv_trace_get_n_threads (trace);
  g_autofree gsize *calls = g_new0 (gsize, n_threads);
  g_autofree gsize *waits = g_new0 (gsize, n_threads);
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < n_runs; i++)
    for (guint32 k = 0; k < runs[i].count; k++)
      append_item (text, trace, runs[i].thread, &calls[runs[i].thread],
                   &waits[runs[i].thread]);
  for (guint i = 0; i < n_threads; i++)
    {
      ck_assert_uint_eq (calls[i], tv_trace_get_thread (trace, i)->n_calls);
      ck_assert_uint_eq (waits[i], tv_trace_get_thread (trace, i)->n_waits);
    }
  return g_string_free (text, FALSE);
}

START_TEST (order_of_entry_over_all_threads)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;
  g_autofree char *text = NULL;

  tv_trace_writer_enter (writer, 1, A, 0, 1000);
  tv_trace_writer_enter (writer, 1, B, 5, 1005);
  tv_trace_writer_enter (writer, 2, C, 0, 1006);
  tv_trace_writer_enter (writer, 1, B, 6, 1007);
  tv_trace_writer_exit (writer, 2, C, 5, 1900);
  tv_trace_writer_exit (writer, 1, B, 7, 1901);
  tv_trace_writer_enter (writer, 2, A, 6, 2900);
  tv_trace_writer_exit (writer, 1, B, 8, 2901);
  trace = tv_test_load (writer);
  text = entries_to_string (trace);
  ck_assert_str_eq (text, " 1:a 1:b 2:c 1:b 2:wait 1:wait 2:wait 2:a 1:wait");
}
END_TEST

START_TEST (frames_open_before_tracing_come_with_the_first_event)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;
  g_autofree char *text = NULL;

  tv_trace_writer_enter (writer, 1, A, 0, 1000);
  tv_trace_writer_enter (writer, 2, A, 0, 1000);
  tv_trace_writer_exit (writer, 2, A, 0, 1010);
  tv_trace_writer_exit (writer, 1, A, 1, 1011);
  tv_trace_writer_exit (writer, 2, B, 2, 1012);
  tv_trace_writer_exit (writer, 2, C, 3, 1013);
  trace = tv_test_load (writer);
  text = entries_to_string (trace);
  ck_assert_str_eq (text, " 1:a 2:c 2:b 2:a");
}
END_TEST

TV_TESTS (NULL, NULL)
