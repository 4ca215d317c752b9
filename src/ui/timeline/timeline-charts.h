/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/charts/call-chart.h"
#include "ui/widgets/chart-picture.h"

G_BEGIN_DECLS

/* The columns of all charts. */
typedef struct
{
  gint64 start; /* of the range in view, in nanoseconds on the timeline's axis */
  gint64 end;
  guint n_columns; /* device pixels that show it */
} TvChartSpan;

/* Requested levels of a thread's chart. */
typedef struct
{
  guint32 thread;
  guint first_level; /* the topmost */
  guint n_levels;
} TvChartWish;

/* The call charts of the timeline's rows. Only the levels in sight are computed, and
 * some around them for scrolling. A chart that takes longer than a frame is computed
 * by a job; until then the last one is stretched to the range in view. */
typedef struct _TvTimelineCharts TvTimelineCharts;

TvTimelineCharts *tv_timeline_charts_new (GtkWidget *widget,
                                          void (*ready) (gpointer user_data),
                                          gpointer user_data);
void tv_timeline_charts_free (TvTimelineCharts *self);

void tv_timeline_charts_set_stacks (TvTimelineCharts *self, TvCallStacks *stacks);
void tv_timeline_charts_set_hits (TvTimelineCharts *self, TvMethodSet *methods);
void tv_timeline_charts_forget_colors (TvTimelineCharts *self);
void tv_timeline_charts_write_anew (TvTimelineCharts *self, TvCallStacks *renamed);
void tv_timeline_charts_prepare (TvTimelineCharts *self, const TvChartSpan *span,
                                 guint scale, const GArray *wishes);
void tv_timeline_charts_snapshot (TvTimelineCharts *self, const TvChartWish *levels,
                                  const TvLaneStyle *style, GtkSnapshot *snapshot,
                                  float x, float y);
void tv_timeline_charts_snapshot_name (TvTimelineCharts *self, guint32 method,
                                       const TvLaneStyle *style, GtkSnapshot *snapshot,
                                       const GdkRectangle *area);
gboolean tv_timeline_charts_find (TvTimelineCharts *self, guint32 thread, guint level,
                                  guint column, TvChartBox *box);

G_END_DECLS
