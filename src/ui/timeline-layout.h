/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/trace.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TV_ROW_HEIGHT:
 *
 * Pixels from one row to the next: a bar of the original's height, over it the tabs and
 * under it the brackets of a highlighted method. Only the lower half of an arrow head,
 * 2 pixels, reaches over the next row's tabs.
 */
#define TV_ROW_HEIGHT 34

/**
 * TvTimelineRow:
 * @thread: index of the thread that the row shows
 * @covered: nanoseconds of the axis during which it has a call open
 *
 * One row of the timeline.
 */
typedef struct
{
  guint32 thread;
  gint64 covered;
} TvTimelineRow;

/**
 * TvTimelineLayout:
 *
 * Which threads have a row in the timeline and where: those with events, the thread
 * that is in calls for the longest time first.
 */
typedef struct _TvTimelineLayout TvTimelineLayout;

TvTimelineLayout *tv_timeline_layout_new (const TvTrace *trace,
                                          GCancellable *cancellable);
void tv_timeline_layout_free (TvTimelineLayout *layout);

guint tv_timeline_layout_get_n_rows (const TvTimelineLayout *layout);
const TvTimelineRow *tv_timeline_layout_get_row (const TvTimelineLayout *layout,
                                                 guint row);
gint tv_timeline_layout_get_height (const TvTimelineLayout *layout);
gint tv_timeline_layout_row_at (const TvTimelineLayout *layout, double y);
guint tv_timeline_layout_visible (const TvTimelineLayout *layout, double top,
                                  double height, guint *first_row);
gint tv_timeline_layout_find (const TvTimelineLayout *layout, guint32 thread);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTimelineLayout, tv_timeline_layout_free)

G_END_DECLS
