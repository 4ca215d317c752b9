/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "output/report/report-diff.h"
#include "output/table/report-writer.h"

G_BEGIN_DECLS

/* What the files that lay a comparison out share. */
typedef struct
{
  const TvTraceDiff *diff;
  const TvReportDiffSpec *spec;
  TvReportWriter *writer;
  const guint32 *rows;
  guint n_rows;
} TvReportDiff;

/* One number of a row in both traces. Calls are no times. */
typedef struct
{
  gint64 old;
  gint64 now;
  gboolean is_time;
} TvDiffPair;

/* Columns of a comparison for people. */
typedef enum
{
  TV_DIFF_COLUMN_OLD,
  TV_DIFF_COLUMN_NEW,
  TV_DIFF_COLUMN_CHANGE,
  TV_DIFF_COLUMN_PERCENT,
  TV_DIFF_COLUMN_METHOD
} TvDiffColumnKind;

typedef enum
{
  TV_DIFF_EXCLUSIVE,
  TV_DIFF_INCLUSIVE,
  TV_DIFF_WAITING,
  TV_DIFF_CALLS
} TvDiffMeasure;

typedef struct
{
  TvDiffColumnKind kind;
  TvDiffMeasure measure;
  const char *title;
} TvDiffColumn;

#define TV_DIFF_MAX_COLUMNS 16

guint tv_report_diff_list_columns (const TvReportDiff *report, TvDiffColumn *columns);
TvDiffPair tv_report_diff_get_pair (const TvDiffRow *row, TvDiffMeasure measure,
                                    TvClock clock);
void tv_report_diff_append_cell (const TvReportDiff *report, const TvDiffColumn *column,
                                 const TvDiffRow *row, GString *text);
void tv_report_diff_append_percent (GString *text, gint64 old, gint64 now);
char *tv_report_diff_dup_clock (const TvReportDiff *report);
char *tv_report_diff_dup_total (const TvReportDiff *report);
char *tv_report_diff_dup_counts (const TvReportDiff *report);

void tv_report_diff_write_tsv (const TvReportDiff *report);
void tv_report_diff_write_json (const TvReportDiff *report);
void tv_report_diff_write_html (const TvReportDiff *report);

G_END_DECLS
