/* SPDX-License-Identifier: Apache-2.0 */

/* The strip of the whole trace drawn into memory. */

#include "draw/overview-raster.h"
#include "draw/surface-pixels.h"
#include "support/test-runner.h"

/* On white; weak columns have 0.4 of the colour: 255 - 0.4 * 255 = 153. */
static const TvOverviewStyle style
    = { .background = { 255, 255, 255 }, .main = { 0, 0, 255 }, .cap = { 255, 0, 0 } };

#define MAIN 0xff0000ffu
#define WEAK_MAIN 0xff9999ffu
#define OTHERS 0xff000000u
#define WEAK_OTHERS 0xff999999u

START_TEST (columns_are_as_high_as_threads_are_busy)
{
  const TvOverviewColumn columns[] = {
    { 0.5f, 1.5f, 7 }, { 1, 0, 0 }, { 0, 0, 0 }, { 0, 1, 7 }, { 0.001f, 0, 7 },
  };
  cairo_surface_t *surface = tv_overview_raster_new_surface (columns, 5, 10, 1, &style);

  ck_assert_int_eq (cairo_image_surface_get_height (surface), 10);
  /* Two threads are the full height: half of one is 2.5 rows, rounded up. */
  tv_test_assert_run (surface, 0, 0, 7, OTHERS);
  tv_test_assert_run (surface, 0, 7, 10, MAIN);
  /* A call goes on, and none is entered. */
  tv_test_assert_run (surface, 1, 0, 5, 0);
  tv_test_assert_run (surface, 1, 5, 10, WEAK_MAIN);
  tv_test_assert_run (surface, 2, 0, 10, 0);
  tv_test_assert_run (surface, 3, 0, 5, 0);
  tv_test_assert_run (surface, 3, 5, 10, OTHERS);
  /* What is busy at all is seen. */
  tv_test_assert_run (surface, 4, 0, 9, 0);
  tv_test_assert_run (surface, 4, 9, 10, MAIN);
  cairo_surface_destroy (surface);
}
END_TEST

START_TEST (colours_grow_with_the_calls)
{
  /* log2 (1 + 7) is half of log2 (1 + 63): 0.4 + 0.6 * 0.5 = 0.7 of black. */
  const TvOverviewColumn columns[] = { { 0, 1, 63 }, { 0, 1, 7 }, { 0, 1, 0 } };
  cairo_surface_t *surface = tv_overview_raster_new_surface (columns, 3, 4, 2, &style);

  ck_assert_int_eq (cairo_image_surface_get_height (surface), 8);
  tv_test_assert_run (surface, 0, 0, 8, OTHERS);
  tv_test_assert_run (surface, 1, 0, 8, 0xff4d4d4du);
  tv_test_assert_run (surface, 2, 0, 8, WEAK_OTHERS);
  cairo_surface_destroy (surface);
}
END_TEST

START_TEST (one_moment_does_not_flatten_the_rest)
{
  TvOverviewColumn columns[100];
  cairo_surface_t *surface;

  for (guint i = 0; i < 100; i++)
    columns[i] = (TvOverviewColumn){ 0, i == 50 ? 40 : 2, 1 };
  surface = tv_overview_raster_new_surface (columns, 100, 10, 1, &style);
  tv_test_assert_run (surface, 0, 0, 10, OTHERS);
  tv_test_assert_run (surface, 50, 0, 10, OTHERS);
  cairo_surface_destroy (surface);
}
END_TEST

START_TEST (marks_hang_from_the_top)
{
  const TvOverviewColumn columns[] = { { 0, 1, 7 }, { 0, 1, 7 }, { 0, 0, 0 } };
  const guint32 hits[] = { TV_METHOD_NONE, 0, 0 };
  const TvColor green = { 0, 255, 0 };
  TvOverviewStyle marked = style;
  TvDrawColors colors;
  g_autoptr (TvMethodColors) methods = NULL;
  cairo_surface_t *surface;

  tv_draw_colors_init (&colors, TV_PALETTE_SOFT, FALSE);
  methods = tv_method_colors_new (&green, 1, &colors);
  marked.hits = hits;
  marked.methods = methods;
  surface = tv_overview_raster_new_surface (columns, 3, 10, 2, &marked);
  tv_test_assert_run (surface, 0, 0, 20, OTHERS);
  /* Of 6 pixels, one is the edge. */
  tv_test_assert_run (surface, 1, 0, 2, 0xffff0000u);
  tv_test_assert_run (surface, 1, 2, 12, 0xff00ff00u);
  tv_test_assert_run (surface, 1, 12, 20, OTHERS);
  tv_test_assert_run (surface, 2, 0, 2, 0xffff0000u);
  tv_test_assert_run (surface, 2, 2, 12, 0xff00ff00u);
  tv_test_assert_run (surface, 2, 12, 20, 0);
  cairo_surface_destroy (surface);
}
END_TEST

TV_TESTS (NULL, NULL)
