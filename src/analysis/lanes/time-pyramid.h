/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lanes/block-builder.h"

G_BEGIN_DECLS

/*
 * The time of a thread is cut into equal cells, up to twice as many as it has blocks of
 * events. TV_TIME_CELL_FAN_OUT of them are summed up to a cell of the next level. Wide
 * columns are made only of cells: these are found without a search, are next to each
 * other in memory, and need no call, however long a thread waits between its calls.
 */
#define TV_TIME_CELL_FAN_OUT_BITS 2
#define TV_TIME_CELL_FAN_OUT (1 << TV_TIME_CELL_FAN_OUT_BITS)
#define TV_TIME_CELL_LEVELS 4
#define TV_TIME_CELL_METHODS 2

/* The least number of cells in a column: its borders are moved by half a cell. */
#define TV_TIME_CELLS_PER_COLUMN 8

/* Set in TvTimeCell.shortest if the second method waits. */
#define TV_TIME_CELL_WAITS 0x80

/**
 * TvTimeCell:
 * @depth: the deepest stack, 65535 for more
 * @busy: own time, 0 to 255 of the cell's time; over 0 if there is any
 * @shortest: the length of the shortest piece of own time in the cell, see
 *   tv_time_pyramid_to_steps(); 0 also if there are calls without length
 * @share: as in #TvLanePart
 *
 * The sums of a cell of any level.
 */
typedef struct
{
  guint16 depth;
  guint8 busy;
  guint8 shortest;
  guint8 share[TV_TIME_CELL_METHODS];
} TvTimeCell;

typedef struct
{
  gsize n;
  TvTimeCell *cells;
  TvLaneMethods methods;
} TvTimeCellLevel;

/**
 * TvTimePyramid:
 * @start: where the first cell begins, nanoseconds on the axis
 * @width: width of a cell of the lowest level in nanoseconds; 0 without cells
 * @levels: the lowest level first
 *
 * The cells of a thread.
 */
typedef struct
{
  gint64 start;
  gint64 width;
  TvTimeCellLevel levels[TV_TIME_CELL_LEVELS];
} TvTimePyramid;

/**
 * TvTimePyramidBuilder:
 * @pyramid: the pyramid
 * @cell: the current cell
 * @from: where it begins
 * @to: where it ends
 * @sums: the sums of the current cell and of those of the levels above
 * @shortest: the shortest piece of each
 *
 * Builds cells from left to right.
 */
typedef struct
{
  TvTimePyramid *pyramid;
  gsize cell;
  gint64 from;
  gint64 to;
  TvBlockBuilder sums[TV_TIME_CELL_LEVELS];
  guint shortest[TV_TIME_CELL_LEVELS];
} TvTimePyramidBuilder;

void tv_time_pyramid_init (TvTimePyramid *pyramid, gboolean narrow, gsize n);
void tv_time_pyramid_clear (TvTimePyramid *pyramid);
gsize tv_time_pyramid_get_size (const TvTimePyramid *pyramid);
guint tv_time_pyramid_to_steps (const TvTimePyramid *pyramid, gint64 length);

void tv_time_pyramid_builder_begin (TvTimePyramidBuilder *builder,
                                    TvTimePyramid *pyramid, gint64 start, gint64 end);
void tv_time_pyramid_builder_spread (TvTimePyramidBuilder *builder, guint32 method,
                                     guint32 depth, gint64 start, gint64 end,
                                     gboolean waits);
void tv_time_pyramid_builder_add_instant (TvTimePyramidBuilder *builder, guint32 method,
                                          guint32 depth, gint64 time);
void tv_time_pyramid_builder_end (TvTimePyramidBuilder *builder);
void tv_time_pyramid_builder_clear (TvTimePyramidBuilder *builder);

/* Returns the cell of the lowest level at @time, or the last one for later times. */
static inline gsize
tv_time_pyramid_find (const TvTimePyramid *pyramid, gint64 time)
{
  gsize cell = (gsize) ((guint64) (time - pyramid->start) / (guint64) pyramid->width);

  return MIN (cell, pyramid->levels[0].n - 1);
}

/* Returns whether cells are fine enough for columns of @width nanoseconds. */
static inline gboolean
tv_time_pyramid_is_fine (const TvTimePyramid *pyramid, gint64 width)
{
  return pyramid->width > 0 && pyramid->width <= width / TV_TIME_CELLS_PER_COLUMN;
}

/* Adds a piece of own time or of waiting. */
static inline void
tv_time_pyramid_builder_add (TvTimePyramidBuilder *builder, guint32 method,
                             guint32 depth, gint64 start, gint64 end, gboolean waits)
{
  if (G_UNLIKELY (waits || start < builder->from || end > builder->to))
    {
      tv_time_pyramid_builder_spread (builder, method, depth, start, end, waits);
      return;
    }
  tv_block_builder_add_own (&builder->sums[0], method, depth, end - start);
  builder->shortest[0] = 0;
}

G_END_DECLS
