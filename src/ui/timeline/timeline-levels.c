/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/timeline-levels.h"

#include "analysis/charts/call-chart.h"
#include "trace/model/parallel.h"
#include "ui/widgets/job.h"

/* Counting levels visits all calls: up to this many at once. */
#define MAX_CALLS_COUNTED_AT_ONCE 1000000

/* The first row opens by itself if all rows take up at most this share of the height.
 */
#define MAX_SHARE_OF_STRIPS 0.5

struct _TvTimelineLevels
{
  const TvTimelineContext *context;
  TvTimelineRows *rows;
  guint32 *counted;   /* by thread, 0 where it is not known */
  GHashTable *wanted; /* threads whose rows wait for that */
  TvJob *job;
  guint32 announced; /* thread to announce when its row is open, or TV_THREAD_NONE */
  gboolean started;  /* whether it is decided if the first row opens by itself */
  gboolean stays_closed; /* the user has closed such a row: none opens from then on */
  guint32 opened;        /* the thread whose row did so, or TV_THREAD_NONE */
};

typedef struct
{
  TvTrace *trace;
  guint n_threads;
  guint32 *threads;
  guint32 *counted; /* for each of the threads */
  GCancellable *cancellable;
} CountJob;

static CountJob *
count_job_new (TvTimelineLevels *self)
{
  CountJob *job = g_new0 (CountJob, 1);
  GHashTableIter iter;
  gpointer thread;

  job->trace = tv_trace_ref (tv_trace_session_get_trace (self->context->session));
  job->threads = g_new (guint32, g_hash_table_size (self->wanted));
  job->counted = g_new0 (guint32, g_hash_table_size (self->wanted));
  g_hash_table_iter_init (&iter, self->wanted);
  while (g_hash_table_iter_next (&iter, &thread, NULL))
    job->threads[job->n_threads++] = GPOINTER_TO_UINT (thread);
  return job;
}

static void
count_job_free (CountJob *job)
{
  tv_trace_unref (job->trace);
  g_free (job->threads);
  g_free (job->counted);
  g_free (job);
}

static void
count_one (guint i, gpointer data)
{
  CountJob *job = data;

  job->counted[i]
      = tv_thread_count_levels (job->trace, job->threads[i], job->cancellable);
}

/* Announces a row that a key has opened. */
static void
announce_row (TvTimelineLevels *self)
{
  gint row = -1;

  if (self->announced != TV_THREAD_NONE)
    row = tv_timeline_rows_find (self->rows, self->announced);
  self->announced = TV_THREAD_NONE;
  if (row >= 0)
    tv_timeline_rows_announce (self->rows, (guint) row);
}

static void
open_counted (TvTimelineLevels *self, const CountJob *job)
{
  for (guint i = 0; i < job->n_threads; i++)
    self->counted[job->threads[i]] = job->counted[i];
  tv_timeline_layout_set_levels_of (tv_timeline_rows_get_layout (self->rows),
                                    job->threads, job->n_threads, self->counted);
  g_hash_table_remove_all (self->wanted);
  tv_timeline_rows_layout_changed (self->rows);
  announce_row (self);
}

static gpointer
count_in_worker (gpointer question, GCancellable *cancellable, GError **error)
{
  CountJob *job = question;

  job->cancellable = cancellable;
  tv_parallel_run (job->n_threads, 0, count_one, job);
  return NULL;
}

static void
on_levels_counted (gpointer owner, gpointer question, gpointer answer,
                   const GError *error)
{
  open_counted (owner, question);
}

static const TvJobType count_job = {
  .run = count_in_worker,
  .done = on_levels_counted,
  .free_question = (GDestroyNotify) count_job_free,
  .pace = TV_JOB_SOON,
};

/* Counts the levels of the wanted rows and opens them. */
static void
open_wanted (TvTimelineLevels *self)
{
  CountJob *job;
  gsize n_calls = 0;

  if (g_hash_table_size (self->wanted) == 0)
    {
      tv_timeline_rows_layout_changed (self->rows);
      return;
    }
  job = count_job_new (self);
  for (guint i = 0; i < job->n_threads; i++)
    n_calls += tv_trace_get_thread (job->trace, job->threads[i])->n_calls;
  if (n_calls > MAX_CALLS_COUNTED_AT_ONCE)
    {
      tv_job_start (&self->job, &count_job, job, self);
      return;
    }
  tv_job_cancel (&self->job);
  tv_parallel_run (job->n_threads, 0, count_one, job);
  open_counted (self, job);
  count_job_free (job);
}

static gboolean
may_open (TvTimelineLevels *self, guint32 thread)
{
  TvTrace *trace = tv_trace_session_get_trace (self->context->session);

  return thread != TV_THREAD_NONE && tv_trace_get_thread (trace, thread)->n_calls > 0;
}

gboolean
tv_timeline_levels_can_open (TvTimelineLevels *self, guint row)
{
  return may_open (self, tv_timeline_rows_get (self->rows, row).thread);
}

/* Opens or closes a row. If the thread has many calls, the row opens once its levels
 * are counted. */
void
tv_timeline_levels_toggle (TvTimelineLevels *self, guint row)
{
  TvTimelineLayout *layout = tv_timeline_rows_get_layout (self->rows);
  const TvTimelineRow toggled = tv_timeline_rows_get (self->rows, row);
  const guint32 thread = toggled.thread;

  if (!may_open (self, thread))
    return;
  self->stays_closed |= toggled.levels > 0 && thread == self->opened;
  if (toggled.levels > 0)
    tv_timeline_layout_set_levels (layout, thread, 0);
  else if (self->counted[thread] > 0)
    tv_timeline_layout_set_levels (layout, thread, self->counted[thread]);
  else
    g_hash_table_add (self->wanted, GUINT_TO_POINTER (thread));
  open_wanted (self);
}

/* Opens the row of the main thread, or else the first, in a trace of so few threads
 * that there is room for it. Decides that once for each trace, as soon as the layout is
 * known. */
void
tv_timeline_levels_open_first (TvTimelineLevels *self)
{
  TvTimelineLayout *layout = tv_timeline_rows_get_layout (self->rows);
  gint row;

  if (self->started || layout == NULL || self->context->rows_area.height <= 0)
    return;
  self->started = TRUE;
  row = tv_timeline_rows_find (
      self->rows,
      tv_timeline_threads_get_main (tv_timeline_rows_get_threads (self->rows)));
  row = MAX (row, 0);
  if (self->stays_closed || tv_timeline_rows_get_n (self->rows) == 0
      || tv_timeline_rows_get (self->rows, (guint) row).levels > 0
      || (double) tv_timeline_layout_get_height (layout)
             > self->context->rows_area.height * MAX_SHARE_OF_STRIPS)
    return;
  self->opened = tv_timeline_rows_get (self->rows, (guint) row).thread;
  tv_timeline_levels_toggle (self, (guint) row);
}

static gboolean
open_rows (gpointer data)
{
  TvTimelineLevels *self = data;
  TvTimelineLayout *layout = tv_timeline_rows_get_layout (self->rows);
  g_autoptr (GArray) known = g_array_new (FALSE, FALSE, sizeof (guint32));

  if (layout == NULL)
    return GDK_EVENT_PROPAGATE;
  for (guint row = 0; row < tv_timeline_rows_get_n (self->rows); row++)
    {
      guint32 thread = tv_timeline_rows_get (self->rows, row).thread;

      if (!may_open (self, thread))
        continue;
      if (self->counted[thread] > 0)
        g_array_append_val (known, thread);
      else
        g_hash_table_add (self->wanted, GUINT_TO_POINTER (thread));
    }
  tv_timeline_layout_set_levels_of (layout, (const guint32 *) (gpointer) known->data,
                                    known->len, self->counted);
  open_wanted (self);
  return GDK_EVENT_STOP;
}

static gboolean
close_rows (gpointer data)
{
  TvTimelineLevels *self = data;
  TvTimelineLayout *layout = tv_timeline_rows_get_layout (self->rows);

  if (layout == NULL)
    return GDK_EVENT_PROPAGATE;
  tv_job_cancel (&self->job);
  g_hash_table_remove_all (self->wanted);
  self->announced = TV_THREAD_NONE;
  self->stays_closed |= self->opened != TV_THREAD_NONE;
  tv_timeline_layout_set_levels_of_all (layout, NULL);
  tv_timeline_rows_layout_changed (self->rows);
  return GDK_EVENT_STOP;
}

/* Returns the current row, else the row under the pointer, else the first in sight. */
static gint
find_meant_row (TvTimelineLevels *self)
{
  gint row = tv_timeline_rows_get_current (self->rows);
  TvTimelineBand bands[2];

  if (row < 0)
    row = self->context->hover.row;
  if (row >= 0)
    return row;
  tv_timeline_rows_get_bands (self->rows, bands);
  if (bands[0].n_rows > 0)
    return (gint) bands[0].first;
  return bands[1].n_rows > 0 ? (gint) bands[1].first : -1;
}

static gboolean
toggle_meant_row (gpointer data)
{
  TvTimelineLevels *self = data;
  gint row = -1;

  if (tv_timeline_rows_get_layout (self->rows) != NULL)
    row = find_meant_row (self);
  if (row < 0)
    return GDK_EVENT_PROPAGATE;
  self->announced = tv_timeline_rows_get (self->rows, (guint) row).thread;
  tv_timeline_levels_toggle (self, (guint) row);
  if (g_hash_table_size (self->wanted) == 0)
    announce_row (self);
  return GDK_EVENT_STOP;
}

const TvTimelineAction tv_timeline_level_actions[] = {
  { "toggle-row", "e", toggle_meant_row },
  { "open-rows", "<Shift>e", open_rows },
  { "close-rows", "<Control><Shift>e", close_rows },
  { NULL, NULL, NULL },
};

/* Forgets which rows are open. @trace is NULL if there is none. */
void
tv_timeline_levels_start (TvTimelineLevels *self, const TvTrace *trace)
{
  tv_job_cancel (&self->job);
  g_hash_table_remove_all (self->wanted);
  self->announced = TV_THREAD_NONE;
  self->opened = TV_THREAD_NONE;
  self->started = FALSE;
  g_clear_pointer (&self->counted, g_free);
  if (trace != NULL)
    self->counted = g_new0 (guint32, tv_trace_get_n_threads (trace));
}

TvTimelineLevels *
tv_timeline_levels_new (const TvTimelineContext *context, TvTimelineRows *rows)
{
  TvTimelineLevels *self = g_new0 (TvTimelineLevels, 1);

  self->context = context;
  self->rows = rows;
  self->wanted = g_hash_table_new (NULL, NULL);
  self->announced = TV_THREAD_NONE;
  return self;
}

void
tv_timeline_levels_free (TvTimelineLevels *self)
{
  tv_timeline_levels_start (self, NULL);
  g_hash_table_unref (self->wanted);
  g_free (self);
}
