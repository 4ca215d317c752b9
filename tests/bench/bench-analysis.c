/* SPDX-License-Identifier: Apache-2.0 */

/* What is asked of a trace once it is loaded: sums, relatives, the report of -r, and
 * the call at a moment. */

#include "analysis/call-query.h"
#include "analysis/relatives.h"
#include "analysis/report-regression.h"
#include "bench/baseline.h"
#include "bench/bench-table.h"
#include "bench/bench-trace.h"
#include "bench/method-choice.h"
#include "trace/trace-loader.h"

#include <fcntl.h>
#include <gio/gunixoutputstream.h>
#include <stdlib.h>
#include <unistd.h>

#define N_LOOK_UPS 2000

typedef struct
{
  const TvBenchOptions *options;
  TvBenchTable table;
  TvTrace *trace;
  TvProfile *profile;
  guint32 method; /* whose relatives are asked for */
} Subject;

/* Something to measure, on the whole trace. */
typedef gboolean (*Work) (const Subject *subject, GError **error);

static gboolean
run_work (const Subject *subject, const char *name, Work work, GError **error)
{
  g_autoptr (TvSamples) samples = tv_samples_new ();

  for (int i = 0; i < subject->options->n_runs; i++)
    {
      gboolean resets = tv_measure_reset_peak ();
      double start = tv_measure_now ();
      double cpu = tv_measure_get_cpu ();
      TvMeasure measure = { 0 };

      if (!work (subject, error))
        return FALSE;
      measure.seconds = tv_measure_now () - start;
      measure.cpu = tv_measure_get_cpu () - cpu;
      measure.peak = resets ? tv_measure_get_peak () : 0;
      tv_samples_add (samples, &measure);
    }
  tv_bench_table_row (&subject->table, name, samples);
  return TRUE;
}

static gboolean
work_profile (const Subject *subject, GError **error)
{
  g_autoptr (TvProfile) profile = tv_profile_new (subject->trace, NULL, error);

  return profile != NULL;
}

static gboolean
work_relatives (const Subject *subject, GError **error)
{
  g_autoptr (TvRelatives) relatives
      = tv_relatives_new (subject->profile, subject->method, NULL, error);

  return relatives != NULL;
}

static gboolean
work_regression (const Subject *subject, GError **error)
{
  int null = open ("/dev/null", O_WRONLY | O_CLOEXEC);
  g_autoptr (GOutputStream) out = g_unix_output_stream_new (null, TRUE);

  return tv_report_regression (subject->profile, out, NULL, error);
}

/* Any moment of any thread: where to the next click goes. */
static void
choose_moment (const Subject *subject, GRand *random, guint *thread, gint64 *time)
{
  const TvThread *chosen = NULL;
  guint n_threads = tv_trace_get_n_threads (subject->trace);

  *thread = (guint) g_rand_int_range (random, 0, (gint32) n_threads);
  chosen = tv_trace_get_thread (subject->trace, *thread);
  *time = (gint64) g_rand_double_range (random, (double) chosen->axis_first,
                                        (double) chosen->axis_last);
}

static void
look_up (const Subject *subject)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autoptr (TvSamples) found = tv_samples_new ();
  g_autoptr (TvSamples) described = tv_samples_new ();

  for (guint i = 0; i < N_LOOK_UPS; i++)
    {
      TvCallRef ref;
      TvCallDetails details;
      guint thread;
      gint64 time;
      gboolean hit;
      double start;

      choose_moment (subject, random, &thread, &time);
      start = tv_measure_now ();
      hit = tv_call_at (subject->trace, thread, time, &ref);
      tv_samples_add_seconds (found, tv_measure_now () - start);
      if (!hit)
        continue;

      start = tv_measure_now ();
      tv_call_get_details (subject->trace, ref, &details);
      tv_samples_add_seconds (described, tv_measure_now () - start);
    }
  tv_bench_table_small_row ("click: call at a moment", found);
  tv_bench_table_small_row ("click: the numbers of that call", described);
}

static gboolean
run_all (Subject *subject, GError **error)
{
  tv_bench_table_head (&subject->table, "questions to a loaded trace");
  if (!run_work (subject, "profile", work_profile, error))
    return FALSE;

  subject->method = tv_method_choice_heaviest (subject->profile);
  if (!run_work (subject, "relatives of the heaviest method", work_relatives, error))
    return FALSE;

  subject->method = tv_method_choice_widest (subject->trace);
  if (!run_work (subject, "relatives of the widest method", work_relatives, error))
    return FALSE;
  if (!run_work (subject, "-r, without writing it", work_regression, error))
    return FALSE;

  look_up (subject);
  return TRUE;
}

static gboolean
measure_all (const TvBenchOptions *options, GError **error)
{
  g_autofree char *path = tv_bench_trace_make (options, TV_BENCH_CLASSIC, error);
  g_autoptr (GFile) file = NULL;
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvProfile) profile = NULL;
  g_autoptr (TvSamples) yardstick = tv_samples_new ();
  Subject subject = { .options = options,
                      .table = { options->n_events, yardstick },
                      .method = TV_METHOD_NONE };

  if (path == NULL)
    return FALSE;
  for (int i = 0; i < options->n_runs; i++)
    if (!tv_baseline_run (path, yardstick, error))
      return FALSE;

  file = g_file_new_for_path (path);
  trace = tv_trace_load (file, NULL, NULL, NULL, error);
  if (trace == NULL)
    return FALSE;
  profile = tv_profile_new (trace, NULL, error);
  if (profile == NULL)
    return FALSE;

  subject.trace = trace;
  subject.profile = profile;
  return run_all (&subject, error);
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

  if (tv_bench_options_parse (&options, "Measures what is asked of a loaded trace.",
                              &argc, &argv, &error)
      && measure_all (&options, &error))
    return EXIT_SUCCESS;

  g_printerr ("bench-analysis: %s\n", error->message);
  return EXIT_FAILURE;
}
