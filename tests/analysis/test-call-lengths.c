/* SPDX-License-Identifier: Apache-2.0 */

/* How long the calls of each method are: worked out by hand, and on random traces by
 * looking at one call after the other. */

#include "analysis/sums/call-lengths.h"
#include "profile-reference.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "trace/model/trace.h"

#define A 0x10u
#define B 0x20u
#define US 1000

static TvTraceWriter *
new_writer (void)
{
  TvTraceWriter *writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_property (writer, "elapsed-time-usec", "100000");
  tv_trace_writer_add_method (writer, A, "p.Q", "a", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, B, "p.R", "b", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, 0x30, "p.R", "c", "()V", "Q.java", 1);
  return writer;
}

static TvCallLengths *
measure (TvTrace *trace, const TvProfileRange *range, TvClock clock)
{
  g_autoptr (TvProfile) profile = tv_profile_new_for_range (trace, range, NULL, NULL);
  TvCallLengths *lengths = tv_call_lengths_new (profile, clock, NULL, NULL);

  ck_assert_ptr_nonnull (lengths);
  ck_assert_int_eq (tv_call_lengths_get_clock (lengths), clock);
  return lengths;
}

static const TvProfileRange everything = { .start = G_MININT64, .end = G_MAXINT64 };

/* In microseconds. */
static void
assert_length (const TvCallLength *length, gint64 shortest, gint64 longest, gint64 all)
{
  ck_assert_int_eq (length->shortest, shortest * US);
  ck_assert_int_eq (length->longest, longest * US);
  ck_assert_int_eq (length->all, all * US);
}

static void
assert_method (const TvTrace *trace, const TvCallLengths *lengths, const char *name,
               gint64 shortest, gint64 longest, gint64 all)
{
  const guint32 method = tv_test_find_method (trace, name);

  ck_assert_uint_ne (method, TV_METHOD_NONE);
  assert_length (tv_call_lengths_get (lengths, method), shortest, longest, all);
}

/* a 0-100, in it b 10-30 and a once more 40-80, which waits from 45 to 60; c is never
 * called. */
static TvTrace *
load_sample (void)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();

  tv_trace_writer_enter (writer, 1, A, 0, 0);
  tv_trace_writer_enter (writer, 1, B, 10, 10);
  tv_trace_writer_exit (writer, 1, B, 30, 30);
  tv_trace_writer_enter (writer, 1, A, 40, 40);
  tv_trace_writer_exit (writer, 1, A, 65, 80);
  tv_trace_writer_enter (writer, 1, B, 66, 81);
  tv_trace_writer_exit (writer, 1, B, 67, 82);
  tv_trace_writer_exit (writer, 1, A, 85, 100);
  return tv_test_load (writer);
}

START_TEST (recursive_calls_have_lengths_of_their_own)
{
  g_autoptr (TvTrace) trace = load_sample ();
  g_autoptr (TvCallLengths) wall = measure (trace, &everything, TV_CLOCK_WALL);
  g_autoptr (TvCallLengths) cpu = measure (trace, &everything, TV_CLOCK_THREAD_CPU);

  assert_method (trace, wall, "p.Q.a", 40, 100, 140);
  assert_method (trace, wall, "p.R.b", 1, 20, 21);
  assert_method (trace, wall, "p.R.c", 0, 0, 0);
  assert_method (trace, cpu, "p.Q.a", 25, 85, 110);
  assert_method (trace, cpu, "p.R.b", 1, 20, 21);
}
END_TEST

START_TEST (a_range_measures_what_lies_in_it)
{
  g_autoptr (TvTrace) trace = load_sample ();
  const TvProfileRange range = { .start = 25 * US, .end = 60 * US };
  g_autoptr (TvCallLengths) lengths = measure (trace, &range, TV_CLOCK_WALL);

  assert_method (trace, lengths, "p.Q.a", 20, 35, 55);
  assert_method (trace, lengths, "p.R.b", 5, 5, 5);
}
END_TEST

START_TEST (groups_take_the_calls_of_their_methods)
{
  g_autoptr (TvTraceWriter) writer = new_writer ();
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvCallLengths) lengths = NULL;
  g_autoptr (TvMethodGroups) packages = NULL;
  g_autoptr (TvProfile) profile = NULL;
  g_autofree TvCallLength *sums = NULL;

  tv_trace_writer_enter (writer, 1, A, 0, 0);
  tv_trace_writer_enter (writer, 1, B, 10, 10);
  tv_trace_writer_exit (writer, 1, B, 30, 30);
  tv_trace_writer_exit (writer, 1, A, 50, 50);
  trace = tv_test_load (writer);
  lengths = measure (trace, &everything, TV_CLOCK_WALL);
  profile = tv_profile_new (trace, NULL, NULL);
  packages = tv_method_groups_new (profile, TV_GROUPING_PACKAGE, NULL);
  sums = tv_call_lengths_sum_up (lengths, packages);
  ck_assert_uint_eq (packages->n, 1);
  assert_length (&sums[0], 20, 50, 70);
}
END_TEST

/* The one in trace-format.md 6.1: pre-open frames and frames left open count. */
START_TEST (basic_trace)
{
  g_autofree char *path = NULL;
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvCallLengths) cpu = NULL;
  g_autoptr (TvCallLengths) wall = NULL;

  if (!tv_test_has_trace ("real/basic.trace"))
    return;
  path = tv_test_trace_path ("real/basic.trace");
  trace = tv_test_load_path (path, NULL);
  ck_assert_ptr_nonnull (trace);
  cpu = measure (trace, &everything, TV_CLOCK_THREAD_CPU);
  wall = measure (trace, &everything, TV_CLOCK_WALL);
  assert_method (trace, cpu, "com/test/android/traceview/Basic.foo", 7, 7, 7);
  assert_method (trace, cpu, "com/test/android/traceview/Basic.bar", 2, 2, 2);
  assert_method (trace, cpu, "dalvik/system/VMDebug.stopMethodTracing", 0, 0, 0);
  assert_method (trace, wall, "android/os/Debug.stopMethodTracing", 16, 16, 16);
}
END_TEST

typedef struct
{
  const TvTrace *trace;
  TvClock clock;
  TvCallLength *lengths;
} Looking;

static void
look_at_call (const TvReferenceCut *cut, gpointer user_data)
{
  const Looking *looking = user_data;
  TvCalls calls = tv_trace_get_calls (looking->trace, cut->thread);
  TvCallLength *length = &looking->lengths[tv_calls_method (&calls, cut->call)];
  const gint64 inclusive = cut->inclusive[looking->clock];

  if (!cut->counts)
    return;
  length->longest = MAX (length->longest, inclusive);
  length->shortest = MIN (length->shortest, inclusive);
  length->all += inclusive;
}

static void
check_range (TvTrace *trace, const TvProfileRange *range, TvClock clock)
{
  const guint n = tv_trace_get_n_methods (trace);
  g_autofree TvCallLength *expected = g_new (TvCallLength, n);
  Looking looking = { trace, clock, expected };
  g_autoptr (TvCallLengths) lengths = measure (trace, range, clock);

  for (guint i = 0; i < n; i++)
    expected[i] = (TvCallLength){ G_MININT64, G_MAXINT64, 0 };
  tv_reference_foreach_call (trace, range, look_at_call, &looking);
  for (guint i = 0; i < n; i++)
    {
      const TvCallLength *length = tv_call_lengths_get (lengths, i);

      if (expected[i].longest == G_MININT64)
        expected[i] = (TvCallLength){ 0 };
      ck_assert_int_eq (length->longest, expected[i].longest);
      ck_assert_int_eq (length->shortest, expected[i].shortest);
      ck_assert_int_eq (length->all, expected[i].all);
    }
}

START_TEST (ranges_and_threads_of_random_traces)
{
  const TvWriterClock clocks[] = { TV_WRITER_CLOCK_DUAL, TV_WRITER_CLOCK_DUAL,
                                   TV_WRITER_CLOCK_WALL, TV_WRITER_CLOCK_THREAD_CPU };

  for (guint32 seed = 1; seed <= 40; seed++)
    {
      g_autoptr (TvTrace) trace = tv_reference_random_trace (seed, clocks[seed % 4], 0);
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (TvThreadSet) threads = tv_reference_random_threads (random, trace);
      const gint64 a = tv_reference_random_time (random, trace);
      const gint64 b = tv_reference_random_time (random, trace);
      const TvProfileRange range = { .start = MIN (a, b),
                                     .end = MAX (a, b),
                                     .threads = threads,
                                     .n_workers = 1 + seed % 3 };

      for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
        if (tv_trace_has_clock (trace, clock))
          {
            check_range (trace, &everything, clock);
            check_range (trace, &range, clock);
          }
    }
}
END_TEST

START_TEST (cancelled)
{
  g_autoptr (TvTrace) trace = load_sample ();
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (
      tv_call_lengths_new (profile, TV_CLOCK_WALL, cancellable, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
}
END_TEST

TV_TESTS (NULL, NULL)
