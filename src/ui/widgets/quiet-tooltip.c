/* SPDX-License-Identifier: Apache-2.0 */

/* gtk_widget_set_tooltip_text() of GTK 4.8 asks the display for the position of the
 * pointer and waits for the answer. For all titles of a table, that took a third of the
 * time to show a trace. Besides, its tooltips always lie below their widgets, over the
 * rows. */

#include "ui/widgets/quiet-tooltip.h"

#include "ui/widgets/later.h"

/* The delay in milliseconds, and the characters per line, as in GTK */
#define DELAY 500
#define LINE_CHARS 50

#define DATA_KEY "tv-quiet-tooltip"

typedef struct
{
  GtkWidget *widget;
  char *text;
  GtkWidget *popover; /* NULL while it is not shown */
  TvLater *showing;   /* waits for the pointer to rest */
} Tooltip;

static void
hide (Tooltip *self)
{
  tv_later_cancel (&self->showing);
  g_clear_pointer (&self->popover, gtk_widget_unparent);
}

static void
tooltip_free (gpointer data)
{
  Tooltip *self = data;

  hide (self);
  g_free (self->text);
  g_free (self);
}

static void
show (gpointer data)
{
  Tooltip *self = data;
  GtkWidget *label = gtk_label_new (self->text);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), LINE_CHARS);
  self->popover = g_object_new (
      GTK_TYPE_POPOVER, "accessible-role", GTK_ACCESSIBLE_ROLE_TOOLTIP, "autohide",
      FALSE, "has-arrow", FALSE, "position", GTK_POS_TOP, "child", label, NULL);
  gtk_widget_add_css_class (self->popover, "tooltip");
  gtk_widget_set_parent (self->popover, self->widget);
  gtk_popover_popup (GTK_POPOVER (self->popover));
}

static void
on_motion (GtkEventControllerMotion *motion, double x, double y, gpointer data)
{
  const GdkModifierType state
      = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (motion));
  Tooltip *self = data;

  if (self->popover != NULL && (state & GDK_BUTTON1_MASK) == 0)
    return;
  hide (self);
  if ((state & GDK_BUTTON1_MASK) == 0)
    tv_later_add (&self->showing, DELAY, show, self);
}

/* Shows GTK's own tooltip, but only for Ctrl+F1. */
static gboolean
show_by_key (GtkWidget *widget, int x, int y, gboolean keyboard, GtkTooltip *tooltip,
             gpointer data)
{
  gtk_tooltip_set_text (tooltip, ((Tooltip *) data)->text);
  return keyboard;
}

static void
add_controllers (Tooltip *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (hide), self);
  gtk_widget_add_controller (self->widget, motion);
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (click), 0);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (click),
                                              GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (click, "pressed", G_CALLBACK (hide), self);
  gtk_widget_add_controller (self->widget, GTK_EVENT_CONTROLLER (click));
  g_signal_connect_swapped (self->widget, "unmap", G_CALLBACK (hide), self);
  g_signal_connect (self->widget, "query-tooltip", G_CALLBACK (show_by_key), self);
  gtk_widget_set_has_tooltip (self->widget, TRUE);
}

/**
 * tv_quiet_tooltip_set:
 * @widget: a widget
 * @text: its tooltip
 *
 * Gives a widget a description, and a tooltip above it, without asking where the
 * pointer is.
 */
void
tv_quiet_tooltip_set (GtkWidget *widget, const char *text)
{
  Tooltip *self;

  g_return_if_fail (GTK_IS_WIDGET (widget) && text != NULL);

  self = g_object_get_data (G_OBJECT (widget), DATA_KEY);
  if (self == NULL)
    {
      self = g_new0 (Tooltip, 1);
      self->widget = widget;
      g_object_set_data_full (G_OBJECT (widget), DATA_KEY, self, tooltip_free);
      add_controllers (self);
    }
  hide (self);
  g_free (self->text);
  self->text = g_strdup (text);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}
