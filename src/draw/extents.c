/* SPDX-License-Identifier: Apache-2.0 */

#include "draw/extents.h"

#include <math.h>

/* In pixels, after the original. */
#define GAP 2
#define TICK_HEIGHT 5
#define MIN_BRACKET_WIDTH 3
#define MIN_BOX_WIDTH 2
#define ARROW_LENGTH 7
#define ARROW_HALF_HEIGHT 2.5

/* Everything in device pixels. The boxes that touch are drawn as one, so that thousands
   of short calls cost no more than the columns they take. */
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

/* @tip is the point of the head, and @length goes to where it widens, to the left if
   below 0. */
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
 * @extents: (array length=n_extents): what tv_lane_extents() gave
 * @n_extents: length of @extents
 * @bar_bottom: y of the lower edge of the bar
 * @scale: device pixels in a pixel; a column of an extent is one device pixel
 * @color: colour of the brackets
 *
 * Draws from entry to exit of calls, under the bar: 2 pixels lower a tick of 5 pixels
 * at both ends, and a line that joins the ticks below. Where it is under 3 pixels wide,
 * a box of at least 2; where the call goes on outside the view, the head of an arrow
 * instead of the tick, shorter where there is little room. Takes %TV_LANE_EXTENT_HEIGHT
 * pixels of height. The context's transformation must put whole device pixels on whole
 * device pixels.
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
