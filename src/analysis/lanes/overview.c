/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lanes/overview.h"

#include "analysis/sums/call-bounds.h"

#define CHECK_CANCELLED_EVERY 4096

/* How busy one or several threads are: by column, and as steps that count from a column
 * on, so that a long call takes no more time than a short one. */
typedef struct
{
  double *sums;
  double *steps;
} Busy;

typedef struct
{
  const TvTrace *trace;
  gint64 start;
  gint64 end;
  double width; /* of a column, in nanoseconds */
  guint n_columns;
  TvOverviewColumn *columns;
  GCancellable *cancellable;
} Overview;

static void
add_span (const Overview *overview, Busy *busy, gint64 start, gint64 end, double weight)
{
  double from;
  double to;
  guint first;
  guint last;

  start = CLAMP (start, overview->start, overview->end);
  end = CLAMP (end, overview->start, overview->end);
  if (start >= end)
    return;
  from = (double) (start - overview->start) / overview->width;
  to = (double) (end - overview->start) / overview->width;
  first = (guint) MIN (from, overview->n_columns - 1.0);
  last = (guint) MIN (to, overview->n_columns - 1.0);
  if (first == last)
    {
      busy->sums[first] += weight * (to - from);
      return;
    }
  busy->sums[first] += weight * (first + 1 - from);
  busy->steps[first + 1] += weight;
  busy->steps[last] -= weight;
  busy->sums[last] += weight * (to - last);
}

/* Returns the first outermost call that may be in the columns. */
static gsize
find_first_root (const Overview *overview, const TvCalls *calls)
{
  gsize call = tv_calls_lower_bound (calls, 0, calls->n, overview->start);

  if (call == 0)
    return 0;
  call--;
  for (guint32 parent; (parent = calls->parent[call]) != TV_CALL_NONE;)
    call = parent;
  return call;
}

/* Only root calls count: all others are inside them. */
static gboolean
add_calls (const Overview *overview, guint32 thread, Busy *busy)
{
  TvCalls calls = tv_trace_get_calls (overview->trace, thread);
  gint64 covered_until = G_MININT64;
  guint n_done = 0;

  for (gsize i = find_first_root (overview, &calls); i < calls.n;
       i = tv_calls_subtree_end (&calls, i))
    {
      gint64 start = MAX (tv_times_get (&calls.axis_start, i), covered_until);
      gint64 end = tv_times_get (&calls.axis_end, i);

      if (n_done++ % CHECK_CANCELLED_EVERY == 0
          && g_cancellable_is_cancelled (overview->cancellable))
        return FALSE;
      if (start >= overview->end)
        break;
      if (end <= start)
        continue;
      add_span (overview, busy, start, end, 1);
      covered_until = end;
    }
  return TRUE;
}

/* Waits are wall times, so they are on the axis only if it is the wall clock. */
static gboolean
subtract_waits (const Overview *overview, guint32 thread, Busy *busy)
{
  TvWaits waits;

  if (tv_trace_get_axis (overview->trace) != TV_AXIS_WALL)
    return TRUE;
  waits = tv_trace_get_waits (overview->trace, thread);
  for (gsize i = 0; i < waits.n; i++)
    {
      if (i % CHECK_CANCELLED_EVERY == 0
          && g_cancellable_is_cancelled (overview->cancellable))
        return FALSE;
      if (waits.call[i] != TV_CALL_NONE)
        add_span (overview, busy, tv_times_get (&waits.start, i),
                  tv_times_get (&waits.end, i), -1);
    }
  return TRUE;
}

static void
count_calls (const Overview *overview, guint32 thread)
{
  TvCalls calls = tv_trace_get_calls (overview->trace, thread);
  gsize first = tv_calls_lower_bound (&calls, 0, calls.n, overview->start);

  for (guint i = 0; i < overview->n_columns && first < calls.n; i++)
    {
      gint64 border
          = i + 1 == overview->n_columns
                ? overview->end
                : overview->start + (gint64) ((i + 1) * overview->width + 0.5);
      gsize next = tv_calls_lower_bound (&calls, first, calls.n, border);
      guint64 sum = (guint64) overview->columns[i].n_calls + (next - first);

      overview->columns[i].n_calls = (guint32) MIN (sum, G_MAXUINT32);
      first = next;
    }
}

static gboolean
add_thread (const Overview *overview, guint32 thread, Busy *busy)
{
  if (!add_calls (overview, thread, busy) || !subtract_waits (overview, thread, busy))
    return FALSE;
  count_calls (overview, thread);
  return TRUE;
}

static void
write_columns (const Overview *overview, const Busy *main_busy, const Busy *others)
{
  double of_main = 0;
  double of_others = 0;

  for (guint i = 0; i < overview->n_columns; i++)
    {
      of_main += main_busy->steps[i];
      of_others += others->steps[i];
      /* Sums of many numbers may be slightly outside of 0 to 1. */
      overview->columns[i].main = (float) CLAMP (of_main + main_busy->sums[i], 0, 1);
      overview->columns[i].others = (float) MAX (of_others + others->sums[i], 0);
    }
}

static Busy
new_busy (guint n_columns)
{
  return (Busy){ g_new0 (double, n_columns), g_new0 (double, n_columns) };
}

static void
clear_busy (Busy *busy)
{
  g_free (busy->sums);
  g_free (busy->steps);
}

/**
 * tv_overview_columns:
 * @trace: a trace
 * @main_thread: index of the thread to count separately, or %TV_THREAD_NONE
 * @start: left border of the first column, nanoseconds on the axis (see #TvAxis)
 * @end: right border of the last column, after @start
 * @columns: (out caller-allocates) (array length=n_columns): the result
 * @n_columns: number of columns, over 0
 * @cancellable: (nullable): to stop early
 *
 * Finds how busy the threads are along a trace. Takes time for each root call, each
 * wait, and each column of each thread, so run it in a worker.
 *
 * Returns: %FALSE if cancelled
 */
gboolean
tv_overview_columns (const TvTrace *trace, guint32 main_thread, gint64 start,
                     gint64 end, TvOverviewColumn *columns, guint n_columns,
                     GCancellable *cancellable)
{
  Overview overview = { .trace = trace,
                        .start = start,
                        .end = end,
                        .n_columns = n_columns,
                        .columns = columns,
                        .cancellable = cancellable };
  Busy main_busy;
  Busy others;
  gboolean done = TRUE;

  g_return_val_if_fail (trace != NULL && columns != NULL, FALSE);
  g_return_val_if_fail (start < end && n_columns > 0, FALSE);

  overview.width = (double) (end - start) / n_columns;
  for (guint i = 0; i < n_columns; i++)
    columns[i] = (TvOverviewColumn){ 0, 0, 0 };
  main_busy = new_busy (n_columns);
  others = new_busy (n_columns);
  for (guint32 i = 0; i < tv_trace_get_n_threads (trace) && done; i++)
    done = add_thread (&overview, i, i == main_thread ? &main_busy : &others);
  write_columns (&overview, &main_busy, &others);
  clear_busy (&main_busy);
  clear_busy (&others);
  return done;
}

/**
 * tv_overview_busy:
 * @trace: a trace
 * @threads: (array length=n_threads): indexes of some threads
 * @n_threads: how many
 * @start: left border of the first column, nanoseconds on the axis (see #TvAxis)
 * @end: right border of the last column, after @start
 * @busy: (out caller-allocates) (array length=n_columns): for each column how many of
 *   the threads are in a call, on average, and do not wait
 * @n_columns: number of columns, over 0
 * @cancellable: (nullable): to stop early
 *
 * Finds how busy some threads are in a part of a trace. Takes time for each outermost
 * call in that part and each wait of the threads.
 *
 * Returns: %FALSE if it was cancelled
 */
gboolean
tv_overview_busy (const TvTrace *trace, const guint32 *threads, guint n_threads,
                  gint64 start, gint64 end, float *busy, guint n_columns,
                  GCancellable *cancellable)
{
  const Overview overview = { .trace = trace,
                              .start = start,
                              .end = end,
                              .width = (double) (end - start) / n_columns,
                              .n_columns = n_columns,
                              .cancellable = cancellable };
  Busy found;
  double now = 0;
  gboolean done = TRUE;

  g_return_val_if_fail (trace != NULL && busy != NULL, FALSE);
  g_return_val_if_fail (start < end && n_columns > 0, FALSE);

  found = new_busy (n_columns);
  for (guint i = 0; i < n_threads && done; i++)
    done = add_calls (&overview, threads[i], &found)
           && subtract_waits (&overview, threads[i], &found);
  for (guint i = 0; i < n_columns; i++)
    {
      now += found.steps[i];
      busy[i] = (float) MAX (now + found.sums[i], 0);
    }
  clear_busy (&found);
  return done;
}

typedef struct
{
  gint64 start;
  gint64 end;
  guint32 *hits;
  guint n_columns;
} Hits;

/* Returns the column at a time. */
static guint
get_column (const Hits *hits, gint64 time)
{
  const double part
      = (double) (time - hits->start) / (double) (hits->end - hits->start);

  return (guint) MIN (part * hits->n_columns, hits->n_columns - 1.0);
}

/* Adds a hit. A column keeps its first hit. */
static void
add_hit (const Hits *hits, gint64 start, gint64 end, guint32 method)
{
  guint last;

  if (start >= hits->end || end < hits->start)
    return;
  start = MAX (start, hits->start);
  /* A hit that ends between two columns is not in the second. */
  last = get_column (hits, MAX (MIN (end, hits->end) - 1, start));
  for (guint i = get_column (hits, start); i <= last; i++)
    if (hits->hits[i] == TV_METHOD_NONE)
      hits->hits[i] = method;
}

/* Skips the calls inside a hit, which add nothing. So a thread fills each column once,
 * except where hits begin and end. */
static gboolean
add_hits_of_thread (const Hits *hits, const TvCalls *calls, const TvHitTest *test,
                    GCancellable *cancellable)
{
  guint n_done = 0;

  for (gsize i = 0; i < calls->n;)
    {
      const guint32 method = tv_calls_method (calls, i);

      if (n_done++ % CHECK_CANCELLED_EVERY == 0
          && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (!tv_hit_test_passes (test, method, (guint32) i))
        {
          i++;
          continue;
        }
      add_hit (hits, tv_times_get (&calls->axis_start, i),
               tv_times_get (&calls->axis_end, i), method);
      i = tv_calls_subtree_end (calls, i);
    }
  return TRUE;
}

/**
 * tv_overview_hits:
 * @trace: a trace
 * @methods: some methods of it
 * @start: left border of the first column, nanoseconds on the axis (see #TvAxis)
 * @end: right border of the last column, after @start
 * @hits: (out caller-allocates) (array length=n_columns): for each column a method with
 * a call that is open in it, %TV_METHOD_NONE if there is none
 * @n_columns: number of columns, over 0
 * @cancellable: (nullable): to stop early
 *
 * Finds where in a trace the calls of some methods are. Every call has a column,
 * however short it is. Takes a nanosecond or two for each call of the trace, so run it
 * in a worker.
 *
 * Returns: %FALSE if cancelled
 */
gboolean
tv_overview_hits (const TvTrace *trace, const TvMethodSet *methods, gint64 start,
                  gint64 end, guint32 *hits, guint n_columns, GCancellable *cancellable)
{
  const Hits found = { start, end, hits, n_columns };

  g_return_val_if_fail (trace != NULL && methods != NULL && hits != NULL, FALSE);
  g_return_val_if_fail (start < end && n_columns > 0, FALSE);

  for (guint i = 0; i < n_columns; i++)
    hits[i] = TV_METHOD_NONE;
  for (guint32 i = 0; i < tv_trace_get_n_threads (trace); i++)
    {
      const TvCalls calls = tv_trace_get_calls (trace, i);
      const TvHitTest test = tv_method_set_get_test (methods, i);

      if (!add_hits_of_thread (&found, &calls, &test, cancellable))
        return FALSE;
    }
  return TRUE;
}
