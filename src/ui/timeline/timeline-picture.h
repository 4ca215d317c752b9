/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/timeline/timeline-filter.h"
#include "ui/timeline/timeline-levels.h"
#include "ui/timeline/timeline-view.h"

G_BEGIN_DECLS

/* The picture of ruler, labels and rows: draws it, keeps the part that does not depend
 * on the pointer as one node, and finds calls in it. Owns lanes and charts. */
typedef struct _TvTimelinePicture TvTimelinePicture;

TvTimelinePicture *tv_timeline_picture_new (const TvTimelineContext *context,
                                            TvTimelineView *view, TvTimelineRows *rows,
                                            TvTimelineLevels *levels,
                                            TvTimelineFilter *filter);
void tv_timeline_picture_free (TvTimelinePicture *self);

void tv_timeline_picture_set_session (TvTimelinePicture *self, TvTraceSession *session);
void tv_timeline_picture_forget (TvTimelinePicture *self);
void tv_timeline_picture_forget_fonts (TvTimelinePicture *self);
void tv_timeline_picture_forget_names (TvTimelinePicture *self);
void tv_timeline_picture_update_colors (TvTimelinePicture *self);

int tv_timeline_picture_get_ruler_height (TvTimelinePicture *self);
int tv_timeline_picture_get_text_height (TvTimelinePicture *self);
int tv_timeline_picture_measure_labels (TvTimelinePicture *self, guint n_rows);
void tv_timeline_picture_clear_ruler (TvTimelinePicture *self, GtkSnapshot *snapshot,
                                      TvChip *chip);

gboolean tv_timeline_picture_pick (TvTimelinePicture *self, double x, double y,
                                   TvCallRef *call);
gboolean tv_timeline_picture_get_call_area (TvTimelinePicture *self, TvCallRef call,
                                            GdkRectangle *area);

void tv_timeline_picture_snapshot (TvTimelinePicture *self, GtkSnapshot *snapshot);
void tv_timeline_picture_draw_outline (TvTimelinePicture *self, GtkSnapshot *snapshot,
                                       TvCallRef call, float width, float reach,
                                       const GdkRGBA *color);

G_END_DECLS
