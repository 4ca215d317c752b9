/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/chart-task.h"

#include "trace/model/parallel.h"

typedef struct
{
  TvCallStacks *stacks;
  TvChartSpan span;
  GArray *wishes;  /* TvChartWish */
  GPtrArray *hits; /* TvChartHits or NULL, for each of these */
} Job;

/* A job at work: each chart goes to its own place. */
typedef struct
{
  const Job *job;
  GCancellable *cancellable;
  GPtrArray *charts;
} Work;

static void
job_free (Job *job)
{
  tv_call_stacks_unref (job->stacks);
  g_array_unref (job->wishes);
  g_ptr_array_unref (job->hits);
  g_free (job);
}

gboolean
tv_chart_span_equal (const TvChartSpan *a, const TvChartSpan *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  return a->start == b->start && a->end == b->end && a->n_columns == b->n_columns;
}

TvCallChart *
tv_chart_wish_compute (const TvChartWish *wish, const TvCallStacks *stacks,
                       TvChartHits *hits, const TvChartSpan *span)
{
  g_return_val_if_fail (wish != NULL && stacks != NULL && span != NULL, NULL);

  return tv_call_chart_new_with_hits (stacks, hits, wish->thread, span->start,
                                      span->end, span->n_columns, wish->first_level,
                                      wish->n_levels);
}

static void
compute_one (guint i, gpointer data)
{
  const Work *work = data;
  const Job *job = work->job;

  if (!g_cancellable_is_cancelled (work->cancellable))
    work->charts->pdata[i]
        = tv_chart_wish_compute (&g_array_index (job->wishes, TvChartWish, i),
                                 job->stacks, job->hits->pdata[i], &job->span);
}

static void
compute_in_worker (GTask *task, gpointer source, gpointer task_data,
                   GCancellable *cancellable)
{
  const Job *job = task_data;
  g_autoptr (GPtrArray) charts
      = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_call_chart_free);
  Work work = { job, cancellable, charts };

  g_ptr_array_set_size (charts, (gint) job->wishes->len);
  tv_parallel_run (job->wishes->len, 0, compute_one, &work);
  if (!g_task_return_error_if_cancelled (task))
    g_task_return_pointer (task, g_steal_pointer (&charts),
                           (GDestroyNotify) g_ptr_array_unref);
}

static void
unref_hits (gpointer hits)
{
  if (hits != NULL)
    tv_chart_hits_unref (hits);
}

/* Computes charts in workers, as many as the machine has processors. */
void
tv_chart_task_compute_async (TvCallStacks *stacks, TvChartHitFinder *finder,
                             const GArray *wishes, const TvChartSpan *span,
                             GCancellable *cancellable, GAsyncReadyCallback callback,
                             gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Job *job;

  g_return_if_fail (stacks != NULL && wishes != NULL && span != NULL);

  job = g_new0 (Job, 1);
  job->stacks = tv_call_stacks_ref (stacks);
  job->span = *span;
  job->wishes = g_array_copy ((GArray *) wishes);
  job->hits = g_ptr_array_new_with_free_func (unref_hits);
  for (guint i = 0; i < wishes->len; i++)
    {
      const TvChartWish *wish = &g_array_index (wishes, TvChartWish, i);
      TvChartHits *hits = tv_chart_hit_finder_get (finder, wish->thread,
                                                   wish->first_level, wish->n_levels);

      g_ptr_array_add (job->hits, hits != NULL ? tv_chart_hits_ref (hits) : NULL);
    }
  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, tv_chart_task_compute_async);
  g_task_set_task_data (task, job, (GDestroyNotify) job_free);
  g_task_run_in_thread (task, compute_in_worker);
}

GPtrArray *
tv_chart_task_compute_finish (GAsyncResult *result, const TvChartWish **wishes,
                              TvChartSpan *span, GError **error)
{
  const Job *job;

  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);
  g_return_val_if_fail (wishes != NULL && span != NULL, NULL);

  job = g_task_get_task_data (G_TASK (result));
  *wishes = (const TvChartWish *) (gpointer) job->wishes->data;
  *span = job->span;
  return g_task_propagate_pointer (G_TASK (result), error);
}
