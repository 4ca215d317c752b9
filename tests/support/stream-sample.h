/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "support/stream-writer.h"
#include "trace/model/trace.h"

G_BEGIN_DECLS

TvTraceWriter *tv_sample_tables (guint version, TvWriterClock clock);
void tv_sample_call (TvStreamWriter *writer, guint thread, guint32 method, guint start,
                     guint end);
TvTrace *tv_test_load_stream (const TvStreamWriter *writer);

G_END_DECLS
