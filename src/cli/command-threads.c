/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/command-threads.h"

#include "analysis/report-threads.h"

#include <glib/gi18n-lib.h>

static TvExitStatus
report_threads (const TvCommandLine *line)
{
  g_autoptr (TvTrace) trace = tv_command_line_load (line);
  g_autoptr (GOutputStream) out = NULL;
  g_autoptr (GError) error = NULL;

  if (trace == NULL)
    return TV_EXIT_FAILURE;
  out = tv_standard_output_new ();
  tv_report_threads (trace, line->format, out, NULL, &error);
  return tv_command_line_end (error);
}

/**
 * tv_command_threads:
 * @argc: number of arguments
 * @argv: (array length=argc): the arguments, the first of which is the command's name
 *
 * `tracedump threads`: the threads of a file.
 *
 * Returns: how to end
 */
TvExitStatus
tv_command_threads (int argc, char **argv)
{
  TvCommandLine line = { .name = "threads",
                         .summary = _ ("List the threads of a trace."),
                         .has_format = TRUE };
  TvExitStatus status;

  if (tv_command_line_parse (&line, argc, argv, &status))
    status = report_threads (&line);
  tv_command_line_clear (&line);
  return status;
}
