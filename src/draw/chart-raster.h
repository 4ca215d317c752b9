/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/charts/call-chart.h"
#include "draw/lane-raster.h"

G_BEGIN_DECLS

/**
 * TvChartLine:
 * @TV_CHART_LINE_TOP: the upper edge, which marks the boxes of a method
 * @TV_CHART_LINE_MIDDLE: most of a level's height
 * @TV_CHART_LINE_BOTTOM: the foot of a level, which tells whose a crowd or a wait is
 *
 * The parts of a level's picture from top to bottom. The pixels of each are the same in
 * all its rows.
 */
typedef enum
{
  TV_CHART_LINE_TOP,
  TV_CHART_LINE_MIDDLE,
  TV_CHART_LINE_BOTTOM
} TvChartLine;

#define TV_N_CHART_LINES 3

/**
 * TV_CHART_WAIT_ALPHA:
 *
 * What is left of a call's colour while it waits, of 255.
 */
#define TV_CHART_WAIT_ALPHA 70

gboolean tv_chart_raster (const TvCallChart *chart, guint level,
                          const TvLaneStyle *style, guint scale, guint n_columns,
                          guint32 *lines[TV_N_CHART_LINES]);
TvColor tv_chart_get_text_color (guint32 pixel, TvColor background);

G_END_DECLS
