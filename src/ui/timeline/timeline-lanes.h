/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "draw/lane-raster.h"
#include "draw/palette.h"
#include "ui/timeline/lane-cache.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvTimelineLanes:
 *
 * The pictures of the timeline's lanes. A lane whose columns cannot be had within a
 * frame is computed in a worker, and until then its last columns are stretched to the
 * range in view.
 *
 * Signals: `ready` when a worker brought lanes that want to be drawn.
 */
#define TV_TYPE_TIMELINE_LANES (tv_timeline_lanes_get_type ())

G_DECLARE_FINAL_TYPE (TvTimelineLanes, tv_timeline_lanes, TV, TIMELINE_LANES, GObject)

TvTimelineLanes *tv_timeline_lanes_new (void);

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
gboolean tv_timeline_lanes_get_column (TvTimelineLanes *self, guint32 thread,
                                       guint column, TvLaneColumn *result);
gboolean tv_timeline_lanes_is_working (TvTimelineLanes *self);

G_END_DECLS
