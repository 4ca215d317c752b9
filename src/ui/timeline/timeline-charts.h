/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "draw/lane-raster.h"
#include "ui/timeline/chart-task.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvTimelineCharts:
 *
 * The call charts of the timeline's rows. Only the levels in sight are worked out, and
 * some around them for scrolling. A chart that cannot be had within a frame is computed
 * in a worker, and until then the last one is stretched to the range in view.
 *
 * Signals: `ready` when a worker brought charts that want to be drawn.
 */
#define TV_TYPE_TIMELINE_CHARTS (tv_timeline_charts_get_type ())

G_DECLARE_FINAL_TYPE (TvTimelineCharts, tv_timeline_charts, TV, TIMELINE_CHARTS,
                      GObject)

TvTimelineCharts *tv_timeline_charts_new (GtkWidget *widget);

void tv_timeline_charts_set_stacks (TvTimelineCharts *self, TvCallStacks *stacks);
void tv_timeline_charts_set_hits (TvTimelineCharts *self, TvMethodSet *methods);
void tv_timeline_charts_forget_colors (TvTimelineCharts *self);
void tv_timeline_charts_write_anew (TvTimelineCharts *self, TvCallStacks *renamed);
void tv_timeline_charts_prepare (TvTimelineCharts *self, const TvChartSpan *span,
                                 guint scale, const GArray *wishes);
void tv_timeline_charts_snapshot (TvTimelineCharts *self, const TvChartWish *levels,
                                  const TvLaneStyle *style, GtkSnapshot *snapshot,
                                  float x, float y);
gboolean tv_timeline_charts_find (TvTimelineCharts *self, guint32 thread, guint level,
                                  guint column, TvChartBox *box);

G_END_DECLS
