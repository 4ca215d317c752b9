/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/byte-cursor.h"

G_BEGIN_DECLS

guint tv_leb128_read_slowly (const guint8 **next, const guint8 *end, guint64 *value);

/**
 * tv_leb128_read:
 * @next: (inout): the first byte of the number; then the one after it
 * @end: end of what may be read
 * @value: (out): the number, not extended by its sign
 *
 * Reads groups of 7 bits, low ones first: where there are eight bytes all at once,
 * moving pairs of groups together, then pairs of those.
 *
 * Returns: the number of bits, or 0 for a value that goes on past @end or ten bytes
 */
static inline guint
tv_leb128_read (const guint8 **next, const guint8 *end, guint64 *value)
{
  const guint64 high_bits = G_GUINT64_CONSTANT (0x8080808080808080);
  guint64 word;
  guint64 ends;
  guint n;

  if (G_UNLIKELY (end - *next < 8))
    return tv_leb128_read_slowly (next, end, value);
  word = tv_load_u64 (*next);
  ends = ~word & high_bits;
  if (G_UNLIKELY (ends == 0))
    return tv_leb128_read_slowly (next, end, value);
  n = (guint) __builtin_ctzll (ends) / 8 + 1;
  word &= ~high_bits & (G_MAXUINT64 >> (64 - 8 * n));
  word = (word & 0x7F007F007F007F00) >> 1 | (word & 0x007F007F007F007F);
  word = (word & 0x3FFF00003FFF0000) >> 2 | (word & 0x00003FFF00003FFF);
  *value = (word & 0x0FFFFFFF00000000) >> 4 | (word & 0x000000000FFFFFFF);
  *next += n;
  return 7 * n;
}

/**
 * tv_leb128_read_unsigned:
 * @next: (inout): the next byte; stays where it is if nothing was read
 * @end: behind the last byte that may be read
 * @value: (out): the number, modulo 2⁶⁴
 *
 * Returns: %FALSE for a number of more than ten bytes, or one that runs past @end
 */
static inline gboolean
tv_leb128_read_unsigned (const guint8 **next, const guint8 *end, guint64 *value)
{
  return tv_leb128_read (next, end, value) > 0;
}

/**
 * tv_leb128_read_signed:
 * @next: (inout): the next byte; stays where it is if nothing was read
 * @end: behind the last byte that may be read
 * @value: (out): the number in two's complement
 *
 * Returns: %FALSE for a number of more than ten bytes, or one that runs past @end
 */
static inline gboolean
tv_leb128_read_signed (const guint8 **next, const guint8 *end, guint64 *value)
{
  guint bits = tv_leb128_read (next, end, value);

  if (bits > 0 && bits < 64 && (*value >> (bits - 1) & 1) != 0)
    *value |= G_MAXUINT64 << bits;
  return bits > 0;
}

G_END_DECLS
