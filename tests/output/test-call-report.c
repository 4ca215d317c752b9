/* SPDX-License-Identifier: Apache-2.0 */

/* The numbers of a report of calls against those that are worked out for one method at
 * a time, and its sums. */

#include "output/report/call-report.h"
#include "support/random-trace.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

#define N_METHODS 40

static TvTrace *
make_random (guint32 seed)
{
  const TvRandomTrace spec = { .seed = seed,
                               .n_events = 6000,
                               .n_threads = 4,
                               .n_methods = N_METHODS,
                               .max_depth = 20,
                               .recursion_percent = 20,
                               .wait_percent = 2,
                               .unwind_percent = 3,
                               .before_percent = 10,
                               .lost_percent = 2,
                               .stray_percent = 1 };
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);

  tv_random_trace_add_tables (&spec, writer);
  tv_random_trace_write (&spec, writer);
  return tv_test_load (writer);
}

static const TvRelative *
find_relative (const TvRelatives *relatives, TvRelation relation, guint32 method)
{
  guint n;
  const TvRelative *rows = tv_relatives_get (relatives, relation, &n);

  for (guint i = 0; i < n; i++)
    if (rows[i].method == method)
      return &rows[i];
  return NULL;
}

static void
assert_relation (const TvCallReport *report, const TvRelatives *relatives, guint row,
                 TvRelation relation)
{
  const TvClock clock = report->clock;
  guint n, n_expected;
  const TvCallReportRelative *links
      = tv_call_report_get_relatives (report, row, relation, &n);
  const TvCallReportRow *rows = report->rows;

  tv_relatives_get (relatives, relation, &n_expected);
  ck_assert_uint_eq (n, n_expected);
  for (guint i = 0; i < n; i++)
    {
      const TvRelative *expected
          = find_relative (relatives, relation, rows[links[i].row].method);

      ck_assert_ptr_nonnull (expected);
      ck_assert_uint_eq (links[i].calls, expected->calls);
      ck_assert_int_eq (links[i].inclusive, expected->inclusive[clock]);
      ck_assert (i == 0 || links[i - 1].inclusive >= links[i].inclusive);
    }
}

static void
assert_row (const TvCallReport *report, const TvProfile *profile, guint index)
{
  const TvClock clock = report->clock;
  const TvCallReportRow *row = &report->rows[index];
  const TvMethodTotals *totals = tv_profile_get_totals (profile, row->method);
  g_autoptr (TvRelatives) relatives
      = tv_relatives_new (profile, row->method, NULL, NULL);

  ck_assert_uint_eq (row->calls, totals->calls);
  ck_assert_uint_eq (row->recursive_calls, totals->recursive_calls);
  ck_assert_int_eq (row->inclusive, totals->inclusive[clock]);
  ck_assert_int_eq (row->exclusive, totals->exclusive[clock]);
  ck_assert_int_eq (tv_call_report_get_self (report, index),
                    tv_relatives_get_own (relatives)->self[clock]);
  for (TvRelation relation = 0; relation < TV_N_RELATIONS; relation++)
    assert_relation (report, relatives, index, relation);
}

static void
check_group (const TvCallReport *report, TvCallReportGrouping grouping,
             const TvCallReportGroup *group)
{
  TvTrace *trace = report->trace;
  const TvCallReportRow *rows = report->rows;
  gint64 sum = 0;

  for (guint i = 0; i < group->n_members; i++)
    {
      const TvCallReportRow *row = &rows[group->members[i]];
      const TvMethod *method = tv_trace_get_method (trace, row->method);

      ck_assert_str_eq (grouping == TV_CALL_REPORT_CLASSES ? method->class_name
                                                           : method->name,
                        group->name);
      ck_assert (i == 0 || rows[group->members[i - 1]].exclusive >= row->exclusive);
      sum += row->exclusive;
    }
  ck_assert_int_eq (sum, group->exclusive);
}

/* Returns: what they add up to. */
static gint64
check_groups (const TvCallReport *report, TvCallReportGrouping grouping)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  const TvCallReportGroup *groups = report->groups[grouping];
  const guint n = report->n_groups[grouping];
  gint64 sum = 0;

  for (guint i = 0; i < n; i++)
    {
      ck_assert (g_hash_table_add (names, (gpointer) groups[i].name));
      ck_assert (i == 0 || groups[i - 1].exclusive >= groups[i].exclusive);
      check_group (report, grouping, &groups[i]);
      sum += groups[i].exclusive;
    }
  return sum;
}

/* Returns the total. */
static gint64
assert_report (TvTrace *trace, const TvProfileRange *range, TvClock clock)
{
  const TvCallReportSpec spec = { .clock = clock };
  g_autoptr (TvProfile) profile = tv_profile_new_for_range (trace, range, NULL, NULL);
  g_autoptr (TvCallReport) report
      = tv_call_report_new (trace, range, &spec, NULL, NULL);
  const gint64 roots = tv_profile_get_root_inclusive (profile, clock);
  const TvCallReportRow *rows = report->rows;
  gint64 sum = 0;

  for (guint i = 0; i < report->n_rows; i++)
    {
      sum += rows[i].exclusive;
      ck_assert (i == 0 || rows[i - 1].inclusive >= rows[i].inclusive);
      if (rows[i].method != TV_METHOD_NONE)
        {
          assert_row (report, profile, i);
          continue;
        }
      ck_assert_int_eq (rows[i].exclusive, tv_call_report_get_self (report, i));
      ck_assert_int_eq (rows[i].exclusive, report->total - roots);
      ck_assert_int_ge (rows[i].exclusive, 0);
    }
  ck_assert_int_eq (sum, report->total);
  ck_assert_int_eq (check_groups (report, TV_CALL_REPORT_CLASSES), roots);
  ck_assert_int_eq (check_groups (report, TV_CALL_REPORT_NAMES), roots);
  return sum;
}

START_TEST (every_method_has_its_relatives)
{
  for (guint32 seed = 1; seed <= 3; seed++)
    {
      g_autoptr (TvTrace) trace = make_random (seed);
      const TvProfileRange whole = { .start = G_MININT64, .end = G_MAXINT64 };

      for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
        ck_assert_int_gt (assert_report (trace, &whole, clock), 0);
    }
}
END_TEST

START_TEST (ranges_and_threads_add_up_to_the_whole)
{
  g_autoptr (TvTrace) trace = make_random (7);

  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      const TvProfileRange whole = { .start = G_MININT64, .end = G_MAXINT64 };
      const gint64 total = assert_report (trace, &whole, clock);
      gint64 start, end, middle, by_range, by_thread = 0;

      tv_trace_get_axis_range (trace, &start, &end);
      middle = start + (end - start) / 3;
      by_range = assert_report (
          trace, &(TvProfileRange){ .start = G_MININT64, .end = middle }, clock);
      by_range += assert_report (
          trace, &(TvProfileRange){ .start = middle, .end = G_MAXINT64 }, clock);
      ck_assert_int_eq (by_range, total);
      for (guint32 thread = 0; thread < tv_trace_get_n_threads (trace); thread++)
        {
          g_autoptr (TvThreadSet) threads = tv_thread_set_new (&thread, 1);
          TvProfileRange range = whole;

          range.threads = threads;
          by_thread += assert_report (trace, &range, clock);
        }
      ck_assert_int_eq (by_thread, total);
    }
}
END_TEST

START_TEST (real_traces_add_up)
{
  static const char *const files[]
      = { "real/art-trace-regular.trace", "gen/v3-broken-stacks.trace",
          "gen/v3-wrap.trace", "gen/v3-tid-reuse.trace", "gen/f5-C-ns.trace" };
  const TvProfileRange whole = { .start = G_MININT64, .end = G_MAXINT64 };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    if (tv_test_has_trace (files[i]))
      {
        g_autofree char *path = tv_test_trace_path (files[i]);
        g_autoptr (TvTrace) trace = tv_test_load_path (path, NULL);

        ck_assert_ptr_nonnull (trace);
        for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
          if (tv_trace_has_clock (trace, clock))
            ck_assert_int_gt (assert_report (trace, &whole, clock), 0);
      }
}
END_TEST

START_TEST (nothing_is_reported_of_an_empty_range)
{
  g_autoptr (TvTrace) trace = make_random (8);
  const TvProfileRange before = { .start = -5000, .end = -4000 };
  const TvProfileRange none = { .start = 5000, .end = 5000 };

  ck_assert_int_eq (assert_report (trace, &before, TV_CLOCK_THREAD_CPU), 0);
  ck_assert_int_eq (assert_report (trace, &none, TV_CLOCK_WALL), 0);
}
END_TEST

START_TEST (a_cancelled_report_is_none)
{
  g_autoptr (TvTrace) trace = make_random (9);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const TvProfileRange whole = { .start = G_MININT64, .end = G_MAXINT64 };
  const TvCallReportSpec spec = { .clock = TV_CLOCK_WALL };
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (tv_call_report_new (trace, &whole, &spec, cancellable, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
}
END_TEST

TV_TESTS (NULL, NULL)
