/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/timeline-paint.h"

#include <math.h>

/* In pixels. */
#define CHIP_MARGIN 6
#define CHIP_RADIUS 4

void
tv_timeline_paint_box (GtkSnapshot *snapshot, const GdkRGBA *color, double x, double y,
                       double width, double height)
{
  if (width > 0 && height > 0)
    gtk_snapshot_append_color (
        snapshot, color,
        &GRAPHENE_RECT_INIT ((float) x, (float) y, (float) width, (float) height));
}

static PangoLayout *
make_chip_layout (GtkWidget *widget, const TvChip *chip)
{
  PangoLayout *layout = gtk_widget_create_pango_layout (widget, chip->text);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  pango_layout_set_attributes (layout, attributes);
  return layout;
}

/* Moved sideways as far as its limits want it. */
static gboolean
place_chip (const TvChip *chip, PangoLayout *layout, graphene_rect_t *place)
{
  int width;
  int height;
  double x;

  pango_layout_get_pixel_size (layout, &width, &height);
  width += 2 * CHIP_MARGIN;
  if (width > chip->right - chip->left)
    return FALSE;
  x = floor (CLAMP (chip->x - width / 2.0, chip->left, chip->right - width));
  *place
      = GRAPHENE_RECT_INIT ((float) x, (float) chip->y, (float) width, (float) height);
  return TRUE;
}

/* Finds the place of a chip, moved sideways as far as its limits want it. */
gboolean
tv_timeline_measure_chip (GtkWidget *widget, const TvChip *chip, graphene_rect_t *place)
{
  g_autoptr (PangoLayout) layout = make_chip_layout (widget, chip);

  return place_chip (chip, layout, place);
}

/* Draws a chip, moved sideways as far as its limits want it. */
gboolean
tv_timeline_paint_chip (GtkWidget *widget, GtkSnapshot *snapshot, const TvChip *chip)
{
  g_autoptr (PangoLayout) layout = make_chip_layout (widget, chip);
  GskRoundedRect outline;
  graphene_rect_t place;

  if (!place_chip (chip, layout, &place))
    return FALSE;
  gsk_rounded_rect_init_from_rect (&outline, &place, CHIP_RADIUS);
  gtk_snapshot_push_rounded_clip (snapshot, &outline);
  gtk_snapshot_append_color (snapshot, &chip->ground, &outline.bounds);
  gtk_snapshot_pop (snapshot);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (
      snapshot, &GRAPHENE_POINT_INIT (place.origin.x + CHIP_MARGIN, place.origin.y));
  gtk_snapshot_append_layout (snapshot, layout, &chip->ink);
  gtk_snapshot_restore (snapshot);
  return TRUE;
}
