/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/swatch.h"

#include "ui/session-colors.h"

/* As big as in Traceview's profile panel. */
#define WIDTH 8
#define HEIGHT 14

struct _TvSwatch
{
  GtkWidget parent_instance;

  TvTraceSession *session; /* NULL if clear */
  guint32 method;
};

G_DEFINE_FINAL_TYPE (TvSwatch, tv_swatch, GTK_TYPE_WIDGET)

static void
tv_swatch_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                   int *minimum, int *natural, int *minimum_baseline,
                   int *natural_baseline)
{
  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? WIDTH : HEIGHT;
}

/* A theme says so nowhere: it is dark where text is lighter than the middle. Not that
   of a row, which may be light only because it is selected. */
static gboolean
is_dark (GtkWidget *widget)
{
  GtkWidget *root = GTK_WIDGET (gtk_widget_get_root (widget));
  GdkRGBA text;

  gtk_style_context_get_color (gtk_widget_get_style_context (root), &text);
  return text.red * 0.3 + text.green * 0.59 + text.blue * 0.11 > 0.5;
}

static GdkRGBA
get_method_color (TvSwatch *self)
{
  TvColor color
      = tv_session_colors_get_color (tv_trace_session_get_colors (self->session),
                                     is_dark (GTK_WIDGET (self)), self->method);

  return (GdkRGBA){ color.red / 255.0f, color.green / 255.0f, color.blue / 255.0f, 1 };
}

static void
tv_swatch_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvSwatch *self = TV_SWATCH (widget);
  const graphene_rect_t bounds
      = GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                            (float) gtk_widget_get_height (widget));

  if (self->session != NULL)
    gtk_snapshot_append_color (snapshot, (GdkRGBA[]){ get_method_color (self) },
                               &bounds);
}

static void
forget_session (TvSwatch *self)
{
  if (self->session == NULL)
    return;
  g_signal_handlers_disconnect_by_func (tv_trace_session_get_colors (self->session),
                                        gtk_widget_queue_draw, self);
  g_clear_object (&self->session);
}

static void
tv_swatch_dispose (GObject *object)
{
  forget_session (TV_SWATCH (object));
  G_OBJECT_CLASS (tv_swatch_parent_class)->dispose (object);
}

static void
tv_swatch_class_init (TvSwatchClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = tv_swatch_dispose;
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
 * tv_swatch_set_method:
 * @self: a swatch
 * @session: (nullable): what the method is of, %NULL for a clear swatch
 * @method: index of a method of @session
 *
 * Shows the colour of a method from now on, also when methods get other colours. A
 * clear swatch keeps its room, so that names stay aligned.
 */
void
tv_swatch_set_method (TvSwatch *self, TvTraceSession *session, guint32 method)
{
  g_return_if_fail (TV_IS_SWATCH (self));
  g_return_if_fail (session == NULL || TV_IS_TRACE_SESSION (session));

  forget_session (self);
  if (session != NULL)
    {
      self->session = g_object_ref (session);
      self->method = method;
      g_signal_connect_object (tv_trace_session_get_colors (session), "changed",
                               G_CALLBACK (gtk_widget_queue_draw), self,
                               G_CONNECT_SWAPPED);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
