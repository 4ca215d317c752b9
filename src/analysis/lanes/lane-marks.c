/* SPDX-License-Identifier: Apache-2.0 */

/* Finds where marked calls show, and where they are open from entry to exit. */

#include "analysis/lanes/lane-index-private.h"

#include "analysis/sums/call-bounds.h"

/* The number of parts or calls between two checks for cancellation. */
#define PARTS_PER_CHECK 4096
#define CALLS_PER_CHECK (1 << 20)

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
 * @b: another mark
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

/* Finds the calls of one thread that @mark marks. */
void
tv_marked_calls_init (TvMarkedCalls *marked, const TvCalls *calls, guint thread,
                      const TvLaneMark *mark)
{
  *marked = (TvMarkedCalls){ .method = TV_METHOD_NONE };
  if (mark == NULL)
    return;
  if (mark->call.thread == TV_THREAD_NONE)
    *marked = (TvMarkedCalls){ mark->method, 0, calls->n };
  else if (mark->call.thread == thread && mark->call.call < calls->n)
    {
      marked->method = tv_calls_method (calls, mark->call.call);
      marked->first = mark->call.call;
      marked->end = tv_calls_subtree_end (calls, mark->call.call);
    }
}

typedef struct
{
  TvLaneMarks *marks;
  gboolean shown;
} Look;

/* Notes a call that shows from @start to @end, if it is marked. For a call without
 * length both are the same. */
static inline void
look (Look *at, guint32 call, gint64 start, gint64 end)
{
  TvLaneMarks *marks = at->marks;
  const TvTimePyramid *pyramid = &marks->index->pyramid;
  guint32 method = tv_calls_method (&marks->index->calls, call);

  if (!tv_marked_calls_contain (&marks->marked, method, call))
    return;
  at->shown = TRUE;
  if (pyramid->width == 0)
    return;
  for (gsize cell = tv_time_pyramid_find (pyramid, start),
             last = tv_time_pyramid_find (pyramid, MAX (end - 1, start));
       cell <= last; cell++)
    tv_lane_bits_set (marks->cells, cell);
}

static inline void
look_at_time (gpointer visitor, guint32 call, guint32 depth, gint64 start, gint64 end)
{
  look (visitor, call, start, end);
}

static inline void
look_at_instant (gpointer visitor, guint32 call, guint32 depth, gint64 time)
{
  look (visitor, call, time, time);
}

static const TvLaneVisitor look_visitor
    = { .own = look_at_time, .wait = look_at_time, .instant = look_at_instant };

/* Finds the part in which a call is entered, from a block on. */
static gsize
find_part_of_call (const TvLaneIndex *index, gsize *block, gsize call)
{
  gsize step = 1;
  gsize end, part;

  while (*block + step < index->n_blocks && index->begins[*block + step].next <= call)
    {
      *block += step;
      step *= 2;
    }
  for (end = MIN (*block + step, index->n_blocks); end - *block > 1;)
    {
      gsize middle = *block + (end - *block) / 2;

      if (index->begins[middle].next <= call)
        *block = middle;
      else
        end = middle;
    }
  part = *block << index->part_bits;
  for (end = (*block + 1) << index->part_bits;
       part + 1 < end && tv_lane_index_get_state (index, part + 1).next <= call; part++)
    ;
  return part;
}

/* Walks over parts in which a marked call may show. */
static gboolean
look_through (TvLaneMarks *marks, TvLaneWalk *walk, gsize part, gsize end,
              GCancellable *cancellable)
{
  for (; part < end; part++)
    {
      TvLaneState from = tv_lane_index_get_state (marks->index, part);
      TvLaneState to = tv_lane_index_get_state (marks->index, part + 1);
      Look at = { marks, FALSE };

      if (walk->next_wait < to.time)
        tv_lane_walk_seek_wait (walk, from.time);
      tv_lane_walk_part (walk, &look_visitor, &at, &from, &to);
      if (at.shown)
        tv_lane_bits_set (marks->shown, part);
      if (part % PARTS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
    }
  return TRUE;
}

static gboolean
fill_marks (TvLaneMarks *marks, GCancellable *cancellable)
{
  const TvLaneIndex *index = marks->index;
  const TvCalls *calls = &index->calls;
  TvLaneWalk walk;
  gsize block = 0;
  gsize looked_at = 0; /* the first part that is not done */

  if (marks->marked.method == TV_METHOD_NONE || calls->n == 0)
    return TRUE;
  tv_lane_walk_init (&walk, index->trace, index->thread, index->times[0], G_MAXINT64);
  for (gsize call = marks->marked.first; call < marks->marked.end; call++)
    {
      gsize part, end;

      if (call % CALLS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (tv_calls_method (calls, call) != marks->marked.method)
        continue;
      part = find_part_of_call (index, &block, call);
      end = 1 + tv_lane_index_find (index, tv_times_get (&calls->axis_end, call));
      if (marks->mark.call.thread == TV_THREAD_NONE || call == marks->marked.first)
        tv_lane_bits_set (marks->begins, part);
      if (!look_through (marks, &walk, MAX (part, looked_at), end, cancellable))
        return FALSE;
      looked_at = MAX (looked_at, end);
    }
  return TRUE;
}

static void
free_contents (gpointer data)
{
  TvLaneMarks *marks = data;

  g_free (marks->shown);
  g_free (marks->begins);
  g_free (marks->cells);
  tv_lane_index_unref (marks->index);
}

/**
 * tv_lane_marks_new:
 * @index: the index of a thread
 * @mark: what is highlighted
 * @cancellable: (nullable): stops the work within a few milliseconds
 *
 * Finds the parts of a thread in which marked calls show. Takes time for each call of
 * the thread, and more for calls inside marked ones, so run it in a worker.
 *
 * Returns: (transfer full) (nullable): the marks, or %NULL if cancelled
 */
TvLaneMarks *
tv_lane_marks_new (TvLaneIndex *index, const TvLaneMark *mark,
                   GCancellable *cancellable)
{
  g_autoptr (TvLaneMarks) marks = NULL;

  g_return_val_if_fail (index != NULL && mark != NULL, NULL);

  marks = g_atomic_rc_box_new0 (TvLaneMarks);
  marks->index = tv_lane_index_ref (index);
  marks->mark = *mark;
  marks->n_words = tv_lane_index_get_n_parts (index) / 64 + 1;
  marks->shown = g_new0 (guint64, marks->n_words);
  marks->begins = g_new0 (guint64, marks->n_words);
  marks->cells = g_new0 (guint64, index->pyramid.levels[0].n / 64 + 1);
  tv_marked_calls_init (&marks->marked, &index->calls, index->thread, mark);
  return fill_marks (marks, cancellable) ? g_steal_pointer (&marks) : NULL;
}

TvLaneMarks *
tv_lane_marks_ref (TvLaneMarks *marks)
{
  g_return_val_if_fail (marks != NULL, NULL);

  return g_atomic_rc_box_acquire (marks);
}

void
tv_lane_marks_unref (TvLaneMarks *marks)
{
  g_return_if_fail (marks != NULL);

  g_atomic_rc_box_release_full (marks, free_contents);
}

/**
 * tv_lane_marks_is_for:
 * @marks: marks
 * @index: an index
 * @mark: what is highlighted
 *
 * Returns: whether @marks are the marks of @mark in @index
 */
gboolean
tv_lane_marks_is_for (const TvLaneMarks *marks, const TvLaneIndex *index,
                      const TvLaneMark *mark)
{
  g_return_val_if_fail (marks != NULL && mark != NULL, FALSE);

  return marks->index == index && tv_lane_mark_equal (&marks->mark, mark);
}

/*
 * Calls nest, and so do their columns. Of the calls that begin in one column, those
 * that also end in it look the same, and the ends of the others never increase. So it
 * is enough to remember the last of each kind to list every extent once, at most two
 * for each column.
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

/* Entry and exit are rounded to the nearest border, like the ends of blocks. An extent
 * without a column gets the column in which it begins. */
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
 * Finds where the marked calls are open, from entry to exit, with or without own time:
 * all calls of the marked method, or only the marked call. Calls that look the same are
 * listed once, so there are not many more than two for each column.
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
  TvMarkedCalls marked;
  TvCalls calls;
  gsize first, last;

  g_return_val_if_fail (trace != NULL, g_steal_pointer (&extents));
  g_return_val_if_fail (thread < tv_trace_get_n_threads (trace),
                        g_steal_pointer (&extents));
  g_return_val_if_fail (start < end, g_steal_pointer (&extents));
  g_return_val_if_fail (n_columns > 0, g_steal_pointer (&extents));

  calls = tv_trace_get_calls (trace, thread);
  tv_marked_calls_init (&marked, &calls, thread, mark);
  if (marked.method == TV_METHOD_NONE)
    return g_steal_pointer (&extents);
  if (mark->call.thread != TV_THREAD_NONE)
    marked.end = marked.first + 1;

  tv_lane_grid_init (&fill.grid, start, end, n_columns);
  fill.calls = &calls;
  first = tv_calls_lower_bound (&calls, 0, calls.n, start);
  for (guint32 open = tv_calls_innermost_open (&calls, first, start);
       open != TV_CALL_NONE; open = calls.parent[open])
    if (tv_marked_calls_contain (&marked, tv_calls_method (&calls, open), open))
      add_extent (&fill, open);

  last = MIN (marked.end, tv_calls_upper_bound (&calls, end));
  for (gsize i = MAX (first, marked.first); i < last; i++)
    if (tv_calls_method (&calls, i) == marked.method
        && (tv_times_get (&calls.axis_start, i) < end
            || tv_times_get (&calls.axis_end, i) == end))
      add_extent (&fill, i);
  return g_steal_pointer (&extents);
}

/* Finds the state before the first call that begins at or after a time. */
static TvLaneState
find_state (const TvLaneIndex *index, gint64 time, gsize *part)
{
  const TvLaneWalk walk = { .calls = index->calls, .start = time };
  TvLaneState state, next;

  *part = tv_lane_index_find (index, time - 1);
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

/* Adds the marked calls from @first on that are open at a state, innermost first. Stops
 * at a call that reaches from edge to edge: all calls around it look the same. */
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

/* Adds marked calls entered in a part, from a call on. Stops at a call that begins and
 * ends in one column: then only calls that are open at the end of that column remain to
 * be added. Returns this end, or %G_MAXINT64 if it did not stop. */
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

/* Adds the calls that begin in the range. */
static void
add_entered_calls (ExtentFill *fill, const TvLaneMarks *marks, gsize part, gsize call)
{
  const TvLaneIndex *index = marks->index;
  const gsize n_parts = tv_lane_index_get_n_parts (index);

  part = tv_lane_bits_find (marks->begins, part, n_parts);
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
      part = tv_lane_bits_find (marks->begins, part, n_parts);
    }
}

/**
 * tv_lane_extents_indexed:
 * @marks: the marks of a thread
 * @start: left border of the first column, nanoseconds on the axis
 * @end: right border of the last column, after @start
 * @n_columns: number of columns, over 0
 *
 * Finds the same extents as tv_lane_extents(), in time for each column and once for the
 * depth of the stack.
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
