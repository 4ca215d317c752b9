/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/timeline-wheel.h"

typedef struct
{
  const TvTimelineContext *context;
  TvTimelineView *view;
  TvTimelineRows *rows;
} Wheel;

/* The controller outlives the parts, but not the session. */
static gboolean
on_scroll (GtkEventControllerScroll *controller, double dx, double dy,
           const Wheel *self)
{
  GtkEventController *base = GTK_EVENT_CONTROLLER (controller);
  GdkModifierType state = gtk_event_controller_get_current_event_state (base);
  GdkScrollUnit unit = gtk_event_controller_scroll_get_unit (controller);
  gboolean pixels;

  if (self->context->session == NULL)
    return GDK_EVENT_PROPAGATE;
  if ((state & GDK_CONTROL_MASK) != 0)
    {
      tv_timeline_view_zoom_at (self->view,
                                self->context->hover.x - self->context->rows_area.x,
                                tv_timeline_get_zoom_factor (dy, unit));
      return GDK_EVENT_STOP;
    }

  if ((state & GDK_SHIFT_MASK) != 0 && dx == 0)
    {
      dx = dy;
      dy = 0;
    }
  pixels = unit == GDK_SCROLL_UNIT_SURFACE;
  if (dx != 0 && pixels)
    tv_timeline_view_pan (self->view, dx);
  else if (dx != 0)
    tv_timeline_view_pan_step (self->view, dx);
  if (dy != 0)
    tv_timeline_rows_scroll_by (
        self->rows, pixels ? dy : dy * tv_timeline_rows_get_row_height (self->rows));
  return GDK_EVENT_STOP;
}

/* Scrolls rows by a wheel or a touchpad, moves in time with Shift and zooms with Ctrl.
 */
void
tv_timeline_wheel_add (const TvTimelineContext *context, TvTimelineView *view,
                       TvTimelineRows *rows)
{
  GtkEventController *controller
      = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  Wheel *self = g_new (Wheel, 1);

  *self = (Wheel){ context, view, rows };
  g_signal_connect_data (controller, "scroll", G_CALLBACK (on_scroll), self,
                         (GClosureNotify) (GCallback) g_free, 0);
  gtk_widget_add_controller (context->widget, controller);
}
