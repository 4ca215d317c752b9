/* SPDX-License-Identifier: Apache-2.0 */

#include "support/trace-writer-private.h"

static void
append_header (const TvTraceWriter *writer, GByteArray *data)
{
  const guint64 *fields = writer->fields;
  gsize length = fields[TV_WRITER_HEADER_LENGTH];
  g_autofree guint8 *header = g_malloc0 (MAX (length, 18));

  tv_put_number (header, 0, 4, fields[TV_WRITER_MAGIC]);
  tv_put_number (header, 4, 2, fields[TV_WRITER_DATA_VERSION]);
  tv_put_number (header, 6, 2, fields[TV_WRITER_DATA_OFFSET]);
  tv_put_number (header, 8, 8, fields[TV_WRITER_START_TIME]);
  tv_put_number (header, 16, 2, fields[TV_WRITER_RECORD_SIZE]);
  g_byte_array_append (data, header, (guint) length);
}

/**
 * tv_trace_writer_data_to_bytes:
 * @writer: a writer that keeps its records
 *
 * Returns: (transfer full): the data header and the records
 */
GBytes *
tv_trace_writer_data_to_bytes (const TvTraceWriter *writer)
{
  GByteArray *data = NULL;
  const GByteArray *records = NULL;

  g_return_val_if_fail (writer != NULL, NULL);

  data = g_byte_array_new ();
  append_header (writer, data);
  records = tv_byte_sink_get_kept (writer->records);
  g_byte_array_append (data, records->data, records->len);
  return g_byte_array_free_to_bytes (data);
}

static void
append_bytes (GByteArray *array, GBytes *bytes)
{
  gsize size = 0;
  const guint8 *data = g_bytes_get_data (bytes, &size);

  g_byte_array_append (array, data, (guint) size);
}

/**
 * tv_trace_writer_to_bytes:
 * @writer: a writer that keeps its records
 *
 * Returns: (transfer full): the whole file
 */
GBytes *
tv_trace_writer_to_bytes (const TvTraceWriter *writer)
{
  g_autoptr (GBytes) key = NULL;
  g_autoptr (GBytes) data = NULL;
  GByteArray *file = NULL;

  g_return_val_if_fail (writer != NULL, NULL);

  key = tv_trace_writer_key_to_bytes (writer);
  data = tv_trace_writer_data_to_bytes (writer);
  file = g_byte_array_new ();
  append_bytes (file, key);
  g_byte_array_append (file, writer->junk->data, writer->junk->len);
  append_bytes (file, data);
  return g_byte_array_free_to_bytes (file);
}

static gboolean
save_bytes (GBytes *bytes, const char *path, GError **error)
{
  gsize size = 0;
  const char *data = g_bytes_get_data (bytes, &size);

  return g_file_set_contents (path, data, (gssize) size, error);
}

/**
 * tv_trace_writer_save:
 * @writer: a writer that keeps its records
 * @path: where to
 * @error: return location for an error of the file system
 *
 * Writes the whole file.
 *
 * Returns: whether it was written
 */
gboolean
tv_trace_writer_save (const TvTraceWriter *writer, const char *path, GError **error)
{
  g_autoptr (GBytes) bytes = tv_trace_writer_to_bytes (writer);

  return save_bytes (bytes, path, error);
}

/**
 * tv_trace_writer_save_pair:
 * @writer: a writer that keeps its records
 * @base_path: path without extension
 * @error: return location for an error of the file system
 *
 * Writes the text part to `BASE.key` and header and records to `BASE.data`.
 *
 * Returns: whether both were written
 */
gboolean
tv_trace_writer_save_pair (const TvTraceWriter *writer, const char *base_path,
                           GError **error)
{
  g_autoptr (GBytes) key = tv_trace_writer_key_to_bytes (writer);
  g_autoptr (GBytes) data = tv_trace_writer_data_to_bytes (writer);
  g_autofree char *key_path = g_strconcat (base_path, ".key", NULL);
  g_autofree char *data_path = g_strconcat (base_path, ".data", NULL);

  return save_bytes (key, key_path, error) && save_bytes (data, data_path, error);
}

/**
 * tv_trace_writer_begin_file:
 * @writer: a writer with all its properties, threads and methods, and no record yet
 * @path: where to
 * @error: return location for an error of the file system
 *
 * Writes everything up to the first record, and from now on the records as they come,
 * so that a trace may be larger than memory. tv_trace_writer_end_file() must follow.
 *
 * Returns: whether the file could be made
 */
gboolean
tv_trace_writer_begin_file (TvTraceWriter *writer, const char *path, GError **error)
{
  g_autoptr (GBytes) start = NULL;
  gsize size = 0;
  const void *data = NULL;

  g_return_val_if_fail (writer != NULL, FALSE);
  g_return_val_if_fail (tv_byte_sink_get_kept (writer->records)->len == 0, FALSE);

  start = tv_trace_writer_to_bytes (writer);
  data = g_bytes_get_data (start, &size);
  tv_byte_sink_append (writer->records, data, size);
  return tv_byte_sink_begin_file (writer->records, path, error);
}

/**
 * tv_trace_writer_end_file:
 * @writer: a writer that writes to a file
 * @error: return location for the first error of the file system since the file was
 * begun
 *
 * Writes what is left and closes the file.
 *
 * Returns: whether everything was written
 */
gboolean
tv_trace_writer_end_file (TvTraceWriter *writer, GError **error)
{
  g_return_val_if_fail (writer != NULL, FALSE);

  return tv_byte_sink_end_file (writer->records, error);
}

/**
 * tv_gzip_bytes:
 * @bytes: anything
 *
 * Returns: (transfer full): the same as a gzip file
 */
GBytes *
tv_gzip_bytes (GBytes *bytes)
{
  g_autoptr (GZlibCompressor) gzip
      = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, -1);
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream
      = g_converter_output_stream_new (memory, G_CONVERTER (gzip));
  gsize size = 0;
  const void *data = g_bytes_get_data (bytes, &size);
  g_autoptr (GError) error = NULL;

  if (!g_output_stream_write_all (stream, data, size, NULL, NULL, &error)
      || !g_output_stream_close (stream, NULL, &error))
    g_error ("%s", error->message);
  return g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
}
