/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline/lane-task.h"

#include "trace/model/background.h"
#include "trace/model/parallel.h"

/* A lane that is asked for, and what helps to compute it. */
typedef struct
{
  guint32 thread;
  TvLaneIndex *index;
  TvLaneMarks *marks;
  TvLaneHits *hits;
} Ask;

typedef struct
{
  TvTrace *trace;
  TvLaneView view;
  TvMethodSet *hit_methods;
  GArray *asks;
} Job;

/* A job at work: each lane goes to its own place. */
typedef struct
{
  const Job *job;
  GCancellable *cancellable;
  GPtrArray *lanes;
} Work;

static Ask
make_ask (TvLaneIndexer *indexer, guint32 thread, const TvLaneMark *mark,
          const TvMethodSet *hit_methods)
{
  TvLaneIndex *index = tv_lane_indexer_get_index (indexer, thread);
  TvLaneMarks *marks = tv_lane_indexer_get_marks (indexer, thread, mark);

  TvLaneHits *hits = tv_lane_indexer_get_hits (indexer, thread, hit_methods);

  return (Ask){ thread, index != NULL ? tv_lane_index_ref (index) : NULL,
                marks != NULL ? tv_lane_marks_ref (marks) : NULL,
                hits != NULL ? tv_lane_hits_ref (hits) : NULL };
}

static void
ask_clear (Ask *ask)
{
  g_clear_pointer (&ask->index, tv_lane_index_unref);
  g_clear_pointer (&ask->marks, tv_lane_marks_unref);
  g_clear_pointer (&ask->hits, tv_lane_hits_unref);
}

static void
job_free (Job *job)
{
  tv_trace_unref (job->trace);
  g_clear_pointer (&job->hit_methods, tv_method_set_unref);
  g_array_unref (job->asks);
  g_free (job);
}

/* Without its index a lane of many calls takes as long as the index. */
static gboolean
takes_long (const Job *job)
{
  for (guint i = 0; i < job->asks->len; i++)
    {
      const Ask *ask = &g_array_index (job->asks, Ask, i);

      if (ask->index == NULL && tv_lane_index_is_useful (job->trace, ask->thread))
        return TRUE;
    }
  return FALSE;
}

static TvLaneData *
compute (const TvTrace *trace, const Ask *ask, const TvLaneView *view,
         TvMethodSet *hit_methods)
{
  TvLaneData *data = ask->index != NULL
                         ? tv_lane_data_new_indexed (ask->index, ask->marks, view)
                         : tv_lane_data_new (trace, ask->thread, view);

  tv_lane_data_find_hits (data, trace, ask->hits, hit_methods);
  return data;
}

static void
compute_one (guint i, gpointer data)
{
  const Work *work = data;
  const Job *job = work->job;

  if (!g_cancellable_is_cancelled (work->cancellable))
    work->lanes->pdata[i] = compute (job->trace, &g_array_index (job->asks, Ask, i),
                                     &job->view, job->hit_methods);
}

static void
compute_in_worker (GTask *task, gpointer source, gpointer task_data,
                   GCancellable *cancellable)
{
  const Job *job = task_data;
  g_autoptr (GPtrArray) lanes
      = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_lane_data_free);
  Work work = { job, cancellable, lanes };

  g_ptr_array_set_size (lanes, (gint) job->asks->len);
  tv_parallel_run (job->asks->len, 0, compute_one, &work);
  if (!g_task_return_error_if_cancelled (task))
    g_task_return_pointer (task, g_steal_pointer (&lanes),
                           (GDestroyNotify) g_ptr_array_unref);
}

/* Computes a lane at once. */
TvLaneData *
tv_lane_task_compute (TvTrace *trace, TvLaneIndexer *indexer, guint32 thread,
                      const TvLaneView *view, TvMethodSet *hit_methods)
{
  TvLaneData *data;
  Ask ask;

  g_return_val_if_fail (trace != NULL && view != NULL, NULL);
  g_return_val_if_fail (TV_IS_LANE_INDEXER (indexer), NULL);

  ask = make_ask (indexer, thread, &view->mark, hit_methods);
  data = compute (trace, &ask, view, hit_methods);
  ask_clear (&ask);
  return data;
}

/* Computes lanes in workers, as many as the machine has processors. */
void
tv_lane_task_compute_async (TvTrace *trace, TvLaneIndexer *indexer,
                            const GArray *threads, const TvLaneView *view,
                            TvMethodSet *hit_methods, GCancellable *cancellable,
                            GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = NULL;
  Job *job;

  g_return_if_fail (trace != NULL && threads != NULL && view != NULL);
  g_return_if_fail (TV_IS_LANE_INDEXER (indexer));

  job = g_new0 (Job, 1);
  job->trace = tv_trace_ref (trace);
  job->view = *view;
  job->hit_methods = hit_methods != NULL ? tv_method_set_ref (hit_methods) : NULL;
  job->asks = g_array_new (FALSE, FALSE, sizeof (Ask));
  g_array_set_clear_func (job->asks, (GDestroyNotify) ask_clear);
  for (guint i = 0; i < threads->len; i++)
    {
      Ask ask = make_ask (indexer, g_array_index (threads, guint32, i), &view->mark,
                          hit_methods);

      g_array_append_val (job->asks, ask);
    }

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, tv_lane_task_compute_async);
  g_task_set_task_data (task, job, (GDestroyNotify) job_free);
  if (takes_long (job))
    tv_background_run_task (task, TV_BACKGROUND_SOON, compute_in_worker);
  else
    g_task_run_in_thread (task, compute_in_worker);
}

GPtrArray *
tv_lane_task_compute_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
