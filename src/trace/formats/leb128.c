/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/formats/leb128.h"

/* 64 bits in groups of 7. */
#define MAX_BYTES 10

/* Reads a number byte by byte: one near the end of the file or of more than 56 bits. */
guint
tv_leb128_read_slowly (const guint8 **next, const guint8 *end, guint64 *value)
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
