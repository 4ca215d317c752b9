/* SPDX-License-Identifier: Apache-2.0 */

/* Files of JSON that are parsed without being kept. */

#pragma once

#include "trace/build/load-options.h"
#include "trace/input/data-window.h"
#include "trace/input/json-parser.h"

G_BEGIN_DECLS

gboolean tv_json_stream_read (TvJsonParser *parser, TvDataWindow *window,
                              const TvLoadOptions *options, TvJsonStatus *status,
                              GError **error);
TvJsonStatus tv_json_stream_parse_start (TvJsonParser *parser, const guint8 *data,
                                         gsize size);
gboolean tv_json_stream_refuse (const TvJsonParser *parser, GError **error);

G_END_DECLS
