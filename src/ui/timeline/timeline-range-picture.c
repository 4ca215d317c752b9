/* SPDX-License-Identifier: Apache-2.0 */

/* How the timeline shows the selected range: the rest is dimmed, the ruler measures. */

#include "analysis/text/time-text.h"
#include "ui/session/range-text.h"
#include "ui/timeline/timeline-paint.h"
#include "ui/timeline/timeline-private.h"

#include <math.h>

#define DIM_ALPHA 0.6f
#define BAND_ALPHA 0.2f

/* In pixels. */
#define BAR_HEIGHT 3
#define HANDLE_WIDTH 3
#define CARD_GAP 6
#define CHIP_ROOM 12

GdkRGBA
tv_timeline_get_background (TvTimeline *self)
{
  const TvColor *color = &self->colors.background;

  return (GdkRGBA){ color->red / 255.0f, color->green / 255.0f, color->blue / 255.0f,
                    1 };
}

/* How bright a colour looks, 0 to 1, by the weights of ITU-R BT.709. */
static float
get_luminance (const GdkRGBA *color)
{
  return 0.2126f * color->red + 0.7152f * color->green + 0.0722f * color->blue;
}

/* Black or white, whichever is read more easily on the accent colour. */
static GdkRGBA
get_ink (const GdkRGBA *ground)
{
  return get_luminance (ground) > 0.6f ? (GdkRGBA){ 0, 0, 0, 1 }
                                       : (GdkRGBA){ 1, 1, 1, 1 };
}

/* Whole device pixels, so that lines are sharp. */
static double
snap_to_pixel (TvTimeline *self, double x)
{
  const int factor = gtk_widget_get_scale_factor (GTK_WIDGET (self));

  return floor (x * factor + 0.5) / factor;
}

static void
dim_outside (TvTimeline *self, GtkSnapshot *snapshot, double left, double right)
{
  const GdkRectangle *lanes = &self->rows_area;
  GdkRGBA color = tv_timeline_get_background (self);

  color.alpha = DIM_ALPHA;
  tv_timeline_paint_box (snapshot, &color, lanes->x, lanes->y, left - lanes->x,
                         lanes->height);
  tv_timeline_paint_box (snapshot, &color, right, lanes->y,
                         lanes->x + lanes->width - right, lanes->height);
}

/* The accent of a dark theme is too dark for a line. */
static GdkRGBA
get_line_color (TvTimeline *self)
{
  const GdkRGBA *accent = &self->accent_color;
  const GdkRGBA *text = &self->text_color;
  const float share = get_luminance (text) > 0.5f ? 0.4f : 0;

  return (GdkRGBA){ accent->red + (text->red - accent->red) * share,
                    accent->green + (text->green - accent->green) * share,
                    accent->blue + (text->blue - accent->blue) * share, 1 };
}

static void
draw_edge (TvTimeline *self, GtkSnapshot *snapshot, double x)
{
  const GdkRectangle *ruler = &self->ruler_area;
  const GdkRectangle *lanes = &self->rows_area;
  const GdkRGBA color = get_line_color (self);

  if (x < lanes->x || x > lanes->x + lanes->width)
    return;
  x = MIN (x, lanes->x + lanes->width - 1);
  tv_timeline_paint_box (snapshot, &color, x, ruler->y, 1,
                         lanes->y + lanes->height - ruler->y);
  tv_timeline_paint_box (snapshot, &color, x - (HANDLE_WIDTH - 1) / 2.0, ruler->y,
                         HANDLE_WIDTH, ruler->height);
}

/* Labels of the ruler that the chip would cut are taken away; all of the ruler is drawn
 * too seldom for that. */
static void
clear_labels (TvTimeline *self, GtkSnapshot *snapshot, const TvChip *chip)
{
  const GdkRectangle *ruler = &self->ruler_area;
  const GdkRGBA ground = tv_timeline_get_background (self);
  graphene_rect_t place;
  TvTimeScale scale;
  double left;
  double right;
  double bottom;

  if (!tv_timeline_measure_chip (GTK_WIDGET (self), chip, &place))
    return;
  tv_timeline_get_scale (self, &scale);
  left = place.origin.x - ruler->x;
  right = left + place.size.width;
  tv_ruler_widen_over_labels (self->ruler, &scale, &left, &right, &bottom);
  tv_timeline_paint_box (snapshot, &ground, ruler->x + left, ruler->y, right - left,
                         bottom);
}

/* In the ruler, over the range: how long it is. */
static void
draw_measure (TvTimeline *self, GtkSnapshot *snapshot, double left, double right,
              gint64 length)
{
  const GdkRectangle *ruler = &self->ruler_area;
  g_autofree char *text = tv_time_format_duration (length);
  const GdkRGBA line = get_line_color (self);
  GdkRGBA color = self->accent_color;
  const TvChip chip = { .text = text,
                        .ground = self->accent_color,
                        .ink = get_ink (&self->accent_color),
                        .x = (left + right) / 2,
                        .y = ruler->y + 1,
                        .left = left + CHIP_ROOM,
                        .right = right - CHIP_ROOM };

  clear_labels (self, snapshot, &chip);
  color.alpha = BAND_ALPHA;
  tv_timeline_paint_box (snapshot, &color, left, ruler->y, right - left, ruler->height);
  tv_timeline_paint_box (snapshot, &line, left, ruler->y + ruler->height - BAR_HEIGHT,
                         right - left, BAR_HEIGHT);
  tv_timeline_paint_chip (GTK_WIDGET (self), snapshot, &chip);
}

/* While it is being dragged, what it comes to is said where the eyes are. */
static void
draw_card (TvTimeline *self, GtkSnapshot *snapshot, double left, double right,
           gint64 start, gint64 end)
{
  const GdkRectangle *lanes = &self->rows_area;
  g_autofree char *text = tv_range_dup_text (self->session, start, end);
  const TvChip chip = { .text = text,
                        .ground = self->accent_color,
                        .ink = get_ink (&self->accent_color),
                        .x = (left + right) / 2,
                        .y = lanes->y + CARD_GAP,
                        .left = lanes->x + CARD_GAP,
                        .right = lanes->x + lanes->width - CARD_GAP };

  tv_timeline_paint_chip (GTK_WIDGET (self), snapshot, &chip);
}

/* Draws the selected range over the picture, if there is one. */
void
tv_timeline_snapshot_range (TvTimeline *self, GtkSnapshot *snapshot)
{
  const GdkRectangle *lanes = &self->rows_area;
  TvTimeScale scale;
  gint64 start;
  gint64 end;
  double from;
  double to;
  double left;
  double right;

  g_return_if_fail (TV_IS_TIMELINE (self) && self->session != NULL);

  if (!tv_trace_session_get_range (self->session, &start, &end))
    return;
  tv_timeline_get_scale (self, &scale);
  from = snap_to_pixel (self, lanes->x + tv_time_scale_to_x (&scale, start));
  to = snap_to_pixel (self, lanes->x + tv_time_scale_to_x (&scale, end));
  left = CLAMP (from, lanes->x, lanes->x + lanes->width);
  right = CLAMP (to, lanes->x, lanes->x + lanes->width);

  dim_outside (self, snapshot, left, right);
  draw_measure (self, snapshot, left, right, end - start);
  draw_edge (self, snapshot, from);
  draw_edge (self, snapshot, to);
  if (tv_timeline_is_sizing_range (self))
    draw_card (self, snapshot, left, right, start, end);
}
