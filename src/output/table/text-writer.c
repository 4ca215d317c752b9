/* SPDX-License-Identifier: Apache-2.0 */

#include "output/table/text-writer.h"

#include "trace/model/parallel.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <zlib.h>

#define BUFFER_SIZE (4 * PIECE_SIZE)
#define MOST_DECIMALS 9

/* What zlib compresses without moving its tables: twice the farthest distance, less
 * what it looks ahead. */
#define PIECE_SIZE 65000

/* More than zlib makes of a buffer that it cannot compress. */
#define ZIPPED_SIZE (BUFFER_SIZE + BUFFER_SIZE / 4)

/* What is long is alike from line to line: a higher level gains a tenth in size, in
 * twice the time. */
#define LEVEL 1

#define MEMORY_LEVEL 8 /* zlib's default */

/* Up to here a double is exact enough to tell what is closer than this. */
#define LARGEST_SCALED 1e9
#define TOO_CLOSE 1e-6

typedef struct
{
  gsize length;
  char bytes[BUFFER_SIZE];
} Block;

typedef struct
{
  Block text;
  guint32 crc;
  gboolean failed;
  gsize length;
  guint8 bytes[ZIPPED_SIZE];
} ZippedBlock;

struct _TvReportWriter
{
  GOutputStream *out;
  GCancellable *cancellable;
  GError *error; /* that of the first write that failed */
  gsize filled;
  guint64 n_flushed;
  Block *block;
  TvPipeline *pipeline; /* of ZippedBlock, NULL if nothing is zipped */
  GAsyncQueue *streams; /* z_stream: those that no thread uses */
  guint32 crc;
};

/**
 * tv_text_writer_new:
 * @out: where the text goes
 * @cancellable: (nullable): a #GCancellable, asked once per filled buffer
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
  writer->filled = 0;
  writer->n_flushed = 0;
  writer->pipeline = NULL;
  writer->streams = NULL;
  writer->block = g_new (Block, 1);
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
  if (writer->pipeline != NULL)
    tv_pipeline_free (writer->pipeline);
  else
    g_free (writer->block);
  g_clear_pointer (&writer->streams, g_async_queue_unref);
  g_clear_object (&writer->out);
  g_clear_object (&writer->cancellable);
  g_clear_error (&writer->error);
  g_free (writer);
}

static void
write_out (TvTextWriter *writer, gconstpointer bytes, gsize length)
{
  if (writer->error == NULL)
    g_output_stream_write_all (writer->out, bytes, length, NULL, writer->cancellable,
                               &writer->error);
}

static void
free_stream (gpointer data)
{
  z_stream *stream = data;

  (void) deflateEnd (stream);
  g_free (stream);
}

/* Takes a stream that another block has left, or makes one. */
static z_stream *
take_stream (TvTextWriter *writer)
{
  z_stream *stream = g_async_queue_try_pop (writer->streams);

  if (stream != NULL)
    return stream;
  stream = g_new0 (z_stream, 1);
  if (deflateInit2 (stream, LEVEL, Z_DEFLATED, -MAX_WBITS, MEMORY_LEVEL,
                    Z_DEFAULT_STRATEGY)
      == Z_OK)
    return stream;
  g_free (stream);
  return NULL;
}

/* Compresses a piece without those before it, up to a whole byte. */
static gboolean
zip_piece (z_stream *stream, ZippedBlock *block, gsize start)
{
  const gsize room = ZIPPED_SIZE - block->length;

  stream->next_in = (guint8 *) block->text.bytes + start;
  stream->avail_in = (uInt) MIN (block->text.length - start, PIECE_SIZE);
  stream->next_out = block->bytes + block->length;
  stream->avail_out = (uInt) room;
  if (deflateReset (stream) != Z_OK || deflate (stream, Z_SYNC_FLUSH) != Z_OK
      || stream->avail_in > 0)
    return FALSE;
  block->length += room - stream->avail_out;
  return TRUE;
}

static void
zip_block (gpointer data, gpointer user_data)
{
  TvTextWriter *writer = user_data;
  ZippedBlock *block = data;
  z_stream *stream = take_stream (writer);

  block->length = 0;
  block->crc = (guint32) crc32 (0, (const guint8 *) block->text.bytes,
                                (uInt) block->text.length);
  block->failed = stream == NULL;
  for (gsize at = 0; at < block->text.length && !block->failed; at += PIECE_SIZE)
    block->failed = !zip_piece (stream, block, at);
  if (stream != NULL)
    g_async_queue_push (writer->streams, stream);
}

static void
write_zipped_block (gpointer data, gpointer user_data)
{
  TvTextWriter *writer = user_data;
  const ZippedBlock *block = data;

  if (block->failed && writer->error == NULL)
    writer->error
        = g_error_new_literal (G_IO_ERROR, G_IO_ERROR_FAILED, g_strerror (ENOMEM));
  write_out (writer, block->bytes, block->length);
  writer->crc
      = (guint32) crc32_combine (writer->crc, block->crc, (z_off_t) block->text.length);
}

static void
end_block (TvTextWriter *writer)
{
  writer->block->length = writer->filled;
  writer->n_flushed += writer->filled;
  writer->filled = 0;
}

static void
flush_buffer (TvTextWriter *writer)
{
  end_block (writer);
  if (writer->pipeline == NULL)
    write_out (writer, writer->block->bytes, writer->block->length);
  else
    writer->block = tv_pipeline_push (writer->pipeline);
}

/**
 * tv_text_writer_zip:
 * @writer: a writer to which nothing was added yet
 *
 * Writes one member of a gzip file (RFC 1952), compressed by several threads.
 */
void
tv_text_writer_zip (TvTextWriter *writer)
{
  static const guint8 head[] = { 0x1f, 0x8b, Z_DEFLATED, 0, 0, 0, 0, 0, 0, 0xff };

  g_return_if_fail (writer != NULL && writer->pipeline == NULL);

  writer->pipeline
      = tv_pipeline_new (sizeof (ZippedBlock), zip_block, write_zipped_block, writer);
  writer->streams = g_async_queue_new_full (free_stream);
  g_free (writer->block);
  writer->block = tv_pipeline_get_block (writer->pipeline);
  writer->crc = (guint32) crc32 (0, NULL, 0);
  write_out (writer, head, sizeof head);
}

/* Ends the compressed blocks with an empty one (RFC 1951), and the file with what its
 * reader checks. */
static void
end_zip (TvTextWriter *writer)
{
  static const guint8 last_block[] = { 0x03, 0 };
  guint32 sums[2];

  end_block (writer);
  tv_pipeline_flush (writer->pipeline);
  sums[0] = GUINT32_TO_LE (writer->crc);
  sums[1] = GUINT32_TO_LE ((guint32) writer->n_flushed);
  write_out (writer, last_block, sizeof last_block);
  write_out (writer, sums, sizeof sums);
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
      memcpy (writer->block->bytes + writer->filled, bytes, length);
      writer->filled += length;
      return;
    }
  while (length > 0)
    {
      const gsize part = MIN (length, BUFFER_SIZE - writer->filled);

      memcpy (writer->block->bytes + writer->filled, bytes, part);
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

  writer->block->bytes[writer->filled++] = character;
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

/* Puts so many digits, two at a time. */
static void
put_digits (char *at, guint64 number, guint n)
{
  static const char pairs[] = "00010203040506070809101112131415161718192021222324252627"
                              "282930313233343536373839"
                              "40414243444546474849505152535455565758596061626364656667"
                              "686970717273747576777879"
                              "8081828384858687888990919293949596979899";

  for (; n >= 2; n -= 2, number /= 100)
    memcpy (at + n - 2, pairs + 2 * (number % 100), 2);
  if (n > 0)
    *at = (char) ('0' + number);
}

/**
 * tv_text_put_fixed:
 * @at: where there is room for %TV_TEXT_NUMBER_SIZE characters
 * @number: a number of tenths, hundredths and so on, as @decimals says
 * @decimals: how many digits there are behind the point, up to 9
 *
 * Writes a number with a fixed point, without a NUL behind it.
 *
 * Returns: the end of it
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
  /* Many are fractions alone. */
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
  start = writer->block->bytes + writer->filled;
  length = (guint) (tv_text_put_fixed (start, number, decimals) - start);
  if (length < width)
    {
      memmove (start + width - length, start, length);
      memset (start, ' ', width - length);
      length = width;
    }
  writer->filled += length;
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
 * tv_text_writer_add_rounded:
 * @writer: a writer
 * @value: a number
 * @decimals: how many digits there are behind the point, up to 9
 * @width: the least number of columns
 *
 * Adds a number as printf() does by `%*.*f` in the C locale, in much less time.
 */
void
tv_text_writer_add_rounded (TvTextWriter *writer, double value, guint decimals,
                            guint width)
{
  double scaled = value;

  g_return_if_fail (writer != NULL && decimals <= MOST_DECIMALS);

  for (guint i = 0; i < decimals; i++)
    scaled *= 10;
  if (is_clear (scaled))
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
 * Returns: whether a write has failed, so that a long report need not go on
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

  if (writer->pipeline != NULL)
    end_zip (writer);
  else
    flush_buffer (writer);
  if (writer->error == NULL)
    g_output_stream_flush (writer->out, writer->cancellable, &writer->error);
  if (writer->error == NULL)
    return TRUE;
  g_propagate_error (error, g_error_copy (writer->error));
  return FALSE;
}
