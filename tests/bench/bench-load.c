/* SPDX-License-Identifier: Apache-2.0 */

/* Loading traces of each form, and whole processes of tracedump, against the yardstick.
 */

#include "bench/bench-table.h"
#include "bench/bench-trace.h"
#include "bench/yardstick.h"
#include "trace/formats/trace-loader.h"

#include <stdlib.h>

#define N_CANCELS 10

static const struct
{
  TvBenchTrace trace;
  TvBenchTrace yardstick; /* a classic trace of the same events and two clocks */
  const char *title;
} subjects[] = {
  { TV_BENCH_CLASSIC, TV_BENCH_CLASSIC, "classic, in batches of a thread" },
  { TV_BENCH_STREAMED, TV_BENCH_CLASSIC, "streamed, the same events" },
  { TV_BENCH_PACKETS, TV_BENCH_CLASSIC, "packets, the same events" },
  { TV_BENCH_TIME_ORDER, TV_BENCH_TIME_ORDER, "classic, in order of time" },
  { TV_BENCH_WALL, TV_BENCH_CLASSIC, "classic, wall clock alone" },
  { TV_BENCH_THREAD_CPU, TV_BENCH_CLASSIC, "classic, thread-cpu clock alone" },
};

static gboolean
measure_load (gpointer path, TvMeasure *measure, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  double start = tv_measure_now ();
  g_autoptr (TvTrace) trace = tv_trace_load (file, 0, NULL, NULL, NULL, NULL, error);

  if (trace == NULL)
    return FALSE;

  measure->seconds = tv_measure_now () - start;
  measure->kept = (gint64) tv_trace_get_memory_size (trace);
  measure->n_calls = tv_trace_get_n_calls (trace);
  return TRUE;
}

static gboolean
run_load (const char *path, TvTimings *samples, GError **error)
{
  TvMeasure measure;

  if (!tv_measure_in_child (measure_load, (gpointer) path, &measure, 1, error))
    return FALSE;

  tv_timings_add (samples, &measure);
  return TRUE;
}

/* A load that is cancelled after a while. */
typedef struct
{
  const char *path;
  double patience;
  GCancellable *cancellable;
  double cancelled; /* when it was */
} BrokenLoad;

static gpointer
cancel_later (gpointer data)
{
  BrokenLoad *load = data;

  g_usleep ((gulong) (load->patience * G_USEC_PER_SEC));
  load->cancelled = tv_measure_now ();
  g_cancellable_cancel (load->cancellable);
  return NULL;
}

/* Measures from the cancellation to the end: nothing if the load was faster. */
static gboolean
measure_cancel (gpointer data, TvMeasure *measure, GError **error)
{
  BrokenLoad *load = data;
  g_autoptr (GFile) file = g_file_new_for_path (load->path);
  g_autoptr (TvTrace) trace = NULL;
  double end = 0;
  GThread *other = NULL;

  load->cancellable = g_cancellable_new ();
  other = g_thread_new ("cancel", cancel_later, load);
  trace = tv_trace_load (file, 0, NULL, NULL, NULL, load->cancellable, NULL);
  end = tv_measure_now ();
  g_thread_join (other);
  measure->seconds = MAX (end - load->cancelled, 0);
  g_object_unref (load->cancellable);
  return TRUE;
}

/* Cancels at several places of a load that takes @seconds at best. */
static gboolean
run_cancel (const char *path, double seconds, TvTimings *samples, GError **error)
{
  for (guint i = 1; i < N_CANCELS; i++)
    {
      BrokenLoad load = { .path = path, .patience = seconds * i / N_CANCELS };
      TvMeasure measure;

      if (!tv_measure_in_child (measure_cancel, &load, &measure, 1, error))
        return FALSE;
      tv_timings_add (samples, &measure);
    }
  return TRUE;
}

static gboolean
run_command (const char *command, const char *path, TvTimings *samples, GError **error)
{
  const char *const argv[] = { TRACEDUMP, command, path, NULL };
  TvMeasure measure;

  if (!tv_measure_command (argv, &measure, error))
    return FALSE;

  tv_timings_add (samples, &measure);
  return TRUE;
}

/* Runs them in turn, so that a machine that slows down slows all of them. */
static gboolean
compare (const TvBenchOptions *options, const char *path, const char *yardstick_path,
         const char *title, GError **error)
{
  g_autoptr (TvTimings) yardstick = tv_timings_new ();
  g_autoptr (TvTimings) load = tv_timings_new ();
  g_autoptr (TvTimings) methods = tv_timings_new ();
  g_autoptr (TvTimings) flames = tv_timings_new ();
  g_autoptr (TvTimings) cancel = tv_timings_new ();
  const TvBenchTable table = { options->n_events, yardstick };

  for (int i = 0; i < options->n_runs; i++)
    if (!tv_yardstick_measure (yardstick_path, yardstick, error)
        || !run_load (path, load, error)
        || !run_command ("methods", path, methods, error)
        || !run_command ("flamegraph", path, flames, error))
      return FALSE;
  if (!run_cancel (path, tv_timings_get_min (load), cancel, error))
    return FALSE;

  tv_bench_table_head (&table, title);
  tv_bench_table_row (&table, "yardstick", yardstick);
  tv_bench_table_row (&table, "load", load);
  tv_bench_table_row (&table, "tracedump methods, whole process", methods);
  tv_bench_table_row (&table, "tracedump flamegraph, whole process", flames);
  tv_bench_table_small_row ("load given up: until it ends", cancel);
  return TRUE;
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
  gboolean done = tv_bench_options_parse (&options, "Measures how traces are loaded.",
                                          &argc, &argv, &error);

  for (guint i = 0; done && i < G_N_ELEMENTS (subjects); i++)
    {
      g_autofree char *path = tv_bench_trace_make (&options, subjects[i].trace, &error);
      g_autofree char *yardstick
          = path != NULL ? tv_bench_trace_make (&options, subjects[i].yardstick, &error)
                         : NULL;

      done = yardstick != NULL
             && compare (&options, path, yardstick, subjects[i].title, &error);
    }
  if (!done)
    g_printerr ("bench-load: %s\n", error->message);
  return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
