/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lanes/lane-waits-private.h"

/* Where to go on looking for waits: those before it end too early. */
typedef struct
{
  TvWaits waits;
  gsize next;
} WaitCursor;

/* Moves on to the first wait that ends after a time, in steps that double, as columns
   without a wait often follow each other. */
static void
seek (WaitCursor *cursor, gint64 time)
{
  const TvWaits *waits = &cursor->waits;
  gsize low = cursor->next;
  gsize step = 1;
  gsize high;

  while (low < waits->n && step < waits->n - low
         && tv_times_get (&waits->end, low + step) <= time)
    {
      low += step;
      step *= 2;
    }
  high = low + MIN (step, waits->n - low);
  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (tv_times_get (&waits->end, middle) <= time)
        low = middle + 1;
      else
        high = middle;
    }
  cursor->next = low;
}

/* Whether a call waits between two times. What is outside all calls is idle. */
static gboolean
find_wait_of_call (WaitCursor *cursor, gint64 start, gint64 end)
{
  const TvWaits *waits = &cursor->waits;

  seek (cursor, start);
  for (gsize i = cursor->next; i < waits->n && tv_times_get (&waits->start, i) < end;
       i++)
    if (waits->call[i] != TV_CALL_NONE)
      return TRUE;
  return FALSE;
}

/* Tells of the mixed columns that are not busy all over whether a call waits in them.
 * Where calls are many the rest of a column comes from an index, which does not tell
 * waits beside what is busy. */
void
tv_lane_waits_tell (const TvTrace *trace, guint thread, const TvLaneGrid *grid,
                    TvLaneColumn *columns)
{
  WaitCursor cursor = { .next = 0 };

  if (tv_trace_get_axis (trace) != TV_AXIS_WALL)
    return;
  cursor.waits = tv_trace_get_waits (trace, thread);
  if (cursor.waits.n == 0)
    return;

  for (guint i = 0; i < grid->n; i++)
    {
      gint64 low;
      gint64 high;

      if (columns[i].kind != TV_LANE_MIXED || columns[i].busy == 255)
        continue;
      low = grid->start + (tv_lane_grid_border (grid, i) >> grid->shift);
      high = grid->start + ((tv_lane_grid_border (grid, i + 1) - 1) >> grid->shift) + 1;
      columns[i].waits = find_wait_of_call (&cursor, low, high);
    }
}
