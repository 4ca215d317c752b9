/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/charts/chart-level-private.h"
#include "analysis/charts/chart-stack-private.h"

G_BEGIN_DECLS

void tv_chart_walk (const TvChartSight *sight, const TvLaneGrid *grid,
                    TvChartLevel *levels);

static inline gint64
tv_chart_get_column_limit (const TvLaneGrid *grid, guint column)
{
  gint64 border = tv_lane_grid_border (grid, column + 1);

  return grid->start + ((border - 1) >> grid->shift) + 1;
}

G_END_DECLS
