/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/ranking-task.h"

typedef struct
{
  TvProfile *profile;
  TvClock clock;
} RankingJob;

static void
ranking_job_free (gpointer data)
{
  RankingJob *job = data;

  tv_profile_unref (job->profile);
  g_free (job);
}

static void
rank_in_worker (GTask *task, gpointer source, gpointer task_data,
                GCancellable *cancellable)
{
  const RankingJob *job = task_data;

  if (g_task_return_error_if_cancelled (task))
    return;
  g_task_return_pointer (task, tv_ranking_new (job->profile, job->clock),
                         (GDestroyNotify) tv_ranking_free);
}

/**
 * tv_ranking_task_start:
 * @source_object: (type GObject.Object): who asks; kept alive until @callback ran
 * @profile: what to rank
 * @clock: a clock of its trace
 * @cancellable: (nullable): gives up
 * @callback: (scope async): called with @source_object in the caller's main context,
 * with no user data; call tv_ranking_task_finish() in it
 *
 * Ranks the methods of a profile in a worker.
 */
void
tv_ranking_task_start (gpointer source_object, TvProfile *profile, TvClock clock,
                       GCancellable *cancellable, GAsyncReadyCallback callback)
{
  g_autoptr (GTask) task = NULL;
  RankingJob *job;

  g_return_if_fail (G_IS_OBJECT (source_object));
  g_return_if_fail (profile != NULL);

  job = g_new0 (RankingJob, 1);
  job->profile = tv_profile_ref (profile);
  job->clock = clock;
  task = g_task_new (source_object, cancellable, callback, NULL);
  g_task_set_source_tag (task, tv_ranking_task_start);
  g_task_set_task_data (task, job, ranking_job_free);
  g_task_run_in_thread (task, rank_in_worker);
}

/**
 * tv_ranking_task_finish:
 * @result: what the callback was given
 * @clock: (out): the clock that was ranked by
 * @error: return location for a #GError
 *
 * Ends tv_ranking_task_start(). The one error is %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer full) (nullable): the ranking, %NULL with @error set if cancelled
 */
TvRanking *
tv_ranking_task_finish (GAsyncResult *result, TvClock *clock, GError **error)
{
  GTask *task;
  const RankingJob *job;

  g_return_val_if_fail (G_IS_TASK (result), NULL);
  g_return_val_if_fail (clock != NULL, NULL);

  task = G_TASK (result);
  job = g_task_get_task_data (task);
  *clock = job->clock;
  return g_task_propagate_pointer (task, error);
}
