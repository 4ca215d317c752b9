/* SPDX-License-Identifier: Apache-2.0 */

/* A lane's picture, cut into bands, is still the same picture. */

#include "support/test-runner.h"
#include "ui/timeline/lane-bands.h"

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

  cairo_surface_flush (surface);
  for (int row = y; row < y + height; row++)
    for (int column = x; column < x + width; column++)
      memcpy (data + (gsize) row * stride + (gsize) column * 4, &pixel, 4);
  cairo_surface_mark_dirty (surface);
}

/* Draws the bands onto a picture of the same size. */
static cairo_surface_t *
put_together (GskRenderNode *bands, guint scale)
{
  cairo_surface_t *picture
      = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (picture);

  cairo_scale (cr, scale, scale);
  gsk_render_node_draw (bands, cr);
  cairo_destroy (cr);
  cairo_surface_flush (picture);
  return picture;
}

static void
assert_same (cairo_surface_t *surface, guint scale, guint expected_n_bands)
{
  GskRenderNode *bands;
  cairo_surface_t *picture;

  /* Makes the types of render nodes known; no display is needed. */
  gtk_init_check ();
  cairo_surface_set_device_scale (surface, scale, scale);
  bands = tv_lane_bands_new (surface, scale);
  picture = put_together (bands, scale);
  ck_assert_uint_eq (gsk_container_node_get_n_children (bands), expected_n_bands);
  ck_assert_mem_eq (cairo_image_surface_get_data (picture),
                    cairo_image_surface_get_data (surface),
                    (gsize) cairo_image_surface_get_stride (surface) * HEIGHT);
  cairo_surface_destroy (picture);
  gsk_render_node_unref (bands);
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
  GskRenderNode *bands;
  GdkTexture *texture;

  fill (surface, 0, 0, WIDTH, HEIGHT, RED);
  assert_same (surface, 1, 1);
  bands = tv_lane_bands_new (surface, 1);
  texture = gsk_texture_node_get_texture (gsk_container_node_get_child (bands, 0));
  ck_assert_int_eq (gdk_texture_get_height (texture), 1);
  gsk_render_node_unref (bands);
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
