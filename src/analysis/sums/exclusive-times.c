/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/sums/exclusive-times.h"

/**
 * tv_exclusive_times_make:
 * @calls: the calls of a thread
 * @clock: a clock that the file has
 *
 * Computes the time that each call took without its callees. Children stand after their
 * parent, so one pass forward is enough. Differences fit in 32 bits where times do.
 *
 * Returns: a column with a row a call, to be freed with tv_exclusive_times_clear()
 */
TvTimes
tv_exclusive_times_make (const TvCalls *calls, TvClock clock)
{
  const TvTimes starts = calls->start[clock];
  const TvTimes ends = calls->end[clock];
  const gboolean fits = tv_times_is_narrow (&starts) && tv_times_is_narrow (&ends);
  guint32 *narrow = fits ? g_new (guint32, calls->n) : NULL;
  gint64 *wide = fits ? NULL : g_new (gint64, calls->n);

  for (gsize call = 0; call < calls->n; call++)
    {
      const guint32 parent = calls->parent[call];
      const gint64 steps
          = tv_times_get_steps (&ends, call) - tv_times_get_steps (&starts, call);

      if (fits)
        {
          narrow[call] = (guint32) steps;
          if (parent != TV_CALL_NONE)
            narrow[parent] -= narrow[call];
        }
      else
        {
          wide[call] = steps;
          if (parent != TV_CALL_NONE)
            wide[parent] -= steps;
        }
    }
  return tv_times_wrap (fits ? (gpointer) narrow : (gpointer) wide, fits,
                        tv_times_get_unit (&ends));
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

  g_free ((gpointer) tv_times_get_rows (times));
  *times = (TvTimes){ 0 };
}
