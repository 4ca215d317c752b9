/* SPDX-License-Identifier: Apache-2.0 */

/* The selected range of time in the timeline: dragging it out, its edges and itself. */

#include "ui/timeline/timeline-private.h"
#include "ui/timeline/timeline-snap.h"

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

void
tv_timeline_set_selects_ranges (TvTimeline *self, gboolean selects)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  self->range->selects = selects;
  tv_timeline_update_pointer (self);
}

/* Draws the range and the marks anew, which lie over the picture, and enables the
 * actions that need one. */
void
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
  tv_timeline_add_range_actions (self);
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
