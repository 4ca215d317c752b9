/* SPDX-License-Identifier: Apache-2.0 */

/* The timeline in a window of its own: what it draws, and what pointer and keys do. */

#include "analysis/lookup/call-query.h"
#include "gui/driver.h"
#include "gui/pixels.h"
#include "gui/timeline-stage.h"
#include "support/trace-fixtures.h"
#include "ui/sample-trace.h"
#include "ui/timeline/timeline.h"

#include <check.h>

#define MS 1000000.0

/* The sample's ranks are Outer 0, Inner 1, Leaf 2, Waiter 3: the soft colours in this
 * order. */
#define OUTER 0x3e87e4
#define INNER 0xa2a15f
#define WAITER 0x9fc864
#define EXTENT 0x808080

#define BACKGROUND 0xffffff

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

START_TEST (test_segments)
{
  g_autoptr (TvPixels) pixels = tv_pixels_take (timeline);
  GdkRectangle outer = get_area (1, 0);
  GdkRectangle inner = get_area (1, 1);
  GdkRectangle wait = get_area (3, 0);
  /* Above the name. */
  int line = outer.y + 1;
  int x = (int) get_middle (wait);

  ck_assert_int_eq (outer.height, 20);
  ck_assert_uint_eq (tv_pixels_get (pixels, (int) get_x (1), line), OUTER);
  ck_assert_uint_eq (tv_pixels_get (pixels, (int) get_x (5), line), OUTER);
  /* All of it, but for its name. */
  ck_assert_uint_ge (tv_pixels_count (pixels, &inner, INNER),
                     (guint) (inner.width * inner.height) * 9 / 10);
  /* Nothing over and under the bar. */
  ck_assert_uint_eq (tv_pixels_get (pixels, (int) get_x (1), outer.y - 1), BACKGROUND);
  ck_assert_uint_eq (tv_pixels_get (pixels, (int) get_x (1), outer.y + 20), BACKGROUND);
  /* A wait is a line on the last row of the bar. */
  ck_assert_uint_eq (tv_pixels_get (pixels, wait.x + 3, wait.y), WAITER);
  ck_assert_uint_ne (tv_pixels_get (pixels, x, wait.y + 10), WAITER);
  ck_assert_uint_ne (tv_pixels_get (pixels, x, wait.y + 18), WAITER);
  ck_assert_uint_eq (tv_pixels_get (pixels, x, wait.y + 19), WAITER);
}
END_TEST

START_TEST (test_rows_in_order)
{
  int first = get_area (1, 0).y;
  int pitch = get_area (3, 0).y - first;

  ck_assert_int_ge (pitch, 32);
  ck_assert_int_eq (get_area (7, 0).y, first + 2 * pitch);
  ck_assert_int_eq (get_area (9, 0).y, first + 3 * pitch);
}
END_TEST

START_TEST (test_marks_of_a_method)
{
  GdkRectangle inner = get_area (1, 2);
  GdkRectangle tab = { inner.x, inner.y - 6, inner.width, 6 };
  GdkRectangle beside = { (int) get_x (5), inner.y - 6, 10, 6 };
  g_autoptr (TvPixels) pixels = NULL;

  tv_timeline_stage_select_method (&stage, "a.Inner.work");
  pixels = tv_pixels_take (timeline);
  ck_assert_uint_eq (tv_pixels_count (pixels, &tab, INNER), (guint) inner.width * 5);
  ck_assert_uint_eq (tv_pixels_count (pixels, &beside, INNER), 0);
}
END_TEST

START_TEST (test_extents_without_own_time)
{
  GdkRectangle call = get_area (1, 3);
  GdkRectangle under = { call.x, call.y + 20, call.width, 9 };
  GdkRectangle left = { call.x, call.y + 22, 1, 5 };
  GdkRectangle right = { call.x + call.width - 1, call.y + 22, 1, 5 };
  g_autoptr (TvPixels) before = tv_pixels_take (timeline);
  g_autoptr (TvPixels) after = NULL;
  g_autoptr (TvPixels) cleared = NULL;

  ck_assert_uint_eq (tv_pixels_count (before, &under, EXTENT), 0);
  tv_timeline_stage_select_method (&stage, "a.Wrapper.call");
  after = tv_pixels_take (timeline);
  /* The line that joins the ticks, and the ticks. */
  ck_assert_uint_ge (tv_pixels_count (after, &under, EXTENT), (guint) call.width);
  ck_assert_uint_eq (tv_pixels_count (after, &left, EXTENT), 5);
  ck_assert_uint_eq (tv_pixels_count (after, &right, EXTENT), 5);

  tv_trace_session_clear_selection (session);
  tv_gui_settle ();
  cleared = tv_pixels_take (timeline);
  ck_assert_uint_eq (tv_pixels_count_changes (before, cleared, NULL), 0);
}
END_TEST

START_TEST (test_one_call_has_one_extent)
{
  GdkRectangle first = get_area (1, 1);
  GdkRectangle second = get_area (1, 2);
  GdkRectangle under_first = { first.x, first.y + 20, first.width, 9 };
  GdkRectangle under_second = { second.x, second.y + 20, second.width, 9 };
  g_autoptr (TvPixels) pixels = NULL;

  tv_trace_session_select_call (session, find_call (1, 2));
  tv_gui_settle ();
  pixels = tv_pixels_take (timeline);
  ck_assert_uint_eq (tv_pixels_count (pixels, &under_first, EXTENT), 0);
  ck_assert_uint_ge (tv_pixels_count (pixels, &under_second, EXTENT),
                     (guint) second.width);
}
END_TEST

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

/* Outer has the first two milliseconds to itself, some 140 pixels: the rest of its
 * colour is under its name. After it Inner's. */
START_TEST (test_strips_have_names)
{
  g_autoptr (TvPixels) pixels = tv_pixels_take (timeline);
  GdkRectangle area = get_area (1, 0);
  guint n_pixels;

  area.width = (int) get_x (2) - area.x - 2;
  n_pixels = (guint) (area.width * area.height);
  ck_assert_uint_lt (tv_pixels_count (pixels, &area, OUTER), n_pixels - 40);
  ck_assert_uint_gt (tv_pixels_count (pixels, &area, OUTER), n_pixels / 2);
  area.x += area.width - 20;
  area.width = 20;
  ck_assert_uint_eq (tv_pixels_count (pixels, &area, OUTER), 20 * area.height);
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

TV_TEST_MAIN (void)
{
  const TTest *const tests[] = {
    test_segments,
    test_rows_in_order,
    test_marks_of_a_method,
    test_extents_without_own_time,
    test_one_call_has_one_extent,
    test_click_selects_a_call,
    test_drag_zooms,
    test_drag_out_of_the_rows_does_nothing,
    test_escape_gives_up_a_drag,
    test_strips_have_names,
    test_ruler,
    test_ruler_says_the_time,
    test_pointer_leaves_the_lanes_alone,
    test_another_session,
  };

  return tv_gui_run ("timeline", set_up, tear_down, tests, G_N_ELEMENTS (tests));
}
