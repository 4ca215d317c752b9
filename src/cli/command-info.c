/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/command-info.h"

#include "analysis/report-info.h"

#include <glib/gi18n-lib.h>

static TvExitStatus
report_info (const TvCommandLine *line)
{
  g_autoptr (TvTrace) trace = tv_command_line_load (line);
  g_autoptr (TvProfile) profile = NULL;
  g_autoptr (GOutputStream) out = NULL;
  g_autoptr (GError) error = NULL;

  if (trace == NULL)
    return TV_EXIT_FAILURE;
  out = tv_standard_output_new ();
  profile = tv_profile_new (trace, NULL, &error);
  if (profile != NULL)
    tv_report_info (profile, line->format, out, NULL, &error);
  return tv_command_line_end (error);
}

/**
 * tv_command_info:
 * @argc: number of arguments
 * @argv: (array length=argc): the arguments, the first of which is the command's name
 *
 * `tracedump info`: what a file is and what is in it.
 *
 * Returns: how to end
 */
TvExitStatus
tv_command_info (int argc, char **argv)
{
  TvCommandLine line
      = { .name = "info",
          .summary
          = _ ("Show the format, clock, counts, spans, properties and warnings "
               "of a trace."),
          .has_format = TRUE };
  TvExitStatus status;

  if (tv_command_line_parse (&line, argc, argv, &status))
    status = report_info (&line);
  tv_command_line_clear (&line);
  return status;
}
