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

/* Returns the number: pairs of groups of 7 bits are moved together, then pairs of
 * those. */
static inline guint64
tv_leb128_join (guint64 word, guint n)
{
  word &= ~TV_LEB128_MORE & (G_MAXUINT64 >> (64 - 8 * n));
  word = (word & 0x7F007F007F007F00) >> 1 | (word & 0x007F007F007F007F);
  word = (word & 0x3FFF00003FFF0000) >> 2 | (word & 0x00003FFF00003FFF);
  return (word & 0x0FFFFFFF00000000) >> 4 | (word & 0x000000000FFFFFFF);
}

/* Reads groups of 7 bits, low ones first: where there are eight bytes all at once. */
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

/* Reads two numbers, at once where they are in the same eight bytes: where one ends is
 * what the reading of the next waits for. */
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

static inline guint64
tv_leb128_extend (guint64 value, guint bits)
{
  /* Signs are hard to foretell, so there is no branch on them. */
  guint shift = bits < 64 ? 64 - bits : 0;

  return (guint64) ((gint64) (value << shift) >> shift);
}

/* Returns FALSE for a number of more than ten bytes, or one that runs past end. */
static inline gboolean
tv_leb128_read_unsigned (const guint8 **next, const guint8 *end, guint64 *value)
{
  return tv_leb128_read (next, end, value) > 0;
}

/* Returns FALSE for a number of more than ten bytes, or one that runs past end. */
static inline gboolean
tv_leb128_read_signed (const guint8 **next, const guint8 *end, guint64 *value)
{
  guint bits = tv_leb128_read (next, end, value);

  if (bits > 0)
    *value = tv_leb128_extend (*value, bits);
  return bits > 0;
}

G_END_DECLS
