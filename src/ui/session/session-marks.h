/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-session.h"

G_BEGIN_DECLS

/**
 * TvMark:
 * @TV_MARK_A: the first
 * @TV_MARK_B: the second
 *
 * Two moments that a person marks, to see how far they are from each other.
 */
typedef enum
{
  TV_MARK_A,
  TV_MARK_B
} TvMark;

#define TV_N_MARKS 2

gboolean tv_trace_session_get_mark (TvTraceSession *self, TvMark mark, gint64 *time);
void tv_trace_session_set_mark (TvTraceSession *self, TvMark mark, gint64 time);
void tv_trace_session_set_next_mark (TvTraceSession *self, gint64 time);
void tv_trace_session_clear_marks (TvTraceSession *self);

G_END_DECLS
