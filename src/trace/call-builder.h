/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/call-scan.h"
#include "trace/thread-table.h"
#include "trace/trace-private.h"

G_BEGIN_DECLS

/**
 * TvCallBuilder:
 *
 * The second pass over the events: turns them into the call and wait columns of a
 * trace.
 */
typedef struct _TvCallBuilder TvCallBuilder;

TvCallBuilder *tv_call_builder_new (TvTrace *trace, const TvCallScan *scan,
                                    const TvThreadTable *threads);
TvEventSink *tv_call_builder_get_sink (TvCallBuilder *builder);
gboolean tv_call_builder_finish (TvCallBuilder *builder, GError **error);
void tv_call_builder_free (TvCallBuilder *builder);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallBuilder, tv_call_builder_free)

G_END_DECLS
