/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/charts/call-chart.h"

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * TvChartHitFinder:
 *
 * Where in the call charts of a trace that is shown is, what a search found. It is
 * found out in a worker, thread by thread.
 *
 * Signals: `ready` when more is known.
 */
#define TV_TYPE_CHART_HIT_FINDER (tv_chart_hit_finder_get_type ())

G_DECLARE_FINAL_TYPE (TvChartHitFinder, tv_chart_hit_finder, TV, CHART_HIT_FINDER,
                      GObject)

TvChartHitFinder *tv_chart_hit_finder_new (TvTrace *trace);

void tv_chart_hit_finder_set_methods (TvChartHitFinder *self, TvMethodSet *methods);
TvMethodSet *tv_chart_hit_finder_get_methods (TvChartHitFinder *self);
void tv_chart_hit_finder_want (TvChartHitFinder *self, guint32 thread,
                               guint first_level, guint n_levels);
TvChartHits *tv_chart_hit_finder_get (TvChartHitFinder *self, guint32 thread,
                                      guint first_level, guint n_levels);
void tv_chart_hit_finder_stop (TvChartHitFinder *self);

G_END_DECLS
