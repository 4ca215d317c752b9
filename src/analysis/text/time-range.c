/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/text/time-range.h"

#include <string.h>

#define SEPARATOR ".."

static const struct
{
  const char *suffix;
  gint64 length; /* nanoseconds */
} units[] = {
  { "", 1000 },   { "ns", 1 },           { "us", 1000 },      { "µs", 1000 },
  { "μs", 1000 }, { "ms", 1000 * 1000 }, { "s", 1000000000 },
};

static gboolean
find_unit (const char *suffix, gint64 *length)
{
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_str_equal (suffix, units[i].suffix))
      {
        *length = units[i].length;
        return TRUE;
      }
  return FALSE;
}

/**
 * tv_time_parse:
 * @text: a time, such as `1.5ms`; without a unit, it is in microseconds
 * @nanoseconds: (out): the time
 *
 * Returns: whether @text is a time
 */
gboolean
tv_time_parse (const char *text, gint64 *nanoseconds)
{
  const char *suffix = text;
  char *after = NULL;
  const char *decimals = NULL;
  guint64 whole;
  gint64 unit;
  gint64 part = 0;

  if (!g_ascii_isdigit (*text))
    return FALSE;
  whole = g_ascii_strtoull (text, &after, 10);
  suffix = after;
  if (*after == '.' && g_ascii_isdigit (after[1]))
    {
      decimals = after + 1;
      suffix = decimals + strspn (decimals, "0123456789");
    }
  if (!find_unit (suffix, &unit))
    return FALSE;
  /* Fractions of a nanosecond are dropped. */
  for (gint64 digit = unit / 10; decimals != NULL && decimals < suffix && digit > 0;
       decimals++, digit /= 10)
    part += digit * g_ascii_digit_value (*decimals);
  if (whole > (guint64) ((G_MAXINT64 - part) / unit))
    return FALSE;
  *nanoseconds = (gint64) whole * unit + part;
  return TRUE;
}

/**
 * tv_time_offset_parse:
 * @text: a time that may have a sign, such as `-20us`
 * @nanoseconds: (out): the time
 *
 * Returns: whether @text is a time
 */
gboolean
tv_time_offset_parse (const char *text, gint64 *nanoseconds)
{
  const gboolean is_negative = *text == '-';

  if (!tv_time_parse (text + (is_negative || *text == '+'), nanoseconds))
    return FALSE;
  if (is_negative)
    *nanoseconds = -*nanoseconds;
  return TRUE;
}

/**
 * tv_time_range_parse:
 * @text: two times with two dots between them, such as `1.5s..1700ms`; either may be
 *   missing
 * @start: (out): the first, or %G_MININT64
 * @end: (out): the second, or %G_MAXINT64
 *
 * Returns: whether @text is a range
 */
gboolean
tv_time_range_parse (const char *text, gint64 *start, gint64 *end)
{
  const char *dots = strstr (text, SEPARATOR);
  g_autofree char *from = NULL;
  const char *to;

  if (dots == NULL)
    return FALSE;
  from = g_strndup (text, (gsize) (dots - text));
  to = dots + strlen (SEPARATOR);
  *start = G_MININT64;
  *end = G_MAXINT64;
  if (*from != '\0' && !tv_time_parse (from, start))
    return FALSE;
  if (*to != '\0' && !tv_time_parse (to, end))
    return FALSE;
  return *start <= *end;
}
