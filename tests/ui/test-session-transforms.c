/* SPDX-License-Identifier: Apache-2.0 */

/* The transforms of a session: what the profile is of then, with the threads, the range
 * and the names that the session has. */

#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "ui/profile-sample.h"
#include "ui/sample-trace.h"
#include "ui/session/trace-match.h"
#include "ui/session/transform-text.h"

#include <check.h>

#define US G_GINT64_CONSTANT (1000)

#define A 0x4
#define B 0x8
#define C 0xc

/* Two threads: a 0-100 { b 10-50 { c 20-30 } b 60-90 }, and b 0-40. */
static TvTrace *
load (const char *class_of_b)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_add_method (writer, A, "p.Q", "a", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, B, class_of_b, "b", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, C, "q.R", "c", "()V", "R.java", 1);
  tv_trace_writer_add_thread (writer, 1, "one");
  tv_trace_writer_add_thread (writer, 2, "two");
  tv_test_write_calls (writer, "a 0-100 { b 10-50 { c 20-30 } b 60-90 } 2: b 0-40");
  return tv_test_load (writer);
}

static TvTraceSession *
make_session_of (const char *class_of_b)
{
  return tv_sample_session_new (load (class_of_b));
}

static TvTraceSession *
make_session (void)
{
  return make_session_of ("q.Q");
}

static void
wait_for_sums (TvTraceSession *session)
{
  while (tv_trace_session_is_summing (session))
    g_main_context_iteration (NULL, TRUE);
}

static void
add (TvTraceSession *session, TvTransformKind kind, const char *name)
{
  const guint32 method = tv_profile_sample_find (session, name);
  g_autoptr (TvTransform) transform = tv_transform_new (kind, &method, 1);

  tv_trace_session_add_transform (session, transform);
}

static void
assert_method (TvTraceSession *session, const char *name, guint64 calls,
               gint64 inclusive)
{
  const TvMethodTotals *totals;

  wait_for_sums (session);
  totals = tv_profile_get_totals (tv_trace_session_get_profile (session),
                                  tv_profile_sample_find (session, name));
  ck_assert_uint_eq (totals->calls, calls);
  ck_assert_int_eq (totals->inclusive[TV_CLOCK_WALL], inclusive * US);
}

static void
count_notify (GObject *object, GParamSpec *pspec, gpointer user_data)
{
  ++*(guint *) user_data;
}

static void
assert_text (TvTraceSession *session, guint index, const char *expected)
{
  g_autofree char *text = tv_transform_dup_text (session, index);

  ck_assert_str_eq (text, expected);
}

START_TEST (test_transforms_are_added_and_taken_back)
{
  g_autoptr (TvTraceSession) session = make_session ();
  TvTrace *trace = tv_trace_session_get_trace (session);
  g_autofree char *note = NULL;
  guint n_notified = 0;
  guint n_rankings = 0;

  g_signal_connect (session, "notify::transforms", G_CALLBACK (count_notify),
                    &n_notified);
  g_signal_connect (session, "notify::ranking", G_CALLBACK (count_notify), &n_rankings);
  ck_assert_ptr_null (tv_trace_session_get_transforms (session));
  ck_assert_ptr_null (tv_transforms_dup_note (session));
  add (session, TV_TRANSFORM_DROP, "q.R.c");
  ck_assert_uint_eq (n_notified, 1);
  assert_method (session, "p.Q.a", 1, 90);
  assert_method (session, "q.Q.b", 3, 40 + 30 + 30);
  assert_method (session, "q.R.c", 0, 0);
  ck_assert_uint_eq (n_rankings, 1);
  /* The timeline's trace stays. */
  ck_assert_ptr_eq (tv_trace_session_get_trace (session), trace);
  ck_assert_ptr_ne (tv_profile_get_trace (tv_trace_session_get_profile (session)),
                    trace);

  add (session, TV_TRANSFORM_FOCUS, "q.Q.b");
  assert_method (session, "p.Q.a", 0, 0);
  assert_method (session, "q.Q.b", 3, 100);
  assert_text (session, 0, "Drop: R.c");
  assert_text (session, 1, "Focus: Q.b");
  note = tv_transforms_dup_note (session);
  ck_assert_str_eq (note, "Stacks changed by Drop: R.c, Focus: Q.b");

  tv_trace_session_keep_transforms (session, 1);
  assert_method (session, "p.Q.a", 1, 90);
  tv_trace_session_keep_transforms (session, 1);
  ck_assert_uint_eq (n_notified, 3);
  tv_trace_session_keep_transforms (session, 0);
  assert_method (session, "p.Q.a", 1, 100);
  ck_assert_ptr_null (tv_trace_session_get_transforms (session));
  ck_assert_ptr_eq (tv_profile_get_trace (tv_trace_session_get_profile (session)),
                    trace);
}
END_TEST

START_TEST (test_threads_range_and_names_go_together_with_them)
{
  g_autoptr (TvTraceSession) session = make_session ();
  const guint32 first = 0;
  g_autoptr (TvThreadSet) threads = tv_thread_set_new (&first, 1);
  g_autoptr (TvTrace) styled = NULL;

  add (session, TV_TRANSFORM_MERGE, "q.Q.b");
  tv_trace_session_set_threads (session, threads);
  assert_method (session, "p.Q.a", 1, 100);
  assert_method (session, "q.Q.b", 0, 0);
  tv_trace_session_set_range (session, 25 * US, 70 * US);
  assert_method (session, "p.Q.a", 1, 45);
  assert_method (session, "q.R.c", 1, 5);
  tv_trace_session_clear_range (session);
  styled
      = tv_trace_new_styled (tv_trace_session_get_trace (session), TV_NAME_STYLE_JVM);
  tv_trace_session_set_names (session, styled);
  assert_method (session, "q.R.c", 1, 10);
  ck_assert_int_eq (
      tv_trace_get_method (
          tv_profile_get_trace (tv_trace_session_get_profile (session)), 0)
          ->style,
      TV_NAME_STYLE_JVM);
  /* A later transform before the answer to an earlier one. */
  add (session, TV_TRANSFORM_DROP, "q.R.c");
  add (session, TV_TRANSFORM_FOCUS, "p.Q.a");
  tv_trace_session_set_threads (session, NULL);
  assert_method (session, "p.Q.a", 1, 90);
}
END_TEST

START_TEST (test_calls_are_those_of_the_timeline)
{
  g_autoptr (TvTraceSession) session = make_session ();
  const TvMethodTotals *totals;

  add (session, TV_TRANSFORM_MERGE, "p.Q.a");
  wait_for_sums (session);
  totals = tv_profile_get_totals (tv_trace_session_get_profile (session),
                                  tv_profile_sample_find (session, "q.R.c"));
  ck_assert_uint_eq (totals->longest_call.thread, 0);
  ck_assert_uint_eq (totals->longest_call.call, 2);
  ck_assert_uint_eq (totals->first_call.call, 2);
}
END_TEST

START_TEST (test_transforms_outlive_a_reload)
{
  g_autoptr (TvTraceSession) before = make_session ();
  g_autoptr (TvTraceSession) session = make_session ();
  g_autoptr (TvTransform) package = NULL;
  g_autoptr (TvTransform) path = NULL;
  g_autoptr (GArray) methods = g_array_new (FALSE, FALSE, sizeof (guint32));
  const guint32 b = tv_profile_sample_find (before, "q.Q.b");
  const guint32 c = tv_profile_sample_find (before, "q.R.c");
  const GArray *steps[1];

  g_array_append_val (methods, b);
  g_array_append_val (methods, c);
  package = tv_transform_new_package ("q", (const guint32 *) (gpointer) methods->data,
                                      methods->len);
  g_array_set_size (methods, 1);
  steps[0] = methods;
  path = tv_transform_new_subtree (1, steps, 1);
  tv_trace_session_add_transform (before, package);
  tv_trace_session_add_transform (before, path);
  tv_trace_session_continue (session, before,
                             tv_trace_match_new (tv_trace_session_get_trace (before),
                                                 tv_trace_session_get_trace (session)));
  tv_trace_session_set_match (session, NULL);
  wait_for_sums (session);
  ck_assert_uint_eq (tv_trace_session_get_transforms (session)->len, 2);
  assert_text (session, 0, "Collapse: q.*");
  assert_text (session, 1, "Focus on Subtree: q.*");
  ck_assert_int_eq (tv_profile_get_root_inclusive (
                        tv_trace_session_get_profile (session), TV_CLOCK_WALL),
                    40 * US);
}
END_TEST

/* What was asked for with the transform, and what was asked for meanwhile, is answered
 * without it. */
START_TEST (test_what_has_no_memory_takes_nothing_else_with_it)
{
  const guint32 second = 1;
  g_autoptr (TvTraceSession) session = make_session ();
  g_autoptr (TvThreadSet) threads = tv_thread_set_new (&second, 1);

  tv_trace_session_set_memory_limit (session, 1);
  add (session, TV_TRANSFORM_DROP, "q.R.c");
  tv_trace_session_set_threads (session, threads);
  wait_for_sums (session);
  ck_assert_ptr_nonnull (tv_trace_session_get_transform_error (session));
  ck_assert_ptr_null (tv_trace_session_get_transforms (session));
  ck_assert_ptr_nonnull (tv_trace_session_get_threads (session));
  assert_method (session, "q.Q.b", 1, 40);
}
END_TEST

/* ART writes classes with dots in one format and with slashes in another. */
START_TEST (test_a_class_may_be_written_differently)
{
  g_autoptr (TvTraceSession) before = make_session ();
  g_autoptr (TvTraceSession) session = make_session_of ("q/Q");
  const guint32 b = tv_profile_sample_find (before, "q.Q.b");

  add (before, TV_TRANSFORM_FOCUS, "q.Q.b");
  tv_trace_session_select_method (before, b);
  tv_trace_session_continue (session, before,
                             tv_trace_match_new (tv_trace_session_get_trace (before),
                                                 tv_trace_session_get_trace (session)));
  ck_assert_uint_eq (tv_trace_session_get_selected_method (session), b);
  ck_assert_ptr_nonnull (tv_trace_session_get_transforms (session));
}
END_TEST

TV_TESTS (NULL, NULL)
