/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>
#include <glib-object.h>

#include "analysis/lanes/lane-columns.h"
#include "analysis/lanes/lane-hits.h"
#include "ui/timeline/lane-cache.h"

G_BEGIN_DECLS

/**
 * TvLaneIndexer:
 *
 * The indexes of the big threads of a trace, and what is highlighted in them. They are
 * made in a worker, one thread after the other.
 *
 * Signals: `ready` when something has been made.
 */
#define TV_TYPE_LANE_INDEXER (tv_lane_indexer_get_type ())

G_DECLARE_FINAL_TYPE (TvLaneIndexer, tv_lane_indexer, TV, LANE_INDEXER, GObject)

TvLaneIndexer *tv_lane_indexer_new (TvTrace *trace);

void tv_lane_indexer_want (TvLaneIndexer *self, const guint32 *threads, guint n_threads,
                           const TvLaneMark *mark);
void tv_lane_indexer_set_hits (TvLaneIndexer *self, TvMethodSet *hit_methods);
void tv_lane_indexer_stop (TvLaneIndexer *self);

TvLaneIndex *tv_lane_indexer_get_index (TvLaneIndexer *self, guint32 thread);
TvLaneMarks *tv_lane_indexer_get_marks (TvLaneIndexer *self, guint32 thread,
                                        const TvLaneMark *mark);
TvLaneHits *tv_lane_indexer_get_hits (TvLaneIndexer *self, guint32 thread,
                                      const TvMethodSet *hit_methods);

TvLaneData *tv_lane_task_compute (TvTrace *trace, TvLaneIndexer *indexer,
                                  guint32 thread, const TvLaneView *view,
                                  TvMethodSet *hit_methods);

void tv_lane_task_compute_async (TvTrace *trace, TvLaneIndexer *indexer,
                                 const GArray *threads, const TvLaneView *view,
                                 TvMethodSet *hit_methods, GCancellable *cancellable,
                                 GAsyncReadyCallback callback, gpointer user_data);
GPtrArray *tv_lane_task_compute_finish (GAsyncResult *result, GError **error);

G_END_DECLS
