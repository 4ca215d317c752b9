/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "analysis/text/time-text.h"
#include "ui/session/range-text.h"
#include "ui/timeline/timeline-range.h"
#include <glib/gi18n-lib.h>
#include <math.h>

#define DIM_ALPHA 0.6f
#define BAND_ALPHA 0.2f

/* In pixels. */
#define BAR_HEIGHT 3
#define HANDLE_WIDTH 3
#define CARD_GAP 6
#define CHIP_ROOM 12

/* Pixels from the bottom of the lanes to the line between the marks. */
#define DISTANCE_HEIGHT 14

typedef struct
{
  const TvTimelineContext *context;
  TvTimelineView *view;
  TvTimelinePicture *picture;
} Painter;

static GdkRGBA
get_background (const Painter *self)
{
  return tv_timeline_to_rgba (self->context->colors.background, 1);
}

/* Returns black or white, whichever contrasts more with @ground. */
static GdkRGBA
get_ink (const GdkRGBA *ground)
{
  return tv_timeline_get_luminance (ground) > 0.6f ? (GdkRGBA){ 0, 0, 0, 1 }
                                                   : (GdkRGBA){ 1, 1, 1, 1 };
}

/* Rounds to whole device pixels, so that lines are sharp. */
static double
snap_to_pixel (const Painter *self, double x)
{
  const int factor = gtk_widget_get_scale_factor (self->context->widget);

  return floor (x * factor + 0.5) / factor;
}

static void
dim_outside (const Painter *self, GtkSnapshot *snapshot, double left, double right)
{
  const GdkRectangle *lanes = &self->context->rows_area;
  GdkRGBA color = get_background (self);

  color.alpha = DIM_ALPHA;
  tv_timeline_paint_box (snapshot, &color, lanes->x, lanes->y, left - lanes->x,
                         lanes->height);
  tv_timeline_paint_box (snapshot, &color, right, lanes->y,
                         lanes->x + lanes->width - right, lanes->height);
}

/* Lightens the accent of a dark theme, which is too dark for a line. */
static GdkRGBA
get_line_color (const Painter *self)
{
  const GdkRGBA *text = &self->context->text_color;

  return tv_timeline_mix (&self->context->accent_color, text,
                          tv_timeline_get_luminance (text) > 0.5f ? 0.4f : 0);
}

static void
draw_edge (const Painter *self, GtkSnapshot *snapshot, double x)
{
  const GdkRectangle *ruler = &self->context->ruler_area;
  const GdkRectangle *lanes = &self->context->rows_area;
  const GdkRGBA color = get_line_color (self);

  if (x < lanes->x || x > lanes->x + lanes->width)
    return;
  x = MIN (x, lanes->x + lanes->width - 1);
  tv_timeline_paint_box (snapshot, &color, x, ruler->y, 1,
                         lanes->y + lanes->height - ruler->y);
  tv_timeline_paint_box (snapshot, &color, x - (HANDLE_WIDTH - 1) / 2.0, ruler->y,
                         HANDLE_WIDTH, ruler->height);
}

/* Clears the labels of the ruler that the chip would cut through. The ruler itself
 * belongs to the kept picture. */
static void
clear_labels (const Painter *self, GtkSnapshot *snapshot, const TvChip *chip)
{
  const GdkRectangle *ruler = &self->context->ruler_area;
  const GdkRGBA ground = get_background (self);
  graphene_rect_t covered;
  double left;
  double right;
  double bottom;

  if (!tv_timeline_measure_chip (self->context->widget, chip, &covered))
    return;
  left = covered.origin.x - ruler->x;
  right = left + covered.size.width;
  tv_timeline_picture_widen_over_ruler (self->picture, &left, &right, &bottom);
  tv_timeline_paint_box (snapshot, &ground, ruler->x + left, ruler->y, right - left,
                         bottom);
}

/* Draws the length of the range in the ruler. */
static void
draw_measure (const Painter *self, GtkSnapshot *snapshot, double left, double right,
              gint64 length)
{
  const GdkRectangle *ruler = &self->context->ruler_area;
  g_autofree char *text = tv_time_format_duration (length);
  const GdkRGBA line = get_line_color (self);
  GdkRGBA color = self->context->accent_color;
  const TvChip chip = { .text = text,
                        .ground = self->context->accent_color,
                        .ink = get_ink (&self->context->accent_color),
                        .x = (left + right) / 2,
                        .y = ruler->y + 1,
                        .left = left + CHIP_ROOM,
                        .right = right - CHIP_ROOM };

  clear_labels (self, snapshot, &chip);
  color.alpha = BAND_ALPHA;
  tv_timeline_paint_box (snapshot, &color, left, ruler->y, right - left, ruler->height);
  tv_timeline_paint_box (snapshot, &line, left, ruler->y + ruler->height - BAR_HEIGHT,
                         right - left, BAR_HEIGHT);
  tv_timeline_paint_chip (self->context->widget, snapshot, &chip);
}

/* While a range is dragged, its text is shown near it. */
static void
draw_card (const Painter *self, GtkSnapshot *snapshot, double left, double right,
           gint64 start, gint64 end)
{
  const GdkRectangle *lanes = &self->context->rows_area;
  g_autofree char *text = tv_range_dup_text (self->context->session, start, end);
  const TvChip chip = { .text = text,
                        .ground = self->context->accent_color,
                        .ink = get_ink (&self->context->accent_color),
                        .x = (left + right) / 2,
                        .y = lanes->y + CARD_GAP,
                        .left = lanes->x + CARD_GAP,
                        .right = lanes->x + lanes->width - CARD_GAP };

  tv_timeline_paint_chip (self->context->widget, snapshot, &chip);
}

/* Draws the selected range over the picture: the rest is dimmed. */
void
tv_timeline_draw_range (const TvTimelineContext *context, TvTimelineView *view,
                        TvTimelinePicture *picture, gboolean sizing,
                        GtkSnapshot *snapshot)
{
  const Painter painter = { context, view, picture };
  const Painter *self = &painter;
  const GdkRectangle *lanes = &self->context->rows_area;
  TvTimeScale scale;
  gint64 start;
  gint64 end;
  double from;
  double to;
  double left;
  double right;

  if (!tv_trace_session_get_range (self->context->session, &start, &end))
    return;
  tv_timeline_view_get_scale (self->view, &scale);
  from = snap_to_pixel (self, lanes->x + tv_time_scale_to_x (&scale, start));
  to = snap_to_pixel (self, lanes->x + tv_time_scale_to_x (&scale, end));
  left = CLAMP (from, lanes->x, lanes->x + lanes->width);
  right = CLAMP (to, lanes->x, lanes->x + lanes->width);

  dim_outside (self, snapshot, left, right);
  draw_measure (self, snapshot, left, right, end - start);
  draw_edge (self, snapshot, from);
  draw_edge (self, snapshot, to);
  if (sizing)
    draw_card (self, snapshot, left, right, start, end);
}

static void
draw_mark (const Painter *self, GtkSnapshot *snapshot, TvMark mark, double x)
{
  const GdkRectangle *ruler = &self->context->ruler_area;
  const GdkRectangle *lanes = &self->context->rows_area;
  const TvChip chip = { .text = mark == TV_MARK_A ? C_ ("mark", "A") : C_ ("mark", "B"),
                        .ground = self->context->text_color,
                        .ink = get_background (self),
                        .x = x,
                        .y = ruler->y + 1,
                        .left = lanes->x,
                        .right = lanes->x + lanes->width };

  tv_timeline_paint_box (snapshot, &self->context->text_color, floor (x), ruler->y, 1,
                         lanes->y + lanes->height - ruler->y);
  tv_timeline_paint_chip (self->context->widget, snapshot, &chip);
}

/* Draws a line between the marks at the bottom of the lanes, and its length. */
static void
draw_distance (const Painter *self, GtkSnapshot *snapshot,
               const gint64 times[TV_N_MARKS])
{
  const GdkRectangle *lanes = &self->context->rows_area;
  const gint64 distance = ABS (times[TV_MARK_B] - times[TV_MARK_A]);
  g_autofree char *text = tv_time_format_duration (distance);
  const double a = tv_timeline_view_get_x (self->view, times[TV_MARK_A]);
  const double b = tv_timeline_view_get_x (self->view, times[TV_MARK_B]);
  const double left = MAX (MIN (a, b), lanes->x);
  const double right = MIN (MAX (a, b), lanes->x + lanes->width);
  const double y = lanes->y + lanes->height - DISTANCE_HEIGHT;
  const TvChip chip = { .text = text,
                        .ground = self->context->text_color,
                        .ink = get_background (self),
                        .x = (left + right) / 2,
                        .y = y - DISTANCE_HEIGHT / 2.0 - 2,
                        .left = lanes->x,
                        .right = lanes->x + lanes->width };

  if (left >= right)
    return;
  tv_timeline_paint_box (snapshot, &self->context->text_color, left, y, right - left,
                         1);
  tv_timeline_paint_chip (self->context->widget, snapshot, &chip);
}

/* Draws the marks in view, and the distance between them. */
void
tv_timeline_draw_marks (const TvTimelineContext *context, TvTimelineView *view,
                        GtkSnapshot *snapshot)
{
  const Painter painter = { context, view, NULL };
  const Painter *self = &painter;
  const GdkRectangle *lanes = &self->context->rows_area;
  gint64 times[TV_N_MARKS];
  guint n = 0;

  for (guint mark = 0; mark < TV_N_MARKS; mark++)
    {
      double x;

      if (!tv_trace_session_get_mark (self->context->session, (TvMark) mark,
                                      &times[mark]))
        continue;
      n++;
      x = tv_timeline_view_get_x (self->view, times[mark]);
      if (x >= lanes->x && x <= lanes->x + lanes->width)
        draw_mark (self, snapshot, (TvMark) mark, x);
    }
  if (n == TV_N_MARKS)
    draw_distance (self, snapshot, times);
}
