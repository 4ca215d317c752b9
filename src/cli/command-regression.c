/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "output/report/report-regression.h"

#include <glib/gi18n-lib.h>

static gboolean
write_regression (const TvCliLine *line, GOutputStream *out, GError **error)
{
  g_autoptr (TvProfile) profile = tv_profile_new (line->input.trace, NULL, error);

  return profile != NULL && tv_report_regression (profile, out, NULL, error);
}

const TvCommand tv_command_regression
    = { .name = "regression",
        .title = N_ ("Print the report of traceview -r"),
        .summary = N_ ("Print totals, threads, calls, methods and records like "
                       "traceview -r."),
        .formats = "text",
        .takes = TV_TAKES_CALLS,
        .write = write_regression };
