/* SPDX-License-Identifier: Apache-2.0 */

/* Queries in the window, by mouse and by keys. The calls of the sample, in
 * milliseconds:
 *
 *   id  name     ts   dur
 *   0   main      0  1000
 *   1   outer   100   500
 *   2   inner   200   100
 *   3   inner   400   100
 *   4   wrapper 700   100
 *   5   inner   700   100
 *   6   run      50   900
 */

#include "gui/driver.h"
#include "gui/sample.h"
#include "support/test-folder.h"
#include "support/trace-writer.h"
#include "ui/query/query-view.h"
#include "ui/table/table-row.h"
#include "ui/table/table-view.h"
#include "ui/widgets/name-label.h"

#include <check.h>
#include <glib/gstdio.h>

static TvApplication *application;
static char *folder;
static TvWindow *window;
static TvTraceSession *session;
static GtkWidget *view;
static GtkWidget *editor;
static TvTableView *table;

static gboolean
has_focus (gpointer widget)
{
  return gtk_widget_has_focus (GTK_WIDGET (widget));
}

static void
open_window (void)
{
  g_autofree char *path = g_build_filename (folder, "sample.trace", NULL);

  window = tv_gui_open (application, path);
  session = tv_window_get_session (window);
  tv_gui_keys (GTK_WIDGET (window), "alt+1");
  tv_gui_keys (GTK_WIDGET (window), "alt+6");
  view = tv_gui_find_type (GTK_WIDGET (window), "TvQueryView");
  editor = tv_gui_find_type (view, "GtkSourceView");
  table = NULL;
  tv_gui_wait (has_focus, editor, "the editor to have the focus");
}

static void
set_up (void)
{
  g_autofree char *path = NULL;

  application = tv_gui_start ();
  folder = tv_test_folder_new ();
  path = tv_sample_write (folder, "sample.trace");
  open_window ();
}

static void
tear_down (void)
{
  tv_gui_close_all (application);
  tv_test_folder_remove (g_steal_pointer (&folder));
}

static GtkTextBuffer *
get_buffer (void)
{
  return gtk_text_view_get_buffer (GTK_TEXT_VIEW (editor));
}

static char *
dup_script (void)
{
  char *text;

  g_object_get (get_buffer (), "text", &text, NULL);
  return text;
}

static gboolean
has_script (gpointer script)
{
  g_autofree char *text = dup_script ();

  return g_str_equal (text, script);
}

static void
wait_for_script (const char *script)
{
  tv_gui_wait (has_script, (gpointer) script, script);
}

static void
run (const char *script)
{
  gtk_text_buffer_set_text (get_buffer (), script, -1);
  gtk_widget_grab_focus (editor);
  tv_gui_keys (editor, "ctrl+Return");
}

/* Results as text */

static TvTableRow *
find_row (guint position)
{
  GtkWidget *rows = GTK_WIDGET (tv_table_view_get_rows (table));

  for (GtkWidget *child = gtk_widget_get_first_child (rows); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (tv_table_row_get_position (TV_TABLE_ROW (child)) == position)
      return TV_TABLE_ROW (child);
  return NULL;
}

static const char *
get_cell (TvTableRow *row, guint column)
{
  if (column == TV_TABLE_NAME_COLUMN)
    return tv_name_label_get_text (
        TV_NAME_LABEL (tv_gui_find_type (GTK_WIDGET (row), "TvNameLabel")));
  return tv_row_cells_get_text (tv_table_row_get_cells (row), column);
}

/* The cells of a row from left to right. */
static char *
dup_row (TvTableRow *row)
{
  guint columns[TV_TABLE_MAX_COLUMNS];
  const guint n
      = tv_table_columns_list_shown (tv_table_view_get_columns (table), columns);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "|" : "", get_cell (row, columns[i]));
  return g_string_free (text, FALSE);
}

static char *
dup_rows (void)
{
  GString *text = g_string_new (NULL);
  TvTableRow *row;

  for (guint i = 0; i < tv_table_rows_get_n (tv_table_view_get_rows (table))
                    && (row = find_row (i)) != NULL;
       i++)
    {
      g_autofree char *cells = dup_row (row);

      g_string_append_printf (text, "%s\n", cells);
    }
  return g_string_free (text, FALSE);
}

/* The table is found when it shows something. */
static gboolean
begins (gpointer row)
{
  g_autofree char *text = NULL;

  table = (TvTableView *) tv_gui_find_type (view, "TvTableView");
  text = table != NULL ? dup_rows () : g_strdup ("");
  return g_str_has_prefix (text, row);
}

static gboolean
shows (gpointer expected)
{
  g_autofree char *text
      = begins ((gpointer) "") && table != NULL ? dup_rows () : g_strdup ("");

  return g_str_equal (text, expected);
}

/* Waits for a result of many rows. */
static void
wait_for_first (const char *row)
{
  tv_gui_wait (begins, (gpointer) row, row);
  tv_gui_settle ();
}

static void
assert_shows (const char *expected)
{
  g_autofree char *text = NULL;

  if (!tv_gui_wait_until (shows, (gpointer) expected))
    {
      ck_assert_ptr_nonnull (table);
      text = dup_rows ();
      ck_assert_str_eq (text, expected);
    }
  tv_gui_settle ();
}

/* Tests */

#define LONG "select id, name, dur / 1000000 as ms from slice where dur > 1e8"

/* The columns are those of the statement; the one with names is the second. */
START_TEST (test_a_result_is_sorted_by_mouse_and_by_keys)
{
  run (LONG);
  assert_shows ("0|app.Main.main: ()V|1000\n1|app.Work.outer: ()V|500\n"
                "6|app.Worker.run: ()V|900\n");
  tv_gui_click_middle (
      tv_table_columns_get_title (tv_table_view_get_columns (table), 2));
  assert_shows ("0|app.Main.main: ()V|1000\n6|app.Worker.run: ()V|900\n"
                "1|app.Work.outer: ()V|500\n");
  tv_gui_keys (editor, "ctrl+i");
  assert_shows ("1|app.Work.outer: ()V|500\n6|app.Worker.run: ()V|900\n"
                "0|app.Main.main: ()V|1000\n");
  /* Texts are compared as texts. */
  tv_gui_click_middle (
      tv_table_columns_get_title (tv_table_view_get_columns (table), 0));
  assert_shows ("0|app.Main.main: ()V|1000\n1|app.Work.outer: ()V|500\n"
                "6|app.Worker.run: ()V|900\n");
}
END_TEST

/* The left end of a cell and of what is in it, and the right ends. */
static void
get_ends (guint column, float *left, float *right)
{
  TvRowCells *cells = tv_table_row_get_cells (find_row (0));
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

  run ("select 'first' as name, 'b' as a_long_title, 5 as another_title"
       " union all select 'next', 7, 10");
  assert_shows ("first|b|5\nnext|7|10\n");
  get_ends (1, &left, &right);
  ck_assert_float_le (left, 1);
  ck_assert_float_gt (right, 20);
  get_ends (2, &left, &right);
  ck_assert_float_gt (left, 20);
  ck_assert_float_le (right, 1);
}
END_TEST

static gboolean
is_selected (gpointer id)
{
  const TvCallRef call = tv_trace_session_get_selected_call (session);

  return call.thread != TV_THREAD_NONE
         && tv_trace_get_n_calls_before (tv_trace_session_get_trace (session),
                                         call.thread)
                    + call.call
                == GPOINTER_TO_UINT (id);
}

static gboolean
is_in_view (gpointer times)
{
  const gint64 *wanted = times;
  gint64 start;
  gint64 end;

  tv_trace_session_get_view (session, &start, &end);
  return start <= wanted[0] && end >= wanted[1] && end - start < wanted[2];
}

static void
wait_for_view (gint64 start_ms, gint64 end_ms, gint64 less_than_ms)
{
  gint64 times[] = { start_ms * 1000000, end_ms * 1000000, less_than_ms * 1000000 };

  tv_gui_wait (is_in_view, times, "the view");
}

START_TEST (test_a_row_selects_its_call)
{
  run ("select dur, id, name from slice order by dur desc, id");
  wait_for_first ("1000000000|0|app.Main.main: ()V\n");
  tv_gui_click_middle (GTK_WIDGET (find_row (1)));
  tv_gui_wait (is_selected, GUINT_TO_POINTER (6), "run");
  tv_gui_keys (GTK_WIDGET (window), "Down");
  tv_gui_wait (is_selected, GUINT_TO_POINTER (1), "outer");
  tv_gui_keys (GTK_WIDGET (window), "Down");
  tv_gui_wait (is_selected, GUINT_TO_POINTER (2), "inner");
  tv_gui_keys (GTK_WIDGET (window), "Return");
  wait_for_view (200, 300, 300);
}
END_TEST

/* An id of a method is none of a call, and a slice_id is one wherever it comes from. */
START_TEST (test_which_columns_are_of_calls)
{
  run ("select id, name from method where name like '%outer%'");
  assert_shows ("2|app.Work.outer: ()V\n");
  tv_gui_click_middle (GTK_WIDGET (find_row (0)));
  ck_assert_uint_eq (tv_trace_session_get_selected_call (session).thread,
                     TV_THREAD_NONE);
  run ("select 'made up', 3 + 1 as slice_id");
  assert_shows ("made up|4\n");
  tv_gui_click_middle (GTK_WIDGET (find_row (0)));
  tv_gui_wait (is_selected, GUINT_TO_POINTER (4), "wrapper");
  run ("select 'beyond', 7 as slice_id");
  assert_shows ("beyond|7\n");
  tv_gui_click_middle (GTK_WIDGET (find_row (0)));
  ck_assert (is_selected (GUINT_TO_POINTER (4)));
}
END_TEST

START_TEST (test_a_row_with_times_is_shown_in_the_timeline)
{
  run ("select 'a quarter' as what, 250000000 as ts, 250000000 as dur");
  assert_shows ("a quarter|250000000|250000000\n");
  tv_gui_click_middle (GTK_WIDGET (find_row (0)));
  tv_gui_keys (GTK_WIDGET (window), "ctrl+Return");
  wait_for_view (250, 500, 400);
  /* Only the part that was recorded. */
  run ("select 'all' as what, -9000000000000 as ts, 9000000000000000000 as dur");
  assert_shows ("all|-9000000000000|9000000000000000000\n");
  tv_gui_click_middle (GTK_WIDGET (find_row (0)));
  tv_gui_keys (GTK_WIDGET (window), "Return");
  wait_for_view (0, 1000, 1100);
}
END_TEST

static gboolean
has_events (gpointer n)
{
  GPtrArray *rows = tv_trace_session_get_event_rows (session);

  for (guint i = 0; rows != NULL && i < rows->len; i++)
    if (g_str_equal (tv_event_row_get_name (rows->pdata[i]), "Query"))
      return tv_event_row_get_n (rows->pdata[i]) == GPOINTER_TO_UINT (n);
  return FALSE;
}

static TvEventRow *
find_events (guint n)
{
  GPtrArray *rows = tv_trace_session_get_event_rows (session);
  guint i = 0;

  tv_gui_wait (has_events, GUINT_TO_POINTER (n), "the events");
  while (!g_str_equal (tv_event_row_get_name (rows->pdata[i]), "Query"))
    i++;
  return rows->pdata[i];
}

static gboolean
is_idle (gpointer data)
{
  return tv_gui_find_text (view, "Run") != NULL;
}

/* The rows with times become a row of events, each with its call. */
START_TEST (test_rows_become_events_of_the_timeline)
{
  TvEventRow *row;

  run ("select id, ts, dur, name from slice where name like '%inner%'");
  wait_for_first ("2|200000000|100000000|app.Work.inner: (I)V\n");
  tv_gui_click_secondary (GTK_WIDGET (find_row (0)), 20, 5);
  tv_gui_wait_for_text (view, "Rows as Events in Timeline");
  tv_gui_click_middle (tv_gui_find_text (view, "Rows as Events in Timeline"));
  row = find_events (3);
  ck_assert_int_eq (tv_event_row_get (row, 1)->start, 400 * 1000000);
  ck_assert_int_eq (tv_event_row_get (row, 1)->end, 500 * 1000000);
  ck_assert_str_eq (tv_event_row_get (row, 1)->label, "app.Work.inner: (I)V");
  ck_assert_uint_eq (tv_event_row_get (row, 2)->call.call, 5);
}
END_TEST

START_TEST (test_an_example_runs)
{
  GtkWidget *label = tv_gui_find_text (view, "Examples");
  GtkWidget *button = gtk_widget_get_ancestor (label, GTK_TYPE_MENU_BUTTON);
  GMenuModel *menu = gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (button));

  ck_assert_int_gt (g_menu_model_get_n_items (menu), 3);
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr (GVariant) script
          = g_menu_model_get_item_attribute_value (menu, i, "target", NULL);

      run (g_variant_get_string (script, NULL));
      tv_gui_wait (is_idle, NULL, "the result");
      ck_assert_ptr_nonnull (tv_gui_find_part (view, " ms"));
    }
}
END_TEST

/* A name is no place for mnemonics. */
START_TEST (test_an_example_of_the_users_own)
{
  g_autofree char *metrics
      = g_build_filename (g_get_user_data_dir (), "traceview", "metrics", NULL);
  g_autofree char *path = g_build_filename (metrics, "my_own_metric.sql", NULL);
  GtkWidget *button;

  ck_assert_int_eq (g_mkdir_with_parents (metrics, 0700), 0);
  ck_assert (g_file_set_contents (path, "select 17 as own", -1, NULL));
  tv_gui_close (window);
  open_window ();
  g_unlink (path);
  button = gtk_widget_get_ancestor (tv_gui_find_text (view, "Examples"),
                                    GTK_TYPE_MENU_BUTTON);
  tv_gui_keys (GTK_WIDGET (window), "alt+e");
  tv_gui_wait_for_text (button, "my_own_metric");
  tv_gui_click_middle (tv_gui_find_text (button, "my_own_metric"));
  wait_for_script ("select 17 as own");
}
END_TEST

/* The third word of the second line: the cursor goes there, and it is underlined. */
START_TEST (test_a_mistake_is_marked)
{
  GtkTextIter at;
  GtkTextTag *tag = gtk_text_tag_table_lookup (
      gtk_text_buffer_get_tag_table (get_buffer ()), "mistake");

  run ("select name,\n  dur, nme from slice");
  tv_gui_wait_for_text (view, "line 2, column 8: no such column: nme");
  gtk_text_buffer_get_iter_at_line_offset (get_buffer (), &at, 1, 7);
  ck_assert (gtk_text_iter_starts_tag (&at, tag));
  gtk_text_iter_forward_chars (&at, 3);
  ck_assert (gtk_text_iter_ends_tag (&at, tag));
  gtk_text_buffer_get_iter_at_mark (get_buffer (), &at,
                                    gtk_text_buffer_get_insert (get_buffer ()));
  ck_assert_int_eq (gtk_text_iter_get_line (&at), 1);
  ck_assert_int_eq (gtk_text_iter_get_line_offset (&at), 7);
  /* What is typed is no mistake any more, and the rest runs. */
  tv_gui_type (editor, "1 as ");
  gtk_text_buffer_get_start_iter (get_buffer (), &at);
  ck_assert (!gtk_text_iter_forward_to_tag_toggle (&at, tag));
  wait_for_script ("select name,\n  dur, 1 as nme from slice");
  tv_gui_keys (editor, "ctrl+Return");
  wait_for_first ("app.Main.main: ()V|1000000000|1\n");
}
END_TEST

/* Waits until @word is offered, and takes the first word. */
static void
take_first (const char *word)
{
  tv_gui_wait_for_text (editor, word);
  tv_gui_settle ();
  tv_gui_keys (editor, "Down");
  tv_gui_keys (editor, "Return");
}

START_TEST (test_words_are_offered)
{
  gtk_text_buffer_set_text (get_buffer (), "", -1);
  tv_gui_type (editor, "sel");
  take_first ("self_dur");
  wait_for_script ("select");
  /* In capitals for who types capitals, and what can be no part of a word is none. */
  tv_gui_type (editor, " id, GRO");
  take_first ("GROUP BY");
  wait_for_script ("select id, GROUP BY");
  /* Columns of a table, by its name and by another one; a point is enough. */
  gtk_text_buffer_set_text (get_buffer (), "", -1);
  tv_gui_type (editor, "select thread.is_m");
  take_first ("is_main_thread");
  wait_for_script ("select thread.is_main_thread");
  tv_gui_type (editor, ", 1 from thread as slice, slice as s where s.");
  take_first ("arg_set_id");
  wait_for_script ("select thread.is_main_thread, 1 from thread as slice, slice as s"
                   " where s.arg_set_id");
}
END_TEST

/* What statements create is a word from then on. */
START_TEST (test_own_tables_are_offered)
{
  run ("create table longest as select max(dur) as longest_time from slice");
  tv_gui_wait_for_text (view, "The statements have no result.");
  gtk_text_buffer_set_text (get_buffer (), "select longest.", -1);
  tv_gui_keys (editor, "ctrl+space");
  take_first ("longest_time");
  wait_for_script ("select longest.longest_time");
  tv_gui_type (editor, " from longest");
  tv_gui_keys (editor, "ctrl+Return");
  assert_shows ("1000000000\n");
}
END_TEST

START_TEST (test_no_result_and_no_rows)
{
  run ("create table kept as select 41 + 1 as answer");
  tv_gui_wait_for_text (view, "The statements have no result.");
  run ("select answer, 'kept' from kept; select * from kept where answer = 1");
  tv_gui_wait_for_text (view, "answer");
  assert_shows ("");
  /* What was created stays. */
  run ("select answer, 'kept' from kept");
  assert_shows ("42|kept\n");
}
END_TEST

START_TEST (test_a_query_is_stopped)
{
  run ("with recursive n(i) as (select 1 union all select i + 1 from n)"
       " select max(i) from n");
  tv_gui_wait_for_text (view, "Running…");
  tv_gui_click_middle (tv_gui_find_text (view, "Stop"));
  tv_gui_wait_for_text (view, "The query was stopped.");
  /* It can be asked again at once, also by mouse. */
  gtk_text_buffer_set_text (get_buffer (), "select 5 as five", -1);
  tv_gui_click_middle (tv_gui_find_text (view, "Run"));
  assert_shows ("5\n");
}
END_TEST

/* Nothing is wrong with what was stopped, perhaps before it began. */
START_TEST (test_a_stopped_query_is_no_mistake)
{
  GtkTextTag *tag = gtk_text_tag_table_lookup (
      gtk_text_buffer_get_tag_table (get_buffer ()), "mistake");

  for (guint i = 0; i < 30; i++)
    {
      GtkTextIter start;

      gtk_text_buffer_set_text (get_buffer (), "select 5 as five", -1);
      gtk_widget_activate_action (editor, "query.run", NULL);
      gtk_widget_activate_action (editor, "query.stop", NULL);
      tv_gui_wait (is_idle, NULL, "the end");
      gtk_text_buffer_get_start_iter (get_buffer (), &start);
      ck_assert (!gtk_text_iter_starts_tag (&start, tag));
    }
}
END_TEST

START_TEST (test_many_rows_and_columns)
{
  g_autoptr (GString) script = g_string_new ("select 0 as c0");
  GtkWindow *dialog;

  run ("with recursive n(i) as (select 1 union all select i + 1 from n"
       " where i < 100001) select i from n");
  wait_for_first ("1\n2\n");
  tv_gui_keys (GTK_WIDGET (window), "ctrl+e");
  dialog = tv_gui_wait_for_dialog ("GtkFileChooserDialog");
  ck_assert_str_eq (gtk_window_get_title (dialog), "Export the First 100000 Rows");
  tv_gui_keys (GTK_WIDGET (dialog), "Escape");
  tv_gui_wait_for_no_dialog ("GtkFileChooserDialog");
  ck_assert_ptr_nonnull (tv_gui_find_part (view, "The first 100"));
  ck_assert_uint_eq (tv_table_rows_get_n (tv_table_view_get_rows (table)), 100000);
  for (guint i = 1; i < 40; i++)
    g_string_append_printf (script, ", %s%u%s as c%u", i == 35 ? "'" : "", i,
                            i == 35 ? "'" : "", i);
  run (script->str);
  tv_gui_wait_for_text (view, "c0");
  wait_for_first ("0|");
  ck_assert_str_eq (get_cell (find_row (0), TV_TABLE_NAME_COLUMN), "35");
  ck_assert_str_eq (get_cell (find_row (0), 30), "29");
}
END_TEST

/* In another window it is the same. */
START_TEST (test_scripts_are_remembered)
{
  GtkWidget *label;
  GtkWidget *button;

  run ("select 1 as first_one");
  assert_shows ("1\n");
  run ("select 2 as second");
  assert_shows ("2\n");
  run ("select 1 as first_one");
  assert_shows ("1\n");
  tv_gui_close (window);
  open_window ();
  wait_for_script ("select 1 as first_one");
  label = tv_gui_find_text (view, "History");
  button = gtk_widget_get_ancestor (label, GTK_TYPE_MENU_BUTTON);
  tv_gui_keys (GTK_WIDGET (window), "alt+h");
  tv_gui_wait_for_text (button, "select 2 as second");
  tv_gui_click_middle (tv_gui_find_text (button, "select 2 as second"));
  wait_for_script ("select 2 as second");
  tv_gui_wait (has_focus, editor, "the editor to have the focus");
}
END_TEST

START_TEST (test_a_row_is_copied)
{
  g_autofree char *text = NULL;

  run (LONG);
  wait_for_first ("0|app.Main.main: ()V|1000\n");
  tv_gui_click_middle (GTK_WIDGET (find_row (2)));
  tv_gui_keys (GTK_WIDGET (window), "ctrl+c");
  text = tv_gui_read_clipboard (view);
  ck_assert_str_eq (text, "6\tapp.Worker.run: ()V\t900");
}
END_TEST

/* The whole result, in the order of the table. */
#define VALUES                                                                         \
  "select 'a,\"b\"' as \"a \"\"name\"\"\", null as none, 9e999 as x, '=1' as t, 7 as " \
  "n"                                                                                  \
  " union all select 'c', 1, 2.5, x'00ff', 8"

static void
open_menu (const char *item)
{
  tv_gui_click_secondary (GTK_WIDGET (find_row (0)), 20, 5);
  tv_gui_wait_for_text (view, item);
  tv_gui_settle ();
  tv_gui_click_middle (tv_gui_find_text (view, item));
}

static void
assert_clipboard (const char *expected)
{
  g_autofree char *text = tv_gui_read_clipboard (view);

  ck_assert_str_eq (text, expected);
}

START_TEST (test_the_table_is_copied)
{
  g_autofree char *many = NULL;

  run (LONG);
  wait_for_first ("0|app.Main.main: ()V|1000\n");
  tv_gui_click_middle (
      tv_table_columns_get_title (tv_table_view_get_columns (table), 2));
  wait_for_first ("0|app.Main.main: ()V|1000\n6|");
  open_menu ("Copy Table");
  assert_clipboard ("id\tname\tms\n0\tapp.Main.main: ()V\t1000\n"
                    "6\tapp.Worker.run: ()V\t900\n1\tapp.Work.outer: ()V\t500\n");
  run ("with recursive n(i) as (select 1 union all select i + 1 from n limit 1500)"
       " select i, i || '!' as text from n");
  wait_for_first ("1|1!\n");
  tv_gui_click_middle (GTK_WIDGET (find_row (0)));
  tv_gui_keys (GTK_WIDGET (window), "ctrl+shift+c");
  tv_gui_wait_for_text (view, "Copied 1500 rows.");
  many = tv_gui_read_clipboard (view);
  ck_assert (g_str_has_prefix (many, "i\ttext\n1\t1!\n2\t2!\n"));
  ck_assert (g_str_has_suffix (many, "\n1500\t1500!\n"));
}
END_TEST

static void
assert_exported (const char *name, const char *expected)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *notice = g_strdup_printf ("Wrote 2 rows to “%s”.", name);
  g_autofree char *text = NULL;

  tv_gui_save_as (path, "Export");
  tv_gui_wait_for_no_dialog ("GtkFileChooserDialog");
  tv_gui_wait_for_text (view, notice);
  ck_assert (g_file_get_contents (path, &text, NULL, NULL));
  ck_assert_str_eq (text, expected);
}

START_TEST (test_the_table_is_exported)
{
  /* There is nothing yet. */
  tv_gui_keys (GTK_WIDGET (window), "ctrl+e");
  tv_gui_settle ();
  ck_assert_ptr_null (tv_gui_find_dialog ("GtkFileChooserDialog"));
  run (VALUES);
  wait_for_first ("a,\"b\"||inf|=1|7\n");
  tv_gui_keys (GTK_WIDGET (window), "ctrl+e");
  assert_exported ("out.json",
                   "{\"rows\":[\n"
                   "{\"a \\\"name\\\"\":\"a,\\\"b\\\"\",\"none\":null,\"x\":null,"
                   "\"t\":\"=1\",\"n\":7},\n"
                   "{\"a \\\"name\\\"\":\"c\",\"none\":1,\"x\":2.5,\"t\":\"00ff\","
                   "\"n\":8}\n]}\n");
  open_menu ("Export…");
  assert_exported ("out.csv", "\"a \"\"name\"\"\",\"none\",\"x\",\"t\",\"n\"\r\n"
                              "\"a,\"\"b\"\"\",,inf,\"'=1\",7\r\n"
                              "\"c\",1,2.5,\"00ff\",8\r\n");
}
END_TEST

/* A large script takes the place of all earlier ones, and a larger one is none to be
 * remembered. */
START_TEST (test_the_history_is_small)
{
  g_autofree char *spaces = g_strnfill (40000, '\n');
  g_autofree char *large = g_strdup_printf ("select 1 as %s one", spaces);
  g_autofree char *other = g_strdup_printf ("select 2 as %s two", spaces);
  g_autofree char *huge = g_strdup_printf ("select 3 as %s%s three", spaces, spaces);
  g_auto (GStrv) history = NULL;

  run (large);
  assert_shows ("1\n");
  run (other);
  assert_shows ("2\n");
  run (huge);
  assert_shows ("3\n");
  g_object_get (view, "history", &history, NULL);
  ck_assert_uint_eq (g_strv_length (history), 1);
  ck_assert_str_eq (history[0], other);
}
END_TEST

/* Changes while statements run, and afterwards */

#define ENDLESS                                                                        \
  "with recursive n(i) as (select 1 union all select i + 1 from n)"                    \
  " select max(i) from n"

static gboolean
has_other_session (gpointer before)
{
  return tv_window_get_session (window) != NULL
         && tv_window_get_session (window) != before
         && g_str_equal (tv_window_get_page (window), "trace");
}

static gboolean
is_compared (gpointer wanted)
{
  session = tv_window_get_session (window);
  return session != NULL
         && (tv_trace_session_get_base (session) != NULL) == GPOINTER_TO_INT (wanted)
         && g_str_equal (tv_window_get_page (window), "trace");
}

static void
compare (void)
{
  g_autofree char *path = g_build_filename (folder, "sample.trace", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  tv_window_compare_with (window, file);
  tv_gui_wait (is_compared, GINT_TO_POINTER (TRUE), "the comparison");
  tv_gui_settle ();
}

static gboolean
has_selection (gpointer of)
{
  return tv_trace_session_get_selected_call (of).thread == 1;
}

/* The tables of the base, whose calls are selected in it. */
START_TEST (test_two_traces)
{
  TvTraceSession *base;

  compare ();
  base = tv_trace_session_get_base (session);
  run ("select b.id, a.dur / 1000000 as ms, 'both' as name from b.slice as b"
       " join a.slice as a using (id) where a.dur > 4e8 order by id");
  assert_shows ("0|1000|both\n1|500|both\n6|900|both\n");
  tv_gui_click_middle (GTK_WIDGET (find_row (2)));
  tv_gui_wait (has_selection, base, "run in the base");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.stop-comparing", NULL);
  tv_gui_wait (is_compared, GINT_TO_POINTER (FALSE), "the trace alone");
  run ("select * from b.slice");
  tv_gui_wait_for_text (view, "line 1, column 1: no such table: b.slice");
}
END_TEST

START_TEST (test_a_reload_ends_a_query)
{
  run (ENDLESS);
  tv_gui_wait_for_text (view, "Running…");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.reload", NULL);
  tv_gui_wait (has_other_session, session, "the trace again");
  session = tv_window_get_session (window);
  tv_gui_wait_for_text (view, "Run");
  ck_assert_ptr_nonnull (tv_gui_find_part (view, "What statements create is kept"));
  run ("select 5 as five");
  assert_shows ("5\n");
  /* Nobody waits for it when the window closes. */
  run (ENDLESS);
  tv_gui_wait_for_text (view, "Running…");
}
END_TEST

static gboolean
has_other_names (gpointer before)
{
  return tv_trace_session_get_trace (session) != before;
}

/* What runs goes on with the new names, and a result says that it has the old ones. */
START_TEST (test_names_change)
{
  TvTrace *before;

  run ("create table kept as select 1 as one; select name, one from slice, kept"
       " where id = 1");
  assert_shows ("app.Work.outer: ()V|1\n");
  tv_gui_keys (GTK_WIDGET (window), "ctrl+shift+n");
  tv_gui_wait_for_text (view, "Names or traces have changed: run the statements again,"
                              " also those that create tables.");
  assert_shows ("app.Work.outer: ()V|1\n");
  run ("select * from kept");
  tv_gui_wait_for_text (view, "line 1, column 1: no such table: kept");
  run (ENDLESS);
  tv_gui_wait_for_text (view, "Running…");
  before = tv_trace_session_get_trace (session);
  tv_gui_keys (GTK_WIDGET (window), "ctrl+shift+n");
  tv_gui_wait (has_other_names, before, "other names");
  tv_gui_click_middle (tv_gui_find_text (view, "Stop"));
  tv_gui_wait_for_text (view, "The query was stopped.");
  run ("select name from slice where id = 1");
  assert_shows ("app.Work.outer: ()V\n");
}
END_TEST

static gboolean
has_status (gpointer part)
{
  return is_idle (NULL) && tv_gui_find_part (view, part) != NULL;
}

/* Values of each kind, the last result of several, and what is no text for a table. */
START_TEST (test_unusual_results)
{
  g_autoptr (GString) script = g_string_new ("select 0");

  run ("select 1 where 0; select null as name, x'00ff' as b, 9e999 as x,"
       " -9223372036854775808 as n, 'ä' || char(27) as t");
  assert_shows ("|00ff|inf|-9223372036854775808|ä\033\n");
  for (guint i = 1; i < 2000; i++)
    g_string_append_printf (script, ",%u", i);
  run (script->str);
  tv_gui_wait (has_status, (gpointer) " · the first 31 of 2000 columns", "the columns");
  run ("select printf('%.*c', 1000000, 'x') as long, 1 as n");
  tv_gui_wait (has_status, (gpointer) "1 row, ", "the row");
}
END_TEST

static Suite *
make_suite (void)
{
  Suite *suite = suite_create ("query");
  TCase *tcase = tcase_create ("query");

  tcase_add_checked_fixture (tcase, set_up, tear_down);
  tcase_add_test (tcase, test_a_result_is_sorted_by_mouse_and_by_keys);
  tcase_add_test (tcase, test_texts_are_at_the_left);
  tcase_add_test (tcase, test_a_row_selects_its_call);
  tcase_add_test (tcase, test_which_columns_are_of_calls);
  tcase_add_test (tcase, test_a_row_with_times_is_shown_in_the_timeline);
  tcase_add_test (tcase, test_rows_become_events_of_the_timeline);
  tcase_add_test (tcase, test_an_example_runs);
  tcase_add_test (tcase, test_an_example_of_the_users_own);
  tcase_add_test (tcase, test_a_mistake_is_marked);
  tcase_add_test (tcase, test_no_result_and_no_rows);
  tcase_add_test (tcase, test_a_query_is_stopped);
  tcase_add_test (tcase, test_a_stopped_query_is_no_mistake);
  tcase_add_test (tcase, test_many_rows_and_columns);
  tcase_add_test (tcase, test_scripts_are_remembered);
  tcase_add_test (tcase, test_a_row_is_copied);
  tcase_add_test (tcase, test_the_table_is_copied);
  tcase_add_test (tcase, test_the_table_is_exported);
  suite_add_tcase (suite, tcase);
  tcase = tcase_create ("changes");
  tcase_add_checked_fixture (tcase, set_up, tear_down);
  tcase_add_test (tcase, test_the_history_is_small);
  tcase_add_test (tcase, test_two_traces);
  tcase_add_test (tcase, test_a_reload_ends_a_query);
  tcase_add_test (tcase, test_names_change);
  tcase_add_test (tcase, test_unusual_results);
  suite_add_tcase (suite, tcase);
  tcase = tcase_create ("completion");
  tcase_add_checked_fixture (tcase, set_up, tear_down);
  tcase_add_test (tcase, test_words_are_offered);
  tcase_add_test (tcase, test_own_tables_are_offered);
  suite_add_tcase (suite, tcase);
  return suite;
}

int
main (void)
{
  return tv_gui_run (make_suite);
}
