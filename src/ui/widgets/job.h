/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/parallel.h"

G_BEGIN_DECLS

/**
 * TvJobPace:
 * @TV_JOB_NOW: the user waits for the answer
 * @TV_JOB_SOON: the work is long; drawing goes first, see %TV_BACKGROUND_SOON
 * @TV_JOB_LATER: the answer only speeds up later work, see %TV_BACKGROUND_LATER
 *
 * The priority of a job relative to the main thread.
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
 *   set. If @cancellable is cancelled, the answer is dropped
 * @done: hands the answer to @owner on the main thread. @answer is (transfer full),
 *   @question still belongs to the job. @error is set if @run failed; it matches
 *   %G_IO_ERROR_CANCELLED only if tv_job_get_cancellable() was cancelled
 * @free_question: (nullable): frees a question, on the main thread
 * @free_answer: frees a dropped answer, on any thread
 * @pace: the priority of the worker
 *
 * A type of job: its functions for the question and the answer. Owners have static
 * types.
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
 * A question that a worker thread answers. The owner keeps it in a field, which is
 * %NULL while there is no job; the functions set and clear it. The latest question in a
 * field wins; late answers to earlier ones are dropped. The owner must call
 * tv_job_cancel() before it is freed. All functions belong to the main thread.
 *
 * Answers arrive at %G_PRIORITY_DEFAULT, before drawing: if frames take longer than
 * their interval, the main loop never gets to lower priorities.
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
