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

gboolean tv_text_value_get_decimal (const TvTextValue *value, int scale,
                                    gint64 *result);
gboolean tv_text_value_get_time (const TvTextValue *value, gint64 *time);
gboolean tv_text_value_get_integer (const TvTextValue *value, gint64 *integer);

G_END_DECLS
