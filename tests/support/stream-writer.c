/* SPDX-License-Identifier: Apache-2.0 */

#include "support/stream-writer.h"

#include "support/trace-writer-private.h"

#include <string.h>

#define HEADER_LENGTH 32

struct _TvStreamWriter
{
  TvTraceWriter *tables;
  guint stated_length;
  guint record_length;
  GHashTable *methods; /* ids to lines that are still to be announced */
  GHashTable *threads; /* the low 16 bits of ids to names, likewise */
  TvByteSink *items;
};

/* The lines of a table, by the number that they begin with, cut to @mask. */
static GHashTable *
index_lines (const GString *section, guint32 mask)
{
  GHashTable *index = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_auto (GStrv) lines = g_strsplit (section->str, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      guint32 id = (guint32) g_ascii_strtoull (lines[i], NULL, 0) & mask;

      if (*lines[i] != '\0')
        g_hash_table_insert (index, GUINT_TO_POINTER (id), g_strdup (lines[i]));
    }
  return index;
}

/**
 * tv_stream_writer_new:
 * @tables: (transfer none): a writer with all properties, threads and methods, whose
 *   version, clock and record length hold; outlives the result
 *
 * Starts a streamed trace. Methods and threads of @tables are announced before the
 * first event that names them.
 *
 * Returns: (transfer full): a writer without items
 */
TvStreamWriter *
tv_stream_writer_new (TvTraceWriter *tables)
{
  TvStreamWriter *writer = NULL;

  g_return_val_if_fail (tables != NULL, NULL);

  writer = g_new0 (TvStreamWriter, 1);
  writer->tables = tables;
  writer->stated_length = tables->version == 3 ? 14 : 10;
  writer->record_length = writer->stated_length;
  writer->methods = index_lines (tables->sections[TV_WRITER_METHODS], G_MAXUINT32);
  writer->threads = index_lines (tables->sections[TV_WRITER_THREADS], 0xFFFF);
  writer->items = tv_byte_sink_new ();
  return writer;
}

/**
 * tv_stream_writer_free:
 * @writer: (transfer full) (nullable): a writer
 */
void
tv_stream_writer_free (TvStreamWriter *writer)
{
  if (writer == NULL)
    return;
  g_hash_table_unref (writer->methods);
  g_hash_table_unref (writer->threads);
  tv_byte_sink_free (writer->items);
  g_free (writer);
}

/**
 * tv_stream_writer_set_record_length:
 * @writer: a writer without items
 * @stated: what the header says
 * @length: what records take; bytes behind the times are not zero
 */
void
tv_stream_writer_set_record_length (TvStreamWriter *writer, guint stated, guint length)
{
  g_return_if_fail (writer != NULL);

  writer->stated_length = stated;
  writer->record_length = length;
}

/**
 * tv_stream_writer_raw:
 * @writer: a writer
 * @data: (array length=length): any bytes
 * @length: number of bytes
 */
void
tv_stream_writer_raw (TvStreamWriter *writer, gconstpointer data, gsize length)
{
  tv_byte_sink_append (writer->items, data, length);
}

/**
 * tv_stream_writer_add_method:
 * @writer: a writer
 * @line: what stands in the item, with its line feed if it shall have one
 *
 * Announces a method.
 */
void
tv_stream_writer_add_method (TvStreamWriter *writer, const char *line)
{
  guint8 head[5] = { 0, 0, 1 };

  tv_put_number (head, 3, 2, strlen (line));
  tv_stream_writer_raw (writer, head, sizeof head);
  tv_stream_writer_raw (writer, line, strlen (line));
}

/**
 * tv_stream_writer_add_thread:
 * @writer: a writer
 * @id: its id as records have it
 * @name: its name
 *
 * Announces a thread.
 */
void
tv_stream_writer_add_thread (TvStreamWriter *writer, guint id, const char *name)
{
  guint8 head[7] = { 0, 0, 2 };

  tv_put_number (head, 3, 2, id);
  tv_put_number (head, 5, 2, strlen (name));
  tv_stream_writer_raw (writer, head, sizeof head);
  tv_stream_writer_raw (writer, name, strlen (name));
}

/**
 * tv_stream_writer_record:
 * @writer: a writer
 * @event: what happened
 *
 * Adds an event and announces nothing.
 */
void
tv_stream_writer_record (TvStreamWriter *writer, const TvWriterEvent *event)
{
  TvWriterClock clock = writer->tables->clock;
  gboolean cpu_first
      = clock == TV_WRITER_CLOCK_DUAL || clock == TV_WRITER_CLOCK_THREAD_CPU;
  guint8 record[14];

  memset (record, 0xA5, sizeof record);
  tv_put_number (record, 0, 2, event->thread);
  tv_put_number (record, 2, 4, event->method | (guint32) event->action);
  tv_put_number (record, 6, 4, cpu_first ? event->cpu : event->wall);
  if (clock == TV_WRITER_CLOCK_DUAL)
    tv_put_number (record, 10, 4, event->wall);
  tv_stream_writer_raw (writer, record, MIN (writer->record_length, sizeof record));
  for (guint i = sizeof record; i < writer->record_length; i++)
    tv_stream_writer_raw (writer, "\xA5", 1);
}

/**
 * tv_stream_writer_event:
 * @writer: a writer
 * @event: what happened
 *
 * Adds an event, and before it what the tables say of its method and its thread if
 * this is the first time that they are seen.
 */
void
tv_stream_writer_event (TvStreamWriter *writer, const TvWriterEvent *event)
{
  gpointer method_key = GUINT_TO_POINTER (event->method);
  gpointer thread_key = GUINT_TO_POINTER (event->thread & 0xFFFF);
  const char *method = g_hash_table_lookup (writer->methods, method_key);
  const char *thread = g_hash_table_lookup (writer->threads, thread_key);

  if (method != NULL)
    {
      g_autofree char *line = g_strconcat (method, "\n", NULL);

      tv_stream_writer_add_method (writer, line);
      g_hash_table_remove (writer->methods, method_key);
    }
  if (thread != NULL)
    {
      tv_stream_writer_add_thread (writer, event->thread & 0xFFFF,
                                   strchr (thread, '\t') + 1);
      g_hash_table_remove (writer->threads, thread_key);
    }
  tv_stream_writer_record (writer, event);
}

/**
 * tv_stream_writer_add_summary_text:
 * @writer: a writer
 * @text: a key section, or something else
 * @announced: the length that the item gives
 */
void
tv_stream_writer_add_summary_text (TvStreamWriter *writer, const char *text,
                                   gsize announced)
{
  guint8 head[7] = { 0, 0, 3 };

  tv_put_number (head, 3, 4, announced);
  tv_stream_writer_raw (writer, head, sizeof head);
  tv_stream_writer_raw (writer, text, strlen (text));
}

/**
 * tv_stream_writer_summary_to_bytes:
 * @writer: a writer
 * @form: what the summary lists
 *
 * Returns: (transfer full): the text of a summary
 */
GBytes *
tv_stream_writer_summary_to_bytes (TvStreamWriter *writer, TvSummaryForm form)
{
  GString **sections = writer->tables->sections;
  GString *threads = sections[TV_WRITER_THREADS];
  GString *methods = sections[TV_WRITER_METHODS];
  g_autoptr (GString) nothing = g_string_new (NULL);
  GBytes *text = NULL;

  if (form == TV_SUMMARY_OF_2023 || form == TV_SUMMARY_BARE)
    sections[TV_WRITER_THREADS] = nothing;
  if (form == TV_SUMMARY_OF_2017 || form == TV_SUMMARY_BARE)
    sections[TV_WRITER_METHODS] = nothing;
  text = tv_trace_writer_key_to_bytes (writer->tables);
  sections[TV_WRITER_THREADS] = threads;
  sections[TV_WRITER_METHODS] = methods;
  return text;
}

/**
 * tv_stream_writer_add_summary:
 * @writer: a writer
 * @form: what the summary lists
 *
 * Ends the stream as a runtime does.
 */
void
tv_stream_writer_add_summary (TvStreamWriter *writer, TvSummaryForm form)
{
  g_autoptr (GBytes) text = tv_stream_writer_summary_to_bytes (writer, form);
  gsize size = 0;
  const char *data = g_bytes_get_data (text, &size);
  g_autofree char *terminated = g_strndup (data, size);

  tv_stream_writer_add_summary_text (writer, terminated, size);
}

static void
put_header (const TvStreamWriter *writer, guint8 header[HEADER_LENGTH])
{
  memset (header, 0, HEADER_LENGTH);
  memcpy (header, "SLOW", 4);
  tv_put_number (header, 4, 2, writer->tables->version | 0xF0);
  tv_put_number (header, 6, 2, HEADER_LENGTH);
  tv_put_number (header, 8, 8, writer->tables->fields[TV_WRITER_START_TIME]);
  tv_put_number (header, 16, 2, writer->stated_length);
}

/**
 * tv_stream_writer_to_bytes:
 * @writer: a writer that keeps its items
 *
 * Returns: (transfer full): the file
 */
GBytes *
tv_stream_writer_to_bytes (const TvStreamWriter *writer)
{
  const GByteArray *items = tv_byte_sink_get_kept (writer->items);
  GByteArray *file = g_byte_array_new ();
  guint8 header[HEADER_LENGTH];

  put_header (writer, header);
  g_byte_array_append (file, header, sizeof header);
  g_byte_array_append (file, items->data, items->len);
  return g_byte_array_free_to_bytes (file);
}

/**
 * tv_stream_writer_begin_file:
 * @writer: a writer without items
 * @path: where to
 * @error: return location for an error of the file system
 *
 * Writes the header, and from now on the items as they come, so that a trace may be
 * larger than memory. tv_stream_writer_end_file() must follow.
 *
 * Returns: whether the file could be made
 */
gboolean
tv_stream_writer_begin_file (TvStreamWriter *writer, const char *path, GError **error)
{
  guint8 header[HEADER_LENGTH];

  g_return_val_if_fail (tv_byte_sink_get_kept (writer->items)->len == 0, FALSE);

  put_header (writer, header);
  tv_byte_sink_append (writer->items, header, sizeof header);
  return tv_byte_sink_begin_file (writer->items, path, error);
}

/**
 * tv_stream_writer_end_file:
 * @writer: a writer that writes to a file
 * @error: return location for the first error of the file system since the file was
 *   begun
 *
 * Writes what is left and closes the file.
 *
 * Returns: whether everything was written
 */
gboolean
tv_stream_writer_end_file (TvStreamWriter *writer, GError **error)
{
  return tv_byte_sink_end_file (writer->items, error);
}
