/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/input/proto-reader.h"

#include "trace/input/byte-cursor.h"

#define MAX_VARINT_SIZE 10
#define MAX_FIELD_NUMBER ((1u << 29) - 1)

/* The bits of the bytes of a number that say that another one follows. */
#define MORE G_GUINT64_CONSTANT (0x8080808080808080)

/* Reads a number of any length. */
static const guint8 *
read_long_varint (const guint8 *at, const guint8 *end, guint64 *value)
{
  *value = 0;
  for (guint i = 0; at < end && i < MAX_VARINT_SIZE; i++, at++)
    {
      *value |= (guint64) (*at & 0x7F) << (7 * i);
      if (*at < 0x80)
        return at + 1;
    }
  return NULL;
}

/* Puts seven bits of each byte together, in pairs of bytes, of pairs and of fours. */
static inline guint64
pack_sevens (guint64 bits)
{
  bits = (bits & G_GUINT64_CONSTANT (0x007F007F007F007F))
         | (bits & G_GUINT64_CONSTANT (0x7F007F007F007F00)) >> 1;
  bits = (bits & G_GUINT64_CONSTANT (0x00003FFF00003FFF))
         | (bits & G_GUINT64_CONSTANT (0x3FFF00003FFF0000)) >> 2;
  return (bits & 0xFFFFFFF) | (bits & G_GUINT64_CONSTANT (0x0FFFFFFF00000000)) >> 4;
}

/* Reads a number and returns where it ends, or NULL. Most have a byte or two, and
 * nearly all others at most eight, which are read at once. */
static inline const guint8 *
read_varint (const guint8 *at, const guint8 *end, guint64 *value)
{
  guint64 bits;
  guint64 last;

  if (at < end && *at < 0x80)
    {
      *value = *at;
      return at + 1;
    }
  if (end - at >= 2 && at[1] < 0x80)
    {
      *value = (at[0] & 0x7Fu) | (guint64) at[1] << 7;
      return at + 2;
    }
  if (end - at < (gssize) sizeof bits)
    return read_long_varint (at, end, value);
  bits = tv_load_u64 (at);
  last = ~bits & MORE;
  if (last == 0)
    return read_long_varint (at, end, value);
  last &= -last;
  *value = pack_sevens (bits & (last - 1));
  return at + __builtin_ctzll (last) / 8 + 1;
}

/* The slow case of tv_proto_read_varint(). */
gboolean
tv_proto_read_long_varint (TvProto *message, guint64 *value)
{
  const guint8 *at;

  if (message->position >= message->size)
    return FALSE;
  at = read_varint (message->data + message->position, message->data + message->size,
                    value);
  if (at == NULL)
    return FALSE;
  message->position = (gsize) (at - message->data);
  return TRUE;
}

static const guint8 *
read_bytes (const guint8 *at, const guint8 *end, TvProtoField *field)
{
  guint64 size;

  at = read_varint (at, end, &size);
  if (at == NULL || size > (gsize) (end - at))
    return NULL;
  field->data = at;
  field->size = (gsize) size;
  return at + size;
}

/* Reads the value of a field and returns where it ends, or NULL. */
static const guint8 *
read_value (const guint8 *at, const guint8 *end, TvProtoField *field)
{
  const gsize left = (gsize) (end - at);

  switch (field->wire)
    {
    case TV_PROTO_VARINT:
      return read_varint (at, end, &field->value);
    case TV_PROTO_BYTES:
      return read_bytes (at, end, field);
    case TV_PROTO_FIXED64:
      field->value = left >= 8 ? tv_load_u64 (at) : 0;
      return left >= 8 ? at + 8 : NULL;
    case TV_PROTO_FIXED32:
      field->value = left >= 4 ? tv_load_u32 (at) : 0;
      return left >= 4 ? at + 4 : NULL;
    default:
      return NULL;
    }
}

/* The slow case of tv_proto_next(), with a byte at least. */
gboolean
tv_proto_next_long (TvProto *message, TvProtoField *field)
{
  const guint8 *at;
  const guint8 *end;
  guint64 key;

  at = message->data + message->position;
  end = message->data + message->size;
  *field = (TvProtoField){ 0 };
  at = read_varint (at, end, &key);
  if (at != NULL && key >> 3 > 0 && key >> 3 <= MAX_FIELD_NUMBER)
    {
      field->number = (guint32) (key >> 3);
      field->wire = (TvProtoWire) (key & 7);
      at = read_value (at, end, field);
      if (at != NULL)
        {
          message->position = (gsize) (at - message->data);
          return TRUE;
        }
    }
  message->is_broken = TRUE;
  return FALSE;
}
