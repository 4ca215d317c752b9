/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/build/call-scan.h"
#include "trace/model/trace-private.h"
#include "trace/tables/thread-table.h"

G_BEGIN_DECLS

/**
 * TvCallBuilder:
 *
 * The second pass over the events: turns them into the call and wait columns of a
 * trace, each part of the file for itself.
 */
typedef struct _TvCallBuilder TvCallBuilder;

/**
 * TvPartBuild:
 *
 * The second pass over one part. Several parts may be built at a time.
 */
typedef struct _TvPartBuild TvPartBuild;

TvCallBuilder *tv_call_builder_new (TvTrace *trace, const TvCallScan *scan,
                                    const TvThreadTable *threads);
gboolean tv_call_builder_finish (TvCallBuilder *builder, GPtrArray *parts,
                                 guint n_workers, GCancellable *cancellable,
                                 GError **error);
void tv_call_builder_free (TvCallBuilder *builder);

TvPartBuild *tv_part_build_new (const TvCallBuilder *builder, const TvPartStart *start);
TvEventSink *tv_part_build_get_sink (TvPartBuild *part);
void tv_part_build_free (TvPartBuild *part);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallBuilder, tv_call_builder_free)

G_END_DECLS
