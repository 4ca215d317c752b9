/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/timeline-layout.h"

#include "analysis/call-query.h"

#include <math.h>

struct _TvTimelineLayout
{
  guint n_rows;
  TvTimelineRow *rows;
};

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const TvTimelineRow *row_a = a;
  const TvTimelineRow *row_b = b;
  const TvTrace *trace = user_data;
  guint32 id_a;
  guint32 id_b;

  if (row_a->covered != row_b->covered)
    return row_a->covered > row_b->covered ? -1 : 1;

  id_a = tv_trace_get_thread (trace, row_a->thread)->id;
  id_b = tv_trace_get_thread (trace, row_b->thread)->id;
  if (id_a != id_b)
    return id_a < id_b ? -1 : 1;
  return row_a->thread < row_b->thread ? -1 : row_a->thread > row_b->thread;
}

/**
 * tv_timeline_layout_new:
 * @trace: the trace to lay out
 * @cancellable: (nullable): to stop early
 *
 * Walks over the calls of every thread once to find its covered time, so that big
 * traces want this in a worker.
 *
 * Returns: (transfer full) (nullable): the rows, or %NULL if @cancellable was cancelled
 */
TvTimelineLayout *
tv_timeline_layout_new (const TvTrace *trace, GCancellable *cancellable)
{
  guint n_threads;
  g_autoptr (TvTimelineLayout) layout = NULL;

  g_return_val_if_fail (trace != NULL, NULL);

  n_threads = tv_trace_get_n_threads (trace);
  layout = g_new0 (TvTimelineLayout, 1);
  layout->rows = g_new (TvTimelineRow, n_threads);

  for (guint32 thread = 0; thread < n_threads; thread++)
    {
      TvTimelineRow *row;

      if (g_cancellable_is_cancelled (cancellable))
        return NULL;
      if (tv_trace_get_thread (trace, thread)->n_events == 0)
        continue;

      row = &layout->rows[layout->n_rows++];
      row->thread = thread;
      row->covered = tv_trace_covered_time (trace, thread);
    }
  g_qsort_with_data (layout->rows, (gint) layout->n_rows, sizeof layout->rows[0],
                     compare_rows, (gpointer) trace);
  return g_steal_pointer (&layout);
}

/**
 * tv_timeline_layout_free:
 * @layout: (transfer full) (nullable): rows to free
 */
void
tv_timeline_layout_free (TvTimelineLayout *layout)
{
  if (layout == NULL)
    return;
  g_free (layout->rows);
  g_free (layout);
}

/**
 * tv_timeline_layout_get_n_rows:
 * @layout: the rows
 *
 * Returns: how many rows there are
 */
guint
tv_timeline_layout_get_n_rows (const TvTimelineLayout *layout)
{
  g_return_val_if_fail (layout != NULL, 0);

  return layout->n_rows;
}

/**
 * tv_timeline_layout_get_row:
 * @layout: the rows
 * @row: counted from 0 at the top
 *
 * Returns: (transfer none): that row
 */
const TvTimelineRow *
tv_timeline_layout_get_row (const TvTimelineLayout *layout, guint row)
{
  g_return_val_if_fail (layout != NULL && row < layout->n_rows, NULL);

  return &layout->rows[row];
}

/**
 * tv_timeline_layout_get_height:
 * @layout: the rows
 *
 * Returns: pixels that all rows take together
 */
gint
tv_timeline_layout_get_height (const TvTimelineLayout *layout)
{
  g_return_val_if_fail (layout != NULL, 0);

  return (gint) layout->n_rows * TV_ROW_HEIGHT;
}

/**
 * tv_timeline_layout_row_at:
 * @layout: the rows
 * @y: pixels below the top of the first row
 *
 * Returns: the row there, or -1 above the first and below the last
 */
gint
tv_timeline_layout_row_at (const TvTimelineLayout *layout, double y)
{
  g_return_val_if_fail (layout != NULL, -1);

  if (!(y >= 0) || y >= tv_timeline_layout_get_height (layout))
    return -1;
  return (gint) (y / TV_ROW_HEIGHT);
}

/**
 * tv_timeline_layout_visible:
 * @layout: the rows
 * @top: pixels that are scrolled away above
 * @height: pixels to be seen
 * @first_row: (out): the first row of which something is to be seen
 *
 * Returns: how many rows are to be seen, counting those that are cut
 */
guint
tv_timeline_layout_visible (const TvTimelineLayout *layout, double top, double height,
                            guint *first_row)
{
  double first;
  double end;

  g_return_val_if_fail (layout != NULL && first_row != NULL, 0);

  first = MAX (floor (top / TV_ROW_HEIGHT), 0);
  end = MIN (ceil ((top + height) / TV_ROW_HEIGHT), layout->n_rows);

  *first_row = 0;
  if (!(height > 0) || !(end > first))
    return 0;
  *first_row = (guint) first;
  return (guint) (end - first);
}

/**
 * tv_timeline_layout_find:
 * @layout: the rows
 * @thread: index of a thread
 *
 * Returns: the row of that thread, or -1 if it has none
 */
gint
tv_timeline_layout_find (const TvTimelineLayout *layout, guint32 thread)
{
  g_return_val_if_fail (layout != NULL, -1);

  for (guint row = 0; row < layout->n_rows; row++)
    if (layout->rows[row].thread == thread)
      return (gint) row;
  return -1;
}
