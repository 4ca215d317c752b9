/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "support/trace-writer.h"
#include "ui/session/trace-session.h"

G_BEGIN_DECLS

TvTrace *tv_sample_trace_new (void);
TvTraceWriter *tv_sample_script (TvWriterClock clock);
TvTraceWriter *tv_sample_script_base (void);
TvTraceSession *tv_sample_session_new (TvTrace *trace);
TvTraceSession *tv_sample_session_new_compared (TvTrace *trace, TvTrace *base);

G_END_DECLS
