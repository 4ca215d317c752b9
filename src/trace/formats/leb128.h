/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/input/byte-cursor.h"

G_BEGIN_DECLS

guint tv_leb128_read_slowly (const guint8 **next, const guint8 *end, guint64 *value);

/**
 * TV_LEB128_MORE:
 *
 * The bit of each byte that says that the number goes on.
 */
#define TV_LEB128_MORE G_GUINT64_CONSTANT (0x8080808080808080)

/**
 * tv_leb128_join:
 * @word: bytes of which the first @n are a number, low ones first
 * @n: 1 to 8
 *
 * Returns: the number: pairs of groups of 7 bits are moved together, then pairs of
 * those
 */
static inline guint64
tv_leb128_join (guint64 word, guint n)
{
  word &= ~TV_LEB128_MORE & (G_MAXUINT64 >> (64 - 8 * n));
  word = (word & 0x7F007F007F007F00) >> 1 | (word & 0x007F007F007F007F);
  word = (word & 0x3FFF00003FFF0000) >> 2 | (word & 0x00003FFF00003FFF);
  return (word & 0x0FFFFFFF00000000) >> 4 | (word & 0x000000000FFFFFFF);
}

/**
 * tv_leb128_read:
 * @next: (inout): the first byte of the number; then the one after it
 * @end: end of what may be read
 * @value: (out): the number, not extended by its sign
 *
 * Reads groups of 7 bits, low ones first: where there are eight bytes all at once.
 *
 * Returns: the number of bits, or 0 for a value that goes on past @end or ten bytes
 */
static inline guint
tv_leb128_read (const guint8 **next, const guint8 *end, guint64 *value)
{
  guint64 word;
  guint n;

  if (G_UNLIKELY (end - *next < 8))
    return tv_leb128_read_slowly (next, end, value);
  word = tv_load_u64 (*next);
  if (G_UNLIKELY ((~word & TV_LEB128_MORE) == 0))
    return tv_leb128_read_slowly (next, end, value);
  n = (guint) __builtin_ctzll (~word & TV_LEB128_MORE) / 8 + 1;
  *value = tv_leb128_join (word, n);
  *next += n;
  return 7 * n;
}

/**
 * tv_leb128_read_two:
 * @next: (inout): the first byte of the first number; then the one after those that
 *   were read
 * @end: end of what may be read
 * @values: (out) (array fixed-size=2): the numbers, not extended by their signs
 * @bits: (out) (array fixed-size=2): the number of bits of each
 *
 * Reads two numbers, at once where they are in the same eight bytes: where one ends is
 * what the reading of the next waits for.
 *
 * Returns: whether both were there
 */
static inline gboolean
tv_leb128_read_two (const guint8 **next, const guint8 *end, guint64 values[2],
                    guint bits[2])
{
  guint64 word = end - *next >= 8 ? tv_load_u64 (*next) : TV_LEB128_MORE;
  guint64 ends = ~word & TV_LEB128_MORE;
  guint64 second = ends & (ends - 1);
  guint first_n;
  guint n;

  if (G_UNLIKELY (second == 0))
    {
      bits[0] = tv_leb128_read (next, end, &values[0]);
      bits[1] = bits[0] > 0 ? tv_leb128_read (next, end, &values[1]) : 0;
      return bits[1] > 0;
    }
  n = (guint) __builtin_ctzll (second) / 8 + 1;
  first_n = (guint) __builtin_ctzll (ends) / 8 + 1;
  *next += n;
  values[0] = tv_leb128_join (word, first_n);
  values[1] = tv_leb128_join (word >> (8 * first_n), n - first_n);
  bits[0] = 7 * first_n;
  bits[1] = 7 * (n - first_n);
  return TRUE;
}

/**
 * tv_leb128_extend:
 * @value: a number in two's complement
 * @bits: how many bits it has
 *
 * Returns: the number in 64 bits
 */
static inline guint64
tv_leb128_extend (guint64 value, guint bits)
{
  /* Signs are hard to foretell, so there is no branch on them. */
  guint shift = bits < 64 ? 64 - bits : 0;

  return (guint64) ((gint64) (value << shift) >> shift);
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

  if (bits > 0)
    *value = tv_leb128_extend (*value, bits);
  return bits > 0;
}

G_END_DECLS
