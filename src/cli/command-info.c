/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "output/report/report-info.h"

#include <glib/gi18n-lib.h>

static gboolean
write_info (const TvCliLine *line, GOutputStream *out, GError **error)
{
  const TvInput *input = &line->input;
  g_autoptr (TvProfile) profile = tv_profile_new (input->trace, NULL, error);

  return profile != NULL
         && tv_report_info (profile, line->table_format, input->title, out, NULL,
                            error);
}

const TvCommand tv_command_info
    = { .name = "info",
        .title = N_ ("Show format, clocks, counts and warnings"),
        .summary = N_ ("Show the format, clock, counts, spans, properties and warnings "
                       "of a trace."),
        .formats = TV_TABLE_FORMATS,
        .takes = TV_TAKES_WITH,
        .write = write_info };
