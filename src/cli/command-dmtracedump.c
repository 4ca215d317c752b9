/* SPDX-License-Identifier: Apache-2.0 */

/* The command line of dmtracedump, for scripts. Its messages are not translated, since
 * dmtracedump's were not. */

#include "config.h"

#include "cli/commands.h"

#include "output/report/dmtracedump.h"
#include "output/report/report-calls.h"
#include "output/report/report-graph.h"
#include "trace/tables/java-text.h"

#include <unistd.h>

typedef struct
{
  gboolean as_html;
  gboolean records;
  gboolean keep_dot;
  const char *diff;
  const char *graph;
  double threshold;
  const char *file;

  TvInput old;
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
write_records (const TvCliLine *line, GOutputStream *out, GError **error)
{
  g_autoptr (TvTextWriter) writer = tv_text_writer_new (out, NULL);
  Dump dump = { .writer = writer };
  g_autoptr (GError) load_error = NULL;
  g_autoptr (TvTrace) trace
      = tv_cli_load_with_records (line, take_records, &dump, &load_error);

  if (trace != NULL && !tv_cli_check_calls (line->files[0], trace, "-o"))
    return FALSE;
  if (trace != NULL)
    begin_records (&dump, trace);
  else if (!tv_text_writer_has_failed (writer))
    {
      tv_report_file_error (line->files[0], load_error->message);
      return FALSE;
    }
  return tv_text_writer_finish (writer, error);
}

/* -d */

static gboolean
write_diff (const TvCliLine *line, GOutputStream *out, GError **error)
{
  const Options *options = line->values;
  g_autofree char *old_name = tv_text_dup_shown (line->files[1]);
  g_autofree char *new_name = tv_text_dup_shown (line->files[0]);
  TvDmtracedumpDiff diff = { .runs = { options->old.trace, line->input.trace },
                             .names = { old_name, new_name },
                             .as_html = options->as_html };

  return tv_dmtracedump_diff (&diff, out, NULL, error);
}

/* Profile and graph */

static gboolean
write_report (const TvCliLine *line, GOutputStream *out, GError **error)
{
  const Options *options = line->values;
  const TvInput *input = &line->input;
  const TvReportCallsSpec spec
      = { .layout
          = options->as_html ? TV_REPORT_CALLS_HTML : TV_REPORT_CALLS_DMTRACEDUMP,
          .title = input->title,
          .part = input->part,
          .report = { .clock = input->clock, .all_methods = !options->as_html } };

  return tv_report_calls (input->trace, &spec, out, NULL, error);
}

/* dmtracedump always made a PNG. */
static gboolean
write_graph (const TvCliLine *line, GOutputStream *out, GError **error)
{
  const Options *options = line->values;
  const TvInput *input = &line->input;
  const TvReportGraphSpec spec = { .title = input->title,
                                   .part = input->part,
                                   .clock = input->clock,
                                   .threshold = options->threshold };
  const char *format = g_str_has_suffix (line->output, ".dot")   ? "dot"
                       : g_str_has_suffix (line->output, ".svg") ? "svg"
                                                                 : "png";

  return tv_graph_write (input, &spec, format, line->output, out, error);
}

static TvExitStatus
draw (TvCliLine *line)
{
  const Options *options = line->values;
  g_autofree char *dot = g_strconcat (options->graph, ".dot", NULL);
  TvExitStatus status = TV_EXIT_OK;

  line->output = dot;
  if (options->keep_dot)
    status = tv_cli_write (line, write_graph);
  line->output = (char *) options->graph;
  return status == TV_EXIT_OK ? tv_cli_write (line, write_graph) : status;
}

static TvExitStatus
run (TvCliLine *line)
{
  Options *options = line->values;
  TvExitStatus status;

  if (options->records)
    return tv_cli_write (line, write_records);
  if (!tv_input_open (&line->input, line, line->files[0], FALSE)
      || (options->diff != NULL
          && !tv_input_open (&options->old, line, line->files[1], FALSE)))
    return TV_EXIT_FAILURE;
  if (options->diff != NULL)
    return tv_cli_write (line, write_diff);
  status = tv_cli_write (line, write_report);
  return status == TV_EXIT_OK && options->graph != NULL ? draw (line) : status;
}

/* Runs `dmtracedump` or `tracedump --dmtracedump`: the options and the layout of
 * dmtracedump. The manual page lists the differences. */
TvExitStatus
tv_dmtracedump_run (int argc, char **argv)
{
  const TvCommand command = { .name = "--dmtracedump", .takes = TV_TAKES_CALLS };
  Options options = { .threshold = TV_GRAPH_THRESHOLD };
  TvCliLine line = {
    .command = &command, .values = &options, .start = G_MININT64, .end = G_MAXINT64
  };
  TvExitStatus status;

  if (!parse (&options, argc, argv))
    {
      g_printerr ("%s", usage);
      return TV_EXIT_USAGE;
    }
  line.files = (char *[]){ (char *) options.file, (char *) options.diff, NULL };
  status = run (&line);
  tv_input_clear (&line.input);
  tv_input_clear (&options.old);
  return status;
}
