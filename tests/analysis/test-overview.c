/* SPDX-License-Identifier: Apache-2.0 */

/* How busy a trace is in columns, worked out by hand on small traces. */

#include "analysis/lanes/overview.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

#include <string.h>

#define US G_GINT64_CONSTANT (1000)

/* Main, others and calls of each column, in 100ths of a column. */
static void
assert_overview (const TvTrace *trace, gint64 start, gint64 end, guint n,
                 const char *expected)
{
  g_autofree TvOverviewColumn *columns = g_new (TvOverviewColumn, n);
  g_autoptr (GString) text = g_string_new (NULL);

  ck_assert (tv_overview_columns (trace, tv_test_find_thread (trace, 1), start, end,
                                  columns, n, NULL));
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%.0f+%.0f/%u", i > 0 ? " " : "",
                            100 * columns[i].main, 100 * columns[i].others,
                            columns[i].n_calls);
  ck_assert_str_eq (text->str, expected);
}

START_TEST (threads_add_up)
{
  g_autoptr (TvTrace) trace = tv_test_trace (
      TV_WRITER_CLOCK_WALL, "2: a 0-40 1: a 10-35 { b 12-21 } a 40-45 3: a 20-30");

  /* Main 10 to 35 with a call inside, 40 to 45; other 0 to 40; third 20 to 30. */
  assert_overview (trace, 0, 50 * US, 5, "0+100/1 100+100/2 100+200/1 50+100/0 50+0/1");
  /* Borders in the middle of calls, and nothing before the first and after the last. */
  assert_overview (trace, 5 * US, 25 * US, 2, "50+100/2 100+150/1");
  assert_overview (trace, -50 * US, 100 * US, 3, "0+0/0 60+100/5 0+0/0");
  assert_overview (trace, 0, 50 * US, 1, "60+100/5");
}
END_TEST

static void
assert_busy (const TvTrace *trace, gint64 start, gint64 end, guint n,
             const char *expected)
{
  const guint32 threads[]
      = { tv_test_find_thread (trace, 2), tv_test_find_thread (trace, 3) };
  g_autofree float *busy = g_new (float, n);
  g_autoptr (GString) text = g_string_new (NULL);

  ck_assert (tv_overview_busy (trace, threads, G_N_ELEMENTS (threads), start, end, busy,
                               n, NULL));
  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%.0f", i > 0 ? " " : "", 100 * busy[i]);
  ck_assert_str_eq (text->str, expected);
}

START_TEST (some_threads_add_up)
{
  g_autoptr (TvTrace) trace
      = tv_test_trace (TV_WRITER_CLOCK_WALL,
                       "2: a 0-10 a 10-40 { b 12-18 } 1: a 10-35 3: a 20-30 a 60-70");

  /* The second 0 to 40; the third 20 to 30 and 60 to 70. */
  assert_busy (trace, 0, 80 * US, 8, "100 100 200 100 0 0 100 0");
  /* From inside of calls to inside of calls. */
  assert_busy (trace, 15 * US, 65 * US, 5, "150 150 50 0 50");
  assert_busy (trace, 25 * US, 35 * US, 1, "150");
  assert_busy (trace, 40 * US, 60 * US, 2, "0 0");
}
END_TEST

START_TEST (waits_are_not_busy)
{
  g_autoptr (TvTrace) trace
      = tv_test_trace (TV_WRITER_CLOCK_DUAL, "a 0-400/2400 b 400/3400-600/3600");

  /* On the CPU 400 of 2400 µs, 200 before the wait and 200 after it. Then 1000 µs on no
     stack. */
  assert_overview (trace, 0, 3600 * US, 9,
                   "50+0/1 0+0/0 0+0/0 0+0/0 0+0/0 50+0/0 0+0/0 0+0/0 50+0/1");
}
END_TEST

START_TEST (no_thread_need_be_main)
{
  g_autoptr (TvTrace) trace = tv_test_trace (TV_WRITER_CLOCK_WALL, "a 0-10");
  TvOverviewColumn column;

  ck_assert (tv_overview_columns (trace, TV_THREAD_NONE, 0, 10 * US, &column, 1, NULL));
  ck_assert_double_eq (column.main, 0);
  ck_assert_double_eq (column.others, 1);
}
END_TEST

/* A range of 70 minutes, and columns of less than a nanosecond. */
START_TEST (wide_and_narrow_ranges)
{
  g_autoptr (TvTrace) trace
      = tv_test_trace (TV_WRITER_CLOCK_WALL, "a 0-1000 a 2100000000-4200000000");
  g_autofree TvOverviewColumn *columns = g_new (TvOverviewColumn, 100000);
  double sum = 0;

  assert_overview (trace, 0, 4200000000 * US, 2, "0+0/1 100+0/1");

  ck_assert (tv_overview_columns (trace, tv_test_find_thread (trace, 1), 999 * US,
                                  1001 * US, columns, 100000, NULL));
  for (guint i = 0; i < 100000; i++)
    sum += columns[i].main;
  ck_assert_double_eq_tol (sum, 50000, 0.01);
  ck_assert_double_eq (columns[49999].main, 1);
  ck_assert_double_eq (columns[50001].main, 0);
}
END_TEST

START_TEST (it_can_be_cancelled)
{
  g_autoptr (TvTrace) trace = tv_test_trace (TV_WRITER_CLOCK_WALL, "a 0-10");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  TvOverviewColumn column;
  g_autoptr (TvMethodSet) methods = tv_method_set_new (g_new0 (guint64, 1), 2);
  guint32 hit;

  g_cancellable_cancel (cancellable);
  ck_assert (!tv_overview_columns (trace, 0, 0, 10 * US, &column, 1, cancellable));
  ck_assert (!tv_overview_hits (trace, methods, 0, 10 * US, &hit, 1, cancellable));
}
END_TEST

/* One letter for each column: of a, of b, or of none. */
static void
assert_hits (const TvTrace *trace, const char *methods, gint64 start, gint64 end,
             const char *expected)
{
  const guint n = (guint) strlen (expected);
  const guint32 a = tv_test_find_method (trace, "p.Q.a()V");
  const guint32 b = tv_test_find_method (trace, "p.Q.b()V");
  g_autofree guint32 *hits = g_new (guint32, n);
  g_autofree char *text = g_strnfill (n, '.');
  g_autoptr (TvMethodSet) set = NULL;
  guint64 *words = g_new0 (guint64, 1);

  words[0] = (guint64) (strchr (methods, 'a') != NULL) << a
             | (guint64) (strchr (methods, 'b') != NULL) << b;
  set = tv_method_set_new (words, tv_trace_get_n_methods (trace));
  ck_assert (tv_overview_hits (trace, set, start, end, hits, n, NULL));
  for (guint i = 0; i < n; i++)
    if (hits[i] != TV_METHOD_NONE)
      text[i] = hits[i] == a ? 'a' : 'b';
  ck_assert_str_eq (text, expected);
}

START_TEST (calls_are_in_the_columns_that_they_touch)
{
  g_autoptr (TvTrace) trace = tv_test_trace (
      TV_WRITER_CLOCK_WALL, "a 10-40 { b 12-13 } a 60-60 2: b 35-50 { a 36-37 }");

  /* Main: a 10 to 40 with b 12 to 13, a again 60 at one moment; other: b 35 to 50,
     in it a 36 to 37. */
  assert_hits (trace, "a", 0, 80 * US, ".aaa..a.");
  assert_hits (trace, "b", 0, 80 * US, ".b.bb...");
  /* The first thread is first, and the outer call. */
  assert_hits (trace, "ab", 0, 80 * US, ".aaab.a.");
  assert_hits (trace, "", 0, 80 * US, "........");
  /* What is outside is in no column. */
  assert_hits (trace, "a", 20 * US, 60 * US, "aa..");
  assert_hits (trace, "a", 61 * US, 80 * US, "....");
  assert_hits (trace, "ab", 12 * US, 14 * US, "aa");
}
END_TEST

TV_TESTS (NULL, NULL)
