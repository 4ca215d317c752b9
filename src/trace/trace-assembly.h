/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/clock-repair.h"
#include "trace/event-source.h"
#include "trace/record-pass.h"

G_BEGIN_DECLS

gboolean tv_trace_assemble (TvTrace *trace, TvEventSource *source,
                            const TvClockRules *rules, const TvRecordListener *listener,
                            GCancellable *cancellable, GError **error);

G_END_DECLS
