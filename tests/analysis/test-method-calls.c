/* SPDX-License-Identifier: Apache-2.0 */

/* Each call of a method: worked out by hand on a small script, and added up on random
 * traces. */

#include "analysis/lookup/call-sample.h"
#include "profile-reference.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

#define A 0x4

#define US G_GINT64_CONSTANT (1000)

#define METHOD_A 1
#define METHOD_B 2
#define METHOD_NONE 4

static const TvProfileRange whole = { .start = G_MININT64, .end = G_MAXINT64 };

/* On thread 1 a from 0 to 1000, in it b from 100 to 400 and from 500 to 600, in the
 * first b an a from 200 to 300; on thread 2 b from 0 to 250. The CPU clock runs at half
 * the speed, but stands still in the first b from 300 to 400. */
static TvTrace *
load_script (void)
{
  return tv_test_trace (TV_WRITER_CLOCK_DUAL,
                        "a 0-600/1000 { b 50/100-150/500 { a 100/200-150/300 } b "
                        "150/500-200/600 } 2: b 0-240/250");
}

static TvMethodCalls *
list_calls (TvTrace *trace, const TvProfileRange *range, guint64 methods)
{
  g_autoptr (TvMethodSet) set = tv_method_set_new (g_memdup2 (&methods, sizeof methods),
                                                   tv_trace_get_n_methods (trace));

  return tv_method_calls_new (trace, range, set, NULL, NULL);
}

/* `thread:method<caller start wall/own wall cpu/own cpu waiting` in microseconds, with
 * a `*` if the call is nested. */
static void
append_call (GString *text, const TvMethodCalls *calls, guint index)
{
  TvTrace *trace = calls->trace;
  TvMethodCall call;

  tv_method_calls_get (calls, index, &call);
  g_string_append_printf (text, "%u:%s<%s %d %d/%d %d/%d %d%s\n",
                          tv_trace_get_thread (trace, call.ref.thread)->id,
                          tv_trace_get_method (trace, call.method)->name,
                          call.caller == TV_METHOD_NONE
                              ? ""
                              : tv_trace_get_method (trace, call.caller)->name,
                          (int) (call.start[TV_CLOCK_WALL] / US),
                          (int) (call.inclusive[TV_CLOCK_WALL] / US),
                          (int) (call.exclusive[TV_CLOCK_WALL] / US),
                          (int) (call.inclusive[TV_CLOCK_THREAD_CPU] / US),
                          (int) (call.exclusive[TV_CLOCK_THREAD_CPU] / US),
                          (int) (call.waiting / US), call.is_nested ? "*" : "");
}

static void
assert_calls (const TvProfileRange *range, guint64 methods, const char *expected)
{
  g_autoptr (TvTrace) trace = load_script ();
  g_autoptr (TvMethodCalls) calls = list_calls (trace, range, methods);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < calls->n; i++)
    append_call (text, calls, i);
  ck_assert_str_eq (text->str, expected);
}

START_TEST (each_call_has_its_times)
{
  /* From 300 to 500 the first b has no CPU time, which is a wait. */
  assert_calls (&whole, METHOD_A,
                "1:a< 0 1000/500 600/450 0\n"
                "1:a<b 200 100/100 50/50 0*\n");
  assert_calls (&whole, METHOD_B,
                "1:b<a 100 400/300 100/50 200\n"
                "1:b<a 500 100/100 50/50 0\n"
                "2:b< 0 250/250 240/240 0\n");
  assert_calls (&whole, METHOD_A | METHOD_B,
                "1:a< 0 1000/500 600/450 0\n"
                "1:b<a 100 400/300 100/50 200*\n"
                "1:a<b 200 100/100 50/50 0*\n"
                "1:b<a 500 100/100 50/50 0*\n"
                "2:b< 0 250/250 240/240 0\n");
  assert_calls (&whole, METHOD_NONE, "");
}
END_TEST

START_TEST (calls_are_cut_at_the_range)
{
  const guint32 first = 0;
  g_autoptr (TvThreadSet) threads = tv_thread_set_new (&first, 1);
  TvProfileRange range = { .start = 250 * US, .end = 400 * US };

  /* The call of the second thread ends where the range begins. */
  assert_calls (&range, METHOD_B, "1:b<a 100 150/100 25/0 100\n");
  assert_calls (&range, METHOD_A,
                "1:a< 0 150/0 25/0 0\n"
                "1:a<b 200 50/50 25/25 0*\n");
  range = (TvProfileRange){ .start = 0, .end = 50 * US, .threads = threads };
  assert_calls (&range, METHOD_B, "");
  range.threads = NULL;
  assert_calls (&range, METHOD_B, "2:b< 0 50/50 48/48 0\n");
  range.end = 0;
  assert_calls (&range, METHOD_B, "");
}
END_TEST

START_TEST (calls_are_sorted)
{
  g_autoptr (TvTrace) trace = load_script ();
  g_autoptr (TvMethodCalls) calls = list_calls (trace, &whole, METHOD_B);
  const struct
  {
    TvCallNumber number;
    TvClock clock;
    guint32 order[3];
  } cases[] = {
    { TV_CALL_NUMBER_START, TV_CLOCK_WALL, { 2, 0, 1 } },
    { TV_CALL_NUMBER_START, TV_CLOCK_THREAD_CPU, { 2, 0, 1 } },
    { TV_CALL_NUMBER_INCLUSIVE, TV_CLOCK_WALL, { 0, 2, 1 } },
    { TV_CALL_NUMBER_INCLUSIVE, TV_CLOCK_THREAD_CPU, { 2, 0, 1 } },
    /* Equal ones stay as they are. */
    { TV_CALL_NUMBER_EXCLUSIVE, TV_CLOCK_THREAD_CPU, { 2, 0, 1 } },
    { TV_CALL_NUMBER_WAITING, TV_CLOCK_WALL, { 0, 1, 2 } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree guint32 *order
          = tv_method_calls_sort (calls, cases[i].number, cases[i].clock);

      ck_assert_mem_eq (order, cases[i].order, sizeof cases[i].order);
    }
}
END_TEST

static void
assert_spread (const TvCallSpread *spread, gsize n, const double *expected)
{
  const double found[]
      = { (double) spread->total,   spread->mean,   spread->mean_length,
          (double) spread->least,   spread->median, (double) spread->percentile_95,
          (double) spread->greatest };

  ck_assert_uint_eq (spread->n, n);
  for (guint i = 0; i < G_N_ELEMENTS (found); i++)
    ck_assert_double_eq_tol (found[i], expected[i] * 1000, 0.001);
}

START_TEST (times_are_spread)
{
  g_autoptr (TvTrace) trace = load_script ();
  g_autoptr (TvMethodCalls) b = list_calls (trace, &whole, METHOD_B);
  g_autoptr (TvMethodCalls) all = list_calls (trace, &whole, METHOD_A | METHOD_B);
  g_autoptr (TvMethodCalls) none = list_calls (trace, &whole, METHOD_NONE);
  const double of_b[] = { 750, 250, 250, 100, 250, 400, 400 };
  /* 100, 100, 250, 400 and 1000, of which the outer ones are 1000 and 250. */
  const double of_all[] = { 1250, 250, 370, 100, 250, 1000, 1000 };
  const double own[] = { 1250, 250, 250, 100, 250, 500, 500 };
  const double waiting[] = { 200, 66.666667, 66.666667, 0, 0, 200, 200 };
  const double nothing[7] = { 0 };
  TvCallSpread spread;

  tv_method_calls_measure (b, TV_CALL_NUMBER_INCLUSIVE, TV_CLOCK_WALL, &spread);
  assert_spread (&spread, 3, of_b);
  tv_method_calls_measure (all, TV_CALL_NUMBER_INCLUSIVE, TV_CLOCK_WALL, &spread);
  assert_spread (&spread, 5, of_all);
  tv_method_calls_measure (all, TV_CALL_NUMBER_EXCLUSIVE, TV_CLOCK_WALL, &spread);
  assert_spread (&spread, 5, own);
  tv_method_calls_measure (b, TV_CALL_NUMBER_WAITING, TV_CLOCK_WALL, &spread);
  assert_spread (&spread, 3, waiting);
  tv_method_calls_measure (none, TV_CALL_NUMBER_INCLUSIVE, TV_CLOCK_WALL, &spread);
  assert_spread (&spread, 0, nothing);
}
END_TEST

/* Calls of 1, 2, … microseconds, one after the other. */
static void
assert_steps (guint n, double median, gint64 percentile)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvMethodCalls) calls = NULL;
  TvCallSpread spread;
  guint time = 0;

  tv_trace_writer_add_method (writer, A, "p.Q", "a", "()V", "Q.java", 1);
  for (guint i = n; i > 0; i--)
    {
      tv_trace_writer_enter (writer, 1, A, 0, time);
      time += i;
      tv_trace_writer_exit (writer, 1, A, 0, time);
    }
  trace = tv_test_load (writer);
  calls = list_calls (trace, &whole, METHOD_A);
  tv_method_calls_measure (calls, TV_CALL_NUMBER_INCLUSIVE, TV_CLOCK_WALL, &spread);
  ck_assert_uint_eq (spread.n, n);
  ck_assert_double_eq_tol (spread.median, median * 1000, 0.001);
  ck_assert_int_eq (spread.percentile_95, percentile * US);
}

START_TEST (percentiles_are_of_calls)
{
  assert_steps (1, 1, 1);
  assert_steps (2, 1.5, 2);
  assert_steps (19, 10, 19);
  assert_steps (20, 10.5, 19);
  assert_steps (21, 11, 20);
  assert_steps (100, 50.5, 95);
}
END_TEST

/* The calls of a method add up to what the profile says. */
static void
check_sums (const TvProfile *profile, guint32 method)
{
  g_autoptr (TvMethodCalls) calls
      = list_calls (tv_profile_get_trace (profile), tv_profile_get_range (profile),
                    G_GUINT64_CONSTANT (1) << method);
  const TvMethodTotals *totals = tv_profile_get_totals (profile, method);
  TvMethodTotals sums = { 0 };

  for (guint i = 0; i < calls->n; i++)
    {
      TvMethodCall call;

      tv_method_calls_get (calls, i, &call);
      ck_assert_uint_eq (call.method, method);
      sums.recursive_calls += (guint64) call.is_nested;
      sums.calls += !call.is_nested;
      sums.waiting += call.waiting;
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        {
          sums.exclusive[clock] += call.exclusive[clock];
          sums.inclusive[clock] += call.is_nested ? 0 : call.inclusive[clock];
        }
    }
  ck_assert_uint_eq (sums.calls, totals->calls);
  ck_assert_uint_eq (sums.recursive_calls, totals->recursive_calls);
  ck_assert_int_eq (sums.waiting, totals->waiting);
  ck_assert_mem_eq (sums.inclusive, totals->inclusive, sizeof sums.inclusive);
  ck_assert_mem_eq (sums.exclusive, totals->exclusive, sizeof sums.exclusive);
}

START_TEST (calls_add_up_to_the_profile)
{
  const TvWriterClock clocks[]
      = { TV_WRITER_CLOCK_DUAL, TV_WRITER_CLOCK_WALL, TV_WRITER_CLOCK_THREAD_CPU };

  for (guint32 seed = 1; seed <= 24; seed++)
    {
      g_autoptr (TvTrace) trace
          = tv_reference_random_trace (seed, clocks[seed % 3], seed % 2 * 10);
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (TvThreadSet) threads = tv_reference_random_threads (random, trace);
      gint64 x = tv_reference_random_time (random, trace);
      gint64 y = tv_reference_random_time (random, trace);
      const TvProfileRange range
          = { .start = MIN (x, y), .end = MAX (x, y), .threads = threads };
      g_autoptr (TvProfile) all = tv_profile_new (trace, NULL, NULL);
      g_autoptr (TvProfile) part = tv_profile_new_for_range (trace, &range, NULL, NULL);

      for (guint32 i = 0; i < MIN (tv_trace_get_n_methods (trace), 64); i++)
        {
          check_sums (all, i);
          check_sums (part, i);
        }
    }
}
END_TEST

START_TEST (a_list_can_be_cancelled)
{
  g_autoptr (TvTrace) trace = load_script ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (TvMethodSet) set
      = tv_method_set_new (g_new0 (guint64, 1), tv_trace_get_n_methods (trace));
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (tv_method_calls_new (trace, &whole, set, cancellable, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
}
END_TEST

TV_TESTS (NULL, NULL)
