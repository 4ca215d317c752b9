/* SPDX-License-Identifier: Apache-2.0 */

/* The ruler drawn into memory. */

#include "draw/ruler.h"
#include "draw/surface-pixels.h"
#include "support/test-runner.h"

static cairo_surface_t *
draw_ruler (gint64 full_end, double width, guint scale)
{
  PangoContext *context
      = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  g_autoptr (TvRuler) ruler = tv_ruler_new (context);
  cairo_surface_t *surface
      = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width * scale, 30 * scale);
  TvDrawColors colors;
  TvTimeScale time_scale;
  cairo_t *cr;

  cairo_surface_set_device_scale (surface, scale, scale);
  cr = cairo_create (surface);
  tv_draw_colors_init (&colors, TV_PALETTE_CLASSIC, FALSE);
  tv_time_scale_init (&time_scale, 0, full_end, width);
  ck_assert_double_le (tv_ruler_get_height (ruler), 30);
  tv_color_set_source (colors.background, cr);
  cairo_paint (cr);
  tv_ruler_draw (ruler, cr, &time_scale, 30, scale, &colors);
  cairo_destroy (cr);
  g_object_unref (context);
  cairo_surface_flush (surface);
  return surface;
}

static guint
count_inked_columns (cairo_surface_t *surface, guint left, guint right)
{
  guint n = 0;

  for (guint x = left; x < right; x++)
    for (guint y = 0; y < 24; y++)
      if (tv_test_get_pixel (surface, x, y) != 0xffffffffu)
        {
          n++;
          break;
        }
  return n;
}

START_TEST (the_ruler_has_axis_ticks_and_labels)
{
  cairo_surface_t *surface = draw_ruler (5000000000, 500, 1);
  const guint32 axis = 0xff3c3c42u;

  /* A step of 1 s is 100 pixels, one of 500 ms too narrow for a label such as 4500 ms.
   */
  for (guint x = 0; x < 500; x++)
    ck_assert_uint_eq (tv_test_get_pixel (surface, x, 29), axis);
  for (guint second = 0; second < 5; second++)
    {
      tv_test_assert_run (surface, second * 100, 0, 30, axis);
      tv_test_assert_run (surface, second * 100 + 1, 0, 25, 0xffffffffu);
      tv_test_assert_run (surface, second * 100 + 20, 25, 29, 0xffa0a0a8u);
      ck_assert_uint_gt (
          count_inked_columns (surface, second * 100 + 2, second * 100 + 60), 3);
      ck_assert_uint_eq (
          count_inked_columns (surface, second * 100 + 60, second * 100 + 99), 0);
    }
  cairo_surface_destroy (surface);
}
END_TEST

START_TEST (what_covers_a_label_covers_all_of_it)
{
  PangoContext *context
      = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  g_autoptr (TvRuler) ruler = tv_ruler_new (context);
  cairo_surface_t *surface = draw_ruler (5000000000, 500, 1);
  TvTimeScale scale;
  double left = 210;
  double right = 215;
  double bottom;

  /* Labels stand from 100 to 160, from 200 to 260, and so on. */
  tv_time_scale_init (&scale, 0, 5000000000, 500);
  tv_ruler_widen_over_labels (ruler, &scale, &left, &right, &bottom);
  ck_assert (left > 200 && left < 210);
  ck_assert (right > 215 && right <= 260);
  ck_assert (bottom > 8 && bottom <= 25);
  ck_assert_uint_eq (count_inked_columns (surface, (guint) right, 300), 0);
  left = 170;
  right = 190;
  tv_ruler_widen_over_labels (ruler, &scale, &left, &right, &bottom);
  ck_assert (left == 170 && right == 190);
  g_object_unref (context);
  cairo_surface_destroy (surface);
}
END_TEST

START_TEST (labels_leave_gaps_at_every_zoom)
{
  for (gint64 span = 1000; span < G_GINT64_CONSTANT (20000000000000); span *= 3)
    {
      cairo_surface_t *surface = draw_ruler (span, 700, 1);
      guint n_ticks = 0;

      for (guint x = 1; x < 700; x++)
        if (tv_test_get_pixel (surface, x, 0) == 0xff3c3c42u
            && tv_test_get_pixel (surface, x, 24) == 0xff3c3c42u)
          {
            n_ticks++;
            /* The gap before the next tick. */
            ck_assert_uint_eq (count_inked_columns (surface, x - 8, x), 0);
          }
      ck_assert_uint_ge (n_ticks, 2);
      cairo_surface_destroy (surface);
    }
}
END_TEST

TV_TESTS (NULL, NULL)
