/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/share-bar.h"

/* Of the colour of the text, so that it shows on every background that the text does,
 * and the text on it. */
#define OPACITY 0.16f

#define MARGIN_X 2
#define MARGIN_Y 2

/* Draws a bar as long as a share, from the left as numbers are read in every script. A
 * share that is not nothing has a bar of a pixel at least. */
void
tv_share_bar_snapshot (GtkSnapshot *snapshot, const GdkRectangle *cell, double share,
                       const GdkRGBA *color)
{
  const int room = cell->width - 2 * MARGIN_X;
  const int width = (int) (CLAMP (share, 0, 1) * room + 0.5);
  GdkRGBA light = *color;

  g_return_if_fail (GTK_IS_SNAPSHOT (snapshot));

  if (share <= 0 || room <= 0)
    return;
  light.alpha *= OPACITY;
  gtk_snapshot_append_color (
      snapshot, &light,
      &GRAPHENE_RECT_INIT ((float) (cell->x + MARGIN_X), (float) (cell->y + MARGIN_Y),
                           (float) MAX (width, 1),
                           (float) MAX (cell->height - 2 * MARGIN_Y, 1)));
}
