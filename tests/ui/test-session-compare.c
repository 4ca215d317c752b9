/* SPDX-License-Identifier: Apache-2.0 */

/* Two sessions that are compared: what they have in common, and what each has alone. */

#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "trace/mapping/name-mapping.h"
#include "trace/mapping/shared-methods.h"
#include "ui/profile-sample.h"
#include "ui/sample-trace.h"
#include "ui/session/session-colors.h"

#include <check.h>
#include <sys/resource.h>
#include <unistd.h>

#define US G_GINT64_CONSTANT (1000)

typedef struct
{
  TvTraceSession *session;
  TvTraceSession *base;
} Pair;

static void
clear_pair (Pair *pair)
{
  g_clear_object (&pair->session);
  g_clear_object (&pair->base);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Pair, clear_pair)

static void
make_pair (Pair *pair)
{
  pair->session = tv_profile_sample_new_pair (&pair->base);
}

static void
wait_for_sums (const Pair *pair)
{
  while (tv_trace_session_is_summing (pair->session)
         || tv_trace_session_is_summing (pair->base))
    g_main_context_iteration (NULL, TRUE);
}

/* Checks the inclusive microseconds of a method in the trace and in the base. */
static void
assert_method (const Pair *pair, const char *name, gint64 inclusive, gint64 in_base)
{
  const guint32 method = tv_profile_sample_find (pair->session, name);
  const TvMethodTotals *totals;

  wait_for_sums (pair);
  totals = tv_profile_get_totals (tv_trace_session_get_profile (pair->session), method);
  ck_assert_int_eq (totals->inclusive[TV_CLOCK_WALL], inclusive * US);
  totals = tv_profile_get_totals (tv_trace_session_get_base_profile (pair->session),
                                  method);
  ck_assert_int_eq (totals->inclusive[TV_CLOCK_WALL], in_base * US);
}

static void
count_notify (GObject *object, GParamSpec *pspec, gpointer user_data)
{
  ++*(guint *) user_data;
}

static void
count_signal (GObject *object, gpointer user_data)
{
  ++*(guint *) user_data;
}

START_TEST (test_methods_have_one_index)
{
  g_auto (Pair) pair = { 0 };
  guint n_bases = 0;
  guint n_names = 0;
  guint n_rankings = 0;

  make_pair (&pair);
  g_signal_connect (pair.session, "notify::base", G_CALLBACK (count_notify), &n_bases);
  g_signal_connect (pair.session, "notify::ranking", G_CALLBACK (count_notify),
                    &n_rankings);
  ck_assert_ptr_null (tv_trace_session_get_base_profile (pair.session));
  ck_assert (!tv_trace_session_compares_clock (pair.session, TV_CLOCK_WALL));
  g_signal_connect (pair.base, "notify::trace", G_CALLBACK (count_notify), &n_names);
  tv_trace_session_set_base (pair.session, pair.base);
  ck_assert_ptr_eq (tv_trace_session_get_base (pair.session), pair.base);
  ck_assert_uint_eq (n_bases, 1);
  ck_assert_uint_eq (n_names, 0);
  ck_assert_uint_ge (n_rankings, 1);
  assert_method (&pair, "p.Q.a", 100, 80);
  assert_method (&pair, "q.Q.b", 80, 10);
  assert_method (&pair, "q.R.c", 10, 0);
  assert_method (&pair, "q.R.d", 0, 40);
  ck_assert (tv_trace_session_compares_clock (pair.session, TV_CLOCK_WALL));
  ck_assert (!tv_trace_session_compares_clock (pair.session, TV_CLOCK_THREAD_CPU));

  tv_trace_session_set_base (pair.session, NULL);
  ck_assert_uint_eq (n_bases, 2);
  ck_assert_ptr_null (tv_trace_session_get_base_profile (pair.session));
}
END_TEST

START_TEST (test_each_has_a_range_of_its_own)
{
  g_auto (Pair) pair = { 0 };
  guint n_rankings = 0;
  gint64 start;
  gint64 end;

  make_pair (&pair);
  tv_trace_session_set_base (pair.session, pair.base);
  wait_for_sums (&pair);
  g_signal_connect (pair.session, "notify::ranking", G_CALLBACK (count_notify),
                    &n_rankings);
  tv_trace_session_set_range (pair.base, 0, 50 * US);
  ck_assert (!tv_trace_session_get_range (pair.session, &start, &end));
  assert_method (&pair, "q.R.d", 0, 20);
  assert_method (&pair, "p.Q.a", 100, 50);
  ck_assert_uint_eq (n_rankings, 1);
  tv_trace_session_set_range (pair.session, 0, 30 * US);
  assert_method (&pair, "p.Q.a", 30, 50);
  ck_assert_uint_eq (n_rankings, 2);
}
END_TEST

/* What is shown of a comparison is of both. */
START_TEST (test_either_is_awaited)
{
  g_auto (Pair) pair = { 0 };
  guint n_notified = 0;

  make_pair (&pair);
  tv_trace_session_set_base (pair.session, pair.base);
  wait_for_sums (&pair);
  g_signal_connect (pair.session, "notify::pending", G_CALLBACK (count_notify),
                    &n_notified);
  ck_assert (!tv_trace_session_is_pending (pair.session));
  tv_trace_session_set_range (pair.base, 0, 50 * US);
  ck_assert (tv_trace_session_is_pending (pair.session));
  ck_assert_uint_eq (n_notified, 1);
  wait_for_sums (&pair);
  ck_assert (!tv_trace_session_is_pending (pair.session));
  ck_assert_uint_eq (n_notified, 2);
}
END_TEST

START_TEST (test_transforms_are_those_of_both)
{
  g_auto (Pair) pair = { 0 };
  guint32 b;
  g_autoptr (TvTransform) focus = NULL;

  make_pair (&pair);
  tv_trace_session_set_base (pair.session, pair.base);
  b = tv_profile_sample_find (pair.session, "q.Q.b");
  focus = tv_transform_new (TV_TRANSFORM_DROP, &b, 1);
  tv_trace_session_add_transform (pair.session, focus);
  assert_method (&pair, "p.Q.a", 60, 70);
  assert_method (&pair, "q.Q.b", 0, 0);
  assert_method (&pair, "q.R.c", 0, 0);
  tv_trace_session_keep_transforms (pair.session, 0);
  assert_method (&pair, "p.Q.a", 100, 80);
  assert_method (&pair, "q.R.c", 10, 0);
}
END_TEST

/* Makes a session with both clocks of method a; the base has real time alone. */
static void
make_clock_pair (Pair *pair)
{
  const TvWriterClock clocks[] = { TV_WRITER_CLOCK_DUAL, TV_WRITER_CLOCK_WALL };
  TvTraceSession **sessions[] = { &pair->session, &pair->base };

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, clocks[i]);

      tv_trace_writer_add_method (writer, 0x4, "p.Q", "a", "()V", "Q.java", 1);
      tv_trace_writer_add_thread (writer, 1, "one");
      tv_trace_writer_enter (writer, 1, 0x4, 0, 0);
      tv_trace_writer_exit (writer, 1, 0x4, 50, 100);
      *sessions[i] = tv_sample_session_new (tv_test_load (writer));
    }
}

START_TEST (test_the_clock_is_one_of_both)
{
  g_auto (Pair) pair = { 0 };

  make_clock_pair (&pair);
  ck_assert_int_eq (tv_trace_session_get_primary_clock (pair.session),
                    TV_CLOCK_THREAD_CPU);
  tv_trace_session_set_base (pair.session, pair.base);
  assert_method (&pair, "p.Q.a", 100, 100);
  ck_assert_int_eq (tv_trace_session_get_primary_clock (pair.session), TV_CLOCK_WALL);
}
END_TEST

/* The clock before is one of both, the one that a worker is at is not. */
START_TEST (test_a_clock_to_come_is_not_that_of_a_comparison)
{
  g_auto (Pair) pair = { 0 };

  make_clock_pair (&pair);
  tv_trace_session_set_primary_clock (pair.session, TV_CLOCK_WALL);
  tv_trace_session_set_range (pair.session, 0, 50 * US);
  tv_trace_session_set_primary_clock (pair.session, TV_CLOCK_THREAD_CPU);
  ck_assert_int_eq (tv_trace_session_get_primary_clock (pair.session), TV_CLOCK_WALL);
  tv_trace_session_set_base (pair.session, pair.base);
  assert_method (&pair, "p.Q.a", 50, 100);
  ck_assert_int_eq (tv_trace_session_get_primary_clock (pair.session), TV_CLOCK_WALL);
}
END_TEST

/* Makes a session of a call from 1000 to 1100 µs, whose base has one from 50 to 80. */
static void
make_late_pair (Pair *pair)
{
  static const guint64 times[][2] = { { 1000, 1100 }, { 50, 80 } };
  TvTraceSession **sessions[] = { &pair->session, &pair->base };

  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

      tv_trace_writer_add_method (writer, 0x4, "p.Q", "a", "()V", "Q.java", 1);
      tv_trace_writer_add_thread (writer, 1, "one");
      tv_trace_writer_enter (writer, 1, 0x4, times[i][0], times[i][0]);
      tv_trace_writer_exit (writer, 1, 0x4, times[i][1], times[i][1]);
      *sessions[i] = tv_sample_session_new (tv_test_load (writer));
    }
}

static void
assert_view (TvTraceSession *session, gint64 start, gint64 end)
{
  gint64 first, last;

  tv_trace_session_get_view (session, &first, &last);
  ck_assert_int_eq (first, start * US);
  ck_assert_int_eq (last, end * US);
}

/* Both begin at the left and are as long as the longer. What one shows shows the other,
 * counted from the start of each. */
START_TEST (test_one_scale)
{
  g_auto (Pair) pair = { 0 };
  gint64 own[2], start, end, base_start, base_end;

  make_late_pair (&pair);
  tv_trace_session_get_full_range (pair.base, &own[0], &own[1]);
  tv_trace_session_set_base (pair.session, pair.base);
  tv_trace_session_get_full_range (pair.session, &start, &end);
  tv_trace_session_get_full_range (pair.base, &base_start, &base_end);
  ck_assert_int_eq (start - base_start, 950 * US);
  ck_assert_int_eq (end - base_end, 950 * US);
  ck_assert_int_ge (end, 1100 * US);
  tv_trace_session_get_view (pair.base, &start, &end);
  ck_assert_int_eq (start, base_start);
  ck_assert_int_eq (end, base_end);

  tv_trace_session_set_view (pair.session, 1010 * US, 1030 * US);
  assert_view (pair.base, 60, 80);
  /* There the base has ended. */
  tv_trace_session_set_view (pair.base, 100 * US, 140 * US);
  assert_view (pair.session, 1050, 1090);

  tv_trace_session_set_common_scale (pair.session, FALSE);
  assert_view (pair.session, 1050, 1090);
  tv_trace_session_get_full_range (pair.base, &start, &end);
  ck_assert_int_eq (start, own[0]);
  ck_assert_int_eq (end, own[1]);
  tv_trace_session_set_view (pair.base, 60 * US, 70 * US);
  assert_view (pair.session, 1050, 1090);

  tv_trace_session_set_common_scale (pair.session, TRUE);
  assert_view (pair.base, 100, 140);
  tv_trace_session_set_base (pair.session, NULL);
  tv_trace_session_set_view (pair.session, 1010 * US, 1030 * US);
  tv_trace_session_get_full_range (pair.base, &start, &end);
  ck_assert_int_eq (end, own[1]);
}
END_TEST

/* A part of the base that was in view stays, if all of the trace was. */
START_TEST (test_a_part_stays_in_view)
{
  g_auto (Pair) pair = { 0 };

  make_late_pair (&pair);
  tv_trace_session_set_view (pair.base, 60 * US, 70 * US);
  tv_trace_session_set_base (pair.session, pair.base);
  assert_view (pair.session, 1010, 1020);
}
END_TEST

/* The base has no second thread. */
START_TEST (test_a_path_in_a_missing_thread_is_nowhere)
{
  g_auto (Pair) pair = { 0 };
  g_autoptr (GArray) step = g_array_new (FALSE, FALSE, sizeof (guint32));
  const GArray *const steps[] = { step };
  g_autoptr (TvTransform) in_two = NULL;
  g_autoptr (TvTransform) in_one = NULL;
  guint32 method;

  make_pair (&pair);
  tv_trace_session_set_base (pair.session, pair.base);
  method = tv_profile_sample_find (pair.session, "q.Q.b");
  g_array_append_val (step, method);
  in_two = tv_transform_new_subtree (1, steps, 1);
  tv_trace_session_add_transform (pair.session, in_two);
  assert_method (&pair, "q.Q.b", 40, 0);
  assert_method (&pair, "p.Q.a", 0, 0);

  tv_trace_session_keep_transforms (pair.session, 0);
  g_array_index (step, guint32, 0) = tv_profile_sample_find (pair.session, "p.Q.a");
  in_one = tv_transform_new_subtree (0, steps, 1);
  tv_trace_session_add_transform (pair.session, in_one);
  assert_method (&pair, "p.Q.a", 100, 80);
  assert_method (&pair, "q.Q.b", 40, 10);
}
END_TEST

/* Loads a in two threads of one name, 10 and @second microseconds long. */
static TvTrace *
load_pool (guint32 first_id, gint64 second)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_add_method (writer, 0x4, "p.Q", "a", "()V", "Q.java", 1);
  for (guint32 id = first_id; id < first_id + 2; id++)
    {
      tv_trace_writer_add_thread (writer, id, "pool");
      tv_trace_writer_enter (writer, id, 0x4, 0, 0);
      tv_trace_writer_exit (writer, id, 0x4, 0, id == first_id ? 10 : second);
    }
  return tv_test_load (writer);
}

/* The second thread of a name is that of the base. */
START_TEST (test_a_path_is_in_the_thread_of_the_same_place)
{
  g_auto (Pair) pair = { 0 };
  g_autoptr (TvTrace) trace = load_pool (1, 20);
  g_autoptr (TvTrace) base = load_pool (11, 30);
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);
  g_autoptr (TvProfile) base_profile = tv_profile_new (base, NULL, NULL);
  const guint32 a = 0;
  g_autoptr (GArray) step = g_array_new (FALSE, TRUE, sizeof (guint32));
  const GArray *const steps[] = { step };
  g_autoptr (TvTransform) path = NULL;

  g_array_append_val (step, a);
  path = tv_transform_new_subtree (1, steps, 1);
  pair.session = tv_trace_session_new (trace, profile);
  pair.base = tv_trace_session_new (base, base_profile);
  tv_trace_session_set_base (pair.session, pair.base);
  tv_trace_session_add_transform (pair.session, path);
  assert_method (&pair, "p.Q.a", 20, 30);
}
END_TEST

static TvTrace *
rename_trace (TvTrace *trace, const char *text)
{
  g_autoptr (GInputStream) stream
      = g_memory_input_stream_new_from_data (text, -1, NULL);
  g_autoptr (TvNameMapping) mapping = tv_name_mapping_new ();
  g_auto (GStrv) warnings = NULL;

  ck_assert (tv_name_mapping_add_stream (mapping, stream, &warnings, NULL, NULL));
  return tv_trace_new_renamed (trace, mapping, NULL, NULL);
}

/* Shrinking has given c and d one name. */
START_TEST (test_a_path_is_of_methods_and_not_of_names)
{
  g_auto (Pair) pair = { 0 };
  g_autoptr (TvTrace) renamed = NULL;
  g_autoptr (GArray) a = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) d = g_array_new (FALSE, FALSE, sizeof (guint32));
  const GArray *const steps[] = { a, d };
  g_autoptr (TvTransform) path = NULL;
  const TvMethodTotals *totals;
  guint32 method;

  make_pair (&pair);
  tv_trace_session_set_base (pair.session, pair.base);
  method = tv_profile_sample_find (pair.session, "p.Q.a");
  g_array_append_val (a, method);
  method = tv_profile_sample_find (pair.session, "q.R.d");
  g_array_append_val (d, method);
  renamed = rename_trace (tv_trace_session_get_trace (pair.session),
                          "n.R -> q.R:\n"
                          "    void same() -> c\n"
                          "    void same() -> d\n");
  tv_trace_session_set_names (pair.session, renamed);
  path = tv_transform_new_subtree (0, steps, 2);
  tv_trace_session_add_transform (pair.session, path);
  wait_for_sums (&pair);
  totals = tv_profile_get_totals (tv_trace_session_get_base_profile (pair.session),
                                  method);
  ck_assert_int_eq (totals->inclusive[TV_CLOCK_WALL], 40 * US);
}
END_TEST

static void
add_drop (const Pair *pair, const char *name)
{
  const guint32 method = tv_profile_sample_find (pair->session, name);
  g_autoptr (TvTransform) transform = tv_transform_new (TV_TRANSFORM_DROP, &method, 1);

  tv_trace_session_add_transform (pair->session, transform);
}

typedef struct
{
  const Pair *pair;
  guint n;
} Answers;

/* One of two answers first: it has nothing to be compared with. */
static void
check_answer (Answers *self)
{
  TvProfile *base = tv_trace_session_get_base_profile (self->pair->session);

  ck_assert_int_eq (base != NULL, self->n++ == 1);
}

/* As many transforms, but others. */
START_TEST (test_sums_of_other_stacks_are_not_compared)
{
  g_auto (Pair) pair = { 0 };
  Answers answers = { 0 };

  make_pair (&pair);
  tv_trace_session_set_base (pair.session, pair.base);
  add_drop (&pair, "q.R.c");
  add_drop (&pair, "q.Q.b");
  assert_method (&pair, "p.Q.a", 60, 70);
  answers.pair = &pair;
  g_signal_connect_swapped (pair.session, "notify::ranking", G_CALLBACK (check_answer),
                            &answers);
  tv_trace_session_keep_transforms (pair.session, 1);
  add_drop (&pair, "q.R.d");
  assert_method (&pair, "p.Q.a", 90, 40);
  ck_assert_uint_eq (answers.n, 2);
}
END_TEST

/* A path in a thread is another transform in the base, and the same one each time. */
START_TEST (test_known_stacks_are_not_asked_for_again)
{
  g_auto (Pair) pair = { 0 };
  g_autoptr (GArray) step = g_array_new (FALSE, FALSE, sizeof (guint32));
  const GArray *const steps[] = { step };
  g_autoptr (TvTransform) path = NULL;
  TvTransform *in_base;
  guint32 method;
  guint n = 0;

  make_pair (&pair);
  tv_trace_session_set_base (pair.session, pair.base);
  method = tv_profile_sample_find (pair.session, "p.Q.a");
  g_array_append_val (step, method);
  path = tv_transform_new_subtree (0, steps, 1);
  tv_trace_session_add_transform (pair.session, path);
  wait_for_sums (&pair);
  in_base = tv_trace_session_get_transforms (pair.base)->pdata[0];
  ck_assert_ptr_ne (in_base, path);
  g_signal_connect (pair.base, "notify::transforms", G_CALLBACK (count_notify), &n);
  add_drop (&pair, "q.Q.b");
  ck_assert_uint_eq (n, 1);
  ck_assert_ptr_eq (tv_trace_session_get_transforms (pair.base)->pdata[0], in_base);
  assert_method (&pair, "p.Q.a", 60, 70);
}
END_TEST

/* A session of a loop, whose base has very many calls. */
static void
make_uneven_pair (Pair *pair)
{
  g_autoptr (TvTraceSession) few = tv_profile_sample_new_long (10);
  g_autoptr (TvTraceSession) many = tv_profile_sample_new_long (1000000);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvTrace) base = NULL;
  g_autoptr (TvProfile) profile = NULL;
  g_autoptr (TvProfile) base_profile = NULL;

  ck_assert (tv_traces_share_methods (tv_trace_session_get_trace (few),
                                      tv_trace_session_get_trace (many), 0, &trace,
                                      &base, NULL, NULL));
  profile = tv_profile_new (trace, NULL, NULL);
  base_profile = tv_profile_new (base, NULL, NULL);
  pair->session = tv_trace_session_new (trace, profile);
  pair->base = tv_trace_session_new (base, base_profile);
  tv_trace_session_set_base (pair->session, pair->base);
}

/* Leaves so many bytes of address space. */
static void
limit_space (guint64 bytes, struct rlimit *before)
{
  g_autofree char *text = NULL;
  struct rlimit small;

  ck_assert (g_file_get_contents ("/proc/self/statm", &text, NULL, NULL));
  ck_assert_int_eq (getrlimit (RLIMIT_AS, before), 0);
  small = *before;
  small.rlim_cur
      = g_ascii_strtoull (text, NULL, 10) * (guint64) sysconf (_SC_PAGESIZE) + bytes;
  ck_assert_int_eq (setrlimit (RLIMIT_AS, &small), 0);
}

START_TEST (test_what_the_base_cannot_do_is_taken_back)
{
  g_auto (Pair) pair = { 0 };
  struct rlimit before;

  make_uneven_pair (&pair);
  add_drop (&pair, "l.Loop.run");
  wait_for_sums (&pair);
  tv_trace_session_keep_transforms (pair.session, 0);
  limit_space (8 << 20, &before);
  add_drop (&pair, "l.Step.take");
  wait_for_sums (&pair);
  ck_assert_int_eq (setrlimit (RLIMIT_AS, &before), 0);
  ck_assert_ptr_null (tv_trace_session_get_transforms (pair.session));
  ck_assert_ptr_nonnull (tv_trace_session_get_transform_error (pair.session));
  assert_method (&pair, "l.Step.take", 10, 1000000);

  /* There is room again. */
  add_drop (&pair, "l.Step.take");
  ck_assert_ptr_null (tv_trace_session_get_transform_error (pair.session));
  assert_method (&pair, "l.Step.take", 0, 0);
}
END_TEST

START_TEST (test_names_and_unit_are_those_of_both)
{
  g_auto (Pair) pair = { 0 };
  g_autoptr (TvTrace) styled = NULL;

  make_pair (&pair);
  tv_trace_session_set_base (pair.session, pair.base);
  styled = tv_trace_new_styled (tv_trace_session_get_trace (pair.session),
                                TV_NAME_STYLE_JVM);
  tv_trace_session_set_names (pair.session, styled);
  tv_trace_session_set_time_unit (pair.session, TV_TIME_UNIT_S);
  wait_for_sums (&pair);
  ck_assert_ptr_eq (tv_trace_get_method (tv_trace_session_get_trace (pair.base), 3),
                    tv_trace_get_method (tv_trace_session_get_trace (pair.session), 3));
  ck_assert_int_eq (
      tv_trace_get_method (tv_trace_session_get_trace (pair.base), 3)->style,
      TV_NAME_STYLE_JVM);
  ck_assert_int_eq (tv_trace_session_get_time_unit (pair.base), TV_TIME_UNIT_S);
  assert_method (&pair, "p.Q.a", 100, 80);
}
END_TEST

START_TEST (test_a_method_is_selected_in_both)
{
  g_auto (Pair) pair = { 0 };
  guint32 b;
  guint32 d;

  make_pair (&pair);
  tv_trace_session_set_base (pair.session, pair.base);
  b = tv_profile_sample_find (pair.session, "q.Q.b");
  d = tv_profile_sample_find (pair.session, "q.R.d");
  tv_trace_session_select_call (pair.session, (TvCallRef){ 1, 0 });
  ck_assert_uint_eq (tv_trace_session_get_selected_method (pair.base), b);
  ck_assert_uint_eq (tv_trace_session_get_selected_call (pair.base).thread,
                     TV_THREAD_NONE);
  /* Another call of the same method leaves that of the other trace selected. */
  tv_trace_session_select_call (pair.base, (TvCallRef){ 0, 1 });
  ck_assert_uint_eq (tv_trace_session_get_selected_call (pair.session).thread, 1);
  tv_trace_session_select_call (pair.base, (TvCallRef){ 0, 2 });
  ck_assert_uint_eq (tv_trace_session_get_selected_method (pair.session), d);
  tv_trace_session_set_base (pair.session, NULL);
  tv_trace_session_select_method (pair.session, b);
  ck_assert_uint_eq (tv_trace_session_get_selected_method (pair.base), d);
}
END_TEST

START_TEST (test_a_method_has_one_colour)
{
  g_auto (Pair) pair = { 0 };
  TvSessionColors *colors;
  TvSessionColors *base_colors;

  make_pair (&pair);
  tv_trace_session_set_base (pair.session, pair.base);
  colors = tv_trace_session_get_colors (pair.session);
  base_colors = tv_trace_session_get_colors (pair.base);
  for (guint mode = 0; mode < TV_N_COLOR_MODES; mode++)
    {
      tv_session_colors_set_mode (colors, (TvColorMode) mode);
      tv_session_colors_set_palette (colors, (TvPalette) (mode % 2));
      for (guint32 i = 0; i < 4; i++)
        {
          const TvColor color = tv_session_colors_get_color (colors, FALSE, i);
          const TvColor other = tv_session_colors_get_color (base_colors, FALSE, i);

          ck_assert_mem_eq (&color, &other, sizeof color);
        }
    }
}
END_TEST

/**
 * main:
 *
 * Returns: 0 if all tests passed
 */
/* Too many methods to be grouped while a person waits. */
START_TEST (test_groups_of_the_base_are_made_once)
{
  g_auto (Pair) pair = { 0 };
  g_autoptr (TvTraceSession) many = tv_profile_sample_new_many (TV_METHODS_AT_ONCE + 1);
  TvProfile *profile = tv_trace_session_get_whole_profile (many);
  TvSessionColors *colors;
  guint n = 0;

  pair.session = tv_trace_session_new (tv_profile_get_trace (profile), profile);
  pair.base = tv_trace_session_new (tv_profile_get_trace (profile), profile);
  tv_trace_session_set_base (pair.session, pair.base);
  /* It has the names by an object of its own. */
  {
    g_autoptr (TvTrace) named = tv_trace_new_with_methods_of (
        tv_profile_get_trace (profile), tv_profile_get_trace (profile));

    tv_trace_session_set_names (pair.base, named);
    wait_for_sums (&pair);
  }
  colors = tv_trace_session_get_colors (pair.base);
  tv_session_colors_set_mode (colors, TV_COLOR_BY_CLASS);
  g_signal_connect (colors, "changed", G_CALLBACK (count_signal), &n);
  ck_assert_uint_eq (n, 0);
  while (n == 0)
    g_main_context_iteration (NULL, TRUE);
  tv_session_colors_set_mode (colors, TV_COLOR_BY_RANK);
  ck_assert_uint_eq (n, 2);
  tv_session_colors_set_mode (colors, TV_COLOR_BY_CLASS);
  ck_assert_uint_eq (n, 3);
}
END_TEST

TV_TESTS (NULL, NULL)
