/* SPDX-License-Identifier: Apache-2.0 */

/* The threads and the range that the sums are of: values worked out by hand, answers
 * that come too late. */

#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "ui/profile-sample.h"
#include "ui/profile/profile-tree.h"
#include "ui/sample-trace.h"
#include "ui/session/trace-session.h"
#include "ui/widgets/job.h"

#include <check.h>

#define US G_GINT64_CONSTANT (1000)

#define A 0x4
#define B 0x8

/* Three threads, each with a call of A from 0 on that takes 10, 20 and 30 µs; in that
 * of the second one a call of B from 5 to 15; a fourth without calls. */
static TvTraceSession *
make_session (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_add_method (writer, A, "p.Q", "a", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, B, "p.Q", "b", "()V", "Q.java", 1);
  for (guint32 thread = 1; thread <= 4; thread++)
    tv_trace_writer_add_thread (writer, thread, "t");
  for (guint32 thread = 1; thread <= 3; thread++)
    {
      tv_trace_writer_enter (writer, thread, A, 0, 0);
      if (thread == 2)
        {
          tv_trace_writer_enter (writer, thread, B, 0, 5);
          tv_trace_writer_exit (writer, thread, B, 0, 15);
        }
      tv_trace_writer_exit (writer, thread, A, 0, 10 * thread);
    }
  return tv_sample_session_new (tv_test_load (writer));
}

static void
wait_for_sums (TvTraceSession *session)
{
  while (tv_trace_session_is_summing (session))
    g_main_context_iteration (NULL, TRUE);
}

static void
choose (TvTraceSession *session, guint n, ...)
{
  g_autoptr (GArray) threads = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (TvThreadSet) set = NULL;
  va_list ids;

  va_start (ids, n);
  for (guint i = 0; i < n; i++)
    {
      const guint32 thread = tv_test_find_thread (tv_trace_session_get_trace (session),
                                                  va_arg (ids, guint));

      g_array_append_val (threads, thread);
    }
  va_end (ids);
  set = tv_thread_set_new ((const guint32 *) (gpointer) threads->data, threads->len);
  tv_trace_session_set_threads (session, set);
}

static void
assert_method (TvTraceSession *session, const char *name, guint64 calls,
               gint64 inclusive)
{
  const TvMethodTotals *totals = tv_profile_get_totals (
      tv_trace_session_get_profile (session), tv_profile_sample_find (session, name));

  ck_assert_uint_eq (totals->calls, calls);
  ck_assert_int_eq (totals->inclusive[TV_CLOCK_WALL], inclusive * US);
}

static void
count_notify (GObject *object, GParamSpec *pspec, gpointer user_data)
{
  ++*(guint *) user_data;
}

START_TEST (test_the_profile_is_of_the_chosen_threads)
{
  g_autoptr (TvTraceSession) session = make_session ();
  guint n_rankings = 0;
  guint n_scopes = 0;

  g_signal_connect (session, "notify::ranking", G_CALLBACK (count_notify), &n_rankings);
  g_signal_connect (session, "notify::scope", G_CALLBACK (count_notify), &n_scopes);
  assert_method (session, "p.Q.a", 3, 60);
  choose (session, 2, 3, 1);
  ck_assert_uint_eq (n_scopes, 1);
  wait_for_sums (session);
  ck_assert_uint_eq (n_rankings, 1);
  assert_method (session, "p.Q.a", 2, 40);
  assert_method (session, "p.Q.b", 0, 0);
  ck_assert_uint_eq (
      tv_method_sequence_get_n (tv_trace_session_get_ranking (session)->sequence), 1);
  /* Colours are those of the whole trace. */
  ck_assert_uint_eq (
      tv_method_sequence_get_n (tv_trace_session_get_whole_ranking (session)->sequence),
      2);
  choose (session, 1, 2);
  wait_for_sums (session);
  assert_method (session, "p.Q.a", 1, 20);
  assert_method (session, "p.Q.b", 1, 10);
  tv_trace_session_set_threads (session, NULL);
  ck_assert (!tv_trace_session_is_summing (session));
  assert_method (session, "p.Q.a", 3, 60);
}
END_TEST

START_TEST (test_the_same_threads_are_not_summed_again)
{
  g_autoptr (TvTraceSession) session = make_session ();
  TvProfile *profile;

  choose (session, 2, 1, 2);
  wait_for_sums (session);
  profile = tv_trace_session_get_profile (session);
  choose (session, 3, 2, 1, 2);
  ck_assert (!tv_trace_session_is_summing (session));
  ck_assert_ptr_eq (tv_trace_session_get_profile (session), profile);
  /* All of them one by one is no choice. */
  choose (session, 4, 1, 2, 3, 4);
  ck_assert_ptr_null (tv_trace_session_get_threads (session));
}
END_TEST

START_TEST (test_threads_and_range_go_together)
{
  g_autoptr (TvTraceSession) session = make_session ();

  tv_trace_session_set_range (session, 4 * US, 12 * US);
  choose (session, 2, 2, 3);
  wait_for_sums (session);
  assert_method (session, "p.Q.a", 2, 16);
  assert_method (session, "p.Q.b", 1, 7);
  tv_trace_session_set_restricted_to_range (session, FALSE);
  wait_for_sums (session);
  assert_method (session, "p.Q.a", 2, 50);
  tv_trace_session_set_restricted_to_range (session, TRUE);
  wait_for_sums (session);
  assert_method (session, "p.Q.a", 2, 16);
  tv_trace_session_set_threads (session, NULL);
  wait_for_sums (session);
  assert_method (session, "p.Q.a", 3, 22);
  tv_trace_session_clear_range (session);
  assert_method (session, "p.Q.a", 3, 60);
  /* There is nothing to be restricted to. */
  tv_trace_session_set_restricted_to_range (session, TRUE);
  ck_assert (!tv_trace_session_is_restricted_to_range (session));
}
END_TEST

START_TEST (test_the_latest_choice_wins)
{
  g_autoptr (TvTraceSession) session = make_session ();

  choose (session, 1, 1);
  choose (session, 1, 2);
  choose (session, 1, 3);
  wait_for_sums (session);
  assert_method (session, "p.Q.a", 1, 30);
  choose (session, 1, 1);
  tv_trace_session_set_threads (session, NULL);
  ck_assert (!tv_trace_session_is_summing (session));
  assert_method (session, "p.Q.a", 3, 60);
  /* A worker that was given up ends on its own. */
  while (tv_job_get_n_running () > 0)
    g_main_context_iteration (NULL, TRUE);
  assert_method (session, "p.Q.a", 3, 60);
}
END_TEST

TV_TESTS (NULL, NULL)
