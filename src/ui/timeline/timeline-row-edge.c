/* SPDX-License-Identifier: Apache-2.0 */

/* Making all rows taller by dragging the lower edge of a label. */

#include "ui/timeline/timeline-rows.h"

#include <math.h>

/* Pixels above and below an edge that still take hold of it. */
#define REACH_ABOVE 3
#define REACH_BELOW 2

static gboolean
is_strip (TvTimeline *self, gint row)
{
  TvTimelineRow place = tv_timeline_layout_get_row (self->layout, (guint) row);

  return place.kind == TV_TIMELINE_ROW_THREAD && place.levels == 0;
}

/* The row whose lower edge is at @y, or -1. */
static gint
find_edge (TvTimeline *self, double y)
{
  gint row = tv_timeline_get_row_at (self, y);
  double top;
  double bottom;

  if (row < 0)
    return -1;
  top = (double) tv_timeline_get_row_y (self, (guint) row);
  bottom = top + (double) tv_timeline_layout_get_row (self->layout, (guint) row).height;
  if (y >= bottom - REACH_ABOVE && is_strip (self, row))
    return row;
  if (y < top + REACH_BELOW && row > 0 && is_strip (self, row - 1))
    return row - 1;
  return -1;
}

/* Returns whether the height of rows can be changed by dragging a label there. */
gboolean
tv_timeline_is_row_edge (TvTimeline *self, double y)
{
  g_return_val_if_fail (TV_IS_TIMELINE (self), FALSE);

  return find_edge (self, y) >= 0;
}

/* Takes hold of the edge. */
void
tv_timeline_begin_row_drag (TvTimeline *self, double y)
{
  TvTimelineRows *rows;
  TvTimelineBand bands[2];
  gint edge;

  g_return_if_fail (TV_IS_TIMELINE (self));

  rows = self->rows;
  edge = find_edge (self, y);
  if (edge < 0)
    return;
  tv_timeline_get_bands (self, bands);
  rows->drag_first_row = (guint) edge < bands[0].n_rows ? 0 : bands[1].first;
  rows->drag_row = MAX ((guint) edge, rows->drag_first_row);
  rows->drag_height = rows->row_height;
}

static guint
count_dragged_strips (TvTimeline *self)
{
  guint n = 0;

  for (guint row = self->rows->drag_first_row; row <= self->rows->drag_row; row++)
    n += is_strip (self, (gint) row) ? 1 : 0;
  return MAX (n, 1);
}

/* Makes all rows so tall that the edge is where the pointer is, while the first row in
 * sight stays. */
void
tv_timeline_drag_row (TvTimeline *self, double dy)
{
  TvTimelineRows *rows;
  double height;

  g_return_if_fail (TV_IS_TIMELINE (self));

  rows = self->rows;
  if (self->layout == NULL
      || rows->drag_row >= tv_timeline_layout_get_n_rows (self->layout))
    return;
  height = rows->drag_height + round (dy / count_dragged_strips (self));
  tv_timeline_set_row_height_at (
      self, (guint) CLAMP (height, TV_ROW_MIN_HEIGHT, TV_ROW_MAX_HEIGHT),
      rows->drag_first_row);
}
