/* SPDX-License-Identifier: Apache-2.0 */

#include "gui/driver.h"
#include "gui/sample.h"
#include "support/test-folder.h"

#include <check.h>
#include <string.h>

static TvApplication *application;
static char *folder;

static void
set_up (void)
{
  application = tv_gui_start ();
  folder = tv_test_folder_new ();
}

static void
tear_down (void)
{
  tv_gui_close_all (application);
  tv_test_folder_remove (g_steal_pointer (&folder));
}

START_TEST (test_dialog)
{
  g_autofree char *path = tv_sample_write (folder, "chosen.trace");
  TvWindow *window = tv_gui_open (application, NULL);
  GtkWindow *dialog = NULL;

  tv_gui_keys (GTK_WIDGET (window), "ctrl+o");
  dialog = tv_gui_wait_for_dialog ("GtkFileChooserDialog");
  tv_gui_keys (GTK_WIDGET (dialog), "ctrl+l");
  tv_gui_type (GTK_WIDGET (dialog), path);
  tv_gui_keys (GTK_WIDGET (dialog), "Return");
  tv_gui_wait_for_no_dialog ("GtkFileChooserDialog");
  tv_gui_wait_for_page (window, "trace");
  ck_assert_str_eq (gtk_window_get_title (GTK_WINDOW (window)), "chosen.trace");
  ck_assert_uint_eq (tv_gui_count_windows (application), 1);
}
END_TEST

START_TEST (test_dialog_cancelled)
{
  TvWindow *window = tv_gui_open (application, NULL);
  GtkWindow *dialog = NULL;

  tv_gui_keys (GTK_WIDGET (window), "ctrl+o");
  dialog = tv_gui_wait_for_dialog ("GtkFileChooserDialog");
  tv_gui_keys (GTK_WIDGET (dialog), "Escape");
  tv_gui_wait_for_no_dialog ("GtkFileChooserDialog");
  ck_assert_str_eq (tv_window_get_page (window), "welcome");
}
END_TEST

/* Archives */

static void
append_member (GByteArray *archive, const char *name, const char *data, gsize size)
{
  static const guint8 zeros[512] = { 0 };
  char header[512] = { 0 };
  guint sum = 0;

  g_strlcpy (header, name, 100);
  g_snprintf (header + 100, 8, "%07o", 0644u);
  g_snprintf (header + 124, 12, "%011zo", size);
  header[156] = '0';
  memcpy (header + 257, "ustar\00000", 8);
  memset (header + 148, ' ', 8);
  for (guint i = 0; i < sizeof header; i++)
    sum += (guint8) header[i];
  g_snprintf (header + 148, 8, "%06o", sum);
  g_byte_array_append (archive, (const guint8 *) header, sizeof header);
  g_byte_array_append (archive, (const guint8 *) data, (guint) size);
  g_byte_array_append (archive, zeros, (guint) (-size % sizeof zeros));
}

/* Writes an archive of two traces and a text. */
static char *
write_archive (void)
{
  g_autofree char *path = tv_sample_write (folder, "plain.trace");
  g_autofree char *wall = tv_sample_write_wall (folder, "wall.trace");
  char *archive = g_build_filename (folder, "two.tar", NULL);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree char *data = NULL;
  g_autofree char *wall_data = NULL;
  gsize size;

  ck_assert (g_file_get_contents (path, &data, &size, NULL));
  append_member (bytes, "run/a.trace", data, size);
  append_member (bytes, "run/note.txt", "text", 4);
  ck_assert (g_file_get_contents (wall, &wall_data, &size, NULL));
  append_member (bytes, "run/b.trace", wall_data, size);
  ck_assert (
      g_file_set_contents (archive, (const char *) bytes->data, bytes->len, NULL));
  return archive;
}

static GtkWindow *
wait_for_choice (void)
{
  GtkWindow *dialog = tv_gui_wait_for_dialog ("GtkWindow");

  ck_assert_str_eq (gtk_window_get_title (dialog), "Choose a Trace");
  ck_assert_ptr_nonnull (
      tv_gui_find_text (GTK_WIDGET (dialog), "“two.tar” has several traces"));
  ck_assert_ptr_nonnull (tv_gui_find_text (GTK_WIDGET (dialog), "run/a.trace"));
  ck_assert_ptr_nonnull (tv_gui_find_text (GTK_WIDGET (dialog), "run/b.trace"));
  ck_assert_ptr_null (tv_gui_find_text (GTK_WIDGET (dialog), "run/note.txt"));
  return dialog;
}

static void
assert_member (TvWindow *window, const char *name, gboolean has_cpu)
{
  TvTrace *trace = NULL;
  g_autofree char *member = g_strconcat ("two.tar!/run/", name, NULL);
  g_autofree char *path = g_build_filename (folder, member, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  tv_gui_wait_for_no_dialog ("GtkWindow");
  tv_gui_wait_for_page (window, "trace");
  trace = tv_trace_session_get_trace (tv_window_get_session (window));
  ck_assert_str_eq (gtk_window_get_title (GTK_WINDOW (window)), name);
  ck_assert (g_file_equal (tv_window_get_file (window), file));
  ck_assert_int_eq (tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU), has_cpu);
  ck_assert_uint_eq (tv_gui_count_windows (application), 1);
}

START_TEST (test_member_by_key)
{
  g_autofree char *path = write_archive ();
  g_autoptr (GFile) file = g_file_new_for_path (path);
  TvWindow *window = tv_gui_open (application, NULL);
  GtkWindow *dialog = NULL;

  tv_window_open_file (window, file);
  dialog = wait_for_choice ();
  ck_assert_str_eq (tv_window_get_page (window), "welcome");
  tv_gui_keys (GTK_WIDGET (dialog), "Down");
  tv_gui_keys (GTK_WIDGET (dialog), "Return");
  assert_member (window, "b.trace", FALSE);
}
END_TEST

START_TEST (test_member_by_mouse)
{
  g_autofree char *path = write_archive ();
  g_autoptr (GFile) file = g_file_new_for_path (path);
  TvWindow *window = tv_gui_open (application, NULL);
  GtkWindow *dialog = NULL;

  tv_window_open_file (window, file);
  dialog = wait_for_choice ();
  tv_gui_click (tv_gui_find_text (GTK_WIDGET (dialog), "run/b.trace"), 5, 5);
  tv_gui_click (tv_gui_find_text (GTK_WIDGET (dialog), "run/a.trace"), 5, 5);
  tv_gui_click (tv_gui_find_text (GTK_WIDGET (dialog), "Open"), 5, 5);
  assert_member (window, "a.trace", TRUE);
}
END_TEST

START_TEST (test_member_not_chosen)
{
  g_autofree char *path = write_archive ();
  g_autoptr (GFile) file = g_file_new_for_path (path);
  TvWindow *window = tv_gui_open (application, NULL);

  tv_window_open_file (window, file);
  tv_gui_keys (GTK_WIDGET (wait_for_choice ()), "Escape");
  tv_gui_wait_for_no_dialog ("GtkWindow");
  ck_assert_str_eq (tv_window_get_page (window), "welcome");
  ck_assert_ptr_null (tv_window_get_file (window));
}
END_TEST

/* The base can be a member, too. */
START_TEST (test_member_as_base)
{
  g_autofree char *path = write_archive ();
  g_autofree char *plain = g_build_filename (folder, "plain.trace", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  TvWindow *window = tv_gui_open (application, plain);

  tv_window_compare_with (window, file);
  tv_gui_keys (GTK_WIDGET (wait_for_choice ()), "Return");
  tv_gui_wait_for_no_dialog ("GtkWindow");
  tv_gui_wait_for_page (window, "trace");
  tv_gui_settle ();
  ck_assert_ptr_nonnull (tv_trace_session_get_base (tv_window_get_session (window)));
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
