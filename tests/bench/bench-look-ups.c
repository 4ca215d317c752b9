/* SPDX-License-Identifier: Apache-2.0 */

/* Look-ups in a loaded trace, by time and by method, sums over a range, and the index
 * for them. */

#include "analysis/lookup/call-query.h"
#include "analysis/lookup/call-sample.h"
#include "analysis/sums/thread-range.h"
#include "bench/bench-table.h"
#include "bench/bench-trace.h"
#include "bench/yardstick.h"
#include "trace/formats/trace-loader.h"

#include <stdlib.h>

#define N_LOOK_UPS 2000
#define N_COLUMNS 1600
#define N_RANGES 10
#define N_BINS 200

typedef struct
{
  const TvBenchOptions *options;
  TvBenchTable table;
  TvTrace *trace;
  TvCallStacks *stacks;
  TvMethodCalls *calls;
  TvCallSample *sample;
  GRand *random;
} Subject;

/* Asks one question. Returns FALSE if there is nothing to ask. */
typedef gboolean (*Question) (const Subject *subject, double *seconds);

static gboolean
make_stacks (Subject *subject, GError **error)
{
  g_clear_pointer (&subject->stacks, tv_call_stacks_unref);
  subject->stacks = tv_call_stacks_new (subject->trace, NULL, error);
  return subject->stacks != NULL;
}

/* All calls, as if they were of one method. */
static gboolean
make_calls (Subject *subject, GError **error)
{
  const TvProfileRange range = { .start = G_MININT64, .end = G_MAXINT64 };
  const guint n = tv_trace_get_n_methods (subject->trace);
  guint64 *words = g_new0 (guint64, n / 64 + 1);
  g_autoptr (TvMethodSet) methods = NULL;

  for (guint i = 0; i < n; i++)
    words[i / 64] |= G_GUINT64_CONSTANT (1) << i % 64;
  methods = tv_method_set_new (words, n);
  g_clear_pointer (&subject->calls, tv_method_calls_free);
  subject->calls = tv_method_calls_new (subject->trace, &range, methods, NULL, error);
  return subject->calls != NULL;
}

static gboolean
make_sample (Subject *subject, GError **error)
{
  g_clear_pointer (&subject->sample, tv_call_sample_free);
  subject->sample
      = tv_call_sample_new (subject->calls, TV_CALL_NUMBER_INCLUSIVE, TV_CLOCK_WALL);
  return TRUE;
}

static gboolean
make_groups (Subject *subject, GError **error)
{
  g_autoptr (TvCallGroups) groups
      = tv_call_groups_new (subject->calls, TV_CALL_GROUPING_PATH, NULL, error);
  g_autoptr (TvCallSample) grouped
      = groups != NULL ? tv_call_sample_new_grouped (subject->sample, groups) : NULL;

  return grouped != NULL;
}

static gboolean
make_order (Subject *subject, GError **error)
{
  g_autofree guint32 *order
      = tv_method_calls_sort (subject->calls, TV_CALL_NUMBER_AXIS_START, TV_CLOCK_WALL);

  return order != NULL;
}

static gboolean
run_work (Subject *subject, const char *name,
          gboolean (*work) (Subject *subject, GError **error), GError **error)
{
  g_autoptr (TvTimings) samples = tv_timings_new ();

  for (int i = 0; i < subject->options->n_runs; i++)
    {
      double start = tv_measure_now ();

      if (!work (subject, error))
        return FALSE;
      tv_timings_add_seconds (samples, tv_measure_now () - start);
    }
  tv_bench_table_row (&subject->table, name, samples);
  return TRUE;
}

/* A random moment of a random thread, as a click. */
static void
choose_moment (const Subject *subject, guint *thread, gint64 *time)
{
  const TvThread *chosen = NULL;
  guint n_threads = tv_trace_get_n_threads (subject->trace);

  *thread = (guint) g_rand_int_range (subject->random, 0, (gint32) n_threads);
  chosen = tv_trace_get_thread (subject->trace, *thread);
  *time = (gint64) g_rand_double_range (subject->random, (double) chosen->axis_first,
                                        (double) chosen->axis_last);
}

static gboolean
ask_call_at (const Subject *subject, double *seconds)
{
  TvCallRef ref;
  guint thread;
  gint64 time;
  double start;

  choose_moment (subject, &thread, &time);
  start = tv_measure_now ();
  tv_call_at (subject->stacks, thread, time, &ref);
  *seconds = tv_measure_now () - start;
  return TRUE;
}

static gboolean
ask_call_in_column (const Subject *subject, double *seconds)
{
  TvCallRef ref;
  gint64 first, last;
  guint thread;
  gint64 time;
  double start;

  tv_trace_get_axis_range (subject->trace, &first, &last);
  choose_moment (subject, &thread, &time);
  start = tv_measure_now ();
  tv_call_in_column (subject->stacks, thread, time, time + (last - first) / N_COLUMNS,
                     TV_METHOD_NONE, &ref);
  *seconds = tv_measure_now () - start;
  return TRUE;
}

static gboolean
ask_details (const Subject *subject, double *seconds)
{
  TvCallDetails details;
  TvCallRef ref;
  guint thread;
  gint64 time;
  double start;

  choose_moment (subject, &thread, &time);
  if (!tv_call_at (subject->stacks, thread, time, &ref))
    return FALSE;
  start = tv_measure_now ();
  tv_call_get_details (subject->stacks, ref, NULL, &details);
  *seconds = tv_measure_now () - start;
  return TRUE;
}

static gboolean
ask_next (const Subject *subject, gboolean all_threads, double *seconds)
{
  g_autoptr (TvThreadSet) threads = NULL;
  TvCallRef ref;
  TvCalls calls;
  guint thread;
  gint64 time;
  double start;

  choose_moment (subject, &thread, &time);
  if (!tv_call_at (subject->stacks, thread, time, &ref))
    return FALSE;
  calls = tv_trace_get_calls (subject->trace, thread);
  threads = tv_thread_set_new (&thread, 1);
  start = tv_measure_now ();
  tv_call_find_of_method (subject->trace, tv_calls_method (&calls, ref.call),
                          all_threads ? NULL : threads, ref, 0, TRUE, &ref);
  *seconds = tv_measure_now () - start;
  return TRUE;
}

static gboolean
ask_next_in_thread (const Subject *subject, double *seconds)
{
  return ask_next (subject, FALSE, seconds);
}

static gboolean
ask_next_of_all (const Subject *subject, double *seconds)
{
  return ask_next (subject, TRUE, seconds);
}

/* A histogram of as many bins as a window has, and the numbers beside it. */
static gboolean
ask_bins (const Subject *subject, double *seconds)
{
  const gsize n = tv_call_sample_get_n (subject->sample);
  gint64 edges[N_BINS + 1];
  TvCallBin bins[N_BINS];
  TvCallSpread spread;
  double start;

  if (n == 0)
    return FALSE;
  for (guint i = 0; i <= N_BINS; i++)
    edges[i] = tv_call_sample_get (subject->sample, (n - 1) / N_BINS * i);
  start = tv_measure_now ();
  tv_call_sample_fill_bins (subject->sample, 0, n, edges, N_BINS, bins);
  tv_call_sample_measure (subject->sample, 0, n, &spread);
  *seconds = tv_measure_now () - start;
  return TRUE;
}

static gboolean
ask_range_sums (const Subject *subject, double *seconds)
{
  TvProfileRange range = { 0 };
  g_autoptr (TvProfile) profile = NULL;
  gint64 first, last;
  double start;

  tv_trace_get_axis_range (subject->trace, &first, &last);
  range.start
      = first
        + (gint64) ((double) (last - first) * 0.9 * g_rand_double (subject->random));
  range.end = range.start + (last - first) / 10;
  start = tv_measure_now ();
  profile = tv_profile_new_for_range (subject->trace, &range, NULL, NULL);
  *seconds = tv_measure_now () - start;
  return profile != NULL;
}

/* As the ruler does for the selected range. */
static gboolean
ask_calls_entered (const Subject *subject, double *seconds)
{
  gint64 first, last, start;
  guint64 n = 0;
  double begun;

  tv_trace_get_axis_range (subject->trace, &first, &last);
  start = first
          + (gint64) ((double) (last - first) * 0.9 * g_rand_double (subject->random));
  begun = tv_measure_now ();
  for (guint i = 0; i < tv_trace_get_n_threads (subject->trace); i++)
    n += tv_trace_find_next_call (subject->trace, i, start + (last - first) / 10)
         - tv_trace_find_next_call (subject->trace, i, start);
  *seconds = tv_measure_now () - begun;
  return n > 0;
}

static void
ask (const Subject *subject, const char *name, Question question, guint n)
{
  g_autoptr (TvTimings) samples = tv_timings_new ();
  double seconds;

  g_rand_set_seed (subject->random, 1);
  for (guint i = 0; i < n; i++)
    if (question (subject, &seconds))
      tv_timings_add_seconds (samples, seconds);
  tv_bench_table_small_row (name, samples);
}

static gboolean
run_all (Subject *subject, GError **error)
{
  double n_calls = (double) MAX (tv_trace_get_n_calls (subject->trace), 1);

  tv_bench_table_head (&subject->table, "look-ups in a loaded trace");
  if (!run_work (subject, "index of stacks", make_stacks, error))
    return FALSE;
  g_print ("Bytes a call: %.3f for stacks\n",
           (double) tv_call_stacks_get_memory_size (subject->stacks) / n_calls);

  ask (subject, "click: call at a moment", ask_call_at, N_LOOK_UPS);
  ask (subject, "click: call in a column", ask_call_in_column, N_LOOK_UPS);
  ask (subject, "click: the numbers of that call", ask_details, N_LOOK_UPS);
  ask (subject, "next call of a method in a thread", ask_next_in_thread, N_LOOK_UPS);
  ask (subject, "next call of a method in all threads", ask_next_of_all, N_LOOK_UPS);
  ask (subject, "sums over a tenth of the time", ask_range_sums, N_RANGES);
  ask (subject, "calls entered in a tenth of the time", ask_calls_entered, N_LOOK_UPS);
  if (!run_work (subject, "all calls: list", make_calls, error)
      || !run_work (subject, "all calls: in order of size", make_sample, error)
      || !run_work (subject, "all calls: groups by path", make_groups, error)
      || !run_work (subject, "all calls: in order of time", make_order, error))
    return FALSE;
  ask (subject, "all calls: 200 bins and the numbers", ask_bins, N_LOOK_UPS);
  return TRUE;
}

static gboolean
measure_all (const TvBenchOptions *options, GError **error)
{
  g_autofree char *path = tv_bench_trace_make (options, TV_BENCH_CLASSIC, error);
  g_autoptr (GFile) file = NULL;
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (GRand) random = g_rand_new ();
  g_autoptr (TvTimings) yardstick = tv_timings_new ();
  Subject subject = { .options = options,
                      .table = { options->n_events, yardstick },
                      .random = random };
  gboolean done;

  if (path == NULL)
    return FALSE;
  for (int i = 0; i < options->n_runs; i++)
    if (!tv_yardstick_measure (path, yardstick, error))
      return FALSE;

  file = g_file_new_for_path (path);
  trace = tv_trace_load (file, 0, NULL, NULL, NULL, NULL, error);
  if (trace == NULL)
    return FALSE;
  subject.trace = trace;
  done = run_all (&subject, error);
  g_clear_pointer (&subject.stacks, tv_call_stacks_unref);
  g_clear_pointer (&subject.calls, tv_method_calls_free);
  g_clear_pointer (&subject.sample, tv_call_sample_free);
  return done;
}

/**
 * main:
 * @argc: number of arguments
 * @argv: options
 *
 * Returns: 0 if everything could be measured
 */
int
main (int argc, char **argv)
{
  g_auto (TvBenchOptions) options = { 0 };
  g_autoptr (GError) error = NULL;

  if (tv_bench_options_parse (&options, "Measures look-ups in a loaded trace.", &argc,
                              &argv, &error)
      && measure_all (&options, &error))
    return EXIT_SUCCESS;

  g_printerr ("bench-look-ups: %s\n", error->message);
  return EXIT_FAILURE;
}
