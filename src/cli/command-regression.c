/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "output/report/report-regression.h"

#include <glib/gi18n-lib.h>

static gboolean
write_report (GOutputStream *out, gpointer user_data, GError **error)
{
  g_autoptr (TvProfile) profile = tv_profile_new (user_data, NULL, error);

  return profile != NULL && tv_report_regression (profile, out, NULL, error);
}

static TvExitStatus
report_regression (const TvCommandLine *line)
{
  g_autoptr (TvTrace) trace = tv_command_line_load (line, 0);

  if (trace == NULL)
    return TV_EXIT_FAILURE;
  return tv_command_line_write (line, write_report, trace);
}

/* `tracedump regression`: what Traceview prints with `-r`. */
TvExitStatus
tv_command_regression (int argc, char **argv)
{
  TvCommandLine line
      = { .name = "regression",
          .summary
          = _ ("Print totals, threads, calls, methods and records like traceview -r."),
          .formats = "text" };
  TvExitStatus status;

  if (tv_command_line_parse (&line, argc, argv, &status))
    status = report_regression (&line);
  tv_command_line_clear (&line);
  return status;
}
