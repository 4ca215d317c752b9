/* SPDX-License-Identifier: Apache-2.0 */

/* What the bar says of the selected range and the marks, where it leads, and the marks
 * in the timeline. */

#include "gui/driver.h"
#include "gui/range-window.h"
#include "ui/pixels.h"
#include "ui/session/trace-session.h"

#include <check.h>

/* What stands between a number and its unit. */
#define NBSP "\u00a0"

#define ALL_METHODS                                                                    \
  "1 a.Outer.run ()V, 2 a.Inner.work ()V, 3 a.Leaf.end ()V, 4 a.Waiter.wait ()V, "     \
  "5 a.Wrapper.call ()V"

START_TEST (test_bar_tells_the_range)
{
  g_autofree char *told = NULL;

  ck_assert (gtk_test_accessible_has_role (GTK_ACCESSIBLE (shown.bar),
                                           GTK_ACCESSIBLE_ROLE_GROUP));
  tv_trace_session_set_range (shown.session, 2 * MS, 6 * MS);
  tv_range_window_wait_for_sums ();
  ck_assert_ptr_nonnull (
      tv_gui_find_text (shown.bar, "Whole Trace (10.000" NBSP "ms)"));
  ck_assert_ptr_nonnull (tv_gui_find_text (shown.bar, "4.000" NBSP "ms"));
  /* The length stands on the step, once is enough. */
  ck_assert_ptr_nonnull (
      tv_gui_find_text (shown.bar, "2.000" NBSP "ms – 6.000" NBSP "ms · 2 calls"));
  told = gtk_test_accessible_check_property (
      GTK_ACCESSIBLE (shown.bar), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
      "2.000" NBSP "ms – 6.000" NBSP "ms · 4.000" NBSP "ms · 2 calls");
  ck_assert_msg (told == NULL, "the description is %s", told);
}
END_TEST

START_TEST (test_bar_leads_in_and_out)
{
  tv_trace_session_set_range (shown.session, 2 * MS, 8 * MS);
  tv_range_window_wait_for_sums ();
  tv_range_window_click_button ("Zoom to Range");
  tv_range_window_assert_view (2, 8);
  tv_trace_session_set_range (shown.session, 3 * MS, 4 * MS);
  tv_range_window_wait_for_sums ();
  tv_range_window_click_button ("Zoom to Range");
  tv_range_window_assert_view (3, 4);
  tv_range_window_click_button ("Go Back to This Range");
  tv_range_window_assert_exact_range (2, 8);
  tv_range_window_assert_view (2, 8);
  tv_range_window_click_button ("Clear Range");
  tv_range_window_assert_no_range ();
  tv_range_window_assert_view (2, 8);

  tv_trace_session_set_range (shown.session, 3 * MS, 4 * MS);
  tv_gui_settle ();
  tv_range_window_click_button ("Go Back to Whole Trace");
  tv_range_window_assert_no_range ();
  tv_range_window_assert_view (0, 10.05);
  tv_range_window_assert_methods (ALL_METHODS);
}
END_TEST

START_TEST (test_marks_by_keys)
{
  g_autoptr (TvPixels) before = NULL;
  g_autoptr (TvPixels) after = NULL;
  gint64 time;

  before = tv_pixels_take (shown.timeline);

  /* At the pointer, on the end of a call; in the middle where the pointer is not. */
  tv_gui_move (shown.timeline, tv_range_window_get_x (2) + 3,
               tv_range_window_busy (0).y);
  tv_gui_keys (shown.timeline, "m");
  tv_range_window_assert_mark (TV_MARK_A, 2, 1e-9);
  tv_gui_park ();
  tv_gui_keys (shown.timeline, "m");
  tv_range_window_assert_mark (TV_MARK_B, 10.05 / 2, 0.02);
  ck_assert_ptr_nonnull (tv_gui_find_text (
      shown.bar, "A: 2.000" NBSP "ms · B: 5.025" NBSP "ms · 3.025" NBSP "ms apart"));
  after = tv_pixels_take (shown.timeline);
  ck_assert_uint_gt (tv_pixels_count_changes (
                         before, after,
                         &(GdkRectangle){ (int) tv_range_window_get_x (2) - 1,
                                          (int) tv_range_window_quiet (0).y, 3, 1 }),
                     0);
  ck_assert_uint_eq (tv_pixels_count_changes (
                         before, after,
                         &(GdkRectangle){ (int) tv_range_window_get_x (2) - 5,
                                          (int) tv_range_window_quiet (0).y, 3, 1 }),
                     0);

  tv_gui_keys (shown.timeline, "ctrl+m");
  tv_range_window_assert_range (2, 5.025, 0.02);
  tv_gui_keys (shown.timeline, "m");
  ck_assert (!tv_trace_session_get_mark (shown.session, TV_MARK_B, &time));
  tv_gui_keys (shown.timeline, "shift+m");
  ck_assert (!tv_trace_session_get_mark (shown.session, TV_MARK_A, &time));
}
END_TEST

START_TEST (test_marks_by_mouse)
{
  tv_trace_session_set_mark (shown.session, TV_MARK_A, 2 * MS);
  tv_trace_session_set_mark (shown.session, TV_MARK_B, 4 * MS);
  tv_gui_settle ();
  tv_range_window_drag (NULL, tv_range_window_ruler (2), tv_range_window_ruler (3));
  tv_range_window_assert_mark (TV_MARK_A, 3, 0.05);
  tv_range_window_assert_mark (TV_MARK_B, 4, 1e-9);
  tv_range_window_assert_view (0, 10.05);

  /* Given up, it is where it was. */
  tv_range_window_begin_drag (tv_range_window_ruler (4), tv_range_window_ruler (6));
  tv_range_window_assert_mark (TV_MARK_B, 6, 0.1);
  tv_gui_input ("key", "Escape", "mouseup", "1", NULL);
  tv_gui_settle ();
  tv_range_window_assert_mark (TV_MARK_B, 4, 1e-9);

  tv_range_window_click_button ("Select from A to B");
  tv_range_window_assert_range (3, 4, 0.05);
  tv_range_window_click_button ("Clear Marks");
  ck_assert_ptr_null (tv_gui_find_text (shown.bar, "A"));
}
END_TEST

TV_GUI_TESTS (tv_range_window_set_up, tv_range_window_tear_down)
