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

typedef struct
{
  yajl_handle parser;
  guint8 *chunk;
  guint64 chunk_offset; /* in the file, of what is parsed */
  gsize chunk_size;

  gboolean has_more; /* text behind the value that the file is, … */
  guint64 more_at;   /* … where it begins */

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
gboolean tv_json_stream_parse_start (TvJsonStream *stream, const guint8 *data,
                                     gsize size);

G_END_DECLS
