/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

/**
 * TvByteCursor:
 * @data: the bytes
 * @size: number of bytes
 * @position: the next byte to read, at most @size
 *
 * Reads little-endian integers from untrusted bytes, never past the end. Nothing in a
 * trace is aligned, so all reads use memcpy().
 */
typedef struct
{
  const guint8 *data;
  gsize size;
  gsize position;
} TvByteCursor;

gsize tv_byte_cursor_remaining (const TvByteCursor *cursor);
gboolean tv_byte_cursor_read_u16 (TvByteCursor *cursor, guint16 *value);
gboolean tv_byte_cursor_read_u32 (TvByteCursor *cursor, guint32 *value);
gboolean tv_byte_cursor_read_u64 (TvByteCursor *cursor, guint64 *value);

/**
 * tv_load_u16:
 * @bytes: at least 2 bytes, of any alignment
 *
 * Reads a little-endian number in a loop that has checked the size.
 *
 * Returns: the number
 */
static inline guint16
tv_load_u16 (const guint8 *bytes)
{
  guint16 value;

  memcpy (&value, bytes, sizeof value);
  return GUINT16_FROM_LE (value);
}

/**
 * tv_load_u32:
 * @bytes: at least 4 bytes, of any alignment
 *
 * Reads a little-endian number in a loop that has checked the size.
 *
 * Returns: the number
 */
static inline guint32
tv_load_u32 (const guint8 *bytes)
{
  guint32 value;

  memcpy (&value, bytes, sizeof value);
  return GUINT32_FROM_LE (value);
}

/**
 * tv_load_u64:
 * @bytes: at least 8 bytes, of any alignment
 *
 * Reads a little-endian number in a loop that has checked the size.
 *
 * Returns: the number
 */
static inline guint64
tv_load_u64 (const guint8 *bytes)
{
  guint64 value;

  memcpy (&value, bytes, sizeof value);
  return GUINT64_FROM_LE (value);
}

G_END_DECLS
