/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "output/table/text-writer.h"
#include "trace/build/trace-records.h"

G_BEGIN_DECLS

void tv_dmtracedump_begin_records (TvTextWriter *writer, const TvTrace *trace);
void tv_dmtracedump_add_records (TvTextWriter *writer, const TvTrace *trace,
                                 const TvRecord *records, gsize n);

G_END_DECLS
