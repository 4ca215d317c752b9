/* SPDX-License-Identifier: Apache-2.0 */

/* https://protobuf.dev/programming-guides/encoding/ */

#include "output/export/protobuf-writer.h"

#include <string.h>

/* A varint of 64 bits has seven bits in a byte. */
#define VARINT_SIZE 10

#define TYPE_VARINT 0
#define TYPE_FIXED64 1
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

void
tv_protobuf_clear (TvProtobuf *message)
{
  g_clear_pointer (&message->data, g_free);
  message->length = message->size = 0;
}

/* Empties a message but keeps its memory. */
void
tv_protobuf_reset (TvProtobuf *message)
{
  message->length = 0;
}

/* Returns the end of the message, with room for @length bytes. */
static guint8 *
make_room (TvProtobuf *message, gsize length)
{
  if (message->size - message->length < length)
    {
      message->size = 2 * message->size + length;
      message->data = g_realloc (message->data, message->size);
    }
  return message->data + message->length;
}

/* Adds bytes without a tag. */
void
tv_protobuf_append (TvProtobuf *message, gconstpointer bytes, gsize length)
{
  g_return_if_fail (message != NULL && (bytes != NULL || length == 0));

  if (length > 0)
    memcpy (make_room (message, length), bytes, length);
  message->length += length;
}

void
tv_protobuf_add_varint (TvProtobuf *packed, guint64 number)
{
  g_return_if_fail (packed != NULL);

  packed->length += put_varint (make_room (packed, VARINT_SIZE), number);
}

void
tv_protobuf_add_number (TvProtobuf *message, guint field, guint64 number)
{
  tv_protobuf_add_packed (message, (guint64) field << 3 | TYPE_VARINT);
  tv_protobuf_add_packed (message, number);
}

void
tv_protobuf_add_fixed64 (TvProtobuf *message, guint field, guint64 number)
{
  const guint64 bytes = GUINT64_TO_LE (number);

  tv_protobuf_add_packed (message, (guint64) field << 3 | TYPE_FIXED64);
  tv_protobuf_append (message, &bytes, sizeof bytes);
}

void
tv_protobuf_add_double (TvProtobuf *message, guint field, double number)
{
  guint64 bits;

  memcpy (&bits, &number, sizeof bits);
  tv_protobuf_add_fixed64 (message, field, bits);
}

void
tv_protobuf_add_bytes (TvProtobuf *message, guint field, gconstpointer bytes,
                       gsize length)
{
  tv_protobuf_add_packed (message, (guint64) field << 3 | TYPE_LENGTH_DELIMITED);
  tv_protobuf_add_packed (message, length);
  tv_protobuf_append (message, bytes, length);
}

void
tv_protobuf_add_text (TvProtobuf *message, guint field, const char *text)
{
  g_return_if_fail (text != NULL);

  tv_protobuf_add_bytes (message, field, text, strlen (text));
}

void
tv_protobuf_add_message (TvProtobuf *message, guint field, const TvProtobuf *inner)
{
  g_return_if_fail (inner != NULL);

  tv_protobuf_add_bytes (message, field, inner->data, inner->length);
}

void
tv_protobuf_write (const TvProtobuf *message, guint field, TvTextWriter *writer)
{
  guint8 bytes[2 * VARINT_SIZE];
  guint n;

  g_return_if_fail (message != NULL && writer != NULL);

  n = put_varint (bytes, (guint64) field << 3 | TYPE_LENGTH_DELIMITED);
  n += put_varint (bytes + n, message->length);
  tv_text_writer_add_bytes (writer, (const char *) bytes, n);
  tv_text_writer_add_bytes (writer, (const char *) message->data, message->length);
}
