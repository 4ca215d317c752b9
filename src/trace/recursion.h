/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/trace-private.h"

G_BEGIN_DECLS

void tv_trace_mark_recursion (TvTrace *trace, guint n_workers);

G_END_DECLS
