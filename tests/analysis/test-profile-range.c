/* SPDX-License-Identifier: Apache-2.0 */

/* Sums over a range of time: worked out by hand on small scripts, and held against a
 * slow program on random traces. */

#include "analysis/sums/profile.h"
#include "profile-reference.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "trace/model/trace.h"

#define A 0x4
#define B 0x8
#define C 0xc

#define US G_GINT64_CONSTANT (1000)

static TvProfile *
sum_range (TvTrace *trace, gint64 start, gint64 end)
{
  TvProfileRange range = { .start = start, .end = end };
  TvProfile *profile = tv_profile_new_for_range (trace, &range, NULL, NULL);

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

/* Calls with recursive ones, and wall times in microseconds. */
static void
assert_wall (const TvProfile *profile, const char *name, guint64 calls,
             guint64 recursive_calls, gint64 inclusive, gint64 exclusive)
{
  const TvMethodTotals *totals = get_totals (profile, name);

  ck_assert_uint_eq (totals->calls, calls);
  ck_assert_uint_eq (totals->recursive_calls, recursive_calls);
  ck_assert_int_eq (totals->inclusive[TV_CLOCK_WALL], inclusive * US);
  ck_assert_int_eq (totals->exclusive[TV_CLOCK_WALL], exclusive * US);
}

/* A 0-100 { B 10-40 { C 20-20 }, B 60-90 { A 65-70 } } C 100-120 */
static TvTrace *
load_small_trace (void)
{

  return tv_test_trace (
      TV_WRITER_CLOCK_WALL,
      "a 0-100 { b 10-40 { c 20-20 } b 60-90 { a 65-70 } } c 100-120");
}

static void
check_ranges (TvTrace *trace, GRand *random)
{
  for (guint i = 0; i < 60; i++)
    {
      gint64 a = tv_reference_random_time (random, trace),
             b = tv_reference_random_time (random, trace);
      TvProfileRange range = { .start = MIN (a, b), .end = MAX (a, b) };
      g_autoptr (TvThreadSet) threads = NULL;
      g_autoptr (TvReferenceSums) expected = NULL;
      g_autoptr (TvProfile) profile = NULL;

      if (i % 4 == 0)
        range.threads = threads = tv_reference_random_threads (random, trace);
      if (i % 7 == 0)
        {
          tv_trace_get_axis_range (trace, NULL, &range.end);
          range.start = MIN (range.start, range.end);
        }
      expected = tv_reference_sums_new (trace, &range);
      profile = tv_profile_new_for_range (trace, &range, NULL, NULL);
      tv_reference_sums_assert (expected, profile);
    }
}

START_TEST (calls_are_cut_at_both_ends)
{
  g_autoptr (TvTrace) trace = load_small_trace ();
  g_autoptr (TvProfile) profile = sum_range (trace, 30 * US, 68 * US);
  const TvMethodTotals *totals;

  assert_wall (profile, "p.Q.a", 1, 1, 38, 38 - 10 - 8 + 3);
  assert_wall (profile, "p.Q.b", 2, 0, 10 + 8, 10 + 8 - 3);
  assert_wall (profile, "p.Q.c", 0, 0, 0, 0);
  ck_assert_int_eq (tv_profile_get_root_inclusive (profile, TV_CLOCK_WALL), 38 * US);
  totals = get_totals (profile, "p.Q.b");
  ck_assert_uint_eq (totals->first_call.call, 1);
  ck_assert_uint_eq (totals->longest_call.call, 1);
  totals = get_totals (profile, "p.Q.a");
  ck_assert_uint_eq (totals->first_call.call, 0);
  ck_assert_uint_eq (totals->longest_call.call, 0);
}
END_TEST

START_TEST (the_end_of_a_range_is_not_in_it)
{
  g_autoptr (TvTrace) trace = load_small_trace ();
  g_autoptr (TvProfile) before = sum_range (trace, 15 * US, 20 * US);
  g_autoptr (TvProfile) from = sum_range (trace, 20 * US, 21 * US);
  g_autoptr (TvProfile) after = sum_range (trace, 40 * US, 60 * US);
  g_autoptr (TvProfile) inside = sum_range (trace, 66 * US, 67 * US);

  assert_wall (before, "p.Q.c", 0, 0, 0, 0);
  assert_wall (before, "p.Q.b", 1, 0, 5, 5);
  assert_wall (from, "p.Q.c", 1, 0, 0, 0);
  assert_wall (after, "p.Q.b", 0, 0, 0, 0);
  assert_wall (after, "p.Q.a", 1, 0, 20, 20);
  assert_wall (inside, "p.Q.a", 1, 1, 1, 1);
  assert_wall (inside, "p.Q.b", 1, 0, 1, 0);
}
END_TEST

START_TEST (nothing_is_outside_of_the_trace)
{
  g_autoptr (TvTrace) trace = load_small_trace ();
  const gint64 ranges[][2] = { { -50, 0 },
                               { 120, 500 },
                               { 30, 30 },
                               { 120, 120 },
                               { G_MININT64 / US, -1 },
                               { 121, G_MAXINT64 / US } };

  for (guint i = 0; i < G_N_ELEMENTS (ranges); i++)
    {
      g_autoptr (TvProfile) profile
          = sum_range (trace, ranges[i][0] * US, ranges[i][1] * US);

      assert_wall (profile, "p.Q.a", 0, 0, 0, 0);
      assert_wall (profile, "p.Q.b", 0, 0, 0, 0);
      assert_wall (profile, "p.Q.c", 0, 0, 0, 0);
      ck_assert_uint_eq (get_totals (profile, "p.Q.a")->first_call.thread,
                         TV_THREAD_NONE);
      ck_assert_int_eq (tv_profile_get_root_inclusive (profile, TV_CLOCK_WALL), 0);
    }
}
END_TEST

/* What is entered and left at the very end would be in no range otherwise. */
START_TEST (the_last_moment_is_in_the_range_that_ends_with_it)
{
  g_autoptr (TvTrace) trace
      = tv_test_trace (TV_WRITER_CLOCK_DUAL, "a 0-10/50 b 11/50-14/50");
  g_autoptr (TvProfile) last = NULL;
  g_autoptr (TvProfile) whole = NULL;

  last = sum_range (trace, 40 * US, 50 * US);
  whole = sum_range (trace, 0, 50 * US);
  assert_wall (last, "p.Q.b", 1, 0, 0, 0);
  assert_wall (whole, "p.Q.b", 1, 0, 0, 0);
  ck_assert_int_eq (get_totals (last, "p.Q.b")->inclusive[TV_CLOCK_THREAD_CPU], 3 * US);
  ck_assert_int_eq (get_totals (last, "p.Q.a")->inclusive[TV_CLOCK_THREAD_CPU], 2 * US);
}
END_TEST

/* From 0 to 60 µs on the CPU for half of the time; then 20 µs on it, 1000 µs off it and
 * 20 µs on it again. */
START_TEST (thread_cpu_time_is_read_off_the_events_around)
{
  g_autoptr (TvTrace) trace
      = tv_test_trace (TV_WRITER_CLOCK_DUAL, "a 0-71/1101 { b 30/60-70/1100 }");
  const struct
  {
    gint64 start, end, cpu, waiting;
  } cases[] = { { 0, 30, 15, 0 },      { 10, 30, 10, 0 },      { 0, 60, 30, 0 },
                { 60, 70, 10, 0 },     { 60, 80, 20, 0 },      { 60, 580, 20, 500 },
                { 100, 1000, 0, 900 }, { 1000, 1090, 10, 80 }, { 1080, 1100, 20, 0 },
                { 30, 1100, 55, 1000 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvProfile) profile
          = sum_range (trace, cases[i].start * US, cases[i].end * US);
      const TvMethodTotals *inner = get_totals (profile, "p.Q.b");

      ck_assert_int_eq (get_totals (profile, "p.Q.a")->inclusive[TV_CLOCK_THREAD_CPU],
                        cases[i].cpu * US);
      ck_assert_int_eq (inner->waiting, cases[i].waiting * US);
      ck_assert_uint_eq (inner->n_waits, cases[i].waiting > 0);
    }
}
END_TEST

/* While the wall clock stands at 50 µs, C is entered and left and B is left, each after
 * some µs on the CPU: all of that is after that moment. */
START_TEST (thread_cpu_time_passes_while_the_axis_stands)
{
  g_autoptr (TvTrace) trace
      = tv_test_trace (TV_WRITER_CLOCK_DUAL,
                       "a 0-26/70 { b 2/10-17/50 { c 10/50-13/50 } c 18/50-20/60 }");
  g_autoptr (TvProfile) before = NULL;
  g_autoptr (TvProfile) after = NULL;
  g_autoptr (GRand) random = g_rand_new_with_seed (2);
  const TvMethodTotals *left;

  before = sum_range (trace, 0, 50 * US);
  assert_wall (before, "p.Q.b", 1, 0, 40, 40);
  assert_wall (before, "p.Q.c", 0, 0, 0, 0);
  ck_assert_int_eq (get_totals (before, "p.Q.b")->inclusive[TV_CLOCK_THREAD_CPU],
                    8 * US);
  after = sum_range (trace, 50 * US, 60 * US);
  left = get_totals (after, "p.Q.b");
  assert_wall (after, "p.Q.b", 1, 0, 0, 0);
  ck_assert_int_eq (left->inclusive[TV_CLOCK_THREAD_CPU], 7 * US);
  ck_assert_int_eq (left->exclusive[TV_CLOCK_THREAD_CPU], 4 * US);
  assert_wall (after, "p.Q.c", 2, 0, 10, 10);
  ck_assert_int_eq (get_totals (after, "p.Q.c")->inclusive[TV_CLOCK_THREAD_CPU],
                    5 * US);
  ck_assert_int_eq (get_totals (after, "p.Q.a")->inclusive[TV_CLOCK_THREAD_CPU],
                    10 * US);
  check_ranges (trace, random);
}
END_TEST

/* Thread 1 runs for 10 µs, thread 2 for 40, thread 1 for 30, thread 2 for 5: on the
 * axis thread 1 has 0-10 and 50-80, thread 2 the rest. */
START_TEST (threads_take_turns_on_the_virtual_axis)
{
  g_autoptr (TvTraceWriter) writer = tv_test_writer_new (TV_WRITER_CLOCK_THREAD_CPU);
  g_autoptr (TvTrace) trace = NULL;
  const struct
  {
    gint64 start, end, first, second;
  } cases[]
      = { { 0, 10, 10, 0 },  { 0, 30, 10, 20 }, { 20, 40, 0, 20 }, { 40, 60, 10, 10 },
          { 50, 80, 30, 0 }, { 79, 85, 1, 5 },  { 0, 85, 40, 45 }, { 82, 84, 0, 2 } };

  tv_trace_writer_enter (writer, 1, A, 0, 0);
  tv_trace_writer_enter (writer, 2, B, 0, 0);
  tv_trace_writer_enter (writer, 1, C, 10, 0);
  tv_trace_writer_enter (writer, 2, C, 40, 0);
  tv_trace_writer_exit (writer, 1, C, 40, 0);
  tv_trace_writer_exit (writer, 2, C, 45, 0);
  trace = tv_test_load (writer);
  ck_assert_int_eq (tv_trace_get_axis (trace), TV_AXIS_CPU_ALL_THREADS);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TvProfile) profile
          = sum_range (trace, cases[i].start * US, cases[i].end * US);

      ck_assert_int_eq (get_totals (profile, "p.Q.a")->inclusive[TV_CLOCK_THREAD_CPU],
                        cases[i].first * US);
      ck_assert_int_eq (get_totals (profile, "p.Q.b")->inclusive[TV_CLOCK_THREAD_CPU],
                        cases[i].second * US);
    }
}
END_TEST

/* The terminal prints CPU times, and cuts each thread on its own clock. */
START_TEST (ranges_may_be_on_the_cpu_clock_of_each_thread)
{
  g_autoptr (TvTraceWriter) writer = tv_test_writer_new (TV_WRITER_CLOCK_THREAD_CPU);
  g_autoptr (TvTrace) trace = NULL;
  const struct
  {
    gint64 start, end, a, b, c;
    guint n_c;
  } cases[]
      = { { 0, 10, 10, 10, 0, 0 }, { 5, 30, 25, 25, 20, 1 }, { 30, 44, 10, 14, 14, 2 },
          { 40, 45, 0, 5, 5, 1 },  { 0, 45, 40, 45, 35, 2 }, { 45, 85, 0, 0, 0, 0 } };

  tv_trace_writer_enter (writer, 1, A, 0, 0);
  tv_trace_writer_enter (writer, 2, B, 0, 0);
  tv_trace_writer_enter (writer, 1, C, 10, 0);
  tv_trace_writer_enter (writer, 2, C, 40, 0);
  tv_trace_writer_exit (writer, 1, C, 40, 0);
  tv_trace_writer_exit (writer, 2, C, 45, 0);
  trace = tv_test_load (writer);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const TvProfileRange range = { .start = cases[i].start * US,
                                     .end = cases[i].end * US,
                                     .on_thread_cpu = TRUE };
      g_autoptr (TvProfile) profile
          = tv_profile_new_for_range (trace, &range, NULL, NULL);
      const TvMethodTotals *c = get_totals (profile, "p.Q.c");

      ck_assert_int_eq (get_totals (profile, "p.Q.a")->inclusive[TV_CLOCK_THREAD_CPU],
                        cases[i].a * US);
      ck_assert_int_eq (get_totals (profile, "p.Q.b")->inclusive[TV_CLOCK_THREAD_CPU],
                        cases[i].b * US);
      ck_assert_int_eq (c->inclusive[TV_CLOCK_THREAD_CPU], cases[i].c * US);
      ck_assert_uint_eq (c->calls, cases[i].n_c);
    }
}
END_TEST

START_TEST (frames_open_at_both_ends_of_the_trace_are_cut)
{
  g_autoptr (TvTrace) trace
      = tv_test_trace (TV_WRITER_CLOCK_WALL, "b 10-12 a -30 b 40- { c 45-50 }");
  g_autoptr (TvProfile) early = NULL;
  g_autoptr (TvProfile) late = NULL;

  early = sum_range (trace, 0, 11 * US);
  assert_wall (early, "p.Q.a", 1, 0, 1, 0);
  assert_wall (early, "p.Q.b", 1, 0, 1, 1);
  late = sum_range (trace, 47 * US, 60 * US);
  assert_wall (late, "p.Q.b", 1, 0, 3, 0);
  assert_wall (late, "p.Q.c", 1, 0, 3, 3);
}
END_TEST

START_TEST (a_deep_stack_is_cut)
{
  g_autoptr (TvTraceWriter) writer = tv_test_writer_new (TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvProfile) profile = NULL;
  const guint n = 300 * 1000;

  for (guint i = 0; i < n; i++)
    tv_trace_writer_enter (writer, 1, i % 2 == 0 ? A : B, 0, i);
  for (guint i = 0; i < n; i++)
    tv_trace_writer_exit (writer, 1, (n - 1 - i) % 2 == 0 ? A : B, 0, n + i);
  trace = tv_test_load (writer);
  profile = sum_range (trace, (n - 2) * US, (n + 2) * US);
  assert_wall (profile, "p.Q.a", 1, n / 2 - 1, 4, 2);
  assert_wall (profile, "p.Q.b", 1, n / 2 - 1, 4, 2);
}
END_TEST

START_TEST (threads_can_be_left_out)
{
  g_autoptr (TvTraceWriter) writer = tv_test_writer_new (TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvProfile) some = NULL;
  g_autoptr (TvProfile) all = NULL;
  TvProfileRange range = { .start = 5 * US, .end = 8 * US };
  const guint32 second_and_last[] = { 3, 1 };
  g_autoptr (TvThreadSet) threads = tv_thread_set_new (second_and_last, 2);

  for (guint thread = 1; thread <= 4; thread++)
    {
      tv_trace_writer_enter (writer, thread, A, 0, thread);
      tv_trace_writer_exit (writer, thread, A, 0, 10 * thread);
    }
  trace = tv_test_load (writer);
  range.threads = threads;
  some = tv_profile_new_for_range (trace, &range, NULL, NULL);
  assert_wall (some, "p.Q.a", 2, 0, 6, 6);
  ck_assert (tv_thread_set_equal (tv_profile_get_range (some)->threads, threads));
  range.threads = NULL;
  all = tv_profile_new_for_range (trace, &range, NULL, NULL);
  assert_wall (all, "p.Q.a", 4, 0, 12, 12);
}
END_TEST

START_TEST (ranges_of_random_traces)
{
  const TvWriterClock clocks[] = { TV_WRITER_CLOCK_DUAL, TV_WRITER_CLOCK_DUAL,
                                   TV_WRITER_CLOCK_WALL, TV_WRITER_CLOCK_THREAD_CPU };

  for (guint32 seed = 1; seed <= 40; seed++)
    {
      g_autoptr (TvTrace) trace = tv_reference_random_trace (seed, clocks[seed % 4], 0);
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);

      ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_STRAY_EXITS), 0);
      check_ranges (trace, random);
    }
}
END_TEST

/* Calls of 49 s each, which end after 2^32 µs, when the file's clock has wrapped. */
START_TEST (times_that_need_64_bits)
{
  TvCalls calls;
  g_autoptr (TvTraceWriter) writer = tv_test_writer_new (TV_WRITER_CLOCK_DUAL);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (GRand) random = g_rand_new_with_seed (9);
  const guint32 step = 50 * 1000 * 1000;

  for (guint32 i = 0; i < 120; i++)
    {
      tv_trace_writer_enter (writer, 1, A, i * 1000, i * step);
      tv_trace_writer_enter (writer, 1, B, i * 1000 + 10, i * step + 10);
      tv_trace_writer_exit (writer, 1, B, i * 1000 + 60, i * step + 1000);
      tv_trace_writer_exit (writer, 1, A, i * 1000 + 70, i * step + step / 50 * 49);
    }
  trace = tv_test_load (writer);
  calls = tv_trace_get_calls (trace, 0);
  ck_assert (!tv_times_is_narrow (&calls.end[TV_CLOCK_WALL]));
  check_ranges (trace, random);
}
END_TEST

START_TEST (cancelled)
{
  g_autoptr (TvTrace) trace = load_small_trace ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  TvProfileRange range = { .start = 0, .end = 50 * US };

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (tv_profile_new_for_range (trace, &range, cancellable, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
}
END_TEST

TV_TESTS (NULL, NULL)
