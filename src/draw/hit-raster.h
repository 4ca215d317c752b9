/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "draw/lane-raster.h"

G_BEGIN_DECLS

void tv_hit_raster (const TvLaneColumn *columns, const guint32 *hits, guint n_columns,
                    const TvLaneGeometry *geometry, const TvLaneStyle *style,
                    guint8 *data, gsize stride);
void tv_hit_raster_on_surface (const TvLaneColumn *columns, const guint32 *hits,
                               guint n_columns, const TvLaneGeometry *geometry,
                               const TvLaneStyle *style, cairo_surface_t *surface);

G_END_DECLS
