/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/charts/call-chart.h"

#include "analysis/charts/chart-walk.h"
#include "analysis/sums/call-bounds.h"
#include "analysis/sums/method-set.h"

/* The number of calls between two checks for cancellation. */
#define CALLS_PER_CHECK (1u << 18)

struct _TvCallChart
{
  gint64 end;
  guint first_level;
  guint n_levels;
  guint n_columns;
  TvChartLevel levels[];
};

static TvCallChart *
new_empty (gint64 end, guint n_columns, guint first_level, guint n_levels)
{
  TvCallChart *chart
      = g_malloc (sizeof *chart + (gsize) n_levels * sizeof (TvChartLevel));

  chart->end = end;
  chart->n_columns = n_columns;
  chart->first_level = first_level;
  chart->n_levels = n_levels;
  for (guint i = 0; i < n_levels; i++)
    chart->levels[i]
        = (TvChartLevel){ .boxes = g_array_new (FALSE, FALSE, sizeof (TvChartBox)),
                          .waits = g_array_new (FALSE, FALSE, sizeof (TvChartWait)),
                          .crumbs
                          = { .last_sample = TV_CALL_NONE, .hit = TV_METHOD_NONE } };
  return chart;
}

static gint64
get_middle (const TvLaneGrid *grid, guint column)
{
  gint64 left = tv_lane_grid_border (grid, column);
  gint64 right = tv_lane_grid_border (grid, column + 1);

  return grid->start + ((left + (right - left) / 2) >> grid->shift);
}

static void
add_wait (TvCallChart *chart, guint32 call, guint x0, guint x1)
{
  for (guint i = chart->n_levels; i-- > 0;)
    {
      const TvChartBox *box = tv_call_chart_find (chart, chart->first_level + i, x0);

      if (box != NULL && box->kind == TV_CHART_CALL && box->call == call)
        {
          TvChartWait wait = { MAX (x0, box->x0), MIN (x1, box->x1) };
          g_array_append_val (chart->levels[i].waits, wait);
          return;
        }
    }
}

/* Adds waits that cover the middle of a column, rounded as calls are. */
static void
add_waits (TvCallChart *chart, const TvLaneGrid *grid, const TvWaits *waits)
{
  gsize i = tv_waits_first_after (waits, grid->start);

  while (i < waits->n && tv_times_get (&waits->start, i) < grid->end)
    {
      gint64 start = MAX (tv_times_get (&waits->start, i), grid->start);
      gint64 end = MIN (tv_times_get (&waits->end, i), grid->end);
      guint x0 = tv_lane_grid_round (grid, tv_lane_grid_place (grid, start));
      guint x1 = tv_lane_grid_round (grid, tv_lane_grid_place (grid, end));

      if (x0 < x1 && waits->call[i] != TV_CALL_NONE)
        add_wait (chart, waits->call[i], x0, x1);
      if (x0 == grid->n)
        break;
      i++;
      /* Skips all waits that end before the middle of the next column. */
      if (x0 == x1)
        i = MAX (i, tv_waits_first_after (waits, get_middle (grid, x0)));
    }
}

static void
set_hits (TvCallChart *chart, TvChartHits *hits, guint thread)
{
  const TvMethodSet *methods;

  if (hits == NULL)
    return;
  methods = tv_chart_hits_get_methods (hits);
  for (guint i = 0; i < chart->n_levels; i++)
    chart->levels[i].hits = tv_method_set_get_test (methods, thread);
}

/**
 * tv_call_chart_new:
 * @stacks: an index of a trace's calls
 * @hits: (nullable): the hits of a search in @thread on at least the requested levels
 * @thread: index of a thread
 * @start: left border of the first column, nanoseconds on the axis
 * @end: right border of the last column, after @start
 * @n_columns: number of columns, over 0
 * @first_level: the topmost requested level of the stack; roots are on level 0
 * @n_levels: number of requested levels, over 0
 *
 * Finds the boxes of the levels of a call chart. The columns are those of
 * tv_lane_columns().
 *
 * A call has the columns whose middles it covers: its ends are rounded to the nearest
 * border. A call narrower than a column has the column of its own middle. If that gives
 * a column to several calls, or to one and the end of a wider one that covers the
 * column's middle, it is a crowd.
 *
 * A column in which over 32 calls are entered is not walked call by call, but sampled:
 * the calls that are open at its borders and at four moments in between, and those
 * around five calls chosen by their number. So on a level that is rarely used in such a
 * column a narrow call may be missed, and @busy is an estimate; calls of at least a
 * column are always right, and every box with a hit is found. So this takes time for
 * each column in which calls begin or end, and depends little on the number of calls.
 *
 * Returns: (transfer full): the chart
 */
TvCallChart *
tv_call_chart_new (const TvCallStacks *stacks, TvChartHits *hits, guint thread,
                   gint64 start, gint64 end, guint n_columns, guint first_level,
                   guint n_levels)
{
  TvCallChart *chart;
  const TvTrace *trace;
  TvChartSight sight;
  TvLaneGrid grid;

  g_return_val_if_fail (stacks != NULL, NULL);
  g_return_val_if_fail (start < end && n_columns > 0 && n_levels > 0, NULL);
  g_return_val_if_fail (n_levels <= G_MAXUINT32 - first_level, NULL);
  trace = tv_call_stacks_get_trace (stacks);
  g_return_val_if_fail (thread < tv_trace_get_n_threads (trace), NULL);

  chart = new_empty (end, n_columns, first_level, n_levels);
  set_hits (chart, hits, thread);
  sight = (TvChartSight){ stacks,      thread,   tv_trace_get_calls (trace, thread),
                          first_level, n_levels, hits };
  tv_lane_grid_init (&grid, start, end, n_columns);
  tv_chart_walk (&sight, &grid, chart->levels);
  /* Waits are wall times, so they are on the axis only if it is the wall clock. */
  if (tv_trace_get_axis (trace) == TV_AXIS_WALL)
    {
      TvWaits waits = tv_trace_get_waits (trace, thread);
      add_waits (chart, &grid, &waits);
    }
  return chart;
}

/* A frame has the columns whose middles it covers. A frame that covers none is left
 * out.
 */
static void
add_frame (TvCallChart *chart, GArray *boxes, const TvFlameFrame *frame, guint32 index)
{
  const double column = (double) chart->end / chart->n_columns;
  const TvChartBox box
      = { .call = index,
          .method = frame->sums.method,
          .hit = TV_METHOD_NONE,
          .x0 = (guint32) ((double) frame->start / column + 0.5),
          .x1 = MIN ((guint32) ((double) frame->end / column + 0.5), chart->n_columns),
          .kind = tv_flame_frame_is_merged (frame) ? TV_CHART_CROWD : TV_CHART_CALL,
          .busy = G_MAXUINT8,
          .starts = TRUE,
          .ends = TRUE };

  if (box.x0 < box.x1)
    g_array_append_val (boxes, box);
}

/**
 * tv_call_chart_new_from_frames:
 * @layout: the frames of a flame graph
 * @n_columns: number of columns, over 0
 * @first_level: the first requested level; the root is on level 0
 * @n_levels: number of requested levels
 *
 * Finds the boxes of the levels of a flame graph. The index of a frame is the @call of
 * its box. Merged callees are a crowd of any width.
 *
 * Returns: (transfer full): the chart
 */
TvCallChart *
tv_call_chart_new_from_frames (const TvFlameLayout *layout, guint n_columns,
                               guint first_level, guint n_levels)
{
  const guint end = MIN (first_level + n_levels, layout->n_levels);
  TvCallChart *chart;

  g_return_val_if_fail (layout != NULL && n_columns > 0, NULL);
  g_return_val_if_fail (n_levels <= G_MAXUINT32 - first_level, NULL);

  chart = new_empty (layout->whole, n_columns, first_level, n_levels);
  for (guint level = first_level; level < end && chart->end > 0; level++)
    for (guint32 i = layout->levels[level]; i < layout->levels[level + 1]; i++)
      add_frame (chart, chart->levels[level - first_level].boxes, &layout->frames[i],
                 i);
  return chart;
}

void
tv_call_chart_free (TvCallChart *chart)
{
  if (chart == NULL)
    return;
  for (guint i = 0; i < chart->n_levels; i++)
    {
      g_array_unref (chart->levels[i].boxes);
      g_array_unref (chart->levels[i].waits);
    }
  g_free (chart);
}

/**
 * tv_call_chart_get_first_level:
 * @chart: a chart
 *
 * Returns: its topmost level
 */
guint
tv_call_chart_get_first_level (const TvCallChart *chart)
{
  g_return_val_if_fail (chart != NULL, 0);

  return chart->first_level;
}

/**
 * tv_call_chart_get_n_levels:
 * @chart: a chart
 *
 * Returns: the number of its levels
 */
guint
tv_call_chart_get_n_levels (const TvCallChart *chart)
{
  g_return_val_if_fail (chart != NULL, 0);

  return chart->n_levels;
}

static const TvChartLevel *
get_level (const TvCallChart *chart, guint level)
{
  return level >= chart->first_level && level - chart->first_level < chart->n_levels
             ? &chart->levels[level - chart->first_level]
             : NULL;
}

/**
 * tv_call_chart_get_boxes:
 * @chart: a chart
 * @level: a level of the stack
 * @n_boxes: (out): their number, 0 if @chart lacks @level
 *
 * Returns: (transfer none) (nullable) (array length=n_boxes): the boxes of a level from
 *   left to right; they don't overlap
 */
const TvChartBox *
tv_call_chart_get_boxes (const TvCallChart *chart, guint level, guint *n_boxes)
{
  const TvChartLevel *found;

  g_return_val_if_fail (chart != NULL && n_boxes != NULL, NULL);

  found = get_level (chart, level);
  *n_boxes = found != NULL ? found->boxes->len : 0;
  return found != NULL ? (const TvChartBox *) (gpointer) found->boxes->data : NULL;
}

/**
 * tv_call_chart_get_waits:
 * @chart: a chart
 * @level: a level of the stack
 * @n_waits: (out): their number, 0 if @chart lacks @level
 *
 * Returns: (transfer none) (nullable) (array length=n_waits): the waits of calls of a
 *   level, from left to right; each is inside one box
 */
const TvChartWait *
tv_call_chart_get_waits (const TvCallChart *chart, guint level, guint *n_waits)
{
  const TvChartLevel *found;

  g_return_val_if_fail (chart != NULL && n_waits != NULL, NULL);

  found = get_level (chart, level);
  *n_waits = found != NULL ? found->waits->len : 0;
  return found != NULL ? (const TvChartWait *) (gpointer) found->waits->data : NULL;
}

/**
 * tv_call_chart_find:
 * @chart: a chart
 * @level: a level of the stack
 * @column: a column
 *
 * Returns: (transfer none) (nullable): the box of the column
 */
const TvChartBox *
tv_call_chart_find (const TvCallChart *chart, guint level, guint column)
{
  guint low = 0, high;
  const TvChartBox *boxes;

  g_return_val_if_fail (chart != NULL, NULL);

  boxes = tv_call_chart_get_boxes (chart, level, &high);
  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (boxes[middle].x1 <= column)
        low = middle + 1;
      else if (boxes[middle].x0 > column)
        high = middle;
      else
        return &boxes[middle];
    }
  return NULL;
}

/**
 * tv_thread_count_levels:
 * @trace: a trace
 * @thread: index of a thread
 * @cancellable: (nullable): stops the work
 *
 * Reads all calls of a thread: if there are many, run it in a worker.
 *
 * Returns: the largest number of open calls
 */
guint
tv_thread_count_levels (const TvTrace *trace, guint thread, GCancellable *cancellable)
{
  TvCalls calls;
  guint32 top = TV_CALL_NONE;
  guint n_open = 0, most = 0;

  g_return_val_if_fail (trace != NULL, 0);
  g_return_val_if_fail (thread < tv_trace_get_n_threads (trace), 0);

  calls = tv_trace_get_calls (trace, thread);
  for (gsize i = 0; i < calls.n; i++)
    {
      if (i % CALLS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        break;
      for (; top != calls.parent[i]; top = calls.parent[top])
        n_open--;
      top = (guint32) i;
      n_open++;
      most = MAX (most, n_open);
    }
  return most;
}
