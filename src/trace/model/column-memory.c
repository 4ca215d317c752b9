/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/column-memory.h"

#include <sys/mman.h>

/* The size of a large page on the machines that have them. */
#define LARGE_PAGE ((gsize) 2 * 1024 * 1024)

/* From here on what large pages leave unused at the end does not count. */
#define LARGE_FROM (2 * LARGE_PAGE)

/**
 * tv_memory_ask_for_large_pages:
 * @start: memory that nothing was written to yet
 * @size: its bytes
 *
 * Says that all of it will be used, which is quicker to get in large pages.
 */
void
tv_memory_ask_for_large_pages (gpointer start, gsize size)
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
 * Makes a column whose rows are not set. A large one asks the system for large pages: a
 * column is written once from end to end, and with small pages a third of the time goes
 * into getting them one by one.
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
  tv_memory_ask_for_large_pages (column, n * size);
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
