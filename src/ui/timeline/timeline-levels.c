/* SPDX-License-Identifier: Apache-2.0 */

/* Which rows show the stack, and opening and closing them. */

#include "ui/timeline/timeline-rows.h"

#include "analysis/charts/call-chart.h"
#include "trace/model/background.h"
#include "trace/model/parallel.h"

/* Counting levels goes through all calls: of up to so many it is done at once. */
#define MAX_CALLS_COUNTED_AT_ONCE 1000000

struct _TvTimelineLevels
{
  guint32 *counted; /* by thread, 0 where it is not known */
  GArray *wanted;   /* threads whose rows wait for that */
  guint8 *waits;    /* by thread, whether it is one of them */
  GCancellable *job;
  guint32 told; /* thread whose row is announced when it is open, or TV_THREAD_NONE */
};

typedef struct
{
  TvTrace *trace;
  GArray *threads;
  guint32 *counted; /* for each of the threads */
  GCancellable *cancellable;
} CountJob;

static void
count_job_free (CountJob *job)
{
  tv_trace_unref (job->trace);
  g_array_unref (job->threads);
  g_free (job->counted);
  g_clear_object (&job->cancellable);
  g_free (job);
}

static void
count_one (guint i, gpointer data)
{
  CountJob *job = data;

  job->counted[i] = tv_thread_count_levels (
      job->trace, g_array_index (job->threads, guint32, i), job->cancellable);
}

static CountJob *
count_job_new (TvTimeline *self, GCancellable *cancellable)
{
  CountJob *job = g_new0 (CountJob, 1);

  job->trace = tv_trace_ref (tv_trace_session_get_trace (self->session));
  job->threads = g_array_copy (self->levels->wanted);
  job->counted = g_new0 (guint32, job->threads->len);
  job->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  return job;
}

static void
open_threads (TvTimeline *self, const GArray *threads)
{
  tv_timeline_layout_set_levels_of (self->layout,
                                    (const guint32 *) (gpointer) threads->data,
                                    threads->len, self->levels->counted);
}

static void
want_none (TvTimeline *self)
{
  TvTimelineLevels *levels = self->levels;

  for (guint i = 0; i < levels->wanted->len; i++)
    levels->waits[g_array_index (levels->wanted, guint32, i)] = FALSE;
  g_array_set_size (levels->wanted, 0);
}

/* Opened by a key, a row is heard of as well as seen. */
static void
tell_row (TvTimeline *self)
{
  const guint32 thread = self->levels->told;
  gint row
      = thread != TV_THREAD_NONE ? tv_timeline_layout_find (self->layout, thread) : -1;

  self->levels->told = TV_THREAD_NONE;
  if (row >= 0)
    tv_timeline_announce_row (self, (guint) row);
}

static void
take_counts (TvTimeline *self, const CountJob *job)
{
  for (guint i = 0; i < job->threads->len; i++)
    self->levels->counted[g_array_index (job->threads, guint32, i)] = job->counted[i];
  open_threads (self, job->threads);
  want_none (self);
  tv_timeline_follow_layout (self);
  tell_row (self);
}

static void
count_in_worker (GTask *task, gpointer source, gpointer task_data,
                 GCancellable *cancellable)
{
  CountJob *job = task_data;

  tv_parallel_run (job->threads->len, 0, count_one, job);
  if (!g_task_return_error_if_cancelled (task))
    g_task_return_boolean (task, TRUE);
}

static void
take_counts_of_worker (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (TvTimeline) self = user_data;
  GTask *task = G_TASK (result);

  /* Cancelled, or overtaken by another wish. */
  if (!g_task_propagate_boolean (task, NULL)
      || g_task_get_cancellable (task) != self->levels->job)
    return;
  g_clear_object (&self->levels->job);
  take_counts (self, g_task_get_task_data (task));
}

static void
stop_counting (TvTimeline *self)
{
  g_cancellable_cancel (self->levels->job);
  g_clear_object (&self->levels->job);
}

/* Counts the levels of all rows that wait for it, and opens them. */
static void
count_levels (TvTimeline *self)
{
  TvTrace *trace = tv_trace_session_get_trace (self->session);
  GArray *wanted = self->levels->wanted;
  g_autoptr (GTask) task = NULL;
  gsize n_calls = 0;

  for (guint i = 0; i < wanted->len; i++)
    n_calls += tv_trace_get_thread (trace, g_array_index (wanted, guint32, i))->n_calls;
  stop_counting (self);
  if (n_calls <= MAX_CALLS_COUNTED_AT_ONCE)
    {
      CountJob *job = count_job_new (self, NULL);

      tv_parallel_run (job->threads->len, 0, count_one, job);
      take_counts (self, job);
      count_job_free (job);
      return;
    }
  self->levels->job = g_cancellable_new ();
  /* With the timeline as its source, the worker might be the last to let go of it. */
  task = g_task_new (NULL, self->levels->job, take_counts_of_worker,
                     g_object_ref (self));
  g_task_set_source_tag (task, count_levels);
  g_task_set_task_data (task, count_job_new (self, self->levels->job),
                        (GDestroyNotify) count_job_free);
  tv_background_run_task (task, TV_BACKGROUND_SOON, count_in_worker);
}

static void
want_thread (TvTimeline *self, guint32 thread)
{
  if (self->levels->waits[thread])
    return;
  self->levels->waits[thread] = TRUE;
  g_array_append_val (self->levels->wanted, thread);
}

static void
want_row (TvTimeline *self, guint32 thread)
{
  if (self->levels->counted[thread] > 0)
    tv_timeline_layout_set_levels (self->layout, thread, self->levels->counted[thread]);
  else
    want_thread (self, thread);
}

static gboolean
may_open (TvTimeline *self, guint32 thread)
{
  TvTrace *trace = tv_trace_session_get_trace (self->session);

  return thread != TV_THREAD_NONE && tv_trace_get_thread (trace, thread)->n_calls > 0;
}

static void
show_wanted (TvTimeline *self)
{
  if (self->levels->wanted->len > 0)
    count_levels (self);
  else
    tv_timeline_follow_layout (self);
}

gboolean
tv_timeline_row_can_open (TvTimeline *self, guint row)
{
  g_return_val_if_fail (TV_IS_TIMELINE (self) && self->layout != NULL, FALSE);

  return may_open (self, tv_timeline_layout_get_row (self->layout, row).thread);
}

/* Makes a row that is a strip show all levels of the stack, and the other way round.
 * If the thread has many calls, the row opens when its levels are counted. */
void
tv_timeline_toggle_row (TvTimeline *self, guint row)
{
  TvTimelineRow place;

  g_return_if_fail (TV_IS_TIMELINE (self) && self->layout != NULL);

  place = tv_timeline_layout_get_row (self->layout, row);
  if (!may_open (self, place.thread))
    return;
  if (place.levels == 0)
    want_row (self, place.thread);
  else
    tv_timeline_layout_set_levels (self->layout, place.thread, 0);
  show_wanted (self);
}

static gboolean
open_rows (TvTimeline *self)
{
  g_autoptr (GArray) known = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (self->layout == NULL)
    return GDK_EVENT_PROPAGATE;
  for (guint row = 0; row < tv_timeline_layout_get_n_rows (self->layout); row++)
    {
      guint32 thread = tv_timeline_layout_get_row (self->layout, row).thread;

      if (!may_open (self, thread))
        continue;
      if (self->levels->counted[thread] > 0)
        g_array_append_val (known, thread);
      else
        want_thread (self, thread);
    }
  open_threads (self, known);
  show_wanted (self);
  return GDK_EVENT_STOP;
}

static gboolean
close_rows (TvTimeline *self)
{
  if (self->layout == NULL)
    return GDK_EVENT_PROPAGATE;
  stop_counting (self);
  want_none (self);
  tv_timeline_layout_set_levels_of_all (self->layout, NULL);
  tv_timeline_follow_layout (self);
  return GDK_EVENT_STOP;
}

/* The current row, else that under the pointer, else the first in sight. */
static gint
find_meant_row (TvTimeline *self)
{
  gint row = tv_timeline_get_current_row (self);
  TvTimelineBand bands[2];

  if (row < 0)
    row = self->hover_row;
  if (row >= 0)
    return row;
  tv_timeline_get_bands (self, bands);
  if (bands[0].n_rows > 0)
    return (gint) bands[0].first;
  return bands[1].n_rows > 0 ? (gint) bands[1].first : -1;
}

static gboolean
toggle_meant_row (TvTimeline *self)
{
  gint row = self->layout != NULL ? find_meant_row (self) : -1;

  if (row < 0)
    return GDK_EVENT_PROPAGATE;
  self->levels->told = tv_timeline_layout_get_row (self->layout, (guint) row).thread;
  tv_timeline_toggle_row (self, (guint) row);
  if (self->levels->wanted->len == 0)
    tell_row (self);
  return GDK_EVENT_STOP;
}

const TvTimelineAction tv_timeline_openings[] = {
  { "toggle-row", "e", toggle_meant_row },
  { "open-rows", "<Shift>e", open_rows },
  { "close-rows", "<Control>e", close_rows },
  { NULL, NULL, NULL },
};

/* Forgets which rows are open. */
void
tv_timeline_start_levels (TvTimeline *self, TvTrace *trace)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  stop_counting (self);
  want_none (self);
  self->levels->told = TV_THREAD_NONE;
  g_clear_pointer (&self->levels->counted, g_free);
  g_clear_pointer (&self->levels->waits, g_free);
  if (trace != NULL)
    {
      self->levels->counted = g_new0 (guint32, tv_trace_get_n_threads (trace));
      self->levels->waits = g_new0 (guint8, tv_trace_get_n_threads (trace));
    }
}

void
tv_timeline_init_levels (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  self->levels = g_new0 (TvTimelineLevels, 1);
  self->levels->wanted = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->levels->told = TV_THREAD_NONE;
}

void
tv_timeline_free_levels (TvTimeline *self)
{
  g_return_if_fail (TV_IS_TIMELINE (self));

  g_array_unref (self->levels->wanted);
  g_free (self->levels->counted);
  g_free (self->levels->waits);
  g_clear_pointer (&self->levels, g_free);
}
