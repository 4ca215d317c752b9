/* SPDX-License-Identifier: Apache-2.0 */

/* What is done with the table of the profile panel, its scope, copies and the menu of a
 * row, with the keyboard alone: nothing here but keys changes anything. */

#include "gui/keyboard.h"
#include "support/test-runner.h"
#include "ui/session/trace-session.h"

#include <check.h>
#include <string.h>

START_TEST (test_5_scope)
{
  TvFindWindow window;
  gint64 start, end;
  TvThreadSet *threads;
  guint n;

  tv_find_window_init (&window);
  /* A range: what is in view, after zooming in; the timeline has the focus. */
  tv_keyboard_press (&window, "plus plus shift+t");
  ck_assert (tv_trace_session_get_range (window.session, &start, &end));
  tv_keyboard_wait_for_sums (&window);
  ck_assert (tv_trace_session_is_restricted_to_range (window.session));
  tv_keyboard_press (&window, "ctrl+1");
  tv_keyboard_wait_for_sums (&window);
  ck_assert (!tv_trace_session_is_restricted_to_range (window.session));
  tv_keyboard_press (&window, "ctrl+2");
  tv_keyboard_wait_for_sums (&window);
  ck_assert (tv_trace_session_is_restricted_to_range (window.session));
  tv_keyboard_press (&window, "ctrl+1");
  /* One thread of the two. */
  tv_keyboard_press (&window, "ctrl+t Tab space Escape");
  tv_keyboard_wait_for_sums (&window);
  threads = tv_trace_session_get_threads (window.session);
  ck_assert_ptr_nonnull (threads);
  (void) tv_thread_set_get (threads, &n);
  ck_assert_uint_eq (n, 1);
  tv_keyboard_press (&window, "ctrl+shift+t");
  tv_keyboard_wait_for_sums (&window);
  ck_assert_ptr_null (tv_trace_session_get_threads (window.session));
  /* The clock, in the View menu. */
  ck_assert_int_eq (tv_trace_session_get_primary_clock (window.session),
                    TV_CLOCK_THREAD_CPU);
  tv_keyboard_press_in_menu (&window, "F9 c r");
  tv_keyboard_wait_for_sums (&window);
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
  tv_keyboard_go_to_table (&window);
  tv_keyboard_press (&window, "Home Down Down ctrl+c");
  row = tv_gui_read_clipboard (GTK_WIDGET (window.window));
  ck_assert (g_str_has_prefix (row, "2 app.Worker.run ()V\t"));
  tv_keyboard_press (&window, "ctrl+e");
  dialog = tv_gui_wait_for_dialog ("GtkFileChooserDialog");
  tv_gui_settle ();
  /* The name that is proposed. */
  tv_gui_keys (GTK_WIDGET (dialog), "Return");
  tv_gui_wait (is_there, path, "the file");
  tv_gui_wait_for_no_dialog ("GtkFileChooserDialog");
  tv_find_window_clear (&window);
}
END_TEST

/* Copies what the keys say, and gives how it begins. */
static void
assert_copy (TvFindWindow *window, const char *keys, const char *beginning)
{
  g_autofree char *text = NULL;

  tv_keyboard_go_to_table (window);
  tv_keyboard_press (window, "Home Down Down");
  tv_keyboard_press_in_menu (window, keys);
  text = tv_gui_read_clipboard (GTK_WIDGET (window->window));
  ck_assert_msg (g_str_has_prefix (text, beginning), "%s: “%.80s”", keys, text);
}

START_TEST (test_6_copies_of_all_kinds)
{
  TvFindWindow window;

  tv_find_window_init (&window);
  assert_copy (&window, "ctrl+shift+c", "Name\tIncl CPU %\t");
  assert_copy (&window, "Menu a r m", "| Name |");
  assert_copy (&window, "Menu a o t", "Name\t");
  assert_copy (&window, "Menu a t j", "{\"rows\":[");
  assert_copy (&window, "Menu a t c", "\"Name\",\"Level\"");
  assert_copy (&window, "Menu a t m", "| Name |");
  tv_find_window_clear (&window);
}
END_TEST

static gboolean
is_written (gpointer path)
{
  g_autofree char *text = NULL;

  return g_file_get_contents (path, &text, NULL, NULL)
         && g_str_has_prefix (text, "{\"rows\":[");
}

/* The end of the name says how it is written. */
START_TEST (test_6_export_by_another_name)
{
  TvFindWindow window;
  g_autofree char *path = NULL;
  GtkWindow *dialog;

  tv_find_window_init (&window);
  path = g_build_filename (window.folder, "mine.json", NULL);
  tv_keyboard_go_to_table (&window);
  tv_keyboard_press (&window, "ctrl+e");
  dialog = tv_gui_wait_for_dialog ("GtkFileChooserDialog");
  tv_gui_settle ();
  tv_gui_keys (GTK_WIDGET (dialog), "ctrl+a");
  tv_gui_type (GTK_WIDGET (dialog), "mine.json");
  tv_gui_keys (GTK_WIDGET (dialog), "Return");
  tv_gui_wait (is_written, path, "the file");
  tv_gui_wait_for_no_dialog ("GtkFileChooserDialog");
  tv_find_window_clear (&window);
}
END_TEST

static char *
copy_name (TvFindWindow *window, const char *keys)
{
  tv_keyboard_go_to_table (window);
  tv_keyboard_press (window, "End");
  tv_keyboard_press_in_menu (window, keys);
  return tv_gui_read_clipboard (GTK_WIDGET (window->window));
}

START_TEST (test_7_calls_and_names)
{
  TvFindWindow window;
  g_autofree char *brief = NULL;
  g_autofree char *full = NULL;
  g_autofree char *of_key = NULL;
  gint64 before[2];
  gint64 after[2];

  tv_find_window_init (&window);
  tv_keyboard_go_to_table (&window);
  tv_trace_session_get_view (window.session, &before[0], &before[1]);
  tv_keyboard_press (&window, "End ctrl+Return");
  tv_gui_settle ();
  tv_trace_session_get_view (window.session, &after[0], &after[1]);
  ck_assert_int_lt (after[1] - after[0], before[1] - before[0]);
  ck_assert_int_eq (tv_find_window_get_start_of_call (&window), 200000000);
  tv_keyboard_go_to_table (&window);
  /* From the start of what is in view. */
  tv_keyboard_press (&window, "ctrl+0 Home Down Down alt+period");
  tv_gui_settle ();
  ck_assert_int_eq (tv_find_window_get_start_of_call (&window), 50000000);
  tv_keyboard_go_to_table (&window);
  tv_keyboard_press (&window, "Home Down alt+comma");
  tv_gui_settle ();
  ck_assert_int_eq (tv_find_window_get_start_of_call (&window), 0);

  brief = copy_name (&window, "Menu m s");
  ck_assert_str_eq (brief, "Work.inner");
  full = copy_name (&window, "Menu m f");
  ck_assert_str_eq (full, "void app.Work.inner()");
  tv_keyboard_go_to_table (&window);
  tv_keyboard_press (&window, "Home Down ctrl+alt+c");
  of_key = tv_gui_read_clipboard (GTK_WIDGET (window.window));
  ck_assert_str_eq (of_key, "void app.Main.main()");
  tv_find_window_clear (&window);
}
END_TEST

START_TEST (test_7_packages_and_source)
{
  TvFindWindow window;

  tv_find_window_init (&window);
  tv_keyboard_go_to_table (&window);
  tv_keyboard_press_in_menu (&window, "End Menu k w");
  ck_assert_uint_eq (tv_find_window_count_rows (&window), 4);
  tv_keyboard_wait_for_text (&window, "Only the package app is shown");
  tv_keyboard_go_to_table (&window);
  tv_keyboard_press_in_menu (&window, "End Menu k a");
  ck_assert_ptr_null (
      tv_gui_find_text (window.profile, "Only the package app is shown"));
  /* Nobody said where sources are. */
  tv_keyboard_go_to_table (&window);
  tv_keyboard_press_in_menu (&window, "End Menu r");
  tv_gui_wait_for_notice (GTK_WIDGET (window.panel), "");
  tv_find_window_clear (&window);
}
END_TEST

START_TEST (test_7_the_menu_of_a_row)
{
  TvFindWindow window;
  g_autofree char *name = NULL;
  TvCallRef call;

  tv_find_window_init (&window);
  tv_keyboard_go_to_table (&window);
  tv_keyboard_press (&window, "End Menu s");
  tv_gui_settle ();
  call = tv_trace_session_get_selected_call (window.session);
  ck_assert_uint_ne (call.thread, TV_THREAD_NONE);
  tv_keyboard_go_to_table (&window);
  tv_keyboard_press (&window, "End");
  tv_keyboard_press_in_menu (&window, "Menu m j");
  name = tv_gui_read_clipboard (GTK_WIDGET (window.window));
  ck_assert_str_eq (name, "app/Work.inner:()V");
  tv_keyboard_go_to_table (&window);
  tv_keyboard_press (&window, "End Menu k h");
  ck_assert_uint_eq (tv_find_window_count_rows (&window), 0);
  /* The button says so by its letter. */
  tv_keyboard_press (&window, "alt+a");
  ck_assert_uint_eq (tv_find_window_count_rows (&window), 4);
  tv_keyboard_go_to_table (&window);
  tv_keyboard_press (&window, "End Menu l");
  ck_assert_uint_gt (tv_find_window_count_rows (&window), 4);
  tv_find_window_clear (&window);
}
END_TEST

TV_TEST_MAIN (void)
{
  const TTest *const tests[] = {
    test_5_scope,
    test_6_copy_and_export,
    test_6_copies_of_all_kinds,
    test_6_export_by_another_name,
    test_7_calls_and_names,
    test_7_packages_and_source,
    test_7_the_menu_of_a_row,
  };

  return tv_gui_run ("profile-keyboard-use", NULL, NULL, tests, G_N_ELEMENTS (tests));
}
