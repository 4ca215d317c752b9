/* SPDX-License-Identifier: Apache-2.0 */

/* All that the profile panel does, done once with the keyboard alone: nothing here but
 * keys changes anything. */

#include "gui/find-window.h"
#include "support/test-runner.h"
#include "ui/profile-table.h"
#include "ui/profile-tools.h"
#include "ui/session-range.h"
#include "ui/session-scope.h"

#include <check.h>
#include <string.h>

#define MAIN_ROW "0 app.Main.main ()V"
#define RUN_ROW "1 app.Worker.run ()V"
#define OUTER_ROW "2 app.Work.outer ()V"
#define INNER_ROW "3 app.Work.inner ()V"

/* As a string of several keys, one after the other. */
static void
press (TvFindWindow *window, const char *keys)
{
  g_auto (GStrv) each = g_strsplit (keys, " ", -1);

  for (guint i = 0; each[i] != NULL; i++)
    tv_find_window_press (window, each[i]);
}

/* The same in menus, whose pages slide: their letters are of both pages meanwhile. */
static void
press_in_menu (TvFindWindow *window, const char *keys)
{
  g_auto (GStrv) each = g_strsplit (keys, " ", -1);

  for (guint i = 0; each[i] != NULL; i++)
    {
      tv_find_window_press (window, each[i]);
      g_usleep (300000);
      tv_gui_settle ();
    }
}

/* From the timeline, which has the focus at first. */
static void
go_to_table (TvFindWindow *window)
{
  for (guint i = 0; i < 30; i++)
    {
      GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window->window));

      /* The triangle of a row has it. */
      if (focus != NULL && gtk_widget_is_ancestor (focus, window->rows))
        return;
      press (window, "Tab");
    }
  ck_abort_msg ("Tab does not lead to the table");
}

static gboolean
shows (TvFindWindow *window, const char *row)
{
  return tv_gui_find_text (window->rows, row) != NULL;
}

typedef struct
{
  TvFindWindow *window;
  const char *text;
} Wait;

static gboolean
is_shown (gpointer data)
{
  const Wait *wait = data;

  return tv_gui_find_text (GTK_WIDGET (wait->window->window), wait->text) != NULL;
}

static void
wait_for_text (TvFindWindow *window, const char *text)
{
  Wait wait = { window, text };

  tv_gui_wait (is_shown, &wait, text);
  tv_gui_settle ();
}

static gboolean
has_sums (gpointer session)
{
  return !tv_trace_session_is_summing (session);
}

static void
wait_for_sums (TvFindWindow *window)
{
  tv_gui_wait (has_sums, window->session, "the sums");
  tv_gui_settle ();
}

static TvProfileColumn
get_sort (TvFindWindow *window, gboolean *descending)
{
  return tv_profile_model_get_sort (
      tv_profile_tree_get_methods (tv_profile_panel_get_tree (window->panel)),
      descending);
}

static gboolean
is_column_shown (TvFindWindow *window, TvProfileColumn column)
{
  return gtk_column_view_column_get_visible (
      tv_profile_panel_get_column (window->panel, column));
}

static guint
count_rows (TvFindWindow *window)
{
  return g_list_model_get_n_items (G_LIST_MODEL (
      tv_profile_tree_get_selection (tv_profile_panel_get_tree (window->panel))));
}

START_TEST (test_1_columns)
{
  TvFindWindow window;
  gboolean descending;

  tv_find_window_init (&window);
  go_to_table (&window);
  /* The first tick that can be taken away. */
  press (&window, "ctrl+l space Escape");
  ck_assert (!is_column_shown (&window, TV_PROFILE_COLUMN_INCL_CPU_PERCENT));
  press (&window, "ctrl+shift+l");
  ck_assert (is_column_shown (&window, TV_PROFILE_COLUMN_INCL_CPU_PERCENT));
  /* By name, by the last column, by the first of numbers, and back to the ranks. */
  press (&window, "ctrl+Next");
  ck_assert_int_eq (get_sort (&window, &descending), TV_PROFILE_COLUMN_NAME);
  ck_assert (!descending);
  press (&window, "ctrl+i");
  ck_assert_int_eq (get_sort (&window, &descending), TV_PROFILE_COLUMN_NAME);
  ck_assert (descending);
  press (&window, "ctrl+Next");
  ck_assert_int_eq (get_sort (&window, &descending),
                    TV_PROFILE_COLUMN_INCL_CPU_PERCENT);
  ck_assert (descending);
  press (&window, "ctrl+Prior ctrl+Prior");
  ck_assert_int_eq (get_sort (&window, &descending), TV_PROFILE_N_COLUMNS);
  press (&window, "ctrl+Prior");
  ck_assert_int_eq (get_sort (&window, &descending), TV_PROFILE_COLUMN_REAL_PER_CALL);
  press (&window, "ctrl+Next");
  ck_assert_int_eq (get_sort (&window, &descending), TV_PROFILE_N_COLUMNS);
  ck_assert_int_eq (tv_trace_session_get_time_unit (window.session),
                    TV_PROFILE_UNIT_MS);
  press (&window, "ctrl+k");
  ck_assert_int_eq (tv_trace_session_get_time_unit (window.session), TV_PROFILE_UNIT_S);
  press (&window, "ctrl+k ctrl+k");
  tv_find_window_clear (&window);
}
END_TEST

START_TEST (test_2_rows)
{
  TvFindWindow window;
  guint n;

  tv_find_window_init (&window);
  go_to_table (&window);
  /* Back and forth through the methods that were visited. */
  press (&window, "Home Return Left End Return");
  ck_assert_uint_eq (tv_find_window_get_selected (&window), TV_FIND_INNER);
  press (&window, "alt+Left");
  ck_assert_uint_eq (tv_find_window_get_selected (&window), TV_FIND_MAIN);
  press (&window, "alt+Right");
  ck_assert_uint_eq (tv_find_window_get_selected (&window), TV_FIND_INNER);

  press (&window, "Left Home Left Right");
  ck_assert_uint_eq (tv_find_window_get_selected (&window), TV_FIND_MAIN);
  n = count_rows (&window);
  ck_assert_uint_gt (n, 4);
  /* Into its children, and the child opened in place. */
  for (guint i = 0; i < n && tv_find_window_get_selected (&window) != TV_FIND_OUTER;
       i++)
    press (&window, "Down");
  press (&window, "Right");
  ck_assert_uint_gt (count_rows (&window), n);
  n = count_rows (&window);
  press (&window, "Home Left");
  ck_assert_uint_lt (count_rows (&window), n);
  tv_find_window_clear (&window);
}
END_TEST

START_TEST (test_3_find)
{
  TvFindWindow window;

  tv_find_window_init (&window);
  go_to_table (&window);
  /* Typing in the table finds. */
  tv_gui_type (GTK_WIDGET (window.window), "er");
  tv_find_window_wait_for (&window, "1 of 3");
  ck_assert_uint_eq (tv_find_window_get_selected (&window), TV_FIND_RUN);
  press (&window, "F3");
  tv_find_window_wait_for (&window, "2 of 3");
  press (&window, "shift+F3 shift+F3");
  tv_find_window_wait_for (&window, "3 of 3, continued from the end");
  press (&window, "alt+h");
  ck_assert (!shows (&window, MAIN_ROW));
  ck_assert (shows (&window, OUTER_ROW));
  press (&window, "alt+h");
  ck_assert (shows (&window, MAIN_ROW));
  press (&window, "Escape");
  tv_gui_settle ();
  ck_assert (!tv_find_window_is_open (&window));

  /* A regular expression, chosen in the menu of the bar, behind the steps. */
  press (&window, "ctrl+f");
  tv_gui_type (GTK_WIDGET (window.window), "r.n|inner");
  tv_find_window_wait_for (&window, "Not found");
  press (&window, "Tab Tab Tab space r");
  tv_find_window_wait_for (&window, "1 of 2");
  press (&window, "space t Escape");
  tv_find_window_clear (&window);
}
END_TEST

START_TEST (test_4_groups)
{
  TvFindWindow window;

  tv_find_window_init (&window);
  go_to_table (&window);
  press_in_menu (&window, "F9 g c");
  wait_for_text (&window, "app.Work");
  ck_assert (!shows (&window, OUTER_ROW));
  press_in_menu (&window, "F9 g n");
  wait_for_text (&window, OUTER_ROW);
  tv_find_window_clear (&window);
}
END_TEST

START_TEST (test_5_scope)
{
  TvFindWindow window;
  gint64 start, end;
  TvThreadSet *threads;
  guint n;

  tv_find_window_init (&window);
  /* A range: what is in view, after zooming in; the timeline has the focus. */
  press (&window, "plus plus shift+t");
  ck_assert (tv_trace_session_get_range (window.session, &start, &end));
  wait_for_sums (&window);
  ck_assert (tv_trace_session_is_restricted_to_range (window.session));
  press (&window, "ctrl+1");
  wait_for_sums (&window);
  ck_assert (!tv_trace_session_is_restricted_to_range (window.session));
  press (&window, "ctrl+2");
  wait_for_sums (&window);
  ck_assert (tv_trace_session_is_restricted_to_range (window.session));
  press (&window, "ctrl+1");
  /* One thread of the two. */
  press (&window, "ctrl+t Tab space Escape");
  wait_for_sums (&window);
  threads = tv_trace_session_get_threads (window.session);
  ck_assert_ptr_nonnull (threads);
  (void) tv_thread_set_get (threads, &n);
  ck_assert_uint_eq (n, 1);
  press (&window, "ctrl+shift+t");
  wait_for_sums (&window);
  ck_assert_ptr_null (tv_trace_session_get_threads (window.session));
  /* The clock, in the View menu. */
  ck_assert_int_eq (tv_trace_session_get_primary_clock (window.session),
                    TV_CLOCK_THREAD_CPU);
  press (&window, "F9 e");
  wait_for_sums (&window);
  ck_assert_int_eq (tv_trace_session_get_primary_clock (window.session), TV_CLOCK_WALL);
  tv_find_window_clear (&window);
}
END_TEST

static gboolean
is_there (gpointer path)
{
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

START_TEST (test_6_copy_and_export)
{
  TvFindWindow window;
  g_autofree char *row = NULL;
  g_autofree char *path = NULL;
  GtkWindow *dialog;

  tv_find_window_init (&window);
  path = g_build_filename (window.folder, "find-profile.csv", NULL);
  go_to_table (&window);
  press (&window, "Home Down ctrl+c");
  row = tv_gui_read_clipboard (GTK_WIDGET (window.window));
  ck_assert (g_str_has_prefix (row, RUN_ROW "\t"));
  press (&window, "ctrl+e");
  dialog = tv_gui_wait_for_dialog ("GtkFileChooserDialog");
  tv_gui_settle ();
  /* The name that is proposed. */
  tv_gui_keys (GTK_WIDGET (dialog), "Return");
  tv_gui_wait (is_there, path, "the file");
  tv_gui_wait_for_no_dialog ("GtkFileChooserDialog");
  tv_find_window_clear (&window);
}
END_TEST

START_TEST (test_7_the_menu_of_a_row)
{
  TvFindWindow window;
  g_autofree char *name = NULL;
  TvCallRef call;

  tv_find_window_init (&window);
  go_to_table (&window);
  press (&window, "End Menu s");
  tv_gui_settle ();
  call = tv_trace_session_get_selected_call (window.session);
  ck_assert_uint_ne (call.thread, TV_THREAD_NONE);
  go_to_table (&window);
  press (&window, "End");
  press_in_menu (&window, "Menu m j");
  name = tv_gui_read_clipboard (GTK_WIDGET (window.window));
  ck_assert_str_eq (name, "app/Work.inner:()V");
  go_to_table (&window);
  press (&window, "End Menu h");
  ck_assert_uint_eq (count_rows (&window), 0);
  /* The button says so by its letter. */
  press (&window, "alt+a");
  ck_assert_uint_eq (count_rows (&window), 4);
  go_to_table (&window);
  press (&window, "End Menu l");
  ck_assert_uint_gt (count_rows (&window), 4);
  tv_find_window_clear (&window);
}
END_TEST

int
main (void)
{
  const TTest *const tests[] = {
    test_1_columns,
    test_2_rows,
    test_3_find,
    test_4_groups,
    test_5_scope,
    test_6_copy_and_export,
    test_7_the_menu_of_a_row,
  };

  if (!gtk_init_check ())
    {
      g_print ("skipped: no display\n");
      return 77;
    }
  return tv_test_run ("profile-keyboard", tests, G_N_ELEMENTS (tests));
}
