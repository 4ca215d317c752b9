/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/input/text-value.h"

#define MAX_EXPONENT 40

/* Multiplies by ten, once for each digit of @n; a negative @n divides, and rounds half
 * away from zero. */
static gboolean
shift_digits (guint64 *number, int n)
{
  guint64 divisor = 1;

  for (; n > 0; n--)
    if (!g_uint64_checked_mul (number, *number, 10))
      return FALSE;
  for (; n < 0 && divisor <= G_MAXUINT64 / 10; n++)
    divisor *= 10;
  if (n < 0)
    *number = 0;
  else if (divisor > 1)
    *number = *number / divisor + (*number % divisor >= (divisor + 1) / 2);
  return TRUE;
}

/* Reads digits with a point among them; @shift is by how many the point is to the left
 * of their end. Digits that have no room behind the point are left out. */
static const char *
read_digits (const char *text, guint64 *number, int *shift)
{
  gboolean is_behind = FALSE;
  gboolean has_digits = FALSE;

  *number = 0;
  *shift = 0;
  for (;; text++)
    {
      const guint digit = (guint) (guchar) *text - '0';

      if (digit > 9 && (*text != '.' || is_behind))
        break;
      if (digit > 9)
        {
          is_behind = TRUE;
          continue;
        }
      has_digits = TRUE;
      if (*number > (G_MAXUINT64 - 9) / 10)
        {
          if (!is_behind)
            return NULL;
          continue;
        }
      *number = *number * 10 + digit;
      *shift += is_behind;
    }
  return has_digits ? text : NULL;
}

/**
 * tv_text_value_get_decimal:
 * @value: a number, or a string that is one
 * @scale: a power of ten
 * @result: (out): the number times the power, rounded
 *
 * Returns: whether @value is a number that fits
 */
gboolean
tv_text_value_get_decimal (const TvTextValue *value, int scale, gint64 *result)
{
  const char *text = value->text;
  gboolean is_negative;
  guint64 number;
  int shift;
  gint64 exponent = 0;

  if (text == NULL)
    return FALSE;
  is_negative = *text == '-';
  text = read_digits (text + (is_negative || *text == '+'), &number, &shift);
  if (text == NULL)
    return FALSE;
  if (*text == 'e' || *text == 'E')
    {
      char *end;

      exponent = g_ascii_strtoll (text + 1, &end, 10);
      if (end == text + 1 || exponent < -MAX_EXPONENT || exponent > MAX_EXPONENT)
        return FALSE;
      text = end;
    }
  if (text != value->text + value->length
      || !shift_digits (&number, scale + (int) exponent - shift) || number > G_MAXINT64)
    return FALSE;
  *result = is_negative ? -(gint64) number : (gint64) number;
  return TRUE;
}

/**
 * tv_text_value_get_time:
 * @value: a number, or a string that is one
 * @time: (out): nanoseconds
 *
 * Reads microseconds exactly, which a double of those since 1970 is not.
 *
 * Returns: whether @value is a time
 */
gboolean
tv_text_value_get_time (const TvTextValue *value, gint64 *time)
{
  return tv_text_value_get_decimal (value, 3, time);
}

/**
 * tv_text_value_get_integer:
 * @value: a value
 * @integer: (out): the number, rounded
 *
 * Returns: whether @value is a number, and no string
 */
gboolean
tv_text_value_get_integer (const TvTextValue *value, gint64 *integer)
{
  return !value->is_string && tv_text_value_get_decimal (value, 0, integer);
}

/**
 * tv_text_value_get_id:
 * @value: what a file gives as an id
 * @named: (element-type utf8 guint): names that have ids, by g_str_hash(), with
 *   g_free() for its keys
 *
 * Returns: the number, 0 if there is none, or for another text, also that of a number
 *   which no system has, an id of its own from
 *   %TV_FIRST_NAMED_ID on, the same for the same text
 */
gint64
tv_text_value_get_id (const TvTextValue *value, GHashTable *named)
{
  gint64 id;
  guint index;

  if (value->text == NULL)
    return 0;
  if (tv_text_value_get_integer (value, &id) && id < TV_FIRST_NAMED_ID)
    return id;
  index = GPOINTER_TO_UINT (g_hash_table_lookup (named, value->text));
  if (index == 0)
    {
      index = g_hash_table_size (named) + 1;
      g_hash_table_insert (named, g_strdup (value->text), GUINT_TO_POINTER (index));
    }
  return TV_FIRST_NAMED_ID + index - 1;
}
