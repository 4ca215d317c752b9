/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/method-set.h"
#include "analysis/sums/ranking.h"
#include "output/table/table.h"

G_BEGIN_DECLS

/**
 * TvReportMethodsSpec:
 * @format: text, TSV or JSON
 * @sort: the order of its rows
 * @clock: the clock that ranks methods
 * @filter: (nullable): the methods to list, %NULL for all
 *
 * What the report of methods shows.
 */
typedef struct
{
  TvTableFormat format;
  TvMethodSort sort;
  TvClock clock;
  const TvMethodSet *filter;
} TvReportMethodsSpec;

gboolean tv_report_methods (const TvProfile *profile, const TvReportMethodsSpec *spec,
                            GOutputStream *out, GCancellable *cancellable,
                            GError **error);

G_END_DECLS
