/* SPDX-License-Identifier: Apache-2.0 */

/* https://protobuf.dev/programming-guides/encoding/ */

#include "output/export/protobuf-writer.h"

#include <string.h>

/* 64 bits, seven in a byte. */
#define VARINT_SIZE 10

#define TYPE_VARINT 0
#define TYPE_LENGTH_DELIMITED 2

static guint
put_varint (guint8 *bytes, guint64 number)
{
  guint n = 0;

  for (; number >= 0x80; number >>= 7)
    bytes[n++] = (guint8) (number | 0x80);
  bytes[n++] = (guint8) number;
  return n;
}

/* Adds a number without a tag, as packed fields have them. */
void
tv_protobuf_add_packed (TvProtobuf *packed, guint64 number)
{
  guint8 bytes[VARINT_SIZE];

  g_return_if_fail (packed != NULL);

  g_byte_array_append (packed, bytes, put_varint (bytes, number));
}

void
tv_protobuf_add_number (TvProtobuf *message, guint field, guint64 number)
{
  tv_protobuf_add_packed (message, (guint64) field << 3 | TYPE_VARINT);
  tv_protobuf_add_packed (message, number);
}

static void
add_bytes (TvProtobuf *message, guint field, gconstpointer bytes, gsize length)
{
  g_return_if_fail (length <= G_MAXUINT);

  tv_protobuf_add_packed (message, (guint64) field << 3 | TYPE_LENGTH_DELIMITED);
  tv_protobuf_add_packed (message, length);
  g_byte_array_append (message, bytes, (guint) length);
}

void
tv_protobuf_add_text (TvProtobuf *message, guint field, const char *text)
{
  g_return_if_fail (text != NULL);

  add_bytes (message, field, text, strlen (text));
}

void
tv_protobuf_add_message (TvProtobuf *message, guint field, const TvProtobuf *inner)
{
  g_return_if_fail (inner != NULL);

  add_bytes (message, field, inner->data, inner->len);
}

/* Writes a complete message. */
void
tv_protobuf_write (const TvProtobuf *message, guint field, TvTextWriter *writer)
{
  guint8 bytes[2 * VARINT_SIZE];
  guint n;

  g_return_if_fail (message != NULL && writer != NULL);

  n = put_varint (bytes, (guint64) field << 3 | TYPE_LENGTH_DELIMITED);
  n += put_varint (bytes + n, message->len);
  tv_text_writer_add_bytes (writer, (const char *) bytes, n);
  tv_text_writer_add_bytes (writer, (const char *) message->data, message->len);
}
