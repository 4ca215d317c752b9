/* SPDX-License-Identifier: Apache-2.0 */

/* How events become calls: frames open at either end, lost and stray exits, exceptions,
 * recursion. */

#include "support/test-runner.h"
#include "support/trace-asserts.h"
#include "support/trace-fixtures.h"

#define A 0x4
#define B 0x8
#define C 0xc
#define HIGH 0x80000010

static TvTraceWriter *
new_writer (void)
{
  TvTraceWriter *writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);

  tv_trace_writer_add_property (writer, "elapsed-time-usec", "100000");
  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, 0, "p.Q", "zero", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, A, "p.Q", "a", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, B, "p.Q", "b", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, C, "p.Q", "c", "()V", "Q.java", 1);
  return writer;
}

START_TEST (calls_nest)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_enter (writer, 1, A, 10, 100);
  tv_trace_writer_enter (writer, 1, B, 12, 104);
  tv_trace_writer_exit (writer, 1, B, 15, 109);
  tv_trace_writer_enter (writer, 1, C, 15, 110);
  tv_trace_writer_exit (writer, 1, C, 16, 120);
  tv_trace_writer_exit (writer, 1, A, 20, 130);
  tv_trace_writer_enter (writer, 1, B, 21, 131);
  tv_trace_writer_exit (writer, 1, B, 22, 133);
  trace = tv_test_load (writer);
  tv_assert_calls (trace, 1,
                   "a cpu 10-20 wall 100-130\n"
                   "  b cpu 12-15 wall 104-109\n"
                   "  c cpu 15-16 wall 110-120\n"
                   "b cpu 21-22 wall 131-133\n");
  ck_assert_uint_eq (tv_warnings_get_n (tv_trace_get_warnings (trace)), 0);
}
END_TEST

START_TEST (frame_open_before_tracing_adopts_earlier_calls)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_enter (writer, 1, A, 5, 50);
  tv_trace_writer_exit (writer, 1, A, 6, 60);
  tv_trace_writer_enter (writer, 1, A, 7, 70);
  tv_trace_writer_exit (writer, 1, A, 8, 80);
  tv_trace_writer_exit (writer, 1, B, 9, 90);
  tv_trace_writer_enter (writer, 1, A, 10, 100);
  tv_trace_writer_exit (writer, 1, A, 11, 110);
  tv_trace_writer_exit (writer, 1, C, 12, 120);
  tv_trace_writer_enter (writer, 1, A, 13, 130);
  tv_trace_writer_exit (writer, 1, A, 14, 140);
  trace = tv_test_load (writer);
  tv_assert_calls (trace, 1,
                   "c cpu 5-12 wall 50-120 pre-open\n"
                   "  b cpu 5-9 wall 50-90 pre-open\n"
                   "    a cpu 5-6 wall 50-60\n"
                   "    a cpu 7-8 wall 70-80\n"
                   "  a cpu 10-11 wall 100-110\n"
                   "a cpu 13-14 wall 130-140\n");
  ck_assert_uint_eq (tv_warnings_get_n (tv_trace_get_warnings (trace)), 0);
}
END_TEST

START_TEST (open_calls_end_at_the_last_event_of_their_thread)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_enter (writer, 1, A, 1, 10);
  tv_trace_writer_enter (writer, 2, C, 1, 11);
  tv_trace_writer_enter (writer, 1, B, 2, 20);
  tv_trace_writer_enter (writer, 1, C, 3, 30);
  tv_trace_writer_exit (writer, 1, C, 4, 40);
  tv_trace_writer_exit (writer, 2, C, 9, 90);
  trace = tv_test_load (writer);
  tv_assert_calls (trace, 1,
                   "a cpu 1-4 wall 10-40 still-open\n"
                   "  b cpu 2-4 wall 20-40 still-open\n"
                   "    c cpu 3-4 wall 30-40\n");
  tv_assert_calls (trace, 2, "c cpu 1-9 wall 11-90\n");
  ck_assert_uint_eq (tv_warnings_get_n (tv_trace_get_warnings (trace)), 0);
}
END_TEST

START_TEST (lost_exits_close_down_to_the_nearest_match)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_enter (writer, 1, A, 1, 10);
  tv_trace_writer_enter (writer, 1, A, 2, 20);
  tv_trace_writer_enter (writer, 1, B, 3, 30);
  tv_trace_writer_enter (writer, 1, C, 4, 40);
  tv_trace_writer_exit (writer, 1, A, 5, 50);
  tv_trace_writer_exit (writer, 1, A, 6, 60);
  trace = tv_test_load (writer);
  tv_assert_calls (trace, 1,
                   "a cpu 1-6 wall 10-60\n"
                   "  a cpu 2-5 wall 20-50 recursive\n"
                   "    b cpu 3-5 wall 30-50 exit-lost\n"
                   "      c cpu 4-5 wall 40-50 exit-lost\n");
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_EXITS_LOST), 2);
  ck_assert_uint_eq (tv_warnings_get_n (tv_trace_get_warnings (trace)), 1);
}
END_TEST

START_TEST (stray_exits_are_ignored_and_counted)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;
  const TvWarning *warning = NULL;

  tv_trace_writer_enter (writer, 1, A, 1, 10);
  tv_trace_writer_exit (writer, 1, B, 2, 20);
  tv_trace_writer_unwind (writer, 1, C, 3, 30);
  tv_trace_writer_enter (writer, 1, B, 4, 40);
  tv_trace_writer_exit (writer, 1, B, 5, 50);
  tv_trace_writer_exit (writer, 1, B, 6, 60);
  tv_trace_writer_exit (writer, 1, A, 7, 70);
  trace = tv_test_load (writer);
  tv_assert_calls (trace, 1,
                   "a cpu 1-7 wall 10-70\n"
                   "  b cpu 4-5 wall 40-50\n");
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_STRAY_EXITS), 3);
  ck_assert_uint_eq (tv_warnings_get_n (tv_trace_get_warnings (trace)), 1);
  warning = tv_warnings_get (tv_trace_get_warnings (trace), 0);
  ck_assert_int_eq (warning->kind, TV_WARNING_STRAY_EXITS);
}
END_TEST

/* The frame that was open before tracing can be left only when everything entered since
 * is gone: an exit of its method before that is a stray one. */
START_TEST (frame_open_before_tracing_is_not_on_the_stack)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_enter (writer, 1, A, 1, 10);
  tv_trace_writer_exit (writer, 1, B, 2, 20);
  tv_trace_writer_exit (writer, 1, A, 3, 30);
  tv_trace_writer_exit (writer, 1, B, 4, 40);
  trace = tv_test_load (writer);
  tv_assert_calls (trace, 1,
                   "b cpu 1-4 wall 10-40 pre-open\n"
                   "  a cpu 1-3 wall 10-30\n");
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_STRAY_EXITS), 1);
}
END_TEST

START_TEST (stray_exit_is_still_the_last_event)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_enter (writer, 1, A, 1, 10);
  tv_trace_writer_exit (writer, 1, B, 2, 20);
  trace = tv_test_load (writer);
  tv_assert_calls (trace, 1, "a cpu 1-2 wall 10-20 still-open\n");
  ck_assert_uint_eq (tv_trace_get_thread (trace, 0)->n_events, 2);
}
END_TEST

START_TEST (exceptions_leave_like_exits)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_unwind (writer, 1, C, 1, 10);
  tv_trace_writer_enter (writer, 1, A, 2, 20);
  tv_trace_writer_enter (writer, 1, B, 3, 30);
  tv_trace_writer_enter (writer, 1, C, 4, 40);
  tv_trace_writer_unwind (writer, 1, B, 5, 50);
  tv_trace_writer_exit (writer, 1, A, 6, 60);
  trace = tv_test_load (writer);
  tv_assert_calls (trace, 1,
                   "c cpu 1-1 wall 10-10 pre-open exception\n"
                   "a cpu 2-6 wall 20-60\n"
                   "  b cpu 3-5 wall 30-50 exception\n"
                   "    c cpu 4-5 wall 40-50 exit-lost\n");
}
END_TEST

START_TEST (recursion_counts_frames_open_before_tracing)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_enter (writer, 1, A, 1, 10);
  tv_trace_writer_enter (writer, 1, B, 2, 20);
  tv_trace_writer_enter (writer, 1, A, 3, 30);
  tv_trace_writer_exit (writer, 1, A, 4, 40);
  tv_trace_writer_exit (writer, 1, B, 5, 50);
  tv_trace_writer_exit (writer, 1, A, 6, 60);
  tv_trace_writer_exit (writer, 1, A, 7, 70);
  tv_trace_writer_enter (writer, 1, A, 8, 80);
  tv_trace_writer_enter (writer, 2, A, 8, 80);
  trace = tv_test_load (writer);
  tv_assert_calls (trace, 1,
                   "a cpu 1-7 wall 10-70 pre-open\n"
                   "  a cpu 1-6 wall 10-60 recursive\n"
                   "    b cpu 2-5 wall 20-50\n"
                   "      a cpu 3-4 wall 30-40 recursive\n"
                   "a cpu 8-8 wall 80-80 still-open\n");
  tv_assert_calls (trace, 2, "a cpu 8-8 wall 80-80 still-open\n");
}
END_TEST

START_TEST (reserved_action_and_fill_are_skipped)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_enter (writer, 1, A, 1, 10);
  tv_trace_writer_record (writer, 1, A | TV_WRITER_RESERVED, 5, 50);
  tv_trace_writer_record (writer, 1, B | TV_WRITER_RESERVED, 900, 9000);
  tv_trace_writer_exit (writer, 1, A, 7, 70);
  tv_trace_writer_record (writer, 0xeeee, 0xeeeeeeee, 0xeeeeeeee, 0xeeeeeeee);
  trace = tv_test_load (writer);
  tv_assert_calls (trace, 1, "a cpu 1-7 wall 10-70\n");
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_ACTION), 2);
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_FILL_RECORD), 1);
  ck_assert_uint_eq (tv_warnings_get_n (tv_trace_get_warnings (trace)), 2);
  ck_assert_uint_eq (tv_trace_get_info (trace)->n_records, 5);
  ck_assert_uint_eq (tv_trace_get_thread (trace, 0)->n_events, 2);
  ck_assert_uint_eq (tv_test_find_thread (trace, 0xeeee), TV_THREAD_NONE);
}
END_TEST

START_TEST (ids_without_names)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;
  g_autofree char *label = NULL;
  const TvMethod *method = NULL;

  tv_trace_writer_enter (writer, 7, 0, 1, 10);
  tv_trace_writer_enter (writer, 7, 0x1688, 2, 20);
  tv_trace_writer_enter (writer, 7, HIGH, 3, 30);
  tv_trace_writer_exit (writer, 7, HIGH, 4, 40);
  tv_trace_writer_exit (writer, 7, 0x1688, 5, 50);
  tv_trace_writer_exit (writer, 7, 0, 6, 60);
  trace = tv_test_load (writer);
  tv_assert_calls (trace, 7,
                   "zero cpu 1-6 wall 10-60\n"
                   "  0x1688 cpu 2-5 wall 20-50\n"
                   "    0x80000010 cpu 3-4 wall 30-40\n");
  method = tv_trace_get_method (trace,
                                tv_test_find_method (trace, "(unknown).0x80000010"));
  ck_assert_uint_eq (method->id, HIGH);
  ck_assert (!method->named);
  ck_assert_str_eq (method->signature, "");
  label = tv_trace_dup_thread_label (trace, tv_test_find_thread (trace, 7));
  ck_assert_str_eq (label, "[7] Thread 7");
  ck_assert_uint_eq (tv_warnings_get_n (tv_trace_get_warnings (trace)), 0);
}
END_TEST

START_TEST (a_stack_as_deep_as_the_file_is_long)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;
  TvCalls calls = { 0 };
  const guint depth = 200000;

  for (guint i = 0; i < depth; i++)
    tv_trace_writer_enter (writer, 1, A, i, i);
  for (guint i = 0; i < depth; i++)
    tv_trace_writer_exit (writer, 1, B, depth, depth);
  for (guint i = 0; i < 100; i++)
    tv_trace_writer_exit (writer, 1, A, depth, depth);
  trace = tv_test_load (writer);
  calls = tv_trace_get_calls (trace, 0);
  ck_assert_uint_eq (calls.n, depth);
  ck_assert_uint_eq (calls.parent[depth - 1], depth - 2);
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_STRAY_EXITS), depth);
  ck_assert_uint_eq (calls.flags[depth - 100], TV_CALL_RECURSIVE);
  ck_assert_uint_eq (calls.flags[depth - 101], TV_CALL_RECURSIVE | TV_CALL_STILL_OPEN);
}
END_TEST

TV_TESTS (NULL, NULL)
