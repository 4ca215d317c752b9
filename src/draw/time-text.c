/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "draw/time-text.h"

#include <glib/gi18n-lib.h>
#include <langinfo.h>

#define MAX_DECIMALS 9

static guint64
power_of_ten (guint exponent)
{
  guint64 power = 1;

  while (exponent-- > 0)
    power *= 10;
  return power;
}

/* Half-even, as java.text.DecimalFormat, which wrote the original's times. */
static guint64
divide_rounded (guint64 value, guint64 divisor)
{
  guint64 quotient = value / divisor;
  guint64 rest = value % divisor;

  if (rest > divisor - rest || (rest == divisor - rest && quotient % 2 == 1))
    quotient++;
  return quotient;
}

gint64
tv_time_unit_get_length (TvTimeUnit unit)
{
  switch (unit)
    {
    case TV_TIME_UNIT_NS:
      return 1;
    case TV_TIME_UNIT_US:
      return 1000;
    case TV_TIME_UNIT_MS:
      return 1000 * 1000;
    case TV_TIME_UNIT_S:
      return 1000 * 1000 * 1000;
    default:
      g_return_val_if_reached (1);
    }
}

/* Writes a time without its unit, with the locale's point and its separators between
 * thousands. Rounds half to even. */
char *
tv_time_format_number (gint64 time, TvTimeUnit unit, guint decimals)
{
  guint64 size = time < 0 ? -(guint64) time : (guint64) time;
  guint64 length = (guint64) tv_time_unit_get_length (unit);
  guint64 scale = power_of_ten (MIN (decimals, MAX_DECIMALS));
  guint64 fraction;
  const char *sign;

  /* Whole units are split off first: all of the time in the smallest decimals may need
     more than 64 bits. */
  fraction = scale <= length ? divide_rounded (size % length, length / scale)
                             : size % length * (scale / length);
  size = size / length + fraction / scale;
  fraction %= scale;
  sign = time < 0 && (size > 0 || fraction > 0) ? "-" : "";

  if (decimals == 0)
    return g_strdup_printf ("%s%'" G_GUINT64_FORMAT, sign, size);
  return g_strdup_printf ("%s%'" G_GUINT64_FORMAT "%s%0*" G_GUINT64_FORMAT, sign, size,
                          nl_langinfo (RADIXCHAR), (int) MIN (decimals, MAX_DECIMALS),
                          fraction);
}

/* Writes a time with its unit, as tv_time_format_number() does without. */
char *
tv_time_format_in_unit (gint64 time, TvTimeUnit unit, guint decimals)
{
  g_autofree char *number = tv_time_format_number (time, unit, decimals);

  switch (unit)
    {
    case TV_TIME_UNIT_NS:
      /* Translators: a time in nanoseconds. Keep the no-break space. */
      return g_strdup_printf (_ ("%s\302\240ns"), number);
    case TV_TIME_UNIT_US:
      /* Translators: a time in microseconds. Keep the no-break space. */
      return g_strdup_printf (_ ("%s\302\240µs"), number);
    case TV_TIME_UNIT_MS:
      /* Translators: a time in milliseconds. Keep the no-break space. */
      return g_strdup_printf (_ ("%s\302\240ms"), number);
    case TV_TIME_UNIT_S:
      /* Translators: a time in seconds. Keep the no-break space. */
      return g_strdup_printf (_ ("%s\302\240s"), number);
    default:
      g_return_val_if_reached (g_steal_pointer (&number));
    }
}

/**
 * tv_time_format_duration:
 * @duration: nanoseconds
 *
 * Writes a length of time in the largest unit of which it has one, with three decimals
 * at most and no zeros behind the last.
 *
 * Returns: (transfer full): for instance `3.85 ms`, `20 µs`, `1.2 s`
 */
char *
tv_time_format_duration (gint64 duration)
{
  guint64 size = duration < 0 ? -(guint64) duration : (guint64) duration;
  TvTimeUnit unit = TV_TIME_UNIT_S;
  guint decimals = 3;
  guint64 step;

  while (unit > TV_TIME_UNIT_NS && size < (guint64) tv_time_unit_get_length (unit))
    unit--;
  if (unit == TV_TIME_UNIT_NS)
    return tv_time_format_in_unit (duration, unit, 0);

  step = (guint64) tv_time_unit_get_length (unit) / 1000;
  size = divide_rounded (size, step);
  for (; decimals > 0 && size % 10 == 0; decimals--)
    size /= 10;
  return tv_time_format_in_unit (duration, unit, decimals);
}
