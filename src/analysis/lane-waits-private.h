/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lane-columns.h"
#include "analysis/lane-grid-private.h"

G_BEGIN_DECLS

void tv_lane_waits_tell (const TvTrace *trace, guint thread, const TvLaneGrid *grid,
                         TvLaneColumn *columns);

G_END_DECLS
