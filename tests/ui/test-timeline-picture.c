/* SPDX-License-Identifier: Apache-2.0 */

/* What the timeline draws of the sample, as strips. */

#include "ui/display.h"
#include "ui/pixels.h"
#include "ui/sample-trace.h"
#include "ui/timeline-stage.h"

#include <check.h>

/* The sample's ranks are Outer 0, Inner 1, Leaf 2, Waiter 3: the soft colours in this
 * order. */
#define OUTER 0x3e87e4
#define INNER 0xa2a15f
#define WAITER 0x9fc864

#define BACKGROUND 0xffffff

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

START_TEST (test_segments)
{
  g_autoptr (TvPixels) pixels = tv_pixels_take (stage.timeline);
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
                     (guint) (inner.width * inner.height) * 17 / 20);
  inner.height = 3;
  ck_assert_uint_ge (tv_pixels_count (pixels, &inner, INNER),
                     (guint) ((inner.width - 1) * inner.height));
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
  pixels = tv_pixels_take (stage.timeline);
  ck_assert_uint_eq (tv_pixels_count (pixels, &tab, INNER), (guint) inner.width * 5);
  ck_assert_uint_eq (tv_pixels_count (pixels, &beside, INNER), 0);
}
END_TEST

/* Outer has the first two milliseconds to itself, some 140 pixels: the rest of its
 * colour is under its name. After it Inner's. */
START_TEST (test_strips_have_names)
{
  g_autoptr (TvPixels) pixels = tv_pixels_take (stage.timeline);
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

TV_DISPLAY_TESTS (set_up, tear_down)
