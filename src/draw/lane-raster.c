/* SPDX-License-Identifier: Apache-2.0 */

#include "draw/lane-raster.h"

#include <string.h>

/* The least height of the dominant method of a mixed column, however little it has. */
#define MIN_METHOD_HEIGHT 2

/* How much of the background the tint of a wait covers, of 255. */
#define WAIT_ALPHA 28

/* The rows of a lane in device pixels. */
typedef struct
{
  guint tab;
  guint bar;
  guint extent;
  guint scale;
} DeviceRows;

static DeviceRows
get_device_rows (const TvLaneGeometry *geometry)
{
  guint scale = MAX (geometry->scale, 1);

  return (DeviceRows){ geometry->tab_height * scale, geometry->bar_height * scale,
                       geometry->extent_height * scale, scale };
}

static guint32 *
get_row (guint8 *data, gsize stride, guint row)
{
  return (guint32 *) (gpointer) (data + stride * row);
}

static void
repeat_row (guint8 *data, gsize stride, guint row, guint n, gsize n_bytes)
{
  for (guint i = 1; i < n; i++)
    memcpy (data + stride * (row + i), data + stride * row, n_bytes);
}

static gboolean
is_faded (const TvLaneStyle *style, const TvLaneColumn *column)
{
  return style->fade_unmarked && !column->marked;
}

static guint32
get_method_pixel (const TvLaneStyle *style, const TvLaneColumn *column)
{
  TvColor color = tv_method_colors_get (style->method_colors, column->method);

  if (is_faded (style, column))
    color = tv_draw_colors_fade (style->colors, color);
  return tv_color_to_pixel (color, 255);
}

static guint32
get_mixed_pixel (const TvLaneStyle *style, const TvLaneColumn *column)
{
  TvColor color = style->colors->mixed;

  if (is_faded (style, column))
    color = tv_draw_colors_fade (style->colors, color);
  return tv_color_to_pixel (color, 255);
}

/* What stands over the busy part of a column: nothing, or that it waits. */
static guint32
get_rest_pixel (const TvLaneStyle *style, const TvLaneColumn *column)
{
  if (column->kind != TV_LANE_WAIT && !column->waits)
    return 0;
  return tv_color_to_pixel (style->colors->wait, WAIT_ALPHA);
}

/* The rows that a part of a column has, of 255. */
static guint
get_part_rows (guint8 part, const DeviceRows *rows)
{
  return (rows->bar * part + 127) / 255;
}

static void
fill_marked (const TvLaneColumn *columns, guint n_columns, TvColor color, guint32 *row)
{
  guint32 pixel = tv_color_to_pixel (color, 255);

  for (guint x = 0; x < n_columns; x++)
    row[x] = columns[x].marked ? pixel : 0;
}

/* The tabs have a cap in the colour of text, so that they are seen whatever colour the
   marked method has. */
static void
fill_tabs (const TvLaneColumn *columns, guint n_columns, const TvLaneStyle *style,
           const DeviceRows *rows, guint8 *data, gsize stride)
{
  gsize n_bytes = (gsize) n_columns * sizeof (guint32);
  guint cap = MIN (rows->scale, rows->tab);
  TvColor color = tv_method_colors_get (style->method_colors, style->mark_method);

  fill_marked (columns, n_columns, style->colors->text, get_row (data, stride, 0));
  repeat_row (data, stride, 0, cap, n_bytes);
  if (cap == rows->tab)
    return;
  fill_marked (columns, n_columns, color, get_row (data, stride, cap));
  repeat_row (data, stride, cap, rows->tab - cap, n_bytes);
}

/* What a column has over its whole height, or over what else stands in it. */
static void
fill_bar_row (const TvLaneColumn *columns, guint n_columns, const TvLaneStyle *style,
              guint32 *row)
{
  for (guint x = 0; x < n_columns; x++)
    switch ((TvLaneColumnKind) columns[x].kind)
      {
      case TV_LANE_SOLID:
        row[x] = get_method_pixel (style, &columns[x]);
        break;
      case TV_LANE_MIXED:
      case TV_LANE_WAIT:
        row[x] = get_rest_pixel (style, &columns[x]);
        break;
      case TV_LANE_IDLE:
      default:
        row[x] = 0;
        break;
      }
}

/* Draws what stands at the bottom of the bar, upwards from its last row: the method,
   and over it what the others have of the column. */
static void
fill_bar_bottom (const TvLaneColumn *columns, guint n_columns, const TvLaneStyle *style,
                 const DeviceRows *rows, guint8 *data, gsize stride)
{
  guint last = rows->tab + rows->bar - 1;

  for (guint x = 0; x < n_columns; x++)
    {
      const TvLaneColumn *column = &columns[x];
      guint method_rows = 0;
      guint busy_rows = 0;
      guint32 pixel;

      if (column->kind == TV_LANE_MIXED)
        {
          method_rows = MAX (get_part_rows (column->share, rows),
                             MIN_METHOD_HEIGHT * rows->scale);
          busy_rows = get_part_rows (column->busy, rows);
        }
      else if (column->kind == TV_LANE_WAIT)
        method_rows = rows->scale;
      if (method_rows == 0)
        continue;
      method_rows = MIN (method_rows, rows->bar);
      pixel = get_method_pixel (style, column);
      for (guint i = 0; i < method_rows; i++)
        get_row (data, stride, last - i)[x] = pixel;
      pixel = get_mixed_pixel (style, column);
      for (guint i = method_rows; i < busy_rows; i++)
        get_row (data, stride, last - i)[x] = pixel;
    }
}

/* Returns the rows of the lane's picture, in device pixels. */
guint
tv_lane_geometry_get_rows (const TvLaneGeometry *geometry)
{
  DeviceRows rows;

  g_return_val_if_fail (geometry != NULL, 0);

  rows = get_device_rows (geometry);
  return rows.tab + rows.bar + rows.extent;
}

/* Draws a lane so that it says how busy each column is. A solid column is its method's
 * colour from top to bottom. A mixed one stands as high as it is busy, of 255: at the
 * bottom the dominant method's colour as high as its share, but 2 pixels at least, and
 * over it the neutral colour for all the others. A waiting one is an underline of one
 * pixel on the bar's last row under a faint tint, which also fills up a mixed column
 * in which the thread waits. What is idle stays empty. Over a marked column stands a
 * tab that touches the bar, its top in the colour of text. Everything else is
 * transparent, also the rows for tv_extents_draw(). */
void
tv_lane_raster (const TvLaneColumn *columns, guint n_columns,
                const TvLaneGeometry *geometry, const TvLaneStyle *style, guint8 *data,
                gsize stride)
{
  DeviceRows rows;
  gsize n_bytes = (gsize) n_columns * sizeof (guint32);

  g_return_if_fail (columns != NULL || n_columns == 0);
  g_return_if_fail (geometry != NULL && style != NULL && style->colors != NULL);
  g_return_if_fail (data != NULL);
  g_return_if_fail (stride >= n_bytes && stride % sizeof (guint32) == 0);

  rows = get_device_rows (geometry);
  if (rows.tab > 0)
    fill_tabs (columns, n_columns, style, &rows, data, stride);
  if (rows.bar > 0)
    {
      fill_bar_row (columns, n_columns, style, get_row (data, stride, rows.tab));
      repeat_row (data, stride, rows.tab, rows.bar, n_bytes);
      fill_bar_bottom (columns, n_columns, style, &rows, data, stride);
    }
  for (guint i = 0; i < rows.extent; i++)
    memset (get_row (data, stride, rows.tab + rows.bar + i), 0, n_bytes);
}

/**
 * tv_lane_raster_new_surface:
 * @columns: (array length=n_columns): what to draw, one a device pixel
 * @n_columns: width of the picture in device pixels, over 0
 * @geometry: heights
 * @style: colours
 *
 * Draws a lane as tv_lane_raster() does into a new image surface whose device scale is
 * that of @geometry. Extents can be drawn on it with tv_extents_draw(), their bar's
 * bottom at the sum of the heights of tab and bar.
 *
 * Returns: (transfer full): an image surface of %CAIRO_FORMAT_ARGB32
 */
cairo_surface_t *
tv_lane_raster_new_surface (const TvLaneColumn *columns, guint n_columns,
                            const TvLaneGeometry *geometry, const TvLaneStyle *style)
{
  cairo_surface_t *surface;
  double scale;

  g_return_val_if_fail (n_columns > 0 && n_columns <= G_MAXINT16, NULL);
  g_return_val_if_fail (geometry != NULL && style != NULL, NULL);

  surface = cairo_image_surface_create (
      CAIRO_FORMAT_ARGB32, (int) n_columns,
      (int) MAX (tv_lane_geometry_get_rows (geometry), 1));
  g_return_val_if_fail (cairo_surface_status (surface) == CAIRO_STATUS_SUCCESS,
                        surface);

  cairo_surface_flush (surface);
  tv_lane_raster (columns, n_columns, geometry, style,
                  cairo_image_surface_get_data (surface),
                  (gsize) cairo_image_surface_get_stride (surface));
  cairo_surface_mark_dirty (surface);
  scale = MAX (geometry->scale, 1);
  cairo_surface_set_device_scale (surface, scale, scale);
  return surface;
}
