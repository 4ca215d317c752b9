/* SPDX-License-Identifier: Apache-2.0 */

/* Work in a worker thread: the latest question wins, the late answer is dropped. */

#include "support/test-runner.h"
#include "ui/widgets/job.h"

#include <gdk/gdk.h>

typedef struct
{
  TvJob *job;
  guint n_done;
  guint answer;
  guint question;
  GError *error;
  gboolean asks_again;
} Owner;

/* A question is a number, the answer ten times as much. */
static gint n_questions;
static gint n_answers;
static GMutex gate; /* held by a test that keeps workers waiting */

static gpointer
new_number (guint number, gint *count)
{
  guint *place = g_new (guint, 1);

  *place = number;
  g_atomic_int_inc (count);
  return place;
}

static void
free_question (gpointer question)
{
  g_atomic_int_add (&n_questions, -1);
  g_free (question);
}

static void
free_answer (gpointer answer)
{
  g_atomic_int_add (&n_answers, -1);
  g_free (answer);
}

static gpointer
multiply (gpointer question, GCancellable *cancellable, GError **error)
{
  const guint number = *(guint *) question;

  ck_assert (!g_main_context_is_owner (NULL));
  g_mutex_lock (&gate);
  g_mutex_unlock (&gate);
  if (number == 0)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "zero");
      return NULL;
    }
  return new_number (10 * number, &n_answers);
}

static void on_multiplied (gpointer data, gpointer question, gpointer answer,
                           const GError *error);

static const TvJobType job_types[] = {
  [TV_JOB_NOW] = { multiply, on_multiplied, free_question, free_answer, TV_JOB_NOW },
  [TV_JOB_SOON] = { multiply, on_multiplied, free_question, free_answer, TV_JOB_SOON },
  [TV_JOB_LATER]
  = { multiply, on_multiplied, free_question, free_answer, TV_JOB_LATER },
};

static void
ask (Owner *owner, guint number, TvJobPace pace)
{
  tv_job_start (&owner->job, &job_types[pace], new_number (number, &n_questions),
                owner);
}

static void
on_multiplied (gpointer data, gpointer question, gpointer answer, const GError *error)
{
  Owner *owner = data;

  ck_assert (g_main_context_is_owner (NULL));
  ck_assert_ptr_null (owner->job);
  owner->n_done++;
  owner->question = *(guint *) question;
  g_clear_error (&owner->error);
  if (answer != NULL)
    {
      owner->answer = *(guint *) answer;
      free_answer (answer);
      ck_assert_ptr_null (error);
    }
  else
    {
      ck_assert_ptr_nonnull (error);
      owner->error = g_error_copy (error);
    }
  if (owner->asks_again)
    {
      owner->asks_again = FALSE;
      ask (owner, owner->question + 1, TV_JOB_NOW);
    }
}

/* Until every job has ended, wanted or not. */
static void
run_all (void)
{
  g_main_context_acquire (NULL);
  while (g_atomic_int_get (&n_questions) > 0)
    g_main_context_iteration (NULL, TRUE);
  g_main_context_release (NULL);
}

static void
wait_for_answers_freed (void)
{
  while (g_atomic_int_get (&n_answers) > 0)
    g_usleep (1000);
}

static void
check_an_answer (TvJobPace pace)
{
  Owner owner = { 0 };

  ask (&owner, 7, pace);
  ck_assert_ptr_nonnull (owner.job);
  ck_assert_uint_eq (*(guint *) tv_job_get_question (owner.job), 7);
  ck_assert_uint_eq (owner.n_done, 0);
  run_all ();

  ck_assert_uint_eq (owner.n_done, 1);
  ck_assert_uint_eq (owner.question, 7);
  ck_assert_uint_eq (owner.answer, 70);
  ck_assert_ptr_null (owner.job);
  ck_assert_ptr_null (tv_job_get_question (owner.job));
  ck_assert_int_eq (n_answers, 0);
}

static void
check_an_error (TvJobPace pace)
{
  Owner owner = { 0 };

  ask (&owner, 0, pace);
  run_all ();

  ck_assert_uint_eq (owner.n_done, 1);
  ck_assert (g_error_matches (owner.error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA));
  g_clear_error (&owner.error);
}

static void
check_the_lacheck_question_wins (TvJobPace pace)
{
  Owner owner = { 0 };

  g_mutex_lock (&gate);
  for (guint i = 1; i <= 50; i++)
    ask (&owner, i, pace);
  g_mutex_unlock (&gate);
  run_all ();

  ck_assert_uint_eq (owner.n_done, 1);
  ck_assert_uint_eq (owner.question, 50);
  ck_assert_uint_eq (owner.answer, 500);
  wait_for_answers_freed ();
}

/* The owner is gone when the answer comes. */
static void
check_a_cancelled_job (TvJobPace pace)
{
  Owner *owner = g_new0 (Owner, 1);

  g_mutex_lock (&gate);
  ask (owner, 7, pace);
  tv_job_cancel (&owner->job);
  ck_assert_ptr_null (owner->job);
  tv_job_cancel (&owner->job);
  ck_assert_uint_eq (owner->n_done, 0);
  memset (owner, 0xff, sizeof *owner);
  g_free (owner);
  ck_assert_uint_eq (tv_job_get_n_running (), 1);
  g_mutex_unlock (&gate);
  run_all ();

  wait_for_answers_freed ();
  ck_assert_uint_eq (tv_job_get_n_running (), 0);
}

/* The answer is there already, but has not come to the main loop. */
static void
check_a_job_cancelled_after_its_work (TvJobPace pace)
{
  Owner owner = { 0 };

  ask (&owner, 7, pace);
  while (g_atomic_int_get (&n_answers) == 0)
    g_usleep (1000);
  tv_job_cancel (&owner.job);
  run_all ();

  ck_assert_uint_eq (owner.n_done, 0);
  wait_for_answers_freed ();
}

static void
check_a_button_that_stops_the_work (TvJobPace pace)
{
  Owner owner = { 0 };

  g_mutex_lock (&gate);
  ask (&owner, 7, pace);
  g_cancellable_cancel (tv_job_get_cancellable (owner.job));
  ck_assert_ptr_nonnull (owner.job);
  g_mutex_unlock (&gate);
  run_all ();

  ck_assert_uint_eq (owner.n_done, 1);
  ck_assert (g_error_matches (owner.error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
  g_clear_error (&owner.error);
  wait_for_answers_freed ();
}

static void
check_another_question_from_the_answer (TvJobPace pace)
{
  Owner owner = { .asks_again = TRUE };

  ask (&owner, 7, pace);
  run_all ();

  ck_assert_uint_eq (owner.n_done, 2);
  ck_assert_uint_eq (owner.question, 8);
  ck_assert_uint_eq (owner.answer, 80);
}

/* Each at every pace. */
START_TEST (test_an_answer)
{
  for (guint pace = TV_JOB_NOW; pace <= TV_JOB_LATER; pace++)
    check_an_answer ((TvJobPace) pace);
}
END_TEST

static gboolean
is_always_due (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

/* A frame that takes longer than the time to the next one is always due. */
START_TEST (test_an_answer_where_drawing_is_slow)
{
  const guint drawing
      = g_idle_add_full (GDK_PRIORITY_REDRAW, is_always_due, NULL, NULL);

  for (guint pace = TV_JOB_NOW; pace <= TV_JOB_LATER; pace++)
    check_an_answer ((TvJobPace) pace);
  g_source_remove (drawing);
}
END_TEST

START_TEST (test_an_error)
{
  for (guint pace = TV_JOB_NOW; pace <= TV_JOB_LATER; pace++)
    check_an_error ((TvJobPace) pace);
}
END_TEST

START_TEST (test_the_latest_question_wins)
{
  for (guint pace = TV_JOB_NOW; pace <= TV_JOB_LATER; pace++)
    check_the_lacheck_question_wins ((TvJobPace) pace);
}
END_TEST

START_TEST (test_a_cancelled_job)
{
  for (guint pace = TV_JOB_NOW; pace <= TV_JOB_LATER; pace++)
    check_a_cancelled_job ((TvJobPace) pace);
}
END_TEST

START_TEST (test_a_job_cancelled_after_its_work)
{
  for (guint pace = TV_JOB_NOW; pace <= TV_JOB_LATER; pace++)
    check_a_job_cancelled_after_its_work ((TvJobPace) pace);
}
END_TEST

START_TEST (test_a_button_that_stops_the_work)
{
  for (guint pace = TV_JOB_NOW; pace <= TV_JOB_LATER; pace++)
    check_a_button_that_stops_the_work ((TvJobPace) pace);
}
END_TEST

START_TEST (test_another_question_from_the_answer)
{
  for (guint pace = TV_JOB_NOW; pace <= TV_JOB_LATER; pace++)
    check_another_question_from_the_answer ((TvJobPace) pace);
}
END_TEST

static gpointer
multiply_here (gpointer question, GCancellable *cancellable, GError **error)
{
  ck_assert_ptr_null (cancellable);
  return new_number (10 * *(guint *) question, &n_answers);
}

/* It ends a job that a worker still has. */
START_TEST (test_an_answer_at_once)
{
  static const TvJobType type
      = { multiply_here, on_multiplied, free_question, free_answer, TV_JOB_NOW };
  Owner owner = { 0 };

  ask (&owner, 7, TV_JOB_NOW);
  g_main_context_acquire (NULL);
  tv_job_answer (&owner.job, &type, new_number (8, &n_questions), &owner);
  g_main_context_release (NULL);
  ck_assert_uint_eq (owner.answer, 80);
  run_all ();
  wait_for_answers_freed ();
  ck_assert_uint_eq (owner.n_done, 1);
}
END_TEST

TV_TESTS (NULL, NULL)
