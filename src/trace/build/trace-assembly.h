/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/build/clock-repair.h"
#include "trace/build/event-source.h"
#include "trace/build/record-pass.h"

G_BEGIN_DECLS

gboolean tv_trace_assemble (TvTrace *trace, TvEventSource *source,
                            const TvClockRules *rules, const TvRecordListener *listener,
                            GCancellable *cancellable, GError **error);

G_END_DECLS
