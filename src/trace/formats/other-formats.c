/* SPDX-License-Identifier: Apache-2.0 */

/* Formats that are only recognised: one sentence says what a file is. */

#include "config.h"

#include "trace/formats/trace-reader.h"

#include "trace/input/byte-cursor.h"

#include <glib/gi18n-lib.h>

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

/* Finds the first field of a protobuf message that begins with field 1, which must end
 * where the next field begins, or at the end of the file. */
static gboolean
find_first_field (GBytes *start, const guint8 **field, gsize *length, gboolean *repeats)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (start, &size);
  TvByteCursor cursor = { .data = data, .size = size, .position = 1 };
  guint64 number;
  gsize end;

  if (size < 3 || data[0] != FIELD_1 || !read_varint (&cursor, &number) || number == 0
      || number > tv_byte_cursor_remaining (&cursor))
    return FALSE;
  *field = data + cursor.position;
  *length = (gsize) number;
  end = cursor.position + *length;
  *repeats = end == size || data[end] == FIELD_1;
  return TRUE;
}

/* A pprof profile begins with its types of value. */
static gboolean
is_pprof (GBytes *start)
{
  const guint8 *field;
  gsize length;
  gboolean repeats;

  return find_first_field (start, &field, &length, &repeats)
         && is_value_type (field, length);
}

/* A Perfetto trace repeats field 1, a packet. */
static gboolean
is_perfetto (GBytes *start)
{
  const guint8 *field;
  gsize length;
  gboolean repeats;

  return find_first_field (start, &field, &length, &repeats) && repeats;
}

#define MAGIC(literal) .magic = literal, .magic_length = sizeof literal - 1

/* The first one that fits counts. */
static const TvTraceReader others[] = {
  { .probe = is_pprof,
    .sentence = N_ ("This is a pprof profile, not an Android method trace") },
  { .probe = is_perfetto,
    .sentence = N_ ("This looks like a Perfetto trace, not a method trace") },
  { MAGIC ("SIMPLEPERF"),
    .sentence = N_ ("This is a simpleperf profile, not a method trace") },
  { MAGIC ("PERFILE2"),
    .sentence = N_ ("This is a perf.data file, not a method trace") },
  /* Before Linux 2.6.32. */
  { MAGIC ("PERFFILE"),
    .sentence = N_ ("This is a perf.data file, not a method trace") },
  { MAGIC ("PK\x03\x04"),
    .sentence = N_ ("This is a zip archive, not a method trace") },
  /* Without files. */
  { MAGIC ("PK\x05\x06"),
    .sentence = N_ ("This is a zip archive, not a method trace") },
  { MAGIC ("FLR\0"),
    .sentence = N_ ("This is a JDK Flight Recorder (JFR) recording, not an Android "
                    "method trace") },
  { MAGIC ("JAVA PROFILE "),
    .sentence
    = N_ ("This is an hprof heap dump or profile, not an Android method trace") },
  { MAGIC ("\x17\x08\x44tracing"),
    .sentence = N_ ("This is a trace-cmd file, not an Android method trace") },
  { MAGIC ("\xFD"
           "7zXZ\0"),
    .sentence
    = N_ ("This file is compressed with xz, not with gzip: unpack it first") },
  { MAGIC ("BZh"),
    .sentence = N_ ("This file is compressed with bzip2, not with gzip: unpack it "
                    "first") },
  { MAGIC ("\x28\xB5\x2F\xFD"),
    .sentence
    = N_ ("This file is compressed with Zstandard, not with gzip: unpack it first") },
  { MAGIC ("\x04\x22\x4D\x18"),
    .sentence
    = N_ ("This file is compressed with LZ4, not with gzip: unpack it first") },
  { .pattern = "[{[]", .sentence = N_ ("This is JSON text, not a method trace") },
  { .pattern = "(?:TRACE:\\s+)?# tracer: |<(?s:.*?)<title>Android System Trace",
    .sentence = N_ ("This is a systrace report, not an Android method trace") },
  { .pattern = "(?i:<!doctype html|<html)",
    .sentence = N_ ("This is a web page, not an Android method trace") },
  { .pattern = "# callgrind format"
               "|(?:(?:version|creator|pid|cmd|part|thread|desc|positions): "
               "?.*\\s+){0,20}+events: ",
    .sentence = N_ ("This is a callgrind profile, not an Android method trace") },
  /* Comments, and a line of command, ids, processor and time. */
  { .pattern
    = "(?:#.*\\n)*+\\S.*?\\s-?\\d+(?:/-?\\d+)?\\s+(?:\\[\\d+\\]\\s+)?\\d+\\.\\d+:\\s",
    .sentence
    = N_ ("This is the output of “perf script”, not an Android method trace") },
  /* The first lines all end with a number, and one of them has several frames. */
  { .pattern = "(?:.*\\S \\d+\\r?\\n){0,9}.*\\S;.*\\S \\d+\\r?(?:\\n|\\z)",
    .sentence = N_ ("These are collapsed stacks, not an Android method trace") },
};

const TvTraceReader *
tv_other_format_find (GBytes *start)
{
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (tv_trace_reader_fits (&others[i], start))
      return &others[i];
  return NULL;
}
