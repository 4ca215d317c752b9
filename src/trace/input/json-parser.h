/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/input/text-value.h"

G_BEGIN_DECLS

/**
 * TvJsonParser:
 *
 * Reads JSON that comes in pieces and hands out its values, without keeping more of it
 * than a piece.
 */
typedef struct _TvJsonParser TvJsonParser;

/**
 * TvJsonReceiver:
 * @value: takes a string, a number, true, false or null, which has no text. The text
 *   is valid during the call
 * @key: takes the key of the value that comes next
 * @enter: takes the beginning of a list or an object
 * @leave: takes its end
 *
 * Receives a text in its order. Each returns %FALSE to stop.
 */
typedef struct
{
  gboolean (*value) (gpointer data, const TvTextValue *value);
  gboolean (*key) (gpointer data, const char *key, gsize length);
  gboolean (*enter) (gpointer data, gboolean is_list);
  gboolean (*leave) (gpointer data, gboolean is_list);
} TvJsonReceiver;

/**
 * TvJsonStatus:
 * @TV_JSON_MORE: the text may go on
 * @TV_JSON_STOPPED: the receiver stopped
 * @TV_JSON_BROKEN: the text is no JSON
 * @TV_JSON_BEHIND: other text follows the one value that the text is
 *
 * Where a parser is.
 */
typedef enum
{
  TV_JSON_MORE,
  TV_JSON_STOPPED,
  TV_JSON_BROKEN,
  TV_JSON_BEHIND
} TvJsonStatus;

/**
 * TvJsonPartFunc:
 * @text: (nullable): a part of a string as it stands in the text, escapes included;
 *   %NULL where the string ends
 * @length: bytes of @text
 * @offset: of the part, or of the quote at the end
 * @data: of the function
 *
 * Receives a string in parts.
 *
 * Returns: %FALSE to stop
 */
typedef gboolean (*TvJsonPartFunc) (const char *text, gsize length, guint64 offset,
                                    gpointer data);

TvJsonParser *tv_json_parser_new (const TvJsonReceiver *receiver, gpointer data);
void tv_json_parser_free (TvJsonParser *self);

TvJsonStatus tv_json_parser_feed (TvJsonParser *self, const guint8 *data, gsize size);
void tv_json_parser_divert (TvJsonParser *self, TvJsonPartFunc func, gpointer data);
guint64 tv_json_parser_get_offset (const TvJsonParser *self);
const char *tv_json_parser_get_fault (const TvJsonParser *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvJsonParser, tv_json_parser_free)

G_END_DECLS
