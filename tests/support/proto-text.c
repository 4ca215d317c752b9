/* SPDX-License-Identifier: Apache-2.0 */

#include "support/proto-text.h"

#include <string.h>

static void
put_varint (GByteArray *bytes, guint64 value)
{
  do
    {
      const guint8 byte = (guint8) ((value & 0x7F) | (value > 0x7F ? 0x80 : 0));

      g_byte_array_append (bytes, &byte, 1);
      value >>= 7;
    }
  while (value > 0);
}

static void
put_bytes (GByteArray *bytes, guint64 field, const void *data, gsize size)
{
  put_varint (bytes, field << 3 | 2);
  put_varint (bytes, size);
  g_byte_array_append (bytes, data, (guint) size);
}

/* Writes a double if the number has a point. */
static const char *
put_fixed (GByteArray *bytes, guint64 field, const char *text)
{
  char *end;
  const double real = g_ascii_strtod (text, &end);
  const gboolean is_real = memchr (text, '.', (gsize) (end - text)) != NULL;
  guint64 value = g_ascii_strtoull (text, NULL, 10);

  if (is_real)
    memcpy (&value, &real, sizeof value);
  value = GUINT64_TO_LE (value);
  put_varint (bytes, field << 3 | 1);
  g_byte_array_append (bytes, (const guint8 *) &value, sizeof value);
  return end;
}

/**
 * tv_test_put_message:
 * @bytes: receives it
 * @text: fields as `FIELD=NUMBER`, `FIELD="TEXT"` or `FIELD{MESSAGE}`, separated by
 *   blanks, up to a closing brace or the end; `FIELD:NUMBER` for 64 bits of fixed
 *   size, `FIELD:NUMBER.FRACTION` for a double
 *
 * Writes a message in the encoding of protocol buffers.
 *
 * Returns: what is behind the fields
 */
const char *
tv_test_put_message (GByteArray *bytes, const char *text)
{
  while (*text != '\0' && *text != '}')
    {
      char *rest;
      const guint64 field = g_ascii_strtoull (text, &rest, 10);

      if (*rest == '{')
        {
          g_autoptr (GByteArray) inner = g_byte_array_new ();

          text = tv_test_put_message (inner, rest + 1) + 1;
          put_bytes (bytes, field, inner->data, inner->len);
        }
      else if (*rest == ':')
        text = put_fixed (bytes, field, rest + 1);
      else if (rest[1] == '"')
        {
          text = strchr (rest + 2, '"');
          put_bytes (bytes, field, rest + 2, (gsize) (text - rest - 2));
          text++;
        }
      else
        {
          put_varint (bytes, field << 3);
          put_varint (bytes, (guint64) g_ascii_strtoll (rest + 1, &rest, 10));
          text = rest;
        }
      while (*text == ' ')
        text++;
    }
  return text;
}
