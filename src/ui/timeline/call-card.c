/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/call-card.h"

/* In pixels. */
#define PADDING 8
#define CORNER 6
#define MAX_TEXT_WIDTH 660

/* From the card to what it tells of, and to the pointer beside it. */
#define GAP 6
#define POINTER_GAP 14

#define BODY_ALPHA (G_MAXUINT16 / 100 * 80)

struct _TvCallCard
{
  GtkWidget *widget;
  PangoLayout *layout; /* NULL without text */
};

TvCallCard *
tv_call_card_new (GtkWidget *widget)
{
  TvCallCard *card;

  g_return_val_if_fail (GTK_IS_WIDGET (widget), NULL);

  card = g_new0 (TvCallCard, 1);
  card->widget = widget;
  return card;
}

void
tv_call_card_free (TvCallCard *card)
{
  if (card == NULL)
    return;
  g_clear_object (&card->layout);
  g_free (card);
}

/* Takes its text away; must be done when fonts change. */
void
tv_call_card_forget_text (TvCallCard *card)
{
  g_return_if_fail (card != NULL);

  g_clear_object (&card->layout);
}

static void
add_attribute (PangoAttrList *attributes, PangoAttribute *attribute, guint start,
               guint end)
{
  attribute->start_index = start;
  attribute->end_index = end;
  pango_attr_list_insert (attributes, attribute);
}

/* Lines that are too long lose their middle. */
void
tv_call_card_set_text (TvCallCard *card, const char *heading, const char *body)
{
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  g_autofree char *text = NULL;
  guint length;
  int width;

  g_return_if_fail (card != NULL && heading != NULL && body != NULL);

  length = (guint) strlen (heading);
  text = g_strdup_printf ("%s\n%s", heading, body);
  add_attribute (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD), 0, length);
  add_attribute (attributes, pango_attr_foreground_alpha_new (BODY_ALPHA), length,
                 G_MAXUINT);
  add_attribute (attributes, pango_attr_font_features_new ("tnum=1"), 0, G_MAXUINT);

  g_clear_object (&card->layout);
  card->layout = gtk_widget_create_pango_layout (card->widget, text);
  pango_layout_set_attributes (card->layout, attributes);
  pango_layout_get_pixel_size (card->layout, &width, NULL);
  pango_layout_set_ellipsize (card->layout, PANGO_ELLIPSIZE_MIDDLE);
  pango_layout_set_width (card->layout, MIN (width + 1, MAX_TEXT_WIDTH) * PANGO_SCALE);
}

const char *
tv_call_card_get_text (const TvCallCard *card)
{
  g_return_val_if_fail (card != NULL, NULL);

  return card->layout != NULL ? pango_layout_get_text (card->layout) : NULL;
}

int
tv_call_card_get_line_height (TvCallCard *card)
{
  g_autoptr (PangoLayout) layout = NULL;
  int height;

  g_return_val_if_fail (card != NULL, 1);

  layout = gtk_widget_create_pango_layout (card->widget, "0");
  pango_layout_get_pixel_size (layout, NULL, &height);
  return MAX (height, 1);
}

void
tv_call_card_get_size (const TvCallCard *card, int *width, int *height)
{
  g_return_if_fail (card != NULL && card->layout != NULL);
  g_return_if_fail (width != NULL && height != NULL);

  pango_layout_get_pixel_size (card->layout, width, height);
  *width += 2 * PADDING;
  *height += 2 * PADDING;
}

/* Beside the pointer, on the side that is read towards if there is room. */
static gboolean
place_beside (const GdkRectangle *bounds, const GdkRectangle *target, double x,
              gboolean mirrored, GdkRectangle *area)
{
  int right = (int) x + POINTER_GAP;
  int left = (int) x - POINTER_GAP - area->width;
  gboolean fits_right = right + area->width <= bounds->x + bounds->width;
  gboolean fits_left = left >= bounds->x;
  int y = target->y + target->height / 2 - area->height / 2;

  if ((!fits_right && !fits_left) || area->height > bounds->height)
    return FALSE;
  area->x = fits_right && (!mirrored || !fits_left) ? right : left;
  area->y = CLAMP (y, bounds->y, bounds->y + bounds->height - area->height);
  return TRUE;
}

/* Finds a place for a card: under what it tells of, or else over it, or else beside
 * the pointer. */
gboolean
tv_call_card_place (const GdkRectangle *bounds, const GdkRectangle *target, double x,
                    gboolean mirrored, GdkRectangle *area)
{
  int below;
  int above;
  int aside;

  g_return_val_if_fail (bounds != NULL && target != NULL && area != NULL, FALSE);

  below = target->y + target->height + GAP;
  above = target->y - GAP - area->height;
  if (below + area->height <= bounds->y + bounds->height)
    area->y = below;
  else if (above >= bounds->y)
    area->y = above;
  else
    return place_beside (bounds, target, x, mirrored, area);

  if (area->width > bounds->width)
    return FALSE;
  aside = mirrored ? (int) x - POINTER_GAP - area->width : (int) x + POINTER_GAP;
  area->x = CLAMP (aside, bounds->x, bounds->x + bounds->width - area->width);
  return TRUE;
}

void
tv_call_card_snapshot (const TvCallCard *card, GtkSnapshot *snapshot,
                       const GdkRectangle *area, const GdkRGBA *background,
                       const GdkRGBA *border, const GdkRGBA *text)
{
  const float widths[4] = { 1, 1, 1, 1 };
  GskRoundedRect outline;

  g_return_if_fail (card != NULL && card->layout != NULL && snapshot != NULL);

  gsk_rounded_rect_init_from_rect (
      &outline,
      &GRAPHENE_RECT_INIT ((float) area->x, (float) area->y, (float) area->width,
                           (float) area->height),
      CORNER);
  gtk_snapshot_push_rounded_clip (snapshot, &outline);
  gtk_snapshot_append_color (snapshot, background, &outline.bounds);
  gtk_snapshot_pop (snapshot);
  gtk_snapshot_append_border (snapshot, &outline, widths,
                              (GdkRGBA[]){ *border, *border, *border, *border });
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) (area->x + PADDING),
                                                          (float) (area->y + PADDING)));
  gtk_snapshot_append_layout (snapshot, card->layout, text);
  gtk_snapshot_restore (snapshot);
}
