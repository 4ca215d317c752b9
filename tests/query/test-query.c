/* SPDX-License-Identifier: Apache-2.0 */

/* Tables and functions of queries, with values worked out by hand from the trace of
 * query-text.c. */

#include "query-text.h"

#include "support/test-runner.h"
#include "support/trace-fixtures.h"

#include <string.h>

/* All statements ask a trace alone, and then each of two. */
static enum { ALONE, AS_A, AS_B } role;

static TvTrace *trace;
static TvQuery *query;

/* On each of two threads 60 calls of a, of 10, 20, … 600 microseconds, each with a call
 * of b of one microsecond; and a method with a name that takes a regular expression
 * many steps. */
static TvTrace *
make_many_calls (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autofree char *long_name = g_strnfill (60, 'x');

  tv_trace_writer_add_method (writer, 0x4, "X", "a", "()V", NULL, 0);
  tv_trace_writer_add_method (writer, 0x8, "X", "b", "()V", NULL, 0);
  tv_trace_writer_add_method (writer, 0xc, "X", long_name, "()V", NULL, 0);
  for (guint16 thread = 1; thread <= 2; thread++)
    tv_trace_writer_add_thread (writer, thread, "main");
  for (guint32 i = 1; i <= 60; i++)
    for (guint16 thread = 1; thread <= 2; thread++)
      {
        tv_trace_writer_enter (writer, thread, 0x4, 0, 1000 * i);
        tv_trace_writer_enter (writer, thread, 0x8, 0, 1000 * i + 1);
        tv_trace_writer_exit (writer, thread, 0x8, 0, 1000 * i + 2);
        tv_trace_writer_exit (writer, thread, 0x4, 0, 1000 * i + 10 * i);
      }
  return tv_test_load (writer);
}

static void
tear_down (void)
{
  g_clear_pointer (&query, tv_query_unref);
  g_clear_pointer (&trace, tv_trace_unref);
}

/* Takes a trace, which is asked from now on. */
static void
ask_trace (TvTrace *asked)
{
  g_autoptr (TvTrace) other = make_many_calls ();
  TvTrace *const traces[] = { role == AS_B ? other : asked, asked, other };

  tear_down ();
  trace = asked;
  query
      = tv_query_new (role == AS_A ? traces + 1 : traces, role == ALONE ? 1 : 2, NULL);
  ck_assert_ptr_nonnull (query);
}

static void
set_up (void)
{
  ask_trace (tv_test_make_shop ());
}

static char *
replace (const char *text, const char *pattern, const char *by)
{
  g_autoptr (GRegex) regex = g_regex_new (pattern, 0, 0, NULL);

  return g_regex_replace (regex, text, -1, 0, by, 0, NULL);
}

/* Asks the trace by its name, unless it is alone. Only temporary views can do so. */
static char *
ask (const char *script)
{
  g_autofree char *names
      = tv_test_ask (query, "SELECT group_concat(name, '|') FROM pragma_table_list"
                            " WHERE schema = 'b' AND name NOT GLOB 'sqlite*'");
  g_autofree char *pattern = g_strdup_printf (
      "\\b((?:FROM|JOIN)\\s+|,\\s*(?=\\w+\\())(?=(?:%s)\\b)", g_strchomp (names));
  g_autofree char *views = replace (script, "\\bCREATE VIEW\\b", "CREATE TEMP VIEW");
  g_autofree char *named = replace (views, pattern, role == AS_A ? "\\1a." : "\\1b.");

  return tv_test_ask (query, role == ALONE ? script : named);
}

static gboolean
append_set (const GMatchInfo *match, GString *text, gpointer data)
{
  g_autofree char *number = g_match_info_fetch (match, 0);

  g_string_append_printf (text, "%" G_GINT64_FORMAT,
                          g_ascii_strtoll (number, NULL, 10)
                              - (G_GINT64_CONSTANT (1) << 32));
  return FALSE;
}

/* Returns an answer without what the name of the trace changes: the places of mistakes
 * and the numbers of sets of arguments. */
static char *
make_plain (const char *answer)
{
  g_autoptr (GRegex) sets = g_regex_new ("\\b42949\\d{5}\\b", 0, 0, NULL);
  g_autofree char *plain = replace (answer, "line \\d+, column \\d+: ", "");

  return role == ALONE
             ? g_strdup (answer)
             : g_regex_replace_eval (sets, plain, -1, 0, 0, append_set, NULL, NULL);
}

static void
assert_answer (const char *script, const char *wanted)
{
  g_autofree char *found = ask (script);
  g_autofree char *answer = make_plain (found);
  g_autofree char *expected = make_plain (wanted);

  ck_assert_msg (g_str_equal (answer, expected), "%s\ngives\n%s\nand not\n%s", script,
                 answer, expected);
}

/* Perfetto's columns: ids run on from thread to thread, the CPU clock is there, and a
 * call that is open at the end has the time that it ran. */
START_TEST (test_slice)
{
  assert_answer ("SELECT id, ts, dur, track_id, name, depth, parent_id, arg_set_id,"
                 " thread_ts, thread_dur, is_open FROM slice",
                 "0|0|1000000|0|p.Shop.a: ()V|0||1|0|500000|0\n"
                 "1|100000|400000|0|p.Cart.b: ()V|1|0|2|50000|100000|0\n"
                 "2|200000|100000|0|p.Shop.a: ()V|2|1|1|100000|50000|0\n"
                 "3|500000|100000|0|p.Cart.b: ()V|1|0|2|150000|50000|0\n"
                 "4|0|220000|1|p.Cart.b: (I)V|0||3|0|130000|1\n"
                 "5|220000|0|1|q.Shop.a: ()V|1|4|5|130000|0|1\n");
  assert_answer ("SELECT count(*), count(category), count(cat),"
                 " count(thread_instruction_count), sum(slice_id = id) FROM slices",
                 "6|0|0|0|6\n");
}
END_TEST

/* What the table decides itself is what SQLite decides about a copy of it. */
START_TEST (test_conditions)
{
  static const char *const conditions[] = { "% = 2",
                                            "% = '2'",
                                            "% = 2.0",
                                            "% = 2.5",
                                            "% = 'x'",
                                            "% = NULL",
                                            "% > 1",
                                            "% >= 1.5",
                                            "% < 4.5",
                                            "% <= 4",
                                            "% > 'x'",
                                            "% < 'x'",
                                            "% < x'00'",
                                            "% IS NULL",
                                            "% IS NOT NULL",
                                            "% IS 1",
                                            "% > 1e300",
                                            "% < 1e300",
                                            "% > -1e300",
                                            "% IN (1, 2, 100000)",
                                            "% > 9223372036854775807",
                                            "% < -9223372036854775808",
                                            "% BETWEEN 1 AND 200000",
                                            "% > NULL",
                                            "% IS NOT 1" };
  static const char *const columns[]
      = { "id",        "ts",         "dur",       "track_id",   "depth",
          "parent_id", "arg_set_id", "thread_ts", "thread_dur", "is_open" };

  assert_answer ("CREATE TABLE copy AS SELECT * FROM slice", "");
  for (guint column = 0; column < G_N_ELEMENTS (columns); column++)
    for (guint i = 0; i < G_N_ELEMENTS (conditions); i++)
      {
        g_auto (GStrv) parts = g_strsplit (conditions[i], "%", 2);
        g_autofree char *fast
            = g_strdup_printf ("SELECT group_concat(id) FROM (SELECT id FROM slice "
                               "WHERE %s%s ORDER BY id)",
                               columns[column], parts[1]);
        g_autofree char *slow = g_strdup_printf (
            "SELECT group_concat(id) FROM (SELECT id FROM copy WHERE %s%s ORDER BY id)",
            columns[column], parts[1]);
        g_autofree char *expected = ask (slow);

        assert_answer (fast, expected);
      }
}
END_TEST

START_TEST (test_names)
{
  assert_answer ("SELECT id FROM slice WHERE name GLOB 'p.*: (I*'", "4\n");
  assert_answer ("SELECT id FROM slice WHERE name LIKE '%shop%' AND ts > 0", "2\n5\n");
  assert_answer ("SELECT id FROM slice WHERE name = 'p.Cart.b: ()V'", "1\n3\n");
  assert_answer ("SELECT id FROM slice WHERE name = 'P.CART.B: ()v' COLLATE NOCASE",
                 "1\n3\n");
  assert_answer ("SELECT id FROM slice WHERE name REGEXP '^q|I' ORDER BY id", "4\n5\n");
  assert_answer ("SELECT id FROM slice WHERE name IN ('q.Shop.a: ()V', 'x')", "5\n");
  assert_answer ("SELECT id FROM slice WHERE name LIKE 'p_Shop%' ESCAPE '_'", "");
  assert_answer ("SELECT id FROM slice WHERE name LIKE NULL", "");
  assert_answer ("SELECT s.id, p.id FROM slice s LEFT JOIN slice p"
                 " ON p.id = s.parent_id AND p.name LIKE 'p.cart.b: (i)v'",
                 "0|\n1|\n2|\n3|\n4|\n5|4\n");
  assert_answer ("SELECT id FROM thread_slice WHERE thread_name = 'pool 1'", "4\n5\n");
  assert_answer ("SELECT id FROM thread_slice WHERE tid = 2 AND is_main_thread = 0",
                 "4\n5\n");
}
END_TEST

START_TEST (test_orders)
{
  assert_answer ("SELECT id FROM slice ORDER BY dur DESC LIMIT 2", "0\n1\n");
  assert_answer ("SELECT id FROM slice ORDER BY dur, id LIMIT 3", "5\n2\n3\n");
  assert_answer ("SELECT id FROM slice ORDER BY dur LIMIT 1 OFFSET 3", "4\n");
  assert_answer ("SELECT id FROM slice WHERE depth = 1 ORDER BY ts DESC LIMIT 2",
                 "3\n5\n");
  assert_answer ("SELECT id FROM slice ORDER BY ts, id", "0\n4\n1\n2\n5\n3\n");
  assert_answer ("SELECT id FROM slice WHERE track_id = 1 ORDER BY ts DESC", "5\n4\n");
  assert_answer ("SELECT id FROM slice ORDER BY id DESC LIMIT 2", "5\n4\n");
  assert_answer ("SELECT name, count(*), sum(dur) FROM slice GROUP BY name",
                 "p.Cart.b: ()V|2|500000\np.Cart.b: (I)V|1|220000\n"
                 "p.Shop.a: ()V|2|1100000\nq.Shop.a: ()V|1|0\n");
  assert_answer ("SELECT track_id, count(*) FROM slice GROUP BY track_id",
                 "0|4\n1|2\n");
  assert_answer ("SELECT id FROM slice ORDER BY dur LIMIT 0", "");
}
END_TEST

/* The table makes orders of many calls itself. */
START_TEST (test_orders_of_many)
{
  ask_trace (make_many_calls ());
  /* SQLite tells a limit, and not that a column is compared with another one. */
  assert_answer ("SELECT dur / 1000 FROM call WHERE dur > self_dur ORDER BY dur"
                 " LIMIT 3",
                 "10\n10\n20\n");
  assert_answer ("SELECT count(*) FROM (SELECT id FROM slice s WHERE dur > (SELECT"
                 " avg(dur) FROM slice WHERE name = s.name) ORDER BY dur LIMIT -1)",
                 "60\n");
  assert_answer ("SELECT name, count(*), sum(dur) / 1000 FROM slice GROUP BY name"
                 " ORDER BY name DESC",
                 "X.b: ()V|120|120\nX.a: ()V|120|36600\n");
  assert_answer ("SELECT arg_set_id, track_id, count(*), sum(dur) / 1000 FROM slice"
                 " GROUP BY 1, 2 ORDER BY 1 DESC, 2",
                 "2|0|60|60\n2|1|60|60\n1|0|60|18300\n1|1|60|18300\n");
  assert_answer ("SELECT name, track_id, sum(dur) / 1000 FROM slice GROUP BY 1, 2"
                 " ORDER BY 1, 2 DESC",
                 "X.a: ()V|1|18300\nX.a: ()V|0|18300\nX.b: ()V|1|60\n"
                 "X.b: ()V|0|60\n");
  assert_answer ("SELECT track_id, name, count(*), sum(dur) / 1000 FROM slice"
                 " WHERE dur <> 600000 GROUP BY 1, 2",
                 "0|X.a: ()V|59|17700\n0|X.b: ()V|60|60\n"
                 "1|X.a: ()V|59|17700\n1|X.b: ()V|60|60\n");
  assert_answer (
      "SELECT utid, method_id, max(id) FROM call WHERE id >= 100 AND id < 130"
      " GROUP BY 1, 2 ORDER BY 1, 2 DESC",
      "1|1|119\n1|0|118\n2|1|129\n2|0|128\n");
}
END_TEST

/* A call that is joined by its id is read from the order of the other table, if it is
 * the same call. */
START_TEST (test_joins_of_many)
{
  ask_trace (make_many_calls ());
  assert_answer ("SELECT name, sum(self_dur) / 1000 FROM slice"
                 " JOIN slice_self_dur USING (id) GROUP BY name",
                 "X.a: ()V|36480\nX.b: ()V|120\n");
  assert_answer (
      "SELECT s.name, sum(c.self_dur) / 1000, sum(s.dur) / 1000, sum(c.depth),"
      " sum(s.id <> c.id), sum(c.ts <> s.ts)"
      " FROM slice s JOIN call c USING (id) WHERE s.dur < 600000"
      " GROUP BY s.name ORDER BY s.name DESC",
      "X.b: ()V|120|120|120|0|0\nX.a: ()V|35282|35400|0|0|0\n");
  assert_answer ("SELECT s.name, sum(p.self_dur) / 1000, count(p.id) FROM slice s"
                 " LEFT JOIN call p ON p.id = s.parent_id GROUP BY s.name",
                 "X.a: ()V||0\nX.b: ()V|36480|120\n");
  assert_answer ("SELECT column1, id, self_dur / 1000 FROM (VALUES (1), (-1), (NULL),"
                 " (0.0), ('0'), (0.5), ('x'), (240), (0))"
                 " LEFT JOIN slice_self_dur ON id = column1",
                 "1|1|1\n-1||\n||\n0.000|0|9\n0|0|9\n0.500||\nx||\n240||\n0|0|9\n");
}
END_TEST

/* Whichever way the groups go, SQLite does not sort the calls for them. */
START_TEST (test_plans_of_groups)
{
  static const char *const statements[] = {
    "SELECT name, count(*) FROM slice GROUP BY name ORDER BY 2 DESC",
    "SELECT name, utid, count(*) FROM call GROUP BY name, utid ORDER BY 3",
    "SELECT utid, name, sum(dur) FROM call GROUP BY utid, name ORDER BY 1, 2 DESC",
    "SELECT track_id, arg_set_id, sum(dur) FROM slice GROUP BY 1, 2"
  };

  ask_trace (make_many_calls ());
  for (guint i = 0; i < G_N_ELEMENTS (statements); i++)
    {
      g_autofree char *sql = g_strconcat ("EXPLAIN QUERY PLAN ", statements[i], NULL);
      g_autofree char *plan = ask (sql);

      ck_assert_ptr_nonnull (strstr (plan, "VIRTUAL TABLE"));
      ck_assert_ptr_null (strstr (plan, "FOR GROUP BY"));
    }
}
END_TEST

/* A trace of methods that does not say its process has only the idle one. */
START_TEST (test_no_process)
{
  ask_trace (make_many_calls ());
  assert_answer ("SELECT upid, pid FROM process", "0|0\n");
  assert_answer ("SELECT utid, upid FROM thread", "0|\n1|\n2|\n");
  assert_answer ("SELECT count(*), count(upid), count(pid) FROM thread_slice",
                 "240|0|0\n");
}
END_TEST

/* A regular expression that gives up is no answer. Only names of calls that are looked
 * at are compared. */
START_TEST (test_patterns_that_give_up)
{
  const char *const sentence
      = "line 1, column 1: The regular expression takes too long";

  ask_trace (make_many_calls ());
  assert_answer ("SELECT name FROM slice WHERE name REGEXP '(.*){20}[yz]|V'", sentence);
  assert_answer ("SELECT count(*) FROM slice WHERE name REGEXP '(x+x+)+[yz]|V'",
                 "240\n");
  assert_answer ("SELECT regexp('(x+x+)+[yz]|V', name) FROM method WHERE id = 2",
                 sentence);
  assert_answer (
      "SELECT regexp_extract(name, '(x+x+)+[yz]|V') FROM method WHERE id = 2",
      sentence);
  assert_answer ("SELECT * FROM flamegraph('PIVOT', '(x+x+)+[yz]|V')", sentence);
}
END_TEST

START_TEST (test_relatives)
{
  assert_answer ("SELECT id FROM ancestor_slice(2)", "0\n1\n");
  assert_answer ("SELECT id FROM ancestor_slice(0)", "");
  assert_answer ("SELECT id FROM descendant_slice(0)", "1\n2\n3\n");
  assert_answer ("SELECT id FROM descendant_slice(4) WHERE name LIKE 'q%'", "5\n");
  assert_answer ("SELECT id FROM _slice_descendant_and_self(1)", "1\n2\n");
  assert_answer ("SELECT id FROM _slice_ancestor_and_self(1)", "0\n1\n");
  assert_answer ("SELECT id FROM ancestor_slice(NULL)", "");
  assert_answer ("SELECT s.id, a.id FROM slice s, ancestor_slice(s.id) a",
                 "1|0\n2|0\n2|1\n3|0\n5|4\n");
  assert_answer ("SELECT id FROM ancestor_slice(6)",
                 "line 1, column 1: ancestor_slice: there is no slice with this id");
  assert_answer ("SELECT id FROM slice WHERE parent_id = 0", "1\n3\n");
  assert_answer ("SELECT * FROM slice_self_dur",
                 "0|500000\n1|300000\n2|100000\n3|100000\n4|220000\n5|0\n");
  assert_answer ("SELECT self_dur FROM slice_self_dur WHERE id = 1", "300000\n");
}
END_TEST

START_TEST (test_threads)
{
  assert_answer ("SELECT utid, id, tid, name, start_ts, end_ts, upid, is_main_thread,"
                 " is_idle FROM thread",
                 "0|0|0||||||1\n1|1|1|main|0|1000000|1|1|0\n"
                 "2|2|2|pool 1|0|220000|1|0|0\n");
  assert_answer ("SELECT upid, pid FROM process", "0|0\n1|1\n");
  assert_answer ("SELECT id, type FROM track", "0|art_method_tracing\n"
                                               "1|art_method_tracing\n");
  assert_answer ("SELECT s.id, thread.name FROM slice s JOIN thread_track t"
                 " ON s.track_id = t.id JOIN thread USING (utid) WHERE s.ts > 400000",
                 "3|main\n");
  assert_answer ("SELECT id, thread_name, utid, tid, upid, pid FROM thread_slice"
                 " WHERE depth = 0",
                 "0|main|1|1|1|1\n4|pool 1|2|2|1|1\n");
  assert_answer ("SELECT * FROM trace_bounds", "0|1000000\n");
}
END_TEST

START_TEST (test_our_tables)
{
  assert_answer (
      "SELECT id, file_id, class, method, signature, calls, recursive_calls,"
      " wall_inclusive, wall_exclusive, cpu_inclusive, cpu_exclusive, waiting,"
      " waits FROM method",
      "0|4|p.Shop|a|()V|1|1|1000000|600000|500000|400000|0|0\n"
      "1|8|p.Cart|b|()V|2|0|500000|400000|150000|100000|200000|1\n"
      "2|12|p.Cart|b|(I)V|1|0|220000|220000|130000|130000|0|0\n"
      "3|16|p.Cart|never|()V|0|0|0|0|0|0|0|0\n"
      "4|20|q.Shop|a|()V|1|0|0|0|0|0|0|0\n");
  assert_answer ("SELECT id, utid, number, method_id, wall_self, cpu_self, is_recursive"
                 " FROM call WHERE utid = 1",
                 "0|1|0|0|500000|350000|0\n1|1|1|1|300000|50000|0\n"
                 "2|1|2|0|100000|50000|1\n3|1|3|1|100000|50000|0\n");
  assert_answer ("SELECT caller_id, callee_id, calls, wall_inclusive, cpu_inclusive"
                 " FROM edge ORDER BY 1, 2",
                 "|0|1|1000000|500000\n|2|1|220000|130000\n0|1|2|500000|150000\n"
                 "1|0|1|100000|50000\n2|4|1|0|0\n");
  assert_answer (
      "SELECT id, parent_id, depth, method_id, calls, wall_inclusive,"
      " wall_exclusive, cpu_exclusive, waiting FROM call_tree WHERE depth > 0"
      " ORDER BY depth, wall_inclusive DESC",
      "1|0|1|0|1|1000000|500000|350000|0\n2|0|1|2|1|220000|220000|130000|0\n"
      "3|1|2|1|2|500000|400000|100000|200000\n5|2|2|4|1|0|0|0|0\n"
      "4|3|3|0|1|100000|100000|50000|0\n");
  assert_answer ("SELECT depth, method_id, calls, wall_exclusive FROM"
                 " call_tree_bottom_up WHERE depth > 0 ORDER BY 1, 2",
                 "1|0|2|600000\n1|1|2|400000\n1|2|1|220000\n1|4|1|0\n"
                 "2|0|2|400000\n2|1|1|100000\n2|2|1|0\n3|0|1|100000\n");
  assert_answer ("SELECT utid, call_id, ts, dur FROM wait", "1|1|300000|200000\n");
  assert_answer ("SELECT count(*) FROM warning", "0\n");
  assert_answer ("SELECT count(*) FROM event", "0\n");
  assert_answer ("SELECT arg_set_id, key, int_value, string_value FROM args"
                 " WHERE arg_set_id % 4294967296 > 2",
                 "3|pathname||Cart.java\n5|pathname||Shop.java\n");
  assert_answer ("SELECT str_value FROM metadata WHERE name IN ('pid', 'trace_type')",
                 "art_method\n1\n");
}
END_TEST

START_TEST (test_functions)
{
  assert_answer ("SELECT id, extract_arg(arg_set_id, 'pathname'),"
                 " extract_arg(arg_set_id, 'line_number'), extract_arg(arg_set_id, 'x')"
                 " FROM slice WHERE id < 2",
                 "0|Shop.java||\n1|Cart.java||\n");
  assert_answer ("SELECT extract_arg(4, 'pathname'), extract_arg(99, 'pathname'),"
                 " extract_arg(NULL, 'pathname')",
                 "||\n");
  assert_answer ("SELECT regexp('^b', 'abc'), regexp('B', 'abc', 'i'),"
                 " regexp_extract('p.Cart.b: ()V', '([A-Z]\\w+)'),"
                 " regexp_extract('abc', 'b'), regexp_extract('abc', 'd')",
                 "0|1|Cart|b|\n");
  assert_answer ("SELECT time_from_ms(3), time_to_us(3999), time_from_days(2)",
                 "3000000|3|172800000000000\n");
  assert_answer (
      "SELECT hash(1) = hash(1), hash(1) = hash('1'), hash(1, 2) = hash(2, 1)",
      "1|0|0\n");
  assert_answer ("SELECT percentile(dur, 0), percentile(dur, 50), percentile(dur, 90)"
                 " FROM slice",
                 "0.000|160000.000|700000.000\n");
  assert_answer ("SELECT percentile(name, 50) FROM slice",
                 "line 1, column 1: percentile: the first argument must be a number");
  assert_answer ("SELECT time_from_days(9223372036854775807)",
                 "line 1, column 1: integer overflow");
}
END_TEST

/* By hand: on thread 1 a (1000, own 500) calls b (500 in two calls, own 400), which
 * calls a (100); on thread 2 b(int) (220), which calls the other a (0). */
START_TEST (test_flame_graphs)
{
  assert_answer (
      "SELECT _tree_id, _tree_parent_id, depth, method_id, self_value / 1000,"
      " cumulative_value / 1000, parent_cumulative_value / 1000,"
      " x_start / 1000, x_end / 1000, calls FROM flamegraph"
      " ORDER BY depth, x_start, x_end DESC",
      "0||1|0|500|1000||0|1000|1\n1||1|2|220|220||1000|1220|1\n"
      "2|0|2|1|400|500|1000|0|500|2\n4|1|2|4|0|0|220|1000|1000|1\n"
      "3|2|3|0|100|100|500|0|100|1\n");
  /* Own times by the path of callers: what is left of a was called by nobody. */
  assert_answer ("SELECT depth, method_id, self_value / 1000, cumulative_value / 1000,"
                 " x_start / 1000, x_end / 1000 FROM flamegraph('BOTTOM_UP')"
                 " WHERE cumulative_value > 0 ORDER BY depth DESC, x_start",
                 "-1|0|500|600|0|600\n-1|1|0|400|600|1000\n-1|2|220|220|1000|1220\n"
                 "-2|1|0|100|0|100\n-2|0|400|400|600|1000\n-3|0|100|100|0|100\n");
  assert_answer ("SELECT depth, method_id, self_value / 1000, cumulative_value / 1000"
                 " FROM flamegraph('FROM_FRAME', 'Cart.b')"
                 " ORDER BY depth, x_start, x_end DESC",
                 "1|1|400|500\n1|2|220|220\n2|0|100|100\n2|4|0|0\n");
  assert_answer ("SELECT _tree_parent_id IS NULL, depth, method_id,"
                 " cumulative_value / 1000 FROM"
                 " flamegraph('pivot', 'Cart.b: \\(\\)') ORDER BY depth",
                 "1|-1|0|500\n1|1|1|500\n0|2|0|100\n");
  assert_answer ("SELECT p.name, c.name FROM flamegraph c JOIN flamegraph p"
                 " ON c._tree_parent_id = p._tree_id WHERE c.depth = 3",
                 "p.Cart.b: ()V|p.Shop.a: ()V\n");
  assert_answer ("SELECT count(*) FROM flamegraph('FROM_FRAME', 'none')", "0\n");
  assert_answer ("SELECT v.column1, (SELECT count(*) FROM flamegraph(v.column1, 'b'))"
                 " FROM (VALUES ('PIVOT'), ('TOP_DOWN')) v",
                 "PIVOT|5\nTOP_DOWN|5\n");
  assert_answer ("SELECT * FROM flamegraph('sideways')",
                 "line 1, column 1: flamegraph: there is no view “sideways”");
  assert_answer ("SELECT * FROM flamegraph('PIVOT')",
                 "line 1, column 1: flamegraph: “PIVOT” takes a pattern");
}
END_TEST

/* What methods have in common comes from an order of methods, all else is gathered or
 * looked up. */
START_TEST (test_groups)
{
  assert_answer ("SELECT pathname, count(*), sum(dur) / 1000 FROM slice GROUP BY 1",
                 "Cart.java|3|720\nShop.java|3|1100\n");
  assert_answer ("SELECT name, sum(self_dur) / 1000, max(wall_end) / 1000, min(number),"
                 " sum(depth) FROM call GROUP BY name",
                 "p.Cart.b: ()V|400|600|1|2\np.Cart.b: (I)V|220|220|0|0\n"
                 "p.Shop.a: ()V|600|1000|0|2\nq.Shop.a: ()V|0|220|1|1\n");
  assert_answer ("SELECT arg_set_id, pathname, sum(cpu_self) / 1000, count(parent_id)"
                 " FROM call JOIN (SELECT id, arg_set_id FROM slice) USING (id)"
                 " GROUP BY arg_set_id",
                 "1|Shop.java|400|1\n2|Cart.java|100|2\n3|Cart.java|130|0\n"
                 "5|Shop.java|0|1\n");
  assert_answer ("SELECT id FROM slice WHERE pathname = 'Shop.java' AND depth > 0",
                 "2\n5\n");
}
END_TEST

/* The times of a stack's top, with nothing where a thread has no call. */
START_TEST (test_flat_slices)
{
  assert_answer ("SELECT slice_id, ts, dur, depth, root_id, tid FROM _slice_flattened"
                 " ORDER BY track_id, ts",
                 "0|0|100000|0|0|1\n1|100000|100000|1|0|1\n2|200000|100000|2|0|1\n"
                 "1|300000|200000|1|0|1\n"
                 "3|500000|100000|1|0|1\n0|600000|400000|0|0|1\n4|0|220000|0|4|2\n");
  assert_answer ("SELECT ts, dur, track_id, source_id, name"
                 " FROM experimental_flat_slice(150000, 250000)",
                 "150000|50000|0|1|p.Cart.b: ()V\n200000|50000|0|2|p.Shop.a: ()V\n"
                 "150000|70000|1|4|p.Cart.b: (I)V\n220000|30000|1||\n");
  assert_answer ("SELECT sum(dur) FROM experimental_flat_slice(-1000, 2000000)",
                 "4002000\n");
}
END_TEST

START_TEST (test_stacks)
{
  assert_answer ("SELECT a.id, b.id FROM slice_with_stack_id a JOIN slice_with_stack_id"
                 " b USING (stack_id) WHERE a.id < b.id",
                 "1|3\n");
  assert_answer (
      "SELECT s.id, p.id FROM slice_with_stack_id s JOIN slice_with_stack_id p"
      " ON s.parent_stack_id = p.stack_id",
      "1|0\n2|1\n2|3\n3|0\n5|4\n");
  assert_answer ("SELECT parent_stack_id FROM slice_with_stack_id WHERE depth = 0",
                 "0\n0\n");
  assert_answer ("SELECT d.id FROM slice_with_stack_id s,"
                 " descendant_slice_by_stack(s.stack_id) d WHERE s.id = 3",
                 "1\n2\n3\n");
  assert_answer ("SELECT a.id FROM slice_with_stack_id s,"
                 " ancestor_slice_by_stack(s.stack_id) a WHERE s.id = 3",
                 "0\n1\n3\n");
  assert_answer ("SELECT id, name FROM descendant_slice_by_stack((SELECT stack_id FROM"
                 " slice_with_stack_id WHERE id = 0)) WHERE depth > 0",
                 "1|p.Cart.b: ()V\n2|p.Shop.a: ()V\n3|p.Cart.b: ()V\n");
  assert_answer ("SELECT count(*) FROM ancestor_slice_by_stack(999999999)", "0\n");
  assert_answer ("SELECT count(*) FROM descendant_slice_by_stack('x')", "0\n");
}
END_TEST

START_TEST (test_perfetto_statements)
{
  assert_answer (
      "-- comment; with a semicolon\nINCLUDE PERFETTO MODULE slices.stack;"
      "CREATE PERFETTO TABLE t(id LONG, dur DURATION) AS"
      " SELECT id, dur FROM slice LIMIT 3;"
      "CREATE OR REPLACE PERFETTO TABLE t AS SELECT id FROM slice LIMIT 2;"
      "CREATE PERFETTO INDEX i ON t(id);"
      "CREATE PERFETTO VIEW v(n JOINID(slice.id)) AS SELECT max(id) AS n FROM t;"
      "SELECT * FROM v; CREATE OR REPLACE PERFETTO VIEW v AS SELECT 'x;' AS n;"
      "SELECT * FROM v",
      "1\nx;\n");
  assert_answer (
      "CREATE PERFETTO FUNCTION f(x LONG, y LONG) RETURNS LONG AS"
      " SELECT $x * 10 + $y; SELECT f(f(1, 2), 3);"
      "CREATE OR REPLACE PERFETTO FUNCTION f(x LONG) RETURNS LONG AS SELECT $x;"
      "SELECT f(7)",
      "123\n7\n");
  assert_answer (
      "CREATE PERFETTO FUNCTION kids(p LONG) RETURNS TABLE(id LONG, d LONG) AS"
      " SELECT id, dur FROM slice WHERE parent_id = $p;"
      "SELECT s.id, k.id, k.d FROM slice s, kids(s.id) k",
      "0|1|400000\n0|3|100000\n1|2|100000\n4|5|0\n");
  assert_answer (
      "CREATE PERFETTO MACRO top(src TableOrSubquery, n Expr)"
      " RETURNS TableOrSubquery AS (SELECT * FROM $src ORDER BY dur DESC"
      " LIMIT $n); CREATE PERFETTO MACRO inc(x Expr) RETURNS Expr AS ($x + 1);"
      "SELECT id FROM top!((SELECT id, dur FROM slice), inc!(inc!(0)));"
      "SELECT 1 != 2, 3 !=(3), 'inc!(1)'",
      "0\n1\n1|0|inc!(1)\n");
  assert_answer (
      "create /* (; */ perfetto -- MACRO\n table c(/* ) */ a LONG) as select 1"
      " /* -- */ AS a; SELECT * FROM c;"
      "CREATE PERFETTO FUNCTION g(/* y, */ x JOINID(slice.id)) RETURNS"
      " TABLE(-- (\n a JOINID(slice.id), b LONG) AS SELECT $x AS a, 2 AS b;"
      "SELECT b, a FROM g(3)",
      "1\n2|3\n");
}
END_TEST

START_TEST (test_perfetto_mistakes)
{
  assert_answer ("CREATE PERFETTO MACRO a() RETURNS Expr AS a!() + a!(); SELECT a!()",
                 "line 1, column 56: the macro “a” becomes too long");
  assert_answer ("SELECT 1;\nCREATE PERFETTO FROB x",
                 "1\nline 2, column 1: syntax error in a statement of Perfetto");
  assert_answer ("CREATE PERFETTO TABLE x AS\nSELECT nope FROM slice",
                 "line 2, column 8: no such column: nope");
  assert_answer ("CREATE PERFETTO FUNCTION f(x LONG) RETURNS LONG AS\n SELECT nope",
                 "line 2, column 9: no such column: nope");
  assert_answer ("SELECT none!(1)", "line 1, column 1: there is no macro “none”");
  /* SQLite knows its place in the statement of the view. A temporary one may do it. */
  if (role == ALONE)
    assert_answer ("CREATE VIEW v AS SELECT json_group_array(id) OVER () FROM slice;\n"
                   "SELECT * FROM v",
                   "line 2, column 1: unsafe use of json_group_array()");
  assert_answer ("SELECT * FROM experimental_flat_slice",
                 "line 1, column 1: the function takes 2 arguments");
  assert_answer ("CREATE PERFETTO FUNCTION f(x LONG) RETURNS LONG AS SELECT $x;"
                 "CREATE OR REPLACE PERFETTO FUNCTION f(x LONG) RETURNS LONG AS"
                 " SELECT f($x + 1); SELECT f(1)",
                 "line 1, column 142: a function calls itself too often");
}
END_TEST

#define SPANS                                                                          \
  "CREATE TABLE a(ts, dur, cpu, x); INSERT INTO a VALUES (20, 10, 1, 'a2'),"           \
  " (0, 10, 1, 'a0'), (10, 5, 1, 'a1'), (0, 5, 2, 'a3'), (7, 1, NULL, 'no');"          \
  "CREATE TABLE b(ts, dur, cpu, y); INSERT INTO b VALUES (5, 7, 1, 'b0'),"             \
  " (25, 10, 1, 'b1'), (2, 1, 2, 'b2'), (0, 1, 3, 'b3');"                              \
  "CREATE TABLE c(ts, dur, z); INSERT INTO c VALUES (1, 2, 'c0'), (22, 100, 'c1');"

START_TEST (test_span_joins)
{
  assert_answer (SPANS
                 "CREATE VIRTUAL TABLE j USING"
                 " SPAN_JOIN(a PARTITIONED cpu, b PARTITIONED cpu); SELECT * FROM j",
                 "5|5|1|a0|b0\n10|2|1|a1|b0\n25|5|1|a2|b1\n2|1|2|a3|b2\n");
  assert_answer (
      "CREATE VIRTUAL TABLE l USING"
      " span_left_join(a PARTITIONED cpu, b partitioned cpu); SELECT * FROM l",
      "0|5|1|a0|\n5|5|1|a0|b0\n10|2|1|a1|b0\n12|3|1|a1|\n20|5|1|a2|\n"
      "25|5|1|a2|b1\n0|2|2|a3|\n2|1|2|a3|b2\n3|2|2|a3|\n");
  assert_answer ("CREATE VIRTUAL TABLE o USING"
                 " SPAN_OUTER_JOIN(a PARTITIONED cpu, b PARTITIONED cpu);"
                 "SELECT ts, dur, cpu, y FROM o WHERE x IS NULL",
                 "30|5|1|b1\n0|1|3|b3\n");
  assert_answer ("CREATE VIRTUAL TABLE m USING SPAN_JOIN(a PARTITIONED cpu, c);"
                 "SELECT * FROM m",
                 "1|2|1|a0|c0\n22|8|1|a2|c1\n1|2|2|a3|c0\n");
  assert_answer ("CREATE VIEW d AS SELECT ts + 1 AS ts, dur FROM c;"
                 "CREATE VIRTUAL TABLE n USING SPAN_JOIN(c, d); SELECT * FROM n",
                 "2|1|c0\n23|99|c1\n");
  assert_answer ("CREATE VIEW v AS SELECT sum(dur) FROM n; SELECT * FROM v", "100\n");
}
END_TEST

START_TEST (test_span_mistakes)
{
  assert_answer (
      SPANS "CREATE VIRTUAL TABLE j USING SPAN_JOIN(a, c); SELECT * FROM j",
      "1|2|1|a0|c0\nline 1, column 394: SPAN_JOIN: rows of a overlap (ts 0)");
  assert_answer ("CREATE VIRTUAL TABLE k USING SPAN_JOIN(a, a)",
                 "line 1, column 1: SPAN_JOIN: duplicate column name: cpu");
  assert_answer ("CREATE VIRTUAL TABLE k USING SPAN_JOIN(a, none)",
                 "line 1, column 1: SPAN_JOIN: none: no such table: none");
  assert_answer ("CREATE VIRTUAL TABLE k USING SPAN_JOIN(a PARTITIONED none, c)",
                 "line 1, column 1: SPAN_JOIN: a: no such column: none");
  assert_answer ("CREATE VIRTUAL TABLE k USING SPAN_JOIN(a)",
                 "line 1, column 1: SPAN_JOIN takes two tables");
  assert_answer ("CREATE VIEW bad AS SELECT 0 AS ts, -2 AS dur;"
                 "CREATE VIRTUAL TABLE k USING SPAN_JOIN(bad, c); SELECT * FROM k",
                 "line 1, column 94: SPAN_JOIN: a row of bad has no length (ts 0)");
  assert_answer (
      "CREATE TABLE e(ts, dur); CREATE VIRTUAL TABLE s USING SPAN_JOIN(e, c);"
      "DROP TABLE e; CREATE VIEW e AS SELECT * FROM s; SELECT * FROM s",
      "line 1, column 119: SPAN_JOIN: e joins itself, or too many others");
}
END_TEST

/* These cannot know which of two traces is asked. */
START_TEST (test_functions_of_one_trace)
{
  static const char *const answers[][2]
      = { { "slice_is_ancestor(0, 2)", "1\n" }, { "slice_is_ancestor(2, 0)", "0\n" },
          { "slice_is_ancestor(1, 1)", "0\n" }, { "slice_is_ancestor(1, 3)", "0\n" },
          { "slice_is_ancestor(0, 4)", "0\n" }, { "trace_start()", "0\n" },
          { "trace_end()", "1000000\n" },       { "trace_dur()", "1000000\n" } };

  for (guint i = 0; i < G_N_ELEMENTS (answers); i++)
    {
      g_autofree char *sql = g_strconcat ("SELECT ", answers[i][0], NULL);
      g_autofree char *refusal
          = g_strdup_printf ("%.*s cannot tell which of several traces is meant",
                             (int) strcspn (answers[i][0], "("), answers[i][0]);

      assert_answer (sql, role == ALONE ? answers[i][1] : refusal);
    }
}
END_TEST

START_TEST (test_two_traces)
{
  TvTrace *traces[] = { trace, trace };

  g_clear_pointer (&query, tv_query_unref);
  query = tv_query_new (traces, 2, NULL);
  assert_answer (
      "SELECT (SELECT count(*) FROM a.slice), (SELECT count(*) FROM b.slice),"
      " (SELECT count(*) FROM slice)",
      "6|6|6\n");
  assert_answer ("SELECT extract_arg(arg_set_id, 'pathname'), arg_set_id > 4294967296"
                 " FROM b.slice WHERE id = 0",
                 "Shop.java|1\n");
  assert_answer ("SELECT a.id FROM a.slice a JOIN b.slice b USING (ts, name)"
                 " WHERE b.depth = 2",
                 "2\n");
}
END_TEST

/* Returns lists of so many arguments, one a line. */
static char *
list_arguments (guint n)
{
  static const char *const values[]
      = { "NULL", "'no such'", "-9223372036854775808", "0", "'PIVOT'", "'BOTTOM_UP'" };
  GString *lists = g_string_new (n == 0 ? "\n" : NULL);
  const guint n_first = G_N_ELEMENTS (values);
  guint n_lists = n > 0 ? n_first : 0;

  /* All values in the first place, and those of any type in the others. */
  for (guint i = 1; i < n; i++)
    n_lists *= 3;
  for (guint list = 0; list < n_lists; list++)
    {
      g_string_append (lists, values[list % n_first]);
      for (guint i = 1, rest = list / n_first; i < n; i++, rest /= 3)
        g_string_append_printf (lists, ", %s", values[rest % 3]);
      g_string_append_c (lists, '\n');
    }
  return g_string_free (lists, FALSE);
}

/* Reads all columns of a table with arguments. There are no rows if one is NULL. */
static void
assert_table (const char *name, const char *columns, guint n_arguments)
{
  g_autofree char *lists = list_arguments (n_arguments);
  g_auto (GStrv) arguments = g_strsplit (lists, "\n", -1);

  for (guint i = 0; arguments[i + 1] != NULL; i++)
    {
      g_autofree char *sql = g_strdup_printf ("SELECT %s FROM %s%s%s%s", columns, name,
                                              n_arguments > 0 ? "(" : "", arguments[i],
                                              n_arguments > 0 ? ")" : "");
      g_autofree char *answer = tv_test_ask (query, sql);

      if (strstr (arguments[i], "NULL") != NULL)
        ck_assert_msg (g_str_has_prefix (answer, "0|")
                           || g_str_has_prefix (answer, "line 1, "),
                       "%s gives\n%s", sql, answer);
    }
}

static void
assert_tables (void)
{
  g_autofree char *tables = tv_test_ask (
      query, "SELECT t.name, group_concat('count(\"' || c.name || '\")'),"
             " sum(c.hidden) FROM"
             " (SELECT name FROM pragma_table_list WHERE name NOT GLOB 'sqlite*'"
             " UNION SELECT name FROM pragma_module_list WHERE name GLOB '*slice*') t,"
             " pragma_table_xinfo(t.name) c GROUP BY 1");
  g_auto (GStrv) lines = g_strsplit (tables, "\n", -1);

  for (guint i = 0; lines[i + 1] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (lines[i], "|", 3);
      const guint n_hidden = (guint) g_ascii_strtoull (parts[2], NULL, 10);

      for (guint n = 0; n <= n_hidden; n++)
        assert_table (parts[0], parts[1], n);
    }
  ck_assert_uint_gt (g_strv_length (lines), 30);
}

static void
assert_functions (void)
{
  g_autofree char *functions
      = tv_test_ask (query, "SELECT DISTINCT name, narg FROM pragma_function_list"
                            " WHERE NOT builtin");
  g_auto (GStrv) lines = g_strsplit (functions, "\n", -1);

  for (guint i = 0; lines[i + 1] != NULL; i++)
    {
      g_auto (GStrv) parts = g_strsplit (lines[i], "|", 2);
      const gint64 n = g_ascii_strtoll (parts[1], NULL, 10);
      g_autofree char *lists = list_arguments (n >= 0 ? (guint) n : 2);
      g_auto (GStrv) arguments = g_strsplit (lists, "\n", -1);

      for (guint list = 0; arguments[list + 1] != NULL; list++)
        {
          g_autofree char *sql
              = g_strdup_printf ("SELECT %s(%s)", parts[0], arguments[list]);
          g_autofree char *answer = tv_test_ask (query, sql);

          ck_assert_msg (*answer != '\0', "%s", sql);
        }
    }
}

/* One trace out of how many is asked. */
static guint n_asked_of = 6;

/* Returns number of traces. */
static guint
assert_traces (const char *folder)
{
  g_autofree char *path = tv_test_trace_path (folder);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;
  guint n = 0;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);
      TvTrace *loaded;

      if (!g_str_has_suffix (name, ".trace") || g_str_hash (name) % n_asked_of != 0)
        continue;
      loaded = tv_test_load_path (file, NULL);
      if (loaded == NULL)
        continue;
      ask_trace (loaded);
      assert_tables ();
      assert_functions ();
      n++;
    }
  return n;
}

/* A trace may have no calls, no names, no times and any mistake. */
START_TEST (test_all_of_every_trace)
{
  ck_assert_uint_ge (assert_traces ("gen"), n_asked_of == 1 ? 30 : 2);
  ck_assert_uint_ge (assert_traces ("bad"), n_asked_of == 1 ? 31 : 2);
  ck_assert_uint_ge (assert_traces ("regress"), n_asked_of == 1 ? 16 : 2);
}
END_TEST

/* "all" asks all traces, and nothing else. */
int
main (int argc, char **argv)
{
  const TTest *const all[] = { test_all_of_every_trace };
  const TTest *const tests[] = { test_slice,
                                 test_conditions,
                                 test_names,
                                 test_orders,
                                 test_orders_of_many,
                                 test_joins_of_many,
                                 test_plans_of_groups,
                                 test_no_process,
                                 test_patterns_that_give_up,
                                 test_relatives,
                                 test_threads,
                                 test_our_tables,
                                 test_flame_graphs,
                                 test_groups,
                                 test_functions,
                                 test_functions_of_one_trace,
                                 test_flat_slices,
                                 test_stacks,
                                 test_perfetto_statements,
                                 test_perfetto_mistakes,
                                 test_span_joins,
                                 test_span_mistakes,
                                 test_two_traces,
                                 test_all_of_every_trace };

  static const char *const names[] = { "query", "query as a", "query as b" };
  int status = 0;

  /* None is forgotten. */
  g_assert (tv_test_count () == G_N_ELEMENTS (tests));
  if (argc > 1 && g_str_equal (argv[1], "all"))
    {
      n_asked_of = 1;
      return tv_test_run_with ("query of all", set_up, tear_down, all, 1);
    }
  for (role = ALONE; role <= AS_B; role++)
    status |= tv_test_run_with (names[role], set_up, tear_down, tests,
                                G_N_ELEMENTS (tests) - (role != ALONE));
  return status;
}
