/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

/* Pixels from one row to the next, unless another height was chosen: a bar of the
 * original's height, over it the tabs and under it the brackets of a highlighted
 * method. Only the lower half of an arrow head, 2 pixels, reaches over the next
 * row's tabs. */
#define TV_ROW_HEIGHT 34

/* Pixels of a row that its bar does not take. */
#define TV_ROW_MARGIN 14

/* A row that is lower has no room for its name. */
#define TV_ROW_MIN_HEIGHT 18

/* A row that is higher shows no more. */
#define TV_ROW_MAX_HEIGHT 114

/* Pixels that a level of the stack takes in a row that shows them all. */
#define TV_LEVEL_HEIGHT 18

/* What a row shows. */
typedef enum
{
  TV_TIMELINE_ROW_THREAD, /* a thread */
  TV_TIMELINE_ROW_IDLE    /* the one line that stands for all idle threads */
} TvTimelineRowKind;

/* One row of the timeline. */
typedef struct
{
  TvTimelineRowKind kind; /* what it shows */
  guint32 thread;         /* index of the thread, or TV_THREAD_NONE */
  guint32 levels; /* levels of the stack that it has room for, 0 if it is a strip */
  gint64 y;       /* pixels from the top of the first row to the top of this one */
  gint64 height;  /* pixels to the next row */
} TvTimelineRow;

/* Which rows the timeline has and where. Heights are 64 bits wide: a single thread
 * may have a stack of millions of levels. */
typedef struct _TvTimelineLayout TvTimelineLayout;

TvTimelineLayout *tv_timeline_layout_new (guint n_threads);
void tv_timeline_layout_free (TvTimelineLayout *layout);

void tv_timeline_layout_set_rows (TvTimelineLayout *layout, guint32 *threads,
                                  guint n_rows, guint n_pinned);
void tv_timeline_layout_set_row_height (TvTimelineLayout *layout, guint height);
guint tv_timeline_layout_get_row_height (const TvTimelineLayout *layout);
void tv_timeline_layout_set_levels (TvTimelineLayout *layout, guint32 thread,
                                    guint32 levels);
void tv_timeline_layout_set_levels_of (TvTimelineLayout *layout, const guint32 *threads,
                                       guint n, const guint32 *levels);
void tv_timeline_layout_set_levels_of_all (TvTimelineLayout *layout,
                                           const guint32 *levels);

guint tv_timeline_layout_get_n_rows (const TvTimelineLayout *layout);
guint tv_timeline_layout_get_n_pinned (const TvTimelineLayout *layout);
TvTimelineRow tv_timeline_layout_get_row (const TvTimelineLayout *layout, guint row);
gint64 tv_timeline_layout_get_height (const TvTimelineLayout *layout);
gint tv_timeline_layout_row_at (const TvTimelineLayout *layout, double y);
guint tv_timeline_layout_visible (const TvTimelineLayout *layout, double top,
                                  double height, guint *first_row);
gint tv_timeline_layout_find (const TvTimelineLayout *layout, guint32 thread);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTimelineLayout, tv_timeline_layout_free)

G_END_DECLS
