/* SPDX-License-Identifier: Apache-2.0 */

/* The timeline in a window of its own: what pointer and keys do. */

#include "gui/driver.h"
#include "support/trace-fixtures.h"
#include "ui/pixels.h"
#include "ui/sample-trace.h"
#include "ui/timeline-stage.h"
#include "ui/timeline/timeline.h"

#include <check.h>

#define MS 1000000.0

static GtkWidget *timeline;
static TvTraceSession *session;
static TvTimelineStage stage;

static void
set_up (void)
{
  tv_timeline_stage_open (&stage, tv_sample_trace_new ());
  timeline = stage.timeline;
  session = stage.session;
}

static void
tear_down (void)
{
  tv_timeline_stage_close (&stage);
}

/* The call of a thread that was entered as the @index-th. */
static TvCallRef
find_call (guint32 thread_id, guint32 index)
{
  return tv_timeline_stage_call (&stage, thread_id, index);
}

static GdkRectangle
get_area (guint32 thread_id, guint32 index)
{
  return tv_timeline_stage_area (&stage, find_call (thread_id, index));
}

static double
get_middle (GdkRectangle area)
{
  return area.x + area.width / 2;
}

/* Where a time is, reckoned from the bar of the call that is open from 0 to 10 ms. */
static double
get_x (double ms)
{
  GdkRectangle outer = get_area (1, 0);

  return outer.x + outer.width * ms / 10;
}

static void
assert_view (double start_ms, double end_ms, double tolerance_ms)
{
  tv_timeline_stage_assert_view (&stage, start_ms, end_ms, tolerance_ms);
}

static void
assert_all_in_view (void)
{
  tv_timeline_stage_assert_all_in_view (&stage);
}

static void
assert_method (const char *expected)
{
  guint32 method = tv_trace_session_get_selected_method (session);

  ck_assert_uint_eq (method, tv_test_find_method (stage.trace, expected));
}

static void
assert_nothing_selected (void)
{
  ck_assert_uint_eq (tv_trace_session_get_selected_method (session), TV_METHOD_NONE);
  ck_assert_uint_eq (tv_trace_session_get_selected_call (session).thread,
                     TV_THREAD_NONE);
}

START_TEST (test_click_selects_a_call)
{
  GdkRectangle inner = get_area (1, 2);
  GdkRectangle wait = get_area (7, 0);
  TvCallRef call;

  tv_gui_click (timeline, get_middle (inner), inner.y + 10);
  call = tv_trace_session_get_selected_call (session);
  ck_assert_uint_eq (call.thread, find_call (1, 2).thread);
  ck_assert_uint_eq (call.call, 2);
  assert_method ("a.Inner.work");

  /* In a wait, it is the call that waits. */
  tv_gui_click (timeline, get_middle (wait), wait.y + 4);
  assert_method ("a.Waiter.wait");
  ck_assert_uint_eq (tv_trace_session_get_selected_call (session).thread,
                     find_call (7, 0).thread);

  /* Nothing is there after the thread's last call. */
  tv_gui_click (timeline, get_x (9.8), wait.y + 4);
  assert_nothing_selected ();
}
END_TEST

START_TEST (test_drag_zooms)
{
  double y = get_area (3, 0).y;

  tv_gui_drag (timeline, get_x (2), y, get_x (4), y + 5);
  assert_view (2, 4, 0.05);
  ck_assert_int_ge (get_area (1, 1).width, 600);
  tv_gui_keys (timeline, "BackSpace");
  assert_all_in_view ();

  /* To the left as well. */
  tv_gui_drag (timeline, get_x (8), y, get_x (6), y);
  assert_view (6, 8, 0.05);
  assert_nothing_selected ();
  tv_gui_keys (timeline, "ctrl+bracketleft");
  assert_all_in_view ();
}
END_TEST

START_TEST (test_drag_out_of_the_rows_does_nothing)
{
  double y = get_area (3, 0).y;

  tv_gui_drag (timeline, get_x (2), y, get_x (4), 3);
  assert_all_in_view ();
  assert_nothing_selected ();
}
END_TEST

START_TEST (test_escape_gives_up_a_drag)
{
  double y = get_area (3, 0).y;

  tv_gui_move (timeline, get_x (2), y);
  tv_gui_input ("mousedown", "1", NULL);
  tv_gui_move (timeline, get_x (3), y);
  tv_gui_settle ();
  tv_gui_move (timeline, get_x (4), y);
  tv_gui_settle ();
  tv_gui_input ("key", "Escape", NULL);
  tv_gui_settle ();
  tv_gui_input ("mouseup", "1", NULL);
  tv_gui_settle ();
  assert_all_in_view ();
}
END_TEST

/* Dragging the ruler zooms out, as in the original: to the left it brings what comes
 * after the view, to the right what was before. */
START_TEST (test_ruler)
{
  const double y = get_area (1, 0).y - 12;
  gint64 start, end;

  tv_timeline_stage_set_view (&stage, 2, 4);
  tv_gui_drag (timeline, 600, y, 500, y);
  tv_trace_session_get_view (session, &start, &end);
  ck_assert_double_eq_tol ((double) start / MS, 2, 0.001);
  ck_assert_double_eq_tol ((double) end / MS, 4.3, 0.1);
  tv_timeline_stage_set_view (&stage, 2, 4);
  tv_gui_drag (timeline, 500, y, 600, y);
  tv_trace_session_get_view (session, &start, &end);
  ck_assert_double_eq_tol ((double) start / MS, 1.7, 0.1);
  ck_assert_double_eq_tol ((double) end / MS, 4, 0.001);

  tv_gui_move (timeline, 600, y);
  tv_gui_press (GDK_BUTTON_PRIMARY, 2);
  assert_all_in_view ();
}
END_TEST

static guint
count_changes_in_ruler (const TvPixels *before, const TvPixels *after)
{
  const int y = get_area (1, 0).y;

  return tv_pixels_count_changes (before, after,
                                  &(GdkRectangle){ 470, y - 26, 60, 14 });
}

/* Whatever is in view, the ruler says the time at the pointer to the microsecond. */
START_TEST (test_ruler_says_the_time)
{
  g_autoptr (TvPixels) before = NULL;
  g_autoptr (TvPixels) after = NULL;
  g_autofree char *text = NULL;

  tv_gui_move (timeline, 20, 100);
  tv_gui_settle ();
  text = tv_timeline_dup_pointer_time (TV_TIMELINE (timeline));
  ck_assert_ptr_null (text);
  before = tv_pixels_take (timeline);
  tv_gui_move (timeline, 500, get_area (1, 0).y + 5);
  tv_gui_settle ();
  after = tv_pixels_take (timeline);
  ck_assert_uint_ge (count_changes_in_ruler (before, after), 400);

  /* 10 µs in view. */
  tv_trace_session_set_view (session, 5000000, 5010000);
  tv_gui_move (timeline, 520, get_area (1, 0).y + 5);
  tv_gui_settle ();
  text = tv_timeline_dup_pointer_time (TV_TIMELINE (timeline));
  ck_assert_ptr_nonnull (text);
  ck_assert_msg (g_regex_match_simple ("^5[.]00[0-9]\u00a0ms$", text, 0, 0), "%s",
                 text);
}
END_TEST

START_TEST (test_pointer_leaves_the_lanes_alone)
{
  GdkRectangle rows = { (int) get_x (0), get_area (1, 0).y - 6, 200, 136 };
  g_autoptr (TvPixels) before = tv_pixels_take (timeline);
  g_autoptr (TvPixels) after = NULL;

  tv_gui_move (timeline, get_x (1), get_area (9, 0).y + 34);
  tv_gui_settle ();
  after = tv_pixels_take (timeline);
  /* A line of one pixel, from top to bottom. */
  ck_assert_uint_eq (tv_pixels_count_changes (before, after, &rows), 136);
}
END_TEST

START_TEST (test_another_session)
{
  g_autoptr (TvProfile) profile = tv_profile_new (stage.trace, NULL, NULL);
  g_autoptr (TvTraceSession) other = tv_trace_session_new (stage.trace, profile);

  tv_timeline_set_session (TV_TIMELINE (timeline), NULL);
  tv_gui_settle ();
  ck_assert_ptr_null (tv_timeline_get_session (TV_TIMELINE (timeline)));
  /* Nothing to move, and nobody to tell. */
  tv_gui_keys (timeline, "plus");
  tv_gui_click (timeline, 400, 150);
  assert_all_in_view ();

  tv_timeline_set_session (TV_TIMELINE (timeline), other);
  tv_gui_settle ();
  tv_gui_keys (timeline, "plus");
  assert_all_in_view ();
  g_action_group_activate_action (tv_timeline_get_action_group (TV_TIMELINE (timeline)),
                                  "zoom-all", NULL);
  g_set_object (&stage.session, other);
  session = other;
  assert_all_in_view ();
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
