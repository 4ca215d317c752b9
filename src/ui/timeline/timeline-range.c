/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/timeline/timeline-range.h"

#include "analysis/text/time-text.h"
#include "ui/session/range-text.h"
#include "ui/widgets/later.h"
#include <glib/gi18n-lib.h>
#include <math.h>

#define DIM_ALPHA 0.6f
#define BAND_ALPHA 0.2f

/* In pixels. */
#define BAR_HEIGHT 3
#define HANDLE_WIDTH 3
#define CARD_GAP 6
#define CHIP_ROOM 12

/* Pixels from the bottom of the lanes to the line between the marks. */
#define DISTANCE_HEIGHT 14

/* Distance at which a time snaps to an edge. */
#define SNAP_REACH 6

/* The edges of a narrower call cannot be aimed at. */
#define MIN_CALL_WIDTH (2 * SNAP_REACH)

/* Callers of the call under the pointer whose edges are considered. */
#define MAX_CALLERS 64

/* Distance at which the pointer grabs an edge. */
#define EDGE_REACH 4

/* A press that moves less is a click. */
#define CLICK_REACH 3

/* Distance at which the pointer grabs a mark. */
#define MARK_REACH 6

#define GO_BACK_TO_RANGE "go-back-to-range"
#define FOLLOW_VIEW "follow-view"

/* The rest of the view in milliseconds before it becomes the range. */
#define REST_MS 100

/* The target to which a time snaps. */
typedef enum
{
  SNAP_TO_NOTHING = 0,
  SNAP_TO_CALLS = 1 << 0,
  SNAP_TO_MARKS = 1 << 1
} SnapTargets;

/* The nearest target so far. */
typedef struct
{
  TvTimeScale scale;
  double x;
  double distance;
  gint64 time;
} Nearest;

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
  const TvTimelineContext *context;
  TvTimelineView *view;
  TvTimelinePicture *picture;
  gboolean selects; /* whether a plain drag selects a range */
  gboolean follows; /* whether the range is the view */
  TvLater *taking;  /* makes the view the range when it rests */

  /* the range that is being dragged */
  Grip grip; /* none without a drag */
  gboolean moved;
  double grabbed_x;
  gint64 grabbed_time; /* under the pointer when it was pressed */
  gboolean had_range;  /* whether Escape restores an earlier range */
  gint64 old_start;
  gint64 old_end;

  /* the mark that is being dragged */
  TvMark dragged_mark;
  double grabbed_mark_x;
  gint64 old_mark;
};

static void
consider (Nearest *nearest, gint64 time)
{
  const double distance = ABS (tv_time_scale_to_x (&nearest->scale, time) - nearest->x);

  if (distance > SNAP_REACH || distance >= nearest->distance)
    return;
  nearest->distance = distance;
  nearest->time = time;
}

/* Considers the edges of a call and of its callers, whose edges lie further and
 * further out, up to the first without a near edge. */
static void
consider_calls (TvTimelineRange *self, Nearest *nearest, TvCallRef ref)
{
  const TvCalls calls = tv_trace_get_calls (
      tv_trace_session_get_trace (self->context->session), ref.thread);
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

/* Returns the time at a point, snapped to the edges of calls in that row and to
 * marks. Calls too narrow to be told apart are ignored. */
static gint64
snap_to (TvTimelineRange *self, double x, double y, SnapTargets targets)
{
  Nearest nearest = { .distance = G_MAXDOUBLE };

  tv_timeline_view_get_scale (self->view, &nearest.scale);
  nearest.x = CLAMP (x - self->context->rows_area.x, 0, nearest.scale.width);
  nearest.time = tv_timeline_view_get_time_at (self->view, x);
  for (int side = -1; (targets & SNAP_TO_CALLS) != 0 && side <= 1; side++)
    {
      TvCallRef ref;

      if (tv_timeline_picture_pick (self->picture, x + side * SNAP_REACH, y, &ref))
        consider_calls (self, &nearest, ref);
    }
  for (guint mark = 0; (targets & SNAP_TO_MARKS) != 0 && mark < TV_N_MARKS; mark++)
    {
      gint64 time;

      if (tv_trace_session_get_mark (self->context->session, (TvMark) mark, &time))
        consider (&nearest, time);
    }
  return nearest.time;
}

/* Ctrl turns snapping off. */
static gint64
snap (TvTimelineRange *self, double x, double y, GdkModifierType state)
{
  const gboolean free = (state & GDK_CONTROL_MASK) != 0;

  return snap_to (self, x, y, free ? SNAP_TO_NOTHING : SNAP_TO_CALLS | SNAP_TO_MARKS);
}

static Grip
find_edge (TvTimelineRange *self, double x)
{
  gint64 start;
  gint64 end;
  double to_start;
  double to_end;

  if (!tv_trace_session_get_range (self->context->session, &start, &end))
    return GRIP_NONE;
  to_start = ABS (x - tv_timeline_view_get_x (self->view, start));
  to_end = ABS (x - tv_timeline_view_get_x (self->view, end));
  if (MIN (to_start, to_end) > EDGE_REACH)
    return GRIP_NONE;
  /* For an empty range, find_dragged() finds the side. */
  return to_end <= to_start ? GRIP_END : GRIP_START;
}

static gboolean
is_in_range (TvTimelineRange *self, double x)
{
  gint64 start;
  gint64 end;

  return tv_trace_session_get_range (self->context->session, &start, &end)
         && x >= tv_timeline_view_get_x (self->view, start)
         && x < tv_timeline_view_get_x (self->view, end);
}

/* Returns the part that a press grabs. */
static Grip
find_grip (TvTimelineRange *self, TvTimelineArea area, double x, gboolean shift)
{
  if (area == TV_TIMELINE_AREA_RULER)
    {
      Grip edge = find_edge (self, x);

      if (shift || edge != GRIP_NONE)
        return shift ? GRIP_NEW : edge;
      return is_in_range (self, x) ? GRIP_MIDDLE : GRIP_NONE;
    }
  if (area != TV_TIMELINE_AREA_ROWS)
    return GRIP_NONE;
  /* Shift inverts the mode. */
  if (!shift && find_edge (self, x) != GRIP_NONE)
    return find_edge (self, x);
  return shift != self->selects ? GRIP_NEW : GRIP_NONE;
}

/* The user has chosen another range than the view. */
static void
stop_following (TvTimelineRange *self)
{
  self->follows = FALSE;
  tv_later_cancel (&self->taking);
  tv_timeline_action_set_state (self->context, FOLLOW_VIEW,
                                g_variant_new_boolean (FALSE));
}

/* Begins to drag a range, if a press at this place does so: a new one with Shift, or
 * without it in selection mode; else the selected one at its edges, or in the ruler as
 * a whole. */
gboolean
tv_timeline_range_grab (TvTimelineRange *self, TvTimelineArea area, double x, double y,
                        GdkModifierType state)
{
  self->grip = find_grip (self, area, x, (state & GDK_SHIFT_MASK) != 0);
  if (self->grip == GRIP_NONE)
    return FALSE;
  if (self->follows)
    stop_following (self);
  self->moved = FALSE;
  self->grabbed_x = x;
  self->had_range = tv_trace_session_get_range (self->context->session,
                                                &self->old_start, &self->old_end);
  self->grabbed_time = self->grip == GRIP_NEW
                           ? snap (self, x, y, state)
                           : tv_timeline_view_get_time_at (self->view, x);
  return TRUE;
}

/* Returns the range between the fixed end and @time. */
static void
find_dragged (TvTimelineRange *self, gint64 time, gint64 *start, gint64 *end)
{
  gint64 fixed = self->grabbed_time;

  if (self->grip == GRIP_MIDDLE)
    {
      const gint64 length = self->old_end - self->old_start;
      gint64 first;
      gint64 last;

      tv_trace_get_axis_range (tv_trace_session_get_trace (self->context->session),
                               &first, &last);
      *start
          = CLAMP (self->old_start + (time - self->grabbed_time), first, last - length);
      *end = *start + length;
      return;
    }
  if (self->grip == GRIP_START)
    fixed = self->old_end;
  else if (self->grip == GRIP_END)
    fixed = self->old_start;
  *start = MIN (fixed, time);
  *end = MAX (fixed, time);
}

/* Extends or moves the range to a point. */
void
tv_timeline_range_drag (TvTimelineRange *self, double x, double y,
                        GdkModifierType state)
{
  gint64 start;
  gint64 end;
  gint64 time;

  if (!self->moved && ABS (x - self->grabbed_x) < CLICK_REACH)
    return;
  self->moved = TRUE;
  time = self->grip == GRIP_MIDDLE ? tv_timeline_view_get_time_at (self->view, x)
                                   : snap (self, x, y, state);
  find_dragged (self, time, &start, &end);
  tv_trace_session_drag_range (self->context->session, start, end);
}

/* Ends the drag. Returns FALSE if it was a click. */
gboolean
tv_timeline_range_end_drag (TvTimelineRange *self)
{
  gint64 start;
  gint64 end;

  self->grip = GRIP_NONE;
  if (!self->moved)
    return FALSE;
  if (tv_trace_session_get_range (self->context->session, &start, &end))
    tv_trace_session_set_range (self->context->session, start, end);
  return TRUE;
}

/* Restores the range from before the drag. */
void
tv_timeline_range_cancel_drag (TvTimelineRange *self)
{
  self->grip = GRIP_NONE;
  if (!self->moved || self->context->session == NULL)
    return;
  if (self->had_range)
    tv_trace_session_set_range (self->context->session, self->old_start, self->old_end);
  else
    tv_trace_session_clear_range (self->context->session);
}

/* Returns the name of the cursor over the range or while it is dragged, NULL
 * elsewhere. */
const char *
tv_timeline_range_get_cursor (TvTimelineRange *self)
{
  const TvTimelineHover *hover = &self->context->hover;
  const gboolean drags = self->grip != GRIP_NONE;

  switch (drags ? self->grip : find_grip (self, hover->area, hover->x, FALSE))
    {
    case GRIP_NEW:
      return "text";
    case GRIP_START:
    case GRIP_END:
      return "ew-resize";
    case GRIP_MIDDLE:
      return drags ? "grabbing" : "grab";
    case GRIP_NONE:
    default:
      return NULL;
    }
}

static gboolean
find_mark (TvTimelineRange *self, double x, TvMark *found)
{
  double least = MARK_REACH;
  gboolean any = FALSE;

  for (guint mark = 0; mark < TV_N_MARKS; mark++)
    {
      gint64 time;
      double distance;

      if (!tv_trace_session_get_mark (self->context->session, (TvMark) mark, &time))
        continue;
      distance = ABS (x - tv_timeline_view_get_x (self->view, time));
      if (distance > least)
        continue;
      least = distance;
      *found = (TvMark) mark;
      any = TRUE;
    }
  return any;
}

/* Begins to drag a mark if there is one in the ruler at @x. */
gboolean
tv_timeline_range_grab_mark (TvTimelineRange *self, TvTimelineArea area, double x)
{
  self->grabbed_mark_x = x;
  return area == TV_TIMELINE_AREA_RULER && find_mark (self, x, &self->dragged_mark)
         && tv_trace_session_get_mark (self->context->session, self->dragged_mark,
                                       &self->old_mark);
}

void
tv_timeline_range_drag_mark (TvTimelineRange *self, double x, double y,
                             GdkModifierType state)
{
  const gboolean free = (state & GDK_CONTROL_MASK) != 0;

  if (x != self->grabbed_mark_x)
    tv_trace_session_set_mark (
        self->context->session, self->dragged_mark,
        snap_to (self, x, y, free ? SNAP_TO_NOTHING : SNAP_TO_CALLS));
}

/* Restores the mark. */
void
tv_timeline_range_cancel_mark_drag (TvTimelineRange *self)
{
  if (self->context->session != NULL)
    tv_trace_session_set_mark (self->context->session, self->dragged_mark,
                               self->old_mark);
}

static gboolean
select_view (gpointer data, int argument)
{
  TvTimelineRange *self = data;
  gint64 start;
  gint64 end;

  tv_trace_session_get_view (self->context->session, &start, &end);
  tv_trace_session_set_range (self->context->session, start, end);
  return GDK_EVENT_STOP;
}

static void
take_view (gpointer data)
{
  TvTimelineRange *self = data;

  TvTimeScale scale;

  if (self->context->session == NULL)
    return;
  tv_timeline_view_get_scale (self->view, &scale);
  if (tv_time_scale_shows_all (&scale))
    tv_trace_session_clear_range (self->context->session);
  else
    select_view (self, 0);
}

/* Must be called when the view changes. */
void
tv_timeline_range_follow_view (TvTimelineRange *self)
{
  if (self->follows)
    tv_later_add (&self->taking, REST_MS, take_view, self);
}

static gboolean
change_follows (gpointer data, GVariant *state)
{
  TvTimelineRange *self = data;

  self->follows = g_variant_get_boolean (state);
  tv_later_cancel (&self->taking);
  if (self->follows)
    take_view (self);
  else if (self->context->session != NULL)
    tv_trace_session_clear_range (self->context->session);
  return TRUE;
}

static gboolean
select_call_extent (gpointer data, int argument)
{
  TvTimelineRange *self = data;
  const TvCallRef call = tv_trace_session_get_selected_call (self->context->session);
  gint64 start;
  gint64 end;

  if (call.thread == TV_THREAD_NONE)
    return GDK_EVENT_PROPAGATE;
  tv_timeline_view_get_call_times (self->view, call, &start, &end);
  tv_trace_session_set_range (self->context->session, start, end);
  return GDK_EVENT_STOP;
}

static gboolean
select_between_marks (gpointer data, int argument)
{
  TvTimelineRange *self = data;
  gint64 a;
  gint64 b;

  if (!tv_trace_session_get_mark (self->context->session, TV_MARK_A, &a)
      || !tv_trace_session_get_mark (self->context->session, TV_MARK_B, &b))
    return GDK_EVENT_PROPAGATE;
  tv_trace_session_set_range (self->context->session, MIN (a, b), MAX (a, b));
  return GDK_EVENT_STOP;
}

/* A range that is selected afterwards is nested in it. */
static gboolean
zoom_to_range (gpointer data, int argument)
{
  TvTimelineRange *self = data;
  gint64 start;
  gint64 end;

  if (!tv_trace_session_get_range (self->context->session, &start, &end))
    return GDK_EVENT_PROPAGATE;
  tv_trace_session_enter_range (self->context->session);
  tv_timeline_view_show_times (self->view, start, end, TV_VIEW_CHANGE_JUMP);
  return GDK_EVENT_STOP;
}

static void
go_back_to (TvTimelineRange *self, guint depth)
{
  gint64 start;
  gint64 end;

  tv_trace_session_go_back_to_range (self->context->session, depth);
  if (depth == 0)
    tv_trace_session_get_full_range (self->context->session, &start, &end);
  else
    tv_trace_session_get_range_step (self->context->session, depth, &start, &end);
  tv_timeline_view_show_times (self->view, start, end, TV_VIEW_CHANGE_JUMP);
}

static gboolean
leave_range (gpointer data, int argument)
{
  TvTimelineRange *self = data;
  const guint depth = tv_trace_session_get_range_depth (self->context->session);

  if (depth == 0)
    return GDK_EVENT_PROPAGATE;
  go_back_to (self, depth - 1);
  return GDK_EVENT_STOP;
}

static gboolean
clear_range (gpointer data, int argument)
{
  TvTimelineRange *self = data;

  if (tv_trace_session_get_range_depth (self->context->session) == 0)
    return GDK_EVENT_PROPAGATE;
  tv_trace_session_clear_range (self->context->session);
  return GDK_EVENT_STOP;
}

/* Sets a mark at the pointer if it is over the lanes or the ruler, else in the
 * middle. */
static gboolean
set_mark (gpointer data, int argument)
{
  TvTimelineRange *self = data;
  double x = self->context->rows_area.x + self->context->rows_area.width / 2.0;

  if (tv_timeline_points_at_time (self->context))
    tv_trace_session_set_next_mark (
        self->context->session,
        snap_to (self, self->context->hover.x, self->context->hover.y, SNAP_TO_CALLS));
  else
    tv_trace_session_set_next_mark (self->context->session,
                                    tv_timeline_view_get_time_at (self->view, x));
  return GDK_EVENT_STOP;
}

static gboolean
clear_marks (gpointer data, int argument)
{
  TvTimelineRange *self = data;
  gint64 time;

  if (!tv_trace_session_get_mark (self->context->session, TV_MARK_A, &time))
    return GDK_EVENT_PROPAGATE;
  tv_trace_session_clear_marks (self->context->session);
  return GDK_EVENT_STOP;
}

static gboolean
change_selects_ranges (gpointer data, GVariant *state)
{
  TvTimelineRange *self = data;

  self->selects = g_variant_get_boolean (state);
  tv_timeline_queue_update (self->context);
  return TRUE;
}

const TvTimelineAction tv_timeline_range_actions[] = {
  { "select-ranges", "t", .state = "false", .change = change_selects_ranges },
  { "select-view", "<Shift>t", select_view, .argument = 0 },
  { FOLLOW_VIEW, "<Alt>t", .state = "false", .change = change_follows },
  { "select-call-extent", "<Shift>f", select_call_extent, .argument = 0 },
  { "select-between-marks", "<Control>m", select_between_marks, .argument = 0 },
  { "zoom-to-range", "z", zoom_to_range, .argument = 0 },
  { "leave-range", "<Shift>z", leave_range, .argument = 0 },
  { "clear-range", "<Shift>Escape", clear_range, .argument = 0 },
  { "set-mark", "m", set_mark, .argument = 0 },
  { "clear-marks", "<Shift>m", clear_marks, .argument = 0 },
  { 0 },
};

static void
activate_go_back (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  TvTimelineRange *self = user_data;
  const guint depth = g_variant_get_uint32 (parameter);

  if (self->context->session != NULL
      && depth <= tv_trace_session_get_range_depth (self->context->session))
    go_back_to (self, depth);
}

/* Enables the actions that have a range, a call or a mark. */
void
tv_timeline_range_sync_actions (TvTimelineRange *self)
{
  gboolean has_range = FALSE;
  gboolean has_call = FALSE;
  gboolean has_a = FALSE;
  gboolean has_b = FALSE;
  gint64 time;

  if (self->context->session != NULL)
    {
      has_range = tv_trace_session_get_range_depth (self->context->session) > 0;
      has_call = tv_trace_session_get_selected_call (self->context->session).thread
                 != TV_THREAD_NONE;
      has_a = tv_trace_session_get_mark (self->context->session, TV_MARK_A, &time);
      has_b = tv_trace_session_get_mark (self->context->session, TV_MARK_B, &time);
    }
  tv_timeline_action_set_enabled (self->context, GO_BACK_TO_RANGE, has_range);
  tv_timeline_action_set_enabled (self->context, "select-call-extent", has_call);
  tv_timeline_action_set_enabled (self->context, "select-between-marks",
                                  has_a && has_b);
  tv_timeline_action_set_enabled (self->context, "zoom-to-range", has_range);
  tv_timeline_action_set_enabled (self->context, "leave-range", has_range);
  tv_timeline_action_set_enabled (self->context, "clear-range", has_range);
  tv_timeline_action_set_enabled (self->context, "clear-marks", has_a);
}

/* Adds `go-back-to-range`, too, with the depth of an outer range. */
TvTimelineRange *
tv_timeline_range_new (const TvTimelineContext *context, TvTimelineView *view,
                       TvTimelinePicture *picture)
{
  const GActionEntry go_back
      = { GO_BACK_TO_RANGE, activate_go_back, "u", NULL, NULL, { 0 } };
  TvTimelineRange *self = g_new0 (TvTimelineRange, 1);

  self->context = context;
  self->view = view;
  self->picture = picture;
  tv_timeline_actions_add (context, tv_timeline_range_actions, self);
  g_action_map_add_action_entries (context->actions, &go_back, 1, self);
  tv_timeline_range_sync_actions (self);
  return self;
}

void
tv_timeline_range_free (TvTimelineRange *self)
{
  tv_later_cancel (&self->taking);
  g_free (self);
}

/* The picture of the range and of the marks. */

static GdkRGBA
get_background (const TvTimelineRange *self)
{
  return tv_color_to_rgba (self->context->colors.background, 1);
}

/* Returns black or white, whichever contrasts more with @ground. */
static GdkRGBA
get_ink (const GdkRGBA *ground)
{
  return tv_timeline_get_luminance (ground) > 0.6f ? (GdkRGBA){ 0, 0, 0, 1 }
                                                   : (GdkRGBA){ 1, 1, 1, 1 };
}

/* Rounds to whole device pixels, so that lines are sharp. */
static double
snap_to_pixel (const TvTimelineRange *self, double x)
{
  const int factor = gtk_widget_get_scale_factor (self->context->widget);

  return floor (x * factor + 0.5) / factor;
}

static void
dim_outside (const TvTimelineRange *self, GtkSnapshot *snapshot, double left,
             double right)
{
  const GdkRectangle *lanes = &self->context->rows_area;
  GdkRGBA color = get_background (self);

  color.alpha = DIM_ALPHA;
  tv_timeline_paint_box (snapshot, &color, lanes->x, lanes->y, left - lanes->x,
                         lanes->height);
  tv_timeline_paint_box (snapshot, &color, right, lanes->y,
                         lanes->x + lanes->width - right, lanes->height);
}

/* Lightens the accent of a dark theme, which is too dark for a line. */
static GdkRGBA
get_line_color (const TvTimelineRange *self)
{
  const GdkRGBA *text = &self->context->text_color;

  return tv_timeline_mix (&self->context->accent_color, text,
                          tv_timeline_get_luminance (text) > 0.5f ? 0.4f : 0);
}

static void
draw_edge (const TvTimelineRange *self, GtkSnapshot *snapshot, double x)
{
  const GdkRectangle *ruler = &self->context->ruler_area;
  const GdkRectangle *lanes = &self->context->rows_area;
  const GdkRGBA color = get_line_color (self);

  if (x < lanes->x || x > lanes->x + lanes->width)
    return;
  x = MIN (x, lanes->x + lanes->width - 1);
  tv_timeline_paint_box (snapshot, &color, x, ruler->y, 1,
                         lanes->y + lanes->height - ruler->y);
  tv_timeline_paint_box (snapshot, &color, x - (HANDLE_WIDTH - 1) / 2.0, ruler->y,
                         HANDLE_WIDTH, ruler->height);
}

/* Draws the length of the range in the ruler. */
static void
draw_measure (const TvTimelineRange *self, GtkSnapshot *snapshot, double left,
              double right, gint64 length)
{
  const GdkRectangle *ruler = &self->context->ruler_area;
  g_autofree char *text
      = tv_trace_session_dup_duration (self->context->session, length);
  const GdkRGBA line = get_line_color (self);
  GdkRGBA color = self->context->accent_color;
  g_auto (TvChip) chip = { .text = text,
                           .ground = self->context->accent_color,
                           .ink = get_ink (&self->context->accent_color),
                           .x = (left + right) / 2,
                           .y = ruler->y + 1,
                           .left = left + CHIP_ROOM,
                           .right = right - CHIP_ROOM };

  tv_timeline_picture_clear_ruler (self->picture, snapshot, &chip);
  color.alpha = BAND_ALPHA;
  tv_timeline_paint_box (snapshot, &color, left, ruler->y, right - left, ruler->height);
  tv_timeline_paint_box (snapshot, &line, left, ruler->y + ruler->height - BAR_HEIGHT,
                         right - left, BAR_HEIGHT);
  tv_timeline_paint_chip (self->context->widget, snapshot, &chip);
}

/* While a range is dragged, its text is shown near it. */
static void
draw_card (const TvTimelineRange *self, GtkSnapshot *snapshot, double left,
           double right, gint64 start, gint64 end)
{
  const GdkRectangle *lanes = &self->context->rows_area;
  g_autofree char *text = tv_range_dup_text (self->context->session, start, end);
  g_auto (TvChip) chip = { .text = text,
                           .ground = self->context->accent_color,
                           .ink = get_ink (&self->context->accent_color),
                           .x = (left + right) / 2,
                           .y = lanes->y + CARD_GAP,
                           .left = lanes->x + CARD_GAP,
                           .right = lanes->x + lanes->width - CARD_GAP };

  tv_timeline_paint_chip (self->context->widget, snapshot, &chip);
}

/* Draws the selected range over the picture: the rest is dimmed. */
void
tv_timeline_range_snapshot (const TvTimelineRange *self, GtkSnapshot *snapshot)
{
  const GdkRectangle *lanes = &self->context->rows_area;
  TvTimeScale scale;
  gint64 start;
  gint64 end;
  double from;
  double to;
  double left;
  double right;

  if (!tv_trace_session_get_range (self->context->session, &start, &end))
    return;
  tv_timeline_view_get_scale (self->view, &scale);
  from = snap_to_pixel (self, lanes->x + tv_time_scale_to_x (&scale, start));
  to = snap_to_pixel (self, lanes->x + tv_time_scale_to_x (&scale, end));
  left = CLAMP (from, lanes->x, lanes->x + lanes->width);
  right = CLAMP (to, lanes->x, lanes->x + lanes->width);

  dim_outside (self, snapshot, left, right);
  draw_measure (self, snapshot, left, right, end - start);
  draw_edge (self, snapshot, from);
  draw_edge (self, snapshot, to);
  if (self->grip != GRIP_NONE && self->moved)
    draw_card (self, snapshot, left, right, start, end);
}

/* Draws a short text over the ruler, in the middle of @x where there is room. */
void
tv_timeline_range_write_in_ruler (const TvTimelineRange *self, GtkSnapshot *snapshot,
                                  const char *text, double x)
{
  const GdkRectangle *ruler = &self->context->ruler_area;
  g_auto (TvChip) chip = { .text = text,
                           .ground = self->context->text_color,
                           .ink = get_background (self),
                           .x = x,
                           .y = ruler->y + 1,
                           .left = ruler->x,
                           .right = ruler->x + ruler->width };

  tv_timeline_picture_clear_ruler (self->picture, snapshot, &chip);
  tv_timeline_paint_chip (self->context->widget, snapshot, &chip);
}

static void
draw_mark (const TvTimelineRange *self, GtkSnapshot *snapshot, TvMark mark, double x)
{
  const GdkRectangle *ruler = &self->context->ruler_area;
  const GdkRectangle *lanes = &self->context->rows_area;

  tv_timeline_paint_box (snapshot, &self->context->text_color, floor (x), ruler->y, 1,
                         lanes->y + lanes->height - ruler->y);
  tv_timeline_range_write_in_ruler (
      self, snapshot, mark == TV_MARK_A ? C_ ("mark", "A") : C_ ("mark", "B"), x);
}

/* Draws a line between the marks at the bottom of the lanes, and its length. */
static void
draw_distance (const TvTimelineRange *self, GtkSnapshot *snapshot,
               const gint64 times[TV_N_MARKS])
{
  const GdkRectangle *lanes = &self->context->rows_area;
  const gint64 distance = ABS (times[TV_MARK_B] - times[TV_MARK_A]);
  g_autofree char *text
      = tv_trace_session_dup_duration (self->context->session, distance);
  const double a = tv_timeline_view_get_x (self->view, times[TV_MARK_A]);
  const double b = tv_timeline_view_get_x (self->view, times[TV_MARK_B]);
  const double left = MAX (MIN (a, b), lanes->x);
  const double right = MIN (MAX (a, b), lanes->x + lanes->width);
  const double y = lanes->y + lanes->height - DISTANCE_HEIGHT;
  g_auto (TvChip) chip = { .text = text,
                           .ground = self->context->text_color,
                           .ink = get_background (self),
                           .x = (left + right) / 2,
                           .y = y - DISTANCE_HEIGHT / 2.0 - 2,
                           .left = lanes->x,
                           .right = lanes->x + lanes->width };

  if (left >= right)
    return;
  tv_timeline_paint_box (snapshot, &self->context->text_color, left, y, right - left,
                         1);
  tv_timeline_paint_chip (self->context->widget, snapshot, &chip);
}

/* Draws the marks in view, and the distance between them. */
void
tv_timeline_range_snapshot_marks (const TvTimelineRange *self, GtkSnapshot *snapshot)
{
  const GdkRectangle *lanes = &self->context->rows_area;
  gint64 times[TV_N_MARKS];
  guint n = 0;

  for (guint mark = 0; mark < TV_N_MARKS; mark++)
    {
      double x;

      if (!tv_trace_session_get_mark (self->context->session, (TvMark) mark,
                                      &times[mark]))
        continue;
      n++;
      x = tv_timeline_view_get_x (self->view, times[mark]);
      if (x >= lanes->x && x <= lanes->x + lanes->width)
        draw_mark (self, snapshot, (TvMark) mark, x);
    }
  if (n == TV_N_MARKS)
    draw_distance (self, snapshot, times);
}
