/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "output/table/text-writer.h"

G_BEGIN_DECLS

/**
 * TvProtobuf:
 * @data: the bytes
 * @length: number of bytes
 * @size: number of bytes allocated
 *
 * A message in the wire format of Protocol Buffers. All zero is an empty message.
 */
typedef struct
{
  guint8 *data;
  gsize length;
  gsize size;
} TvProtobuf;

void tv_protobuf_clear (TvProtobuf *message);
void tv_protobuf_reset (TvProtobuf *message);

void tv_protobuf_append (TvProtobuf *message, gconstpointer bytes, gsize length);
void tv_protobuf_add_number (TvProtobuf *message, guint field, guint64 number);
void tv_protobuf_add_fixed64 (TvProtobuf *message, guint field, guint64 number);
void tv_protobuf_add_double (TvProtobuf *message, guint field, double number);
void tv_protobuf_add_bytes (TvProtobuf *message, guint field, gconstpointer bytes,
                            gsize length);
void tv_protobuf_add_text (TvProtobuf *message, guint field, const char *text);
void tv_protobuf_add_message (TvProtobuf *message, guint field,
                              const TvProtobuf *inner);
void tv_protobuf_add_varint (TvProtobuf *packed, guint64 number);
void tv_protobuf_write (const TvProtobuf *message, guint field, TvTextWriter *writer);

/* Adds a number of a packed field, which has no tag. Most take one byte. */
static inline void
tv_protobuf_add_packed (TvProtobuf *packed, guint64 number)
{
  if (number < 0x80 && packed->length < packed->size)
    packed->data[packed->length++] = (guint8) number;
  else
    tv_protobuf_add_varint (packed, number);
}

G_END_DECLS
