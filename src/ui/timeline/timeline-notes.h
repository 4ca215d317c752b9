/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/timeline/timeline-picture.h"
#include "ui/timeline/timeline-row-actions.h"

G_BEGIN_DECLS

/* Shows notes in ruler and lanes, and asks for new ones. */
typedef struct _TvTimelineNotes TvTimelineNotes; /* g_free() frees it */

extern const TvTimelineAction tv_timeline_note_actions[];

/* The colour of notes, on light and on dark background. */
extern const GdkRGBA tv_timeline_note_color;

TvTimelineNotes *tv_timeline_notes_new (const TvTimelineContext *context,
                                        TvTimelineView *view,
                                        TvTimelinePicture *picture);
void tv_timeline_notes_snapshot (const TvTimelineNotes *self, GtkSnapshot *snapshot);
const TvNote *tv_timeline_notes_find (const TvTimelineNotes *self, double x, double y);
char *tv_timeline_notes_dup_tooltip (const TvTimelineNotes *self, int x, int y);
gboolean tv_timeline_notes_click (const TvTimelineNotes *self, double x, double y);
void tv_timeline_notes_ask_for (const TvTimelineNotes *self, TvNote *note);
void tv_timeline_notes_open_menu (const TvTimelineNotes *self,
                                  TvTimelineRowActions *row_actions, double x,
                                  double y);

G_END_DECLS
