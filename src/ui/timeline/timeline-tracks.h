/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/timeline/row-pictures.h"
#include "ui/timeline/timeline-rows.h"

G_BEGIN_DECLS

/* The pictures of what is no thread's calls, a kind of row: how busy a group is. The
 * numbers of rows are keys. */
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

G_END_DECLS
