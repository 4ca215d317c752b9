/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/charts/call-chart.h"
#include "analysis/lanes/lane-grid.h"
#include "analysis/sums/method-set.h"

G_BEGIN_DECLS

/* Calls of one level that are narrower than a column and have their middles in one.
 * They become a box. */
typedef struct
{
  guint column;
  guint n;      /* number of calls, or of those that samples showed */
  gint64 busy;  /* the part of the column that they take, in places */
  guint32 call; /* the one that takes most of it */
  gint64 most;
  guint32 last_sample; /* the call that the last sample showed */
  guint32 hit;         /* the method of the first hit of a search, or %TV_METHOD_NONE */
} TvChartCrumbs;

/**
 * TvChartLevel:
 * @boxes: (element-type TvChartBox): so far
 * @waits: (element-type TvChartWait): so far
 * @crumbs: calls that are not in a box yet
 * @hits: which calls are hits; without methods none is
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
 * @n_levels: how many levels are in sight, over 0
 * @hits: (nullable): what a search found on these
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
