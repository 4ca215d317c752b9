/* SPDX-License-Identifier: Apache-2.0 */

#include "support/byte-sink.h"

#define FLUSH_AT (1024 * 1024)

struct _TvByteSink
{
  GByteArray *kept;
  GOutputStream *stream;
  GError *error;
};

/**
 * tv_byte_sink_new:
 *
 * Returns: (transfer full): a sink that keeps its bytes
 */
TvByteSink *
tv_byte_sink_new (void)
{
  TvByteSink *sink = g_new0 (TvByteSink, 1);

  sink->kept = g_byte_array_new ();
  return sink;
}

/**
 * tv_byte_sink_free:
 * @sink: (transfer full) (nullable): a sink
 *
 * Frees the sink. A file that was begun but not ended is left incomplete.
 */
void
tv_byte_sink_free (TvByteSink *sink)
{
  if (sink == NULL)
    return;

  g_byte_array_unref (sink->kept);
  g_clear_object (&sink->stream);
  g_clear_error (&sink->error);
  g_free (sink);
}

/* The first error is reported when the file is ended. */
static void
flush (TvByteSink *sink)
{
  if (sink->error == NULL)
    g_output_stream_write_all (sink->stream, sink->kept->data, sink->kept->len, NULL,
                               NULL, &sink->error);
  g_byte_array_set_size (sink->kept, 0);
}

/**
 * tv_byte_sink_append:
 * @sink: a sink
 * @data: (array length=length): any bytes
 * @length: number of bytes
 *
 * Puts bytes behind what there is.
 */
void
tv_byte_sink_append (TvByteSink *sink, gconstpointer data, gsize length)
{
  g_byte_array_append (sink->kept, data, (guint) length);
  if (sink->stream != NULL && sink->kept->len >= FLUSH_AT)
    flush (sink);
}

/**
 * tv_byte_sink_get_kept:
 * @sink: a sink
 *
 * Returns: (transfer none): all bytes of a sink without a file
 */
GByteArray *
tv_byte_sink_get_kept (const TvByteSink *sink)
{
  g_return_val_if_fail (sink->stream == NULL, NULL);

  return sink->kept;
}

/**
 * tv_byte_sink_begin_file:
 * @sink: a sink without a file
 * @path: where to
 * @error: return location for an error of the file system
 *
 * What is kept, and from now on all bytes as they come, go to a file, so that it may be
 * larger than memory. tv_byte_sink_end_file() must follow.
 *
 * Returns: whether the file could be made
 */
gboolean
tv_byte_sink_begin_file (TvByteSink *sink, const char *path, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_return_val_if_fail (sink->stream == NULL, FALSE);

  sink->stream = G_OUTPUT_STREAM (
      g_file_replace (file, NULL, FALSE, G_FILE_CREATE_NONE, NULL, error));
  return sink->stream != NULL;
}

/**
 * tv_byte_sink_end_file:
 * @sink: a sink that writes to a file
 * @error: return location for the first error of the file system since the file was
 *   begun
 *
 * Writes what is left and closes the file.
 *
 * Returns: whether everything was written
 */
gboolean
tv_byte_sink_end_file (TvByteSink *sink, GError **error)
{
  g_autoptr (GOutputStream) stream = NULL;

  g_return_val_if_fail (sink->stream != NULL, FALSE);

  flush (sink);
  stream = g_steal_pointer (&sink->stream);
  if (sink->error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&sink->error));
      return FALSE;
    }
  return g_output_stream_close (stream, NULL, error);
}
