/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/trace-session.h"

G_BEGIN_DECLS

char *tv_range_dup_text (TvTraceSession *session, gint64 start, gint64 end);
char *tv_range_dup_short_text (TvTraceSession *session, gint64 start, gint64 end);
char *tv_range_dup_step_text (TvTraceSession *session, guint depth);
char *tv_scope_dup_text (TvTraceSession *session);
char *tv_range_dup_marks_text (TvTraceSession *session);

G_END_DECLS
