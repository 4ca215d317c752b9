/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lanes/lane-fill-private.h"
#include "analysis/lanes/lane-index-private.h"
#include "analysis/lanes/lane-marks-private.h"

G_BEGIN_DECLS

gsize tv_lane_skim_find (const TvLaneIndex *index, gint64 time);
gsize tv_lane_skim_find_after (const TvLaneIndex *index, gsize part, gint64 time);
void tv_lane_skim_run (const TvLaneIndex *index, const TvLaneMarks *marks,
                       TvLaneWalk *walk, TvLaneFill *fill);

G_END_DECLS
