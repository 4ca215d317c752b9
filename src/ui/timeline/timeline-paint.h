/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

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

void tv_timeline_paint_box (GtkSnapshot *snapshot, const GdkRGBA *color, double x,
                            double y, double width, double height);
gboolean tv_timeline_measure_chip (GtkWidget *widget, const TvChip *chip,
                                   graphene_rect_t *place);
gboolean tv_timeline_paint_chip (GtkWidget *widget, GtkSnapshot *snapshot,
                                 const TvChip *chip);

G_END_DECLS
