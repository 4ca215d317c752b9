/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/tables/method-line.h"

#include "trace/tables/java-text.h"

#include <string.h>

/* The end of the field that starts at @start: the next tab, or in a hand-made line
 * without any tab the next run of two or more blanks. @next is where the next field
 * starts, @length if there is none. */
static gsize
find_field_end (const char *line, gsize length, gsize start, gboolean tabs, gsize *next)
{
  for (gsize i = start; i < length; i++)
    {
      if (tabs && line[i] == '\t')
        {
          *next = i + 1;
          return i;
        }
      if (!tabs && line[i] == ' ' && i + 1 < length && line[i + 1] == ' ')
        {
          *next = i;
          while (*next < length && line[*next] == ' ')
            ++*next;
          return i;
        }
    }
  *next = length;
  return length;
}

/* Whether the bytes are text as it stands, and tabs. */
static gboolean
is_plain (const char *line, gsize length)
{
  guint odd = 0;

  for (gsize i = 0; i < length; i++)
    odd |= (guint) ((guchar) (line[i] - 0x20) >= 0x7F - 0x20)
           & (guint) (line[i] != '\t');
  return odd == 0;
}

/* The fields of a plain line stand in a copy of it, with a zero for each tab. */
static void
split_plain (TvMethodLine *parsed, const char *line, gsize length)
{
  char *start;
  char *end;

  g_string_append_len (parsed->text, line, (gssize) length);
  start = parsed->text->str;
  end = start + length;
  while (start != NULL)
    {
      char *tab = memchr (start, '\t', (gsize) (end - start));
      char *field_end = tab != NULL ? tab : end;

      if (parsed->n_fields < TV_METHOD_LINE_MAX_FIELDS)
        parsed->fields[parsed->n_fields] = start;
      parsed->n_fields++;
      *field_end = '\0';
      start = tab != NULL ? tab + 1 : NULL;
    }
}

static void
append_field (TvMethodLine *parsed, const char *bytes, gsize length)
{
  g_autofree char *text = tv_java_text_dup_utf8 (bytes, length);

  g_string_append_len (parsed->text, text, (gssize) strlen (text) + 1);
}

/* The fields of any other line are put together one by one, and found when the text
 * does not move any more. */
static void
split_any (TvMethodLine *parsed, const char *line, gsize length)
{
  gboolean tabs = memchr (line, '\t', length) != NULL;
  char *field;
  gsize start = 0;
  gboolean more = TRUE;

  while (more)
    {
      gsize next;
      gsize end = find_field_end (line, length, start, tabs, &next);

      if (parsed->n_fields < TV_METHOD_LINE_MAX_FIELDS)
        append_field (parsed, line + start, end - start);
      parsed->n_fields++;
      more = end < length && (tabs || next < length);
      start = next;
    }
  field = parsed->text->str;
  for (guint i = 0; i < MIN (parsed->n_fields, TV_METHOD_LINE_MAX_FIELDS); i++)
    {
      parsed->fields[i] = field;
      field += strlen (field) + 1;
    }
}

static void
split_fields (TvMethodLine *parsed, const char *line, gsize length)
{
  if (memchr (line, '\t', length) != NULL && is_plain (line, length))
    split_plain (parsed, line, length);
  else
    split_any (parsed, line, length);
}

/* Digits that fit in 64 bits whatever they are. Returns whether it is nothing else. */
static gboolean
parse_few_digits (const char *text, guint base, guint64 *value)
{
  const gsize length = strlen (text);

  *value = 0;
  if (length == 0 || length > (base == 16 ? 16 : 19))
    return FALSE;
  for (gsize i = 0; i < length; i++)
    {
      gint digit = g_ascii_xdigit_value (text[i]);

      if (digit < 0 || digit >= (gint) base)
        return FALSE;
      *value = *value * base + (guint64) digit;
    }
  return TRUE;
}

static gboolean
parse_number (const char *text, guint base, guint64 *value)
{
  return parse_few_digits (text, base, value)
         || g_ascii_string_to_unsigned (text, base, 0, G_MAXUINT64, value, NULL);
}

/* ART prints the id zero as "0" with no "0x", host builds print it as "(nil)". */
static gboolean
parse_id (const char *text, guint64 *id)
{
  *id = 0;
  if (g_str_equal (text, "(nil)"))
    return TRUE;
  if (g_str_has_prefix (text, "0x") || g_str_has_prefix (text, "0X"))
    return parse_number (text + 2, 16, id);
  return parse_number (text, 10, id);
}

static gint32
parse_source_line (const char *text)
{
  gint64 value;

  if (text == NULL
      || !g_ascii_string_to_signed (text, 10, G_MININT32, G_MAXINT32, &value, NULL))
    return 0;
  return (gint32) value;
}

/* ART writes "(null)" where it knows no source file. */
static const char *
known_file (const char *text)
{
  return text == NULL || *text == '\0' || g_str_equal (text, "(null)") ? NULL : text;
}

static void
assign_fields (TvMethodLine *parsed)
{
  TvMethod *method = &parsed->method;
  char **fields = parsed->fields;

  if (parsed->n_fields == 2)
    {
      method->name = fields[1];
      return;
    }
  method->class_name = fields[1];
  if (parsed->n_fields == 4 && fields[3][0] != '(')
    {
      method->file = known_file (fields[2]);
      method->line = parse_source_line (fields[3]);
      return;
    }
  method->name = fields[2];
  if (parsed->n_fields >= 4)
    method->signature = fields[3];
  method->file = known_file (fields[4]);
  method->line = parse_source_line (fields[5]);
}

/**
 * tv_method_line_parse:
 * @parsed: (inout): the line's parts; all zeros before the first line, and to be given
 *   back with tv_method_line_clear() after the last
 * @line: (array length=length): a line without its end
 * @length: number of bytes
 *
 * Splits a line of a `*methods` section. The number of fields tells what they are: id
 * and name (2, emulator); id, class, method (3); id, class, method, signature (4) or
 * id, class, source file, line (4, where the fourth is no signature); with source file
 * (5, ART); with source file and line (6, Dalvik).
 */
void
tv_method_line_parse (TvMethodLine *parsed, const char *line, gsize length)
{
  if (parsed->text == NULL)
    parsed->text = g_string_new (NULL);
  g_string_truncate (parsed->text, 0);
  *parsed = (TvMethodLine){ .text = parsed->text,
                            .method.class_name = "",
                            .method.name = "",
                            .method.signature = "" };
  split_fields (parsed, line, length);
  parsed->has_id = parse_id (parsed->fields[0], &parsed->method.id);
  if (parsed->has_id && parsed->n_fields > 1)
    assign_fields (parsed);
}

void
tv_method_line_clear (TvMethodLine *parsed)
{
  if (parsed->text != NULL)
    g_string_free (parsed->text, TRUE);
  *parsed = (TvMethodLine){ 0 };
}
