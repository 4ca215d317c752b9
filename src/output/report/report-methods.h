/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/method-set.h"
#include "analysis/sums/ranking.h"
#include "output/table/report-format.h"

G_BEGIN_DECLS

/**
 * TvReportMethodsSpec:
 * @format: how to lay the report out
 * @sort: the order of its rows
 * @clock: which clock methods are ranked by
 * @filter: (nullable): the methods to list, %NULL for all
 *
 * What a report on methods shows.
 */
typedef struct
{
  TvReportFormat format;
  TvMethodSort sort;
  TvClock clock;
  const TvMethodSet *filter;
} TvReportMethodsSpec;

gboolean tv_report_methods (const TvProfile *profile, const TvReportMethodsSpec *spec,
                            GOutputStream *out, GCancellable *cancellable,
                            GError **error);

G_END_DECLS
