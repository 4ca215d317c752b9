/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/timeline-pointer.h"

#include "analysis/text/time-text.h"
#include "ui/timeline/timeline-align.h"
#include "ui/timeline/timeline-wheel.h"
#include <math.h>

/* Distance at which the pointer grabs the divider. */
#define DIVIDER_REACH 4

/* Width of the scrolling edge inside the lanes: the window may end at the edge of
 * the screen. */
#define EDGE_WIDTH 8

/* Speed in widths of the view per second. */
#define SPEED 0.5

/* Limits the step after a long frame. */
#define LONGEST_STEP (G_USEC_PER_SEC / 10)

/* A press that moves less is a click. */
#define CLICK_REACH 3

/* What the pointer is dragging. */
typedef enum
{
  DRAG_NONE,
  DRAG_BAND, /* a range to zoom to */
  DRAG_PAN,
  DRAG_SCALE, /* zooms out, as in the original */
  DRAG_DIVIDER,
  DRAG_RANGE, /* or about to select a call */
  DRAG_MARK,
  DRAG_TRACE,
  DRAG_ROW_EDGE
} Drag;

struct _TvTimelinePointer
{
  TvTimelineContext *context; /* it writes the hover of this */
  TvTimelineParts parts;
  TvTimelineAlign *align;
  gboolean inside;
  gboolean space_held;
  const char *cursor; /* static; NULL for the usual one */
  int n_presses;      /* clicks in a row */

  /* drag, in widget coordinates */
  Drag drag;
  GtkGesture *gesture; /* borrowed from the widget */
  double start_x;
  double start_y;
  double x;
  double y;
  TvTimeScale scale; /* at its beginning; zero if it began with another trace */
  double scroll;
  int label_width;
  double shift; /* pixels by which the view has moved the beginning of the drag */

  /* at the edge of the lanes */
  guint edge_tick;
  gint64 edge_time; /* of the last frame */
  GdkModifierType edge_state;
};

static gboolean
is_near_divider (TvTimelinePointer *self, double x, double y)
{
  gboolean mirrored = tv_timeline_is_mirrored (self->context);
  double divider = mirrored
                       ? self->context->label_area.x
                       : self->context->label_area.x + self->context->label_area.width;

  return ABS (x - divider) <= DIVIDER_REACH && y >= self->context->ruler_area.y
         && y < self->context->rows_area.y + self->context->rows_area.height;
}

static TvTimelineArea
find_area (TvTimelinePointer *self, double x, double y)
{
  if (is_near_divider (self, x, y))
    return TV_TIMELINE_AREA_DIVIDER;
  if (tv_timeline_area_contains (&self->context->rows_area, x, y)
      || tv_timeline_area_contains (&self->context->events_area, x, y))
    return TV_TIMELINE_AREA_ROWS;
  if (tv_timeline_area_contains (&self->context->ruler_area, x, y))
    return TV_TIMELINE_AREA_RULER;
  if (tv_timeline_area_contains (&self->context->label_area, x, y))
    return tv_timeline_row_actions_is_edge (self->parts.row_actions, y)
               ? TV_TIMELINE_AREA_ROW_EDGE
               : TV_TIMELINE_AREA_LABELS;
  return TV_TIMELINE_AREA_NONE;
}

static gint
get_row_at (TvTimelinePointer *self, double x, double y)
{
  if (!tv_timeline_area_contains (&self->context->rows_area, x, y)
      && !tv_timeline_area_contains (&self->context->label_area, x, y))
    return -1;
  return tv_timeline_rows_get_at (self->parts.rows, y);
}

/* Returns the cursor for a dragged range, or without a drag. */
static const char *
choose_cursor (TvTimelinePointer *self)
{
  const TvTimelineHover *hover = &self->context->hover;
  const char *name = NULL;
  const char *range = NULL;

  switch (hover->area)
    {
    case TV_TIMELINE_AREA_ROWS:
      name = tv_timeline_align_is_on (self->align) ? "ew-resize" : "crosshair";
      name = self->space_held ? "grab" : name;
      break;
    case TV_TIMELINE_AREA_RULER:
      name = tv_timeline_notes_find (self->parts.notes, hover->x, hover->y) != NULL
                 ? "pointer"
                 : "ew-resize";
      break;
    case TV_TIMELINE_AREA_DIVIDER:
      name = "col-resize";
      break;
    case TV_TIMELINE_AREA_ROW_EDGE:
      name = "row-resize";
      break;
    case TV_TIMELINE_AREA_NONE:
    case TV_TIMELINE_AREA_LABELS:
    default:
      break;
    }
  if (self->context->session != NULL
      && (self->drag == DRAG_NONE || self->drag == DRAG_RANGE))
    range = tv_timeline_range_get_cursor (self->parts.range);
  return range != NULL ? range : name;
}

static void
show_cursor (TvTimelinePointer *self)
{
  static const char *const dragging[] = {
    [DRAG_PAN] = "grabbing",        [DRAG_DIVIDER] = "col-resize",
    [DRAG_ROW_EDGE] = "row-resize", [DRAG_BAND] = "ew-resize",
    [DRAG_MARK] = "ew-resize",      [DRAG_SCALE] = "ew-resize",
    [DRAG_TRACE] = "ew-resize",
  };
  const char *name = dragging[self->drag];

  if (name == NULL)
    name = choose_cursor (self);
  /* GTK reads the cursor from a file each time. */
  if (g_strcmp0 (name, self->cursor) == 0)
    return;
  self->cursor = name;
  gtk_widget_set_cursor_from_name (self->context->widget, name);
}

/* Finds the target of the pointer after it or the picture has moved. Redraws only the
 * overlays. */
void
tv_timeline_pointer_update (TvTimelinePointer *self)
{
  TvTimelineHover *hover = &self->context->hover;

  hover->row = -1;
  hover->call.thread = TV_THREAD_NONE;
  hover->area = TV_TIMELINE_AREA_NONE;
  if (self->inside)
    {
      hover->area = find_area (self, hover->x, hover->y);
      hover->row = get_row_at (self, hover->x, hover->y);
      if (self->drag == DRAG_NONE
          && !tv_timeline_picture_pick (self->parts.picture, hover->x, hover->y,
                                        &hover->call))
        hover->call.thread = TV_THREAD_NONE;
    }
  show_cursor (self);
  if (self->context->session != NULL)
    tv_trace_session_set_pointed_call (self->context->session, hover->call);
  tv_timeline_card_update (self->parts.card,
                           self->drag == DRAG_NONE && !self->space_held);
  gtk_widget_queue_draw (self->context->widget);
}

static void
move_pointer (TvTimelinePointer *self, double x, double y)
{
  self->inside = TRUE;
  self->context->hover.x = x;
  self->context->hover.y = y;
  tv_timeline_pointer_update (self);
}

/* A drag that begins near an edge does not move the view until it moves towards it. */
static int
get_direction (TvTimelinePointer *self)
{
  const GdkRectangle *lanes = &self->context->rows_area;

  if (self->context->session == NULL
      || (self->drag != DRAG_RANGE && self->drag != DRAG_BAND
          && self->drag != DRAG_MARK))
    return 0;
  if (self->x >= lanes->x + lanes->width - EDGE_WIDTH && self->x > self->start_x)
    return 1;
  if (self->x < lanes->x + EDGE_WIDTH && self->x < self->start_x)
    return -1;
  return 0;
}

/* Moves the view, and the origin of the drag with it. */
static void
pan (TvTimelinePointer *self, double dx)
{
  TvTimeScale scale;
  gint64 start;

  tv_timeline_view_get_scale (self->parts.view, &scale);
  start = scale.start;
  tv_timeline_view_pan (self->parts.view, dx);
  tv_timeline_view_get_scale (self->parts.view, &scale);
  self->shift += tv_time_scale_to_x (&scale, start);
}

static gboolean
step (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TvTimelinePointer *self = data;
  const int direction = get_direction (self);
  const gint64 now = gdk_frame_clock_get_frame_time (clock);
  const gint64 passed = CLAMP (now - self->edge_time, 0, LONGEST_STEP);

  if (direction == 0)
    {
      self->edge_tick = 0;
      return G_SOURCE_REMOVE;
    }
  self->edge_time = now;
  pan (self, direction * SPEED * self->context->rows_area.width * (double) passed
                 / G_USEC_PER_SEC);
  if (self->drag == DRAG_RANGE)
    tv_timeline_range_drag (self->parts.range, self->x, self->y, self->edge_state);
  else if (self->drag == DRAG_MARK)
    tv_timeline_range_drag_mark (self->parts.range, self->x, self->y, self->edge_state);
  gtk_widget_queue_draw (widget);
  return G_SOURCE_CONTINUE;
}

/* Moves the view at a steady speed while a band, a range or a mark is dragged at an
 * edge of the lanes. */
static void
watch_edge (TvTimelinePointer *self, GdkModifierType state)
{
  self->edge_state = state;
  if (self->edge_tick != 0 || get_direction (self) == 0)
    return;
  self->edge_time = gdk_frame_clock_get_frame_time (
      gtk_widget_get_frame_clock (self->context->widget));
  self->edge_tick
      = gtk_widget_add_tick_callback (self->context->widget, step, self, NULL);
}

/* Returns the dragged band. Its origin may be out of sight. */
static void
get_band (const TvTimelinePointer *self, double *left, double *right)
{
  const GdkRectangle *lanes = &self->context->rows_area;
  const double from = self->start_x + self->shift;
  const double to = CLAMP (self->x, lanes->x, lanes->x + lanes->width);
  *left = MIN (from, to);
  *right = MAX (from, to);
}

static void
keep_drag_origin (TvTimelinePointer *self)
{
  if (self->context->session != NULL)
    tv_timeline_view_get_scale (self->parts.view, &self->scale);
  self->scroll
      = gtk_adjustment_get_value (tv_timeline_rows_get_adjustment (self->parts.rows));
  self->label_width = self->context->label_area.width;
}

static gboolean
grab_trace (TvTimelinePointer *self, double x, double y)
{
  const gint row = get_row_at (self, x, y);

  return row >= 0 && !self->space_held
         && tv_timeline_align_grab (
             self->align, tv_timeline_rows_get (self->parts.rows, (guint) row).thread);
}

static Drag
choose_drag (TvTimelinePointer *self, TvTimelineArea area, guint button, double x,
             double y, GdkModifierType state)
{
  if (area == TV_TIMELINE_AREA_DIVIDER && button == GDK_BUTTON_PRIMARY)
    return DRAG_DIVIDER;
  if (area == TV_TIMELINE_AREA_ROW_EDGE && button == GDK_BUTTON_PRIMARY)
    return DRAG_ROW_EDGE;
  if (self->context->session == NULL)
    return DRAG_NONE;
  if (button == GDK_BUTTON_PRIMARY
      && tv_timeline_range_grab_mark (self->parts.range, area, x))
    return DRAG_MARK;
  if (button == GDK_BUTTON_PRIMARY && area == TV_TIMELINE_AREA_ROWS
      && grab_trace (self, x, y))
    return DRAG_TRACE;
  if (button == GDK_BUTTON_PRIMARY
      && tv_timeline_range_grab (self->parts.range, area, x, y, state))
    return DRAG_RANGE;
  if (area == TV_TIMELINE_AREA_ROWS && button == GDK_BUTTON_PRIMARY)
    return self->space_held ? DRAG_PAN : DRAG_BAND;
  if (area == TV_TIMELINE_AREA_RULER && button == GDK_BUTTON_PRIMARY)
    return DRAG_SCALE;
  if ((area == TV_TIMELINE_AREA_ROWS || area == TV_TIMELINE_AREA_RULER)
      && button == GDK_BUTTON_MIDDLE)
    return DRAG_PAN;
  return DRAG_NONE;
}

static GdkModifierType
get_state (GtkGestureDrag *gesture)
{
  return gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
}

static void
on_drag_begin (GtkGestureDrag *gesture, double x, double y, TvTimelinePointer *self)
{
  guint button = gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture));
  GdkModifierType state = get_state (gesture);

  self->drag = choose_drag (self, find_area (self, x, y), button, x, y, state);
  if (self->drag == DRAG_NONE)
    {
      gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_DENIED);
      return;
    }
  gtk_widget_grab_focus (self->context->widget);
  self->start_x = self->x = x;
  self->start_y = self->y = y;
  self->shift = 0;
  if (self->drag == DRAG_ROW_EDGE)
    tv_timeline_row_actions_begin_drag (self->parts.row_actions, y);
  keep_drag_origin (self);
}

static void
drag_view (TvTimelinePointer *self, double dx, double dy)
{
  TvTimeScale scale = self->scale;

  tv_time_scale_pan (&scale, -dx);
  tv_timeline_view_show (self->parts.view, &scale, TV_VIEW_CHANGE_PAN);
  if (self->start_y >= self->context->rows_area.y)
    gtk_adjustment_set_value (tv_timeline_rows_get_adjustment (self->parts.rows),
                              self->scroll - dy);
}

/* Moves the start or the end of the view outwards, while its other end stays.
 */
static void
drag_scale (TvTimelinePointer *self, double dx)
{
  TvTimeScale scale = self->scale;
  const double time = ABS (dx) * tv_time_scale_get_pixel_time (&scale);
  const gint64 by = (gint64) MIN (time, (double) (scale.full_end - scale.full_start));

  if (dx > 0)
    tv_time_scale_set_range (&scale, MAX (scale.start - by, scale.full_start),
                             scale.end);
  else
    tv_time_scale_set_range (&scale, scale.start, MIN (scale.end + by, scale.full_end));
  tv_timeline_view_show (self->parts.view, &scale, TV_VIEW_CHANGE_ZOOM);
}

static void
drag_divider (TvTimelinePointer *self, double dx)
{
  const int limit = MAX (gtk_widget_get_width (self->context->widget) / 2,
                         TV_TIMELINE_MIN_LABEL_WIDTH);
  const int width
      = self->label_width + (int) (tv_timeline_is_mirrored (self->context) ? -dx : dx);

  tv_timeline_set_label_width (self->context,
                               CLAMP (width, TV_TIMELINE_MIN_LABEL_WIDTH, limit));
}

static void
on_drag_update (GtkGestureDrag *gesture, double dx, double dy, TvTimelinePointer *self)
{
  self->x = self->start_x + dx;
  self->y = self->start_y + dy;

  switch (self->drag)
    {
    case DRAG_PAN:
      drag_view (self, dx, dy);
      break;
    case DRAG_SCALE:
      drag_scale (self, dx);
      break;
    case DRAG_DIVIDER:
      drag_divider (self, dx);
      break;
    case DRAG_RANGE:
      tv_timeline_range_drag (self->parts.range, self->x, self->y, get_state (gesture));
      break;
    case DRAG_MARK:
      tv_timeline_range_drag_mark (self->parts.range, self->x, self->y,
                                   get_state (gesture));
      break;
    case DRAG_TRACE:
      tv_timeline_align_drag (self->align, dx);
      break;
    case DRAG_ROW_EDGE:
      tv_timeline_row_actions_drag (self->parts.row_actions, dy);
      break;
    case DRAG_NONE:
    case DRAG_BAND:
    default:
      break;
    }
  watch_edge (self, get_state (gesture));
  move_pointer (self, self->x, self->y);
}

/* A double click zooms to the call that its first click selected. */
static void
click (TvTimelinePointer *self)
{
  TvCallRef call;

  if (tv_timeline_events_click (self->parts.events, self->start_x, self->start_y,
                                self->n_presses))
    return;
  if (self->start_y < self->context->rows_area.y)
    tv_timeline_notes_click (self->parts.notes, self->start_x, self->start_y);
  else if (tv_timeline_picture_pick (self->parts.picture, self->start_x, self->start_y,
                                     &call))
    {
      tv_trace_session_select_call (self->context->session, call);
      if (self->n_presses == 2)
        tv_timeline_view_zoom_to_selection (self->parts.view);
    }
  else if (!tv_timeline_row_actions_unfold (self->parts.row_actions, self->start_y)
           && !tv_timeline_row_actions_click (self->parts.row_actions, self->start_y))
    tv_trace_session_clear_selection (self->context->session);
}

static void
zoom_to_band (TvTimelinePointer *self)
{
  TvTimeScale scale;
  double left;
  double right;
  gint64 start;
  gint64 end;

  tv_timeline_view_get_scale (self->parts.view, &scale);
  get_band (self, &left, &right);
  start = tv_time_scale_to_time (&scale, left - self->context->rows_area.x);
  end = tv_time_scale_to_time (&scale, right - self->context->rows_area.x);
  tv_time_scale_set_range (&scale, start, end);
  tv_timeline_view_show (self->parts.view, &scale, TV_VIEW_CHANGE_JUMP);
}

static void
on_drag_end (GtkGestureDrag *gesture, double dx, double dy, TvTimelinePointer *self)
{
  const GdkRectangle *rows = &self->context->rows_area;
  const Drag drag = self->drag;
  const double width = ABS (dx - self->shift);
  gboolean is_click = width < CLICK_REACH && ABS (dy) < CLICK_REACH;

  self->drag = DRAG_NONE;
  self->x = self->start_x + dx;
  self->y = self->start_y + dy;
  if (drag == DRAG_RANGE)
    is_click = !tv_timeline_range_end_drag (self->parts.range);
  if (is_click && drag == DRAG_TRACE)
    tv_timeline_align_forget (self->align);
  if (is_click && self->context->session != NULL
      && (drag == DRAG_BAND || drag == DRAG_SCALE || drag == DRAG_RANGE
          || drag == DRAG_MARK || drag == DRAG_TRACE))
    click (self);
  else if (drag == DRAG_TRACE)
    tv_timeline_align_drop (self->align);
  else if (drag == DRAG_BAND && width >= CLICK_REACH
           && self->y >= self->context->ruler_area.y
           && self->y < rows->y + rows->height)
    zoom_to_band (self);
  tv_timeline_pointer_update (self);
}

static void
give_up_drag (TvTimelinePointer *self)
{
  const Drag drag = self->drag;

  self->drag = DRAG_NONE;
  if (drag == DRAG_RANGE)
    tv_timeline_range_cancel_drag (self->parts.range);
  else if (drag == DRAG_MARK)
    tv_timeline_range_cancel_mark_drag (self->parts.range);
  else if (drag == DRAG_TRACE)
    tv_timeline_align_forget (self->align);
}

static void
on_drag_cancelled (GtkGesture *gesture, GdkEventSequence *sequence,
                   TvTimelinePointer *self)
{
  give_up_drag (self);
  tv_timeline_pointer_update (self);
}

/* Cancels the drag. A panned view stays, a range or a mark is restored. Returns
 * FALSE if nothing is dragged. */
static gboolean
cancel_drag (TvTimelinePointer *self)
{
  if (self->drag == DRAG_NONE)
    return FALSE;
  give_up_drag (self);
  gtk_gesture_set_state (self->gesture, GTK_EVENT_SEQUENCE_DENIED);
  tv_timeline_pointer_update (self);
  return TRUE;
}

static void
on_pressed (GtkGestureClick *gesture, int n_press, double x, double y,
            TvTimelinePointer *self)
{
  self->n_presses = n_press;
  tv_timeline_card_dismiss (self->parts.card);
  if (n_press == 2 && find_area (self, x, y) == TV_TIMELINE_AREA_RULER
      && tv_timeline_notes_find (self->parts.notes, x, y) == NULL)
    tv_timeline_view_zoom_all (self->parts.view);
}

static void
on_pinch_begin (GtkGesture *gesture, GdkEventSequence *sequence,
                TvTimelinePointer *self)
{
  cancel_drag (self);
  keep_drag_origin (self);
}

static void
on_pinch (GtkGestureZoom *gesture, double factor, TvTimelinePointer *self)
{
  TvTimeScale scale = self->scale;
  double x = 0;
  double y = 0;

  /* The fingers may have been put down on another trace, or on none. */
  if (self->context->session == NULL || !(scale.width > 0)
      || !gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y))
    return;
  tv_time_scale_zoom (&scale, CLAMP (x - self->context->rows_area.x, 0, scale.width),
                      factor);
  tv_timeline_view_show (self->parts.view, &scale, TV_VIEW_CHANGE_ZOOM);
}

static void
on_motion (GtkEventControllerMotion *controller, double x, double y,
           TvTimelinePointer *self)
{
  move_pointer (self, x, y);
  tv_timeline_card_show_later (self->parts.card);
}

static void
on_leave (GtkEventControllerMotion *controller, TvTimelinePointer *self)
{
  self->inside = FALSE;
  tv_timeline_pointer_update (self);
}

/* While Space is held, the first button pans. */
static void
hold_space (TvTimelinePointer *self, gboolean held)
{
  if (self->space_held == held)
    return;
  self->space_held = held;
  tv_timeline_pointer_update (self);
}

static gboolean
on_key_pressed (GtkEventControllerKey *controller, guint key, guint code,
                GdkModifierType state, TvTimelinePointer *self)
{
  if (key != GDK_KEY_space || self->context->session == NULL
      || (state & gtk_accelerator_get_default_mod_mask ()) != 0)
    return GDK_EVENT_PROPAGATE;
  hold_space (self, TRUE);
  return GDK_EVENT_STOP;
}

static void
on_key_released (GtkEventControllerKey *controller, guint key, guint code,
                 GdkModifierType state, TvTimelinePointer *self)
{
  if (key == GDK_KEY_space)
    hold_space (self, FALSE);
}

/* A key that is released elsewhere is not reported. */
static void
on_focus_left (GtkEventControllerFocus *controller, TvTimelinePointer *self)
{
  hold_space (self, FALSE);
}

static void
add_keys (TvTimelinePointer *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();

  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key_pressed), self);
  g_signal_connect (keys, "key-released", G_CALLBACK (on_key_released), self);
  gtk_widget_add_controller (self->context->widget, keys);
  g_signal_connect (focus, "leave", G_CALLBACK (on_focus_left), self);
  gtk_widget_add_controller (self->context->widget, focus);
}

static void
add_drag (TvTimelinePointer *self)
{
  self->gesture = gtk_gesture_drag_new ();
  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (self->gesture), 0);
  g_signal_connect (self->gesture, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (self->gesture, "drag-update", G_CALLBACK (on_drag_update), self);
  g_signal_connect (self->gesture, "drag-end", G_CALLBACK (on_drag_end), self);
  g_signal_connect (self->gesture, "cancel", G_CALLBACK (on_drag_cancelled), self);
  gtk_widget_add_controller (self->context->widget,
                             GTK_EVENT_CONTROLLER (self->gesture));
}

static gboolean
is_corner (TvTimelinePointer *self, double x, double y)
{
  const GdkRectangle *labels = &self->context->label_area;

  return x >= labels->x && x < labels->x + labels->width
         && y >= self->context->ruler_area.y
         && y < self->context->ruler_area.y + self->context->ruler_area.height
         && find_area (self, x, y) != TV_TIMELINE_AREA_DIVIDER;
}

/* Any button: on a label, in the corner above them, or for a menu. */
static void
on_any_pressed (GtkGestureClick *gesture, int n_press, double x, double y,
                TvTimelinePointer *self)
{
  GdkEvent *event
      = gtk_event_controller_get_current_event (GTK_EVENT_CONTROLLER (gesture));
  const TvTimelineArea area = find_area (self, x, y);
  const gboolean wants_menu = event != NULL && gdk_event_triggers_context_menu (event);

  if (tv_timeline_rows_get_layout (self->parts.rows) == NULL)
    return;
  if (is_corner (self, x, y))
    tv_timeline_filter_open (self->parts.filter);
  if (wants_menu && tv_timeline_events_contain (self->parts.events, x, y))
    tv_timeline_events_open_menu (self->parts.events, x, y);
  else if (area == TV_TIMELINE_AREA_LABELS)
    tv_timeline_row_actions_press_label (
        self->parts.row_actions, x, y,
        gtk_gesture_single_get_current_button (GTK_GESTURE_SINGLE (gesture)),
        wants_menu);
  else if (wants_menu
           && (area == TV_TIMELINE_AREA_ROWS || area == TV_TIMELINE_AREA_RULER))
    {
      tv_timeline_card_dismiss (self->parts.card);
      tv_timeline_notes_open_menu (self->parts.notes, self->parts.row_actions, x, y);
    }
}

static void
add_clicks (TvTimelinePointer *self)
{
  GtkGesture *clicks = gtk_gesture_click_new ();
  GtkGesture *any_clicks = gtk_gesture_click_new ();

  g_signal_connect (clicks, "pressed", G_CALLBACK (on_pressed), self);
  gtk_widget_add_controller (self->context->widget, GTK_EVENT_CONTROLLER (clicks));

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (any_clicks), 0);
  g_signal_connect (any_clicks, "pressed", G_CALLBACK (on_any_pressed), self);
  gtk_widget_add_controller (self->context->widget, GTK_EVENT_CONTROLLER (any_clicks));
}

static void
add_motion (TvTimelinePointer *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkGesture *fingers = gtk_gesture_zoom_new ();

  /* No card: the pointer may have been there all the time. */
  g_signal_connect_swapped (motion, "enter", G_CALLBACK (move_pointer), self);
  g_signal_connect (motion, "motion", G_CALLBACK (on_motion), self);
  g_signal_connect (motion, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (self->context->widget, motion);

  g_signal_connect (fingers, "begin", G_CALLBACK (on_pinch_begin), self);
  g_signal_connect (fingers, "scale-changed", G_CALLBACK (on_pinch), self);
  gtk_widget_add_controller (self->context->widget, GTK_EVENT_CONTROLLER (fingers));
}

TvTimelinePointer *
tv_timeline_pointer_new (TvTimelineContext *context, const TvTimelineParts *parts)
{
  TvTimelinePointer *self = g_new0 (TvTimelinePointer, 1);

  self->context = context;
  self->parts = *parts;
  self->align = tv_timeline_align_new (context, parts->view);
  context->hover.row = -1;
  context->hover.call.thread = TV_THREAD_NONE;
  add_motion (self);
  tv_timeline_wheel_add (context, parts->view, parts->rows);
  add_drag (self);
  add_keys (self);
  add_clicks (self);
  tv_timeline_actions_add (context, tv_timeline_pointer_actions, self);
  return self;
}

/* The widget's controllers outlive the part. */
void
tv_timeline_pointer_free (TvTimelinePointer *self)
{
  GtkWidget *widget = self->context->widget;
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GObject) controller = g_list_model_get_item (controllers, i);

      g_signal_handlers_disconnect_by_data (controller, self);
    }
  if (self->edge_tick != 0)
    gtk_widget_remove_tick_callback (widget, self->edge_tick);
  g_free (self->align);
  g_free (self);
}

/* Cancels the drag and forgets the target of the pointer. */
void
tv_timeline_pointer_forget (TvTimelinePointer *self)
{
  cancel_drag (self);
  tv_timeline_align_forget (self->align);
  self->scale = (TvTimeScale){ 0 };
  self->context->hover.row = -1;
  self->context->hover.call.thread = TV_THREAD_NONE;
}

void
tv_timeline_pointer_sync_actions (TvTimelinePointer *self)
{
  tv_timeline_align_sync_actions (self->align);
}

/* Returns the time at the pointer, or the length of the band, in the form of the
 * table's times; NULL while the pointer is elsewhere. */
char *
tv_timeline_pointer_dup_time (const TvTimelinePointer *self)
{
  const TvTimelineHover *hover = &self->context->hover;
  const GdkRectangle *lanes = &self->context->rows_area;

  if (self->drag == DRAG_TRACE)
    return tv_timeline_align_dup_text (self->align);
  if (self->context->session == NULL
      || (self->drag != DRAG_BAND && !tv_timeline_points_at_time (self->context)))
    return NULL;
  if (self->drag == DRAG_BAND)
    {
      TvTimeScale scale;
      double left;
      double right;

      tv_timeline_view_get_scale (self->parts.view, &scale);
      get_band (self, &left, &right);
      return tv_trace_session_dup_duration (
          self->context->session,
          tv_time_scale_to_time (&scale, right - lanes->x)
              - tv_time_scale_to_time (&scale, left - lanes->x));
    }
  return tv_trace_session_dup_duration (
      self->context->session,
      tv_timeline_view_get_time_at (self->parts.view, hover->x));
}

static void
draw_band (TvTimelinePointer *self, GtkSnapshot *snapshot)
{
  const GdkRectangle *area = &self->context->rows_area;
  double left;
  double right;
  double top = self->context->ruler_area.y;
  double height = area->y + area->height - top;
  GdkRGBA color = self->context->accent_color;

  get_band (self, &left, &right);
  left = floor (CLAMP (left, area->x, area->x + area->width));
  right = floor (CLAMP (right, area->x, area->x + area->width));
  color.alpha = 0.22f;
  tv_timeline_paint_box (snapshot, &color, left, top, right - left, height);
  color.alpha = 0.9f;
  tv_timeline_paint_box (snapshot, &color, left, top, 1, height);
  tv_timeline_paint_box (snapshot, &color, right, top, 1, height);
}

static void
draw_pointer (TvTimelinePointer *self, GtkSnapshot *snapshot)
{
  const GdkRectangle *area = &self->context->rows_area;
  int factor = gtk_widget_get_scale_factor (self->context->widget);
  double x = floor (self->context->hover.x * factor) / factor;
  GdkRGBA color = tv_color_to_rgba (self->context->colors.cursor, 0.75f);

  tv_timeline_paint_box (snapshot, &color, x, self->context->ruler_area.y, 1,
                         area->y + area->height - self->context->ruler_area.y);
}

/* Draws the band to zoom to, or a line through the pointer, and its time, which would
 * hide the flag of a note. */
void
tv_timeline_pointer_snapshot (TvTimelinePointer *self, GtkSnapshot *snapshot)
{
  g_autofree char *time = tv_timeline_pointer_dup_time (self);

  if (time == NULL
      || (self->drag == DRAG_NONE
          && tv_timeline_notes_find (self->parts.notes, self->context->hover.x,
                                     self->context->hover.y)
                 != NULL))
    return;
  if (self->drag == DRAG_BAND)
    draw_band (self, snapshot);
  else
    draw_pointer (self, snapshot);
  tv_timeline_range_write_in_ruler (self->parts.range, snapshot, time,
                                    self->context->hover.x);
}

/* Without a drag, others handle Escape. */
static gboolean
escape (gpointer data, int argument)
{
  TvTimelinePointer *self = data;
  TvTraceSession *session = self->context->session;

  if (cancel_drag (self) || tv_timeline_card_dismiss (self->parts.card))
    return GDK_EVENT_STOP;
  if (tv_trace_session_get_selected_method (session) != TV_METHOD_NONE)
    {
      tv_trace_session_clear_selection (session);
      return GDK_EVENT_STOP;
    }
  if (tv_trace_session_get_range_depth (session) == 0)
    return GDK_EVENT_PROPAGATE;
  tv_trace_session_clear_range (session);
  return GDK_EVENT_STOP;
}

const TvTimelineAction tv_timeline_pointer_actions[] = {
  { "escape", "Escape", escape, .argument = 0 },
  { 0 },
};
