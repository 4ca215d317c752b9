/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lanes/lane-hits-private.h"

#include "analysis/lanes/lane-grid-private.h"
#include "analysis/lanes/lane-skim-private.h"
#include "analysis/sums/method-set-private.h"

/* Columns that are given the hits of a thread, from left to right. */
typedef struct
{
  TvLaneGrid grid;
  const TvCalls *calls;
  const guint64 *words;
  guint32 *columns;
} HitFill;

static inline void
set_column (const HitFill *fill, guint column, guint32 method)
{
  if (fill->columns[column] == TV_METHOD_NONE)
    fill->columns[column] = method;
}

/* Gives a piece to its columns, as blocks are: a wide one those that it reaches the
   middle of, a narrow one that in which its own middle is. */
static inline void
take_time (gpointer visitor, guint32 call, guint32 depth, gint64 start, gint64 end)
{
  const HitFill *fill = visitor;
  const TvLaneGrid *grid = &fill->grid;
  guint32 method = tv_calls_method (fill->calls, call);
  gint64 low, high;

  if (!tv_method_words_contain (fill->words, method))
    return;
  low = tv_lane_grid_place (grid, start);
  high = tv_lane_grid_place (grid, end);
  if ((guint64) (high - low) <= grid->quotient)
    set_column (fill, tv_lane_grid_column (grid, low + (high - low) / 2), method);
  else
    for (guint i = tv_lane_grid_round (grid, low), n = tv_lane_grid_round (grid, high);
         i < n; i++)
      set_column (fill, i, method);
}

static inline void
take_instant (gpointer visitor, guint32 call, guint32 depth, gint64 time)
{
  take_time (visitor, call, depth, time, time);
}

static const TvLaneVisitor fill_visitor
    = { .own = take_time, .wait = take_time, .instant = take_instant };

static void
begin_fill (HitFill *fill, const TvCalls *calls, const TvMethodSet *methods,
            gint64 start, gint64 end, guint32 *columns, guint n_columns)
{
  tv_lane_grid_init (&fill->grid, start, end, n_columns);
  fill->calls = calls;
  fill->words = tv_method_set_get_words (methods);
  fill->columns = columns;
  for (guint i = 0; i < n_columns; i++)
    columns[i] = TV_METHOD_NONE;
}

/**
 * tv_lane_hits_columns:
 * @trace: a trace
 * @thread: index of a thread
 * @methods: some methods of @trace
 * @start: left border of the first column, nanoseconds on the axis (see #TvAxis)
 * @end: right border of the last column, after @start
 * @columns: (out caller-allocates) (array length=n_columns): for each column the method
 *   of the first call in it that is one of @methods and innermost; %TV_METHOD_NONE for
 *   none
 * @n_columns: number of columns, over 0
 *
 * Finds the columns of a lane in which calls of some methods show, whatever else does:
 * time that is a call's own or that it waits, cut to the range. A piece of such time
 * wider than a column has the columns whose middles it covers, any other the one in
 * which its own middle is, so that it always has one. Calls without length count.
 *
 * Takes a few nanoseconds for each call that tv_lane_cost() counts.
 */
void
tv_lane_hits_columns (const TvTrace *trace, guint thread, const TvMethodSet *methods,
                      gint64 start, gint64 end, guint32 *columns, guint n_columns)
{
  TvLaneWalk walk;
  TvCalls calls;
  HitFill fill;

  g_return_if_fail (trace != NULL && methods != NULL && columns != NULL);
  g_return_if_fail (thread < tv_trace_get_n_threads (trace));
  g_return_if_fail (start < end && n_columns > 0);

  calls = tv_trace_get_calls (trace, thread);
  begin_fill (&fill, &calls, methods, start, end, columns, n_columns);
  tv_lane_hits_init_walk (&walk, &calls, fill.grid.start, fill.grid.end);
  tv_lane_walk_run (&walk, &fill_visitor, &fill);
}

/* The column that a part lies in with all it shows, or the number of columns if there
   is none: a call without length at its end may belong to the next one. */
static guint
get_only_column (const TvLaneGrid *grid, gint64 start, gint64 end)
{
  guint column;

  if (start < grid->start || end >= grid->end)
    return grid->n;
  column = tv_lane_grid_column (grid, tv_lane_grid_place (grid, start));
  return tv_lane_grid_place (grid, end) < tv_lane_grid_border (grid, column + 1)
             ? column
             : grid->n;
}

/* The first part after @part that may show in the columns after one. */
static gsize
skip_column (const TvLaneIndex *index, const TvLaneGrid *grid, guint column, gsize part)
{
  gint64 border = grid->start + (tv_lane_grid_border (grid, column + 1) >> grid->shift);

  return MAX (part + 1, tv_lane_skim_find_after (index, part, border - 1));
}

static void
walk_part (const TvLaneIndex *index, TvLaneWalk *walk, HitFill *fill, gsize part)
{
  TvLaneState from = tv_lane_index_get_state (index, part);
  TvLaneState to = tv_lane_index_get_state (index, part + 1);

  if (from.time < walk->start)
    from = tv_lane_walk_find_start (walk, &from, to.next);
  tv_lane_walk_part (walk, &fill_visitor, fill, &from, &to);
}

/**
 * tv_lane_hits_columns_indexed:
 * @hits: where calls of some methods show in a thread
 * @start: left border of the first column, nanoseconds on the axis
 * @end: right border of the last column, after @start
 * @columns: (out caller-allocates) (array length=n_columns): as for
 *   tv_lane_hits_columns()
 * @n_columns: number of columns, over 0
 *
 * Does what tv_lane_hits_columns() does, with the same result, in time that depends on
 * the number of columns: of the parts that show a hit at most one a column is gone
 * through call by call, that over which the column ends.
 */
void
tv_lane_hits_columns_indexed (const TvLaneHits *hits, gint64 start, gint64 end,
                              guint32 *columns, guint n_columns)
{
  const TvLaneIndex *index;
  gsize n_parts, part;
  TvLaneWalk walk;
  HitFill fill;

  g_return_if_fail (hits != NULL && columns != NULL);
  g_return_if_fail (start < end && n_columns > 0);

  index = hits->index;
  begin_fill (&fill, &index->calls, hits->methods, start, end, columns, n_columns);
  if (hits->first->len == 0)
    return;
  tv_lane_hits_init_walk (&walk, &index->calls, fill.grid.start, fill.grid.end);
  n_parts = tv_lane_index_get_n_parts (index);
  part = tv_lane_skim_find (index, fill.grid.start - 1);
  part = tv_lane_marks_find (hits->shown, part, n_parts);
  while (part < n_parts && tv_lane_index_get_time (index, part) <= fill.grid.end)
    {
      guint column = get_only_column (&fill.grid, tv_lane_index_get_time (index, part),
                                      tv_lane_index_get_time (index, part + 1));

      if (column < n_columns)
        {
          set_column (&fill, column, tv_lane_hits_get_first (hits, part));
          part = skip_column (index, &fill.grid, column, part);
        }
      else
        walk_part (index, &walk, &fill, part++);
      part = tv_lane_marks_find (hits->shown, part, n_parts);
    }
}
