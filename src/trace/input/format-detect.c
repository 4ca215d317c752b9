/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/input/format-detect.h"

#include "trace/input/byte-cursor.h"
#include "trace/model/trace-error.h"

#include <glib/gi18n-lib.h>

/* Bytes that other files begin with, and what these files are. */
typedef struct
{
  const char *magic;
  gsize length;
  const char *sentence;
} Magic;

#define MAGIC(literal, sentence)                                                       \
  {                                                                                    \
    literal, sizeof literal - 1, sentence                                              \
  }

static const Magic magics[] = {
  MAGIC ("SIMPLEPERF", N_ ("This is a simpleperf profile, not a method trace")),
  MAGIC ("PERFILE2", N_ ("This is a perf.data file, not a method trace")),
  /* Before Linux 2.6.32. */
  MAGIC ("PERFFILE", N_ ("This is a perf.data file, not a method trace")),
  MAGIC ("PK\x03\x04", N_ ("This is a zip archive, not a method trace")),
  /* Without files. */
  MAGIC ("PK\x05\x06", N_ ("This is a zip archive, not a method trace")),
  MAGIC ("FLR\0", N_ ("This is a JDK Flight Recorder (JFR) recording, not an Android "
                      "method trace")),
  MAGIC ("JAVA PROFILE ",
         N_ ("This is an hprof heap dump or profile, not an Android method trace")),
  MAGIC ("\x17\x08\x44tracing",
         N_ ("This is a trace-cmd file, not an Android method trace")),
  MAGIC ("\xFD"
         "7zXZ\0",
         N_ ("This file is compressed with xz, not with gzip: unpack it first")),
  MAGIC ("BZh", N_ ("This file is compressed with bzip2, not with gzip: unpack it "
                    "first")),
  MAGIC ("\x28\xB5\x2F\xFD",
         N_ ("This file is compressed with Zstandard, not with gzip: unpack it first")),
  MAGIC ("\x04\x22\x4D\x18",
         N_ ("This file is compressed with LZ4, not with gzip: unpack it first")),
};

/* Regular expressions for the beginning of other texts, behind blank space. The first
 * that matches counts. */
typedef struct
{
  const char *pattern;
  const char *sentence;
} TextKind;

static const TextKind text_kinds[] = {
  { "[{[]", N_ ("This is JSON text, not a method trace") },
  { "(?:TRACE:\\s+)?# tracer: |<(?s:.*?)<title>Android System Trace",
    N_ ("This is a systrace report, not an Android method trace") },
  { "(?i:<!doctype html|<html)",
    N_ ("This is a web page, not an Android method trace") },
  { "# callgrind format"
    "|(?:(?:version|creator|pid|cmd|part|thread|desc|positions): "
    "?.*\\s+){0,20}+events: ",
    N_ ("This is a callgrind profile, not an Android method trace") },
  /* Comments, and a line of command, ids, processor and time. */
  { "(?:#.*\\n)*+\\S.*?\\s-?\\d+(?:/-?\\d+)?\\s+(?:\\[\\d+\\]\\s+)?\\d+\\.\\d+:\\s",
    N_ ("This is the output of “perf script”, not an Android method trace") },
  /* The first lines all end with a number, and one of them has several frames. */
  { "(?:.*\\S \\d+\\r?\\n){0,9}.*\\S;.*\\S \\d+\\r?(?:\\n|\\z)",
    N_ ("These are collapsed stacks, not an Android method trace") },
};

/* No pattern needs more of a text. */
#define MAX_TEXT 4096

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

/* Reads a varint, the numbers of protobuf. */
static gboolean
read_varint (TvByteCursor *cursor, guint64 *value)
{
  *value = 0;
  for (guint shift = 0; shift < 63 && tv_byte_cursor_remaining (cursor) > 0; shift += 7)
    {
      guint8 byte = cursor->data[cursor->position++];

      *value |= (guint64) (byte & 0x7F) << shift;
      if (byte < 0x80)
        return TRUE;
    }
  return FALSE;
}

/* Whether a message is a type of value in pprof: fields 1 and 2 are indexes of strings.
 */
static gboolean
is_value_type (const guint8 *data, gsize size)
{
  TvByteCursor cursor = { .data = data, .size = size };
  guint64 key;
  guint64 string;

  while (tv_byte_cursor_remaining (&cursor) > 0)
    if (!read_varint (&cursor, &key) || (key != 1 << 3 && key != 2 << 3)
        || !read_varint (&cursor, &string))
      return FALSE;
  return size > 0;
}

/* Field 1 of a message, which is bytes. Its key is also a line feed. */
#define FIELD_1 0x0A

/* A Perfetto trace is a protobuf message that repeats field 1, a packet, and a pprof
 * profile begins with its types of value in the same field. The first one must end
 * where the next field begins, or at the end of the file. */
static const char *
find_protobuf (const guint8 *data, gsize size)
{
  TvByteCursor cursor = { .data = data, .size = size, .position = 1 };
  guint64 length;
  gsize end;

  if (size < 3 || data[0] != FIELD_1 || !read_varint (&cursor, &length) || length == 0
      || length > tv_byte_cursor_remaining (&cursor))
    return NULL;
  end = cursor.position + (gsize) length;
  if (is_value_type (data + cursor.position, (gsize) length))
    return _ ("This is a pprof profile, not an Android method trace");
  if (end == size || data[end] == FIELD_1)
    return _ ("This looks like a Perfetto trace, not a method trace");
  return NULL;
}

static const char *
find_text_kind (const guint8 *data, gsize size)
{
  const gsize start = skip_blank (data, size);
  const gssize length = (gssize) MIN (size - start, MAX_TEXT);
  const char *text = (const char *) data + start;

  if (length == 0 || memchr (text, '\0', (gsize) length) != NULL)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (text_kinds); i++)
    {
      g_autoptr (GRegex) regex
          = g_regex_new (text_kinds[i].pattern, G_REGEX_RAW | G_REGEX_ANCHORED,
                         G_REGEX_MATCH_DEFAULT, NULL);

      if (g_regex_match_full (regex, text, length, 0, G_REGEX_MATCH_DEFAULT, NULL,
                              NULL))
        return _ (text_kinds[i].sentence);
    }
  return NULL;
}

/* Returns a sentence that says what a file is instead of a method trace, or NULL. */
static const char *
find_other_format (const guint8 *data, gsize size)
{
  const char *sentence = find_protobuf (data, size);

  for (guint i = 0; sentence == NULL && i < G_N_ELEMENTS (magics); i++)
    if (starts_with (data, size, magics[i].magic, magics[i].length))
      sentence = _ (magics[i].sentence);
  return sentence != NULL ? sentence : find_text_kind (data, size);
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
  start = skip_blank (data, size);
  return starts_with (data + start, size - start, "*version", 8) ? TV_CONTENT_CLASSIC
                                                                 : TV_CONTENT_UNKNOWN;
}

/**
 * tv_content_is_readable:
 * @content: a kind of file
 *
 * Returns: whether it is a method trace of a supported version
 */
gboolean
tv_content_is_readable (TvContent content)
{
  return content != TV_CONTENT_UNKNOWN && content != TV_CONTENT_LONG_RUNNING
         && content != TV_CONTENT_OTHER_VERSION;
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
 * @bytes: the beginning of a file that cannot be loaded
 * @error: (out): the reason
 */
void
tv_content_set_error (GBytes *bytes, GError **error)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);
  const char *sentence;

  if (tv_content_detect (bytes) != TV_CONTENT_UNKNOWN)
    {
      tv_content_set_version_error (tv_load_u16 (data + 4), 4, error);
      return;
    }
  sentence = find_other_format (data, size);
  if (sentence != NULL)
    g_set_error_literal (error, TV_TRACE_ERROR, TV_TRACE_ERROR_OTHER_FORMAT, sentence);
  else
    g_set_error_literal (error, TV_TRACE_ERROR, TV_TRACE_ERROR_NOT_A_TRACE,
                         _ ("This is not an Android method trace"));
}
