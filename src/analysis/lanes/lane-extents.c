/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lanes/lane-columns.h"

#include "analysis/lanes/lane-grid-private.h"
#include "analysis/lanes/lane-mark-private.h"
#include "analysis/lanes/lane-skim-private.h"

/*
 * Calls nest, and so do their columns. Of the calls that begin in one column, those
 * that also end in it look alike, and the ends of the others never increase. So it is
 * enough to remember the last of each kind to give every extent once, at most two a
 * column.
 */
typedef struct
{
  TvLaneGrid grid;
  const TvCalls *calls;
  GArray *extents;
  TvExtent last_short;
  TvExtent last_long;
} ExtentFill;

static gboolean
extent_equal (const TvExtent *a, const TvExtent *b)
{
  return a->x0 == b->x0 && a->x1 == b->x1 && a->starts == b->starts
         && a->ends == b->ends;
}

/* Entry and exit go to the nearest border, as the ends of the blocks above do; what is
   left without a column stays in the one where it begins. */
static TvExtent
make_extent (const TvLaneGrid *grid, gint64 start, gint64 end)
{
  gint64 low = tv_lane_grid_place (grid, CLAMP (start, grid->start, grid->end));
  gint64 high = tv_lane_grid_place (grid, CLAMP (end, grid->start, grid->end));
  guint x0 = tv_lane_grid_round (grid, low);
  guint x1 = tv_lane_grid_round (grid, high);

  if (x1 > x0)
    x1--;
  else
    x0 = x1 = tv_lane_grid_column (grid, low);
  return (TvExtent){ (gint) x0, (gint) x1, start >= grid->start, end <= grid->end };
}

static void
add_extent (ExtentFill *fill, gsize call)
{
  TvExtent extent
      = make_extent (&fill->grid, tv_times_get (&fill->calls->axis_start, call),
                     tv_times_get (&fill->calls->axis_end, call));
  gboolean is_short = extent.x0 == extent.x1 && extent.starts && extent.ends;
  TvExtent *last = is_short ? &fill->last_short : &fill->last_long;

  if (extent_equal (last, &extent))
    return;
  *last = extent;
  g_array_append_val (fill->extents, extent);
}

/**
 * tv_lane_extents:
 * @trace: a trace
 * @thread: index of a thread
 * @start: left border of the first column, nanoseconds on the axis (see #TvAxis)
 * @end: right border of the last column, after @start
 * @mark: (nullable): what is highlighted
 * @n_columns: number of columns, over 0
 *
 * Finds where the marked calls are open, from entry to exit, whether they have own time
 * or not: all calls of the marked method, or the one marked call alone. Calls that
 * would look the same are given once, so that there are not many more than two a
 * column.
 *
 * Returns: (transfer full) (element-type TvExtent): first those already open at @start,
 *   innermost first, then the others in order of entry
 */
GArray *
tv_lane_extents (const TvTrace *trace, guint thread, gint64 start, gint64 end,
                 const TvLaneMark *mark, guint n_columns)
{
  g_autoptr (GArray) extents = g_array_new (FALSE, FALSE, sizeof (TvExtent));
  TvExtent none = { -1, -1, FALSE, FALSE };
  ExtentFill fill = { .extents = extents, .last_short = none, .last_long = none };
  TvLaneMarkedCalls marked;
  TvCalls calls;
  gsize first, last;

  g_return_val_if_fail (trace != NULL, g_steal_pointer (&extents));
  g_return_val_if_fail (thread < tv_trace_get_n_threads (trace),
                        g_steal_pointer (&extents));
  g_return_val_if_fail (start < end, g_steal_pointer (&extents));
  g_return_val_if_fail (n_columns > 0, g_steal_pointer (&extents));

  calls = tv_trace_get_calls (trace, thread);
  tv_lane_marked_calls_init (&marked, &calls, thread, mark);
  if (marked.method == TV_METHOD_NONE)
    return g_steal_pointer (&extents);
  if (mark->call.thread != TV_THREAD_NONE)
    marked.end = marked.first + 1;

  tv_lane_grid_init (&fill.grid, start, end, n_columns);
  fill.calls = &calls;
  first = tv_calls_lower_bound (&calls, 0, calls.n, start);
  for (guint32 open = tv_calls_innermost_open (&calls, first, start);
       open != TV_CALL_NONE; open = calls.parent[open])
    if (tv_lane_marked_calls_contain (&marked, tv_calls_method (&calls, open), open))
      add_extent (&fill, open);

  last = MIN (marked.end, tv_calls_upper_bound (&calls, end));
  for (gsize i = MAX (first, marked.first); i < last; i++)
    if (tv_calls_method (&calls, i) == marked.method
        && (tv_times_get (&calls.axis_start, i) < end
            || tv_times_get (&calls.axis_end, i) == end))
      add_extent (&fill, i);
  return g_steal_pointer (&extents);
}

/* Where in a thread the first call is that begins at a time or later. */
static TvLaneState
find_state (const TvLaneIndex *index, gint64 time, gsize *part)
{
  const TvLaneWalk walk = { .calls = index->calls, .start = time };
  TvLaneState state, next;

  *part = tv_lane_skim_find (index, time - 1);
  state = tv_lane_index_get_state (index, *part);
  next = tv_lane_index_get_state (index, *part + 1);
  return state.time < time ? tv_lane_walk_find_start (&walk, &state, next.next) : state;
}

static gboolean
is_marked (const TvLaneMarks *marks, guint32 call)
{
  if (marks->mark.call.thread != TV_THREAD_NONE)
    return call == marks->marked.first;
  return tv_calls_method (&marks->index->calls, call) == marks->marked.method;
}

/* Adds the marked calls from @first on that are open at a state, innermost first. All
   around one that goes from edge to edge would look the same. */
static void
add_open_calls (ExtentFill *fill, const TvLaneMarks *marks, guint32 open, gsize first)
{
  const TvLaneGrid *grid = &fill->grid;
  const TvCalls *calls = fill->calls;

  for (; open != TV_CALL_NONE && open >= first; open = calls->parent[open])
    if (is_marked (marks, open))
      {
        add_extent (fill, open);
        if (tv_times_get (&calls->axis_start, open) < grid->start
            && tv_times_get (&calls->axis_end, open) > grid->end)
          return;
      }
}

/* Adds marked calls entered in a part, from a call on, until one begins and ends in the
   same column: there are no others to be seen in that but those open at its end, which
   is the time returned. Otherwise returns %G_MAXINT64. */
static gint64
add_calls_of_part (ExtentFill *fill, const TvLaneMarks *marks, gsize part, gsize *call)
{
  const TvLaneGrid *grid = &fill->grid;
  const gint64 round_up = ((gint64) 1 << grid->shift) - 1;
  gsize end = tv_lane_index_get_state (marks->index, part + 1).next;

  for (*call = MAX (*call, tv_lane_index_get_state (marks->index, part).next);
       *call < end; (*call)++)
    {
      gint64 start = tv_times_get (&fill->calls->axis_start, *call);
      gint64 stop = tv_times_get (&fill->calls->axis_end, *call);
      gint64 border;
      guint column;

      if (start > grid->end)
        break;
      if (!is_marked (marks, (guint32) *call) || (start == grid->end && stop > start))
        continue;
      add_extent (fill, *call);
      column = tv_lane_grid_column (grid, tv_lane_grid_place (grid, start));
      border = tv_lane_grid_border (grid, column + 1);
      border = grid->start + ((border + round_up) >> grid->shift);
      if (stop <= border)
        return border;
    }
  return G_MAXINT64;
}

/* Adds what begins in the range. */
static void
add_entered_calls (ExtentFill *fill, const TvLaneMarks *marks, gsize part, gsize call)
{
  const TvLaneIndex *index = marks->index;
  const gsize n_parts = tv_lane_index_get_n_parts (index);

  part = tv_lane_marks_find (marks->begins, part, n_parts);
  while (part < n_parts && tv_lane_index_get_time (index, part) <= fill->grid.end)
    {
      gint64 border = add_calls_of_part (fill, marks, part, &call);
      TvLaneState state;

      if (border != G_MAXINT64)
        {
          state = find_state (index, border, &part);
          add_open_calls (fill, marks, state.open, call + 1);
          if (border == fill->grid.end)
            return;
          call = state.next;
        }
      else
        part++;
      part = tv_lane_marks_find (marks->begins, part, n_parts);
    }
}

/**
 * tv_lane_extents_indexed:
 * @marks: the marks of a thread
 * @start: left border of the first column, nanoseconds on the axis
 * @end: right border of the last column, after @start
 * @n_columns: number of columns, over 0
 *
 * Does what tv_lane_extents() does, with the same extents, in time that depends on the
 * number of columns, and once on how deep the stack is.
 *
 * Returns: (transfer full) (element-type TvExtent): the extents; the calls that are
 *   open at the end of a column come after the others, innermost first
 */
GArray *
tv_lane_extents_indexed (const TvLaneMarks *marks, gint64 start, gint64 end,
                         guint n_columns)
{
  g_autoptr (GArray) extents = g_array_new (FALSE, FALSE, sizeof (TvExtent));
  TvExtent none = { -1, -1, FALSE, FALSE };
  ExtentFill fill = { .extents = extents, .last_short = none, .last_long = none };
  TvLaneState state;
  gsize part;

  g_return_val_if_fail (marks != NULL, g_steal_pointer (&extents));
  g_return_val_if_fail (start < end, g_steal_pointer (&extents));
  g_return_val_if_fail (n_columns > 0, g_steal_pointer (&extents));

  fill.calls = &marks->index->calls;
  if (marks->marked.method == TV_METHOD_NONE || fill.calls->n == 0)
    return g_steal_pointer (&extents);
  tv_lane_grid_init (&fill.grid, start, end, n_columns);
  state = find_state (marks->index, start, &part);
  add_open_calls (&fill, marks, state.open, 0);
  add_entered_calls (&fill, marks, part, state.next);
  return g_steal_pointer (&extents);
}
