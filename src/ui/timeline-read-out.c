/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "ui/session-colors.h"
#include "ui/timeline-private.h"

#include "draw/time-text.h"
#include "draw/time-ticks.h"

#include <glib/gi18n-lib.h>

/* Calls inside of a call, up to which its numbers are worked out at once. */
#define MAX_COST_AT_ONCE 200000

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

  start_x = CLAMP (self->drag_start_x - self->rows_area.x, 0, scale.width);
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
  g_autofree char *numbers = tv_read_out_dup_numbers_text (
      tv_trace_session_get_trace (self->session), details);

  tv_read_out_set_numbers (TV_READ_OUT (self->read_out), numbers);
}

typedef struct
{
  TvCallStacks *stacks;
  TvCallRef call;
  TvCallDetails details;
} DetailsJob;

static void
details_job_free (DetailsJob *job)
{
  tv_call_stacks_unref (job->stacks);
  g_free (job);
}

static void
work_out_details (GTask *task, gpointer source, gpointer task_data,
                  GCancellable *cancellable)
{
  DetailsJob *job = task_data;

  tv_call_get_details (job->stacks, job->call, &job->details);
  g_task_return_boolean (task, TRUE);
}

static void
take_details_of_worker (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TvTimeline *self = TV_TIMELINE (source);
  GTask *task = G_TASK (result);

  /* Cancelled, or overtaken by another call: nothing to show. */
  if (!g_task_propagate_boolean (task, NULL)
      || g_task_get_cancellable (task) != self->details_job)
    return;
  g_clear_object (&self->details_job);
  show_details (self, &((DetailsJob *) g_task_get_task_data (task))->details);
}

static void
start_details (TvTimeline *self, TvCallRef call)
{
  g_autoptr (GTask) task = NULL;
  DetailsJob *job = g_new0 (DetailsJob, 1);

  job->stacks = tv_call_stacks_ref (tv_trace_session_get_stacks (self->session));
  job->call = call;
  tv_read_out_set_numbers (TV_READ_OUT (self->read_out), NULL);
  self->details_job = g_cancellable_new ();
  task = g_task_new (self, self->details_job, take_details_of_worker, NULL);
  g_task_set_source_tag (task, start_details);
  g_task_set_task_data (task, job, (GDestroyNotify) details_job_free);
  g_task_run_in_thread (task, work_out_details);
}

/* A call as long as the trace may hold millions of others: then its numbers come a
 * moment later. */
static void
show_call (TvTimeline *self, TvCallRef call)
{
  TvTrace *trace = tv_trace_session_get_trace (self->session);
  TvCalls calls = tv_trace_get_calls (trace, call.thread);
  TvCallDetails details;

  if (call.thread == self->shown_call.thread && call.call == self->shown_call.call)
    return;
  tv_timeline_forget_shown_call (self);
  self->shown_call = call;
  show_method (self, tv_calls_method (&calls, call.call));

  if (tv_lane_cost (trace, call.thread, tv_times_get (&calls.axis_start, call.call),
                    tv_times_get (&calls.axis_end, call.call))
      > MAX_COST_AT_ONCE)
    {
      start_details (self, call);
      return;
    }
  tv_call_get_details (tv_trace_session_get_stacks (self->session), call, &details);
  show_details (self, &details);
}

/**
 * tv_timeline_forget_shown_call:
 * @self: a timeline
 *
 * Has the read-out show its call anew the next time, because the ranks or the colours
 * changed, or the trace.
 */
void
tv_timeline_forget_shown_call (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  g_cancellable_cancel (self->details_job);
  g_clear_object (&self->details_job);
  self->shown_call.thread = TV_THREAD_NONE;
}

/**
 * tv_timeline_update_read_out:
 * @self: a timeline
 *
 * Writes what is under the pointer: time and call, or else the selected call or method.
 */
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
  tv_read_out_set_numbers (TV_READ_OUT (self->read_out), NULL);
}
