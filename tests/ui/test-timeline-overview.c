/* SPDX-License-Identifier: Apache-2.0 */

/* What the strip of the whole trace over the timeline shows. */

#include "support/trace-fixtures.h"
#include "ui/display.h"
#include "ui/pixels.h"
#include "ui/sample-trace.h"
#include "ui/timeline-stage.h"
#include "ui/timeline/overview.h"

#include <check.h>
#include <string.h>

#define MS 1000000.0

static TvTimelineStage stage;
static GtkWidget *overview;

static void
set_up (void)
{
  tv_timeline_stage_open (&stage, tv_sample_trace_new ());
  overview = tv_gui_find_type (stage.timeline, "TvOverview");
  ck_assert (tv_overview_is_ready (TV_OVERVIEW (overview)));
}

static void
tear_down (void)
{
  tv_timeline_stage_close (&stage);
}

/* Where a time is in the overview: it shows the full range whatever is in view. */
static double
get_x (double ms)
{
  gint64 start;
  gint64 end;

  tv_trace_session_get_full_range (stage.session, &start, &end);
  return (ms * MS - (double) start) / (double) (end - start)
         * gtk_widget_get_width (overview);
}

/* How many rows of the strip are busy at a time; the picture is 26 high. */
static guint
count_busy_rows (const TvPixels *pixels, double ms)
{
  guint n = 0;

  for (int y = 3; y < 29; y++)
    if (tv_pixels_get (pixels, (int) get_x (ms), y) != 0)
      n++;
  return n;
}

START_TEST (test_shows_how_busy_threads_are)
{
  g_autoptr (TvPixels) pixels = tv_pixels_take (overview);
  guint32 main_pixel = tv_pixels_get (pixels, (int) get_x (3), 28);

  /* Two threads are busy at most: main all the time, another one at 4.75 and at
     9.5 ms. At 3 ms that one waits. */
  ck_assert_uint_eq (count_busy_rows (pixels, 3), 13);
  ck_assert_uint_eq (count_busy_rows (pixels, 4.75), 26);
  ck_assert_uint_eq (count_busy_rows (pixels, 9.5), 26);
  /* Main is at the bottom, in another colour. */
  ck_assert_uint_eq (tv_pixels_get (pixels, (int) get_x (4.75), 28), main_pixel);
  ck_assert_uint_ne (tv_pixels_get (pixels, (int) get_x (4.75), 5), main_pixel);
}
END_TEST

static void
assert_marked (const TvPixels *pixels, double ms, gboolean marked)
{
  const guint32 soft_rank_1 = 0xa2a15f;
  const int x = (int) get_x (ms);

  for (int y = 4; y < 9; y++)
    ck_assert_msg (((tv_pixels_get (pixels, x, y) & 0xffffff) == soft_rank_1) == marked,
                   "%f ms, row %d: %06x", ms, y, tv_pixels_get (pixels, x, y));
}

/* Inner is at 2 to 4 and at 6 to 8 ms. */
START_TEST (test_marks_the_calls_of_the_selected_method)
{
  g_autoptr (TvPixels) before = tv_pixels_take (overview);
  g_autoptr (TvPixels) after = NULL;
  g_autoptr (TvPixels) again = NULL;

  assert_marked (before, 3, FALSE);
  tv_timeline_stage_select_method (&stage, "a.Inner.work()V");
  after = tv_pixels_take (overview);
  for (guint ms = 0; ms < 10; ms++)
    assert_marked (after, ms + 0.5, ms == 2 || ms == 3 || ms == 6 || ms == 7);
  /* All else is faint. */
  ck_assert_uint_ne (tv_pixels_get (before, (int) get_x (3), 28),
                     tv_pixels_get (after, (int) get_x (3), 28));

  tv_trace_session_clear_selection (stage.session);
  tv_gui_settle ();
  again = tv_pixels_take (overview);
  ck_assert_uint_eq (tv_pixels_count_changes (before, again, NULL), 0);
}
END_TEST

static GdkRectangle
get_outer (void)
{
  return tv_timeline_stage_area (&stage, tv_timeline_stage_call (&stage, 1, 0));
}

static void
assert_over_the_lanes (void)
{
  double x = 0;
  double y = 0;

  ck_assert (gtk_widget_translate_coordinates (overview, stage.timeline, get_x (0), 0,
                                               &x, &y));
  ck_assert_double_eq_tol (x, get_outer ().x, 1);
  ck_assert_double_lt (y, get_outer ().y);
}

START_TEST (test_stands_over_the_lanes)
{
  assert_over_the_lanes ();
  /* Time still runs to the right. */
  gtk_widget_set_direction (stage.timeline, GTK_TEXT_DIR_RTL);
  tv_gui_settle ();
  assert_over_the_lanes ();
}
END_TEST

/* The labels leave room for the legend, however short they are. */
static void
assert_legend_is_whole (const TvTimelineStage *shown)
{
  GtkWidget *strip = tv_gui_find_type (shown->timeline, "TvOverview");
  const int width = tv_overview_measure_legend (TV_OVERVIEW (strip));
  graphene_rect_t bounds;

  ck_assert (gtk_widget_compute_bounds (strip, shown->timeline, &bounds));
  ck_assert_int_gt (width, 50);
  ck_assert_float_ge (bounds.origin.x, (float) width + 20);
}

START_TEST (test_legend_is_whole)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  TvTimelineStage empty;

  assert_legend_is_whole (&stage);
  /* Without threads. */
  tv_timeline_stage_open (&empty, tv_test_load (writer));
  assert_legend_is_whole (&empty);
  tv_timeline_stage_close (&empty);
}
END_TEST

START_TEST (test_dims_what_is_not_in_view)
{
  g_autoptr (TvPixels) before = tv_pixels_take (overview);
  g_autoptr (TvPixels) after = NULL;

  tv_timeline_stage_set_view (&stage, 4, 6);
  after = tv_pixels_take (overview);
  ck_assert_uint_eq (tv_pixels_get (after, (int) get_x (5), 25),
                     tv_pixels_get (before, (int) get_x (5), 25));
  ck_assert_uint_ne (tv_pixels_get (after, (int) get_x (3), 25),
                     tv_pixels_get (before, (int) get_x (3), 25));
  ck_assert_uint_ne (tv_pixels_get (after, (int) get_x (7), 25),
                     tv_pixels_get (before, (int) get_x (7), 25));
}
END_TEST

START_TEST (test_a_range_is_shown)
{
  g_autoptr (TvPixels) before = tv_pixels_take (overview);
  g_autoptr (TvPixels) after = NULL;

  tv_trace_session_set_range (stage.session, (gint64) (2 * MS), (gint64) (3 * MS));
  tv_gui_settle ();
  after = tv_pixels_take (overview);
  ck_assert_uint_ne (tv_pixels_get (after, (int) get_x (2.5), 1),
                     tv_pixels_get (before, (int) get_x (2.5), 1));
  ck_assert_uint_eq (tv_pixels_get (after, (int) get_x (3.5), 1),
                     tv_pixels_get (before, (int) get_x (3.5), 1));
}
END_TEST

/* So many calls that a worker goes through them; it is there when the time comes, and
   the columns of a width that is no longer wanted are not. */
START_TEST (test_many_calls)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) big = NULL;
  g_autoptr (TvProfile) profile = NULL;
  g_autoptr (TvTraceSession) other = NULL;
  g_autoptr (TvPixels) pixels = NULL;
  const int n = 250000;
  int width;

  /* Busy in the first half of each 2 µs, and not at all in the second half of all. */
  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, 4, "a.B", "c", "()V", "B.java", 1);
  for (int i = 0; i < n; i++)
    {
      tv_trace_writer_enter (writer, 1, 4, 0, 2 * (guint64) i);
      tv_trace_writer_exit (writer, 1, 4, 0, 2 * (guint64) i + 1);
    }
  tv_trace_writer_enter (writer, 1, 4, 0, 4 * (guint64) n);
  tv_trace_writer_exit (writer, 1, 4, 0, 4 * (guint64) n);
  big = tv_test_load (writer);
  profile = tv_profile_new (big, NULL, NULL);
  other = tv_trace_session_new (big, profile);
  tv_timeline_set_session (TV_TIMELINE (stage.timeline), other);
  gtk_window_set_default_size (GTK_WINDOW (stage.window), 860, 400);
  tv_gui_settle ();
  ck_assert (tv_overview_is_ready (TV_OVERVIEW (overview)));
  width = gtk_widget_get_width (overview);
  pixels = tv_pixels_take (overview);
  /* Half of 26 rows. */
  ck_assert_uint_eq (tv_pixels_get (pixels, width / 4, 17),
                     tv_pixels_get (pixels, width / 4, 28));
  ck_assert_uint_ne (tv_pixels_get (pixels, width / 4, 28), 0);
  ck_assert_uint_eq (tv_pixels_get (pixels, width / 4, 12), 0);
  ck_assert_uint_eq (tv_pixels_get (pixels, width * 3 / 4, 28), 0);
}
END_TEST

START_TEST (test_has_a_legend)
{
  g_autoptr (TvPixels) pixels = tv_pixels_take (stage.timeline);
  double x = 0;
  double y = 0;
  guint32 others;
  guint32 main_thread;

  ck_assert (gtk_widget_translate_coordinates (overview, stage.timeline, 0, 0, &x, &y));
  /* Squares of 8 pixels, one over the other beside the strip. */
  others = tv_pixels_get (pixels, 14, (int) y + 8);
  main_thread = tv_pixels_get (pixels, 14, (int) y + 24);
  ck_assert_uint_ne (others, 0);
  ck_assert_uint_ne (main_thread, 0);
  ck_assert_uint_ne (main_thread, others);
  tv_timeline_stage_activate (&stage, "overview");
  g_clear_pointer (&pixels, tv_pixels_free);
  pixels = tv_pixels_take (stage.timeline);
  /* Less than half a square; a letter that stands there may have a pixel like it. */
  ck_assert_uint_lt (tv_pixels_count (pixels, &(GdkRectangle){ 10, (int) y, 12, 32 },
                                      0xffffff & others),
                     32);
}
END_TEST

/* The overview repaints what is around it, too. */
START_TEST (test_a_range_is_drawn_without_the_overview)
{
  const int x = gtk_widget_get_width (stage.timeline) * 3 / 4;
  const int y = 60;
  g_autoptr (TvPixels) before = NULL;
  g_autoptr (TvPixels) after = NULL;
  gint64 start, end;

  tv_timeline_stage_activate (&stage, "overview");
  tv_gui_settle ();
  before = tv_pixels_take (stage.timeline);
  tv_trace_session_get_view (stage.session, &start, &end);
  tv_trace_session_set_range (stage.session, start, start + (end - start) / 4);
  tv_gui_settle ();
  after = tv_pixels_take (stage.timeline);
  ck_assert_uint_ne (tv_pixels_get (before, x, y), tv_pixels_get (after, x, y));
  /* The timeline has heard of the range. */
  tv_timeline_stage_activate (&stage, "clear-range");
  ck_assert_uint_eq (tv_trace_session_get_range_depth (stage.session), 0);
}
END_TEST

START_TEST (test_accessible)
{
  GtkAccessible *accessible = GTK_ACCESSIBLE (overview);
  g_autofree char *of_label = NULL;
  g_autofree char *wrong = NULL;

  ck_assert (gtk_test_accessible_has_role (accessible, GTK_ACCESSIBLE_ROLE_IMG));
  of_label = gtk_test_accessible_check_property (
      accessible, GTK_ACCESSIBLE_PROPERTY_LABEL, "Overview of the whole trace");
  ck_assert_pstr_eq (of_label, NULL);
  tv_timeline_stage_set_view (&stage, 4, 6);
  wrong = gtk_test_accessible_check_property (accessible,
                                              GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "");
  ck_assert_msg (wrong != NULL && strstr (wrong, "4") != NULL
                     && strstr (wrong, "6") != NULL,
                 "%s", wrong);
}
END_TEST

TV_DISPLAY_TESTS (set_up, tear_down)
