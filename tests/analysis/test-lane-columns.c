/* SPDX-License-Identifier: Apache-2.0 */

/* What the pixel columns of a lane show, worked out by hand on small traces. */

#include "analysis/lanes/lane-columns.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

#define A 0x4
#define B 0x8

#define US G_GINT64_CONSTANT (1000)

/* A call on a wall clock, and what it called before, if anything, is already written.
 */
static void
add_call (TvTraceWriter *writer, guint32 method, guint64 start, guint64 end)
{
  tv_trace_writer_enter (writer, 1, method, 0, start);
  tv_trace_writer_exit (writer, 1, method, 0, end);
}

/* One letter a column: the method in capitals where solid, small where mixed with share
   and busy behind it and a w if it waits as well, in brackets where waiting; a dot
   where idle; ! where marked. */
static char *
columns_to_string (const TvTrace *trace, gint64 start, gint64 end, guint n,
                   const TvLaneMark *mark)
{
  g_autofree TvLaneColumn *columns = g_new (TvLaneColumn, n);
  GString *text = g_string_new (NULL);

  tv_lane_columns (trace, tv_test_find_thread (trace, 1), start, end, mark, NULL,
                   columns, n);
  for (guint i = 0; i < n; i++)
    {
      const TvLaneColumn *column = &columns[i];
      char name = '.';

      if (column->method != TV_METHOD_NONE)
        name = tv_trace_get_method (trace, column->method)->name[0];
      if (column->kind == TV_LANE_SOLID)
        g_string_append_c (text, g_ascii_toupper (name));
      else if (column->kind == TV_LANE_MIXED)
        g_string_append_printf (text, "%c%u/%u%s", name, column->share, column->busy,
                                column->waits ? "w" : "");
      else if (column->kind == TV_LANE_WAIT)
        g_string_append_printf (text, "(%c)", name);
      else
        g_string_append_c (text, name);
      if (column->marked)
        g_string_append_c (text, '!');
      g_string_append_c (text, ' ');
    }
  g_string_truncate (text, text->len - 1);
  return g_string_free (text, FALSE);
}

static void
assert_columns (const TvTrace *trace, gint64 start_us, gint64 end_us, guint n,
                const char *expected)
{
  g_autofree char *text
      = columns_to_string (trace, start_us * US, end_us * US, n, NULL);

  ck_assert_str_eq (text, expected);
}

START_TEST (the_innermost_call_has_the_column)
{
  g_autoptr (TvTrace) trace
      = tv_test_trace (TV_WRITER_CLOCK_WALL, "a 10-70 { b 20-50 { c 30-40 } }");

  assert_columns (trace, 0, 80, 8, ". A B C B A A .");
  assert_columns (trace, 30, 60, 3, "C B A");
  assert_columns (trace, 34, 38, 2, "C C");
  assert_columns (trace, 70, 90, 2, ". .");
}
END_TEST

START_TEST (the_largest_sum_wins_and_not_the_longest_call)
{
  g_autoptr (TvTrace) trace
      = tv_test_trace (TV_WRITER_CLOCK_WALL, "a 0-30 b 30-70 a 70-100 c 100-220");

  assert_columns (trace, 0, 200, 2, "a153/255 C");
}
END_TEST

START_TEST (of_equal_sums_the_first_wins)
{
  g_autoptr (TvTrace) trace = tv_test_trace (TV_WRITER_CLOCK_WALL, "b 0-50 a 50-100");

  assert_columns (trace, 0, 100, 1, "b127/255");
}
END_TEST

START_TEST (ends_of_blocks_are_rounded_to_columns)
{
  g_autoptr (TvTrace) trace
      = tv_test_trace (TV_WRITER_CLOCK_WALL, "a 0-14 b 14-36 c 47-62");

  assert_columns (trace, 0, 70, 7, "A B B B . C .");
}
END_TEST

START_TEST (narrow_blocks_are_not_lost)
{
  g_autoptr (TvTrace) trace
      = tv_test_trace (TV_WRITER_CLOCK_WALL, "a 2-5 b 18-22 c 41-47 b 55-70 a 71-72");

  assert_columns (trace, 0, 80, 8, "a76/76 b51/51 b51/51 . C B B a25/25");
}
END_TEST

START_TEST (a_block_that_the_view_cuts_is_not_narrow)
{
  g_autoptr (TvTrace) trace = tv_test_trace (TV_WRITER_CLOCK_WALL, "a 0-22 b 48-90");

  assert_columns (trace, 20, 50, 3, ". . .");
  assert_columns (trace, 10, 60, 5, "A . . . B");
}
END_TEST

START_TEST (calls_without_length_are_seen)
{
  g_autoptr (TvTrace) trace = tv_test_trace (
      TV_WRITER_CLOCK_WALL, "c 5-5 { b 5-5 } a 20-50 { b 35-35 } b 70-70");

  assert_columns (trace, 0, 70, 7, "c0/0 . A A A . b0/0");
  assert_columns (trace, 70, 90, 2, "b0/0 .");
}
END_TEST

START_TEST (many_methods_share_a_column)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;
  TvLaneColumn columns[2];

  /* 1000 methods in turn, three times over: more than the table of sums begins with.
     The 501st gets twice as much as the others. */
  for (guint i = 0; i < 3000; i++)
    {
      guint32 method = (i % 1000) * 4;

      tv_trace_writer_enter (writer, 1, method, 0, i * 2);
      tv_trace_writer_exit (writer, 1, method, 0, i * 2 + (i % 1000 == 500 ? 2 : 1));
    }
  trace = tv_test_load (writer);
  tv_lane_columns (trace, 0, 0, 12000 * US, NULL, NULL, columns, 2);
  ck_assert_uint_eq (columns[0].kind, TV_LANE_MIXED);
  ck_assert_uint_eq (tv_trace_get_method (trace, columns[0].method)->id, 500 * 4);
  ck_assert_uint_eq (columns[0].busy, 255 * 3003 / 6000);
  ck_assert_uint_eq (columns[0].share, 0);
  ck_assert_uint_eq (columns[1].kind, TV_LANE_IDLE);
}
END_TEST

START_TEST (waits_are_told_from_work)
{
  g_autoptr (TvTrace) trace
      = tv_test_trace (TV_WRITER_CLOCK_DUAL, "a 0-40/2100 b 40/3100-140/3200");

  /* 40 of 2100 µs on the CPU, half before and half after the wait; then 1000 µs on no
     stack. */
  assert_columns (trace, 0, 500, 5, "a51/51w (a) (a) (a) (a)");
  assert_columns (trace, 1900, 2200, 3, "(a) a51/51w .");
  assert_columns (trace, 2900, 3200, 3, ". . B");
  assert_columns (trace, 300, 600, 3, "(a) (a) (a)");
}
END_TEST

START_TEST (columns_may_be_finer_than_time)
{
  g_autoptr (TvTrace) trace = tv_test_trace (TV_WRITER_CLOCK_WALL, "a 1-2 b 2-3");
  g_autofree char *text = NULL;

  text = columns_to_string (trace, 1998, 2002, 8, NULL);
  ck_assert_str_eq (text, "A A A A B B B B");
}
END_TEST

START_TEST (times_of_more_than_32_bits_are_the_same)
{
  TvCalls calls;
  g_autoptr (TvTraceWriter) writer = tv_test_writer_new (TV_WRITER_CLOCK_WALL);
  const guint64 wrap = G_GUINT64_CONSTANT (1) << 32;
  g_autoptr (TvTrace) trace = NULL;
  g_autofree char *text = NULL;

  tv_trace_writer_enter (writer, 1, A, 0, wrap - 1000);
  add_call (writer, B, wrap - 20, wrap - 20 + 30);
  tv_trace_writer_exit (writer, 1, A, 0, wrap + 20);
  trace = tv_test_load (writer);
  calls = tv_trace_get_calls (trace, 0);
  ck_assert (!tv_times_is_narrow (&calls.axis_end));
  text = columns_to_string (trace, (wrap - 30) * US, (wrap + 30) * US, 6, NULL);
  ck_assert_str_eq (text, "A B B B A .");
}
END_TEST

START_TEST (a_method_is_marked_where_it_has_own_time)
{
  g_autoptr (TvTrace) trace = tv_test_trace (
      TV_WRITER_CLOCK_WALL, "a 0-60 { b 20-40 c 50-56 b 56-60 } b 85-85");
  g_autofree char *text = NULL;
  TvLaneMark mark = { .call = { TV_THREAD_NONE, 0 } };

  mark.method = tv_test_find_method (trace, "p.Q.b()V");
  text = columns_to_string (trace, 0, 100 * US, 10, &mark);
  ck_assert_str_eq (text, "A A B! B! A c153/255! . . b0/0! .");
}
END_TEST

START_TEST (one_call_is_marked_with_its_recursion)
{
  g_autoptr (TvTrace) trace
      = tv_test_trace (TV_WRITER_CLOCK_WALL, "a 0-50 { b 10-40 { a 20-30 } } a 50-60");
  g_autofree char *text = NULL, *elsewhere = NULL;
  TvLaneMark mark = { .method = TV_METHOD_NONE, .call = { 0, 0 } };

  mark.call.thread = tv_test_find_thread (trace, 1);
  text = columns_to_string (trace, 0, 60 * US, 6, &mark);
  ck_assert_str_eq (text, "A! B A! B A! A");
  mark.call.thread = 77;
  elsewhere = columns_to_string (trace, 0, 60 * US, 6, &mark);
  ck_assert_str_eq (elsewhere, "A B A B A A");
}
END_TEST

START_TEST (waits_of_the_marked_method_are_marked)
{
  g_autoptr (TvTrace) trace = tv_test_trace (TV_WRITER_CLOCK_DUAL, "a 0-200/500");
  g_autofree char *text = NULL;
  TvLaneMark mark = { .call = { TV_THREAD_NONE, 0 } };

  mark.method = tv_test_find_method (trace, "p.Q.a()V");
  text = columns_to_string (trace, 0, 600 * US, 6, &mark);
  ck_assert_str_eq (text, "A! (a)! (a)! (a)! A! .");
}
END_TEST

START_TEST (the_cost_is_the_calls_entered)
{
  g_autoptr (TvTraceWriter) writer = tv_test_writer_new (TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;

  for (guint i = 0; i < 10; i++)
    add_call (writer, A, i * 10, i * 10 + 5);
  trace = tv_test_load (writer);
  ck_assert_uint_eq (tv_lane_cost (trace, 0, 0, 100 * US), 10);
  ck_assert_uint_eq (tv_lane_cost (trace, 0, 10 * US, 40 * US), 3);
  ck_assert_uint_eq (tv_lane_cost (trace, 0, 11 * US, 20 * US), 0);
}
END_TEST

START_TEST (a_column_stands_for_a_range_of_time)
{
  gint64 start, end;

  tv_lane_column_range (100, 200, 10, 3, &start, &end);
  ck_assert_int_eq (start, 130);
  ck_assert_int_eq (end, 140);
  tv_lane_column_range (0, 10, 4, 1, &start, &end);
  ck_assert_int_eq (start, 2);
  ck_assert_int_eq (end, 5);
  tv_lane_column_range (1000, 1002, 8, 7, &start, &end);
  ck_assert_int_eq (start, 1001);
  ck_assert_int_eq (end, 1002);
}
END_TEST

TV_TESTS (NULL, NULL)
