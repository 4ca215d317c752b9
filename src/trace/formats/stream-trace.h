/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/input/trace-input.h"
#include "trace/model/trace.h"

G_BEGIN_DECLS

TvTrace *tv_stream_trace_read (const TvTraceInput *input,
                               GFileProgressCallback progress, gpointer progress_data,
                               GCancellable *cancellable, GError **error);

G_END_DECLS
