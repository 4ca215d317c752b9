/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/timeline/timeline-filter.h"
#include "ui/timeline/timeline-levels.h"

G_BEGIN_DECLS

/* Actions on rows: orders, hides, pins and folds them and sets their height, by
 * keys, on labels and from the menu. */
typedef struct _TvTimelineRowActions TvTimelineRowActions;

extern const TvTimelineAction tv_timeline_row_actions[];

TvTimelineRowActions *tv_timeline_row_actions_new (const TvTimelineContext *context,
                                                   TvTimelineRows *rows,
                                                   TvTimelineLevels *levels,
                                                   TvTimelineFilter *filter);
void tv_timeline_row_actions_free (TvTimelineRowActions *self);
void tv_timeline_row_actions_sync (TvTimelineRowActions *self);

void tv_timeline_row_actions_open_menu (TvTimelineRowActions *self, GMenuModel *model,
                                        const GdkRectangle *area);
gboolean tv_timeline_row_actions_has_menu (const TvTimelineRowActions *self);
void tv_timeline_row_actions_present_menu (TvTimelineRowActions *self);
void tv_timeline_row_actions_press_label (TvTimelineRowActions *self, double x,
                                          double y, guint button, gboolean wants_menu);
gboolean tv_timeline_row_actions_unfold (TvTimelineRowActions *self, double y);
gboolean tv_timeline_row_actions_click (TvTimelineRowActions *self, double y);

gboolean tv_timeline_row_actions_is_edge (TvTimelineRowActions *self, double y);
void tv_timeline_row_actions_begin_drag (TvTimelineRowActions *self, double y);
void tv_timeline_row_actions_drag (TvTimelineRowActions *self, double dy);

G_END_DECLS
