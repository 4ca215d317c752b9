/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-session.h"

G_BEGIN_DECLS

/* The selected range of time, which the session's profile and ranking are of. */

gboolean tv_trace_session_get_range (TvTraceSession *self, gint64 *start, gint64 *end);
void tv_trace_session_set_range (TvTraceSession *self, gint64 start, gint64 end);
void tv_trace_session_drag_range (TvTraceSession *self, gint64 start, gint64 end);
void tv_trace_session_clear_range (TvTraceSession *self);

void tv_trace_session_enter_range (TvTraceSession *self);
guint tv_trace_session_get_range_depth (TvTraceSession *self);
void tv_trace_session_get_range_step (TvTraceSession *self, guint depth, gint64 *start,
                                      gint64 *end);
void tv_trace_session_go_back_to_range (TvTraceSession *self, guint depth);

guint64 tv_trace_session_count_calls_in_range (TvTraceSession *self);
gboolean tv_trace_session_is_summing (TvTraceSession *self);

G_END_DECLS
