/* SPDX-License-Identifier: Apache-2.0 */

/* The marks A and B in the timeline: setting, dragging and drawing them. */

#include "config.h"

#include "draw/time-text.h"
#include "ui/session/session-marks.h"
#include "ui/timeline/timeline-paint.h"
#include "ui/timeline/timeline-private.h"
#include "ui/timeline/timeline-snap.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Pixels on either side of a mark that still take hold of it. */
#define REACH 6

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
  double least = REACH;
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
