/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/timeline/row-list.h"

G_BEGIN_DECLS

/* Default height of a row: a bar as high as in Traceview, with the tabs of a
 * highlighted method above and its brackets below. Only the lower half of an arrow
 * head, 2 pixels, overlaps the next row's tabs. */
#define TV_ROW_HEIGHT 34

/* Height of a row without its bar. A lower row loses margins before its bar loses
 * height.
 */
#define TV_ROW_MARGIN 14
#define TV_ROW_MIN_MARGIN 2

/* A lower row has no room for its label. */
#define TV_ROW_MIN_HEIGHT 18

/* A higher row would not show more. */
#define TV_ROW_MAX_HEIGHT 114

/* Height of a level of the stack in an open row. */
#define TV_LEVEL_HEIGHT 18

/* One row of the timeline. */
typedef struct
{
  TvTimelineRowKind kind; /* its kind */
  guint32 key;            /* see tv_row_key_new() */
  guint32 thread;         /* index of the thread, or TV_THREAD_NONE */
  gboolean is_open;       /* of the header of a group, whether its rows follow */
  guint32 levels;         /* levels of the stack that fit, 0 for a strip */
  guint32 folded; /* outer levels of the stack that share one line, 0 for none */
  gint64 y;       /* pixels from the top of the first row to the top of this one */
  gint64 height;  /* pixels to the next row */
} TvTimelineRow;

/* The rows of the timeline and their positions. Heights have 64 bits: a stack may
 * have millions of levels. */
typedef struct _TvTimelineLayout TvTimelineLayout;

guint tv_row_get_bar_height (guint row_height);
guint tv_row_get_bar_top (guint row_height);
gint64 tv_row_get_line (const TvTimelineRow *row, gint64 level);
gint64 tv_row_get_level (const TvTimelineRow *row, gint64 line);

TvTimelineLayout *tv_timeline_layout_new (guint n_threads);
void tv_timeline_layout_free (TvTimelineLayout *layout);

void tv_timeline_layout_set_rows (TvTimelineLayout *layout, guint32 *keys, guint n_rows,
                                  guint n_pinned);
void tv_timeline_layout_set_row_height (TvTimelineLayout *layout, guint height);
guint tv_timeline_layout_get_row_height (const TvTimelineLayout *layout);
void tv_timeline_layout_set_levels (TvTimelineLayout *layout, guint32 thread,
                                    guint32 levels);
void tv_timeline_layout_set_levels_of (TvTimelineLayout *layout, const guint32 *threads,
                                       guint n, const guint32 *levels);
void tv_timeline_layout_set_levels_of_all (TvTimelineLayout *layout,
                                           const guint32 *levels);

void tv_timeline_layout_set_folded (TvTimelineLayout *layout, guint32 thread,
                                    guint32 n_levels);

guint tv_timeline_layout_get_n_rows (const TvTimelineLayout *layout);
guint tv_timeline_layout_get_n_pinned (const TvTimelineLayout *layout);
TvTimelineRow tv_timeline_layout_get_row (const TvTimelineLayout *layout, guint row);
gint64 tv_timeline_layout_get_height (const TvTimelineLayout *layout);
gint tv_timeline_layout_row_at (const TvTimelineLayout *layout, double y);
guint tv_timeline_layout_visible (const TvTimelineLayout *layout, double top,
                                  double height, guint *first_row);
gint tv_timeline_layout_find (const TvTimelineLayout *layout, guint32 key);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTimelineLayout, tv_timeline_layout_free)

G_END_DECLS
