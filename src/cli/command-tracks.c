/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "output/report/report-tracks.h"

#include <glib/gi18n-lib.h>

static TvReportTracksSpec
get_spec (const TvCliLine *line)
{
  return (TvReportTracksSpec){ .title = line->input.title,
                               .format = line->table_format,
                               .start = line->input.part.start,
                               .end = line->input.part.end,
                               .top = line->top };
}

static gboolean
write_tracks (const TvCliLine *line, GOutputStream *out, GError **error)
{
  const TvReportTracksSpec spec = get_spec (line);

  return tv_report_tracks (line->input.trace, &spec, out, NULL, error);
}

static gboolean
write_counters (const TvCliLine *line, GOutputStream *out, GError **error)
{
  const TvReportTracksSpec spec = get_spec (line);

  return tv_report_counters (line->input.trace, &spec, out, NULL, error);
}

const TvCommand tv_command_tracks
    = { .name = "tracks",
        .title = N_ ("List the tracks of a system trace"),
        .summary
        = N_ ("List what the slices and counters of a trace belong to: threads, "
              "processes, processors or\nnone of them."),
        .formats = TV_TABLE_FORMATS,
        .takes = TV_TAKES_TOP | TV_TAKES_WITH,
        .write = write_tracks };

const TvCommand tv_command_counters
    = { .name = "counters",
        .title = N_ ("List the counters of a system trace"),
        .summary = N_ ("List the counters of a trace: how many values each has, the "
                       "lowest, the highest, the mean\nby time and the last."),
        .formats = TV_TABLE_FORMATS,
        .takes = TV_TAKES_RANGE | TV_TAKES_TOP | TV_TAKES_WITH,
        .write = write_counters };
