/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/thread-range.h"
#include "output/table/table.h"
#include "trace/model/trace.h"

G_BEGIN_DECLS

/**
 * TvReportThreadsSpec:
 * @title: the title of a page
 * @format: any format of tables
 * @clock: the clock of its times, which the trace has
 * @part: the range of time, and the threads to list
 * @top: the most threads to list
 *
 * What the report of threads shows.
 */
typedef struct
{
  const char *title;
  TvTableFormat format;
  TvClock clock;
  TvProfileRange part;
  guint top;
} TvReportThreadsSpec;

gboolean tv_report_threads (const TvTrace *trace, const TvReportThreadsSpec *spec,
                            GOutputStream *out, GCancellable *cancellable,
                            GError **error);

G_END_DECLS
