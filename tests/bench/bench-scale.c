/* SPDX-License-Identifier: Apache-2.0 */

/* The window with very many methods, a million by default: opened, sorted, scrolled and
 * searched. Then a real trace, if it is there. Needs a display. */

#include "bench/bench-table.h"
#include "bench/bench-trace.h"
#include "bench/window-find.h"
#include "bench/window-table.h"

#include <stdlib.h>

#define SKIPPED 77
#define REAL_TRACE "real/art-trace-regular.trace"

enum
{
  FIRST_TRACE,
  LOADED_TO_TRACE,
  OPENED_TO_TRACE,
  COMPUTED,
  LOADING_WORK,
  SHOWING_WORK,
  N_OPENING
};

#define FIRST_SORT N_OPENING
#define FIRST_OF_TABLE (FIRST_SORT + TV_PROFILE_N_COLUMNS)
#define FIRST_FIND (FIRST_OF_TABLE + TV_WINDOW_N_TABLE)
#define N_MEASURES (FIRST_FIND + TV_WINDOW_N_FINDS)

static const char *const opening_names[N_OPENING] = {
  "process started: first frame of the trace",
  "trace loaded: first frame of the trace",
  "file opened: first frame of the trace",
  "computed by all threads until then",
  "most work in a turn of the main loop: loading",
  "most work in a turn of the main loop: showing",
};

static gboolean
open_trace (const char *path, double begun, TvApplication **application,
            TvWindowWatch *watch, GError **error)
{
  tv_window_watch_start (begun);
  *application = tv_application_new ();
  if (!g_application_register (G_APPLICATION (*application), NULL, error))
    return FALSE;
  if (tv_window_watch_open (*application, path, watch))
    return TRUE;
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s was not shown", path);
  return FALSE;
}

static void
measure_sorts (TvWindowWatch *watch, TvMeasure measures[TV_PROFILE_N_COLUMNS])
{
  TvProfilePanel *panel = tv_window_table_find_panel (watch);

  for (guint i = 0; i < TV_PROFILE_N_COLUMNS; i++)
    {
      measures[i].seconds = tv_window_table_sort (watch, panel, (TvProfileColumn) i);
      tv_window_watch_settle (watch);
    }
}

/* A life of the program with the large trace. */
static gboolean
live (gpointer path, TvMeasure *measures, GError **error)
{
  const double begun = tv_measure_now ();
  g_autoptr (TvApplication) application = NULL;
  TvWindowWatch watch;

  if (!open_trace (path, begun, &application, &watch, error))
    return FALSE;
  measures[FIRST_TRACE].seconds = watch.first_trace - begun;
  measures[LOADED_TO_TRACE].seconds = watch.first_trace - watch.loaded;
  measures[OPENED_TO_TRACE].seconds = watch.first_trace - watch.opened;
  measures[COMPUTED].seconds = watch.first_trace_cpu;
  measures[LOADING_WORK].seconds = watch.stall_loading.work;
  measures[SHOWING_WORK].seconds = tv_window_watch_take_stall ().work;
  measure_sorts (&watch, measures + FIRST_SORT);
  tv_window_table_measure (&watch, measures + FIRST_OF_TABLE);
  tv_window_find_measure (&watch, tv_window_table_find_panel (&watch),
                          measures + FIRST_FIND);
  return TRUE;
}

static gboolean
live_with_real_trace (gpointer path, TvMeasure *measures, GError **error)
{
  g_autoptr (TvApplication) application = NULL;
  TvWindowWatch watch;

  if (!open_trace (path, tv_measure_now (), &application, &watch, error))
    return FALSE;
  measure_sorts (&watch, measures);
  return TRUE;
}

static void
print_sorts (TvSamples **samples)
{
  for (guint i = 0; i < TV_PROFILE_N_COLUMNS; i++)
    {
      g_autofree char *name = g_strdup_printf (
          "sorted by %s: painted", tv_profile_column_get_title ((TvProfileColumn) i));

      tv_bench_table_small_row (name, samples[i]);
    }
}

static void
print_all (TvSamples **samples)
{
  for (guint i = 0; i < N_OPENING; i++)
    tv_bench_table_small_row (opening_names[i], samples[i]);
  print_sorts (samples + FIRST_SORT);
  for (guint i = 0; i < TV_WINDOW_N_TABLE; i++)
    tv_bench_table_small_row (tv_window_table_names[i], samples[FIRST_OF_TABLE + i]);
  for (guint i = 0; i < TV_WINDOW_N_FINDS; i++)
    tv_bench_table_small_row (tv_window_find_names[i], samples[FIRST_FIND + i]);
}

static gboolean
measure (const TvBenchOptions *options, const char *path, const char *title,
         TvMeasureFunc func, guint n_measures, void (*print) (TvSamples **samples),
         GError **error)
{
  const TvBenchTable table = { options->n_events, NULL };
  TvMeasure measures[N_MEASURES];
  TvSamples *samples[N_MEASURES];
  gboolean done = TRUE;

  for (guint i = 0; i < n_measures; i++)
    samples[i] = tv_samples_new ();
  for (int run = 0; done && run < options->n_runs; run++)
    {
      done = tv_measure_in_child (func, (gpointer) path, measures, n_measures, error);
      for (guint i = 0; done && i < n_measures; i++)
        tv_samples_add (samples[i], &measures[i]);
    }
  if (done)
    {
      tv_bench_table_head (&table, title);
      print (samples);
    }
  for (guint i = 0; i < n_measures; i++)
    tv_samples_free (samples[i]);
  return done;
}

static gboolean
measure_many (const TvBenchOptions *options, GError **error)
{
  g_autofree char *path = tv_bench_trace_make (options, TV_BENCH_AT_SCALE, error);
  g_autofree char *title = g_strdup_printf ("the window, %" G_GINT64_FORMAT
                                            " methods, twice as many events",
                                            options->n_events / 10);

  return path != NULL
         && measure (options, path, title, live, N_MEASURES, print_all, error);
}

static gboolean
measure_real (const TvBenchOptions *options, GError **error)
{
  g_autofree char *path = g_build_filename (
      g_getenv ("TRACEVIEW_TRACES") != NULL ? g_getenv ("TRACEVIEW_TRACES") : ".",
      REAL_TRACE, NULL);

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_print ("skipped: %s is not there\n", path);
      return TRUE;
    }
  return measure (options, path, "the window, " REAL_TRACE, live_with_real_trace,
                  TV_PROFILE_N_COLUMNS, print_sorts, error);
}

/**
 * main:
 * @argc: number of arguments
 * @argv: options
 *
 * Returns: 0 if everything could be measured, 77 without a display
 */
int
main (int argc, char **argv)
{
  g_auto (TvBenchOptions) options = { 0 };
  g_autoptr (GError) error = NULL;

  if (tv_bench_options_parse (&options, "Measures the window with very many methods.",
                              &argc, &argv, &error))
    {
      if (g_getenv ("DISPLAY") == NULL && g_getenv ("WAYLAND_DISPLAY") == NULL)
        {
          g_print ("skipped: there is no display\n");
          return SKIPPED;
        }
      if (measure_many (&options, &error) && measure_real (&options, &error))
        return EXIT_SUCCESS;
    }
  g_printerr ("bench-scale: %s\n", error->message);
  return EXIT_FAILURE;
}
