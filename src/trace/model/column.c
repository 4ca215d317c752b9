/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/column.h"

#include "trace/model/trace-storage.h"

#include <sys/mman.h>

/* The usual size of a large page. */
#define LARGE_PAGE ((gsize) 2 * 1024 * 1024)

/* From this size on, the unused end of a large page does not matter. */
#define LARGE_FROM (2 * LARGE_PAGE)

/* Asks for large pages for untouched memory that will all be used. */
static void
ask_for_large_pages (gpointer start, gsize size)
{
  gsize before = -(gsize) start % LARGE_PAGE;

  if (size < before + LARGE_PAGE)
    return;
  /* What the system says does not matter: it is advice. */
  (void) madvise ((char *) start + before, (size - before) / LARGE_PAGE * LARGE_PAGE,
                  MADV_HUGEPAGE);
}

/**
 * tv_column_new:
 * @n: number of rows
 * @size: bytes of a row
 *
 * Allocates a column with undefined rows. A large column asks for large pages: it is
 * written once from end to end, and small pages would cost a third of the time.
 *
 * Returns: (transfer full): the column; free it with tv_column_free()
 */
gpointer
tv_column_new (gsize n, gsize size)
{
  gpointer column;

  if (n < LARGE_FROM / size)
    return g_aligned_alloc (MAX (n, 1), size, 64);
  column = g_aligned_alloc (n, size, LARGE_PAGE);
  ask_for_large_pages (column, n * size);
  return column;
}

/**
 * tv_column_free:
 * @column: (transfer full) (nullable): what to free
 */
void
tv_column_free (gpointer column)
{
  g_aligned_free (column);
}

#define MAX_40_BITS ((G_GINT64_CONSTANT (1) << 40) - 1)
#define MAX_48_BITS ((G_GINT64_CONSTANT (1) << 48) - 1)

/**
 * tv_time_column_get_width:
 * @latest: the largest time to store
 *
 * Returns: bytes of a row of a column that tv_time_column_allocate() makes
 */
gsize
tv_time_column_get_width (gint64 latest)
{
  if (latest <= G_MAXUINT32)
    return 4;
  if (latest <= MAX_40_BITS)
    return 5;
  return latest <= MAX_48_BITS ? 6 : 8;
}

/**
 * tv_time_column_allocate:
 * @column: (out caller-allocates): becomes a column of @n rows
 * @n: number of rows
 * @latest: the largest time that it must hold
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
 * Returns: the largest time that it can hold; unlimited for an empty column
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

/**
 * tv_time_column_get_size:
 * @column: a column
 *
 * Returns: number of bytes of a row, 0 for an empty column
 */
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

/**
 * tv_time_column_slice:
 * @column: a column, which may be empty
 * @first: a row
 * @unit: nanoseconds in one step
 *
 * Returns: the column for reading, from @first on
 */
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
