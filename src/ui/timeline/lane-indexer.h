/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lanes/lane-columns.h"

G_BEGIN_DECLS

/* Builds indexes of a trace's big threads in workers, and finds marks and hits in
 * them. */
typedef struct _TvLaneIndexer TvLaneIndexer;

TvLaneIndexer *tv_lane_indexer_new (TvTrace *trace, void (*ready) (gpointer user_data),
                                    gpointer user_data);
void tv_lane_indexer_free (TvLaneIndexer *self);

void tv_lane_indexer_want (TvLaneIndexer *self, const guint32 *threads, guint n_threads,
                           const TvLaneMark *mark);
void tv_lane_indexer_set_hits (TvLaneIndexer *self, TvMethodSet *hit_methods);

/* These return NULL until the result is known. */
TvLaneIndex *tv_lane_indexer_get_index (TvLaneIndexer *self, guint32 thread);
TvLaneMarks *tv_lane_indexer_get_marks (TvLaneIndexer *self, guint32 thread,
                                        const TvLaneMark *mark);
TvLaneHits *tv_lane_indexer_get_hits (TvLaneIndexer *self, guint32 thread,
                                      const TvMethodSet *hit_methods);

G_END_DECLS
