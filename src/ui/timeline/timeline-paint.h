/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/timeline/timeline-context.h"

G_BEGIN_DECLS

/**
 * TV_TIMELINE_ICON_SIZE:
 *
 * Pixels of an icon.
 */
#define TV_TIMELINE_ICON_SIZE 16

/**
 * TvChip:
 * @text: what it says, short
 * @ground: its colour
 * @ink: the colour of the text
 * @x: pixels of its middle
 * @y: pixels of its top
 * @left: where it may begin, at the soonest
 * @right: where it ends, at the latest
 *
 * Words on a coloured ground that stand over a picture.
 */
typedef struct
{
  const char *text;
  GdkRGBA ground;
  GdkRGBA ink;
  double x;
  double y;
  double left;
  double right;
} TvChip;

GdkRGBA tv_timeline_to_rgba (TvColor color, float alpha);
float tv_timeline_get_luminance (const GdkRGBA *color);
void tv_timeline_push_clip (GtkSnapshot *snapshot, int x, int y, int width, int height);
void tv_timeline_paint_box (GtkSnapshot *snapshot, const GdkRGBA *color, double x,
                            double y, double width, double height);
void tv_timeline_paint_note (const TvTimelineContext *context, GtkSnapshot *snapshot,
                             const char *text, const GdkRectangle *area,
                             gboolean centered);
void tv_timeline_paint_icon (const TvTimelineContext *context, GtkSnapshot *snapshot,
                             const char *name, int x, int y, const GdkRGBA *color);
gboolean tv_timeline_measure_chip (GtkWidget *widget, const TvChip *chip,
                                   graphene_rect_t *area);
gboolean tv_timeline_paint_chip (GtkWidget *widget, GtkSnapshot *snapshot,
                                 const TvChip *chip);

G_END_DECLS
