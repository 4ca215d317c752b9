/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/timeline/timeline-picture.h"

G_BEGIN_DECLS

/* Selects ranges of time and sets marks: by dragging, by keys and from menus. */
typedef struct _TvTimelineRange TvTimelineRange;

extern const TvTimelineAction tv_timeline_range_actions[];

TvTimelineRange *tv_timeline_range_new (const TvTimelineContext *context,
                                        TvTimelineView *view,
                                        TvTimelinePicture *picture);
void tv_timeline_range_free (TvTimelineRange *self);
void tv_timeline_range_sync_actions (TvTimelineRange *self);
void tv_timeline_range_follow_view (TvTimelineRange *self);

gboolean tv_timeline_range_grab (TvTimelineRange *self, TvTimelineArea area, double x,
                                 double y, GdkModifierType state);
void tv_timeline_range_drag (TvTimelineRange *self, double x, double y,
                             GdkModifierType state);
gboolean tv_timeline_range_end_drag (TvTimelineRange *self);
void tv_timeline_range_cancel_drag (TvTimelineRange *self);
const char *tv_timeline_range_get_cursor (TvTimelineRange *self);

gboolean tv_timeline_range_grab_mark (TvTimelineRange *self, TvTimelineArea area,
                                      double x);
void tv_timeline_range_drag_mark (TvTimelineRange *self, double x, double y,
                                  GdkModifierType state);
void tv_timeline_range_cancel_mark_drag (TvTimelineRange *self);

void tv_timeline_range_snapshot (const TvTimelineRange *self, GtkSnapshot *snapshot);
void tv_timeline_range_snapshot_marks (const TvTimelineRange *self,
                                       GtkSnapshot *snapshot);
void tv_timeline_range_write_in_ruler (const TvTimelineRange *self,
                                       GtkSnapshot *snapshot, const char *text,
                                       double x);

G_END_DECLS
