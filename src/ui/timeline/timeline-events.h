/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/timeline/timeline-row-actions.h"
#include "ui/timeline/timeline-view.h"

G_BEGIN_DECLS

/* Rows of events between the ruler and the threads: those of the session. An event is
 * current after a click or a key; if it is a call, that is selected with it. */
typedef struct _TvTimelineEvents TvTimelineEvents;

extern const TvTimelineAction tv_timeline_event_actions[];

TvTimelineEvents *tv_timeline_events_new (TvTimelineContext *context,
                                          TvTimelineView *view,
                                          TvTimelineRowActions *row_actions);
void tv_timeline_events_free (TvTimelineEvents *self);

int tv_timeline_events_get_height (TvTimelineEvents *self, int available);
void tv_timeline_events_allocate (TvTimelineEvents *self);
void tv_timeline_events_sync (TvTimelineEvents *self);
void tv_timeline_events_rows_changed (TvTimelineEvents *self);
void tv_timeline_events_update_text (TvTimelineEvents *self);
void tv_timeline_events_forget_picture (TvTimelineEvents *self);
void tv_timeline_events_snapshot (TvTimelineEvents *self, GtkSnapshot *snapshot);
gboolean tv_timeline_events_contain (const TvTimelineEvents *self, double x, double y);
char *tv_timeline_events_dup_tooltip (TvTimelineEvents *self, int x, int y);
gboolean tv_timeline_events_click (TvTimelineEvents *self, double x, double y,
                                   int n_presses);
void tv_timeline_events_open_menu (TvTimelineEvents *self, double x, double y);

G_END_DECLS
