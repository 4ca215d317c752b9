/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/method-set.h"
#include "analysis/sums/ranking.h"
#include "output/table/table.h"

G_BEGIN_DECLS

/**
 * TvReportMethodsSpec:
 * @title: the title of a page
 * @format: any format of tables
 * @sort: the order of its rows
 * @clock: the clock that ranks methods
 * @filter: (nullable): the methods to list, %NULL for all
 * @top: the most methods to list
 * @shares: whether to show only the amount that @sort sorts by, its share and the
 *   running sum of shares, and leave out methods without it; not for an order by rank
 * or name
 *
 * What the report of methods shows.
 */
typedef struct
{
  const char *title;
  TvTableFormat format;
  TvMethodSort sort;
  TvClock clock;
  const TvMethodSet *filter;
  guint top;
  gboolean shares;
} TvReportMethodsSpec;

gboolean tv_report_methods (const TvProfile *profile, const TvReportMethodsSpec *spec,
                            GOutputStream *out, GCancellable *cancellable,
                            GError **error);

G_END_DECLS
