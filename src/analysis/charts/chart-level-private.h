/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/charts/call-chart.h"
#include "analysis/lanes/lane-grid.h"

G_BEGIN_DECLS

/**
 * TvChartCrumbs:
 * @column: where they are
 * @n: number of calls, or of those that samples showed
 * @busy: what they take of the column, in places of the grid
 * @call: the one that takes most of it
 * @most: what that takes
 * @last_sample: the call that the last sample showed
 * @hit: the method of the first that is a hit of a search, or %TV_METHOD_NONE
 *
 * Calls of one level narrower than a column that have their middles in the same one.
 */
typedef struct
{
  guint column;
  guint n;
  gint64 busy;
  guint32 call;
  gint64 most;
  guint32 last_sample;
  guint32 hit;
} TvChartCrumbs;

/**
 * TvChartLevel:
 * @boxes: (element-type TvChartBox): so far
 * @waits: (element-type TvChartWait): so far
 * @crumbs: what is still to become a box
 * @hit_methods: (nullable): what is a hit, see tv_method_words_contain()
 *
 * A level of a chart while its calls come in, in order of time.
 */
typedef struct
{
  GArray *boxes;
  GArray *waits;
  TvChartCrumbs crumbs;
  const guint64 *hit_methods;
} TvChartLevel;

void tv_chart_level_init (TvChartLevel *level);
void tv_chart_level_clear (TvChartLevel *level);
void tv_chart_level_add (TvChartLevel *level, const TvLaneGrid *grid,
                         const TvCalls *calls, guint32 call);
void tv_chart_level_add_sample (TvChartLevel *level, const TvLaneGrid *grid,
                                const TvCalls *calls, guint column, guint32 call,
                                gint64 busy);
void tv_chart_level_add_hit (TvChartLevel *level, const TvLaneGrid *grid,
                             const TvCalls *calls, guint column, guint32 call);
void tv_chart_level_finish (TvChartLevel *level, const TvLaneGrid *grid,
                            const TvCalls *calls);

G_END_DECLS
