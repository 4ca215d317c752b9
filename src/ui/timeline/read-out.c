/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/timeline/read-out.h"

#include "analysis/text/time-text.h"
#include "draw/time-ticks.h"

#include <glib/gi18n-lib.h>

#define MARGIN 10
#define LINE_GAP 2
#define SWATCH_WIDTH 16
#define SWATCH_GAP 8

struct _TvReadOut
{
  GtkWidget parent_instance;

  GtkWidget *time;
  GtkWidget *range;
  GtkWidget *method;
  GtkWidget *place;
  GtkWidget *numbers;

  gboolean has_color;
  TvColor color;
};

G_DEFINE_FINAL_TYPE (TvReadOut, tv_read_out, GTK_TYPE_WIDGET)

static int
get_line_height (TvReadOut *self)
{
  int height = 0;

  gtk_widget_measure (self->time, GTK_ORIENTATION_VERTICAL, -1, NULL, &height, NULL,
                      NULL);
  return height + LINE_GAP;
}

static void
tv_read_out_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                     int *minimum, int *natural, int *minimum_baseline,
                     int *natural_baseline)
{
  TvReadOut *self = TV_READ_OUT (widget);

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = 2 * MARGIN + SWATCH_WIDTH + SWATCH_GAP;
      *natural = 500;
    }
  else
    *minimum = *natural = 3 * get_line_height (self) + MARGIN;
}

/* An inscription aligns to a side, not to where reading begins. */
static void
align (TvReadOut *self, GtkWidget *line, gboolean at_end)
{
  gboolean mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;

  gtk_inscription_set_xalign (GTK_INSCRIPTION (line), mirrored != at_end ? 1 : 0);
}

/* Places a child of the size that a left-to-right reader expects, or its mirror image.
 */
static void
place (TvReadOut *self, GtkWidget *child, int x, int y, int width, int height)
{
  int own_width = gtk_widget_get_width (GTK_WIDGET (self));

  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    x = own_width - x - width;
  gtk_widget_size_allocate (
      child, &(GtkAllocation){ x, y, MAX (width, 0), MAX (height, 0) }, -1);
}

static void
tv_read_out_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TvReadOut *self = TV_READ_OUT (widget);
  int line = get_line_height (self);
  int inner = MAX (width - 2 * MARGIN, 0);
  int y = MARGIN / 2;
  int left = inner * 2 / 5;
  int indent;
  int text_width;
  int right;

  align (self, self->time, FALSE);
  align (self, self->range, TRUE);
  align (self, self->method, FALSE);
  align (self, self->place, TRUE);
  align (self, self->numbers, FALSE);
  place (self, self->time, MARGIN, y, left, line);
  place (self, self->range, MARGIN + left, y, inner - left, line);

  indent = SWATCH_WIDTH + SWATCH_GAP;
  text_width = MAX (inner - indent, 0);
  right = text_width / 3;
  place (self, self->method, MARGIN + indent, y + line, text_width - right, line);
  place (self, self->place, MARGIN + indent + text_width - right, y + line, right,
         line);
  place (self, self->numbers, MARGIN + indent, y + 2 * line, text_width, line);
}

static void
tv_read_out_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvReadOut *self = TV_READ_OUT (widget);

  if (self->has_color)
    {
      int line = get_line_height (self);
      int size = MIN (line - 2 * LINE_GAP, SWATCH_WIDTH);
      int x = MARGIN;
      int y = MARGIN / 2 + line + (line - size) / 2;
      GskRoundedRect outline;

      if (gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL)
        x = gtk_widget_get_width (widget) - x - SWATCH_WIDTH;
      gsk_rounded_rect_init_from_rect (
          &outline,
          &GRAPHENE_RECT_INIT ((float) x, (float) y, SWATCH_WIDTH, (float) size), 3);
      gtk_snapshot_push_rounded_clip (snapshot, &outline);
      gtk_snapshot_append_color (snapshot,
                                 &(GdkRGBA){ self->color.red / 255.0f,
                                             self->color.green / 255.0f,
                                             self->color.blue / 255.0f, 1 },
                                 &outline.bounds);
      gtk_snapshot_pop (snapshot);
    }
  GTK_WIDGET_CLASS (tv_read_out_parent_class)->snapshot (widget, snapshot);
}

static void
tv_read_out_dispose (GObject *object)
{
  TvReadOut *self = TV_READ_OUT (object);

  g_clear_pointer (&self->time, gtk_widget_unparent);
  g_clear_pointer (&self->range, gtk_widget_unparent);
  g_clear_pointer (&self->method, gtk_widget_unparent);
  g_clear_pointer (&self->place, gtk_widget_unparent);
  g_clear_pointer (&self->numbers, gtk_widget_unparent);
  G_OBJECT_CLASS (tv_read_out_parent_class)->dispose (object);
}

static void
tv_read_out_class_init (TvReadOutClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_read_out_dispose;
  widget_class->measure = tv_read_out_measure;
  widget_class->size_allocate = tv_read_out_size_allocate;
  widget_class->snapshot = tv_read_out_snapshot;
  gtk_widget_class_set_css_name (widget_class, "readout");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_STATUS);
}

/* An inscription, unlike a label, does not ask for a new layout of the whole window
 * each time its text changes. */
static GtkWidget *
add_line (TvReadOut *self, GtkInscriptionOverflow overflow, gboolean dim)
{
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();
  GtkWidget *line;

  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));

  line = g_object_new (GTK_TYPE_INSCRIPTION, "text-overflow", overflow, "attributes",
                       attributes, "min-lines", 1, "nat-lines", 1, NULL);
  if (dim)
    gtk_widget_add_css_class (line, "dim-label");
  gtk_widget_set_parent (line, GTK_WIDGET (self));
  return line;
}

static void
tv_read_out_init (TvReadOut *self)
{
  self->time = add_line (self, GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END, FALSE);
  self->range = add_line (self, GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END, TRUE);
  self->method = add_line (self, GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_MIDDLE, FALSE);
  self->place = add_line (self, GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_MIDDLE, TRUE);
  self->numbers = add_line (self, GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END, TRUE);
}

GtkWidget *
tv_read_out_new (void)
{
  return g_object_new (TV_TYPE_READ_OUT, NULL);
}

static void
set_line (GtkWidget *line, const char *text)
{
  if (g_strcmp0 (gtk_inscription_get_text (GTK_INSCRIPTION (line)), text) == 0)
    return;
  gtk_inscription_set_text (GTK_INSCRIPTION (line), text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (line), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  text != NULL ? text : "", -1);
}

void
tv_read_out_set_time (TvReadOut *self, const char *text)
{
  g_return_if_fail (TV_IS_READ_OUT (self));

  set_line (self->time, text);
}

void
tv_read_out_set_range (TvReadOut *self, const char *text)
{
  g_return_if_fail (TV_IS_READ_OUT (self));

  set_line (self->range, text);
}

void
tv_read_out_set_method (TvReadOut *self, const char *text, const TvColor *color)
{
  g_return_if_fail (TV_IS_READ_OUT (self));

  set_line (self->method, text);
  self->has_color = color != NULL;
  if (color != NULL)
    self->color = *color;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
tv_read_out_set_place (TvReadOut *self, const char *text)
{
  g_return_if_fail (TV_IS_READ_OUT (self));

  set_line (self->place, text);
}

/* Has a screen reader say something: the read-out is a status, whose label it reads
 * when it changes. Nothing of it is to be seen. */
void
tv_read_out_announce (TvReadOut *self, const char *text)
{
  g_return_if_fail (TV_IS_READ_OUT (self) && text != NULL);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  text, -1);
}

void
tv_read_out_set_numbers (TvReadOut *self, const char *text)
{
  g_return_if_fail (TV_IS_READ_OUT (self));

  set_line (self->numbers, text);
}

static const char *
get_clock_words (const TvTrace *trace)
{
  switch (tv_trace_get_axis (trace))
    {
    case TV_AXIS_CPU_ALL_THREADS:
      return _ ("CPU time");
    case TV_AXIS_CPU_PER_THREAD:
      return _ ("CPU time, each thread from its own start");
    case TV_AXIS_WALL:
    default:
      return tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU)
                 ? _ ("real time, dual clock")
                 : _ ("real time");
    }
}

/* Returns the range, how long it is and which clock it is of, in words. */
char *
tv_read_out_dup_range_text (const TvTrace *trace, const TvTimeScale *scale)
{
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;
  g_autofree char *span = NULL;

  g_return_val_if_fail (trace != NULL && scale != NULL, NULL);

  from = tv_time_format_on_scale (scale, scale->start);
  to = tv_time_format_on_scale (scale, scale->end);
  span = tv_time_format_duration (scale->end - scale->start);

  /* Translators: start and end of what is in view, its length, the clock. */
  return g_strdup_printf (_ ("%s – %s · %s · %s"), from, to, span,
                          get_clock_words (trace));
}
