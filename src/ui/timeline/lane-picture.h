/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "draw/lane-raster.h"
#include "ui/timeline/lane-data.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

GskRenderNode *tv_lane_picture_new (const TvLaneData *data,
                                    const TvLaneGeometry *geometry,
                                    const TvLaneStyle *style);

G_END_DECLS
