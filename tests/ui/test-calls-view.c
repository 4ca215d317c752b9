/* SPDX-License-Identifier: Apache-2.0 */

/* All calls of a method, beside a timeline: the histogram, the numbers and the list.
 * The numbers are worked out by hand. */

#include "support/trace-fixtures.h"
#include "ui/calls-stage.h"
#include "ui/calls/call-histogram.h"
#include "ui/display.h"
#include "ui/pixels.h"
#include "ui/sample-trace.h"
#include "ui/session/session-colors.h"
#include "ui/table/table-view.h"
#include "ui/timeline/timeline.h"
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
assert_rows (const char *expected)
{
  tv_calls_stage_assert_rows (&calls, expected);
}

static void
assert_numbers (const char *numbers)
{
  tv_calls_stage_assert_numbers (&calls, numbers);
}

/* Nothing can be done with no calls. */
static void
assert_none (void)
{
  tv_gui_wait_for_text (
      calls.view,
      "The selected method is not called in this range of time and these threads.");
  gtk_widget_activate_action (calls.view, "calls.row-menu", NULL);
  gtk_widget_activate_action (calls.view, "calls.show-in-timeline", NULL);
  gtk_widget_activate_action (calls.view, "calls.copy-stack", NULL);
  tv_gui_settle ();
}

START_TEST (test_calls_of_the_selected_method)
{
  const char *const hint = "Select a method to see its calls.";

  tv_gui_wait_for_text (calls.view, hint);
  tv_calls_stage_select_step (&calls);
  /* 132 ms, a mean of 132 / 7, and the fourth of seven. The squares add up to 10342. */
  assert_numbers ("7 132.000~ms 18.857~ms 4.000~ms 16.000~ms 100.000~ms 33.494~ms");
  tv_trace_session_set_time_unit (stage->session, TV_TIME_UNIT_US);
  assert_numbers ("132000~µs 4000~µs");
  tv_trace_session_set_time_unit (stage->session, TV_TIME_UNIT_MS);
  assert_numbers ("132.000~ms");
  tv_trace_session_select_method (stage->session, TV_CALLS_STAGE_ONCE);
  assert_rows ("Main.go()  p | [2] worker | 132.000 | 3.000\n");
  tv_trace_session_select_method (stage->session, TV_CALLS_STAGE_MAIN);
  assert_rows ("(toplevel) | [1] main | 0.000 | 16.000\n"
               "(toplevel) | [2] worker | 16.000 | 119.000\n");
  tv_trace_session_select_method (stage->session, TV_CALLS_STAGE_UNCALLED);
  assert_none ();
  tv_trace_session_clear_selection (stage->session);
  tv_gui_wait_for_text (calls.view, hint);
}
END_TEST

/* There is no empty column beside the numbers, and when one comes, the bars stay where
 * they are. */
START_TEST (test_numbers_take_the_room_they_need)
{
  GtkWidget *numbers;
  GtkWidget *name;
  int width;
  int alone;

  tv_calls_stage_select_step (&calls);
  name = tv_gui_find_text (calls.view, "Work.step()  p");
  ck_assert_ptr_nonnull (name);
  ck_assert (gtk_widget_get_mapped (name));
  width = gtk_widget_get_width (calls.histogram);
  numbers = gtk_widget_get_next_sibling (calls.histogram);
  alone = gtk_widget_get_width (numbers);
  tv_call_histogram_set_span (TV_CALL_HISTOGRAM (calls.histogram),
                              (TvCallsSpan){ 10 * MS, 30 * MS });
  tv_gui_settle ();
  assert_numbers ("All Selected");
  ck_assert_int_eq (gtk_widget_get_width (calls.histogram), width);
  ck_assert_int_gt (gtk_widget_get_width (numbers), alone + 50);
  tv_call_histogram_set_span (TV_CALL_HISTOGRAM (calls.histogram), TV_CALLS_ALL);
  tv_gui_settle ();
  ck_assert_int_eq (gtk_widget_get_width (calls.histogram), width);
  ck_assert_int_eq (gtk_widget_get_width (numbers), alone);
}
END_TEST

START_TEST (test_calls_follow_the_range)
{
  tv_calls_stage_select_step (&calls);
  tv_trace_session_set_range (stage->session, 5 * MS, 10 * MS);
  tv_trace_session_set_restricted_to_range (stage->session, TRUE);
  assert_rows ("Main.go()  p | [1] main | 4.000 | 3.000\n"
               "Side.go()  p | [1] main | 8.000 | 2.000\n");
  tv_trace_session_set_restricted_to_range (stage->session, FALSE);
  assert_rows (TV_CALLS_STAGE_ALL);
}
END_TEST

START_TEST (test_groups)
{
  static const char *const groups[]
      = { TV_CALLS_STAGE_ALL, TV_CALLS_STAGE_THREADS, TV_CALLS_STAGE_CALLERS,
          "Main.go | 0.000 | 124.000 | 6 | 20.667\n"
          "Side.go  ‹ Main.go | 8.000 | 8.000 | 1 | 8.000\n" };
  TvRowCells *cells;

  tv_calls_stage_select_step (&calls);
  /* The times are seen before what may be out of sight. */
  cells = tv_table_row_get_cells (tv_calls_stage_find_row (&calls, 0));
  ck_assert_int_lt (tv_row_cells_find_place (cells, TV_CALLS_INCLUSIVE)->x,
                    tv_row_cells_find_place (cells, TV_CALLS_THREAD)->x);
  for (guint i = G_N_ELEMENTS (groups); i-- > 0;)
    {
      tv_calls_stage_group (&calls, i);
      assert_rows (groups[i]);
    }
  /* The share of the second thread. */
  tv_calls_stage_group (&calls, 1);
  assert_rows (TV_CALLS_STAGE_THREADS);
  tv_table_rows_select (calls.rows, 0, FALSE);
  assert_numbers ("Group 58.000~ms 42.000~ms");
  /* Their number and their mean are beside the name. */
  cells = tv_table_row_get_cells (tv_calls_stage_find_row (&calls, 0));
  ck_assert_int_lt (tv_row_cells_find_place (cells, TV_CALLS_COUNT)->x,
                    tv_row_cells_find_place (cells, TV_CALLS_MEAN)->x);
  ck_assert_int_lt (tv_row_cells_find_place (cells, TV_CALLS_MEAN)->x,
                    tv_row_cells_find_place (cells, TV_CALLS_START)->x);
}
END_TEST

START_TEST (test_a_row_shows_its_call)
{
  gint64 start;
  gint64 end;

  tv_calls_stage_select_step (&calls);
  tv_timeline_stage_set_view (stage, 0, 10);
  tv_table_rows_select (calls.rows, 6, FALSE);
  tv_timeline_stage_assert_selected (stage, tv_timeline_stage_call (stage, 2, 2));
  /* From 32 to 132 ms: the view goes to its start, and is as wide as it was. */
  tv_trace_session_get_view (stage->session, &start, &end);
  ck_assert_int_le (start, 32 * MS);
  ck_assert_int_gt (end, 32 * MS);
  ck_assert_int_eq (end - start, 10 * MS);
  tv_table_rows_select (calls.rows, 0, FALSE);
  tv_trace_session_get_view (stage->session, &start, &end);
  ck_assert_int_eq (start, 0);
  ck_assert_int_eq (end, 10 * MS);

  tv_trace_session_select_call (stage->session, tv_timeline_stage_call (stage, 1, 3));
  tv_gui_settle ();
  ck_assert_uint_eq (tv_table_rows_get_selected (calls.rows), 2);
  /* What the pointer is on in the timeline has its row marked. Here it is elsewhere. */
  tv_trace_session_set_pointed_call (stage->session,
                                     tv_timeline_stage_call (stage, 1, 4));
  tv_gui_settle ();
  for (guint i = 2; i < 4; i++)
    ck_assert_int_eq (gtk_widget_has_css_class (
                          GTK_WIDGET (tv_calls_stage_find_row (&calls, i)), "pointed"),
                      i == 3);
}
END_TEST

static void
sort_by (TvCallsColumn column)
{
  GtkWidget *table = tv_gui_find_type (calls.view, "TvTableView");

  tv_table_columns_sort_by (tv_table_view_get_columns (TV_TABLE_VIEW (table)), column,
                            TRUE);
}

START_TEST (test_columns_sort)
{
  tv_calls_stage_select_step (&calls);
  sort_by (TV_CALLS_INCLUSIVE);
  assert_rows (TV_CALLS_STAGE_100 TV_CALLS_STAGE_16
               "Side.go()  p | [1] main | 8.000 | 8.000\n"
               "Main.go()  p | [1] main | 4.000 | 4.000\n"
               "Main.go()  p | [1] main | 2.000 | 2.000\n" TV_CALLS_STAGE_1);
  sort_by (TV_CALLS_NAME);
  assert_rows (
      "Side.go()  p | [1] main | 8.000 | 8.000\n" TV_CALLS_STAGE_1
      "Main.go()  p | [1] main | 2.000 | 2.000\n"
      "Main.go()  p | [1] main | 4.000 | 4.000\n" TV_CALLS_STAGE_16 TV_CALLS_STAGE_100);
}
END_TEST

START_TEST (test_calls_of_a_transformed_trace)
{
  const guint32 method = TV_CALLS_STAGE_SIDE;
  g_autoptr (TvTransform) focus = tv_transform_new (TV_TRANSFORM_FOCUS, &method, 1);

  tv_calls_stage_select_step (&calls);
  tv_trace_session_add_transform (stage->session, focus);
  assert_rows ("Side.go()  p | [1] main | 8.000 | 8.000\n");
  tv_trace_session_set_range (stage->session, 10 * MS, 20 * MS);
  tv_trace_session_set_restricted_to_range (stage->session, TRUE);
  assert_rows ("Side.go()  p | [1] main | 8.000 | 6.000\n");
  /* The timeline shows it where it was. */
  tv_table_rows_select (calls.rows, 0, FALSE);
  tv_timeline_stage_assert_selected (stage, tv_timeline_stage_call (stage, 1, 6));
}
END_TEST

/* Keeps calls in the histogram. */
static void
keep (gint64 low, gint64 high)
{
  tv_call_histogram_set_span (TV_CALL_HISTOGRAM (calls.histogram),
                              (TvCallsSpan){ low, high });
}

/* Whether there is a line of the group's colour in the histogram, at a time that no bar
 * is at, on the logarithmic axis from 1 to 100 ms. */
static gboolean
has_group_line (double ms)
{
  g_autoptr (TvPixels) pixels = tv_pixels_take (calls.histogram);
  const double x
      = 6 + (gtk_widget_get_width (calls.histogram) - 12) * log (ms) / log (100.001);
  const GdkRectangle area = { (int) x - 2, 60, 4, 1 };
  GdkRGBA accent;

  ck_assert (
      gtk_style_context_lookup_color (gtk_widget_get_style_context (calls.histogram),
                                      "theme_selected_bg_color", &accent));
  return tv_pixels_count (pixels, &area,
                          (guint32) lround (accent.red * 255) << 16
                              | (guint32) lround (accent.green * 255) << 8
                              | (guint32) lround (accent.blue * 255))
         > 0;
}

/* The group has calls of 16 and 100 ms. */
START_TEST (test_the_mean_of_a_group_is_of_what_is_kept)
{
  tv_calls_stage_group (&calls, 1);
  tv_timeline_stage_select_method (stage, "p.Work.step");
  assert_rows (TV_CALLS_STAGE_THREADS);
  tv_table_rows_select (calls.rows, 0, FALSE);
  assert_numbers ("Group 58.000~ms");
  ck_assert (has_group_line (58));
  keep (10 * MS, 30 * MS);
  assert_rows ("[2] worker | 16.000 | 16.000 | 1 | 16.000\n");
  ck_assert (!has_group_line (58));
}
END_TEST

/* Whether a call has the colour of its method in the timeline, or a faded one. */
static gboolean
stands_out (guint32 thread_id, guint32 index)
{
  const GdkRectangle area = tv_timeline_stage_area (
      stage, tv_timeline_stage_call (stage, thread_id, index));
  g_autoptr (TvPixels) pixels = tv_pixels_take (stage->timeline);
  const GdkRectangle lower
      = { area.x + area.width / 2, area.y + area.height - 5, 1, 1 };

  return tv_pixels_count (pixels, &lower,
                          tv_timeline_stage_get_color (stage, "p.Work.step"))
         == 1;
}

/* Calls of 4 and 8 ms stand out; do those of 16 and 100? */
static void
assert_long_calls_stand_out (gboolean expected)
{
  tv_gui_settle ();
  ck_assert (stands_out (1, 6));
  ck_assert (stands_out (1, 4));
  ck_assert_int_eq (stands_out (2, 1), expected);
  ck_assert_int_eq (stands_out (2, 2), expected);
}

START_TEST (test_kept_calls_stand_out)
{
  tv_calls_stage_select_step (&calls);
  assert_long_calls_stand_out (TRUE);
  keep (1700000, 10 * MS);
  assert_long_calls_stand_out (FALSE);
  /* Another view takes its place, and it comes back. */
  gtk_widget_set_visible (calls.view, FALSE);
  assert_long_calls_stand_out (TRUE);
  gtk_widget_set_visible (calls.view, TRUE);
  assert_long_calls_stand_out (FALSE);
  keep (G_MININT64, G_MAXINT64);
  assert_long_calls_stand_out (TRUE);
}
END_TEST

/* A swatch of 8 x 14 is before the name of each caller, whatever the palette. */
START_TEST (test_callers_have_their_colors)
{
  static const char *const palettes[] = { "classic", "accessible", "soft" };
  GActionGroup *actions = tv_timeline_get_action_group (TV_TIMELINE (stage->timeline));

  tv_calls_stage_select_step (&calls);
  for (guint i = 0; i < G_N_ELEMENTS (palettes); i++)
    {
      g_autoptr (TvPixels) pixels = NULL;

      g_action_group_change_action_state (actions, "palette",
                                          g_variant_new_string (palettes[i]));
      tv_gui_settle ();
      pixels = tv_pixels_take (GTK_WIDGET (calls.rows));
      ck_assert_msg (
          tv_pixels_count (pixels, NULL,
                           tv_timeline_stage_get_color (stage, "p.Side.go()V"))
              == 8 * 14,
          "%s", palettes[i]);
    }
}
END_TEST

/* Counts the pixels of the colour of texts where the first bin begins. */
static guint
count_outline (void)
{
  g_autoptr (TvPixels) pixels = tv_pixels_take (calls.histogram);
  const GdkRectangle area = { 6, 0, 1, gtk_widget_get_height (calls.histogram) };
  GdkRGBA text;

  gtk_style_context_get_color (gtk_widget_get_style_context (calls.histogram), &text);
  return tv_pixels_count (pixels, &area,
                          (guint32) lround (text.red * 255) << 16
                              | (guint32) lround (text.green * 255) << 8
                              | (guint32) lround (text.blue * 255));
}

/* The numbers are seen as far as their last column. */
static gboolean
has_room_for_difference (void)
{
  GtkWidget *title = tv_gui_find_text (calls.view, "Difference");
  GtkWidget *port = gtk_widget_get_ancestor (title, GTK_TYPE_VIEWPORT);
  graphene_rect_t bounds;

  return gtk_widget_compute_bounds (title, port, &bounds)
         && bounds.origin.x + bounds.size.width <= (float) gtk_widget_get_width (port);
}

/* The first two calls of the base stand out in its pictures; does the last one? */
static void
assert_base_marks (TvTraceSession *base, gboolean last)
{
  TvMethodSet *lit;
  TvHitTest test;

  tv_gui_settle ();
  lit = tv_session_colors_get_lit (tv_trace_session_get_colors (base));
  ck_assert_ptr_nonnull (lit);
  test = tv_method_set_get_test (lit, 0);
  ck_assert (tv_hit_test_passes (&test, 0, 0));
  ck_assert (tv_hit_test_passes (&test, 0, 1));
  ck_assert_int_eq (tv_hit_test_passes (&test, 0, 2), last);
}

/* Shows calls of a method, 10 and 30 ms, and 10, 10 and 20 in the base. The view keeps
 * the session. */
static TvTraceSession *
compare (TvWriterClock clock)
{
  TvTrace *trace = tv_test_trace (clock, "a 0-10000 a 10000-40000");
  TvTrace *base
      = tv_test_trace (TV_WRITER_CLOCK_WALL, "a 0-10000 a 10000-20000 a 20000-40000");
  g_autoptr (TvTraceSession) session = tv_sample_session_new_compared (trace, base);

  tv_view_set_session (TV_VIEW (calls.view), session);
  tv_trace_session_select_method (session, 0);
  tv_gui_wait_for_text (calls.view, "Difference");
  return session;
}

START_TEST (test_calls_are_compared)
{
  TvTraceSession *session;
  TvTraceSession *base;
  g_autoptr (GVariant) normalize = NULL;
  g_autofree char *text = NULL;

  gtk_widget_set_size_request (stage->timeline, -1, 160);
  gtk_widget_set_size_request (calls.view, -1, -1);
  tv_gui_resize (stage->window, 800, 600);
  tv_calls_stage_select_step (&calls);
  ck_assert_uint_lt (count_outline (), 20);
  ck_assert_ptr_null (tv_gui_find_text (calls.view, "■ Trace  □ Base"));
  session = compare (TV_WRITER_CLOCK_WALL);
  ck_assert_ptr_nonnull (tv_gui_find_text (calls.view, "■ Trace  □ Base"));
  base = tv_trace_session_get_base (session);
  /* Two calls and three; both take 40 ms; means of 20 and 13.333; medians of 20 and 10;
   * longest of 30 and 20; deviations of 10 and 4.714. */
  assert_numbers ("\u22121 20.000~ms 13.333~ms +6.667~ms +10.000~ms +5.286~ms");
  ck_assert (has_room_for_difference ());
  /* The longest bar is an outline: two calls of the base. */
  ck_assert_uint_gt (count_outline (),
                     (guint) gtk_widget_get_height (calls.histogram) / 3);
  gtk_widget_activate_action (calls.view, "calls.normalize", NULL);
  normalize = g_action_group_get_action_state (
      tv_view_get_action_group (TV_VIEW (calls.view)), "normalize");
  ck_assert (g_variant_get_boolean (normalize));
  /* What is kept is so in both. */
  text = tv_call_histogram_dup_cursor_text (TV_CALL_HISTOGRAM (calls.histogram));
  ck_assert (g_str_has_suffix (text, ": 1 call, 10.000\u00a0ms together; base 2 calls, "
                                     "20.000\u00a0ms"));
  keep (9 * MS, 11 * MS);
  tv_gui_wait_for_text (calls.view, "Selected");
  assert_numbers ("\u221210.000~ms");
  assert_base_marks (base, FALSE);
  keep (G_MININT64, G_MAXINT64);
  assert_base_marks (base, TRUE);
}
END_TEST

/* The base does not tell what its calls waited. */
START_TEST (test_time_without_waiting_is_compared_with_its_like)
{
  (void) compare (TV_WRITER_CLOCK_DUAL);
  g_action_group_change_action_state (tv_view_get_action_group (TV_VIEW (calls.view)),
                                      "number", g_variant_new_uint32 (2));
  tv_gui_settle ();
  ck_assert_ptr_null (tv_gui_find_text (calls.view, "Difference"));
}
END_TEST

/* A trace without calls. */
/* Whatever is selected. */
START_TEST (test_samples_tell_no_calls)
{
  g_autofree char *path = tv_test_trace_path ("samples/collapsed.txt");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (TvTrace) trace = tv_trace_load (file, 0, NULL, NULL, NULL, NULL, NULL);
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);
  g_autoptr (TvTraceSession) session = tv_trace_session_new (trace, profile);

  tv_view_set_session (TV_VIEW (calls.view), session);
  for (guint i = 0; i < 2; i++)
    {
      tv_gui_wait_for_text (calls.view,
                            "Samples do not show individual calls or how long each one "
                            "took. The other views show what was sampled.");
      tv_trace_session_select_method (session, 0);
      tv_gui_settle ();
    }
  tv_view_set_session (TV_VIEW (calls.view), stage->session);
}
END_TEST

START_TEST (test_no_calls)
{
  g_autoptr (TvTraceSession) session
      = tv_sample_session_new (tv_test_trace (TV_WRITER_CLOCK_WALL, ""));

  tv_view_set_session (TV_VIEW (calls.view), session);
  tv_trace_session_select_method (session, 0);
  assert_none ();
}
END_TEST

TV_DISPLAY_TESTS (set_up, tear_down)
