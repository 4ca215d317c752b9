/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "draw/time-scale.h"
#include "ui/timeline/timeline-context.h"

G_BEGIN_DECLS

/* The kind of a change of the view. */
typedef enum
{
  TV_VIEW_CHANGE_JUMP, /* a single step: a zoom by dragging, the whole range */
  TV_VIEW_CHANGE_ZOOM, /* one of several small steps, as by a wheel */
  TV_VIEW_CHANGE_PAN   /* one of several small steps to the side */
} TvViewChange;

/* The earlier views, to go back to and forward again. Small steps of one kind in quick
 * succession count as one. */
typedef struct _TvViewHistory TvViewHistory;

TvViewHistory *tv_view_history_new (void);
void tv_view_history_free (TvViewHistory *history);

void tv_view_history_leave (TvViewHistory *history, gint64 start, gint64 end,
                            TvViewChange change, gint64 now);
gboolean tv_view_history_go_back (TvViewHistory *history, gint64 *start, gint64 *end);
gboolean tv_view_history_go_forward (TvViewHistory *history, gint64 *start,
                                     gint64 *end);
void tv_view_history_clear (TvViewHistory *history);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvViewHistory, tv_view_history_free)

/* The range of time in view: zooms and pans the view of the session, keeps the
 * history of views, and has the horizontal scroll bar. */
typedef struct _TvTimelineView TvTimelineView;

extern const TvTimelineAction tv_timeline_view_actions[];

TvTimelineView *tv_timeline_view_new (const TvTimelineContext *context);
void tv_timeline_view_free (TvTimelineView *self);
void tv_timeline_view_forget (TvTimelineView *self);
void tv_timeline_view_sync_bar (TvTimelineView *self);
GtkWidget *tv_timeline_view_get_bar (TvTimelineView *self);

void tv_timeline_view_get_call_times (const TvTimelineView *self, TvCallRef call,
                                      gint64 *start, gint64 *end);
void tv_timeline_view_get_scale (const TvTimelineView *self, TvTimeScale *scale);
double tv_timeline_view_get_x (const TvTimelineView *self, gint64 time);
gint64 tv_timeline_view_get_time_at (const TvTimelineView *self, double x);

void tv_timeline_view_show (TvTimelineView *self, const TvTimeScale *scale,
                            TvViewChange change);
void tv_timeline_view_show_times (TvTimelineView *self, gint64 start, gint64 end,
                                  TvViewChange change);
void tv_timeline_view_show_stretch (TvTimelineView *self, gint64 start, gint64 end);
void tv_timeline_view_zoom_to_times (TvTimelineView *self, gint64 start, gint64 end);
void tv_timeline_view_show_call (TvTimelineView *self, TvCallRef call);
void tv_timeline_view_zoom_at (TvTimelineView *self, double x, double factor);
void tv_timeline_view_zoom_all (TvTimelineView *self);
void tv_timeline_view_zoom_to_selection (TvTimelineView *self);
void tv_timeline_view_pan (TvTimelineView *self, double dx);
void tv_timeline_view_pan_step (TvTimelineView *self, double n_steps);

G_END_DECLS
