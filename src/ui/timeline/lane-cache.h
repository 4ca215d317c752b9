/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gtk/gtk.h>

#include "analysis/lanes/lane-columns.h"
#include "analysis/lanes/lane-hits.h"
#include "draw/lane-raster.h"

G_BEGIN_DECLS

/**
 * TvLaneView:
 * @start: start of the range in view, in nanoseconds on the timeline's axis
 * @end: its end
 * @n_columns: device pixels that show it
 * @scale: device pixels in a pixel
 * @mark: what is highlighted
 *
 * Everything that decides what the lanes of all threads show.
 */
typedef struct
{
  gint64 start;
  gint64 end;
  guint n_columns;
  guint scale;
  TvLaneMark mark;
} TvLaneView;

gboolean tv_lane_view_equal (const TvLaneView *a, const TvLaneView *b);

/**
 * TvLaneData:
 * @thread: index of the thread
 * @view: what the columns were computed for
 * @columns: (array): one for each column of @view
 * @extents: (nullable) (element-type TvExtent): where the highlighted calls are, %NULL
 * if nothing is highlighted
 * @lacks_marks: whether something is highlighted, but it is not known yet where
 * @hit_methods: (nullable): what a search found
 * @hits: (nullable) (array): one of these for each column in which one shows; %NULL if
 * that is not known yet
 *
 * What one lane shows, before it has colours.
 */
typedef struct
{
  guint32 thread;
  TvLaneView view;
  TvLaneColumn *columns;
  GArray *extents;
  gboolean lacks_marks;
  TvMethodSet *hit_methods;
  guint32 *hits;
} TvLaneData;

TvLaneData *tv_lane_data_new (const TvTrace *trace, guint32 thread,
                              const TvLaneView *view);
TvLaneData *tv_lane_data_new_indexed (const TvLaneIndex *index,
                                      const TvLaneMarks *marks, const TvLaneView *view);
void tv_lane_data_find_hits (TvLaneData *data, const TvTrace *trace,
                             const TvLaneHits *hits, TvMethodSet *methods);
gboolean tv_lane_data_lacks_hits (const TvLaneData *data);
TvLaneData *tv_lane_data_new_stretched (const TvLaneData *data, const TvLaneView *view);
void tv_lane_data_free (TvLaneData *data);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvLaneData, tv_lane_data_free)

GskRenderNode *tv_lane_picture_new (const TvLaneData *data,
                                    const TvLaneGeometry *geometry,
                                    const TvLaneStyle *style);

/**
 * TvLaneKept:
 * @data: (nullable): the last that was computed
 * @drawn: whether @picture shows @data, in the present colours
 * @shown: the view that the picture is for
 * @picture: (nullable): the last that was drawn
 * @last_frame: number of the frame that showed it last
 *
 * What is kept of a lane from frame to frame.
 */
typedef struct
{
  TvLaneData *data;
  gboolean drawn;
  TvLaneView shown;
  GskRenderNode *picture;
  guint last_frame;
} TvLaneKept;

void tv_lane_kept_free (TvLaneKept *lane);
gboolean tv_lane_kept_is_for (const TvLaneKept *lane, const TvLaneView *view,
                              const TvMethodSet *hit_methods);
void tv_lane_kept_take (TvLaneKept *lane, TvLaneData *data,
                        const TvMethodSet *hit_methods);
void tv_lane_kept_forget_hits (TvLaneKept *lane);
GskRenderNode *tv_lane_kept_draw (TvLaneKept *lane, const TvLaneView *view,
                                  const TvMethodSet *hit_methods, guint bar_height,
                                  const TvLaneStyle *style);

G_END_DECLS
