/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-session.h"

G_BEGIN_DECLS

/**
 * TvTraceMatch:
 *
 * The threads and methods of a trace that correspond to those of another, such as of a
 * reloaded file. Threads are paired by tv_trace_pair_threads(), methods by
 * tv_method_append_key().
 */
typedef struct _TvTraceMatch TvTraceMatch;

TvTraceMatch *tv_trace_match_new (TvTrace *before, TvTrace *now);
void tv_trace_match_free (TvTraceMatch *self);
void tv_trace_match_hold_file (TvTraceMatch *self, guint file);

TvTrace *tv_trace_match_get_before (const TvTraceMatch *self);
TvTrace *tv_trace_match_get_now (const TvTraceMatch *self);
guint32 tv_trace_match_thread (const TvTraceMatch *self, guint32 thread);
guint32 tv_trace_match_method (const TvTraceMatch *self, guint32 method);
TvCallPath *tv_trace_match_dup_path (const TvTraceMatch *self, const TvCallPath *path);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTraceMatch, tv_trace_match_free)

void tv_trace_session_continue (TvTraceSession *self, TvTraceSession *before,
                                TvTraceMatch *match);
const TvTraceMatch *tv_trace_session_get_match (TvTraceSession *self);
void tv_trace_session_set_match (TvTraceSession *self, TvTraceMatch *match);

G_END_DECLS
