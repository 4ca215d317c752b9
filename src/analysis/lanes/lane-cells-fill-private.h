/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lanes/lane-cells-private.h"
#include "analysis/lanes/lane-fill-private.h"

G_BEGIN_DECLS

void tv_lane_cells_fill (const TvLaneCells *cells, const guint64 *marks,
                         TvLaneFill *fill);

G_END_DECLS
