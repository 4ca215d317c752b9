/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/thread-set.h"
#include "ui/session/trace-session.h"

G_BEGIN_DECLS

/* The scope: the part of the trace that the session's profile and ranking are of. The
 * property `scope` is notified when another is wanted, `ranking` when its sums are
 * there. */

TvThreadSet *tv_trace_session_get_threads (TvTraceSession *self);
void tv_trace_session_set_threads (TvTraceSession *self, TvThreadSet *threads);

gboolean tv_trace_session_is_restricted_to_range (TvTraceSession *self);
void tv_trace_session_set_restricted_to_range (TvTraceSession *self,
                                               gboolean restricted);

G_END_DECLS
