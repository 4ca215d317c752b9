/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/widgets/late-bin.h"

struct _TvLateBin
{
  GtkWidget parent_instance;

  GtkWidget *child;
  gboolean early;       /* the child is not placed and drawn yet */
  gboolean frame_begun; /* the one without it */
};

enum
{
  PROP_CHILD = 1,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (TvLateBin, tv_late_bin, GTK_TYPE_WIDGET)

static void
tv_late_bin_dispose (GObject *object)
{
  g_clear_pointer (&TV_LATE_BIN (object)->child, gtk_widget_unparent);

  G_OBJECT_CLASS (tv_late_bin_parent_class)->dispose (object);
}

static void
tv_late_bin_set_property (GObject *object, guint prop_id, const GValue *value,
                          GParamSpec *pspec)
{
  if (prop_id == PROP_CHILD)
    tv_late_bin_set_child (TV_LATE_BIN (object), g_value_get_object (value));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static void
tv_late_bin_get_property (GObject *object, guint prop_id, GValue *value,
                          GParamSpec *pspec)
{
  if (prop_id == PROP_CHILD)
    g_value_set_object (value, TV_LATE_BIN (object)->child);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
}

static gboolean
show_child (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  TvLateBin *self = TV_LATE_BIN (widget);

  if (!self->frame_begun)
    {
      self->frame_begun = TRUE;
      return G_SOURCE_CONTINUE;
    }
  self->early = FALSE;
  gtk_widget_queue_allocate (widget);
  return G_SOURCE_REMOVE;
}

static void
tv_late_bin_map (GtkWidget *widget)
{
  TvLateBin *self = TV_LATE_BIN (widget);

  if (!self->early)
    gtk_widget_add_tick_callback (widget, show_child, NULL, NULL);
  self->early = TRUE;
  self->frame_begun = FALSE;

  GTK_WIDGET_CLASS (tv_late_bin_parent_class)->map (widget);
}

static void
tv_late_bin_measure (GtkWidget *widget, GtkOrientation orientation, int for_size,
                     int *minimum, int *natural, int *minimum_baseline,
                     int *natural_baseline)
{
  TvLateBin *self = TV_LATE_BIN (widget);

  if (self->child != NULL)
    gtk_widget_measure (self->child, orientation, for_size, minimum, natural, NULL,
                        NULL);
}

static void
tv_late_bin_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  TvLateBin *self = TV_LATE_BIN (widget);

  if (self->child != NULL && !self->early)
    gtk_widget_allocate (self->child, width, height, -1, NULL);
}

static void
tv_late_bin_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  TvLateBin *self = TV_LATE_BIN (widget);

  if (self->child != NULL && !self->early)
    gtk_widget_snapshot_child (widget, self->child, snapshot);
}

static GtkSizeRequestMode
tv_late_bin_get_request_mode (GtkWidget *widget)
{
  TvLateBin *self = TV_LATE_BIN (widget);

  return self->child != NULL ? gtk_widget_get_request_mode (self->child)
                             : GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static void
tv_late_bin_class_init (TvLateBinClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = tv_late_bin_dispose;
  object_class->set_property = tv_late_bin_set_property;
  object_class->get_property = tv_late_bin_get_property;
  properties[PROP_CHILD] = g_param_spec_object (
      "child", NULL, NULL, GTK_TYPE_WIDGET, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  widget_class->map = tv_late_bin_map;
  widget_class->get_request_mode = tv_late_bin_get_request_mode;
  widget_class->measure = tv_late_bin_measure;
  widget_class->size_allocate = tv_late_bin_size_allocate;
  widget_class->snapshot = tv_late_bin_snapshot;
}

static void
tv_late_bin_init (TvLateBin *self)
{
}

void
tv_late_bin_set_child (TvLateBin *self, GtkWidget *child)
{
  g_return_if_fail (TV_IS_LATE_BIN (self));

  if (self->child == child)
    return;
  g_clear_pointer (&self->child, gtk_widget_unparent);
  self->child = child;
  if (child != NULL)
    gtk_widget_set_parent (child, GTK_WIDGET (self));
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CHILD]);
}
