/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "output/report/report-threads.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  TvTrace *trace;
  TvTableFormat format;
} Report;

static gboolean
write_report (GOutputStream *out, gpointer user_data, GError **error)
{
  const Report *report = user_data;

  return tv_report_threads (report->trace, report->format, out, NULL, error);
}

static TvExitStatus
report_threads (const TvCommandLine *line)
{
  g_autoptr (TvTrace) trace = tv_command_line_load (line, 0);
  Report report = { .trace = trace };

  if (trace == NULL || !tv_table_format_parse (line->format, &report.format))
    return TV_EXIT_FAILURE;
  return tv_command_line_write (line, write_report, &report);
}

/* `tracedump threads`: the threads of a file. */
TvExitStatus
tv_command_threads (int argc, char **argv)
{
  TvCommandLine line = { .name = "threads",
                         .summary = _ ("List the threads of a trace."),
                         .formats = "text|tsv|json" };
  TvExitStatus status;

  if (tv_command_line_parse (&line, argc, argv, &status))
    status = report_threads (&line);
  tv_command_line_clear (&line);
  return status;
}
