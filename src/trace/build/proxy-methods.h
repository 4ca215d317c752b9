/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace-public.h"

G_BEGIN_DECLS

void tv_trace_mark_proxies (TvTrace *trace);

G_END_DECLS
