/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "draw/time-scale.h"
#include "ui/timeline/timeline-context.h"
#include "ui/timeline/view-history.h"

G_BEGIN_DECLS

/**
 * TvTimelineView:
 *
 * The range of time in view: changes that of the session by zooming and panning, keeps
 * the views that were left, and has the horizontal scroll bar.
 */
typedef struct _TvTimelineView TvTimelineView;

extern const TvTimelineAction tv_timeline_view_actions[];

TvTimelineView *tv_timeline_view_new (const TvTimelineContext *context);
void tv_timeline_view_free (TvTimelineView *self);
void tv_timeline_view_forget (TvTimelineView *self);
GtkWidget *tv_timeline_view_get_bar (TvTimelineView *self);
void tv_timeline_view_sync_bar (TvTimelineView *self);

void tv_timeline_view_get_scale (const TvTimelineView *self, TvTimeScale *scale);
double tv_timeline_view_get_x (const TvTimelineView *self, gint64 time);
gint64 tv_timeline_view_get_time_at (const TvTimelineView *self, double x);

void tv_timeline_view_show (TvTimelineView *self, const TvTimeScale *scale,
                            TvViewChange change);
void tv_timeline_view_show_times (TvTimelineView *self, gint64 start, gint64 end,
                                  TvViewChange change);
void tv_timeline_view_show_call (TvTimelineView *self, TvCallRef call);
void tv_timeline_view_zoom_at (TvTimelineView *self, double x, double factor);
void tv_timeline_view_zoom_all (TvTimelineView *self);
void tv_timeline_view_zoom_to_selection (TvTimelineView *self);
void tv_timeline_view_pan (TvTimelineView *self, double dx);
void tv_timeline_view_pan_step (TvTimelineView *self, double n_steps);

G_END_DECLS
