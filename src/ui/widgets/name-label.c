/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/widgets/name-label.h"

struct _TvNameLabel
{
  GtkWidget parent_instance;

  TvNameLayout *name; /* NULL for none */
  int baseline;       /* pixels from the top; negative for that of the text */
};

G_DEFINE_FINAL_TYPE (TvNameLabel, tv_name_label, GTK_TYPE_WIDGET)

static void
tv_name_label_finalize (GObject *object)
{
  g_clear_pointer (&TV_NAME_LABEL (object)->name, tv_name_layout_free);

  G_OBJECT_CLASS (tv_name_label_parent_class)->finalize (object);
}

static PangoLayout *
make_style (TvNameLabel *self)
{
  PangoLayout *style = gtk_widget_create_pango_layout (GTK_WIDGET (self), NULL);

  pango_layout_set_single_paragraph_mode (style, TRUE);
  return style;
}

/* The font may have changed. */
static void
tv_name_label_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  TvNameLabel *self = TV_NAME_LABEL (widget);
  g_autoptr (PangoLayout) style = make_style (self);

  GTK_WIDGET_CLASS (tv_name_label_parent_class)->css_changed (widget, change);
  if (self->name != NULL)
    tv_name_layout_set_style (self->name, style);
}

static void
tv_name_label_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                       int *minimum, int *natural, int *minimum_baseline,
                       int *natural_baseline)
{
  TvNameLabel *self = TV_NAME_LABEL (widget);
  PangoLayout *layout
      = self->name != NULL ? tv_name_layout_fit (self->name, G_MAXINT) : NULL;
  const gboolean horizontal = orientation == GTK_ORIENTATION_HORIZONTAL;

  if (layout != NULL)
    pango_layout_get_pixel_size (layout, horizontal ? natural : NULL,
                                 horizontal ? NULL : natural);
  *minimum = horizontal ? 0 : *natural;
}

static void
tv_name_label_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvNameLabel *self = TV_NAME_LABEL (widget);
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
  if (self->baseline >= 0)
    point.y
        = (float) (self->baseline - PANGO_PIXELS (pango_layout_get_baseline (layout)));
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &point);
  gtk_snapshot_append_layout (snapshot, layout, &color);
  gtk_snapshot_restore (snapshot);
}

static void
tv_name_label_class_init (TvNameLabelClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = tv_name_label_finalize;
  widget_class->measure = tv_name_label_measure;
  widget_class->snapshot = tv_name_label_snapshot;
  widget_class->css_changed = tv_name_label_css_changed;
  gtk_widget_class_set_css_name (widget_class, "name");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
tv_name_label_init (TvNameLabel *self)
{
  self->baseline = -1;
}

/**
 * tv_name_label_new:
 *
 * Returns: (transfer floating): a label without a name
 */
GtkWidget *
tv_name_label_new (void)
{
  return g_object_new (TV_TYPE_NAME_LABEL, NULL);
}

/**
 * tv_name_label_set_baseline:
 * @self: a label
 * @baseline: pixels from the top of the widget
 *
 * Places the text. Without a baseline it begins at the top.
 */
void
tv_name_label_set_baseline (TvNameLabel *self, int baseline)
{
  g_assert (TV_IS_NAME_LABEL (self));

  if (self->baseline == baseline)
    return;
  self->baseline = baseline;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * tv_name_label_set_name:
 * @self: a label
 * @name: (transfer full): the name to show
 */
void
tv_name_label_set_name (TvNameLabel *self, TvNameText *name)
{
  g_autoptr (PangoLayout) style = NULL;

  g_assert (TV_IS_NAME_LABEL (self));

  if (g_strcmp0 (tv_name_label_get_text (self), name->text) == 0)
    {
      tv_name_text_free (name);
      return;
    }
  style = make_style (self);
  g_clear_pointer (&self->name, tv_name_layout_free);
  self->name = tv_name_layout_new (name, style);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  name->text, -1);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/**
 * tv_name_label_get_text:
 * @self: a label
 *
 * Returns: (transfer none) (nullable): the whole name, %NULL for none
 */
const char *
tv_name_label_get_text (TvNameLabel *self)
{
  g_assert (TV_IS_NAME_LABEL (self));

  return self->name != NULL ? tv_name_layout_get_name (self->name)->text : NULL;
}

/**
 * tv_name_label_measure_text:
 * @self: a label
 * @whole: whether to include the package
 *
 * Returns: the pixels that the name needs
 */
int
tv_name_label_measure_text (TvNameLabel *self, gboolean whole)
{
  g_assert (TV_IS_NAME_LABEL (self));

  if (self->name == NULL)
    return 0;
  return whole ? tv_name_layout_get_width (self->name)
               : tv_name_layout_get_needed_width (self->name);
}
