/* SPDX-License-Identifier: Apache-2.0 */

/* The extents of the selected method or call, under the rows. */

#include "support/trace-fixtures.h"
#include "ui/display.h"
#include "ui/pixels.h"
#include "ui/sample-trace.h"
#include "ui/timeline-stage.h"

#include <check.h>

static TvTimelineStage stage;

static void
set_up (void)
{
  tv_timeline_stage_open (&stage, tv_sample_trace_new ());
}

static void
tear_down (void)
{
  tv_timeline_stage_close (&stage);
}

static GdkRectangle
get_area (guint32 thread_id, guint32 index)
{
  return tv_timeline_stage_area (&stage,
                                 tv_timeline_stage_call (&stage, thread_id, index));
}

/* The lanes' part of the window under the bar of the row of thread 1: @y of its top is
   counted from the bar's bottom. */
static GdkRectangle
get_strip (int y, int height)
{
  GdkRectangle outer = get_area (1, 0);

  return (GdkRectangle){ outer.x, outer.y + outer.height + y, outer.width, height };
}

/* The colour of the selected method, a quarter darker; of another one without any. */
static guint32
get_color (void)
{
  const guint32 method = tv_trace_session_get_selected_method (stage.session);
  const TvTrace *trace = tv_trace_session_get_trace (stage.session);
  const TvMethod *info
      = tv_trace_get_method (trace, method != TV_METHOD_NONE ? method : 0);
  g_autofree char *name = g_strconcat (info->class_name, ".", info->name, NULL);
  const guint32 color = tv_timeline_stage_get_color (&stage, name);
  guint32 darker = 0;

  for (int shift = 16; shift >= 0; shift -= 8)
    darker |= ((color >> shift & 0xff) * 3 + 2) / 4 << shift;
  return darker;
}

static guint
count (const TvPixels *pixels, GdkRectangle area)
{
  return tv_pixels_count (pixels, &area, get_color ());
}

START_TEST (test_extents_without_own_time)
{
  GdkRectangle call = get_area (1, 3);
  GdkRectangle under = { call.x, call.y + 20, call.width, 9 };
  GdkRectangle left = { call.x, call.y + 22, 1, 5 };
  GdkRectangle right = { call.x + call.width - 1, call.y + 22, 1, 5 };
  g_autoptr (TvPixels) before = tv_pixels_take (stage.timeline);
  g_autoptr (TvPixels) after = NULL;
  g_autoptr (TvPixels) cleared = NULL;

  ck_assert_uint_eq (count (before, under), 0);
  tv_timeline_stage_select_method (&stage, "a.Wrapper.call");
  after = tv_pixels_take (stage.timeline);
  /* The line that joins the ticks, and the ticks. */
  ck_assert_uint_ge (count (after, under), (guint) call.width);
  ck_assert_uint_eq (count (after, left), 5);
  ck_assert_uint_eq (count (after, right), 5);

  tv_trace_session_clear_selection (stage.session);
  tv_gui_settle ();
  cleared = tv_pixels_take (stage.timeline);
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

  tv_trace_session_select_call (stage.session, tv_timeline_stage_call (&stage, 1, 2));
  tv_gui_settle ();
  pixels = tv_pixels_take (stage.timeline);
  ck_assert_uint_eq (count (pixels, under_first), 0);
  ck_assert_uint_ge (count (pixels, under_second), (guint) second.width);
}
END_TEST

START_TEST (test_none_for_calls_outside_of_the_view)
{
  /* `a.Wrapper.call` is open from 8.5 to 9.5 ms, and has no own time. */
  const double views[][2] = { { 0, 8 }, { 3, 4 }, { 9.6, 10 }, { 9.9, 9.95 } };
  g_autoptr (TvPixels) all = NULL;

  tv_timeline_stage_select_method (&stage, "a.Wrapper.call");
  all = tv_pixels_take (stage.timeline);
  ck_assert_uint_gt (count (all, get_strip (0, 10)), 0);
  for (guint i = 0; i < G_N_ELEMENTS (views); i++)
    {
      g_autoptr (TvPixels) pixels = NULL;

      tv_timeline_stage_set_view (&stage, views[i][0], views[i][1]);
      pixels = tv_pixels_take (stage.timeline);
      ck_assert_uint_eq (count (pixels, get_strip (0, 10)), 0);
    }
}
END_TEST

START_TEST (test_arrow_head_where_a_call_goes_on)
{
  g_autoptr (TvPixels) pixels = NULL;
  GdkRectangle call;
  int bottom;

  tv_timeline_stage_select_method (&stage, "a.Wrapper.call");
  tv_timeline_stage_set_view (&stage, 9, 10);
  pixels = tv_pixels_take (stage.timeline);
  call = get_area (1, 3);
  bottom = call.y + call.height;
  /* To the left it goes on: a head that is 5 high 7 pixels from the edge, no tick. */
  ck_assert_uint_eq (count (pixels, (GdkRectangle){ call.x, bottom + 2, 1, 5 }), 0);
  ck_assert_uint_eq (count (pixels, (GdkRectangle){ call.x + 6, bottom + 5, 1, 5 }), 5);
  ck_assert_uint_eq (count (pixels, (GdkRectangle){ call.x + 8, bottom + 2, 1, 8 }), 1);
  /* To the right it ends: a tick of 5 and the line, which alone would be 4. */
  ck_assert_uint_ge (
      count (pixels, (GdkRectangle){ call.x + call.width - 3, bottom + 2, 4, 6 }), 8);
}
END_TEST

START_TEST (test_both_heads_where_a_call_fills_the_view)
{
  g_autoptr (TvPixels) pixels = NULL;
  GdkRectangle line;

  tv_timeline_stage_select_method (&stage, "a.Outer.run");
  tv_timeline_stage_set_view (&stage, 4.5, 5.5);
  pixels = tv_pixels_take (stage.timeline);
  line = get_strip (7, 1);
  ck_assert_uint_eq (count (pixels, line), (guint) line.width);
  line = get_strip (5, 5);
  line.width = 7;
  ck_assert_uint_gt (count (pixels, line), 7);
  line.x = get_strip (0, 1).x + get_strip (0, 1).width - 7;
  ck_assert_uint_gt (count (pixels, line), 7);
}
END_TEST

START_TEST (test_under_a_taller_row)
{
  g_autoptr (TvPixels) pixels = NULL;
  GdkRectangle before = get_area (1, 3);
  GdkRectangle call;

  tv_timeline_stage_select_method (&stage, "a.Wrapper.call");
  tv_timeline_stage_activate (&stage, "taller-rows");
  call = get_area (1, 3);
  ck_assert_int_gt (call.height, before.height);
  pixels = tv_pixels_take (stage.timeline);
  ck_assert_uint_eq (
      count (pixels, (GdkRectangle){ call.x, call.y + call.height + 2, 1, 6 }), 6);
  ck_assert_uint_eq (count (pixels, (GdkRectangle){ call.x, call.y, 1, call.height }),
                     0);
}
END_TEST

/* 4000 calls of 3 µs in 40 ms of 100: many in each pixel. */
static TvTrace *
load_storm (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, 0x4, "a.Main", "run", "()V", "M.java", 1);
  tv_trace_writer_add_method (writer, 0x8, "a.Clock", "tick", "()V", "C.java", 1);
  tv_trace_writer_enter (writer, 1, 0x4, 0, 0);
  for (guint i = 0; i < 4000; i++)
    {
      tv_trace_writer_enter (writer, 1, 0x8, 0, 20000 + 10 * i);
      tv_trace_writer_exit (writer, 1, 0x8, 0, 20000 + 10 * i + 3);
    }
  tv_trace_writer_exit (writer, 1, 0x4, 0, 100000);
  return tv_test_load (writer);
}

START_TEST (test_merged_in_busy_ranges)
{
  g_autoptr (TvPixels) pixels = NULL;
  GdkRectangle storm;
  GdkRectangle before;
  GdkRectangle after;

  tear_down ();
  tv_timeline_stage_open (&stage, load_storm ());
  tv_timeline_stage_select_method (&stage, "a.Clock.tick");
  pixels = tv_pixels_take (stage.timeline);
  /* A block of 6 rows from 20 to 60 ms, and nothing else. */
  storm = before = after = get_strip (2, 6);
  storm.x += storm.width * 21 / 100;
  storm.width = storm.width * 38 / 100;
  ck_assert_uint_eq (count (pixels, storm), (guint) (storm.width * storm.height));
  before.width = before.width * 19 / 100;
  ck_assert_uint_eq (count (pixels, before), 0);
  after.x += after.width * 61 / 100;
  after.width = after.width * 38 / 100;
  ck_assert_uint_eq (count (pixels, after), 0);
}
END_TEST

TV_DISPLAY_TESTS (set_up, tear_down)
