/* SPDX-License-Identifier: Apache-2.0 */

/* The command line of dmtracedump, for scripts. Messages are in English, as they were.
 */

#include "config.h"

#include "cli/commands.h"

#include "output/report/dmtracedump.h"
#include "output/report/report-calls.h"
#include "output/report/report-graph.h"
#include "trace/tables/java-text.h"

#include <unistd.h>

#define DEFAULT_THRESHOLD 20

typedef struct
{
  gboolean as_html;
  gboolean records;
  gboolean keep_dot;
  const char *diff;
  const char *graph;
  double threshold;
  const char *file;
} Options;

static const char usage[]
    = "usage: dmtracedump [-ho] [-s sortable] [-d trace-file-name] [-g outfile] "
      "trace-file-name\n"
      "  -d trace-file-name  - Diff with this trace\n"
      "  -g outfile          - Write graph to 'outfile' (.png, .svg or .dot)\n"
      "  -k                  - When writing a graph, keep the intermediate DOT file\n"
      "  -h                  - Turn on HTML output\n"
      "  -o                  - Dump the dmtrace file instead of profiling\n"
      "  -s                  - Ignored: the HTML needs no other file\n"
      "  -t threshold        - Threshold percentage for including calls in the graph\n";

static gboolean
take_threshold (Options *options, const char *text)
{
  char *end;

  options->threshold = g_ascii_strtod (text, &end);
  return end != text && *end == '\0' && options->threshold >= 0
         && options->threshold <= 100;
}

static gboolean
take_option (Options *options, int option)
{
  switch (option)
    {
    case 'd':
      options->diff = optarg;
      return TRUE;
    case 'g':
      options->graph = optarg;
      return *optarg != '\0';
    case 'h':
      return options->as_html = TRUE;
    case 'k':
      return options->keep_dot = TRUE;
    case 'o':
      return options->records = TRUE;
    case 's':
      return TRUE;
    case 't':
      return take_threshold (options, optarg);
    default:
      return FALSE;
    }
}

static gboolean
parse (Options *options, int argc, char **argv)
{
  int option;

  opterr = 0;
  optind = 1;
  while ((option = getopt (argc, argv, "d:g:hkos:t:")) != -1)
    if (!take_option (options, option))
      return FALSE;
  if (argc - optind != 1 || *argv[optind] == '\0')
    return FALSE;
  options->file = argv[optind];
  return options->diff == NULL || *options->diff != '\0';
}

/* -o */

typedef struct
{
  const TvCommandLine *line;
  TvTextWriter *writer;
  gboolean has_begun;
} Dump;

static void
begin_records (Dump *dump, const TvTrace *trace)
{
  if (!dump->has_begun)
    tv_dmtracedump_begin_records (dump->writer, trace);
  dump->has_begun = TRUE;
}

static gboolean
take_records (TvTrace *trace, const TvRecord *records, gsize n, gpointer user_data,
              GError **error)
{
  Dump *dump = user_data;

  begin_records (dump, trace);
  tv_dmtracedump_add_records (dump->writer, trace, records, n);
  return !tv_text_writer_has_failed (dump->writer)
         || tv_text_writer_finish (dump->writer, error);
}

static gboolean
write_records (GOutputStream *out, gpointer user_data, GError **error)
{
  g_autoptr (TvTextWriter) writer = tv_text_writer_new (out, NULL);
  Dump dump = { .line = user_data, .writer = writer };
  g_autoptr (GError) load_error = NULL;
  g_autoptr (TvTrace) trace = tv_command_line_load_with_records (
      dump.line, 0, take_records, &dump, &load_error);

  if (trace != NULL)
    begin_records (&dump, trace);
  else if (!tv_text_writer_has_failed (writer))
    {
      tv_report_file_error (dump.line->files[0], load_error->message);
      return FALSE;
    }
  return tv_text_writer_finish (writer, error);
}

/* -d */

static gboolean
write_diff (GOutputStream *out, gpointer user_data, GError **error)
{
  return tv_dmtracedump_diff (user_data, out, NULL, error);
}

static TvExitStatus
compare (const TvCommandLine *line, const Options *options)
{
  g_autoptr (TvTrace) new = tv_command_line_load (line, 0);
  g_autoptr (TvTrace) old = new != NULL ? tv_command_line_load (line, 1) : NULL;
  g_autofree char *old_name = tv_text_dup_shown (line->files[1]);
  g_autofree char *new_name = tv_text_dup_shown (line->files[0]);
  TvDmtracedumpDiff diff = { .runs = { old, new },
                             .names = { old_name, new_name },
                             .as_html = options->as_html };

  if (old == NULL)
    return TV_EXIT_FAILURE;
  return tv_command_line_write (line, write_diff, &diff);
}

/* Profile and graph */

typedef struct
{
  TvTrace *trace;
  TvReportCallsSpec spec;
} Report;

static gboolean
write_report (GOutputStream *out, gpointer user_data, GError **error)
{
  const Report *report = user_data;

  return tv_report_calls (report->trace, &report->spec, out, NULL, error);
}

static TvExitStatus
write_file (const char *path, GBytes *bytes)
{
  TvCommandLine line = { .output = (char *) path };

  return tv_command_line_write_bytes (&line, bytes);
}

static GBytes *
make_dot (TvTrace *trace, const Options *options, const char *title, GError **error)
{
  g_autoptr (GOutputStream) out = g_memory_output_stream_new_resizable ();
  const TvReportGraphSpec spec = { .title = title,
                                   .part = { .start = G_MININT64, .end = G_MAXINT64 },
                                   .clock = tv_trace_get_primary_clock (trace),
                                   .threshold = options->threshold };

  if (!tv_report_graph (trace, &spec, NULL, out, NULL, error)
      || !g_output_stream_close (out, NULL, error))
    return NULL;
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (out));
}

/* dmtracedump always made a PNG. */
static TvExitStatus
draw (TvTrace *trace, const Options *options, const char *title)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) dot = make_dot (trace, options, title, &error);
  g_autoptr (GBytes) picture = NULL;
  TvExitStatus status = TV_EXIT_OK;

  if (dot != NULL && options->keep_dot)
    {
      g_autofree char *path = g_strconcat (options->graph, ".dot", NULL);

      status = write_file (path, dot);
    }
  if (status != TV_EXIT_OK)
    return status;
  if (dot != NULL && g_str_has_suffix (options->graph, ".dot"))
    return write_file (options->graph, dot);
  if (dot != NULL)
    picture = tv_graphviz_draw (
        dot, g_str_has_suffix (options->graph, ".svg") ? "svg" : "png", &error);
  if (picture != NULL)
    return write_file (options->graph, picture);
  tv_report_file_error (options->graph, error->message);
  return TV_EXIT_FAILURE;
}

static TvExitStatus
profile (const TvCommandLine *line, const Options *options)
{
  g_autoptr (TvTrace) trace = tv_command_line_load (line, 0);
  g_autofree char *title = tv_file_title_dup (line->files[0]);
  Report report = { .trace = trace };
  TvExitStatus status;

  if (trace == NULL)
    return TV_EXIT_FAILURE;
  report.spec
      = (TvReportCallsSpec){ .layout = options->as_html ? TV_REPORT_CALLS_HTML
                                                        : TV_REPORT_CALLS_DMTRACEDUMP,
                             .title = title,
                             .part = { .start = G_MININT64, .end = G_MAXINT64 },
                             .report = { .clock = tv_trace_get_primary_clock (trace),
                                         .all_methods = !options->as_html } };
  status = tv_command_line_write (line, write_report, &report);
  if (status == TV_EXIT_OK && options->graph != NULL)
    status = draw (trace, options, title);
  return status;
}

/* `dmtracedump`, or `tracedump --dmtracedump`: what dmtracedump did, in its layout.
 * The manual page says where it differs. */
TvExitStatus
tv_command_dmtracedump (int argc, char **argv)
{
  Options options = { .threshold = DEFAULT_THRESHOLD };
  TvCommandLine line = { .name = "--dmtracedump" };
  char *files[3] = { NULL };

  if (!parse (&options, argc, argv))
    {
      g_printerr ("%s", usage);
      return TV_EXIT_USAGE;
    }
  files[0] = (char *) options.file;
  files[1] = (char *) options.diff;
  line.files = files;
  if (options.records)
    return tv_command_line_write (&line, write_records, &line);
  if (options.diff != NULL)
    return compare (&line, &options);
  return profile (&line, &options);
}
