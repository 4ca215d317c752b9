/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "analysis/text/time-text.h"
#include "ui/session/trace-session.h"
#include "ui/timeline/timeline-paint.h"
#include "ui/timeline/timeline-private.h"
#include "ui/timeline/timeline.h"

/**
 * TvSnapTargets:
 * @TV_SNAP_NONE: nothing
 * @TV_SNAP_CALLS: the ends of calls
 * @TV_SNAP_MARKS: the marks
 *
 * What draws the pointer to it.
 */
typedef enum
{
  TV_SNAP_NONE = 0,
  TV_SNAP_CALLS = 1 << 0,
  TV_SNAP_MARKS = 1 << 1
} TvSnapTargets;

/* Pixels from which an edge draws a moment to itself. */
#define SNAP_REACH 6

/* A call that is shorter in pixels has no edges that a person could aim at. */
#define MIN_CALL_WIDTH (2 * SNAP_REACH)

/* Callers round the call under the pointer that are looked at. */
#define MAX_CALLERS 64

/* The nearest so far. */
typedef struct
{
  TvTimeScale scale;
  double x;
  double distance;
  gint64 time;
} Nearest;

static void add_range_actions (TvTimeline *self);

static gint64
tv_timeline_get_time_at (TvTimeline *self, double x)
{
  TvTimeScale scale;

  g_return_val_if_fail (TV_IS_TIMELINE (self) && self->session != NULL, 0);

  tv_timeline_get_scale (self, &scale);
  return tv_time_scale_to_time (&scale, CLAMP (x - self->rows_area.x, 0, scale.width));
}

static void
consider (Nearest *nearest, gint64 time)
{
  const double distance = ABS (tv_time_scale_to_x (&nearest->scale, time) - nearest->x);

  if (distance > SNAP_REACH || distance >= nearest->distance)
    return;
  nearest->distance = distance;
  nearest->time = time;
}

/* The edges of a call and of those round it: the further out, the further away, so that
 * it ends with the first that has neither near. */
static void
consider_calls (TvTimeline *self, Nearest *nearest, TvCallRef ref)
{
  const TvCalls calls
      = tv_trace_get_calls (tv_trace_session_get_trace (self->session), ref.thread);
  guint32 call = ref.call;

  for (guint i = 0; i < MAX_CALLERS && call != TV_CALL_NONE; i++)
    {
      const gint64 start = tv_times_get (&calls.axis_start, call);
      const gint64 end = tv_times_get (&calls.axis_end, call);
      const double left = tv_time_scale_to_x (&nearest->scale, start);
      const double right = tv_time_scale_to_x (&nearest->scale, end);

      if (ABS (left - nearest->x) > SNAP_REACH && ABS (right - nearest->x) > SNAP_REACH
          && right - left >= MIN_CALL_WIDTH)
        break;
      if (right - left >= MIN_CALL_WIDTH)
        {
          consider (nearest, start);
          consider (nearest, end);
        }
      call = calls.parent[call];
    }
}

/* The moment that a person points at: where a call of that row begins or ends, or a
 * mark is, a few pixels away, it is that. Calls that are too short to be told apart
 * draw nothing to them. */
static gint64
tv_timeline_snap (TvTimeline *self, double x, double y, TvSnapTargets targets)
{
  Nearest nearest = { .distance = G_MAXDOUBLE };

  g_return_val_if_fail (TV_IS_TIMELINE (self) && self->session != NULL, 0);

  tv_timeline_get_scale (self, &nearest.scale);
  nearest.x = CLAMP (x - self->rows_area.x, 0, nearest.scale.width);
  nearest.time = tv_timeline_get_time_at (self, x);
  for (int side = -1; (targets & TV_SNAP_CALLS) != 0 && side <= 1; side++)
    {
      TvCallRef ref;

      if (tv_timeline_pick (self, x + side * SNAP_REACH, y, &ref))
        consider_calls (self, &nearest, ref);
    }
  for (guint mark = 0; (targets & TV_SNAP_MARKS) != 0 && mark < TV_N_MARKS; mark++)
    {
      gint64 time;

      if (tv_trace_session_get_mark (self->session, (TvMark) mark, &time))
        consider (&nearest, time);
    }
  return nearest.time;
}

/* The selected range of time in the timeline: dragging it out, its edges and itself. */

/* Pixels on either side of an edge that still take hold of it. */
#define EDGE_REACH 4

/* A press that moves less than this is a click. */
#define CLICK_REACH 3

typedef enum
{
  GRIP_NONE,
  GRIP_NEW,
  GRIP_START,
  GRIP_END,
  GRIP_MIDDLE
} Grip;

struct _TvTimelineRange
{
  gboolean selects; /* whether a plain drag selects a range */

  Grip grip;
  gboolean moved;
  gint64 grabbed_time; /* under the pointer when it was pressed */

  /* The range before the drag, which Escape brings back. */
  gboolean had_range;
  gint64 old_start;
  gint64 old_end;
};

/* Who wants a moment of no call holds Ctrl. */
static gint64
snap (TvTimeline *self, double x, double y, GdkModifierType state)
{
  const gboolean free = (state & GDK_CONTROL_MASK) != 0;

  return tv_timeline_snap (self, x, y,
                           free ? TV_SNAP_NONE : TV_SNAP_CALLS | TV_SNAP_MARKS);
}

static double
get_edge_x (TvTimeline *self, gint64 time)
{
  TvTimeScale scale;

  tv_timeline_get_scale (self, &scale);
  return self->rows_area.x + tv_time_scale_to_x (&scale, time);
}

static Grip
find_edge (TvTimeline *self, double x)
{
  gint64 start;
  gint64 end;
  double to_start;
  double to_end;

  if (!tv_trace_session_get_range (self->session, &start, &end))
    return GRIP_NONE;
  to_start = ABS (x - get_edge_x (self, start));
  to_end = ABS (x - get_edge_x (self, end));
  if (MIN (to_start, to_end) > EDGE_REACH)
    return GRIP_NONE;
  /* Of a range that is but a line, the side that it is dragged to is found later. */
  return to_end <= to_start ? GRIP_END : GRIP_START;
}

static gboolean
is_in_range (TvTimeline *self, double x)
{
  gint64 start;
  gint64 end;

  return tv_trace_session_get_range (self->session, &start, &end)
         && x >= get_edge_x (self, start) && x < get_edge_x (self, end);
}

/* What a press there takes hold of. */
static Grip
find_grip (TvTimeline *self, TvTimelinePart part, double x, gboolean shift)
{
  if (part == TV_TIMELINE_PART_RULER)
    {
      Grip edge = find_edge (self, x);

      if (shift || edge != GRIP_NONE)
        return shift ? GRIP_NEW : edge;
      return is_in_range (self, x) ? GRIP_MIDDLE : GRIP_NONE;
    }
  if (part != TV_TIMELINE_PART_ROWS)
    return GRIP_NONE;
  /* Shift and the mode each ask for the other of what a drag does. */
  if (!shift && find_edge (self, x) != GRIP_NONE)
    return find_edge (self, x);
  return shift != self->range->selects ? GRIP_NEW : GRIP_NONE;
}

/* Begins to drag a range out, or the selected one about, if that is what a press there
 * does: with Shift, and in selection mode without, everywhere; else at its edges, and
 * in the ruler between them. */
gboolean
tv_timeline_grab_range (TvTimeline *self, TvTimelinePart part, double x, double y,
                        GdkModifierType state)
{
  TvTimelineRange *range;

  g_return_val_if_fail (TV_IS_TIMELINE (self) && self->session != NULL, FALSE);

  range = self->range;
  range->grip = find_grip (self, part, x, (state & GDK_SHIFT_MASK) != 0);
  if (range->grip == GRIP_NONE)
    return FALSE;
  range->moved = FALSE;
  range->had_range
      = tv_trace_session_get_range (self->session, &range->old_start, &range->old_end);
  range->grabbed_time = range->grip == GRIP_NEW ? snap (self, x, y, state)
                                                : tv_timeline_get_time_at (self, x);
  return TRUE;
}

/* The range between the fixed end and the pointer. */
static void
find_dragged (TvTimeline *self, gint64 time, gint64 *start, gint64 *end)
{
  const TvTimelineRange *range = self->range;
  gint64 fixed = range->grabbed_time;

  if (range->grip == GRIP_MIDDLE)
    {
      const gint64 length = range->old_end - range->old_start;
      gint64 first;
      gint64 last;

      tv_trace_get_axis_range (tv_trace_session_get_trace (self->session), &first,
                               &last);
      *start = CLAMP (range->old_start + (time - range->grabbed_time), first,
                      last - length);
      *end = *start + length;
      return;
    }
  if (range->grip == GRIP_START)
    fixed = range->old_end;
  else if (range->grip == GRIP_END)
    fixed = range->old_start;
  *start = MIN (fixed, time);
  *end = MAX (fixed, time);
}

/* Follows the pointer to where the drag is now. */
void
tv_timeline_drag_range (TvTimeline *self, GdkModifierType state)
{
  TvTimelineRange *range;
  gint64 start;
  gint64 end;
  gint64 time;

  g_return_if_fail (TV_IS_TIMELINE (self) && self->session != NULL);

  range = self->range;
  if (!range->moved && ABS (self->drag_x - self->drag_start_x) < CLICK_REACH)
    return;
  range->moved = TRUE;
  time = range->grip == GRIP_MIDDLE ? tv_timeline_get_time_at (self, self->drag_x)
                                    : snap (self, self->drag_x, self->drag_y, state);
  find_dragged (self, time, &start, &end);
  tv_trace_session_drag_range (self->session, start, end);
}

/* The button is let go of. */
gboolean
tv_timeline_end_range_drag (TvTimeline *self)
{
  gint64 start;
  gint64 end;

  g_return_val_if_fail (TV_IS_TIMELINE (self), FALSE);

  self->range->grip = GRIP_NONE;
  if (!self->range->moved)
    return FALSE;
  if (tv_trace_session_get_range (self->session, &start, &end))
    tv_trace_session_set_range (self->session, start, end);
  return TRUE;
}

/* Brings back what was selected before. */
void
tv_timeline_cancel_range_drag (TvTimeline *self)
{
  TvTimelineRange *range;

  g_return_if_fail (TV_IS_TIMELINE (self));

  range = self->range;
  range->grip = GRIP_NONE;
  if (!range->moved || self->session == NULL)
    return;
  if (range->had_range)
    tv_trace_session_set_range (self->session, range->old_start, range->old_end);
  else
    tv_trace_session_clear_range (self->session);
}

/* Returns whether a range is being dragged out or about right now. */
gboolean
tv_timeline_is_sizing_range (TvTimeline *self)
{
  g_return_val_if_fail (TV_IS_TIMELINE (self), FALSE);

  return self->drag == TV_TIMELINE_DRAG_RANGE && self->range->moved;
}

/* Returns the name of the pointer's shape where it is about the range, NULL elsewhere.
 */
const char *
tv_timeline_get_range_cursor (TvTimeline *self)
{
  Grip grip = self->range->grip;

  if (self->drag != TV_TIMELINE_DRAG_RANGE)
    grip = self->drag == TV_TIMELINE_DRAG_NONE
               ? find_grip (self, self->pointer_part, self->pointer_x, FALSE)
               : GRIP_NONE;
  switch (grip)
    {
    case GRIP_NEW:
      return "text";
    case GRIP_START:
    case GRIP_END:
      return "ew-resize";
    case GRIP_MIDDLE:
      return self->drag == TV_TIMELINE_DRAG_RANGE ? "grabbing" : "grab";
    case GRIP_NONE:
    default:
      return NULL;
    }
}

static void
tv_timeline_set_selects_ranges (TvTimeline *self, gboolean selects)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  self->range->selects = selects;
  tv_timeline_update_pointer (self);
}

/* Draws the range and the marks anew, which lie over the picture, and enables the
 * actions that need one. */
static void
tv_timeline_follow_range (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  tv_timeline_update_range_actions (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
tv_timeline_init_range (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  self->range = g_new0 (TvTimelineRange, 1);
  add_range_actions (self);
  g_signal_group_connect_swapped (self->session_signals, "notify::selected-call",
                                  G_CALLBACK (tv_timeline_update_range_actions), self);
  g_signal_group_connect_swapped (self->session_signals, "notify::range-start",
                                  G_CALLBACK (tv_timeline_follow_range), self);
}

void
tv_timeline_free_range (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  g_clear_pointer (&self->range, g_free);
}

/* The marks A and B in the timeline: setting, dragging and drawing them. */

/* Pixels on either side of a mark that still take hold of it. */
#define MARK_REACH 6

/* Pixels from the bottom of the lanes to the line between the marks. */
#define DISTANCE_HEIGHT 14

struct _TvTimelineMarks
{
  TvMark dragged;
  gint64 dragged_from;
};

static double
get_mark_x (TvTimeline *self, gint64 time)
{
  TvTimeScale scale;

  tv_timeline_get_scale (self, &scale);
  return self->rows_area.x + tv_time_scale_to_x (&scale, time);
}

static gboolean
find_mark (TvTimeline *self, double x, TvMark *found)
{
  double least = MARK_REACH;
  gboolean any = FALSE;

  for (guint mark = 0; mark < TV_N_MARKS; mark++)
    {
      gint64 time;
      double distance;

      if (!tv_trace_session_get_mark (self->session, (TvMark) mark, &time))
        continue;
      distance = ABS (x - get_mark_x (self, time));
      if (distance > least)
        continue;
      least = distance;
      *found = (TvMark) mark;
      any = TRUE;
    }
  return any;
}

/* Begins to drag a mark if there is one in the ruler. */
gboolean
tv_timeline_grab_mark (TvTimeline *self, TvTimelinePart part, double x)
{
  TvTimelineMarks *marks;

  g_return_val_if_fail (TV_IS_TIMELINE (self) && self->session != NULL, FALSE);

  marks = self->marks;
  return part == TV_TIMELINE_PART_RULER && find_mark (self, x, &marks->dragged)
         && tv_trace_session_get_mark (self->session, marks->dragged,
                                       &marks->dragged_from);
}

void
tv_timeline_drag_mark (TvTimeline *self, GdkModifierType state)
{
  const gboolean free = (state & GDK_CONTROL_MASK) != 0;

  g_return_if_fail (TV_IS_TIMELINE (self) && self->session != NULL);

  if (self->drag_x != self->drag_start_x)
    tv_trace_session_set_mark (self->session, self->marks->dragged,
                               tv_timeline_snap (self, self->drag_x, self->drag_y,
                                                 free ? TV_SNAP_NONE : TV_SNAP_CALLS));
}

/* Puts it back to where it was. */
void
tv_timeline_cancel_mark_drag (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  if (self->session != NULL)
    tv_trace_session_set_mark (self->session, self->marks->dragged,
                               self->marks->dragged_from);
}

/* Returns the name of the pointer's shape where it is about a mark, NULL elsewhere. */
const char *
tv_timeline_get_marks_cursor (TvTimeline *self)
{
  TvMark mark;

  if (self->drag == TV_TIMELINE_DRAG_MARK
      || (self->drag == TV_TIMELINE_DRAG_NONE
          && self->pointer_part == TV_TIMELINE_PART_RULER
          && find_mark (self, self->pointer_x, &mark)))
    return "ew-resize";
  return NULL;
}

static void
draw_mark (TvTimeline *self, GtkSnapshot *snapshot, TvMark mark, double x)
{
  const GdkRectangle *ruler = &self->ruler_area;
  const GdkRectangle *lanes = &self->rows_area;
  const TvChip chip = { .text = mark == TV_MARK_A ? C_ ("mark", "A") : C_ ("mark", "B"),
                        .ground = self->text_color,
                        .ink = tv_timeline_get_background (self),
                        .x = x,
                        .y = ruler->y + 1,
                        .left = lanes->x,
                        .right = lanes->x + lanes->width };

  tv_timeline_paint_box (snapshot, &self->text_color, floor (x), ruler->y, 1,
                         lanes->y + lanes->height - ruler->y);
  tv_timeline_paint_chip (GTK_WIDGET (self), snapshot, &chip);
}

/* A line from one to the other at the foot of the lanes, and how long that takes. */
static void
draw_distance (TvTimeline *self, GtkSnapshot *snapshot, const gint64 times[TV_N_MARKS])
{
  const GdkRectangle *lanes = &self->rows_area;
  const gint64 distance = ABS (times[TV_MARK_B] - times[TV_MARK_A]);
  g_autofree char *text = tv_time_format_duration (distance);
  const double a = get_mark_x (self, times[TV_MARK_A]);
  const double b = get_mark_x (self, times[TV_MARK_B]);
  const double left = MAX (MIN (a, b), lanes->x);
  const double right = MIN (MAX (a, b), lanes->x + lanes->width);
  const double y = lanes->y + lanes->height - DISTANCE_HEIGHT;
  const TvChip chip = { .text = text,
                        .ground = self->text_color,
                        .ink = tv_timeline_get_background (self),
                        .x = (left + right) / 2,
                        .y = y - DISTANCE_HEIGHT / 2.0 - 2,
                        .left = lanes->x,
                        .right = lanes->x + lanes->width };

  if (left >= right)
    return;
  tv_timeline_paint_box (snapshot, &self->text_color, left, y, right - left, 1);
  tv_timeline_paint_chip (GTK_WIDGET (self), snapshot, &chip);
}

/* Draws the marks that are in view, and the distance between them. */
void
tv_timeline_snapshot_marks (TvTimeline *self, GtkSnapshot *snapshot)
{
  const GdkRectangle *lanes = &self->rows_area;
  gint64 times[TV_N_MARKS];
  guint n = 0;

  g_return_if_fail (TV_IS_TIMELINE (self) && self->session != NULL);

  for (guint mark = 0; mark < TV_N_MARKS; mark++)
    {
      double x;

      if (!tv_trace_session_get_mark (self->session, (TvMark) mark, &times[mark]))
        continue;
      n++;
      x = get_mark_x (self, times[mark]);
      if (x >= lanes->x && x <= lanes->x + lanes->width)
        draw_mark (self, snapshot, (TvMark) mark, x);
    }
  if (n == TV_N_MARKS)
    draw_distance (self, snapshot, times);
}

void
tv_timeline_init_marks (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  self->marks = g_new0 (TvTimelineMarks, 1);
  g_signal_group_connect_swapped (self->session_signals, "notify::marks",
                                  G_CALLBACK (tv_timeline_follow_range), self);
}

void
tv_timeline_free_marks (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  g_clear_pointer (&self->marks, g_free);
}

/* What keys and menus do with the selected range and the marks. */

#define SELECT_RANGES "select-ranges"
#define GO_BACK_TO_RANGE "go-back-to-range"

static gboolean
select_view (TvTimeline *self)
{
  gint64 start;
  gint64 end;

  tv_trace_session_get_view (self->session, &start, &end);
  tv_trace_session_set_range (self->session, start, end);
  return GDK_EVENT_STOP;
}

static gboolean
select_call_extent (TvTimeline *self)
{
  const TvCallRef ref = tv_trace_session_get_selected_call (self->session);
  TvCalls calls;

  if (ref.thread == TV_THREAD_NONE)
    return GDK_EVENT_PROPAGATE;
  calls = tv_trace_get_calls (tv_trace_session_get_trace (self->session), ref.thread);
  tv_trace_session_set_range (self->session, tv_times_get (&calls.axis_start, ref.call),
                              tv_times_get (&calls.axis_end, ref.call));
  return GDK_EVENT_STOP;
}

static gboolean
select_between_marks (TvTimeline *self)
{
  gint64 a;
  gint64 b;

  if (!tv_trace_session_get_mark (self->session, TV_MARK_A, &a)
      || !tv_trace_session_get_mark (self->session, TV_MARK_B, &b))
    return GDK_EVENT_PROPAGATE;
  tv_trace_session_set_range (self->session, MIN (a, b), MAX (a, b));
  return GDK_EVENT_STOP;
}

static void
show_times (TvTimeline *self, gint64 start, gint64 end)
{
  TvTimeScale scale;

  tv_timeline_get_scale (self, &scale);
  tv_time_scale_set_range (&scale, start, end);
  tv_timeline_show_scale (self, &scale, TV_VIEW_CHANGE_JUMP);
}

/* What is selected in it afterwards, is selected inside it. */
static gboolean
zoom_to_range (TvTimeline *self)
{
  gint64 start;
  gint64 end;

  if (!tv_trace_session_get_range (self->session, &start, &end))
    return GDK_EVENT_PROPAGATE;
  tv_trace_session_enter_range (self->session);
  show_times (self, start, end);
  return GDK_EVENT_STOP;
}

static void
go_back_to (TvTimeline *self, guint depth)
{
  gint64 start;
  gint64 end;

  tv_trace_session_go_back_to_range (self->session, depth);
  if (depth == 0)
    tv_trace_session_get_full_range (self->session, &start, &end);
  else
    tv_trace_session_get_range_step (self->session, depth, &start, &end);
  show_times (self, start, end);
}

static gboolean
leave_range (TvTimeline *self)
{
  const guint depth = tv_trace_session_get_range_depth (self->session);

  if (depth == 0)
    return GDK_EVENT_PROPAGATE;
  go_back_to (self, depth - 1);
  return GDK_EVENT_STOP;
}

static gboolean
clear_range (TvTimeline *self)
{
  if (tv_trace_session_get_range_depth (self->session) == 0)
    return GDK_EVENT_PROPAGATE;
  tv_trace_session_clear_range (self->session);
  return GDK_EVENT_STOP;
}

/* Where the pointer is in the lanes or the ruler, or else in the middle. */
static gboolean
set_mark (TvTimeline *self)
{
  double x = self->rows_area.x + self->rows_area.width / 2.0;

  if (self->pointer_inside
      && (self->pointer_part == TV_TIMELINE_PART_ROWS
          || self->pointer_part == TV_TIMELINE_PART_RULER))
    tv_trace_session_set_next_mark (
        self->session,
        tv_timeline_snap (self, self->pointer_x, self->pointer_y, TV_SNAP_CALLS));
  else
    tv_trace_session_set_next_mark (self->session, tv_timeline_get_time_at (self, x));
  return GDK_EVENT_STOP;
}

static gboolean
clear_marks (TvTimeline *self)
{
  gint64 time;

  if (!tv_trace_session_get_mark (self->session, TV_MARK_A, &time))
    return GDK_EVENT_PROPAGATE;
  tv_trace_session_clear_marks (self->session);
  return GDK_EVENT_STOP;
}

static gboolean
toggle_selects_ranges (TvTimeline *self)
{
  g_action_group_activate_action (G_ACTION_GROUP (self->actions), SELECT_RANGES, NULL);
  return GDK_EVENT_STOP;
}

const TvTimelineAction tv_timeline_range_actions[] = {
  { "select-ranges", "t", toggle_selects_ranges },
  { "select-view", "<Shift>t", select_view },
  { "select-call-extent", "<Shift>f", select_call_extent },
  { "select-between-marks", "<Control>m", select_between_marks },
  { "zoom-to-range", "z", zoom_to_range },
  { "leave-range", "<Shift>z", leave_range },
  { "clear-range", "<Shift>Escape", clear_range },
  { "set-mark", "m", set_mark },
  { "clear-marks", "<Shift>m", clear_marks },
  { NULL, NULL, NULL },
};

static void
change_selects_ranges (GSimpleAction *action, GVariant *state, gpointer user_data)
{
  g_simple_action_set_state (action, state);
  tv_timeline_set_selects_ranges (user_data, g_variant_get_boolean (state));
}

static void
activate_go_back (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvTimeline *self = user_data;
  const guint depth = g_variant_get_uint32 (parameter);

  if (self->session != NULL
      && depth <= tv_trace_session_get_range_depth (self->session))
    go_back_to (self, depth);
}

/* Adds the actions that have a parameter, or a state in place of none: `select-
 * ranges`, whether a plain drag selects a range of time; `go-back-to-range`, which
 * takes the depth of a range that the selected one was narrowed down from. */
static void
add_range_actions (TvTimeline *self)
{
  const GActionEntry entries[] = {
    { SELECT_RANGES, NULL, NULL, "false", change_selects_ranges, { 0 } },
    { GO_BACK_TO_RANGE, activate_go_back, "u", NULL, NULL, { 0 } },
  };

  g_return_if_fail (TV_IS_TIMELINE (self));

  g_action_map_add_action_entries (G_ACTION_MAP (self->actions), entries,
                                   G_N_ELEMENTS (entries), self);
  tv_timeline_update_range_actions (self);
}

static void
set_enabled (TvTimeline *self, const char *name, gboolean enabled)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self->actions), name);

  g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
}

/* Enables the actions for which there is a range, a call or a mark. */
void
tv_timeline_update_range_actions (TvTimeline *self)
{
  gboolean has_range = FALSE;
  gboolean has_call = FALSE;
  gboolean has_a = FALSE;
  gboolean has_b = FALSE;
  gint64 time;

  g_return_if_fail (TV_IS_TIMELINE (self));

  if (self->actions == NULL)
    return;
  if (self->session != NULL)
    {
      has_range = tv_trace_session_get_range_depth (self->session) > 0;
      has_call
          = tv_trace_session_get_selected_call (self->session).thread != TV_THREAD_NONE;
      has_a = tv_trace_session_get_mark (self->session, TV_MARK_A, &time);
      has_b = tv_trace_session_get_mark (self->session, TV_MARK_B, &time);
    }
  set_enabled (self, GO_BACK_TO_RANGE, has_range);
  set_enabled (self, "select-call-extent", has_call);
  set_enabled (self, "select-between-marks", has_a && has_b);
  set_enabled (self, "zoom-to-range", has_range);
  set_enabled (self, "leave-range", has_range);
  set_enabled (self, "clear-range", has_range);
  set_enabled (self, "clear-marks", has_a);
}
