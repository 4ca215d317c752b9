/* SPDX-License-Identifier: Apache-2.0 */

/* Help as a terminal is wide. GOption puts what it says of an option on one line,
 * however long, behind the longest of all options, which is what programs like. */

#include "cli/help-text.h"

#include <string.h>

/* Where the description of an option begins, if the option leaves room for it. */
#define COLUMN 28

/* Lines that are longer are hard to read. */
#define MAX_WIDTH 100
#define MIN_WIDTH 50

static void
append_spaces (GString *out, gsize n)
{
  for (; n > 0; n--)
    g_string_append_c (out, ' ');
}

/* Appends the words of a text, from column @at on, and further lines from @indent. */
static void
append_words (GString *out, const char *text, gsize at, gsize indent, guint width)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  gboolean is_first = TRUE;

  for (guint i = 0; words[i] != NULL; i++)
    {
      const gsize length = (gsize) g_utf8_strlen (words[i], -1);

      if (!is_first && at + 1 + length > width)
        {
          g_string_append_c (out, '\n');
          append_spaces (out, indent);
          at = indent;
          is_first = TRUE;
        }
      if (!is_first)
        g_string_append_c (out, ' ');
      at += length + (is_first ? 0 : 1);
      g_string_append (out, words[i]);
      is_first = FALSE;
    }
  g_string_append_c (out, '\n');
}

/* The option is followed by several spaces, which nothing in it is. */
static void
append_option (GString *out, const char *line, guint width)
{
  const char *end = strstr (line + 2, "  ");
  const gsize length = end != NULL ? (gsize) (end - line) : strlen (line);

  g_string_append_len (out, line, (gssize) length);
  if (end == NULL)
    {
      g_string_append_c (out, '\n');
      return;
    }
  if (length + 2 > COLUMN)
    {
      g_string_append_c (out, '\n');
      append_spaces (out, COLUMN);
    }
  else
    append_spaces (out, COLUMN - length);
  append_words (out, end + strspn (end, " "), COLUMN, COLUMN, width);
}

char *
tv_help_text_wrap (const char *text, guint width)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GString *out = g_string_new (NULL);

  width = CLAMP (width, MIN_WIDTH, MAX_WIDTH);
  for (guint i = 0; lines[i] != NULL && (*lines[i] != '\0' || lines[i + 1] != NULL);
       i++)
    if (g_str_has_prefix (lines[i], "  -"))
      append_option (out, lines[i], width);
    else
      {
        const gsize indent = strspn (lines[i], " ");

        append_spaces (out, indent);
        if (indent > 0)
          {
            g_string_append (out, lines[i] + indent);
            g_string_append_c (out, '\n');
          }
        else
          append_words (out, lines[i], 0, 0, width);
      }
  return g_string_free (out, FALSE);
}
