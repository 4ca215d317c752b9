/* SPDX-License-Identifier: Apache-2.0 */

/* The picture of a lane: columns, tabs above marked columns, search hits, and brackets
 * from entry to exit */

#include "draw/lane-raster.h"

#include <math.h>
#include <string.h>

/* The least height of the dominant method of a mixed column. */
#define MIN_METHOD_HEIGHT 2

/* The opacity of the tint of a wait, of 255 */
#define WAIT_ALPHA 28

/* The height of a hit in a column of another method: a fraction of the bar, and the
 * least number of pixels */
#define HIT_HEIGHT_FRACTION 3
#define MIN_HIT_HEIGHT 3

/* Measures of brackets in pixels, from the original */
#define GAP 2
#define TICK_HEIGHT 5
#define MIN_BRACKET_WIDTH 3
#define MIN_BOX_WIDTH 2
#define ARROW_LENGTH 7
#define ARROW_HALF_HEIGHT 2.5

/* The heights of a lane in device pixels */
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

static guint32
get_method_pixel (const TvLaneStyle *style, const TvLaneColumn *column)
{
  return tv_color_to_pixel (
      column->hit == column->method
          ? tv_method_colors_get_hit (style->method_colors, column->method)
          : tv_method_colors_get (style->method_colors, column->method),
      255);
}

/* Returns the colour above the busy part of a column: none, or that of a wait. */
static guint32
get_rest_pixel (const TvLaneStyle *style, const TvLaneColumn *column)
{
  if (column->kind != TV_LANE_WAIT && !column->waits)
    return 0;
  return tv_color_to_pixel (style->colors->wait, WAIT_ALPHA);
}

/* Returns the height of a part of a column, of 255. */
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

/* Fills the tabs. Their cap has the text colour, so that they stand out whatever the
 * colour of the marked method. */
static void
fill_tabs (const TvLaneColumn *columns, guint n_columns, const TvLaneStyle *style,
           const DeviceRows *rows, guint8 *data, gsize stride)
{
  gsize n_bytes = (gsize) n_columns * sizeof (guint32);
  guint cap = MIN (rows->scale, rows->tab);
  TvColor color = tv_method_colors_get_hit (style->method_colors, style->mark_method);

  fill_marked (columns, n_columns, style->colors->text, get_row (data, stride, 0));
  repeat_row (data, stride, 0, cap, n_bytes);
  if (cap == rows->tab)
    return;
  fill_marked (columns, n_columns, color, get_row (data, stride, cap));
  repeat_row (data, stride, cap, rows->tab - cap, n_bytes);
}

/* Fills one pixel row with the colour of whole columns, or of the rest above the busy
 * part. */
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

/* Draws the busy part upwards from the last row of the bar: the method, and the share
 * of all others above it. */
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
      pixel = column->kind == TV_LANE_WAIT ? tv_color_to_pixel (
                  tv_method_colors_get_thin (style->method_colors, column->method), 255)
                                           : get_method_pixel (style, column);
      for (guint i = 0; i < method_rows; i++)
        get_row (data, stride, last - i)[x] = pixel;
      pixel = tv_color_to_pixel (style->colors->mixed, 255);
      for (guint i = method_rows; i < busy_rows; i++)
        get_row (data, stride, last - i)[x] = pixel;
    }
}

/* Draws search hits in columns of other methods, where they would not show otherwise.
 */
static void
fill_hits (const TvLaneColumn *columns, guint n_columns, const TvLaneStyle *style,
           const DeviceRows *rows, guint8 *data, gsize stride)
{
  guint end = rows->tab + rows->bar;
  guint n_rows = MIN (
      MAX (rows->bar / rows->scale / HIT_HEIGHT_FRACTION, MIN_HIT_HEIGHT) * rows->scale,
      rows->bar);

  for (guint x = 0; x < n_columns; x++)
    {
      guint32 pixel;

      if (columns[x].hit == TV_METHOD_NONE || columns[x].hit == columns[x].method)
        continue;
      pixel = tv_color_to_pixel (
          tv_method_colors_get_hit (style->method_colors, columns[x].hit), 255);
      for (guint row = end - n_rows; row < end; row++)
        get_row (data, stride, row)[x] = pixel;
    }
}

/* Returns the height of the lane's picture in device pixels. */
static guint
get_n_rows (const TvLaneGeometry *geometry)
{
  DeviceRows rows;

  g_return_val_if_fail (geometry != NULL, 0);

  rows = get_device_rows (geometry);
  return rows.tab + rows.bar + rows.extent;
}

static void
draw_columns (const TvLaneColumn *columns, guint n_columns,
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
      fill_hits (columns, n_columns, style, &rows, data, stride);
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
 * Draws a lane into a new image surface whose device scale is that of @geometry. A
 * solid column has its method's colour from top to bottom. The height of a mixed column
 * shows how busy it is, of 255: at the bottom the dominant method's colour as high as
 * its share, but at least 2 pixels, and above it the neutral colour for all others. A
 * waiting column is an underline of one pixel on the last row of the bar, under a faint
 * tint, which also fills up a mixed column in which the thread waits. An idle column is
 * empty. A search hit in a column of another method fills the lower third of the bar. A
 * marked column has a tab that touches the bar from above, with the top in the text
 * colour. The rest is transparent.
 *
 * tv_extents_draw() can draw extents on it, with the bottom of the bar at the sum of
 * the heights of tab and bar.
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

  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) n_columns,
                                        (int) MAX (get_n_rows (geometry), 1));
  g_return_val_if_fail (cairo_surface_status (surface) == CAIRO_STATUS_SUCCESS,
                        surface);

  cairo_surface_flush (surface);
  draw_columns (columns, n_columns, geometry, style,
                cairo_image_surface_get_data (surface),
                (gsize) cairo_image_surface_get_stride (surface));
  cairo_surface_mark_dirty (surface);
  scale = MAX (geometry->scale, 1);
  cairo_surface_set_device_scale (surface, scale, scale);
  return surface;
}

/* All lengths are in device pixels. Boxes that touch are merged, so that thousands of
 * short calls cost no more than their columns. */
typedef struct
{
  cairo_t *cr;
  double top;
  double unit;
  double box_start;
  double box_end;
} ExtentPen;

static void
finish_box (ExtentPen *pen)
{
  if (pen->box_end > pen->box_start)
    cairo_rectangle (pen->cr, pen->box_start, pen->top, pen->box_end - pen->box_start,
                     (TICK_HEIGHT + 1) * pen->unit);
  pen->box_end = pen->box_start;
}

static void
add_box (ExtentPen *pen, double start, double end)
{
  end = MAX (end, start + MIN_BOX_WIDTH * pen->unit);
  if (start < pen->box_start || start > pen->box_end)
    {
      finish_box (pen);
      pen->box_start = start;
      pen->box_end = end;
    }
  pen->box_end = MAX (pen->box_end, end);
}

/* Adds an arrow head from @tip over @length to its base; to the left if @length is
 * negative. */
static void
add_arrow_head (const ExtentPen *pen, double tip, double length)
{
  double middle = pen->top + (TICK_HEIGHT + 0.5) * pen->unit;
  double base = tip + length;
  double direction = length > 0 ? 1 : -1;

  cairo_move_to (pen->cr, tip, middle);
  cairo_line_to (pen->cr, base, middle - direction * ARROW_HALF_HEIGHT * pen->unit);
  cairo_line_to (pen->cr, base, middle + direction * ARROW_HALF_HEIGHT * pen->unit);
  cairo_close_path (pen->cr);
}

static void
add_bracket (const ExtentPen *pen, const TvExtent *extent)
{
  double unit = pen->unit;
  double start = extent->x0;
  double end = extent->x1 + 1;
  double n_heads = !extent->starts + !extent->ends;
  double length = MIN (ARROW_LENGTH * unit, (end - start) / MAX (n_heads, 1));

  cairo_rectangle (pen->cr, start, pen->top + TICK_HEIGHT * unit, end - start, unit);
  if (extent->starts)
    cairo_rectangle (pen->cr, start, pen->top, unit, TICK_HEIGHT * unit);
  else
    add_arrow_head (pen, start, length);
  if (extent->ends)
    cairo_rectangle (pen->cr, end - unit, pen->top, unit, TICK_HEIGHT * unit);
  else
    add_arrow_head (pen, end, -length);
}

/**
 * tv_extents_draw:
 * @cr: where to draw: column 0 at x = 0, its unit a (logical) pixel
 * @extents: (array length=n_extents): as tv_lane_extents() finds them
 * @n_extents: length of @extents
 * @bar_bottom: y of the lower edge of the bar
 * @scale: device pixels in a pixel; a column of an extent is one device pixel
 * @color: colour of the brackets
 *
 * Draws brackets from entry to exit of calls. They start 2 pixels below the bar: a tick
 * of 5 pixels at both ends, and a line that joins the ticks at the bottom. A bracket
 * narrower than 3 pixels is a box of at least 2. If the call continues outside the
 * view, an arrow head replaces the tick, shorter if there is little room. The height is
 * %TV_LANE_EXTENT_HEIGHT pixels. The context's transformation must keep whole device
 * pixels whole.
 */
void
tv_extents_draw (cairo_t *cr, const TvExtent *extents, guint n_extents,
                 double bar_bottom, guint scale, TvColor color)
{
  ExtentPen pen = { .cr = cr, .unit = MAX (scale, 1) };

  g_return_if_fail (cr != NULL);
  g_return_if_fail (extents != NULL || n_extents == 0);

  pen.top = floor (bar_bottom * pen.unit + 0.5) + GAP * pen.unit;
  cairo_save (cr);
  cairo_scale (cr, 1 / pen.unit, 1 / pen.unit);
  cairo_set_antialias (cr, CAIRO_ANTIALIAS_NONE);
  tv_color_set_source (color, cr);
  cairo_new_path (cr);
  for (guint i = 0; i < n_extents; i++)
    if (extents[i].x1 + 1 - extents[i].x0 < MIN_BRACKET_WIDTH * pen.unit)
      add_box (&pen, extents[i].x0, extents[i].x1 + 1);
    else
      add_bracket (&pen, &extents[i]);
  finish_box (&pen);
  cairo_fill (cr);
  cairo_restore (cr);
}
