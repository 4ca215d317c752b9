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

TV_TEST_MAIN (void)
{
  const TTest *const tests[] = {
    test_dialog,
    test_dialog_cancelled,
  };

  return tv_gui_run ("dialog", set_up, tear_down, tests, G_N_ELEMENTS (tests));
}
