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
 * @start: the first time, in nanoseconds on the wall clock, or on the thread's CPU
 * clock if the file has no other
 * @end: the last time, included
 * @threads: (nullable): the threads, %NULL for all
 * @methods: (nullable): the methods, %NULL for all
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
