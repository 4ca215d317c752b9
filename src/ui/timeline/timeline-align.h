/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/timeline/timeline-view.h"

G_BEGIN_DECLS

/* Moves one of two joined traces against the other. The rows move at once; the window
 * joins the traces anew when they are dropped. */
typedef struct _TvTimelineAlign TvTimelineAlign;

extern const TvTimelineAction tv_timeline_align_actions[];

TvTimelineAlign *tv_timeline_align_new (TvTimelineContext *context,
                                        TvTimelineView *view);
void tv_timeline_align_sync_actions (TvTimelineAlign *self);
void tv_timeline_align_forget (TvTimelineAlign *self);
gboolean tv_timeline_align_is_on (const TvTimelineAlign *self);

gboolean tv_timeline_align_grab (TvTimelineAlign *self, guint32 thread);
void tv_timeline_align_drag (TvTimelineAlign *self, double dx);
void tv_timeline_align_drop (TvTimelineAlign *self);
char *tv_timeline_align_dup_text (const TvTimelineAlign *self);

G_END_DECLS
