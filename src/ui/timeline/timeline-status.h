/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/call-details.h"
#include "ui/timeline/timeline-rows.h"
#include "ui/timeline/timeline-view.h"

G_BEGIN_DECLS

/* The timeline in words: its accessible label and description, and announcements after
 * keys. */
typedef struct _TvTimelineStatus TvTimelineStatus;

TvTimelineStatus *tv_timeline_status_new (const TvTimelineContext *context,
                                          TvTimelineView *view, TvTimelineRows *rows);
void tv_timeline_status_free (TvTimelineStatus *self);
GtkWidget *tv_timeline_status_get_speaker (TvTimelineStatus *self);
void tv_timeline_status_forget (TvTimelineStatus *self);

void tv_timeline_status_describe (TvTimelineStatus *self);
void tv_timeline_status_expect_announcement (TvTimelineStatus *self);
void tv_timeline_status_announce (TvTimelineStatus *self, const char *text);
char *tv_call_dup_spoken_text (TvTraceSession *session, const TvCallDetails *call);

char *tv_timeline_dup_range_text (const TvTrace *trace, const TvTimeScale *scale);

G_END_DECLS
