/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "output/report/report-graph.h"

#include <glib/gi18n-lib.h>

/* Returns the first line of the error messages. */
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

/* Draws a graph with Graphviz's `dot`. */
static GBytes *
draw (GBytes *dot, const char *format, GError **error)
{
  g_autoptr (GSubprocess) process = start (format, error);
  g_autoptr (GBytes) picture = NULL;
  g_autoptr (GBytes) complaints = NULL;

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

/* Writes the call graph in the language of Graphviz or as a picture. Failures to draw
 * it are reported as errors of the file. */
gboolean
tv_graph_write (const TvInput *input, const TvReportGraphSpec *spec, const char *format,
                const char *file, GOutputStream *out, GError **error)
{
  g_autoptr (GOutputStream) text = g_memory_output_stream_new_resizable ();
  g_autoptr (GBytes) graph = NULL;
  g_autoptr (GError) reason = NULL;
  g_autofree char *note = NULL;

  if (tv_report_graph (input->trace, spec, &note, text, NULL, &reason)
      && g_output_stream_close (text, NULL, &reason))
    graph = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (text));
  if (graph != NULL && !g_str_equal (format, "dot"))
    {
      g_autoptr (GBytes) dot = graph;

      graph = draw (dot, format, &reason);
    }
  if (note != NULL)
    tv_report_file_error (file, note);
  if (graph != NULL)
    return g_output_stream_write_all (out, g_bytes_get_data (graph, NULL),
                                      g_bytes_get_size (graph), NULL, NULL, error);
  tv_report_file_error (file, reason->message);
  return FALSE;
}

/* dot lays out this many boxes in a second; twice as many take minutes. */
#define DEFAULT_TOP 500

typedef struct
{
  double threshold;
  char *clusters;
} Options;

static gboolean
check_options (TvCliLine *line)
{
  const Options *options = line->values;

  return (options->threshold >= 0 && options->threshold <= 100)
         || tv_cli_refuse (line, NULL,
                           _ ("The threshold must be from 0 to 100 percent"));
}

static gboolean
write_graph (const TvCliLine *line, GOutputStream *out, GError **error)
{
  const Options *options = line->values;
  const TvInput *input = &line->input;
  const TvReportGraphSpec spec
      = { .title = input->title,
          .part = input->part,
          .clock = input->clock,
          .through = input->matching,
          .threshold = options->threshold,
          .per_thread = options->clusters != NULL,
          .top = line->top == G_MAXINT ? DEFAULT_TOP : line->top,
          .max_depth = line->depth };

  return tv_graph_write (input, &spec, line->format, line->files[0], out, error);
}

static const GOptionEntry options[]
    = { { "threshold", 0, 0, G_OPTION_ARG_DOUBLE, TV_OPTION_AT (Options, threshold),
          N_ ("Leave out calls that take less than this share of their caller's time; "
              "the default is 20"),
          /* Translators: a placeholder for a number */
          N_ ("PERCENT") },
        { "clusters", 0, 0, G_OPTION_ARG_STRING, TV_OPTION_AT (Options, clusters),
          N_ ("Draw each thread in a cluster of its own"), "thread" } };

const TvCommand tv_command_graph
    = { .name = "graph",
        .title = N_ ("Draw the call graph"),
        .summary = N_ ("Draw the call graph. A box shows the index, the method, its "
                       "inclusive and exclusive milliseconds, and its calls; the "
                       "redder the box, the more exclusive time the method has."),
        .formats = "dot|svg|png|pdf",
        .takes = TV_TAKES_PART | TV_TAKES_CLOCK | TV_TAKES_STACK_FILTER | TV_TAKES_NAMES
                 | TV_TAKES_TOP | TV_TAKES_DEPTH | TV_TAKES_TRANSFORMS | TV_TAKES_WITH,
        .options = options,
        .n_options = G_N_ELEMENTS (options),
        .size = sizeof (Options),
        .defaults = &(const Options){ .threshold = TV_GRAPH_THRESHOLD },
        .check = check_options,
        .write = write_graph };
