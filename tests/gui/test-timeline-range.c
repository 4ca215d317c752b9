/* SPDX-License-Identifier: Apache-2.0 */

/* Selecting a range of time in the timeline, with the bar and the table that tell what
 * is in it, and the marks: by mouse, by keys, and as seen. */

#include "gui/driver.h"
#include "gui/pixels.h"
#include "support/trace-fixtures.h"
#include "ui/profile-panel.h"
#include "ui/profile-sample.h"
#include "ui/range-bar.h"
#include "ui/sample-trace.h"
#include "ui/session-marks.h"
#include "ui/session-range.h"
#include "ui/timeline.h"

#include <check.h>
#include <stdlib.h>

/* What stands between a number and its unit. */
#define NBSP "\u00a0"

#define MS G_GINT64_CONSTANT (1000000)

/* Rank 0 in the original's colours, and what is left of it on white when it is dimmed.
 */
#define OUTER 0x5a5aff
#define OUTER_DIMMED 0xbdbdff

static GtkWidget *window;
static GtkWidget *timeline;
static GtkWidget *bar;
static GtkWidget *panel;
static TvTrace *trace;
static TvTraceSession *session;

static void
set_up (void)
{
  g_autoptr (TvProfile) profile = NULL;
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  trace = tv_sample_trace_new ();
  profile = tv_profile_new (trace, NULL, NULL);
  session = tv_trace_session_new (trace, profile);
  timeline = tv_timeline_new ();
  bar = tv_range_bar_new ();
  panel = tv_profile_panel_new ();
  gtk_widget_set_size_request (timeline, -1, 300);
  gtk_widget_set_vexpand (panel, TRUE);
  gtk_box_append (GTK_BOX (box), timeline);
  gtk_box_append (GTK_BOX (box), bar);
  gtk_box_append (GTK_BOX (box), panel);
  window = gtk_window_new ();
  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (window), 1000, 600);
  gtk_window_set_child (GTK_WINDOW (window), box);
  gtk_widget_insert_action_group (
      window, "timeline", tv_timeline_get_action_group (TV_TIMELINE (timeline)));
  tv_timeline_set_session (TV_TIMELINE (timeline), session);
  tv_range_bar_set_session (TV_RANGE_BAR (bar), session);
  tv_profile_panel_set_session (TV_PROFILE_PANEL (panel), session);
  gtk_window_present (GTK_WINDOW (window));
  tv_gui_settle ();
  gtk_widget_grab_focus (timeline);
  tv_gui_focus (timeline);
}

static void
tear_down (void)
{
  gtk_window_destroy (GTK_WINDOW (window));
  tv_gui_settle ();
  g_clear_object (&session);
  g_clear_pointer (&trace, tv_trace_unref);
}

static GdkRectangle
get_area (guint32 thread_id, guint32 index)
{
  const TvCallRef call = { tv_test_find_thread (trace, thread_id), index };
  GdkRectangle area = { 0, 0, 0, 0 };

  ck_assert (tv_timeline_get_call_area (TV_TIMELINE (timeline), call, &area));
  return area;
}

/* Where a time is in a view of the whole trace, reckoned from the bar of the call that
 * is open from 0 to 10 ms. */
static double
get_x (double ms)
{
  GdkRectangle outer = get_area (1, 0);

  return outer.x + outer.width * ms / 10;
}

/* The row of the thread that has calls to snap to, and of one that has none there. */
static double
get_busy_y (void)
{
  return get_area (1, 0).y + 5;
}

static double
get_quiet_y (void)
{
  return get_area (3, 0).y + 5;
}

/* In the ruler, which is right over the first row. */
static double
get_ruler_y (void)
{
  return get_area (1, 0).y - 14;
}

static gboolean
has_sums (gpointer data)
{
  return !tv_trace_session_is_summing (session);
}

static void
wait_for_sums (void)
{
  tv_gui_wait (has_sums, NULL, "the sums of the range");
  tv_gui_settle ();
}

static void
drag_with (const char *modifier, double from_x, double from_y, double to_x, double to_y)
{
  tv_gui_xdotool ("keydown", modifier, NULL);
  tv_gui_drag (timeline, from_x, from_y, to_x, to_y);
  tv_gui_xdotool ("keyup", modifier, NULL);
  wait_for_sums ();
}

static void
assert_range (double start_ms, double end_ms, double tolerance_ms)
{
  gint64 start;
  gint64 end;

  ck_assert (tv_trace_session_get_range (session, &start, &end));
  ck_assert_double_eq_tol ((double) start / MS, start_ms, tolerance_ms);
  ck_assert_double_eq_tol ((double) end / MS, end_ms, tolerance_ms);
}

static void
assert_exact_range (gint64 start_ms, gint64 end_ms)
{
  gint64 start;
  gint64 end;

  ck_assert (tv_trace_session_get_range (session, &start, &end));
  ck_assert_int_eq (start, start_ms * MS);
  ck_assert_int_eq (end, end_ms * MS);
}

static void
assert_no_range (void)
{
  ck_assert_uint_eq (tv_trace_session_get_range_depth (session), 0);
}

static void
assert_view (double start_ms, double end_ms)
{
  gint64 start;
  gint64 end;

  tv_trace_session_get_view (session, &start, &end);
  ck_assert_double_eq_tol ((double) start / MS, start_ms, 0.05);
  ck_assert_double_eq_tol ((double) end / MS, end_ms, 0.05);
}

static void
assert_mark (TvMark mark, double ms, double tolerance_ms)
{
  gint64 time;

  ck_assert (tv_trace_session_get_mark (session, mark, &time));
  ck_assert_double_eq_tol ((double) time / MS, ms, tolerance_ms);
}

static void
assert_methods (const char *expected)
{
  TvProfileTree *tree = tv_profile_panel_get_tree (TV_PROFILE_PANEL (panel));
  g_autofree char *names = tv_profile_sample_names_to_string (
      G_LIST_MODEL (tv_profile_tree_get_methods (tree)), session);

  ck_assert_str_eq (names, expected);
}

static void
click_button (const char *tooltip)
{
  GtkWidget *child = bar;

  /* Depth first through all that is in the bar. */
  while (child != NULL)
    {
      GtkWidget *next = gtk_widget_get_first_child (child);

      if (g_strcmp0 (gtk_widget_get_tooltip_text (child), tooltip) == 0)
        break;
      for (; next == NULL && child != NULL && child != bar;
           child = gtk_widget_get_parent (child))
        next = gtk_widget_get_next_sibling (child);
      child = next;
    }
  ck_assert_msg (child != NULL, "a button that says “%s”", tooltip);
  ck_assert (gtk_widget_get_mapped (child));
  tv_gui_click_middle (child);
  wait_for_sums ();
}

#define ALL_METHODS                                                                    \
  "0 a.Outer.run ()V, 1 a.Inner.work ()V, 2 a.Leaf.end ()V, 3 a.Waiter.wait ()V, "     \
  "4 a.Wrapper.call ()V"

/* From 2 to 4 ms there are Outer and Inner, for 2 ms each, and a Waiter off the CPU. */
#define METHODS_FROM_2_TO_4 "0 a.Inner.work ()V, 1 a.Outer.run ()V, 2 a.Waiter.wait ()V"

START_TEST (test_shift_and_drag_selects)
{
  assert_methods (ALL_METHODS);
  ck_assert_ptr_nonnull (tv_gui_find_text (panel, "10.000"));
  ck_assert (!gtk_widget_get_visible (bar));

  /* A little beside the ends of a call: it is the call's ends that are meant. */
  drag_with ("shift", get_x (2) + 4, get_busy_y (), get_x (4) - 4, get_busy_y ());
  assert_exact_range (2, 4);
  assert_view (0, 10.05);
  assert_methods (METHODS_FROM_2_TO_4);
  ck_assert_ptr_nonnull (tv_gui_find_text (panel, "2.000"));
  ck_assert_ptr_null (tv_gui_find_text (panel, "10.000"));
  ck_assert (gtk_widget_get_visible (bar));

  tv_gui_keys (timeline, "shift+Escape");
  assert_no_range ();
  assert_methods (ALL_METHODS);
  ck_assert_ptr_nonnull (tv_gui_find_text (panel, "10.000"));
  ck_assert (!gtk_widget_get_visible (bar));
}
END_TEST

START_TEST (test_control_does_not_snap)
{
  tv_gui_xdotool ("keydown", "ctrl", NULL);
  drag_with ("shift", get_x (2) + 4, get_busy_y (), get_x (4) - 4, get_busy_y ());
  tv_gui_xdotool ("keyup", "ctrl", NULL);
  assert_range (2 + 4 / ((get_x (10) - get_x (0)) / 10),
                4 - 4 / ((get_x (10) - get_x (0)) / 10), 0.03);
}
END_TEST

START_TEST (test_a_click_with_shift_selects_a_call)
{
  tv_gui_xdotool ("keydown", "shift", NULL);
  tv_gui_click (timeline, get_x (3), get_busy_y ());
  tv_gui_xdotool ("keyup", "shift", NULL);
  assert_no_range ();
  ck_assert_uint_eq (tv_trace_session_get_selected_method (session),
                     tv_test_find_method (trace, "a.Inner.work"));
}
END_TEST

START_TEST (test_edges_and_middle_can_be_dragged)
{
  tv_trace_session_set_range (session, 2 * MS, 4 * MS);
  wait_for_sums ();

  /* An edge in the lanes, then past the other one, in the ruler. */
  tv_gui_drag (timeline, get_x (4), get_busy_y (), get_x (6) + 2, get_busy_y ());
  assert_exact_range (2, 6);
  tv_gui_drag (timeline, get_x (2), get_ruler_y (), get_x (9), get_ruler_y ());
  assert_range (6, 9, 0.05);
  assert_view (0, 10.05);

  /* As a whole, as far as the trace goes. */
  tv_gui_drag (timeline, get_x (7), get_ruler_y (), get_x (4), get_ruler_y ());
  assert_range (3, 6, 0.05);
  tv_gui_drag (timeline, get_x (4), get_ruler_y (), get_x (0) + 2, get_ruler_y ());
  assert_range (0, 3, 0.05);
  assert_view (0, 10.05);

  /* Shift begins a new one in the ruler; beside the range it is the view that moves. */
  drag_with ("shift", get_x (5), get_ruler_y (), get_x (7), get_ruler_y ());
  assert_range (5, 7, 0.05);
}
END_TEST

START_TEST (test_escape_gives_up_the_drag_then_the_range)
{
  tv_trace_session_set_range (session, 2 * MS, 4 * MS);
  tv_gui_xdotool ("keydown", "shift", NULL);
  tv_gui_move (timeline, get_x (5), get_quiet_y ());
  tv_gui_xdotool ("mousedown", "1", NULL);
  tv_gui_move (timeline, get_x (7), get_quiet_y ());
  tv_gui_settle ();
  tv_gui_move (timeline, get_x (8), get_quiet_y ());
  tv_gui_settle ();
  assert_range (5, 8, 0.1);
  tv_gui_xdotool ("keyup", "shift", "key", "Escape", NULL);
  tv_gui_settle ();
  assert_exact_range (2, 4);
  tv_gui_xdotool ("mouseup", "1", NULL);
  wait_for_sums ();
  assert_exact_range (2, 4);
  assert_methods (METHODS_FROM_2_TO_4);

  tv_trace_session_select_call (session, (TvCallRef){ 0, 0 });
  tv_gui_keys (timeline, "Escape");
  assert_exact_range (2, 4);
  ck_assert_uint_eq (tv_trace_session_get_selected_method (session), TV_METHOD_NONE);
  tv_gui_keys (timeline, "Escape");
  assert_no_range ();
}
END_TEST

START_TEST (test_selection_mode)
{
  GActionGroup *actions = tv_timeline_get_action_group (TV_TIMELINE (timeline));
  g_autoptr (GVariant) on = NULL;
  g_autoptr (GVariant) off = NULL;

  tv_gui_keys (timeline, "r");
  on = g_action_group_get_action_state (actions, "select-ranges");
  ck_assert (g_variant_get_boolean (on));
  tv_gui_drag (timeline, get_x (6), get_busy_y (), get_x (8), get_busy_y ());
  assert_exact_range (6, 8);
  assert_view (0, 10.05);
  drag_with ("shift", get_x (2), get_quiet_y (), get_x (9), get_quiet_y ());
  assert_exact_range (6, 8);
  assert_view (2, 9);

  tv_gui_keys (timeline, "0");
  tv_gui_keys (timeline, "r");
  off = g_action_group_get_action_state (actions, "select-ranges");
  ck_assert (!g_variant_get_boolean (off));
  tv_gui_drag (timeline, get_x (3), get_quiet_y (), get_x (5), get_quiet_y ());
  assert_view (3, 5);
}
END_TEST

START_TEST (test_keys)
{
  tv_trace_session_set_view (session, 3 * MS, 7 * MS);
  tv_gui_keys (timeline, "shift+r");
  assert_exact_range (3, 7);
  tv_trace_session_select_call (session,
                                (TvCallRef){ tv_test_find_thread (trace, 3), 0 });
  tv_gui_keys (timeline, "shift+f");
  assert_exact_range (1, 5);

  /* Inside of what was zoomed to, the next one nests. */
  tv_gui_keys (timeline, "z");
  assert_view (1, 5);
  tv_trace_session_set_range (session, 2 * MS, 3 * MS);
  ck_assert_uint_eq (tv_trace_session_get_range_depth (session), 2);
  tv_gui_keys (timeline, "z");
  assert_view (2, 3);
  tv_gui_keys (timeline, "shift+z");
  assert_exact_range (1, 5);
  assert_view (1, 5);
  tv_gui_keys (timeline, "shift+z");
  assert_no_range ();
  assert_view (0, 10.05);
}
END_TEST

START_TEST (test_bar_tells_the_range)
{
  g_autofree char *told = NULL;

  ck_assert (
      gtk_test_accessible_has_role (GTK_ACCESSIBLE (bar), GTK_ACCESSIBLE_ROLE_GROUP));
  tv_trace_session_set_range (session, 2 * MS, 6 * MS);
  wait_for_sums ();
  ck_assert_ptr_nonnull (tv_gui_find_text (bar, "Whole Trace (10" NBSP "ms)"));
  ck_assert_ptr_nonnull (tv_gui_find_text (bar, "4" NBSP "ms"));
  ck_assert_ptr_nonnull (tv_gui_find_text (bar, "2.000" NBSP "ms – 6.000" NBSP
                                                "ms · 4" NBSP "ms · 2 calls"));
  told = gtk_test_accessible_check_property (
      GTK_ACCESSIBLE (bar), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
      "2.000" NBSP "ms – 6.000" NBSP "ms · 4" NBSP "ms · 2 calls");
  ck_assert_msg (told == NULL, "the description is %s", told);
}
END_TEST

START_TEST (test_bar_leads_in_and_out)
{
  tv_trace_session_set_range (session, 2 * MS, 8 * MS);
  wait_for_sums ();
  click_button ("Zoom to Range");
  assert_view (2, 8);
  tv_trace_session_set_range (session, 3 * MS, 4 * MS);
  wait_for_sums ();
  click_button ("Zoom to Range");
  assert_view (3, 4);
  click_button ("Go Back to This Range");
  assert_exact_range (2, 8);
  assert_view (2, 8);
  click_button ("Clear Range");
  assert_no_range ();
  assert_view (2, 8);

  tv_trace_session_set_range (session, 3 * MS, 4 * MS);
  tv_gui_settle ();
  click_button ("Go Back to the Whole Trace");
  assert_no_range ();
  assert_view (0, 10.05);
  assert_methods (ALL_METHODS);
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
  const double y = get_busy_y ();
  g_autoptr (TvPixels) before = NULL;
  g_autoptr (TvPixels) after = NULL;
  g_autoptr (TvPixels) cleared = NULL;
  guint32 edge;
  GdkRectangle ruler;

  tv_gui_move (timeline, 5, 5);
  tv_gui_settle ();
  before = tv_pixels_take (timeline);
  assert_color (before, get_x (1), y, OUTER);
  tv_trace_session_set_range (session, 4500 * 1000, 6 * MS);
  wait_for_sums ();
  after = tv_pixels_take (timeline);
  assert_color (after, get_x (1), y, OUTER_DIMMED);
  assert_color (after, get_x (5), y, OUTER);
  assert_color (after, get_x (8.25), y, OUTER_DIMMED);

  /* The line at the edge goes through ruler and lanes in one colour, and the ruler has
   * more of it. */
  edge = tv_pixels_get (after, (int) (get_x (4.5) + 0.5), (int) get_quiet_y ());
  assert_color (after, get_x (4.5) + 0.5, get_ruler_y (), edge);
  ruler = (GdkRectangle){ (int) get_x (4.5) + 4, (int) get_ruler_y () - 6,
                          (int) (get_x (6) - get_x (4.5)) - 8, 12 };
  ck_assert_uint_ge (tv_pixels_count (after, &ruler, edge & 0xffffff), 100);
  ck_assert_uint_eq (tv_pixels_count (before, &ruler, edge & 0xffffff), 0);

  tv_trace_session_clear_range (session);
  tv_gui_settle ();
  cleared = tv_pixels_take (timeline);
  ck_assert_uint_eq (
      tv_pixels_count_changes (before, cleared,
                               &(GdkRectangle){ 0, 0, before->width, before->height }),
      0);
}
END_TEST

START_TEST (test_marks_by_keys)
{
  g_autoptr (TvPixels) before = NULL;
  g_autoptr (TvPixels) after = NULL;
  gint64 time;

  tv_gui_move (timeline, 5, 5);
  tv_gui_settle ();
  before = tv_pixels_take (timeline);

  /* At the pointer, on the end of a call; in the middle where the pointer is not. */
  tv_gui_move (timeline, get_x (2) + 3, get_busy_y ());
  tv_gui_keys (timeline, "m");
  assert_mark (TV_MARK_A, 2, 1e-9);
  tv_gui_move (timeline, 5, 5);
  tv_gui_settle ();
  tv_gui_keys (timeline, "m");
  assert_mark (TV_MARK_B, 10.05 / 2, 0.02);
  ck_assert_ptr_nonnull (tv_gui_find_text (bar, "A: 2.000" NBSP "ms · B: 5.025" NBSP
                                                "ms · 3.025" NBSP "ms apart"));
  after = tv_pixels_take (timeline);
  ck_assert_uint_gt (
      tv_pixels_count_changes (
          before, after,
          &(GdkRectangle){ (int) get_x (2), (int) get_quiet_y (), 1, 1 }),
      0);
  ck_assert_uint_eq (
      tv_pixels_count_changes (
          before, after,
          &(GdkRectangle){ (int) get_x (2) - 3, (int) get_quiet_y (), 3, 1 }),
      0);

  tv_gui_keys (timeline, "ctrl+m");
  assert_range (2, 5.025, 0.02);
  tv_gui_keys (timeline, "m");
  ck_assert (!tv_trace_session_get_mark (session, TV_MARK_B, &time));
  tv_gui_keys (timeline, "shift+m");
  ck_assert (!tv_trace_session_get_mark (session, TV_MARK_A, &time));
}
END_TEST

START_TEST (test_marks_by_mouse)
{
  tv_trace_session_set_mark (session, TV_MARK_A, 2 * MS);
  tv_trace_session_set_mark (session, TV_MARK_B, 4 * MS);
  tv_gui_settle ();
  tv_gui_drag (timeline, get_x (2), get_ruler_y (), get_x (3), get_ruler_y ());
  assert_mark (TV_MARK_A, 3, 0.05);
  assert_mark (TV_MARK_B, 4, 1e-9);
  assert_view (0, 10.05);

  /* Given up, it is where it was. */
  tv_gui_move (timeline, get_x (4), get_ruler_y ());
  tv_gui_xdotool ("mousedown", "1", NULL);
  tv_gui_move (timeline, get_x (5), get_ruler_y ());
  tv_gui_settle ();
  tv_gui_move (timeline, get_x (6), get_ruler_y ());
  tv_gui_settle ();
  assert_mark (TV_MARK_B, 6, 0.1);
  tv_gui_xdotool ("key", "Escape", "mouseup", "1", NULL);
  tv_gui_settle ();
  assert_mark (TV_MARK_B, 4, 1e-9);

  click_button ("Select from A to B");
  assert_range (3, 4, 0.05);
  click_button ("Clear Marks");
  ck_assert_ptr_null (tv_gui_find_text (bar, "A"));
}
END_TEST

static Suite *
make_suite (void)
{
  Suite *suite = suite_create ("timeline-range");
  TCase *tcase = tcase_create ("timeline-range");

  tcase_set_timeout (tcase, 60);
  tcase_add_checked_fixture (tcase, set_up, tear_down);
  tcase_add_test (tcase, test_shift_and_drag_selects);
  tcase_add_test (tcase, test_control_does_not_snap);
  tcase_add_test (tcase, test_a_click_with_shift_selects_a_call);
  tcase_add_test (tcase, test_edges_and_middle_can_be_dragged);
  tcase_add_test (tcase, test_escape_gives_up_the_drag_then_the_range);
  tcase_add_test (tcase, test_selection_mode);
  tcase_add_test (tcase, test_keys);
  tcase_add_test (tcase, test_bar_tells_the_range);
  tcase_add_test (tcase, test_bar_leads_in_and_out);
  tcase_add_test (tcase, test_the_rest_is_dimmed_and_the_ruler_measures);
  tcase_add_test (tcase, test_marks_by_keys);
  tcase_add_test (tcase, test_marks_by_mouse);
  suite_add_tcase (suite, tcase);
  return suite;
}

int
main (void)
{
  SRunner *runner = NULL;
  int failed = 0;

  if (!gtk_init_check ())
    {
      g_print ("skipped: no display\n");
      return 77;
    }
  runner = srunner_create (make_suite ());
  srunner_run_all (runner, CK_ENV);
  failed = srunner_ntests_failed (runner);
  srunner_free (runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
