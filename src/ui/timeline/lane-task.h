/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/timeline/lane-data.h"
#include "ui/timeline/lane-indexer.h"

#include <gio/gio.h>

G_BEGIN_DECLS

TvLaneData *tv_lane_task_compute (TvTrace *trace, TvLaneIndexer *indexer,
                                  guint32 thread, const TvLaneView *view,
                                  TvMethodSet *hit_methods);

void tv_lane_task_compute_async (TvTrace *trace, TvLaneIndexer *indexer,
                                 const GArray *threads, const TvLaneView *view,
                                 TvMethodSet *hit_methods, GCancellable *cancellable,
                                 GAsyncReadyCallback callback, gpointer user_data);
GPtrArray *tv_lane_task_compute_finish (GAsyncResult *result, GError **error);

G_END_DECLS
