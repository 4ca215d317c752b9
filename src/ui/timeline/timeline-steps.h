/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/timeline/timeline-rows.h"
#include "ui/timeline/timeline-view.h"

G_BEGIN_DECLS

/* Steps from the selected call to another: up and down the stack, and along the
 * calls of the selected method. */
typedef struct _TvTimelineSteps TvTimelineSteps; /* g_free() frees it */

extern const TvTimelineAction tv_timeline_step_actions[];

TvTimelineSteps *tv_timeline_steps_new (const TvTimelineContext *context,
                                        TvTimelineView *view, TvTimelineRows *rows);

G_END_DECLS
