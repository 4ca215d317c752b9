/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvTextLine:
 * @text: where it begins
 * @length: its bytes without its end
 * @is_cut: whether it is longer, and what is over was left out
 * @next: where the line after it begins
 *
 * A line of a key section.
 */
typedef struct
{
  const char *text;
  gsize length;
  gboolean is_cut;
  gsize next;
} TvTextLine;

void tv_text_line_find (TvTextLine *line, const char *text, gsize size, gsize position);
gboolean tv_text_is_data_header (const char *text, gsize size);

G_END_DECLS
