/* SPDX-License-Identifier: Apache-2.0 */

/* A window whose address space is limited, as it is run by its meson.build. */

#include "gui/driver.h"
#include "gui/sample.h"
#include "support/test-folder.h"
#include "ui/widgets/notice-bar.h"

#include <check.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* 15 million records of zeros, of which little more is on the disk than their size. */
#define LARGE (200 * 1024 * 1024)

#define NEEDS "The trace needs at least "

static TvApplication *application;
static char *folder;

/* As in the program, it is there before GTK has threads. */
static void
prepare (void)
{
  application = tv_application_new ();
  tv_gui_prepare_windows ();
}

static void
set_up (void)
{
  struct rlimit space;

  ck_assert_int_eq (getrlimit (RLIMIT_AS, &space), 0);
  ck_assert (space.rlim_cur != RLIM_INFINITY);
  application = tv_gui_start ();
  ck_assert (g_application_register (G_APPLICATION (application), NULL, NULL));
  folder = tv_test_folder_new ();
}

static void
tear_down (void)
{
  tv_gui_close_all (application);
  tv_test_folder_remove (g_steal_pointer (&folder));
}

static void
write_large (const char *path)
{
  static const char head[] = "*version\n3\n*threads\n*methods\n*end\nSLOW\3\0 \0"
                             "\0\0\0\0\0\0\0\0\x0e\0\0\0\0\0\0\0\0\0\0\0\0\0\0";

  ck_assert (g_file_set_contents (path, head, sizeof head, NULL));
  ck_assert_int_eq (truncate (path, LARGE), 0);
}

static void
assert_shows_trace (TvWindow *window)
{
  TvTraceSession *session = tv_window_get_session (window);

  ck_assert_ptr_nonnull (session);
  ck_assert_uint_eq (tv_trace_get_n_calls (tv_trace_session_get_trace (session)), 7);
  ck_assert (
      gtk_widget_get_mapped (tv_gui_find_type (GTK_WIDGET (window), "TvTimeline")));
}

START_TEST (too_large_a_file_leaves_the_others_open)
{
  g_autofree char *good = tv_sample_write (folder, "good.trace");
  g_autofree char *large = g_build_filename (folder, "large.trace", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (large);
  TvWindow *first = tv_gui_open (application, good);
  TvWindow *second = NULL;

  write_large (large);
  tv_window_open_file (first, file);
  ck_assert_uint_eq (tv_gui_count_windows (application), 2);
  second
      = TV_WINDOW (gtk_application_get_active_window (GTK_APPLICATION (application)));
  ck_assert_ptr_ne (first, second);
  tv_gui_wait_for_page (second, "error");
  ck_assert_ptr_nonnull (tv_gui_find_part (GTK_WIDGET (second), NEEDS));
  assert_shows_trace (first);

  g_free (tv_sample_write (folder, "large.trace"));
  tv_window_reload (second);
  tv_gui_wait_for_page (second, "trace");
  assert_shows_trace (second);
}
END_TEST

START_TEST (a_file_that_grows_too_large_leaves_the_trace)
{
  g_autofree char *path = tv_sample_write (folder, "good.trace");
  TvWindow *window = tv_gui_open (application, path);
  GtkWidget *notice = NULL;

  write_large (path);
  tv_window_reload (window);
  tv_gui_wait_for_page (window, "trace");
  notice = tv_gui_find_type (GTK_WIDGET (window), "TvNoticeBar");
  ck_assert_ptr_nonnull (
      strstr (tv_notice_bar_get_sentence (TV_NOTICE_BAR (notice)), NEEDS));
  assert_shows_trace (window);
}
END_TEST

TV_PREPARED_TESTS (prepare, set_up, tear_down)
