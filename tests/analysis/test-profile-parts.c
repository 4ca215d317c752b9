/* SPDX-License-Identifier: Apache-2.0 */

/* Parts of a profile add up to the whole: ranges that follow each other, and the parts
 * that workers do. */

#include "analysis/sums/profile.h"
#include "profile-reference.h"
#include "support/random-trace.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

static TvProfile *
sum_range (TvTrace *trace, gint64 start, gint64 end)
{
  TvProfileRange range = { .start = start, .end = end };
  TvProfile *profile = tv_profile_new_for_range (trace, &range, NULL, NULL);

  ck_assert_ptr_nonnull (profile);
  return profile;
}

/* Adds a profile's times to sums, or takes them off. */
static void
add_times (const TvProfile *profile, gint64 sign, TvMethodTotals *sums,
           gint64 root_inclusive[TV_N_CLOCKS])
{
  guint n = tv_trace_get_n_methods (tv_profile_get_trace (profile));

  for (guint i = 0; i < n; i++)
    {
      const TvMethodTotals *totals = tv_profile_get_totals (profile, i);

      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        {
          sums[i].inclusive[clock] += sign * totals->inclusive[clock];
          sums[i].exclusive[clock] += sign * totals->exclusive[clock];
        }
      sums[i].waiting += sign * totals->waiting;
    }
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    root_inclusive[clock] += sign * tv_profile_get_root_inclusive (profile, clock);
}

static gint
compare_times (gconstpointer a, gconstpointer b)
{
  gint64 first = *(const gint64 *) a, second = *(const gint64 *) b;

  return (first > second) - (first < second);
}

static void
check_that_ranges_add_up (TvTrace *trace, GRand *random)
{
  guint n = tv_trace_get_n_methods (trace);
  g_autofree TvMethodTotals *sums = g_new0 (TvMethodTotals, n);
  g_autoptr (TvProfile) whole = tv_profile_new (trace, NULL, NULL);
  gint64 root_inclusive[TV_N_CLOCKS] = { 0 };
  gint64 borders[12];

  for (guint i = 0; i < G_N_ELEMENTS (borders); i++)
    borders[i] = tv_reference_random_time (random, trace);
  tv_trace_get_axis_range (trace, &borders[0], &borders[1]);
  borders[0] = MIN (borders[0], 0);
  qsort (borders, G_N_ELEMENTS (borders), sizeof *borders, compare_times);
  borders[0] = G_MININT64;
  for (guint i = 1; i < G_N_ELEMENTS (borders); i++)
    {
      g_autoptr (TvProfile) part = sum_range (trace, borders[i - 1], borders[i]);

      add_times (part, 1, sums, root_inclusive);
    }
  add_times (whole, -1, sums, root_inclusive);
  for (guint i = 0; i < n; i++)
    for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
      {
        ck_assert_int_eq (sums[i].inclusive[clock], 0);
        ck_assert_int_eq (sums[i].exclusive[clock], 0);
        ck_assert_int_eq (sums[i].waiting, 0);
        ck_assert_int_eq (root_inclusive[clock], 0);
      }
}

START_TEST (ranges_that_follow_each_other_add_up)
{
  const TvWriterClock clocks[] = { TV_WRITER_CLOCK_DUAL, TV_WRITER_CLOCK_DUAL,
                                   TV_WRITER_CLOCK_WALL, TV_WRITER_CLOCK_THREAD_CPU };

  for (guint32 seed = 1; seed <= 60; seed++)
    {
      g_autoptr (TvTrace) trace
          = tv_reference_random_trace (seed, clocks[seed % 4], seed % 5);
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);

      for (guint i = 0; i < 5; i++)
        check_that_ranges_add_up (trace, random);
    }
}
END_TEST

static void
assert_same_profile (const TvProfile *profile, const TvProfile *expected)
{
  guint n = tv_trace_get_n_methods (tv_profile_get_trace (profile));

  ck_assert_uint_eq (tv_profile_get_n_waits (profile),
                     tv_profile_get_n_waits (expected));
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    ck_assert_int_eq (tv_profile_get_root_inclusive (profile, clock),
                      tv_profile_get_root_inclusive (expected, clock));
  for (guint i = 0; i < n; i++)
    ck_assert_mem_eq (tv_profile_get_totals (profile, i),
                      tv_profile_get_totals (expected, i), sizeof (TvMethodTotals));
}

START_TEST (the_whole_axis_is_the_whole_trace)
{
  for (guint32 seed = 1; seed <= 12; seed++)
    {
      g_autoptr (TvTrace) trace = tv_reference_random_trace (
          seed, seed % 2 == 0 ? TV_WRITER_CLOCK_DUAL : TV_WRITER_CLOCK_THREAD_CPU, 3);
      g_autoptr (TvProfile) whole = tv_profile_new (trace, NULL, NULL);
      g_autoptr (TvProfile) profile = NULL;
      gint64 start, end;

      tv_trace_get_axis_range (trace, &start, &end);
      profile = sum_range (trace, start, end);
      assert_same_profile (profile, whole);
    }
}
END_TEST

/* Big enough that there are parts for all of them. */
START_TEST (any_number_of_workers_gives_the_same)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  const TvRandomTrace spec = { .seed = 7,
                               .n_events = 2400 * 1000,
                               .n_threads = 5,
                               .n_methods = 300,
                               .max_depth = 30,
                               .recursion_percent = 10,
                               .wait_percent = 5 };
  g_autoptr (TvTrace) trace = NULL;
  gint64 start, end;

  tv_random_trace_add_tables (&spec, writer);
  tv_random_trace_write (&spec, writer);
  trace = tv_test_load (writer);
  tv_trace_get_axis_range (trace, &start, &end);
  for (guint i = 0; i < 3; i++)
    {
      TvProfileRange range = { .start = start + i * (end - start) / 10,
                               .end = end - (end - start) / 17 * i,
                               .n_workers = 1 };
      g_autoptr (TvReferenceSums) expected = tv_reference_sums_new (trace, &range);
      g_autoptr (TvProfile) alone
          = tv_profile_new_for_range (trace, &range, NULL, NULL);

      tv_reference_sums_assert (expected, alone);

      for (guint n = 2; n <= 7; n += 5)
        {
          g_autoptr (TvProfile) together = NULL;

          range.n_workers = n;
          together = tv_profile_new_for_range (trace, &range, NULL, NULL);
          assert_same_profile (together, alone);
        }
    }
}
END_TEST

TV_TESTS (NULL, NULL)
