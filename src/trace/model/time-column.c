/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/column-memory.h"
#include "trace/model/trace-private.h"

#define MAX_40_BITS ((G_GINT64_CONSTANT (1) << 40) - 1)
#define MAX_48_BITS ((G_GINT64_CONSTANT (1) << 48) - 1)

/**
 * tv_time_column_measure:
 * @latest: the largest time of a column
 *
 * Returns: bytes of a row, once it is allocated
 */
gsize
tv_time_column_measure (gint64 latest)
{
  if (latest <= G_MAXUINT32)
    return sizeof (guint32);
  if (latest <= MAX_48_BITS)
    return sizeof (guint32) + (latest > MAX_40_BITS ? 2 : 1);
  return sizeof (gint64);
}

/**
 * tv_time_column_allocate:
 * @column: (out caller-allocates): becomes a column of @n rows
 * @n: number of rows
 * @latest: the largest time that it has to hold
 */
void
tv_time_column_allocate (TvTimeColumn *column, gsize n, gint64 latest)
{
  memset (column, 0, sizeof *column);
  if (latest <= G_MAXUINT32)
    column->narrow = tv_column_new (n, sizeof *column->narrow);
  else if (latest <= MAX_48_BITS)
    {
      column->low = tv_column_new (n, sizeof *column->low);
      column->high = tv_column_new (n, sizeof *column->high);
      if (latest > MAX_40_BITS)
        column->top = tv_column_new (n, sizeof *column->top);
    }
  else
    column->wide = tv_column_new (n, sizeof *column->wide);
}

/**
 * tv_time_column_get_latest:
 * @column: a column
 *
 * Returns: the largest time that it can hold; any if it is not there
 */
gint64
tv_time_column_get_latest (const TvTimeColumn *column)
{
  if (column->narrow != NULL)
    return G_MAXUINT32;
  if (column->low == NULL)
    return G_MAXINT64;
  return column->top != NULL ? MAX_48_BITS : MAX_40_BITS;
}

/* Returns bytes of a row; 0 if it is not there. */
gsize
tv_time_column_get_size (const TvTimeColumn *column)
{
  if (column->narrow != NULL)
    return sizeof *column->narrow;
  if (column->low == NULL)
    return column->wide != NULL ? sizeof *column->wide : 0;
  return sizeof *column->low + sizeof *column->high
         + (column->top != NULL ? sizeof *column->top : 0);
}

/* Returns the column for reading, empty if it is not there. */
TvTimes
tv_time_column_slice (const TvTimeColumn *column, gsize first, gint64 unit)
{
  TvTimes times = { .unit = unit };

  if (column->narrow != NULL)
    times.narrow = column->narrow + first;
  if (column->low != NULL)
    times.low = column->low + first;
  if (column->high != NULL)
    times.high = column->high + first;
  if (column->top != NULL)
    times.top = column->top + first;
  if (column->wide != NULL)
    times.wide = column->wide + first;
  return times;
}

void
tv_time_column_clear (TvTimeColumn *column)
{
  g_clear_pointer (&column->narrow, tv_column_free);
  g_clear_pointer (&column->low, tv_column_free);
  g_clear_pointer (&column->high, tv_column_free);
  g_clear_pointer (&column->top, tv_column_free);
  g_clear_pointer (&column->wide, tv_column_free);
}
