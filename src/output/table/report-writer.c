/* SPDX-License-Identifier: Apache-2.0 */

#include "output/table/report-writer.h"

#include <math.h>

#define BUFFER_SIZE (64 * 1024)

/* Sign, 19 digits and a point. */
#define NUMBER_SIZE 21
#define MOST_DECIMALS 9

/* Up to here a double is exact enough to tell what is closer than this. */
#define LARGEST_SCALED 1e9
#define TOO_CLOSE 1e-6

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
  tv_report_writer_add_fixed (writer, number, 0, width);
}

/**
 * tv_report_writer_add_fixed:
 * @writer: a writer
 * @number: a number of tenths, hundredths and so on, as @decimals says
 * @decimals: how many digits there are behind the point, up to 9
 * @width: the least number of columns
 *
 * Adds a number with a fixed point, filled up with spaces on the left to @width
 * columns.
 */
void
tv_report_writer_add_fixed (TvReportWriter *writer, gint64 number, guint decimals,
                            guint width)
{
  char digits[NUMBER_SIZE];
  guint64 rest = number < 0 ? -(guint64) number : (guint64) number;
  guint at = NUMBER_SIZE;

  g_return_if_fail (writer != NULL && decimals <= MOST_DECIMALS);

  for (guint i = 0; i <= decimals || rest > 0; i++)
    {
      if (i > 0 && i == decimals)
        digits[--at] = '.';
      digits[--at] = (char) ('0' + rest % 10);
      rest /= 10;
    }
  if (number < 0)
    digits[--at] = '-';
  if (NUMBER_SIZE - at < width)
    tv_report_writer_add_padding (writer, width - (NUMBER_SIZE - at));
  tv_report_writer_add_bytes (writer, digits + at, NUMBER_SIZE - at);
}

/* What lies nearly between two numbers is for those who know all digits of it, as is a
 * zero with a sign. */
static gboolean
is_clear (double scaled)
{
  const double fraction = fabs (scaled) - floor (fabs (scaled));

  return fabs (scaled) < LARGEST_SCALED && fabs (fraction - 0.5) > TOO_CLOSE
         && (!signbit (scaled) || scaled < -0.5);
}

/**
 * tv_report_writer_add_rounded:
 * @writer: a writer
 * @value: a number
 * @decimals: how many digits there are behind the point, up to 9
 * @width: the least number of columns
 *
 * Adds a number as printf() does by `%*.*f` in the C locale, in much less time.
 */
void
tv_report_writer_add_rounded (TvReportWriter *writer, double value, guint decimals,
                              guint width)
{
  double scaled = value;

  g_return_if_fail (writer != NULL && decimals <= MOST_DECIMALS);

  for (guint i = 0; i < decimals; i++)
    scaled *= 10;
  if (is_clear (scaled))
    tv_report_writer_add_fixed (writer, (gint64) (scaled + copysign (0.5, scaled)),
                                decimals, width);
  else
    {
      const char format[] = { '%', '.', (char) ('0' + decimals), 'f', '\0' };
      char digits[400]; /* the largest has 309 before the point */
      const gsize length
          = strlen (g_ascii_formatd (digits, sizeof digits, format, value));

      tv_report_writer_add_padding (writer, MAX (width, length) - length);
      tv_report_writer_add_bytes (writer, digits, length);
    }
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
