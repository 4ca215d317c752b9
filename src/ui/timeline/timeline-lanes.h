/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lanes/lane-columns.h"
#include "draw/lane-raster.h"
#include "draw/palette.h"
#include <gtk/gtk.h>

G_BEGIN_DECLS

/* What all lanes depend on. */
typedef struct
{
  gint64 start; /* start of the range in view, in nanoseconds on the timeline's axis */
  gint64 end;   /* its end */
  guint n_columns; /* device pixels that show it */
  guint scale;     /* device pixels in a pixel */
  TvLaneMark mark; /* what is highlighted */
} TvLaneView;

gboolean tv_lane_view_equal (const TvLaneView *a, const TvLaneView *b);

/* The columns of a lane, before they have colours. */
typedef struct
{
  guint32 thread;        /* index of the thread */
  TvLaneView view;       /* what the columns were computed for */
  TvLaneColumn *columns; /* one for each column of view */
  GArray *extents; /* where the highlighted calls are, NULL if nothing is highlighted */
  gboolean lacks_marks;     /* something is highlighted, but not known yet where */
  gboolean lacks_hits;      /* it is not known yet where the hits of a search are */
  TvMethodSet *hit_methods; /* what a search found, or NULL */
} TvLaneData;

TvLaneData *tv_lane_data_new (const TvTrace *trace, guint32 thread,
                              const TvLaneView *view, TvMethodSet *methods);
TvLaneData *tv_lane_data_new_stretched (const TvLaneData *data, const TvLaneView *view);
void tv_lane_data_free (TvLaneData *data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvLaneData, tv_lane_data_free)

GskRenderNode *tv_lane_picture_new (const TvLaneData *data,
                                    const TvLaneGeometry *geometry,
                                    const TvLaneStyle *style);

/* A lane that is kept between frames. */
typedef struct
{
  TvLaneData *data;       /* the last that was computed, or NULL */
  gboolean drawn;         /* whether picture shows data, in the present colours */
  TvLaneView shown;       /* the view that the picture is for */
  GskRenderNode *picture; /* the last that was drawn, or NULL */
  guint last_frame;       /* number of the frame that showed it last */
} TvLaneCache;

void tv_lane_cache_free (TvLaneCache *lane);
gboolean tv_lane_cache_is_for (const TvLaneCache *lane, const TvLaneView *view,
                               const TvMethodSet *hit_methods);
void tv_lane_cache_take (TvLaneCache *lane, TvLaneData *data,
                         const TvMethodSet *hit_methods);
void tv_lane_cache_forget_hits (TvLaneCache *lane);

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

/* The pictures of the timeline's lanes. A lane that takes longer than a frame is
 * computed by a job; until then its last columns are stretched to the range in view. */
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
void tv_timeline_lanes_prepare (TvTimelineLanes *self, const TvLaneView *view,
                                const guint32 *threads, guint n_threads);
void tv_timeline_lanes_snapshot (TvTimelineLanes *self, guint32 thread,
                                 GtkSnapshot *snapshot, int x, int y);
const TvLaneColumn *tv_timeline_lanes_get_columns (TvTimelineLanes *self,
                                                   guint32 thread);
gboolean tv_timeline_lanes_get_column (TvTimelineLanes *self, guint32 thread,
                                       guint column, TvLaneColumn *result);
gboolean tv_timeline_lanes_is_working (TvTimelineLanes *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTimelineLanes, tv_timeline_lanes_free)

G_END_DECLS
