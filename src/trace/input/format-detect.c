/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/input/format-detect.h"

#include "trace/input/byte-cursor.h"
#include "trace/model/trace-error.h"

#include <glib/gi18n-lib.h>

#define PERFETTO_PACKET 0x0A

typedef struct
{
  const char *magic;
  gsize length;
  TvContent content;
} Magic;

static const Magic magics[] = {
  { "SIMPLEPERF", 10, TV_CONTENT_SIMPLEPERF },
  { "PERFILE2", 8, TV_CONTENT_PERF_DATA },
  { "PERFFILE", 8, TV_CONTENT_PERF_DATA }, /* before Linux 2.6.32 */
  { "PK\x03\x04", 4, TV_CONTENT_ZIP },
  { "PK\x05\x06", 4, TV_CONTENT_ZIP }, /* without files */
};

static gboolean
starts_with (const guint8 *data, gsize size, const char *magic, gsize length)
{
  return size >= length && memcmp (data, magic, length) == 0;
}

static TvContent
detect_version (guint16 version)
{
  switch (version)
    {
    case 1:
    case 2:
    case 3:
      return TV_CONTENT_BARE_DATA;
    case 0xF1:
    case 0xF2:
    case 0xF3:
      return TV_CONTENT_STREAMING;
    case 4:
    case 5:
    case 0xF4:
    case 0xF5:
      return TV_CONTENT_PACKETS;
    case 6:
    case 0xF6:
      return TV_CONTENT_LONG_RUNNING;
    default:
      return TV_CONTENT_OTHER_VERSION;
    }
}

/* Blank lines and a byte order mark may precede the key section. */
static gsize
skip_blank (const guint8 *data, gsize size)
{
  gsize i = starts_with (data, size, "\xEF\xBB\xBF", 3) ? 3 : 0;

  while (i < size
         && (data[i] == '\n' || data[i] == '\r' || data[i] == ' ' || data[i] == '\t'))
    i++;
  return i;
}

/* A Perfetto trace is a protobuf message that repeats field 1, a packet: a key byte,
 * the length as a varint, the packet. The key byte is also a line feed, so the first
 * packet must end where the next one begins, or at the end of the file. */
static gboolean
is_perfetto (const guint8 *data, gsize size)
{
  guint64 length = 0;
  gsize at = 1;

  if (size < 3 || data[0] != PERFETTO_PACKET)
    return FALSE;
  for (guint shift = 0; shift < 35 && at < size; shift += 7)
    {
      guint8 byte = data[at++];

      length |= (guint64) (byte & 0x7F) << shift;
      if (byte < 0x80)
        break;
    }
  if (length == 0 || length > size - at)
    return FALSE;
  return length == size - at || data[at + length] == PERFETTO_PACKET;
}

/**
 * tv_content_detect:
 * @bytes: a file's bytes, unzipped
 *
 * Returns: the kind of the file
 */
TvContent
tv_content_detect (GBytes *bytes)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  gsize start;

  if (starts_with (data, size, "SLOW", 4))
    return size < 6 ? TV_CONTENT_BARE_DATA : detect_version (tv_load_u16 (data + 4));
  for (guint i = 0; i < G_N_ELEMENTS (magics); i++)
    if (starts_with (data, size, magics[i].magic, magics[i].length))
      return magics[i].content;
  start = skip_blank (data, size);
  if (starts_with (data + start, size - start, "*version", 8))
    return TV_CONTENT_CLASSIC;
  if (start < size && (data[start] == '{' || data[start] == '['))
    return TV_CONTENT_JSON;
  if (is_perfetto (data, size))
    return TV_CONTENT_PERFETTO;
  return TV_CONTENT_UNKNOWN;
}

static void
set_other_format (GError **error, const char *sentence)
{
  g_set_error_literal (error, TV_TRACE_ERROR, TV_TRACE_ERROR_OTHER_FORMAT, sentence);
}

/**
 * tv_content_set_version_error:
 * @version: a version that is not supported
 * @offset: its byte offset in the file
 * @error: (out): %TV_TRACE_ERROR_UNSUPPORTED_VERSION
 */
void
tv_content_set_version_error (guint version, gsize offset, GError **error)
{
  /* From 0xF0 on, the low digit is the version and the high one marks a stream. */
  g_autofree char *shown = version < 0xF0 ? g_strdup_printf ("%u", version)
                                          : g_strdup_printf ("0x%X", version);

  if (detect_version ((guint16) version) == TV_CONTENT_LONG_RUNNING)
    g_set_error (error, TV_TRACE_ERROR, TV_TRACE_ERROR_UNSUPPORTED_VERSION,
                 _ ("Traces of long-running methods are not supported (version %s at "
                    "byte %zu)"),
                 shown, offset);
  else
    g_set_error (error, TV_TRACE_ERROR, TV_TRACE_ERROR_UNSUPPORTED_VERSION,
                 _ ("Unsupported trace version %s (at byte %zu)"), shown, offset);
}

/**
 * tv_content_set_error:
 * @content: a kind of file that cannot be loaded
 * @bytes: the file
 * @error: (out): the reason
 */
void
tv_content_set_error (TvContent content, GBytes *bytes, GError **error)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  guint version = size >= 6 ? tv_load_u16 (data + 4) : 0;

  switch (content)
    {
    case TV_CONTENT_LONG_RUNNING:
    case TV_CONTENT_OTHER_VERSION:
    case TV_CONTENT_BARE_DATA:
      tv_content_set_version_error (version, 4, error);
      return;
    case TV_CONTENT_SIMPLEPERF:
      set_other_format (error, _ ("This is a simpleperf profile, not a method trace"));
      return;
    case TV_CONTENT_PERF_DATA:
      set_other_format (error, _ ("This is a perf.data file, not a method trace"));
      return;
    case TV_CONTENT_ZIP:
      set_other_format (error, _ ("This is a zip archive, not a method trace"));
      return;
    case TV_CONTENT_PERFETTO:
      set_other_format (error,
                        _ ("This looks like a Perfetto trace, not a method trace"));
      return;
    case TV_CONTENT_JSON:
      set_other_format (error, _ ("This is JSON text, not a method trace"));
      return;
    case TV_CONTENT_UNKNOWN:
    case TV_CONTENT_CLASSIC:
    case TV_CONTENT_STREAMING:
    case TV_CONTENT_PACKETS:
    default:
      g_set_error_literal (error, TV_TRACE_ERROR, TV_TRACE_ERROR_NOT_A_TRACE,
                           _ ("This is not an Android method trace"));
    }
}
