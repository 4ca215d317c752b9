/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/timeline-private.h"

/* Parts of the view that a step of the scroll bar moves. */
#define STEPS_PER_VIEW 20

#define ZOOM_STEP 1.5

/* Where a call is zoomed to, it takes this part of the view. */
#define SELECTION_SHARE 0.8

/* A step to the side moves the view by this part of it. */
#define STEP_SHARE 0.1

/* A call that a step leads to is zoomed to where it is narrower than the first, until
 * it is as wide as the second, in pixels. */
#define LEAST_CALL_WIDTH 2
#define GOOD_CALL_WIDTH 40

void
tv_timeline_get_scale (TvTimeline *self, TvTimeScale *scale)
{
  gint64 start;
  gint64 end;

  g_return_if_fail (TV_IS_TIMELINE (self) && self->session != NULL);

  tv_trace_session_get_full_range (self->session, &start, &end);
  tv_time_scale_init (scale, start, end, MAX (self->rows_area.width, 1));
  tv_time_scale_set_least_span (
      scale, tv_trace_get_time_unit (tv_trace_session_get_trace (self->session)));
  tv_trace_session_get_view (self->session, &start, &end);
  tv_time_scale_set_range (scale, start, end);
}

/* Changes the session's view, and remembers the present one to go back to. */
void
tv_timeline_show_scale (TvTimeline *self, const TvTimeScale *scale, TvViewChange change)
{
  gint64 start;
  gint64 end;

  g_return_if_fail (TV_IS_TIMELINE (self) && self->session != NULL);

  tv_trace_session_get_view (self->session, &start, &end);
  if (start == scale->start && end == scale->end)
    return;
  tv_view_history_leave (self->history, start, end, change, g_get_monotonic_time ());
  tv_trace_session_set_view (self->session, scale->start, scale->end);
}

void
tv_timeline_zoom_at (TvTimeline *self, double x, double factor)
{
  TvTimeScale scale;

  g_return_if_fail (TV_IS_TIMELINE (self));

  if (self->session == NULL || !(factor > 0))
    return;
  tv_timeline_get_scale (self, &scale);
  tv_time_scale_zoom (&scale, CLAMP (x, 0, scale.width), factor);
  tv_timeline_show_scale (self, &scale, TV_VIEW_CHANGE_ZOOM);
}

/* Moves the view. Where a pixel is less than the clock tells, pixels add up until they
 * are worth a move. */
void
tv_timeline_pan (TvTimeline *self, double dx)
{
  TvTimeScale scale;
  gint64 start;

  g_return_if_fail (TV_IS_TIMELINE (self));

  if (self->session == NULL)
    return;
  tv_timeline_get_scale (self, &scale);
  start = scale.start;
  dx += self->pan_rest;
  tv_time_scale_pan (&scale, dx);
  self->pan_rest
      = scale.start == start && ABS (dx) < tv_time_scale_to_x (&scale, start + 1) ? dx
                                                                                  : 0;
  tv_timeline_show_scale (self, &scale, TV_VIEW_CHANGE_PAN);
}

/* Moves the view by a part of its width for each step, and by a unit of the clock at
 * least. */
void
tv_timeline_pan_step (TvTimeline *self, double n_steps)
{
  TvTimeScale scale;
  double least;
  double dx;

  g_return_if_fail (TV_IS_TIMELINE (self));

  if (self->session == NULL)
    return;
  tv_timeline_get_scale (self, &scale);
  least = tv_time_scale_to_x (&scale, scale.start + scale.least_span);
  dx = n_steps * STEP_SHARE * scale.width;
  self->pan_rest = 0;
  tv_timeline_pan (self, n_steps > 0 ? MAX (dx, least) : MIN (dx, -least));
}

void
tv_timeline_scroll_rows (TvTimeline *self, double dy)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  gtk_adjustment_set_value (self->vertical,
                            gtk_adjustment_get_value (self->vertical) + dy);
}

static void
zoom_about_pointer (TvTimeline *self, double factor)
{
  double x = self->rows_area.width / 2.0;

  if (self->pointer_inside
      && (self->pointer_part == TV_TIMELINE_PART_ROWS
          || self->pointer_part == TV_TIMELINE_PART_RULER))
    x = self->pointer_x - self->rows_area.x;
  tv_timeline_zoom_at (self, x, factor);
}

/* Shows less time in more detail, about the pointer if it is over the lanes and about
 * the middle otherwise. */
void
tv_timeline_zoom_in (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  zoom_about_pointer (self, ZOOM_STEP);
}

/* The reverse of tv_timeline_zoom_in(). */
void
tv_timeline_zoom_out (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  zoom_about_pointer (self, 1 / ZOOM_STEP);
}

/* Shows the whole trace. */
void
tv_timeline_zoom_all (TvTimeline *self)
{
  TvTimeScale scale;

  g_return_if_fail (TV_IS_TIMELINE (self));

  if (self->session == NULL)
    return;
  tv_timeline_get_scale (self, &scale);
  tv_time_scale_show_all (&scale);
  tv_timeline_show_scale (self, &scale, TV_VIEW_CHANGE_JUMP);
}

static void
go_through_history (TvTimeline *self,
                    gboolean (*go) (TvViewHistory *history, gint64 *start, gint64 *end))
{
  gint64 start;
  gint64 end;

  g_return_if_fail (TV_IS_TIMELINE (self));

  if (self->session == NULL)
    return;
  tv_trace_session_get_view (self->session, &start, &end);
  if (go (self->history, &start, &end))
    tv_trace_session_set_view (self->session, start, end);
}

/* Shows what was in view before, if anything was. */
void
tv_timeline_zoom_back (TvTimeline *self)
{
  go_through_history (self, tv_view_history_go_back);
}

/* The reverse of tv_timeline_zoom_back(). */
void
tv_timeline_zoom_forward (TvTimeline *self)
{
  go_through_history (self, tv_view_history_go_forward);
}

static void
get_call_range (TvTimeline *self, TvCallRef call, gint64 *start, gint64 *end)
{
  TvCalls calls
      = tv_trace_get_calls (tv_trace_session_get_trace (self->session), call.thread);

  *start = tv_times_get (&calls.axis_start, call.call);
  *end = tv_times_get (&calls.axis_end, call.call);
}

/* Zooms about the middle of a call that could hardly be seen. */
static void
widen_call (TvTimeScale *scale, gint64 start, gint64 end)
{
  gint64 length = MAX (end - start, scale->least_span);
  gint64 middle = start + (end - start) / 2;
  gint64 span = (gint64) ((double) length * MAX (scale->width / GOOD_CALL_WIDTH, 1));

  tv_time_scale_set_range (scale, middle - span / 2, middle + span - span / 2);
}

/* Brings a call into view: moves the view as far as it must, and zooms in only where
 * the call would be too narrow to be seen. */
void
tv_timeline_show_call (TvTimeline *self, TvCallRef call)
{
  TvTimeScale scale;
  gint64 span;
  gint64 start;
  gint64 end;

  g_return_if_fail (TV_IS_TIMELINE (self) && self->session != NULL);

  get_call_range (self, call, &start, &end);
  tv_timeline_get_scale (self, &scale);
  span = scale.end - scale.start;
  if ((double) (end - start) < LEAST_CALL_WIDTH * tv_time_scale_get_pixel_time (&scale))
    widen_call (&scale, start, end);
  else if (end - start < span && (start < scale.start || end > scale.end))
    tv_time_scale_set_range (&scale, start - (span - (end - start)) / 2,
                             start - (span - (end - start)) / 2 + span);
  else if (start >= scale.end || end <= scale.start)
    tv_time_scale_set_range (&scale, start - span / 10, start - span / 10 + span);
  tv_timeline_show_scale (self, &scale, TV_VIEW_CHANGE_PAN);
}

/* Shows the selected call with a little of what is round it. Without a selected call
 * nothing happens. */
void
tv_timeline_zoom_to_selection (TvTimeline *self)
{
  TvTimeScale scale;
  gint64 start;
  gint64 end;
  gint64 margin;
  TvCallRef call;

  g_return_if_fail (TV_IS_TIMELINE (self));

  call = (TvCallRef){ TV_THREAD_NONE, 0 };
  if (self->session != NULL)
    call = tv_trace_session_get_selected_call (self->session);
  if (call.thread == TV_THREAD_NONE)
    return;

  get_call_range (self, call, &start, &end);
  margin
      = (gint64) ((double) (end - start) * (1 - SELECTION_SHARE) / 2 / SELECTION_SHARE);

  tv_timeline_get_scale (self, &scale);
  tv_time_scale_set_range (&scale, start - margin, end + margin);
  tv_timeline_show_scale (self, &scale, TV_VIEW_CHANGE_JUMP);
}

static void
follow_horizontal_bar (GtkAdjustment *adjustment, TvTimeline *self)
{
  TvTimeScale scale;
  gint64 start;
  gint64 end;
  gint64 moved;

  if (self->session == NULL)
    return;
  tv_trace_session_get_view (self->session, &start, &end);
  moved = (gint64) gtk_adjustment_get_value (adjustment);
  tv_timeline_get_scale (self, &scale);
  tv_time_scale_set_range (&scale, moved, moved + (end - start));
  tv_timeline_show_scale (self, &scale, TV_VIEW_CHANGE_PAN);
}

static void
follow_vertical_bar (TvTimeline *self)
{
  tv_timeline_update_pointer (self);
  tv_timeline_redraw (self);
}

/* Has the horizontal scroll bar show the session's view; without one, or when all is
 * in view, there is none. */
void
tv_timeline_sync_horizontal (TvTimeline *self)
{
  TvTimeScale scale;
  double span;

  g_return_if_fail (TV_IS_TIMELINE (self));

  if (self->session == NULL)
    {
      gtk_widget_set_visible (self->horizontal_bar, FALSE);
      return;
    }
  tv_timeline_get_scale (self, &scale);

  span = (double) (scale.end - scale.start);
  g_signal_handlers_block_by_func (self->horizontal, follow_horizontal_bar, self);
  gtk_adjustment_configure (self->horizontal, (double) scale.start,
                            (double) scale.full_start, (double) scale.full_end,
                            span / STEPS_PER_VIEW, span, span);
  g_signal_handlers_unblock_by_func (self->horizontal, follow_horizontal_bar, self);
  gtk_widget_set_visible (self->horizontal_bar, !tv_time_scale_shows_all (&scale));
}

double
tv_timeline_get_row_step (TvTimeline *self)
{
  g_return_val_if_fail (TV_IS_TIMELINE (self), TV_ROW_HEIGHT);

  return self->layout != NULL ? tv_timeline_layout_get_row_height (self->layout)
                              : TV_ROW_HEIGHT;
}

/* Has the vertical scroll bar know how many rows there are and how many are in sight.
 */
void
tv_timeline_sync_vertical (TvTimeline *self)
{
  double page;
  double step;
  double height;
  double upper;
  double value;

  g_return_if_fail (TV_IS_TIMELINE (self));

  page = self->rows_area.height;
  height = 0;
  if (self->layout != NULL)
    height = (double) tv_timeline_layout_get_height (self->layout);
  step = tv_timeline_get_row_step (self);
  upper = MAX (height, page);
  value = CLAMP (gtk_adjustment_get_value (self->vertical), 0, upper - page);

  gtk_adjustment_configure (self->vertical, value, 0, upper, step,
                            MAX (page - step, step), page);
}

/* Adds the scroll bars. */
void
tv_timeline_init_view (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  self->horizontal = g_object_ref_sink (gtk_adjustment_new (0, 0, 0, 0, 0, 0));
  self->vertical = g_object_ref_sink (gtk_adjustment_new (0, 0, 0, 0, 0, 0));
  g_signal_connect_object (self->horizontal, "value-changed",
                           G_CALLBACK (follow_horizontal_bar), self, 0);
  g_signal_connect_object (self->vertical, "value-changed",
                           G_CALLBACK (follow_vertical_bar), self, G_CONNECT_SWAPPED);

  self->horizontal_bar
      = gtk_scrollbar_new (GTK_ORIENTATION_HORIZONTAL, self->horizontal);
  self->vertical_bar = gtk_scrollbar_new (GTK_ORIENTATION_VERTICAL, self->vertical);
  gtk_widget_set_visible (self->horizontal_bar, FALSE);
  gtk_widget_set_parent (self->horizontal_bar, GTK_WIDGET (self));
  gtk_widget_set_parent (self->vertical_bar, GTK_WIDGET (self));
}
