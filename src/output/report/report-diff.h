/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/diff/diff-choice.h"

G_BEGIN_DECLS

/**
 * TvReportDiffFormat:
 * @TV_REPORT_DIFF_TEXT: a table for people, on one clock
 * @TV_REPORT_DIFF_TSV: a line of titles, then lines of fields separated by TABs
 * @TV_REPORT_DIFF_JSON: one JSON object
 * @TV_REPORT_DIFF_HTML: a page that needs nothing else, on one clock
 *
 * How a comparison is laid out.
 */
typedef enum
{
  TV_REPORT_DIFF_TEXT,
  TV_REPORT_DIFF_TSV,
  TV_REPORT_DIFF_JSON,
  TV_REPORT_DIFF_HTML
} TvReportDiffFormat;

/**
 * TvReportDiffSpec:
 * @format: how it is laid out
 * @titles: what the traces are called, by #TvDiffSide: the names of their files
 * @choice: which rows are listed, and how
 *
 * What is reported of a comparison.
 */
typedef struct
{
  TvReportDiffFormat format;
  const char *titles[TV_N_DIFF_SIDES];
  TvDiffChoice choice;
} TvReportDiffSpec;

gboolean tv_report_diff_format_parse (const char *name, TvReportDiffFormat *format);
gboolean tv_report_diff (const TvTraceDiff *diff, const TvReportDiffSpec *spec,
                         GOutputStream *out, GError **error);

G_END_DECLS
