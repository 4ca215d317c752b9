/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "output/table/table.h"
#include "trace/model/trace.h"

G_BEGIN_DECLS

/**
 * TvReportTracksSpec:
 * @title: the title of a page
 * @format: any format of tables
 * @start: where the range of time starts
 * @end: where it ends, half-open
 * @top: the most rows to list
 *
 * What the reports of tracks and of counters show.
 */
typedef struct
{
  const char *title;
  TvTableFormat format;
  gint64 start;
  gint64 end;
  guint top;
} TvReportTracksSpec;

gboolean tv_report_tracks (const TvTrace *trace, const TvReportTracksSpec *spec,
                           GOutputStream *out, GCancellable *cancellable,
                           GError **error);
gboolean tv_report_counters (const TvTrace *trace, const TvReportTracksSpec *spec,
                             GOutputStream *out, GCancellable *cancellable,
                             GError **error);

G_END_DECLS
