/* SPDX-License-Identifier: Apache-2.0 */

/* Boxes of a call chart drawn into memory, and the names in them. */

#include "draw/chart-raster.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

#include <pango/pangocairo.h>
#include <string.h>

#define A 0x4
#define B 0x8
#define C 0xc

#define MS G_GINT64_CONSTANT (1000000)

#define BLUE 0xff5a5affu
#define GREEN 0xff00f000u
#define RED 0xffff0000u
#define TEXT 0xff000000u

static const TvColor colors_of_methods[]
    = { { 90, 90, 255 }, { 0, 240, 0 }, { 255, 0, 0 } };

/* 0: A 0-20 ms { 1: B 0-10, waiting from 1 to 9; 2: C 10-20 } and 40 ms of the CPU, in
 * which 3: B and 4: B share the millisecond from 30. */
static TvCallStacks *
load_trace (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autoptr (TvTrace) trace = NULL;
  TvCallStacks *stacks;

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, A, "a.v.View", "draw", "()V", "V.java", 1);
  tv_trace_writer_add_method (writer, B, "a.v.View", "measure", "()V", "V.java", 1);
  tv_trace_writer_add_method (writer, C, "a.v.View", "layout", "()V", "V.java", 1);
  tv_trace_writer_enter (writer, 1, A, 0, 0);
  tv_trace_writer_enter (writer, 1, B, 0, 0);
  tv_trace_writer_exit (writer, 1, B, 2000, 10000);
  tv_trace_writer_enter (writer, 1, C, 2000, 10000);
  tv_trace_writer_exit (writer, 1, C, 12000, 20000);
  tv_trace_writer_exit (writer, 1, A, 12000, 20000);
  tv_trace_writer_enter (writer, 1, B, 22000, 30000);
  tv_trace_writer_exit (writer, 1, B, 22400, 30400);
  tv_trace_writer_enter (writer, 1, B, 22400, 30400);
  tv_trace_writer_exit (writer, 1, B, 22800, 30800);
  trace = tv_test_load (writer);
  stacks = tv_call_stacks_new (trace, NULL, NULL);
  ck_assert_ptr_nonnull (stacks);
  return stacks;
}

typedef struct
{
  guint32 pixels[TV_N_CHART_LINES][80];
  gboolean anything;
} Picture;

/* Draws 40 ms as one column a millisecond, or two at scale 2. */
static void
draw (Picture *picture, const TvCallStacks *stacks, guint level, guint scale,
      guint32 mark)
{
  g_autoptr (TvCallChart) chart
      = tv_call_chart_new (stacks, NULL, 0, 0, 40 * MS, 40 * scale, 0, 3);
  g_autoptr (TvMethodColors) method_colors = NULL;
  guint32 *lines[TV_N_CHART_LINES];
  TvDrawColors colors;
  TvLaneStyle style = { .colors = &colors, .mark_method = mark };

  tv_draw_colors_init (&colors, TV_PALETTE_CLASSIC, FALSE);
  method_colors = tv_method_colors_new (colors_of_methods,
                                        G_N_ELEMENTS (colors_of_methods), &colors);
  style.method_colors = method_colors;
  for (guint i = 0; i < TV_N_CHART_LINES; i++)
    lines[i] = picture->pixels[i];
  colors.text = (TvColor){ 0, 0, 0 };
  colors.mixed = (TvColor){ 100, 100, 100 };
  picture->anything = tv_chart_raster (chart, level, &style, scale, 40 * scale, lines);
}

/* All lines have @pixel in the columns from @x0 to before @x1. */
static void
assert_boxes (const Picture *picture, guint x0, guint x1, guint32 pixel)
{
  for (guint line = 0; line < TV_N_CHART_LINES; line++)
    for (guint x = x0; x < x1; x++)
      ck_assert_msg (picture->pixels[line][x] == pixel, "%u: %08x", x,
                     picture->pixels[line][x]);
}

START_TEST (boxes_have_an_edge)
{
  g_autoptr (TvCallStacks) stacks = load_trace ();
  Picture picture;

  draw (&picture, stacks, 0, 1, TV_METHOD_NONE);
  ck_assert (picture.anything);
  assert_boxes (&picture, 0, 19, BLUE);
  assert_boxes (&picture, 20, 30, 0);
  ck_assert_uint_eq (picture.pixels[TV_CHART_LINE_MIDDLE][19] >> 24, 110);
  draw (&picture, stacks, 0, 2, TV_METHOD_NONE);
  assert_boxes (&picture, 0, 38, BLUE);
  ck_assert_uint_eq (picture.pixels[TV_CHART_LINE_MIDDLE][38] >> 24, 110);
  draw (&picture, stacks, 2, 1, TV_METHOD_NONE);
  ck_assert (!picture.anything);
  assert_boxes (&picture, 0, 40, 0);
}
END_TEST

/* The wait of B is from 1 to 9 ms: half of its 2 ms on the CPU on either side. */
START_TEST (a_wait_is_pale_but_for_its_foot)
{
  g_autoptr (TvCallStacks) stacks = load_trace ();
  Picture picture;

  draw (&picture, stacks, 1, 1, TV_METHOD_NONE);
  assert_boxes (&picture, 0, 1, GREEN);
  ck_assert_uint_eq (picture.pixels[TV_CHART_LINE_TOP][1] >> 24, TV_CHART_WAIT_ALPHA);
  ck_assert_uint_eq (picture.pixels[TV_CHART_LINE_MIDDLE][8] >> 24,
                     TV_CHART_WAIT_ALPHA);
  ck_assert_uint_eq (picture.pixels[TV_CHART_LINE_FOOT][8], GREEN);
  ck_assert_uint_eq (picture.pixels[TV_CHART_LINE_BOTTOM][8], GREEN);
  assert_boxes (&picture, 10, 19, RED);
}
END_TEST

START_TEST (a_crowd_is_neutral_over_its_largest_part)
{
  g_autoptr (TvCallStacks) stacks = load_trace ();
  Picture picture;
  guint alpha;

  draw (&picture, stacks, 0, 1, TV_METHOD_NONE);
  /* 0.8 of the column: 255 · (0.35 + 0.65 · 204 / 255) = 221.85 */
  alpha = picture.pixels[TV_CHART_LINE_MIDDLE][30] >> 24;
  ck_assert_uint_eq (alpha, 222);
  ck_assert_uint_eq (picture.pixels[TV_CHART_LINE_MIDDLE][30] & 0xff, 100 * 222 / 255);
  ck_assert_uint_eq (picture.pixels[TV_CHART_LINE_FOOT][30], GREEN);
  ck_assert_uint_eq (picture.pixels[TV_CHART_LINE_BOTTOM][30], GREEN);
}
END_TEST

/* Of 10 columns, first and last are sides. */
START_TEST (boxes_of_the_marked_method_have_an_outline)
{
  g_autoptr (TvCallStacks) stacks = load_trace ();
  Picture picture;

  draw (&picture, stacks, 1, 1, 2);
  ck_assert_uint_eq (picture.pixels[TV_CHART_LINE_TOP][0], GREEN);
  ck_assert_uint_eq (picture.pixels[TV_CHART_LINE_BOTTOM][0], GREEN);
  for (guint x = 10; x < 20; x++)
    {
      const guint32 inside = x == 10 || x == 19 ? TEXT : RED;

      ck_assert_uint_eq (picture.pixels[TV_CHART_LINE_TOP][x], TEXT);
      ck_assert_uint_eq (picture.pixels[TV_CHART_LINE_MIDDLE][x], inside);
      ck_assert_uint_eq (picture.pixels[TV_CHART_LINE_FOOT][x], inside);
      ck_assert_uint_eq (picture.pixels[TV_CHART_LINE_BOTTOM][x], TEXT);
    }
}
END_TEST

START_TEST (text_stands_out)
{
  const TvColor white = { 255, 255, 255 };
  const TvColor dark = { 30, 30, 30 };

  ck_assert_uint_eq (tv_chart_get_text_color (GREEN, white).red, 0);
  ck_assert_uint_eq (tv_chart_get_text_color (BLUE, white).red, 255);
  ck_assert_uint_eq (tv_chart_get_text_color (RED, white).red, 255);
  /* Pale on white is light, on a dark background it is dark. */
  ck_assert_uint_eq (tv_chart_get_text_color (0x46190000u, white).red, 0);
  ck_assert_uint_eq (tv_chart_get_text_color (0x46190000u, dark).red, 255);
}
END_TEST

static int
get_width (PangoLayout *layout)
{
  int width;

  ck_assert_ptr_nonnull (layout);
  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}

START_TEST (the_longest_name_that_fits)
{
  g_autoptr (TvCallStacks) stacks = load_trace ();
  PangoFontMap *fonts = pango_cairo_font_map_get_default ();
  g_autoptr (TvChartNames) names = tv_chart_names_new (
      tv_call_stacks_get_trace (stacks), pango_font_map_create_context (fonts));
  PangoLayout *layout = tv_chart_names_get (names, 1, 1000);
  g_autoptr (PangoLayout) four = NULL;
  int method;
  int shown = 0;

  ck_assert_int_gt (tv_chart_names_get_height (names), 0);
  ck_assert_str_eq (pango_layout_get_text (layout), "View.measure()  a.v");
  layout = tv_chart_names_get (names, 1, get_width (layout) - 1);
  ck_assert_str_eq (pango_layout_get_text (layout), "View.measure()");
  while (strstr (pango_layout_get_text (layout), "V") != NULL
         || strstr (pango_layout_get_text (layout), "…") != NULL)
    layout = tv_chart_names_get (names, 1, get_width (layout) - 1);
  ck_assert_str_eq (pango_layout_get_text (layout), "measure");
  method = get_width (layout);
  layout = tv_chart_names_get (names, 1, method - 1);
  ck_assert_int_eq (pango_layout_is_ellipsized (layout), TRUE);
  ck_assert_int_lt (get_width (layout), method);
  /* No fewer letters than four. */
  four = pango_layout_copy (layout);
  for (int width = method - 1; (layout = tv_chart_names_get (names, 1, width)) != NULL;
       width--)
    shown = get_width (layout);
  pango_layout_set_ellipsize (four, PANGO_ELLIPSIZE_NONE);
  pango_layout_set_width (four, -1);
  pango_layout_set_text (four, "meas…", -1);
  ck_assert_int_eq (shown, get_width (four));
  ck_assert_ptr_null (tv_chart_names_get (names, 1, 8));
  ck_assert_ptr_null (tv_chart_names_get (names, 1, 0));
}
END_TEST

TV_TESTS (NULL, NULL)
