/* SPDX-License-Identifier: Apache-2.0 */

/* The commands of tracedump, whole processes, against the yardstick. */

#include "bench/bench-table.h"
#include "bench/bench-trace.h"
#include "bench/yardstick.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <unistd.h>

/* A batch has a small trace for each so many records of the large one. */
#define EVENTS_A_TRACE 10000
#define MAX_TRACES 1000
#define N_EVENTS_OF_SMALL 1000

/* The words before the name of the trace. */
#define MAX_WORDS 3

static const struct
{
  const char *words[MAX_WORDS + 1];
  gboolean with_old; /* compared with itself */
  const char *title; /* (nullable): the title of the line, if not the words */
  const char *sql;   /* (nullable): what follows the trace */
  gboolean is_batch; /* of the folder of small traces */
} commands[] = {
  { .words = { "info" } },
  { .words = { "methods" } },
  { .words = { "dump" } },
  { .words = { "report" } },
  { .words = { "report", "--format=html" } },
  { .words = { "graph" } },
  { .words = { "tree" } },
  { .words = { "tree", "--bottom-up" } },
  { .words = { "flamegraph", "--per-thread" } },
  { .words = { "flamegraph", "--icicle" } },
  { .words = { "flamegraph", "--chart" } },
  { .words = { "flamegraph", "--diff" }, .with_old = TRUE },
  { .words = { "fold" } },
  { .words = { "convert", "--to=pprof" } },
  { .words = { "convert", "--to=firefox" } },
  { .words = { "diff" }, .with_old = TRUE },
  { .words = { "query" },
    .title = "query: count",
    .sql = "SELECT count(*) FROM slice" },
  { .words = { "query" },
    .title = "query: sums by name",
    .sql = "SELECT name, sum(dur) FROM slice GROUP BY name" },
  { .words = { "query" },
    .title = "query: self times by name",
    .sql = "SELECT name, sum(self_dur) FROM call GROUP BY name" },
  { .words = { "query" },
    .title = "query: 100 longest",
    .sql = "SELECT * FROM slice ORDER BY dur DESC LIMIT 100" },
  { .words = { "query" },
    .title = "query: names that match",
    .sql = "SELECT count(*) FROM slice WHERE name GLOB '*x*'" },
  { .words = { "query" },
    .title = "query: 1,000 ancestors",
    .sql = "SELECT count(*) FROM (SELECT id FROM slice LIMIT 1000) s, "
           "ancestor_slice(s.id)" },
  { .words = { "query" },
    .title = "query: sums by file",
    .sql = "SELECT pathname, sum(dur) FROM slice GROUP BY pathname" },
  { .words = { "query" },
    .title = "query: sums by extract_arg",
    .sql = "SELECT extract_arg(arg_set_id, 'pathname') AS p, sum(dur) FROM slice "
           "GROUP BY p" },
  { .words = { "query" },
    .title = "query: call tree",
    .sql = "SELECT count(*) FROM call_tree" },
  { .words = { "batch", "--jobs=1", "--query=SELECT sum(wall_exclusive) FROM method" },
    .title = "batch: a query, by one processor",
    .is_batch = TRUE },
  { .words = { "batch", "--query=SELECT sum(wall_exclusive) FROM method" },
    .title = "batch: a query, by all",
    .is_batch = TRUE },
  { .words = { "batch", "--metrics" },
    .title = "batch: metrics, by all",
    .is_batch = TRUE },
};

/* Makes a folder with links to a small trace. */
static char *
make_folder (const TvBenchOptions *options, GError **error)
{
  const TvBenchOptions small = { N_EVENTS_OF_SMALL, 1, options->directory };
  g_autofree char *trace = tv_bench_trace_make (&small, TV_BENCH_CLASSIC, error);
  char *folder = g_build_filename (options->directory, "batch", NULL);

  if (trace != NULL && g_mkdir_with_parents (folder, 0700) == 0)
    for (gint64 i = 0; i < CLAMP (options->n_events / EVENTS_A_TRACE, 1, MAX_TRACES);
         i++)
      {
        g_autofree char *name
            = g_strdup_printf ("%s/%" G_GINT64_FORMAT ".trace", folder, i);

        if (link (trace, name) != 0 && errno != EEXIST)
          g_printerr ("%s: %s\n", name, g_strerror (errno));
      }
  return folder;
}

static void
remove_folder (const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
}

static gboolean
run_command (guint command, const char *trace, const char *folder, TvTimings *samples,
             GError **error)
{
  const char *argv[MAX_WORDS + 5] = { TRACEDUMP };
  const char *path = commands[command].is_batch ? folder : trace;
  guint n = 1;
  TvMeasure measure;

  for (guint i = 0; commands[command].words[i] != NULL; i++)
    argv[n++] = commands[command].words[i];
  if (commands[command].with_old)
    argv[n++] = path;
  argv[n++] = path;
  argv[n] = commands[command].sql;
  if (!tv_measure_command (argv, &measure, error))
    return FALSE;
  tv_timings_add (samples, &measure);
  return TRUE;
}

/* Runs them in turn, so that a machine that slows down slows all of them. */
static gboolean
measure (const TvBenchOptions *options, const char *path, const char *folder,
         GError **error)
{
  g_autoptr (TvTimings) yardstick = tv_timings_new ();
  g_autoptr (GPtrArray) samples
      = g_ptr_array_new_with_free_func ((GDestroyNotify) tv_timings_free);
  const TvBenchTable table = { options->n_events, yardstick };

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    g_ptr_array_add (samples, tv_timings_new ());
  for (int run = 0; run < options->n_runs; run++)
    {
      if (!tv_yardstick_measure (path, yardstick, error))
        return FALSE;
      for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
        if (!run_command (i, path, folder, samples->pdata[i], error))
          return FALSE;
    }
  tv_bench_table_head (&table, "classic, in batches of a thread");
  tv_bench_table_row (&table, "yardstick", yardstick);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *name = g_strjoinv (" ", (GStrv) commands[i].words);

      tv_bench_table_row (&table, commands[i].title != NULL ? commands[i].title : name,
                          samples->pdata[i]);
    }
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
  g_autofree char *path = NULL;
  g_autofree char *folder = NULL;
  gboolean done = tv_bench_options_parse (
      &options, "Measures the commands of tracedump.", &argc, &argv, &error);

  if (done)
    path = tv_bench_trace_make (&options, TV_BENCH_CLASSIC, &error);
  if (path != NULL)
    folder = make_folder (&options, &error);
  done = folder != NULL && error == NULL && measure (&options, path, folder, &error);
  if (folder != NULL)
    remove_folder (folder);
  if (!done)
    g_printerr ("bench-commands: %s\n", error->message);
  return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
