/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/cell-text.h"

struct _TvCellText
{
  GtkWidget parent_instance;

  char *text;
  PangoLayout *layout; /* %NULL until it is drawn */
  int natural_width;   /* of the layout, less than 0 until it is known */
  int ascent;
  int descent;
};

G_DEFINE_FINAL_TYPE (TvCellText, tv_cell_text, GTK_TYPE_WIDGET)

static void
tv_cell_text_finalize (GObject *object)
{
  TvCellText *self = TV_CELL_TEXT (object);

  g_clear_object (&self->layout);
  g_free (self->text);

  G_OBJECT_CLASS (tv_cell_text_parent_class)->finalize (object);
}

static void
tv_cell_text_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                      int *minimum, int *natural, int *minimum_baseline,
                      int *natural_baseline)
{
  TvCellText *self = TV_CELL_TEXT (widget);

  *minimum = *natural
      = orientation == GTK_ORIENTATION_HORIZONTAL ? 0 : self->ascent + self->descent;
}

static void
make_layout (TvCellText *self)
{
  self->layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), self->text);
  pango_layout_set_single_paragraph_mode (self->layout, TRUE);
}

static int
learn_natural_width (TvCellText *self)
{
  if (self->natural_width < 0)
    {
      pango_layout_set_width (self->layout, -1);
      pango_layout_set_ellipsize (self->layout, PANGO_ELLIPSIZE_NONE);
      pango_layout_get_pixel_size (self->layout, &self->natural_width, NULL);
    }
  return self->natural_width;
}

/* Returns the width of the text, which is cut if it has to be: that takes longer to lay
 * out, and numbers always fit. */
static int
fit_layout (TvCellText *self, int available)
{
  int width = -1;

  if (learn_natural_width (self) > available)
    width = available * PANGO_SCALE;
  pango_layout_set_width (self->layout, width);
  pango_layout_set_ellipsize (self->layout,
                              width < 0 ? PANGO_ELLIPSIZE_NONE : PANGO_ELLIPSIZE_END);
  if (width >= 0)
    pango_layout_get_pixel_size (self->layout, &width, NULL);
  else
    width = self->natural_width;
  return width;
}

static void
tv_cell_text_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvCellText *self = TV_CELL_TEXT (widget);
  const int width = gtk_widget_get_width (widget);
  const int height = gtk_widget_get_height (widget);
  const gboolean rtl = gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  int baseline = (height - self->ascent - self->descent) / 2 + self->ascent;
  int text_width;
  float x = 0;
  GdkRGBA color;

  if (self->text == NULL || width <= 0)
    return;
  if (self->layout == NULL)
    make_layout (self);
  text_width = fit_layout (self, width);
  if (rtl)
    x = (float) (width - text_width);
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  gtk_snapshot_save (snapshot);
  /* An ellipsis can come from another font and make its line higher: all texts of a row
   * stand on one line nevertheless. */
  gtk_snapshot_translate (
      snapshot,
      &GRAPHENE_POINT_INIT (
          x, (float) (baseline
                      - PANGO_PIXELS (pango_layout_get_baseline (self->layout)))));
  gtk_snapshot_append_layout (snapshot, self->layout, &color);
  gtk_snapshot_restore (snapshot);
}

/* The font may be another one. */
static void
forget_layout (TvCellText *self)
{
  g_clear_object (&self->layout);
  self->natural_width = -1;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
tv_cell_text_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (tv_cell_text_parent_class)->css_changed (widget, change);
  forget_layout (TV_CELL_TEXT (widget));
}

static void
tv_cell_text_system_setting_changed (GtkWidget *widget, GtkSystemSetting setting)
{
  GTK_WIDGET_CLASS (tv_cell_text_parent_class)
      ->system_setting_changed (widget, setting);
  forget_layout (TV_CELL_TEXT (widget));
}

static void
tv_cell_text_direction_changed (GtkWidget *widget, GtkTextDirection previous)
{
  GTK_WIDGET_CLASS (tv_cell_text_parent_class)->direction_changed (widget, previous);
  forget_layout (TV_CELL_TEXT (widget));
}

static void
tv_cell_text_class_init (TvCellTextClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = tv_cell_text_finalize;
  widget_class->measure = tv_cell_text_measure;
  widget_class->snapshot = tv_cell_text_snapshot;
  widget_class->css_changed = tv_cell_text_css_changed;
  widget_class->system_setting_changed = tv_cell_text_system_setting_changed;
  widget_class->direction_changed = tv_cell_text_direction_changed;
}

static void
tv_cell_text_init (TvCellText *self)
{
  self->natural_width = -1;
}

GtkWidget *
tv_cell_text_new (const char *css_name, GtkAccessibleRole role)
{
  return g_object_new (TV_TYPE_CELL_TEXT, "css-name", css_name, "accessible-role", role,
                       NULL);
}

/* Says how high the font is. All texts of a table have it from one place, since Pango
 * takes longer to find out than to lay out a text. */
void
tv_cell_text_set_font_height (TvCellText *self, int ascent, int descent)
{
  g_return_if_fail (TV_IS_CELL_TEXT (self));

  if (self->ascent == ascent && self->descent == descent)
    return;
  self->ascent = ascent;
  self->descent = descent;
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/* Changes the text, and what assistive technology calls it. */
void
tv_cell_text_set_text (TvCellText *self, const char *text)
{
  g_return_if_fail (TV_IS_CELL_TEXT (self));

  if (g_strcmp0 (self->text, text) == 0)
    return;
  g_free (self->text);
  self->text = g_strdup (text);
  self->natural_width = -1;
  if (self->layout != NULL && text != NULL)
    pango_layout_set_text (self->layout, text, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  text != NULL ? text : "", -1);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

const char *
tv_cell_text_get_text (TvCellText *self)
{
  g_return_val_if_fail (TV_IS_CELL_TEXT (self), NULL);

  return self->text;
}

/* Returns how many pixels wide it is where nothing is cut. */
int
tv_cell_text_get_natural_width (TvCellText *self)
{
  g_return_val_if_fail (TV_IS_CELL_TEXT (self), 0);

  if (self->text == NULL)
    return 0;
  if (self->layout == NULL)
    make_layout (self);
  return learn_natural_width (self);
}
