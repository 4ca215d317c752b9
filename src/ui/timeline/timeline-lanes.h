/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lanes/lane-columns.h"
#include "draw/lane-raster.h"
#include "draw/palette.h"
#include "ui/timeline/row-pictures.h"

G_BEGIN_DECLS

/* The indexes that make a lane quick to compute; each is NULL until it is known. */
typedef struct
{
  TvLaneIndex *index;
  TvLaneMarks *marks;
  TvLaneHits *hits;
} TvLaneHelp;

TvLaneHelp tv_lane_help_ref (TvLaneHelp help);
void tv_lane_help_clear (TvLaneHelp *help);

/* The columns of a lane, before they have colours. */
typedef struct
{
  TvRowData row;
  TvTrace *trace;
  TvLaneMark mark;          /* the highlighted calls */
  TvMethodSet *hit_methods; /* hits of a search, or NULL */
  TvLaneHelp help;          /* without an index, the calls are walked over */
  TvLaneColumn *columns;    /* one for each column of the view */
  GArray *extents;          /* the places of highlighted calls; NULL if not known */
} TvLaneData;

TvLaneData *tv_lane_data_new (TvTrace *trace, const TvRowData *row,
                              const TvLaneMark *mark, TvMethodSet *hit_methods,
                              TvLaneHelp help);
void tv_lane_data_compute (TvLaneData *data);
void tv_lane_data_free (TvLaneData *data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvLaneData, tv_lane_data_free)

GskRenderNode *tv_lane_picture_new (const TvLaneData *data,
                                    const TvLaneGeometry *geometry,
                                    const TvLaneStyle *style);

/* Builds indexes of a trace's big threads in workers, and finds marks and hits in
 * them. */
typedef struct _TvLaneIndexer TvLaneIndexer;

TvLaneIndexer *tv_lane_indexer_new (TvTrace *trace, void (*ready) (gpointer user_data),
                                    gpointer user_data);
void tv_lane_indexer_free (TvLaneIndexer *self);

void tv_lane_indexer_request (TvLaneIndexer *self, const TvRowWish *wishes,
                              guint n_wishes, const TvLaneMark *mark);
void tv_lane_indexer_set_hits (TvLaneIndexer *self, TvMethodSet *hit_methods);

TvLaneHelp tv_lane_indexer_get (TvLaneIndexer *self, guint32 thread,
                                const TvLaneMark *mark, const TvMethodSet *hit_methods);

/* The timeline's lanes, a kind of row: a thread's calls as one strip. */
typedef struct _TvTimelineLanes TvTimelineLanes;

TvTimelineLanes *tv_timeline_lanes_new (void (*ready) (gpointer user_data),
                                        gpointer user_data);
void tv_timeline_lanes_free (TvTimelineLanes *self);

void tv_timeline_lanes_set_trace (TvTimelineLanes *self, TvTrace *trace);
void tv_timeline_lanes_set_colors (TvTimelineLanes *self, const TvDrawColors *colors,
                                   TvMethodColors *method_colors);
void tv_timeline_lanes_set_hits (TvTimelineLanes *self, TvMethodSet *methods);
void tv_timeline_lanes_get_style (TvTimelineLanes *self, TvLaneStyle *style);
void tv_timeline_lanes_set_bar_height (TvTimelineLanes *self, guint height);
void tv_timeline_lanes_prepare (TvTimelineLanes *self, const TvRowSpan *span,
                                const TvLaneMark *mark, const TvRowWish *threads,
                                guint n_threads);
void tv_timeline_lanes_snapshot (TvTimelineLanes *self, guint32 thread,
                                 GtkSnapshot *snapshot, int x, int y);
const TvLaneData *tv_timeline_lanes_get (const TvTimelineLanes *self, guint32 thread);
gboolean tv_timeline_lanes_is_working (const TvTimelineLanes *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTimelineLanes, tv_timeline_lanes_free)

G_END_DECLS
