/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/profile.h"
#include "output/table/text-writer.h"
#include "trace/build/trace-records.h"

G_BEGIN_DECLS

void tv_dmtracedump_begin_records (TvTextWriter *writer, const TvTrace *trace);
void tv_dmtracedump_add_records (TvTextWriter *writer, const TvTrace *trace,
                                 const TvRecord *records, gsize n);

/**
 * TvDmtracedumpDiff:
 * @runs: (array length=2): the traces, the old one first
 * @names: (array length=2): their names
 * @as_html: whether a page is written, rather than text
 *
 * What `dmtracedump -d` compares.
 */
typedef struct
{
  TvTrace *runs[2];
  const char *names[2];
  gboolean as_html;
} TvDmtracedumpDiff;

gboolean tv_dmtracedump_diff (const TvDmtracedumpDiff *diff, GOutputStream *out,
                              GCancellable *cancellable, GError **error);

G_END_DECLS
