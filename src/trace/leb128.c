/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/leb128.h"

/* 64 bits in groups of 7. */
#define MAX_BYTES 10

/* Reads groups of 7 bits, low ones first. Returns the number of bits, or 0 for a value
 * that is too long or runs past the end. */
static guint
read_groups (const guint8 **next, const guint8 *end, guint64 *value)
{
  const guint8 *p = *next;
  guint64 sum = 0;

  for (guint i = 0; i < MAX_BYTES && p < end; i++)
    {
      guint8 byte = *p++;

      sum |= (guint64) (byte & 0x7F) << (7 * i);
      if ((byte & 0x80) == 0)
        {
          *next = p;
          *value = sum;
          return 7 * (i + 1);
        }
    }
  return 0;
}

/**
 * tv_leb128_read_unsigned:
 * @next: (inout): the next byte; stays where it is if nothing was read
 * @end: behind the last byte that may be read
 * @value: (out): the number, modulo 2⁶⁴
 *
 * Returns: %FALSE for a number of more than ten bytes, or one that runs past @end
 */
gboolean
tv_leb128_read_unsigned (const guint8 **next, const guint8 *end, guint64 *value)
{
  return read_groups (next, end, value) > 0;
}

/**
 * tv_leb128_read_signed:
 * @next: (inout): the next byte; stays where it is if nothing was read
 * @end: behind the last byte that may be read
 * @value: (out): the number in two's complement
 *
 * Returns: %FALSE for a number of more than ten bytes, or one that runs past @end
 */
gboolean
tv_leb128_read_signed (const guint8 **next, const guint8 *end, guint64 *value)
{
  guint bits = read_groups (next, end, value);

  if (bits > 0 && bits < 64 && (*value >> (bits - 1) & 1) != 0)
    *value |= G_MAXUINT64 << bits;
  return bits > 0;
}
