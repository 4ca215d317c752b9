/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/timeline/timeline-picture.h"

G_BEGIN_DECLS

/* Three lines about the call under the pointer, beside its bar. It appears when the
 * pointer rests on a call. */
typedef struct _TvTimelineCard TvTimelineCard;

TvTimelineCard *tv_timeline_card_new (const TvTimelineContext *context,
                                      TvTimelineView *view, TvTimelineRows *rows,
                                      TvTimelinePicture *picture);
void tv_timeline_card_free (TvTimelineCard *self);
void tv_timeline_card_show_later (TvTimelineCard *self);
void tv_timeline_card_update (TvTimelineCard *self, gboolean allowed);
gboolean tv_timeline_card_dismiss (TvTimelineCard *self);
void tv_timeline_card_snapshot (TvTimelineCard *self, GtkSnapshot *snapshot);
const char *tv_timeline_card_get_text (const TvTimelineCard *self, GdkRectangle *area);

/* Finds an area for a card near its target, never over it. */
gboolean tv_timeline_card_locate (const GdkRectangle *bounds,
                                  const GdkRectangle *target, double x,
                                  gboolean mirrored, GdkRectangle *area);

G_END_DECLS
