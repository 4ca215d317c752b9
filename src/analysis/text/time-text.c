/* SPDX-License-Identifier: Apache-2.0 */

/* Times and percentages as text for people: the one place that knows units, decimals
 * and rounding. */

#include "analysis/text/time-text.h"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <langinfo.h>
#include <math.h>

#define MAX_DECIMALS 9

/**
 * Style:
 * @PLAIN: a point, as programs read it
 * @LOCAL: the locale's decimal separator
 * @GROUPED: and its separators between thousands
 */
typedef enum
{
  PLAIN,
  LOCAL,
  GROUPED
} Style;

typedef struct
{
  gint64 length;
  const char *nick;
  const char *symbol;
  guint decimals; /* enough for microseconds */
} UnitKind;

static const UnitKind units[] = {
  [TV_TIME_UNIT_NS] = { .length = 1 },
  [TV_TIME_UNIT_US] = { 1000, "us", N_ ("µs"), 0 },
  [TV_TIME_UNIT_MS] = { 1000 * 1000, "ms", N_ ("ms"), 3 },
  [TV_TIME_UNIT_S] = { 1000 * 1000 * 1000, "s", N_ ("s"), 6 },
  [TV_TIME_UNIT_ONE] = { .length = 1000 },
};

/**
 * tv_time_unit_get_length:
 * @unit: a unit
 *
 * Returns: nanoseconds
 */
gint64
tv_time_unit_get_length (TvTimeUnit unit)
{
  g_return_val_if_fail (unit < G_N_ELEMENTS (units), 1);

  return units[unit].length;
}

/* Whether users can choose a unit. Nanoseconds and numbers of things are not offered.
 */
static gboolean
is_unit_of_table (TvTimeUnit unit)
{
  return unit >= TV_TIME_UNIT_US && unit <= TV_TIME_UNIT_S;
}

/**
 * tv_time_unit_get_nick:
 * @unit: microseconds, milliseconds or seconds
 *
 * Returns: its name in settings: `us`, `ms` or `s`
 */
const char *
tv_time_unit_get_nick (TvTimeUnit unit)
{
  g_return_val_if_fail (is_unit_of_table (unit), NULL);

  return units[unit].nick;
}

/**
 * tv_time_unit_get_symbol:
 * @unit: microseconds, milliseconds or seconds
 *
 * Returns: its symbol in the user's language
 */
const char *
tv_time_unit_get_symbol (TvTimeUnit unit)
{
  g_return_val_if_fail (is_unit_of_table (unit), NULL);

  return _ (units[unit].symbol);
}

/**
 * tv_time_unit_parse:
 * @nick: what tv_time_unit_get_nick() returns
 * @unit: (out): the unit of that name
 *
 * Returns: whether there is a unit of that name
 */
gboolean
tv_time_unit_parse (const char *nick, TvTimeUnit *unit)
{
  g_return_val_if_fail (nick != NULL && unit != NULL, FALSE);

  for (guint i = TV_TIME_UNIT_US; i <= TV_TIME_UNIT_S; i++)
    if (g_str_equal (nick, units[i].nick))
      {
        *unit = (TvTimeUnit) i;
        return TRUE;
      }
  return FALSE;
}

/* Appends a number with at least @width digits. */
static void
append_digits (GString *text, guint64 number, guint width)
{
  char digits[20];
  guint n = 0;

  do
    digits[n++] = (char) ('0' + number % 10);
  while ((number /= 10) > 0 || n < width);
  while (n > 0)
    g_string_append_c (text, digits[--n]);
}

/* Appends a number in parts. Zero has no sign. */
static void
append_number (GString *text, gboolean negative, guint64 whole, guint64 fraction,
               guint decimals, Style style)
{
  if (negative && (whole > 0 || fraction > 0))
    g_string_append_c (text, '-');
  if (style == GROUPED && *nl_langinfo (THOUSEP) != '\0')
    g_string_append_printf (text, "%'" G_GUINT64_FORMAT, whole);
  else
    append_digits (text, whole, 1);
  if (decimals == 0)
    return;
  g_string_append (text, style == PLAIN ? "." : nl_langinfo (RADIXCHAR));
  append_digits (text, fraction, decimals);
}

/* Appends a number given in units of its last decimal. */
static void
append_places (GString *text, gboolean negative, guint64 places, guint decimals,
               Style style)
{
  guint64 scale = 1;

  for (guint i = 0; i < decimals; i++)
    scale *= 10;
  append_number (text, negative, places / scale, places % scale, decimals, style);
}

static guint64
get_magnitude (gint64 time)
{
  return time < 0 ? -(guint64) time : (guint64) time;
}

/* Rounds half to even, like java.text.DecimalFormat, which wrote the original's times.
 */
static guint64
divide_half_even (guint64 value, guint64 divisor)
{
  guint64 quotient = value / divisor;
  guint64 rest = value % divisor;

  if (rest > divisor - rest || (rest == divisor - rest && quotient % 2 == 1))
    quotient++;
  return quotient;
}

/* Writes a time without its unit. */
static char *
format_number (gint64 time, TvTimeUnit unit, guint decimals)
{
  GString *text = g_string_new (NULL);
  const guint64 length = (guint64) tv_time_unit_get_length (unit);
  const guint64 size = get_magnitude (time);
  guint64 scale = 1;
  guint64 fraction;

  decimals = MIN (decimals, MAX_DECIMALS);
  for (guint i = 0; i < decimals; i++)
    scale *= 10;

  /* Split off whole units first: the time in units of the last decimal may not fit into
   * 64 bits. */
  fraction = scale <= length ? divide_half_even (size % length, length / scale)
                             : size % length * (scale / length);
  append_number (text, time < 0, size / length + fraction / scale, fraction % scale,
                 decimals, GROUPED);
  return g_string_free (text, FALSE);
}

/**
 * tv_time_format_in_unit:
 * @time: nanoseconds
 * @unit: the unit to write it in
 * @decimals: how many decimals, 9 at most
 *
 * Writes a time with the locale's point and its separators between thousands. Rounds
 * half to even.
 *
 * Returns: (transfer full): for instance `2,114.026 ms`
 */
char *
tv_time_format_in_unit (gint64 time, TvTimeUnit unit, guint decimals)
{
  g_autofree char *number = format_number (time, unit, decimals);

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
    case TV_TIME_UNIT_ONE:
      return g_steal_pointer (&number);
    default:
      g_return_val_if_reached (g_steal_pointer (&number));
    }
}

/**
 * tv_time_format_cell:
 * @nanoseconds: a time
 * @unit: microseconds, milliseconds or seconds
 *
 * Writes a time for a column of a table: down to a microsecond, without its unit, with
 * the locale's point and separators, and with halves rounded up as Traceview does
 * (0.0005 ms is 0.001).
 *
 * Returns: (transfer full): for instance `2,114.026`
 */
char *
tv_time_format_cell (double nanoseconds, TvTimeUnit unit)
{
  const double microseconds = floor (nanoseconds / 1000 + 0.5);
  GString *text;

  g_return_val_if_fail (is_unit_of_table (unit) || unit == TV_TIME_UNIT_ONE, NULL);

  text = g_string_new (NULL);
  append_places (text, microseconds < 0, (guint64) fabs (microseconds),
                 units[unit].decimals, GROUPED);
  return g_string_free (text, FALSE);
}

/**
 * tv_time_format_duration:
 * @duration: nanoseconds
 * @unit: microseconds, milliseconds or seconds
 *
 * Writes a duration as tv_time_format_cell(), with its unit.
 *
 * Returns: (transfer full): for instance `0.901 ms`
 */
char *
tv_time_format_duration (gint64 duration, TvTimeUnit unit)
{
  g_autofree char *number = tv_time_format_cell ((double) duration, unit);

  if (unit == TV_TIME_UNIT_ONE)
    return g_steal_pointer (&number);
  return g_strdup_printf ("%s\u00a0%s", number, tv_time_unit_get_symbol (unit));
}

/**
 * tv_time_append_milliseconds:
 * @text: a string
 * @nanoseconds: a time
 *
 * Appends a time in milliseconds with three decimals, rounded half up, with a point in
 * every locale.
 */
void
tv_time_append_milliseconds (GString *text, gint64 nanoseconds)
{
  const guint64 size = get_magnitude (nanoseconds);

  g_return_if_fail (text != NULL);

  append_places (text, nanoseconds < 0, size / 1000 + (size % 1000 >= 500), 3, PLAIN);
}

/**
 * tv_time_append_microseconds:
 * @text: a string
 * @nanoseconds: a time
 *
 * Appends a time in microseconds, with three decimals only where it is not a whole
 * number of them, with a point in every locale.
 */
void
tv_time_append_microseconds (GString *text, gint64 nanoseconds)
{
  const guint64 size = get_magnitude (nanoseconds);

  g_return_if_fail (text != NULL);

  append_number (text, nanoseconds < 0, size / 1000, size % 1000,
                 size % 1000 != 0 ? 3 : 0, PLAIN);
}

/**
 * tv_number_format:
 * @number: a number of any kind
 *
 * Writes a number with the locale's point and its separators between thousands; whole
 * ones with all digits up to 21.
 *
 * Returns: (transfer full): for instance `9,223,372,036,854,775,808` or `0.25`
 */
char *
tv_number_format (double number)
{
  return fabs (number) < 1e21 && floor (number) == number
             ? g_strdup_printf ("%'.0f", number)
             : g_strdup_printf ("%'.15g", number);
}

/**
 * tv_percent_format:
 * @part: a time
 * @whole: the time that is 100 %
 *
 * Writes a share with one decimal, rounded half up, and the locale's point. A share of
 * nothing is 0 %.
 *
 * Returns: (transfer full): for instance `12.5%`
 */
char *
tv_percent_format (gint64 part, gint64 whole)
{
  const double share = whole > 0 ? (double) part * 1000 / (double) whole : 0;
  const double tenths = floor (share + 0.5);
  GString *text = g_string_new (NULL);

  append_places (text, tenths < 0, (guint64) fabs (tenths), 1, LOCAL);
  g_string_append_c (text, '%');
  return g_string_free (text, FALSE);
}

/**
 * tv_percent_append:
 * @text: a string
 * @part: a time
 * @whole: the time that is 100 %
 *
 * Appends a share as a percentage with one decimal, rounded half up, with a point in
 * every locale and without the sign. A share of nothing is 0.
 */
void
tv_percent_append (GString *text, gint64 part, gint64 whole)
{
  guint64 tenths = 0;

  g_return_if_fail (text != NULL);

  if (part > 0 && whole > 0)
    tenths = (guint64) ((double) part * 1000 / (double) whole + 0.5);
  append_places (text, FALSE, tenths, 1, PLAIN);
}

/**
 * tv_text_add_sign:
 * @digits: (transfer full): the size of a change, written for people
 * @negative: whether it is less
 *
 * Returns: (transfer full): the change with its sign, without one if all digits are 0
 */
char *
tv_text_add_sign (char *digits, gboolean negative)
{
  g_autofree char *size = digits;

  g_return_val_if_fail (digits != NULL, NULL);

  return strpbrk (size, "123456789") != NULL
             ? g_strconcat (negative ? "\u2212" : "+", size, NULL)
             : g_steal_pointer (&size);
}
