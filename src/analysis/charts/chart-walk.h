/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/charts/call-chart.h"
#include "analysis/lanes/lane-grid.h"
#include "analysis/sums/method-set.h"

G_BEGIN_DECLS

/* Calls of one level that are narrower than a column and have their middles in the same
 * column. They become a box. */
typedef struct
{
  guint column;
  guint n;      /* number of calls, or of sampled calls */
  gint64 busy;  /* how much of the column they take, in places */
  guint32 call; /* the call that takes most of the column */
  gint64 most;
  guint32 last_sample; /* the call of the last sample */
  guint32 hit;         /* the method of the first hit of a search, or %TV_METHOD_NONE */
} TvChartCrumbs;

/**
 * TvChartLevel:
 * @boxes: (element-type TvChartBox): the boxes so far
 * @waits: (element-type TvChartWait): the waits so far
 * @crumbs: calls that are not in a box yet
 * @hits: the hits; without methods there are none
 *
 * A level of a chart. Its calls come in order of time.
 */
typedef struct
{
  GArray *boxes;
  GArray *waits;
  TvChartCrumbs crumbs;
  TvHitTest hits;
} TvChartLevel;

/**
 * TvChartSight:
 * @stacks: an index of a trace's calls
 * @thread: index of a thread
 * @calls: its calls
 * @first_level: the topmost level in sight; roots are on level 0
 * @n_levels: number of levels in sight, over 0
 * @hits: (nullable): the hits of a search on these levels
 *
 * The levels of a thread that a chart shows.
 */
typedef struct
{
  const TvCallStacks *stacks;
  guint thread;
  TvCalls calls;
  guint first_level;
  guint n_levels;
  const TvChartHits *hits;
} TvChartSight;

const TvMethodSet *tv_chart_hits_get_methods (const TvChartHits *hits);
void tv_chart_hits_find_first (const TvChartHits *hits, const TvCallStacks *stacks,
                               gsize first, gsize end, guint first_level,
                               guint n_levels, guint32 *found);

void tv_chart_walk (const TvChartSight *sight, const TvLaneGrid *grid,
                    TvChartLevel *levels);

G_END_DECLS
