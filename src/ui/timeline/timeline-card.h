/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/timeline/timeline-picture.h"
#include "ui/timeline/timeline-status.h"
#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A small sheet with a heading and some lines of text that is drawn over a picture,
 * near to what it tells of and never over it. */
typedef struct _TvCallCard TvCallCard;

void tv_call_card_free (TvCallCard *card);

gboolean tv_call_card_locate (const GdkRectangle *bounds, const GdkRectangle *target,
                              double x, gboolean mirrored, GdkRectangle *area);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallCard, tv_call_card_free)

/* The card with the stack of the call under the pointer. It comes when the pointer
 * rests on a call, and goes with it. */
typedef struct _TvTimelineCard TvTimelineCard;

TvTimelineCard *tv_timeline_card_new (const TvTimelineContext *context,
                                      TvTimelineView *view, TvTimelineRows *rows,
                                      TvTimelinePicture *picture,
                                      TvTimelineStatus *status);
void tv_timeline_card_free (TvTimelineCard *self);
void tv_timeline_card_await (TvTimelineCard *self);
void tv_timeline_card_update (TvTimelineCard *self, gboolean allowed);
gboolean tv_timeline_card_dismiss (TvTimelineCard *self);
void tv_timeline_card_snapshot (TvTimelineCard *self, GtkSnapshot *snapshot);
const char *tv_timeline_card_get_text (const TvTimelineCard *self, GdkRectangle *area);

G_END_DECLS
