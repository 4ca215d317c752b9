/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/input/proto-reader.h"

#include "trace/input/byte-cursor.h"

#define MAX_VARINT_SIZE 10
#define MAX_FIELD_NUMBER ((1u << 29) - 1)

/* Reads a number of any length. */
static gboolean
read_long_varint (TvProto *message, guint64 *value)
{
  const gsize left = message->size - message->position;
  const guint8 *bytes = message->data + message->position;
  guint64 result = 0;

  for (gsize i = 0; i < left && i < MAX_VARINT_SIZE; i++)
    {
      result |= (guint64) (bytes[i] & 0x7F) << (7 * i);
      if (bytes[i] < 0x80)
        {
          message->position += i + 1;
          *value = result;
          return TRUE;
        }
    }
  return FALSE;
}

/* Most numbers have a byte. */
static inline gboolean
read_varint (TvProto *message, guint64 *value)
{
  const gsize at = message->position;

  if (at >= message->size || message->data[at] >= 0x80)
    return read_long_varint (message, value);
  *value = message->data[at];
  message->position = at + 1;
  return TRUE;
}

/**
 * tv_proto_read_varint:
 * @message: a message
 * @value: (out): a number of up to ten bytes; bits above the 64th are dropped
 *
 * Reads a number at the position of the message, and moves past it.
 *
 * Returns: %FALSE if there is none
 */
gboolean
tv_proto_read_varint (TvProto *message, guint64 *value)
{
  return read_varint (message, value);
}

static gboolean
read_fixed (TvProto *message, gsize size, guint64 *value)
{
  if (message->size - message->position < size)
    return FALSE;
  *value = size == 8 ? tv_load_u64 (message->data + message->position)
                     : tv_load_u32 (message->data + message->position);
  message->position += size;
  return TRUE;
}

static gboolean
read_bytes (TvProto *message, TvProtoField *field)
{
  guint64 size;

  if (!read_varint (message, &size) || size > message->size - message->position)
    return FALSE;
  field->data = message->data + message->position;
  field->size = (gsize) size;
  message->position += field->size;
  return TRUE;
}

static gboolean
read_value (TvProto *message, TvProtoField *field)
{
  switch (field->wire)
    {
    case TV_PROTO_VARINT:
      return read_varint (message, &field->value);
    case TV_PROTO_FIXED64:
      return read_fixed (message, 8, &field->value);
    case TV_PROTO_FIXED32:
      return read_fixed (message, 4, &field->value);
    case TV_PROTO_BYTES:
      return read_bytes (message, field);
    default:
      return FALSE;
    }
}

/**
 * tv_proto_next:
 * @message: a message
 * @field: (out): its next field
 *
 * Returns: %FALSE at the end, or if the message is broken
 */
gboolean
tv_proto_next (TvProto *message, TvProtoField *field)
{
  const gsize start = message->position;
  guint64 key;

  if (message->is_broken || start >= message->size)
    return FALSE;
  *field = (TvProtoField){ 0 };
  if (read_varint (message, &key) && key >> 3 > 0 && key >> 3 <= MAX_FIELD_NUMBER)
    {
      field->number = (guint32) (key >> 3);
      field->wire = (TvProtoWire) (key & 7);
      if (read_value (message, field))
        return TRUE;
    }
  message->position = start;
  message->is_broken = TRUE;
  return FALSE;
}

/**
 * tv_proto_next_number:
 * @field: a repeated field of numbers, packed or one per field
 * @packed: the state of the reading, zero at the beginning
 * @value: (out): the next number
 *
 * Returns: %FALSE when there are no more
 */
gboolean
tv_proto_next_number (const TvProtoField *field, TvProto *packed, guint64 *value)
{
  if (field->wire == TV_PROTO_BYTES)
    {
      if (packed->data == NULL)
        *packed = tv_proto_enter (field);
      return packed->position < packed->size && read_varint (packed, value);
    }
  if (packed->is_broken)
    return FALSE;
  packed->is_broken = TRUE;
  *value = field->value;
  return TRUE;
}
