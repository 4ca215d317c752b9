/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/table/cell-text.h"

struct _TvCellText
{
  GtkWidget parent_instance;

  TvNameLayout *name; /* NULL for none */
  int baseline;
};

G_DEFINE_FINAL_TYPE (TvCellText, tv_cell_text, GTK_TYPE_WIDGET)

static void
tv_cell_text_finalize (GObject *object)
{
  g_clear_pointer (&TV_CELL_TEXT (object)->name, tv_name_layout_free);

  G_OBJECT_CLASS (tv_cell_text_parent_class)->finalize (object);
}

static PangoLayout *
make_style (TvCellText *self)
{
  PangoLayout *style = gtk_widget_create_pango_layout (GTK_WIDGET (self), NULL);

  pango_layout_set_single_paragraph_mode (style, TRUE);
  return style;
}

/* The font may be another one. */
static void
tv_cell_text_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  TvCellText *self = TV_CELL_TEXT (widget);
  g_autoptr (PangoLayout) style = make_style (self);

  GTK_WIDGET_CLASS (tv_cell_text_parent_class)->css_changed (widget, change);
  if (self->name != NULL)
    tv_name_layout_set_style (self->name, style);
}

static void
tv_cell_text_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvCellText *self = TV_CELL_TEXT (widget);
  const int width = gtk_widget_get_width (widget);
  graphene_point_t point = { 0, 0 };
  PangoLayout *layout;
  int layout_width;
  GdkRGBA color;

  if (self->name == NULL || width <= 0)
    return;
  layout = tv_name_layout_fit (self->name, width);
  pango_layout_get_pixel_size (layout, &layout_width, NULL);
  if (gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL)
    point.x = (float) (width - layout_width);
  point.y
      = (float) (self->baseline - PANGO_PIXELS (pango_layout_get_baseline (layout)));
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &point);
  gtk_snapshot_append_layout (snapshot, layout, &color);
  gtk_snapshot_restore (snapshot);
}

static void
tv_cell_text_class_init (TvCellTextClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = tv_cell_text_finalize;
  widget_class->snapshot = tv_cell_text_snapshot;
  widget_class->css_changed = tv_cell_text_css_changed;
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

/* Takes the name. */
void
tv_cell_text_set_name (TvCellText *self, TvNameText *name)
{
  g_autoptr (PangoLayout) style = NULL;

  g_assert (TV_IS_CELL_TEXT (self));

  if (g_strcmp0 (tv_cell_text_get_text (self), name->text) == 0)
    {
      tv_name_text_free (name);
      return;
    }
  style = make_style (self);
  g_clear_pointer (&self->name, tv_name_layout_free);
  self->name = tv_name_layout_new (name, style);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name->text, -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Returns NULL for none. */
const char *
tv_cell_text_get_text (TvCellText *self)
{
  g_assert (TV_IS_CELL_TEXT (self));

  return self->name != NULL ? tv_name_layout_get_name (self->name)->text : NULL;
}

/* Returns the pixels that the name needs, @whole or without its package. */
int
tv_cell_text_measure_text (TvCellText *self, gboolean whole)
{
  g_assert (TV_IS_CELL_TEXT (self));

  if (self->name == NULL)
    return 0;
  return whole ? tv_name_layout_get_width (self->name)
               : tv_name_layout_get_needed_width (self->name);
}
