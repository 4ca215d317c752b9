/* SPDX-License-Identifier: Apache-2.0 */

#include "support/long-running-writer.h"

#include <string.h>

enum
{
  TYPE_THREAD = 0,
  TYPE_METHOD = 1,
  TYPE_RECORDS = 2
};

struct _TvLongRunningWriter
{
  GByteArray *bytes;
  GByteArray *records; /* of the present block */
  guint32 thread;
  guint32 n_records;
  guint64 word; /* the last time and action */
  guint64 method;
};

/**
 * tv_long_running_writer_new:
 *
 * Returns: (transfer full): a file without bytes
 */
TvLongRunningWriter *
tv_long_running_writer_new (void)
{
  TvLongRunningWriter *writer = g_new0 (TvLongRunningWriter, 1);

  writer->bytes = g_byte_array_new ();
  writer->records = g_byte_array_new ();
  return writer;
}

void
tv_long_running_writer_free (TvLongRunningWriter *writer)
{
  g_byte_array_unref (writer->bytes);
  g_byte_array_unref (writer->records);
  g_free (writer);
}

/**
 * tv_long_running_writer_raw:
 * @writer: a file
 * @data: (array length=length): bytes to append
 * @length: their number
 */
void
tv_long_running_writer_raw (TvLongRunningWriter *writer, gconstpointer data,
                            gsize length)
{
  g_byte_array_append (writer->bytes, data, (guint) length);
}

/* Appends a little-endian number. */
static void
put (TvLongRunningWriter *writer, guint64 value, guint size)
{
  const guint64 bytes = GUINT64_TO_LE (value);

  tv_long_running_writer_raw (writer, &bytes, size);
}

static void
put_signed (GByteArray *bytes, gint64 value)
{
  gboolean more = TRUE;

  while (more)
    {
      guint8 byte = (guint8) (value & 0x7F);

      value >>= 7;
      more = value != ((byte & 0x40) != 0 ? -1 : 0);
      byte |= more ? 0x80 : 0;
      g_byte_array_append (bytes, &byte, 1);
    }
}

/**
 * tv_long_running_writer_begin:
 * @writer: a file
 * @thread: whose records follow
 */
void
tv_long_running_writer_begin (TvLongRunningWriter *writer, guint32 thread)
{
  g_byte_array_set_size (writer->records, 0);
  writer->thread = thread;
  writer->n_records = 0;
  writer->word = writer->method = 0;
}

static void
put_time (TvLongRunningWriter *writer, guint64 word)
{
  put_signed (writer->records, (gint64) (word - writer->word));
  writer->word = word;
  writer->n_records++;
}

/**
 * tv_long_running_writer_enter:
 * @writer: a file in a block
 * @time: an even time
 * @method: the address of a method
 */
void
tv_long_running_writer_enter (TvLongRunningWriter *writer, guint64 time, guint64 method)
{
  put_time (writer, time);
  put_signed (writer->records, (gint64) (method - writer->method));
  writer->method = method;
}

/**
 * tv_long_running_writer_exit:
 * @writer: a file in a block
 * @time: an even time
 */
void
tv_long_running_writer_exit (TvLongRunningWriter *writer, guint64 time)
{
  put_time (writer, time | 1);
}

/**
 * tv_long_running_writer_end:
 * @writer: a file in a block, which ends
 */
void
tv_long_running_writer_end (TvLongRunningWriter *writer)
{
  put (writer, TYPE_RECORDS, 1);
  put (writer, writer->thread, 4);
  put (writer, writer->n_records, 3);
  put (writer, writer->records->len, 4);
  tv_long_running_writer_raw (writer, writer->records->data, writer->records->len);
}

/**
 * tv_long_running_writer_add_thread:
 * @writer: a file
 * @id: the number of a thread
 * @name: its name
 */
void
tv_long_running_writer_add_thread (TvLongRunningWriter *writer, guint32 id,
                                   const char *name)
{
  put (writer, TYPE_THREAD, 1);
  put (writer, id, 4);
  put (writer, strlen (name), 2);
  tv_long_running_writer_raw (writer, name, strlen (name));
}

/**
 * tv_long_running_writer_add_method:
 * @writer: a file
 * @id: the address of a method
 * @line: its class, name, signature and file, with tabs between them
 */
void
tv_long_running_writer_add_method (TvLongRunningWriter *writer, guint64 id,
                                   const char *line)
{
  put (writer, TYPE_METHOD, 1);
  put (writer, id, 8);
  put (writer, strlen (line) + 1, 2);
  tv_long_running_writer_raw (writer, line, strlen (line));
  tv_long_running_writer_raw (writer, "\n", 1);
}

/**
 * tv_long_running_writer_to_bytes:
 * @writer: a file
 *
 * Returns: (transfer full): its bytes
 */
GBytes *
tv_long_running_writer_to_bytes (TvLongRunningWriter *writer)
{
  return g_bytes_new (writer->bytes->data, writer->bytes->len);
}
