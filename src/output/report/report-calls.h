/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "output/report/call-report.h"

G_BEGIN_DECLS

/**
 * TvReportCallsLayout:
 * @TV_REPORT_CALLS_TEXT: text for people
 * @TV_REPORT_CALLS_HTML: a self-contained page
 * @TV_REPORT_CALLS_DMTRACEDUMP: text as dmtracedump writes it, for scripts that read it
 *
 * The layout of the report.
 */
typedef enum
{
  TV_REPORT_CALLS_TEXT,
  TV_REPORT_CALLS_HTML,
  TV_REPORT_CALLS_DMTRACEDUMP
} TvReportCallsLayout;

/**
 * TvReportCallsSpec:
 * @layout: its layout
 * @title: title of the page: the name of the file
 * @part: the range of time and the threads
 * @per_thread: whether each thread gets a report of its own
 * @report: what each report shows
 *
 * What the report of dmtracedump shows.
 */
typedef struct
{
  TvReportCallsLayout layout;
  const char *title;
  TvProfileRange part;
  gboolean per_thread;
  TvCallReportSpec report;
} TvReportCallsSpec;

gboolean tv_report_calls (TvTrace *trace, const TvReportCallsSpec *spec,
                          GOutputStream *out, GCancellable *cancellable,
                          GError **error);

G_END_DECLS
