/* SPDX-License-Identifier: Apache-2.0 */

#include "draw/chart-raster.h"

#include <string.h>

/* The least alpha of a crowd, of a column nearly idle. */
#define MIN_CROWD_ALPHA 0.35

/* What is left of a colour in the column that parts a box from the next one. */
#define EDGE_ALPHA 110

/* A box must be so wide, in pixels, to give one to its edge. */
#define MIN_WIDTH_WITH_EDGE 3

typedef struct
{
  const TvLaneStyle *style;
  guint edge; /* device pixels */
  guint n_columns;
  guint32 **lines;
} ChartPen;

static void
fill (const ChartPen *pen, TvChartLine line, guint x0, guint x1, guint32 pixel)
{
  guint32 *pixels = pen->lines[line];

  for (guint x = x0; x < MIN (x1, pen->n_columns); x++)
    pixels[x] = pixel;
}

static void
draw_call (const ChartPen *pen, const TvChartBox *box)
{
  TvColor color = tv_method_colors_get (pen->style->method_colors, box->method);
  guint32 pixel = tv_color_to_pixel (color, 255);
  guint right = box->x1;

  if (box->x1 - box->x0 >= MIN_WIDTH_WITH_EDGE * pen->edge && box->ends)
    right -= pen->edge;
  for (TvChartLine line = 0; line < TV_N_CHART_LINES; line++)
    {
      fill (pen, line, box->x0, right, pixel);
      fill (pen, line, right, box->x1, tv_color_to_pixel (color, EDGE_ALPHA));
    }
}

/* The foot is the call's that has most of the column, or a hit's if one is in it. The
 * rest is anybody's. */
static void
draw_crowd (const ChartPen *pen, const TvChartBox *box)
{
  guint32 method = box->hit != TV_METHOD_NONE ? box->hit : box->method;
  double alpha = MIN_CROWD_ALPHA + (1 - MIN_CROWD_ALPHA) * box->busy / 255;
  guint32 mixed
      = tv_color_to_pixel (pen->style->colors->mixed, (guint8) (255 * alpha + 0.5));

  fill (pen, TV_CHART_LINE_TOP, box->x0, box->x1, mixed);
  fill (pen, TV_CHART_LINE_MIDDLE, box->x0, box->x1, mixed);
  fill (pen, TV_CHART_LINE_BOTTOM, box->x0, box->x1,
        tv_color_to_pixel (tv_method_colors_get (pen->style->method_colors, method),
                           255));
}

static void
draw_waits (const ChartPen *pen, const TvCallChart *chart, guint level)
{
  guint n_waits;
  const TvChartWait *waits = tv_call_chart_get_waits (chart, level, &n_waits);

  for (guint i = 0; i < n_waits; i++)
    {
      const TvChartBox *box = tv_call_chart_find (chart, level, waits[i].x0);
      guint32 pixel;

      if (box == NULL)
        continue;
      pixel = tv_color_to_pixel (
          tv_method_colors_get (pen->style->method_colors, box->method),
          TV_CHART_WAIT_ALPHA);
      fill (pen, TV_CHART_LINE_TOP, waits[i].x0, waits[i].x1, pixel);
      fill (pen, TV_CHART_LINE_MIDDLE, waits[i].x0, waits[i].x1, pixel);
    }
}

/**
 * tv_chart_raster:
 * @chart: a call chart
 * @level: a level of it
 * @style: colours, and the method that is marked
 * @scale: device pixels in a pixel
 * @n_columns: number of columns of @chart
 * @lines: (array fixed-size=3): for each #TvChartLine @n_columns pixels of
 *   %CAIRO_FORMAT_ARGB32; all are overwritten
 *
 * Draws a level. A call is a box in its method's colour, with a fainter last pixel, so
 * that it does not run into the next one of the same colour; while it waits it is pale
 * but for its foot. A crowd has the neutral colour, the stronger the busier it is, over
 * a foot in the colour of the method that has most of it, or of a hit of a search that
 * is in it. Boxes of the marked method
 * have an upper edge in the colour of text. Everything else is transparent.
 *
 * Returns: whether there is anything to be seen
 */
gboolean
tv_chart_raster (const TvCallChart *chart, guint level, const TvLaneStyle *style,
                 guint scale, guint n_columns, guint32 *lines[TV_N_CHART_LINES])
{
  ChartPen pen = { style, MAX (scale, 1), n_columns, lines };
  guint n_boxes;
  const TvChartBox *boxes;
  guint32 mark;

  g_return_val_if_fail (chart != NULL && style != NULL && lines != NULL, FALSE);

  for (TvChartLine line = 0; line < TV_N_CHART_LINES; line++)
    memset (lines[line], 0, n_columns * sizeof lines[line][0]);
  boxes = tv_call_chart_get_boxes (chart, level, &n_boxes);
  for (guint i = 0; i < n_boxes; i++)
    if (boxes[i].kind == TV_CHART_CROWD)
      draw_crowd (&pen, &boxes[i]);
    else
      draw_call (&pen, &boxes[i]);
  draw_waits (&pen, chart, level);
  mark = tv_color_to_pixel (style->colors->text, 255);
  for (guint i = 0; i < n_boxes && style->mark_method != TV_METHOD_NONE; i++)
    if (boxes[i].method == style->mark_method)
      fill (&pen, TV_CHART_LINE_TOP, boxes[i].x0, boxes[i].x1, mark);
  return n_boxes > 0;
}

static double
get_channel (guint32 pixel, guint shift, guint8 background)
{
  guint alpha = pixel >> 24;

  return (pixel >> shift & 0xff) + background * (255 - alpha) / 255.0;
}

/**
 * tv_chart_get_text_color:
 * @pixel: a pixel of a box, premultiplied
 * @background: what is behind it
 *
 * Returns: black or white, whichever can be read on it
 */
TvColor
tv_chart_get_text_color (guint32 pixel, TvColor background)
{
  /* How bright it looks, by the weights of ITU-R BT.709. */
  double brightness = 0.2126 * get_channel (pixel, 16, background.red)
                      + 0.7152 * get_channel (pixel, 8, background.green)
                      + 0.0722 * get_channel (pixel, 0, background.blue);

  return brightness > 127 ? (TvColor){ 0, 0, 0 } : (TvColor){ 255, 255, 255 };
}
