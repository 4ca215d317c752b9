/* SPDX-License-Identifier: Apache-2.0 */

/* The methods of two traces that are compared: numbers, gone and new ones, and their
 * order. Numbers are those of tv_profile_sample_new_pair(). */

#include "support/test-runner.h"
#include "ui/profile-sample.h"
#include "ui/profile/profile-export.h"
#include "ui/profile/profile-tree.h"

#include <check.h>

static TvTraceSession *session;
static TvTraceSession *base;
static TvProfileTree *tree;

static void
set_up (void)
{
  session = tv_profile_sample_new_pair (&base);
  tv_trace_session_set_time_unit (session, TV_TIME_UNIT_US);
  tv_trace_session_set_base (session, base);
  tree = tv_profile_tree_new (session);
}

static void
tear_down (void)
{
  g_clear_object (&tree);
  g_clear_object (&session);
  g_clear_object (&base);
}

static void
wait_for_sums (void)
{
  while (tv_trace_session_is_summing (session) || tv_trace_session_is_summing (base))
    g_main_context_iteration (NULL, TRUE);
}

/* Writes the names of the methods in their order, each with the texts of some columns.
 */
static char *
dup_rows (const TvProfileColumn *columns, guint n)
{
  TvProfileModel *model = tv_profile_tree_get_methods (tree);
  GListModel *rows = tv_profile_model_get_rows (model);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (TvProfileItem) row = g_list_model_get_item (rows, i);
      const guint32 method = row->method;

      g_string_append_printf (
          text, "%s%s", i > 0 ? " | " : "",
          tv_trace_get_method (tv_trace_session_get_trace (session), method)->name);
      for (guint j = 0; j < n; j++)
        {
          g_autofree char *cell = tv_profile_sample_dup_text (row, session, columns[j]);

          g_string_append_printf (text, " %s", cell != NULL ? cell : "-");
        }
    }
  return g_string_free (text, FALSE);
}

static void
assert_rows (const TvProfileColumn *columns, guint n, const char *expected)
{
  g_autofree char *rows = NULL;

  wait_for_sums ();
  rows = dup_rows (columns, n);
  ck_assert_str_eq (rows, expected);
}

static void
sort_by (TvProfileColumn column)
{
  tv_profile_model_sort (tv_profile_tree_get_methods (tree), column, TRUE);
}

START_TEST (test_changes_of_methods)
{
  static const TvProfileColumn columns[]
      = { TV_PROFILE_COLUMN_INCL_REAL, TV_PROFILE_COLUMN_DIFF_INCL_REAL,
          TV_PROFILE_COLUMN_DIFF_INCL_REAL_PERCENT, TV_PROFILE_COLUMN_DIFF_EXCL_REAL,
          TV_PROFILE_COLUMN_DIFF_CALLS };
  static const TvProfileColumn of_base[]
      = { TV_PROFILE_COLUMN_BASE_INCL_REAL, TV_PROFILE_COLUMN_BASE_EXCL_REAL,
          TV_PROFILE_COLUMN_BASE_CALLS };

  /* By rank; what is gone has none. a: 100 and 60 alone of 80 and 30, b: 80 and 70 of
   * 10, c: 10 is new, d: 40 is gone. */
  assert_rows (columns, G_N_ELEMENTS (columns),
               "a 100 +20 +25.0% +30 0 | b 80 +70 +700.0% +60 +1"
               " | c 10 +10 new +10 +1 | d - \u221240 gone \u221240 \u22121");
  assert_rows (of_base, G_N_ELEMENTS (of_base),
               "a 80 30 1+0 | b 10 10 1+0 | c - - - | d 40 40 1+0");
}
END_TEST

/* A great change in percent has no decimals, which nobody would read. */
START_TEST (test_great_changes)
{
  static const struct
  {
    double time;
    gint64 whole;
    const char *text;
  } cases[] = { { 9994, 1000, "+999.4%" },
                { 10000, 1000, "+1000%" },
                { -13734, 1000, "\u22121373%" },
                { 0.4, 1000, "0.0%" },
                { 0, 0, "0.0%" } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const TvProfileValue value = { .kind = TV_PROFILE_VALUE_SHARE_CHANGE,
                                     .time = cases[i].time,
                                     .whole = cases[i].whole };
      g_autofree char *text = tv_profile_value_dup_text (&value, TV_TIME_UNIT_MS);

      ck_assert_str_eq (text, cases[i].text);
    }
}
END_TEST

/* The greatest change first, up or down. */
START_TEST (test_order)
{
  sort_by (TV_PROFILE_COLUMN_DIFF_INCL_REAL);
  assert_rows (NULL, 0, "b | d | a | c");
  sort_by (TV_PROFILE_COLUMN_DIFF_EXCL_REAL);
  assert_rows (NULL, 0, "b | d | a | c");
  sort_by (TV_PROFILE_COLUMN_DIFF_INCL_REAL_PERCENT);
  assert_rows (NULL, 0, "c | b | d | a");
  sort_by (TV_PROFILE_COLUMN_DIFF_CALLS);
  assert_rows (NULL, 0, "b | c | d | a");
  sort_by (TV_PROFILE_COLUMN_BASE_INCL_REAL);
  assert_rows (NULL, 0, "a | d | b | c");
  sort_by (TV_PROFILE_COLUMN_INCL_REAL);
  assert_rows (NULL, 0, "a | b | c | d");
}
END_TEST

/* The trace takes 140 in all and its base 80. a: 100 and 60 alone of 80 and 30, b: 80
 * and 70 of 10, c: 10 is new, d: 40 is gone. */
START_TEST (test_shares)
{
  static const TvProfileColumn columns[]
      = { TV_PROFILE_COLUMN_BASE_INCL_REAL, TV_PROFILE_COLUMN_INCL_REAL,
          TV_PROFILE_COLUMN_DIFF_INCL_REAL, TV_PROFILE_COLUMN_DIFF_INCL_REAL_PERCENT,
          TV_PROFILE_COLUMN_DIFF_EXCL_REAL, TV_PROFILE_COLUMN_DIFF_CALLS };
  static const char *const titles[]
      = { "Old Incl Real %",          "New Incl Real %",      "Δ Incl Real (points)",
          "Δ Incl Real % (relative)", "Δ Excl Real (points)", "Δ Calls" };
  static const char *const descriptions[] = {
    "Real time in the base, callees included; shown as a share of the time of all "
    "calls",
    "Real time, callees included; nested calls count once; shown as a share of the "
    "time of all calls",
    "Change of real time against the base, callees included; shown as the "
    "difference of the shares of both, in percentage points",
    "Change of real time against the base, callees included, in percent of the "
    "base; computed from the shares of both"
  };

  tv_trace_session_set_by_share (session, TRUE);
  assert_rows (columns, G_N_ELEMENTS (columns),
               "a 100.0% 71.4% \u221228.6 \u221228.6% +5.4 0"
               " | b 12.5% 57.1% +44.6 +357.1% +37.5 +1"
               " | c - 7.1% +7.1 new +7.1 +1"
               " | d 50.0% - \u221250.0 gone \u221250.0 \u22121");
  for (guint i = 0; i < G_N_ELEMENTS (titles); i++)
    {
      g_autofree char *title = tv_profile_column_dup_own_title (columns[i], session);

      ck_assert_str_eq (title, titles[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (descriptions); i++)
    {
      g_autofree char *description
          = tv_profile_column_dup_own_description (columns[i], session);

      ck_assert_str_eq (description, descriptions[i]);
    }
  sort_by (TV_PROFILE_COLUMN_DIFF_INCL_REAL);
  assert_rows (NULL, 0, "d | b | a | c");
  sort_by (TV_PROFILE_COLUMN_DIFF_EXCL_REAL);
  assert_rows (NULL, 0, "d | b | c | a");
  /* Of the first 40 of the base, d takes 10. */
  tv_trace_session_set_range (base, 0, 40000);
  sort_by (TV_PROFILE_COLUMN_BASE_INCL_REAL);
  assert_rows (columns, 1, "a 100.0% | b 25.0% | d 25.0% | c -");
  tv_trace_session_set_by_share (session, FALSE);
  assert_rows (columns, 3, "a 40 100 +60 | b 10 80 +70 | d 10 - \u221210 | c - 10 +10");
}
END_TEST

START_TEST (test_range_of_the_base)
{
  static const TvProfileColumn columns[] = { TV_PROFILE_COLUMN_DIFF_INCL_REAL };

  tv_trace_session_set_range (base, 0, 30000);
  assert_rows (columns, 1, "a +70 | b +70 | c +10");
  tv_trace_session_clear_range (base);
  tv_trace_session_set_range (session, 0, 50000);
  assert_rows (columns, 1, "a \u221230 | b +30 | c +10 | d \u221240");
}
END_TEST

START_TEST (test_without_a_base)
{
  ck_assert (tv_profile_column_exists (TV_PROFILE_COLUMN_DIFF_INCL_REAL, session));
  ck_assert (!tv_profile_column_exists (TV_PROFILE_COLUMN_DIFF_INCL_CPU, session));
  ck_assert (tv_profile_column_exists (TV_PROFILE_COLUMN_BASE_CALLS, session));
  tv_trace_session_set_base (session, NULL);
  assert_rows (NULL, 0, "a | b | c");
  ck_assert (!tv_profile_column_exists (TV_PROFILE_COLUMN_DIFF_INCL_REAL, session));
  ck_assert (!tv_profile_column_exists (TV_PROFILE_COLUMN_BASE_CALLS, session));
}
END_TEST

static char *
dup_cell (guint position, TvProfileColumn column)
{
  g_autoptr (TvProfileItem) row = g_list_model_get_item (
      tv_profile_model_get_top (tv_profile_tree_get_methods (tree)), position);
  g_autofree char *cell = tv_profile_sample_dup_text (row, session, column);

  return g_strdup (cell != NULL ? cell : "-");
}

/* q.Q takes 80 of 10, q.R 10 of 40 as d is gone, p.Q 100 of 80. */
START_TEST (test_classes)
{
  static const char *const expected[]
      = { "q.Q", "+70", "+1", "q.R", "\u221230", "0", "p.Q", "+20", "0" };
  static const TvProfileColumn columns[]
      = { TV_PROFILE_COLUMN_NAME, TV_PROFILE_COLUMN_DIFF_INCL_REAL,
          TV_PROFILE_COLUMN_DIFF_CALLS };
  guint n;
  const guint32 *classes;
  const guint32 *methods;
  TvProfileOutline *outline;

  tv_profile_tree_set_grouping (tree, TV_PROFILE_GROUPING_CLASS);
  sort_by (TV_PROFILE_COLUMN_DIFF_INCL_REAL);
  wait_for_sums ();
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autofree char *cell = dup_cell (i / 3, columns[i % 3]);

      ck_assert_str_eq (cell, expected[i]);
    }
  outline = tv_profile_model_get_outline (tv_profile_tree_get_methods (tree));
  classes = tv_profile_outline_get_members (outline, TV_OUTLINE_CLASSES, 0, &n);
  methods
      = tv_profile_outline_get_members (outline, TV_OUTLINE_METHODS, classes[1], &n);
  ck_assert_uint_eq (n, 2);
  ck_assert_uint_eq (methods[0], tv_profile_sample_find (session, "q.R.d"));
}
END_TEST

/* Opens the rows of a path, each under the one before. */
static void
open_rows (const char *const *names)
{
  GListModel *rows = G_LIST_MODEL (tv_profile_tree_get_rows (tree));

  for (guint i = 0; i < g_list_model_get_n_items (rows) && *names != NULL; i++)
    {
      g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, i);
      g_autoptr (TvProfileItem) item = gtk_tree_list_row_get_item (row);
      g_autofree char *name
          = tv_profile_sample_dup_text (item, session, TV_PROFILE_COLUMN_NAME);

      if (!g_str_equal (name, *names))
        continue;
      gtk_tree_list_row_set_expanded (row, TRUE);
      tv_profile_tree_record_toggle (tree, row);
      names++;
    }
  ck_assert_ptr_null (*names);
}

static void
assert_rows_below (const char *const *path, const char *expected)
{
  static const TvProfileColumn columns[] = { TV_PROFILE_COLUMN_NAME,
                                             TV_PROFILE_COLUMN_INCL_REAL,
                                             TV_PROFILE_COLUMN_DIFF_INCL_REAL_PERCENT,
                                             TV_PROFILE_COLUMN_DIFF_INCL_REAL,
                                             TV_PROFILE_COLUMN_DIFF_CALLS,
                                             TV_PROFILE_COLUMN_BASE_INCL_REAL };
  g_autoptr (GString) text = g_string_new (NULL);
  GListModel *rows = G_LIST_MODEL (tv_profile_tree_get_rows (tree));

  wait_for_sums ();
  open_rows (path);
  for (guint i = 0; i < g_list_model_get_n_items (rows); i++)
    {
      g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, i);
      g_autoptr (TvProfileItem) item = gtk_tree_list_row_get_item (row);

      if (item->query == NULL)
        continue;
      for (guint j = 0; j < G_N_ELEMENTS (columns); j++)
        {
          g_autofree char *cell
              = tv_profile_sample_dup_text (item, session, columns[j]);

          g_string_append_printf (text, "%s ", cell != NULL ? cell : "-");
        }
      g_string_append (text, "| ");
    }
  ck_assert_str_eq (text->str, expected);
}

/* a's own time is 60 of 30, that of b 40 of 10 when a calls it; d is gone there. Below
 * b, its own time is 30 of 10, and c is new. */
START_TEST (test_rows_below_a_method)
{
  static const char *const path[] = { "1 p.Q.a ()V", "2 q.Q.b ()V", NULL };

  assert_rows_below (path, "Parents - - - - - | "
                           "0 (toplevel) 100 +25.0% +20 0 80 | "
                           "Children - - - - - | "
                           "self 60 +100.0% +30 - 30 | "
                           "2 q.Q.b ()V 40 +300.0% +30 0 10 | "
                           "self 30 +200.0% +20 - 10 | "
                           "3 q.R.c ()V 10 new +10 +1 - | "
                           "q.R.d ()V - gone \u221240 \u22121 40 | ");
}
END_TEST

/* d lost more than b gained. */
START_TEST (test_rows_below_a_method_by_change)
{
  static const char *const path[] = { "1 p.Q.a ()V", NULL };

  sort_by (TV_PROFILE_COLUMN_DIFF_INCL_REAL);
  assert_rows_below (path, "Parents - - - - - | "
                           "0 (toplevel) 100 +25.0% +20 0 80 | "
                           "Children - - - - - | "
                           "self 60 +100.0% +30 - 30 | "
                           "q.R.d ()V - gone \u221240 \u22121 40 | "
                           "2 q.Q.b ()V 40 +300.0% +30 0 10 | ");
}
END_TEST

/* What is gone was called by a alone. */
START_TEST (test_rows_below_a_method_that_is_gone)
{
  static const char *const path[] = { "q.R.d ()V", NULL };

  assert_rows_below (path, "Parents - - - - - | "
                           "1 p.Q.a ()V - gone \u221240 \u22121 40 | ");
}
END_TEST

/* Before d began, a had called nothing but b in the base. */
START_TEST (test_rows_below_a_method_follow_the_range_of_the_base)
{
  static const char *const path[] = { "1 p.Q.a ()V", NULL };
  static const char *const nothing[] = { NULL };

  assert_rows_below (path, "Parents - - - - - | "
                           "0 (toplevel) 100 +25.0% +20 0 80 | "
                           "Children - - - - - | "
                           "self 60 +100.0% +30 - 30 | "
                           "2 q.Q.b ()V 40 +300.0% +30 0 10 | "
                           "q.R.d ()V - gone \u221240 \u22121 40 | ");
  tv_trace_session_set_range (base, 0, 30000);
  assert_rows_below (nothing, "Parents - - - - - | "
                              "0 (toplevel) 100 +233.3% +70 0 30 | "
                              "Children - - - - - | "
                              "self 60 +200.0% +40 - 20 | "
                              "2 q.Q.b ()V 40 +300.0% +30 0 10 | ");
}
END_TEST

START_TEST (test_export)
{
  static const TvProfileColumn columns[]
      = { TV_PROFILE_COLUMN_NAME, TV_PROFILE_COLUMN_DIFF_INCL_REAL,
          TV_PROFILE_COLUMN_DIFF_INCL_REAL_PERCENT, TV_PROFILE_COLUMN_DIFF_CALLS,
          TV_PROFILE_COLUMN_BASE_CALLS };
  g_autoptr (TvTableExport) export = tv_profile_export_new (
      tree, TV_EXPORT_ALL_ROWS, 0, columns, G_N_ELEMENTS (columns));
  const TvTakenRows rows = tv_table_export_take_rows (export);
  g_autoptr (GBytes) bytes = tv_taken_rows_get_bytes (&rows, TV_TABLE_CSV, NULL, NULL);
  g_autofree char *text
      = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));

  ck_assert_str_eq (text, "\"Name\",\"Level\",\"Kind\",\"Rank\",\"Δ Incl Real (ms)\","
                          "\"Δ Incl Real %\",\"Δ Calls\",\"Old Calls\"\r\n"
                          "\"p.Q.a ()V\",0,\"method\",1,0.02,25,0,1\r\n"
                          "\"q.Q.b ()V\",0,\"method\",2,0.07,700,1,1\r\n"
                          "\"q.R.c ()V\",0,\"method\",3,0.01,,1,\r\n"
                          "\"q.R.d ()V\",0,\"method\",,-0.04,,-1,1\r\n");
}
END_TEST

/* Points of shares are no milliseconds, and have names of their own. */
START_TEST (test_export_of_shares)
{
  static const TvProfileColumn columns[]
      = { TV_PROFILE_COLUMN_BASE_INCL_REAL, TV_PROFILE_COLUMN_INCL_REAL,
          TV_PROFILE_COLUMN_DIFF_INCL_REAL };
  g_autoptr (TvTableExport) export = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *text = NULL;
  TvTakenRows rows;

  tv_trace_session_set_by_share (session, TRUE);
  wait_for_sums ();
  export = tv_profile_export_new (tree, TV_EXPORT_ALL_ROWS, 0, columns,
                                  G_N_ELEMENTS (columns));
  rows = tv_table_export_take_rows (export);
  bytes = tv_taken_rows_get_bytes (&rows, TV_TABLE_JSON, NULL, NULL);
  text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  ck_assert_ptr_nonnull (strstr (text, "\"base_inclusive_wall_percent\":12.5,"
                                       "\"new_inclusive_wall_percent\":57.1429,"
                                       "\"inclusive_wall_change_points\":44.6429}"));
}
END_TEST

TV_TESTS (set_up, tear_down)
