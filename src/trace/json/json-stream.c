/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/json/json-stream.h"

#include "trace/model/trace-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Bytes that are parsed at a time. */
#define CHUNK_SIZE (256 * 1024)

void
tv_json_stream_init (TvJsonStream *stream, const yajl_callbacks *callbacks,
                     gpointer data)
{
  *stream = (TvJsonStream){ .parser = yajl_alloc (callbacks, NULL, data),
                            .chunk = g_malloc (CHUNK_SIZE) };
  /* Names that are no UTF-8 are repaired when they are kept. */
  yajl_config (stream->parser, yajl_dont_validate_strings, 1);
  yajl_config (stream->parser, yajl_allow_trailing_garbage, 1);
}

void
tv_json_stream_clear (TvJsonStream *stream)
{
  yajl_free (stream->parser);
  g_free (stream->chunk);
}

/* Returns where the parser is in the file. */
guint64
tv_json_stream_get_offset (const TvJsonStream *stream)
{
  const gsize consumed = yajl_get_bytes_consumed (stream->parser);

  return stream->chunk_offset + MIN (consumed, stream->chunk_size);
}

/* Copies bytes, with blanks for the control characters: some writers leave line feeds
 * in strings, which the parser would refuse. */
static void
copy_chunk (TvJsonStream *stream, const guint8 *data)
{
  const gsize size = stream->chunk_size;
  guint8 *restrict chunk = stream->chunk;

  for (gsize i = 0; i < size; i++)
    chunk[i] = MAX (data[i], ' ');
}

/* Strings that are handed out. The parser would keep them whole, so it sees a zero and
 * blanks instead. */

/* Finds the end of a string in the chunk, if it is there. */
static gsize
find_end_of_string (TvJsonStream *stream, gsize at)
{
  for (; at < stream->chunk_size; at++)
    if (stream->place == TV_JSON_BEHIND_BACKSLASH)
      stream->place = TV_JSON_IN_STRING;
    else if (stream->data[at] == '\\')
      stream->place = TV_JSON_BEHIND_BACKSLASH;
    else if (stream->data[at] == '"')
      break;
  return at;
}

static gboolean
hand_out (TvJsonStream *stream, gsize start, gsize end)
{
  const guint64 offset = stream->chunk_offset + start;
  const char *text = (const char *) stream->data + start;

  if (end > start && !stream->take_part (text, end - start, offset, stream->part_data))
    return FALSE;
  return stream->place != TV_JSON_NO_STRING
         || stream->take_part (NULL, 0, stream->chunk_offset + end, stream->part_data);
}

/* Takes what the chunk has of a string that is handed out, from @at on. Returns FALSE
 * if its receiver stops. */
static gboolean
take_string (TvJsonStream *stream, gsize at)
{
  const gsize size = stream->chunk_size;
  gsize end;

  if (stream->place == TV_JSON_BEFORE_STRING)
    {
      while (at < size && (stream->chunk[at] == ' ' || stream->chunk[at] == ':'))
        at++;
      if (at == size)
        return TRUE;
      stream->place = stream->chunk[at] == '"' ? TV_JSON_IN_STRING : TV_JSON_NO_STRING;
      if (stream->place == TV_JSON_IN_STRING)
        stream->chunk[at++] = '0';
    }
  if (stream->place == TV_JSON_NO_STRING)
    return TRUE;
  end = find_end_of_string (stream, at);
  memset (stream->chunk + at, ' ', MIN (end + 1, size) - at);
  if (end < size)
    stream->place = TV_JSON_NO_STRING;
  return hand_out (stream, at, end);
}

/* Called behind a key: if its value is a string, that is handed out in parts, and the
 * value is 0. Returns FALSE if @func stops. */
gboolean
tv_json_stream_divert (TvJsonStream *stream, TvJsonPartFunc func, gpointer data)
{
  stream->place = TV_JSON_BEFORE_STRING;
  stream->take_part = func;
  stream->part_data = data;
  return take_string (stream, yajl_get_bytes_consumed (stream->parser));
}

/* Tokens that are longer than a chunk. The parser reads the beginning of a token again
 * with each chunk, which would take forever. */

/* Finds out whether the chunk ends in a string, and whether it is all of one. */
static void
note_string (TvJsonStream *stream)
{
  const guint8 *chunk = stream->chunk;
  const guint8 *end = chunk + stream->chunk_size;
  const guint8 *p = chunk;
  gsize n_quotes = 0;

  if (end == chunk)
    return;
  for (gsize i = 0; i < stream->chunk_size; i++)
    n_quotes += chunk[i] == '"';
  if (stream->is_escaped)
    n_quotes -= *p++ == '"';
  stream->is_escaped = FALSE;
  while ((p = memchr (p, '\\', (gsize) (end - p))) != NULL)
    {
      stream->is_escaped = p + 1 == end;
      if (stream->is_escaped)
        break;
      n_quotes -= p[1] == '"';
      p += 2;
    }
  stream->is_long = stream->is_in_string && n_quotes == 0;
  stream->is_in_string ^= n_quotes % 2;
}

/* Leaves out the rest of a long string. Returns whether something is behind it. */
static gboolean
pass_long_string (TvJsonStream *stream)
{
  gsize end;

  if (stream->place == TV_JSON_NO_STRING)
    {
      /* The parser may have seen the beginning of an escape. */
      const char *rest = stream->is_escaped ? "n0000" : "0000";

      stream->place = stream->is_escaped ? TV_JSON_BEHIND_BACKSLASH : TV_JSON_IN_STRING;
      (void) yajl_parse (stream->parser, (const guint8 *) rest, strlen (rest));
    }
  end = find_end_of_string (stream, 0);
  stream->chunk_size -= end;
  stream->chunk_offset += end;
  if (stream->chunk_size == 0)
    return FALSE;
  memmove (stream->chunk, stream->chunk + end, stream->chunk_size);
  stream->data += end;
  stream->place = TV_JSON_NO_STRING;
  stream->is_escaped = FALSE;
  return TRUE;
}

/* Has the parser stop at a number that fills the chunk. */
static void
refuse_long_number (TvJsonStream *stream)
{
  static const char others[] = ",\"]}:[{ ";

  if (stream->is_in_string || stream->chunk_size < CHUNK_SIZE)
    return;
  for (const char *other = others; *other != '\0'; other++)
    if (memchr (stream->chunk, *other, stream->chunk_size) != NULL)
      return;
  stream->chunk[0] = '!';
}

/* Parsing */

static gsize
skip_mark (const guint8 *data, gsize size)
{
  return size >= 3 && memcmp (data, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

/* Parses bytes at @offset in the file. */
static yajl_status
parse_chunk (TvJsonStream *stream, const guint8 *data, gsize size, guint64 offset)
{
  const gsize skipped = offset == 0 ? skip_mark (data, size) : 0;
  yajl_status status;

  stream->chunk_offset = offset + skipped;
  stream->chunk_size = size - skipped;
  stream->data = data + skipped;
  copy_chunk (stream, stream->data);
  if (stream->is_long && !pass_long_string (stream))
    return yajl_status_ok;
  if (!take_string (stream, 0))
    return yajl_status_client_canceled;
  refuse_long_number (stream);
  status = yajl_parse (stream->parser, stream->chunk, stream->chunk_size);
  note_string (stream);
  return status;
}

/* Says what is wrong with the text at the byte where the parser stopped. */
gboolean
tv_json_stream_refuse (TvJsonStream *stream, GError **error)
{
  unsigned char *reason
      = yajl_get_error (stream->parser, 0, stream->chunk, stream->chunk_size);
  g_autofree char *place
      = g_strdup_printf ("%" G_GUINT64_FORMAT, tv_json_stream_get_offset (stream));

  if (reason != NULL)
    g_strchomp ((char *) reason);
  g_set_error (error, TV_TRACE_ERROR, TV_TRACE_ERROR_NOT_A_TRACE,
               _ ("This is no valid JSON at byte %s (%s)"), place,
               reason != NULL ? (const char *) reason : "");
  yajl_free_error (stream->parser, reason);
  return FALSE;
}

static gboolean
report (const TvLoadOptions *options, guint64 done, guint64 total, GError **error)
{
  if (options->progress != NULL)
    options->progress ((goffset) done, (goffset) total, options->progress_data);
  /* Names and ids take memory, too. */
  if (options->budget != NULL && !tv_memory_budget_check (options->budget, 0, error))
    return FALSE;
  return !g_cancellable_set_error_if_cancelled (options->cancellable, error);
}

static TvJsonEnd
note_break (TvJsonStream *stream)
{
  stream->n_parsed = MIN (yajl_get_bytes_consumed (stream->parser), stream->chunk_size);
  stream->rest = stream->chunk + stream->n_parsed;
  stream->rest_size = stream->chunk_size - stream->n_parsed;
  return TV_JSON_BROKEN;
}

/* Whether the value that the file is ended in the chunk, and other text follows. */
static gboolean
find_more (TvJsonStream *stream)
{
  const gsize parsed = yajl_get_bytes_consumed (stream->parser);

  for (gsize i = parsed; i < stream->chunk_size; i++)
    if (stream->chunk[i] != ' ')
      {
        stream->has_more = TRUE;
        stream->more_at = stream->chunk_offset + i;
        return TRUE;
      }
  return FALSE;
}

/* Parses a file up to its end, or to where it is no JSON or the receiver stops. */
TvJsonEnd
tv_json_stream_read (TvJsonStream *stream, TvDataWindow *window,
                     const TvLoadOptions *options, GError **error)
{
  const guint64 total = tv_data_window_get_size (window);
  gsize size;

  for (guint64 at = 0; at < total; at += size)
    {
      const guint8 *data;
      yajl_status status;

      size = (gsize) MIN (total - at, CHUNK_SIZE);
      data = tv_data_window_get (window, at, size, error);
      if (data == NULL || !report (options, at, total, error))
        return TV_JSON_FAILED;
      status = parse_chunk (stream, data, size, at);
      if (status == yajl_status_client_canceled)
        return TV_JSON_STOPPED;
      if (status != yajl_status_ok)
        return note_break (stream);
      if (find_more (stream))
        break;
    }
  return report (options, total, total, error) ? TV_JSON_AT_END : TV_JSON_FAILED;
}

/* Parses the beginning of a file. Returns whether it is JSON so far. */
gboolean
tv_json_stream_parse_start (TvJsonStream *stream, const guint8 *data, gsize size)
{
  return size == 0
         || parse_chunk (stream, data, MIN (size, CHUNK_SIZE), 0) == yajl_status_ok;
}
