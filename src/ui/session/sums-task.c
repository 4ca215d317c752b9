/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/session/sums-task.h"

typedef struct
{
  TvSumsNeed need;
  TvSumsQuestion question;
} SumsJob;

static SumsJob *
sums_job_new (const TvSumsNeed *need, const TvSumsQuestion *question)
{
  SumsJob *job = g_new0 (SumsJob, 1);

  job->need = *need;
  job->question = tv_sums_question_copy (question);
  tv_profile_ref (job->need.whole);
  if (job->need.known != NULL)
    tv_profile_ref (job->need.known);
  if (job->need.lengths != NULL)
    tv_call_lengths_ref (job->need.lengths);
  return job;
}

static void
sums_job_free (gpointer data)
{
  SumsJob *job = data;

  tv_sums_question_clear (&job->question);
  g_clear_pointer (&job->need.known, tv_profile_unref);
  g_clear_pointer (&job->need.lengths, tv_call_lengths_unref);
  tv_profile_unref (job->need.whole);
  g_free (job);
}

/* Works it out right here. */
TvSumsAnswer *
tv_sums_answer_new (const TvSumsNeed *need, const TvSumsQuestion *question,
                    GCancellable *cancellable, GError **error)
{
  g_autoptr (TvSumsAnswer) answer = g_new0 (TvSumsAnswer, 1);

  answer->question = tv_sums_question_copy (question);
  answer->whole = tv_profile_new_renamed (need->whole, question->trace);
  if (!tv_sums_question_is_whole (question) && need->known != NULL)
    answer->profile = tv_profile_new_renamed (need->known, question->trace);
  else if (!tv_sums_question_is_whole (question))
    {
      const TvProfileRange range = {
        .start = question->in_range ? question->range.start : G_MININT64,
        .end = question->in_range ? question->range.end : G_MAXINT64,
        .threads = question->threads,
      };

      answer->profile
          = tv_profile_new_for_range (question->trace, &range, cancellable, error);
      if (answer->profile == NULL)
        return NULL;
    }
  if (answer->profile != NULL)
    answer->ranking = tv_ranking_new (answer->profile, question->clock);
  if (question->lengths && need->lengths != NULL)
    answer->lengths = tv_call_lengths_ref (need->lengths);
  else if (question->lengths)
    {
      answer->lengths = tv_call_lengths_new (answer->profile != NULL ? answer->profile
                                                                     : answer->whole,
                                             question->clock, cancellable, error);
      if (answer->lengths == NULL)
        return NULL;
    }
  if (need->ranks_whole)
    answer->whole_ranking = tv_ranking_new (answer->whole, question->clock);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&answer);
}

/* Frees it with what was not taken from it. */
void
tv_sums_answer_free (TvSumsAnswer *answer)
{
  g_clear_pointer (&answer->whole_ranking, tv_ranking_free);
  g_clear_pointer (&answer->ranking, tv_ranking_free);
  g_clear_pointer (&answer->profile, tv_profile_unref);
  g_clear_pointer (&answer->whole, tv_profile_unref);
  g_clear_pointer (&answer->lengths, tv_call_lengths_unref);
  tv_sums_question_clear (&answer->question);
  g_free (answer);
}

static void
answer_in_worker (GTask *task, gpointer source, gpointer task_data,
                  GCancellable *cancellable)
{
  const SumsJob *job = task_data;
  GError *error = NULL;
  TvSumsAnswer *answer
      = tv_sums_answer_new (&job->need, &job->question, cancellable, &error);

  if (answer != NULL)
    g_task_return_pointer (task, answer, (GDestroyNotify) tv_sums_answer_free);
  else
    g_task_return_error (task, error);
}

/* Works it out in a worker. */
void
tv_sums_task_start (gpointer source_object, const TvSumsNeed *need,
                    const TvSumsQuestion *question, GCancellable *cancellable,
                    GAsyncReadyCallback callback)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (G_IS_OBJECT (source_object));
  g_return_if_fail (need != NULL && question != NULL);

  task = g_task_new (source_object, cancellable, callback, NULL);
  g_task_set_source_tag (task, tv_sums_task_start);
  /* Showing the answer takes longer than a frame: what follows the pointer goes first.
   */
  g_task_set_priority (task, G_PRIORITY_DEFAULT_IDLE);
  g_task_set_task_data (task, sums_job_new (need, question), sums_job_free);
  g_task_run_in_thread (task, answer_in_worker);
}

TvSumsAnswer *
tv_sums_task_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (G_IS_TASK (result), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
