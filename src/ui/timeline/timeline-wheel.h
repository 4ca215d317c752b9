/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/timeline/timeline-rows.h"
#include "ui/timeline/timeline-view.h"

G_BEGIN_DECLS

void tv_timeline_wheel_add (const TvTimelineContext *context, TvTimelineView *view,
                            TvTimelineRows *rows);

G_END_DECLS
