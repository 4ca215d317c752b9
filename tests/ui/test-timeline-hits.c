/* SPDX-License-Identifier: Apache-2.0 */

/* What a search found shows in the timeline wherever it is, also where a column of
   pixels is full of other calls. */

#include "support/trace-fixtures.h"
#include "ui/display.h"
#include "ui/pixels.h"
#include "ui/timeline-stage.h"
#include "ui/timeline/timeline-layout.h"
#include "ui/timeline/timeline.h"

#include <check.h>

#define MAIN 0x4
#define TICK 0x8
#define RARE 0xc

/* In microseconds: a tick of one in every two, of which one in 10,000 is another call.
 */
#define N_TICKS 60000
#define TICKS_TO_RARE 10000
#define N_RARE (N_TICKS / TICKS_TO_RARE)

static TvTimelineStage stage;

/* When the call of RARE begins, in microseconds. */
static gint64
get_rare_time (guint i)
{
  return 2 * (TICKS_TO_RARE * (gint64) i + TICKS_TO_RARE / 2);
}

/* Thread 1: `app.Main.main` all the time; in it `app.Clock.tick`, and rarely
   `app.Odd.out`. A column holds a hundred calls, of which at most one is rare. */
static TvTrace *
load_sample (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_add_thread (writer, 1, "one");
  tv_trace_writer_add_method (writer, MAIN, "app.Main", "main", "()V", "M.java", 1);
  tv_trace_writer_add_method (writer, TICK, "app.Clock", "tick", "()V", "C.java", 1);
  tv_trace_writer_add_method (writer, RARE, "app.Odd", "out", "()V", "O.java", 1);
  tv_trace_writer_enter (writer, 1, MAIN, 0, 0);
  for (guint i = 0; i < N_TICKS; i++)
    {
      guint32 method = i % TICKS_TO_RARE == TICKS_TO_RARE / 2 ? RARE : TICK;

      tv_trace_writer_enter (writer, 1, method, 0, 2 * i);
      tv_trace_writer_exit (writer, 1, method, 0, 2 * i + 1);
    }
  tv_trace_writer_exit (writer, 1, MAIN, 0, 2 * N_TICKS);
  return tv_test_load (writer);
}

static void
set_up (void)
{
  tv_timeline_stage_open (&stage, load_sample ());
  /* Without the room that a window has after the last call. */
  tv_trace_session_set_view (stage.session, 0, 2 * N_TICKS * 1000);
  tv_gui_settle ();
}

static void
tear_down (void)
{
  tv_timeline_stage_close (&stage);
}

static void
find (const char *name)
{
  tv_timeline_stage_find (&stage, name);
}

static guint32
get_rare_color (void)
{
  return tv_timeline_stage_get_color (&stage, "app.Odd.out()V");
}

static GdkRectangle
get_main_area (void)
{
  return tv_timeline_stage_area (&stage, tv_timeline_stage_call (&stage, 1, 0));
}

/* The pixels that have the colour of the hits at a time, or right beside: the area is
   rounded to whole pixels. */
static guint
count_pixels_at (const TvPixels *pixels, const GdkRectangle *area, double time_us)
{
  gint64 start, end;
  GdkRectangle column = *area;

  tv_trace_session_get_view (stage.session, &start, &end);
  column.x += (int) ((time_us * 1000 - (double) start) / (double) (end - start)
                     * area->width)
              - 1;
  column.width = 3;
  return tv_pixels_count (pixels, &column, get_rare_color ());
}

/* How many pixels of an area have the colour of the hits, once all is drawn. */
static guint
count_pixels (GdkRectangle area)
{
  g_autoptr (TvPixels) pixels = NULL;

  tv_gui_settle ();
  pixels = tv_pixels_take (stage.timeline);
  return tv_pixels_count (pixels, &area, get_rare_color ());
}

START_TEST (test_rare_hits_show_in_busy_columns)
{
  const GdkRectangle area = get_main_area ();
  g_autoptr (TvPixels) pixels = NULL;

  /* No column is that method's. */
  ck_assert_uint_eq (count_pixels (area), 0);
  find ("app.Odd.out()V");
  ck_assert_uint_eq (count_pixels (area), N_RARE * (20 / 3));
  pixels = tv_pixels_take (stage.timeline);
  for (guint i = 0; i < N_RARE; i++)
    ck_assert_uint_eq (
        count_pixels_at (pixels, &area, (double) get_rare_time (i) + 0.5), 20 / 3);

  find (NULL);
  ck_assert_uint_eq (count_pixels (area), 0);
}
END_TEST

/* What the search is for changes: the new hits show, the old ones do not. */
START_TEST (test_new_hits_replace_old_ones)
{
  const GdkRectangle area = get_main_area ();

  find ("app.Odd.out()V");
  find ("app.Clock.tick()V");
  find ("app.Odd.out()V");
  ck_assert_uint_eq (count_pixels (area), N_RARE * (20 / 3));
  find ("app.Clock.tick()V");
  ck_assert_uint_eq (count_pixels (area), 0);
}
END_TEST

/* From the whole trace to where the call has a block of its own. */
START_TEST (test_a_hit_is_seen_at_every_zoom)
{
  const double time = (double) get_rare_time (2) + 0.5;

  find ("app.Odd.out()V");
  for (double span = 2 * N_TICKS; span > 50; span *= 0.4)
    {
      double start = CLAMP (time - span / 3, 0, 2 * N_TICKS - span);
      GdkRectangle area;
      g_autoptr (TvPixels) pixels = NULL;

      tv_trace_session_set_view (stage.session, (gint64) (start * 1000),
                                 (gint64) ((start + span) * 1000));
      tv_gui_settle ();
      pixels = tv_pixels_take (stage.timeline);
      area = get_main_area ();
      ck_assert_msg (count_pixels_at (pixels, &area, time) > 0, "not seen in %f µs",
                     span);
    }
}
END_TEST

/* In the call chart the columns are crowds of calls within main, whose foot is 4 rows.
 */
START_TEST (test_rare_hits_show_in_crowds_of_the_chart)
{
  GdkRectangle level, other;

  tv_timeline_stage_activate (&stage, "open-rows");
  level = other = get_main_area ();
  level.y += TV_LEVEL_HEIGHT;
  ck_assert_uint_eq (count_pixels (level), 0);
  find ("app.Odd.out()V");
  ck_assert_uint_eq (count_pixels (level), N_RARE * 4);
  ck_assert_uint_eq (count_pixels (other), 0);
  find (NULL);
  ck_assert_uint_eq (count_pixels (level), 0);
}
END_TEST

TV_DISPLAY_TESTS (set_up, tear_down)
