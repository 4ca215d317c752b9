/* SPDX-License-Identifier: Apache-2.0 */

/* What is Perfetto's in SQL: modules, functions, macros, and what is a mistake. */

#include "query-text.h"

#include "support/test-runner.h"
#include "support/trace-fixtures.h"

static TvTrace *trace;
static TvQuery *query;

static void
set_up (void)
{
  trace = tv_test_make_shop ();
  query = tv_query_new (&trace, 1, NULL);
}

static void
tear_down (void)
{
  g_clear_pointer (&query, tv_query_unref);
  g_clear_pointer (&trace, tv_trace_unref);
}

/* What is wrong is said, where it is known and with the name that was meant. */
START_TEST (test_mistakes)
{
  static const char *const mistakes[][2] = {
    { "SELECT $x + 1", "line 1, column 8: “$x” has no value" },
    { "SELECT name\nFROM slce",
      "line 2, column 6: no such table: slce; did you mean “slice”?" },
    { "SELECT 1, s.durr FROM slice s",
      "line 1, column 11: no such column: s.durr; did you mean “dur”?" },
    { "SELECT regxp('a', 'b')",
      "line 1, column 8: no such function: regxp; did you mean “regexp”?" },
    { "SELECT * FROM zzz", "line 1, column 15: no such table: zzz" },
    { "CREATE PERFETTO TABLE t(a LONG, b LONG) AS SELECT 1 AS a, 2 AS c",
      "line 1, column 1: the column “b” is declared, but does not exist" },
    { "CREATE PERFETTO VIEW v(a LONG) AS SELECT 1 AS a, 2 AS c",
      "line 1, column 1: the column “c” exists, but is not declared" },
    { "CREATE PERFETTO FUNCTION f(x LONG) RETURNS LONG AS SELECT $x + $y",
      "line 1, column 1: “$y” has no value" },
    { "CREATE PERFETTO FUNCTION f(x LONG) RETURNS TABLE(a LONG, b LONG) AS SELECT $x a",
      "line 1, column 1: the column “b” is declared, but does not exist" },
    { "CREATE PERFETTO FUNCTION g() RETURNS LONG AS SELECT 1;"
      "CREATE PERFETTO FUNCTION G() RETURNS LONG AS SELECT 2",
      "line 1, column 55: the function “G” already exists" },
    { "INCLUDE PERFETTO MODULE slices.nope",
      "line 1, column 1: there is no module “slices.nope”" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (mistakes); i++)
    tv_test_assert_answer (query, mistakes[i][0], mistakes[i][1]);
  /* What has the wrong columns is not there. */
  tv_test_assert_answer (
      query,
      "CREATE PERFETTO TABLE t(b LONG, a LONG) AS SELECT 1 AS a, 2 AS b;"
      "SELECT a, b FROM t",
      "1|2\n");
  tv_test_assert_answer (
      query,
      "CREATE OR REPLACE PERFETTO FUNCTION g() RETURNS LONG AS SELECT 3;"
      "SELECT g()",
      "3\n");
}
END_TEST

START_TEST (test_modules)
{
  tv_test_assert_answer (query, "INCLUDE PERFETTO MODULE slices.with_context; SELECT 1",
                         "1\n");
  ck_assert_ptr_null (tv_query_get_note (query));
  tv_test_assert_answer (
      query, "INCLUDE PERFETTO MODULE android.startup.startups; SELECT 1", "1\n");
  ck_assert_str_eq (
      tv_query_get_note (query),
      "the tables of the module “android.startup.startups” are empty in a "
      "method trace");
  tv_test_assert_answer (query, "INCLUDE PERFETTO MODULE wattson.utils; SELECT 1",
                         "1\n");
  ck_assert_str_eq (tv_query_get_note (query),
                    "the module “wattson.utils” has no tables or functions in a "
                    "method trace");
  tv_test_assert_answer (query, "INCLUDE PERFETTO MODULE slices.*", "");
  ck_assert_ptr_null (tv_query_get_note (query));
}
END_TEST

/* Tables without data have their columns, but no rows; those of modules are there once
 * the module is included. */
START_TEST (test_empty_tables)
{
  tv_test_assert_answer (query, "SELECT ts FROM android_startups",
                         "line 1, column 16: no such table: android_startups");
  tv_test_assert_answer (
      query,
      "INCLUDE PERFETTO MODULE android.startup.startups;"
      "SELECT count(*), sum(ts_end - ts) FROM android_startups WHERE package = 'a';"
      "SELECT * FROM android_slices_for_startup_and_slice_name(1, 'a*');"
      "SELECT s.name, a.package FROM slice s LEFT JOIN android_startups a ON a.ts = "
      "s.ts"
      " LIMIT 1",
      "0|\np.Shop.a: ()V|\n");
  /* A module brings those that it includes, and so on. */
  tv_test_assert_answer (
      query,
      "INCLUDE PERFETTO MODULE android.battery.app_wakelocks;"
      "SELECT count(*), sum(work_uid) FROM android_app_wakelocks;"
      "SELECT count(*), sum(safe_dur) FROM android_battery_stats_state",
      "0|\n0|\n");
  tv_test_assert_answer (query, "SELECT nope FROM android_startups",
                         "line 1, column 8: no such column: nope");
  tv_test_assert_answer (query,
                         "SELECT t.name, state, blocked_function FROM thread_state"
                         " JOIN thread t USING (utid) WHERE dur > 0",
                         "");
  tv_test_assert_answer (query, "SELECT 1 FROM sqlite_schema WHERE name = 'sched'", "");
  /* A script may make its own. */
  tv_test_assert_answer (
      query,
      "SELECT count(*) FROM counter;"
      "CREATE OR REPLACE PERFETTO TABLE counter AS SELECT 7 AS value;"
      "SELECT * FROM counter;"
      "CREATE OR REPLACE PERFETTO TABLE counter AS SELECT 8 AS value;"
      "SELECT * FROM counter; DROP TABLE counter;"
      "CREATE OR REPLACE PERFETTO VIEW counter AS SELECT 9 AS value;"
      "SELECT * FROM counter; DROP VIEW counter;"
      "SELECT count(*) FROM counter",
      "0\n7\n8\n9\n0\n");
  tv_test_assert_answer (
      query,
      "CREATE PERFETTO FUNCTION android_anrs() RETURNS TABLE(x LONG) AS SELECT 4 AS x;"
      "INCLUDE PERFETTO MODULE android.*; SELECT x FROM android_anrs",
      "4\n");
}
END_TEST

/* Reads a table without rows, with NULL for each argument. */
static void
assert_empty (char **words)
{
  g_autoptr (GString) sql = g_string_new (NULL);
  guint n_columns = 0;
  guint n_arguments = 0;
  g_autofree char *answer = NULL;

  for (guint i = 1; words[i] != NULL; i++)
    if (*words[i] == '-')
      n_arguments++;
    else
      n_columns++;
  g_string_printf (sql,
                   "SELECT count(*) FROM pragma_table_xinfo('%s') WHERE hidden = 0;"
                   "SELECT * FROM %s(",
                   words[0], words[0]);
  for (guint i = 0; i < n_arguments; i++)
    g_string_append (sql, i > 0 ? ", NULL" : "NULL");
  g_string_append (sql, ")");
  answer = g_strdup_printf ("%u\n", n_columns);
  tv_test_assert_answer (query, sql->str, answer);
}

/* All of them. */
START_TEST (test_all_empty_tables)
{
  g_autofree char *path = g_build_filename (g_getenv ("TRACEVIEW_SRCDIR"), "data",
                                            "perfetto", "modules.txt", NULL);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  guint n = 0;

  ck_assert (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  tv_test_assert_answer (query, "INCLUDE PERFETTO MODULE *", "");
  for (guint i = 0; lines[i] != NULL; i++)
    if (g_str_has_prefix (lines[i], "  > "))
      {
        g_autofree char *line = g_strdup_printf ("\n%s\n", lines[i] + 4);
        g_autofree char *there = g_strdup_printf ("\n+ %s\n", lines[i] + 4);

        ck_assert_msg (strstr (text, line) != NULL || strstr (text, there) != NULL,
                       "%s", lines[i]);
      }
    else if (g_str_has_prefix (lines[i], "  "))
      {
        g_auto (GStrv) words = g_strsplit (lines[i] + 2, " ", -1);

        assert_empty (words);
        n++;
      }
  ck_assert_uint_ge (n, 100);
}
END_TEST

/* Functions and statements of Perfetto, by hand. */
START_TEST (test_perfetto_functions)
{
  tv_test_assert_answer (
      query,
      "SELECT str_split('a::b::', '::', 1), str_split('a::b', '::', 2),"
      " str_split('a::b::', '::', 2) || '.', str_split(NULL, 'a', 0)",
      "b||.|\n");
  tv_test_assert_answer (
      query, "SELECT str_split('a', '', 0)",
      "line 1, column 1: str_split: takes a text, a delimiter and a place "
      "from 0 on");
  tv_test_assert_answer (query,
                         "SELECT regexp_replace_simple('aXbYc', '[XY]', '\\1'),"
                         " regexp_replace_simple('abc', 'x*', '-')",
                         "a\\1b\\1c|-a-b-c-\n");
  tv_test_assert_answer (
      query,
      "SELECT to_timecode(3723004005006), to_timecode(360000000000000),"
      " to_timecode(NULL), demangle('f'), demangle(NULL), demangle('_ZN1a1bEv')",
      "01:02:03 004 005 006|100:00:00 000 000 000||||a::b()\n");
  tv_test_assert_answer (
      query,
      "WITH t(a, b) AS (VALUES (1, NULL), (2, 5), (3, NULL), (4, NULL), (5, 7))"
      "SELECT a, last_non_null(b) OVER (ORDER BY a),"
      " last_non_null(b) OVER (ORDER BY a ROWS 1 PRECEDING) FROM t",
      "1||\n2|5|5\n3|5|5\n4|5|\n5|7|7\n");
  tv_test_assert_answer (
      query,
      "CREATE PERFETTO FUNCTION big(t STRING) RETURNS STRING DELEGATES TO upper;"
      "CREATE PERFETTO FUNCTION one(i LONG) RETURNS TABLE(x LONG, y LONG, z LONG)"
      " AS SELECT $i + 2 AS z, $i AS x, 7 AS y;"
      "CREATE PERFETTO FUNCTION two(i LONG) RETURNS TABLE(z LONG, x LONG)"
      " DELEGATES TO one; SELECT big('a'), x, z FROM two(5)",
      "A|5|7\n");
  tv_test_assert_answer (
      query,
      "CREATE PERFETTO TABLE t AS SELECT 1 AS a; CREATE PERFETTO INDEX i ON t(a);"
      "DROP PERFETTO INDEX i ON t;"
      "SELECT count(*) FROM sqlite_schema WHERE type = 'index'",
      "0\n");
}
END_TEST

/* Bytes and numbers as text, and what they are not. */
START_TEST (test_texts_of_bytes)
{
  static const char *const mistakes[][2] = {
    { "SELECT unhex('0x')", "unhex: takes up to 16 hexadecimal digits" },
    { "SELECT unhex('')", "unhex: takes up to 16 hexadecimal digits" },
    { "SELECT unhex('12g')", "unhex: takes up to 16 hexadecimal digits" },
    { "SELECT unhex('0123456789abcdef0')", "unhex: takes up to 16 hexadecimal digits" },
    { "SELECT base64_decode('T')", "base64_decode: the text is not in base64" },
    { "SELECT base64_decode('TWFuT===')", "base64_decode: the text is not in base64" },
    { "SELECT base64_decode('TQ=')", "base64_decode: the text is not in base64" },
    { "SELECT base64_decode('TWFu=')", "base64_decode: the text is not in base64" },
    { "SELECT base64_decode('TQ==TQ==')", "base64_decode: the text is not in base64" },
    { "SELECT base64_decode('TW u')", "base64_decode: the text is not in base64" },
  };

  tv_test_assert_answer (query,
                         "SELECT reverse('a\303\251\342\202\254'), reverse(''),"
                         " reverse(NULL), reverse(120), length(reverse('ab'))",
                         "\342\202\254\303\251a|||021|2\n");
  tv_test_assert_answer (query,
                         "SELECT unhex('0x1F'), unhex(' ff\n'),"
                         " unhex('7fffffffffffffff'), unhex('FFFFFFFFFFFFFFFF'),"
                         " unhex(NULL)",
                         "31|255|9223372036854775807|-1|\n");
  tv_test_assert_answer (query,
                         "SELECT base64_encode(x'00ff10'), base64_encode('Ma'),"
                         " base64_encode(x''), base64_encode(NULL)",
                         "AP8Q|TWE=||\n");
  tv_test_assert_answer (
      query,
      "SELECT hex(base64_decode('AP8Q')), hex(base64_decode('TWE=')),"
      " hex(base64_decode('TQ==')), hex(base64_decode('TQ')),"
      " hex(base64_decode('//+/')), hex(base64_decode('')),"
      " base64_decode(NULL), typeof(base64_decode(''))",
      "00FF10|4D61|4D|4D|FFFFBF|||blob\n");
  for (guint i = 0; i < G_N_ELEMENTS (mistakes); i++)
    {
      g_autofree char *expected
          = g_strconcat ("line 1, column 1: ", mistakes[i][1], NULL);

      tv_test_assert_answer (query, mistakes[i][0], expected);
    }
}
END_TEST

/* On track 0 a stack of three levels, on track 1 one of two beside it. */
START_TEST (test_layout_of_slices)
{
  tv_test_assert_answer (query,
                         "SELECT * FROM experimental_slice_layout('0, 1');"
                         "SELECT * FROM experimental_slice_layout('1');"
                         "SELECT * FROM experimental_slice_layout('7,10,');"
                         "SELECT * FROM experimental_slice_layout(NULL)",
                         "0|0\n1|1\n2|2\n3|1\n4|3\n5|4\n4|0\n5|1\n");
  /* The fourth fits between two others; the fifth takes the place of the first, which
   * has ended; the sixth is too high for the place of the third. */
  tv_test_assert_answer (
      query,
      "WITH box(a, b, height) AS (VALUES (0, 10, 1), (1, 5, 0), (2, 20, 2), (6, 30, 0),"
      " (10, 40, 1), (20, 25, 3), (21, 22, 0))"
      "SELECT a, _slice_layout(a, b, height) OVER (ORDER BY a) FROM box",
      "0|0\n1|2\n2|3\n6|2\n10|0\n20|3\n21|7\n");
  tv_test_assert_answer (query, "SELECT * FROM _slice_track_summary",
                         "0|4|100000|1000000|2\n1|2|0|220000|1\n");
}
END_TEST

/* Of two slices at the end of paths: what is above them, with the rest of its time. */
START_TEST (test_ancestors_of_slices)
{
  tv_test_assert_answer (
      query,
      "INCLUDE PERFETTO MODULE viz.slices;"
      "SELECT id, parentId, name, self_dur / 1000, self_count, simple_count FROM"
      " _viz_slice_ancestor_agg!((SELECT id, dur FROM slice WHERE id IN (2, 3)), slice)"
      " ORDER BY id",
      "0||p.Shop.a: ()V|500|0|1\n1|0|p.Cart.b: ()V|300|0|1\n"
      "2|1|p.Shop.a: ()V|100|1|1\n3|0|p.Cart.b: ()V|100|1|1\n");
  tv_test_assert_answer (
      query,
      "SELECT id, parentId, self_dur / 1000 FROM"
      " _viz_slice_ancestor_agg!((SELECT 2 AS id), (SELECT * FROM slice WHERE id > 0))"
      " ORDER BY id",
      "1|0|300\n2|1|100\n");
}
END_TEST

#define INTERVALS                                                                      \
  "(SELECT 0 AS ts, 10 AS dur, 1 AS id UNION ALL SELECT 5, 10, 2 UNION ALL "           \
  "SELECT 17, 1, 1)"

START_TEST (test_intervals)
{
  tv_test_assert_answer (
      query, "SELECT * FROM intervals_overlap_count!(" INTERVALS ", ts, dur)",
      "0|1\n5|2\n10|1\n15|0\n17|1\n18|0\n");
  tv_test_assert_answer (query,
                         "SELECT * FROM intervals_overlap_count_by_group!(" INTERVALS
                         ", ts, dur, id)"
                         " ORDER BY group_name, ts",
                         "0|1|1\n10|0|1\n17|1|1\n18|0|1\n5|1|2\n15|0|2\n");
  tv_test_assert_answer (query,
                         "SELECT * FROM interval_merge_overlapping!(" INTERVALS ", 0);"
                         "SELECT * FROM interval_merge_overlapping!(" INTERVALS ", 2)",
                         "0|15\n17|1\n0|18\n");
  tv_test_assert_answer (
      query, "SELECT * FROM _interval_intersect_single!(8, 9, " INTERVALS ")",
      "1|8|2\n2|8|7\n");
}
END_TEST

/* The first ends where its second begins; another thread has none of them. */
#define RUNS                                                                           \
  "(SELECT 1 AS id, 0 AS ts, 10 AS dur, 7 AS utid UNION ALL "                          \
  "SELECT 2, 10, 10, 7 UNION ALL SELECT 3, 0, 100, 8)"
#define STATES                                                                         \
  "(SELECT 4 AS id, 5 AS ts, 10 AS dur, 7 AS utid UNION ALL SELECT 5, 20, 5, 7)"

START_TEST (test_intersections)
{
  tv_test_assert_answer (query,
                         "SELECT * FROM _interval_intersect!((" RUNS ", " STATES
                         "), (utid)) ORDER BY ts",
                         "5|5|1|4|7\n10|5|2|4|7\n");
  tv_test_assert_answer (query,
                         "SELECT * FROM _interval_intersect!((" RUNS ", " STATES
                         ", (SELECT 9 AS id, 12 AS ts, 2 AS dur)), ())"
                         " ORDER BY ts, id_0",
                         "12|2|2|4|9\n12|2|3|4|9\n");
  tv_test_assert_answer (query,
                         "SELECT * FROM interval_self_intersect!(" STATES ")"
                         " ORDER BY ts, id",
                         "5|10|1|4|0\n15|5|2|4|1\n20|5|3|5|0\n25|0|4|5|1\n");
  tv_test_assert_answer (query,
                         "SELECT * FROM interval_self_intersect!((SELECT 1 AS id, 0 AS "
                         "ts, 4 AS dur UNION ALL SELECT 2, 2, 5)) ORDER BY ts, id",
                         "0|2|1|1|0\n2|2|2|1|0\n2|2|2|2|0\n4|3|3|1|1\n4|3|3|2|0\n"
                         "7|0|4|2|1\n");
  tv_test_assert_answer (
      query,
      "CREATE PERFETTO MACRO twice(a Expr) RETURNS Expr AS $a * 2;"
      "CREATE PERFETTO MACRO less(a Expr, b Expr) RETURNS Expr AS $a < $b;"
      "SELECT 1 __intrinsic_token_apply_prefix!(twice, (3, 4)),"
      " __intrinsic_token_apply!(twice, (5)),"
      " __intrinsic_token_apply_and!(less, (1, 2), (2, 3, 4))"
      " __intrinsic_token_apply_and_prefix!(less, (), ()), __intrinsic_stringify!(ts)",
      "1|6|8|10|1|ts\n");
  tv_test_assert_answer (
      query, "SELECT __intrinsic_token_apply!(twice, 3)",
      "line 1, column 1: a macro is applied to something that is not a list");
}
END_TEST

START_TEST (test_prefix_of_functions)
{
  g_autoptr (TvTrace) other = tv_test_trace (TV_WRITER_CLOCK_WALL, "a 0-5");
  TvTrace *traces[] = { trace, other };

  g_clear_pointer (&query, tv_query_unref);
  query = tv_query_new (traces, 2, NULL);
  tv_test_assert_answer (
      query,
      "CREATE PERFETTO FUNCTION g() RETURNS TABLE(n INT) AS"
      " SELECT count(*) AS n FROM main.slice;"
      "SELECT (SELECT n FROM a.g()), (SELECT n FROM b.g()), n FROM g()",
      "6|1|6\n");
  tv_test_assert_answer (
      query,
      "CREATE OR REPLACE PERFETTO FUNCTION g() RETURNS TABLE(n INT) AS"
      " SELECT count(*) + 1 AS n FROM slice;"
      "SELECT (SELECT n FROM a.g()), n FROM g()",
      "7|7\n");
  tv_test_assert_answer (
      query, "SELECT n FROM b.g()",
      "line 1, column 1: the function g reads slice of the first trace: its statement "
      "does not say “main.slice”");
  /* One table is not enough, and a text says nothing; other tables are of no trace. */
  tv_test_assert_answer (query,
                         "CREATE OR REPLACE PERFETTO FUNCTION g() RETURNS TABLE(n INT) "
                         "AS SELECT count(*) + (SELECT count(*) FROM method) AS n "
                         "FROM main.slice; SELECT n FROM b.g()",
                         "line 1, column 135: the function g reads method of the first "
                         "trace: its statement does not say “main.method”");
  tv_test_assert_answer (
      query,
      "CREATE TABLE own AS SELECT 7 AS n;"
      "CREATE OR REPLACE PERFETTO FUNCTION g() RETURNS TABLE(n INT, t STRING) AS"
      " SELECT domain.n AS n, 'a.main.B' AS t FROM own AS domain;"
      "SELECT n, t FROM b.g()",
      "7|a.main.B\n");
  /* A table of the model stays, however often a script replaces a function. */
  tv_test_assert_answer (
      query,
      "CREATE OR REPLACE PERFETTO FUNCTION thread() RETURNS TABLE(n INT) AS"
      " SELECT 3 AS n;"
      "CREATE OR REPLACE PERFETTO FUNCTION thread() RETURNS TABLE(n INT) AS"
      " SELECT 4 AS n; SELECT count(*) > 0 FROM a.thread",
      "1\n");
  tv_test_assert_answer (
      query,
      "CREATE OR REPLACE PERFETTO FUNCTION g() RETURNS INT AS SELECT 5;"
      "SELECT g()",
      "5\n");
  tv_test_assert_answer (query, "SELECT n FROM b.g()",
                         "line 1, column 17: no such table: b.g");
}
END_TEST

TV_TESTS (set_up, tear_down)
