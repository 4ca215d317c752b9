/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "output/report/report-threads.h"

#include <glib/gi18n-lib.h>

static gboolean
write_threads (const TvCliLine *line, GOutputStream *out, GError **error)
{
  const TvInput *input = &line->input;
  const TvReportThreadsSpec spec = { .title = input->title,
                                     .format = line->table_format,
                                     .part = input->part,
                                     .clock = input->clock,
                                     .top = line->top };

  return tv_report_threads (input->trace, &spec, out, NULL, error);
}

const TvCommand tv_command_threads
    = { .name = "threads",
        .title = N_ ("List the threads"),
        .summary = N_ ("List the threads of a trace."),
        .formats = TV_TABLE_FORMATS,
        .takes = TV_TAKES_PART | TV_TAKES_WALL_CLOCK | TV_TAKES_TOP | TV_TAKES_WITH,
        .write = write_threads };
