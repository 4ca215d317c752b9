/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lanes/lane-columns.h"

G_BEGIN_DECLS

/* What makes a lane quick to compute; each is NULL until it is known. */
typedef struct
{
  TvLaneIndex *index;
  TvLaneMarks *marks;
  TvLaneHits *hits;
} TvLaneHelp;

TvLaneHelp tv_lane_help_ref (TvLaneHelp help);
void tv_lane_help_clear (TvLaneHelp *help);

/* Builds indexes of a trace's big threads in workers, and finds marks and hits in
 * them. */
typedef struct _TvLaneIndexer TvLaneIndexer;

TvLaneIndexer *tv_lane_indexer_new (TvTrace *trace, void (*ready) (gpointer user_data),
                                    gpointer user_data);
void tv_lane_indexer_free (TvLaneIndexer *self);

void tv_lane_indexer_want (TvLaneIndexer *self, const guint32 *threads, guint n_threads,
                           const TvLaneMark *mark);
void tv_lane_indexer_set_hits (TvLaneIndexer *self, TvMethodSet *hit_methods);

TvLaneHelp tv_lane_indexer_get (TvLaneIndexer *self, guint32 thread,
                                const TvLaneMark *mark, const TvMethodSet *hit_methods);

G_END_DECLS
