/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "output/report/report-threads.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  TvTrace *trace;
  TvReportThreadsSpec spec;
} Report;

static gboolean
write_report (GOutputStream *out, gpointer user_data, GError **error)
{
  const Report *report = user_data;

  return tv_report_threads (report->trace, &report->spec, out, NULL, error);
}

static TvExitStatus
report_threads (const TvCommandLine *line)
{
  g_autoptr (TvTrace) trace = tv_command_line_load (line, 0);
  g_autofree char *title = tv_file_title_dup (line->files[0]);
  g_autoptr (TvThreadSet) threads = NULL;
  Report report = { .trace = trace, .spec = { .title = title, .top = line->top } };

  if (trace == NULL || !tv_table_format_parse (line->format, &report.spec.format)
      || !tv_command_line_find_clock (line, 0, trace, &report.spec.clock)
      || !tv_command_line_find_part (line, 0, trace, &report.spec.part))
    return TV_EXIT_FAILURE;
  threads = report.spec.part.threads;
  return tv_command_line_write (line, write_report, &report);
}

/* `tracedump threads`: the threads of a file. */
TvExitStatus
tv_command_threads (int argc, char **argv)
{
  TvCommandLine line = { .name = "threads",
                         .summary = _ ("List the threads of a trace."),
                         .formats = TV_TABLE_FORMATS,
                         .takes = TV_TAKES_PART | TV_TAKES_WALL_CLOCK | TV_TAKES_TOP };
  TvExitStatus status;

  if (tv_command_line_parse (&line, argc, argv, &status))
    status = report_threads (&line);
  tv_command_line_clear (&line);
  return status;
}
