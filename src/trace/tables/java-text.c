/* SPDX-License-Identifier: Apache-2.0 */

/* Dex files have names in modified UTF-8: U+0000 is C0 80, and a character above U+FFFF
 * is a surrogate pair of three bytes each. Both are invalid in UTF-8. */

#include "trace/tables/java-text.h"

#define REPLACEMENT 0xFFFD

static gboolean
is_plain (const char *bytes, gsize length)
{
  for (gsize i = 0; i < length; i++)
    if ((guchar) bytes[i] < 0x20 || (guchar) bytes[i] >= 0x7F)
      return FALSE;
  return TRUE;
}

/* Returns the UTF-16 unit that a three-byte sequence ED A0..BF xx encodes, or 0. */
static gunichar
surrogate_at (const guchar *p, gsize left)
{
  if (left < 3 || p[0] != 0xED || p[1] < 0xA0 || p[1] > 0xBF || (p[2] & 0xC0) != 0x80)
    return 0;
  return 0xD000 | (gunichar) (p[1] & 0x3F) << 6 | (gunichar) (p[2] & 0x3F);
}

static gunichar
next_character (const guchar *p, gsize left, gsize *used)
{
  gunichar high = surrogate_at (p, left);
  gunichar character;

  if (high >= 0xD800 && high < 0xDC00)
    {
      gunichar low = surrogate_at (p + 3, left - 3);

      *used = low >= 0xDC00 ? 6 : 3;
      return low >= 0xDC00 ? 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)
                           : REPLACEMENT;
    }
  if (high != 0)
    {
      *used = 3;
      return REPLACEMENT;
    }
  if (left >= 2 && p[0] == 0xC0 && p[1] == 0x80)
    {
      *used = 2;
      return 0;
    }
  character = g_utf8_get_char_validated ((const char *) p, (gssize) left);
  if (character == (gunichar) -1 || character == (gunichar) -2)
    {
      *used = 1;
      return REPLACEMENT;
    }
  *used = g_utf8_skip[p[0]];
  return character;
}

/* Returns whether a character begins a line or changes the order of what follows (UAX
 * 9). A name with one of them could make a line look like another. */
static gboolean
is_layout_control (gunichar character)
{
  return character == 0x061C || character == 0x200E || character == 0x200F
         || (character >= 0x2028 && character <= 0x202E)
         || (character >= 0x2066 && character <= 0x2069);
}

/**
 * tv_text_is_control:
 * @character: a valid character
 *
 * Returns: whether it is a control character, one of bidirectional text or a line
 *   separator
 */
gboolean
tv_text_is_control (gunichar character)
{
  return character == 0 || g_unichar_iscntrl (character)
         || is_layout_control (character);
}

/**
 * tv_java_text_append:
 * @text: a string
 * @character: a valid character
 *
 * Appends a character of a name in a form that is safe to display. A tab becomes a
 * space, another control character U+FFFD. A control of bidirectional text or a line
 * separator, which names may contain, is written as `\u202e`, so that different names
 * stay different.
 */
void
tv_java_text_append (GString *text, gunichar character)
{
  g_return_if_fail (text != NULL);

  if (is_layout_control (character))
    g_string_append_printf (text, "\\u%04x", character);
  else if (character == '\t')
    g_string_append_c (text, ' ');
  else if (tv_text_is_control (character))
    g_string_append_unichar (text, REPLACEMENT);
  else
    g_string_append_unichar (text, character);
}

/**
 * tv_text_dup_shown:
 * @text: the name of a file, or a line with one
 *
 * Makes a text valid UTF-8 that is safe in a terminal or a title: a control character
 * is written as `\x1b`, a control of bidirectional text or a line separator as
 * `\u202e`.
 *
 * Returns: (transfer full): the text
 */
char *
tv_text_dup_shown (const char *text)
{
  g_autofree char *valid = NULL;
  GString *shown;

  g_return_val_if_fail (text != NULL, NULL);

  valid = g_utf8_make_valid (text, -1);
  shown = g_string_sized_new (strlen (valid));
  for (const char *at = valid; *at != '\0'; at = g_utf8_next_char (at))
    {
      const gunichar character = g_utf8_get_char (at);

      if (g_unichar_iscntrl (character))
        g_string_append_printf (shown, "\\x%02x", character);
      else
        tv_java_text_append (shown, character);
    }
  return g_string_free (shown, FALSE);
}

/**
 * tv_java_text_dup_utf8:
 * @bytes: (array length=length): text in modified UTF-8, not terminated
 * @length: number of bytes
 *
 * Converts a name that a runtime wrote to valid UTF-8 that is safe to display, see
 * tv_java_text_append(). An invalid byte becomes U+FFFD.
 *
 * Returns: (transfer full): the text
 */
char *
tv_java_text_dup_utf8 (const char *bytes, gsize length)
{
  GString *text;
  gsize used;

  g_return_val_if_fail (bytes != NULL || length == 0, NULL);

  if (length == 0)
    return g_strdup ("");
  if (is_plain (bytes, length))
    return g_strndup (bytes, length);
  text = g_string_sized_new (length);
  for (gsize i = 0; i < length; i += used)
    tv_java_text_append (
        text, next_character ((const guchar *) bytes + i, length - i, &used));
  return g_string_free (text, FALSE);
}
