/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/stacks/call-edges.h"
#include "output/report/call-report.h"

G_BEGIN_DECLS

typedef struct
{
  TvCallReportRow *rows; /* by method */
  gint64 roots;          /* time of the root calls */
  gint64 total;
  GArray *edges; /* TvCallEdge */
} TvCallReportSums;

gboolean tv_call_report_sums_init (TvCallReportSums *sums, TvTrace *trace,
                                   const TvProfileRange *range,
                                   const TvCallReportSpec *spec,
                                   GCancellable *cancellable, GError **error);
void tv_call_report_sums_clear (TvCallReportSums *sums);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TvCallReportSums, tv_call_report_sums_clear)

G_END_DECLS
