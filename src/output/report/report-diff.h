/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/diff/trace-diff.h"
#include "output/table/table.h"

G_BEGIN_DECLS

/**
 * TvReportDiffSpec:
 * @format: any format of tables
 * @trace: the new trace, which says what it has
 * @titles: names of the files, by #TvDiffSide
 * @choice: the rows to list and their order
 * @top: the most rows to list
 *
 * What the report of a comparison shows.
 */
typedef struct
{
  TvTableFormat format;
  const TvTrace *trace;
  const char *titles[TV_N_DIFF_SIDES];
  TvDiffChoice choice;
  guint top;
} TvReportDiffSpec;

gboolean tv_report_diff (const TvTraceDiff *diff, const TvReportDiffSpec *spec,
                         GOutputStream *out, GError **error);

G_END_DECLS
