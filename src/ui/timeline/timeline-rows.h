/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/timeline/row-list.h"
#include "ui/timeline/timeline-context.h"
#include "ui/timeline/timeline-layout.h"

G_BEGIN_DECLS

/* Pixels on either side of a label. */
#define TV_TIMELINE_LABEL_MARGIN 10

/* Width of the triangle's column before the labels. */
#define TV_TIMELINE_TRIANGLE_WIDTH 12

/* Pixels of the triangle itself. */
#define TV_TIMELINE_TRIANGLE_SIZE 16

/* A band of adjacent rows. */
typedef struct
{
  guint first;  /* the first visible row */
  guint n_rows; /* visible rows, partly or fully */
  int y;        /* pixels from the widget's top to the band's */
  int height;   /* pixels of the band, which clips its rows */
} TvTimelineBand;

/* The rows of the timeline, their order and positions; the current row; the vertical
 * scroll bar. Pinned rows stay on top while the others scroll. When the rows change,
 * the view stays with the thread that it shows. */
typedef struct _TvTimelineRows TvTimelineRows;

TvTimelineRows *tv_timeline_rows_new (const TvTimelineContext *context);
void tv_timeline_rows_free (TvTimelineRows *self);
void tv_timeline_rows_start (TvTimelineRows *self);
void tv_timeline_rows_forget (TvTimelineRows *self, const TvTraceMatch *match);
void tv_timeline_rows_sync_bar (TvTimelineRows *self);

TvTimelineLayout *tv_timeline_rows_get_layout (TvTimelineRows *self);
const TvRowList *tv_timeline_rows_get_list (TvTimelineRows *self);
const TvTimelineThreads *tv_timeline_rows_get_threads (TvTimelineRows *self);
GtkAdjustment *tv_timeline_rows_get_adjustment (TvTimelineRows *self);
GtkWidget *tv_timeline_rows_get_bar (TvTimelineRows *self);
guint tv_timeline_rows_get_row_height (TvTimelineRows *self);
guint tv_timeline_rows_get_chosen_height (TvTimelineRows *self);

TvRowChoice *tv_timeline_rows_get_choice (TvTimelineRows *self);
void tv_timeline_rows_rearrange (TvTimelineRows *self);
void tv_timeline_rows_keep_current_in_sight (TvTimelineRows *self);
void tv_timeline_rows_set_height (TvTimelineRows *self, guint height);
void tv_timeline_rows_set_height_at (TvTimelineRows *self, guint height, guint row);
void tv_timeline_rows_set_text_height (TvTimelineRows *self, guint height);

char *tv_timeline_rows_dup_idle_text (TvTimelineRows *self);

/* Rows; there are none until the layout is known. */
guint tv_timeline_rows_get_n (TvTimelineRows *self);
guint tv_timeline_rows_get_n_pinned (TvTimelineRows *self);
TvTimelineRow tv_timeline_rows_get (TvTimelineRows *self, guint row);
gint tv_timeline_rows_find (TvTimelineRows *self, guint32 key);
gint tv_timeline_rows_find_shown (TvTimelineRows *self, guint32 key);
gint tv_timeline_rows_get_group (TvTimelineRows *self, guint row);
gboolean tv_timeline_rows_is_member (TvTimelineRows *self, guint row);
void tv_timeline_rows_toggle_group (TvTimelineRows *self, guint row);
gint tv_timeline_rows_get_at (TvTimelineRows *self, double y);
void tv_timeline_rows_get_bands (TvTimelineRows *self, TvTimelineBand bands[2]);
GArray *tv_timeline_rows_list_in_sight (TvTimelineRows *self);
gint64 tv_timeline_rows_get_y (TvTimelineRows *self, guint row);
gboolean tv_timeline_rows_get_area (TvTimelineRows *self, guint row,
                                    GdkRectangle *area);
void tv_timeline_rows_get_label_area (TvTimelineRows *self, guint row,
                                      GdkRectangle *area);
GdkRectangle tv_timeline_rows_get_triangle (TvTimelineRows *self,
                                            const GdkRectangle *label);
void tv_timeline_rows_get_level_area (TvTimelineRows *self, guint row, TvCallRef call,
                                      GdkRectangle *area);

void tv_timeline_rows_scroll_by (TvTimelineRows *self, double dy);
void tv_timeline_rows_scroll_to (TvTimelineRows *self, guint row);
void tv_timeline_rows_reveal_selected (TvTimelineRows *self);

gint tv_timeline_rows_get_current (TvTimelineRows *self);
guint32 tv_timeline_rows_get_current_thread (TvTimelineRows *self);
void tv_timeline_rows_set_current (TvTimelineRows *self, guint row);
gboolean tv_timeline_rows_step_current (TvTimelineRows *self, gint step);
char *tv_timeline_rows_dup_text (TvTimelineRows *self, guint row);
void tv_timeline_rows_announce (TvTimelineRows *self, guint row);

G_END_DECLS
