/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "support/trace-writer.h"
#include "trace/formats/trace-loader.h"

G_BEGIN_DECLS

gboolean tv_test_has_trace (const char *name);
char *tv_test_trace_path (const char *name);

TvTrace *tv_test_load_path (const char *path, GError **error);
TvTrace *tv_test_load_bytes (GBytes *bytes, GError **error);
TvTrace *tv_test_load (const TvTraceWriter *writer);

TvTraceWriter *tv_test_writer_new (TvWriterClock clock);
void tv_test_write_calls (TvTraceWriter *writer, const char *calls);
TvTrace *tv_test_trace (TvWriterClock clock, const char *calls);

guint32 tv_test_find_method (const TvTrace *trace, const char *full_name);
guint32 tv_test_find_thread (const TvTrace *trace, guint32 id);
guint64 tv_test_count_warnings (const TvTrace *trace, TvWarningKind kind);
char *tv_test_calls_to_string (const TvTrace *trace, guint thread);

G_END_DECLS
