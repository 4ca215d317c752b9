/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lanes/lane-gather-private.h"

G_BEGIN_DECLS

/*
 * The time of a thread is cut into equal cells, up to twice as many as it has
 * blocks of events. TV_LANE_CELL_FAN_OUT of them are summed up to one of the next
 * level. Columns that are wide enough are made of cells alone: which ones is known
 * without a search, they lie next to each other in memory, and no call is looked at,
 * however long a thread waits between its calls.
 */
#define TV_LANE_CELL_FAN_OUT_BITS 2
#define TV_LANE_CELL_FAN_OUT (1 << TV_LANE_CELL_FAN_OUT_BITS)
#define TV_LANE_CELL_LEVELS 4
#define TV_LANE_CELL_METHODS 2

/* A column has at least so many cells: its borders are moved by half a cell. */
#define TV_LANE_CELLS_PER_COLUMN 8

/* Set in TvLaneCell.shortest if the second method is one that waits. */
#define TV_LANE_CELL_WAITS 0x80

/**
 * TvLaneCell:
 * @depth: the deepest stack, 65535 for more
 * @busy: own time, 0 to 255 of the cell's time; over 0 if there is any
 * @shortest: how long the shortest piece of own time is that is in the cell, see
 *   tv_lane_cells_to_steps(); 0 also if calls without length are
 * @share: as in #TvLanePart
 *
 * What a cell of any level sums up.
 */
typedef struct
{
  guint16 depth;
  guint8 busy;
  guint8 shortest;
  guint8 share[TV_LANE_CELL_METHODS];
} TvLaneCell;

/**
 * TvLaneCellLevel:
 * @n: number of cells
 * @cells: (array length=n): their sums
 * @methods: the methods of each
 *
 * The cells of a level.
 */
typedef struct
{
  gsize n;
  TvLaneCell *cells;
  TvLaneMethods methods;
} TvLaneCellLevel;

/**
 * TvLaneCells:
 * @start: where the first begins, nanoseconds on the axis
 * @width: how long one of the lowest level is, nanoseconds; 0 if there are none
 * @levels: those of the lowest level first
 *
 * The cells of a thread.
 */
typedef struct
{
  gint64 start;
  gint64 width;
  TvLaneCellLevel levels[TV_LANE_CELL_LEVELS];
} TvLaneCells;

/**
 * TvLaneCellsBuild:
 * @cells: what is built
 * @cell: the cell at hand
 * @from: where it begins
 * @to: where it ends
 * @gather: it, and those of the levels above
 * @shortest: the least of each
 *
 * Cells that are being built, from left to right.
 */
typedef struct
{
  TvLaneCells *cells;
  gsize cell;
  gint64 from;
  gint64 to;
  TvLaneGather gather[TV_LANE_CELL_LEVELS];
  guint shortest[TV_LANE_CELL_LEVELS];
} TvLaneCellsBuild;

void tv_lane_cells_init (TvLaneCells *cells, gboolean narrow, gsize n);
void tv_lane_cells_clear (TvLaneCells *cells);
gsize tv_lane_cells_get_size (const TvLaneCells *cells);
guint tv_lane_cells_to_steps (const TvLaneCells *cells, gint64 length);

void tv_lane_cells_begin (TvLaneCellsBuild *build, TvLaneCells *cells, gint64 start,
                          gint64 end);
void tv_lane_cells_spread (TvLaneCellsBuild *build, guint32 method, guint32 depth,
                           gint64 start, gint64 end, gboolean waits);
void tv_lane_cells_add_instant (TvLaneCellsBuild *build, guint32 method, guint32 depth,
                                gint64 time);
void tv_lane_cells_end (TvLaneCellsBuild *build);
void tv_lane_cells_clear_build (TvLaneCellsBuild *build);

/* Returns the cell of the lowest level that time lies in, the last one for what is
 * later. */
static inline gsize
tv_lane_cells_find (const TvLaneCells *cells, gint64 time)
{
  gsize cell = (gsize) ((guint64) (time - cells->start) / (guint64) cells->width);

  return MIN (cell, cells->levels[0].n - 1);
}

/* Adds a piece of time. */
static inline void
tv_lane_cells_add (TvLaneCellsBuild *build, guint32 method, guint32 depth, gint64 start,
                   gint64 end, gboolean waits)
{
  if (G_UNLIKELY (waits || start < build->from || end > build->to))
    {
      tv_lane_cells_spread (build, method, depth, start, end, waits);
      return;
    }
  tv_lane_gather_own (&build->gather[0], method, depth, end - start);
  build->shortest[0] = 0;
}

static inline gboolean
tv_lane_cells_are_fine (const TvLaneCells *cells, gint64 width)
{
  return cells->width > 0 && cells->width <= width / TV_LANE_CELLS_PER_COLUMN;
}

G_END_DECLS
