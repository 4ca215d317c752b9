/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lanes/lane-cells-fill-private.h"

#include "analysis/lanes/lane-marks-private.h"

/* The border between two cells that is nearest to one of columns; it may be before the
   first cell or after the last. */
static inline gint64
find_border (const TvLaneCells *cells, const TvLaneGrid *grid, guint column)
{
  gint64 time = grid->start + (tv_lane_grid_border (grid, column) >> grid->shift);
  gint64 along = time - cells->start + cells->width / 2;

  return along >= 0 ? along / cells->width : -((-along - 1) / cells->width) - 1;
}

static inline gint64
to_place (const TvLaneCells *cells, const TvLaneGrid *grid, gint64 border)
{
  return tv_lane_grid_place (grid, cells->start + border * cells->width);
}

/* Takes a cell in. Pieces that go on in other columns do not make a column mixed. */
static inline void
take_cell (TvLaneFill *fill, const TvLaneCellLevel *level, gsize cell, gint64 length,
           guint half_column)
{
  const TvLaneCell *taken = &level->cells[cell];
  gsize place = cell * TV_LANE_CELL_METHODS;
  gboolean waits = (taken->shortest & TV_LANE_CELL_WAITS) != 0;
  gboolean has_narrow = fill->has_narrow;

  fill->depth = MAX (fill->depth, taken->depth);
  if (taken->busy > 0)
    fill->busy += MAX ((gint64) ((double) length * (1.0 / 255) * taken->busy), 1);
  tv_lane_fill_add_shares (fill, length, taken->busy > 0,
                           waits ? 1 : TV_LANE_CELL_METHODS, taken->share,
                           &level->methods, place);
  if (waits)
    tv_lane_fill_add_wait (
        fill, tv_lane_methods_get (&level->methods, place + 1),
        MAX ((gint64) ((double) length * (1.0 / 255) * taken->share[1]), 1));
  fill->has_narrow
      = has_narrow
        || (taken->busy > 0
            && (taken->shortest & ~(guint) TV_LANE_CELL_WAITS) <= half_column);
}

/* Takes cells in, the largest that fit. */
static void
take_cells (TvLaneFill *fill, const TvLaneCells *cells, gsize cell, gsize end,
            guint half_column)
{
  while (cell < end)
    {
      guint level = 0;
      guint bits = 0;

      while (level + 1 < TV_LANE_CELL_LEVELS
             && cell % ((gsize) TV_LANE_CELL_FAN_OUT << bits) == 0
             && cell + ((gsize) TV_LANE_CELL_FAN_OUT << bits) <= end)
        {
          level++;
          bits += TV_LANE_CELL_FAN_OUT_BITS;
        }
      take_cell (fill, &cells->levels[level], cell >> bits,
                 (cells->width << bits) * ((gint64) 1 << fill->grid.shift),
                 half_column);
      cell += (gsize) 1 << bits;
    }
}

/* Fills columns, whose borders are moved to those of cells. */
void
tv_lane_cells_fill (const TvLaneCells *cells, const guint64 *marks, TvLaneFill *fill)
{
  const TvLaneGrid *grid = &fill->grid;
  const gint64 n = (gint64) cells->levels[0].n;
  guint half_column
      = tv_lane_cells_to_steps (cells, (gint64) (grid->quotient >> grid->shift) / 2);
  gint64 left = find_border (cells, grid, 0);

  for (guint column = 0; column < grid->n && left < n; column++)
    {
      gint64 right = find_border (cells, grid, column + 1);
      gsize first = (gsize) MAX (left, 0);
      gsize end = (gsize) CLAMP (right, 0, n);

      if (first < end)
        {
          tv_lane_fill_open (fill, column);
          fill->from = to_place (cells, grid, left);
          take_cells (fill, cells, first, end, half_column);
          fill->marked = marks != NULL ? tv_lane_marks_find (marks, first, end) < end
                                       : tv_lane_fill_names_marked (fill);
          tv_lane_fill_close (fill, to_place (cells, grid, right));
        }
      left = right;
    }
}
