/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "output/report/report-calls.h"

#include <glib/gi18n-lib.h>

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

/* What a page may have that browsers still open at once. */
#define MOST_BYTES (20 * 1000 * 1000)
#define LEAST_SHARE 0.5

typedef struct
{
  gboolean per_thread;
  gboolean all;
} Options;

static TvExitStatus
report_calls (const TvCommandLine *line, const Options *options)
{
  g_autoptr (TvTrace) trace = tv_command_line_load (line, 0);
  g_autoptr (TvThreadSet) threads = NULL;
  g_autofree char *title = tv_file_title_dup (line->files[0]);
  Report report = { .trace = trace };
  TvReportCallsSpec *spec = &report.spec;

  if (trace == NULL || !tv_command_line_find_part (line, 0, trace, &spec->part))
    return TV_EXIT_FAILURE;
  threads = spec->part.threads;
  if (!tv_command_line_find_clock (line, 0, trace, &spec->report.clock))
    return TV_EXIT_FAILURE;
  spec->layout = g_str_equal (line->format, "html") ? TV_REPORT_CALLS_HTML
                                                    : TV_REPORT_CALLS_TEXT;
  spec->title = title;
  spec->per_thread = options->per_thread;
  if (!options->all)
    {
      spec->report.least_share = LEAST_SHARE;
      spec->report.most_bytes = MOST_BYTES;
    }
  spec->report.filter = &line->filter;
  spec->report.top = line->top == G_MAXINT ? 0 : line->top;
  return tv_command_line_write (line, write_report, &report);
}

/* `tracedump report`: methods, who calls whom, classes. */
TvExitStatus
tv_command_report (int argc, char **argv)
{
  Options options = { 0 };
  const GOptionEntry entries[]
      = { { "per-thread", 'p', G_OPTION_FLAG_NONE, G_OPTION_ARG_NONE,
            &options.per_thread, N_ ("Write a report for each thread"), NULL },
          { "all", 0, G_OPTION_FLAG_NONE, G_OPTION_ARG_NONE, &options.all,
            N_ ("List every method with every caller and callee"), NULL },
          { 0 } };
  TvCommandLine line
      = { .name = "report",
          .summary = _ (
              "Write the report of dmtracedump: methods by exclusive time, methods "
              "with their callers and callees, classes, and methods of the same name."),
          .formats = "text|html",
          .takes = TV_TAKES_PART | TV_TAKES_CLOCK | TV_TAKES_FILTER | TV_TAKES_NAMES
                   | TV_TAKES_TOP,
          .options = entries };
  TvExitStatus status;

  if (tv_command_line_parse (&line, argc, argv, &status))
    status = report_calls (&line, &options);
  tv_command_line_clear (&line);
  return status;
}
