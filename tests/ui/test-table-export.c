/* SPDX-License-Identifier: Apache-2.0 */

/* What is copied and exported of the table: the whole text, read back, and files that
 * cannot be written. */

#include "support/test-runner.h"
#include "ui/calls/call-list.h"
#include "ui/calltree/path-tree.h"
#include "ui/profile-sample.h"
#include "ui/profile/profile-export.h"

#include <check.h>
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>

static const TvProfileColumn columns[]
    = { TV_PROFILE_COLUMN_NAME, TV_PROFILE_COLUMN_INCL_CPU_PERCENT,
        TV_PROFILE_COLUMN_INCL_REAL, TV_PROFILE_COLUMN_CALLS,
        TV_PROFILE_COLUMN_CPU_PER_CALL };

typedef struct
{
  TvTraceSession *session;
  TvProfileTree *tree;
} Fixture;

static Fixture
make_fixture (TvTraceSession *session)
{
  return (Fixture){ session, tv_profile_tree_new (session) };
}

static void
clear_fixture (Fixture *fixture)
{
  g_object_unref (fixture->tree);
  g_object_unref (fixture->session);
}

/* As a click does. */
static void
pick (Fixture *fixture, const char *name)
{
  const guint32 method = tv_profile_sample_find (fixture->session, name);

  tv_profile_tree_pick (fixture->tree,
                        tv_profile_tree_get_method_position (fixture->tree, method));
}

static TvTableExport *
take (Fixture *fixture, TvExportRows rows, guint position)
{
  return tv_profile_export_new (fixture->tree, rows, position, columns,
                                G_N_ELEMENTS (columns));
}

static char *
write_table (TvTableExport *taken, TvTableFormat format)
{
  g_autoptr (TvTableExport) table = taken;
  const TvTakenRows rows = tv_table_export_take_rows (table);
  g_autoptr (GBytes) bytes = tv_taken_rows_get_bytes (&rows, format, NULL, NULL);
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);

  return g_strndup (data, length);
}

static char *
write_all (Fixture *fixture, TvTableFormat format)
{
  return write_table (take (fixture, TV_EXPORT_ALL_ROWS, 0), format);
}

#define TITLES                                                                         \
  "Name\tIncl CPU %\tIncl Real (ms)\tCalls+Recur\t"                                    \
  "CPU/Call (ms)\n"

START_TEST (test_the_table_is_written_as_it_is_shown)
{
  Fixture fixture = make_fixture (tv_profile_sample_new ());
  g_autofree char *closed = write_all (&fixture, TV_TABLE_TSV);
  g_autofree char *open = NULL;

  ck_assert_str_eq (closed, TITLES "1 a.Main.main ()V\t100.0%\t20.000\t1+0\t10.000\n"
                                   "2 a.Main.walk ()V\t60.0%\t6.000\t1+1\t3.000\n"
                                   "3 a.Leaf.end ()V\t20.0%\t12.000\t2+0\t1.000\n");
  pick (&fixture, "a.Leaf.end");
  open = write_all (&fixture, TV_TABLE_TSV);
  ck_assert_str_eq (open, TITLES "1 a.Main.main ()V\t100.0%\t20.000\t1+0\t10.000\n"
                                 "2 a.Main.walk ()V\t60.0%\t6.000\t1+1\t3.000\n"
                                 "3 a.Leaf.end ()V\t20.0%\t12.000\t2+0\t1.000\n"
                                 "  Parents\t\t\t\t\n"
                                 "    1 a.Main.main ()V\t50.0%\t11.000\t1/2\t\n"
                                 "    2 a.Main.walk ()V\t50.0%\t1.000\t1/2\t\n"
                                 "  Children\t\t\t\t\n"
                                 "    self\t100.0%\t2.000\t\t\n"
                                 "    (context switch)\t0.0%\t10.000\t1/1\t\n");
  clear_fixture (&fixture);
}
END_TEST

START_TEST (test_exports_tell_of_transforms)
{
  Fixture fixture = make_fixture (tv_profile_sample_new ());
  const guint32 walk = tv_profile_sample_find (fixture.session, "a.Main.walk");
  g_autoptr (TvTransform) transform = tv_transform_new (TV_TRANSFORM_DROP, &walk, 1);
  g_autofree char *text = NULL;
  g_autofree char *csv = NULL;
  g_autofree char *json = NULL;
  g_autofree char *markdown = NULL;
  g_auto (GStrv) lines = NULL;

  tv_trace_session_add_transform (fixture.session, transform);
  while (tv_trace_session_is_summing (fixture.session))
    g_main_context_iteration (NULL, TRUE);
  text = write_all (&fixture, TV_TABLE_TSV);
  ck_assert_msg (g_str_has_prefix (text, "Stacks changed by Drop: Main.walk\n" TITLES),
                 "%s", text);
  csv = write_all (&fixture, TV_TABLE_CSV);
  lines = g_strsplit (csv, "\n", -1);
  ck_assert_msg (g_str_has_prefix (lines[0], "\"Name\",\"Level\","), "%s", lines[0]);
  ck_assert_msg (g_str_has_suffix (g_strchomp (lines[0]), ",\"Note\""), "%s", lines[0]);
  ck_assert_uint_gt (g_strv_length (lines), 2);
  for (guint i = 1; *lines[i] != '\0'; i++)
    ck_assert_msg (g_str_has_suffix (g_strchomp (lines[i]),
                                     ",\"Stacks changed by Drop: Main.walk\""),
                   "%s", lines[i]);
  json = write_all (&fixture, TV_TABLE_JSON);
  ck_assert_msg (g_regex_match_simple ("^\\{\\s*\"note\": ?\"Stacks changed by Drop: "
                                       "Main.walk\",\\s*\"rows\": ?\\[",
                                       json, 0, 0),
                 "%s", json);
  markdown = write_all (&fixture, TV_TABLE_MARKDOWN);
  ck_assert_msg (
      g_str_has_prefix (markdown, "Stacks changed by Drop: Main.walk\n\n| Name |"),
      "%s", markdown);
  clear_fixture (&fixture);
}
END_TEST

START_TEST (test_rows_follow_sort_and_filter)
{
  Fixture fixture = make_fixture (tv_profile_sample_new ());
  TvProfileModel *methods = tv_profile_tree_get_methods (fixture.tree);
  guint64 *words = g_new0 (guint64, 1);
  g_autoptr (TvMethodSet) only = NULL;
  g_autofree char *text = NULL;

  /* The one that is never called comes last and has no numbers. */
  words[0] = G_GUINT64_CONSTANT (1)
                 << tv_profile_sample_find (fixture.session, "a.Leaf.end")
             | G_GUINT64_CONSTANT (1)
                   << tv_profile_sample_find (fixture.session, "a.Main.walk")
             | G_GUINT64_CONSTANT (1)
                   << tv_profile_sample_find (fixture.session, "a.Unused.no");
  only = tv_method_set_new (
      words, tv_trace_get_n_methods (tv_trace_session_get_trace (fixture.session)));
  tv_profile_model_sort (methods, TV_PROFILE_COLUMN_INCL_REAL, TRUE);
  tv_trace_session_set_method_filter (fixture.session, only);
  text = write_all (&fixture, TV_TABLE_TSV);
  ck_assert_str_eq (text, TITLES "3 a.Leaf.end ()V\t20.0%\t12.000\t2+0\t1.000\n"
                                 "2 a.Main.walk ()V\t60.0%\t6.000\t1+1\t3.000\n"
                                 "a.Unused.no ()V\t\t\t\t\n");
  clear_fixture (&fixture);
}
END_TEST

START_TEST (test_groups_stand_over_their_methods)
{
  Fixture fixture = make_fixture (tv_profile_sample_new ());
  g_autofree char *text = NULL;

  tv_profile_tree_set_grouping (fixture.tree, TV_PROFILE_GROUPING_PACKAGE);
  /* Opens the class and its package. */
  tv_trace_session_select_method (
      fixture.session, tv_profile_sample_find (fixture.session, "a.Main.walk"));
  tv_trace_session_clear_selection (fixture.session);
  text = write_all (&fixture, TV_TABLE_TSV);
  ck_assert_str_eq (text, TITLES "a\t100.0%\t20.000\t1+4\t2.000\n"
                                 "  Main\t100.0%\t20.000\t1+2\t3.333\n"
                                 "    1 a.Main.main ()V\t100.0%\t20.000\t1+0\t10.000\n"
                                 "    2 a.Main.walk ()V\t60.0%\t6.000\t1+1\t3.000\n"
                                 "  Leaf\t20.0%\t12.000\t2+0\t1.000\n");
  clear_fixture (&fixture);
}
END_TEST

START_TEST (test_a_row_goes_alone_or_with_what_is_open)
{
  Fixture fixture = make_fixture (tv_profile_sample_new ());
  g_autofree char *row = NULL;
  g_autofree char *rows = NULL;
  g_autofree char *part = NULL;

  pick (&fixture, "a.Leaf.end");
  row = write_table (take (&fixture, TV_EXPORT_ROW, 2), TV_TABLE_CSV);
  ck_assert_str_eq (row,
                    "\"Name\",\"Level\",\"Kind\",\"Rank\",\"Incl CPU %\",\"Incl Real "
                    "(ms)\",\"Calls\",\"Recursive Calls\",\"Of All Calls\",\"CPU/Call "
                    "(ms)\"\r\n"
                    "\"a.Leaf.end ()V\",0,\"method\",3,20,12,2,0,,1\r\n");
  /* The Parents alone, as if they were at the top. */
  part = write_table (take (&fixture, TV_EXPORT_OPEN_ROWS, 3), TV_TABLE_TSV);
  ck_assert_str_eq (part, TITLES "Parents\t\t\t\t\n"
                                 "  1 a.Main.main ()V\t50.0%\t11.000\t1/2\t\n"
                                 "  2 a.Main.walk ()V\t50.0%\t1.000\t1/2\t\n");
  rows = write_table (take (&fixture, TV_EXPORT_OPEN_ROWS, 2), TV_TABLE_MARKDOWN);
  ck_assert_ptr_nonnull (strstr (rows, "\n| --- | ---: | ---: | ---: | ---: |\n"
                                       "| 3 a.Leaf.end ()V | 20.0% | 12.000 | 2+0 | "
                                       "1.000 |\n"
                                       "| \u2003Parents |  |  |  |  |\n"
                                       "| \u2003\u20031 a.Main.main ()V | 50.0% "));
  clear_fixture (&fixture);
}
END_TEST

START_TEST (test_json_has_numbers)
{
  Fixture fixture = make_fixture (tv_profile_sample_new ());
  g_autofree char *text = NULL;
  g_autoptr (JsonNode) root = NULL;
  JsonArray *rows;
  JsonObject *row;

  pick (&fixture, "a.Leaf.end");
  text = write_all (&fixture, TV_TABLE_JSON);
  root = json_from_string (text, NULL);
  ck_assert_ptr_nonnull (root);
  rows = json_object_get_array_member (json_node_get_object (root), "rows");
  ck_assert_uint_eq (json_array_get_length (rows), 9);
  row = json_array_get_object_element (rows, 1);
  ck_assert_str_eq (json_object_get_string_member (row, "class"), "a.Main");
  ck_assert_str_eq (json_object_get_string_member (row, "method"), "walk");
  ck_assert_str_eq (json_object_get_string_member (row, "signature"), "()V");
  ck_assert_str_eq (json_object_get_string_member (row, "id"), "0x20");
  ck_assert_str_eq (json_object_get_string_member (row, "kind"), "method");
  ck_assert_int_eq (json_object_get_int_member (row, "rank"), 2);
  ck_assert_int_eq (json_object_get_int_member (row, "level"), 0);
  ck_assert_int_eq (json_object_get_int_member (row, "inclusive_wall_ns"), 6000000);
  ck_assert_int_eq (json_object_get_int_member (row, "inclusive_cpu_percent"), 60);
  ck_assert_int_eq (json_object_get_int_member (row, "calls"), 1);
  ck_assert_int_eq (json_object_get_int_member (row, "recursive_calls"), 1);
  row = json_array_get_object_element (rows, 4);
  ck_assert_str_eq (json_object_get_string_member (row, "name"), "a.Main.main ()V");
  ck_assert_str_eq (json_object_get_string_member (row, "kind"), "parent");
  ck_assert_int_eq (json_object_get_int_member (row, "level"), 2);
  ck_assert_int_eq (json_object_get_int_member (row, "of_all_calls"), 2);
  ck_assert (json_object_get_null_member (row, "recursive_calls"));
  row = json_array_get_object_element (rows, 8);
  ck_assert_str_eq (json_object_get_string_member (row, "kind"), "waiting");
  ck_assert (json_object_get_null_member (row, "class"));
  clear_fixture (&fixture);
}
END_TEST

/* Each column has a name, of which none is another's: an object has each member once.
 */
START_TEST (test_columns_have_names)
{
  Fixture fixture = make_fixture (tv_profile_sample_new ());
  TvProfileColumn all[TV_PROFILE_N_COLUMNS];
  g_autofree char *text = NULL;
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *row;

  for (TvProfileColumn i = 0; i < TV_PROFILE_N_COLUMNS; i++)
    {
      ck_assert_str_ne (tv_profile_column_get_member (i), "");
      all[i] = i;
    }
  text = write_table (tv_profile_export_new (fixture.tree, TV_EXPORT_ALL_ROWS, 0, all,
                                             TV_PROFILE_N_COLUMNS),
                      TV_TABLE_JSON);
  ck_assert (json_parser_load_from_data (parser, text, -1, NULL));
  row = json_array_get_object_element (
      json_object_get_array_member (
          json_node_get_object (json_parser_get_root (parser)), "rows"),
      0);
  /* Eight of them are about the method; calls are three numbers. */
  ck_assert_uint_eq (json_object_get_size (row), 8 + TV_PROFILE_N_COLUMNS - 1 + 2);
  clear_fixture (&fixture);
}
END_TEST

/* More than a table takes in at once, of which one far below is open. */
#define MANY 50000
#define OPEN 40000

START_TEST (test_long_tables_are_written_by_a_worker)
{
  Fixture fixture = make_fixture (tv_profile_sample_new_many (MANY));
  TvProfileModel *methods = tv_profile_tree_get_methods (fixture.tree);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  TvTableExport *table;
  TvTakenRows rows;

  tv_trace_session_select_method (
      fixture.session,
      tv_method_sequence_get (tv_profile_model_get_listed (methods), OPEN));
  table = take (&fixture, TV_EXPORT_ALL_ROWS, 0);
  rows = tv_table_export_take_rows (table);
  ck_assert (!tv_taken_rows_is_short (&rows));
  /* With its Parents, which is the toplevel. */
  ck_assert_uint_eq (tv_table_export_get_n_rows (table), MANY + 2);
  /* What is sorted later makes no difference to what was taken. */
  tv_profile_model_sort (methods, TV_PROFILE_COLUMN_NAME, TRUE);
  text = write_table (table, TV_TABLE_TSV);
  lines = g_strsplit (text, "\n", -1);
  ck_assert_uint_eq (g_strv_length (lines), MANY + 4);
  for (guint i = 0; i < MANY; i++)
    {
      g_autofree char *start = g_strdup_printf ("%u m.C%u.x ()V\t", i + 1, i);

      ck_assert_msg (g_str_has_prefix (lines[i + (i > OPEN ? 3 : 1)], start), "%u", i);
    }
  ck_assert (g_str_has_prefix (lines[OPEN + 2], "  Parents\t"));
  ck_assert (g_str_has_prefix (lines[OPEN + 3], "    0 (toplevel)\t"));
  clear_fixture (&fixture);
}
END_TEST

START_TEST (test_open_rows_are_written_in_the_order_of_then)
{
  Fixture fixture = make_fixture (tv_profile_sample_new ());
  g_autofree char *expected = NULL;
  g_autofree char *text = NULL;
  TvTableExport *table;

  /* Its parents: main, which takes longer, then walk. */
  pick (&fixture, "a.Leaf.end");
  expected = write_all (&fixture, TV_TABLE_TSV);
  table = take (&fixture, TV_EXPORT_ALL_ROWS, 0);
  tv_profile_model_sort (tv_profile_tree_get_methods (fixture.tree),
                         TV_PROFILE_COLUMN_INCL_REAL, FALSE);
  text = write_table (table, TV_TABLE_TSV);
  ck_assert_str_eq (text, expected);
  clear_fixture (&fixture);
}
END_TEST

/* Other views */

#define PATH_TITLES "Name\tIncl CPU %\tIncl Real (ms)\tCalls\tCPU/Call (ms)\n"

/* Takes the rows of a tree of paths and closes them. */
static TvTableExport *
take_paths (TvTraceSession *session, TvPathKind kind)
{
  TvPathTree *tree = tv_path_tree_new (session, kind);
  TvTableExport *table;

  tv_path_tree_set_active (tree, TRUE);
  table = tv_path_tree_export (tree, columns, G_N_ELEMENTS (columns));
  tv_path_tree_set_shape (tree, TV_PATHS_BOTTOM_UP, FALSE);
  tv_path_tree_set_active (tree, FALSE);
  g_assert_finalize_object (tree);
  return table;
}

static void
assert_row (const char *json, guint row, const char *expected)
{
  g_auto (GStrv) lines = g_strsplit (json, "\n", -1);

  ck_assert_uint_gt (g_strv_length (lines), row + 1);
  ck_assert_str_eq (lines[row + 1], expected);
}

START_TEST (test_open_paths_are_written)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  g_autofree char *text = NULL;
  g_autofree char *csv = NULL;

  text = write_table (take_paths (session, TV_PATHS_TOP_DOWN), TV_TABLE_TSV);
  ck_assert_str_eq (text, PATH_TITLES "a.Main.main ()V\t100.0%\t20.000\t1\t10.000\n"
                                      "  a.Main.walk ()V\t60.0%\t6.000\t1\t6.000\n"
                                      "    a.Main.walk ()V\t30.0%\t3.000\t1\t3.000\n"
                                      "      a.Leaf.end ()V\t10.0%\t1.000\t1\t1.000\n"
                                      "  a.Leaf.end ()V\t10.0%\t11.000\t1\t1.000\n");
  csv = write_table (take_paths (session, TV_PATHS_TOP_DOWN), TV_TABLE_CSV);
  ck_assert_str_eq (csv, "\"Name\",\"Level\",\"Kind\",\"Incl CPU %\",\"Incl Real "
                         "(ms)\",\"Calls\",\"CPU/Call (ms)\"\r\n"
                         "\"a.Main.main ()V\",0,\"method\",100,20,1,10\r\n"
                         "\"a.Main.walk ()V\",1,\"method\",60,6,1,6\r\n"
                         "\"a.Main.walk ()V\",2,\"method\",30,3,1,3\r\n"
                         "\"a.Leaf.end ()V\",3,\"method\",10,1,1,1\r\n"
                         "\"a.Leaf.end ()V\",1,\"method\",10,11,1,1\r\n");
}
END_TEST

START_TEST (test_callers_and_callees_are_written)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  g_autofree char *text = NULL;
  g_autofree char *json = NULL;

  ck_assert_ptr_null (take_paths (session, TV_PATHS_AROUND));
  tv_trace_session_select_method (session,
                                  tv_profile_sample_find (session, "a.Leaf.end"));
  text = write_table (take_paths (session, TV_PATHS_AROUND), TV_TABLE_TSV);
  ck_assert_str_eq (text, PATH_TITLES "Callers\t\t\t\t\n"
                                      "a.Main.main ()V\t10.0%\t11.000\t1\t1.000\n"
                                      "a.Main.walk ()V\t10.0%\t1.000\t1\t1.000\n"
                                      "a.Leaf.end ()V\t20.0%\t12.000\t2\t1.000\n"
                                      "Callees\t\t\t\t\n"
                                      "self\t20.0%\t12.000\t\t\n");
  json = write_table (take_paths (session, TV_PATHS_AROUND), TV_TABLE_JSON);
  assert_row (json, 2,
              "{\"name\":\"a.Main.walk ()V\",\"level\":0,\"kind\":\"caller\","
              "\"id\":\"0x20\",\"class\":\"a.Main\",\"method\":\"walk\","
              "\"signature\":\"()V\",\"inclusive_cpu_percent\":10,"
              "\"inclusive_wall_ns\":1000000,\"calls\":1,"
              "\"inclusive_cpu_per_call_ns\":1000000},");
  assert_row (json, 5,
              "{\"name\":\"self\",\"level\":0,\"kind\":\"self\",\"id\":null,"
              "\"class\":null,\"method\":null,\"signature\":null,"
              "\"inclusive_cpu_percent\":20,\"inclusive_wall_ns\":12000000,"
              "\"calls\":null,\"inclusive_cpu_per_call_ns\":null}");
}
END_TEST

/* More calls than have rows under a group. */
#define MANY_CALLS 100003

/* Takes the calls of a method, with those of the first group. */
static TvTableExport *
take_calls (TvTraceSession *session, const char *method, TvCallGrouping grouping)
{
  static const guint shown[] = { TV_CALLS_NAME, TV_CALLS_START, TV_CALLS_INCLUSIVE,
                                 TV_CALLS_COUNT, TV_CALLS_THREAD };
  const TvCallsQuestion question
      = { .profile = tv_profile_ref (tv_trace_session_get_profile (session)),
          .method = tv_profile_sample_find (session, method),
          .number = TV_CALL_NUMBER_INCLUSIVE,
          .clock = TV_CLOCK_WALL,
          .grouping = grouping };
  g_autoptr (TvCallsData) data = tv_calls_data_new (&question, NULL, NULL);
  g_autoptr (TvCallsOrder) order
      = tv_calls_order_new (data, &TV_CALLS_ALL, TV_CALLS_START, FALSE, NULL);
  TvCallList *list = tv_call_list_new (session);
  GListModel *rows = G_LIST_MODEL (
      TV_TABLE_MODEL_GET_IFACE (list)->get_selection (TV_TABLE_MODEL (list)));
  TvTableExport *table;

  tv_call_list_set_order (list, order);
  if (grouping != TV_CALL_GROUPING_NONE)
    {
      g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, 0);

      gtk_tree_list_row_set_expanded (row, TRUE);
    }
  table = tv_call_list_export (list, shown, G_N_ELEMENTS (shown));
  g_assert_finalize_object (list);
  tv_profile_unref (question.profile);
  return table;
}

START_TEST (test_calls_are_written)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new ();
  g_autofree char *text = NULL;
  g_autofree char *csv = NULL;
  g_autofree char *json = NULL;

  text = write_table (take_calls (session, "a.Leaf.end", TV_CALL_GROUPING_CALLER),
                      TV_TABLE_TSV);
  csv = write_table (take_calls (session, "a.Leaf.end", TV_CALL_GROUPING_NONE),
                     TV_TABLE_CSV);
  json = write_table (take_calls (session, "a.Leaf.end", TV_CALL_GROUPING_THREAD),
                      TV_TABLE_JSON);
  ck_assert_str_eq (text, "Caller\tStart (ms)\tIncl Real (ms)\tCalls\tThread\n"
                          "a.Main.walk ()V\t3.000\t1.000\t1\t\n"
                          "  a.Main.walk ()V\t3.000\t1.000\t\t[1] main\n"
                          "a.Main.main ()V\t8.000\t11.000\t1\t\n");
  ck_assert_str_eq (csv, "\"Name\",\"Level\",\"Kind\",\"Start (ms)\",\"Incl Real "
                         "(ms)\",\"Calls\",\"Thread\"\r\n"
                         "\"a.Main.walk ()V\",0,\"call\",3,1,,\"[1] main\"\r\n"
                         "\"a.Main.main ()V\",0,\"call\",8,11,,\"[1] main\"\r\n");
  assert_row (json, 0,
              "{\"name\":\"[1] main\",\"level\":0,\"kind\":\"group\","
              "\"start_ns\":3000000,\"inclusive_ns\":12000000,\"calls\":2,"
              "\"thread\":null},");
  assert_row (json, 2,
              "{\"name\":\"a.Main.main ()V\",\"level\":1,\"kind\":\"call\","
              "\"start_ns\":8000000,\"inclusive_ns\":11000000,\"calls\":null,"
              "\"thread\":\"[1] main\"}");
}
END_TEST

START_TEST (test_calls_without_rows_are_written)
{
  g_autoptr (TvTraceSession) session = tv_profile_sample_new_long (MANY_CALLS);
  TvTableExport *table = take_calls (session, "l.Step.take", TV_CALL_GROUPING_THREAD);
  g_autofree char *text = NULL;

  ck_assert_uint_eq (tv_table_export_get_n_rows (table), MANY_CALLS + 1);
  text = write_table (table, TV_TABLE_TSV);
  ck_assert (g_str_has_prefix (text,
                               "Caller\tStart (ms)\tIncl Real (ms)\tCalls\tThread\n"
                               "[1] main\t0.000\t100.003\t100003\t\n"
                               "  l.Loop.run ()V\t0.000\t0.001\t\t[1] main\n"));
  ck_assert (g_str_has_suffix (text, "\n  l.Loop.run ()V\t100.001\t0.001\t\t[1] main\n"
                                     "  l.Loop.run ()V\t100.002\t0.001\t\t[1] main\n"));
}
END_TEST

/* Files */

static char *
new_folder (void)
{
  char *folder = g_dir_make_tmp ("table-XXXXXX", NULL);

  ck_assert_ptr_nonnull (folder);
  return folder;
}

static guint
count_files (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static gboolean
save (Fixture *fixture, const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (TvTableExport) table = take (fixture, TV_EXPORT_ALL_ROWS, 0);
  const TvTakenRows rows = tv_table_export_take_rows (table);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  return tv_taken_rows_save (&rows, TV_TABLE_CSV, file, cancellable, error);
}

static void
assert_content (const char *path, const char *content)
{
  g_autofree char *found = NULL;

  ck_assert (g_file_get_contents (path, &found, NULL, NULL));
  ck_assert_str_eq (found, content);
}

START_TEST (test_a_file_is_replaced_as_a_whole)
{
  Fixture fixture = make_fixture (tv_profile_sample_new ());
  g_autofree char *folder = new_folder ();
  g_autofree char *path = g_build_filename (folder, "a.csv", NULL);
  g_autofree char *link = g_build_filename (folder, "link.csv", NULL);
  g_autofree char *expected = write_all (&fixture, TV_TABLE_CSV);

  ck_assert (g_file_set_contents (path, "before", -1, NULL));
  ck_assert (save (&fixture, path, NULL, NULL));
  assert_content (path, expected);
  ck_assert_uint_eq (count_files (folder), 1);
  /* Through a link. */
  ck_assert (g_file_set_contents (path, "before", -1, NULL));
  ck_assert_int_eq (symlink (path, link), 0);
  ck_assert (save (&fixture, link, NULL, NULL));
  assert_content (path, expected);
  ck_assert (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  ck_assert_int_eq (g_unlink (link) | g_unlink (path) | g_rmdir (folder), 0);
  clear_fixture (&fixture);
}
END_TEST

START_TEST (test_a_file_stays_where_writing_fails)
{
  Fixture fixture = make_fixture (tv_profile_sample_new_many (MANY));
  g_autofree char *folder = new_folder ();
  g_autofree char *path = g_build_filename (folder, "a.csv", NULL);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  struct rlimit before;
  struct rlimit small;

  ck_assert (g_file_set_contents (path, "before", -1, NULL));
  /* A disk that is full after some writes. */
  ck_assert_int_eq (getrlimit (RLIMIT_FSIZE, &before), 0);
  small = (struct rlimit){ 100000, before.rlim_max };
  signal (SIGXFSZ, SIG_IGN);
  ck_assert_int_eq (setrlimit (RLIMIT_FSIZE, &small), 0);
  ck_assert (!save (&fixture, path, NULL, &error));
  ck_assert_int_eq (setrlimit (RLIMIT_FSIZE, &before), 0);
  ck_assert_int_eq (error->domain, G_IO_ERROR);
  assert_content (path, "before");
  ck_assert_uint_eq (count_files (folder), 1);
  g_clear_error (&error);

  g_cancellable_cancel (cancelled);
  ck_assert (!save (&fixture, path, cancelled, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
  assert_content (path, "before");
  ck_assert_uint_eq (count_files (folder), 1);
  g_clear_error (&error);
  /* Of a new one nothing is left. */
  ck_assert_int_eq (g_unlink (path), 0);
  ck_assert_int_eq (setrlimit (RLIMIT_FSIZE, &small), 0);
  ck_assert (!save (&fixture, path, NULL, &error));
  ck_assert_int_eq (setrlimit (RLIMIT_FSIZE, &before), 0);
  ck_assert_uint_eq (count_files (folder), 0);
  ck_assert_int_eq (g_rmdir (folder), 0);
  clear_fixture (&fixture);
}
END_TEST

START_TEST (test_places_that_cannot_be_written)
{
  Fixture fixture = make_fixture (tv_profile_sample_new ());
  static const char *const paths[] = { "/dev/full", "/nowhere/at/all/a.csv", "/" };

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr (GError) error = NULL;

      ck_assert_msg (!save (&fixture, paths[i], NULL, &error), "%s", paths[i]);
      ck_assert_int_eq (error->domain, G_IO_ERROR);
    }
  clear_fixture (&fixture);
}
END_TEST

TV_TESTS (NULL, NULL)
