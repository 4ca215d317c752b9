/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvTextValue:
 * @text: (nullable): the value, followed by a NUL; it may have others in it. %NULL if
 *   it is absent, null, a list or an object
 * @length: bytes of @text
 * @is_string: whether it is a string, not a number, true or false
 *
 * A value of JSON, or of another text.
 */
typedef struct
{
  const char *text;
  gsize length;
  gboolean is_string;
} TvTextValue;

/**
 * TV_FIRST_NAMED_ID:
 *
 * The least id of what has only a name. No system has such ids.
 */
#define TV_FIRST_NAMED_ID (1ll << 40)

gboolean tv_text_value_get_decimal (const TvTextValue *value, int scale,
                                    gint64 *result);
gboolean tv_text_value_get_time (const TvTextValue *value, gint64 *time);
gboolean tv_text_value_get_integer (const TvTextValue *value, gint64 *integer);
gint64 tv_text_value_get_id (const TvTextValue *value, GHashTable *named);

G_END_DECLS
