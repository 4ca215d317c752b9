/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/tables/text-line.h"

#include <string.h>

/* No runtime writes lines of this length; a hostile file may have one of a gigabyte. */
#define MAX_LINE (1024 * 1024)

/* Finds a line that ends with a line feed, with or without a carriage return before
 * it, or with the text. No more than a mebibyte of it is taken. */
void
tv_text_line_find (TvTextLine *line, const char *text, gsize size, gsize position)
{
  const char *newline = memchr (text + position, '\n', size - position);

  line->text = text + position;
  line->length = newline != NULL ? (gsize) (newline - line->text) : size - position;
  line->next = position + line->length + (newline != NULL ? 1 : 0);
  line->is_cut = line->length > MAX_LINE;
  line->length = MIN (line->length, MAX_LINE);
  if (line->length > 0 && line->text[line->length - 1] == '\r')
    line->length--;
}

/* Text has no zeros: "SLOW" with a small little-endian version behind it is the data
 * of a file whose key section lost its end. */
gboolean
tv_text_is_data_header (const char *text, gsize size)
{
  return size >= 6 && memcmp (text, "SLOW", 4) == 0 && text[5] == '\0';
}
