/* SPDX-License-Identifier: Apache-2.0 */

/* Where in the widget the rows are: pinned ones stay on top while the others scroll. */

#include "ui/timeline/timeline-private.h"

#include <math.h>

/* Pinned rows that take more of the height scroll like the others. */
#define MAX_FIXED_SHARE 0.5

static guint
count_fixed_rows (TvTimeline *self)
{
  gint64 limit = (gint64) (self->rows_area.height * MAX_FIXED_SHARE);
  guint n_pinned = tv_timeline_layout_get_n_pinned (self->layout);
  guint n = 0;

  while (n < n_pinned)
    {
      TvTimelineRow row = tv_timeline_layout_get_row (self->layout, n);
      if (row.y + row.height > limit)
        break;
      n++;
    }
  return n;
}

static int
get_fixed_height (TvTimeline *self, guint n_fixed)
{
  if (n_fixed == tv_timeline_layout_get_n_rows (self->layout))
    return (int) MIN (tv_timeline_layout_get_height (self->layout), G_MAXINT);
  return (int) tv_timeline_layout_get_row (self->layout, n_fixed).y;
}

/* Finds what is to be seen of the rows. */
void
tv_timeline_get_bands (TvTimeline *self, TvTimelineBand bands[2])
{
  double scrolled = floor (gtk_adjustment_get_value (self->vertical));
  guint n_fixed;
  int fixed_height;
  double left;

  g_return_if_fail (TV_IS_TIMELINE (self) && self->layout != NULL && bands != NULL);

  n_fixed = count_fixed_rows (self);
  fixed_height = get_fixed_height (self, n_fixed);
  left = self->rows_area.height - fixed_height;

  bands[0] = (TvTimelineBand){ 0, n_fixed, self->rows_area.y, fixed_height };
  bands[1] = (TvTimelineBand){ 0, 0, self->rows_area.y + fixed_height,
                               MAX (self->rows_area.height - fixed_height, 0) };
  bands[1].n_rows = tv_timeline_layout_visible (self->layout, scrolled + fixed_height,
                                                left, &bands[1].first);
}

/* Returns pixels from the widget's top to the row's; a row that is scrolled away may
 * be far out of the widget. */
gint64
tv_timeline_get_row_y (TvTimeline *self, guint row)
{
  gint64 y;

  g_return_val_if_fail (TV_IS_TIMELINE (self) && self->layout != NULL, 0);

  y = self->rows_area.y + tv_timeline_layout_get_row (self->layout, row).y;
  if (row >= count_fixed_rows (self))
    y -= (gint64) gtk_adjustment_get_value (self->vertical);
  return y;
}

void
tv_timeline_get_label_area (TvTimeline *self, guint row, GdkRectangle *area)
{
  TvTimelineBand bands[2];
  TvTimelineRow place;
  gint64 height;
  gint64 y;
  int top;

  g_return_if_fail (TV_IS_TIMELINE (self) && self->layout != NULL && area != NULL);

  tv_timeline_get_bands (self, bands);
  top = row < bands[0].n_rows ? bands[0].y : bands[1].y;
  place = tv_timeline_layout_get_row (self->layout, row);
  y = tv_timeline_get_row_y (self, row);
  height = place.levels > 0 ? TV_ROW_HEIGHT : MIN (place.height, TV_ROW_MAX_HEIGHT);
  if (place.height > height)
    y = MAX (y, MIN (top, y + place.height - height));
  *area = (GdkRectangle){ self->label_area.x + TV_TIMELINE_LABEL_MARGIN,
                          (int) CLAMP (y, -G_MAXINT / 2, G_MAXINT / 2)
                              + TV_LANE_TAB_HEIGHT,
                          self->label_area.width - 2 * TV_TIMELINE_LABEL_MARGIN,
                          (int) height - TV_ROW_MARGIN };
}

gint
tv_timeline_get_row_at (TvTimeline *self, double y)
{
  g_return_val_if_fail (TV_IS_TIMELINE (self), -1);

  y -= self->rows_area.y;
  if (self->layout == NULL || !(y >= 0) || y >= self->rows_area.height)
    return -1;
  if (y >= get_fixed_height (self, count_fixed_rows (self)))
    y += floor (gtk_adjustment_get_value (self->vertical));
  return tv_timeline_layout_row_at (self->layout, y);
}

/* Brings a row into sight. */
void
tv_timeline_scroll_to_row (TvTimeline *self, guint row)
{
  GdkRectangle area;
  TvTimelineRow place;
  guint n_fixed;

  g_return_if_fail (TV_IS_TIMELINE (self) && self->layout != NULL);

  n_fixed = count_fixed_rows (self);
  if (row < n_fixed)
    return;
  place = tv_timeline_layout_get_row (self->layout, row);
  /* Of a row that is higher than the window any part will do. */
  if (place.height > gtk_adjustment_get_page_size (self->vertical)
      && tv_timeline_get_row_area (self, row, &area))
    return;
  gtk_adjustment_clamp_page (self->vertical,
                             (double) (place.y - get_fixed_height (self, n_fixed)),
                             (double) (place.y + place.height));
}

gboolean
tv_timeline_get_row_area (TvTimeline *self, guint row, GdkRectangle *area)
{
  TvTimelineBand bands[2];
  const TvTimelineBand *band;
  gint64 top;
  gint64 bottom;

  g_return_val_if_fail (TV_IS_TIMELINE (self) && self->layout != NULL, FALSE);
  g_return_val_if_fail (area != NULL, FALSE);

  tv_timeline_get_bands (self, bands);
  band = row < bands[0].n_rows ? &bands[0] : &bands[1];
  top = tv_timeline_get_row_y (self, row);
  bottom = top + tv_timeline_layout_get_row (self->layout, row).height;
  top = CLAMP (top, band->y, band->y + band->height);
  bottom = CLAMP (bottom, band->y, band->y + band->height);

  area->x = MIN (self->label_area.x, self->rows_area.x);
  area->width = self->label_area.width + self->rows_area.width;
  area->y = (int) top;
  area->height = (int) (bottom - top);
  return area->height > 0;
}
