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

void tv_report_calls_add_time (TvTextWriter *writer, gint64 nanoseconds, guint width,
                               gboolean whole);
void tv_report_calls_add_percent (TvTextWriter *writer, gint64 part, gint64 whole,
                                  guint decimals, guint width);

void tv_report_calls_write_text (const TvReportCallsPart *part, TvTextWriter *writer);
void tv_report_calls_write_dmtracedump (const TvReportCallsPart *part,
                                        TvTextWriter *writer);
void tv_report_calls_write_html (const TvReportCallsPart *part, TvTextWriter *writer);

G_END_DECLS
