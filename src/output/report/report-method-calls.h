/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lookup/method-calls.h"
#include "output/table/table.h"

G_BEGIN_DECLS

/**
 * TvMethodCallsReport:
 * @calls: the calls
 * @title: a heading, if the format has one
 * @format: any format of tables
 * @sort: their order
 * @clock: the clock of @sort
 * @top: the most calls to list
 *
 * What the report of calls shows.
 */
typedef struct
{
  const TvMethodCalls *calls;
  const char *title;
  TvTableFormat format;
  TvCallNumber sort;
  TvClock clock;
  guint top;
} TvMethodCallsReport;

gboolean tv_report_method_calls (const TvMethodCallsReport *report, GOutputStream *out,
                                 GCancellable *cancellable, GError **error);

G_END_DECLS
