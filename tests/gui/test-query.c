/* SPDX-License-Identifier: Apache-2.0 */

/* Statements in the window: what they are written with, and how they run. */

#include "gui/query-window.h"
#include "gui/sample.h"
#include "ui/widgets/job.h"

#include <check.h>
#include <glib/gstdio.h>

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

static GtkTextBuffer *
get_buffer (void)
{
  return gtk_text_view_get_buffer (GTK_TEXT_VIEW (query.editor));
}

/* A button that opens a menu. */
static GtkWidget *
find_button (const char *title)
{
  return gtk_widget_get_ancestor (tv_gui_find_text (query.view, title),
                                  GTK_TYPE_MENU_BUTTON);
}

START_TEST (test_an_example_runs)
{
  GMenuModel *menu
      = gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (find_button ("Examples")));

  ck_assert_int_gt (g_menu_model_get_n_items (menu), 3);
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr (GVariant) script
          = g_menu_model_get_item_attribute_value (menu, i, "target", NULL);

      tv_query_window_run (&query, g_variant_get_string (script, NULL));
      tv_gui_settle ();
      ck_assert (tv_query_window_is_idle (&query));
      ck_assert_ptr_nonnull (tv_gui_find_part (query.view, " ms"));
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
  tv_gui_close (query.window);
  tv_query_window_open (&query);
  g_unlink (path);
  button = find_button ("Examples");
  tv_gui_keys (GTK_WIDGET (query.window), "alt+e");
  tv_gui_wait_for_text (button, "my_own_metric");
  tv_gui_click_middle (tv_gui_find_text (button, "my_own_metric"));
  tv_query_window_assert_script (&query, "select 17 as own");
}
END_TEST

/* The third word of the second line: the cursor goes there, and it is underlined. */
/* Without a result the page lists the tables, and Enter reads one. */
START_TEST (test_tables_are_listed)
{
  tv_query_window_assert_first (&query, "call|id, utid, number, method_id,");
  ck_assert_ptr_nonnull (tv_gui_find_part (query.view, "Tables and columns"));
  gtk_text_buffer_set_text (get_buffer (), "", -1);
  tv_gui_click_middle (GTK_WIDGET (tv_query_window_find_row (&query, 0)));
  tv_query_window_assert_script (&query, "");
  tv_gui_keys (GTK_WIDGET (query.window), "Return");
  tv_query_window_assert_script (&query, "SELECT * FROM call LIMIT 100");
  tv_query_window_assert_first (&query, "0|1|0|");
  ck_assert_ptr_nonnull (tv_gui_find_part (query.view, "7 rows"));
}
END_TEST

static void
assert_scope_bar_is_sensitive (gboolean sensitive)
{
  GtkWidget *window = GTK_WIDGET (query.window);

  ck_assert_int_eq (gtk_widget_is_sensitive (tv_gui_find_type (window, "TvScopeBar")),
                    sensitive);
}

/* By a switch, statements see the range and threads of the other views. */
START_TEST (test_a_query_of_the_scope)
{
  const guint32 thread = 0;
  g_autoptr (TvThreadSet) threads = tv_thread_set_new (&thread, 1);

  tv_trace_session_set_range (query.session, 350000000, 800000000);
  tv_trace_session_set_restricted_to_range (query.session, TRUE);
  tv_gui_settle ();
  ck_assert_ptr_nonnull (tv_gui_find_text (query.view, "The whole trace"));
  assert_scope_bar_is_sensitive (FALSE);
  tv_query_window_run (&query, "select id from slice order by id");
  tv_query_window_assert_shows (&query, "0\n1\n2\n3\n4\n5\n6\n");
  /* Beside a range there may be room for it in the menu alone. */
  gtk_widget_activate_action (query.view, "query.in-scope", NULL);
  tv_gui_settle ();
  ck_assert_ptr_nonnull (
      tv_gui_find_text (query.view, "350.000" TV_MS " – 800.000" TV_MS));
  ck_assert_ptr_nonnull (tv_gui_find_part (query.view, "another part of the trace"));
  assert_scope_bar_is_sensitive (TRUE);
  tv_query_window_run (&query, "select id from slice order by id");
  tv_query_window_assert_shows (&query, "0\n1\n3\n4\n5\n6\n");
  tv_trace_session_set_threads (query.session, threads);
  tv_gui_wait_for_text (query.view, "350.000" TV_MS " – 800.000" TV_MS " · 1 thread");
  tv_query_window_run (&query, "select id, dur from slice order by id");
  tv_query_window_assert_shows (&query, "0|1000.000" TV_MS "\n1|500.000" TV_MS
                                        "\n3|100.000" TV_MS "\n"
                                        "4|100.000" TV_MS "\n5|100.000" TV_MS "\n");
}
END_TEST

/* A worker finds the words and tables, once for all parts of the traces. */
START_TEST (test_words_are_found_in_a_worker)
{
  GtkStack *stack = GTK_STACK (gtk_widget_get_ancestor (query.view, GTK_TYPE_STACK));
  GtkWidget *page = gtk_stack_get_visible_child (stack);
  const guint n = tv_job_get_n_running ();

  gtk_stack_set_visible_child (stack, gtk_widget_get_first_child (GTK_WIDGET (stack)));
  tv_gui_settle ();
  g_object_notify (G_OBJECT (query.session), "base");
  tv_gui_settle ();
  gtk_stack_set_visible_child (stack, page);
  ck_assert_uint_eq (tv_job_get_n_running (), n + 1);
  ck_assert (tv_query_window_is_idle (&query));
  tv_gui_settle ();
  ck_assert_ptr_nonnull (tv_gui_find_part (query.view, "Tables and columns"));
  gtk_widget_activate_action (query.view, "query.in-scope", NULL);
  ck_assert_uint_eq (tv_job_get_n_running (), n);
}
END_TEST

/* Calls of a transformed trace have other ids, and select the original ones. */
START_TEST (test_a_query_of_a_transformed_trace)
{
  const guint32 outer = 2;
  g_autoptr (TvTransform) merge = tv_transform_new (TV_TRANSFORM_MERGE, &outer, 1);

  gtk_widget_activate_action (query.view, "query.in-scope", NULL);
  tv_trace_session_add_transform (query.session, merge);
  tv_gui_wait_for_text (query.view, "The whole trace · 1 change to stacks");
  tv_query_window_run (&query,
                       "select id, parent_id, ts from slice order by id limit 2");
  tv_query_window_assert_shows (&query, "0||0.000" TV_MS "\n1|0|200.000" TV_MS "\n");
  tv_gui_click_middle (GTK_WIDGET (tv_query_window_find_row (&query, 1)));
  ck_assert_uint_eq (tv_trace_session_get_selected_call (query.session).call, 2);
}
END_TEST

START_TEST (test_a_mistake_is_marked)
{
  GtkTextIter at;
  GtkTextTag *tag = gtk_text_tag_table_lookup (
      gtk_text_buffer_get_tag_table (get_buffer ()), "mistake");

  tv_query_window_run (&query, "select name,\n  dur, nme from slice");
  tv_gui_wait_for_text (query.view,
                        "line 2, column 8: no such column: nme; did you mean “name”?");
  gtk_text_buffer_get_iter_at_line_offset (get_buffer (), &at, 1, 7);
  ck_assert (gtk_text_iter_starts_tag (&at, tag));
  gtk_text_iter_forward_chars (&at, 3);
  ck_assert (gtk_text_iter_ends_tag (&at, tag));
  gtk_text_buffer_get_iter_at_mark (get_buffer (), &at,
                                    gtk_text_buffer_get_insert (get_buffer ()));
  ck_assert_int_eq (gtk_text_iter_get_line (&at), 1);
  ck_assert_int_eq (gtk_text_iter_get_line_offset (&at), 7);
  /* What is typed is no mistake any more, and the rest runs. */
  tv_gui_type (query.editor, "1 as ");
  gtk_text_buffer_get_start_iter (get_buffer (), &at);
  ck_assert (!gtk_text_iter_forward_to_tag_toggle (&at, tag));
  tv_query_window_assert_script (&query, "select name,\n  dur, 1 as nme from slice");
  tv_gui_keys (query.editor, "ctrl+Return");
  tv_query_window_assert_first (&query, "app.Main.main: ()V|1000.000" TV_MS "|1\n");
}
END_TEST

/* Waits until @word is offered, and takes the first word. */
static void
take_first (const char *word)
{
  tv_gui_wait_for_text (query.editor, word);
  tv_gui_keys (query.editor, "Down");
  tv_gui_keys (query.editor, "Return");
}

START_TEST (test_words_are_offered)
{
  gtk_text_buffer_set_text (get_buffer (), "", -1);
  tv_gui_type (query.editor, "sel");
  take_first ("self_dur");
  tv_query_window_assert_script (&query, "select");
  /* In capitals for who types capitals, and what can be no part of a word is none. */
  tv_gui_type (query.editor, " id, GRO");
  take_first ("GROUP BY");
  tv_query_window_assert_script (&query, "select id, GROUP BY");
  /* Columns of a table, by its name and by another one; a point is enough. */
  gtk_text_buffer_set_text (get_buffer (), "", -1);
  tv_gui_type (query.editor, "select thread.is_m");
  take_first ("is_main_thread");
  tv_query_window_assert_script (&query, "select thread.is_main_thread");
  tv_gui_type (query.editor, ", 1 from thread as slice, slice as s where s.");
  take_first ("arg_set_id");
  tv_query_window_assert_script (
      &query, "select thread.is_main_thread, 1 from thread as slice, slice as s"
              " where s.arg_set_id");
}
END_TEST

/* What statements create is a word from then on. */
START_TEST (test_own_tables_are_offered)
{
  tv_query_window_run (
      &query, "create table longest as select max(dur) as longest_time from slice");
  tv_gui_wait_for_text (query.view, "The statements have no result.");
  gtk_text_buffer_set_text (get_buffer (), "select longest.", -1);
  tv_gui_keys (query.editor, "ctrl+space");
  take_first ("longest_time");
  tv_query_window_assert_script (&query, "select longest.longest_time");
  tv_gui_type (query.editor, " from longest");
  tv_gui_keys (query.editor, "ctrl+Return");
  tv_query_window_assert_shows (&query, "1000000000\n");
}
END_TEST

START_TEST (test_no_result_and_no_rows)
{
  tv_query_window_run (&query, "create table kept as select 41 + 1 as answer");
  tv_gui_wait_for_text (query.view, "The statements have no result.");
  tv_query_window_run (
      &query, "select answer, 'kept' from kept; select * from kept where answer = 1");
  tv_gui_wait_for_text (query.view, "answer");
  tv_query_window_assert_shows (&query, "");
  /* What was created stays. */
  tv_query_window_run (&query, "select answer, 'kept' from kept");
  tv_query_window_assert_shows (&query, "42|kept\n");
}
END_TEST

START_TEST (test_a_query_is_stopped)
{
  tv_query_window_run (&query, "select 5 as five");
  tv_query_window_assert_shows (&query, "5\n");
  ck_assert_ptr_nonnull (tv_gui_find_part (query.view, "1 row, "));
  tv_gui_set_busy (TRUE);
  tv_query_window_run (&query,
                       "with recursive n(i) as (select 1 union all select i + 1 from n)"
                       " select max(i) from n");
  tv_gui_wait_for_text (query.view, "Running…");
  ck_assert_ptr_null (tv_gui_find_part (query.view, "1 row, "));
  tv_gui_click_middle (tv_gui_find_text (query.view, "Stop"));
  tv_gui_set_busy (FALSE);
  tv_gui_wait_for_text (query.view, "The query was stopped.");
  /* It can be asked again at once, also by mouse. */
  gtk_text_buffer_set_text (get_buffer (), "select 5 as five", -1);
  tv_gui_click_middle (tv_gui_find_text (query.view, "Run"));
  tv_query_window_assert_shows (&query, "5\n");
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
      gtk_widget_activate_action (query.editor, "query.run", NULL);
      gtk_widget_activate_action (query.editor, "query.stop", NULL);
      tv_gui_settle ();
      ck_assert (tv_query_window_is_idle (&query));
      gtk_text_buffer_get_start_iter (get_buffer (), &start);
      ck_assert (!gtk_text_iter_starts_tag (&start, tag));
    }
}
END_TEST

/* In another window it is the same. */
START_TEST (test_scripts_are_remembered)
{
  GtkWidget *button;

  tv_query_window_run (&query, "select 1 as first_one");
  tv_query_window_assert_shows (&query, "1\n");
  tv_query_window_run (&query, "select 2 as second");
  tv_query_window_assert_shows (&query, "2\n");
  tv_query_window_run (&query, "select 1 as first_one");
  tv_query_window_assert_shows (&query, "1\n");
  tv_gui_close (query.window);
  tv_query_window_open (&query);
  tv_query_window_assert_script (&query, "select 1 as first_one");
  button = find_button ("History");
  tv_gui_keys (GTK_WIDGET (query.window), "alt+h");
  tv_gui_wait_for_text (button, "select 2 as second");
  tv_gui_click_middle (tv_gui_find_text (button, "select 2 as second"));
  tv_query_window_assert_script (&query, "select 2 as second");
  ck_assert (gtk_widget_has_focus (query.editor));
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

  tv_query_window_run (&query, large);
  tv_query_window_assert_shows (&query, "1\n");
  tv_query_window_run (&query, other);
  tv_query_window_assert_shows (&query, "2\n");
  tv_query_window_run (&query, huge);
  tv_query_window_assert_shows (&query, "3\n");
  g_object_get (query.view, "history", &history, NULL);
  ck_assert_uint_eq (g_strv_length (history), 1);
  ck_assert_str_eq (history[0], other);
}
END_TEST

/* Changes while statements run, and afterwards */

#define ENDLESS                                                                        \
  "with recursive n(i) as (select 1 union all select i + 1 from n)"                    \
  " select max(i) from n"

static void
compare_with (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  TvTraceSession *before = g_object_ref (query.session);

  tv_window_compare_with (query.window, file);
  query.session = tv_gui_wait_for_session (query.window, before);
}

static void
compare (const char *name)
{
  g_autofree char *path = g_build_filename (query.folder, name, NULL);

  compare_with (path);
}

/* Times of the base are on its own clock: the slice “input” begins half a microsecond
 * after the start of its trace, which is at 1000500 in SQL; it is rounded here. */
START_TEST (test_times_of_the_base)
{
  g_autofree char *path = g_build_filename (g_getenv ("TRACEVIEW_SRCDIR"), "tests",
                                            "traces", "slices", "system.pftrace", NULL);

  compare_with (path);
  tv_trace_session_set_time_unit (query.session, TV_TIME_UNIT_US);
  tv_query_window_run (&query, "select ts, dur, name, ts + 0 as ts from b.slice"
                               " order by id limit 1");
  tv_query_window_assert_shows (&query, "1\u00a0µs|3\u00a0µs|input|1001000\n");
  tv_query_window_run (&query, "select ts, dur from a.slice where id = 1");
  tv_query_window_assert_shows (&query, "100000\u00a0µs|500000\u00a0µs\n");
  /* A sum tells nothing of its trace, but lengths are the same on both clocks. */
  tv_query_window_run (&query, "select min(ts), max(dur) from b.slice");
  tv_query_window_assert_shows (&query, "1001000|6\u00a0µs\n");
}
END_TEST

/* Amounts of samples have no unit of time, whatever they are compared with. */
START_TEST (test_weights_of_the_base)
{
  g_autofree char *path = g_build_filename (query.folder, "base.folded", NULL);

  ck_assert (g_file_set_contents (path, "main;work 7\nmain 2\n", -1, NULL));
  compare_with (path);
  tv_query_window_run (&query, "select dur, name from b.slice order by id");
  tv_query_window_assert_shows (&query, "9|main\n7|work\n");
  tv_query_window_run (&query, "select sum(dur) from b.slice");
  tv_query_window_assert_shows (&query, "16\n");
}
END_TEST

/* The tables of the base, whose calls are selected in it. */
START_TEST (test_two_traces)
{
  TvTraceSession *base;
  TvTraceSession *before;

  compare ("sample.trace");
  before = g_object_ref (query.session);
  base = tv_trace_session_get_base (query.session);
  tv_query_window_run (
      &query, "select b.id, a.dur / 1000000 as ms, 'both' as name from b.slice as b"
              " join a.slice as a using (id) where a.dur > 4e8 order by id");
  tv_query_window_assert_shows (&query, "0|1000|both\n1|500|both\n6|900|both\n");
  tv_gui_click_middle (GTK_WIDGET (tv_query_window_find_row (&query, 2)));
  ck_assert_uint_eq (tv_trace_session_get_selected_call (base).thread, 1);
  gtk_widget_activate_action (GTK_WIDGET (query.window), "win.stop-comparing", NULL);
  query.session = tv_gui_wait_for_session (query.window, before);
  ck_assert_ptr_null (tv_trace_session_get_base (query.session));
  tv_query_window_run (&query, "select * from b.slice");
  tv_gui_wait_for_text (
      query.view, "line 1, column 17: no such table: b.slice; did you mean “slice”?");
}
END_TEST

START_TEST (test_a_reload_ends_a_query)
{
  TvTraceSession *before = g_object_ref (query.session);

  tv_gui_set_busy (TRUE);
  tv_query_window_run (&query, ENDLESS);
  tv_gui_wait_for_text (query.view, "Running…");
  gtk_widget_activate_action (GTK_WIDGET (query.window), "win.reload", NULL);
  query.session = tv_gui_wait_for_session (query.window, before);
  tv_gui_set_busy (FALSE);
  tv_gui_wait_for_text (query.view, "Run");
  tv_gui_settle ();
  ck_assert_ptr_nonnull (tv_gui_find_part (query.view, "Tables and columns"));
  tv_query_window_run (&query, "select 5 as five");
  tv_query_window_assert_shows (&query, "5\n");
  /* Nobody waits for it when the window closes. */
  tv_gui_set_busy (TRUE);
  tv_query_window_run (&query, ENDLESS);
  tv_gui_wait_for_text (query.view, "Running…");
}
END_TEST

static void
swap (void)
{
  TvTraceSession *before = g_object_ref (query.session);

  gtk_widget_activate_action (GTK_WIDGET (query.window), "win.swap-traces", NULL);
  query.session = tv_gui_wait_for_session (query.window, before);
}

static void
assert_no_result (void)
{
  ck_assert (tv_query_window_is_idle (&query));
  ck_assert_ptr_nonnull (tv_gui_find_part (query.view, "Tables and columns"));
}

/* What runs is of traces that are not shown any more, be it answered or not. */
START_TEST (test_a_swap_ends_a_query)
{
  static const char *const scripts[] = { ENDLESS, "select count(*) as n from a.slice" };
  g_autofree char *path = tv_sample_write_base (query.folder, "base.trace");

  compare ("base.trace");
  for (guint i = 0; i < G_N_ELEMENTS (scripts); i++)
    {
      tv_gui_set_busy (TRUE);
      tv_query_window_run (&query, scripts[i]);
      swap ();
      tv_gui_set_busy (FALSE);
      ck_assert (tv_query_window_is_idle (&query));
      tv_gui_settle ();
      assert_no_result ();
      tv_query_window_run (&query, "select (select count(*) from a.slice) as a,"
                                   " (select count(*) from b.slice) as b");
      tv_query_window_assert_shows (&query, i == 0 ? "5|7\n" : "7|5\n");
    }
}
END_TEST

static gboolean
has_other_names (gpointer before)
{
  return tv_trace_session_get_trace (query.session) != before;
}

/* What runs goes on with the new names, and a result says that it has the old ones. */
START_TEST (test_names_change)
{
  TvTrace *before;

  tv_query_window_run (
      &query, "create table kept as select 1 as one; select name, one from slice, kept"
              " where id = 1");
  tv_query_window_assert_shows (&query, "app.Work.outer: ()V|1\n");
  tv_gui_keys (GTK_WIDGET (query.window), "ctrl+shift+n");
  tv_gui_wait_for_text (query.view,
                        "Names or traces have changed: run the statements again,"
                        " also those that create tables.");
  tv_query_window_assert_shows (&query, "app.Work.outer: ()V|1\n");
  tv_query_window_run (&query, "select * from kept");
  tv_gui_wait_for_text (query.view, "line 1, column 15: no such table: kept");
  tv_gui_set_busy (TRUE);
  tv_query_window_run (&query, ENDLESS);
  tv_gui_wait_for_text (query.view, "Running…");
  before = tv_trace_session_get_trace (query.session);
  tv_gui_keys (GTK_WIDGET (query.window), "ctrl+shift+n");
  tv_gui_wait (has_other_names, before, "other names");
  tv_gui_click_middle (tv_gui_find_text (query.view, "Stop"));
  tv_gui_set_busy (FALSE);
  tv_gui_wait_for_text (query.view, "The query was stopped.");
  tv_query_window_run (&query, "select name from slice where id = 1");
  tv_query_window_assert_shows (&query, "app.Work.outer: ()V\n");
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
