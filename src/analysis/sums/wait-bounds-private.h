/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

/* Bisection over the waits of a thread, which lie one after the other. */

/**
 * tv_waits_first_after:
 * @waits: the waits of a thread
 * @time: wall nanoseconds
 *
 * Returns: the first wait that ends after @time; the number of waits if none does
 */
static inline gsize
tv_waits_first_after (const TvWaits *waits, gint64 time)
{
  gsize low = 0, high = waits->n;

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (tv_times_get (&waits->end, middle) <= time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/**
 * tv_waits_first_from:
 * @waits: the waits of a thread
 * @time: wall nanoseconds
 *
 * Returns: the first wait that begins at @time or later; the number of waits if none
 *   does
 */
static inline gsize
tv_waits_first_from (const TvWaits *waits, gint64 time)
{
  gsize low = 0, high = waits->n;

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (tv_times_get (&waits->start, middle) < time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

G_END_DECLS
