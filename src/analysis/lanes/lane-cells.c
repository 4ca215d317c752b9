/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lanes/lane-cells-private.h"

#include <math.h>

#define STEPS_PER_DOUBLING 8

/* Sums begin with so few slots, and grow. */
#define FIRST_SUMS_BITS 6

/* Makes room for cells. */
void
tv_lane_cells_init (TvLaneCells *cells, gboolean narrow, gsize n)
{
  *cells = (TvLaneCells){ 0 };
  for (guint i = 0; i < TV_LANE_CELL_LEVELS && n > 0; i++)
    {
      TvLaneCellLevel *level = &cells->levels[i];

      level->n = ((n - 1) >> (i * TV_LANE_CELL_FAN_OUT_BITS)) + 1;
      level->cells = g_new0 (TvLaneCell, level->n);
      tv_lane_methods_init (&level->methods, narrow, level->n * TV_LANE_CELL_METHODS);
    }
}

void
tv_lane_cells_clear (TvLaneCells *cells)
{
  for (guint i = 0; i < TV_LANE_CELL_LEVELS; i++)
    {
      g_free (cells->levels[i].cells);
      tv_lane_methods_clear (&cells->levels[i].methods);
    }
}

gsize
tv_lane_cells_get_size (const TvLaneCells *cells)
{
  gsize size = 0;

  for (guint i = 0; i < TV_LANE_CELL_LEVELS; i++)
    {
      const TvLaneCellLevel *level = &cells->levels[i];

      size += level->n * sizeof (TvLaneCell)
              + tv_lane_methods_get_size (&level->methods,
                                          level->n * TV_LANE_CELL_METHODS);
    }
  return size;
}

/* Returns length on a scale on which it can be compared to half a column's: 0 below
 * half of the narrowest column's, and then 8 steps each time it doubles. */
guint
tv_lane_cells_to_steps (const TvLaneCells *cells, gint64 length)
{
  gint64 least = cells->width * (TV_LANE_CELLS_PER_COLUMN / 2);

  if (length <= least)
    return 0;
  return MIN (
      1 + (guint) (STEPS_PER_DOUBLING * log2 ((double) length / (double) least)),
      TV_LANE_CELL_WAITS - 1);
}

static void
restart (TvLaneCellsBuild *build, guint level, gsize cell)
{
  const TvLaneCells *cells = build->cells;
  gint64 width = cells->width << (level * TV_LANE_CELL_FAN_OUT_BITS);

  tv_lane_gather_restart (&build->gather[level], 0,
                          cells->start + (gint64) cell * width);
  build->shortest[level] = TV_LANE_CELL_WAITS - 1;
}

/* Writes a cell. What waits is told beside what is busy, too, if there is one method of
   each: else the cell has pieces that are narrow, or as good as that. */
static void
write_cell (TvLaneCellsBuild *build, guint level, gsize cell)
{
  TvLaneCellLevel *to = &build->cells->levels[level];
  const TvLaneGather *gather = &build->gather[level];
  gint64 width = build->cells->width << (level * TV_LANE_CELL_FAN_OUT_BITS);
  TvLaneCell *written = &to->cells[cell];

  written->depth = (guint16) MIN (gather->deepest, G_MAXUINT16);
  written->busy = (guint8) tv_lane_gather_to_steps (gather->busy, width, 255);
  written->shortest = (guint8) build->shortest[level];
  tv_lane_gather_write (gather, gather->start + width, TV_LANE_CELL_METHODS,
                        written->share, &to->methods, cell * TV_LANE_CELL_METHODS);
  if (gather->busy == 0 || gather->wait == 0)
    return;
  if (gather->sums.n > 1)
    {
      written->shortest = 0;
      return;
    }
  written->shortest |= TV_LANE_CELL_WAITS;
  written->share[1] = (guint8) tv_lane_gather_to_steps (gather->wait, width, 255);
  tv_lane_methods_set (&to->methods, cell * TV_LANE_CELL_METHODS + 1,
                       gather->wait_method);
}

/* Writes the cells that end before a later one begins, and goes on to that. */
static void
go_on (TvLaneCellsBuild *build, gsize next)
{
  TvLaneCells *cells = build->cells;
  gsize cell = build->cell;

  build->cell = next;
  build->from = cells->start + (gint64) next * cells->width;
  build->to = build->from + cells->width;
  for (guint i = 0; i < TV_LANE_CELL_LEVELS && cell != next; i++)
    {
      write_cell (build, i, cell);
      if (i + 1 < TV_LANE_CELL_LEVELS)
        {
          tv_lane_gather_fold (&build->gather[i + 1], &build->gather[i]);
          build->shortest[i + 1] = MIN (build->shortest[i + 1], build->shortest[i]);
        }
      restart (build, i, next);
      cell >>= TV_LANE_CELL_FAN_OUT_BITS;
      next >>= TV_LANE_CELL_FAN_OUT_BITS;
    }
}

/* Begins to build cells. If there is no room for any, nothing is added to them. */
void
tv_lane_cells_begin (TvLaneCellsBuild *build, TvLaneCells *cells, gint64 start,
                     gint64 end)
{
  build->cells = cells;
  build->cell = 0;
  for (guint i = 0; i < TV_LANE_CELL_LEVELS; i++)
    tv_lane_sums_init (&build->gather[i].sums, FIRST_SUMS_BITS);
  if (cells->levels[0].n == 0)
    return;
  cells->start = start;
  cells->width = MAX (end - start, 0) / (gint64) cells->levels[0].n + 1;
  build->from = start;
  build->to = start + cells->width;
  for (guint i = 0; i < TV_LANE_CELL_LEVELS; i++)
    restart (build, i, 0);
}

/* Does what tv_lane_cells_add() does for a piece of any length. */
void
tv_lane_cells_spread (TvLaneCellsBuild *build, guint32 method, guint32 depth,
                      gint64 start, gint64 end, gboolean waits)
{
  TvLaneCells *cells = build->cells;
  guint steps;
  gsize last;

  if (cells->width == 0)
    return;
  steps = waits ? TV_LANE_CELL_WAITS - 1 : tv_lane_cells_to_steps (cells, end - start);
  last = tv_lane_cells_find (cells, end - 1);
  if (start >= build->to)
    go_on (build, tv_lane_cells_find (cells, start));
  if (start >= build->to)
    return;
  for (;;)
    {
      gint64 length = MIN (end, build->to) - MAX (start, build->from);

      build->shortest[0] = MIN (build->shortest[0], steps);
      if (waits)
        {
          build->gather[0].deepest = MAX (build->gather[0].deepest, depth);
          tv_lane_gather_wait (&build->gather[0], method, length);
        }
      else
        tv_lane_gather_own (&build->gather[0], method, depth, length);
      if (build->cell >= last)
        return;
      go_on (build, build->cell + 1);
    }
}

/* Adds a call without length. */
void
tv_lane_cells_add_instant (TvLaneCellsBuild *build, guint32 method, guint32 depth,
                           gint64 time)
{
  TvLaneGather *gather = &build->gather[0];

  if (build->cells->width == 0)
    return;
  if (time >= build->to)
    go_on (build, tv_lane_cells_find (build->cells, time));
  gather->deepest = MAX (gather->deepest, depth);
  if (gather->instant_method == TV_METHOD_NONE)
    gather->instant_method = method;
  build->shortest[0] = 0;
}

/* Writes the last ones. */
void
tv_lane_cells_end (TvLaneCellsBuild *build)
{
  gsize cell = build->cell;

  if (build->cells->width == 0)
    return;
  for (guint i = 0; i < TV_LANE_CELL_LEVELS; i++, cell >>= TV_LANE_CELL_FAN_OUT_BITS)
    {
      write_cell (build, i, cell);
      if (i + 1 == TV_LANE_CELL_LEVELS)
        break;
      tv_lane_gather_fold (&build->gather[i + 1], &build->gather[i]);
      build->shortest[i + 1] = MIN (build->shortest[i + 1], build->shortest[i]);
    }
}

/* Frees what it took to build them. */
void
tv_lane_cells_clear_build (TvLaneCellsBuild *build)
{
  for (guint i = 0; i < TV_LANE_CELL_LEVELS; i++)
    tv_lane_sums_clear (&build->gather[i].sums);
}
