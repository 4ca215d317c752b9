/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/mapping/name-mapping.h"
#include "trace/model/trace.h"

G_BEGIN_DECLS

TvTrace *tv_trace_new_renamed (TvTrace *trace, const TvNameMapping *mapping,
                               GCancellable *cancellable, GError **error);
void tv_trace_rename_methods (TvTrace *trace, const TvNameMapping *mapping,
                              GCancellable *cancellable);
guint tv_trace_count_renamed (const TvTrace *renamed);

G_END_DECLS
