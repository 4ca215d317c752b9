/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lanes/lane-columns.h"
#include "draw/method-colors.h"

G_BEGIN_DECLS

/**
 * TvLaneGeometry:
 * @tab_height: rows over the bar for the tabs of marked columns
 * @bar_height: rows of the bar
 * @extent_height: rows under the bar, empty until tv_extents_draw()
 * @scale: device pixels in a pixel, 1 or more
 *
 * The heights of a lane's picture in (logical) pixels, from top to bottom. In device
 * pixels each is @scale times as high; a column of #TvLaneColumn is one *device* pixel
 * wide.
 */
typedef struct
{
  guint tab_height;
  guint bar_height;
  guint extent_height;
  guint scale;
} TvLaneGeometry;

/**
 * TV_LANE_TAB_HEIGHT:
 *
 * The height of the tab above a marked column, as in the original.
 */
#define TV_LANE_TAB_HEIGHT 6

/**
 * TV_LANE_BAR_HEIGHT:
 *
 * The height of the bar, as in the original.
 */
#define TV_LANE_BAR_HEIGHT 20

/**
 * TV_LANE_EXTENT_HEIGHT:
 *
 * The height of brackets below the bar: a gap of 2, ticks of 5, the line, and 2 for the
 * lower half of an arrow head.
 */
#define TV_LANE_EXTENT_HEIGHT 10

/**
 * TvLaneStyle:
 * @colors: colours of everything but methods
 * @method_colors: colours of methods
 * @mark_method: the method whose colour the tabs above marked columns have;
 *   %TV_METHOD_NONE if nothing is marked
 * @call_colors: (nullable): in charts, the colours of calls instead of those of their
 *   methods
 *
 * The colours of a lane.
 */
typedef struct
{
  const TvDrawColors *colors;
  const TvMethodColors *method_colors;
  guint32 mark_method;
  const TvColor *call_colors;
} TvLaneStyle;

cairo_surface_t *tv_lane_raster_new_surface (const TvLaneColumn *columns,
                                             guint n_columns,
                                             const TvLaneGeometry *geometry,
                                             const TvLaneStyle *style);
void tv_extents_draw (cairo_t *cr, const TvExtent *extents, guint n_extents,
                      double bar_bottom, guint scale, TvColor color);

G_END_DECLS
