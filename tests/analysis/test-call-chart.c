/* SPDX-License-Identifier: Apache-2.0 */

/* Call charts: levels of the stack in columns, worked out by hand. */

#include "analysis/charts/call-chart.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

#define A 0x4
#define B 0x8
#define C 0xc

#define US G_GINT64_CONSTANT (1000)

static void
add_call (TvTraceWriter *writer, guint32 method, guint64 start, guint64 end)
{
  tv_trace_writer_enter (writer, 1, method, 0, start);
  tv_trace_writer_exit (writer, 1, method, 0, end);
}

static TvCallStacks *
new_stacks (TvTrace *trace)
{
  TvCallStacks *stacks = tv_call_stacks_new (trace, NULL, NULL);

  ck_assert_ptr_nonnull (stacks);
  return stacks;
}

/* 0: A 0-100 { 1: B 10-40 { 2: C 20-20 }, 3: B 60-90 { 4: A 65-70 } } 5: C 100-120 */
static TvCallStacks *
load_small_trace (void)
{
  g_autoptr (TvTrace) trace
      = tv_test_trace (TV_WRITER_CLOCK_WALL,
                       "a 0-100 { b 10-40 { c 20-20 } b 60-90 { a 65-70 } } c 100-120");

  return new_stacks (trace);
}

/* A level as text: `0-4a` for a call of p.Q.a on columns 0 to before 4, `<` and `>`
 * where it goes on outside, `*` for a crowd; and `wait 1-2`. */
static char *
level_to_string (const TvCallStacks *stacks, const TvCallChart *chart, guint level)
{
  const TvTrace *trace = tv_call_stacks_get_trace (stacks);
  GString *text = g_string_new (NULL);
  guint n;
  const TvChartBox *boxes = tv_call_chart_get_boxes (chart, level, &n);
  const TvChartWait *waits;

  for (guint i = 0; i < n; i++)
    {
      ck_assert_uint_lt (boxes[i].x0, boxes[i].x1);
      g_string_append_printf (
          text, "%s%s%u-%u%s%s%s", text->len > 0 ? " " : "", boxes[i].starts ? "" : "<",
          boxes[i].x0, boxes[i].x1, tv_trace_get_method (trace, boxes[i].method)->name,
          boxes[i].kind == TV_CHART_CROWD ? "*" : "", boxes[i].ends ? "" : ">");
    }
  waits = tv_call_chart_get_waits (chart, level, &n);
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, " wait %u-%u", waits[i].x0, waits[i].x1);
  return g_string_free (text, FALSE);
}

static void
assert_level (const TvCallStacks *stacks, const TvCallChart *chart, guint level,
              const char *expected)
{
  g_autofree char *text = level_to_string (stacks, chart, level);

  ck_assert_str_eq (text, expected);
}

START_TEST (each_level_has_the_calls_of_its_depth)
{
  g_autoptr (TvCallStacks) stacks = load_small_trace ();
  g_autoptr (TvCallChart) chart
      = tv_call_chart_new (stacks, NULL, 0, 0, 120 * US, 12, 0, 4);

  ck_assert_uint_eq (tv_call_chart_get_first_level (chart), 0);
  ck_assert_uint_eq (tv_call_chart_get_n_levels (chart), 4);
  assert_level (stacks, chart, 0, "0-10a 10-12c");
  assert_level (stacks, chart, 1, "1-4b 6-9b");
  assert_level (stacks, chart, 2, "2-3c 6-7a");
  assert_level (stacks, chart, 3, "");
  assert_level (stacks, chart, 4, "");
}
END_TEST

START_TEST (calls_that_share_a_column_are_a_crowd)
{
  g_autoptr (TvCallStacks) stacks = load_small_trace ();
  g_autoptr (TvCallChart) chart
      = tv_call_chart_new (stacks, NULL, 0, 0, 120 * US, 3, 0, 3);
  g_autoptr (TvCallChart) all
      = tv_call_chart_new (stacks, NULL, 0, 0, 120 * US, 1, 0, 3);
  const TvChartBox *box;

  /* 0: A ends in the middle of the last column, 5: C is narrower than a column. */
  assert_level (stacks, chart, 0, "0-2a 2-3c*");
  assert_level (stacks, chart, 1, "0-1b 1-2b");
  assert_level (stacks, chart, 2, "0-1c 1-2a");
  box = tv_call_chart_find (chart, 1, 0);
  ck_assert_uint_eq (box->call, 1);
  ck_assert_uint_eq (box->busy, 255 * 30 / 40);
  ck_assert_ptr_null (tv_call_chart_find (chart, 1, 2));

  assert_level (stacks, all, 0, "0-1a*");
  ck_assert_uint_eq (tv_call_chart_find (all, 0, 0)->busy, 255);
  assert_level (stacks, all, 1, "0-1b*");
  ck_assert_uint_eq (tv_call_chart_find (all, 1, 0)->busy, 255 * 60 / 120);
  ck_assert_uint_eq (tv_call_chart_find (all, 1, 0)->call, 1);
  assert_level (stacks, all, 2, "0-1a*");
}
END_TEST

START_TEST (a_part_of_the_time_and_of_the_levels)
{
  g_autoptr (TvCallStacks) stacks = load_small_trace ();
  g_autoptr (TvCallChart) chart
      = tv_call_chart_new (stacks, NULL, 0, 30 * US, 70 * US, 4, 0, 3);
  g_autoptr (TvCallChart) lower
      = tv_call_chart_new (stacks, NULL, 0, 30 * US, 70 * US, 4, 2, 1);
  g_autoptr (TvCallChart) instant
      = tv_call_chart_new (stacks, NULL, 0, 66 * US, 66 * US + 1, 8, 0, 3);

  assert_level (stacks, chart, 0, "<0-4a>");
  assert_level (stacks, chart, 1, "<0-1b 3-4b>");
  assert_level (stacks, chart, 2, "3-4a");
  assert_level (stacks, lower, 1, "");
  assert_level (stacks, lower, 2, "3-4a");
  for (guint level = 0; level < 3; level++)
    assert_level (stacks, instant, level, level == 1 ? "<0-8b>" : "<0-8a>");
}
END_TEST

/* The border of a column of an eighth of a nanosecond is where a call ends. */
START_TEST (columns_of_less_than_a_nanosecond)
{
  g_autoptr (TvCallStacks) stacks = load_small_trace ();
  g_autoptr (TvCallChart) chart
      = tv_call_chart_new (stacks, NULL, 0, 70 * US - 1, 70 * US + 1, 16, 0, 3);
  g_autoptr (TvCallChart) empty
      = tv_call_chart_new (stacks, NULL, 0, 20 * US - 1, 20 * US + 1, 16, 0, 3);

  assert_level (stacks, chart, 1, "<0-16b>");
  assert_level (stacks, chart, 2, "<0-8a");
  assert_level (stacks, empty, 2, "8-9c");
}
END_TEST

START_TEST (the_last_instant_is_in_the_last_column)
{
  g_autoptr (TvTrace) trace
      = tv_test_trace (TV_WRITER_CLOCK_WALL, "a 0-40 { b 0-0 c 40-40 }");
  g_autoptr (TvCallStacks) stacks = NULL;
  g_autoptr (TvCallChart) chart = NULL;
  g_autoptr (TvCallChart) before = NULL;

  stacks = new_stacks (trace);
  chart = tv_call_chart_new (stacks, NULL, 0, 0, 40 * US, 4, 0, 2);
  assert_level (stacks, chart, 0, "0-4a");
  assert_level (stacks, chart, 1, "0-1b 3-4c");
  before = tv_call_chart_new (stacks, NULL, 0, -40 * US, 0, 4, 0, 2);
  assert_level (stacks, before, 0, "");
  assert_level (stacks, before, 1, "3-4b");
}
END_TEST

/* A's wait is from 0.5 to 9.5 ms: half of its millisecond on the CPU comes before. */
START_TEST (waits_are_on_the_level_that_waits)
{
  g_autoptr (TvTrace) trace
      = tv_test_trace (TV_WRITER_CLOCK_DUAL,
                       "b 0-11000/20000 { a 0-1000/10000 c 1000/10000-11000/20000 }");
  g_autoptr (TvCallStacks) stacks = NULL;
  g_autoptr (TvCallChart) chart = NULL;
  g_autoptr (TvCallChart) coarse = NULL;

  stacks = new_stacks (trace);
  chart = tv_call_chart_new (stacks, NULL, 0, 0, 20000 * US, 40, 0, 2);
  assert_level (stacks, chart, 0, "0-40b");
  assert_level (stacks, chart, 1, "0-20a 20-40c wait 1-19");
  coarse = tv_call_chart_new (stacks, NULL, 0, 0, 20000 * US, 1, 0, 2);
  assert_level (stacks, coarse, 1, "0-1a*");
}
END_TEST

/* 10,000 times B { C } in A: over 32 calls a column. */
START_TEST (a_storm_of_calls_shows_on_every_level)
{
  g_autoptr (TvTraceWriter) writer = tv_test_writer_new (TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvCallStacks) stacks = NULL;
  g_autoptr (TvCallChart) chart = NULL;

  tv_trace_writer_enter (writer, 1, A, 0, 0);
  for (guint64 i = 0; i < 10000; i++)
    {
      tv_trace_writer_enter (writer, 1, B, 0, i * 10);
      add_call (writer, C, i * 10 + 1, i * 10 + 2);
      tv_trace_writer_exit (writer, 1, B, 0, i * 10 + 9);
    }
  add_call (writer, C, 100000, 200000);
  tv_trace_writer_exit (writer, 1, A, 0, 200000);
  trace = tv_test_load (writer);
  stacks = new_stacks (trace);
  chart = tv_call_chart_new (stacks, NULL, 0, 0, 200000 * US, 8, 0, 3);
  assert_level (stacks, chart, 0, "0-8a");
  assert_level (stacks, chart, 1, "0-1b* 1-2b* 2-3b* 3-4b* 4-8c");
  assert_level (stacks, chart, 2, "0-1c* 1-2c* 2-3c* 3-4c*");
  ck_assert_uint_ge (tv_call_chart_find (chart, 1, 1)->busy, 128);
  ck_assert_uint_le (tv_call_chart_find (chart, 2, 1)->busy, 128);
}
END_TEST

/* A recursion of 100,000 calls, one entered a microsecond, then all left so. */
static TvCallStacks *
load_deep_trace (void)
{
  g_autoptr (TvTraceWriter) writer = tv_test_writer_new (TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;

  for (guint i = 0; i < 100000; i++)
    tv_trace_writer_enter (writer, 1, i % 2 == 0 ? A : B, 0, i);
  for (guint i = 0; i < 100000; i++)
    tv_trace_writer_exit (writer, 1, i % 2 == 0 ? B : A, 0, 100000 + i);
  trace = tv_test_load (writer);
  return new_stacks (trace);
}

/* Call i is open from i to 199,999 - i. */
START_TEST (any_levels_of_a_deep_stack)
{
  static const guint firsts[] = { 0, 1, 63, 64, 1000, 50000, 99900, 99999 };
  g_autoptr (TvCallStacks) stacks = load_deep_trace ();

  ck_assert_uint_eq (
      tv_thread_count_levels (tv_call_stacks_get_trace (stacks), 0, NULL), 100000);
  for (guint i = 0; i < G_N_ELEMENTS (firsts); i++)
    {
      g_autoptr (TvCallChart) chart
          = tv_call_chart_new (stacks, NULL, 0, 0, 200000 * US, 1000, firsts[i], 40);

      for (guint level = firsts[i]; level < firsts[i] + 40; level++)
        {
          guint n;
          const TvChartBox *boxes = tv_call_chart_get_boxes (chart, level, &n);

          ck_assert_uint_eq (n, level < 100000 ? 1 : 0);
          if (n == 0)
            continue;
          ck_assert_uint_eq (boxes[0].call, level);
          if (level < 99900)
            {
              ck_assert_uint_eq (boxes[0].x0, (level + 100) / 200);
              ck_assert_uint_eq (boxes[0].x1, (199999 - level + 100) / 200);
            }
          else
            ck_assert_uint_eq (boxes[0].x1, boxes[0].x0 + 1);
        }
    }
}
END_TEST

START_TEST (a_moment_in_a_deep_stack)
{
  g_autoptr (TvCallStacks) stacks = load_deep_trace ();
  g_autoptr (TvCallChart) chart
      = tv_call_chart_new (stacks, NULL, 0, 30000 * US, 30010 * US, 10, 29990, 20);

  assert_level (stacks, chart, 29990, "<0-10a>");
  assert_level (stacks, chart, 30000, "0-10a>");
  assert_level (stacks, chart, 30001, "1-10b>");
  assert_level (stacks, chart, 30009, "9-10b>");
}
END_TEST

TV_TESTS (NULL, NULL)
