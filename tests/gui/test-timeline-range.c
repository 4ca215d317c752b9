/* SPDX-License-Identifier: Apache-2.0 */

/* Selecting a range of time in the timeline, by mouse and by keys, and as it is seen.
 */

#include "gui/driver.h"
#include "gui/range-window.h"
#include "support/trace-fixtures.h"
#include "ui/pixels.h"
#include "ui/session/trace-session.h"
#include "ui/timeline/timeline.h"

#include <check.h>

/* Rank 0 in the soft colours, and what is left of it on white when it is dimmed.
 */
#define OUTER 0x3e87e4
#define OUTER_DIMMED 0xb2cff4

#define ALL_METHODS                                                                    \
  "1 a.Outer.run ()V, 2 a.Inner.work ()V, 3 a.Leaf.end ()V, 4 a.Waiter.wait ()V, "     \
  "5 a.Wrapper.call ()V"

/* From 2 to 4 ms there are Outer and Inner, for 2 ms each, and a Waiter off the CPU. */
#define METHODS_FROM_2_TO_4 "1 a.Inner.work ()V, 2 a.Outer.run ()V, 3 a.Waiter.wait ()V"

START_TEST (test_shift_and_drag_selects)
{
  tv_range_window_assert_methods (ALL_METHODS);
  ck_assert_ptr_nonnull (tv_gui_find_text (shown.panel, "10.000"));
  ck_assert (!gtk_widget_get_visible (shown.bar));

  /* A little beside the ends of a call: it is the call's ends that are meant. */
  tv_range_window_drag (
      "shift",
      ((TvRangePlace){ tv_range_window_get_x (2) + 4, tv_range_window_busy (0).y }),
      ((TvRangePlace){ tv_range_window_get_x (4) - 4, tv_range_window_busy (0).y }));
  tv_range_window_assert_exact_range (2, 4);
  tv_range_window_assert_view (0, 10.05);
  tv_range_window_assert_methods (METHODS_FROM_2_TO_4);
  ck_assert_ptr_nonnull (tv_gui_find_text (shown.panel, "2.000"));
  ck_assert_ptr_null (tv_gui_find_text (shown.panel, "10.000"));
  ck_assert (gtk_widget_get_visible (shown.bar));

  tv_gui_keys (shown.timeline, "shift+Escape");
  tv_range_window_assert_no_range ();
  tv_range_window_assert_methods (ALL_METHODS);
  ck_assert_ptr_nonnull (tv_gui_find_text (shown.panel, "10.000"));
  ck_assert (!gtk_widget_get_visible (shown.bar));
}
END_TEST

START_TEST (test_control_does_not_snap)
{
  tv_gui_input ("keydown", "ctrl", NULL);
  tv_range_window_drag (
      "shift",
      ((TvRangePlace){ tv_range_window_get_x (2) + 4, tv_range_window_busy (0).y }),
      ((TvRangePlace){ tv_range_window_get_x (4) - 4, tv_range_window_busy (0).y }));
  tv_gui_input ("keyup", "ctrl", NULL);
  tv_range_window_assert_range (
      2 + 4 / ((tv_range_window_get_x (10) - tv_range_window_get_x (0)) / 10),
      4 - 4 / ((tv_range_window_get_x (10) - tv_range_window_get_x (0)) / 10), 0.03);
}
END_TEST

START_TEST (test_a_click_with_shift_selects_a_call)
{
  tv_gui_input ("keydown", "shift", NULL);
  tv_gui_click (shown.timeline, tv_range_window_get_x (3), tv_range_window_busy (0).y);
  tv_gui_input ("keyup", "shift", NULL);
  tv_range_window_assert_no_range ();
  ck_assert_uint_eq (tv_trace_session_get_selected_method (shown.session),
                     tv_test_find_method (shown.trace, "a.Inner.work"));
}
END_TEST

START_TEST (test_edges_and_middle_can_be_dragged)
{
  tv_trace_session_set_range (shown.session, 2 * MS, 4 * MS);
  tv_range_window_wait_for_sums ();

  /* An edge in the lanes, then past the other one, in the ruler. */
  tv_range_window_drag (
      NULL, tv_range_window_busy (4),
      ((TvRangePlace){ tv_range_window_get_x (6) + 2, tv_range_window_busy (0).y }));
  tv_range_window_assert_exact_range (2, 6);
  tv_range_window_drag (NULL, tv_range_window_ruler (2), tv_range_window_ruler (9));
  tv_range_window_assert_range (6, 9, 0.05);
  tv_range_window_assert_view (0, 10.05);

  /* As a whole, as far as the trace goes. */
  tv_range_window_drag (NULL, tv_range_window_ruler (7), tv_range_window_ruler (4));
  tv_range_window_assert_range (3, 6, 0.05);
  tv_range_window_drag (
      NULL, tv_range_window_ruler (4),
      ((TvRangePlace){ tv_range_window_get_x (0) + 2, tv_range_window_ruler (0).y }));
  tv_range_window_assert_range (0, 3, 0.05);
  tv_range_window_assert_view (0, 10.05);

  /* Shift begins a new one in the ruler; beside the range it is the view that moves. */
  tv_range_window_drag ("shift", tv_range_window_ruler (5), tv_range_window_ruler (7));
  tv_range_window_assert_range (5, 7, 0.05);
}
END_TEST

START_TEST (test_escape_gives_up_the_drag_then_the_range)
{
  tv_trace_session_set_range (shown.session, 2 * MS, 4 * MS);
  tv_gui_input ("keydown", "shift", NULL);
  tv_range_window_begin_drag (tv_range_window_quiet (5), tv_range_window_quiet (8));
  tv_range_window_assert_range (5, 8, 0.1);
  tv_gui_input ("keyup", "shift", "key", "Escape", NULL);
  tv_gui_settle ();
  tv_range_window_assert_exact_range (2, 4);
  tv_gui_input ("mouseup", "1", NULL);
  tv_range_window_wait_for_sums ();
  tv_range_window_assert_exact_range (2, 4);
  tv_range_window_assert_methods (METHODS_FROM_2_TO_4);

  tv_trace_session_select_call (shown.session, (TvCallRef){ 0, 0 });
  tv_gui_keys (shown.timeline, "Escape");
  tv_range_window_assert_exact_range (2, 4);
  ck_assert_uint_eq (tv_trace_session_get_selected_method (shown.session),
                     TV_METHOD_NONE);
  tv_gui_keys (shown.timeline, "Escape");
  tv_range_window_assert_no_range ();
}
END_TEST

START_TEST (test_selection_mode)
{
  GActionGroup *actions = tv_timeline_get_action_group (TV_TIMELINE (shown.timeline));
  g_autoptr (GVariant) on = NULL;
  g_autoptr (GVariant) off = NULL;

  tv_gui_keys (shown.timeline, "t");
  on = g_action_group_get_action_state (actions, "select-ranges");
  ck_assert (g_variant_get_boolean (on));
  tv_range_window_drag (NULL, tv_range_window_busy (6), tv_range_window_busy (8));
  tv_range_window_assert_exact_range (6, 8);
  tv_range_window_assert_view (0, 10.05);
  tv_range_window_drag ("shift", tv_range_window_quiet (2), tv_range_window_quiet (9));
  tv_range_window_assert_exact_range (6, 8);
  tv_range_window_assert_view (2, 9);

  tv_gui_keys (shown.timeline, "0");
  tv_gui_keys (shown.timeline, "t");
  off = g_action_group_get_action_state (actions, "select-ranges");
  ck_assert (!g_variant_get_boolean (off));
  tv_range_window_drag (NULL, tv_range_window_quiet (3), tv_range_window_quiet (5));
  tv_range_window_assert_view (3, 5);
}
END_TEST

static gboolean
is_range (gpointer milliseconds)
{
  const int *wanted = milliseconds;
  gint64 start, end;

  return tv_trace_session_get_range (shown.session, &start, &end)
         && start == wanted[0] * MS && end == wanted[1] * MS;
}

static gboolean
is_whole (gpointer data)
{
  gint64 start, end;

  return !tv_trace_session_get_range (shown.session, &start, &end);
}

static void
show_and_wait (int start, int end)
{
  int milliseconds[] = { start, end };

  tv_trace_session_set_view (shown.session, start * MS, end * MS);
  tv_gui_wait (is_range, milliseconds, "the view as range");
  tv_range_window_wait_for_sums ();
}

/* Every view has the numbers of the time in view. */
START_TEST (test_range_follows_the_view)
{
  GActionGroup *actions = tv_timeline_get_action_group (TV_TIMELINE (shown.timeline));
  g_autoptr (GVariant) state = NULL;

  tv_gui_keys (shown.timeline, "alt+t");
  tv_range_window_assert_no_range ();
  show_and_wait (2, 4);
  tv_range_window_assert_methods (METHODS_FROM_2_TO_4);
  show_and_wait (3, 7);
  tv_gui_keys (shown.timeline, "0");
  tv_gui_wait (is_whole, NULL, "no range");

  show_and_wait (2, 4);
  tv_gui_keys (shown.timeline, "alt+t");
  tv_range_window_assert_no_range ();
  tv_range_window_assert_view (2, 4);

  /* A dragged range ends it. */
  tv_gui_keys (shown.timeline, "alt+t");
  tv_range_window_assert_exact_range (2, 4);
  tv_gui_keys (shown.timeline, "0");
  tv_gui_wait (is_whole, NULL, "no range");
  tv_range_window_drag ("shift", tv_range_window_quiet (5), tv_range_window_quiet (8));
  tv_range_window_assert_range (5, 8, 0.1);
  state = g_action_group_get_action_state (actions, "follow-view");
  ck_assert (!g_variant_get_boolean (state));
}
END_TEST

START_TEST (test_keys)
{
  tv_trace_session_set_view (shown.session, 3 * MS, 7 * MS);
  tv_gui_keys (shown.timeline, "shift+t");
  tv_range_window_assert_exact_range (3, 7);
  tv_trace_session_select_call (shown.session,
                                (TvCallRef){ tv_test_find_thread (shown.trace, 3), 0 });
  tv_gui_keys (shown.timeline, "shift+f");
  tv_range_window_assert_exact_range (1, 5);

  /* Inside of what was zoomed to, the next one nests. */
  tv_gui_keys (shown.timeline, "z");
  tv_range_window_assert_view (1, 5);
  tv_trace_session_set_range (shown.session, 2 * MS, 3 * MS);
  ck_assert_uint_eq (tv_trace_session_get_range_depth (shown.session), 2);
  tv_gui_keys (shown.timeline, "z");
  tv_range_window_assert_view (2, 3);
  tv_gui_keys (shown.timeline, "shift+z");
  tv_range_window_assert_exact_range (1, 5);
  tv_range_window_assert_view (1, 5);
  tv_gui_keys (shown.timeline, "shift+z");
  tv_range_window_assert_no_range ();
  tv_range_window_assert_view (0, 10.05);
}
END_TEST

static guint
get_difference (guint32 a, guint32 b)
{
  guint most = 0;

  for (guint shift = 0; shift < 24; shift += 8)
    {
      const int difference = (int) (a >> shift & 0xff) - (int) (b >> shift & 0xff);

      most = MAX (most, (guint) ABS (difference));
    }
  return most;
}

static void
assert_color (const TvPixels *pixels, double x, double y, guint32 rgb)
{
  ck_assert_uint_le (get_difference (tv_pixels_get (pixels, (int) x, (int) y), rgb), 3);
}

START_TEST (test_the_rest_is_dimmed_and_the_ruler_measures)
{
  const double y = tv_range_window_busy (0).y;
  g_autoptr (TvPixels) before = NULL;
  g_autoptr (TvPixels) after = NULL;
  g_autoptr (TvPixels) cleared = NULL;
  guint32 edge;
  GdkRectangle ruler;

  before = tv_pixels_take (shown.timeline);
  assert_color (before, tv_range_window_get_x (1), y, OUTER);
  tv_trace_session_set_range (shown.session, 4500 * 1000, 6 * MS);
  tv_range_window_wait_for_sums ();
  after = tv_pixels_take (shown.timeline);
  assert_color (after, tv_range_window_get_x (1), y, OUTER_DIMMED);
  assert_color (after, tv_range_window_get_x (5), y, OUTER);
  assert_color (after, tv_range_window_get_x (8.25), y, OUTER_DIMMED);

  /* The line at the edge goes through ruler and lanes in one colour, and the ruler has
   * more of it. */
  edge = tv_pixels_get (after, (int) (tv_range_window_get_x (4.5) + 0.5),
                        (int) tv_range_window_quiet (0).y);
  assert_color (after, tv_range_window_get_x (4.5) + 0.5, tv_range_window_ruler (0).y,
                edge);
  ruler = (GdkRectangle){
    (int) tv_range_window_get_x (4.5) + 4, (int) tv_range_window_ruler (0).y - 6,
    (int) (tv_range_window_get_x (6) - tv_range_window_get_x (4.5)) - 8, 12
  };
  ck_assert_uint_ge (tv_pixels_count (after, &ruler, edge & 0xffffff), 100);
  ck_assert_uint_eq (tv_pixels_count (before, &ruler, edge & 0xffffff), 0);

  tv_trace_session_clear_range (shown.session);
  tv_gui_settle ();
  cleared = tv_pixels_take (shown.timeline);
  ck_assert_uint_eq (
      tv_pixels_count_changes (before, cleared,
                               &(GdkRectangle){ 0, 0, before->width, before->height }),
      0);
}
END_TEST

/* Time runs to the right all the same. */
START_TEST (test_right_to_left)
{
  g_autoptr (TvPixels) pixels = NULL;

  gtk_widget_set_direction (shown.timeline, GTK_TEXT_DIR_RTL);
  gtk_widget_set_direction (shown.bar, GTK_TEXT_DIR_RTL);
  tv_gui_settle ();
  tv_range_window_drag ("shift", tv_range_window_busy (6), tv_range_window_busy (8));
  tv_range_window_assert_exact_range (6, 8);
  tv_gui_park ();
  pixels = tv_pixels_take (shown.timeline);
  assert_color (pixels, tv_range_window_get_x (1), tv_range_window_busy (0).y,
                OUTER_DIMMED);
  assert_color (pixels, tv_range_window_get_x (9.75), tv_range_window_busy (0).y,
                OUTER_DIMMED);
}
END_TEST

TV_GUI_TESTS (tv_range_window_set_up, tv_range_window_tear_down)
