/* SPDX-License-Identifier: Apache-2.0 */

/* A lane's picture, cut into textures, is still the same picture. */

#include "support/test-runner.h"
#include "ui/lane-bands.h"

#include <string.h>

#define WIDTH 12
#define HEIGHT 12

#define RED 0xffff0000
#define BLUE 0xff0000ff

static void
fill (cairo_surface_t *surface, int x, int y, int width, int height, guint32 pixel)
{
  guint8 *data = cairo_image_surface_get_data (surface);
  gsize stride = (gsize) cairo_image_surface_get_stride (surface);

  for (int row = y; row < y + height; row++)
    for (int column = x; column < x + width; column++)
      memcpy (data + (gsize) row * stride + (gsize) column * 4, &pixel, 4);
  cairo_surface_mark_dirty (surface);
}

/* Puts the bands together again, each row of a stretched texture as often as needed. */
static void
put_together (const GArray *bands, guint scale, guint32 *pixels)
{
  memset (pixels, 0, WIDTH * HEIGHT * sizeof (guint32));
  for (guint i = 0; i < bands->len; i++)
    {
      const TvLaneBand *band = &g_array_index (bands, TvLaneBand, i);
      guint n_rows = (guint) gdk_texture_get_height (band->texture);
      guint n_columns = (guint) gdk_texture_get_width (band->texture);
      guint x = (guint) (band->area.origin.x * (float) scale);
      guint y = (guint) (band->area.origin.y * (float) scale);
      guint height = (guint) (band->area.size.height * (float) scale);
      guint32 texture[WIDTH * HEIGHT];

      ck_assert_uint_le (x + n_columns, WIDTH);
      ck_assert_uint_le (y + height, HEIGHT);
      ck_assert_float_eq (band->area.size.width * (float) scale, (float) n_columns);
      ck_assert (n_rows == 1 || n_rows == height);
      gdk_texture_download (band->texture, (guchar *) texture,
                            n_columns * sizeof (guint32));
      for (guint row = 0; row < height; row++)
        memcpy (pixels + (y + row) * WIDTH + x,
                texture + (n_rows == 1 ? 0 : row) * n_columns,
                n_columns * sizeof (guint32));
    }
}

static void
assert_same (cairo_surface_t *surface, guint scale, guint expected_n_bands)
{
  g_autoptr (GArray) bands = tv_lane_bands_new (surface, scale);
  const guint8 *data = cairo_image_surface_get_data (surface);
  gsize stride = (gsize) cairo_image_surface_get_stride (surface);
  guint32 pixels[WIDTH * HEIGHT];

  ck_assert_uint_eq (bands->len, expected_n_bands);
  put_together (bands, scale, pixels);
  for (guint row = 0; row < HEIGHT; row++)
    ck_assert_mem_eq (pixels + row * WIDTH, data + row * stride,
                      WIDTH * sizeof (guint32));
}

START_TEST (test_nothing)
{
  cairo_surface_t *surface
      = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);

  assert_same (surface, 1, 0);
  cairo_surface_destroy (surface);
}
END_TEST

START_TEST (test_bar_and_line)
{
  cairo_surface_t *surface
      = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);

  /* Empty rows, a bar of 6 rows, and under part of it a line. */
  fill (surface, 2, 3, 5, 6, RED);
  fill (surface, 1, 9, 9, 1, BLUE);
  assert_same (surface, 1, 2);
  assert_same (surface, 2, 2);
  cairo_surface_destroy (surface);
}
END_TEST

START_TEST (test_rows_that_differ)
{
  cairo_surface_t *surface
      = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);

  /* Columns of different heights, up to both edges. */
  for (int column = 0; column < WIDTH; column++)
    fill (surface, column, column, 1, HEIGHT - column, column % 2 == 0 ? RED : BLUE);
  assert_same (surface, 1, 1);
  fill (surface, 0, 4, WIDTH, 4, BLUE);
  assert_same (surface, 1, 3);
  cairo_surface_destroy (surface);
}
END_TEST

START_TEST (test_full)
{
  cairo_surface_t *surface
      = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  g_autoptr (GArray) bands = NULL;

  fill (surface, 0, 0, WIDTH, HEIGHT, RED);
  assert_same (surface, 1, 1);
  bands = tv_lane_bands_new (surface, 1);
  ck_assert_int_eq (
      gdk_texture_get_height (g_array_index (bands, TvLaneBand, 0).texture), 1);
  cairo_surface_destroy (surface);
}
END_TEST

int
main (void)
{
  const TTest *const tests[]
      = { test_nothing, test_bar_and_line, test_rows_that_differ, test_full };

  return tv_test_run ("lane-bands", tests, G_N_ELEMENTS (tests));
}
