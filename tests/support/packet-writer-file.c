/* SPDX-License-Identifier: Apache-2.0 */

/* What stands round the blocks of records: the header, names and the summary. */

#include "support/packet-writer-private.h"

#include <string.h>

#define HEADER_LENGTH 32
#define NS_PER_US 1000

enum
{
  TYPE_THREAD = 0,
  TYPE_METHOD = 1,
  TYPE_SUMMARY = 3
};

static void
clear_pending_thread (gpointer data)
{
  TvPendingThread *thread = data;

  g_array_unref (thread->records);
  g_free (thread);
}

/* The lines of a table by the number that they begin with. */
static GHashTable *
index_lines (const GString *section)
{
  GHashTable *index = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_auto (GStrv) lines = g_strsplit (section->str, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    if (*lines[i] != '\0')
      g_hash_table_insert (
          index, GUINT_TO_POINTER ((guint) g_ascii_strtoull (lines[i], NULL, 0)),
          g_strdup (lines[i]));
  return index;
}

static guint
version_of (const TvPacketWriter *writer)
{
  return (writer->dual ? 5 : 4) | (writer->form.streamed ? 0xF0 : 0);
}

static void
write_header (TvPacketWriter *writer)
{
  guint64 frequency = writer->form.frequency;
  guint8 header[HEADER_LENGTH] = { 'S', 'L', 'O', 'W' };
  guint64 start_us = writer->tables->fields[TV_WRITER_START_TIME];

  tv_put_number (header, 4, 2, version_of (writer));
  tv_put_number (header, 6, 8, start_us * NS_PER_US);
  tv_put_number (header, 14, 8, frequency != 0 ? frequency / 2 : 0);
  tv_put_number (header, 22, 8, frequency);
  tv_packet_writer_raw (writer, header, sizeof header);
}

/**
 * tv_packet_writer_new:
 * @tables: (transfer none): a writer with all properties, threads and methods, whose
 *   clock holds; outlives the result
 * @form: the variant; sizes of 0 stand for what does not split anything
 *
 * Starts a trace of packets with its header. Two clocks make it version 5, one makes it
 * version 4. No name is announced yet.
 *
 * Returns: (transfer full): a writer without packets
 */
TvPacketWriter *
tv_packet_writer_new (TvTraceWriter *tables, const TvPacketForm *form)
{
  TvPacketWriter *writer = NULL;

  g_return_val_if_fail (tables != NULL && form != NULL, NULL);

  writer = g_new0 (TvPacketWriter, 1);
  writer->tables = tables;
  writer->form = *form;
  if (writer->form.flush_records == 0)
    writer->form.flush_records = G_MAXUINT;
  writer->form.block_records
      = form->block_records != 0 ? MIN (form->block_records, writer->form.flush_records)
                                 : writer->form.flush_records;
  writer->dual = tables->clock == TV_WRITER_CLOCK_DUAL;
  writer->method_lines = index_lines (tables->sections[TV_WRITER_METHODS]);
  writer->thread_lines = index_lines (tables->sections[TV_WRITER_THREADS]);
  writer->threads = g_hash_table_new_full (NULL, NULL, NULL, clear_pending_thread);
  writer->thread_order = g_ptr_array_new ();
  writer->payload = g_byte_array_new ();
  writer->bytes = tv_byte_sink_new ();
  write_header (writer);
  return writer;
}

/**
 * tv_packet_writer_free:
 * @writer: (transfer full) (nullable): a writer
 *
 * Frees the writer. A file that was begun but not ended is left incomplete.
 */
void
tv_packet_writer_free (TvPacketWriter *writer)
{
  if (writer == NULL)
    return;
  g_hash_table_unref (writer->method_lines);
  g_hash_table_unref (writer->thread_lines);
  g_ptr_array_unref (writer->thread_order);
  g_hash_table_unref (writer->threads);
  g_byte_array_unref (writer->payload);
  tv_byte_sink_free (writer->bytes);
  g_free (writer);
}

/**
 * tv_packet_writer_raw:
 * @writer: a writer
 * @data: (array length=length): any bytes
 * @length: number of bytes
 */
void
tv_packet_writer_raw (TvPacketWriter *writer, gconstpointer data, gsize length)
{
  tv_byte_sink_append (writer->bytes, data, length);
}

/**
 * tv_packet_writer_add_thread:
 * @writer: a writer
 * @id: thread id
 * @name: its name
 *
 * Announces a thread.
 */
void
tv_packet_writer_add_thread (TvPacketWriter *writer, guint32 id, const char *name)
{
  guint8 head[7] = { TYPE_THREAD };

  tv_put_number (head, 1, 4, id);
  tv_put_number (head, 5, 2, strlen (name));
  tv_packet_writer_raw (writer, head, sizeof head);
  tv_packet_writer_raw (writer, name, strlen (name));
}

/**
 * tv_packet_writer_add_method:
 * @writer: a writer
 * @id: method id
 * @text: class, name, signature and file with tabs between them, and a line feed at the
 *   end if it shall have one
 *
 * Announces a method.
 */
void
tv_packet_writer_add_method (TvPacketWriter *writer, guint64 id, const char *text)
{
  guint8 head[11] = { TYPE_METHOD };

  tv_put_number (head, 1, 8, id);
  tv_put_number (head, 9, 2, strlen (text));
  tv_packet_writer_raw (writer, head, sizeof head);
  tv_packet_writer_raw (writer, text, strlen (text));
}

static void
announce_method (TvPacketWriter *writer, guint32 id)
{
  const char *line = g_hash_table_lookup (writer->method_lines, GUINT_TO_POINTER (id));
  g_autofree char *text = NULL;

  if (line == NULL)
    return;
  text = g_strconcat (strchr (line, '\t') + 1, "\n", NULL);
  tv_packet_writer_add_method (writer, writer->form.first_method + id, text);
  g_hash_table_remove (writer->method_lines, GUINT_TO_POINTER (id));
}

static void
announce_thread (TvPacketWriter *writer, guint32 id)
{
  const char *line = g_hash_table_lookup (writer->thread_lines, GUINT_TO_POINTER (id));

  if (line == NULL)
    return;
  tv_packet_writer_add_thread (writer, id, strchr (line, '\t') + 1);
  g_hash_table_remove (writer->thread_lines, GUINT_TO_POINTER (id));
}

/**
 * tv_packet_writer_announce:
 * @writer: a writer
 * @event: what happened
 *
 * Announces what the tables say of the event's thread and method, once.
 */
void
tv_packet_writer_announce (TvPacketWriter *writer, const TvWriterEvent *event)
{
  announce_thread (writer, event->thread);
  announce_method (writer, event->method);
}

/**
 * tv_packet_writer_add_names:
 * @writer: a writer
 *
 * Announces all threads and methods of the tables that were not yet, in the order of
 * the tables.
 */
void
tv_packet_writer_add_names (TvPacketWriter *writer)
{
  GString *const *sections = writer->tables->sections;
  g_auto (GStrv) threads = g_strsplit (sections[TV_WRITER_THREADS]->str, "\n", -1);
  g_auto (GStrv) methods = g_strsplit (sections[TV_WRITER_METHODS]->str, "\n", -1);

  for (guint i = 0; threads[i] != NULL; i++)
    announce_thread (writer, (guint32) g_ascii_strtoull (threads[i], NULL, 0));
  for (guint i = 0; methods[i] != NULL; i++)
    announce_method (writer, (guint32) g_ascii_strtoull (methods[i], NULL, 0));
}

/**
 * tv_packet_writer_add_summary:
 * @writer: a writer
 *
 * Writes the records that are kept and ends the trace with the version, the clock and
 * the properties of the tables, as a runtime does.
 */
void
tv_packet_writer_add_summary (TvPacketWriter *writer)
{
  g_autoptr (GBytes) key = tv_trace_writer_key_to_bytes (writer->tables);
  gsize size = 0;
  const char *data = g_bytes_get_data (key, &size);
  g_autofree char *text = g_strndup (data, size);
  g_auto (GStrv) lines = g_strsplit (text, "\n", 3);
  char *threads = strstr (lines[2], "*threads");
  g_autofree char *summary = NULL;
  guint8 head[3] = { TYPE_SUMMARY };

  tv_packet_writer_flush (writer);
  *threads = '\0';
  summary = g_strdup_printf ("*version\n%u\n%s*end\n", writer->dual ? 5 : 4, lines[2]);
  tv_put_number (head, 1, 2, strlen (summary));
  tv_packet_writer_raw (writer, head, sizeof head);
  tv_packet_writer_raw (writer, summary, strlen (summary));
}

/**
 * tv_packet_writer_to_bytes:
 * @writer: a writer that writes to no file
 *
 * Writes the records that are kept and gives all that there is.
 *
 * Returns: (transfer full): the file
 */
GBytes *
tv_packet_writer_to_bytes (TvPacketWriter *writer)
{
  const GByteArray *bytes = NULL;

  g_return_val_if_fail (writer != NULL, NULL);

  tv_packet_writer_flush (writer);
  bytes = tv_byte_sink_get_kept (writer->bytes);
  return g_bytes_new (bytes->data, bytes->len);
}

/**
 * tv_packet_writer_begin_file:
 * @writer: a writer
 * @path: where to
 * @error: return location for an error of the file system
 *
 * Writes the packets to a file as they come, so that only the records that wait for
 * their block are in memory. tv_packet_writer_end_file() must follow.
 *
 * Returns: whether the file could be made
 */
gboolean
tv_packet_writer_begin_file (TvPacketWriter *writer, const char *path, GError **error)
{
  g_return_val_if_fail (writer != NULL, FALSE);

  return tv_byte_sink_begin_file (writer->bytes, path, error);
}

/**
 * tv_packet_writer_end_file:
 * @writer: a writer that writes to a file
 * @error: return location for the first error of the file system since the file was
 * begun
 *
 * Writes what is left and closes the file.
 *
 * Returns: whether everything was written
 */
gboolean
tv_packet_writer_end_file (TvPacketWriter *writer, GError **error)
{
  g_return_val_if_fail (writer != NULL, FALSE);

  tv_packet_writer_flush (writer);
  return tv_byte_sink_end_file (writer->bytes, error);
}
