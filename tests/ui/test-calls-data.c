/* SPDX-License-Identifier: Apache-2.0 */

/* What the view of calls lists, on the reference traces: with each grouping, its calls
 * add up to what the table of methods says, which tracedump prints. */

#include "analysis/sums/ranking.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "ui/calls/call-bins.h"

#include <check.h>
#include <math.h>

typedef struct
{
  guint n;
  double inclusive;
  double exclusive;
  double waiting;
} Sums;

static Sums
add_up_groups (const TvCallsOrder *order)
{
  Sums sums = { 0 };

  for (guint i = 0; i < order->groups->len; i++)
    {
      const TvCallsGroup *group = &g_array_index (order->groups, TvCallsGroup, i);

      ck_assert_uint_gt (group->n, 0);
      sums.n += group->n;
      sums.inclusive += group->numbers[TV_CALLS_INCLUSIVE];
      sums.exclusive += group->numbers[TV_CALLS_EXCLUSIVE];
      sums.waiting += group->numbers[TV_CALLS_WAITING];
    }
  return sums;
}

static Sums
add_up_calls (const TvCallsOrder *order)
{
  const TvCallsData *data = order->data;
  Sums sums = { .n = order->n };

  for (guint i = 0; i < order->n; i++)
    {
      const guint call = order->calls[i];

      if (!tv_method_calls_is_nested (data->calls, call))
        sums.inclusive
            += (double) tv_calls_data_get_number (data, call, TV_CALLS_INCLUSIVE);
      sums.exclusive
          += (double) tv_calls_data_get_number (data, call, TV_CALLS_EXCLUSIVE);
      sums.waiting += (double) tv_calls_data_get_number (data, call, TV_CALLS_WAITING);
    }
  return sums;
}

/* The bins hold all calls and all of their time. */
static void
assert_bins (const TvCallsData *data, gboolean is_log)
{
  TvCallBins bins = { .width = 500, .is_log = is_log };
  TvCallSpread spread;
  gsize n = 0;
  double time = 0;

  tv_call_bins_fill (&bins, data, TV_CALLS_NO_GROUP, FALSE);
  tv_calls_data_measure (data, TV_CALLS_NO_GROUP, &TV_CALLS_ALL, &spread);
  for (guint i = 0; i < bins.n; i++)
    {
      ck_assert_int_lt (bins.edges[i], bins.edges[i + 1]);
      n += bins.all[i].n;
      time += bins.all[i].time;
    }
  ck_assert_uint_eq (n, data->calls->n);
  ck_assert_uint_eq (bins.n_left_out, 0);
  ck_assert (fabs (time - spread.mean_length * (double) spread.n)
             <= 1e-9 * fabs (time) + (double) n);
  tv_call_bins_clear (&bins);
}

static void
assert_method (TvProfile *profile, guint32 method, TvCallGrouping grouping,
               TvClock clock)
{
  const TvMethodTotals *totals = tv_profile_get_totals (profile, method);
  const TvCallsQuestion question = { .profile = profile,
                                     .method = method,
                                     .number = TV_CALL_NUMBER_INCLUSIVE,
                                     .clock = clock,
                                     .grouping = grouping };
  g_autoptr (TvCallsData) data = tv_calls_data_new (&question, NULL, NULL);
  g_autoptr (TvCallsOrder) order
      = tv_calls_order_new (data, &TV_CALLS_ALL, TV_CALLS_INCLUSIVE, TRUE, NULL);
  const Sums sums = grouping == TV_CALL_GROUPING_NONE ? add_up_calls (order)
                                                      : add_up_groups (order);

  ck_assert_uint_eq (sums.n, totals->calls + totals->recursive_calls);
  ck_assert_double_eq (sums.inclusive, (double) totals->inclusive[clock]);
  ck_assert_double_eq (sums.exclusive, (double) totals->exclusive[clock]);
  ck_assert_double_eq (sums.waiting, (double) totals->waiting);
  if (grouping == TV_CALL_GROUPING_NONE && sums.n > 0)
    {
      assert_bins (data, FALSE);
      assert_bins (data, TRUE);
    }
}

static guint
check_trace (const char *name)
{
  g_autofree char *path = tv_test_trace_path (name);
  g_autoptr (TvTrace) trace = tv_test_load_path (path, NULL);
  g_autoptr (TvProfile) profile = NULL;
  guint step;
  guint n = 0;

  if (trace == NULL)
    return 0;
  profile = tv_profile_new (trace, NULL, NULL);
  /* Of many methods, one in every few. */
  step = tv_trace_get_n_methods (trace) / 200 + 1;
  for (guint32 method = 0; method < tv_trace_get_n_methods (trace); method += step)
    for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
      for (TvCallGrouping i = TV_CALL_GROUPING_NONE; i <= TV_CALL_GROUPING_PATH; i++)
        if (tv_trace_has_clock (trace, clock))
          {
            assert_method (profile, method, i, clock);
            n += tv_profile_get_totals (profile, method)->calls > 0;
          }
  return n;
}

START_TEST (test_adds_up_to_the_methods)
{
  static const char *const folders[] = { "gen", "real", "regress" };
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *folder = tv_test_trace_path (folders[i]);
      g_autoptr (GDir) dir = NULL;
      const char *name;

      if (!tv_test_has_trace (folders[i]))
        continue;
      dir = g_dir_open (folder, 0, NULL);
      ck_assert_ptr_nonnull (dir);
      while ((name = g_dir_read_name (dir)) != NULL)
        {
          g_autofree char *path = g_build_filename (folders[i], name, NULL);

          if (g_str_has_suffix (name, ".trace"))
            n += check_trace (path);
        }
    }
  ck_assert_uint_gt (n, 2000);
}
END_TEST

/* With calls of no time, those that take some have most of the axis. */
START_TEST (test_no_time_has_a_bin)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvProfile) profile = NULL;
  g_autoptr (TvCallsData) data = NULL;
  TvCallsQuestion question = { .clock = TV_CLOCK_WALL };
  TvCallBins bins = { .width = 600, .is_log = TRUE };

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, 16, "p.Main", "go", "()V", "", 0);
  for (guint i = 0; i < 3; i++)
    {
      tv_trace_writer_enter (writer, 1, 16, 0, i * 1000);
      tv_trace_writer_exit (writer, 1, 16, 0, i * 1000 + i * i);
    }
  question.number = TV_CALL_NUMBER_INCLUSIVE;
  trace = tv_test_load (writer);
  question.profile = profile = tv_profile_new (trace, NULL, NULL);
  data = tv_calls_data_new (&question, NULL, NULL);
  /* 0, 1 and 4 µs: the axis goes from half a unit to 5 µs, ten times that. */
  tv_call_bins_fill (&bins, data, TV_CALLS_NO_GROUP, FALSE);
  ck_assert_int_eq (bins.edges[0], 0);
  ck_assert_int_eq (bins.edges[1], 1000);
  ck_assert_uint_eq (bins.all[0].n, 1);
  ck_assert_uint_eq (bins.all[tv_call_bins_find (&bins, 1000)].n, 1);
  ck_assert_double_eq_tol (tv_call_bins_get_x (&bins, 1000), 600 * log10 (2), 0.1);
  ck_assert_uint_eq (tv_call_bins_find_at (&bins, 600 * log10 (2) - 1), 0);
  ck_assert_uint_eq (bins.n_left_out, 0);
  tv_call_bins_clear (&bins);
}
END_TEST

/* Whoever drags over the histogram asks again before the answer. */
START_TEST (test_an_order_is_given_up)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvProfile) profile = NULL;
  g_autoptr (TvCallsData) data = NULL;
  g_autoptr (TvCallsOrder) order = NULL;
  TvCallsQuestion question = { .clock = TV_CLOCK_WALL };
  const TvCallsSpan span = { 2000, 4000 };

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, 16, "p.Main", "go", "()V", "", 0);
  for (guint i = 0; i < 5; i++)
    {
      tv_trace_writer_enter (writer, 1, 16, 0, i * 10);
      tv_trace_writer_exit (writer, 1, 16, 0, i * 10 + 5 - i);
    }
  question.number = TV_CALL_NUMBER_INCLUSIVE;
  trace = tv_test_load (writer);
  question.profile = profile = tv_profile_new (trace, NULL, NULL);
  data = tv_calls_data_new (&question, NULL, NULL);
  /* 5, 4, 3, 2 and 1 µs: those of 3 and 2 are held. */
  order = tv_calls_order_new (data, &span, TV_CALLS_INCLUSIVE, FALSE, cancellable);
  ck_assert_uint_eq (order->n, 2);
  ck_assert_uint_eq (order->calls[0], 3);
  ck_assert_uint_eq (order->calls[1], 2);
  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (
      tv_calls_order_new (data, &span, TV_CALLS_INCLUSIVE, FALSE, cancellable));
}
END_TEST

TV_TESTS (NULL, NULL)
