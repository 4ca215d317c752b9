/* SPDX-License-Identifier: Apache-2.0 */

#include "bench/bench-options.h"

#define N_EVENTS 10000000
#define N_RUNS 5

static gboolean
get_variable (const char *name, gint64 missing, gint64 most, gint64 *value,
              GError **error)
{
  const char *text = g_getenv (name);

  *value = missing;
  if (text == NULL || *text == '\0')
    return TRUE;
  return g_ascii_string_to_signed (text, 10, 1, most, value, error);
}

static gboolean
read_environment (TvBenchOptions *options, GError **error)
{
  gint64 n_runs = 0;

  if (!get_variable ("TRACEVIEW_BENCH_EVENTS", N_EVENTS, G_MAXUINT32,
                     &options->n_events, error)
      || !get_variable ("TRACEVIEW_BENCH_RUNS", N_RUNS, 1000, &n_runs, error))
    return FALSE;

  options->n_runs = (int) n_runs;
  return TRUE;
}

static char *
dup_usual_directory (void)
{
  const char *directory = g_getenv ("TRACEVIEW_BENCH_DIR");

  if (directory != NULL && *directory != '\0')
    return g_strdup (directory);
  return g_build_filename (BUILD_DIR, "tests", "bench", "traces", NULL);
}

/**
 * tv_bench_options_parse:
 * @options: (out caller-allocates): what was said
 * @summary: what the program does
 * @argc: number of arguments
 * @argv: arguments, without those that were understood afterwards
 * @error: return location for an error of an option
 *
 * Reads the environment and the options of all benchmarks. Call it before anything
 * else.
 *
 * Returns: whether all is well
 */
gboolean
tv_bench_options_parse (TvBenchOptions *options, const char *summary, int *argc,
                        char ***argv, GError **error)
{
  const GOptionEntry entries[]
      = { { "events", 0, 0, G_OPTION_ARG_INT64, &options->n_events,
            "Records of a trace (TRACEVIEW_BENCH_EVENTS)", "N" },
          { "runs", 0, 0, G_OPTION_ARG_INT, &options->n_runs,
            "How often to measure (TRACEVIEW_BENCH_RUNS)", "N" },
          { "dir", 0, 0, G_OPTION_ARG_FILENAME, &options->directory,
            "Where traces are made and kept (TRACEVIEW_BENCH_DIR)", "FOLDER" },
          G_OPTION_ENTRY_NULL };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);

  /* Another file system would start threads, but measuring forks. */
  g_setenv ("GIO_USE_VFS", "local", TRUE);
  *options = (TvBenchOptions){ 0 };
  if (!read_environment (options, error))
    return FALSE;

  g_option_context_set_summary (context, summary);
  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, argc, argv, error))
    return FALSE;
  if (options->directory == NULL)
    options->directory = dup_usual_directory ();
  if (options->n_events < 1 || options->n_events > G_MAXUINT32 || options->n_runs < 1)
    {
      g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                           "a number is too small or too large");
      return FALSE;
    }
  return TRUE;
}

/**
 * tv_bench_options_clear:
 * @options: options that were parsed
 *
 * Frees what is inside.
 */
void
tv_bench_options_clear (TvBenchOptions *options)
{
  g_clear_pointer (&options->directory, g_free);
}
