/* SPDX-License-Identifier: Apache-2.0 */

/* The picture of a level of a call chart, and the names in its boxes */

#include "draw/chart-raster.h"

#include "draw/name-layout.h"

#include <string.h>

/* The alpha of a crowd in a column that is almost idle */
#define MIN_CROWD_ALPHA 0.35

/* The alpha of the column that separates a box from the next one */
#define EDGE_ALPHA 110

/* The width in pixels from which a box has such an edge */
#define MIN_WIDTH_WITH_EDGE 3

/* The font size of names, relative to that of other labels */
#define FONT_SCALE 0.83

/* The fewest characters of a shortened name */
#define MIN_CUT_LETTERS 4

/* The number of methods with cached layouts */
#define MAX_METHODS 2048

struct _TvChartNames
{
  TvTrace *trace;
  PangoLayout *style;
  GHashTable *names; /* method to TvNameLayout */
  int height;
};

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

/**
 * tv_chart_get_box_color:
 * @style: colours
 * @box: a box
 *
 * Returns: the colour of a call, or of the dominant call of a crowd
 */
TvColor
tv_chart_get_box_color (const TvLaneStyle *style, const TvChartBox *box)
{
  g_return_val_if_fail (style != NULL && box != NULL, (TvColor){ 0 });

  if (style->call_colors != NULL)
    return style->call_colors[box->call];
  return box->hit == box->method
             ? tv_method_colors_get_hit (style->method_colors, box->method)
             : tv_method_colors_get (style->method_colors, box->method);
}

static void
draw_call (const ChartPen *pen, const TvChartBox *box)
{
  TvColor color = tv_chart_get_box_color (pen->style, box);
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

/* Draws a crowd. Its foot has the colour of a hit if there is one, otherwise that of
 * the dominant call. */
static void
draw_crowd (const ChartPen *pen, const TvChartBox *box)
{
  TvColor color = box->hit != TV_METHOD_NONE && pen->style->call_colors == NULL
                      ? tv_method_colors_get_hit (pen->style->method_colors, box->hit)
                      : tv_chart_get_box_color (pen->style, box);
  double alpha = MIN_CROWD_ALPHA + (1 - MIN_CROWD_ALPHA) * box->busy / 255;
  guint32 mixed
      = tv_color_to_pixel (pen->style->colors->mixed, (guint8) (255 * alpha + 0.5));

  fill (pen, TV_CHART_LINE_TOP, box->x0, box->x1, mixed);
  fill (pen, TV_CHART_LINE_MIDDLE, box->x0, box->x1, mixed);
  for (TvChartLine line = TV_CHART_LINE_FOOT; line < TV_N_CHART_LINES; line++)
    fill (pen, line, box->x0, box->x1, tv_color_to_pixel (color, 255));
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
      pixel = tv_color_to_pixel (tv_chart_get_box_color (pen->style, box),
                                 TV_CHART_WAIT_ALPHA);
      fill (pen, TV_CHART_LINE_TOP, waits[i].x0, waits[i].x1, pixel);
      fill (pen, TV_CHART_LINE_MIDDLE, waits[i].x0, waits[i].x1, pixel);
    }
}

/* Draws the outline of a marked box. Narrow boxes have no sides, so that their colour
 * shows. */
static void
draw_outline (const ChartPen *pen, const TvChartBox *box)
{
  guint32 pixel = tv_color_to_pixel (pen->style->colors->text, 255);

  fill (pen, TV_CHART_LINE_TOP, box->x0, box->x1, pixel);
  fill (pen, TV_CHART_LINE_BOTTOM, box->x0, box->x1, pixel);
  if (box->x1 - box->x0 < MIN_WIDTH_WITH_EDGE * pen->edge)
    return;
  for (TvChartLine line = TV_CHART_LINE_MIDDLE; line < TV_CHART_LINE_BOTTOM; line++)
    {
      if (box->starts)
        fill (pen, line, box->x0, box->x0 + pen->edge, pixel);
      if (box->ends)
        fill (pen, line, box->x1 - pen->edge, box->x1, pixel);
    }
}

/**
 * tv_chart_raster:
 * @chart: a call chart
 * @level: a level of it
 * @style: colours, and the method that is marked
 * @scale: device pixels in a pixel
 * @n_columns: number of columns of @chart
 * @lines: (array fixed-size=4): for each #TvChartLine @n_columns pixels of
 *   %CAIRO_FORMAT_ARGB32; all are overwritten
 *
 * Draws a level. A call is a box in its method's colour. Its last pixel is fainter, to
 * separate it from a next call of the same colour. While the call waits it is pale
 * except for its foot. A crowd has the neutral colour, which is stronger the busier the
 * crowd is, over a foot in the colour of its dominant method, or of a search hit. Boxes
 * of the marked method, and crowds with a call of it, have an outline in the text
 * colour. The rest is transparent.
 *
 * Returns: whether anything was drawn
 */
gboolean
tv_chart_raster (const TvCallChart *chart, guint level, const TvLaneStyle *style,
                 guint scale, guint n_columns, guint32 *lines[TV_N_CHART_LINES])
{
  ChartPen pen = { style, MAX (scale, 1), n_columns, lines };
  guint n_boxes;
  const TvChartBox *boxes;

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
  for (guint i = 0; i < n_boxes && style->mark_method != TV_METHOD_NONE; i++)
    if (boxes[i].method == style->mark_method || boxes[i].hit == style->mark_method)
      draw_outline (&pen, &boxes[i]);
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
 * Returns: black or white, whichever is readable on it
 */
TvColor
tv_chart_get_text_color (guint32 pixel, TvColor background)
{
  /* Luma by the weights of ITU-R BT.709. */
  double brightness = 0.2126 * get_channel (pixel, 16, background.red)
                      + 0.7152 * get_channel (pixel, 8, background.green)
                      + 0.0722 * get_channel (pixel, 0, background.blue);

  /* Above this brightness, black has more contrast (WCAG 2). */
  return brightness > 117 ? (TvColor){ 0, 0, 0 } : (TvColor){ 255, 255, 255 };
}

/**
 * tv_chart_names_new:
 * @trace: the trace of the methods
 * @context: (transfer full): the source of fonts; names run from left to right in it,
 *   whatever the direction of the interface
 *
 * Returns: (transfer full): names without layouts
 */
TvChartNames *
tv_chart_names_new (TvTrace *trace, PangoContext *context)
{
  g_autoptr (PangoFontDescription) font = NULL;
  TvChartNames *names;
  int size;

  g_return_val_if_fail (trace != NULL && PANGO_IS_CONTEXT (context), NULL);

  names = g_new0 (TvChartNames, 1);
  names->trace = tv_trace_ref (trace);
  pango_context_set_base_dir (context, PANGO_DIRECTION_LTR);
  font = pango_font_description_copy (pango_context_get_font_description (context));
  size = (int) (pango_font_description_get_size (font) * FONT_SCALE);
  if (pango_font_description_get_size_is_absolute (font))
    pango_font_description_set_absolute_size (font, size);
  else
    pango_font_description_set_size (font, size);
  names->style = pango_layout_new (context);
  g_object_unref (context);
  pango_layout_set_font_description (names->style, font);
  pango_layout_set_single_paragraph_mode (names->style, TRUE);
  pango_layout_set_auto_dir (names->style, FALSE);
  names->names
      = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) tv_name_layout_free);
  return names;
}

void
tv_chart_names_free (TvChartNames *names)
{
  if (names == NULL)
    return;
  g_hash_table_unref (names->names);
  g_object_unref (names->style);
  tv_trace_unref (names->trace);
  g_free (names);
}

/**
 * tv_chart_names_get_height:
 * @names: names
 *
 * Returns: height of a name in pixels
 */
int
tv_chart_names_get_height (TvChartNames *names)
{
  g_return_val_if_fail (names != NULL, 0);

  if (names->height == 0)
    {
      g_autoptr (PangoLayout) layout = pango_layout_copy (names->style);
      pango_layout_set_text (layout, "Ag", -1);
      pango_layout_get_pixel_size (layout, NULL, &names->height);
    }
  return names->height;
}

/* Whether enough characters are left before the ellipsis. */
static gboolean
is_readable (PangoLayout *layout)
{
  const PangoLayoutLine *line = pango_layout_get_line_readonly (layout, 0);

  for (GSList *run = line->runs; run != NULL; run = run->next)
    {
      const PangoItem *item = ((PangoLayoutRun *) run->data)->item;

      if (item->analysis.flags & PANGO_ANALYSIS_FLAG_IS_ELLIPSIS)
        return g_utf8_strlen (pango_layout_get_text (layout), item->offset)
               >= MIN_CUT_LETTERS;
    }
  return TRUE;
}

/**
 * tv_chart_names_get:
 * @names: names
 * @method: index of a method
 * @width: the available width in pixels
 *
 * Finds the longest form of a name that fits, see tv_name_layout_fit().
 *
 * Returns: (transfer none) (nullable): the layout to draw, valid until the next call;
 *   %NULL if there is no room for a readable one
 */
PangoLayout *
tv_chart_names_get (TvChartNames *names, guint32 method, int width)
{
  TvNameLayout *name;
  PangoLayout *layout;

  g_return_val_if_fail (names != NULL, NULL);
  g_return_val_if_fail (method < tv_trace_get_n_methods (names->trace), NULL);

  name = g_hash_table_lookup (names->names, GUINT_TO_POINTER (method));
  if (name == NULL)
    {
      if (g_hash_table_size (names->names) >= MAX_METHODS)
        g_hash_table_remove_all (names->names);
      name = tv_name_layout_new (
          tv_name_text_new (tv_trace_get_method (names->trace, method)), names->style);
      g_hash_table_insert (names->names, GUINT_TO_POINTER (method), name);
    }
  layout = tv_name_layout_fit (name, width);
  return is_readable (layout) ? layout : NULL;
}

/**
 * tv_chart_names_make:
 * @names: names
 * @text: a text other than the name of a method
 * @width: the available width in pixels
 *
 * Returns: (transfer full): its layout in the font of the names, shortened at the end
 */
PangoLayout *
tv_chart_names_make (TvChartNames *names, const char *text, int width)
{
  PangoLayout *layout;

  g_return_val_if_fail (names != NULL && text != NULL, NULL);

  layout = pango_layout_copy (names->style);
  pango_layout_set_text (layout, text, -1);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_set_width (layout, MAX (width, 0) * PANGO_SCALE);
  return layout;
}
