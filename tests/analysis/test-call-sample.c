/* SPDX-License-Identifier: Apache-2.0 */

/* Numbers of calls in order of size: their percentiles, bins and groups, worked out by
 * hand, and compared with plain sums on random traces. */

#include "analysis/lookup/call-sample.h"
#include "analysis/sums/call-bounds.h"
#include "profile-reference.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

#include <math.h>

#define A 0x4

#define US G_GINT64_CONSTANT (1000)

static const TvProfileRange whole = { .start = G_MININT64, .end = G_MAXINT64 };

static TvMethodCalls *
list_calls (TvTrace *trace, guint64 methods)
{
  const gsize n_words = tv_trace_get_n_methods (trace) / 64 + 1;
  guint64 *words = g_new0 (guint64, n_words);
  g_autoptr (TvMethodSet) set = NULL;

  words[0] = methods;
  set = tv_method_set_new (words, tv_trace_get_n_methods (trace));
  return tv_method_calls_new (trace, &whole, set, NULL, NULL);
}

/* One after the other, calls of these microseconds. */
static TvTrace *
load_calls (const guint *lengths, guint n)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  guint time = 0;

  tv_trace_writer_add_method (writer, A, "p.Q", "a", "()V", "Q.java", 1);
  for (guint i = 0; i < n; i++)
    {
      tv_trace_writer_enter (writer, 1, A, 0, time);
      time += lengths[i];
      tv_trace_writer_exit (writer, 1, A, 0, time);
    }
  return tv_test_load (writer);
}

START_TEST (numbers_are_measured)
{
  /* 2, 4, 4, 4, 5, 5, 7 and 9 have the mean 5 and the deviation 2. */
  const guint lengths[] = { 9, 4, 5, 2, 4, 7, 5, 4 };
  g_autoptr (TvTrace) trace = load_calls (lengths, G_N_ELEMENTS (lengths));
  g_autoptr (TvMethodCalls) calls = list_calls (trace, 1);
  g_autoptr (TvCallSample) sample
      = tv_call_sample_new (calls, TV_CALL_NUMBER_INCLUSIVE, TV_CLOCK_WALL);
  TvCallSpread spread;

  tv_call_sample_measure (sample, 0, tv_call_sample_get_n (sample), &spread);
  ck_assert_uint_eq (spread.n, 8);
  ck_assert_int_eq (spread.total, 40 * US);
  ck_assert_double_eq_tol (spread.mean_length, 5000, 1e-6);
  ck_assert_double_eq_tol (spread.median, 4500, 1e-6);
  ck_assert_double_eq_tol (spread.deviation, 2000, 1e-6);
  ck_assert_int_eq (spread.least, 2 * US);
  ck_assert_int_eq (spread.greatest, 9 * US);

  /* Those of 4 and 5 microseconds. */
  tv_call_sample_measure (sample, tv_call_sample_find (sample, 0, 8, 4 * US),
                          tv_call_sample_find (sample, 0, 8, 5 * US + 1), &spread);
  ck_assert_uint_eq (spread.n, 5);
  ck_assert_int_eq (spread.total, 22 * US);
  ck_assert_double_eq_tol (spread.mean_length, 4400, 1e-6);
  ck_assert_double_eq_tol (spread.median, 4000, 1e-6);

  tv_call_sample_measure (sample, 3, 3, &spread);
  ck_assert_uint_eq (spread.n, 0);
  ck_assert_int_eq (spread.total, 0);
}
END_TEST

START_TEST (percentiles_are_of_calls)
{
  guint lengths[2000];
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvMethodCalls) calls = NULL;
  TvCallSpread spread;

  for (guint i = 0; i < G_N_ELEMENTS (lengths); i++)
    lengths[i] = (i * 7 + 3) % 2000 + 1;
  trace = load_calls (lengths, G_N_ELEMENTS (lengths));
  calls = list_calls (trace, 1);
  tv_method_calls_measure (calls, TV_CALL_NUMBER_INCLUSIVE, TV_CLOCK_WALL, &spread);
  ck_assert_int_eq (spread.percentile_75, 1500 * US);
  ck_assert_int_eq (spread.percentile_90, 1800 * US);
  ck_assert_int_eq (spread.percentile_95, 1900 * US);
  ck_assert_int_eq (spread.percentile_99, 1980 * US);
  ck_assert_int_eq (spread.percentile_999, 1998 * US);
  ck_assert_double_eq_tol (spread.median, 1000.5 * 1000, 1e-6);
  /* The root of (n² - 1) / 12. */
  ck_assert_double_eq_tol (spread.deviation, 577.35 * 1000, 10);
}
END_TEST

START_TEST (bins_hold_calls)
{
  const guint lengths[] = { 1, 9, 10, 11, 99, 100, 5000 };
  const gint64 edges[] = { 10 * US, 100 * US, 100 * US, 1000 * US };
  g_autoptr (TvTrace) trace = load_calls (lengths, G_N_ELEMENTS (lengths));
  g_autoptr (TvMethodCalls) calls = list_calls (trace, 1);
  g_autoptr (TvCallSample) sample
      = tv_call_sample_new (calls, TV_CALL_NUMBER_INCLUSIVE, TV_CLOCK_WALL);
  TvCallBin bins[3];

  tv_call_sample_fill_bins (sample, 0, 7, edges, 3, bins);
  ck_assert_uint_eq (bins[0].n, 3);
  ck_assert_double_eq_tol (bins[0].time, 120 * US, 1e-3);
  ck_assert_uint_eq (bins[1].n, 0);
  ck_assert_double_eq_tol (bins[1].time, 0, 1e-3);
  ck_assert_uint_eq (bins[2].n, 1);
  ck_assert_double_eq_tol (bins[2].time, 100 * US, 1e-3);
}
END_TEST

/* On thread 1 a calls c twice, and b, which calls c; then c alone. On thread 2 b calls
 * c, and a calls c. The calls of c take 1, 2, 4, 8, 16 and 32 microseconds. */
static TvTrace *
load_paths (void)
{
  return tv_test_trace (TV_WRITER_CLOCK_WALL,
                        "a 0-50 { c 10-11 c 20-22 b 30-40 { c 30-34 } } c 50-58 2: b "
                        "60-80 { c 60-76 } a 100-140 { c 100-132 }");
}

/* The group of each call, and then the total of each group. */
static void
assert_groups (TvCallGrouping grouping, const char *expected)
{
  g_autoptr (TvTrace) trace = load_paths ();
  g_autoptr (TvMethodCalls) calls = list_calls (trace, 4);
  g_autoptr (TvCallGroups) groups = tv_call_groups_new (calls, grouping, NULL, NULL);
  g_autoptr (TvCallSample) all
      = tv_call_sample_new (calls, TV_CALL_NUMBER_INCLUSIVE, TV_CLOCK_WALL);
  g_autoptr (TvCallSample) sample = tv_call_sample_new_grouped (all, groups);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < calls->n; i++)
    g_string_append_printf (text, "%u", groups->group[i]);
  for (guint i = 0; i < groups->n; i++)
    {
      gsize first;
      gsize end;
      TvCallSpread spread;

      tv_call_sample_get_group (sample, i, &first, &end);
      tv_call_sample_measure (sample, first, end, &spread);
      g_string_append_printf (text, " %d*%d", (int) spread.n,
                              (int) (spread.total / US));
    }
  ck_assert_str_eq (text->str, expected);
}

START_TEST (calls_are_grouped)
{
  assert_groups (TV_CALL_GROUPING_NONE, "000000 6*63");
  assert_groups (TV_CALL_GROUPING_THREAD, "000011 4*15 2*48");
  assert_groups (TV_CALL_GROUPING_CALLER, "001210 3*35 2*20 1*8");
  /* a, a; a and b; none; b; a. */
  assert_groups (TV_CALL_GROUPING_PATH, "001230 3*35 1*4 1*8 1*16");
}
END_TEST

/* The same, call by call. */
static guint64
find_slow_path (TvTrace *trace, TvCallRef ref)
{
  const TvCalls calls = tv_trace_get_calls (trace, ref.thread);
  guint64 path = 1;

  for (guint32 call = calls.parent[ref.call]; call != TV_CALL_NONE;
       call = calls.parent[call])
    path = path * G_GUINT64_CONSTANT (6364136223846793005)
           + tv_calls_method (&calls, call) + 1;
  return path;
}

static void
check_paths (TvTrace *trace, const TvMethodCalls *calls)
{
  g_autoptr (TvCallGroups) groups
      = tv_call_groups_new (calls, TV_CALL_GROUPING_PATH, NULL, NULL);
  g_autofree guint64 *paths = g_new0 (guint64, groups->n + 1);

  for (guint i = 0; i < calls->n; i++)
    {
      TvMethodCall call;
      guint64 path;

      tv_method_calls_get (calls, i, &call);
      path = find_slow_path (trace, call.ref);
      if (paths[groups->group[i]] == 0)
        {
          for (guint j = 0; j < groups->n; j++)
            ck_assert_uint_ne (paths[j], path);
          paths[groups->group[i]] = path;
        }
      ck_assert_uint_eq (paths[groups->group[i]], path);
    }
}

static void
check_numbers (const TvMethodCalls *calls, TvCallNumber number, TvClock clock)
{
  g_autoptr (TvCallSample) sample = tv_call_sample_new (calls, number, clock);
  const guint n = calls->n;
  double sum = 0;
  double squares = 0;
  TvCallSpread spread;

  for (guint i = 0; i < n; i++)
    {
      TvMethodCall call;
      guint index;

      tv_method_calls_get (calls, i, &call);
      ck_assert (tv_method_calls_find (calls, call.ref, &index));
      ck_assert_uint_eq (index, i);
      sum += (double) tv_method_calls_get_number (calls, i, number, clock);
    }
  for (guint i = 0; i < n; i++)
    squares += pow ((double) tv_method_calls_get_number (calls, i, number, clock)
                        - sum / MAX (n, 1),
                    2);
  tv_call_sample_measure (sample, 0, n, &spread);
  for (guint i = 1; i < n; i++)
    ck_assert_int_le (tv_call_sample_get (sample, i - 1),
                      tv_call_sample_get (sample, i));
  ck_assert_double_eq_tol (spread.mean_length * n, sum, fabs (sum) * 1e-9 + 1e-3);
  ck_assert_double_eq_tol (spread.mean * n, (double) spread.total, 1);
  if (n > 0)
    ck_assert_double_eq_tol (spread.deviation, sqrt (squares / n),
                             sqrt (squares / n) * 1e-6 + 1e-3);
}

START_TEST (random_calls_are_measured)
{
  for (guint32 seed = 1; seed <= 12; seed++)
    {
      g_autoptr (TvTrace) trace
          = tv_reference_random_trace (seed, TV_WRITER_CLOCK_DUAL, 10);

      for (guint method = 0; method < MIN (tv_trace_get_n_methods (trace), 64);
           method += 3)
        {
          g_autoptr (TvMethodCalls) calls
              = list_calls (trace, G_GUINT64_CONSTANT (1) << method);

          check_paths (trace, calls);
          check_numbers (calls, TV_CALL_NUMBER_INCLUSIVE, TV_CLOCK_WALL);
          check_numbers (calls, TV_CALL_NUMBER_EXCLUSIVE, TV_CLOCK_THREAD_CPU);
          check_numbers (calls, TV_CALL_NUMBER_RUNNING, TV_CLOCK_WALL);
        }
    }
}
END_TEST

/* What a call runs is its inclusive time without the waits of all calls from it on. */
START_TEST (running_time_has_no_waits)
{
  for (guint32 seed = 1; seed <= 12; seed++)
    {
      g_autoptr (TvTrace) trace
          = tv_reference_random_trace (seed, TV_WRITER_CLOCK_DUAL, 0);
      g_autoptr (TvMethodCalls) calls = list_calls (trace, ~(guint64) 0);

      for (guint i = 0; i < calls->n; i++)
        {
          TvMethodCall call;
          TvCalls all;
          TvWaits waits;
          gint64 running;

          tv_method_calls_get (calls, i, &call);
          all = tv_trace_get_calls (trace, call.ref.thread);
          waits = tv_trace_get_waits (trace, call.ref.thread);
          running = call.inclusive[TV_CLOCK_WALL];
          for (gsize wait = 0; wait < waits.n; wait++)
            if (waits.call[wait] != TV_CALL_NONE && waits.call[wait] >= call.ref.call
                && waits.call[wait] < tv_calls_subtree_end (&all, call.ref.call))
              running -= tv_times_get (&waits.end, wait)
                         - tv_times_get (&waits.start, wait);
          ck_assert_int_eq (tv_method_calls_get_number (
                                calls, i, TV_CALL_NUMBER_RUNNING, TV_CLOCK_WALL),
                            running);
        }
    }
}
END_TEST

START_TEST (grouping_can_be_cancelled)
{
  g_autoptr (TvTrace) trace = load_paths ();
  g_autoptr (TvMethodCalls) calls = list_calls (trace, 4);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (
      tv_call_groups_new (calls, TV_CALL_GROUPING_PATH, cancellable, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
}
END_TEST

TV_TESTS (NULL, NULL)
