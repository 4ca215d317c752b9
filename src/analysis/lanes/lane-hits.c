/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lanes/lane-hits.h"

#include "analysis/lanes/lane-index-private.h"
#include "analysis/sums/method-set.h"

/* The number of parts between two checks for cancellation: at most some hundred
 * thousand calls. */
#define PARTS_PER_CHECK 4096

struct _TvLaneHits
{
  TvLaneIndex *index;
  TvMethodSet *methods;
  gsize n_words;     /* length of @shown and @n_before */
  guint64 *shown;    /* a bit for each part of the index that shows a hit */
  guint32 *n_before; /* how many bits are set in the words before */
  GArray *first;     /* (element-type guint32): the first method of each such part */
};

static inline guint32
get_first (const TvLaneHits *hits, gsize part)
{
  guint64 below = (G_GUINT64_CONSTANT (1) << (part % 64)) - 1;
  guint place = hits->n_before[part / 64]
                + (guint) __builtin_popcountll (hits->shown[part / 64] & below);

  return g_array_index (hits->first, guint32, place);
}

/* Prepares a walk that takes waiting for own time: hits show in both. */
static inline void
init_walk (TvLaneWalk *walk, const TvCalls *calls, gint64 start, gint64 end)
{
  *walk = (TvLaneWalk){
    .calls = *calls, .start = start, .end = end, .next_wait = G_MAXINT64
  };
}

typedef struct
{
  const TvCalls *calls;
  const guint64 *words;
  guint32 found;
} Look;

static inline void
look_at_time (gpointer visitor, guint32 call, guint32 depth, gint64 start, gint64 end)
{
  Look *look = visitor;
  guint32 method = tv_calls_method (look->calls, call);

  if (look->found == TV_METHOD_NONE && tv_method_words_contain (look->words, method))
    look->found = method;
}

static inline void
look_at_instant (gpointer visitor, guint32 call, guint32 depth, gint64 time)
{
  look_at_time (visitor, call, depth, time, time);
}

static const TvLaneVisitor look_visitor
    = { .own = look_at_time, .wait = look_at_time, .instant = look_at_instant };

/* Looks for hits among the calls that are entered in a part. Returns until when a hit
 * is open, among these and those before, which are open until @reach. */
static gint64
look_at_entries (const TvCalls *calls, const guint64 *words, gsize first, gsize end,
                 gint64 reach, gboolean *found)
{
  for (gsize call = first; call < end; call++)
    if (tv_method_words_contain (words, tv_calls_method (calls, call)))
      {
        reach = MAX (reach, tv_times_get (&calls->axis_end, call));
        *found = TRUE;
      }
  return reach;
}

static void
add_part (TvLaneHits *hits, gsize part, guint32 method)
{
  tv_lane_bits_set (hits->shown, part);
  g_array_append_val (hits->first, method);
}

static void
count_before (TvLaneHits *hits)
{
  guint32 n = 0;

  for (gsize i = 0; i < hits->n_words; i++)
    {
      hits->n_before[i] = n;
      n += (guint32) __builtin_popcountll (hits->shown[i]);
    }
}

/* Walks only over parts in which a hit is open. */
static gboolean
fill_hits (TvLaneHits *hits, GCancellable *cancellable)
{
  const TvLaneIndex *index = hits->index;
  const TvCalls *calls = &index->calls;
  const gsize n_parts = tv_lane_index_get_n_parts (index);
  const guint64 *words = tv_method_set_get_words (hits->methods);
  gint64 reach = G_MININT64;
  TvLaneWalk walk;

  if (calls->n == 0 || tv_method_set_get_n (hits->methods) == 0)
    return TRUE;
  init_walk (&walk, calls, index->times[0], G_MAXINT64);
  for (gsize part = 0; part < n_parts; part++)
    {
      Look look = { calls, words, TV_METHOD_NONE };
      gboolean found = FALSE;
      TvLaneState from, to;

      if (part % PARTS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (part % (1u << index->part_bits) != 0
          && tv_lane_index_get_starts (index, part) == TV_LANE_PART_EMPTY)
        continue;
      from = tv_lane_index_get_state (index, part);
      to = tv_lane_index_get_state (index, part + 1);
      reach = look_at_entries (calls, words, from.next, to.next, reach, &found);
      if (!found && reach <= from.time)
        continue;
      tv_lane_walk_part (&walk, &look_visitor, &look, &from, &to);
      if (look.found != TV_METHOD_NONE)
        add_part (hits, part, look.found);
    }
  count_before (hits);
  return TRUE;
}

static void
free_contents (gpointer data)
{
  TvLaneHits *hits = data;

  g_free (hits->shown);
  g_free (hits->n_before);
  g_array_unref (hits->first);
  tv_method_set_unref (hits->methods);
  tv_lane_index_unref (hits->index);
}

/**
 * tv_lane_hits_new:
 * @index: the index of a thread
 * @methods: some methods of its trace
 * @cancellable: (nullable): stops the work within a few milliseconds
 *
 * Finds the parts of a thread in which calls of some methods show. Takes a nanosecond
 * or two for each call of the thread and more for those in a hit, so run it in a
 * worker.
 *
 * Returns: (transfer full) (nullable): the hits, or %NULL if it was cancelled
 */
TvLaneHits *
tv_lane_hits_new (TvLaneIndex *index, TvMethodSet *methods, GCancellable *cancellable)
{
  g_autoptr (TvLaneHits) hits = NULL;

  g_return_val_if_fail (index != NULL && methods != NULL, NULL);

  hits = g_atomic_rc_box_new0 (TvLaneHits);
  hits->index = tv_lane_index_ref (index);
  hits->methods = tv_method_set_ref (methods);
  hits->n_words = tv_lane_index_get_n_parts (index) / 64 + 1;
  hits->shown = g_new0 (guint64, hits->n_words);
  hits->n_before = g_new0 (guint32, hits->n_words);
  hits->first = g_array_new (FALSE, FALSE, sizeof (guint32));
  return fill_hits (hits, cancellable) ? g_steal_pointer (&hits) : NULL;
}

TvLaneHits *
tv_lane_hits_ref (TvLaneHits *hits)
{
  g_return_val_if_fail (hits != NULL, NULL);

  return g_atomic_rc_box_acquire (hits);
}

void
tv_lane_hits_unref (TvLaneHits *hits)
{
  g_return_if_fail (hits != NULL);

  g_atomic_rc_box_release_full (hits, free_contents);
}

/**
 * tv_lane_hits_is_for:
 * @hits: hits
 * @index: an index
 * @methods: some methods
 *
 * Returns: whether @hits were made of these
 */
gboolean
tv_lane_hits_is_for (const TvLaneHits *hits, const TvLaneIndex *index,
                     const TvMethodSet *methods)
{
  g_return_val_if_fail (hits != NULL, FALSE);

  return hits->index == index && hits->methods == methods;
}

gsize
tv_lane_hits_get_size (const TvLaneHits *hits)
{
  g_return_val_if_fail (hits != NULL, 0);

  return sizeof (TvLaneHits) + hits->n_words * (sizeof (guint64) + sizeof (guint32))
         + hits->first->len * sizeof (guint32);
}

/* The columns of a thread's hits, filled from left to right. */
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

/* Fills the columns of a piece of time: of a wide one those whose middles it covers, of
 * a narrow one the one in which its own middle is. */
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
 * Finds the columns of a lane in which calls of some methods show, by their own time or
 * their waiting. A piece of such time that is wider than a column has the columns whose
 * middles it covers, any other the one in which its own middle is, so every piece has a
 * column. Calls without length count.
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
  init_walk (&walk, &calls, fill.grid.start, fill.grid.end);
  tv_lane_walk_run (&walk, &fill_visitor, &fill);
}

/* Returns the column that holds all of a part, or the number of columns if there is
 * none. A call without length at the part's end may belong to the next column. */
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

/* Returns the first part after @part that may show in a later column. */
static gsize
skip_column (const TvLaneIndex *index, const TvLaneGrid *grid, guint column, gsize part)
{
  gint64 border = grid->start + (tv_lane_grid_border (grid, column + 1) >> grid->shift);

  return MAX (part + 1, tv_lane_index_find_after (index, part, border - 1));
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
 * Finds the same columns as tv_lane_hits_columns() in time that depends on their
 * number: of the parts that show a hit at most one a column is walked over, the one in
 * which the column ends.
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
  init_walk (&walk, &index->calls, fill.grid.start, fill.grid.end);
  n_parts = tv_lane_index_get_n_parts (index);
  part = tv_lane_index_find (index, fill.grid.start - 1);
  part = tv_lane_bits_find (hits->shown, part, n_parts);
  while (part < n_parts && tv_lane_index_get_time (index, part) <= fill.grid.end)
    {
      guint column = get_only_column (&fill.grid, tv_lane_index_get_time (index, part),
                                      tv_lane_index_get_time (index, part + 1));

      if (column < n_columns)
        {
          set_column (&fill, column, get_first (hits, part));
          part = skip_column (index, &fill.grid, column, part);
        }
      else
        walk_part (index, &walk, &fill, part++);
      part = tv_lane_bits_find (hits->shown, part, n_parts);
    }
}
