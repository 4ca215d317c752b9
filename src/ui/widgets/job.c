/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/widgets/job.h"

struct _TvJob
{
  const TvJobType *type;
  gpointer question;
  GCancellable *cancellable;

  /* The owner and its field; the field is NULL once the job is cancelled. */
  gpointer owner;
  TvJob **field;
};

/* Jobs in workers that have not ended. */
static guint n_running;

static void
job_free (TvJob *job)
{
  n_running--;
  if (job->type->free_question != NULL)
    job->type->free_question (job->question);
  g_object_unref (job->cancellable);
  g_free (job);
}

static void
run_in_worker (GTask *task, gpointer source, gpointer task_data,
               GCancellable *cancellable)
{
  const TvJob *job = task_data;
  GError *error = NULL;
  gpointer answer;

  /* The job may have been cancelled while it waited for a thread. */
  if (g_task_return_error_if_cancelled (task))
    return;
  answer = job->type->run (job->question, cancellable, &error);
  if (error != NULL)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, answer, job->type->free_answer);
}

static void
on_task_done (GObject *source, GAsyncResult *result, gpointer user_data)
{
  TvJob *job = user_data;
  g_autoptr (GError) error = NULL;
  /* NULL if the job was cancelled, even if there is an answer. */
  gpointer answer = g_task_propagate_pointer (G_TASK (result), &error);

  if (job->field != NULL)
    {
      *job->field = NULL;
      job->type->done (job->owner, job->question, answer, error);
    }
  job_free (job);
}

/**
 * tv_job_start:
 * @field: the owner's field for jobs of this kind. A job in it is cancelled first
 * @type: the type of job; must stay valid
 * @question: (transfer full) (nullable): the input of the work. Nobody may change it
 *   from now on
 * @owner: passed to the type's `done`. Not referenced
 *
 * Answers a question in a worker. `done` is called later, never from here.
 */
void
tv_job_start (TvJob **field, const TvJobType *type, gpointer question, gpointer owner)
{
  g_autoptr (GTask) task = NULL;
  TvJob *job;

  g_return_if_fail (field != NULL);
  g_return_if_fail (type != NULL && type->run != NULL && type->done != NULL);

  tv_job_cancel (field);
  job = g_new (TvJob, 1);
  *job = (TvJob){ type, question, g_cancellable_new (), owner, field };
  *field = job;
  n_running++;
  task = g_task_new (NULL, job->cancellable, on_task_done, job);
  g_task_set_source_tag (task, tv_job_start);
  g_task_set_task_data (task, job, NULL);
  if (type->pace == TV_JOB_NOW)
    g_task_run_in_thread (task, run_in_worker);
  else
    tv_background_run_task (
        task, type->pace == TV_JOB_SOON ? TV_BACKGROUND_SOON : TV_BACKGROUND_LATER,
        run_in_worker);
}

/**
 * tv_job_answer:
 * @field: the owner's field for jobs of this kind. A job in it is cancelled first
 * @type: the type of job
 * @question: (transfer full) (nullable): the input of the work
 * @owner: passed to the type's `done`
 *
 * Answers a question at once, without a worker, for work of a few milliseconds. `done`
 * is called from here.
 */
void
tv_job_answer (TvJob **field, const TvJobType *type, gpointer question, gpointer owner)
{
  g_autoptr (GError) error = NULL;
  gpointer answer;

  g_return_if_fail (field != NULL);
  g_return_if_fail (type != NULL && type->run != NULL && type->done != NULL);

  tv_job_cancel (field);
  answer = type->run (question, NULL, &error);
  type->done (owner, question, answer, error);
  if (type->free_question != NULL)
    type->free_question (question);
}

/**
 * tv_job_cancel:
 * @field: the owner's field, which may be empty
 *
 * Cancels the job and drops its answer: `done` is not called. Clears the field.
 */
void
tv_job_cancel (TvJob **field)
{
  TvJob *job;

  g_return_if_fail (field != NULL);

  job = g_steal_pointer (field);
  if (job == NULL)
    return;
  job->field = NULL;
  g_cancellable_cancel (job->cancellable);
}

/**
 * tv_job_get_question:
 * @job: (nullable): a job
 *
 * Returns: (transfer none) (nullable): its question, %NULL if there is no job
 */
gpointer
tv_job_get_question (const TvJob *job)
{
  return job != NULL ? job->question : NULL;
}

/**
 * tv_job_get_cancellable:
 * @job: a job
 *
 * For a button that stops the work. Unlike after tv_job_cancel(), `done` is called,
 * with %G_IO_ERROR_CANCELLED.
 *
 * Returns: (transfer none): the cancellable of the work
 */
GCancellable *
tv_job_get_cancellable (const TvJob *job)
{
  g_return_val_if_fail (job != NULL, NULL);

  return job->cancellable;
}

/**
 * tv_job_get_n_running:
 *
 * Counts the jobs of all windows.
 *
 * Returns: number of jobs in workers that have not ended, cancelled ones among them
 */
guint
tv_job_get_n_running (void)
{
  return n_running;
}
