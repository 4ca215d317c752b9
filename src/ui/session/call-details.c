/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/session/call-details.h"

#include "analysis/lanes/lane-columns.h"
#include "ui/widgets/job.h"

/* The numbers of a call with more calls inside it are computed by a worker. */
#define MAX_COST_AT_ONCE 200000

struct _TvDetailsQuery
{
  TvDetailsReady ready;
  gpointer user_data;
  TvCallRef call; /* the thread is TV_THREAD_NONE for none */
  gboolean known;
  TvCallDetails details; /* if they are known */
  TvJob *job;
};

typedef struct
{
  TvCallStacks *stacks;
  TvCallRef call;
  TvCallDetails details;
} DetailsJob;

/**
 * tv_details_query_new:
 * @ready: called when numbers that were not known at once arrive
 * @user_data: for @ready
 *
 * Returns: (transfer full): a query without a call
 */
TvDetailsQuery *
tv_details_query_new (TvDetailsReady ready, gpointer user_data)
{
  TvDetailsQuery *query = g_new0 (TvDetailsQuery, 1);

  query->ready = ready;
  query->user_data = user_data;
  query->call.thread = TV_THREAD_NONE;
  return query;
}

void
tv_details_query_free (TvDetailsQuery *query)
{
  if (query == NULL)
    return;
  tv_details_query_forget (query);
  g_free (query);
}

/**
 * tv_details_query_forget:
 * @query: a query
 *
 * Forgets the call, and cancels the worker.
 */
void
tv_details_query_forget (TvDetailsQuery *query)
{
  tv_job_cancel (&query->job);
  query->call.thread = TV_THREAD_NONE;
  query->known = FALSE;
}

static void
details_job_free (DetailsJob *job)
{
  tv_call_stacks_unref (job->stacks);
  g_free (job);
}

static gpointer
get_details (gpointer question, GCancellable *cancellable, GError **error)
{
  DetailsJob *job = question;

  tv_call_get_details (job->stacks, job->call, cancellable, &job->details);
  return NULL;
}

static void
on_details (gpointer owner, gpointer question, gpointer answer, const GError *error)
{
  TvDetailsQuery *query = owner;

  query->details = ((const DetailsJob *) question)->details;
  query->known = TRUE;
  query->ready (query->user_data);
}

static const TvJobType details_job = {
  .run = get_details,
  .done = on_details,
  .free_question = (GDestroyNotify) details_job_free,
  .pace = TV_JOB_NOW,
};

static gboolean
is_cheap (const TvTrace *trace, TvCallRef call)
{
  TvCalls calls = tv_trace_get_calls (trace, call.thread);
  gint64 start = tv_times_get (&calls.axis_start, call.call);
  gint64 end = tv_times_get (&calls.axis_end, call.call);

  /* Calls of length zero may be at its end. */
  return tv_lane_cost (trace, call.thread, start, end + 1) <= MAX_COST_AT_ONCE;
}

/**
 * tv_details_query_ask:
 * @query: a query
 * @stacks: an index of a trace's calls
 * @call: one of them
 *
 * Requests the numbers of a call. A long call may contain millions of other calls,
 * which a worker adds up.
 *
 * Returns: (transfer none) (nullable): the numbers, %NULL if a worker computes them
 */
const TvCallDetails *
tv_details_query_ask (TvDetailsQuery *query, TvCallStacks *stacks, TvCallRef call)
{
  if (call.thread == query->call.thread && call.call == query->call.call)
    return tv_details_query_get (query);

  tv_details_query_forget (query);
  query->call = call;
  if (is_cheap (tv_call_stacks_get_trace (stacks), call))
    {
      tv_call_get_details (stacks, call, NULL, &query->details);
      query->known = TRUE;
    }
  else
    {
      DetailsJob *job = g_new0 (DetailsJob, 1);

      job->stacks = tv_call_stacks_ref (stacks);
      job->call = call;
      tv_job_start (&query->job, &details_job, job, query);
    }
  return tv_details_query_get (query);
}

/**
 * tv_details_query_get:
 * @query: a query
 *
 * Returns: (transfer none) (nullable): the numbers of the call, %NULL until they are
 *   known
 */
const TvCallDetails *
tv_details_query_get (const TvDetailsQuery *query)
{
  return query->known ? &query->details : NULL;
}
