/* SPDX-License-Identifier: Apache-2.0 */

#include "app/page-touch.h"

#include <sys/mman.h>
#include <unistd.h>

#ifdef MADV_POPULATE_WRITE

/* The kernel locks the map of the process meanwhile, and whoever asks it for memory has
 * to wait: so only a little at once. */
#define PIECE (256 * 1024)

static void
touch_range (TvPageRange range)
{
  const guintptr page = (guintptr) sysconf (_SC_PAGESIZE);
  const guintptr end = (range.start + range.size) & ~(page - 1);

  for (guintptr from = (range.start + page - 1) & ~(page - 1); from < end;
       from += PIECE)
    if (madvise ((gpointer) from, MIN (end - from, PIECE), MADV_POPULATE_WRITE) != 0)
      return;
}

static gpointer
touch_ranges (gpointer data)
{
  g_autoptr (GArray) ranges = data;

  for (guint i = 0; i < ranges->len; i++)
    touch_range (g_array_index (ranges, TvPageRange, i));
  return NULL;
}

#endif

/* Has the system find the pages of these parts in a thread of its own, one part after
 * the other, rather than at the first touch of each. What is in them stays, whoever
 * uses them meanwhile: nothing is read or written. Pages that the process does not
 * have any more are left alone. Linux can do that from 5.14 on; elsewhere this does
 * nothing. */
void
tv_page_touch (const TvPageRange *ranges, guint n_ranges)
{
#ifdef MADV_POPULATE_WRITE
  g_autoptr (GArray) kept = g_array_sized_new (FALSE, FALSE, sizeof *ranges, n_ranges);
  GThread *thread = NULL;

  g_array_append_vals (kept, ranges, n_ranges);
  thread = g_thread_try_new ("page touch", touch_ranges, kept, NULL);
  if (thread == NULL)
    return;
  g_steal_pointer (&kept);
  g_thread_unref (thread);
#endif
}
