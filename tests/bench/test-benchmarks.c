/* SPDX-License-Identifier: Apache-2.0 */

/* The yardstick and what it measures find the same, and every benchmark runs. */

#include "analysis/sums/profile.h"
#include "bench/bench-trace.h"
#include "bench/yardstick.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#define N_EVENTS 20000
#define NS_PER_US 1000

static void
set_up (TvBenchOptions *options)
{
  g_autoptr (GError) error = NULL;

  *options = (TvBenchOptions){ .n_events = N_EVENTS, .n_runs = 1 };
  options->directory = g_dir_make_tmp ("traceview-bench-XXXXXX", &error);
  ck_assert_msg (options->directory != NULL, "%s", error != NULL ? error->message : "");
}

static void
tear_down (TvBenchOptions *options)
{
  g_autoptr (GDir) folder = g_dir_open (options->directory, 0, NULL);
  const char *name = NULL;

  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *path = g_build_filename (options->directory, name, NULL);

      g_unlink (path);
    }
  g_rmdir (options->directory);
  tv_bench_options_clear (options);
}

static char *
make_trace (const TvBenchOptions *options, TvBenchTrace trace)
{
  g_autoptr (GError) error = NULL;
  char *path = tv_bench_trace_make (options, trace, &error);

  ck_assert_msg (path != NULL, "%s", error != NULL ? error->message : "");
  return path;
}

static void
check_method (const TvMethodTotals *totals, const TvYardSums *sums)
{
  ck_assert_uint_eq (totals->calls + totals->recursive_calls, sums->calls);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      ck_assert_int_eq (totals->exclusive[clock],
                        (gint64) sums->exclusive[clock] * NS_PER_US);
      if (totals->recursive_calls == 0)
        ck_assert_int_eq (totals->inclusive[clock],
                          (gint64) sums->inclusive[clock] * NS_PER_US);
    }
}

/* Compares what the loader and the profile find in @path with what the yardstick finds
 * in @classic_path. */
static void
check_sums (const char *path, const char *classic_path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TvYardstick) yardstick = tv_yardstick_run (classic_path, &error);
  g_autoptr (TvTrace) trace = tv_test_load_path (path, &error);
  g_autoptr (TvProfile) profile = NULL;
  guint n_used = 0;

  ck_assert_msg (error == NULL, "%s", error != NULL ? error->message : "");
  profile = tv_profile_new (trace, NULL, NULL);
  ck_assert_uint_eq (yardstick->n_records, N_EVENTS);
  ck_assert_uint_eq (tv_trace_get_n_calls (trace), yardstick->n_calls);
  for (guint32 i = 0; i < tv_trace_get_n_methods (trace); i++)
    {
      guint64 place = tv_trace_get_method (trace, i)->id / 4;
      const TvMethodTotals *totals = tv_profile_get_totals (profile, i);

      if (totals->calls + totals->recursive_calls == 0)
        continue;
      n_used++;
      ck_assert_uint_lt (place, yardstick->n_methods);
      check_method (totals, &yardstick->sums[place]);
    }
  ck_assert_uint_gt (n_used, 1000);
}

START_TEST (the_yardstick_finds_what_the_profile_finds)
{
  TvBenchOptions options;
  g_autofree char *batches = NULL;
  g_autofree char *time_order = NULL;

  set_up (&options);
  batches = make_trace (&options, TV_BENCH_CLASSIC);
  time_order = make_trace (&options, TV_BENCH_TIME_ORDER);
  check_sums (batches, batches);
  check_sums (time_order, time_order);
  tear_down (&options);
}
END_TEST

START_TEST (the_events_are_the_same_in_every_form)
{
  TvBenchOptions options;
  g_autofree char *classic = NULL;
  g_autofree char *streamed = NULL;
  g_autofree char *packets = NULL;

  set_up (&options);
  classic = make_trace (&options, TV_BENCH_CLASSIC);
  streamed = make_trace (&options, TV_BENCH_STREAMED);
  packets = make_trace (&options, TV_BENCH_PACKETS);
  check_sums (streamed, classic);
  check_sums (packets, classic);
  tear_down (&options);
}
END_TEST

START_TEST (a_trace_is_made_once)
{
  TvBenchOptions options;
  g_autofree char *path = NULL;
  g_autofree char *again = NULL;
  GStatBuf made;
  GStatBuf kept;

  set_up (&options);
  path = make_trace (&options, TV_BENCH_CLASSIC);
  ck_assert_int_eq (g_stat (path, &made), 0);
  again = make_trace (&options, TV_BENCH_CLASSIC);
  ck_assert_str_eq (path, again);
  ck_assert_int_eq (g_stat (again, &kept), 0);
  ck_assert_uint_eq (made.st_ino, kept.st_ino);
  ck_assert_int_eq (made.st_mtim.tv_nsec, kept.st_mtim.tv_nsec);
  tear_down (&options);
}
END_TEST

START_TEST (the_yardstick_refuses_other_files)
{
  TvBenchOptions options;
  g_autofree char *streamed = NULL;
  g_autoptr (GError) error = NULL;

  set_up (&options);
  streamed = make_trace (&options, TV_BENCH_STREAMED);
  ck_assert_ptr_null (tv_yardstick_run (streamed, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA));
  g_clear_error (&error);
  ck_assert_ptr_null (tv_yardstick_run ("/nowhere", &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND));
  tear_down (&options);
}
END_TEST

/* Runs a benchmark and returns what it prints. */
static char *
run_benchmark (const TvBenchOptions *options, const char *name)
{
  g_autofree char *program = g_build_filename (g_getenv ("TRACEVIEW_BUILDDIR"), "tests",
                                               "bench", name, NULL);
  g_autofree char *folder = g_strconcat ("--dir=", options->directory, NULL);
  g_autofree char *events = g_strdup_printf ("--events=%d", N_EVENTS);
  char *argv[] = { program, folder, events, (char *) "--runs=1", NULL };
  g_autoptr (GError) error = NULL;
  char *out = NULL;
  int status = -1;

  ck_assert_msg (g_spawn_sync (NULL, argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &out,
                               NULL, &status, &error)
                     && g_spawn_check_wait_status (status, &error),
                 "%s: %s", name, error != NULL ? error->message : "");
  return out;
}

/* The lines that have times. */
static guint
count_rows (const char *out)
{
  g_auto (GStrv) lines = g_strsplit (out, "\n", -1);
  guint n_rows = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    if (g_regex_match_simple ("^[ a-z-].* [0-9.]+ (us|ms|s) +[0-9.]+ (us|ms|s) ",
                              lines[i], 0, 0))
      n_rows++;
  return n_rows;
}

START_TEST (every_benchmark_measures_all_it_names)
{
  static const struct
  {
    const char *name;
    guint n_rows;
  } programs[]
      = { { "bench-load", 30 },     { "bench-commands", 29 }, { "bench-find", 18 },
          { "bench-analysis", 13 }, { "bench-look-ups", 13 }, { "bench-samples", 4 },
          { "bench-timeline", 53 } };
  TvBenchOptions options;

  set_up (&options);
  for (guint i = 0; i < G_N_ELEMENTS (programs); i++)
    {
      g_autofree char *out = run_benchmark (&options, programs[i].name);

      ck_assert_msg (count_rows (out) == programs[i].n_rows, "%s printed:\n%s",
                     programs[i].name, out);
    }
  tear_down (&options);
}
END_TEST

/**
 * main:
 *
 * Returns: 0 if all tests passed
 */
TV_TESTS (NULL, NULL)
