/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/timeline/row-pictures.h"
#include "ui/timeline/timeline-rows.h"

G_BEGIN_DECLS

/* Pixels of the strip of a thread's states, at the lower edge of its row. */
#define TV_STATES_HEIGHT 4

/* The pictures of everything but calls, a kind of row: the activity of a group, the
 * values of a counter, the threads that ran on a processor, and the states of a thread.
 * The numbers of rows are keys; that of a thread means its states. */
typedef struct _TvTimelineTracks TvTimelineTracks;

TvTimelineTracks *tv_timeline_tracks_new (const TvTimelineContext *context,
                                          void (*ready) (gpointer user_data),
                                          gpointer user_data);
void tv_timeline_tracks_free (TvTimelineTracks *self);

void tv_timeline_tracks_forget (TvTimelineTracks *self);
void tv_timeline_tracks_redraw (TvTimelineTracks *self);
void tv_timeline_tracks_prepare (TvTimelineTracks *self,
                                 const TvTimelineThreads *threads,
                                 const TvRowSpan *span, const TvRowWish *rows,
                                 guint n_rows);
void tv_timeline_tracks_snapshot (TvTimelineTracks *self, const TvRowWish *row,
                                  GtkSnapshot *snapshot, int x, int y);

char *tv_timeline_tracks_dup_tooltip (TvTraceSession *session, guint32 key);
char *tv_timeline_tracks_dup_text (TvTraceSession *session, guint32 key, gint64 time);

G_END_DECLS
