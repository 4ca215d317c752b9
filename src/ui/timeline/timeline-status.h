/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "draw/palette.h"
#include "draw/time-scale.h"
#include "trace/model/trace.h"
#include "ui/timeline/call-details.h"
#include "ui/timeline/timeline-rows.h"
#include "ui/timeline/timeline-view.h"
#include <gtk/gtk.h>

G_BEGIN_DECLS

char *tv_timeline_dup_range_text (const TvTrace *trace, const TvTimeScale *scale);

/* The timeline in words: the read-out above it, its accessible label and
 * description, and announcements after keys. */
typedef struct _TvTimelineStatus TvTimelineStatus;

TvTimelineStatus *tv_timeline_status_new (const TvTimelineContext *context,
                                          TvTimelineView *view, TvTimelineRows *rows,
                                          TvDetailsReady ready, gpointer user_data);
void tv_timeline_status_free (TvTimelineStatus *self);
GtkWidget *tv_timeline_status_get_read_out (TvTimelineStatus *self);
void tv_timeline_status_forget (TvTimelineStatus *self);
void tv_timeline_status_forget_call (TvTimelineStatus *self);
const TvCallDetails *tv_timeline_status_get_details (TvTimelineStatus *self);

void tv_timeline_status_update (TvTimelineStatus *self);
void tv_timeline_status_set_band (TvTimelineStatus *self, gboolean shown, double x);
void tv_timeline_status_show_error (TvTimelineStatus *self, const char *message);

void tv_timeline_status_describe (TvTimelineStatus *self);
void tv_timeline_status_expect_announcement (TvTimelineStatus *self);
void tv_timeline_status_announce (TvTimelineStatus *self, const char *text);

G_END_DECLS
