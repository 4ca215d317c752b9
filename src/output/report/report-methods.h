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
 * @shares: whether to show what @sort sorts by with its share and the sum of shares up
 *   to there, instead of all times, and leave out methods that have none of it; not for
 *   an order by rank or name
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
