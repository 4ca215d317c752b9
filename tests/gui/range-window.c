/* SPDX-License-Identifier: Apache-2.0 */

#include "gui/range-window.h"

#include "gui/driver.h"
#include "support/trace-fixtures.h"
#include "ui/bars/range-bar.h"
#include "ui/profile-sample.h"
#include "ui/profile/profile-panel.h"
#include "ui/sample-trace.h"
#include "ui/session/trace-session.h"
#include "ui/timeline-stage.h"
#include "ui/timeline/timeline.h"

#include <check.h>

TvRangeWindow shown;

/**
 * tv_range_window_set_up:
 *
 * Makes the window with a timeline, a bar and a table of the sample trace.
 */
void
tv_range_window_set_up (void)
{
  g_autoptr (TvProfile) profile = NULL;
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  shown.trace = tv_sample_trace_new ();
  profile = tv_profile_new (shown.trace, NULL, NULL);
  shown.session = tv_trace_session_new (shown.trace, profile);
  shown.timeline = tv_timeline_new ();
  shown.bar = tv_range_bar_new ();
  shown.panel = tv_profile_panel_new ();
  gtk_widget_set_size_request (shown.timeline, -1, 300);
  gtk_widget_set_vexpand (shown.panel, TRUE);
  gtk_box_append (GTK_BOX (box), shown.timeline);
  gtk_box_append (GTK_BOX (box), shown.bar);
  gtk_box_append (GTK_BOX (box), shown.panel);
  shown.window = gtk_window_new ();
  gtk_window_set_decorated (GTK_WINDOW (shown.window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (shown.window), 1000, 600);
  gtk_window_set_child (GTK_WINDOW (shown.window), box);
  gtk_widget_insert_action_group (
      shown.window, "timeline",
      tv_timeline_get_action_group (TV_TIMELINE (shown.timeline)));
  tv_timeline_set_session (TV_TIMELINE (shown.timeline), shown.session);
  tv_range_bar_set_session (TV_RANGE_BAR (shown.bar), shown.session);
  tv_view_set_session (TV_VIEW (shown.panel), shown.session);
  tv_gui_park ();
  gtk_window_present (GTK_WINDOW (shown.window));
  tv_gui_settle ();
  tv_timeline_close_charts (shown.timeline);
  gtk_widget_grab_focus (shown.timeline);
  tv_gui_focus (shown.timeline);
}

/**
 * tv_range_window_tear_down:
 *
 * Takes the window down.
 */
void
tv_range_window_tear_down (void)
{
  gtk_window_destroy (GTK_WINDOW (shown.window));
  tv_gui_settle ();
  g_clear_object (&shown.session);
  g_clear_pointer (&shown.trace, tv_trace_unref);
}

static GdkRectangle
get_area (guint32 thread_id, guint32 index)
{
  const TvCallRef call = { tv_test_find_thread (shown.trace, thread_id), index };
  GdkRectangle area = { 0, 0, 0, 0 };

  ck_assert (tv_timeline_get_call_area (TV_TIMELINE (shown.timeline), call, &area));
  return area;
}

/**
 * tv_range_window_get_x:
 *
 * Where a time is in a view of the whole trace, reckoned from the bar of the call that
 * is open from 0 to 10 ms.
 */
double
tv_range_window_get_x (double ms)
{
  GdkRectangle outer = get_area (1, 0);

  return outer.x + outer.width * ms / 10;
}

/**
 * tv_range_window_busy:
 *
 * Returns: where a time is in the row of the thread that has calls to snap to
 */
TvRangePlace
tv_range_window_busy (double ms)
{
  return (TvRangePlace){ tv_range_window_get_x (ms), get_area (1, 0).y + 5 };
}

/**
 * tv_range_window_quiet:
 *
 * Returns: where a time is in the row of a thread that has no calls between 1 and 5 ms,
 *   and after
 */
TvRangePlace
tv_range_window_quiet (double ms)
{
  return (TvRangePlace){ tv_range_window_get_x (ms), get_area (3, 0).y + 5 };
}

/**
 * tv_range_window_ruler:
 *
 * Returns: where a time is in the ruler, which is right over the first row
 */
TvRangePlace
tv_range_window_ruler (double ms)
{
  return (TvRangePlace){ tv_range_window_get_x (ms), get_area (1, 0).y - 14 };
}

/**
 * tv_range_window_wait_for_sums:
 *
 * Waits until the table shows the selected range.
 */
void
tv_range_window_wait_for_sums (void)
{
  tv_gui_settle ();
  ck_assert (!tv_trace_session_is_summing (shown.session));
}

/**
 * tv_range_window_drag:
 * @modifier: (nullable): a key that is down meanwhile
 * @from: where to press
 * @to: where to release
 *
 * Drags in the timeline, and waits for the sums.
 */
void
tv_range_window_drag (const char *modifier, TvRangePlace from, TvRangePlace to)
{
  if (modifier != NULL)
    tv_gui_input ("keydown", modifier, NULL);
  tv_gui_drag (shown.timeline, from.x, from.y, to.x, to.y);
  if (modifier != NULL)
    tv_gui_input ("keyup", modifier, NULL);
  tv_range_window_wait_for_sums ();
}

/**
 * tv_range_window_begin_drag:
 * @from: where to press
 * @to: where to go with the button down
 *
 * Begins a drag that the test ends.
 */
void
tv_range_window_begin_drag (TvRangePlace from, TvRangePlace to)
{
  tv_gui_move (shown.timeline, from.x, from.y);
  tv_gui_input ("mousedown", "1", NULL);
  tv_gui_move (shown.timeline, (from.x + to.x) / 2, (from.y + to.y) / 2);
  tv_gui_settle ();
  tv_gui_move (shown.timeline, to.x, to.y);
  tv_gui_settle ();
}

/**
 * tv_range_window_assert_range:
 *
 * Fails the test unless about that range is selected.
 */
void
tv_range_window_assert_range (double start_ms, double end_ms, double tolerance_ms)
{
  gint64 start;
  gint64 end;

  ck_assert (tv_trace_session_get_range (shown.session, &start, &end));
  ck_assert_double_eq_tol ((double) start / MS, start_ms, tolerance_ms);
  ck_assert_double_eq_tol ((double) end / MS, end_ms, tolerance_ms);
}

/**
 * tv_range_window_assert_exact_range:
 *
 * Fails the test unless exactly that range is selected, in milliseconds.
 */
void
tv_range_window_assert_exact_range (gint64 start_ms, gint64 end_ms)
{
  gint64 start;
  gint64 end;

  ck_assert (tv_trace_session_get_range (shown.session, &start, &end));
  ck_assert_int_eq (start, start_ms * MS);
  ck_assert_int_eq (end, end_ms * MS);
}

/**
 * tv_range_window_assert_no_range:
 *
 * Fails the test if a range is selected.
 */
void
tv_range_window_assert_no_range (void)
{
  ck_assert_uint_eq (tv_trace_session_get_range_depth (shown.session), 0);
}

/**
 * tv_range_window_assert_view:
 *
 * Fails the test unless about those milliseconds are in view.
 */
void
tv_range_window_assert_view (double start_ms, double end_ms)
{
  gint64 start;
  gint64 end;

  tv_trace_session_get_view (shown.session, &start, &end);
  ck_assert_double_eq_tol ((double) start / MS, start_ms, 0.05);
  ck_assert_double_eq_tol ((double) end / MS, end_ms, 0.05);
}

/**
 * tv_range_window_assert_mark:
 *
 * Fails the test unless a mark is there.
 */
void
tv_range_window_assert_mark (TvMark mark, double ms, double tolerance_ms)
{
  gint64 time;

  ck_assert (tv_trace_session_get_mark (shown.session, mark, &time));
  ck_assert_double_eq_tol ((double) time / MS, ms, tolerance_ms);
}

/**
 * tv_range_window_assert_methods:
 *
 * Fails the test unless the table lists those methods.
 */
void
tv_range_window_assert_methods (const char *expected)
{
  TvProfileTree *tree = tv_profile_panel_get_tree (TV_PROFILE_PANEL (shown.panel));
  g_autofree char *names = tv_profile_sample_names_to_string (
      tv_profile_model_get_rows (tv_profile_tree_get_methods (tree)), shown.session);

  ck_assert_str_eq (names, expected);
}

/**
 * tv_range_window_click_button:
 *
 * Clicks on a button of the bar and waits for the sums.
 */
void
tv_range_window_click_button (const char *tooltip)
{
  tv_gui_click_middle (tv_gui_find_button (shown.bar, tooltip));
  tv_range_window_wait_for_sums ();
}
