/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/timeline-view.h"

#include "analysis/text/amount-text.h"
#include "ui/widgets/later.h"

/* Steps closer in time than this belong to one movement. */
#define SAME_MOVEMENT (700 * G_TIME_SPAN_MILLISECOND)
#define MAX_VIEWS 200

/* Steps of the scroll bar per view. */
#define STEPS_PER_VIEW 20

#define ZOOM_STEP 1.5

/* Share of the view that a call takes after zooming to it. */
#define SELECTION_SHARE 0.8

/* Share of the view by which a step to the side moves it. */
#define STEP_SHARE 0.1

/* A step zooms in on a call narrower than the first, until it has the second width,
 * in pixels. */
#define LEAST_CALL_WIDTH 2
#define GOOD_CALL_WIDTH 40

struct _TvTimelineView
{
  const TvTimelineContext *context;
  TvViewHistory *history;
  GtkAdjustment *adjustment; /* of the time */
  GtkWidget *bar;
  double pan_rest; /* remaining pixels to pan, too few for a unit of the clock */
};

typedef struct
{
  gint64 start;
  gint64 end;
} View;

struct _TvViewHistory
{
  GArray *views;  /* to go back to; the last one is the next */
  GArray *undone; /* to go forward to, likewise */
  TvViewChange last_change;
  gint64 last_time;
};

TvViewHistory *
tv_view_history_new (void)
{
  TvViewHistory *history = g_new0 (TvViewHistory, 1);
  history->views = g_array_new (FALSE, FALSE, sizeof (View));
  history->undone = g_array_new (FALSE, FALSE, sizeof (View));
  return history;
}

void
tv_view_history_free (TvViewHistory *history)
{
  if (history == NULL)
    return;
  g_array_unref (history->views);
  g_array_unref (history->undone);
  g_free (history);
}

/* Remembers a view, unless this step continues the last movement. Keeps MAX_VIEWS
 * views. Clears the views to go forward to. */
void
tv_view_history_leave (TvViewHistory *history, gint64 start, gint64 end,
                       TvViewChange change, gint64 now)
{
  View view;
  gboolean goes_on = history->views->len > 0 && change != TV_VIEW_CHANGE_JUMP
                     && change == history->last_change
                     && now - history->last_time < SAME_MOVEMENT;

  history->last_change = change;
  history->last_time = now;
  g_array_set_size (history->undone, 0);
  if (goes_on)
    return;

  view = (View){ start, end };
  if (history->views->len == MAX_VIEWS)
    g_array_remove_index (history->views, 0);
  g_array_append_val (history->views, view);
}

/* Pops the last view of one list and pushes the current one on the other. */
static gboolean
exchange (TvViewHistory *history, GArray *from, GArray *to, gint64 *start, gint64 *end)
{
  View present = { *start, *end };
  View view;

  if (from->len == 0)
    return FALSE;

  view = g_array_index (from, View, from->len - 1);
  g_array_set_size (from, from->len - 1);
  g_array_append_val (to, present);
  *start = view.start;
  *end = view.end;
  history->last_change = TV_VIEW_CHANGE_JUMP;
  return TRUE;
}

/* Goes back a step. Returns FALSE if there is none. */
gboolean
tv_view_history_go_back (TvViewHistory *history, gint64 *start, gint64 *end)
{
  return exchange (history, history->views, history->undone, start, end);
}

/* The reverse of tv_view_history_go_back(). */
gboolean
tv_view_history_go_forward (TvViewHistory *history, gint64 *start, gint64 *end)
{
  return exchange (history, history->undone, history->views, start, end);
}

void
tv_view_history_clear (TvViewHistory *history)
{
  g_array_set_size (history->views, 0);
  g_array_set_size (history->undone, 0);
  history->last_change = TV_VIEW_CHANGE_JUMP;
}

void
tv_timeline_view_get_scale (const TvTimelineView *self, TvTimeScale *scale)
{
  gint64 start;
  gint64 end;

  tv_trace_session_get_full_range (self->context->session, &start, &end);
  tv_time_scale_init (scale, start, end, MAX (self->context->rows_area.width, 1));
  tv_time_scale_set_least_span (
      scale,
      tv_trace_get_time_unit (tv_trace_session_get_trace (self->context->session)));
  tv_time_scale_set_counts (scale, tv_amount_is_on_axis (tv_trace_session_get_trace (
                                       self->context->session)));
  tv_trace_session_get_view (self->context->session, &start, &end);
  tv_time_scale_set_range (scale, start, end);
}

/* Returns the place of a time, in pixels of the widget. */
double
tv_timeline_view_get_x (const TvTimelineView *self, gint64 time)
{
  TvTimeScale scale;

  tv_timeline_view_get_scale (self, &scale);
  return self->context->rows_area.x + tv_time_scale_to_x (&scale, time);
}

/* The reverse of tv_timeline_view_get_x(), for any @x of the widget. */
gint64
tv_timeline_view_get_time_at (const TvTimelineView *self, double x)
{
  TvTimeScale scale;

  tv_timeline_view_get_scale (self, &scale);
  return tv_time_scale_to_time (&scale,
                                CLAMP (x - self->context->rows_area.x, 0, scale.width));
}

/* Changes the session's view, and remembers the current one. */
void
tv_timeline_view_show (TvTimelineView *self, const TvTimeScale *scale,
                       TvViewChange change)
{
  gint64 start;
  gint64 end;

  tv_trace_session_get_view (self->context->session, &start, &end);
  if (start == scale->start && end == scale->end)
    return;
  tv_view_history_leave (self->history, start, end, change, tv_later_get_time ());
  tv_trace_session_set_view (self->context->session, scale->start, scale->end);
}

void
tv_timeline_view_show_times (TvTimelineView *self, gint64 start, gint64 end,
                             TvViewChange change)
{
  TvTimeScale scale;

  tv_timeline_view_get_scale (self, &scale);
  tv_time_scale_set_range (&scale, start, end);
  tv_timeline_view_show (self, &scale, change);
}

void
tv_timeline_view_zoom_at (TvTimelineView *self, double x, double factor)
{
  TvTimeScale scale;

  if (self->context->session == NULL || !(factor > 0))
    return;
  tv_timeline_view_get_scale (self, &scale);
  tv_time_scale_zoom (&scale, CLAMP (x, 0, scale.width), factor);
  tv_timeline_view_show (self, &scale, TV_VIEW_CHANGE_ZOOM);
}

/* Moves the view. If a pixel is less than a unit of the clock, pixels add up. */
void
tv_timeline_view_pan (TvTimelineView *self, double dx)
{
  TvTimeScale scale;
  gint64 start;

  if (self->context->session == NULL)
    return;
  tv_timeline_view_get_scale (self, &scale);
  start = scale.start;
  dx += self->pan_rest;
  tv_time_scale_pan (&scale, dx);
  self->pan_rest
      = scale.start == start && ABS (dx) < tv_time_scale_to_x (&scale, start + 1) ? dx
                                                                                  : 0;
  tv_timeline_view_show (self, &scale, TV_VIEW_CHANGE_PAN);
}

/* Moves the view by a share of its width per step, at least by a unit of the clock. */
void
tv_timeline_view_pan_step (TvTimelineView *self, double n_steps)
{
  TvTimeScale scale;
  double least;
  double dx;

  if (self->context->session == NULL)
    return;
  tv_timeline_view_get_scale (self, &scale);
  least = tv_time_scale_to_x (&scale, scale.start + scale.least_span);
  dx = n_steps * STEP_SHARE * scale.width;
  self->pan_rest = 0;
  tv_timeline_view_pan (self, n_steps > 0 ? MAX (dx, least) : MIN (dx, -least));
}

/* Shows the whole trace. */
void
tv_timeline_view_zoom_all (TvTimelineView *self)
{
  TvTimeScale scale;

  if (self->context->session == NULL)
    return;
  tv_timeline_view_get_scale (self, &scale);
  tv_time_scale_show_all (&scale);
  tv_timeline_view_show (self, &scale, TV_VIEW_CHANGE_JUMP);
}

void
tv_timeline_view_get_call_times (const TvTimelineView *self, TvCallRef call,
                                 gint64 *start, gint64 *end)
{
  TvCalls calls = tv_trace_get_calls (
      tv_trace_session_get_trace (self->context->session), call.thread);

  *start = tv_times_get (&calls.axis_start, call.call);
  *end = tv_times_get (&calls.axis_end, call.call);
}

/* Zooms in on the middle of a narrow call. */
static void
widen_call (TvTimeScale *scale, gint64 start, gint64 end)
{
  gint64 length = MAX (end - start, scale->least_span);
  gint64 middle = start + (end - start) / 2;
  gint64 span = (gint64) ((double) length * MAX (scale->width / GOOD_CALL_WIDTH, 1));

  tv_time_scale_set_range (scale, middle - span / 2, middle + span - span / 2);
}

/* Brings a stretch of time into view. Zooms in only if it would be too narrow to be
 * visible. */
void
tv_timeline_view_show_stretch (TvTimelineView *self, gint64 start, gint64 end)
{
  TvTimeScale scale;
  gint64 span;

  tv_timeline_view_get_scale (self, &scale);
  span = scale.end - scale.start;
  if ((double) (end - start) < LEAST_CALL_WIDTH * tv_time_scale_get_pixel_time (&scale))
    widen_call (&scale, start, end);
  else if (end - start < span && (start < scale.start || end > scale.end))
    tv_time_scale_set_range (&scale, start - (span - (end - start)) / 2,
                             start - (span - (end - start)) / 2 + span);
  else if (start >= scale.end || end <= scale.start)
    tv_time_scale_set_range (&scale, start - span / 10, start - span / 10 + span);
  tv_timeline_view_show (self, &scale, TV_VIEW_CHANGE_PAN);
}

void
tv_timeline_view_show_call (TvTimelineView *self, TvCallRef call)
{
  gint64 start;
  gint64 end;

  tv_timeline_view_get_call_times (self, call, &start, &end);
  tv_timeline_view_show_stretch (self, start, end);
}

/* Zooms to a stretch of time, with a margin. */
void
tv_timeline_view_zoom_to_times (TvTimelineView *self, gint64 start, gint64 end)
{
  const gint64 margin
      = (gint64) ((double) (end - start) * (1 - SELECTION_SHARE) / 2 / SELECTION_SHARE);

  tv_timeline_view_show_times (self, start - margin, end + margin, TV_VIEW_CHANGE_JUMP);
}

/* Zooms to the selected call. */
void
tv_timeline_view_zoom_to_selection (TvTimelineView *self)
{
  gint64 start;
  gint64 end;
  TvCallRef call = (TvCallRef){ TV_THREAD_NONE, 0 };

  if (self->context->session != NULL)
    call = tv_trace_session_get_selected_call (self->context->session);
  if (call.thread == TV_THREAD_NONE)
    return;

  tv_timeline_view_get_call_times (self, call, &start, &end);
  tv_timeline_view_zoom_to_times (self, start, end);
}

static void
on_bar_moved (GtkAdjustment *adjustment, TvTimelineView *self)
{
  gint64 start;
  gint64 end;
  gint64 moved;

  if (self->context->session == NULL)
    return;
  tv_trace_session_get_view (self->context->session, &start, &end);
  moved = (gint64) gtk_adjustment_get_value (adjustment);
  tv_timeline_view_show_times (self, moved, moved + (end - start), TV_VIEW_CHANGE_PAN);
}

/* Updates the scroll bar, and hides it if there is no session or everything is in
 * view. */
void
tv_timeline_view_sync_bar (TvTimelineView *self)
{
  TvTimeScale scale;
  double span;

  if (self->context->session == NULL)
    {
      gtk_widget_set_visible (self->bar, FALSE);
      return;
    }
  tv_timeline_view_get_scale (self, &scale);

  span = (double) (scale.end - scale.start);
  g_signal_handlers_block_by_func (self->adjustment, on_bar_moved, self);
  gtk_adjustment_configure (self->adjustment, (double) scale.start,
                            (double) scale.full_start, (double) scale.full_end,
                            span / STEPS_PER_VIEW, span, span);
  g_signal_handlers_unblock_by_func (self->adjustment, on_bar_moved, self);
  gtk_widget_set_visible (self->bar, !tv_time_scale_shows_all (&scale));
}

/* Drops the earlier views. */
void
tv_timeline_view_forget (TvTimelineView *self)
{
  tv_view_history_clear (self->history);
}

static gboolean
pan (gpointer self, int steps)
{
  tv_timeline_view_pan_step (self, steps);
  return GDK_EVENT_STOP;
}

static gboolean
go_to_end (gpointer self, int end)
{
  TvTimeScale scale;

  tv_timeline_view_get_scale (self, &scale);
  if (end > 0)
    tv_timeline_view_show_times (self, scale.full_end - (scale.end - scale.start),
                                 scale.full_end, TV_VIEW_CHANGE_JUMP);
  else
    tv_timeline_view_show_times (self, scale.full_start,
                                 scale.full_start + (scale.end - scale.start),
                                 TV_VIEW_CHANGE_JUMP);
  return GDK_EVENT_STOP;
}

/* About the pointer if it is over the lanes or the ruler, else about the middle. */
static gboolean
zoom (gpointer data, int steps)
{
  TvTimelineView *self = data;
  const TvTimelineContext *context = self->context;
  double x = context->rows_area.width / 2.0;

  if (tv_timeline_points_at_time (context))
    x = context->hover.x - context->rows_area.x;
  tv_timeline_view_zoom_at (self, x, pow (ZOOM_STEP, steps));
  return GDK_EVENT_STOP;
}

static gboolean
zoom_all (gpointer self, int argument)
{
  tv_timeline_view_zoom_all (self);
  return GDK_EVENT_STOP;
}

static gboolean
go_through_history (gpointer data, int direction)
{
  TvTimelineView *self = data;
  TvTraceSession *session = self->context->session;
  gint64 start;
  gint64 end;

  tv_trace_session_get_view (session, &start, &end);
  if (direction < 0 ? tv_view_history_go_back (self->history, &start, &end)
                    : tv_view_history_go_forward (self->history, &start, &end))
    tv_trace_session_set_view (session, start, end);
  return GDK_EVENT_STOP;
}

static gboolean
zoom_to_selection (gpointer self, int argument)
{
  tv_timeline_view_zoom_to_selection (self);
  return GDK_EVENT_STOP;
}

/* W, A, S, D and F are Perfetto's. */
const TvTimelineAction tv_timeline_view_actions[] = {
  { "pan-left", "Left KP_Left a", pan, .argument = -1 },
  { "pan-right", "Right KP_Right d", pan, .argument = 1 },
  { "go-to-start", "Home KP_Home", go_to_end, .argument = -1 },
  { "go-to-end", "End KP_End", go_to_end, .argument = 1 },
  { "zoom-in", "plus equal KP_Add w <Control>plus <Control>equal <Control>KP_Add", zoom,
    .argument = 1 },
  { "zoom-out", "minus KP_Subtract s <Control>minus <Control>KP_Subtract", zoom,
    .argument = -1 },
  { "zoom-all", "0 KP_0 <Control>0 <Control>KP_0", zoom_all, .argument = 0 },
  { "zoom-back", "BackSpace <Control>bracketleft", go_through_history, .argument = -1 },
  { "zoom-forward", "<Shift>BackSpace <Control>bracketright", go_through_history,
    .argument = 1 },
  { "zoom-to-selection", "f", zoom_to_selection, .argument = 0 },
  { 0 },
};

GtkWidget *
tv_timeline_view_get_bar (TvTimelineView *self)
{
  return self->bar;
}

TvTimelineView *
tv_timeline_view_new (const TvTimelineContext *context)
{
  TvTimelineView *self = g_new0 (TvTimelineView, 1);

  self->context = context;
  self->history = tv_view_history_new ();
  self->adjustment = g_object_ref_sink (gtk_adjustment_new (0, 0, 0, 0, 0, 0));
  g_signal_connect (self->adjustment, "value-changed", G_CALLBACK (on_bar_moved), self);
  self->bar = gtk_scrollbar_new (GTK_ORIENTATION_HORIZONTAL, self->adjustment);
  gtk_widget_set_visible (self->bar, FALSE);
  gtk_widget_set_parent (self->bar, context->widget);
  tv_timeline_actions_add (context, tv_timeline_view_actions, self);
  return self;
}

void
tv_timeline_view_free (TvTimelineView *self)
{
  g_signal_handlers_disconnect_by_data (self->adjustment, self);
  gtk_widget_unparent (self->bar);
  g_object_unref (self->adjustment);
  tv_view_history_free (self->history);
  g_free (self);
}
