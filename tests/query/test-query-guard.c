/* SPDX-License-Identifier: Apache-2.0 */

/* What statements may not do, and what stops them. */

#include "query-text.h"

#include "support/test-runner.h"
#include "support/trace-fixtures.h"

#include "analysis/lookup/event-row.h"
#include "analysis/stacks/call-edges.h"

#include <sqlite3.h>
#include <string.h>

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

START_TEST (test_refused)
{
  static const char *const statements[] = {
    "ATTACH 'x.db' AS x",
    "DETACH main",
    "VACUUM",
    "VACUUM INTO 'x.db'",
    "CREATE TABLE t(a); ANALYZE t",
    "PRAGMA journal_mode = WAL",
    "PRAGMA temp_store_directory = '/'",
    "PRAGMA writable_schema = 1",
    "PRAGMA case_sensitive_like = 1",
    "PRAGMA hard_heap_limit = 1",
    "PRAGMA trusted_schema = 1",
    "SELECT load_extension('x.so')",
    "CREATE VIRTUAL TABLE x USING fts5(a)",
    "CREATE VIRTUAL TABLE x USING tv_calls",
    "DROP TABLE slice",
    "INSERT INTO slice(id) VALUES (1)",
    "UPDATE slice SET dur = 0",
    "DELETE FROM slice",
    "ALTER TABLE slice RENAME TO x",
    "CREATE INDEX i ON slice(ts)",
    "INSERT INTO sqlite_schema VALUES ('table', 'x', 'x', 0, 'x')",
    "DELETE FROM sqlite_schema",
  };

  for (guint i = 0; i < G_N_ELEMENTS (statements); i++)
    {
      g_autofree char *answer = tv_test_ask (query, statements[i]);

      ck_assert_msg (g_str_has_prefix (answer, "line 1, column "), "%s gives “%s”",
                     statements[i], answer);
    }
  tv_test_assert_answer (query, "SELECT count(*) FROM slice", "6\n");
}
END_TEST

START_TEST (test_allowed)
{
  tv_test_assert_answer (
      query,
      "CREATE TABLE t AS SELECT id, dur FROM slice; CREATE INDEX i ON t(dur);"
      "INSERT INTO t VALUES (9, 9); UPDATE t SET dur = 1 WHERE id = 9;"
      "DELETE FROM t WHERE id < 4; SELECT * FROM t; ALTER TABLE t ADD x;"
      "CREATE VIEW v AS SELECT count(*) FROM t; SELECT * FROM v;"
      "DROP VIEW v; DROP TABLE t",
      "4|220000\n5|0\n9|1\n3\n");
  tv_test_assert_answer (
      query,
      "CREATE TEMP TABLE t(a); BEGIN; INSERT INTO t VALUES (1); ROLLBACK;"
      "SAVEPOINT s; INSERT INTO t VALUES (2); RELEASE s; SELECT * FROM t",
      "2\n");
  tv_test_assert_answer (query, "SELECT name FROM pragma_table_info('slice_self_dur')",
                         "id\nself_dur\n");
  tv_test_assert_answer (query, "EXPLAIN QUERY PLAN SELECT 1",
                         "1|0|0|SCAN CONSTANT ROW\n");
}
END_TEST

START_TEST (test_places)
{
  tv_test_assert_answer (query, "SELECT 1;\n\nSELECT ä,\n  nope FROM slice",
                         "1\nline 3, column 8: no such column: ä");
  tv_test_assert_answer (query, "SELECT 'ä', nope FROM slice",
                         "line 1, column 13: no such column: nope");
  tv_test_assert_answer (query, "SELECT 1; SELEC 2",
                         "1\nline 1, column 11: near \"SELEC\": syntax error");
  tv_test_assert_answer (query, "-- nothing", "");
  tv_test_assert_answer (query, ";; SELECT 1 -- end", "1\n");
  tv_test_assert_answer (query, "", "");
  tv_test_assert_answer (
      query, "SELECT regexp('(', 'x')",
      "line 1, column 1: Error while compiling regular expression ‘(’ at "
      "char 1: missing terminating )");
  tv_test_assert_answer (query, "SELECT regexp(CAST(x'ff' AS TEXT), 'x')",
                         "line 1, column 1: The regular expression is not UTF-8");
}
END_TEST

#define FOREVER "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) "

START_TEST (test_time)
{
  tv_query_set_limits (query, 100 * 1000, 0);
  tv_test_assert_answer (query, FOREVER "SELECT count(*) FROM r",
                         "The query was stopped after its limit of 0.1 s");
  tv_test_assert_answer (query, "SELECT 1", "1\n");
  tv_test_assert_answer (
      query, "SELECT regexp('(a*)*b', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa')",
      "0\n");
  /* Sums that were stopped are no answer, though few steps of SQLite are left. */
  tv_query_set_limits (query, 1, 0);
  tv_test_assert_answer (query, "CREATE TABLE t AS SELECT count(*) FROM call_tree",
                         "The query was stopped after its limit of 1e-06 s");
  tv_query_set_limits (query, 0, 0);
  tv_test_assert_answer (query, "SELECT count(*) > 0 FROM call_tree", "1\n");
}
END_TEST

#define TOO_LONG "a value can have at most 1 MiB, and a statement 4 MiB"
#define STOPPED "The query was stopped after its limit of 0.1 s"

/* Returns @pattern, with a number for each %u, from 1 to @n, after one another. */
static char *
repeat (const char *begin, const char *pattern, guint n, const char *end)
{
  GString *script = g_string_new (begin);
  g_auto (GStrv) parts = g_strsplit (pattern, "%u", -1);

  for (guint i = 1; i <= n; i++)
    for (guint part = 0; parts[part] != NULL; part++)
      {
        /* The first number is the one before. */
        if (part > 0)
          g_string_append_printf (script, "%u", part == 1 ? i : i - 1);
        g_string_append (script, parts[part]);
      }
  g_string_append (script, end);
  return g_string_free (script, FALSE);
}

/* Statements end in time that take it where SQLite does not look at the clock: in small
 * statements of functions, and before they run. */
START_TEST (test_time_between)
{
  g_autofree char *chain = repeat ("WITH c0 AS (SELECT 1 AS x)",
                                   ", c%u AS (SELECT a.x FROM c%u AS a, c%u AS b)", 30,
                                   " SELECT count(*) FROM c30");
  g_autofree char *views = repeat ("CREATE VIEW v0 AS SELECT 1 AS x;",
                                   "CREATE VIEW v%u AS SELECT * FROM v%u"
                                   " UNION ALL SELECT * FROM v%u;",
                                   30, "SELECT count(*) FROM v30");
  g_autofree char *modules
      = repeat ("", "INCLUDE PERFETTO MODULE slices.with_context;", 300000, "");
  g_autofree char *macros
      = repeat ("CREATE PERFETTO MACRO m0() RETURNS Expr AS ;",
                "CREATE PERFETTO MACRO m%u() RETURNS Expr AS m%u!()m%u!()m%u!()"
                "m%u!()m%u!()m%u!()m%u!()m%u!()m%u!()m%u!();",
                15, "SELECT 1 m15!()");

  tv_query_set_limits (query, 100 * 1000, 0);
  tv_test_assert_answer (query,
                         "CREATE PERFETTO FUNCTION f(n LONG) RETURNS LONG AS SELECT 1;"
                         "CREATE OR REPLACE PERFETTO FUNCTION f(n LONG) RETURNS LONG AS"
                         " SELECT f($n + 1) + f($n + 1) WHERE $n < 40;"
                         "SELECT f(0)",
                         STOPPED);
  tv_test_assert_answer (query, chain, STOPPED);
  tv_test_assert_answer (query, views, STOPPED);
  tv_test_assert_answer (query, modules, STOPPED);
  tv_test_assert_answer (query, macros, STOPPED);
  tv_test_assert_answer (query, "SELECT 1", "1\n");
}
END_TEST

/* Functions of long texts take a time in proportion, are refused, or are stopped. */
START_TEST (test_long_texts)
{
  static const char *const scripts[][2] = {
    { "SELECT instr(printf('%.1000000c', 'a'), printf('%.500000c', 'a') || 'b')",
      "0\n" },
    { "SELECT length(replace(printf('%.1000000c', 'a'),"
      " printf('%.500000c', 'a') || 'b', 'c'))",
      "1000000\n" },
    { "SELECT length(replace(printf('%.1000000c', 'a'), 'a',"
      " printf('%.1000000c', 'a')))",
      "line 1, column 1: " TOO_LONG },
    { "SELECT length(trim(printf('%.1000000c', 'a'), printf('%.1000000c', 'b') || "
      "'a'))",
      STOPPED },
    { "SELECT printf('%.1000000c', 'a') LIKE '%' || printf('%.9990c', 'a') || 'b'",
      "line 1, column 1: A pattern is too long" },
    { "SELECT printf('%.1000000c', 'a') GLOB '*' || printf('%.9990c', 'a') || 'b'",
      "line 1, column 1: A pattern is too long" },
    { "SELECT regexp('(a|aa)+$', replace(printf('%.40000c', 'x'), 'x',"
      " 'aaaaaaaaaaaaaaaaaaaaaaaab'))",
      "line 1, column 1: The regular expression takes too long" },
    { "SELECT printf('%.1000000c', 'a') || printf('%.1000000c', 'a')",
      "line 1, column 1: " TOO_LONG },
    { "SELECT printf('%.2000000c', 'a')", "line 1, column 1: " TOO_LONG },
    { "SELECT format('%2000000s', 'a') IS NULL", "line 1, column 1: " TOO_LONG },
    { "SELECT printf(), format(NULL, 1), format('%d|%s|%.2f|%q|%c|%,d|%Q', 12, x'6162',"
      " 2, 'it''s', 'xy', 1234567, NULL), printf('%s'), typeof(format('%d', 1))",
      "||12|ab|2.00|it''s|x|1,234,567|NULL||text\n" },
    /* Each place takes little time, and all of them hours. */
    { "SELECT regexp('(?>a|b)*+[0-9]', printf('%.1000000c', 'a'))", STOPPED },
    { "SELECT regexp('a*+[0-9]', printf('%.1000000c', 'a'))", STOPPED },
    { "SELECT regexp_extract(printf('%.100000c', 'a') || 'xyz' ||"
      " printf('%.20c', 'b') || printf('%.100000c', 'a'), 'x.z(b*)'),"
      " regexp('^aa*$', printf('%.100000c', 'a')),"
      " regexp('aab$', printf('%.100000c', 'a') || 'b'),"
      " regexp('(?<=a)b', printf('%.4096c', 'a') || 'b' || printf('%.4096c', 'a')),"
      " regexp('^b', printf('%.9000c', 'a') || 'b'),"
      " length(regexp_replace_simple(printf('%.9000c', 'ä'), 'ää', 'x'))",
      "bbbbbbbbbbbbbbbbbbbb|1|1|1|0|4500\n" },
    { "SELECT json_patch('{}', '{}')",
      "line 1, column 8: not authorized to use function: json_patch" },
  };
  g_autofree char *blanks = g_strnfill (500000, ' ');
  g_autofree char *sum = repeat ("", "-%u", 900, "");
  g_autofree char *macro
      = g_strconcat ("CREATE PERFETTO MACRO m(a Expr) RETURNS Expr AS $a;SELECT m!(",
                     blanks, sum, ")", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (scripts); i++)
    {
      tv_query_set_limits (query, g_str_equal (scripts[i][1], STOPPED) ? 100000 : 0, 0);
      tv_test_assert_answer (query, scripts[i][0], scripts[i][1]);
    }
  tv_test_assert_answer (query, macro, "-405450\n");
}
END_TEST

/* A pattern takes long with each of many long names, and with one that is very long. */
START_TEST (test_long_names)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autoptr (GString) name = g_string_new (NULL);

  tv_trace_writer_add_thread (writer, 1, "main");
  for (guint i = 1; i <= 400; i++)
    {
      g_string_printf (name, "%0*u", i < 400 ? 12000 : 20000, i);
      tv_trace_writer_add_method (writer, i * 4, "C", name->str, "()V", NULL, 0);
      tv_trace_writer_enter (writer, 1, i * 4, 0, 2 * i);
      tv_trace_writer_exit (writer, 1, i * 4, 0, 2 * i + 1);
    }
  tear_down ();
  trace = tv_test_load (writer);
  query = tv_query_new (&trace, 1, NULL);
  tv_query_set_limits (query, 100000, 0);
  tv_test_assert_answer (
      query, "SELECT 1 FROM slice WHERE name LIKE '%' || printf('%.9990c', '0') || 'b'",
      STOPPED);
  tv_test_assert_answer (
      query, "SELECT 1 FROM slice WHERE name GLOB '*' || printf('%.9990c', '0') || 'b'",
      STOPPED);
  tv_test_assert_answer (
      query, "SELECT 1 FROM slice WHERE name REGEXP '0*+[a-z]' AND name LIKE 'C%'",
      STOPPED);
  tv_test_assert_answer (
      query,
      "SELECT 1 FROM slice WHERE id = 399 AND name LIKE '%' || printf('%.9990c', '0')",
      "line 1, column 1: A pattern is too long");
}
END_TEST

/* The functions that take the place of SQLite's, as SQLite has them. */
START_TEST (test_text_functions)
{
  tv_test_assert_answer (
      query,
      "SELECT 'Abc' LIKE 'a%', 'a%c' LIKE 'a%%c' ESCAPE '%',"
      " 'abc' LIKE 'a%%c' ESCAPE '%', 'a_c' LIKE 'a\\_c' ESCAPE '\\',"
      " NULL LIKE 'a', x'61' LIKE 'a', x'61' LIKE NULL",
      "1|1|0|1||0|0\n");
  tv_test_assert_answer (
      query, "SELECT 'x' LIKE 'x' ESCAPE 'ab'",
      "line 1, column 1: ESCAPE expression must be a single character");
  tv_test_assert_answer (
      query, "SELECT 'Abc' GLOB 'a*', 'abc' GLOB 'a[^c]c', 12 GLOB '1?'", "0|1|1\n");
  tv_test_assert_answer (
      query,
      "SELECT instr('äöü', 'ü'), instr(x'c3a4c3bc', x'c3bc'), instr('a', ''),"
      " instr('a', 'b'), instr(123, 3), instr(NULL, 1)",
      "3|3|1|0|3|\n");
  tv_test_assert_answer (query,
                         "SELECT replace('aaa', 'aa', 'b'), replace('abab', 'b', ''),"
                         " typeof(replace(12, '', NULL)), replace('a', 'a', NULL)",
                         "ba|aa|integer|\n");
  tv_test_assert_answer (
      query,
      "SELECT trim('äxä', 'ä'), ltrim('xyxa', 'xy'), rtrim('axyx', 'xy'),"
      " trim('a', ''), trim('aa', 'a') || '.', trim('a', NULL)",
      "x|a|a|a|.|\n");
}
END_TEST

START_TEST (test_memory)
{
  tv_query_set_limits (query, 0, 32 * 1024 * 1024);
  tv_test_assert_answer (
      query, "CREATE TABLE t AS " FOREVER "SELECT n, zeroblob(10000) FROM r",
      "The query was stopped at its limit of 32 MiB of memory");
  tv_test_assert_answer (query, FOREVER "SELECT n FROM r ORDER BY random()",
                         "The query was stopped at its limit of 32 MiB of memory");
  tv_test_assert_answer (query, FOREVER "SELECT percentile(n, 50) FROM r",
                         "The query was stopped at its limit of 32 MiB of memory");
  tv_test_assert_answer (query, "SELECT length(zeroblob(900000000))",
                         "line 1, column 1: " TOO_LONG);
  /* No step takes more than there is, and other queries have a limit of their own. */
  sqlite3_memory_highwater (TRUE);
  tv_test_assert_answer (
      query, "CREATE TABLE t AS " FOREVER "SELECT n, zeroblob(1000000) FROM r",
      "The query was stopped at its limit of 32 MiB of memory");
  ck_assert_int_lt (sqlite3_memory_highwater (FALSE), 34 * 1024 * 1024);
  tv_test_assert_answer (
      query,
      "CREATE TABLE t AS " FOREVER
      "SELECT n, zeroblob(1000000) FROM r LIMIT 25; SELECT count(*) FROM t",
      "25\n");
  {
    g_autoptr (TvQuery) other = tv_query_new (&trace, 1, NULL);
    g_autofree char *answer = NULL;

    tv_query_set_limits (other, 0, 16 * 1024 * 1024);
    answer = tv_test_ask (other, "CREATE TABLE t(a); SELECT count(*) FROM slice");
    ck_assert_str_eq (answer, "6\n");
  }
  tv_test_assert_answer (query, "SELECT count(*) FROM slice", "6\n");
}
END_TEST

/* A chain of 1,000 methods has 1,000 own times, and half a million paths to them. */
START_TEST (test_paths)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_add_thread (writer, 1, "main");
  for (guint i = 1; i <= 1000; i++)
    {
      g_autofree char *name = g_strdup_printf ("m%u", i);

      tv_trace_writer_add_method (writer, i * 4, "C", name, "()V", NULL, 0);
    }
  for (guint i = 1; i <= 1000; i++)
    tv_trace_writer_enter (writer, 1, i * 4, i, i);
  for (guint i = 1000; i >= 1; i--)
    tv_trace_writer_exit (writer, 1, i * 4, 2001 - i, 2001 - i);
  tear_down ();
  trace = tv_test_load (writer);
  query = tv_query_new (&trace, 1, NULL);
  tv_query_set_limits (query, 0, 32 * 1024 * 1024);
  tv_test_assert_answer (query, "SELECT count(*) FROM call_tree_bottom_up",
                         "line 1, column 1: the call paths do not fit into the memory "
                         "limit");
  tv_test_assert_answer (query, "SELECT count(*) FROM flamegraph", "1000\n");
  tv_query_set_limits (query, 0, 0);
  tv_test_assert_answer (query, "SELECT count(*) FROM flamegraph('BOTTOM_UP')",
                         "500500\n");
}
END_TEST

static void
call_in_ten_ways (TvTraceWriter *writer, guint depth, guint ways, guint32 *time)
{
  for (guint i = 1; depth > 0 && i <= 10; i++)
    {
      const guint32 id = 4 * (i % ways + 1);

      (*time)++;
      tv_trace_writer_enter (writer, 1, id, *time, *time);
      call_in_ten_ways (writer, depth - 1, ways, time);
      (*time)++;
      tv_trace_writer_exit (writer, 1, id, *time, *time);
    }
}

/* 111,110 calls on five levels, each with the same ones below it. */
static void
make_wide_trace (guint ways)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  guint32 time = 0;

  tv_trace_writer_add_thread (writer, 1, "main");
  for (guint i = 1; i <= 10; i++)
    {
      g_autofree char *name = g_strdup_printf ("m%u", i);

      tv_trace_writer_add_method (writer, i * 4, "C", name, "()V", NULL, 0);
    }
  call_in_ten_ways (writer, 5, ways, &time);
  tear_down ();
  trace = tv_test_load (writer);
  query = tv_query_new (&trace, 1, NULL);
}

/* Trees are limited by their paths and not by the calls, of which there may be far more
 * than there would be room for. */
START_TEST (test_wide_trees)
{
  static const char sums[]
      = "SELECT depth, name, count(*), sum(calls), sum(self_value), "
        "sum(cumulative_value), max(x_end) FROM flamegraph GROUP BY 1, 2";
  g_autofree char *expected = NULL;

  make_wide_trace (10);
  tv_query_set_limits (query, 0, 6 * 1024 * 1024);
  tv_test_assert_answer (query, "SELECT count(*) FROM flamegraph",
                         "line 1, column 1: the call paths do not fit into the memory "
                         "limit");
  tv_query_set_limits (query, 0, 0);
  tv_test_assert_answer (query, "SELECT count(*) FROM flamegraph", "111110\n");
  /* What was kept is dropped before it would stop another statement. */
  tv_query_set_limits (query, 0, 6 * 1024 * 1024);
  tv_test_assert_answer (query, "SELECT count(*) FROM slice", "111110\n");

  make_wide_trace (2);
  expected = tv_test_ask (query, sums);
  tear_down ();
  make_wide_trace (2);
  tv_query_set_limits (query, 0, 6 * 1024 * 1024);
  tv_test_assert_answer (query, "SELECT count(*) FROM flamegraph", "62\n");
  tv_test_assert_answer (query, sums, expected);
}
END_TEST

/* Returns the least limit of memory with which a script has its answer. */
static gint64
find_least_memory (const char *script, const char *expected)
{
  for (gint64 bytes = 50 * 1000; bytes < 64 * 1000 * 1000; bytes += 50 * 1000)
    {
      g_autofree char *answer = NULL;

      tv_query_set_limits (query, 0, bytes);
      answer = tv_test_ask (query, script);
      if (g_str_equal (answer, expected))
        return bytes;
      ck_assert_msg (strstr (answer, "The query was stopped at its limit of ") != NULL,
                     "%s", answer);
    }
  ck_abort ();
}

/* Columns that are gathered for groups count. Without room for one, calls are looked up
 * in their order, four bytes each; without room for that, the statement is stopped. */
START_TEST (test_groups)
{
  static const char sums[] = "SELECT name, count(*), sum(dur) FROM slice GROUP BY name";
  static const char own[]
      = "SELECT sum(self_dur) = sum((parent_id IS NULL) * dur) FROM call";
  g_autofree char *expected = NULL;
  gint64 least;
  gint64 more;

  make_wide_trace (2);
  expected = tv_test_ask (query, sums);
  ck_assert_msg (g_str_has_prefix (expected, "C.m1: ()V|55555|"), "%s", expected);
  least = find_least_memory ("SELECT count(*) FROM slice", "111110\n");
  more = find_least_memory (sums, expected) - least;
  ck_assert_int_ge (more, 4 * 111110 - 50 * 1000);
  ck_assert_int_lt (more, 8 * 111110);
  /* So are own times of calls, which are added up if there is room. */
  ck_assert_int_lt (find_least_memory (own, "1\n"), least + 50 * 1000);
}
END_TEST

/* Rows of edges and events that are kept count: 100 methods are called by the thread,
 * call each other, and call another one, in recursive calls and others; calls of that
 * one are events. */
START_TEST (test_rows)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  guint32 time = 0;
  gint64 least;

  tv_trace_writer_add_thread (writer, 1, "main");
  for (guint i = 1; i <= 100; i++)
    {
      g_autofree char *name = g_strdup_printf ("m%u", i);

      tv_trace_writer_add_method (writer, i * 4, "C", name, "()V", NULL, 0);
    }
  tv_trace_writer_add_method (writer, 404, "android.view.LayoutInflater", "inflate",
                              "()V", NULL, 0);
  for (guint i = 0; i < 10000; i++)
    {
      const guint32 ids[] = { 4 * (i / 100 + 1), 4 * (i % 100 + 1), 404 };

      for (guint depth = 0; depth < 3; depth++, time++)
        tv_trace_writer_enter (writer, 1, ids[depth], time, time);
      for (guint depth = 3; depth-- > 0; time++)
        tv_trace_writer_exit (writer, 1, ids[depth], time, time);
    }
  tear_down ();
  trace = tv_test_load (writer);
  query = tv_query_new (&trace, 1, NULL);
  least = find_least_memory ("SELECT count(*) FROM slice", "30000\n");
  ck_assert_int_ge (find_least_memory ("SELECT count(*) FROM edge", "10300\n"),
                    least + 10300 * (gint64) sizeof (TvCallEdge) - 50 * 1000);
  /* Edges stay. */
  least = find_least_memory ("SELECT count(*) FROM slice", "30000\n");
  ck_assert_int_ge (find_least_memory ("SELECT count(*) FROM event", "10000\n"),
                    least + 10000 * (gint64) sizeof (TvEvent) - 50 * 1000);
}
END_TEST

/* Counts the temporary files of SQLite that are open after the first row. */
static gboolean
count_files (TvQueryRows *rows, gpointer n, GError **error)
{
  g_autoptr (GDir) files = g_dir_open ("/proc/self/fd", 0, NULL);
  const char *name;

  ck_assert (tv_query_rows_next (rows, error));
  while (files != NULL && (name = g_dir_read_name (files)) != NULL)
    {
      g_autofree char *path = g_build_filename ("/proc/self/fd", name, NULL);
      g_autofree char *target = g_file_read_link (path, NULL);

      *(guint *) n += target != NULL && strstr (target, "etilqs") != NULL;
    }
  return TRUE;
}

/* A sort of 20 MB stays in memory. */
START_TEST (test_files)
{
  guint n = 0;

  ck_assert (tv_query_run (query,
                           "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL"
                           " SELECT n + 1 FROM r LIMIT 100000)"
                           " SELECT hex(zeroblob(100)) || n FROM r ORDER BY random()",
                           count_files, &n, NULL, NULL));
  ck_assert_uint_eq (n, 0);
}
END_TEST

static gpointer
cancel_soon (gpointer cancellable)
{
  g_usleep (50 * 1000);
  g_cancellable_cancel (cancellable);
  return NULL;
}

static gboolean
go_to_end (TvQueryRows *rows, gpointer user_data, GError **error)
{
  while (tv_query_rows_next (rows, error))
    continue;
  return FALSE;
}

START_TEST (test_cancelled)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  GThread *thread = g_thread_new ("cancel", cancel_soon, cancellable);

  ck_assert (!tv_query_run (query, FOREVER "SELECT count(*) FROM r", go_to_end, NULL,
                            cancellable, &error));
  ck_assert (g_error_matches (error, TV_QUERY_ERROR, TV_QUERY_ERROR_STOPPED));
  ck_assert_str_eq (error->message, "The query was stopped");
  g_thread_join (thread);
}
END_TEST

TV_TESTS (set_up, tear_down)
