/* SPDX-License-Identifier: Apache-2.0 */

/* Which rows the timeline has: making its layout. */

#include "ui/timeline-private.h"
#include "ui/timeline-threads.h"

/* Ordering the rows walks over all calls: up to so many it is done at once. */
#define MAX_CALLS_SUMMED_AT_ONCE 1000000

struct _TvTimelineRows
{
  TvTimelineThreads *threads; /* NULL until they are summed up */
  GCancellable *job;
};

static void
show_rows (TvTimeline *self)
{
  TvTimelineRows *rows = self->rows;
  TvTrace *trace = tv_timeline_threads_get_trace (rows->threads);
  guint n_rows;
  guint32 *threads = tv_timeline_threads_order (rows->threads, &n_rows);

  if (self->layout == NULL)
    self->layout = tv_timeline_layout_new (tv_trace_get_n_threads (trace));
  tv_timeline_layout_take_rows (self->layout, threads, n_rows, 0);
  tv_timeline_follow_layout (self);
}

static void
sum_up_in_worker (GTask *task, gpointer source, gpointer trace,
                  GCancellable *cancellable)
{
  TvTimelineThreads *threads = tv_timeline_threads_new (trace, cancellable);

  if (!g_task_return_error_if_cancelled (task))
    g_task_return_pointer (task, threads, (GDestroyNotify) tv_timeline_threads_unref);
  else if (threads != NULL)
    tv_timeline_threads_unref (threads);
}

static void
take_sums_of_worker (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TvTimeline *self = TV_TIMELINE (source);
  GTask *task = G_TASK (result);
  g_autoptr (TvTimelineThreads) threads = g_task_propagate_pointer (task, NULL);

  /* No sums mean that it was cancelled, by another session or the end. */
  if (threads == NULL || g_task_get_cancellable (task) != self->rows->job)
    return;
  g_clear_object (&self->rows->job);
  self->rows->threads = g_steal_pointer (&threads);
  show_rows (self);
}

/**
 * tv_timeline_start_rows:
 * @self: a timeline without rows
 * @trace: the trace whose threads get rows
 *
 * Makes the layout, in a worker if the trace is big.
 */
void
tv_timeline_start_rows (TvTimeline *self, TvTrace *trace)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (TV_IS_TIMELINE (self) && trace != NULL);

  if (tv_trace_get_n_calls (trace) <= MAX_CALLS_SUMMED_AT_ONCE)
    {
      self->rows->threads = tv_timeline_threads_new (trace, NULL);
      show_rows (self);
      return;
    }

  self->rows->job = g_cancellable_new ();
  task = g_task_new (self, self->rows->job, take_sums_of_worker, NULL);
  g_task_set_source_tag (task, tv_timeline_start_rows);
  g_task_set_task_data (task, tv_trace_ref (trace), (GDestroyNotify) tv_trace_unref);
  g_task_run_in_thread (task, sum_up_in_worker);
}

/**
 * tv_timeline_forget_rows:
 * @self: a timeline
 *
 * Drops the layout and what is being worked out for it.
 */
void
tv_timeline_forget_rows (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  g_cancellable_cancel (self->rows->job);
  g_clear_object (&self->rows->job);
  g_clear_pointer (&self->rows->threads, tv_timeline_threads_unref);
  g_clear_pointer (&self->layout, tv_timeline_layout_free);
  self->hover_row = -1;
}

/**
 * tv_timeline_get_threads:
 * @self: a timeline
 *
 * Returns: (transfer none) (nullable): sums of the threads, %NULL until they are known
 */
TvTimelineThreads *
tv_timeline_get_threads (TvTimeline *self)
{
  g_return_val_if_fail (TV_IS_TIMELINE (self), NULL);

  return self->rows->threads;
}

/**
 * tv_timeline_init_rows:
 * @self: a timeline that is being made
 */
void
tv_timeline_init_rows (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  self->rows = g_new0 (TvTimelineRows, 1);
}

/**
 * tv_timeline_free_rows:
 * @self: a timeline that was disposed of
 */
void
tv_timeline_free_rows (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  g_clear_pointer (&self->rows, g_free);
}
