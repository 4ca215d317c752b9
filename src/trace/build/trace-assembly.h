/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/build/clock-repair.h"
#include "trace/build/event-source.h"

G_BEGIN_DECLS

gboolean tv_trace_assemble (TvTrace *trace, TvEventSource *source,
                            const TvClockRules *rules, const TvLoadOptions *options,
                            GError **error);

G_END_DECLS
