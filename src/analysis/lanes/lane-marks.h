/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lanes/lane-columns.h"

G_BEGIN_DECLS

TvLaneMarks *tv_lane_marks_new (TvLaneIndex *index, const TvLaneMark *mark,
                                GCancellable *cancellable);
TvLaneMarks *tv_lane_marks_ref (TvLaneMarks *marks);
void tv_lane_marks_unref (TvLaneMarks *marks);

gboolean tv_lane_marks_is_for (const TvLaneMarks *marks, const TvLaneIndex *index,
                               const TvLaneMark *mark);
gsize tv_lane_marks_get_size (const TvLaneMarks *marks);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvLaneMarks, tv_lane_marks_unref)

G_END_DECLS
