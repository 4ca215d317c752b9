/* SPDX-License-Identifier: Apache-2.0 */

/* Lanes and extents drawn into memory: exact colours at exact places. */

#include "draw/lane-raster.h"
#include "draw/surface-pixels.h"
#include "support/test-runner.h"

#define RED 0xffff0000u
#define GREEN 0xff00f000u
#define BLUE 0xff5a5affu
#define TEXT 0xff1e1e22u

/* What the others have, and the tint of a wait: 28 of 255 of (60, 70, 100). */
#define MIXED 0xff7e8286u
#define TINT 0x1c07080bu

static const TvColor of_methods[] = { { 90, 90, 255 }, { 0, 240, 0 }, { 255, 0, 0 } };

static TvMethodColors *
init_style (TvLaneStyle *style, TvDrawColors *colors, guint32 mark)
{
  tv_draw_colors_init (colors, TV_PALETTE_CLASSIC, FALSE);
  *style = (TvLaneStyle){ .colors = colors,
                          .method_colors = tv_method_colors_new (of_methods, 3, colors),
                          .mark_method = mark };
  return (TvMethodColors *) style->method_colors;
}

static TvLaneColumn
solid (guint32 method)
{
  return (TvLaneColumn){ method, 255, 255,   TV_LANE_SOLID,
                         FALSE,  1,   FALSE, TV_METHOD_NONE };
}

static TvLaneColumn
mixed (guint32 method, guint8 share, guint8 busy)
{
  return (TvLaneColumn){ method, share, busy,  TV_LANE_MIXED,
                         FALSE,  1,     FALSE, TV_METHOD_NONE };
}

static TvLaneColumn
waiting (guint32 method)
{
  return (TvLaneColumn){ method, 0, 0, TV_LANE_WAIT, FALSE, 1, FALSE, TV_METHOD_NONE };
}

static TvLaneColumn
idle (void)
{
  return (TvLaneColumn){ .method = TV_METHOD_NONE, .hit = TV_METHOD_NONE };
}

static cairo_surface_t *
draw_lane (const TvLaneColumn *columns, guint n, guint scale)
{
  TvLaneGeometry geometry
      = { TV_LANE_TAB_HEIGHT, TV_LANE_BAR_HEIGHT, TV_LANE_EXTENT_HEIGHT, scale };
  TvDrawColors colors;
  TvLaneStyle style;
  g_autoptr (TvMethodColors) method_colors = init_style (&style, &colors, 2);

  return tv_lane_raster_new_surface (columns, n, &geometry, &style);
}

START_TEST (bars_lines_and_gaps)
{
  TvLaneColumn columns[] = { solid (0), waiting (1), idle (), solid (7) };
  cairo_surface_t *surface = draw_lane (columns, 4, 1);

  ck_assert_int_eq (cairo_image_surface_get_height (surface), 36);
  tv_test_assert_run (surface, 0, 0, 6, 0);
  tv_test_assert_run (surface, 0, 6, 26, BLUE);
  tv_test_assert_run (surface, 0, 26, 36, 0);
  tv_test_assert_run (surface, 1, 0, 6, 0);
  tv_test_assert_run (surface, 1, 6, 25, TINT);
  tv_test_assert_run (surface, 1, 25, 26, GREEN);
  tv_test_assert_run (surface, 1, 26, 36, 0);
  tv_test_assert_run (surface, 2, 0, 36, 0);
  tv_test_assert_run (surface, 3, 6, 26, 0xff808080u);
  cairo_surface_destroy (surface);
}
END_TEST

START_TEST (mixed_columns_are_as_high_as_they_are_busy)
{
  TvLaneColumn columns[]
      = { mixed (1, 204, 255), mixed (1, 64, 128), mixed (1, 1, 255),
          mixed (1, 0, 0),     mixed (1, 51, 51),  mixed (1, 1, 40) };
  cairo_surface_t *surface = draw_lane (columns, 6, 1);

  /* 20 · 204/255 = 16 rows of the winner, and 4 of the others. */
  tv_test_assert_run (surface, 0, 6, 10, MIXED);
  tv_test_assert_run (surface, 0, 10, 26, GREEN);
  /* 20 · 128/255 = 10.04: half of the column is idle. 20 · 64/255 = 5.02. */
  tv_test_assert_run (surface, 1, 6, 16, 0);
  tv_test_assert_run (surface, 1, 16, 21, MIXED);
  tv_test_assert_run (surface, 1, 21, 26, GREEN);
  /* A storm: whoever leads has two rows at least. */
  tv_test_assert_run (surface, 2, 6, 24, MIXED);
  tv_test_assert_run (surface, 2, 24, 26, GREEN);
  /* Nothing but a call without length. */
  tv_test_assert_run (surface, 3, 6, 24, 0);
  tv_test_assert_run (surface, 3, 24, 26, GREEN);
  /* One method for a fifth of the time: 4 rows, and no others. */
  tv_test_assert_run (surface, 4, 6, 22, 0);
  tv_test_assert_run (surface, 4, 22, 26, GREEN);
  /* 20 · 40/255 = 3.1. */
  tv_test_assert_run (surface, 5, 6, 23, 0);
  tv_test_assert_run (surface, 5, 23, 24, MIXED);
  tv_test_assert_run (surface, 5, 24, 26, GREEN);
  cairo_surface_destroy (surface);
}
END_TEST

START_TEST (hits_have_a_foot_in_columns_of_others)
{
  TvLaneColumn columns[]
      = { mixed (1, 204, 255), solid (1),        waiting (1), idle (),
          mixed (1, 51, 51),   mixed (1, 51, 51) };
  const guint32 hits[] = { 2, 2, 2, 2, 1, TV_METHOD_NONE };
  cairo_surface_t *surface;

  for (guint i = 0; i < 6; i++)
    columns[i].hit = hits[i];
  surface = draw_lane (columns, 6, 1);
  /* A third of 20 rows, whatever else is in the column. */
  for (guint i = 0; i < 4; i++)
    tv_test_assert_run (surface, i, 20, 26, RED);
  tv_test_assert_run (surface, 0, 6, 10, MIXED);
  tv_test_assert_run (surface, 0, 10, 20, GREEN);
  tv_test_assert_run (surface, 1, 6, 20, GREEN);
  tv_test_assert_run (surface, 2, 6, 20, TINT);
  tv_test_assert_run (surface, 3, 6, 20, 0);
  /* Where the hit is what the column shows, or none is, nothing changes. */
  for (guint i = 4; i < 6; i++)
    {
      tv_test_assert_run (surface, i, 6, 22, 0);
      tv_test_assert_run (surface, i, 22, 26, GREEN);
    }
  cairo_surface_destroy (surface);
}
END_TEST

START_TEST (what_waits_is_not_empty)
{
  TvLaneColumn columns[] = { mixed (1, 51, 102), waiting (0), solid (0) };
  cairo_surface_t *surface;

  columns[0].waits = TRUE;
  surface = draw_lane (columns, 3, 1);
  tv_test_assert_run (surface, 0, 6, 18, TINT);
  tv_test_assert_run (surface, 0, 18, 22, MIXED);
  tv_test_assert_run (surface, 0, 22, 26, GREEN);
  tv_test_assert_run (surface, 1, 6, 25, TINT);
  tv_test_assert_run (surface, 1, 25, 26, BLUE);
  tv_test_assert_run (surface, 1, 26, 36, 0);
  tv_test_assert_run (surface, 2, 6, 26, BLUE);
  cairo_surface_destroy (surface);
}
END_TEST

/* Bars fade, and the line of a wait by half alone: of (0, 240, 0) these are (170, 230,
 * 170) and (85, 235, 85). */
START_TEST (waits_of_faded_methods_are_seen)
{
  TvLaneColumn columns[] = { solid (1), waiting (1), solid (0) };
  TvLaneGeometry geometry = { 0, TV_LANE_BAR_HEIGHT, 0, 1 };
  TvDrawColors colors;
  TvLaneStyle style;
  g_autoptr (TvMethodColors) strong = init_style (&style, &colors, TV_METHOD_NONE);
  g_autoptr (TvMethodColors) fading = NULL;
  g_autoptr (TvMethodSet) lit = NULL;
  guint64 *words = g_new0 (guint64, 1);
  cairo_surface_t *surface;

  words[0] = 1;
  lit = tv_method_set_new (words, 3);
  fading = tv_method_colors_new_fading (strong, &colors, lit);
  style.method_colors = fading;
  surface = tv_lane_raster_new_surface (columns, 3, &geometry, &style);
  tv_test_assert_run (surface, 0, 0, 20, 0xffaae6aau);
  tv_test_assert_run (surface, 1, 0, 19, TINT);
  tv_test_assert_run (surface, 1, 19, 20, 0xff55eb55u);
  tv_test_assert_run (surface, 2, 0, 20, BLUE);
  cairo_surface_destroy (surface);
}
END_TEST

START_TEST (kinds_are_told_apart_at_any_height)
{
  for (guint height = 4; height <= 80; height++)
    for (guint scale = 1; scale <= 2; scale++)
      {
        TvLaneGeometry geometry = { 0, height, 0, scale };
        TvLaneColumn columns[]
            = { idle (), waiting (1), solid (1), mixed (1, 40, 255) };
        TvDrawColors colors;
        TvLaneStyle style;
        g_autoptr (TvMethodColors) method_colors
            = init_style (&style, &colors, TV_METHOD_NONE);
        cairo_surface_t *surface;

        surface = tv_lane_raster_new_surface (columns, 4, &geometry, &style);
        tv_test_assert_run (surface, 0, 0, height * scale, 0);
        tv_test_assert_run (surface, 1, 0, (height - 1) * scale, TINT);
        tv_test_assert_run (surface, 1, (height - 1) * scale, height * scale, GREEN);
        tv_test_assert_run (surface, 2, 0, height * scale, GREEN);
        tv_test_assert_run (surface, 3, 0, scale, MIXED);
        tv_test_assert_run (surface, 3, (height - 2) * scale, height * scale, GREEN);
        cairo_surface_destroy (surface);
      }
}
END_TEST

START_TEST (tabs_touch_the_bar_and_have_a_cap)
{
  TvLaneColumn columns[] = { solid (2), mixed (1, 100, 255), waiting (2), solid (1) };
  cairo_surface_t *surface;

  columns[0].marked = columns[1].marked = columns[2].marked = TRUE;
  surface = draw_lane (columns, 4, 1);
  tv_test_assert_run (surface, 0, 0, 1, TEXT);
  tv_test_assert_run (surface, 0, 1, 26, RED);
  tv_test_assert_run (surface, 1, 0, 1, TEXT);
  tv_test_assert_run (surface, 1, 1, 6, RED);
  ck_assert_uint_ne (tv_test_get_pixel (surface, 1, 6), RED);
  tv_test_assert_run (surface, 2, 0, 1, TEXT);
  tv_test_assert_run (surface, 2, 1, 6, RED);
  tv_test_assert_run (surface, 2, 6, 25, TINT);
  tv_test_assert_run (surface, 3, 0, 6, 0);
  cairo_surface_destroy (surface);
}
END_TEST

START_TEST (heights_follow_the_device_scale)
{
  TvLaneColumn columns[] = { waiting (1), mixed (1, 1, 255), solid (0) };
  cairo_surface_t *surface;
  double x_scale, y_scale;

  columns[2].marked = TRUE;
  surface = draw_lane (columns, 3, 2);
  ck_assert_int_eq (cairo_image_surface_get_height (surface), 72);
  cairo_surface_get_device_scale (surface, &x_scale, &y_scale);
  ck_assert_double_eq (y_scale, 2);
  tv_test_assert_run (surface, 0, 0, 12, 0);
  tv_test_assert_run (surface, 0, 12, 50, TINT);
  tv_test_assert_run (surface, 0, 50, 52, GREEN);
  tv_test_assert_run (surface, 1, 12, 48, MIXED);
  tv_test_assert_run (surface, 1, 48, 52, GREEN);
  tv_test_assert_run (surface, 2, 0, 2, TEXT);
  tv_test_assert_run (surface, 2, 2, 12, RED);
  tv_test_assert_run (surface, 2, 12, 52, BLUE);
  cairo_surface_destroy (surface);
}
END_TEST

static cairo_surface_t *
draw_extents (const TvExtent *extents, guint n, guint scale)
{
  cairo_surface_t *surface
      = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 60 * scale, 16 * scale);
  cairo_t *cr;

  cairo_surface_set_device_scale (surface, scale, scale);
  cr = cairo_create (surface);
  tv_extents_draw (cr, extents, n, 4, scale, (TvColor){ 255, 0, 0 });
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

START_TEST (a_bracket_joins_entry_and_exit)
{
  TvExtent extent = { 10, 29, TRUE, TRUE };
  cairo_surface_t *surface = draw_extents (&extent, 1, 1);

  tv_test_assert_run (surface, 9, 0, 16, 0);
  tv_test_assert_run (surface, 10, 0, 6, 0);
  tv_test_assert_run (surface, 10, 6, 12, RED);
  tv_test_assert_run (surface, 10, 12, 16, 0);
  tv_test_assert_run (surface, 11, 0, 11, 0);
  tv_test_assert_run (surface, 11, 11, 12, RED);
  tv_test_assert_run (surface, 28, 11, 12, RED);
  tv_test_assert_run (surface, 29, 6, 12, RED);
  tv_test_assert_run (surface, 30, 0, 16, 0);
  cairo_surface_destroy (surface);
}
END_TEST

START_TEST (short_calls_are_boxes)
{
  TvExtent extents[]
      = { { 10, 10, TRUE, TRUE }, { 11, 11, TRUE, TRUE }, { 20, 21, TRUE, TRUE } };
  cairo_surface_t *surface = draw_extents (extents, 3, 1);

  for (guint x = 10; x < 13; x++)
    tv_test_assert_run (surface, x, 6, 12, RED);
  tv_test_assert_run (surface, 13, 0, 16, 0);
  tv_test_assert_run (surface, 20, 6, 12, RED);
  tv_test_assert_run (surface, 21, 6, 12, RED);
  tv_test_assert_run (surface, 22, 0, 16, 0);
  cairo_surface_destroy (surface);
}
END_TEST

START_TEST (calls_that_go_on_have_arrow_heads)
{
  TvExtent extent = { 0, 59, FALSE, FALSE };
  cairo_surface_t *surface = draw_extents (&extent, 1, 1);

  /* Widest 7 pixels from the end, where the line has a pixel alone. */
  tv_test_assert_run (surface, 6, 9, 14, RED);
  tv_test_assert_run (surface, 53, 9, 14, RED);
  tv_test_assert_run (surface, 30, 11, 12, RED);
  tv_test_assert_run (surface, 30, 12, 16, 0);
  tv_test_assert_run (surface, 0, 0, 11, 0);
  cairo_surface_destroy (surface);
}
END_TEST

START_TEST (arrow_heads_are_short_where_room_is)
{
  /* 6 pixels at the left edge, and 4 at the right one for the heads of both ends. */
  TvExtent extents[] = { { 0, 5, FALSE, TRUE }, { 56, 59, FALSE, FALSE } };
  cairo_surface_t *surface = draw_extents (extents, 2, 1);

  /* The tick of the end, and the widest of the head beside it. */
  tv_test_assert_run (surface, 5, 6, 14, RED);
  tv_test_assert_run (surface, 0, 0, 11, 0);
  tv_test_assert_run (surface, 0, 12, 16, 0);
  tv_test_assert_run (surface, 2, 6, 10, 0);
  ck_assert_uint_eq (tv_test_get_pixel (surface, 2, 11), RED);
  /* Both heads are widest in the middle. */
  tv_test_assert_run (surface, 57, 10, 13, RED);
  tv_test_assert_run (surface, 58, 10, 13, RED);
  tv_test_assert_run (surface, 56, 0, 9, 0);
  tv_test_assert_run (surface, 55, 0, 16, 0);
  cairo_surface_destroy (surface);
}
END_TEST

START_TEST (extents_follow_the_device_scale)
{
  TvExtent extent = { 20, 59, TRUE, TRUE };
  cairo_surface_t *surface = draw_extents (&extent, 1, 2);

  tv_test_assert_run (surface, 20, 12, 24, RED);
  tv_test_assert_run (surface, 21, 12, 24, RED);
  tv_test_assert_run (surface, 22, 12, 22, 0);
  tv_test_assert_run (surface, 22, 22, 24, RED);
  tv_test_assert_run (surface, 59, 12, 24, RED);
  tv_test_assert_run (surface, 60, 0, 32, 0);
  cairo_surface_destroy (surface);
}
END_TEST

TV_TESTS (NULL, NULL)
