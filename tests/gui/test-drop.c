/* SPDX-License-Identifier: Apache-2.0 */

#include "gui/driver.h"
#include "gui/sample.h"
#include "support/test-folder.h"

#include <check.h>

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

static TvWindow *
find_window (const char *title)
{
  GList *windows = gtk_application_get_windows (GTK_APPLICATION (application));

  for (GList *link = windows; link != NULL; link = link->next)
    if (g_strcmp0 (gtk_window_get_title (link->data), title) == 0)
      return link->data;
  return NULL;
}

static gboolean
has_window (gpointer title)
{
  return find_window (title) != NULL;
}

/* Makes the welcome page a thing that can be dragged, and drops it a bit further on the
 * same window: to the window, files come from outside or inside alike. */
static void
drag_onto (TvWindow *window, GdkContentProvider *content)
{
  GtkWidget *page = gtk_window_get_child (GTK_WINDOW (window));
  GtkDragSource *source = gtk_drag_source_new ();

  gtk_drag_source_set_content (source, content);
  gtk_drag_source_set_actions (source, GDK_ACTION_COPY);
  gtk_widget_add_controller (page, GTK_EVENT_CONTROLLER (source));
  tv_gui_drag (page, 60, 60, 240, 240);
}

START_TEST (test_drop_one)
{
  g_autofree char *path = tv_sample_write (folder, "dropped.trace");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GdkContentProvider) content
      = gdk_content_provider_new_typed (G_TYPE_FILE, file);
  TvWindow *window = tv_gui_open (application, NULL);

  drag_onto (window, content);
  tv_gui_wait_for_page (window, "trace");
  ck_assert_str_eq (gtk_window_get_title (GTK_WINDOW (window)), "dropped.trace");
  ck_assert_uint_eq (tv_gui_count_windows (application), 1);
}
END_TEST

START_TEST (test_drop_two)
{
  g_autofree char *one = tv_sample_write (folder, "one.trace");
  g_autofree char *two = tv_sample_write (folder, "two.trace");
  g_autoptr (GFile) first = g_file_new_for_path (one);
  g_autoptr (GFile) second = g_file_new_for_path (two);
  GFile *files[] = { first, second };
  GdkFileList *list = gdk_file_list_new_from_array (files, 2);
  g_autoptr (GdkContentProvider) content
      = gdk_content_provider_new_typed (GDK_TYPE_FILE_LIST, list);
  TvWindow *window = tv_gui_open (application, NULL);

  g_boxed_free (GDK_TYPE_FILE_LIST, list);
  drag_onto (window, content);
  tv_gui_wait (has_window, (gpointer) "two.trace", "a window for the second file");
  tv_gui_wait_for_page (window, "trace");
  ck_assert_str_eq (gtk_window_get_title (GTK_WINDOW (window)), "one.trace");
  tv_gui_wait_for_page (find_window ("two.trace"), "trace");
  ck_assert_uint_eq (tv_gui_count_windows (application), 2);
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
