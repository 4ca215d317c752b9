/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/timeline/row-list.h"
#include "ui/timeline/timeline-private.h"

G_BEGIN_DECLS

/* Which rows a timeline has, for the files timeline-row*.c. */
struct _TvTimelineRows
{
  TvTimelineThreads *threads; /* NULL until they are summed up */
  GCancellable *summing;

  TvRowChoice *choice;
  GCancellable *listing;
  guint n_shown; /* of the list that is laid out, see TvRowList */
  guint n_all;
  guint n_idle;
  guint chosen_height; /* of a strip; labels in a large font may need more */
  guint row_height;
  guint32 to_reveal; /* when the list is there, or TV_THREAD_NONE */

  /* The row that actions are about */
  gboolean has_current;
  guint32 current; /* TV_THREAD_NONE for the line of idle threads */

  GtkWidget *menu;  /* or NULL */
  GtkWidget *entry; /* of the filter */

  /* The height that is being dragged */
  guint drag_first_row;
  guint drag_row;
  guint drag_height;
};

/* timeline-rows.c */
void tv_timeline_rearrange (TvTimeline *self);
void tv_timeline_set_row_height (TvTimeline *self, guint height);
void tv_timeline_set_row_height_at (TvTimeline *self, guint height, guint row);

/* timeline-row-cursor.c */
gint tv_timeline_get_current_row (TvTimeline *self);
guint32 tv_timeline_get_current_thread (TvTimeline *self);
void tv_timeline_set_current_row (TvTimeline *self, guint row);
gboolean tv_timeline_step_current_row (TvTimeline *self, gint step);

/* timeline-row-actions.c */

/* timeline-row-marks.c */
char *tv_timeline_dup_idle_text (TvTimeline *self);

/* timeline-row-menu.c */

/* timeline-filter.c */
gboolean tv_timeline_open_filter (TvTimeline *self);
void tv_timeline_sync_filter (TvTimeline *self);
void tv_timeline_init_filter (TvTimeline *self);

G_END_DECLS
