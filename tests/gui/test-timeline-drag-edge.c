/* SPDX-License-Identifier: Apache-2.0 */

/* A drag that reaches an edge of the timeline takes the view along. */

#include "gui/driver.h"
#include "support/trace-fixtures.h"
#include "ui/session/trace-session.h"
#include "ui/timeline-stage.h"

#include <check.h>

#define MS G_GINT64_CONSTANT (1000000)

static TvTimelineStage stage;
static GdkRectangle area; /* of the call, which fills the view */

/* One call of a second; 400 to 500 ms of it are in view. */
static void
set_up (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_add_method (writer, 4, "app.Main", "main", "()V", "M.java", 1);
  tv_trace_writer_enter (writer, 1, 4, 0, 0);
  tv_trace_writer_exit (writer, 1, 4, 0, 1000000);
  tv_timeline_stage_open (&stage, tv_test_load (writer));
  tv_timeline_stage_set_view (&stage, 400, 500);
  area = tv_timeline_stage_area (&stage, tv_timeline_stage_call (&stage, 1, 0));
}

static void
tear_down (void)
{
  tv_timeline_stage_close (&stage);
}

static gint64
get_start (void)
{
  gint64 start;
  gint64 end;

  tv_trace_session_get_view (stage.session, &start, &end);
  return start;
}

static gboolean
is_past_430 (gpointer data)
{
  return get_start () > 430 * MS;
}

static gboolean
is_before_370 (gpointer data)
{
  return get_start () < 370 * MS;
}

static void
move_to (double share_of_width)
{
  tv_gui_move (stage.timeline, area.x + area.width * share_of_width, area.y + 5);
}

/* From the middle, which is at 450 ms. */
static void
begin_drag (void)
{
  move_to (0.5);
  tv_gui_input ("mousedown", "1", NULL);
}

static void
end_drag (void)
{
  tv_gui_input ("mouseup", "1", NULL);
  tv_gui_settle ();
}

/* Away from the edge the view stands still. */
static void
assert_stands_still (void)
{
  gint64 start;

  move_to (0.7);
  tv_gui_settle ();
  start = get_start ();
  for (guint i = 0; i < 5; i++)
    tv_gui_settle ();
  ck_assert_int_eq (get_start (), start);
}

START_TEST (test_a_range_goes_on_beyond_the_edge)
{
  gint64 view_start, view_end, start, end;

  tv_gui_input ("keydown", "shift", NULL);
  begin_drag ();
  move_to (0.999);
  tv_gui_wait (is_past_430, NULL, "the view to move on");
  assert_stands_still ();
  end_drag ();
  tv_gui_input ("keyup", "shift", NULL);

  tv_trace_session_get_view (stage.session, &view_start, &view_end);
  ck_assert_int_eq (view_end - view_start, 100 * MS);
  ck_assert (tv_trace_session_get_range (stage.session, &start, &end));
  ck_assert_int_le (ABS (start - 450 * MS), MS);
  ck_assert_int_le (ABS (end - (view_start + 70 * MS)), MS);
}
END_TEST

START_TEST (test_a_zoom_goes_on_beyond_the_edge)
{
  gint64 before, start, end;

  begin_drag ();
  move_to (0.001);
  tv_gui_wait (is_before_370, NULL, "the view to move back");
  assert_stands_still ();
  move_to (0.2);
  tv_gui_settle ();
  before = get_start ();
  end_drag ();

  tv_trace_session_get_view (stage.session, &start, &end);
  ck_assert_int_le (ABS (start - (before + 20 * MS)), MS);
  ck_assert_int_le (ABS (end - 450 * MS), MS);
}
END_TEST

static gboolean
is_at_end (gpointer data)
{
  gint64 start, end, last;

  tv_trace_session_get_full_range (stage.session, &start, &last);
  tv_trace_session_get_view (stage.session, &start, &end);
  return end == last;
}

START_TEST (test_the_view_ends_with_the_trace)
{
  gint64 view_start, view_end, start, end;

  tv_timeline_stage_set_view (&stage, 850, 950);
  tv_gui_input ("keydown", "shift", NULL);
  begin_drag ();
  move_to (0.999);
  tv_gui_wait (is_at_end, NULL, "the view to reach the end");
  assert_stands_still ();
  end_drag ();
  tv_gui_input ("keyup", "shift", NULL);
  tv_trace_session_get_full_range (stage.session, &start, &end);
  tv_trace_session_get_view (stage.session, &view_start, &view_end);
  ck_assert_int_eq (view_end, end);
  ck_assert (tv_trace_session_get_range (stage.session, &start, &end));
  ck_assert_int_le (ABS (start - 900 * MS), MS);
}
END_TEST

/* Where a drag begins at the edge and goes away from it, the view stays. */
START_TEST (test_a_drag_from_the_edge_does_not_move_the_view)
{
  move_to (0.001);
  tv_gui_input ("mousedown", "1", NULL);
  tv_gui_move (stage.timeline, area.x + 7, area.y + 5);
  for (guint i = 0; i < 5; i++)
    tv_gui_settle ();
  ck_assert_int_eq (get_start (), 400 * MS);
  tv_gui_input ("key", "Escape", NULL);
  end_drag ();
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
