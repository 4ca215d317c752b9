/* SPDX-License-Identifier: Apache-2.0 */

/* Times that go back, 32-bit times that wrapped after 71 minutes, thread ids that were
 * given to a second thread, and the axis of a trace without a wall clock. */

#include "support/test-runner.h"
#include "support/trace-asserts.h"
#include "support/trace-fixtures.h"

#define A 0x4
#define B 0x8
#define C 0xc
#define WRAP (G_GUINT64_CONSTANT (1) << 32)

static TvTraceWriter *
new_writer (guint version, TvWriterClock clock, const char *elapsed)
{
  TvTraceWriter *writer = tv_trace_writer_new (version, clock);

  if (elapsed != NULL)
    tv_trace_writer_add_property (writer, "elapsed-time-usec", elapsed);
  tv_trace_writer_add_method (writer, A, "p.Q", "a", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, B, "p.Q", "b", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, C, "p.Q", "c", "()V", "Q.java", 1);
  return writer;
}

START_TEST (backward_steps_are_clamped)
{
  g_autoptr (TvTraceWriter) writer = new_writer (3, TV_WRITER_CLOCK_DUAL, "9000");
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_enter (writer, 1, A, 5000, 6000);
  tv_trace_writer_enter (writer, 1, B, 5010, 5990);
  tv_trace_writer_exit (writer, 1, B, 5005, 6005);
  tv_trace_writer_enter (writer, 2, C, 5, 10);
  tv_trace_writer_exit (writer, 1, A, 5020, 6002);
  trace = tv_test_load (writer);
  tv_assert_calls (trace, 1,
                   "a cpu 5000-5020 wall 6000-6005\n"
                   "  b cpu 5010-5010 wall 6000-6005\n");
  tv_assert_calls (trace, 2, "c cpu 5-5 wall 10-10 still-open\n");
  ck_assert_uint_ge (tv_test_count_warnings (trace, TV_WARNING_TIME_BACKWARDS), 3);
  ck_assert_uint_eq (tv_warnings_get_n (tv_trace_get_warnings (trace)), 1);
}
END_TEST

/* With the span of the trace known to be shorter than 2^32 µs, nothing can have
 * wrapped: a step of two minutes less than 2^32 back is an error. */
START_TEST (no_wrap_in_a_short_trace)
{
  g_autoptr (TvTraceWriter) writer = new_writer (3, TV_WRITER_CLOCK_DUAL, "4293967295");
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_enter (writer, 1, A, 4000000000, 4200000000);
  tv_trace_writer_exit (writer, 1, A, 100000, 100000);
  trace = tv_test_load (writer);
  tv_assert_calls (trace, 1,
                   "a cpu 4000000000-4000000000 wall 4200000000-4200000000\n");
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_TIME_WRAPPED), 0);
  ck_assert_uint_ge (tv_test_count_warnings (trace, TV_WARNING_TIME_BACKWARDS), 1);
}
END_TEST

/* In order of time, one running clock places also a thread whose first event comes
 * after the wrap. */
START_TEST (wall_wraps_in_a_chronological_file)
{
  g_autoptr (TvTraceWriter) writer = new_writer (3, TV_WRITER_CLOCK_DUAL, NULL);
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_enter (writer, 1, A, 4294967000, WRAP - 10);
  tv_trace_writer_enter (writer, 1, B, WRAP + 4, WRAP + 5);
  tv_trace_writer_enter (writer, 2, C, 0, WRAP + 7);
  tv_trace_writer_exit (writer, 2, C, 1, WRAP + 9);
  tv_trace_writer_exit (writer, 1, B, WRAP + 6, WRAP + 20);
  tv_trace_writer_exit (writer, 1, A, WRAP + 8, WRAP + 30);
  trace = tv_test_load (writer);
  tv_assert_calls (trace, 1,
                   "a cpu 4294967000-4294967304 wall 4294967286-4294967326\n"
                   "  b cpu 4294967300-4294967302 wall 4294967301-4294967316\n");
  tv_assert_calls (trace, 2, "c cpu 0-1 wall 4294967303-4294967305\n");
  ck_assert_uint_ge (tv_test_count_warnings (trace, TV_WARNING_TIME_WRAPPED), 1);
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_TIME_BACKWARDS), 0);
}
END_TEST

/* Records in batches: each thread for itself. */
START_TEST (wall_wraps_in_a_file_of_batches)
{
  g_autoptr (TvTraceWriter) writer = new_writer (2, TV_WRITER_CLOCK_WALL, NULL);
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_enter (writer, 1, A, 0, 1000000000);
  tv_trace_writer_enter (writer, 1, B, 0, 3000000000);
  tv_trace_writer_exit (writer, 1, B, 0, 4200000000);
  tv_trace_writer_exit (writer, 1, A, 0, WRAP + 100000000);
  tv_trace_writer_enter (writer, 2, C, 0, 3900000000);
  tv_trace_writer_enter (writer, 2, B, 0, 4200000000);
  tv_trace_writer_exit (writer, 2, B, 0, WRAP + 50000000);
  tv_trace_writer_exit (writer, 2, C, 0, WRAP + 2000000000);
  trace = tv_test_load (writer);
  tv_assert_calls (trace, 1,
                   "a wall 1000000000-4394967296\n"
                   "  b wall 3000000000-4200000000\n");
  tv_assert_calls (trace, 2,
                   "c wall 3900000000-6294967296\n"
                   "  b wall 4200000000-4344967296\n");
  ck_assert_uint_ge (tv_test_count_warnings (trace, TV_WARNING_TIME_WRAPPED), 1);
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_TIME_BACKWARDS), 0);
}
END_TEST

/* Tracing took 2^32 µs and 1 ms, and the header has only the low 32 bits of that. Times
 * beyond it prove it wrong. */
START_TEST (elapsed_time_that_the_records_contradict)
{
  static const TvWriterClock clocks[]
      = { TV_WRITER_CLOCK_WALL, TV_WRITER_CLOCK_THREAD_CPU };

  for (guint i = 0; i < G_N_ELEMENTS (clocks); i++)
    {
      g_autoptr (TvTraceWriter) writer = new_writer (2, clocks[i], "1000");
      g_autoptr (TvTrace) trace = NULL;

      tv_trace_writer_enter (writer, 1, A, 100, 100);
      tv_trace_writer_enter (writer, 1, B, 2000000000, 2000000000);
      tv_trace_writer_enter (writer, 1, C, 4000000000, 4000000000);
      tv_trace_writer_exit (writer, 1, C, WRAP + 200, WRAP + 200);
      tv_trace_writer_exit (writer, 1, B, WRAP + 500, WRAP + 500);
      tv_trace_writer_exit (writer, 1, A, WRAP + 600, WRAP + 600);
      trace = tv_test_load (writer);
      tv_assert_calls (trace, 1,
                       i == 0 ? "a wall 100-4294967896\n"
                                "  b wall 2000000000-4294967796\n"
                                "    c wall 4000000000-4294967496\n"
                              : "a cpu 100-4294967896\n"
                                "  b cpu 2000000000-4294967796\n"
                                "    c cpu 4000000000-4294967496\n");
      ck_assert_uint_ge (tv_test_count_warnings (trace, TV_WARNING_TIME_WRAPPED), 1);
      ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_TIME_BACKWARDS), 0);
      ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_THREAD_REUSED), 0);
    }
}
END_TEST

/* The second owner of an id runs for over 71 minutes. */
START_TEST (cpu_wraps_in_a_reused_thread)
{
  g_autoptr (TvTraceWriter) writer = new_writer (2, TV_WRITER_CLOCK_THREAD_CPU, "1000");
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_enter (writer, 1, A, 2000, 0);
  tv_trace_writer_exit (writer, 1, A, 1000000000, 0);
  tv_trace_writer_enter (writer, 1, A, 10, 0);
  tv_trace_writer_enter (writer, 1, B, 2000000000, 0);
  tv_trace_writer_enter (writer, 1, C, 4294967000, 0);
  tv_trace_writer_exit (writer, 1, C, WRAP + 200, 0);
  tv_trace_writer_exit (writer, 1, B, WRAP + 300, 0);
  tv_trace_writer_exit (writer, 1, A, WRAP + 500, 0);
  trace = tv_test_load (writer);
  tv_assert_calls (trace, 1,
                   "a cpu 2000-1000000000\n"
                   "a cpu 1000000010-5294967796\n"
                   "  b cpu 3000000000-5294967596\n"
                   "    c cpu 5294967000-5294967496\n");
  ck_assert_int_eq (tv_trace_get_thread (trace, 0)->last[TV_CLOCK_THREAD_CPU],
                    5294967796000);
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_THREAD_REUSED), 1);
}
END_TEST

START_TEST (cpu_wraps_by_thread)
{
  g_autoptr (TvTraceWriter) writer
      = new_writer (2, TV_WRITER_CLOCK_THREAD_CPU, "5000000000");
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_enter (writer, 1, A, 4294000000, 0);
  tv_trace_writer_enter (writer, 2, C, 50, 0);
  tv_trace_writer_exit (writer, 1, A, WRAP + 500000, 0);
  tv_trace_writer_exit (writer, 2, C, 70, 0);
  trace = tv_test_load (writer);
  tv_assert_calls (trace, 1, "a cpu 4294000000-4295467296\n");
  tv_assert_calls (trace, 2, "c cpu 50-70\n");
  ck_assert_uint_ge (tv_test_count_warnings (trace, TV_WARNING_TIME_WRAPPED), 1);
}
END_TEST

/* A new thread's CPU clock begins near 0: what the old one left open ends at its last
 * event, and the new one's CPU time is counted on from there. */
START_TEST (thread_id_given_to_a_second_thread)
{
  g_autoptr (TvTraceWriter) writer = new_writer (3, TV_WRITER_CLOCK_DUAL, "90000");
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_enter (writer, 1, A, 2000, 20000);
  tv_trace_writer_enter (writer, 1, B, 5000, 25000);
  tv_trace_writer_exit (writer, 1, B, 6000, 26000);
  tv_trace_writer_exit (writer, 1, C, 10, 40000);
  tv_trace_writer_enter (writer, 1, A, 30, 40020);
  tv_trace_writer_exit (writer, 1, A, 70, 40060);
  trace = tv_test_load (writer);
  tv_assert_calls (trace, 1,
                   "a cpu 2000-6000 wall 20000-26000 still-open\n"
                   "  b cpu 5000-6000 wall 25000-26000\n"
                   "c cpu 6010-6010 wall 40000-40000 pre-open\n"
                   "a cpu 6030-6070 wall 40020-40060\n");
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_THREAD_REUSED), 1);
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_TIME_BACKWARDS), 0);
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_STRAY_EXITS), 0);
}
END_TEST

START_TEST (cpu_back_to_1001_is_the_same_thread)
{
  g_autoptr (TvTraceWriter) writer = new_writer (3, TV_WRITER_CLOCK_DUAL, "90000");
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_enter (writer, 1, A, 2000, 20000);
  tv_trace_writer_exit (writer, 1, A, 1001, 20010);
  tv_trace_writer_enter (writer, 2, B, 2000, 20020);
  tv_trace_writer_exit (writer, 2, B, 1000, 20030);
  trace = tv_test_load (writer);
  tv_assert_calls (trace, 1, "a cpu 2000-2000 wall 20000-20010\n");
  tv_assert_calls (trace, 2,
                   "b cpu 2000-2000 wall 20020-20020 still-open\n"
                   "b cpu 3000-3000 wall 20030-20030 pre-open\n");
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_THREAD_REUSED), 1);
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_TIME_BACKWARDS), 1);
}
END_TEST

/* Sums over 65,536 threads must fit in 64 bits of nanoseconds, so that each clock stops
 * at (2^63 / 65,536 - 1) ns, which is 140,737,488,355 whole microseconds. Steps of just
 * under 2^31 are the largest that go forward, and get past that with the 66th. */
START_TEST (clocks_end_before_sums_overflow)
{
  static const TvWriterClock clocks[]
      = { TV_WRITER_CLOCK_THREAD_CPU, TV_WRITER_CLOCK_WALL, TV_WRITER_CLOCK_DUAL };

  for (guint i = 0; i < G_N_ELEMENTS (clocks); i++)
    {
      g_autoptr (TvTraceWriter) writer = new_writer (
          clocks[i] == TV_WRITER_CLOCK_THREAD_CPU ? 2 : 3, clocks[i], NULL);
      g_autoptr (TvTrace) trace = NULL;
      const TvThread *thread;

      for (guint64 time = 0, step = 0; step < 70; step++, time += 0x7FFFFFFF)
        tv_trace_writer_enter (writer, 1, A, time, time);
      trace = tv_test_load (writer);
      thread = tv_trace_get_thread (trace, tv_test_find_thread (trace, 1));
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        if (tv_trace_has_clock (trace, clock))
          ck_assert_int_eq (thread->last[clock], 140737488355000);
      ck_assert_uint_ge (tv_test_count_warnings (trace, TV_WARNING_TIME_TOO_LATE), 2);
    }
}
END_TEST

/* 32 owners of an id that run for 2^32 - 1 µs each have room; with the 33rd the clock
 * reaches its end, and none after it can be told from the one before. */
START_TEST (reused_ids_end_before_sums_overflow)
{
  g_autoptr (TvTraceWriter) writer
      = new_writer (2, TV_WRITER_CLOCK_THREAD_CPU, "4293967295");
  g_autoptr (TvTrace) trace = NULL;
  const TvThread *thread;

  for (guint owner = 0; owner < 40; owner++)
    {
      tv_trace_writer_enter (writer, 1, A, 4294967295, 0);
      tv_trace_writer_exit (writer, 1, A, 0, 0);
    }
  trace = tv_test_load (writer);
  thread = tv_trace_get_thread (trace, tv_test_find_thread (trace, 1));
  ck_assert_int_eq (thread->last[TV_CLOCK_THREAD_CPU], 140737488355000);
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_THREAD_REUSED), 33);
}
END_TEST

static void
assert_axis (const TvTrace *trace, guint32 thread_id, gsize call, gint64 start,
             gint64 end)
{
  TvCalls calls = tv_trace_get_calls (trace, tv_test_find_thread (trace, thread_id));

  ck_assert_uint_lt (call, calls.n);
  ck_assert_int_eq (tv_times_get (&calls.axis_start, call), 1000 * start);
  ck_assert_int_eq (tv_times_get (&calls.axis_end, call), 1000 * end);
}

/* Without a wall clock, one virtual clock runs on by every thread's own CPU steps. */
START_TEST (axis_of_a_thread_cpu_trace)
{
  g_autoptr (TvTraceWriter) writer
      = new_writer (2, TV_WRITER_CLOCK_THREAD_CPU, "90000");
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_enter (writer, 1, A, 0, 0);
  tv_trace_writer_enter (writer, 1, B, 10, 0);
  tv_trace_writer_enter (writer, 2, C, 0, 0);
  tv_trace_writer_exit (writer, 2, C, 5, 0);
  tv_trace_writer_exit (writer, 1, B, 13, 0);
  tv_trace_writer_exit (writer, 1, A, 20, 0);
  trace = tv_test_load (writer);
  ck_assert_int_eq (tv_trace_get_axis (trace), TV_AXIS_CPU_ALL_THREADS);
  ck_assert (tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU));
  ck_assert (!tv_trace_has_clock (trace, TV_CLOCK_WALL));
  ck_assert_str_eq (tv_trace_get_info (trace)->clock_name, "thread-cpu");
  assert_axis (trace, 1, 0, 0, 25);
  assert_axis (trace, 1, 1, 10, 18);
  assert_axis (trace, 2, 0, 10, 15);
}
END_TEST

START_TEST (axis_of_a_wall_trace)
{
  g_autoptr (TvTraceWriter) writer = new_writer (1, TV_WRITER_CLOCK_GLOBAL, "90000");
  g_autoptr (TvTrace) trace = NULL;
  TvCalls calls = { 0 };

  tv_trace_writer_enter (writer, 1, A, 0, 40);
  tv_trace_writer_exit (writer, 1, A, 0, 60);
  trace = tv_test_load (writer);
  calls = tv_trace_get_calls (trace, 0);
  ck_assert_int_eq (tv_trace_get_axis (trace), TV_AXIS_WALL);
  ck_assert (!tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU));
  ck_assert_int_eq (tv_trace_get_primary_clock (trace), TV_CLOCK_WALL);
  ck_assert_str_eq (tv_trace_get_info (trace)->clock_name, "global");
  ck_assert (!tv_times_exist (&calls.start[TV_CLOCK_THREAD_CPU]));
  assert_axis (trace, 1, 0, 40, 60);
  tv_assert_calls (trace, 1, "a wall 40-60\n");
}
END_TEST

TV_TESTS (NULL, NULL)
