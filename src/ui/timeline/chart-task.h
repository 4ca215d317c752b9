/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/charts/call-chart.h"
#include "ui/timeline/chart-hit-finder.h"

#include <gio/gio.h>

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

gboolean tv_chart_span_equal (const TvChartSpan *a, const TvChartSpan *b);
TvCallChart *tv_chart_wish_compute (const TvChartWish *wish, const TvCallStacks *stacks,
                                    TvChartHits *hits, const TvChartSpan *span);

void tv_chart_task_compute_async (TvCallStacks *stacks, TvChartHitFinder *finder,
                                  const GArray *wishes, const TvChartSpan *span,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback, gpointer user_data);
GPtrArray *tv_chart_task_compute_finish (GAsyncResult *result,
                                         const TvChartWish **wishes, TvChartSpan *span,
                                         GError **error);

G_END_DECLS
