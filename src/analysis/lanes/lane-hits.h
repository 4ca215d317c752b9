/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lanes/lane-index.h"
#include "analysis/sums/method-set.h"

G_BEGIN_DECLS

/**
 * TvLaneHits:
 *
 * Where calls of a set of methods show in the lane of a thread that has a #TvLaneIndex.
 *
 * Immutable and reference-counted: any thread may read it.
 */
typedef struct _TvLaneHits TvLaneHits;

TvLaneHits *tv_lane_hits_new (TvLaneIndex *index, TvMethodSet *methods,
                              GCancellable *cancellable);
TvLaneHits *tv_lane_hits_ref (TvLaneHits *hits);
void tv_lane_hits_unref (TvLaneHits *hits);

gboolean tv_lane_hits_is_for (const TvLaneHits *hits, const TvLaneIndex *index,
                              const TvMethodSet *methods);
gsize tv_lane_hits_get_size (const TvLaneHits *hits);

void tv_lane_hits_columns (const TvTrace *trace, guint thread,
                           const TvMethodSet *methods, gint64 start, gint64 end,
                           guint32 *columns, guint n_columns);
void tv_lane_hits_columns_indexed (const TvLaneHits *hits, gint64 start, gint64 end,
                                   guint32 *columns, guint n_columns);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvLaneHits, tv_lane_hits_unref)

G_END_DECLS
