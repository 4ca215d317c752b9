/* SPDX-License-Identifier: Apache-2.0 */

/* The result of a query as a table, by mouse and by keys. */

#include "gui/query-window.h"
#include "ui/table/table-row.h"

#include <check.h>

static TvQueryWindow query;

static void
set_up (void)
{
  tv_query_window_init (&query);
}

static void
tear_down (void)
{
  tv_query_window_clear (&query);
}

static void
click_row (guint position)
{
  tv_gui_click_middle (GTK_WIDGET (tv_query_window_find_row (&query, position)));
}

#define LONG "select id, name, dur / 1000000 as ms from slice where dur > 1e8"

/* The columns are those of the statement; the one with names is the second. */
START_TEST (test_a_result_is_sorted_by_mouse_and_by_keys)
{
  tv_query_window_run (&query, LONG);
  tv_query_window_assert_shows (&query,
                                "0|app.Main.main: ()V|1000\n1|app.Work.outer: ()V|500\n"
                                "6|app.Worker.run: ()V|900\n");
  tv_gui_click_middle (
      tv_table_columns_get_title (tv_table_view_get_columns (query.table), 2));
  tv_query_window_assert_shows (&query,
                                "0|app.Main.main: ()V|1000\n6|app.Worker.run: ()V|900\n"
                                "1|app.Work.outer: ()V|500\n");
  tv_gui_keys (query.editor, "ctrl+i");
  tv_query_window_assert_shows (&query,
                                "1|app.Work.outer: ()V|500\n6|app.Worker.run: ()V|900\n"
                                "0|app.Main.main: ()V|1000\n");
  /* Texts are compared as texts. */
  tv_gui_click_middle (
      tv_table_columns_get_title (tv_table_view_get_columns (query.table), 0));
  tv_query_window_assert_shows (&query,
                                "0|app.Main.main: ()V|1000\n1|app.Work.outer: ()V|500\n"
                                "6|app.Worker.run: ()V|900\n");
}
END_TEST

/* The left end of a cell and of what is in it, and the right ends. */
static void
get_ends (guint column, float *left, float *right)
{
  TvRowCells *cells = tv_table_row_get_cells (tv_query_window_find_row (&query, 0));
  const TvColumnPlace *place = tv_row_cells_find_place (cells, column);
  graphene_rect_t bounds;

  ck_assert (tv_row_cells_get_bounds (cells, column, &bounds));
  *left = bounds.origin.x - (float) (place->x + TV_ROW_CELLS_PADDING);
  *right = (float) (place->x + place->width - TV_ROW_CELLS_PADDING)
           - (bounds.origin.x + bounds.size.width);
}

/* Numbers end where the others of their column end, texts begin there. */
START_TEST (test_texts_are_at_the_left)
{
  float left;
  float right;

  tv_query_window_run (&query,
                       "select 'first' as name, 'b' as a_long_title, 5 as another_title"
                       " union all select 'next', 7, 10");
  tv_query_window_assert_shows (&query, "first|b|5\nnext|7|10\n");
  get_ends (1, &left, &right);
  ck_assert_float_le (left, 1);
  ck_assert_float_gt (right, 20);
  get_ends (2, &left, &right);
  ck_assert_float_gt (left, 20);
  ck_assert_float_le (right, 1);
}
END_TEST

/* @id is that of SQL. */
static void
assert_selected (guint id)
{
  const TvCallRef call = tv_trace_session_get_selected_call (query.session);

  ck_assert_uint_ne (call.thread, TV_THREAD_NONE);
  ck_assert_uint_eq (tv_trace_get_n_calls_before (
                         tv_trace_session_get_trace (query.session), call.thread)
                         + call.call,
                     id);
}

/* All of a range is in view, and less than that. */
static void
assert_view (gint64 start_ms, gint64 end_ms, gint64 less_than_ms)
{
  gint64 start;
  gint64 end;

  tv_trace_session_get_view (query.session, &start, &end);
  ck_assert_int_le (start, start_ms * 1000000);
  ck_assert_int_ge (end, end_ms * 1000000);
  ck_assert_int_lt (end - start, less_than_ms * 1000000);
}

START_TEST (test_a_row_selects_its_call)
{
  tv_query_window_run (&query, "select dur, id, name from slice order by dur desc, id");
  tv_query_window_assert_first (&query, "1000.000" TV_MS "|0|app.Main.main: ()V\n");
  click_row (1);
  assert_selected (6);
  tv_gui_keys (GTK_WIDGET (query.window), "Down");
  assert_selected (1);
  tv_gui_keys (GTK_WIDGET (query.window), "Down");
  assert_selected (2);
  tv_gui_keys (GTK_WIDGET (query.window), "Return");
  assert_view (200, 300, 300);
}
END_TEST

/* An id of a method is none of a call, and a slice_id is one wherever it comes from. */
START_TEST (test_which_columns_are_of_calls)
{
  tv_query_window_run (&query, "select id, name from method where name like '%outer%'");
  tv_query_window_assert_shows (&query, "2|app.Work.outer: ()V\n");
  click_row (0);
  ck_assert_uint_eq (tv_trace_session_get_selected_call (query.session).thread,
                     TV_THREAD_NONE);
  tv_query_window_run (&query, "select 'made up', 3 + 1 as slice_id");
  tv_query_window_assert_shows (&query, "made up|4\n");
  click_row (0);
  assert_selected (4);
  tv_query_window_run (&query, "select 'beyond', 7 as slice_id");
  tv_query_window_assert_shows (&query, "beyond|7\n");
  click_row (0);
  assert_selected (4);
}
END_TEST

START_TEST (test_a_row_with_times_is_shown_in_the_timeline)
{
  tv_query_window_run (&query,
                       "select 'a quarter' as what, 250000000 as ts, 250000000 as dur");
  tv_query_window_assert_shows (&query, "a quarter|250000000|250000000\n");
  /* A click moves the view there, as it is. */
  tv_trace_session_set_view (query.session, 0, 50000000);
  click_row (0);
  assert_view (250, 290, 51);
  tv_gui_keys (GTK_WIDGET (query.window), "ctrl+Return");
  assert_view (250, 500, 400);
  /* Only the part that was recorded. */
  tv_query_window_run (
      &query, "select 'all' as what, -9000000000000 as ts, 9000000000000000000 as dur");
  tv_query_window_assert_shows (&query, "all|-9000000000000|9000000000000000000\n");
  click_row (0);
  tv_gui_keys (GTK_WIDGET (query.window), "Return");
  assert_view (0, 1000, 1100);
}
END_TEST

static void
assert_clipboard (const char *expected)
{
  g_autofree char *text = tv_gui_read_clipboard (query.view);

  ck_assert_str_eq (text, expected);
}

/* Times have the unit of the window, whatever they are called if they come from a
 * table, and so have plain sums of them. Other numbers have none, whatever their name.
 */
START_TEST (test_times_have_units)
{
  tv_query_window_run (
      &query, "select count(*) as n, sum(s.dur), avg(dur), max(ts + dur) as last_ts,"
              " max(dur) / 1e6 as dur, sum(dur) / 1000 as total_dur, min(dur) as least,"
              " Max ( ts ) from slice s where depth < 2");
  tv_query_window_assert_shows (&query, "4|2500.000" TV_MS "|625.000" TV_MS
                                        "|1000000000|1000.0|2500000|100000000"
                                        "|700.000" TV_MS "\n");
  tv_query_window_run (&query, "select ts as begin, wall_dur as length, depth"
                               " from (select * from call where id = 2) natural join"
                               " slice");
  tv_query_window_assert_shows (&query, "200.000" TV_MS "|100.000" TV_MS "|2\n");
  tv_query_window_run (&query, "select wall_inclusive, calls from method"
                               " where name like '%outer%'");
  tv_query_window_assert_shows (&query, "500.000" TV_MS "|1\n");
  tv_trace_session_set_time_unit (query.session, TV_TIME_UNIT_S);
  tv_query_window_assert_shows (&query, "0.500000\u00a0s|1\n");
  gtk_widget_activate_action (query.view, "query.copy-rows", NULL);
  assert_clipboard ("wall_inclusive\tcalls\n500000000\t1\n");
}
END_TEST

static int
get_width (guint column)
{
  TvRowCells *cells = tv_table_row_get_cells (tv_query_window_find_row (&query, 0));

  return tv_row_cells_find_place (cells, column)->width;
}

/* A column has room for its widest number, wherever that is. */
START_TEST (test_columns_fit_all_their_numbers)
{
  int width;

  tv_query_window_run (&query,
                       "select 'row' as name, 123456789012345 as v, 0.125 as r");
  tv_query_window_assert_shows (&query, "row|123456789012345|0.125\n");
  width = get_width (1);
  tv_query_window_run (&query,
                       "with recursive n(i) as (select 1 union all select i + 1 from n"
                       " where i < 1500) select 'row' as name,"
                       " iif(i = 1500, 123456789012345, i) as v, 0.5 as r from n");
  tv_query_window_assert_first (&query, "row|1|0.5\n");
  ck_assert_int_eq (get_width (1), width);
}
END_TEST

static TvEventRow *
find_events (guint n)
{
  GPtrArray *rows = tv_trace_session_get_event_rows (query.session);

  ck_assert_ptr_nonnull (rows);
  for (guint i = 0; i < rows->len; i++)
    if (g_str_equal (((const TvEventRow *) rows->pdata[i])->name, "Query: [1] main"))
      {
        ck_assert_uint_eq (((const TvEventRow *) rows->pdata[i])->events->len, n);
        return rows->pdata[i];
      }
  ck_abort_msg ("no row of events");
}

/* The names of the rows of events of queries. */
static void
assert_rows_of_events (const char *expected)
{
  GPtrArray *rows = tv_trace_session_get_event_rows (query.session);
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < rows->len; i++)
    if (g_str_has_prefix (((const TvEventRow *) rows->pdata[i])->name, "Query"))
      g_string_append_printf (names, "%s\n",
                              ((const TvEventRow *) rows->pdata[i])->name);
  ck_assert_str_eq (names->str, expected);
}

/* Chooses from the menu of the first row. */
static void
choose (const char *item)
{
  tv_gui_click_secondary (GTK_WIDGET (tv_query_window_find_row (&query, 0)), 20, 5);
  tv_gui_choose (query.view, item);
}

/* The rows with times become a row of events, each with its call. */
START_TEST (test_rows_become_events_of_the_timeline)
{
  TvEventRow *row;

  tv_query_window_run (&query,
                       "select id, ts, dur, name from slice where name like '%inner%'");
  tv_query_window_assert_first (&query, "2|200.000" TV_MS "|100.000" TV_MS
                                        "|app.Work.inner: (I)V\n");
  choose ("Rows as Events in Timeline");
  row = find_events (3);
  ck_assert_int_eq (tv_event_row_get (row, 1)->start, 400 * 1000000);
  ck_assert_int_eq (tv_event_row_get (row, 1)->end, 500 * 1000000);
  ck_assert_str_eq (tv_event_row_get (row, 1)->label, "app.Work.inner: (I)V");
  ck_assert_uint_eq (tv_event_row_get (row, 2)->call.call, 5);
  /* Those of several threads are a row each, and replace the row before. */
  tv_query_window_run (&query, "select id, ts, dur, name from slice where depth = 0");
  tv_query_window_assert_first (&query, "0|0.000" TV_MS "|1000.000" TV_MS
                                        "|app.Main.main: ()V\n");
  choose ("Rows as Events in Timeline");
  assert_rows_of_events ("Query: [1] main\nQuery: [2] worker\n");
  /* Without calls, a column tells them apart. */
  tv_query_window_run (&query, "select 'a' as name, 7 as utid, 0 as ts, 5000000 as dur"
                               " union all select 'b', 8, 0, 5000000");
  tv_query_window_assert_first (&query, "a|7|0|5000000\n");
  choose ("Rows as Events in Timeline");
  assert_rows_of_events ("Query: utid 7\nQuery: utid 8\n");
}
END_TEST

/* There is room for the threads with the most events, in the order of the result. */
START_TEST (test_rows_of_many_threads)
{
  GPtrArray *rows = tv_trace_session_get_event_rows (query.session);
  const guint most = TV_MAX_EVENT_ROWS - rows->len;
  g_autoptr (GString) names = g_string_new (NULL);
  /* The first two threads have one event, and the others have two. */
  g_autofree char *script = g_strdup_printf (
      "with recursive n(i) as (select 0 union all select i + 1 from n where i < %u)"
      " select 'x' as name, iif(i < %u, i, i - %u) as utid, 0 as ts, 5 as dur from n",
      2 * most + 1, most + 2, most);

  for (guint i = 2; i < most + 2; i++)
    g_string_append_printf (names, "Query: utid %u\n", i);
  tv_query_window_run (&query, script);
  tv_query_window_assert_first (&query, "x|0|0|5\n");
  choose ("Rows as Events in Timeline");
  assert_rows_of_events (names->str);
  for (guint i = 0; i < rows->len; i++)
    ck_assert_uint_eq (((const TvEventRow *) rows->pdata[i])->n_left_out, 0);
  ck_assert_ptr_nonnull (tv_gui_find_part (query.view, "2 others are left out"));
}
END_TEST

/* Returns the file. */
static char *
save_as (const char *name, const char *notice)
{
  g_autofree char *path = g_build_filename (query.folder, name, NULL);
  char *text;

  tv_gui_save_as (path, "Export");
  tv_gui_wait_for_no_dialog ("GtkFileChooserDialog");
  tv_gui_wait_for_notice (GTK_WIDGET (query.window), notice);
  ck_assert (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

static gboolean
tells_progress (gpointer window)
{
  return strstr (tv_gui_get_notice (window), "rows so far") != NULL;
}

static gboolean
has_no_notice (gpointer window)
{
  return *tv_gui_get_notice (window) == '\0';
}

static gboolean
can_run (gpointer view)
{
  return gtk_widget_is_sensitive (tv_gui_find_text (view, "Run"));
}

START_TEST (test_many_rows_and_columns)
{
  g_autoptr (GString) script = g_string_new ("select 0 as c0");
  g_autofree char *exported = NULL;
  GtkWindow *dialog;

  tv_query_window_run (&query,
                       "with recursive n(i) as (select 1 union all select i + 1 from n"
                       " where i < 100001) select i from n");
  tv_query_window_assert_first (&query, "1\n2\n");
  gtk_widget_activate_action (GTK_WIDGET (query.window), "columns.sort-next", NULL);
  tv_gui_settle ();
  ck_assert_ptr_nonnull (tv_gui_find_part (query.view, "sorted among these alone"));
  tv_gui_keys (GTK_WIDGET (query.window), "ctrl+e");
  dialog = tv_gui_wait_for_dialog ("GtkFileChooserDialog");
  ck_assert_str_eq (gtk_window_get_title (dialog), "Export Query");
  exported = save_as ("many.csv", "Wrote 100001 rows to “many.csv”.");
  ck_assert (g_str_has_prefix (exported, "\"i\"\r\n1\r\n2\r\n"));
  ck_assert (g_str_has_suffix (exported, "\r\n100000\r\n100001\r\n"));
  ck_assert_ptr_nonnull (tv_gui_find_part (query.view, "The first 100"));
  ck_assert_uint_eq (tv_table_rows_get_n (tv_table_view_get_rows (query.table)),
                     100000);
  for (guint i = 1; i < 40; i++)
    g_string_append_printf (script, ", %s%u%s as c%u", i == 35 ? "'" : "", i,
                            i == 35 ? "'" : "", i);
  tv_query_window_run (&query, script->str);
  tv_gui_wait_for_text (query.view, "c0");
  tv_query_window_assert_first (&query, "0|");
  ck_assert_str_eq (tv_query_window_get_cell (tv_query_window_find_row (&query, 0),
                                              TV_TABLE_NAME_COLUMN),
                    "35");
  ck_assert_str_eq (tv_query_window_get_cell (tv_query_window_find_row (&query, 0), 30),
                    "29");
}
END_TEST

static void
assert_status (const char *part)
{
  tv_gui_settle ();
  ck_assert (tv_query_window_is_idle (&query));
  ck_assert_ptr_nonnull (tv_gui_find_part (query.view, part));
}

/* Values of each kind, the last result of several, and what is no text for a table. */
START_TEST (test_unusual_results)
{
  g_autoptr (GString) script = g_string_new ("select 0");

  tv_query_window_run (
      &query, "select 1 where 0; select null as name, x'00ff' as b, 9e999 as x,"
              " -9223372036854775808 as n, 'ä' || char(27) as t");
  tv_query_window_assert_shows (&query, "|00ff|inf|-9223372036854775808|ä\033\n");
  for (guint i = 1; i < 2000; i++)
    g_string_append_printf (script, ",%u", i);
  tv_query_window_run (&query, script->str);
  assert_status (" · the first 31 of 2000 columns");
  tv_query_window_run (&query, "select printf('%.*c', 1000000, 'x') as long, 1 as n");
  assert_status ("1 row, ");
}
END_TEST

START_TEST (test_a_mistake_is_readable)
{
  g_autofree char *name = g_strnfill (200, 'x');
  g_autofree char *statement = g_strdup_printf ("select %s from slice", name);
  g_autofree char *mistake
      = g_strdup_printf ("line 1, column 8: no such column: %s", name);
  GtkWidget *label;

  tv_query_window_run (&query, statement);
  tv_gui_wait_for_text (query.view, mistake);
  label = tv_gui_find_part (query.view, mistake);
  ck_assert (GTK_IS_LABEL (label));
  ck_assert (!pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (label))));
  ck_assert_int_gt (
      pango_layout_get_line_count (gtk_label_get_layout (GTK_LABEL (label))), 1);
}
END_TEST

/* A module of Perfetto's without data here is no mistake, but is told of. */
START_TEST (test_a_module_without_data)
{
  tv_query_window_run (&query, "include perfetto module sched.runnable");
  tv_gui_wait_for_text (query.view, "the tables of the module “sched.runnable” are "
                                    "empty in a method trace");
  tv_query_window_run (&query, "include perfetto module sched.runnable; select 1");
  assert_status (" · the tables of the module “sched.runnable”");
  tv_query_window_run (&query, "select 1");
  tv_query_window_assert_shows (&query, "1\n");
  ck_assert_ptr_null (tv_gui_find_part (query.view, "sched.runnable"));
}
END_TEST

START_TEST (test_a_row_is_copied)
{
  g_autofree char *text = NULL;

  tv_query_window_run (&query, LONG);
  tv_query_window_assert_first (&query, "0|app.Main.main: ()V|1000\n");
  click_row (2);
  tv_gui_keys (GTK_WIDGET (query.window), "ctrl+c");
  text = tv_gui_read_clipboard (query.view);
  ck_assert_str_eq (text, "6\tapp.Worker.run: ()V\t900");
}
END_TEST

/* The whole result, in the order of the table. */
#define VALUES                                                                         \
  "select 'a,\"b\"' as \"a \"\"name\"\"\", null as none, 9e999 as x, '=1' as t, 7 as " \
  "n"                                                                                  \
  " union all select 'c', 1, 2.5, x'00ff', 8"

START_TEST (test_the_table_is_copied)
{
  g_autofree char *many = NULL;

  tv_query_window_run (&query, LONG);
  tv_query_window_assert_first (&query, "0|app.Main.main: ()V|1000\n");
  tv_gui_click_middle (
      tv_table_columns_get_title (tv_table_view_get_columns (query.table), 2));
  tv_query_window_assert_first (&query, "0|app.Main.main: ()V|1000\n6|");
  choose ("Copy Table");
  assert_clipboard ("id\tname\tms\n0\tapp.Main.main: ()V\t1000\n"
                    "6\tapp.Worker.run: ()V\t900\n1\tapp.Work.outer: ()V\t500\n");
  tv_query_window_run (
      &query,
      "with recursive n(i) as (select 1 union all select i + 1 from n limit 1500)"
      " select i, i || '!' as text from n");
  tv_query_window_assert_first (&query, "1|1!\n");
  click_row (0);
  tv_gui_keys (GTK_WIDGET (query.window), "ctrl+shift+c");
  tv_gui_wait_for_text (query.view, "Copied 1500 rows.");
  many = tv_gui_read_clipboard (query.view);
  ck_assert (g_str_has_prefix (many, "i\ttext\n1\t1!\n2\t2!\n"));
  ck_assert (g_str_has_suffix (many, "\n1500\t1500!\n"));
}
END_TEST

static void
assert_exported (const char *name, const char *expected)
{
  g_autofree char *notice = g_strdup_printf ("Wrote 2 rows to “%s”.", name);
  g_autofree char *text = save_as (name, notice);

  ck_assert_str_eq (text, expected);
}

START_TEST (test_the_table_is_exported)
{
  /* There is nothing yet. */
  tv_gui_keys (GTK_WIDGET (query.window), "ctrl+e");
  ck_assert_ptr_null (tv_gui_find_dialog ("GtkFileChooserDialog"));
  tv_query_window_run (&query, VALUES);
  tv_query_window_assert_first (&query, "a,\"b\"||inf|=1|7\n");
  tv_gui_keys (GTK_WIDGET (query.window), "ctrl+e");
  assert_exported ("out.json",
                   "{\"rows\":[\n"
                   "{\"a \\\"name\\\"\":\"a,\\\"b\\\"\",\"none\":null,\"x\":null,"
                   "\"t\":\"=1\",\"n\":7},\n"
                   "{\"a \\\"name\\\"\":\"c\",\"none\":1,\"x\":2.5,\"t\":\"00ff\","
                   "\"n\":8}\n]}\n");
  choose ("Export…");
  assert_exported ("out.csv", "\"a \"\"name\"\"\",\"none\",\"x\",\"t\",\"n\"\r\n"
                              "\"a,\"\"b\"\"\",,inf,\"'=1\",7\r\n"
                              "\"c\",1,2.5,\"00ff\",8\r\n");
}
END_TEST

/* The statement that has the result runs once more, and no other: what it reads is
 * there already, and what follows it is done. */
START_TEST (test_a_cut_result_is_exported_whole)
{
  g_autofree char *exported = NULL;

  tv_query_window_run (
      &query,
      "create table big as with recursive n(i) as (select 1 union all select i + 1"
      " from n where i < 250000) select i from n;\n"
      "create perfetto macro half(x Expr) returns Expr as $x / 2;\n"
      "select half!(i) as h, 'x' as t from big; create table after as select 1");
  tv_query_window_assert_first (&query, "0|x\n1|x\n");
  tv_gui_keys (GTK_WIDGET (query.window), "ctrl+e");
  exported = save_as ("whole.tsv", "Wrote 250000 rows to “whole.tsv”.");
  ck_assert (g_str_has_prefix (exported, "h\tt\n0\tx\n1\tx\n1\tx\n2\tx\n"));
  ck_assert (g_str_has_suffix (exported, "\n124999\tx\n125000\tx\n"));
  /* What was created is still there. */
  tv_query_window_run (&query, "select count(*) from big, after");
  tv_query_window_assert_first (&query, "250000\n");
}
END_TEST

START_TEST (test_an_endless_export_is_cancelled)
{
  g_autofree char *path = g_build_filename (query.folder, "endless.csv", NULL);
  GtkWidget *window = GTK_WIDGET (query.window);

  tv_query_window_run (&query,
                       "with recursive n(i) as (select 1 union all select i + 1 from n)"
                       " select i from n");
  tv_query_window_assert_first (&query, "1\n2\n");
  tv_gui_keys (window, "ctrl+e");
  tv_gui_set_busy (TRUE);
  tv_gui_save_as (path, "Export");
  tv_gui_wait_for_no_dialog ("GtkFileChooserDialog");
  tv_gui_wait (tells_progress, window, "the number of rows so far");
  /* No other statement can be run meanwhile. */
  ck_assert (!can_run (query.view));
  tv_gui_click_middle (tv_gui_find_text (window, "Cancel"));
  tv_gui_wait (has_no_notice, window, "the notice to go");
  tv_gui_set_busy (FALSE);
  tv_gui_wait (can_run, query.view, "the query to come back");
  ck_assert (!g_file_test (path, G_FILE_TEST_EXISTS));
  tv_query_window_run (&query, "select 5");
  tv_query_window_assert_first (&query, "5\n");
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
