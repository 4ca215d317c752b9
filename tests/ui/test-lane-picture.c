/* SPDX-License-Identifier: Apache-2.0 */

/* The picture of a lane that is wider than any image may be. */

#include "support/test-runner.h"
#include "ui/timeline/timeline-lanes.h"

#include <math.h>
#include <string.h>

#define WIDTH 100000u
#define BAR_MIDDLE 16

static const TvColor colors_of_methods[] = { { 255, 0, 0 }, { 0, 0, 255 } };

/* The lane's columns belong by turns, a thousand each, to two methods. */
static guint32
get_method (guint column)
{
  return column / 1000 % 2;
}

static TvLaneData *
make_lane (guint scale)
{
  TvLaneData *data = g_new0 (TvLaneData, 1);

  data->row.span = (TvRowSpan){ .start = 0,
                                .end = 70 * 60 * G_GINT64_CONSTANT (1000000000),
                                .n_columns = WIDTH,
                                .scale = scale };
  data->columns = g_new0 (TvLaneColumn, WIDTH);
  for (guint i = 0; i < WIDTH; i++)
    data->columns[i] = (TvLaneColumn){
      .method = get_method (i),
      .share = 255,
      .busy = 255,
      .kind = TV_LANE_SOLID,
      .hit = TV_METHOD_NONE,
    };
  return data;
}

static void
lane_free (TvLaneData *data)
{
  g_clear_pointer (&data->extents, g_array_unref);
  g_free (data->columns);
  g_free (data);
}

/* Copies what the picture shows at device pixels of the lane, 0 for nothing, row by
 * row, from @x and @y on. */
static void
get_pixels (GskRenderNode *picture, guint scale, double x, double y, guint width,
            guint height, guint32 *pixels)
{
  cairo_surface_t *surface
      = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) width, (int) height);
  cairo_t *cr = cairo_create (surface);
  const guint8 *data;

  cairo_translate (cr, -floor (x), -floor (y * scale));
  cairo_scale (cr, scale, scale);
  gsk_render_node_draw (picture, cr);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  data = cairo_image_surface_get_data (surface);
  for (guint i = 0; i < height; i++)
    memcpy (pixels + (gsize) i * width,
            data + (gsize) i * (gsize) cairo_image_surface_get_stride (surface),
            width * sizeof *pixels);
  cairo_surface_destroy (surface);
}

static guint32
get_pixel (GskRenderNode *picture, guint scale, double x, double y)
{
  guint32 pixel;

  get_pixels (picture, scale, x, y, 1, 1, &pixel);
  return pixel;
}

static void
check_scale (guint scale)
{
  static const guint places[]
      = { 0, 999, 1000, 29999, 30000, 30999, 31000, 59999, 60000, 89999, 90000, 99999 };
  TvDrawColors colors;
  const TvLaneGeometry geometry = { 6, 20, 9, scale };
  g_autoptr (TvMethodColors) method_colors = NULL;
  TvLaneStyle style = { .colors = &colors, .mark_method = TV_METHOD_NONE };
  GskRenderNode *picture;
  TvLaneData *data = make_lane (scale);

  /* Makes the types of render nodes known; no display is needed. */
  gtk_init_check ();
  tv_draw_colors_init (&colors, TV_PALETTE_CLASSIC, FALSE);
  method_colors = tv_method_colors_new (colors_of_methods,
                                        G_N_ELEMENTS (colors_of_methods), &colors);
  style.method_colors = method_colors;
  picture = tv_lane_picture_new (data, &geometry, &style);
  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    ck_assert_uint_eq (get_pixel (picture, scale, places[i], BAR_MIDDLE),
                       get_method (places[i]) == 0 ? 0xffff0000 : 0xff0000ff);
  ck_assert_uint_eq (get_pixel (picture, scale, WIDTH, BAR_MIDDLE), 0);
  gsk_render_node_unref (picture);
  lane_free (data);
}

START_TEST (test_a_hundred_thousand_pixels)
{
  check_scale (1);
  check_scale (2);
}
END_TEST

/* Rows of the line, and columns around the place where two pictures meet. */
#define N_LINE_ROWS 9
#define N_LINE_COLUMNS 20

/* A call from the first to the last column has one line in the colour of its method,
 * without ends in between. */
START_TEST (test_extents_go_through)
{
  const TvExtent extent = { .x0 = 10, .x1 = WIDTH - 10, .starts = TRUE, .ends = TRUE };
  const TvLaneGeometry geometry = { 6, 20, 9, 1 };
  TvDrawColors colors;
  g_autoptr (TvMethodColors) method_colors = NULL;
  TvLaneStyle style = { .colors = &colors, .mark_method = 1 };
  GskRenderNode *picture;
  TvLaneData *data = make_lane (1);
  guint32 pixels[N_LINE_ROWS];
  guint32 around[N_LINE_ROWS * N_LINE_COLUMNS];
  guint32 line = 0;
  guint n_rows = 0;

  /* Makes the types of render nodes known; no display is needed. */
  gtk_init_check ();
  tv_draw_colors_init (&colors, TV_PALETTE_CLASSIC, FALSE);
  method_colors = tv_method_colors_new (colors_of_methods,
                                        G_N_ELEMENTS (colors_of_methods), &colors);
  style.method_colors = method_colors;
  data->extents = g_array_new (FALSE, FALSE, sizeof (TvExtent));
  g_array_append_val (data->extents, extent);
  picture = tv_lane_picture_new (data, &geometry, &style);
  get_pixels (picture, 1, 15000, 26, 1, N_LINE_ROWS, pixels);
  get_pixels (picture, 1, 29990, 26, N_LINE_COLUMNS, N_LINE_ROWS, around);
  for (guint i = 0; i < N_LINE_ROWS; i++)
    {
      n_rows += pixels[i] != 0;
      line = MAX (line, pixels[i]);
      for (guint k = 0; k < N_LINE_COLUMNS; k++)
        ck_assert_uint_eq (around[i * N_LINE_COLUMNS + k], pixels[i]);
    }
  ck_assert_uint_eq (line, tv_color_to_pixel ((TvColor){ 0, 0, 191 }, 255));
  ck_assert_uint_ge (n_rows, 1);
  gsk_render_node_unref (picture);
  lane_free (data);
}
END_TEST

TV_TESTS (NULL, NULL)
