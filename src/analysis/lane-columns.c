/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lane-columns.h"

#include "analysis/lane-grid-private.h"
#include "analysis/lane-mark-private.h"
#include "analysis/lane-walk-private.h"

#include <string.h>

#define FIRST_SLOT_BITS 8
#define FIRST_N_SLOTS (1 << FIRST_SLOT_BITS)

/* The own time of a method in the column at hand; stale unless @stamp is the column's.
 */
typedef struct
{
  guint32 method;
  guint32 stamp;
  gint64 own;
} MethodSlot;

/*
 * The column at hand while a lane is walked. The sums by method are in an
 * open-addressing table that is emptied by a new stamp, for a column may hold anything
 * between one and all methods of a trace.
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
  gint64 busy;
  gint64 best_own;
  guint32 best_method;
  guint n_methods;
  gint64 wait;
  guint32 wait_method;
  guint32 instant_method;
  gboolean has_narrow;
  gboolean marked;

  guint32 stamp;
  guint hash_shift;
  guint hash_mask;
  MethodSlot *slots;
  MethodSlot *grown_slots;
  MethodSlot first_slots[FIRST_N_SLOTS];
} ColumnFill;

static MethodSlot *take_slot (ColumnFill *fill, guint place, guint32 method);

static inline guint
hash_method (const ColumnFill *fill, guint32 method)
{
  return (method * 2654435769u) >> fill->hash_shift;
}

G_ALWAYS_INLINE static inline MethodSlot *
find_slot (ColumnFill *fill, guint32 method)
{
  guint place = hash_method (fill, method);

  while (G_LIKELY (fill->slots[place].stamp == fill->stamp))
    {
      if (G_LIKELY (fill->slots[place].method == method))
        return &fill->slots[place];
      place = (place + 1) & fill->hash_mask;
    }
  return take_slot (fill, place, method);
}

static void
grow_slots (ColumnFill *fill)
{
  guint mask = fill->hash_mask * 2 + 1;
  MethodSlot *old = fill->slots;
  MethodSlot *grown = g_new0 (MethodSlot, (gsize) mask + 1);

  fill->hash_shift--;
  for (guint i = 0; i <= fill->hash_mask; i++)
    if (old[i].stamp == fill->stamp)
      {
        guint place = hash_method (fill, old[i].method);

        while (grown[place].stamp == fill->stamp)
          place = (place + 1) & mask;
        grown[place] = old[i];
      }
  g_free (fill->grown_slots);
  fill->grown_slots = grown;
  fill->slots = grown;
  fill->hash_mask = mask;
}

static MethodSlot *
take_slot (ColumnFill *fill, guint place, guint32 method)
{
  while (fill->slots[place].stamp == fill->stamp)
    place = (place + 1) & fill->hash_mask;
  fill->slots[place] = (MethodSlot){ .method = method, .stamp = fill->stamp };
  fill->n_methods++;
  if (fill->n_methods <= fill->hash_mask / 4 * 3)
    return &fill->slots[place];
  grow_slots (fill);
  return find_slot (fill, method);
}

G_ALWAYS_INLINE static inline void
add_own (ColumnFill *fill, guint32 method, gint64 length)
{
  MethodSlot *slot = find_slot (fill, method);

  slot->own += length;
  fill->busy += length;
  if (slot->own > fill->best_own)
    {
      fill->best_own = slot->own;
      fill->best_method = method;
    }
}

static void
open_column (ColumnFill *fill, guint column)
{
  fill->column = column;
  fill->low = tv_lane_grid_border (&fill->grid, column);
  fill->high = tv_lane_grid_border (&fill->grid, column + 1);
  fill->busy = 0;
  fill->best_own = 0;
  fill->best_method = TV_METHOD_NONE;
  fill->n_methods = 0;
  fill->wait = 0;
  fill->wait_method = TV_METHOD_NONE;
  fill->instant_method = TV_METHOD_NONE;
  fill->has_narrow = FALSE;
  fill->marked = FALSE;
  fill->stamp++;
}

static TvLaneColumnKind
conclude_kind (const ColumnFill *fill)
{
  gint64 width = fill->high - fill->low;
  TvLaneColumnKind rest = fill->wait > 0 ? TV_LANE_WAIT : TV_LANE_IDLE;

  if (fill->busy == 0)
    return fill->instant_method != TV_METHOD_NONE ? TV_LANE_MIXED : rest;
  if (fill->best_own == width)
    return TV_LANE_SOLID;
  if (fill->has_narrow && fill->n_methods > 1)
    return TV_LANE_MIXED;
  if (fill->busy >= width - fill->busy)
    return TV_LANE_SOLID;
  /* Blocks that go on in a next column, where they are seen, end here. */
  return fill->has_narrow || fill->instant_method != TV_METHOD_NONE ? TV_LANE_MIXED
                                                                    : rest;
}

static void
close_column (ColumnFill *fill)
{
  TvLaneColumn *column = &fill->columns[fill->column];
  gint64 width = fill->high - fill->low;

  column->kind = conclude_kind (fill);
  switch ((TvLaneColumnKind) column->kind)
    {
    case TV_LANE_SOLID:
    case TV_LANE_MIXED:
      column->method = fill->busy > 0 ? fill->best_method : fill->instant_method;
      column->share = (guint8) (255.0 * (double) fill->best_own / (double) width);
      column->busy = (guint8) (255.0 * (double) fill->busy / (double) width);
      break;
    case TV_LANE_WAIT:
      column->method = fill->wait_method;
      break;
    case TV_LANE_IDLE:
    default:
      return;
    }
  column->marked
      = fill->marked
        && (column->kind == TV_LANE_MIXED || column->method == fill->mark.method);
}

/* Closes the column at hand and opens the one that holds a place right of it. */
static void
move_to (ColumnFill *fill, gint64 place)
{
  guint column = tv_lane_grid_column (&fill->grid, place);

  if (column == fill->column)
    return;
  close_column (fill);
  open_column (fill, column);
}

/* Whether an end of a block is one of the range and not of the block itself. */
static gboolean
is_clipped (const ColumnFill *fill, guint32 call, gint64 low, gint64 high)
{
  const TvLaneGrid *grid = &fill->grid;

  return (low == 0 && tv_times_get (&fill->calls->axis_start, call) < grid->start)
         || (high == grid->total
             && tv_times_get (&fill->calls->axis_end, call) > grid->end);
}

/* Whether a block that begins at @low in the column at hand and ends at @high in the
   next one fills neither by more than half. */
static gboolean
is_narrow_across (const ColumnFill *fill, gint64 low, gint64 high)
{
  gint64 next_width = tv_lane_grid_border (&fill->grid, fill->column + 2) - fill->high;

  return 2 * (fill->high - low) <= fill->high - fill->low
         && 2 * (high - fill->high) <= next_width;
}

static inline void
add_wait (ColumnFill *fill, guint32 method, gint64 length)
{
  if (method == fill->wait_method)
    fill->wait += length;
  else if (length > fill->wait)
    {
      fill->wait = length;
      fill->wait_method = method;
    }
}

G_ALWAYS_INLINE static inline void
add_piece (ColumnFill *fill, guint32 method, gint64 length, gboolean marked,
           TvLaneColumnKind kind)
{
  if (kind == TV_LANE_WAIT)
    add_wait (fill, method, length);
  else
    add_own (fill, method, length);
  fill->marked |= marked;
}

/* Gives a block that goes over the right border of the column at hand to its columns.
 */
static void
spread (ColumnFill *fill, guint32 call, gint64 low, gint64 high, TvLaneColumnKind kind)
{
  guint32 method = tv_calls_method (fill->calls, call);
  gboolean marked = tv_lane_marked_calls_contain (&fill->mark, method, call);
  guint first = fill->column + 1;
  guint last = tv_lane_grid_column (&fill->grid, high);
  guint8 share = kind == TV_LANE_SOLID ? 255 : 0;
  gboolean narrow = kind == TV_LANE_SOLID && is_narrow_across (fill, low, high)
                    && !is_clipped (fill, call, low, high);

  fill->has_narrow |= narrow;
  add_piece (fill, method, fill->high - low, marked, kind);
  close_column (fill);
  for (guint i = first; i < last; i++)
    fill->columns[i] = (TvLaneColumn){ method, share, share, kind, marked };
  open_column (fill, last);
  if (high > fill->low)
    {
      fill->has_narrow = narrow;
      add_piece (fill, method, high - fill->low, marked, kind);
    }
}

/* A block of a call's own time or of its waiting. */
G_ALWAYS_INLINE static inline void
take_block (ColumnFill *fill, guint32 call, gint64 start, gint64 end,
            TvLaneColumnKind kind)
{
  gint64 low = tv_lane_grid_place (&fill->grid, start);
  gint64 high = tv_lane_grid_place (&fill->grid, end);

  if (low >= fill->high)
    move_to (fill, low);
  if (G_LIKELY (high <= fill->high))
    {
      guint32 method = tv_calls_method (fill->calls, call);

      if (kind == TV_LANE_SOLID && !fill->has_narrow
          && 2 * (high - low) <= fill->high - fill->low
          && !is_clipped (fill, call, low, high))
        fill->has_narrow = TRUE;
      add_piece (fill, method, high - low,
                 tv_lane_marked_calls_contain (&fill->mark, method, call), kind);
    }
  else
    spread (fill, call, low, high, kind);
}

G_ALWAYS_INLINE static inline void
take_own (gpointer visitor, guint32 call, gint64 start, gint64 end)
{
  take_block (visitor, call, start, end, TV_LANE_SOLID);
}

static inline void
take_wait (gpointer visitor, guint32 call, gint64 start, gint64 end)
{
  take_block (visitor, call, start, end, TV_LANE_WAIT);
}

static inline void
take_instant (gpointer visitor, guint32 call, gint64 time)
{
  ColumnFill *fill = visitor;
  guint32 method = tv_calls_method (fill->calls, call);
  gint64 place = tv_lane_grid_place (&fill->grid, time);

  if (place >= fill->high)
    move_to (fill, place);
  if (fill->instant_method == TV_METHOD_NONE)
    fill->instant_method = method;
  fill->marked |= tv_lane_marked_calls_contain (&fill->mark, method, call);
}

static const TvLaneVisitor fill_visitor = { take_own, take_wait, take_instant };

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
  TvLaneWalk walk;
  ColumnFill fill;

  g_return_if_fail (trace != NULL);
  g_return_if_fail (thread < tv_trace_get_n_threads (trace));
  g_return_if_fail (start < end);
  g_return_if_fail (n_columns > 0);

  for (guint i = 0; i < n_columns; i++)
    columns[i] = (TvLaneColumn){ .method = TV_METHOD_NONE, .kind = TV_LANE_IDLE };

  tv_lane_grid_init (&fill.grid, start, end, n_columns);
  tv_lane_walk_init (&walk, trace, thread, fill.grid.start, fill.grid.end);
  tv_lane_marked_calls_init (&fill.mark, &walk.calls, thread, mark);
  fill.calls = &walk.calls;
  fill.columns = columns;
  fill.stamp = 0;
  fill.hash_shift = 32 - FIRST_SLOT_BITS;
  fill.hash_mask = FIRST_N_SLOTS - 1;
  fill.slots = fill.first_slots;
  fill.grown_slots = NULL;
  memset (fill.first_slots, 0, sizeof fill.first_slots);

  open_column (&fill, 0);
  tv_lane_walk_run (&walk, &fill_visitor, &fill);
  close_column (&fill);
  g_free (fill.grown_slots);
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
