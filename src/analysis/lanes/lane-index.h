/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvLaneIndex:
 *
 * Sums over the calls of one thread, with which the columns of a lane take time for
 * each column and not for each call.
 *
 * Immutable and reference-counted: any thread may read it.
 */
typedef struct _TvLaneIndex TvLaneIndex;

gboolean tv_lane_index_is_useful (const TvTrace *trace, guint thread);
TvLaneIndex *tv_lane_index_new (TvTrace *trace, guint thread,
                                GCancellable *cancellable);
TvLaneIndex *tv_lane_index_ref (TvLaneIndex *index);
void tv_lane_index_unref (TvLaneIndex *index);

guint tv_lane_index_get_thread (const TvLaneIndex *index);
gsize tv_lane_index_get_size (const TvLaneIndex *index);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvLaneIndex, tv_lane_index_unref)

G_END_DECLS
