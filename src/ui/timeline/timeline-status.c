/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "analysis/text/time-text.h"
#include "draw/time-ticks.h"
#include "ui/session/session-colors.h"
#include "ui/timeline/call-details.h"
#include "ui/timeline/timeline-private.h"

static void
show_time (TvTimeline *self)
{
  TvReadOut *read_out = TV_READ_OUT (self->read_out);
  TvTimeScale scale;
  double start_x;
  gint64 other;
  g_autofree char *there = NULL;
  g_autofree char *length = NULL;
  g_autofree char *text = NULL;
  double x;
  gint64 time;
  g_autofree char *here = NULL;

  if (self->session == NULL || !self->pointer_inside
      || (self->pointer_part != TV_TIMELINE_PART_ROWS
          && self->pointer_part != TV_TIMELINE_PART_RULER))
    {
      tv_read_out_set_time (read_out, NULL);
      return;
    }

  tv_timeline_get_scale (self, &scale);
  x = CLAMP (self->pointer_x - self->rows_area.x, 0, scale.width);
  time = tv_time_scale_to_time (&scale, x);
  here = tv_time_format_on_scale (&scale, time);
  if (self->drag != TV_TIMELINE_DRAG_BAND)
    {
      tv_read_out_set_time (read_out, here);
      return;
    }

  start_x = self->drag_start_x + self->drag_shift - self->rows_area.x;
  other = tv_time_scale_to_time (&scale, start_x);
  there = tv_time_format_on_scale (&scale, other);
  length = tv_time_format_duration (ABS (time - other));
  /* Translators: start and end of the range that is being dragged out, its length. */
  text = g_strdup_printf (_ ("%s – %s · %s"), time < other ? here : there,
                          time < other ? there : here, length);
  tv_read_out_set_time (read_out, text);
}

static void
show_method (TvTimeline *self, guint32 method)
{
  TvReadOut *read_out = TV_READ_OUT (self->read_out);
  g_autofree char *text = NULL;
  TvColor color;
  TvTrace *trace;
  guint32 rank;
  g_autofree char *name = NULL;

  if (self->session == NULL || method == TV_METHOD_NONE)
    {
      tv_read_out_set_method (read_out, NULL, NULL);
      return;
    }

  trace = tv_trace_session_get_trace (self->session);
  rank = tv_ranking_get_rank (tv_trace_session_get_whole_ranking (self->session),
                              method);
  name = tv_method_dup_display_name (tv_trace_get_method (trace, method));
  if (rank == TV_RANK_NONE)
    {
      tv_read_out_set_method (read_out, name, &self->colors.unranked);
      return;
    }
  text = g_strdup_printf ("%u %s", rank, name);
  color = tv_session_colors_get_color (tv_trace_session_get_colors (self->session),
                                       self->colors.dark, method);
  tv_read_out_set_method (read_out, text, &color);
}

static void
show_details (TvTimeline *self, const TvCallDetails *details)
{
  TvReadOut *read_out = TV_READ_OUT (self->read_out);
  g_autofree char *numbers = NULL;
  g_autofree char *place = NULL;

  if (details != NULL)
    {
      TvTrace *trace = tv_trace_session_get_trace (self->session);

      numbers = tv_call_dup_numbers_text (trace, details);
      place = tv_call_dup_place_text (trace, details);
    }
  tv_read_out_set_numbers (read_out, numbers);
  tv_read_out_set_place (read_out, place);
}

static void
show_call (TvTimeline *self, TvCallRef call)
{
  TvTrace *trace = tv_trace_session_get_trace (self->session);
  TvCalls calls = tv_trace_get_calls (trace, call.thread);

  show_method (self, tv_calls_method (&calls, call.call));
  show_details (self, tv_details_query_ask (self->shown_details,
                                            tv_trace_session_get_stacks (self->session),
                                            call));
}

/* Has the read-out show its call anew the next time, because the ranks or the colours
 * changed, or the trace. */
void
tv_timeline_forget_shown_call (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  tv_details_query_forget (self->shown_details);
}

/* Writes what is under the pointer: time and call, or else the selected call or
 * method. */
void
tv_timeline_update_read_out (TvTimeline *self)
{
  TvCallRef call;
  guint32 method = TV_METHOD_NONE;

  g_return_if_fail (TV_IS_TIMELINE (self));

  call = self->hover_call;
  show_time (self);
  if (self->session != NULL && call.thread == TV_THREAD_NONE)
    call = tv_trace_session_get_selected_call (self->session);
  if (self->session != NULL && call.thread != TV_THREAD_NONE)
    {
      show_call (self, call);
      return;
    }

  if (self->session != NULL)
    method = tv_trace_session_get_selected_method (self->session);
  tv_timeline_forget_shown_call (self);
  show_method (self, method);
  show_details (self, NULL);
}

/* What the timeline tells in words: the range in view over its picture, and all of it
 * to assistive technology. */

static char *
dup_range (TvTimeline *self)
{
  TvTimeScale scale;

  if (self->session == NULL)
    return g_strdup ("");
  tv_timeline_get_scale (self, &scale);
  return tv_read_out_dup_range_text (tv_trace_session_get_trace (self->session),
                                     &scale);
}

static char *
dup_label (TvTimeline *self, const char *range)
{
  guint n;

  if (self->session == NULL)
    return g_strdup (_ ("Timeline, empty"));
  n = tv_timeline_count_threads (self);
  return g_strdup_printf (
      ngettext ("Timeline of %u thread, %s", "Timeline of %u threads, %s", n), n,
      range);
}

static char *
dup_method (TvTimeline *self, guint32 method)
{
  TvTrace *trace = tv_trace_session_get_trace (self->session);

  return tv_method_dup_display_name (tv_trace_get_method (trace, method));
}

/* What is selected, or else how to select something. A call is named at once; its
 * numbers may come a moment later. */
static char *
dup_description (TvTimeline *self, gboolean *complete)
{
  guint32 method = TV_METHOD_NONE;
  TvCallRef call = { TV_THREAD_NONE, 0 };
  const TvCallDetails *details = NULL;

  if (self->session != NULL)
    {
      method = tv_trace_session_get_selected_method (self->session);
      call = tv_trace_session_get_selected_call (self->session);
    }
  if (call.thread != TV_THREAD_NONE)
    details = tv_details_query_ask (self->selected_details,
                                    tv_trace_session_get_stacks (self->session), call);
  else
    tv_details_query_forget (self->selected_details);

  *complete = call.thread == TV_THREAD_NONE || details != NULL;
  if (details != NULL)
    return tv_call_dup_spoken_text (tv_trace_session_get_trace (self->session),
                                    details);
  if (method != TV_METHOD_NONE)
    return dup_method (self, method);
  return g_strdup (_ ("Drag to zoom, click to select a call, arrow keys to move"));
}

/* Says what a key changed. What the pointer changes is not said: it is pointed at. */
static void
announce (TvTimeline *self, const char *range, const char *description,
          gboolean complete)
{
  const char *news = NULL;

  if (g_strcmp0 (description, self->told_description) != 0)
    news = description;
  else if (g_strcmp0 (range, self->told_range) != 0)
    news = range;
  if (self->moved_by_key && complete && news != NULL)
    tv_read_out_announce (TV_READ_OUT (self->read_out), news);
  if (!complete)
    return;
  self->moved_by_key = FALSE;
  g_free (self->told_range);
  g_free (self->told_description);
  self->told_range = g_strdup (range);
  self->told_description = g_strdup (description);
}

/* Tells which range is in view and which call is selected. */
void
tv_timeline_describe (TvTimeline *self)
{
  g_autofree char *range = NULL;
  g_autofree char *label = NULL;
  g_autofree char *description = NULL;
  gboolean complete;

  g_return_if_fail (TV_IS_TIMELINE (self));

  range = dup_range (self);
  label = dup_label (self, range);
  description = dup_description (self, &complete);
  tv_read_out_set_range (TV_READ_OUT (self->read_out), range);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  description, -1);
  announce (self, range, description, complete);
}

static gboolean
update_in_frame (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  TvTimeline *self = TV_TIMELINE (widget);

  self->update = 0;
  tv_timeline_sync_horizontal (self);
  tv_timeline_describe (self);
  tv_timeline_update_pointer (self);
  return G_SOURCE_REMOVE;
}

/* Has everything that follows the view and the selection brought up to date before the
 * next frame: once, however many keys and steps of the wheel come until then. */
void
tv_timeline_queue_update (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  if (self->update == 0)
    self->update
        = gtk_widget_add_tick_callback (GTK_WIDGET (self), update_in_frame, NULL, NULL);
}
