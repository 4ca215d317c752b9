/* SPDX-License-Identifier: Apache-2.0 */

/* A drag that reaches the left or right edge of the lanes takes the view along, so that
   a range or a zoom need not begin and end in one view. */

#include "ui/timeline/timeline-private.h"

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
void
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
