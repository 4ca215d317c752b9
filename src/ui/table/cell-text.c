/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/table/cell-text.h"

struct _TvCellText
{
  GtkWidget parent_instance;

  char *text;
  int baseline;
};

G_DEFINE_FINAL_TYPE (TvCellText, tv_cell_text, GTK_TYPE_WIDGET)

static void
tv_cell_text_finalize (GObject *object)
{
  g_free (TV_CELL_TEXT (object)->text);

  G_OBJECT_CLASS (tv_cell_text_parent_class)->finalize (object);
}

static PangoLayout *
make_layout (TvCellText *self)
{
  PangoLayout *layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), self->text);

  pango_layout_set_single_paragraph_mode (layout, TRUE);
  return layout;
}

static void
tv_cell_text_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvCellText *self = TV_CELL_TEXT (widget);
  const int width = gtk_widget_get_width (widget);
  g_autoptr (PangoLayout) layout = NULL;
  float y;
  GdkRGBA color;

  if (self->text == NULL || width <= 0)
    return;
  layout = make_layout (self);
  pango_layout_set_width (layout, width * PANGO_SCALE);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  /* "Left" is where the text begins. */
  if ((gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL)
      != (pango_layout_get_direction (layout, 0) == PANGO_DIRECTION_RTL))
    pango_layout_set_alignment (layout, PANGO_ALIGN_RIGHT);
  y = (float) (self->baseline - PANGO_PIXELS (pango_layout_get_baseline (layout)));
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT (0, y));
  gtk_snapshot_append_layout (snapshot, layout, &color);
  gtk_snapshot_restore (snapshot);
}

static void
tv_cell_text_class_init (TvCellTextClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = tv_cell_text_finalize;
  widget_class->snapshot = tv_cell_text_snapshot;
  gtk_widget_class_set_css_name (widget_class, "name");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
tv_cell_text_init (TvCellText *self)
{
}

GtkWidget *
tv_cell_text_new (void)
{
  return g_object_new (TV_TYPE_CELL_TEXT, NULL);
}

/* Pixels from the top of the widget. */
void
tv_cell_text_set_baseline (TvCellText *self, int baseline)
{
  g_assert (TV_IS_CELL_TEXT (self));

  if (self->baseline == baseline)
    return;
  self->baseline = baseline;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
tv_cell_text_set_text (TvCellText *self, const char *text)
{
  g_assert (TV_IS_CELL_TEXT (self));

  if (g_strcmp0 (self->text, text) == 0)
    return;
  g_free (self->text);
  self->text = g_strdup (text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  text != NULL ? text : "", -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

const char *
tv_cell_text_get_text (TvCellText *self)
{
  g_assert (TV_IS_CELL_TEXT (self));

  return self->text;
}

/* Returns the pixels that the whole text needs. */
int
tv_cell_text_measure_text (TvCellText *self)
{
  g_autoptr (PangoLayout) layout = NULL;
  int width;

  g_assert (TV_IS_CELL_TEXT (self));

  layout = make_layout (self);
  pango_layout_get_pixel_size (layout, &width, NULL);
  return width;
}
