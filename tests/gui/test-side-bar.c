/* SPDX-License-Identifier: Apache-2.0 */

/* The side bar in the window: when it is there, its links by mouse and by key, and the
 * call under the pointer. */

#include "app/settings.h"
#include "gui/driver.h"
#include "gui/sample.h"
#include "support/trace-fixtures.h"
#include "ui/timeline/timeline.h"

#include <check.h>

static TvWindow *window;
static char *folder;

static void
set_up (void)
{
  window = tv_sample_open (&folder);
}

static void
tear_down (void)
{
  tv_sample_close (&folder);
}

/* Another window has what is remembered. */
static void
open_another (void)
{
  g_autofree char *path = g_build_filename (folder, "sample.trace", NULL);

  window = tv_gui_open (tv_gui_start (), path);
}

static gboolean
is_shown (void)
{
  tv_gui_settle ();
  return tv_gui_find_type (GTK_WIDGET (window), "TvSideBar") != NULL;
}

static int
get_width (void)
{
  return gtk_widget_get_width (tv_gui_find_type (GTK_WIDGET (window), "TvSideBar"));
}

#define MOST_HANDLE_WIDTH 8

START_TEST (test_window)
{
  g_autoptr (GSettings) settings = tv_settings_new ();
  int width;

  /* A wide window has it, a narrow one where it is asked for. */
  tv_gui_close (window);
  g_settings_set_int (settings, "window-width", 1250);
  open_another ();
  ck_assert (is_shown ());
  width = g_settings_get_int (settings, "side-bar-width");
  ck_assert_int_le (get_width (), width);
  ck_assert_int_ge (get_width (), width - MOST_HANDLE_WIDTH);
  tv_gui_resize (GTK_WIDGET (window), 1000, 700);
  ck_assert (!is_shown ());
  ck_assert (g_settings_get_boolean (settings, "side-bar"));
  tv_gui_keys (GTK_WIDGET (window), "F4");
  ck_assert (is_shown ());
  tv_gui_keys (GTK_WIDGET (window), "F4");
  ck_assert (!is_shown ());
  ck_assert (!g_settings_get_boolean (settings, "side-bar"));
  tv_gui_close (window);
  open_another ();
  tv_gui_resize (GTK_WIDGET (window), 1250, 700);
  ck_assert (!is_shown ());
}
END_TEST

START_TEST (test_links_and_pointer)
{
  TvTraceSession *session = tv_window_get_session (window);
  GtkWidget *timeline = tv_gui_find_type (GTK_WIDGET (window), "TvTimeline");
  GtkWidget *bar;
  GtkWidget *label;
  GdkRectangle area;

  g_action_group_change_action_state (G_ACTION_GROUP (window), "side-bar",
                                      g_variant_new_boolean (TRUE));
  ck_assert (is_shown ());
  bar = tv_gui_find_type (GTK_WIDGET (window), "TvSideBar");
  /* The call of inner that wrapper makes. */
  tv_trace_session_select_call (session, (TvCallRef){ 0, 5 });
  tv_gui_settle ();
  label = tv_gui_find_text (bar, "Work.wrapper()  app");
  tv_gui_click (label, 5, gtk_widget_get_height (label) / 2.0);
  ck_assert_uint_eq (tv_trace_session_get_selected_call (session).thread, 0);
  ck_assert_uint_eq (tv_trace_session_get_selected_call (session).call, 4);

  /* By keyboard, from where the link was. */
  gtk_widget_grab_focus (
      gtk_widget_get_parent (tv_gui_find_text (bar, "Work.inner(int)  app")));
  tv_gui_keys (bar, "Return");
  ck_assert_uint_eq (
      tv_trace_session_get_selected_method (session),
      tv_test_find_method (tv_trace_session_get_trace (session), "app.Work.inner"));
  ck_assert_uint_eq (tv_trace_session_get_selected_call (session).thread,
                     TV_THREAD_NONE);
  ck_assert_ptr_null (tv_gui_find_text (bar, "This Call"));

  ck_assert (
      tv_timeline_get_call_area (TV_TIMELINE (timeline), (TvCallRef){ 0, 0 }, &area));
  tv_gui_move (timeline, area.x + area.width / 20, area.y + area.height / 2);
  tv_gui_wait_for_text (bar, "This Call");
  ck_assert_ptr_nonnull (tv_gui_find_part (bar, "Main."));
  tv_gui_park ();
  tv_gui_wait_for_text (bar, "Callers");
  ck_assert_ptr_null (tv_gui_find_text (bar, "This Call"));
}
END_TEST

TV_TEST_MAIN (void)
{
  const TTest *const tests[] = {
    test_window,
    test_links_and_pointer,
  };

  return tv_gui_run ("side-bar", set_up, tear_down, tests, G_N_ELEMENTS (tests));
}
