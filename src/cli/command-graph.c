/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "analysis/sums/method-set.h"
#include "output/report/report-graph.h"

#include <glib/gi18n-lib.h>

/* The first line of its error messages. */
static char *
dup_complaint (GBytes *bytes)
{
  gsize length = 0;
  const char *data = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;
  const char *end = data != NULL ? memchr (data, '\n', length) : NULL;
  g_autofree char *line = g_strndup (data != NULL ? data : "",
                                     end != NULL ? (gsize) (end - data) : length);

  return g_utf8_make_valid (line, -1);
}

static GSubprocess *
start (const char *format, GError **error)
{
  g_autofree char *option = g_strconcat ("-T", format, NULL);
  g_autoptr (GError) local = NULL;
  GSubprocess *process
      = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE
                              | G_SUBPROCESS_FLAGS_STDERR_PIPE,
                          &local, "dot", option, NULL);

  if (process == NULL && g_error_matches (local, G_SPAWN_ERROR, G_SPAWN_ERROR_NOENT))
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                 _ ("A picture needs Graphviz: install its program “dot”"));
  else if (process == NULL)
    g_propagate_error (error, g_steal_pointer (&local));
  return process;
}

/* Has Graphviz's `dot` draw a graph. */
GBytes *
tv_graphviz_draw (GBytes *dot, const char *format, GError **error)
{
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GBytes) picture = NULL;
  g_autoptr (GBytes) complaints = NULL;

  g_return_val_if_fail (dot != NULL && format != NULL, NULL);

  process = start (format, error);
  if (process == NULL
      || !g_subprocess_communicate (process, dot, NULL, &picture, &complaints, error))
    return NULL;
  if (!g_subprocess_get_successful (process))
    {
      g_autofree char *complaint = dup_complaint (complaints);

      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED,
                   /* Translators: “dot” is a program, its own words follow */
                   _ ("“dot” failed: %s"), complaint);
      return NULL;
    }
  return g_steal_pointer (&picture);
}

#define DEFAULT_THRESHOLD 20

/* dot needs a second for so many boxes, and minutes for twice as many. */
#define DEFAULT_TOP 500

typedef struct
{
  double threshold;
  char *clusters;
} Options;

static gboolean
check_options (const Options *options, TvExitStatus *status)
{
  if (options->threshold >= 0 && options->threshold <= 100)
    return TRUE;
  *status = tv_report_usage_error (
      "graph", _ ("The threshold must be from 0 to 100 percent"), NULL);
  return FALSE;
}

static GBytes *
make_graph (TvTrace *trace, const TvReportGraphSpec *spec, const char *format,
            char **note, GError **error)
{
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();
  g_autoptr (GBytes) dot = NULL;

  if (!tv_report_graph (trace, spec, note, out, NULL, error)
      || !g_output_stream_close (out, NULL, error))
    return NULL;
  dot = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (out));
  if (g_str_equal (format, "dot"))
    return g_steal_pointer (&dot);
  return tv_graphviz_draw (dot, format, error);
}

static TvExitStatus
report_graph (const TvCommandLine *line, const Options *options)
{
  g_autoptr (TvTrace) trace = tv_command_line_load (line, 0);
  g_autofree char *title = tv_file_title_dup (line->files[0]);
  g_autoptr (TvThreadSet) threads = NULL;
  g_autoptr (TvMethodSet) through = NULL;
  g_autoptr (GBytes) graph = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *note = NULL;
  TvReportGraphSpec spec = { .title = title,
                             .threshold = options->threshold,
                             .per_thread = options->clusters != NULL,
                             .top = line->top == G_MAXINT ? DEFAULT_TOP : line->top,
                             .max_depth = line->depth };

  if (trace == NULL || !tv_command_line_find_part (line, 0, trace, &spec.part))
    return TV_EXIT_FAILURE;
  threads = spec.part.threads;
  if (!tv_command_line_find_clock (line, 0, trace, &spec.clock))
    return TV_EXIT_FAILURE;
  spec.through = through = tv_method_set_new_matching (trace, &line->filter);
  graph = make_graph (trace, &spec, line->format, &note, &error);
  if (note != NULL)
    tv_report_file_error (line->files[0], note);
  if (graph != NULL)
    return tv_command_line_write_bytes (line, graph);
  tv_report_file_error (line->files[0], error->message);
  return TV_EXIT_FAILURE;
}

/* `tracedump graph`: draws the call graph. */
TvExitStatus
tv_command_graph (int argc, char **argv)
{
  Options options = { .threshold = DEFAULT_THRESHOLD };
  const GOptionEntry entries[] = {
    { "threshold", 0, G_OPTION_FLAG_NONE, G_OPTION_ARG_DOUBLE, &options.threshold,
      N_ ("Leave out calls that take less of their caller's time; the default is 20"),
      /* Translators: a placeholder for a number */
      N_ ("PERCENT") },
    { "clusters", 0, G_OPTION_FLAG_NONE, G_OPTION_ARG_STRING, &options.clusters,
      N_ ("Draw each thread in a cluster of its own"), "thread" },
    { 0 }
  };
  TvCommandLine line
      = { .name = "graph",
          .summary = _ ("Draw the call graph. A box has the index, the method, "
                        "inclusive and exclusive milliseconds, and calls; the redder "
                        "it is, the more exclusive time the method has."),
          .formats = "dot|svg|png|pdf",
          .takes = TV_TAKES_PART | TV_TAKES_CLOCK | TV_TAKES_STACK_FILTER
                   | TV_TAKES_NAMES | TV_TAKES_TOP | TV_TAKES_DEPTH
                   | TV_TAKES_TRANSFORMS,
          .options = entries };
  TvExitStatus status;

  if (tv_command_line_parse (&line, argc, argv, &status)
      && check_options (&options, &status))
    status = report_graph (&line, &options);
  tv_command_line_clear (&line);
  g_free (options.clusters);
  return status;
}
