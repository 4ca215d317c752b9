/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/charts/call-chart.h"
#include "ui/timeline/row-pictures.h"
#include "ui/widgets/chart-picture.h"

G_BEGIN_DECLS

/* The call charts of the timeline's rows, a kind of row: the levels of a thread's
 * stack. Only the levels in sight are computed, and some around them for scrolling. */
typedef struct _TvTimelineCharts TvTimelineCharts;

TvTimelineCharts *tv_timeline_charts_new (GtkWidget *widget,
                                          void (*ready) (gpointer user_data),
                                          gpointer user_data);
void tv_timeline_charts_free (TvTimelineCharts *self);

void tv_timeline_charts_set_stacks (TvTimelineCharts *self, TvCallStacks *stacks);
void tv_timeline_charts_set_hits (TvTimelineCharts *self, TvMethodSet *methods);
void tv_timeline_charts_forget_colors (TvTimelineCharts *self);
void tv_timeline_charts_refresh_names (TvTimelineCharts *self, TvCallStacks *renamed);
void tv_timeline_charts_prepare (TvTimelineCharts *self, const TvRowSpan *span,
                                 const TvLaneStyle *style, const TvRowWish *wishes,
                                 guint n_wishes);
void tv_timeline_charts_snapshot (TvTimelineCharts *self, const TvRowWish *levels,
                                  GtkSnapshot *snapshot, float x, float y);
void tv_timeline_charts_snapshot_name (TvTimelineCharts *self, guint32 method,
                                       GtkSnapshot *snapshot, const GdkRectangle *area);
gboolean tv_timeline_charts_find (TvTimelineCharts *self, guint32 thread, guint level,
                                  guint column, TvChartBox *box);

G_END_DECLS
