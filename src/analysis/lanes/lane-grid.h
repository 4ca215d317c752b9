/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvLaneGrid:
 * @start: left border of the first column, nanoseconds on the axis
 * @end: right border of the last column
 * @total: the place of @end
 * @quotient: @total divided by @n
 * @remainder: the remainder of that division
 * @shift: places are nanoseconds since @start shifted left by this
 * @n: number of columns
 *
 * A range of time cut into equal columns. If columns are narrow, places are finer than
 * nanoseconds, so that the borders of columns below a nanosecond are integers too.
 */
typedef struct
{
  gint64 start;
  gint64 end;
  gint64 total;
  guint64 quotient;
  guint64 remainder;
  guint shift;
  guint n;
} TvLaneGrid;

/**
 * tv_lane_grid_init:
 * @grid: (out caller-allocates): filled
 * @start: nanoseconds on the axis
 * @end: nanoseconds on the axis, after @start
 * @n: number of columns, over 0
 *
 * Cuts a range of time into columns.
 */
static inline void
tv_lane_grid_init (TvLaneGrid *grid, gint64 start, gint64 end, guint n)
{
  guint64 span = MIN ((guint64) end - (guint64) start, (guint64) G_MAXINT64);

  grid->start = start;
  grid->end = start + (gint64) span;
  grid->shift = 0;
  /* With 1024 steps a column, rounding a border does not change a share of 0 to 255. */
  while (span << grid->shift < (guint64) n << 10)
    grid->shift++;
  grid->total = (gint64) (span << grid->shift);
  grid->quotient = (span << grid->shift) / n;
  grid->remainder = (span << grid->shift) % n;
  grid->n = n;
}

/**
 * tv_lane_grid_place:
 * @grid: a grid
 * @time: nanoseconds in its range or near it
 *
 * Returns: the place of @time
 */
static inline gint64
tv_lane_grid_place (const TvLaneGrid *grid, gint64 time)
{
  return (time - grid->start) * ((gint64) 1 << grid->shift);
}

/**
 * tv_lane_grid_border:
 * @grid: a grid
 * @column: a column, or the number of columns
 *
 * Returns: the place where @column begins, or where the columns end
 */
static inline gint64
tv_lane_grid_border (const TvLaneGrid *grid, guint column)
{
  return (gint64) (grid->quotient * column + grid->remainder * column / grid->n);
}

/**
 * tv_lane_grid_column:
 * @grid: a grid
 * @place: a place in the grid
 *
 * Returns: the column of @place; the last column for the end
 */
static inline guint
tv_lane_grid_column (const TvLaneGrid *grid, gint64 place)
{
  double guess = (double) place * grid->n / (double) grid->total;
  guint column = guess >= grid->n ? grid->n - 1 : (guint) guess;

  while (column > 0 && tv_lane_grid_border (grid, column) > place)
    column--;
  while (column + 1 < grid->n && tv_lane_grid_border (grid, column + 1) <= place)
    column++;
  return column;
}

/**
 * tv_lane_grid_round:
 * @grid: a grid
 * @place: a place in the grid
 *
 * Returns: the column whose left border is nearest to @place, of two the right one; the
 *   number of columns for the end
 */
static inline guint
tv_lane_grid_round (const TvLaneGrid *grid, gint64 place)
{
  guint column = tv_lane_grid_column (grid, place);
  gint64 left = tv_lane_grid_border (grid, column);
  gint64 right = tv_lane_grid_border (grid, column + 1);

  return place - left < right - place ? column : column + 1;
}

G_END_DECLS
