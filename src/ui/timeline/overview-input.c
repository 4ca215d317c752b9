/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/overview-private.h"

#include <math.h>

/* How near to an edge of the window the pointer takes hold of it: outside of the
   window, and inside, of which no more than a part so that there is something left to
   move. */
#define EDGE_REACH 6
#define EDGE_REACH_INSIDE 3
#define EDGE_PART_INSIDE 0.2

/* A press that moves less than this is a click. */
#define CLICK_REACH 3

/* One notch of a wheel. */
#define WHEEL_ZOOM 1.25
#define WHEEL_PAN_SHARE 0.1

/* Pixels of a touchpad that zoom by 2. */
#define SURFACE_ZOOM_PIXELS 120.0

enum
{
  SIGNAL_VIEW_CHOSEN,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
choose_view (TvOverview *self, gint64 start, gint64 end, TvViewChange change)
{
  g_signal_emit (self, signals[SIGNAL_VIEW_CHOSEN], 0, start, end, change);
}

static gboolean
shows_all (TvOverview *self)
{
  gint64 full_start;
  gint64 full_end;
  gint64 start;
  gint64 end;

  tv_trace_session_get_full_range (self->session, &full_start, &full_end);
  tv_trace_session_get_view (self->session, &start, &end);
  return start <= full_start && end >= full_end;
}

static TvOverviewPart
get_part (TvOverview *self, double x)
{
  TvTimeScale scale;
  gint64 start;
  gint64 end;
  double left;
  double right;
  double inside;

  if (shows_all (self))
    return TV_OVERVIEW_PART_OUTSIDE;
  tv_overview_get_scale (self, &scale);
  tv_trace_session_get_view (self->session, &start, &end);
  left = tv_time_scale_to_x (&scale, start);
  right = tv_time_scale_to_x (&scale, end);
  inside = MIN (EDGE_REACH_INSIDE, (right - left) * EDGE_PART_INSIDE);
  if (x >= left - EDGE_REACH && x < left + inside)
    return TV_OVERVIEW_PART_START;
  if (x > right - inside && x <= right + EDGE_REACH)
    return TV_OVERVIEW_PART_END;
  return x >= left && x <= right ? TV_OVERVIEW_PART_WINDOW : TV_OVERVIEW_PART_OUTSIDE;
}

static void
show_cursor (TvOverview *self)
{
  static const char *const names[]
      = { "crosshair", "grab", "col-resize", "col-resize" };
  TvOverviewPart part
      = self->dragging ? self->drag_part : get_part (self, self->pointer_x);

  gtk_widget_set_cursor_from_name (
      GTK_WIDGET (self),
      self->dragging && part == TV_OVERVIEW_PART_WINDOW ? "grabbing" : names[part]);
}

static void
begin_drag (GtkGestureDrag *gesture, double x, double y, TvOverview *self)
{
  if (self->session == NULL)
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  self->dragging = TRUE;
  self->drag_part = get_part (self, x);
  self->drag_start_x = self->drag_x = x;
  tv_trace_session_get_view (self->session, &self->drag_start, &self->drag_end);
  show_cursor (self);
}

static gint64
get_time (TvOverview *self, double x)
{
  TvTimeScale scale;

  tv_overview_get_scale (self, &scale);
  return tv_time_scale_to_time (&scale, CLAMP (x, 0, scale.width));
}

/* Moves a span within the whole trace, as far as there is room for it. */
static void
choose_moved (TvOverview *self, gint64 start, gint64 end, gint64 by,
              TvViewChange change)
{
  gint64 full_start;
  gint64 full_end;

  tv_trace_session_get_full_range (self->session, &full_start, &full_end);
  by = CLAMP (by, full_start - start, full_end - end);
  choose_view (self, start + by, end + by, change);
}

/* An edge that is dragged over the other one stops there. */
static void
drag_edge (TvOverview *self, gint64 time)
{
  if (self->drag_part == TV_OVERVIEW_PART_START)
    choose_view (self, MIN (time, self->drag_end - 1), self->drag_end,
                 TV_VIEW_CHANGE_ZOOM);
  else
    choose_view (self, self->drag_start, MAX (time, self->drag_start + 1),
                 TV_VIEW_CHANGE_ZOOM);
}

static void
update_drag (GtkGestureDrag *gesture, double dx, double dy, TvOverview *self)
{
  TvTimeScale scale;
  gint64 by;

  if (!self->dragging || self->session == NULL)
    return;
  self->drag_x = self->drag_start_x + dx;
  tv_overview_get_scale (self, &scale);
  /* No further than the trace is long, however far from the widget the pointer is. */
  by = (gint64) (CLAMP (dx / scale.width, -1, 1)
                 * (double) (scale.full_end - scale.full_start));
  if (self->drag_part == TV_OVERVIEW_PART_WINDOW)
    choose_moved (self, self->drag_start, self->drag_end, by, TV_VIEW_CHANGE_PAN);
  else if (self->drag_part == TV_OVERVIEW_PART_START)
    drag_edge (self, MAX (self->drag_start + by, scale.full_start));
  else if (self->drag_part == TV_OVERVIEW_PART_END)
    drag_edge (self, MIN (self->drag_end + by, scale.full_end));
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
center_on (TvOverview *self, gint64 time)
{
  gint64 middle = self->drag_start + (self->drag_end - self->drag_start) / 2;

  if (!shows_all (self))
    choose_moved (self, self->drag_start, self->drag_end, time - middle,
                  TV_VIEW_CHANGE_JUMP);
}

static void
end_drag (GtkGestureDrag *gesture, double dx, double dy, TvOverview *self)
{
  gboolean was_dragging = self->dragging;

  self->dragging = FALSE;
  if (!was_dragging || self->session == NULL)
    return;
  if (self->drag_part == TV_OVERVIEW_PART_OUTSIDE)
    {
      gint64 from = get_time (self, self->drag_start_x);
      gint64 to = get_time (self, self->drag_start_x + dx);

      if (ABS (dx) < CLICK_REACH)
        center_on (self, from);
      else
        choose_view (self, MIN (from, to), MAX (from, to), TV_VIEW_CHANGE_JUMP);
    }
  show_cursor (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
lose_drag (GtkGesture *gesture, GdkEventSequence *sequence, TvOverview *self)
{
  self->dragging = FALSE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
press (GtkGestureClick *gesture, int n_press, double x, double y, TvOverview *self)
{
  gint64 start;
  gint64 end;

  if (n_press != 2 || self->session == NULL)
    return;
  /* The second press is no beginning of a drag. */
  self->dragging = FALSE;
  tv_trace_session_get_full_range (self->session, &start, &end);
  choose_view (self, start, end, TV_VIEW_CHANGE_JUMP);
}

/* The time under the pointer stays where it is in the view; what is not in view draws
   the view to it. */
static void
zoom_about (TvOverview *self, gint64 time, double factor)
{
  gint64 start;
  gint64 end;
  double full;
  double before;
  double after;

  tv_trace_session_get_full_range (self->session, &start, &end);
  full = (double) (end - start);
  tv_trace_session_get_view (self->session, &start, &end);
  time = CLAMP (time, start, end);
  before = MIN ((double) (time - start) / factor, full);
  after = MIN ((double) (end - time) / factor, full);
  choose_view (self, time - (gint64) before, time + (gint64) after,
               TV_VIEW_CHANGE_ZOOM);
}

static gboolean
scroll (GtkEventControllerScroll *controller, double dx, double dy, TvOverview *self)
{
  GtkEventController *base = GTK_EVENT_CONTROLLER (controller);
  GdkModifierType state = gtk_event_controller_get_current_event_state (base);
  gboolean pixels
      = gtk_event_controller_scroll_get_unit (controller) == GDK_SCROLL_UNIT_SURFACE;
  TvTimeScale scale;
  gint64 start;
  gint64 end;
  double full;
  double by;

  if (self->session == NULL)
    return GDK_EVENT_PROPAGATE;
  if ((state & GDK_CONTROL_MASK) != 0)
    {
      zoom_about (self, get_time (self, self->pointer_x),
                  pixels ? pow (2, -dy / SURFACE_ZOOM_PIXELS) : pow (WHEEL_ZOOM, -dy));
      return GDK_EVENT_STOP;
    }
  tv_overview_get_scale (self, &scale);
  tv_trace_session_get_view (self->session, &start, &end);
  full = (double) (scale.full_end - scale.full_start);
  by = dx + dy;
  by *= pixels ? full / scale.width : (double) (end - start) * WHEEL_PAN_SHARE;
  choose_moved (self, start, end, (gint64) CLAMP (by, -full, full), TV_VIEW_CHANGE_PAN);
  return GDK_EVENT_STOP;
}

static void
follow_motion (GtkEventControllerMotion *controller, double x, double y,
               TvOverview *self)
{
  self->pointer_x = x;
  if (self->session != NULL)
    show_cursor (self);
}

/* Adds the signal that tells what the user chooses. */
void
tv_overview_class_init_input (TvOverviewClass *klass)
{
  signals[SIGNAL_VIEW_CHOSEN] = g_signal_new (
      "view-chosen", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
      G_TYPE_NONE, 3, G_TYPE_INT64, G_TYPE_INT64, G_TYPE_INT);
}

/* Has it listen to pointer and wheel. */
void
tv_overview_init_input (TvOverview *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *wheel
      = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *clicks = gtk_gesture_click_new ();

  g_return_if_fail (TV_IS_OVERVIEW (self));

  g_signal_connect (motion, "enter", G_CALLBACK (follow_motion), self);
  g_signal_connect (motion, "motion", G_CALLBACK (follow_motion), self);
  gtk_widget_add_controller (widget, motion);
  g_signal_connect (wheel, "scroll", G_CALLBACK (scroll), self);
  gtk_widget_add_controller (widget, wheel);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (begin_drag), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (update_drag), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (end_drag), self);
  g_signal_connect (drag, "cancel", G_CALLBACK (lose_drag), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
  g_signal_connect (clicks, "pressed", G_CALLBACK (press), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (clicks));
  gtk_gesture_group (clicks, drag);
}
