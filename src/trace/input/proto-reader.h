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

gboolean tv_proto_read_varint (TvProto *message, guint64 *value);
gboolean tv_proto_next (TvProto *message, TvProtoField *field);
gboolean tv_proto_next_number (const TvProtoField *field, TvProto *packed,
                               guint64 *value);

G_END_DECLS
