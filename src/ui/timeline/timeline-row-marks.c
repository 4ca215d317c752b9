/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/timeline/timeline-rows.h"

#include <glib/gi18n-lib.h>

#define ICON_SIZE 16
#define ICON_GAP 4

/* Draws an icon of 16 pixels. */
void
tv_timeline_draw_icon (TvTimeline *self, GtkSnapshot *snapshot, const char *name, int x,
                       int y, const GdkRGBA *color)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkIconTheme *theme
      = gtk_icon_theme_get_for_display (gtk_widget_get_display (widget));
  g_autoptr (GtkIconPaintable) icon = gtk_icon_theme_lookup_icon (
      theme, name, NULL, ICON_SIZE, gtk_widget_get_scale_factor (widget),
      gtk_widget_get_direction (widget), GTK_ICON_LOOKUP_FORCE_SYMBOLIC);

  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) x, (float) y));
  gtk_symbolic_paintable_snapshot_symbolic (GTK_SYMBOLIC_PAINTABLE (icon), snapshot,
                                            ICON_SIZE, ICON_SIZE, color, 1);
  gtk_snapshot_restore (snapshot);
}

/* Tells of a row that it is pinned, at the end of its label. */
void
tv_timeline_draw_pin (TvTimeline *self, GtkSnapshot *snapshot, GdkRectangle *area)
{
  gboolean mirrored;
  GdkRGBA color;

  g_return_if_fail (TV_IS_TIMELINE (self) && snapshot != NULL && area != NULL);

  mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  color = self->text_color;
  color.alpha *= 0.75f;
  tv_timeline_draw_icon (self, snapshot, "view-pin-symbolic",
                         mirrored ? area->x : area->x + area->width - ICON_SIZE,
                         area->y + (area->height - ICON_SIZE) / 2, &color);
  area->width -= ICON_SIZE + ICON_GAP;
  if (mirrored)
    area->x += ICON_SIZE + ICON_GAP;
}

char *
tv_timeline_dup_idle_text (TvTimeline *self)
{
  guint n_idle;

  g_return_val_if_fail (TV_IS_TIMELINE (self), NULL);

  n_idle = self->rows->n_idle;
  /* Translators: a line that stands for threads that did next to nothing. */
  return g_strdup_printf (ngettext ("%u idle thread", "%u idle threads", n_idle),
                          n_idle);
}

/* Draws the line that stands for the idle threads: how many they are, and an arrow
 * that tells whether their rows are shown below it. */
void
tv_timeline_draw_idle_line (TvTimeline *self, GtkSnapshot *snapshot, int y, int height)
{
  g_autofree char *text = NULL;
  g_autoptr (PangoLayout) layout = NULL;
  gboolean mirrored;
  GdkRGBA color;
  int left;
  int width;
  int text_height = 0;

  g_return_if_fail (TV_IS_TIMELINE (self) && snapshot != NULL);

  mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  color = self->text_color;
  color.alpha *= 0.75f;
  left = self->label_area.x + TV_TIMELINE_LABEL_MARGIN;
  width = MAX (self->label_area.width - 2 * TV_TIMELINE_LABEL_MARGIN, ICON_SIZE);
  tv_timeline_draw_icon (
      self, snapshot,
      self->rows->choice->idle_open ? "pan-down-symbolic" : "pan-end-symbolic",
      mirrored ? left + width - ICON_SIZE : left, y + (height - ICON_SIZE) / 2, &color);

  text = tv_timeline_dup_idle_text (self);
  layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  pango_layout_set_width (layout, MAX (width - ICON_SIZE - ICON_GAP, 0) * PANGO_SCALE);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_get_pixel_size (layout, NULL, &text_height);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (
      snapshot,
      &GRAPHENE_POINT_INIT ((float) (mirrored ? left : left + ICON_SIZE + ICON_GAP),
                            (float) (y + (height - text_height) / 2)));
  gtk_snapshot_append_layout (snapshot, layout, &color);
  gtk_snapshot_restore (snapshot);
}
