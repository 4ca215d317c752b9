/* SPDX-License-Identifier: Apache-2.0 */

#include "query/time-merge.h"

typedef struct
{
  TvTimes time;
  gsize end;
  guint32 column;
} TimeColumn;

typedef struct
{
  gint64 time;
  guint32 rank;
  guint32 index; /* of the column */
  guint32 row;
} NextValue;

TvTimeMerge *
tv_time_merge_new (void)
{
  TvTimeMerge *merge = g_new0 (TvTimeMerge, 1);

  merge->columns = g_array_new (FALSE, FALSE, sizeof (TimeColumn));
  merge->heap = g_array_new (FALSE, FALSE, sizeof (NextValue));
  return merge;
}

void
tv_time_merge_free (TvTimeMerge *merge)
{
  g_array_unref (merge->columns);
  g_array_unref (merge->heap);
  g_free (merge);
}

/* Adds the values of a column from @first up to @end. Of equal times, those of the
 * column with the least rank, or that was added first, come first. */
void
tv_time_merge_add (TvTimeMerge *merge, const TvTimes *time, gsize first, gsize end,
                   guint32 column, guint32 rank)
{
  const TimeColumn added = { *time, end, column };
  NextValue next
      = { .rank = rank, .index = merge->columns->len, .row = (guint32) first };

  if (first >= end)
    return;
  next.time = tv_times_get (time, first);
  g_array_append_val (merge->columns, added);
  g_array_append_val (merge->heap, next);
}

static gboolean
is_before (const NextValue *one, const NextValue *other)
{
  if (one->time != other->time)
    return one->time < other->time;
  return one->rank != other->rank ? one->rank < other->rank : one->index < other->index;
}

static void
sift_down (GArray *heap, guint at)
{
  NextValue *values = (NextValue *) (gpointer) heap->data;

  for (guint child = 2 * at + 1; child < heap->len; child = 2 * at + 1)
    {
      const NextValue moved = values[at];

      child += child + 1 < heap->len && is_before (&values[child + 1], &values[child]);
      if (!is_before (&values[child], &moved))
        return;
      values[at] = values[child];
      values[child] = moved;
      at = child;
    }
}

/* Finds the next value. Returns FALSE after the last one. */
gboolean
tv_time_merge_next (TvTimeMerge *merge, TvQueryPlace *place)
{
  NextValue *next;
  const TimeColumn *column;

  for (guint i = merge->heap->len; !merge->is_heap && i > 0; i--)
    sift_down (merge->heap, i - 1);
  merge->is_heap = TRUE;
  if (merge->heap->len == 0)
    return FALSE;
  next = &g_array_index (merge->heap, NextValue, 0);
  column = &g_array_index (merge->columns, TimeColumn, next->index);
  place->column = column->column;
  place->row = next->row++;
  if (next->row < column->end)
    next->time = tv_times_get (&column->time, next->row);
  else
    g_array_remove_index_fast (merge->heap, 0);
  sift_down (merge->heap, 0);
  return TRUE;
}
