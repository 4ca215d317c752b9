/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/exclusive-times.h"

/**
 * tv_exclusive_times_make:
 * @calls: the calls of a thread
 * @clock: a clock that the file has
 *
 * Works out the time that each call took without its callees. Children stand after
 * their parent, so one pass forward does. Where the clock fits in 32 bits, so do
 * differences of it.
 *
 * Returns: a column with a row a call, to be freed with tv_exclusive_times_clear()
 */
TvTimes
tv_exclusive_times_make (const TvCalls *calls, TvClock clock)
{
  const TvTimes *start = &calls->start[clock];
  const TvTimes *end = &calls->end[clock];
  gboolean fits
      = start->narrow != NULL && end->narrow != NULL && start->unit == end->unit;
  guint32 *narrow = fits ? g_new (guint32, calls->n) : NULL;
  gint64 *wide = fits ? NULL : g_new (gint64, calls->n);

  for (gsize call = 0; call < calls->n; call++)
    {
      guint32 parent = calls->parent[call];

      if (fits)
        {
          narrow[call] = end->narrow[call] - start->narrow[call];
          if (parent != TV_CALL_NONE)
            narrow[parent] -= narrow[call];
        }
      else
        {
          wide[call] = tv_times_get (end, call) - tv_times_get (start, call);
          if (parent != TV_CALL_NONE)
            wide[parent] -= wide[call];
        }
    }
  return (TvTimes){ .narrow = narrow, .wide = wide, .unit = fits ? end->unit : 1 };
}

/**
 * tv_exclusive_times_clear:
 * @times: a column of tv_exclusive_times_make(), or an empty one
 *
 * Frees the column.
 */
void
tv_exclusive_times_clear (TvTimes *times)
{
  g_return_if_fail (times != NULL);

  g_free ((gpointer) times->narrow);
  g_free ((gpointer) times->wide);
  *times = (TvTimes){ 0 };
}
