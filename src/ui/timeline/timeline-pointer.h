/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/timeline/timeline-card.h"
#include "ui/timeline/timeline-events.h"
#include "ui/timeline/timeline-notes.h"
#include "ui/timeline/timeline-range.h"

G_BEGIN_DECLS

/* The parts that the pointer acts on. */
typedef struct
{
  TvTimelineView *view;              /* the range of time in view */
  TvTimelineRows *rows;              /* the rows */
  TvTimelineRowActions *row_actions; /* the actions of rows */
  TvTimelineFilter *filter;          /* the corner over the labels */
  TvTimelinePicture *picture;        /* the picture of the rows */
  TvTimelineRange *range;            /* the selected range and the marks */
  TvTimelineCard *card;              /* the card of the call under the pointer */
  const TvTimelineNotes *notes;      /* in the ruler */
  TvTimelineEvents *events;          /* between ruler and lanes */
} TvTimelineParts;

/* Input by pointer, wheel, touch and the Space key: finds what is under the pointer,
 * and turns drags and clicks into calls of other parts. A drag at the left or right
 * edge of the lanes scrolls the view. */
typedef struct _TvTimelinePointer TvTimelinePointer;

extern const TvTimelineAction tv_timeline_pointer_actions[];

TvTimelinePointer *tv_timeline_pointer_new (TvTimelineContext *context,
                                            const TvTimelineParts *parts);
void tv_timeline_pointer_free (TvTimelinePointer *self);
void tv_timeline_pointer_forget (TvTimelinePointer *self);
void tv_timeline_pointer_sync_actions (TvTimelinePointer *self);
void tv_timeline_pointer_update (TvTimelinePointer *self);
char *tv_timeline_pointer_dup_time (const TvTimelinePointer *self);
void tv_timeline_pointer_snapshot (TvTimelinePointer *self, GtkSnapshot *snapshot);

G_END_DECLS
