/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/input/byte-cursor.h"

/**
 * tv_byte_cursor_remaining:
 * @cursor: a cursor
 *
 * Returns: number of bytes from the position to the end
 */
gsize
tv_byte_cursor_remaining (const TvByteCursor *cursor)
{
  g_return_val_if_fail (cursor->position <= cursor->size, 0);

  return cursor->size - cursor->position;
}

static gboolean
take (TvByteCursor *cursor, gpointer value, gsize n)
{
  if (n > tv_byte_cursor_remaining (cursor))
    return FALSE;
  memcpy (value, cursor->data + cursor->position, n);
  cursor->position += n;
  return TRUE;
}

/**
 * tv_byte_cursor_read_u16:
 * @cursor: a cursor
 * @value: (out): the number
 *
 * Returns: %FALSE, with nothing read, if fewer than 2 bytes are left
 */
gboolean
tv_byte_cursor_read_u16 (TvByteCursor *cursor, guint16 *value)
{
  if (!take (cursor, value, sizeof *value))
    return FALSE;
  *value = GUINT16_FROM_LE (*value);
  return TRUE;
}

/**
 * tv_byte_cursor_read_u32:
 * @cursor: a cursor
 * @value: (out): the number
 *
 * Returns: %FALSE, with nothing read, if fewer than 4 bytes are left
 */
gboolean
tv_byte_cursor_read_u32 (TvByteCursor *cursor, guint32 *value)
{
  if (!take (cursor, value, sizeof *value))
    return FALSE;
  *value = GUINT32_FROM_LE (*value);
  return TRUE;
}

/**
 * tv_byte_cursor_read_u64:
 * @cursor: a cursor
 * @value: (out): the number
 *
 * Returns: %FALSE, with nothing read, if fewer than 8 bytes are left
 */
gboolean
tv_byte_cursor_read_u64 (TvByteCursor *cursor, guint64 *value)
{
  if (!take (cursor, value, sizeof *value))
    return FALSE;
  *value = GUINT64_FROM_LE (*value);
  return TRUE;
}
