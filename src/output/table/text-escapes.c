/* SPDX-License-Identifier: Apache-2.0 */

/* Escapes for lines, spreadsheets, Markdown, JSON, XML and DOT. Names of a trace have
 * no control characters, but texts from a statement of SQL or from an option may. */

#include "output/table/text-writer.h"

#include "trace/tables/java-text.h"

#include <string.h>

/* Returns the bytes of a control character, or 0 if it is none. */
static gsize
measure_control (const char *text)
{
  const guchar byte = (guchar) *text;

  if (byte < ' ' || byte == 0x7f)
    return 1;
  /* Control characters beyond ASCII begin with one of these bytes. */
  if (byte != 0xc2 && byte != 0xd8 && byte != 0xe2)
    return 0;
  return tv_text_is_control (g_utf8_get_char (text)) ? g_utf8_skip[byte] : 0;
}

static char *
dup_field (const char *text, gsize length)
{
  GString *field = g_string_sized_new (length);

  for (gsize at = 0; at < length;)
    {
      const gsize n = measure_control (text + at);

      if ((guchar) text[at] < ' ')
        g_string_append_c (field, ' ');
      else if (n > 0)
        tv_java_text_append (field, g_utf8_get_char (text + at));
      else
        g_string_append_c (field, text[at]);
      at += MAX (n, 1);
    }
  return g_string_free (field, FALSE);
}

/* Returns the text without control characters, as @copy if it has any. */
static const char *
take_field (const char *text, gsize *length, char **copy)
{
  gsize at = 0;

  while (at < *length && measure_control (text + at) == 0)
    at++;
  if (at == *length)
    return text;
  *copy = dup_field (text, *length);
  *length = strlen (*copy);
  return *copy;
}

/**
 * tv_text_count_letters:
 * @text: UTF-8
 *
 * Returns: how many characters tv_text_writer_add_field() writes for it
 */
gsize
tv_text_count_letters (const char *text)
{
  g_autofree char *copy = NULL;
  gsize length = strlen (text);

  text = take_field (text, &length, &copy);
  return (gsize) g_utf8_strlen (text, (gssize) length);
}

/**
 * tv_text_writer_add_field:
 * @writer: a writer
 * @text: UTF-8
 *
 * Adds @text as a field of a line. Control characters of ASCII, which would end the
 * field or the line, become spaces; others are written as in names, see
 * tv_java_text_append().
 */
void
tv_text_writer_add_field (TvTextWriter *writer, const char *text)
{
  g_autofree char *copy = NULL;
  gsize length;

  g_return_if_fail (writer != NULL && text != NULL);

  length = strlen (text);
  text = take_field (text, &length, &copy);
  tv_text_writer_add_bytes (writer, text, length);
}

/* Spreadsheets take a cell for a formula if it begins with one of these characters,
 * with or without spaces before; some accept the wide forms too. A formula can run
 * programs. An apostrophe in front makes it text (OWASP, "CSV Injection"). */
static gboolean
is_formula (const char *text)
{
  static const char *const wide[] = { "＝", "＋", "－", "＠" };

  while (*text == ' ')
    text++;
  if (*text == '=' || *text == '+' || *text == '-' || *text == '@' || *text == '\t'
      || *text == '\r' || *text == '\n')
    return TRUE;
  for (guint i = 0; (guchar) *text >= 0x80 && i < G_N_ELEMENTS (wide); i++)
    if (g_str_has_prefix (text, wide[i]))
      return TRUE;
  return FALSE;
}

/**
 * tv_text_writer_add_tsv:
 * @writer: a writer
 * @text: text from a trace
 *
 * Adds @text as a cell of tab-separated values for spreadsheets, without control
 * characters, see tv_text_writer_add_field(). A text that a spreadsheet would take for
 * a formula, or for a quoted cell of several lines, gets an apostrophe in front.
 */
void
tv_text_writer_add_tsv (TvTextWriter *writer, const char *text)
{
  if (is_formula (text) || *text == '"')
    tv_text_writer_add_char (writer, '\'');
  tv_text_writer_add_field (writer, text);
}

static void
add_quoted (TvTextWriter *writer, const char *mark, const char *text)
{
  tv_text_writer_add_char (writer, '"');
  tv_text_writer_add (writer, mark);
  for (; *text != '\0'; text++)
    {
      if (*text == '"')
        tv_text_writer_add_char (writer, '"');
      tv_text_writer_add_char (writer, *text);
    }
  tv_text_writer_add_char (writer, '"');
}

/**
 * tv_text_writer_add_csv:
 * @writer: a writer
 * @text: text from a trace
 *
 * Adds @text as a cell of RFC 4180. It is always quoted, because some spreadsheets
 * split lines at semicolons, which signatures have. A text that a spreadsheet would
 * take for a formula gets an apostrophe in front.
 */
void
tv_text_writer_add_csv (TvTextWriter *writer, const char *text)
{
  add_quoted (writer, is_formula (text) ? "'" : "", text);
}

/**
 * tv_text_writer_add_exact_csv:
 * @writer: a writer
 * @text: text from a trace
 *
 * Adds @text unchanged as a cell of RFC 4180, for programs.
 */
void
tv_text_writer_add_exact_csv (TvTextWriter *writer, const char *text)
{
  add_quoted (writer, "", text);
}

/**
 * tv_text_writer_add_markdown:
 * @writer: a writer
 * @text: text from a trace
 *
 * Adds @text as a cell of a Markdown table, without control characters, see
 * tv_text_writer_add_field(). Characters with a meaning in Markdown are escaped: the
 * bar, the `<` of `<init>`, the `$` of inner classes.
 */
void
tv_text_writer_add_markdown (TvTextWriter *writer, const char *text)
{
  g_autofree char *copy = NULL;
  gsize length = strlen (text);

  for (text = take_field (text, &length, &copy); *text != '\0'; text++)
    {
      if (strchr ("\\`*_[]<>|~&$", *text) != NULL)
        tv_text_writer_add_char (writer, '\\');
      tv_text_writer_add_char (writer, *text);
    }
}

/**
 * tv_text_put_json:
 * @at: a buffer of %TV_TEXT_JSON_SIZE characters
 * @text: UTF-8
 *
 * Writes the escape of the first character of a text in JSON (RFC 8259, section 7).
 * Control characters of bidirectional text are escaped too, so that no line displays
 * as another.
 *
 * Returns: the bytes of the character, or 0 if it needs no escape
 */
gsize
tv_text_put_json (char *at, const char *text)
{
  static const char controls[] = "\b\t\n\f\r";
  static const char letters[] = "btnfr";
  const gsize n = measure_control (text);
  const char *letter = n > 0 ? strchr (controls, *text) : NULL;

  if (n == 0 && *text != '"' && *text != '\\')
    return 0;
  if (n > 0 && letter == NULL)
    g_snprintf (at, TV_TEXT_JSON_SIZE, "\\u%04x", g_utf8_get_char (text));
  else
    g_snprintf (at, TV_TEXT_JSON_SIZE, "\\%c",
                n > 0 ? letters[letter - controls] : *text);
  return MAX (n, 1);
}

/**
 * tv_text_writer_add_json:
 * @writer: a writer
 * @text: UTF-8
 *
 * Adds @text as a JSON string with its quotes, see tv_text_put_json().
 */
void
tv_text_writer_add_json (TvTextWriter *writer, const char *text)
{
  char escape[TV_TEXT_JSON_SIZE];
  const char *start = text;
  gsize n;

  tv_text_writer_add_char (writer, '"');
  for (; *text != '\0'; text += MAX (n, 1))
    {
      n = tv_text_put_json (escape, text);
      if (n == 0)
        continue;
      tv_text_writer_add_bytes (writer, start, (gsize) (text - start));
      tv_text_writer_add (writer, escape);
      start = text + n;
    }
  tv_text_writer_add_bytes (writer, start, (gsize) (text - start));
  tv_text_writer_add_char (writer, '"');
}

/* U+FFFE and U+FFFF are valid UTF-8, but not characters of XML 1.0. */
static gboolean
is_noncharacter (const char *text, gsize length)
{
  return length >= 3 && (guchar) text[0] == 0xef && (guchar) text[1] == 0xbf
         && (guchar) text[2] >= 0xbe;
}

/* Adds a text without control characters, with the entities of some characters. */
static void
add_replaced (TvTextWriter *writer, const char *text, gssize length,
              const char *(*get_entity) (char character))
{
  g_autofree char *copy = NULL;
  gsize n = length < 0 ? strlen (text) : (gsize) length;
  gsize start = 0;

  text = take_field (text, &n, &copy);
  for (gsize i = 0; i < n; i++)
    {
      const gboolean is_missing = is_noncharacter (text + i, n - i);
      const char *entity = is_missing ? "\357\277\275" : get_entity (text[i]);

      if (entity == NULL)
        continue;
      tv_text_writer_add_bytes (writer, text + start, i - start);
      tv_text_writer_add (writer, entity);
      i += is_missing ? 2 : 0;
      start = i + 1;
    }
  tv_text_writer_add_bytes (writer, text + start, n - start);
}

static const char *
get_markup_entity (char character)
{
  switch (character)
    {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return NULL;
    }
}

/**
 * tv_text_writer_add_markup:
 * @writer: a writer
 * @text: (array length=length): UTF-8
 * @length: number of bytes, or -1 if @text ends with a NUL
 *
 * Adds @text to an element or an attribute of HTML or XML, without control characters,
 * see tv_text_writer_add_field(). What XML cannot hold becomes U+FFFD.
 */
void
tv_text_writer_add_markup (TvTextWriter *writer, const char *text, gssize length)
{
  add_replaced (writer, text, length, get_markup_entity);
}

/* Quoted strings of DOT have escapes with a backslash, and labels have HTML entities.
 */
static const char *
get_dot_entity (char character)
{
  switch (character)
    {
    case '&':
      return "&amp;";
    case '"':
      return "\\\"";
    case '\\':
      return "\\\\";
    default:
      return NULL;
    }
}

/**
 * tv_text_writer_add_dot:
 * @writer: a writer
 * @text: (array length=length): UTF-8
 * @length: number of bytes, or -1 if @text ends with a NUL
 *
 * Adds @text to a quoted string of DOT, from which dot(1) makes XML. Otherwise like
 * tv_text_writer_add_markup().
 */
void
tv_text_writer_add_dot (TvTextWriter *writer, const char *text, gssize length)
{
  add_replaced (writer, text, length, get_dot_entity);
}
