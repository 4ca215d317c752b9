/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/parallel.h"

G_BEGIN_DECLS

/**
 * TvJobPace:
 * @TV_JOB_NOW: a person waits for the answer
 * @TV_JOB_SOON: the work is long; drawing goes first, see %TV_BACKGROUND_SOON
 * @TV_JOB_LATER: the answer only makes later work quick, see %TV_BACKGROUND_LATER
 *
 * How far a job stands back behind the main thread.
 */
typedef enum
{
  TV_JOB_NOW,
  TV_JOB_SOON,
  TV_JOB_LATER
} TvJobPace;

/**
 * TvJobType:
 * @run: answers @question in a worker thread. Returns the answer, or %NULL with @error
 *   set. If @cancellable is cancelled, what it returns is dropped
 * @done: hands the answer to @owner on the main thread. @answer is (transfer full),
 *   @question still belongs to the job. @error is set where @run failed; it matches
 *   %G_IO_ERROR_CANCELLED only if somebody cancelled tv_job_get_cancellable()
 * @free_question: (nullable): frees a question, on the main thread
 * @free_answer: frees an answer that nobody wants any more, on any thread
 * @pace: how far the worker stands back
 *
 * A kind of job: what it does with the question and with the answer. Each owner has
 * static ones.
 */
typedef struct
{
  gpointer (*run) (gpointer question, GCancellable *cancellable, GError **error);
  void (*done) (gpointer owner, gpointer question, gpointer answer,
                const GError *error);
  GDestroyNotify free_question;
  GDestroyNotify free_answer;
  TvJobPace pace;
} TvJobType;

/**
 * TvJob:
 *
 * A question that a worker thread is answering. The owner keeps it in a field, which is
 * %NULL while there is no job: the helper sets and clears it. The latest question in a
 * field wins; the late answer to another one is dropped. The owner must call
 * tv_job_cancel() before it goes away. All functions belong to the main thread.
 *
 * Answers come at %G_PRIORITY_DEFAULT, which is before drawing: where a frame takes
 * longer than the time to the next one, the main loop gets to nothing after it.
 */
typedef struct _TvJob TvJob;

void tv_job_start (TvJob **field, const TvJobType *type, gpointer question,
                   gpointer owner);
void tv_job_answer (TvJob **field, const TvJobType *type, gpointer question,
                    gpointer owner);
void tv_job_cancel (TvJob **field);

gpointer tv_job_get_question (const TvJob *job);
GCancellable *tv_job_get_cancellable (const TvJob *job);
guint tv_job_get_n_running (void);

G_END_DECLS
