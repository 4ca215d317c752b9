/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/method-set.h"
#include "analysis/sums/thread-range.h"
#include "output/table/table.h"
#include "trace/build/trace-records.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvRecordChoice:
 * @start: nanoseconds on the wall clock, or on the CPU clock of a thread if there is no
 *   other
 * @end: the same, included
 * @threads: (nullable): their threads, %NULL for all
 * @methods: (nullable): their methods, %NULL for all
 * @top: the most records to write
 *
 * Which records are written.
 */
typedef struct
{
  gint64 start;
  gint64 end;
  const TvThreadSet *threads;
  const TvMethodSet *methods;
  guint top;
} TvRecordChoice;

/**
 * TvRecordReport:
 *
 * A report that writes records as they are read.
 */
typedef struct _TvRecordReport TvRecordReport;

TvRecordReport *tv_record_report_new (const TvTrace *trace, TvTableFormat format,
                                      const char *title, GOutputStream *out);
void tv_record_report_free (TvRecordReport *report);
gboolean tv_record_report_add (TvRecordReport *report, const TvRecordChoice *choice,
                               const TvRecord *records, gsize n);
gboolean tv_record_report_finish (TvRecordReport *report, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvRecordReport, tv_record_report_free)

G_END_DECLS
