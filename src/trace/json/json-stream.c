/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/json/json-stream.h"

#include "trace/model/trace-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Bytes that are parsed at a time. */
#define CHUNK_SIZE (256 * 1024)

static const guint8 mark[] = { 0xEF, 0xBB, 0xBF };

/* Parses the beginning of a file, which may have a byte order mark. */
TvJsonStatus
tv_json_stream_parse_start (TvJsonParser *parser, const guint8 *data, gsize size)
{
  static const guint8 blanks[] = "   ";

  if (size < sizeof mark || memcmp (data, mark, sizeof mark) != 0)
    return tv_json_parser_feed (parser, data, size);
  tv_json_parser_feed (parser, blanks, sizeof mark);
  return tv_json_parser_feed (parser, data + sizeof mark, size - sizeof mark);
}

/* Parses a file up to its end, or to where the parser stops. */
gboolean
tv_json_stream_read (TvJsonParser *parser, TvDataWindow *window,
                     const TvLoadOptions *options, TvJsonStatus *status, GError **error)
{
  const guint64 total = tv_data_window_get_size (window);
  gsize size;

  *status = TV_JSON_MORE;
  for (guint64 at = 0; at < total && *status == TV_JSON_MORE; at += size)
    {
      const guint8 *data;

      size = (gsize) MIN (total - at, CHUNK_SIZE);
      data = tv_data_window_get (window, at, size, error);
      if (data == NULL || !tv_load_options_report (options, at, total, error))
        return FALSE;
      *status = at == 0 ? tv_json_stream_parse_start (parser, data, size)
                        : tv_json_parser_feed (parser, data, size);
    }
  return *status == TV_JSON_STOPPED || *status == TV_JSON_BROKEN
         || tv_load_options_report (options, total, total, error);
}

/* Says what is wrong with the text at the byte where the parser stopped. */
gboolean
tv_json_stream_refuse (const TvJsonParser *parser, GError **error)
{
  g_autofree char *place
      = g_strdup_printf ("%" G_GUINT64_FORMAT, tv_json_parser_get_offset (parser));

  g_set_error (error, TV_TRACE_ERROR, TV_TRACE_ERROR_NOT_A_TRACE,
               _ ("This is no valid JSON at byte %s (%s)"), place,
               tv_json_parser_get_fault (parser));
  return FALSE;
}
