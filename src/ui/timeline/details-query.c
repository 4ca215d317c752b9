/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/details-query.h"

#include "analysis/lanes/lane-columns.h"

/* Calls inside of a call, up to which its numbers are worked out at once. */
#define MAX_COST_AT_ONCE 200000

struct _TvDetailsQuery
{
  TvDetailsReady ready;
  gpointer user_data;
  TvCallRef call; /* the thread is TV_THREAD_NONE for none */
  gboolean known;
  TvCallDetails details; /* if they are known */
  GCancellable *job;
};

typedef struct
{
  TvCallStacks *stacks;
  TvCallRef call;
  TvCallDetails details;
} Job;

TvDetailsQuery *
tv_details_query_new (TvDetailsReady ready, gpointer user_data)
{
  TvDetailsQuery *query;

  g_return_val_if_fail (ready != NULL, NULL);

  query = g_new0 (TvDetailsQuery, 1);
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

/* Makes it a query about no call. */
void
tv_details_query_forget (TvDetailsQuery *query)
{
  g_return_if_fail (query != NULL);

  g_cancellable_cancel (query->job);
  g_clear_object (&query->job);
  query->call.thread = TV_THREAD_NONE;
  query->known = FALSE;
}

static void
job_free (Job *job)
{
  tv_call_stacks_unref (job->stacks);
  g_free (job);
}

static void
work_out (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Job *job = task_data;

  /* The pointer may have gone over many such calls while this waited for its turn. */
  if (g_task_return_error_if_cancelled (task))
    return;
  g_task_return_boolean (
      task, tv_call_get_details (job->stacks, job->call, cancellable, &job->details));
}

static void
take_details (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TvDetailsQuery *query = user_data;
  GTask *task = G_TASK (result);

  /* Cancelled: the query is gone, or about another call by now. */
  if (!g_task_propagate_boolean (task, NULL))
    return;
  g_clear_object (&query->job);
  query->details = ((Job *) g_task_get_task_data (task))->details;
  query->known = TRUE;
  query->ready (query->user_data);
}

static void
start_job (TvDetailsQuery *query, TvCallStacks *stacks)
{
  g_autoptr (GTask) task = NULL;
  Job *job = g_new0 (Job, 1);

  job->stacks = tv_call_stacks_ref (stacks);
  job->call = query->call;
  query->job = g_cancellable_new ();
  task = g_task_new (NULL, query->job, take_details, query);
  g_task_set_source_tag (task, start_job);
  g_task_set_task_data (task, job, (GDestroyNotify) job_free);
  g_task_run_in_thread (task, work_out);
}

static gboolean
is_cheap (const TvTrace *trace, TvCallRef call)
{
  TvCalls calls = tv_trace_get_calls (trace, call.thread);
  gint64 start = tv_times_get (&calls.axis_start, call.call);
  gint64 end = tv_times_get (&calls.axis_end, call.call);

  /* Calls without length may stand at its end, also at that of one without length. */
  return tv_lane_cost (trace, call.thread, start, end + 1) <= MAX_COST_AT_ONCE;
}

/* Makes it a query about call, if it is not already. A call as long as the trace may
 * hold millions of others: then its numbers come a moment later. */
const TvCallDetails *
tv_details_query_ask (TvDetailsQuery *query, TvCallStacks *stacks, TvCallRef call)
{
  g_return_val_if_fail (query != NULL && stacks != NULL, NULL);
  g_return_val_if_fail (call.thread != TV_THREAD_NONE, NULL);

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
    start_job (query, stacks);
  return tv_details_query_get (query);
}

/* Returns the call that it is about; the thread is %TV_THREAD_NONE for none. */
TvCallRef
tv_details_query_get_call (const TvDetailsQuery *query)
{
  g_return_val_if_fail (query != NULL, ((TvCallRef){ TV_THREAD_NONE, 0 }));

  return query->call;
}

/* Returns the numbers of its call; NULL if they are not known yet. */
const TvCallDetails *
tv_details_query_get (const TvDetailsQuery *query)
{
  g_return_val_if_fail (query != NULL, NULL);

  return query->known ? &query->details : NULL;
}
