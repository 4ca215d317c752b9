/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/timeline/timeline-picture.h"

G_BEGIN_DECLS

void tv_timeline_draw_range (const TvTimelineContext *context, TvTimelineView *view,
                             TvTimelinePicture *picture, gboolean sizing,
                             GtkSnapshot *snapshot);
void tv_timeline_draw_marks (const TvTimelineContext *context, TvTimelineView *view,
                             GtkSnapshot *snapshot);

G_END_DECLS
