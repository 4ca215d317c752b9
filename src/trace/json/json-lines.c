/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/json/json-lines.h"

#include <string.h>

/* Longer lines are cut. */
#define MAX_LINE (64 * 1024)

#define NO_CHARACTER 0xFFFD

void
tv_json_lines_init (TvJsonLines *self, TvTextLineFunc func, gpointer data)
{
  *self = (TvJsonLines){ .func = func, .data = data, .text = g_string_new (NULL) };
}

void
tv_json_lines_clear (TvJsonLines *self)
{
  g_string_free (self->text, TRUE);
}

/* Hands out the line; the next one begins at @next in the file. */
static gboolean
end_line (TvJsonLines *self, guint64 next)
{
  const TvTextLine line = { .text = self->text->str,
                            .length = self->text->len,
                            .number = ++self->number,
                            .offset = self->offset };
  const gboolean goes_on = self->func (&line, self->data);

  g_string_truncate (self->text, 0);
  self->offset = next;
  return goes_on;
}

static gboolean
append (TvJsonLines *self, const char *text, gsize length, guint64 next)
{
  g_string_append_len (self->text, text, (gssize) length);
  return self->text->len < MAX_LINE || end_line (self, next);
}

static gboolean
append_character (TvJsonLines *self, gunichar character, guint64 next)
{
  char text[6];

  return append (self, text, (gsize) g_unichar_to_utf8 (character, text), next);
}

/* Appends what stands for the first half of a character whose second half is missing.
 */
static void
end_surrogate (TvJsonLines *self)
{
  if (self->surrogate != 0)
    g_string_append_unichar (self->text, NO_CHARACTER);
  self->surrogate = 0;
}

/* Takes a unit of UTF-16. */
static gboolean
take_unit (TvJsonLines *self, guint32 unit, guint64 next)
{
  const gboolean is_low = unit >= 0xDC00 && unit < 0xE000;

  if (is_low && self->surrogate != 0)
    {
      unit = 0x10000 + ((self->surrogate - 0xD800) << 10) + (unit - 0xDC00);
      self->surrogate = 0;
      return append_character (self, unit, next);
    }
  end_surrogate (self);
  if (unit == '\n')
    return end_line (self, next);
  if (unit < 0xD800 || unit >= 0xDC00)
    return append_character (self, is_low ? NO_CHARACTER : unit, next);
  self->surrogate = unit;
  return append (self, "", 0, next);
}

/* Takes a character behind a backslash. */
static gboolean
take_escape (TvJsonLines *self, char c, guint64 next)
{
  static const char letters[] = "bfnrt";
  static const char meanings[] = "\b\f\n\r\t";
  const char *letter = strchr (letters, c);

  self->is_escaped = FALSE;
  if (c == 'u')
    {
      self->n_digits = 4;
      self->unit = 0;
      return TRUE;
    }
  end_surrogate (self);
  if (c != '\0' && letter != NULL)
    c = meanings[letter - letters];
  return c == '\n' ? end_line (self, next) : append (self, &c, 1, next);
}

/* Takes a digit of "\uXXXX". */
static gboolean
take_digit (TvJsonLines *self, char c, guint64 next)
{
  self->unit = self->unit << 4 | (guint32) g_ascii_xdigit_value (c);
  return --self->n_digits > 0 || take_unit (self, self->unit, next);
}

/* Puts what stands for a character in the place of an escape that lacks digits. */
static gboolean
end_digits (TvJsonLines *self, guint64 next)
{
  self->n_digits = 0;
  end_surrogate (self);
  return append_character (self, NO_CHARACTER, next);
}

/* Takes the plain characters at the beginning of a text. Returns how many, at least
 * one, or 0 to stop. */
static gsize
take_plain (TvJsonLines *self, const char *text, gsize length, guint64 offset)
{
  gsize room;
  gsize n = 0;

  end_surrogate (self);
  if (*text == '\n')
    return end_line (self, offset + 1) ? 1 : 0;
  room = self->text->len < MAX_LINE ? MAX_LINE - self->text->len : 1;
  while (n < length && n < room && text[n] != '\\' && text[n] != '\n')
    n++;
  return append (self, text, n, offset + n) ? n : 0;
}

/* Takes a part of the string, as a TvJsonPartFunc. */
gboolean
tv_json_lines_take (const char *text, gsize length, guint64 offset, gpointer data)
{
  TvJsonLines *self = data;
  gboolean goes_on = TRUE;
  gsize i = 0;

  if (!self->has_begun)
    self->offset = offset;
  self->has_begun = TRUE;
  if (text == NULL)
    {
      end_surrogate (self);
      return self->text->len == 0 || end_line (self, offset);
    }
  while (i < length && goes_on)
    {
      const guint64 next = offset + i + 1;

      if (self->n_digits > 0 && g_ascii_isxdigit (text[i]))
        goes_on = take_digit (self, text[i++], next);
      else if (self->n_digits > 0)
        goes_on = end_digits (self, offset + i);
      else if (self->is_escaped)
        goes_on = take_escape (self, text[i++], next);
      else if (text[i] == '\\')
        {
          self->is_escaped = TRUE;
          i++;
        }
      else
        {
          const gsize n = take_plain (self, text + i, length - i, offset + i);

          goes_on = n > 0;
          i += n;
        }
    }
  return goes_on;
}
