/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "output/report/report-info.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  TvTrace *trace;
  TvTableFormat format;
  const char *title;
} Report;

static gboolean
write_report (GOutputStream *out, gpointer user_data, GError **error)
{
  const Report *report = user_data;
  g_autoptr (TvProfile) profile = tv_profile_new (report->trace, NULL, error);

  return profile != NULL
         && tv_report_info (profile, report->format, report->title, out, NULL, error);
}

static TvExitStatus
report_info (const TvCommandLine *line)
{
  g_autoptr (TvTrace) trace = tv_command_line_load (line, 0);
  g_autofree char *title = tv_file_title_dup (line->files[0]);
  Report report = { .trace = trace, .title = title };

  if (trace == NULL || !tv_table_format_parse (line->format, &report.format))
    return TV_EXIT_FAILURE;
  return tv_command_line_write (line, write_report, &report);
}

/* `tracedump info`: describes a trace. */
TvExitStatus
tv_command_info (int argc, char **argv)
{
  TvCommandLine line
      = { .name = "info",
          .summary
          = _ ("Show the format, clock, counts, spans, properties and warnings "
               "of a trace."),
          .formats = TV_TABLE_FORMATS };
  TvExitStatus status;

  if (tv_command_line_parse (&line, argc, argv, &status))
    status = report_info (&line);
  tv_command_line_clear (&line);
  return status;
}
