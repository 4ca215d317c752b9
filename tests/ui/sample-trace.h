/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-session.h"

G_BEGIN_DECLS

TvTrace *tv_sample_trace_new (void);
TvTraceSession *tv_sample_session_new (TvTrace *trace);

G_END_DECLS
