/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline-private.h"

/* Parts of the view that a step of the scroll bar moves. */
#define STEPS_PER_VIEW 20

#define ZOOM_STEP 1.5

/* Where a call is zoomed to, it takes this part of the view. */
#define SELECTION_SHARE 0.8

/**
 * tv_timeline_get_scale:
 * @self: a timeline with a session
 * @scale: (out): the session's view over the width of the lanes
 */
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

/**
 * tv_timeline_show_scale:
 * @self: a timeline with a session
 * @scale: the view to show
 * @change: how the present one is left
 *
 * Changes the session's view, and remembers the present one to go back to.
 */
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

/**
 * tv_timeline_zoom_at:
 * @self: a timeline
 * @x: pixels from the left edge of the lanes; the time there stays where it is
 * @factor: over 1 to see less time in more detail
 */
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

/**
 * tv_timeline_pan:
 * @self: a timeline
 * @dx: pixels; over 0 to see later times
 */
void
tv_timeline_pan (TvTimeline *self, double dx)
{
  TvTimeScale scale;

  g_return_if_fail (TV_IS_TIMELINE (self));

  if (self->session == NULL)
    return;
  tv_timeline_get_scale (self, &scale);
  tv_time_scale_pan (&scale, dx);
  tv_timeline_show_scale (self, &scale, TV_VIEW_CHANGE_PAN);
}

/**
 * tv_timeline_scroll_rows:
 * @self: a timeline
 * @dy: pixels; over 0 to see lower rows
 */
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

/**
 * tv_timeline_zoom_in:
 * @self: a timeline
 *
 * Shows less time in more detail, about the pointer if it is over the lanes and about
 * the middle otherwise.
 */
void
tv_timeline_zoom_in (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  zoom_about_pointer (self, ZOOM_STEP);
}

/**
 * tv_timeline_zoom_out:
 * @self: a timeline
 *
 * The reverse of tv_timeline_zoom_in().
 */
void
tv_timeline_zoom_out (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  zoom_about_pointer (self, 1 / ZOOM_STEP);
}

/**
 * tv_timeline_zoom_all:
 * @self: a timeline
 *
 * Shows the whole trace.
 */
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

/**
 * tv_timeline_zoom_back:
 * @self: a timeline
 *
 * Shows what was in view before, if anything was.
 */
void
tv_timeline_zoom_back (TvTimeline *self)
{
  gint64 start;
  gint64 end;

  g_return_if_fail (TV_IS_TIMELINE (self));

  if (self->session != NULL && tv_view_history_go_back (self->history, &start, &end))
    tv_trace_session_set_view (self->session, start, end);
}

/**
 * tv_timeline_zoom_to_selection:
 * @self: a timeline
 *
 * Shows the selected call with a little of what is round it. Without a selected call
 * nothing happens.
 */
void
tv_timeline_zoom_to_selection (TvTimeline *self)
{
  TvTimeScale scale;
  TvCalls calls;
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

  calls = tv_trace_get_calls (tv_trace_session_get_trace (self->session), call.thread);
  start = tv_times_get (&calls.axis_start, call.call);
  end = tv_times_get (&calls.axis_end, call.call);
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

/**
 * tv_timeline_sync_horizontal:
 * @self: a timeline
 *
 * Has the horizontal scroll bar show the session's view; without one, or when all is in
 * view, there is none.
 */
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

/**
 * tv_timeline_get_row_step:
 * @self: a timeline
 *
 * Returns: pixels that scrolling by one row moves
 */
double
tv_timeline_get_row_step (TvTimeline *self)
{
  g_return_val_if_fail (TV_IS_TIMELINE (self), TV_ROW_HEIGHT);

  return self->layout != NULL ? tv_timeline_layout_get_row_height (self->layout)
                              : TV_ROW_HEIGHT;
}

/**
 * tv_timeline_sync_vertical:
 * @self: a timeline
 *
 * Has the vertical scroll bar know how many rows there are and how many are in sight.
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

/**
 * tv_timeline_init_view:
 * @self: a timeline that is being made
 *
 * Adds the scroll bars.
 */
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
