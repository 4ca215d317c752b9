/* SPDX-License-Identifier: Apache-2.0 */

/* Queries of a part of a trace, worked out by hand from the traces of query-text.c and
 * of test-slices.c. */

#include "query-text.h"

#include "query/metrics.h"
#include "support/test-runner.h"
#include "trace/formats/trace-loader.h"

#include <string.h>

static TvTrace *trace;
static TvQuery *query;

static void
tear_down (void)
{
  g_clear_pointer (&query, tv_query_unref);
  g_clear_pointer (&trace, tv_trace_unref);
}

static void
set_up (void)
{
  trace = tv_test_make_shop ();
}

/* Asks a range of a thread, or of all. */
static void
ask_range (gint64 start, gint64 end, guint32 thread)
{
  g_autoptr (TvThreadSet) threads
      = thread != TV_THREAD_NONE ? tv_thread_set_new (&thread, 1) : NULL;
  const TvProfileRange range = { .start = start, .end = end, .threads = threads };
  g_autoptr (TvProfile) profile = tv_profile_new_for_range (trace, &range, NULL, NULL);

  g_clear_pointer (&query, tv_query_unref);
  query = tv_query_new_in_scope (&trace, 1, profile, NULL);
  ck_assert_ptr_nonnull (query);
}

static void
assert_answer (const char *script, const char *expected)
{
  tv_test_assert_answer (query, script, expected);
}

/* Calls that have a part in the range are listed, with all their time. */
START_TEST (rows_of_a_range)
{
  ask_range (150000, 400000, TV_THREAD_NONE);
  assert_answer ("SELECT id, ts, dur FROM slice ORDER BY id",
                 "0|0|1000000\n1|100000|400000\n2|200000|100000\n4|0|220000\n"
                 "5|220000|0\n");
  assert_answer ("SELECT id FROM call WHERE name LIKE '%Cart%' ORDER BY id", "1\n4\n");
  assert_answer ("SELECT ts, dur, call_id FROM wait", "300000|200000|1\n");
  assert_answer ("SELECT ts FROM instant", "220000\n");
  assert_answer ("SELECT count(*) FROM _whole_slice", "6\n");
  /* Hidden columns and functions are still there. */
  assert_answer ("SELECT count(stack_id), max(_end_ts) FROM slice", "5|1000000\n");
  assert_answer ("SELECT id FROM ancestor_slice(2)", "0\n1\n");
  /* What ends at the start is outside, the last instant of the trace is not. */
  ask_range (500000, 600000, TV_THREAD_NONE);
  assert_answer ("SELECT id FROM slice ORDER BY id", "0\n3\n");
  assert_answer ("SELECT count(*) FROM wait", "0\n");
  ask_range (1000000, 1000000, TV_THREAD_NONE);
  assert_answer ("SELECT count(*) FROM slice", "0\n");
}
END_TEST

START_TEST (rows_of_a_thread)
{
  ask_range (150000, 400000, 0);
  assert_answer ("SELECT id FROM slice ORDER BY id", "0\n1\n2\n");
  assert_answer ("SELECT id FROM call ORDER BY id", "0\n1\n2\n");
  ask_range (G_MININT64, G_MAXINT64, 1);
  assert_answer ("SELECT id FROM thread_slice ORDER BY id", "4\n5\n");
  assert_answer ("SELECT count(*) FROM wait", "0\n");
}
END_TEST

/* Sums add up the parts of calls that lie in the range. */
START_TEST (sums_of_a_range)
{
  ask_range (150000, 400000, TV_THREAD_NONE);
  assert_answer ("SELECT id, calls, wall_inclusive, waiting FROM method",
                 "0|1|250000|0\n1|1|250000|100000\n2|1|70000|0\n3|0|0|0\n4|1|0|0\n");
  assert_answer ("SELECT calls, wall_inclusive FROM edge"
                 " WHERE caller_id = 0 AND callee_id = 1",
                 "1|250000\n");
  assert_answer ("SELECT name, wall_inclusive FROM call_tree WHERE depth = 1"
                 " ORDER BY 2 DESC LIMIT 1",
                 "p.Shop.a: ()V|250000\n");
}
END_TEST

static void
load_slices (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("TRACEVIEW_SRCDIR"), "tests",
                                            "traces", "slices", name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  tear_down ();
  trace = tv_trace_load (file, 0, NULL, NULL, NULL, NULL, NULL);
  ck_assert_ptr_nonnull (trace);
}

/* Every table of a trace of slices can be asked of a part. Process 10 has a slice of
 * its own, which is on no thread. */
START_TEST (all_tables_of_slices)
{
  g_autofree char *names = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (TvQuery) whole = NULL;

  load_slices ("two-processes.json");
  whole = tv_query_new (&trace, 1, NULL);
  ask_range (20000, 60000, 0);
  names = tv_test_ask (query, "SELECT name FROM pragma_table_list"
                              " WHERE schema = 'main' AND type = 'view'");
  lines = g_strsplit (names, "\n", -1);
  ck_assert_uint_gt (g_strv_length (lines), 15);
  for (guint i = 0; *lines[i] != '\0'; i++)
    {
      g_autofree char *sql = g_strdup_printf ("SELECT count(*) FROM \"%s\"", lines[i]);
      g_autofree char *all = tv_test_ask (whole, sql);
      g_autofree char *seen = tv_test_ask (query, sql);

      ck_assert_msg (g_ascii_isdigit (*seen), "%s gives “%s”", sql, seen);
      ck_assert_int_le (atoi (seen), atoi (all));
    }
}
END_TEST

/* Every metric can be asked of a part: the views of a scope have all columns, also
 * those that `*` leaves out of tables. */
START_TEST (metrics_of_a_range)
{
  g_autofree char *path = g_build_filename (g_getenv ("TRACEVIEW_SRCDIR"), "data",
                                            "examples", "app-start.trace", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GPtrArray) metrics = tv_metrics_load (NULL, NULL);

  tear_down ();
  trace = tv_trace_load (file, 0, NULL, NULL, NULL, NULL, NULL);
  ask_range (200000000, 900000000, 0);
  ck_assert_ptr_nonnull (metrics);
  ck_assert_uint_gt (metrics->len, 5);
  for (guint i = 0; i < metrics->len; i++)
    {
      const TvMetric *metric = metrics->pdata[i];
      g_autofree char *answer = tv_test_ask (query, metric->script);

      ck_assert_msg (strstr (answer, "line ") == NULL, "%s: %s", metric->name, answer);
    }
}
END_TEST

/* States and runs that have no end are in all later ranges. The range ends at 1008500.
 * Frequencies are known up to the end of the trace. */
START_TEST (open_rows)
{
  load_slices ("system.pftrace");
  ask_range (7000, 8000, TV_THREAD_NONE);
  assert_answer ("SELECT id FROM sched", "3\n4\n5\n");
  assert_answer ("SELECT id FROM thread_state", "6\n7\n8\n9\n");
  assert_answer ("SELECT id FROM counter", "2\n");
  assert_answer ("SELECT id, dur FROM cpu_frequency_counters", "2|2500\n");
  ask_range (8000, 8000, TV_THREAD_NONE);
  assert_answer ("SELECT id, ts FROM counter", "");
}
END_TEST

/* What has no times is computed from the rows of the range and the threads. */
START_TEST (sums_of_rows)
{
  load_slices ("system.pftrace");
  ask_range (7000, 8000, TV_THREAD_NONE);
  assert_answer ("SELECT id, self_dur FROM slice_self_dur", "1|6000\n");
  assert_answer ("SELECT utid, state, time_in_state FROM sched_thread_time_in_state"
                 " WHERE utid = 2",
                 "2|R|1000\n2|Running|2000\n");
  assert_answer ("SELECT id, cnt FROM _slice_track_summary", "2|1\n");
  ask_range (G_MININT64, G_MAXINT64, 1);
  assert_answer ("SELECT id FROM slice_self_dur", "0\n");
  assert_answer ("SELECT id FROM sched", "0\n4\n");
  assert_answer ("SELECT id FROM counter", "0\n1\n2\n");
}
END_TEST

/* The first trace of a comparison is seen in part under all names, the other one is
 * whole. */
START_TEST (range_of_a_comparison)
{
  g_autoptr (TvTrace) base = tv_test_make_shop ();
  TvTrace *traces[] = { trace, base };
  const TvProfileRange range = { .start = 150000, .end = 400000 };
  g_autoptr (TvProfile) profile = tv_profile_new_for_range (trace, &range, NULL, NULL);

  query = tv_query_new_in_scope (traces, 2, profile, NULL);
  assert_answer ("SELECT (SELECT count(*) FROM slice), (SELECT count(*) FROM a.slice),"
                 " (SELECT count(*) FROM main.slice), (SELECT count(*) FROM b.slice)",
                 "5|5|5|6\n");
  assert_answer ("SELECT a.method.wall_inclusive, b.method.wall_inclusive"
                 " FROM a.method JOIN b.method USING (id) WHERE id = 1",
                 "250000|500000\n");
  assert_answer ("SELECT (SELECT count(*) FROM a.wait), (SELECT sum(cnt)"
                 " FROM a._slice_track_summary), (SELECT sum(cnt)"
                 " FROM b._slice_track_summary)",
                 "1|5|6\n");
}
END_TEST

/* What scripts create sees the scope, too, and nothing brings the whole table back
 * under its own name. */
START_TEST (own_views)
{
  ask_range (150000, 400000, TV_THREAD_NONE);
  assert_answer ("CREATE VIEW v AS SELECT count(*) AS n FROM slice; SELECT n FROM v",
                 "5\n");
  assert_answer ("CREATE PERFETTO VIEW w AS SELECT count(*) AS n FROM slice;"
                 "SELECT n FROM w",
                 "5\n");
  assert_answer ("DROP VIEW slice; SELECT count(*) FROM slice",
                 "line 1, column 39: no such table: slice; did you mean "
                 "“slice_self_dur”?");
  assert_answer ("ALTER TABLE _whole_slice RENAME TO slice",
                 "line 1, column 1: a query is not allowed to do this");
}
END_TEST

TV_TESTS (set_up, tear_down)
