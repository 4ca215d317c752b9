/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/swatch.h"

/* As big as in Traceview's profile panel. */
#define WIDTH 8
#define HEIGHT 14

struct _TvSwatch
{
  GtkWidget parent_instance;

  GdkRGBA color;
};

G_DEFINE_FINAL_TYPE (TvSwatch, tv_swatch, GTK_TYPE_WIDGET)

static void
tv_swatch_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                   int *minimum, int *natural, int *minimum_baseline,
                   int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? WIDTH : HEIGHT;
}

static void
tv_swatch_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvSwatch *self = TV_SWATCH (widget);
  const graphene_rect_t bounds
      = GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                            (float) gtk_widget_get_height (widget));

  if (!gdk_rgba_is_clear (&self->color))
    gtk_snapshot_append_color (snapshot, &self->color, &bounds);
}

static void
tv_swatch_class_init (TvSwatchClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->measure = tv_swatch_measure;
  widget_class->snapshot = tv_swatch_snapshot;
  gtk_widget_class_set_css_name (widget_class, "swatch");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
tv_swatch_init (TvSwatch *self)
{
  gtk_widget_set_valign (GTK_WIDGET (self), GTK_ALIGN_CENTER);
}

/**
 * tv_swatch_new:
 *
 * Returns: (transfer floating): a clear swatch
 */
GtkWidget *
tv_swatch_new (void)
{
  return g_object_new (TV_TYPE_SWATCH, NULL);
}

/**
 * tv_swatch_set_color:
 * @self: a swatch
 * @color: (nullable): what to show, %NULL for nothing
 *
 * Changes the colour. A clear swatch keeps its room, so that names stay aligned.
 */
void
tv_swatch_set_color (TvSwatch *self, const GdkRGBA *color)
{
  static const GdkRGBA clear = { 0 };

  g_return_if_fail (TV_IS_SWATCH (self));

  if (color == NULL)
    color = &clear;
  if (gdk_rgba_equal (&self->color, color))
    return;
  self->color = *color;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
