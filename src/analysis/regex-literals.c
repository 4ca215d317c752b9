/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/regex-literals-private.h"

#include <string.h>

/* Takes what was read so far for a text, and begins another one. */
static void
end_text (GPtrArray *literals, GString *text)
{
  if (text->len > 0)
    g_ptr_array_add (literals, g_strndup (text->str, text->len));
  g_string_truncate (text, 0);
}

/* Reads what follows a backslash. Returns %FALSE if it may be anything. */
static gboolean
read_escape (GPtrArray *literals, GString *text, char escaped)
{
  if (g_ascii_ispunct (escaped))
    {
      g_string_append_c (text, escaped);
      return TRUE;
    }
  end_text (literals, text);
  return escaped != '\0' && strchr ("wWdDsSbBAzZ", escaped) != NULL;
}

/* Reads one character. Returns %FALSE if what it means depends on others. */
static gboolean
read_plain (GPtrArray *literals, GString *text, char c)
{
  switch (c)
    {
    case '(':
    case ')':
    case '[':
    case '{':
    case '|':
      return FALSE;
    case '*':
    case '?':
      g_string_truncate (text, text->len - MIN (text->len, 1));
      end_text (literals, text);
      return TRUE;
    case '+':
    case '.':
    case '^':
    case '$':
      end_text (literals, text);
      return TRUE;
    default:
      if (g_ascii_isprint (c))
        g_string_append_c (text, c);
      else
        end_text (literals, text);
      return TRUE;
    }
}

/**
 * tv_regex_literals:
 * @regex: a regular expression without an error
 *
 * Finds texts without which @regex does not match: looking for these first is many
 * times faster. Of an expression with groups, sets, alternatives or counts, and of
 * letters that are not ASCII, none is told.
 *
 * Returns: (transfer full) (element-type utf8): the texts, maybe none
 */
GPtrArray *
tv_regex_literals (const char *regex)
{
  g_autoptr (GPtrArray) literals = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) text = g_string_new (NULL);
  gboolean is_known = TRUE;

  for (const char *p = regex; is_known && *p != '\0'; p++)
    {
      if (*p == '\\')
        is_known = read_escape (literals, text, *++p);
      else
        is_known = read_plain (literals, text, *p);
    }
  end_text (literals, text);
  if (!is_known)
    g_ptr_array_set_size (literals, 0);
  return g_steal_pointer (&literals);
}
