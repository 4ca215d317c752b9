/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

void tv_assert_calls (const TvTrace *trace, guint32 thread_id, const char *expected);
void tv_assert_no_warning (const TvTrace *trace);
void tv_assert_only_warning (const TvTrace *trace, TvWarningKind kind);
void tv_assert_same_events (const TvTrace *trace, const TvTrace *expected,
                            const char *what);

G_END_DECLS
