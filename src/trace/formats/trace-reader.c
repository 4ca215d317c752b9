/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/formats/trace-reader.h"

#include <string.h>

/* No pattern needs more of a text. */
#define MAX_TEXT 4096

/* What is looked at to find a format, and what is if that does not tell. */
#define HEAD (64 * 1024)
#define LONG_HEAD (8 * 1024 * 1024)

#define ADD_READER(reader) &reader,

static const TvTraceReader *const readers[] = { TV_TRACE_READERS (ADD_READER) };

/* Blank lines and a byte order mark may precede a text. */
gsize
tv_trace_reader_skip_blank (const guint8 *data, gsize size)
{
  gsize i = size >= 3 && memcmp (data, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;

  while (i < size
         && (data[i] == '\n' || data[i] == '\r' || data[i] == ' ' || data[i] == '\t'))
    i++;
  return i;
}

static gboolean
matches (const char *pattern, const guint8 *data, gsize size)
{
  const gsize start = tv_trace_reader_skip_blank (data, size);
  const gssize length = (gssize) MIN (size - start, MAX_TEXT);
  const char *text = (const char *) data + start;
  g_autoptr (GRegex) regex = NULL;

  if (length == 0 || memchr (text, '\0', (gsize) length) != NULL)
    return FALSE;
  regex = g_regex_new (pattern, G_REGEX_RAW | G_REGEX_ANCHORED, G_REGEX_MATCH_DEFAULT,
                       NULL);
  return g_regex_match_full (regex, text, length, 0, G_REGEX_MATCH_DEFAULT, NULL, NULL);
}

gboolean
tv_trace_reader_fits (const TvTraceReader *reader, GBytes *start)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (start, &size);

  if (reader->magic != NULL && size >= reader->magic_length
      && memcmp (data, reader->magic, reader->magic_length) == 0)
    return TRUE;
  if (reader->probe != NULL && reader->probe (start))
    return TRUE;
  return reader->pattern != NULL && matches (reader->pattern, data, size);
}

static const TvTraceReader *
find_by_head (GBytes *start, gsize max_size)
{
  const gsize size = MIN (g_bytes_get_size (start), max_size);
  g_autoptr (GBytes) head = g_bytes_new_from_bytes (start, 0, size);

  for (guint i = 0; i < G_N_ELEMENTS (readers); i++)
    if (tv_trace_reader_fits (readers[i], head))
      return readers[i];
  return tv_other_format_find (head);
}

/* Finds the format of a file by its first bytes, unzipped, and never by its name.
 * Returns NULL if it is none that is known. */
const TvTraceReader *
tv_trace_reader_find (GBytes *start)
{
  const TvTraceReader *reader = find_by_head (start, HEAD);

  return reader != NULL && reader->layout == TV_LAYOUT_UNCLEAR
             ? find_by_head (start, LONG_HEAD)
             : reader;
}
