/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <gio/gio.h>
#include <gtk/gtk.h>

#include "analysis/charts/call-chart.h"
#include "draw/lane-raster.h"
#include "ui/timeline/chart-hit-finder.h"

G_BEGIN_DECLS

/**
 * TvChartSpan:
 * @start: start of the range in view, in nanoseconds on the timeline's axis
 * @end: its end
 * @n_columns: device pixels that show it
 *
 * The columns of all charts.
 */
typedef struct
{
  gint64 start;
  gint64 end;
  guint n_columns;
} TvChartSpan;

/**
 * TvChartWish:
 * @thread: index of a thread
 * @first_level: the topmost level that is wanted
 * @n_levels: how many are
 *
 * A chart that is asked for.
 */
typedef struct
{
  guint32 thread;
  guint first_level;
  guint n_levels;
} TvChartWish;

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
