/* SPDX-License-Identifier: Apache-2.0 */

/* The strip of the whole trace over the timeline: what pointer, wheel and key do. */

#include "gui/driver.h"
#include "ui/sample-trace.h"
#include "ui/session/trace-session.h"
#include "ui/timeline-stage.h"
#include "ui/timeline/overview.h"
#include "ui/timeline/timeline.h"

#include <check.h>

#define MS 1000000.0

/* The strip's middle. */
#define Y 16

static GtkWidget *timeline;
static GtkWidget *overview;
static TvTraceSession *session;
static TvTimelineStage stage;

static void
set_up (void)
{
  tv_timeline_stage_open (&stage, tv_sample_trace_new ());
  timeline = stage.timeline;
  session = stage.session;
  overview = tv_gui_find_type (timeline, "TvOverview");
  ck_assert (tv_overview_is_ready (TV_OVERVIEW (overview)));
}

static void
tear_down (void)
{
  tv_timeline_stage_close (&stage);
}

/* Where a time is in the overview: it shows the full range whatever is in view. */
static double
get_x (double ms)
{
  gint64 start;
  gint64 end;

  tv_trace_session_get_full_range (session, &start, &end);
  return (ms * MS - (double) start) / (double) (end - start)
         * gtk_widget_get_width (overview);
}

static void
set_view (double start_ms, double end_ms)
{
  tv_timeline_stage_set_view (&stage, start_ms, end_ms);
}

static void
assert_view (double start_ms, double end_ms)
{
  /* Two pixels of 10 ms over some 700. */
  tv_timeline_stage_assert_view (&stage, start_ms, end_ms, 0.03);
}

static GdkRectangle
get_outer (void)
{
  return tv_timeline_stage_area (&stage, tv_timeline_stage_call (&stage, 1, 0));
}

START_TEST (test_drag_moves_the_window)
{
  set_view (4, 6);
  tv_gui_drag (overview, get_x (5), Y, get_x (7), Y);
  assert_view (6, 8);
  /* Not out of the trace. */
  tv_gui_drag (overview, get_x (7), Y, get_x (1), Y);
  tv_gui_drag (overview, get_x (1), Y, get_x (0) - 60, Y);
  assert_view (0, 2);
  tv_gui_keys (timeline, "BackSpace");
  assert_view (4, 6);
}
END_TEST

START_TEST (test_drag_resizes)
{
  set_view (4, 6);
  tv_gui_drag (overview, get_x (4) - 2, Y, get_x (3) - 2, Y);
  assert_view (3, 6);
  tv_gui_drag (overview, get_x (6) + 2, Y, get_x (9) + 2, Y);
  assert_view (3, 9);
  /* An edge does not go over the other one. */
  tv_gui_drag (overview, get_x (3) - 2, Y, get_x (9.5), Y);
  assert_view (9, 9);
}
END_TEST

START_TEST (test_drag_draws_a_new_window)
{
  tv_gui_drag (overview, get_x (2), Y, get_x (5), Y);
  assert_view (2, 5);
  tv_gui_drag (overview, get_x (9), Y, get_x (7), Y);
  assert_view (7, 9);
  tv_gui_keys (timeline, "BackSpace");
  assert_view (2, 5);
}
END_TEST

START_TEST (test_click_centres)
{
  set_view (4, 6);
  tv_gui_click (overview, get_x (8), Y);
  assert_view (7, 9);
  /* In the window nothing happens. */
  tv_gui_click (overview, get_x (7.5), Y);
  assert_view (7, 9);
}
END_TEST

START_TEST (test_double_click_shows_all)
{
  set_view (4, 6);
  tv_gui_move (overview, get_x (5), Y);
  tv_gui_press (GDK_BUTTON_PRIMARY, 2);
  tv_timeline_stage_assert_all_in_view (&stage);
}
END_TEST

START_TEST (test_wheel)
{
  gint64 start;
  gint64 end;

  set_view (4, 6);
  tv_gui_move (overview, get_x (5), Y);
  tv_gui_turn_wheel (NULL, "5");
  assert_view (4.2, 6.2);
  tv_gui_turn_wheel (NULL, "4");
  assert_view (4, 6);

  /* About the time under the pointer. */
  tv_gui_turn_wheel ("ctrl", "4");
  assert_view (4.2, 5.8);
  tv_gui_turn_wheel ("ctrl", "5");
  tv_gui_turn_wheel ("ctrl", "5");
  tv_trace_session_get_view (session, &start, &end);
  ck_assert_double_eq_tol ((double) (end - start) / MS, 2.5, 0.01);
}
END_TEST

START_TEST (test_v_hides_it)
{
  const int with = get_outer ().y;

  tv_gui_keys (timeline, "v");
  ck_assert (!gtk_widget_get_visible (overview));
  ck_assert_int_eq (get_outer ().y, with - 32);
  tv_gui_keys (timeline, "v");
  ck_assert (gtk_widget_get_visible (overview));
}
END_TEST

START_TEST (test_right_to_left)
{
  gtk_widget_set_direction (timeline, GTK_TEXT_DIR_RTL);
  tv_gui_settle ();
  tv_gui_drag (overview, get_x (2), Y, get_x (5), Y);
  assert_view (2, 5);
}
END_TEST

START_TEST (test_another_session)
{
  g_autoptr (TvProfile) profile = tv_profile_new (stage.trace, NULL, NULL);
  g_autoptr (TvTraceSession) other = tv_trace_session_new (stage.trace, profile);

  tv_timeline_set_session (TV_TIMELINE (timeline), NULL);
  tv_gui_settle ();
  ck_assert (!tv_overview_is_ready (TV_OVERVIEW (overview)));
  tv_gui_click (overview, 100, Y);
  tv_gui_drag (overview, 100, Y, 200, Y);
  tv_timeline_stage_assert_all_in_view (&stage);

  tv_timeline_set_session (TV_TIMELINE (timeline), other);
  tv_gui_settle ();
  ck_assert (tv_overview_is_ready (TV_OVERVIEW (overview)));
  tv_timeline_stage_assert_all_in_view (&stage);
}
END_TEST

static gboolean
has_tooltip (gpointer text)
{
  GtkWidget *tooltip = tv_gui_find_type (stage.window, "GtkTooltipWindow");

  return tooltip != NULL && gtk_widget_get_mapped (tooltip)
         && tv_gui_find_part (tooltip, text) != NULL;
}

/* The main thread all the time, and worker, which is back from its wait. */
START_TEST (test_tooltip)
{
  char text[]
      = "\u00a0ms\nMain thread running 100% of the time\n1.0 other threads running";

  tv_gui_move (overview, get_x (4.75), Y);
  tv_gui_move (overview, get_x (4.75) + 1, Y + 1);
  tv_gui_wait (has_tooltip, text, "the tooltip");
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
