/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/timeline/timeline-context.h"

G_BEGIN_DECLS

/* The colours of the timeline: those of the theme, and the user's choice of mode and
 * palette, which it passes on to the session. */
typedef struct _TvTimelineColors TvTimelineColors;

extern const TvTimelineAction tv_timeline_color_actions[];

TvTimelineColors *tv_timeline_colors_new (TvTimelineContext *context);
void tv_timeline_colors_free (TvTimelineColors *self);
void tv_timeline_colors_set_session (TvTimelineColors *self, TvTraceSession *session);
void tv_timeline_colors_forget (TvTimelineColors *self);
gboolean tv_timeline_colors_apply (TvTimelineColors *self);
gboolean tv_timeline_colors_await_hits (const TvTimelineColors *self);

G_END_DECLS
