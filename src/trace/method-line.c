/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/method-line.h"

#include "trace/java-text.h"

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

static void
split_fields (TvMethodLine *parsed, const char *line, gsize length)
{
  gboolean tabs = memchr (line, '\t', length) != NULL;
  gsize start = 0;
  gboolean more = TRUE;

  while (more)
    {
      gsize next;
      gsize end = find_field_end (line, length, start, tabs, &next);

      if (parsed->n_fields < TV_METHOD_LINE_MAX_FIELDS)
        parsed->fields[parsed->n_fields]
            = tv_java_text_dup_utf8 (line + start, end - start);
      parsed->n_fields++;
      more = end < length && (tabs || next < length);
      start = next;
    }
}

/* ART prints the id zero as "0" with no "0x", host builds print it as "(nil)". */
static gboolean
parse_id (const char *text, guint64 *id)
{
  *id = 0;
  if (g_str_equal (text, "(nil)"))
    return TRUE;
  if (g_str_has_prefix (text, "0x") || g_str_has_prefix (text, "0X"))
    return g_ascii_string_to_unsigned (text + 2, 16, 0, G_MAXUINT64, id, NULL);
  return g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT64, id, NULL);
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
 * @parsed: (out caller-allocates): the line's parts; give them back with
 *   tv_method_line_clear()
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
  memset (parsed, 0, sizeof *parsed);
  parsed->method.class_name = "";
  parsed->method.name = "";
  parsed->method.signature = "";
  split_fields (parsed, line, length);
  parsed->has_id = parse_id (parsed->fields[0], &parsed->method.id);
  if (!parsed->has_id)
    tv_method_line_clear (parsed);
  else if (parsed->n_fields > 1)
    assign_fields (parsed);
}

/**
 * tv_method_line_clear:
 * @parsed: the parts to give back
 */
void
tv_method_line_clear (TvMethodLine *parsed)
{
  for (guint i = 0; i < TV_METHOD_LINE_MAX_FIELDS; i++)
    g_clear_pointer (&parsed->fields[i], g_free);
}
