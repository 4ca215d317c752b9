/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "draw/lane-raster.h"
#include "ui/timeline/lane-data.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

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
