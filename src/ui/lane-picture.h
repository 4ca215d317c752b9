/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "draw/lane-raster.h"
#include "ui/lane-data.h"

G_BEGIN_DECLS

GArray *tv_lane_picture_new (const TvLaneData *data, const TvLaneGeometry *geometry,
                             const TvLaneStyle *style);

G_END_DECLS
