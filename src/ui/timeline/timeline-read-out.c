/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/session/session-colors.h"
#include "ui/timeline/timeline-private.h"

#include "draw/time-text.h"
#include "draw/time-ticks.h"
#include "ui/timeline/call-text.h"

#include <glib/gi18n-lib.h>

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
