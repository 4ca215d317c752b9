/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/timeline-private.h"

#include <math.h>

/* A press that moves less than this is a click. */
#define CLICK_REACH 3

/* One notch of a wheel. */
#define WHEEL_ZOOM 1.25

/* Pixels of a touchpad that zoom by 2. */
#define SURFACE_ZOOM_PIXELS 120.0

static void
keep_drag_origin (TvTimeline *self)
{
  if (self->session != NULL)
    tv_timeline_get_scale (self, &self->drag_scale);
  self->drag_scroll = gtk_adjustment_get_value (self->vertical);
  self->drag_label_width = self->label_area.width;
}

static TvTimelineDrag
choose_drag (TvTimeline *self, TvTimelinePart part, guint button, double x, double y,
             GdkModifierType state)
{
  if (part == TV_TIMELINE_PART_DIVIDER && button == GDK_BUTTON_PRIMARY)
    return TV_TIMELINE_DRAG_DIVIDER;
  if (part == TV_TIMELINE_PART_ROW_EDGE && button == GDK_BUTTON_PRIMARY)
    return TV_TIMELINE_DRAG_ROW_EDGE;
  if (self->session == NULL)
    return TV_TIMELINE_DRAG_NONE;
  if (button == GDK_BUTTON_PRIMARY && tv_timeline_grab_mark (self, part, x))
    return TV_TIMELINE_DRAG_MARK;
  if (button == GDK_BUTTON_PRIMARY && tv_timeline_grab_range (self, part, x, y, state))
    return TV_TIMELINE_DRAG_RANGE;
  if (part == TV_TIMELINE_PART_ROWS && button == GDK_BUTTON_PRIMARY)
    return self->space_held ? TV_TIMELINE_DRAG_PAN : TV_TIMELINE_DRAG_BAND;
  if (part == TV_TIMELINE_PART_RULER && button == GDK_BUTTON_PRIMARY)
    return TV_TIMELINE_DRAG_PAN;
  if ((part == TV_TIMELINE_PART_ROWS || part == TV_TIMELINE_PART_RULER)
      && button == GDK_BUTTON_MIDDLE)
    return TV_TIMELINE_DRAG_PAN;
  return TV_TIMELINE_DRAG_NONE;
}

static GdkModifierType
get_state (GtkGestureDrag *gesture)
{
  return gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
}

static void
begin_drag (GtkGestureDrag *gesture, double x, double y, TvTimeline *self)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));
  GdkModifierType state = get_state (gesture);

  self->drag
      = choose_drag (self, tv_timeline_get_part (self, x, y), button, x, y, state);
  if (self->drag == TV_TIMELINE_DRAG_NONE)
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->drag_start_x = self->drag_x = x;
  self->drag_start_y = self->drag_y = y;
  self->drag_shift = 0;
  if (self->drag == TV_TIMELINE_DRAG_ROW_EDGE)
    tv_timeline_begin_row_drag (self, y);
  keep_drag_origin (self);
}

static void
drag_view (TvTimeline *self, double dx, double dy)
{
  TvTimeScale scale = self->drag_scale;

  tv_time_scale_pan (&scale, -dx);
  tv_timeline_show_scale (self, &scale, TV_VIEW_CHANGE_PAN);
  if (self->drag_start_y >= self->rows_area.y)
    gtk_adjustment_set_value (self->vertical, self->drag_scroll - dy);
}

static void
drag_divider (TvTimeline *self, double dx)
{
  gboolean mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;

  tv_timeline_set_label_width (self,
                               self->drag_label_width + (int) (mirrored ? -dx : dx));
}

static void
update_drag (GtkGestureDrag *gesture, double dx, double dy, TvTimeline *self)
{
  self->drag_x = self->drag_start_x + dx;
  self->drag_y = self->drag_start_y + dy;

  switch (self->drag)
    {
    case TV_TIMELINE_DRAG_PAN:
      drag_view (self, dx, dy);
      break;
    case TV_TIMELINE_DRAG_DIVIDER:
      drag_divider (self, dx);
      break;
    case TV_TIMELINE_DRAG_RANGE:
      tv_timeline_drag_range (self, get_state (gesture));
      break;
    case TV_TIMELINE_DRAG_MARK:
      tv_timeline_drag_mark (self, get_state (gesture));
      break;
    case TV_TIMELINE_DRAG_ROW_EDGE:
      tv_timeline_drag_row (self, dy);
      break;
    case TV_TIMELINE_DRAG_NONE:
    case TV_TIMELINE_DRAG_BAND:
    default:
      break;
    }
  tv_timeline_follow_drag_edge (self, get_state (gesture));
  tv_timeline_move_pointer (self, self->drag_x, self->drag_y);
}

/* The second click of two zooms to what the first selected. */
static void
click (TvTimeline *self)
{
  TvCallRef call;

  if (tv_timeline_pick (self, self->drag_start_x, self->drag_start_y, &call))
    {
      tv_trace_session_select_call (self->session, call);
      if (self->n_presses == 2)
        tv_timeline_zoom_to_selection (self);
    }
  else if (!tv_timeline_click_row (self, self->drag_start_y))
    tv_trace_session_clear_selection (self->session);
}

static void
zoom_to_band (TvTimeline *self)
{
  TvTimeScale scale;
  double left;
  double right;
  gint64 start;
  gint64 end;

  tv_timeline_get_scale (self, &scale);
  tv_timeline_get_band (self, &left, &right);
  start = tv_time_scale_to_time (&scale, left - self->rows_area.x);
  end = tv_time_scale_to_time (&scale, right - self->rows_area.x);
  tv_time_scale_set_range (&scale, start, end);
  tv_timeline_show_scale (self, &scale, TV_VIEW_CHANGE_JUMP);
}

static void
end_drag (GtkGestureDrag *gesture, double dx, double dy, TvTimeline *self)
{
  TvTimelineDrag drag = self->drag;

  self->drag = TV_TIMELINE_DRAG_NONE;
  self->drag_x = self->drag_start_x + dx;
  self->drag_y = self->drag_start_y + dy;
  if (drag == TV_TIMELINE_DRAG_RANGE && !tv_timeline_end_range_drag (self)
      && self->drag_start_y >= self->rows_area.y)
    click (self);
  if (drag == TV_TIMELINE_DRAG_BAND && self->session != NULL)
    {
      gboolean outside = self->drag_y < self->ruler_area.y
                         || self->drag_y >= self->rows_area.y + self->rows_area.height;
      double width = ABS (dx - self->drag_shift);

      if (width < CLICK_REACH && ABS (dy) < CLICK_REACH)
        click (self);
      else if (!outside && width >= CLICK_REACH)
        zoom_to_band (self);
    }
  tv_timeline_update_pointer (self);
}

static void
give_up_drag (TvTimeline *self)
{
  const TvTimelineDrag drag = self->drag;

  self->drag = TV_TIMELINE_DRAG_NONE;
  if (drag == TV_TIMELINE_DRAG_RANGE)
    tv_timeline_cancel_range_drag (self);
  else if (drag == TV_TIMELINE_DRAG_MARK)
    tv_timeline_cancel_mark_drag (self);
}

static void
lose_drag (GtkGesture *gesture, GdkEventSequence *sequence, TvTimeline *self)
{
  give_up_drag (self);
  tv_timeline_update_pointer (self);
}

/* Gives up what is being dragged. A view that was dragged along stays where it is, a
 * range and a mark go back to where they were. */
gboolean
tv_timeline_cancel_drag (TvTimeline *self)
{
  g_return_val_if_fail (TV_IS_TIMELINE (self), FALSE);

  if (self->drag == TV_TIMELINE_DRAG_NONE)
    return FALSE;
  give_up_drag (self);
  gtk_gesture_set_state (self->drag_gesture, GTK_EVENT_SEQUENCE_DENIED);
  tv_timeline_update_pointer (self);
  return TRUE;
}

static void
press (GtkGestureClick *gesture, int n_press, double x, double y, TvTimeline *self)
{
  self->n_presses = n_press;
  tv_timeline_dismiss_card (self);
  if (n_press == 2 && tv_timeline_get_part (self, x, y) == TV_TIMELINE_PART_RULER)
    tv_timeline_zoom_all (self);
}

static void
zoom_by_scroll (TvTimeline *self, double dy, GdkScrollUnit unit)
{
  double factor = unit == GDK_SCROLL_UNIT_SURFACE ? pow (2, -dy / SURFACE_ZOOM_PIXELS)
                                                  : pow (WHEEL_ZOOM, -dy);

  tv_timeline_zoom_at (self, self->pointer_x - self->rows_area.x, factor);
}

static gboolean
scroll (GtkEventControllerScroll *controller, double dx, double dy, TvTimeline *self)
{
  GtkEventController *base = GTK_EVENT_CONTROLLER (controller);
  GdkModifierType state = gtk_event_controller_get_current_event_state (base);
  GdkScrollUnit unit = gtk_event_controller_scroll_get_unit (controller);
  gboolean pixels;

  if (self->session == NULL)
    return GDK_EVENT_PROPAGATE;
  if ((state & GDK_CONTROL_MASK) != 0)
    {
      zoom_by_scroll (self, dy, unit);
      return GDK_EVENT_STOP;
    }

  if ((state & GDK_SHIFT_MASK) != 0 && dx == 0)
    {
      dx = dy;
      dy = 0;
    }
  pixels = unit == GDK_SCROLL_UNIT_SURFACE;
  if (dx != 0 && pixels)
    tv_timeline_pan (self, dx);
  else if (dx != 0)
    tv_timeline_pan_step (self, dx);
  if (dy != 0)
    tv_timeline_scroll_rows (self, pixels ? dy : dy * tv_timeline_get_row_step (self));
  return GDK_EVENT_STOP;
}

static void
begin_pinch (GtkGesture *gesture, GdkEventSequence *sequence, TvTimeline *self)
{
  tv_timeline_cancel_drag (self);
  keep_drag_origin (self);
}

static void
pinch (GtkGestureZoom *gesture, double factor, TvTimeline *self)
{
  TvTimeScale scale = self->drag_scale;
  double x = 0;
  double y = 0;

  if (self->session == NULL
      || !gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y))
    return;
  tv_time_scale_zoom (&scale, CLAMP (x - self->rows_area.x, 0, scale.width), factor);
  tv_timeline_show_scale (self, &scale, TV_VIEW_CHANGE_ZOOM);
}

static void
follow_motion (GtkEventControllerMotion *controller, double x, double y,
               TvTimeline *self)
{
  tv_timeline_move_pointer (self, x, y);
  tv_timeline_await_card (self);
}

/* The pointer may have been there all the time. */
static void
follow_enter (GtkEventControllerMotion *controller, double x, double y,
              TvTimeline *self)
{
  tv_timeline_move_pointer (self, x, y);
}

static void
follow_leave (GtkEventControllerMotion *controller, TvTimeline *self)
{
  tv_timeline_lose_pointer (self);
}

/* While Space is held, the first button drags the view along. */
static void
hold_space (TvTimeline *self, gboolean held)
{
  if (self->space_held == held)
    return;
  self->space_held = held;
  tv_timeline_update_pointer (self);
}

static gboolean
press_key (GtkEventControllerKey *controller, guint key, guint code,
           GdkModifierType state, TvTimeline *self)
{
  if (key != GDK_KEY_space || self->session == NULL
      || (state & gtk_accelerator_get_default_mod_mask ()) != 0)
    return GDK_EVENT_PROPAGATE;
  hold_space (self, TRUE);
  return GDK_EVENT_STOP;
}

static void
release_key (GtkEventControllerKey *controller, guint key, guint code,
             GdkModifierType state, TvTimeline *self)
{
  if (key == GDK_KEY_space)
    hold_space (self, FALSE);
}

/* A key that is released elsewhere is not heard of. */
static void
lose_focus (GtkEventControllerFocus *controller, TvTimeline *self)
{
  hold_space (self, FALSE);
}

static void
add_keys (TvTimeline *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  g_signal_connect (keys, "key-pressed", G_CALLBACK (press_key), self);
  g_signal_connect (keys, "key-released", G_CALLBACK (release_key), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect (focus, "leave", G_CALLBACK (lose_focus), self);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
}

static void
add_drag (TvTimeline *self)
{
  self->drag_gesture = gtk_gesture_drag_new ();
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (self->drag_gesture), 0);
  g_signal_connect (self->drag_gesture, "drag-begin", G_CALLBACK (begin_drag), self);
  g_signal_connect (self->drag_gesture, "drag-update", G_CALLBACK (update_drag), self);
  g_signal_connect (self->drag_gesture, "drag-end", G_CALLBACK (end_drag), self);
  g_signal_connect (self->drag_gesture, "cancel", G_CALLBACK (lose_drag), self);
  gtk_widget_add_controller (GTK_WIDGET (self),
                             GTK_EVENT_CONTROLLER (self->drag_gesture));
}

/* Has it listen to pointer, wheel, touch and the one key that is held. */
void
tv_timeline_init_input (TvTimeline *self)
{
  GtkGesture *fingers;
  GtkGesture *clicks;
  GtkEventController *wheel;
  GtkWidget *widget;
  GtkEventController *motion;

  g_return_if_fail (TV_IS_TIMELINE (self));

  widget = GTK_WIDGET (self);

  motion = gtk_event_controller_motion_new ();
  g_signal_connect (motion, "enter", G_CALLBACK (follow_enter), self);
  g_signal_connect (motion, "motion", G_CALLBACK (follow_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (follow_leave), self);
  gtk_widget_add_controller (widget, motion);

  wheel = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  g_signal_connect (wheel, "scroll", G_CALLBACK (scroll), self);
  gtk_widget_add_controller (widget, wheel);

  add_drag (self);
  add_keys (self);

  clicks = gtk_gesture_click_new ();
  g_signal_connect (clicks, "pressed", G_CALLBACK (press), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (clicks));

  fingers = gtk_gesture_zoom_new ();
  g_signal_connect (fingers, "begin", G_CALLBACK (begin_pinch), self);
  g_signal_connect (fingers, "scale-changed", G_CALLBACK (pinch), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (fingers));
}
