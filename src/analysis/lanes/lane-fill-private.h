/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lanes/lane-grid-private.h"
#include "analysis/lanes/lane-mark-private.h"
#include "analysis/lanes/lane-methods-private.h"
#include "analysis/lanes/lane-sums-private.h"
#include "analysis/lanes/lane-walk-private.h"

G_BEGIN_DECLS

/**
 * TvLaneFill:
 * @grid: the columns
 * @calls: the calls of the thread
 * @columns: what is filled
 * @mark: the marked calls
 * @column: the column at hand
 * @low: where it begins
 * @high: where it ends
 * @from: where what was taken in begins; @low but for a border that was moved
 * @busy: own time in it
 * @best_own: the largest sum of own time by method
 * @best_method: the method that has it
 * @wait: time that @wait_method waits
 * @wait_method: what waits
 * @instant_method: the first method that has no length
 * @depth: the deepest stack
 * @has_narrow: whether a block is narrower than half a column
 * @marked: whether anything in it is marked
 * @sums: own time by method
 *
 * The column at hand while a lane is reduced to columns from left to right.
 */
typedef struct
{
  TvLaneGrid grid;
  const TvCalls *calls;
  TvLaneColumn *columns;
  TvLaneMarkedCalls mark;

  guint column;
  gint64 low;
  gint64 high;
  gint64 from;
  gint64 busy;
  gint64 best_own;
  guint32 best_method;
  gint64 wait;
  guint32 wait_method;
  guint32 instant_method;
  guint32 depth;
  gboolean has_narrow;
  gboolean marked;
  TvLaneSums sums;
} TvLaneFill;

/* Adds to a method's sum. */
G_ALWAYS_INLINE static inline void
tv_lane_fill_add_sum (TvLaneFill *fill, guint32 method, gint64 length)
{
  gint64 own = tv_lane_sums_add (&fill->sums, method, length);

  if (own > fill->best_own)
    {
      fill->best_own = own;
      fill->best_method = method;
    }
}

/* Adds a method's waiting. */
static inline void
tv_lane_fill_add_wait (TvLaneFill *fill, guint32 method, gint64 length)
{
  if (method == fill->wait_method)
    fill->wait += length;
  else if (length > fill->wait)
    {
      fill->wait = length;
      fill->wait_method = method;
    }
}

/* Adds what a block, part or cell of a length says of its methods. */
static inline void
tv_lane_fill_add_shares (TvLaneFill *fill, gint64 length, gboolean busy, guint n,
                         const guint8 *shares, const TvLaneMethods *methods,
                         gsize place)
{
  double step = (double) length * (1.0 / 255);

  if (G_LIKELY (busy))
    {
      fill->has_narrow = TRUE;
      for (guint i = 0; i < n && shares[i] > 0; i++)
        tv_lane_fill_add_sum (fill, tv_lane_methods_get (methods, place + i),
                              (gint64) (step * shares[i]));
      return;
    }
  if (shares[0] > 0 && fill->instant_method == TV_METHOD_NONE)
    fill->instant_method = tv_lane_methods_get (methods, place);
  if (shares[1] > 0)
    tv_lane_fill_add_wait (fill, tv_lane_methods_get (methods, place + 1),
                           MAX ((gint64) (step * shares[1]), 1));
}

/* Whether what was taken in names the marked method: all that is known without marks.
 */
static inline gboolean
tv_lane_fill_names_marked (const TvLaneFill *fill)
{
  return fill->mark.method != TV_METHOD_NONE && fill->mark.first == 0
         && fill->mark.end == fill->calls->n
         && tv_lane_sums_have (&fill->sums, fill->mark.method);
}

/* Begins a column. */
static inline void
tv_lane_fill_open (TvLaneFill *fill, guint column)
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
  fill->has_narrow = FALSE;
  fill->marked = FALSE;
  tv_lane_sums_restart (&fill->sums);
}

/* Decides what kind of column it was, of a width. */
static inline TvLaneColumnKind
tv_lane_fill_conclude_kind (const TvLaneFill *fill, gint64 width)
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
  /* Blocks that go on in a next column, where they are seen, end here. */
  return fill->has_narrow || fill->instant_method != TV_METHOD_NONE ? TV_LANE_MIXED
                                                                    : rest;
}

/* A part of the width in 255ths. What was read from an index is rounded, and may come
   out as a little more than there is. */
static inline guint8
tv_lane_fill_share (gint64 part, gint64 width)
{
  return (guint8) MIN (255.0 * (double) part / (double) width, 255.0);
}

/* Writes the column at hand down, which ends at a place. */
static inline void
tv_lane_fill_close (TvLaneFill *fill, gint64 end)
{
  TvLaneColumn *column = &fill->columns[fill->column];
  gint64 width = end - fill->from;

  column->kind = tv_lane_fill_conclude_kind (fill, width);
  switch ((TvLaneColumnKind) column->kind)
    {
    case TV_LANE_SOLID:
    case TV_LANE_MIXED:
      column->method = fill->busy > 0 ? fill->best_method : fill->instant_method;
      column->share = tv_lane_fill_share (fill->best_own, width);
      column->busy = MAX (tv_lane_fill_share (fill->busy, width), column->share);
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

/* Closes the column at hand and opens the one that holds a place right of it. */
static inline void
tv_lane_fill_move_to (TvLaneFill *fill, gint64 place)
{
  guint column = fill->column + 1;

  if (column == fill->grid.n)
    return;
  tv_lane_fill_close (fill, fill->high);
  if (place >= tv_lane_grid_border (&fill->grid, column + 1))
    column = tv_lane_grid_column (&fill->grid, place);
  tv_lane_fill_open (fill, column);
}

/* Whether an end of a block is one of the range and not of the block itself. */
static inline gboolean
tv_lane_fill_is_clipped (const TvLaneFill *fill, guint32 call, gint64 low, gint64 high)
{
  const TvLaneGrid *grid = &fill->grid;

  return (low == 0 && tv_times_get (&fill->calls->axis_start, call) < grid->start)
         || (high == grid->total
             && tv_times_get (&fill->calls->axis_end, call) > grid->end);
}

/* Whether a block that begins at @low in the column at hand and ends at @high in the
   next one fills neither by more than half. */
static inline gboolean
tv_lane_fill_is_narrow_across (const TvLaneFill *fill, gint64 low, gint64 high)
{
  gint64 next_width = tv_lane_grid_border (&fill->grid, fill->column + 2) - fill->high;

  return 2 * (fill->high - low) <= fill->high - fill->low
         && 2 * (high - fill->high) <= next_width;
}

/* Adds a block, or what of it is in the column at hand. */
G_ALWAYS_INLINE static inline void
tv_lane_fill_add_piece (TvLaneFill *fill, guint32 method, guint32 depth, gint64 length,
                        gboolean marked, TvLaneColumnKind kind)
{
  if (kind == TV_LANE_WAIT)
    tv_lane_fill_add_wait (fill, method, length);
  else
    {
      fill->busy += length;
      tv_lane_fill_add_sum (fill, method, length);
    }
  fill->depth = MAX (fill->depth, depth);
  fill->marked |= marked;
}

/* Gives a block that goes over the right border of the column at hand to its columns.
 */
G_GNUC_UNUSED static void
tv_lane_fill_spread (TvLaneFill *fill, guint32 call, guint32 depth, gint64 low,
                     gint64 high, TvLaneColumnKind kind)
{
  guint32 method = tv_calls_method (fill->calls, call);
  gboolean marked = tv_lane_marked_calls_contain (&fill->mark, method, call);
  guint first = fill->column + 1;
  guint last = tv_lane_grid_column (&fill->grid, high);
  guint8 share = kind == TV_LANE_SOLID ? 255 : 0;
  gboolean narrow = kind == TV_LANE_SOLID
                    && tv_lane_fill_is_narrow_across (fill, low, high)
                    && !tv_lane_fill_is_clipped (fill, call, low, high);

  fill->has_narrow |= narrow;
  tv_lane_fill_add_piece (fill, method, depth, fill->high - low, marked, kind);
  tv_lane_fill_close (fill, fill->high);
  for (guint i = first; i < last; i++)
    fill->columns[i] = (TvLaneColumn){ .method = method,
                                       .share = share,
                                       .busy = share,
                                       .kind = kind,
                                       .marked = marked,
                                       .depth = (guint16) MIN (depth, G_MAXUINT16) };
  tv_lane_fill_open (fill, last);
  if (high > fill->low)
    {
      fill->has_narrow = narrow;
      tv_lane_fill_add_piece (fill, method, depth, high - fill->low, marked, kind);
    }
}

/* Takes a block of a call's own time or of its waiting in. */
G_ALWAYS_INLINE static inline void
tv_lane_fill_block (TvLaneFill *fill, guint32 call, guint32 depth, gint64 start,
                    gint64 end, TvLaneColumnKind kind)
{
  gint64 low = tv_lane_grid_place (&fill->grid, start);
  gint64 high = tv_lane_grid_place (&fill->grid, end);

  if (low >= fill->high)
    tv_lane_fill_move_to (fill, low);
  if (G_LIKELY (high <= fill->high))
    {
      guint32 method = tv_calls_method (fill->calls, call);

      if (kind == TV_LANE_SOLID && !fill->has_narrow
          && 2 * (high - low) <= fill->high - fill->low
          && !tv_lane_fill_is_clipped (fill, call, low, high))
        fill->has_narrow = TRUE;
      tv_lane_fill_add_piece (fill, method, depth, high - low,
                              tv_lane_marked_calls_contain (&fill->mark, method, call),
                              kind);
    }
  else
    tv_lane_fill_spread (fill, call, depth, low, high, kind);
}

/* A #TvLaneVisitor's own(). */
G_ALWAYS_INLINE static inline void
tv_lane_fill_own (gpointer visitor, guint32 call, guint32 depth, gint64 start,
                  gint64 end)
{
  tv_lane_fill_block (visitor, call, depth, start, end, TV_LANE_SOLID);
}

/* A #TvLaneVisitor's wait(). */
static inline void
tv_lane_fill_wait (gpointer visitor, guint32 call, guint32 depth, gint64 start,
                   gint64 end)
{
  tv_lane_fill_block (visitor, call, depth, start, end, TV_LANE_WAIT);
}

/* A #TvLaneVisitor's instant(). */
static inline void
tv_lane_fill_instant (gpointer visitor, guint32 call, guint32 depth, gint64 time)
{
  TvLaneFill *fill = visitor;
  guint32 method = tv_calls_method (fill->calls, call);
  gint64 place = tv_lane_grid_place (&fill->grid, time);

  if (place >= fill->high)
    tv_lane_fill_move_to (fill, place);
  if (fill->instant_method == TV_METHOD_NONE)
    fill->instant_method = method;
  fill->depth = MAX (fill->depth, depth);
  fill->marked |= tv_lane_marked_calls_contain (&fill->mark, method, call);
}

/* Takes all of a walk in. */
static const TvLaneVisitor tv_lane_fill_visitor = {
  .own = tv_lane_fill_own,
  .wait = tv_lane_fill_wait,
  .instant = tv_lane_fill_instant,
};

static inline void
tv_lane_fill_init (TvLaneFill *fill, const TvLaneGrid *grid, const TvCalls *calls,
                   TvLaneColumn *columns)
{
  fill->grid = *grid;
  fill->calls = calls;
  fill->columns = columns;
  tv_lane_sums_init (&fill->sums, TV_LANE_SUMS_FIRST_BITS);
  tv_lane_fill_open (fill, 0);
}

G_END_DECLS
