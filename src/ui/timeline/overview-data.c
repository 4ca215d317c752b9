/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/overview.h"

#include "ui/session/session-colors.h"
#include "ui/timeline/row-list.h"

/* Calls that are counted at once; more are counted in a worker. */
#define MAX_CALLS_AT_ONCE 200000

/* The same limit for threads times columns. */
#define MAX_COUNTS_AT_ONCE 1000000

typedef struct
{
  TvTrace *trace;
  guint32 main_thread;
  TvMethodSet *lit; /* the methods to find, or NULL for the activity of the threads */
  gint64 start;
  gint64 end;
  guint n_columns;
} ColumnsJob;

static void
stop_job (TvOverviewData *self)
{
  tv_job_cancel (&self->job);
  self->n_wanted = 0;
}

static void
set_columns (TvOverviewData *self, TvOverviewColumn *columns, guint n_columns)
{
  g_free (self->columns);
  self->columns = columns;
  self->n_columns = n_columns;
  self->changed (self->user_data);
}

static void
columns_job_free (ColumnsJob *job)
{
  g_clear_pointer (&job->lit, tv_method_set_unref);
  tv_trace_unref (job->trace);
  g_free (job);
}

static TvOverviewColumn *
compute (const ColumnsJob *job, GCancellable *cancellable)
{
  g_autofree TvOverviewColumn *columns = g_new (TvOverviewColumn, job->n_columns);

  if (!tv_overview_columns (job->trace, job->main_thread, job->start, job->end, columns,
                            job->n_columns, cancellable))
    return NULL;
  return g_steal_pointer (&columns);
}

static gpointer
compute_in_worker (gpointer question, GCancellable *cancellable, GError **error)
{
  return compute (question, cancellable);
}

static void
on_columns_computed (gpointer owner, gpointer question, gpointer answer,
                     const GError *error)
{
  set_columns (owner, answer, ((const ColumnsJob *) question)->n_columns);
}

static const TvJobType columns_job = {
  .run = compute_in_worker,
  .done = on_columns_computed,
  .free_question = (GDestroyNotify) columns_job_free,
  .free_answer = g_free,
  .pace = TV_JOB_SOON,
};

static ColumnsJob *
columns_job_new (TvOverviewData *self, guint n_columns)
{
  ColumnsJob *job = g_new0 (ColumnsJob, 1);

  job->trace = tv_trace_ref (tv_trace_session_get_trace (self->session));
  job->n_columns = n_columns;
  tv_trace_session_get_full_range (self->session, &job->start, &job->end);
  return job;
}

static gboolean
is_quick (const ColumnsJob *job)
{
  return tv_trace_get_n_calls (job->trace) <= MAX_CALLS_AT_ONCE
         && (guint64) tv_trace_get_n_threads (job->trace) * job->n_columns
                <= MAX_COUNTS_AT_ONCE;
}

/* Requests the columns for a width, unless they exist or are being computed. */
static void
request_columns (TvOverviewData *self, guint n_columns)
{
  ColumnsJob *job;

  if (self->session == NULL || n_columns == 0 || n_columns == self->n_wanted)
    return;
  stop_job (self);
  self->n_wanted = n_columns;
  job = columns_job_new (self, n_columns);
  job->main_thread = tv_timeline_find_main_thread (job->trace);
  if (is_quick (job))
    {
      set_columns (self, compute (job, NULL), n_columns);
      columns_job_free (job);
      return;
    }
  tv_job_start (&self->job, &columns_job, job, self);
}

static void
forget_hits (TvOverviewData *self)
{
  tv_job_cancel (&self->hits_job);
  g_clear_pointer (&self->hits, g_free);
  g_clear_pointer (&self->lit, tv_method_set_unref);
  self->changed (self->user_data);
}

static gpointer
find_hits (gpointer question, GCancellable *cancellable, GError **error)
{
  const ColumnsJob *job = question;
  g_autofree guint32 *hits = g_new (guint32, job->n_columns);

  if (!tv_overview_hits (job->trace, job->lit, job->start, job->end, hits,
                         job->n_columns, cancellable))
    return NULL;
  return g_steal_pointer (&hits);
}

static void
on_hits_found (gpointer owner, gpointer question, gpointer answer, const GError *error)
{
  TvOverviewData *self = owner;

  self->hits = answer;
  self->changed (self->user_data);
}

static const TvJobType hits_job = {
  .run = find_hits,
  .done = on_hits_found,
  .free_question = (GDestroyNotify) columns_job_free,
  .free_answer = g_free,
  .pace = TV_JOB_SOON,
};

/* Requests the places of the methods that stand out, unless they are known or requested
 * already. */
static void
request_hits (TvOverviewData *self, guint n_columns)
{
  TvMethodSet *lit
      = tv_session_colors_get_lit (tv_trace_session_get_colors (self->session));
  ColumnsJob *job;

  if (lit == self->lit && n_columns == self->n_hits)
    return;
  forget_hits (self);
  self->n_hits = n_columns;
  if (lit == NULL)
    return;
  self->lit = tv_method_set_ref (lit);
  job = columns_job_new (self, n_columns);
  job->lit = tv_method_set_ref (lit);
  if (tv_trace_get_n_calls (job->trace) > MAX_CALLS_AT_ONCE)
    {
      tv_job_start (&self->hits_job, &hits_job, job, self);
      return;
    }
  self->hits = find_hits (job, NULL, NULL);
  columns_job_free (job);
}

/* Drops all data and takes another session, or none. */
void
tv_overview_data_set_session (TvOverviewData *self, TvTraceSession *session)
{
  stop_job (self);
  forget_hits (self);
  g_clear_pointer (&self->columns, g_free);
  self->session = session;
}

/* Requests the missing data for a width and for the methods that stand out. */
void
tv_overview_data_request (TvOverviewData *self, guint n_columns)
{
  gint64 start = 0;
  gint64 end = 0;

  if (self->session != NULL)
    tv_trace_session_get_full_range (self->session, &start, &end);
  if (start != self->start || end != self->end)
    tv_overview_data_set_session (self, self->session);
  self->start = start;
  self->end = end;
  request_columns (self, n_columns);
  request_hits (self, n_columns);
}

/* Returns the hits in the columns, NULL until they are known. */
const guint32 *
tv_overview_data_get_hits (const TvOverviewData *self)
{
  return self->n_hits == self->n_columns ? self->hits : NULL;
}

gboolean
tv_overview_data_is_ready (const TvOverviewData *self)
{
  return self->columns != NULL && self->job == NULL && self->hits_job == NULL;
}
