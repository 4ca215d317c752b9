/* SPDX-License-Identifier: Apache-2.0 */

#include "draw/overview-raster.h"

#include <math.h>
#include <stdlib.h>

/* The strength of the colour of a busy column without entries: a single long call */
#define LEAST_COLOR 0.4

/* The share of columns that are not cut off, so that a moment in which all threads are
 * busy does not flatten the rest */
#define PART_NOT_CUT 0.98

/* The height of a mark in pixels, including one for its upper edge */
#define MARK_HEIGHT 6

static int
compare_busy (gconstpointer a, gconstpointer b)
{
  const double first = *(const double *) a;
  const double second = *(const double *) b;

  return first < second ? -1 : first > second;
}

/* Returns how busy a column of full height is: at least one thread all the time. */
static double
get_most_busy (const TvOverviewColumn *columns, guint n_columns)
{
  g_autofree double *busy = g_new (double, n_columns);

  for (guint i = 0; i < n_columns; i++)
    busy[i] = (double) columns[i].main + columns[i].others;
  qsort (busy, n_columns, sizeof *busy, compare_busy);
  return MAX (busy[(guint) ((n_columns - 1) * PART_NOT_CUT + 0.5)], 1);
}

static guint32
get_most_calls (const TvOverviewColumn *columns, guint n_columns)
{
  guint32 most = 1;

  for (guint i = 0; i < n_columns; i++)
    most = MAX (most, columns[i].n_calls);
  return most;
}

/* Returns the colour of a column, stronger the more calls there are, on a logarithmic
 * scale. */
static guint32
get_pixel (const TvOverviewStyle *style, TvColor color, double strength)
{
  double part = LEAST_COLOR + (1 - LEAST_COLOR) * strength;

  return tv_color_to_pixel (tv_color_mix (style->background, color, part), 255);
}

static guint
get_rows (double busy, double most, guint n_rows)
{
  double rows = floor (busy / most * n_rows + 0.5);

  /* Any busy time must be visible. */
  return busy > 0 ? (guint) CLAMP (rows, 1, n_rows) : 0;
}

static void
draw_column (guint8 *data, gsize stride, guint n_rows, guint x, guint main_rows,
             guint all_rows, guint32 main_pixel, guint32 other_pixel)
{
  for (guint row = 0; row < n_rows; row++)
    {
      guint32 *pixels = (guint32 *) (gpointer) (data + stride * (n_rows - 1 - row));

      if (row < main_rows)
        pixels[x] = main_pixel;
      else
        pixels[x] = row < all_rows ? other_pixel : 0;
    }
}

/* Draws marks, which have an upper edge like the tabs above lanes. They hang from the
 * top, since most columns are low. */
static void
draw_marks (guint8 *data, gsize stride, guint n_columns, guint n_rows, guint scale,
            const TvOverviewStyle *style)
{
  const guint32 cap = tv_color_to_pixel (style->cap, 255);

  for (guint x = 0; x < n_columns; x++)
    {
      guint32 pixel;

      if (style->hits[x] == TV_METHOD_NONE)
        continue;
      pixel = tv_color_to_pixel (tv_method_colors_get (style->methods, style->hits[x]),
                                 255);
      for (guint row = 0; row < MIN (MARK_HEIGHT * scale, n_rows); row++)
        ((guint32 *) (gpointer) (data + stride * row))[x] = row < scale ? cap : pixel;
    }
}

/**
 * tv_overview_raster_new_surface:
 * @columns: (array length=n_columns): what to draw, one a device pixel
 * @n_columns: width in device pixels, over 0
 * @height: height in pixels, over 0
 * @scale: device pixels in a pixel, 1 or more
 * @style: colours
 *
 * Draws how busy a trace is: the height of a column shows how busy its threads are. The
 * busiest columns, one in fifty, may be cut off at the full height if more than one
 * thread is busy in them. The main thread is at the bottom. The more calls are entered,
 * the stronger the colour, so that a storm of calls differs from one long call. Marks
 * are 6 pixels high, at the top. The rest is transparent.
 *
 * Returns: (transfer full): an image surface of %CAIRO_FORMAT_ARGB32
 */
cairo_surface_t *
tv_overview_raster_new_surface (const TvOverviewColumn *columns, guint n_columns,
                                guint height, guint scale, const TvOverviewStyle *style)
{
  cairo_surface_t *surface;
  guint8 *data;
  gsize stride;
  double most;
  double most_calls;
  guint n_rows;

  g_return_val_if_fail (columns != NULL && style != NULL, NULL);
  g_return_val_if_fail (n_columns > 0 && n_columns <= G_MAXINT16, NULL);
  g_return_val_if_fail (height > 0 && scale > 0 && height * scale <= G_MAXINT16, NULL);

  n_rows = height * scale;
  surface
      = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) n_columns, (int) n_rows);
  g_return_val_if_fail (cairo_surface_status (surface) == CAIRO_STATUS_SUCCESS,
                        surface);
  cairo_surface_flush (surface);
  data = cairo_image_surface_get_data (surface);
  stride = (gsize) cairo_image_surface_get_stride (surface);
  most = get_most_busy (columns, n_columns);
  most_calls = log2 (1.0 + get_most_calls (columns, n_columns));
  for (guint x = 0; x < n_columns; x++)
    {
      const TvOverviewColumn *column = &columns[x];
      double strength = log2 (1.0 + column->n_calls) / most_calls;

      draw_column (data, stride, n_rows, x, get_rows (column->main, most, n_rows),
                   get_rows ((double) column->main + column->others, most, n_rows),
                   get_pixel (style, style->main, strength),
                   get_pixel (style, style->others, strength));
    }
  if (style->hits != NULL)
    draw_marks (data, stride, n_columns, n_rows, scale, style);
  cairo_surface_mark_dirty (surface);
  return surface;
}
