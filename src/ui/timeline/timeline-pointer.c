/* SPDX-License-Identifier: Apache-2.0 */

#include <math.h>

#include "ui/timeline/timeline-private.h"

/* Pixels on either side of the divider that still take hold of it. */
#define DIVIDER_REACH 4

/* Out of any screen; where rows are is not limited to what an int holds. */
#define FAR_AWAY 1000000

static gboolean
area_contains (const GdkRectangle *area, double x, double y)
{
  return x >= area->x && x < area->x + area->width && y >= area->y
         && y < area->y + area->height;
}

static gboolean
is_near_divider (TvTimeline *self, double x, double y)
{
  gboolean mirrored = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
  double divider
      = mirrored ? self->label_area.x : self->label_area.x + self->label_area.width;

  return ABS (x - divider) <= DIVIDER_REACH && y >= self->ruler_area.y
         && y < self->rows_area.y + self->rows_area.height;
}

TvTimelinePart
tv_timeline_get_part (TvTimeline *self, double x, double y)
{
  g_return_val_if_fail (TV_IS_TIMELINE (self), TV_TIMELINE_PART_NONE);

  if (is_near_divider (self, x, y))
    return TV_TIMELINE_PART_DIVIDER;
  if (area_contains (&self->rows_area, x, y))
    return TV_TIMELINE_PART_ROWS;
  if (area_contains (&self->ruler_area, x, y))
    return TV_TIMELINE_PART_RULER;
  if (area_contains (&self->label_area, x, y))
    return tv_timeline_is_row_edge (self, y) ? TV_TIMELINE_PART_ROW_EDGE
                                             : TV_TIMELINE_PART_LABELS;
  return TV_TIMELINE_PART_NONE;
}

static gint
get_row_at (TvTimeline *self, double x, double y)
{
  if (!area_contains (&self->rows_area, x, y)
      && !area_contains (&self->label_area, x, y))
    return -1;
  return tv_timeline_get_row_at (self, y);
}

/* A column that shows several calls stands for the method that is drawn there. */
static gboolean
pick_in_column (TvTimeline *self, guint32 thread, const TvTimeScale *scale, double x,
                TvCallRef *call)
{
  guint factor = (guint) gtk_widget_get_scale_factor (GTK_WIDGET (self));
  guint n_columns = (guint) self->rows_area.width * factor;
  guint column = MIN ((guint) (x * factor), n_columns - 1);
  TvLaneColumn shown;
  gint64 start;
  gint64 end;

  if (!tv_timeline_lanes_get_column (self->lanes, thread, column, &shown)
      || shown.method == TV_METHOD_NONE || shown.kind != TV_LANE_MIXED)
    return FALSE;
  tv_lane_column_range (scale->start, scale->end, n_columns, column, &start, &end);
  return tv_call_in_column (tv_trace_session_get_stacks (self->session), thread, start,
                            end, shown.method, call);
}

gboolean
tv_timeline_pick (TvTimeline *self, double x, double y, TvCallRef *call)
{
  TvTimeScale scale;
  guint32 thread;
  double lane_x;
  gint row;

  g_return_val_if_fail (TV_IS_TIMELINE (self) && call != NULL, FALSE);

  row = get_row_at (self, x, y);
  if (self->session == NULL || row < 0 || !area_contains (&self->rows_area, x, y))
    return FALSE;

  thread = tv_timeline_layout_get_row (self->layout, (guint) row).thread;
  if (thread == TV_THREAD_NONE)
    return FALSE;
  lane_x = x - self->rows_area.x;
  if (tv_timeline_layout_get_row (self->layout, (guint) row).levels > 0)
    return tv_timeline_pick_in_chart (self, (guint) row, lane_x, y, call);
  tv_timeline_get_scale (self, &scale);
  if (pick_in_column (self, thread, &scale, lane_x, call))
    return TRUE;
  return tv_call_at (tv_trace_session_get_stacks (self->session), thread,
                     tv_time_scale_to_time (&scale, lane_x), call);
}

/* Finds where a call is, for instance to point at it. */
gboolean
tv_timeline_get_call_area (TvTimeline *self, TvCallRef call, GdkRectangle *area)
{
  TvTimeScale scale;
  TvCalls calls;
  double left;
  double right;
  gint row;

  g_return_val_if_fail (TV_IS_TIMELINE (self) && area != NULL, FALSE);

  if (self->session == NULL || self->layout == NULL)
    return FALSE;
  row = tv_timeline_layout_find (self->layout, call.thread);
  if (row < 0)
    return FALSE;

  tv_timeline_get_scale (self, &scale);
  calls = tv_trace_get_calls (tv_trace_session_get_trace (self->session), call.thread);
  left = tv_time_scale_to_x (&scale, tv_times_get (&calls.axis_start, call.call));
  right = tv_time_scale_to_x (&scale, tv_times_get (&calls.axis_end, call.call));
  if (right < 0 || left >= scale.width)
    return FALSE;

  /* Rounded as pictures of lanes are. */
  left = CLAMP (floor (left + 0.5), 0, scale.width - 1);
  right = CLAMP (floor (right + 0.5), left + 1, scale.width);
  area->x = self->rows_area.x + (int) left;
  area->width = MAX ((int) right - (int) left, 1);
  area->y = (int) CLAMP (tv_timeline_get_row_y (self, (guint) row), -FAR_AWAY, FAR_AWAY)
            + TV_LANE_TAB_HEIGHT;
  area->height = (int) tv_timeline_layout_get_row_height (self->layout) - TV_ROW_MARGIN;
  tv_timeline_get_level_area (self, (guint) row, call, area);
  return TRUE;
}

static void
show_cursor (TvTimeline *self)
{
  const char *name = NULL;

  switch (self->pointer_part)
    {
    case TV_TIMELINE_PART_ROWS:
      name = self->space_held ? "grab" : "crosshair";
      break;
    case TV_TIMELINE_PART_RULER:
      name = "grab";
      break;
    case TV_TIMELINE_PART_DIVIDER:
      name = "col-resize";
      break;
    case TV_TIMELINE_PART_ROW_EDGE:
      name = "row-resize";
      break;
    case TV_TIMELINE_PART_NONE:
    case TV_TIMELINE_PART_LABELS:
    default:
      break;
    }
  if (self->session != NULL && tv_timeline_get_range_cursor (self) != NULL)
    name = tv_timeline_get_range_cursor (self);
  if (self->session != NULL && tv_timeline_get_marks_cursor (self) != NULL)
    name = tv_timeline_get_marks_cursor (self);
  if (self->drag == TV_TIMELINE_DRAG_PAN)
    name = "grabbing";
  else if (self->drag == TV_TIMELINE_DRAG_DIVIDER)
    name = "col-resize";
  else if (self->drag == TV_TIMELINE_DRAG_ROW_EDGE)
    name = "row-resize";
  else if (self->drag == TV_TIMELINE_DRAG_BAND)
    name = "ew-resize";
  /* A cursor is read from a file each time that it is set. */
  if (g_strcmp0 (name, self->cursor_name) == 0)
    return;
  self->cursor_name = name;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), name);
}

/* Finds anew what is under the pointer, because it or the picture moved. Draws nothing
 * anew but what follows the pointer. */
void
tv_timeline_update_pointer (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  self->hover_row = -1;
  self->hover_call.thread = TV_THREAD_NONE;
  self->pointer_part = TV_TIMELINE_PART_NONE;
  if (self->pointer_inside)
    {
      self->pointer_part
          = tv_timeline_get_part (self, self->pointer_x, self->pointer_y);
      self->hover_row = get_row_at (self, self->pointer_x, self->pointer_y);
      if (self->drag == TV_TIMELINE_DRAG_NONE
          && !tv_timeline_pick (self, self->pointer_x, self->pointer_y,
                                &self->hover_call))
        self->hover_call.thread = TV_THREAD_NONE;
    }
  show_cursor (self);
  tv_timeline_update_read_out (self);
  tv_timeline_follow_card (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
tv_timeline_move_pointer (TvTimeline *self, double x, double y)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  self->pointer_inside = TRUE;
  self->pointer_x = x;
  self->pointer_y = y;
  tv_timeline_update_pointer (self);
}

/* The pointer left the widget: nothing is under it. */
static void
tv_timeline_lose_pointer (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  self->pointer_inside = FALSE;
  tv_timeline_update_pointer (self);
}

/* The whole name of a thread and what there is to know of it, over its label. */
gboolean
tv_timeline_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard_mode,
                           GtkTooltip *tooltip)
{
  TvTimeline *self = TV_TIMELINE (widget);
  TvTimelineRow place;
  GdkRectangle area;
  g_autofree char *text = NULL;
  gint row;

  row = get_row_at (self, x, y);
  if (keyboard_mode || row < 0 || tv_timeline_has_row_menu (self)
      || !area_contains (&self->label_area, x, y))
    return FALSE;
  place = tv_timeline_layout_get_row (self->layout, (guint) row);
  if (place.thread == TV_THREAD_NONE)
    return FALSE;

  text = tv_timeline_labels_dup_tooltip (
      tv_trace_session_get_trace (self->session), place.thread,
      tv_timeline_threads_get_covered (tv_timeline_get_threads (self), place.thread));
  tv_timeline_get_row_area (self, (guint) row, &area);
  area.x = self->label_area.x;
  area.width = self->label_area.width;
  gtk_tooltip_set_text (tooltip, text);
  gtk_tooltip_set_tip_area (tooltip, &area);
  return TRUE;
}

/* A drag that reaches the left or right edge of the lanes takes the view along, so that
   a range or a zoom need not begin and end in one view. */

/* Pixels inside of the lanes that are their edge: a window may end at that of the
   screen, beyond which no pointer goes. */
#define EDGE_WIDTH 8

/* Widths of the view that go by in a second. */
#define SPEED 0.5

/* After a frame that took longer, the view does not jump. */
#define LONGEST_STEP (G_USEC_PER_SEC / 10)

/* Where a drag began near an edge it does not move the view until it goes there. */
static int
get_direction (TvTimeline *self)
{
  const GdkRectangle *lanes = &self->rows_area;

  if (self->session == NULL
      || (self->drag != TV_TIMELINE_DRAG_RANGE && self->drag != TV_TIMELINE_DRAG_BAND
          && self->drag != TV_TIMELINE_DRAG_MARK))
    return 0;
  if (self->drag_x >= lanes->x + lanes->width - EDGE_WIDTH
      && self->drag_x > self->drag_start_x)
    return 1;
  if (self->drag_x < lanes->x + EDGE_WIDTH && self->drag_x < self->drag_start_x)
    return -1;
  return 0;
}

/* Moves the view, and tells by how many pixels what was dragged from has moved. */
static void
pan (TvTimeline *self, double dx)
{
  TvTimeScale scale;
  gint64 start;

  tv_timeline_get_scale (self, &scale);
  start = scale.start;
  tv_timeline_pan (self, dx);
  tv_timeline_get_scale (self, &scale);
  self->drag_shift += tv_time_scale_to_x (&scale, start);
}

static gboolean
step (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TvTimeline *self = TV_TIMELINE (widget);
  const int direction = get_direction (self);
  const gint64 now = gdk_frame_clock_get_frame_time (clock);
  const gint64 passed = CLAMP (now - self->edge_time, 0, LONGEST_STEP);

  if (direction == 0)
    {
      self->edge_tick = 0;
      return G_SOURCE_REMOVE;
    }
  self->edge_time = now;
  pan (self,
       direction * SPEED * self->rows_area.width * (double) passed / G_USEC_PER_SEC);
  if (self->drag == TV_TIMELINE_DRAG_RANGE)
    tv_timeline_drag_range (self, self->edge_state);
  else if (self->drag == TV_TIMELINE_DRAG_MARK)
    tv_timeline_drag_mark (self, self->edge_state);
  gtk_widget_queue_draw (widget);
  return G_SOURCE_CONTINUE;
}

/* Moves the view at a steady speed, by the clock of the frames, for as long as the
 * pointer is at an edge of the lanes with what zooms, a range or a mark. */
static void
tv_timeline_follow_drag_edge (TvTimeline *self, GdkModifierType state)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  self->edge_state = state;
  if (self->edge_tick != 0 || get_direction (self) == 0)
    return;
  self->edge_time
      = gdk_frame_clock_get_frame_time (gtk_widget_get_frame_clock (GTK_WIDGET (self)));
  self->edge_tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), step, NULL, NULL);
}

/* Where the drag began may be out of sight by now, the pointer is in the lanes or at
 * their edge. */
void
tv_timeline_get_band (TvTimeline *self, double *left, double *right)
{
  const GdkRectangle *lanes;
  double from;
  double to;

  g_return_if_fail (TV_IS_TIMELINE (self) && left != NULL && right != NULL);

  lanes = &self->rows_area;
  from = self->drag_start_x + self->drag_shift;
  to = CLAMP (self->drag_x, lanes->x, lanes->x + lanes->width);
  *left = MIN (from, to);
  *right = MAX (from, to);
}

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
