/* SPDX-License-Identifier: Apache-2.0 */

/* What each method took, worked out by hand on small scripts and checked against sums
 * made call by call on random ones. */

#include "analysis/sums/profile.h"
#include "support/random-trace.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "trace/model/trace.h"

static TvProfile *
load_profile (const char *calls)
{
  g_autoptr (TvTrace) trace = tv_test_trace (TV_WRITER_CLOCK_DUAL, calls);
  TvProfile *profile = tv_profile_new (trace, NULL, NULL);

  ck_assert_ptr_nonnull (profile);
  return profile;
}

static const TvMethodTotals *
get_totals (const TvProfile *profile, const char *name)
{
  guint32 method = tv_test_find_method (tv_profile_get_trace (profile), name);

  ck_assert_uint_ne (method, TV_METHOD_NONE);
  return tv_profile_get_totals (profile, method);
}

/* Times in microseconds, the same on both clocks. */
static void
assert_totals (const TvProfile *profile, const char *name, guint64 calls,
               guint64 recursive_calls, gint64 inclusive, gint64 exclusive)
{
  const TvMethodTotals *totals = get_totals (profile, name);

  ck_assert_uint_eq (totals->calls, calls);
  ck_assert_uint_eq (totals->recursive_calls, recursive_calls);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      ck_assert_int_eq (totals->inclusive[clock], 1000 * inclusive);
      ck_assert_int_eq (totals->exclusive[clock], 1000 * exclusive);
    }
}

START_TEST (recursion_counts_inclusive_time_once)
{
  g_autoptr (TvProfile) profile
      = load_profile ("a 0-100 { b 10-30 a 40-80 { a 50-60 } }");

  assert_totals (profile, "p.Q.a", 1, 2, 100, 80);
  assert_totals (profile, "p.Q.b", 1, 0, 20, 20);
  assert_totals (profile, "p.Q.c", 0, 0, 0, 0);
  ck_assert_int_eq (tv_profile_get_root_inclusive (profile, TV_CLOCK_WALL), 100000);
}
END_TEST

START_TEST (indirect_recursion)
{
  g_autoptr (TvProfile) profile
      = load_profile ("a 0-130 { b 10-90 { a 20-60 { b 30-40 } } }");

  assert_totals (profile, "p.Q.a", 1, 1, 130, 80);
  assert_totals (profile, "p.Q.b", 1, 1, 80, 50);
}
END_TEST

static TvProfile *
new_for_thread (TvTrace *trace, guint32 thread)
{
  g_autoptr (TvThreadSet) threads = tv_thread_set_new (&thread, 1);
  const TvProfileRange range
      = { .start = G_MININT64, .end = G_MAXINT64, .threads = threads };

  return tv_profile_new_for_range (trace, &range, NULL, NULL);
}

START_TEST (threads_add_up_and_stand_alone)
{
  g_autoptr (TvTrace) trace
      = tv_test_trace (TV_WRITER_CLOCK_DUAL, "a 0-50 { b 10-15 } 2: a 5-35");
  g_autoptr (TvProfile) both = NULL;
  g_autoptr (TvProfile) first = NULL;
  g_autoptr (TvProfile) second = NULL;

  both = tv_profile_new (trace, NULL, NULL);
  assert_totals (both, "p.Q.a", 2, 0, 80, 75);
  assert_totals (both, "p.Q.b", 1, 0, 5, 5);
  ck_assert_int_eq (tv_profile_get_root_inclusive (both, TV_CLOCK_THREAD_CPU), 80000);

  first = new_for_thread (trace, tv_test_find_thread (trace, 1));
  assert_totals (first, "p.Q.a", 1, 0, 50, 45);
  assert_totals (first, "p.Q.b", 1, 0, 5, 5);
  ck_assert_int_eq (tv_profile_get_root_inclusive (first, TV_CLOCK_WALL), 50000);

  second = new_for_thread (trace, tv_test_find_thread (trace, 2));
  assert_totals (second, "p.Q.a", 1, 0, 30, 30);
  assert_totals (second, "p.Q.b", 0, 0, 0, 0);
}
END_TEST

START_TEST (frames_open_at_both_ends_count)
{
  g_autoptr (TvProfile) profile = load_profile ("b 10-12 a -30 b 40- { c 45-50 }");

  assert_totals (profile, "p.Q.a", 1, 0, 20, 18);
  assert_totals (profile, "p.Q.b", 2, 0, 12, 7);
  assert_totals (profile, "p.Q.c", 1, 0, 5, 5);
  ck_assert_int_eq (tv_profile_get_root_inclusive (profile, TV_CLOCK_WALL), 30000);
}
END_TEST

/* Waiting is a part of the exclusive wall time, told apart but not taken off. */
START_TEST (waiting_is_part_of_exclusive_time)
{
  g_autoptr (TvProfile) profile
      = load_profile ("a 0-40/1340 { b 10/1010-30/1230 } a 50/9000-");
  const TvMethodTotals *outer = NULL;
  const TvMethodTotals *inner = NULL;

  outer = get_totals (profile, "p.Q.a");
  ck_assert_int_eq (outer->inclusive[TV_CLOCK_WALL], 1340000);
  ck_assert_int_eq (outer->exclusive[TV_CLOCK_WALL], 1120000);
  ck_assert_int_eq (outer->exclusive[TV_CLOCK_THREAD_CPU], 20000);
  ck_assert_int_eq (outer->waiting, 1000000);
  ck_assert_uint_eq (outer->n_waits, 1);
  inner = get_totals (profile, "p.Q.b");
  ck_assert_int_eq (inner->exclusive[TV_CLOCK_WALL], 220000);
  ck_assert_int_eq (inner->waiting, 200000);
  ck_assert_uint_eq (inner->n_waits, 1);
  ck_assert_uint_eq (tv_profile_get_n_waits (profile), 3);
}
END_TEST

START_TEST (first_and_longest_call)
{
  g_autoptr (TvProfile) profile
      = load_profile ("2: a 0/500-1/5000 a 1/6000-90/6200 1: a 0/200-20/300");
  const TvMethodTotals *totals = NULL;
  TvTrace *trace = NULL;

  trace = tv_profile_get_trace (profile);
  totals = get_totals (profile, "p.Q.a");
  ck_assert_uint_eq (totals->first_call.thread, tv_test_find_thread (trace, 1));
  ck_assert_uint_eq (totals->first_call.call, 0);
  ck_assert_uint_eq (totals->longest_call.thread, tv_test_find_thread (trace, 2));
  ck_assert_uint_eq (totals->longest_call.call, 1);
  ck_assert_uint_eq (get_totals (profile, "p.Q.b")->first_call.thread, TV_THREAD_NONE);
}
END_TEST

START_TEST (one_clock_leaves_the_other_at_zero)
{
  g_autoptr (TvTrace) trace = tv_test_trace (TV_WRITER_CLOCK_WALL, "a 10-5010");
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);
  const TvMethodTotals *totals = get_totals (profile, "p.Q.a");

  ck_assert_int_eq (totals->inclusive[TV_CLOCK_WALL], 5000000);
  ck_assert_int_eq (totals->inclusive[TV_CLOCK_THREAD_CPU], 0);
  ck_assert_int_eq (totals->exclusive[TV_CLOCK_THREAD_CPU], 0);
  ck_assert_int_eq (totals->waiting, 0);
  ck_assert_int_eq (tv_profile_get_root_inclusive (profile, TV_CLOCK_THREAD_CPU), 0);
}
END_TEST

START_TEST (cancelled)
{
  g_autoptr (TvTrace) trace = tv_test_trace (TV_WRITER_CLOCK_DUAL, "a 10-");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (tv_profile_new (trace, cancellable, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
}
END_TEST

START_TEST (no_events)
{
  g_autoptr (TvProfile) profile = load_profile ("");

  assert_totals (profile, "p.Q.a", 0, 0, 0, 0);
  ck_assert_int_eq (tv_profile_get_root_inclusive (profile, TV_CLOCK_WALL), 0);
}
END_TEST

/* Sums up call by call, from the columns of one thread. */
static void
add_thread (const TvTrace *trace, guint thread, TvMethodTotals *sums)
{
  TvCalls calls = tv_trace_get_calls (trace, thread);
  TvWaits waits = tv_trace_get_waits (trace, thread);

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      g_autofree gint64 *exclusive = g_new0 (gint64, calls.n + 1);

      for (gsize i = 0; i < calls.n; i++)
        {
          gint64 time = tv_times_get (&calls.end[clock], i)
                        - tv_times_get (&calls.start[clock], i);

          exclusive[i] += time;
          if (calls.parent[i] != TV_CALL_NONE)
            exclusive[calls.parent[i]] -= time;
          if (!(calls.flags[i] & TV_CALL_RECURSIVE))
            sums[tv_calls_method (&calls, i)].inclusive[clock] += time;
        }
      for (gsize i = 0; i < calls.n; i++)
        {
          ck_assert_int_ge (exclusive[i], 0);
          sums[tv_calls_method (&calls, i)].exclusive[clock] += exclusive[i];
        }
    }
  for (gsize i = 0; i < waits.n; i++)
    if (waits.call[i] != TV_CALL_NONE)
      sums[tv_calls_method (&calls, waits.call[i])].waiting
          += tv_times_get (&waits.end, i) - tv_times_get (&waits.start, i);
}

static void
check_sums (const TvTrace *trace, const TvProfile *profile)
{
  guint n_methods = tv_trace_get_n_methods (trace);
  g_autofree TvMethodTotals *sums = g_new0 (TvMethodTotals, n_methods);
  gint64 total[TV_N_CLOCKS] = { 0 };
  guint64 n_calls = 0;

  for (guint i = 0; i < tv_trace_get_n_threads (trace); i++)
    add_thread (trace, i, sums);
  for (guint i = 0; i < n_methods; i++)
    {
      const TvMethodTotals *totals = tv_profile_get_totals (profile, i);

      n_calls += totals->calls + totals->recursive_calls;
      ck_assert_int_eq (totals->waiting, sums[i].waiting);
      ck_assert_int_le (totals->waiting, totals->exclusive[TV_CLOCK_WALL]);
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        {
          ck_assert_int_eq (totals->inclusive[clock], sums[i].inclusive[clock]);
          ck_assert_int_eq (totals->exclusive[clock], sums[i].exclusive[clock]);
          ck_assert_int_le (totals->inclusive[clock],
                            tv_profile_get_root_inclusive (profile, clock));
          total[clock] += totals->exclusive[clock];
        }
    }
  ck_assert_uint_eq (n_calls, tv_trace_get_n_calls (trace));
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    ck_assert_int_eq (total[clock], tv_profile_get_root_inclusive (profile, clock));
}

START_TEST (sums_of_random_traces)
{
  for (guint32 seed = 1; seed <= 30; seed++)
    {
      const TvRandomTrace spec = { .seed = seed,
                                   .n_events = 4000,
                                   .n_threads = 1 + seed % 6,
                                   .n_methods = 1 + seed % 40,
                                   .max_depth = 1 + seed,
                                   .recursion_percent = seed % 30,
                                   .wait_percent = 5,
                                   .unwind_percent = 3,
                                   .before_percent = 10,
                                   .lost_percent = seed % 3,
                                   .stray_percent = seed % 4 };
      g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
      g_autoptr (TvTrace) trace = NULL;
      g_autoptr (TvProfile) profile = NULL;

      tv_random_trace_add_tables (&spec, writer);
      tv_random_trace_write (&spec, writer);
      trace = tv_test_load (writer);
      profile = tv_profile_new (trace, NULL, NULL);
      check_sums (trace, profile);
    }
}
END_TEST

TV_TESTS (NULL, NULL)
