/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "output/report/call-report.h"
#include "output/table/text-writer.h"

G_BEGIN_DECLS

/**
 * TvReportCallsPart:
 * @report: what is reported
 * @heading: (nullable): name of its thread, %NULL for all threads
 * @thread: index of its thread, %TV_THREAD_NONE for all
 *
 * One of the reports that are written.
 */
typedef struct
{
  const TvCallReport *report;
  const char *heading;
  guint32 thread;
} TvReportCallsPart;

/* What a line sums up. */
typedef enum
{
  TV_REST_METHODS,
  TV_REST_CALLERS,
  TV_REST_CALLEES,
  TV_REST_CLASSES,
  TV_REST_NAMES
} TvReportCallsRestKind;

/**
 * TvReportCallsRest:
 * @kind: what they are
 * @n: how many there are
 * @time: their inclusive or exclusive times, summed
 * @calls: their calls, summed
 * @recursive_calls: those that are recursive, if they are told apart
 *
 * What has no line of its own.
 */
typedef struct
{
  TvReportCallsRestKind kind;
  guint n;
  gint64 time;
  guint64 calls;
  guint64 recursive_calls;
} TvReportCallsRest;

TvReportCallsRest tv_report_calls_sum_methods (const TvCallReport *report);
TvReportCallsRest tv_report_calls_sum_relatives (const TvCallReport *report, guint row,
                                                 TvRelation relation);
TvReportCallsRest tv_report_calls_sum_members (const TvCallReport *report,
                                               const TvCallReportGroup *group);
TvReportCallsRest tv_report_calls_sum_groups (const TvCallReport *report,
                                              TvCallReportGrouping grouping);
char *tv_report_calls_dup_label (const TvReportCallsRest *rest);
char *tv_report_calls_dup_rest_of_entries (const TvCallReport *report);
char *tv_report_calls_dup_relatives_note (const TvCallReport *report);

void tv_report_calls_add_time (TvTextWriter *writer, gint64 nanoseconds, guint width,
                               gboolean whole);
void tv_report_calls_add_percent (TvTextWriter *writer, gint64 part, gint64 whole,
                                  guint decimals, guint width);

void tv_report_calls_write_text (const TvReportCallsPart *part, TvTextWriter *writer);
void tv_report_calls_write_dmtracedump (const TvReportCallsPart *part,
                                        TvTextWriter *writer);
void tv_report_calls_write_html (const TvReportCallsPart *part, TvTextWriter *writer);

G_END_DECLS
