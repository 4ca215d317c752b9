/* SPDX-License-Identifier: Apache-2.0 */

/* Reduces the calls of a thread to pixel columns: by a walk over the calls, or from the
 * sums of an index. */

#include "analysis/lanes/lane-index-private.h"

/* If columns have no more entries and exits than this, a walk over them is as fast as
 * the index, and exact. */
#define EXACT_EVENTS_PER_COLUMN 12

/* A border of a column is moved to a border of a block or part by at most this fraction
 * of a column. */
#define SNAP_FRACTION 16

/* The current column, while a lane is reduced to columns from left to right. Its sums
 * are in places of the grid. */
typedef struct
{
  TvLaneGrid grid;
  const TvCalls *calls;
  TvLaneColumn *columns;
  TvMarkedCalls mark;
  TvHitTest searched; /* without methods if there is no search */

  guint column;
  gint64 low;  /* where the column begins */
  gint64 high; /* where it ends */
  gint64 from; /* where its sums begin: the moved @low */
  gint64 busy;
  gint64 best_own; /* the largest own time of a method */
  guint32 best_method;
  gint64 wait; /* the longest waiting of a method */
  guint32 wait_method;
  guint32 instant_method; /* of the first call without length */
  guint32 depth;
  guint32 hit;         /* the method of the first hit */
  gboolean has_narrow; /* whether a block is narrower than half a column */
  gboolean marked;
  TvOwnTimeTable sums;
} Fill;

G_ALWAYS_INLINE static inline void
fill_add_sum (Fill *fill, guint32 method, gint64 length)
{
  gint64 own = tv_own_time_table_add (&fill->sums, method, length);

  if (own > fill->best_own)
    {
      fill->best_own = own;
      fill->best_method = method;
    }
}

static inline void
fill_add_wait (Fill *fill, guint32 method, gint64 length)
{
  if (method == fill->wait_method)
    fill->wait += length;
  else if (length > fill->wait)
    {
      fill->wait = length;
      fill->wait_method = method;
    }
}

/* Adds the methods of a block, part or cell that is @length long. */
static inline void
fill_add_shares (Fill *fill, gint64 length, gboolean busy, guint n,
                 const guint8 *shares, const TvLaneMethods *methods, gsize place)
{
  double step = (double) length * (1.0 / 255);

  if (G_LIKELY (busy))
    {
      fill->has_narrow = TRUE;
      for (guint i = 0; i < n && shares[i] > 0; i++)
        fill_add_sum (fill, tv_lane_methods_get (methods, place + i),
                      (gint64) (step * shares[i]));
      return;
    }
  if (shares[0] > 0 && fill->instant_method == TV_METHOD_NONE)
    fill->instant_method = tv_lane_methods_get (methods, place);
  if (shares[1] > 0)
    fill_add_wait (fill, tv_lane_methods_get (methods, place + 1),
                   MAX ((gint64) (step * shares[1]), 1));
}

/* Returns whether the sums name the marked method. Without marks, nothing else is
 * known.
 */
static inline gboolean
fill_names_marked (const Fill *fill)
{
  return fill->mark.method != TV_METHOD_NONE && fill->mark.first == 0
         && fill->mark.end == fill->calls->n
         && tv_own_time_table_has (&fill->sums, fill->mark.method);
}

static inline void
fill_open (Fill *fill, guint column)
{
  fill->column = column;
  fill->low = tv_lane_grid_border (&fill->grid, column);
  fill->high = tv_lane_grid_border (&fill->grid, column + 1);
  fill->from = fill->low;
  fill->busy = 0;
  fill->best_own = 0;
  fill->best_method = TV_METHOD_NONE;
  fill->wait = 0;
  fill->wait_method = TV_METHOD_NONE;
  fill->instant_method = TV_METHOD_NONE;
  fill->depth = 0;
  fill->hit = TV_METHOD_NONE;
  fill->has_narrow = FALSE;
  fill->marked = FALSE;
  tv_own_time_table_restart (&fill->sums);
}

static inline TvLaneColumnKind
fill_get_kind (const Fill *fill, gint64 width)
{
  TvLaneColumnKind rest = fill->wait > 0 ? TV_LANE_WAIT : TV_LANE_IDLE;

  if (fill->busy == 0)
    return fill->instant_method != TV_METHOD_NONE ? TV_LANE_MIXED : rest;
  if (fill->best_own == width)
    return TV_LANE_SOLID;
  if (fill->has_narrow && fill->sums.n > 1)
    return TV_LANE_MIXED;
  if (fill->busy >= width - fill->busy)
    return TV_LANE_SOLID;
  /* The busy blocks end here, and show in another column. */
  return fill->has_narrow || fill->instant_method != TV_METHOD_NONE ? TV_LANE_MIXED
                                                                    : rest;
}

/* Returns a share of the width in 255ths. Sums from an index are rounded, and may be a
 * little over the width. */
static inline guint8
fill_share (gint64 part, gint64 width)
{
  return (guint8) MIN (255.0 * (double) part / (double) width, 255.0);
}

/* Writes the current column, which ends at a place. */
static inline void
fill_close (Fill *fill, gint64 end)
{
  TvLaneColumn *column = &fill->columns[fill->column];
  gint64 width = end - fill->from;

  column->hit = fill->hit;
  column->kind = fill_get_kind (fill, width);
  switch ((TvLaneColumnKind) column->kind)
    {
    case TV_LANE_SOLID:
    case TV_LANE_MIXED:
      column->method = fill->busy > 0 ? fill->best_method : fill->instant_method;
      column->share = fill_share (fill->best_own, width);
      column->busy = MAX (fill_share (fill->busy, width), column->share);
      break;
    case TV_LANE_WAIT:
      column->method = fill->wait_method;
      break;
    case TV_LANE_IDLE:
    default:
      return;
    }
  column->depth = (guint16) MIN (fill->depth, G_MAXUINT16);
  column->marked
      = fill->marked
        && (column->kind == TV_LANE_MIXED || column->method == fill->mark.method);
}

/* Closes the current column and opens the column of a later place. */
static inline void
fill_move_to (Fill *fill, gint64 place)
{
  guint column = fill->column + 1;

  if (column == fill->grid.n)
    return;
  fill_close (fill, fill->high);
  if (place >= tv_lane_grid_border (&fill->grid, column + 1))
    column = tv_lane_grid_column (&fill->grid, place);
  fill_open (fill, column);
}

static inline void
fill_look_at_hit (Fill *fill, guint32 method, guint32 call)
{
  if (fill->searched.methods != NULL && fill->hit == TV_METHOD_NONE
      && tv_hit_test_passes (&fill->searched, method, call))
    fill->hit = method;
}

/* Finds the columns that show a hit: for a wide block those whose middles it covers,
 * for a narrow one the column of its own middle. */
static void
fill_find_hit_columns (const Fill *fill, guint32 method, guint32 call, gint64 low,
                       gint64 high, guint *first, guint *end)
{
  const TvLaneGrid *grid = &fill->grid;

  *first = *end = 0;
  if (fill->searched.methods == NULL
      || !tv_hit_test_passes (&fill->searched, method, call))
    return;
  if ((guint64) (high - low) > grid->quotient)
    {
      *first = tv_lane_grid_round (grid, low);
      *end = tv_lane_grid_round (grid, high);
      return;
    }
  *first = tv_lane_grid_column (grid, low + (high - low) / 2);
  *end = *first + 1;
}

/* Returns whether a block is cut off by the range. */
static inline gboolean
fill_is_clipped (const Fill *fill, guint32 call, gint64 low, gint64 high)
{
  const TvLaneGrid *grid = &fill->grid;

  return (low == 0 && tv_times_get (&fill->calls->axis_start, call) < grid->start)
         || (high == grid->total
             && tv_times_get (&fill->calls->axis_end, call) > grid->end);
}

/* Returns whether a block from @low in the current column to @high in the next fills
 * neither by more than half. */
static inline gboolean
fill_is_narrow_across (const Fill *fill, gint64 low, gint64 high)
{
  gint64 next_width = tv_lane_grid_border (&fill->grid, fill->column + 2) - fill->high;

  return 2 * (fill->high - low) <= fill->high - fill->low
         && 2 * (high - fill->high) <= next_width;
}

/* Adds a block, or its piece in the current column. */
G_ALWAYS_INLINE static inline void
fill_add_piece (Fill *fill, guint32 method, guint32 depth, gint64 length,
                gboolean marked, TvLaneColumnKind kind)
{
  if (kind == TV_LANE_WAIT)
    fill_add_wait (fill, method, length);
  else
    {
      fill->busy += length;
      fill_add_sum (fill, method, length);
    }
  fill->depth = MAX (fill->depth, depth);
  fill->marked |= marked;
}

/* Spreads a block that crosses the right border of the current column. */
static void
fill_spread (Fill *fill, guint32 call, guint32 depth, gint64 low, gint64 high,
             TvLaneColumnKind kind)
{
  guint32 method = tv_calls_method (fill->calls, call);
  gboolean marked = tv_marked_calls_contain (&fill->mark, method, call);
  guint first = fill->column + 1;
  guint last = tv_lane_grid_column (&fill->grid, high);
  guint8 share = kind == TV_LANE_SOLID ? 255 : 0;
  guint first_hit, end_hits;
  gboolean narrow = kind == TV_LANE_SOLID && fill_is_narrow_across (fill, low, high)
                    && !fill_is_clipped (fill, call, low, high);

  fill_find_hit_columns (fill, method, call, low, high, &first_hit, &end_hits);
  if (fill->column >= first_hit && fill->column < end_hits)
    fill_look_at_hit (fill, method, call);
  fill->has_narrow |= narrow;
  fill_add_piece (fill, method, depth, fill->high - low, marked, kind);
  fill_close (fill, fill->high);
  for (guint i = first; i < last; i++)
    fill->columns[i]
        = (TvLaneColumn){ .method = method,
                          .share = share,
                          .busy = share,
                          .kind = kind,
                          .marked = marked,
                          .depth = (guint16) MIN (depth, G_MAXUINT16),
                          .hit
                          = i >= first_hit && i < end_hits ? method : TV_METHOD_NONE };
  fill_open (fill, last);
  if (last >= first_hit && last < end_hits)
    fill_look_at_hit (fill, method, call);
  if (high > fill->low)
    {
      fill->has_narrow = narrow;
      fill_add_piece (fill, method, depth, high - fill->low, marked, kind);
    }
}

/* Adds a block of a call's own time or of its waiting. */
G_ALWAYS_INLINE static inline void
fill_block (Fill *fill, guint32 call, guint32 depth, gint64 start, gint64 end,
            TvLaneColumnKind kind)
{
  gint64 low = tv_lane_grid_place (&fill->grid, start);
  gint64 high = tv_lane_grid_place (&fill->grid, end);

  if (low >= fill->high)
    fill_move_to (fill, low);
  if (G_LIKELY (high <= fill->high))
    {
      guint32 method = tv_calls_method (fill->calls, call);

      if (kind == TV_LANE_SOLID && !fill->has_narrow
          && 2 * (high - low) <= fill->high - fill->low
          && !fill_is_clipped (fill, call, low, high))
        fill->has_narrow = TRUE;
      fill_look_at_hit (fill, method, call);
      fill_add_piece (fill, method, depth, high - low,
                      tv_marked_calls_contain (&fill->mark, method, call), kind);
    }
  else
    fill_spread (fill, call, depth, low, high, kind);
}

G_ALWAYS_INLINE static inline void
fill_own (gpointer visitor, guint32 call, guint32 depth, gint64 start, gint64 end)
{
  fill_block (visitor, call, depth, start, end, TV_LANE_SOLID);
}

static inline void
fill_wait (gpointer visitor, guint32 call, guint32 depth, gint64 start, gint64 end)
{
  fill_block (visitor, call, depth, start, end, TV_LANE_WAIT);
}

static inline void
fill_instant (gpointer visitor, guint32 call, guint32 depth, gint64 time)
{
  Fill *fill = visitor;
  guint32 method = tv_calls_method (fill->calls, call);
  gint64 place = tv_lane_grid_place (&fill->grid, time);

  if (place >= fill->high)
    fill_move_to (fill, place);
  if (fill->instant_method == TV_METHOD_NONE)
    fill->instant_method = method;
  fill_look_at_hit (fill, method, call);
  fill->depth = MAX (fill->depth, depth);
  fill->marked |= tv_marked_calls_contain (&fill->mark, method, call);
}

static const TvLaneVisitor fill_visitor = {
  .own = fill_own,
  .wait = fill_wait,
  .instant = fill_instant,
};

/* Returns the border of cells that is nearest to a border of columns. It may be before
 * the first cell or after the last. */
static inline gint64
find_cell_border (const TvTimePyramid *cells, const TvLaneGrid *grid, guint column)
{
  gint64 time = grid->start + (tv_lane_grid_border (grid, column) >> grid->shift);
  gint64 along = time - cells->start + cells->width / 2;

  return along >= 0 ? along / cells->width : -((-along - 1) / cells->width) - 1;
}

static inline gint64
cell_border_to_place (const TvTimePyramid *cells, const TvLaneGrid *grid, gint64 border)
{
  return tv_lane_grid_place (grid, cells->start + border * cells->width);
}

/* Adds a cell. Pieces that reach into other columns do not make a column mixed. */
static inline void
add_cell (Fill *fill, const TvTimeCellLevel *level, gsize cell, gint64 length,
          guint half_column)
{
  const TvTimeCell *taken = &level->cells[cell];
  gsize place = cell * TV_TIME_CELL_METHODS;
  gboolean waits = (taken->shortest & TV_TIME_CELL_WAITS) != 0;
  gboolean has_narrow = fill->has_narrow;

  fill->depth = MAX (fill->depth, taken->depth);
  if (taken->busy > 0)
    fill->busy += MAX ((gint64) ((double) length * (1.0 / 255) * taken->busy), 1);
  fill_add_shares (fill, length, taken->busy > 0, waits ? 1 : TV_TIME_CELL_METHODS,
                   taken->share, &level->methods, place);
  if (waits)
    fill_add_wait (fill, tv_lane_methods_get (&level->methods, place + 1),
                   MAX ((gint64) ((double) length * (1.0 / 255) * taken->share[1]), 1));
  fill->has_narrow
      = has_narrow
        || (taken->busy > 0
            && (taken->shortest & ~(guint) TV_TIME_CELL_WAITS) <= half_column);
}

/* Adds the largest cells that fit. */
static void
add_cells (Fill *fill, const TvTimePyramid *cells, gsize cell, gsize end,
           guint half_column)
{
  while (cell < end)
    {
      guint level = 0;
      guint bits = 0;

      while (level + 1 < TV_TIME_CELL_LEVELS
             && cell % ((gsize) TV_TIME_CELL_FAN_OUT << bits) == 0
             && cell + ((gsize) TV_TIME_CELL_FAN_OUT << bits) <= end)
        {
          level++;
          bits += TV_TIME_CELL_FAN_OUT_BITS;
        }
      add_cell (fill, &cells->levels[level], cell >> bits,
                (cells->width << bits) * ((gint64) 1 << fill->grid.shift), half_column);
      cell += (gsize) 1 << bits;
    }
}

/* Fills all columns from cells. Borders of columns are moved to the nearest borders of
 * cells. */
static void
fill_from_pyramid (const TvTimePyramid *cells, const guint64 *marks,
                   const TvHitPlaces *hits, Fill *fill)
{
  const TvLaneGrid *grid = &fill->grid;
  const gint64 n = (gint64) cells->levels[0].n;
  guint half_column
      = tv_time_pyramid_to_steps (cells, (gint64) (grid->quotient >> grid->shift) / 2);
  gint64 left = find_cell_border (cells, grid, 0);

  for (guint column = 0; column < grid->n && left < n; column++)
    {
      gint64 right = find_cell_border (cells, grid, column + 1);
      gsize first = (gsize) MAX (left, 0);
      gsize end = (gsize) CLAMP (right, 0, n);

      if (first < end)
        {
          fill_open (fill, column);
          fill->from = cell_border_to_place (cells, grid, left);
          add_cells (fill, cells, first, end, half_column);
          fill->marked = marks != NULL ? tv_lane_bits_find (marks, first, end) < end
                                       : fill_names_marked (fill);
          if (hits != NULL)
            fill->hit = tv_hit_places_find (hits, first, end);
          fill_close (fill, cell_border_to_place (cells, grid, right));
        }
      left = right;
    }
}

/*
 * A pass over an index from left to right. Everything before @part is in the columns.
 *
 * A border of a column is moved to a border of a block or part that is near enough. If
 * there is none, the part around it is walked over call by call. Between two borders
 * are whole blocks and parts. The largest of them that are no wider than half a column
 * are added, so all they contain is narrow in the sense of #TvLaneColumnKind.
 */
typedef struct
{
  const TvLaneIndex *index;
  const TvLaneMarks *marks;
  const TvLaneHits *hits;
  TvLaneWalk *walk;
  Fill *fill;
  gsize part;
  gint64 nearness;    /* how far a border may be moved, nanoseconds */
  gint64 half_column; /* nanoseconds */
  guint level;        /* where to look for the next border first */
} Pass;

/* Chooses the nearer end of a block or part. Returns whether it is near enough. */
static inline gboolean
snap (const Pass *pass, gint64 time, gint64 start, gint64 end, gsize first, gsize last,
      gsize *part)
{
  if (time - start <= end - time)
    {
      *part = first;
      return time - start <= pass->nearness;
    }
  *part = last;
  return end - time <= pass->nearness;
}

/* Finds a part that begins near enough to a time and returns %TRUE, or else finds the
 * part around the time. */
static gboolean
find_border (Pass *pass, gint64 time, gsize *part)
{
  const TvLaneIndex *index = pass->index;
  guint level = MIN (pass->level, index->n_levels - 1);
  gsize block = pass->part >> index->part_bits;
  gboolean found = FALSE;

  if (time >= index->times[index->n_blocks])
    {
      *part = tv_lane_index_get_n_parts (index);
      return TRUE;
    }

  block = tv_lane_index_find_block (index, level,
                                    block >> (level * TV_LANE_FAN_OUT_BITS), time);
  for (;; level--, block = tv_lane_index_find_block (
                       index, level, block << TV_LANE_FAN_OUT_BITS, time))
    {
      guint bits = level * TV_LANE_FAN_OUT_BITS;
      gsize first = block << bits;
      gsize last = MIN ((block + 1) << bits, index->n_blocks);

      found = snap (pass, time, index->times[first], index->times[last],
                    first << index->part_bits, last << index->part_bits, part);
      if (found || level == 0)
        break;
    }
  pass->level = found ? level + 1 : 0;
  if (!found)
    {
      gsize around = tv_lane_index_find_in_block (index, block, time);

      found
          = snap (pass, time, tv_lane_index_get_time (index, around),
                  tv_lane_index_get_time (index, around + 1), around, around + 1, part);
      if (!found)
        *part = around;
    }
  *part = MAX (*part, pass->part);
  return found;
}

static inline gint64
to_length (const Pass *pass, gint64 span)
{
  return span * ((gint64) 1 << pass->fill->grid.shift);
}

static void
add_block (Pass *pass, guint level, gsize place, gint64 span)
{
  const TvLaneLevel *blocks = &pass->index->levels[level];
  const TvLaneBlock *block = &blocks->blocks[place];
  gint64 length = to_length (pass, span);

  pass->fill->depth = MAX (pass->fill->depth, block->depth);
  if (block->busy > 0)
    pass->fill->busy
        += MAX ((gint64) ((double) length * (1.0 / G_MAXUINT16) * block->busy), 1);
  fill_add_shares (pass->fill, length, block->busy > 0, TV_LANE_BLOCK_METHODS,
                   block->share, &blocks->methods, place * TV_LANE_BLOCK_METHODS);
}

static void
add_part (Pass *pass, gsize number, gint64 span)
{
  const TvLaneIndex *index = pass->index;
  gint64 length = to_length (pass, span);
  const TvLanePart *part;
  gssize place;
  gint64 depth;

  if (tv_lane_index_get_starts (index, number) == TV_LANE_PART_EMPTY)
    return;
  place = tv_lane_index_get_place (index, number);
  part = &index->parts[place];
  depth = (gint64) index->begins[number >> index->part_bits].depth + part->climb
          + part->rise;
  pass->fill->depth = MAX (pass->fill->depth, (guint32) depth);
  if (part->busy > 0)
    pass->fill->busy += MAX ((gint64) ((double) length * (1.0 / 255) * part->busy), 1);
  fill_add_shares (pass->fill, length, part->busy > 0, TV_LANE_PART_METHODS,
                   part->share, &index->part_methods,
                   (gsize) place * TV_LANE_PART_METHODS);
}

static void
walk_part (Pass *pass, gsize part)
{
  TvLaneState from = tv_lane_index_get_state (pass->index, part);
  TvLaneState to = tv_lane_index_get_state (pass->index, part + 1);

  if (from.time < pass->walk->start)
    from = tv_lane_walk_find_start (pass->walk, &from, to.next);
  if (pass->walk->next_wait < to.time)
    tv_lane_walk_seek_wait (pass->walk, from.time);
  tv_lane_walk_part (pass->walk, &fill_visitor, pass->fill, &from, &to);
}

/* Adds the largest block that begins at the current part, ends by @to and is narrow
 * enough. */
static gboolean
add_largest_block (Pass *pass, gsize to)
{
  const TvLaneIndex *index = pass->index;
  gsize block = pass->part >> index->part_bits;
  gsize n = (to >> index->part_bits) - block;
  gint64 start = index->times[block];
  guint level = 0;

  if (block << index->part_bits != pass->part || n == 0)
    return FALSE;
  while (level + 1 < index->n_levels && n >> ((level + 1) * TV_LANE_FAN_OUT_BITS) > 0
         && (block & (((gsize) 1 << ((level + 1) * TV_LANE_FAN_OUT_BITS)) - 1)) == 0)
    level++;
  for (;; level--)
    {
      guint bits = level * TV_LANE_FAN_OUT_BITS;
      gint64 span = index->times[block + ((gsize) 1 << bits)] - start;

      if (span <= pass->half_column)
        {
          add_block (pass, level, block >> bits, span);
          pass->part += (gsize) 1 << (bits + index->part_bits);
          return TRUE;
        }
      if (level == 0)
        return FALSE;
    }
}

/* Returns whether anything up to a part is marked. */
static gboolean
is_marked (const Pass *pass, gsize to)
{
  return pass->marks != NULL
         && tv_lane_bits_find (pass->marks->shown, pass->part, to) < to;
}

/* Adds everything up to a part to the current column. */
static void
add_until (Pass *pass, gsize to)
{
  pass->fill->marked |= is_marked (pass, to);
  if (pass->hits != NULL && pass->fill->hit == TV_METHOD_NONE)
    pass->fill->hit = tv_hit_places_find (&pass->hits->parts, pass->part, to);
  while (pass->part < to)
    if (!add_largest_block (pass, to))
      {
        gint64 span = tv_lane_index_get_time (pass->index, pass->part + 1)
                      - tv_lane_index_get_time (pass->index, pass->part);

        if (span <= pass->half_column)
          add_part (pass, pass->part, span);
        else
          walk_part (pass, pass->part);
        pass->part++;
      }
  if (pass->marks == NULL)
    pass->fill->marked |= fill_names_marked (pass->fill);
}

/* Moves to the column in which the next part begins. */
static void
move_to_part (Pass *pass)
{
  const TvLaneGrid *grid = &pass->fill->grid;
  gint64 time = tv_lane_index_get_time (pass->index, pass->part);
  gint64 place = tv_lane_grid_place (grid, MIN (time, grid->end));

  if (place >= pass->fill->high)
    fill_move_to (pass->fill, place);
}

/* Walks over a part in which a column ends. */
static void
walk_over_border (Pass *pass, gsize part)
{
  walk_part (pass, part);
  pass->part = part + 1;
  move_to_part (pass);
}

/* Moves the right border of the current column to the beginning of a part, unless that
 * is too far, as at the end of the thread. */
static void
move_border (Pass *pass, gsize part)
{
  Fill *fill = pass->fill;
  gint64 time = tv_lane_index_get_time (pass->index, part);
  gint64 border = fill->grid.start + (fill->high >> fill->grid.shift);

  if (ABS (time - border) > pass->nearness)
    return;
  fill->high = tv_lane_grid_place (&fill->grid, time);
  pass->walk->end = MAX (pass->walk->end, time);
}

/* Adds everything up to a part, ends the current column there, and begins the next.
 * Returns %FALSE if there is no next column. */
static gboolean
end_column (Pass *pass, gsize part)
{
  Fill *fill = pass->fill;
  guint column = fill->column;
  gint64 end;

  move_border (pass, part);
  end = fill->high;
  add_until (pass, part);
  if (column + 1 == fill->grid.n)
    return FALSE;
  /* A call without length at the border may have begun the next column already. */
  if (fill->column == column)
    {
      fill_close (fill, end);
      fill_open (fill, column + 1);
    }
  fill->from = end;
  return TRUE;
}

/* Moves the beginning of the first column to the beginning of a part, if that is near.
 */
static void
begin_near (Pass *pass, gsize part)
{
  Fill *fill = pass->fill;
  gint64 time = tv_lane_index_get_time (pass->index, part);

  pass->part = part;
  if (ABS (time - fill->grid.start) > pass->nearness)
    return;
  fill->from = tv_lane_grid_place (&fill->grid, time);
  if (time < pass->walk->start)
    {
      pass->walk->start = time;
      pass->walk->wait = 0;
      tv_lane_walk_seek_wait (pass->walk, time);
    }
}

static void
fill_from_blocks (Pass *pass)
{
  const TvLaneGrid *grid = &pass->fill->grid;
  const gsize n_parts = tv_lane_index_get_n_parts (pass->index);
  gint64 time;

  while (pass->part < n_parts
         && (time = tv_lane_index_get_time (pass->index, pass->part)) <= grid->end)
    {
      gsize part;
      const gboolean snapped
          = find_border (pass, grid->start + (pass->fill->high >> grid->shift), &part);

      if (!snapped)
        {
          add_until (pass, part);
          walk_over_border (pass, part);
        }
      else if (!end_column (pass, part))
        break;
    }
  fill_close (pass->fill, pass->fill->high);
}

/* Fills columns in time for each column, not for each call: from cells of the pyramid
 * if columns are wide enough, or else from blocks, parts and calls. */
static void
fill_from_index (const TvLaneIndex *index, const TvLaneMarks *marks,
                 const TvLaneHits *hits, TvLaneWalk *walk, Fill *fill)
{
  const TvLaneGrid *grid = &fill->grid;
  gint64 width = (gint64) (grid->quotient >> grid->shift);
  Pass pass = { .index = index,
                .marks = marks,
                .hits = hits,
                .walk = walk,
                .fill = fill,
                .nearness = width / SNAP_FRACTION,
                .half_column = width / 2 };

  if (tv_time_pyramid_is_fine (&index->pyramid, width))
    {
      fill_from_pyramid (&index->pyramid, marks != NULL ? marks->cells : NULL,
                         hits != NULL ? &hits->cells : NULL, fill);
      return;
    }
  if (index->times[0] > grid->start)
    {
      if (index->times[0] > grid->end)
        return;
      move_to_part (&pass);
    }
  else
    {
      const gint64 before = grid->start - 1;
      gsize part;

      pass.part = tv_lane_index_find (index, before);
      if (find_border (&pass, before, &part))
        begin_near (&pass, part);
      else
        walk_over_border (&pass, part);
    }
  fill_from_blocks (&pass);
}

/* Walks over the calls if that is fast. Even then the index gives the depth of the
 * stack. Calls without length exactly at the start belong to the first column. */
static void
fill_with_index (TvLaneWalk *walk, Fill *fill, const TvLaneIndex *index,
                 const TvLaneMarks *marks, const TvLaneHits *hits)
{
  gsize first = tv_lane_index_find (index, walk->start - 1);
  gsize last = tv_lane_index_find (index, walk->end);
  TvLaneState from = tv_lane_index_get_state (index, first);
  TvLaneState to = tv_lane_index_get_state (index, last + 1);
  gsize n_entries = to.next - from.next;
  gsize n_exits = n_entries + from.depth - to.depth;

  if (n_entries + n_exits > (gsize) EXACT_EVENTS_PER_COLUMN * fill->grid.n)
    {
      fill_from_index (index, marks, hits, walk, fill);
      return;
    }
  if (from.time < walk->start)
    from = tv_lane_walk_find_start (walk, &from, to.next);
  tv_lane_walk_part (walk, &fill_visitor, fill, &from, &to);
  fill_close (fill, fill->high);
}

/* See tv_lane_columns() and tv_lane_columns_indexed(). Leaves out
 * TvLaneColumn.waits. */
void
tv_lane_reduce (const TvTrace *trace, guint thread, const TvLaneIndex *index,
                const TvLaneMarks *marks, const TvLaneHits *hits,
                const TvLaneGrid *grid, const TvLaneMark *mark,
                const TvMethodSet *searched, TvLaneColumn *columns)
{
  TvLaneWalk walk;
  Fill fill;

  for (guint i = 0; i < grid->n; i++)
    columns[i] = (TvLaneColumn){ .method = TV_METHOD_NONE,
                                 .kind = TV_LANE_IDLE,
                                 .hit = TV_METHOD_NONE };

  tv_lane_walk_init (&walk, trace, thread, grid->start, grid->end);
  if (walk.calls.n == 0)
    return;
  fill.grid = *grid;
  fill.calls = &walk.calls;
  fill.columns = columns;
  fill.searched
      = searched != NULL ? tv_method_set_get_test (searched, thread) : (TvHitTest){ 0 };
  tv_own_time_table_init (&fill.sums, TV_OWN_TIME_TABLE_FIRST_BITS);
  fill_open (&fill, 0);
  tv_marked_calls_init (&fill.mark, &walk.calls, thread, mark);
  if (index != NULL)
    fill_with_index (&walk, &fill, index, marks, hits);
  else
    {
      tv_lane_walk_run (&walk, &fill_visitor, &fill);
      fill_close (&fill, fill.high);
    }
  tv_own_time_table_clear (&fill.sums);
}
