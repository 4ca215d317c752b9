/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lanes/lane-skim-private.h"

#include "analysis/lanes/lane-cells-fill-private.h"

/* The border of a column is moved to that of a block or part by at most this fraction
   of a column. */
#define SNAP_FRACTION 16

/* How many columns to look ahead. */
#define COLUMNS_AHEAD 3

/*
 * A lane on its way into columns. What is left of @part is taken in already.
 *
 * A border of a column goes to a border of a block or part that is near enough; if none
 * is, the part in which it lies is walked over call by call. Between two borders are
 * whole blocks and parts, of which the largest are taken that are no wider than half a
 * column: so whatever they hold is narrow in the sense of #TvLaneColumnKind.
 */
typedef struct
{
  const TvLaneIndex *index;
  const TvLaneMarks *marks;
  TvLaneWalk *walk;
  TvLaneFill *fill;
  gsize part;
  gint64 nearness;    /* how far a border may be moved, nanoseconds */
  gint64 half_column; /* nanoseconds */
  guint level;        /* where to look for the next border first */
  gsize ahead;        /* the block in which one of the next columns ends */
} Skim;

static inline gsize
clamp_block (const TvLaneIndex *index, gsize block)
{
  return MIN (block, index->n_blocks);
}

/* The last block of a level from @block on that does not begin after a time. */
static inline gsize
find_block (const TvLaneIndex *index, guint level, gsize block, gint64 time)
{
  guint bits = level * TV_LANE_FAN_OUT_BITS;
  gsize n = index->levels[level].n;
  gsize step = 1;
  gsize end;

  while (block + step < n && index->times[(block + step) << bits] <= time)
    {
      block += step;
      step *= 2;
    }
  for (end = MIN (block + step, n); end - block > 1;)
    {
      gsize middle = block + (end - block) / 2;

      if (index->times[middle << bits] <= time)
        block = middle;
      else
        end = middle;
    }
  return block;
}

/* Has the memory come that tells when the parts of a block begin: all at once takes
   little longer than one of them. GCC takes a function that does no more for one that
   does nothing, so it has to be inlined. */
G_ALWAYS_INLINE static inline void
prefetch_parts (const TvLaneIndex *index, gsize block)
{
  const TvTimes *starts = &index->calls.axis_start;
  const TvLanePart *parts = &index->parts[block * index->block_parts];
  gsize next = index->begins[block].next;

  for (guint i = 1; i < index->block_parts && parts[i].starts != TV_LANE_PART_EMPTY;
       i++)
    tv_times_prefetch (starts, next + parts[i].starts);
}

/* The same for a block itself. */
G_ALWAYS_INLINE static inline void
prefetch_block (const TvLaneIndex *index, gsize block)
{
  gsize part = block * index->block_parts;

  __builtin_prefetch (&index->begins[block]);
  __builtin_prefetch (&index->parts[part]);
  if (index->part_methods.narrow != NULL)
    __builtin_prefetch (&index->part_methods.narrow[part * TV_LANE_PART_METHODS]);
  else
    __builtin_prefetch (&index->part_methods.wide[part * TV_LANE_PART_METHODS]);
}

/* The last part of a block that does not begin after a time. */
static inline gsize
find_part (const TvLaneIndex *index, gsize block, gint64 time)
{
  gsize part = block << index->part_bits;
  gsize end = (block + 1) << index->part_bits;

  while (part + 1 < end && tv_lane_index_get_time (index, part + 1) <= time)
    part++;
  return part;
}

/* Returns the last part that does not begin after time, or the first. */
gsize
tv_lane_skim_find (const TvLaneIndex *index, gint64 time)
{
  gsize block = 0;

  for (guint level = index->n_levels; level-- > 0;)
    block = find_block (index, level, block << TV_LANE_FAN_OUT_BITS, time);
  return find_part (index, block, time);
}

/* Does what tv_lane_skim_find() does, in less time if time is near. */
gsize
tv_lane_skim_find_after (const TvLaneIndex *index, gsize part, gint64 time)
{
  return find_part (index, find_block (index, 0, part >> index->part_bits, time), time);
}

/* Moves a place to the beginning or the end of what is around it, if one is near. */
static inline gboolean
snap (const Skim *skim, gint64 time, gint64 start, gint64 end, gsize first, gsize last,
      gsize *part)
{
  if (time - start <= end - time)
    {
      *part = first;
      return time - start <= skim->nearness;
    }
  *part = last;
  return end - time <= skim->nearness;
}

/* Finds the part that a time lies in. Returns whether that is near enough to where the
   part begins. */
static gboolean
find_border (Skim *skim, gint64 time, gsize *part)
{
  const TvLaneIndex *index = skim->index;
  guint level = MIN (skim->level, index->n_levels - 1);
  gsize block = skim->part >> index->part_bits;
  gboolean found = FALSE;

  if (time >= index->times[index->n_blocks])
    {
      *part = tv_lane_index_get_n_parts (index);
      return TRUE;
    }

  block = find_block (index, level, block >> (level * TV_LANE_FAN_OUT_BITS), time);
  for (;;
       level--, block = find_block (index, level, block << TV_LANE_FAN_OUT_BITS, time))
    {
      guint bits = level * TV_LANE_FAN_OUT_BITS;
      gsize first = block << bits;
      gsize last = clamp_block (index, (block + 1) << bits);

      found = snap (skim, time, index->times[first], index->times[last],
                    first << index->part_bits, last << index->part_bits, part);
      if (found || level == 0)
        break;
    }
  skim->level = found ? level + 1 : 0;
  if (!found)
    {
      gsize around = find_part (index, block, time);

      found
          = snap (skim, time, tv_lane_index_get_time (index, around),
                  tv_lane_index_get_time (index, around + 1), around, around + 1, part);
      if (!found)
        *part = around;
    }
  *part = MAX (*part, skim->part);
  return found;
}

static inline gint64
to_length (const Skim *skim, gint64 span)
{
  return span * ((gint64) 1 << skim->fill->grid.shift);
}

static void
take_block (Skim *skim, guint level, gsize place, gint64 span)
{
  const TvLaneLevel *blocks = &skim->index->levels[level];
  const TvLaneBlock *block = &blocks->blocks[place];
  gint64 length = to_length (skim, span);

  skim->fill->depth = MAX (skim->fill->depth, block->depth);
  if (block->busy > 0)
    skim->fill->busy
        += MAX ((gint64) ((double) length * (1.0 / G_MAXUINT16) * block->busy), 1);
  tv_lane_fill_add_shares (skim->fill, length, block->busy > 0, TV_LANE_BLOCK_METHODS,
                           block->share, &blocks->methods,
                           place * TV_LANE_BLOCK_METHODS);
}

static void
take_part (Skim *skim, gsize number, gint64 span)
{
  const TvLaneIndex *index = skim->index;
  gint64 length = to_length (skim, span);
  const TvLanePart *part;
  gssize place;
  gint64 depth;

  if (tv_lane_index_get_starts (index, number) == TV_LANE_PART_EMPTY)
    return;
  place = tv_lane_index_get_place (index, number);
  part = &index->parts[place];
  depth = (gint64) index->begins[number >> index->part_bits].depth + part->climb
          + part->rise;
  skim->fill->depth = MAX (skim->fill->depth, (guint32) depth);
  if (part->busy > 0)
    skim->fill->busy += MAX ((gint64) ((double) length * (1.0 / 255) * part->busy), 1);
  tv_lane_fill_add_shares (skim->fill, length, part->busy > 0, TV_LANE_PART_METHODS,
                           part->share, &index->part_methods,
                           (gsize) place * TV_LANE_PART_METHODS);
}

static void
walk_part (Skim *skim, gsize part)
{
  TvLaneState from = tv_lane_index_get_state (skim->index, part);
  TvLaneState to = tv_lane_index_get_state (skim->index, part + 1);

  if (from.time < skim->walk->start)
    from = tv_lane_walk_find_start (skim->walk, &from, to.next);
  if (skim->walk->next_wait < to.time)
    tv_lane_walk_seek_wait (skim->walk, from.time);
  tv_lane_walk_part (skim->walk, &tv_lane_fill_visitor, skim->fill, &from, &to);
}

/* Takes in the largest block that begins where the skim is, ends by @to and is narrow
   enough. */
static gboolean
take_largest_block (Skim *skim, gsize to)
{
  const TvLaneIndex *index = skim->index;
  gsize block = skim->part >> index->part_bits;
  gsize n = (to >> index->part_bits) - block;
  gint64 start = index->times[block];
  guint level = 0;

  if (block << index->part_bits != skim->part || n == 0)
    return FALSE;
  while (level + 1 < index->n_levels && n >> ((level + 1) * TV_LANE_FAN_OUT_BITS) > 0
         && (block & (((gsize) 1 << ((level + 1) * TV_LANE_FAN_OUT_BITS)) - 1)) == 0)
    level++;
  for (;; level--)
    {
      guint bits = level * TV_LANE_FAN_OUT_BITS;
      gint64 span = index->times[block + ((gsize) 1 << bits)] - start;

      if (span <= skim->half_column)
        {
          take_block (skim, level, block >> bits, span);
          skim->part += (gsize) 1 << (bits + index->part_bits);
          return TRUE;
        }
      if (level == 0)
        return FALSE;
    }
}

/* Whether anything up to a part is marked. */
static gboolean
is_marked (const Skim *skim, gsize to)
{
  return skim->marks != NULL
         && tv_lane_marks_find (skim->marks->shown, skim->part, to) < to;
}

/* Takes everything up to a part in, all of which belongs to the column at hand. */
static void
take_until (Skim *skim, gsize to)
{
  skim->fill->marked |= is_marked (skim, to);
  while (skim->part < to)
    if (!take_largest_block (skim, to))
      {
        gint64 span = tv_lane_index_get_time (skim->index, skim->part + 1)
                      - tv_lane_index_get_time (skim->index, skim->part);

        if (span <= skim->half_column)
          take_part (skim, skim->part, span);
        else
          walk_part (skim, skim->part);
        skim->part++;
      }
  if (skim->marks == NULL)
    skim->fill->marked |= tv_lane_fill_names_marked (skim->fill);
}

/* Goes on to the column that the next part begins in. */
static void
move_to_part (Skim *skim)
{
  const TvLaneGrid *grid = &skim->fill->grid;
  gint64 time = tv_lane_index_get_time (skim->index, skim->part);
  gint64 place = tv_lane_grid_place (grid, MIN (time, grid->end));

  if (place >= skim->fill->high)
    tv_lane_fill_move_to (skim->fill, place);
}

/* Walks over a part in which a column ends. */
static void
walk_over_border (Skim *skim, gsize part)
{
  walk_part (skim, part);
  skim->part = part + 1;
  move_to_part (skim);
}

/* Moves the right border of the column at hand to where a part begins, if it is near:
   the thread may be over by then. */
static void
move_border (Skim *skim, gsize part)
{
  TvLaneFill *fill = skim->fill;
  gint64 time = tv_lane_index_get_time (skim->index, part);
  gint64 border = fill->grid.start + (fill->high >> fill->grid.shift);

  if (ABS (time - border) > skim->nearness)
    return;
  fill->high = tv_lane_grid_place (&fill->grid, time);
  skim->walk->end = MAX (skim->walk->end, time);
}

/* Takes everything up to a part in, ends the column at hand there, and begins the next
   one where it ended. Returns %FALSE if there is none. */
static gboolean
end_column (Skim *skim, gsize part)
{
  TvLaneFill *fill = skim->fill;
  guint column = fill->column;
  gint64 end;

  move_border (skim, part);
  end = fill->high;
  take_until (skim, part);
  if (column + 1 == fill->grid.n)
    return FALSE;
  /* A call without length right at the border has the next column begun. */
  if (fill->column == column)
    {
      tv_lane_fill_close (fill, end);
      tv_lane_fill_open (fill, column + 1);
    }
  fill->from = end;
  return TRUE;
}

/* Moves the beginning of the first column to where a part begins, if it is near. */
static void
begin_near (Skim *skim, gsize part)
{
  TvLaneFill *fill = skim->fill;
  gint64 time = tv_lane_index_get_time (skim->index, part);

  skim->part = part;
  if (ABS (time - fill->grid.start) > skim->nearness)
    return;
  fill->from = tv_lane_grid_place (&fill->grid, time);
  if (time < skim->walk->start)
    {
      skim->walk->start = time;
      skim->walk->wait = 0;
      tv_lane_walk_seek_wait (skim->walk, time);
    }
}

/* Has the memory come that will be wanted in a moment: most of the time is waiting for
   it otherwise. */
G_ALWAYS_INLINE static inline void
look_ahead (Skim *skim)
{
  const TvLaneGrid *grid = &skim->fill->grid;
  guint column = skim->fill->column + COLUMNS_AHEAD;
  gint64 time;

  if (column > grid->n)
    return;
  time = grid->start + (tv_lane_grid_border (grid, column) >> grid->shift);
  prefetch_parts (skim->index, skim->ahead);
  skim->ahead = find_block (skim->index, 0, skim->ahead, time);
  prefetch_block (skim->index, skim->ahead);
}

static void
skim_columns (Skim *skim)
{
  const TvLaneGrid *grid = &skim->fill->grid;
  const gsize n_parts = tv_lane_index_get_n_parts (skim->index);
  gint64 time;

  while (skim->part < n_parts
         && (time = tv_lane_index_get_time (skim->index, skim->part)) <= grid->end)
    {
      gsize part;
      gboolean snapped;

      look_ahead (skim);
      snapped
          = find_border (skim, grid->start + (skim->fill->high >> grid->shift), &part);

      if (!snapped)
        {
          take_until (skim, part);
          walk_over_border (skim, part);
        }
      else if (!end_column (skim, part))
        break;
    }
  tv_lane_fill_close (skim->fill, skim->fill->high);
}

/* Fills the columns in time that depends on their number, not on that of the calls:
 * from cells of time where columns are wide enough, else from blocks, parts and
 * calls. */
void
tv_lane_skim_run (const TvLaneIndex *index, const TvLaneMarks *marks, TvLaneWalk *walk,
                  TvLaneFill *fill)
{
  const TvLaneGrid *grid = &fill->grid;
  gint64 width = (gint64) (grid->quotient >> grid->shift);
  Skim skim = { .index = index,
                .marks = marks,
                .walk = walk,
                .fill = fill,
                .nearness = width / SNAP_FRACTION,
                .half_column = width / 2 };

  if (tv_lane_cells_are_fine (&index->cells, width))
    {
      tv_lane_cells_fill (&index->cells, marks != NULL ? marks->cells : NULL, fill);
      return;
    }
  if (index->times[0] > grid->start)
    {
      if (index->times[0] > grid->end)
        return;
      move_to_part (&skim);
    }
  else
    {
      gsize part;

      skim.part = tv_lane_skim_find (index, grid->start);
      if (find_border (&skim, grid->start, &part))
        begin_near (&skim, part);
      else
        walk_over_border (&skim, part);
    }
  skim_columns (&skim);
}
