/* SPDX-License-Identifier: Apache-2.0 */

/* Messages of protocol buffers, field by field, without a schema. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvProtoWire:
 * @TV_PROTO_VARINT: a number of one to ten bytes
 * @TV_PROTO_FIXED64: a number of eight bytes
 * @TV_PROTO_BYTES: a text, bytes, a message or packed numbers
 * @TV_PROTO_FIXED32: a number of four bytes
 *
 * How a field is written.
 */
typedef enum
{
  TV_PROTO_VARINT = 0,
  TV_PROTO_FIXED64 = 1,
  TV_PROTO_BYTES = 2,
  TV_PROTO_FIXED32 = 5
} TvProtoWire;

/**
 * TvProto:
 * @data: the bytes of the message
 * @size: number of bytes
 * @position: offset of the next field
 * @is_broken: whether the next field cannot be read, which ends the message
 *
 * A message of protocol buffers that is read field by field.
 */
typedef struct
{
  const guint8 *data;
  gsize size;
  gsize position;
  gboolean is_broken;
} TvProto;

/**
 * TvProtoField:
 * @number: the number of the field in the schema
 * @wire: how it is written
 * @value: the number; of a fixed one, its bits
 * @data: (nullable): the bytes in the message, if the field has bytes
 * @size: their number
 *
 * A field of a message.
 */
typedef struct
{
  guint32 number;
  TvProtoWire wire;
  guint64 value;
  const guint8 *data;
  gsize size;
} TvProtoField;

/**
 * tv_proto_new:
 * @data: bytes that outlive the message
 * @size: number of bytes
 *
 * Returns: a message of these bytes
 */
static inline TvProto
tv_proto_new (const guint8 *data, gsize size)
{
  return (TvProto){ .data = data, .size = size };
}

/**
 * tv_proto_enter:
 * @field: a field of bytes
 *
 * Returns: the message in the field; an empty one if it is a number
 */
static inline TvProto
tv_proto_enter (const TvProtoField *field)
{
  return tv_proto_new (field->data, field->size);
}

gboolean tv_proto_read_long_varint (TvProto *message, guint64 *value);
gboolean tv_proto_next_long (TvProto *message, TvProtoField *field);

/**
 * tv_proto_read_varint:
 * @message: a message
 * @value: (out): a number of up to ten bytes; bits above the 64th are dropped
 *
 * Reads a number at the position of the message, and moves past it.
 *
 * Returns: %FALSE if there is none
 */
static inline gboolean
tv_proto_read_varint (TvProto *message, guint64 *value)
{
  const gsize left = message->size - message->position;
  const guint8 *at;

  if (left < 2)
    return tv_proto_read_long_varint (message, value);
  at = message->data + message->position;
  if (at[0] >= 0x80 && at[1] >= 0x80)
    return tv_proto_read_long_varint (message, value);
  *value = at[0] < 0x80 ? at[0] : (at[0] & 0x7Fu) | (guint64) at[1] << 7;
  message->position += at[0] < 0x80 ? 1 : 2;
  return TRUE;
}

/**
 * tv_proto_next_number:
 * @field: a repeated field of numbers, packed or one per field
 * @packed: the state of the reading, zero at the beginning
 * @value: (out): the next number
 *
 * Returns: %FALSE when there are no more
 */
static inline gboolean
tv_proto_next_number (const TvProtoField *field, TvProto *packed, guint64 *value)
{
  if (field->wire == TV_PROTO_BYTES)
    {
      if (packed->data == NULL)
        *packed = tv_proto_enter (field);
      return tv_proto_read_varint (packed, value);
    }
  if (packed->is_broken)
    return FALSE;
  packed->is_broken = TRUE;
  *value = field->value;
  return TRUE;
}

/**
 * tv_proto_next:
 * @message: a message
 * @field: (out): its next field
 *
 * The key of most fields has a byte, and their number or size has one or two.
 *
 * Returns: %FALSE at the end, or if the message is broken
 */
static inline gboolean
tv_proto_next (TvProto *message, TvProtoField *field)
{
  const gsize left = message->size - message->position;
  const guint8 *at;
  gsize end;
  gsize number;

  if (left == 0 || message->is_broken)
    return FALSE;
  at = message->data + message->position;
  if (left == 1 || at[0] >= 0x80 || at[0] < 1 << 3
      || (at[1] >= 0x80 && (left == 2 || at[2] >= 0x80)))
    return tv_proto_next_long (message, field);
  end = at[1] < 0x80 ? 2 : 3;
  number = at[1] < 0x80 ? at[1] : (at[1] & 0x7Fu) | (gsize) at[2] << 7;
  field->number = at[0] >> 3;
  field->wire = (TvProtoWire) (at[0] & 7);
  field->value = 0;
  field->data = NULL;
  field->size = 0;
  if (field->wire == TV_PROTO_VARINT)
    field->value = number;
  else if (field->wire == TV_PROTO_BYTES && number <= left - end)
    {
      field->data = at + end;
      field->size = number;
      end += number;
    }
  else
    return tv_proto_next_long (message, field);
  message->position += end;
  return TRUE;
}

G_END_DECLS
