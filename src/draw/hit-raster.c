/* SPDX-License-Identifier: Apache-2.0 */

#include "draw/hit-raster.h"

/* What of the bar's height a hit has in a column that is another method's. */
#define HEIGHT_FRACTION 3

/* But at least so many pixels. */
#define MIN_HEIGHT 3

static guint
get_hit_rows (const TvLaneGeometry *geometry)
{
  guint height = MAX (geometry->bar_height / HEIGHT_FRACTION, MIN_HEIGHT);

  return MIN (height, geometry->bar_height) * MAX (geometry->scale, 1);
}

/* Gives hits a foot in columns that have the colour of another method, for they would
 * not be seen in these: the lower third of the bar is in the hit's colour. */
void
tv_hit_raster (const TvLaneColumn *columns, const guint32 *hits, guint n_columns,
               const TvLaneGeometry *geometry, const TvLaneStyle *style, guint8 *data,
               gsize stride)
{
  guint n_rows, end;

  g_return_if_fail (n_columns == 0 || (columns != NULL && hits != NULL));
  g_return_if_fail (geometry != NULL && style != NULL && style->colors != NULL);
  g_return_if_fail (data != NULL);
  g_return_if_fail (stride >= n_columns * sizeof (guint32));

  n_rows = get_hit_rows (geometry);
  end = (geometry->tab_height + geometry->bar_height) * MAX (geometry->scale, 1);
  for (guint x = 0; x < n_columns; x++)
    {
      TvColor color;

      if (hits[x] == TV_METHOD_NONE || hits[x] == columns[x].method)
        continue;
      color = tv_method_colors_get (style->method_colors, hits[x]);
      for (guint row = end - n_rows; row < end; row++)
        ((guint32 *) (gpointer) (data + stride * row))[x]
            = tv_color_to_pixel (color, 255);
    }
}

/**
 * tv_hit_raster_on_surface:
 * @columns: (array length=n_columns): what a lane shows
 * @hits: (array length=n_columns): as for tv_hit_raster()
 * @n_columns: width of @surface in device pixels
 * @geometry: heights
 * @style: colours
 * @surface: what tv_lane_raster_new_surface() made of @columns
 *
 * Draws hits as tv_hit_raster() does.
 */
void
tv_hit_raster_on_surface (const TvLaneColumn *columns, const guint32 *hits,
                          guint n_columns, const TvLaneGeometry *geometry,
                          const TvLaneStyle *style, cairo_surface_t *surface)
{
  g_return_if_fail (surface != NULL);

  cairo_surface_flush (surface);
  tv_hit_raster (columns, hits, n_columns, geometry, style,
                 cairo_image_surface_get_data (surface),
                 (gsize) cairo_image_surface_get_stride (surface));
  cairo_surface_mark_dirty (surface);
}
