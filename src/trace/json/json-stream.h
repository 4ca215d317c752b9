/* SPDX-License-Identifier: Apache-2.0 */

/* Files of JSON that are parsed without being kept. */

#pragma once

#include "trace/build/load-options.h"
#include "trace/input/data-window.h"

#include <yajl/yajl_parse.h>

G_BEGIN_DECLS

/* How the reading of a file ended. */
typedef enum
{
  TV_JSON_FAILED,  /* the file could not be read */
  TV_JSON_STOPPED, /* by the receiver */
  TV_JSON_BROKEN,  /* the text is no JSON */
  TV_JSON_AT_END
} TvJsonEnd;

/* Receives a part of a string as it stands in the file, escapes included, and NULL
 * where the string ends. Returns FALSE to stop. */
typedef gboolean (*TvJsonPartFunc) (const char *text, gsize length, guint64 offset,
                                    gpointer data);

/* Where the parser is with a string that it does not see. */
typedef enum
{
  TV_JSON_NO_STRING,
  TV_JSON_BEFORE_STRING, /* behind its key */
  TV_JSON_IN_STRING,
  TV_JSON_BEHIND_BACKSLASH
} TvJsonPlace;

typedef struct
{
  yajl_handle parser;
  const guint8 *data;   /* what is parsed, as it stands in the file … */
  guint8 *chunk;        /* … and without what the parser need not see */
  guint64 chunk_offset; /* in the file, of what is parsed */
  gsize chunk_size;

  gboolean has_more; /* text behind the value that the file is, … */
  guint64 more_at;   /* … where it begins */

  TvJsonPlace place;
  TvJsonPartFunc take_part; /* of the string */
  gpointer part_data;

  gboolean is_in_string; /* at the end of what the parser has seen, … */
  gboolean is_escaped;   /* … behind a backslash there */
  gboolean is_long;      /* a string that fills a chunk: its rest is left out */

  /* Where the text is broken. */
  const guint8 *rest; /* of the chunk */
  gsize rest_size;
  gsize n_parsed; /* bytes of the chunk before it */
} TvJsonStream;

void tv_json_stream_init (TvJsonStream *stream, const yajl_callbacks *callbacks,
                          gpointer data);
void tv_json_stream_clear (TvJsonStream *stream);

guint64 tv_json_stream_get_offset (const TvJsonStream *stream);
TvJsonEnd tv_json_stream_read (TvJsonStream *stream, TvDataWindow *window,
                               const TvLoadOptions *options, GError **error);
gboolean tv_json_stream_refuse (TvJsonStream *stream, GError **error);
gboolean tv_json_stream_divert (TvJsonStream *stream, TvJsonPartFunc func,
                                gpointer data);
gboolean tv_json_stream_parse_start (TvJsonStream *stream, const guint8 *data,
                                     gsize size);

G_END_DECLS
