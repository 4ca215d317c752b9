/* SPDX-License-Identifier: Apache-2.0 */

/* What is done with a row of the profile panel, its copies, calls and menu, with the
 * keyboard alone. */

#include "gui/keyboard.h"
#include "support/test-runner.h"
#include "ui/session/trace-session.h"

#include <check.h>

#define MS G_GINT64_CONSTANT (1000000)

static TvFindWindow fixture;

static void
set_up (void)
{
  tv_find_window_init (&fixture);
}

static void
tear_down (void)
{
  tv_find_window_clear (&fixture);
}

static gboolean
is_there (gpointer path)
{
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

START_TEST (test_6_copy_and_export)
{
  g_autofree char *row = NULL;
  g_autofree char *path = NULL;
  GtkWindow *dialog;

  path = g_build_filename (fixture.folder, "find-profile.csv", NULL);
  tv_keyboard_go_to_table (&fixture);
  tv_keyboard_press (&fixture, "Home Down Down ctrl+c");
  row = tv_gui_read_clipboard (GTK_WIDGET (fixture.window));
  ck_assert (g_str_has_prefix (row, "2 app.Worker.run ()V\t"));
  tv_keyboard_press (&fixture, "ctrl+e");
  dialog = tv_gui_wait_for_dialog ("GtkFileChooserDialog");
  /* The name that is proposed. */
  tv_gui_keys (GTK_WIDGET (dialog), "Return");
  tv_gui_wait (is_there, path, "the file");
  tv_gui_wait_for_no_dialog ("GtkFileChooserDialog");
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
  g_autofree char *path = NULL;
  GtkWindow *dialog;

  path = g_build_filename (fixture.folder, "mine.json", NULL);
  tv_keyboard_go_to_table (&fixture);
  tv_keyboard_press (&fixture, "ctrl+e");
  dialog = tv_gui_wait_for_dialog ("GtkFileChooserDialog");
  tv_gui_keys (GTK_WIDGET (dialog), "ctrl+a");
  tv_gui_type (GTK_WIDGET (dialog), "mine.json");
  tv_gui_keys (GTK_WIDGET (dialog), "Return");
  tv_gui_wait (is_written, path, "the file");
  tv_gui_wait_for_no_dialog ("GtkFileChooserDialog");
}
END_TEST

/* In the timeline, inner lies from 200 to 500 ms, with a little room around it. */
START_TEST (test_7_calls)
{
  gint64 start;
  gint64 end;

  tv_keyboard_go_to_table (&fixture);
  tv_keyboard_press (&fixture, "End ctrl+Return");
  ck_assert_uint_eq (tv_find_window_get_selected (&fixture), TV_FIND_INNER);
  ck_assert_int_eq (tv_find_window_get_start_of_call (&fixture), 200 * MS);
  tv_trace_session_get_view (fixture.session, &start, &end);
  ck_assert_int_gt (start, 100 * MS);
  ck_assert_int_lt (start, 200 * MS);
  ck_assert_int_gt (end, 500 * MS);
  ck_assert_int_lt (end, 600 * MS);
  tv_keyboard_go_to_table (&fixture);
  /* From the start of what is in view. */
  tv_keyboard_press (&fixture, "ctrl+0 Home Down Down alt+period");
  ck_assert_uint_eq (tv_find_window_get_selected (&fixture), TV_FIND_RUN);
  ck_assert_int_eq (tv_find_window_get_start_of_call (&fixture), 50 * MS);
  tv_keyboard_go_to_table (&fixture);
  tv_keyboard_press (&fixture, "Home Down alt+comma");
  ck_assert_int_eq (tv_find_window_get_start_of_call (&fixture), 0);
}
END_TEST

START_TEST (test_7_the_menu_of_a_row)
{
  g_autofree char *name = NULL;

  tv_keyboard_go_to_table (&fixture);
  tv_keyboard_press (&fixture, "End Menu m j");
  name = tv_gui_read_clipboard (GTK_WIDGET (fixture.window));
  ck_assert_str_eq (name, "app/Work.inner:()V");
  tv_keyboard_go_to_table (&fixture);
  tv_keyboard_press (&fixture, "End Menu k h");
  ck_assert_uint_eq (tv_find_window_count_rows (&fixture), 0);
  /* The button says so by its letter. */
  tv_keyboard_press (&fixture, "alt+a");
  ck_assert_uint_eq (tv_find_window_count_rows (&fixture), 4);
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
