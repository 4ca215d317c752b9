/* SPDX-License-Identifier: Apache-2.0 */

/* All calls of a method, beside a timeline: the histogram and the list by mouse
 * and by keys. The numbers are worked out by hand. */

#include "gui/driver.h"
#include "support/trace-fixtures.h"
#include "ui/calls-stage.h"
#include "ui/calls/call-histogram.h"
#include "ui/sample-trace.h"
#include "ui/session/session-colors.h"
#include "ui/view/view.h"

#include <check.h>
#include <math.h>

#define MS G_GINT64_CONSTANT (1000000)

static TvCallsStage calls;
static TvTimelineStage *const stage = &calls.timeline;

static void
set_up (void)
{
  tv_calls_stage_open (&calls);
}

static void
tear_down (void)
{
  tv_timeline_stage_close (stage);
}

static void
assert_lists (const char *expected)
{
  tv_calls_stage_assert_rows (&calls, expected);
}

static void
select_step (void)
{
  tv_calls_stage_select_step (&calls);
}

/* The x of a time on the logarithmic axis from 1 to 100 ms. */
static double
get_x (double ms)
{
  return 6 + (gtk_widget_get_width (calls.histogram) - 12) * log (ms) / log (100.001);
}

START_TEST (test_dragging_keeps_calls)
{
  const TvCallRef kept = tv_timeline_stage_call (stage, 1, 6);
  const TvCallRef dropped = tv_timeline_stage_call (stage, 1, 1);
  TvHitTest test;

  select_step ();
  tv_gui_drag (calls.histogram, get_x (1.7), 120, get_x (10), 120);
  assert_lists (TV_CALLS_STAGE_2_TO_8);
  /* Their number, sum, mean and deviation. */
  tv_calls_stage_assert_numbers (&calls, "3 14.000~ms 4.667~ms 2.494~ms");
  test = tv_method_set_get_test (
      tv_session_colors_get_lit (tv_trace_session_get_colors (stage->session)),
      kept.thread);
  ck_assert (tv_hit_test_passes (&test, TV_CALLS_STAGE_STEP, kept.call));
  ck_assert (!tv_hit_test_passes (&test, TV_CALLS_STAGE_STEP, dropped.call));
  /* A click drops it, and so does Esc. */
  tv_gui_click (calls.histogram, get_x (30), 120);
  assert_lists (TV_CALLS_STAGE_ALL);
  tv_gui_drag (calls.histogram, get_x (10), 120, get_x (1.7), 120);
  assert_lists (TV_CALLS_STAGE_2_TO_8);
  tv_gui_keys (calls.histogram, "Escape");
  assert_lists (TV_CALLS_STAGE_ALL);
}
END_TEST

START_TEST (test_keys_keep_calls)
{
  g_autofree char *text = NULL;

  select_step ();
  gtk_widget_grab_focus (calls.histogram);
  tv_gui_keys (calls.histogram, "Home");
  text = tv_call_histogram_dup_cursor_text (TV_CALL_HISTOGRAM (calls.histogram));
  ck_assert (g_str_has_suffix (text, ": 2 calls, 2.000\u00a0ms together"));
  tv_gui_keys (calls.histogram, "shift+Right");
  assert_lists (TV_CALLS_STAGE_1);
  tv_gui_keys (calls.histogram, "End");
  tv_gui_keys (calls.histogram, "shift+Left");
  assert_lists (TV_CALLS_STAGE_100);
  tv_gui_keys (calls.histogram, "Escape");
  assert_lists (TV_CALLS_STAGE_ALL);
}
END_TEST

/* What is dragged ends where it began, in the bin of 16 ms. */
START_TEST (test_a_drag_within_a_bin_keeps_it)
{
  double x;

  select_step ();
  x = get_x (16) + 2;
  tv_gui_move (calls.histogram, x, 120);
  tv_gui_input ("mousedown", "1", NULL);
  tv_gui_move (calls.histogram, x + 30, 120);
  tv_gui_settle ();
  tv_gui_move (calls.histogram, x, 120);
  tv_gui_settle ();
  tv_gui_input ("mouseup", "1", NULL);
  assert_lists (TV_CALLS_STAGE_16);
}
END_TEST

/* Of the bin of 16 ms, and by keys of those at the ends. */
START_TEST (test_the_menu_of_a_bin)
{
  static const struct
  {
    const char *item;
    const char *rows;
  } cases[] = {
    { "Keep These and Longer", TV_CALLS_STAGE_16 TV_CALLS_STAGE_100 },
    { "Keep These and Shorter",
      TV_CALLS_STAGE_1 TV_CALLS_STAGE_2_TO_8 TV_CALLS_STAGE_16 },
    { "Keep All", TV_CALLS_STAGE_ALL },
  };

  select_step ();
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      tv_gui_click_secondary (calls.histogram, get_x (16) + 2, 120);
      tv_gui_choose (calls.view, cases[i].item);
      assert_lists (cases[i].rows);
    }
  gtk_widget_grab_focus (calls.histogram);
  tv_gui_keys (calls.histogram, "Home");
  tv_gui_keys (calls.histogram, "Menu");
  ck_assert_ptr_nonnull (tv_gui_find_text (calls.view, "Keep All"));
  tv_gui_keys (calls.histogram, "Return");
  assert_lists (TV_CALLS_STAGE_1);
  ck_assert_ptr_null (tv_gui_find_type (calls.view, "GtkPopoverMenu"));
  /* A bin alone, as Enter keeps it. */
  tv_gui_keys (calls.histogram, "End");
  tv_gui_keys (calls.histogram, "Return");
  assert_lists (TV_CALLS_STAGE_100);
}
END_TEST

START_TEST (test_keys_open_a_group)
{
  static const char *const open = TV_CALLS_STAGE_WORKER TV_CALLS_STAGE_100
      TV_CALLS_STAGE_16 TV_CALLS_STAGE_MAIN_THREAD;

  select_step ();
  /* Without groups there is nothing to open. */
  gtk_widget_grab_focus (GTK_WIDGET (calls.rows));
  tv_gui_keys (GTK_WIDGET (calls.rows), "End");
  tv_gui_keys (GTK_WIDGET (calls.rows), "Left");
  tv_gui_keys (GTK_WIDGET (calls.rows), "Right");
  assert_lists (TV_CALLS_STAGE_ALL);
  ck_assert_uint_eq (tv_table_rows_get_selected (calls.rows), 6);
  tv_calls_stage_group (&calls, 1);
  assert_lists (TV_CALLS_STAGE_THREADS);
  tv_gui_keys (GTK_WIDGET (calls.rows), "Home");
  tv_gui_keys (GTK_WIDGET (calls.rows), "Return");
  assert_lists (open);
  tv_gui_keys (GTK_WIDGET (calls.rows), "Left");
  assert_lists (TV_CALLS_STAGE_THREADS);
  tv_gui_keys (GTK_WIDGET (calls.rows), "Right");
  assert_lists (open);
}
END_TEST

static void
assert_copied (const char *expected)
{
  g_autofree char *text = tv_gui_read_clipboard (calls.view);

  ck_assert_str_eq (text, expected);
}

START_TEST (test_the_menu_of_a_row)
{
  gint64 start;
  gint64 end;

  select_step ();
  /* The fifth one, which Side.go called. */
  tv_gui_click_secondary (GTK_WIDGET (tv_calls_stage_find_row (&calls, 4)), 100, 5);
  tv_gui_choose (calls.view, "Copy Stack");
  assert_copied ("void p.Work.step()\nvoid p.Side.go()\nvoid p.Main.go()\n");
  tv_gui_keys (GTK_WIDGET (calls.rows), "ctrl+c");
  assert_copied ("Side.go()  p\t8.000\t8.000\t8.000\t[1] main");
  tv_gui_keys (GTK_WIDGET (calls.rows), "ctrl+alt+c");
  assert_copied ("void p.Work.step()");
  tv_gui_keys (GTK_WIDGET (calls.rows), "ctrl+shift+c");
  assert_copied ("Caller\tStart (ms)\tIncl Real (ms)\tExcl Real (ms)\tThread\n"
                 "p.Main.go ()V\t0.000\t1.000\t1.000\t[1] main\n"
                 "p.Main.go ()V\t1.000\t1.000\t1.000\t[1] main\n"
                 "p.Main.go ()V\t2.000\t2.000\t2.000\t[1] main\n"
                 "p.Main.go ()V\t4.000\t4.000\t4.000\t[1] main\n"
                 "p.Side.go ()V\t8.000\t8.000\t8.000\t[1] main\n"
                 "p.Main.go ()V\t16.000\t16.000\t16.000\t[2] worker\n"
                 "p.Main.go ()V\t32.000\t100.000\t100.000\t[2] worker\n");
  /* From 8 to 16 ms. */
  tv_gui_keys (GTK_WIDGET (calls.rows), "Menu");
  tv_gui_choose (calls.view, "Show in Timeline");
  tv_timeline_stage_assert_selected (stage, tv_timeline_stage_call (stage, 1, 6));
  tv_trace_session_get_view (stage->session, &start, &end);
  ck_assert_int_ge (start, 7 * MS);
  ck_assert_int_le (end, 17 * MS);
  tv_gui_keys (GTK_WIDGET (calls.rows), "Menu");
  tv_gui_choose (calls.view, "Go to Caller");
  ck_assert_uint_eq (tv_trace_session_get_selected_method (stage->session), 1);
}
END_TEST

/* Of a group, it is the longest call. */
START_TEST (test_a_group_in_the_timeline)
{
  tv_calls_stage_group (&calls, 2);
  tv_timeline_stage_select_method (stage, "p.Work.step");
  assert_lists (TV_CALLS_STAGE_CALLERS);
  gtk_widget_grab_focus (GTK_WIDGET (calls.rows));
  tv_gui_keys (GTK_WIDGET (calls.rows), "Home");
  tv_gui_keys (GTK_WIDGET (calls.rows), "ctrl+Return");
  tv_timeline_stage_assert_selected (stage, tv_timeline_stage_call (stage, 2, 2));
}
END_TEST

/* Traces with little to show */

/* Shows calls of a method. The view keeps the session. */
static void
show (const char *written)
{
  g_autoptr (TvTraceSession) session
      = tv_sample_session_new (tv_test_trace (TV_WRITER_CLOCK_WALL, written));

  tv_view_set_session (TV_VIEW (calls.view), session);
  tv_trace_session_select_method (session, 0);
}

static void
drag_over_all (void)
{
  tv_gui_drag (calls.histogram, 1, 120, gtk_widget_get_width (calls.histogram) - 2,
               120);
}

START_TEST (test_one_call)
{
  show ("a 0-5000");
  assert_lists ("(toplevel) | [1] main | 0.000 | 5.000\n");
  tv_calls_stage_assert_numbers (&calls, "1 5.000~ms 0.000~ms");
  ck_assert_ptr_nonnull (strstr (
      gtk_widget_get_tooltip_text (tv_gui_find_text (calls.view, "Total")), "nested"));
  drag_over_all ();
  assert_lists ("(toplevel) | [1] main | 0.000 | 5.000\n");
}
END_TEST

/* Calls of no time: neither axis has a length of its own. */
START_TEST (test_calls_of_no_time)
{
  static const char *const three = "(toplevel) | [1] main | 0.000 | 0.000\n"
                                   "(toplevel) | [1] main | 1.000 | 0.000\n"
                                   "(toplevel) | [1] main | 2.000 | 0.000\n";
  g_autofree char *text = NULL;

  show ("a 0-0 a 1000-1000 a 2000-2000");
  assert_lists (three);
  gtk_widget_grab_focus (calls.histogram);
  tv_gui_keys (calls.histogram, "Home");
  text = tv_call_histogram_dup_cursor_text (TV_CALL_HISTOGRAM (calls.histogram));
  ck_assert_str_eq (text,
                    "0.000\u00a0ms to 0.001\u00a0ms: 3 calls, 0.000\u00a0ms together");
  drag_over_all ();
  assert_lists (three);
  gtk_widget_activate_action (calls.view, "calls.log-time", NULL);
  gtk_widget_activate_action (calls.view, "calls.by-time", NULL);
  drag_over_all ();
  assert_lists (three);
}
END_TEST

TV_GUI_TESTS (set_up, tear_down)
