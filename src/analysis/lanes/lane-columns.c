/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lanes/lane-columns.h"

#include "analysis/lanes/lane-skim-private.h"
#include "analysis/lanes/lane-waits-private.h"

/* Where columns hold no more entries and exits than this, walking over them is as quick
   as skimming, and exact. */
#define EXACT_EVENTS_PER_COLUMN 12

/* Walks where that is quick. An index helps even then: it knows how deep the stack is.
 */
static void
fill_with_index (TvLaneWalk *walk, TvLaneFill *fill, const TvLaneIndex *index,
                 const TvLaneMarks *marks)
{
  gsize first = tv_lane_skim_find (index, walk->start);
  gsize last = tv_lane_skim_find (index, walk->end);
  TvLaneState from = tv_lane_index_get_state (index, first);
  TvLaneState to = tv_lane_index_get_state (index, last + 1);
  gsize n_entries = to.next - from.next;
  gsize n_exits = n_entries + from.depth - to.depth;

  if (n_entries + n_exits > (gsize) EXACT_EVENTS_PER_COLUMN * fill->grid.n)
    {
      tv_lane_skim_run (index, marks, walk, fill);
      return;
    }
  if (from.time < walk->start)
    from = tv_lane_walk_find_start (walk, &from, to.next);
  tv_lane_walk_part (walk, &tv_lane_fill_visitor, fill, &from, &to);
  tv_lane_fill_close (fill, fill->high);
}

/* Walks or skims over a range. */
static void
fill_columns (const TvTrace *trace, guint thread, const TvLaneIndex *index,
              const TvLaneMarks *marks, const TvLaneGrid *grid, const TvLaneMark *mark,
              TvLaneColumn *columns)
{
  TvLaneWalk walk;
  TvLaneFill fill;

  for (guint i = 0; i < grid->n; i++)
    columns[i] = (TvLaneColumn){ .method = TV_METHOD_NONE, .kind = TV_LANE_IDLE };

  tv_lane_walk_init (&walk, trace, thread, grid->start, grid->end);
  if (walk.calls.n == 0)
    return;
  tv_lane_fill_init (&fill, grid, &walk.calls, columns);
  tv_lane_marked_calls_init (&fill.mark, &walk.calls, thread, mark);
  if (index != NULL)
    fill_with_index (&walk, &fill, index, marks);
  else
    {
      tv_lane_walk_run (&walk, &tv_lane_fill_visitor, &fill);
      tv_lane_fill_close (&fill, fill.high);
    }
  tv_lane_sums_clear (&fill.sums);
  tv_lane_waits_tell (trace, thread, grid, columns);
}

/**
 * tv_lane_columns:
 * @trace: a trace
 * @thread: index of a thread
 * @start: left border of the first column, nanoseconds on the axis (see #TvAxis)
 * @end: right border of the last column, after @start
 * @mark: (nullable): what is highlighted
 * @columns: (out caller-allocates) (array length=n_columns): the result
 * @n_columns: number of columns, over 0
 *
 * Reduces what a thread does in a range of time to columns of equal width: at each
 * instant the innermost open call, without its waits. Several columns may share a
 * nanosecond.
 *
 * Takes a few nanoseconds for each call that tv_lane_cost() counts, so ask that first
 * whether this is work for the UI's thread.
 */
void
tv_lane_columns (const TvTrace *trace, guint thread, gint64 start, gint64 end,
                 const TvLaneMark *mark, TvLaneColumn *columns, guint n_columns)
{
  TvLaneGrid grid;

  g_return_if_fail (trace != NULL);
  g_return_if_fail (thread < tv_trace_get_n_threads (trace));
  g_return_if_fail (start < end);
  g_return_if_fail (n_columns > 0);

  tv_lane_grid_init (&grid, start, end, n_columns);
  fill_columns (trace, thread, NULL, NULL, &grid, mark, columns);
}

/**
 * tv_lane_columns_indexed:
 * @index: the index of a thread
 * @marks: (nullable): the marks that @index and @mark give
 * @start: left border of the first column, nanoseconds on the axis (see #TvAxis)
 * @end: right border of the last column, after @start
 * @mark: (nullable): what is highlighted
 * @columns: (out caller-allocates) (array length=n_columns): the result
 * @n_columns: number of columns, over 0
 *
 * Does what tv_lane_columns() does in time that depends on the number of columns and
 * not on that of the calls. Where columns are of up to six calls on average, they are
 * the same. Others are rounded:
 *
 * - A border may be moved by a sixteenth of a column, for both of its columns.
 *   Everything else is told of the time between the borders so moved.
 * - The busy part is right to two of 255.
 * - Columns of many blocks tell pieces of own time that are narrower than half a column
 *   from wider ones only to a tenth of that, and take those next to a call without
 * length for narrow.
 * - Own times by method are the sums over blocks, each of which names the two to four
 *   methods with the most. So a sum may be too small by a third of what is busy, and a
 *   method that leads by more is always found.
 * - Of waits alone, the method that waits longest in its block is named.
 * - Without @marks, where calls are many a column is marked only if a block names the
 *   method.
 */
void
tv_lane_columns_indexed (const TvLaneIndex *index, const TvLaneMarks *marks,
                         gint64 start, gint64 end, const TvLaneMark *mark,
                         TvLaneColumn *columns, guint n_columns)
{
  TvLaneGrid grid;

  g_return_if_fail (index != NULL);
  g_return_if_fail (marks == NULL || mark != NULL);
  g_return_if_fail (marks == NULL || tv_lane_marks_is_for (marks, index, mark));
  g_return_if_fail (start < end);
  g_return_if_fail (n_columns > 0);

  tv_lane_grid_init (&grid, start, end, n_columns);
  fill_columns (index->trace, index->thread, index, marks, &grid, mark, columns);
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
 * Gets the range of time that a column of tv_lane_columns() stands for, widened to
 * whole nanoseconds.
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
 * Tells, by bisection, how many calls tv_lane_columns() and tv_lane_extents() go
 * through for a range.
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

/**
 * tv_lane_mark_is_set:
 * @mark: a mark
 *
 * Returns: whether it marks anything
 */
gboolean
tv_lane_mark_is_set (const TvLaneMark *mark)
{
  g_return_val_if_fail (mark != NULL, FALSE);

  return mark->method != TV_METHOD_NONE || mark->call.thread != TV_THREAD_NONE;
}

/**
 * tv_lane_mark_equal:
 * @a: a mark
 * @b: another
 *
 * Returns: whether both mark the same calls
 */
gboolean
tv_lane_mark_equal (const TvLaneMark *a, const TvLaneMark *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, FALSE);

  return a->method == b->method && a->call.thread == b->call.thread
         && (a->call.thread == TV_THREAD_NONE || a->call.call == b->call.call);
}
