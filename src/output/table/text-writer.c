/* SPDX-License-Identifier: Apache-2.0 */

#include "output/table/text-writer.h"

#include <math.h>
#include <string.h>

#define BUFFER_SIZE (1 << 16)
#define MOST_DECIMALS 9

/* Below the first, a double is exact enough to tell differences of the second. */
#define LARGEST_SCALED 1e9
#define TOO_CLOSE 1e-6

struct _TvTextWriter
{
  GOutputStream *out;
  GCancellable *cancellable;
  GError *error; /* of the first write that failed */
  guint64 n_flushed;
  gsize filled;
  char bytes[BUFFER_SIZE];
};

/**
 * tv_text_writer_new:
 * @out: where the text goes
 * @cancellable: (nullable): a #GCancellable, checked once per full buffer
 *
 * Returns: (transfer full): a writer that holds references to both
 */
TvTextWriter *
tv_text_writer_new (GOutputStream *out, GCancellable *cancellable)
{
  TvTextWriter *writer;

  g_return_val_if_fail (G_IS_OUTPUT_STREAM (out), NULL);
  g_return_val_if_fail (cancellable == NULL || G_IS_CANCELLABLE (cancellable), NULL);

  writer = g_new (TvTextWriter, 1);
  writer->out = g_object_ref (out);
  writer->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  writer->error = NULL;
  writer->n_flushed = 0;
  writer->filled = 0;
  return writer;
}

/**
 * tv_text_writer_free:
 * @writer: (nullable): a writer
 *
 * Frees @writer. What tv_text_writer_finish() has not flushed is lost.
 */
void
tv_text_writer_free (TvTextWriter *writer)
{
  if (writer == NULL)
    return;
  g_clear_object (&writer->out);
  g_clear_object (&writer->cancellable);
  g_clear_error (&writer->error);
  g_free (writer);
}

static void
flush_buffer (TvTextWriter *writer)
{
  if (writer->error == NULL)
    g_output_stream_write_all (writer->out, writer->bytes, writer->filled, NULL,
                               writer->cancellable, &writer->error);
  writer->n_flushed += writer->filled;
  writer->filled = 0;
}

/**
 * tv_text_writer_add_bytes:
 * @writer: a writer
 * @bytes: (array length=length): text
 * @length: number of bytes of it
 *
 * Adds @bytes as they are.
 */
void
tv_text_writer_add_bytes (TvTextWriter *writer, const char *bytes, gsize length)
{
  g_return_if_fail (writer != NULL);
  g_return_if_fail (bytes != NULL || length == 0);

  if (length > 0 && length < BUFFER_SIZE - writer->filled)
    {
      memcpy (writer->bytes + writer->filled, bytes, length);
      writer->filled += length;
      return;
    }
  while (length > 0)
    {
      const gsize part = MIN (length, BUFFER_SIZE - writer->filled);

      memcpy (writer->bytes + writer->filled, bytes, part);
      writer->filled += part;
      bytes += part;
      length -= part;
      if (writer->filled == BUFFER_SIZE)
        flush_buffer (writer);
    }
}

/**
 * tv_text_writer_add:
 * @writer: a writer
 * @text: text
 *
 * Adds @text as it is.
 */
void
tv_text_writer_add (TvTextWriter *writer, const char *text)
{
  g_return_if_fail (writer != NULL && text != NULL);

  tv_text_writer_add_bytes (writer, text, strlen (text));
}

/**
 * tv_text_writer_add_char:
 * @writer: a writer
 * @character: an ASCII character
 *
 * Adds one character.
 */
void
tv_text_writer_add_char (TvTextWriter *writer, char character)
{
  g_return_if_fail (writer != NULL);

  writer->bytes[writer->filled++] = character;
  if (writer->filled == BUFFER_SIZE)
    flush_buffer (writer);
}

/**
 * tv_text_writer_add_padding:
 * @writer: a writer
 * @count: how many
 *
 * Adds @count spaces.
 */
void
tv_text_writer_add_padding (TvTextWriter *writer, gsize count)
{
  g_return_if_fail (writer != NULL);

  for (; count > 0; count--)
    tv_text_writer_add_char (writer, ' ');
}

/**
 * tv_text_writer_add_number:
 * @writer: a writer
 * @number: a number
 * @width: the least number of columns
 *
 * Adds @number in decimal, filled up with spaces on the left to @width columns.
 */
void
tv_text_writer_add_number (TvTextWriter *writer, gint64 number, guint width)
{
  tv_text_writer_add_fixed (writer, number, 0, width);
}

static guint
count_digits (guint64 number)
{
  guint n = 1;

  for (; number >= 10000; number /= 10000)
    n += 4;
  return n + (number >= 10) + (number >= 100) + (number >= 1000);
}

static void
put_digits (char *at, guint64 number, guint n)
{
  for (; n > 0; number /= 10)
    at[--n] = (char) ('0' + number % 10);
}

/**
 * tv_text_put_fixed:
 * @at: a buffer of %TV_TEXT_NUMBER_SIZE characters
 * @number: a number of tenths, hundredths and so on, as @decimals says
 * @decimals: how many digits there are behind the point, up to 9
 *
 * Writes a number with a fixed point, without a NUL behind it.
 *
 * Returns: the end of the number
 */
char *
tv_text_put_fixed (char *at, gint64 number, guint decimals)
{
  static const guint scales[MOST_DECIMALS + 1]
      = { 1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000 };
  const guint64 size = number < 0 ? -(guint64) number : (guint64) number;
  guint64 whole = size;

  g_return_val_if_fail (at != NULL && decimals <= MOST_DECIMALS, at);

  if (number < 0)
    *at++ = '-';
  /* Many numbers are below 1 and need no division. */
  if (decimals > 0)
    whole = size < scales[decimals] ? 0 : size / scales[decimals];
  if (whole < 10)
    *at++ = (char) ('0' + whole);
  else
    {
      const guint n_digits = count_digits (whole);

      put_digits (at, whole, n_digits);
      at += n_digits;
    }
  if (decimals == 0)
    return at;
  *at = '.';
  put_digits (at + 1, size - whole * scales[decimals], decimals);
  return at + 1 + decimals;
}

/**
 * tv_text_writer_add_fixed:
 * @writer: a writer
 * @number: a number of tenths, hundredths and so on, as @decimals says
 * @decimals: how many digits there are behind the point, up to 9
 * @width: the least number of columns
 *
 * Adds a number with a fixed point, filled up with spaces on the left to @width
 * columns.
 */
void
tv_text_writer_add_fixed (TvTextWriter *writer, gint64 number, guint decimals,
                          guint width)
{
  char *start;
  guint length;

  g_return_if_fail (writer != NULL && decimals <= MOST_DECIMALS);

  if (width > TV_TEXT_NUMBER_SIZE)
    {
      tv_text_writer_add_padding (writer, width - TV_TEXT_NUMBER_SIZE);
      width = TV_TEXT_NUMBER_SIZE;
    }
  if (BUFFER_SIZE - writer->filled <= TV_TEXT_NUMBER_SIZE)
    flush_buffer (writer);
  start = writer->bytes + writer->filled;
  length = (guint) (tv_text_put_fixed (start, number, decimals) - start);
  if (length < width)
    {
      memmove (start + width - length, start, length);
      memset (start, ' ', width - length);
      length = width;
    }
  writer->filled += length;
}

/* Returns whether a number can be rounded here. One that is nearly halfway between two
 * integers needs all its digits, and a negative zero needs its sign. */
static gboolean
can_round (double scaled)
{
  const double fraction = fabs (scaled) - floor (fabs (scaled));

  return fabs (scaled) < LARGEST_SCALED && fabs (fraction - 0.5) > TOO_CLOSE
         && (!signbit (scaled) || scaled < -0.5);
}

/**
 * tv_text_writer_add_rounded:
 * @writer: a writer
 * @value: a number
 * @decimals: how many digits there are behind the point, up to 9
 * @width: the least number of columns
 *
 * Adds a number as printf() does with `%*.*f` in the C locale, but much faster.
 */
void
tv_text_writer_add_rounded (TvTextWriter *writer, double value, guint decimals,
                            guint width)
{
  double scaled = value;

  g_return_if_fail (writer != NULL && decimals <= MOST_DECIMALS);

  for (guint i = 0; i < decimals; i++)
    scaled *= 10;
  if (can_round (scaled))
    tv_text_writer_add_fixed (writer, (gint64) (scaled + copysign (0.5, scaled)),
                              decimals, width);
  else
    {
      const char format[] = { '%', '.', (char) ('0' + decimals), 'f', '\0' };
      char digits[400]; /* the largest has 309 before the point */
      const gsize length
          = strlen (g_ascii_formatd (digits, sizeof digits, format, value));

      tv_text_writer_add_padding (writer, MAX (width, length) - length);
      tv_text_writer_add_bytes (writer, digits, length);
    }
}

/**
 * tv_text_writer_get_n_bytes:
 * @writer: a writer
 *
 * Returns: how many bytes were added
 */
guint64
tv_text_writer_get_n_bytes (const TvTextWriter *writer)
{
  g_return_val_if_fail (writer != NULL, 0);

  return writer->n_flushed + writer->filled;
}

/**
 * tv_text_writer_has_failed:
 * @writer: a writer
 *
 * Returns: whether a write has failed, so that a long report can stop
 */
gboolean
tv_text_writer_has_failed (const TvTextWriter *writer)
{
  g_return_val_if_fail (writer != NULL, TRUE);

  return writer->error != NULL;
}

/**
 * tv_text_writer_finish:
 * @writer: a writer
 * @error: return location for a #GError
 *
 * Writes what is left in the buffer and flushes the stream, which stays open.
 *
 * Returns: whether everything since the start arrived; the first #GIOErrorEnum is in
 *   @error otherwise
 */
gboolean
tv_text_writer_finish (TvTextWriter *writer, GError **error)
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
