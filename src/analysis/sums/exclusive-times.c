/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/sums/exclusive-times.h"

#include "analysis/sums/clock-reader-private.h"

/* Inclusive time in steps, of a clock that fits in 32 bits. */
static inline guint32
get_narrow (TvClockReader *reader, gsize call)
{
  gint64 start, end;

  if (reader->turns == NULL)
    return reader->end.narrow[call] - reader->start.narrow[call];
  tv_clock_reader_get (reader, call, &start, &end);
  return (guint32) ((end - start) / reader->end.unit);
}

static inline gint64
get_wide (TvClockReader *reader, gsize call)
{
  gint64 start, end;

  tv_clock_reader_get (reader, call, &start, &end);
  return end - start;
}

/**
 * tv_exclusive_times_make:
 * @calls: the calls of a thread
 * @clock: a clock that the file has
 *
 * Works out the time that each call took without its callees. Children stand after
 * their parent, so one pass forward does. Where the clock fits in 32 bits, so do
 * differences of it; and so they do where the axis does from which it follows.
 *
 * Returns: a column with a row a call, to be freed with tv_exclusive_times_clear()
 */
TvTimes
tv_exclusive_times_make (const TvCalls *calls, TvClock clock)
{
  TvClockReader reader;
  guint32 *narrow;
  gint64 *wide;
  gboolean fits;

  tv_clock_reader_init (&reader, calls, clock);
  fits = reader.start.narrow != NULL && reader.end.narrow != NULL
         && reader.start.unit == reader.end.unit;
  narrow = fits ? g_new (guint32, calls->n) : NULL;
  wide = fits ? NULL : g_new (gint64, calls->n);
  for (gsize call = 0; call < calls->n; call++)
    {
      guint32 parent = calls->parent[call];

      if (fits)
        {
          narrow[call] = get_narrow (&reader, call);
          if (parent != TV_CALL_NONE)
            narrow[parent] -= narrow[call];
        }
      else
        {
          wide[call] = get_wide (&reader, call);
          if (parent != TV_CALL_NONE)
            wide[parent] -= wide[call];
        }
    }
  return (
      TvTimes){ .narrow = narrow, .wide = wide, .unit = fits ? reader.end.unit : 1 };
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
