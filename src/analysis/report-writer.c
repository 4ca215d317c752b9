/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/report-writer.h"

#define BUFFER_SIZE (64 * 1024)

/* Sign and 19 digits. */
#define NUMBER_SIZE 20

struct _TvReportWriter
{
  GOutputStream *out;
  GCancellable *cancellable;
  GError *error;
  gsize filled;
  char buffer[BUFFER_SIZE];
};

/**
 * tv_report_writer_new:
 * @out: where the text goes
 * @cancellable: (nullable): a #GCancellable, asked once per filled buffer
 *
 * Returns: (transfer full): a writer that holds references to both
 */
TvReportWriter *
tv_report_writer_new (GOutputStream *out, GCancellable *cancellable)
{
  TvReportWriter *writer;

  g_return_val_if_fail (G_IS_OUTPUT_STREAM (out), NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  writer = g_new (TvReportWriter, 1);
  writer->out = g_object_ref (out);
  writer->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  writer->error = NULL;
  writer->filled = 0;
  return writer;
}

/**
 * tv_report_writer_free:
 * @writer: (nullable): a writer
 *
 * Frees @writer. What tv_report_writer_finish() has not flushed is lost.
 */
void
tv_report_writer_free (TvReportWriter *writer)
{
  if (writer == NULL)
    return;
  g_clear_object (&writer->out);
  g_clear_object (&writer->cancellable);
  g_clear_error (&writer->error);
  g_free (writer);
}

static void
flush_buffer (TvReportWriter *writer)
{
  if (writer->error == NULL)
    g_output_stream_write_all (writer->out, writer->buffer, writer->filled, NULL,
                               writer->cancellable, &writer->error);
  writer->filled = 0;
}

/**
 * tv_report_writer_add_bytes:
 * @writer: a writer
 * @bytes: (array length=length): text
 * @length: number of bytes of it
 *
 * Adds @bytes as they are.
 */
void
tv_report_writer_add_bytes (TvReportWriter *writer, const char *bytes, gsize length)
{
  g_return_if_fail (writer != NULL);
  g_return_if_fail (bytes != NULL || length == 0);

  while (length > 0)
    {
      gsize part = MIN (length, BUFFER_SIZE - writer->filled);

      memcpy (writer->buffer + writer->filled, bytes, part);
      writer->filled += part;
      bytes += part;
      length -= part;
      if (writer->filled == BUFFER_SIZE)
        flush_buffer (writer);
    }
}

/**
 * tv_report_writer_add:
 * @writer: a writer
 * @text: text
 *
 * Adds @text as it is.
 */
void
tv_report_writer_add (TvReportWriter *writer, const char *text)
{
  g_return_if_fail (writer != NULL && text != NULL);

  tv_report_writer_add_bytes (writer, text, strlen (text));
}

/**
 * tv_report_writer_add_char:
 * @writer: a writer
 * @character: an ASCII character
 *
 * Adds one character.
 */
void
tv_report_writer_add_char (TvReportWriter *writer, char character)
{
  g_return_if_fail (writer != NULL);

  writer->buffer[writer->filled++] = character;
  if (writer->filled == BUFFER_SIZE)
    flush_buffer (writer);
}

/**
 * tv_report_writer_add_padding:
 * @writer: a writer
 * @count: how many
 *
 * Adds @count spaces.
 */
void
tv_report_writer_add_padding (TvReportWriter *writer, gsize count)
{
  g_return_if_fail (writer != NULL);

  for (; count > 0; count--)
    tv_report_writer_add_char (writer, ' ');
}

/**
 * tv_report_writer_add_number:
 * @writer: a writer
 * @number: a number
 * @width: the least number of columns
 *
 * Adds @number in decimal, filled up with spaces on the left to @width columns.
 */
void
tv_report_writer_add_number (TvReportWriter *writer, gint64 number, guint width)
{
  char digits[NUMBER_SIZE];
  guint64 rest = number < 0 ? -(guint64) number : (guint64) number;
  guint at = NUMBER_SIZE;

  g_return_if_fail (writer != NULL);

  do
    {
      digits[--at] = (char) ('0' + rest % 10);
      rest /= 10;
    }
  while (rest > 0);
  if (number < 0)
    digits[--at] = '-';
  if (NUMBER_SIZE - at < width)
    tv_report_writer_add_padding (writer, width - (NUMBER_SIZE - at));
  tv_report_writer_add_bytes (writer, digits + at, NUMBER_SIZE - at);
}

/**
 * tv_report_writer_add_field:
 * @writer: a writer
 * @text: text
 *
 * Adds @text as a field of a line: control characters, which would end the field or the
 * line, become spaces.
 */
void
tv_report_writer_add_field (TvReportWriter *writer, const char *text)
{
  g_return_if_fail (writer != NULL && text != NULL);

  for (; *text != '\0'; text++)
    tv_report_writer_add_char (writer, (guchar) *text < ' ' ? ' ' : *text);
}

/**
 * tv_report_writer_has_failed:
 * @writer: a writer
 *
 * Returns: whether a write has failed, so that a long report need not go on
 */
gboolean
tv_report_writer_has_failed (const TvReportWriter *writer)
{
  g_return_val_if_fail (writer != NULL, TRUE);

  return writer->error != NULL;
}

/**
 * tv_report_writer_finish:
 * @writer: a writer
 * @error: return location for a #GError
 *
 * Writes what is left in the buffer and flushes the stream, which stays open.
 *
 * Returns: whether everything since the start arrived; the first #GIOErrorEnum is in
 *   @error otherwise
 */
gboolean
tv_report_writer_finish (TvReportWriter *writer, GError **error)
{
  g_return_val_if_fail (writer != NULL, FALSE);

  flush_buffer (writer);
  if (writer->error == NULL)
    g_output_stream_flush (writer->out, writer->cancellable, &writer->error);
  if (writer->error == NULL)
    return TRUE;
  g_propagate_error (error, g_error_copy (writer->error));
  return FALSE;
}
