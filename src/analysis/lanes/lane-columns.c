/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lanes/lane-columns.h"

#include "analysis/lanes/lane-index-private.h"
#include "analysis/sums/call-bounds.h"

/* Returns whether a call waits between two times. A wait outside all calls is idle
 * time.
 */
static gboolean
has_wait_of_call (TvLaneWalk *walk, gint64 start, gint64 end)
{
  tv_lane_walk_seek_wait (walk, start);
  for (gsize i = walk->wait;
       i < walk->waits.n && tv_times_get (&walk->waits.start, i) < end; i++)
    if (walk->waits.call[i] != TV_CALL_NONE)
      return TRUE;
  return FALSE;
}

/* Finds the mixed columns in which a call waits. The sums of an index do not have waits
 * beside busy time. */
static void
find_waits (const TvTrace *trace, guint thread, const TvLaneGrid *grid,
            TvLaneColumn *columns)
{
  TvLaneWalk walk;

  tv_lane_walk_init (&walk, trace, thread, grid->start, grid->end);
  for (guint i = 0; i < grid->n && walk.waits.n > 0; i++)
    {
      gint64 low, high;

      if (columns[i].kind != TV_LANE_MIXED || columns[i].busy == 255)
        continue;
      low = grid->start + (tv_lane_grid_border (grid, i) >> grid->shift);
      high = grid->start + ((tv_lane_grid_border (grid, i + 1) - 1) >> grid->shift) + 1;
      columns[i].waits = has_wait_of_call (&walk, low, high);
    }
}

/**
 * tv_lane_columns:
 * @trace: a trace
 * @thread: index of a thread
 * @start: left border of the first column, nanoseconds on the axis (see #TvAxis)
 * @end: right border of the last column, after @start
 * @mark: (nullable): what is highlighted
 * @searched: (nullable): the methods whose calls are hits of a search
 * @columns: (out caller-allocates) (array length=n_columns): the result
 * @n_columns: number of columns, over 0
 *
 * Reduces what a thread does in a range of time to columns of equal width: at each
 * instant the innermost open call, without its waits. Several columns may share a
 * nanosecond.
 *
 * A piece of own time or of waiting of a hit that is wider than a column shows in the
 * columns whose middles it covers, any other in the one in which its own middle is, so
 * every hit has a column. Calls without length count.
 *
 * Takes a few nanoseconds for each call that tv_lane_cost() counts. Check that first to
 * decide whether to use a worker.
 */
void
tv_lane_columns (const TvTrace *trace, guint thread, gint64 start, gint64 end,
                 const TvLaneMark *mark, const TvMethodSet *searched,
                 TvLaneColumn *columns, guint n_columns)
{
  TvLaneGrid grid;

  g_return_if_fail (trace != NULL);
  g_return_if_fail (thread < tv_trace_get_n_threads (trace));
  g_return_if_fail (start < end);
  g_return_if_fail (n_columns > 0);

  tv_lane_grid_init (&grid, start, end, n_columns);
  tv_lane_reduce (trace, thread, NULL, NULL, NULL, &grid, mark, searched, columns);
  find_waits (trace, thread, &grid, columns);
}

/**
 * tv_lane_columns_indexed:
 * @index: the index of a thread
 * @marks: (nullable): the marks that @index and @mark give
 * @hits: (nullable): the hits of a search that @index gives
 * @start: left border of the first column, nanoseconds on the axis (see #TvAxis)
 * @end: right border of the last column, after @start
 * @mark: (nullable): what is highlighted
 * @columns: (out caller-allocates) (array length=n_columns): the result
 * @n_columns: number of columns, over 0
 *
 * Does the same as tv_lane_columns() in time that depends on the number of columns, not
 * of calls. Columns of up to six calls on average are the same. Others are rounded:
 *
 * - A border may move by a sixteenth of a column, for both of its columns. Everything
 *   else refers to the time between the moved borders.
 * - The busy share is right to two of 255.
 * - In columns of many blocks, the width below which a piece of own time counts as
 * narrow is between a twentieth and half of a column. Pieces next to a call without
 * length count as narrow.
 * - Own times by method are sums over blocks, each of which names two to four methods.
 *   So a sum may be too small by a third of the busy time; a method that leads by more
 * is always found.
 * - If a column has only waits, the method that waits longest in its block is named.
 * - Without @marks, a column of many calls is marked only if a block names the method.
 * - If columns are so wide that they are made of cells of equal time, hits are rounded
 * to cells, of which a column has at least 8.
 */
void
tv_lane_columns_indexed (const TvLaneIndex *index, const TvLaneMarks *marks,
                         const TvLaneHits *hits, gint64 start, gint64 end,
                         const TvLaneMark *mark, TvLaneColumn *columns, guint n_columns)
{
  TvLaneGrid grid;

  g_return_if_fail (index != NULL);
  g_return_if_fail (marks == NULL || mark != NULL);
  g_return_if_fail (marks == NULL || tv_lane_marks_is_for (marks, index, mark));
  g_return_if_fail (hits == NULL || hits->index == index);
  g_return_if_fail (start < end);
  g_return_if_fail (n_columns > 0);

  tv_lane_grid_init (&grid, start, end, n_columns);
  tv_lane_reduce (index->trace, index->thread, index, marks, hits, &grid, mark,
                  hits != NULL ? hits->methods : NULL, columns);
  find_waits (index->trace, index->thread, &grid, columns);
}

/**
 * tv_lane_column_range:
 * @start: left border of the first column, nanoseconds on the axis
 * @end: right border of the last column, after @start
 * @n_columns: number of columns
 * @column: one of them
 * @column_start: (out): its left border
 * @column_end: (out): its right border, after @column_start
 *
 * Gets the range of time of a column of tv_lane_columns(), widened to whole
 * nanoseconds.
 */
void
tv_lane_column_range (gint64 start, gint64 end, guint n_columns, guint column,
                      gint64 *column_start, gint64 *column_end)
{
  TvLaneGrid grid;
  gint64 low, high;

  g_return_if_fail (start < end);
  g_return_if_fail (column < n_columns);

  tv_lane_grid_init (&grid, start, end, n_columns);
  low = tv_lane_grid_border (&grid, column);
  high = tv_lane_grid_border (&grid, column + 1);
  *column_start = start + (low >> grid.shift);
  *column_end = start + ((high - 1) >> grid.shift) + 1;
}

/**
 * tv_lane_cost:
 * @trace: a trace
 * @thread: index of a thread
 * @start: nanoseconds on the axis
 * @end: nanoseconds on the axis, after @start
 *
 * Counts the calls that tv_lane_columns() and tv_lane_extents() walk over for a range,
 * by bisection.
 *
 * Returns: the number of calls entered in the range
 */
gsize
tv_lane_cost (const TvTrace *trace, guint thread, gint64 start, gint64 end)
{
  TvCalls calls;
  gsize first;

  g_return_val_if_fail (trace != NULL, 0);
  g_return_val_if_fail (thread < tv_trace_get_n_threads (trace), 0);
  g_return_val_if_fail (start < end, 0);

  calls = tv_trace_get_calls (trace, thread);
  first = tv_calls_lower_bound (&calls, 0, calls.n, start);
  return tv_calls_lower_bound (&calls, first, calls.n, end) - first;
}
