/* SPDX-License-Identifier: Apache-2.0 */

#include "support/trace-writer-private.h"

#define MAGIC 0x574f4c53 /* the bytes "SLOW", little-endian */

/**
 * tv_trace_writer_new:
 * @version: 1, 2 or 3; decides the record layout and is the default of both versions
 *   that a file states
 * @clock: clock or clocks that the records hold; dual needs version 3
 *
 * Starts a trace with a header of 32 bytes, the record size that real runtimes use (9,
 * 10 and 14) and a `clock=` line as its only property.
 *
 * Returns: (transfer full): a writer without threads, methods and records
 */
TvTraceWriter *
tv_trace_writer_new (guint version, TvWriterClock clock)
{
  static const guint record_lengths[] = { 9, 10, 14 };
  TvTraceWriter *writer = NULL;

  g_return_val_if_fail (version >= 1 && version <= 3, NULL);
  g_return_val_if_fail (clock <= TV_WRITER_CLOCK_GLOBAL, NULL);

  writer = g_new0 (TvTraceWriter, 1);
  writer->version = version;
  writer->clock = clock;
  writer->fields[TV_WRITER_KEY_VERSION] = version;
  writer->fields[TV_WRITER_MAGIC] = MAGIC;
  writer->fields[TV_WRITER_DATA_VERSION] = version;
  tv_trace_writer_set_field (writer, TV_WRITER_HEADER_LENGTH, 32);
  tv_trace_writer_set_field (writer, TV_WRITER_RECORD_LENGTH,
                             record_lengths[version - 1]);
  for (guint i = 0; i < TV_N_WRITER_SECTIONS; i++)
    writer->sections[i] = g_string_new (NULL);
  writer->junk = g_byte_array_new ();
  writer->records = tv_byte_sink_new ();
  return writer;
}

/**
 * tv_trace_writer_free:
 * @writer: (transfer full) (nullable): a writer
 *
 * Frees the writer. A file that was begun but not ended is left incomplete.
 */
void
tv_trace_writer_free (TvTraceWriter *writer)
{
  if (writer == NULL)
    return;

  for (guint i = 0; i < TV_N_WRITER_SECTIONS; i++)
    g_string_free (writer->sections[i], TRUE);
  g_byte_array_unref (writer->junk);
  tv_byte_sink_free (writer->records);
  g_free (writer);
}

/**
 * tv_trace_writer_set_field:
 * @writer: a writer
 * @field: which number
 * @value: its value; what is wider than the field in the file is cut off there
 *
 * Sets a number of the file, right or wrong. See #TvWriterField.
 */
void
tv_trace_writer_set_field (TvTraceWriter *writer, TvWriterField field, guint64 value)
{
  g_return_if_fail (writer != NULL);
  g_return_if_fail (field < TV_N_WRITER_FIELDS);

  writer->fields[field] = value;
  if (field == TV_WRITER_HEADER_LENGTH)
    writer->fields[TV_WRITER_DATA_OFFSET] = value;
  /* Only version 3 has the field; every runtime leaves it 0 before. */
  if (field == TV_WRITER_RECORD_LENGTH)
    writer->fields[TV_WRITER_RECORD_SIZE] = writer->version == 3 ? value : 0;
}

/**
 * tv_trace_writer_set_junk:
 * @writer: a writer
 * @junk: (array length=length): any bytes
 * @length: number of bytes
 *
 * Puts bytes between the text part and the data header.
 */
void
tv_trace_writer_set_junk (TvTraceWriter *writer, const char *junk, gsize length)
{
  g_return_if_fail (writer != NULL);

  g_byte_array_set_size (writer->junk, 0);
  g_byte_array_append (writer->junk, (const guint8 *) junk, (guint) length);
}

/**
 * tv_put_number:
 * @bytes: where to
 * @offset: first byte in @bytes
 * @size: how many bytes, 1 to 8
 * @value: a number, cut to its low @size bytes
 *
 * Writes an integer as all of the formats have it: little-endian, at any address.
 */
void
tv_put_number (guint8 *bytes, gsize offset, gsize size, guint64 value)
{
  for (gsize i = 0; i < size; i++)
    bytes[offset + i] = (guint8) (value >> (8 * i));
}

/**
 * tv_trace_writer_record:
 * @writer: a writer
 * @thread: thread id, cut to the 1 or 2 bytes of its field
 * @method_word: method id with the action in its two low bits
 * @time: first time in microseconds
 * @second_time: second time, if the record has room for it
 *
 * Adds a record as it shall stand in the file.
 */
void
tv_trace_writer_record (TvTraceWriter *writer, guint32 thread, guint32 method_word,
                        guint32 time, guint32 second_time)
{
  guint8 record[14];
  gsize id_size = 0;
  gsize wanted = 0;

  g_return_if_fail (writer != NULL);

  id_size = writer->version == 1 ? 1 : 2;
  tv_put_number (record, 0, id_size, thread);
  tv_put_number (record, id_size, 4, method_word);
  tv_put_number (record, id_size + 4, 4, time);
  tv_put_number (record, id_size + 8, 4, second_time);

  wanted = writer->fields[TV_WRITER_RECORD_LENGTH];
  tv_trace_writer_raw_data (writer, record, MIN (wanted, id_size + 12));
  for (gsize i = id_size + 12; i < wanted; i++)
    tv_trace_writer_raw_data (writer, "", 1);
  writer->n_records++;
}

/**
 * tv_trace_writer_event:
 * @writer: a writer
 * @event: what happened
 *
 * Adds a record with the times that the writer's clock calls for. Times are cut to 32
 * bits, as the runtimes do after 71 minutes.
 */
void
tv_trace_writer_event (TvTraceWriter *writer, const TvWriterEvent *event)
{
  guint32 method_word = 0;

  g_return_if_fail (writer != NULL);
  g_return_if_fail (event != NULL);

  method_word = event->method | (guint32) event->action;
  if (writer->clock == TV_WRITER_CLOCK_DUAL)
    tv_trace_writer_record (writer, event->thread, method_word, (guint32) event->cpu,
                            (guint32) event->wall);
  else if (writer->clock == TV_WRITER_CLOCK_THREAD_CPU)
    tv_trace_writer_record (writer, event->thread, method_word, (guint32) event->cpu,
                            0);
  else
    tv_trace_writer_record (writer, event->thread, method_word, (guint32) event->wall,
                            0);
}

/**
 * tv_trace_writer_enter:
 * @writer: a writer
 * @thread: thread id
 * @method: method id
 * @cpu: thread-cpu time in microseconds
 * @wall: wall time in microseconds
 *
 * The thread enters the method.
 */
void
tv_trace_writer_enter (TvTraceWriter *writer, guint32 thread, guint32 method,
                       guint64 cpu, guint64 wall)
{
  const TvWriterEvent event = { thread, method, TV_WRITER_ENTER, cpu, wall };

  tv_trace_writer_event (writer, &event);
}

/**
 * tv_trace_writer_exit:
 * @writer: a writer
 * @thread: thread id
 * @method: method id
 * @cpu: thread-cpu time in microseconds
 * @wall: wall time in microseconds
 *
 * The method returns.
 */
void
tv_trace_writer_exit (TvTraceWriter *writer, guint32 thread, guint32 method,
                      guint64 cpu, guint64 wall)
{
  const TvWriterEvent event = { thread, method, TV_WRITER_EXIT, cpu, wall };

  tv_trace_writer_event (writer, &event);
}

/**
 * tv_trace_writer_unwind:
 * @writer: a writer
 * @thread: thread id
 * @method: method id
 * @cpu: thread-cpu time in microseconds
 * @wall: wall time in microseconds
 *
 * An exception leaves the method.
 */
void
tv_trace_writer_unwind (TvTraceWriter *writer, guint32 thread, guint32 method,
                        guint64 cpu, guint64 wall)
{
  const TvWriterEvent event = { thread, method, TV_WRITER_UNWIND, cpu, wall };

  tv_trace_writer_event (writer, &event);
}

/**
 * tv_trace_writer_raw_data:
 * @writer: a writer
 * @data: (array length=length): any bytes
 * @length: number of bytes
 *
 * Puts bytes among the records. They are not counted as records.
 */
void
tv_trace_writer_raw_data (TvTraceWriter *writer, gconstpointer data, gsize length)
{
  g_return_if_fail (writer != NULL);

  tv_byte_sink_append (writer->records, data, length);
}

/**
 * tv_trace_writer_get_n_records:
 * @writer: a writer
 *
 * Returns: how many records were added, for the property `num-method-calls`
 */
guint64
tv_trace_writer_get_n_records (const TvTraceWriter *writer)
{
  g_return_val_if_fail (writer != NULL, 0);

  return writer->n_records;
}
