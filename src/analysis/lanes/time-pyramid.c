/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lanes/time-pyramid.h"

#include <math.h>

#define STEPS_PER_DOUBLING 8

/* The tables of own time begin small and grow. */
#define FIRST_TABLE_BITS 6

/* Makes room for @n cells of the lowest level. */
void
tv_time_pyramid_init (TvTimePyramid *pyramid, gboolean narrow, gsize n)
{
  *pyramid = (TvTimePyramid){ 0 };
  for (guint i = 0; i < TV_TIME_CELL_LEVELS && n > 0; i++)
    {
      TvTimeCellLevel *level = &pyramid->levels[i];

      level->n = ((n - 1) >> (i * TV_TIME_CELL_FAN_OUT_BITS)) + 1;
      level->cells = g_new0 (TvTimeCell, level->n);
      tv_lane_methods_init (&level->methods, narrow, level->n * TV_TIME_CELL_METHODS);
    }
}

void
tv_time_pyramid_clear (TvTimePyramid *pyramid)
{
  for (guint i = 0; i < TV_TIME_CELL_LEVELS; i++)
    {
      g_free (pyramid->levels[i].cells);
      tv_lane_methods_clear (&pyramid->levels[i].methods);
    }
}

gsize
tv_time_pyramid_get_size (const TvTimePyramid *pyramid)
{
  gsize size = 0;

  for (guint i = 0; i < TV_TIME_CELL_LEVELS; i++)
    {
      const TvTimeCellLevel *level = &pyramid->levels[i];

      size += level->n * sizeof (TvTimeCell)
              + tv_lane_methods_get_size (&level->methods,
                                          level->n * TV_TIME_CELL_METHODS);
    }
  return size;
}

/* Returns a length on a scale that can be compared with half a column's: 0 below half
 * of the narrowest column, then 8 steps each time the length doubles. */
guint
tv_time_pyramid_to_steps (const TvTimePyramid *pyramid, gint64 length)
{
  gint64 least = pyramid->width * (TV_TIME_CELLS_PER_COLUMN / 2);

  if (length <= least)
    return 0;
  return MIN (
      1 + (guint) (STEPS_PER_DOUBLING * log2 ((double) length / (double) least)),
      TV_TIME_CELL_WAITS - 1);
}

static void
restart (TvTimePyramidBuilder *builder, guint level, gsize cell)
{
  const TvTimePyramid *pyramid = builder->pyramid;
  gint64 width = pyramid->width << (level * TV_TIME_CELL_FAN_OUT_BITS);

  tv_block_builder_restart (&builder->sums[level], 0,
                            pyramid->start + (gint64) cell * width);
  builder->shortest[level] = TV_TIME_CELL_WAITS - 1;
}

/* Writes a cell. A cell with one busy and one waiting method names both. A cell with
 * several busy methods beside a wait counts as narrow pieces. */
static void
write_cell (TvTimePyramidBuilder *builder, guint level, gsize cell)
{
  TvTimeCellLevel *to = &builder->pyramid->levels[level];
  const TvBlockBuilder *sums = &builder->sums[level];
  gint64 width = builder->pyramid->width << (level * TV_TIME_CELL_FAN_OUT_BITS);
  TvTimeCell *written = &to->cells[cell];

  written->depth = (guint16) MIN (sums->deepest, G_MAXUINT16);
  written->busy = (guint8) tv_lane_to_steps (sums->busy, width, 255);
  written->shortest = (guint8) builder->shortest[level];
  tv_block_builder_write (sums, sums->start + width, TV_TIME_CELL_METHODS,
                          written->share, &to->methods, cell * TV_TIME_CELL_METHODS);
  if (sums->busy == 0 || sums->wait == 0)
    return;
  if (sums->sums.n > 1)
    {
      written->shortest = 0;
      return;
    }
  written->shortest |= TV_TIME_CELL_WAITS;
  written->share[1] = (guint8) tv_lane_to_steps (sums->wait, width, 255);
  tv_lane_methods_set (&to->methods, cell * TV_TIME_CELL_METHODS + 1,
                       sums->wait_method);
}

/* Writes a cell, and adds it to the cell above. */
static void
finish_cell (TvTimePyramidBuilder *builder, guint level, gsize cell)
{
  write_cell (builder, level, cell);
  if (level + 1 == TV_TIME_CELL_LEVELS)
    return;
  tv_block_builder_fold (&builder->sums[level + 1], &builder->sums[level]);
  builder->shortest[level + 1]
      = MIN (builder->shortest[level + 1], builder->shortest[level]);
}

/* Finishes the cells of all levels that end before cell @next of the lowest level. */
static void
go_on (TvTimePyramidBuilder *builder, gsize next)
{
  TvTimePyramid *pyramid = builder->pyramid;
  gsize cell = builder->cell;

  builder->cell = next;
  builder->from = pyramid->start + (gint64) next * pyramid->width;
  builder->to = builder->from + pyramid->width;
  for (guint i = 0; i < TV_TIME_CELL_LEVELS && cell != next; i++)
    {
      finish_cell (builder, i, cell);
      restart (builder, i, next);
      cell >>= TV_TIME_CELL_FAN_OUT_BITS;
      next >>= TV_TIME_CELL_FAN_OUT_BITS;
    }
}

/* Begins to build. A pyramid without room for cells stays empty. */
void
tv_time_pyramid_builder_begin (TvTimePyramidBuilder *builder, TvTimePyramid *pyramid,
                               gint64 start, gint64 end)
{
  builder->pyramid = pyramid;
  builder->cell = 0;
  for (guint i = 0; i < TV_TIME_CELL_LEVELS; i++)
    tv_own_time_table_init (&builder->sums[i].sums, FIRST_TABLE_BITS);
  if (pyramid->levels[0].n == 0)
    return;
  pyramid->start = start;
  pyramid->width = MAX (end - start, 0) / (gint64) pyramid->levels[0].n + 1;
  builder->from = start;
  builder->to = start + pyramid->width;
  for (guint i = 0; i < TV_TIME_CELL_LEVELS; i++)
    restart (builder, i, 0);
}

/* Does the same as tv_time_pyramid_builder_add() for a piece of any length. */
void
tv_time_pyramid_builder_spread (TvTimePyramidBuilder *builder, guint32 method,
                                guint32 depth, gint64 start, gint64 end, gboolean waits)
{
  TvTimePyramid *pyramid = builder->pyramid;
  guint steps;
  gsize last;

  if (pyramid->width == 0)
    return;
  steps = waits ? TV_TIME_CELL_WAITS - 1
                : tv_time_pyramid_to_steps (pyramid, end - start);
  last = tv_time_pyramid_find (pyramid, end - 1);
  if (start >= builder->to)
    go_on (builder, tv_time_pyramid_find (pyramid, start));
  if (start >= builder->to)
    return;
  for (;;)
    {
      gint64 length = MIN (end, builder->to) - MAX (start, builder->from);

      builder->shortest[0] = MIN (builder->shortest[0], steps);
      if (waits)
        {
          builder->sums[0].deepest = MAX (builder->sums[0].deepest, depth);
          tv_block_builder_add_wait (&builder->sums[0], method, length);
        }
      else
        tv_block_builder_add_own (&builder->sums[0], method, depth, length);
      if (builder->cell >= last)
        return;
      go_on (builder, builder->cell + 1);
    }
}

/* Adds a call without length. */
void
tv_time_pyramid_builder_add_instant (TvTimePyramidBuilder *builder, guint32 method,
                                     guint32 depth, gint64 time)
{
  if (builder->pyramid->width == 0)
    return;
  if (time >= builder->to)
    go_on (builder, tv_time_pyramid_find (builder->pyramid, time));
  tv_block_builder_add_instant (&builder->sums[0], method, depth);
  builder->shortest[0] = 0;
}

/* Writes the last cells. */
void
tv_time_pyramid_builder_end (TvTimePyramidBuilder *builder)
{
  gsize cell = builder->cell;

  if (builder->pyramid->width == 0)
    return;
  for (guint i = 0; i < TV_TIME_CELL_LEVELS; i++, cell >>= TV_TIME_CELL_FAN_OUT_BITS)
    finish_cell (builder, i, cell);
}

void
tv_time_pyramid_builder_clear (TvTimePyramidBuilder *builder)
{
  for (guint i = 0; i < TV_TIME_CELL_LEVELS; i++)
    tv_own_time_table_clear (&builder->sums[i].sums);
}
