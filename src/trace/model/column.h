/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

gpointer tv_column_new (gsize n, gsize size);
void tv_column_free (gpointer column);

/**
 * TvTimeColumn:
 * @narrow: (nullable): values of 32 bits
 * @low: (nullable): the low 32 bits of values of 40 or 48
 * @high: (nullable): the next 8 bits
 * @top: (nullable): the highest 8 bits of values of 48
 * @wide: (nullable): values of 64 bits
 *
 * A column of times while it is filled, see #TvTimes.
 */
typedef struct
{
  guint32 *narrow;
  guint32 *low;
  guint8 *high;
  guint8 *top;
  gint64 *wide;
} TvTimeColumn;

/**
 * tv_time_column_set:
 * @column: a column; nothing happens if it is empty
 * @index: a row
 * @time: a time in the unit of the column
 *
 * Stores a time.
 */
static inline void
tv_time_column_set (const TvTimeColumn *column, gsize index, gint64 time)
{
  if (column->narrow != NULL)
    column->narrow[index] = (guint32) time;
  else if (column->low != NULL)
    {
      column->low[index] = (guint32) time;
      column->high[index] = (guint8) (time >> 32);
      if (column->top != NULL)
        column->top[index] = (guint8) (time >> 40);
    }
  else if (column->wide != NULL)
    column->wide[index] = time;
}

void tv_time_column_allocate (TvTimeColumn *column, gsize n, gint64 latest);
gsize tv_time_column_get_width (gint64 latest);
gint64 tv_time_column_get_latest (const TvTimeColumn *column);
gsize tv_time_column_get_size (const TvTimeColumn *column);
TvTimes tv_time_column_slice (const TvTimeColumn *column, gsize first, gint64 unit);
void tv_time_column_clear (TvTimeColumn *column);

G_END_DECLS
