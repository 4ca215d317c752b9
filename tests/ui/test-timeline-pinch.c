/* SPDX-License-Identifier: Apache-2.0 */

/*
 * Two fingers on the timeline. No tool can put two fingers on a window of Xvfb: its
 * XTEST has a pointer and keys only, and GTK 4 does not let a program make events of
 * its own. So the gesture of the real window is found and told what GTK would tell it,
 * and where its fingers are is answered here, in place of GTK: this program's function
 * of that name comes before the library's.
 */

#include "support/trace-fixtures.h"
#include "ui/display.h"
#include "ui/timeline-stage.h"

#include <check.h>

/* The middle between the fingers, in pixels of the timeline. */
static struct
{
  gboolean down;
  double x;
  double y;
} fingers;

static TvTimelineStage stage;
static GdkRectangle area; /* of the call, which fills the view */

/* See GTK's documentation. Only called by the code under test. */
gboolean
gtk_gesture_get_bounding_box_center (GtkGesture *gesture, double *x, double *y)
{
  ck_assert (GTK_IS_GESTURE_ZOOM (gesture));
  *x = fingers.x;
  *y = fingers.y;
  return fingers.down;
}

static void
set_up (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_add_method (writer, 4, "app.Main", "main", "()V", "M.java", 1);
  tv_trace_writer_enter (writer, 1, 4, 0, 0);
  tv_trace_writer_exit (writer, 1, 4, 0, 100000);
  tv_timeline_stage_open (&stage, tv_test_load (writer));
  tv_timeline_stage_set_view (&stage, 0, 100);
  area = tv_timeline_stage_area (&stage, tv_timeline_stage_call (&stage, 1, 0));
}

static void
tear_down (void)
{
  fingers.down = FALSE;
  tv_timeline_stage_close (&stage);
}

static GtkGestureZoom *
find_gesture (void)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (stage.timeline);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller
          = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_ZOOM (controller))
        return GTK_GESTURE_ZOOM (controller);
    }
  ck_abort_msg ("the timeline has no gesture of two fingers");
  return NULL;
}

static void
put_fingers_at (double share_of_width)
{
  fingers.down = TRUE;
  fingers.x = area.x + area.width * share_of_width;
  fingers.y = area.y + 5;
  g_signal_emit_by_name (find_gesture (), "begin", NULL);
}

/* Moves them so that they are so many times as far apart as at the beginning. */
static void
spread (double factor)
{
  g_signal_emit_by_name (find_gesture (), "scale-changed", factor);
  tv_gui_settle ();
}

START_TEST (test_fingers_zoom_about_their_middle)
{
  put_fingers_at (0.25);
  spread (2);
  /* What is at a quarter of the width, 25 ms, stays there: 12.5 before, 37.5 after. */
  tv_timeline_stage_assert_view (&stage, 12.5, 62.5, 0.2);
  spread (4);
  tv_timeline_stage_assert_view (&stage, 18.75, 43.75, 0.2);
  /* As far apart as they were. */
  spread (1);
  tv_timeline_stage_assert_view (&stage, 0, 100, 0.2);
}
END_TEST

START_TEST (test_fingers_put_down_again_begin_anew)
{
  put_fingers_at (0.25);
  spread (4);
  tv_timeline_stage_assert_view (&stage, 18.75, 43.75, 0.2);
  put_fingers_at (0.5);
  spread (0.5);
  /* The middle of the view of now, 31.25 ms, and 50 ms of it. */
  tv_timeline_stage_assert_view (&stage, 6.25, 56.25, 0.2);
}
END_TEST

START_TEST (test_no_fingers_no_zoom)
{
  put_fingers_at (0.25);
  fingers.down = FALSE;
  spread (2);
  tv_timeline_stage_assert_view (&stage, 0, 100, 0.001);
}
END_TEST

static void
show_another_trace (void)
{
  tv_timeline_set_session (TV_TIMELINE (stage.timeline), NULL);
  tv_timeline_set_session (TV_TIMELINE (stage.timeline), stage.session);
}

/* The view that the fingers began with is another trace's. */
START_TEST (test_fingers_do_not_zoom_the_next_trace)
{
  put_fingers_at (0.25);
  show_another_trace ();
  spread (2);
  tv_timeline_stage_assert_view (&stage, 0, 100, 0.001);
  put_fingers_at (0.25);
  spread (2);
  tv_timeline_stage_assert_view (&stage, 12.5, 62.5, 0.2);
}
END_TEST

START_TEST (test_fingers_put_down_before_there_is_a_trace)
{
  tv_timeline_set_session (TV_TIMELINE (stage.timeline), NULL);
  put_fingers_at (0.25);
  tv_timeline_set_session (TV_TIMELINE (stage.timeline), stage.session);
  spread (2);
  tv_timeline_stage_assert_view (&stage, 0, 100, 0.001);
}
END_TEST

TV_DISPLAY_TESTS (set_up, tear_down)
