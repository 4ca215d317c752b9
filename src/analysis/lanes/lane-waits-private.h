/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lanes/lane-columns.h"
#include "analysis/lanes/lane-grid-private.h"

G_BEGIN_DECLS

void tv_lane_waits_tell (const TvTrace *trace, guint thread, const TvLaneGrid *grid,
                         TvLaneColumn *columns);

G_END_DECLS
