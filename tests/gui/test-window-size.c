/* SPDX-License-Identifier: Apache-2.0 */

/* What a window takes from the settings: it is as large as the one that was closed
 * last, and reads traces within the limit of memory. */

#include "app/settings.h"
#include "gui/driver.h"
#include "gui/sample.h"
#include "support/test-folder.h"

static TvApplication *application;
static GSettings *settings;

static void
set_up (void)
{
  application = tv_gui_start ();
  settings = tv_settings_new ();
  ck_assert_ptr_nonnull (settings);
}

static void
tear_down (void)
{
  g_clear_object (&settings);
  tv_gui_close_all (application);
}

START_TEST (opens_as_large_as_the_last)
{
  TvWindow *window = NULL;
  int width = 0;
  int height = 0;

  ck_assert (g_settings_set_int (settings, "window-width", 1010));
  ck_assert (g_settings_set_int (settings, "window-height", 640));
  window = tv_gui_open (application, NULL);
  gtk_window_get_default_size (GTK_WINDOW (window), &width, &height);
  ck_assert_int_eq (width, 1010);
  ck_assert_int_eq (height, 640);
  ck_assert (!gtk_window_is_maximized (GTK_WINDOW (window)));

  gtk_window_set_default_size (GTK_WINDOW (window), 900, 610);
  tv_gui_close (window);
  ck_assert_int_eq (g_settings_get_int (settings, "window-width"), 900);
  ck_assert_int_eq (g_settings_get_int (settings, "window-height"), 610);
  ck_assert (!g_settings_get_boolean (settings, "window-maximized"));
}
END_TEST

START_TEST (opens_maximized_as_the_last)
{
  TvWindow *window = NULL;

  ck_assert (g_settings_set_int (settings, "window-width", 1010));
  ck_assert (g_settings_set_boolean (settings, "window-maximized", TRUE));
  window = tv_gui_open (application, NULL);
  ck_assert (gtk_window_is_maximized (GTK_WINDOW (window)));
  tv_gui_close (window);
  ck_assert (g_settings_get_boolean (settings, "window-maximized"));
  /* What it is when it is not maximized any more. */
  ck_assert_int_eq (g_settings_get_int (settings, "window-width"), 1010);

  ck_assert (g_settings_set_boolean (settings, "window-maximized", FALSE));
  window = tv_gui_open (application, NULL);
  ck_assert (!gtk_window_is_maximized (GTK_WINDOW (window)));
  tv_gui_close (window);
}
END_TEST

START_TEST (refuses_what_is_over_the_limit)
{
  char *folder = tv_test_folder_new ();
  g_autofree char *path = tv_sample_write (folder, "good.trace");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  TvWindow *window = tv_gui_open (application, NULL);

  ck_assert (g_settings_set_uint (settings, "memory-limit", 1));
  tv_window_open_file (window, file);
  tv_gui_wait_for_page (window, "error");
  ck_assert_ptr_nonnull (
      tv_gui_find_text (GTK_WIDGET (window), "Could Not Open “good.trace”"));

  ck_assert (g_settings_set_uint (settings, "memory-limit", 4096));
  tv_window_open_file (window, file);
  tv_gui_wait_for_page (window, "trace");
  tv_test_folder_remove (folder);
}
END_TEST

static Suite *
make_suite (void)
{
  Suite *suite = suite_create ("window-size");
  TCase *cases = tcase_create ("window-size");

  tcase_set_timeout (cases, 60);
  tcase_add_checked_fixture (cases, set_up, tear_down);
  tcase_add_test (cases, opens_as_large_as_the_last);
  tcase_add_test (cases, opens_maximized_as_the_last);
  tcase_add_test (cases, refuses_what_is_over_the_limit);
  suite_add_tcase (suite, cases);
  return suite;
}

int
main (void)
{
  return tv_gui_run (make_suite);
}
