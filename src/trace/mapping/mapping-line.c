/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/mapping/mapping-line.h"

#include "trace/tables/java-text.h"

#include <string.h>

/* Comments of R8
 *
 * Only strings directly inside the outermost braces matter, so there is no tree of
 * values. R8's documentation quotes with ' too. */

static gboolean
is_quote (char c)
{
  return c == '"' || c == '\'';
}

/* Reads the four hexadecimal digits of an escape. Returns 0 if they are not digits. */
static gunichar
read_unit (const char *digits)
{
  gunichar unit = 0;

  for (guint i = 0; i < 4; i++)
    {
      if (!g_ascii_isxdigit (digits[i]))
        return 0;
      unit = unit << 4 | (gunichar) g_ascii_xdigit_value (digits[i]);
    }
  return unit;
}

static const char *
append_escaped (GString *string, const char *p)
{
  gunichar unit = *p == 'u' ? read_unit (p + 1) : 0;

  if (*p == '\0')
    return NULL;
  if (*p != 'u')
    {
      g_string_append_c (string, *p);
      return p + 1;
    }
  if (unit == 0)
    return NULL;
  tv_java_text_append (string, g_unichar_validate (unit) ? unit : 0xFFFD);
  return p + 5;
}

/* Reads a string from its opening quote. Returns the position behind it. */
static const char *
read_string (const char *p, GString *string)
{
  const char quote = *p++;

  g_string_truncate (string, 0);
  while (p != NULL && *p != quote)
    if (*p == '\0')
      p = NULL;
    else if (*p == '\\')
      p = append_escaped (string, p + 1);
    else
      g_string_append_c (string, *p++);
  return p != NULL ? p + 1 : NULL;
}

static const char *
skip_spaces (const char *p)
{
  while (g_ascii_isspace (*p))
    p++;
  return p;
}

static char **
find_member (TvMappingComment *comment, const char *key)
{
  if (g_str_equal (key, "id"))
    return &comment->id;
  if (g_str_equal (key, "version"))
    return &comment->version;
  if (g_str_equal (key, "fileName"))
    return &comment->file_name;
  if (g_str_equal (key, "signature"))
    return &comment->signature;
  return NULL;
}

static void
keep_member (TvMappingComment *comment, const char *key, const char *value)
{
  char **member = find_member (comment, key);

  if (member == NULL)
    return;
  g_free (*member);
  *member = g_strdup (value);
}

/* Parses a comment. Returns whether it is information of R8. */
gboolean
tv_mapping_comment_parse (const char *text, TvMappingComment *comment)
{
  g_autoptr (GString) string = g_string_new (NULL);
  g_autofree char *key = NULL;
  gsize depth = 0;
  const char *p = skip_spaces (text);

  *comment = (TvMappingComment){ 0 };
  if (*p != '{')
    return FALSE;
  while (p != NULL && *p != '\0')
    if (is_quote (*p))
      {
        p = read_string (p, string);
        if (p == NULL || depth != 1)
          continue;
        p = skip_spaces (p);
        if (key != NULL)
          keep_member (comment, key, string->str);
        g_clear_pointer (&key, g_free);
        if (*p == ':')
          key = g_strdup (string->str);
      }
    else
      {
        depth += *p == '{' || *p == '[';
        depth -= depth > 0 && (*p == '}' || *p == ']');
        if (*p == ',' || *p == '{' || *p == '[')
          g_clear_pointer (&key, g_free);
        p++;
      }
  return p != NULL && comment->id != NULL;
}

void
tv_mapping_comment_clear (TvMappingComment *comment)
{
  g_clear_pointer (&comment->id, g_free);
  g_clear_pointer (&comment->version, g_free);
  g_clear_pointer (&comment->file_name, g_free);
  g_clear_pointer (&comment->signature, g_free);
}

#define ARROW " -> "

/* Lines */

/* Reads a number. Returns the position behind it. */
static const char *
read_number (const char *p, gint32 *number)
{
  gint64 value = 0;
  const char *start = p;

  for (; g_ascii_isdigit (*p) && value <= G_MAXINT32; p++)
    value = 10 * value + (*p - '0');
  if (p == start || value > G_MAXINT32)
    return NULL;
  *number = (gint32) value;
  return p;
}

/* Reads `from:to:` or `from:`, if there is a digit. */
static char *
read_lines (char *p, TvLineRange *lines)
{
  const char *end;

  if (!g_ascii_isdigit (*p))
    return p;
  end = read_number (p, &lines->from);
  if (end == NULL || *end != ':')
    return NULL;
  lines->is_given = TRUE;
  lines->to = lines->from;
  p += end + 1 - p;
  if (!g_ascii_isdigit (*p))
    return p;
  end = read_number (p, &lines->to);
  if (end == NULL || *end != ':' || lines->to < lines->from)
    return NULL;
  return p + (end + 1 - p);
}

/* Reads `:from:to`, `:from` or nothing. */
static gboolean
read_original_lines (const char *p, TvLineRange *lines)
{
  if (*p == '\0')
    return TRUE;
  if (*p != ':' || (p = read_number (p + 1, &lines->from)) == NULL)
    return FALSE;
  lines->is_given = TRUE;
  lines->to = lines->from;
  if (*p == ':' && (p = read_number (p + 1, &lines->to)) == NULL)
    return FALSE;
  return *p == '\0';
}

static gboolean
is_name (const char *text)
{
  return *text != '\0' && strpbrk (text, " \t(),:") == NULL;
}

/* Returns whether a text is the name of a member, perhaps after that of a class. */
static gboolean
is_member_name (const char *text)
{
  const char *dot = strrchr (text, '.');

  return is_name (text) && (dot == NULL || (dot > text && dot[1] != '\0'));
}

static TvMappingLineKind
parse_class (char *text, char *arrow, TvMappingLine *line)
{
  char *colon = strchr (arrow + strlen (ARROW), ':');

  if (colon == NULL || colon[1] != '\0')
    return TV_MAPPING_LINE_BAD;
  *colon = '\0';
  *arrow = '\0';
  line->original = text;
  line->obfuscated = arrow + strlen (ARROW);
  return is_name (line->original) && is_name (line->obfuscated) ? TV_MAPPING_LINE_CLASS
                                                                : TV_MAPPING_LINE_BAD;
}

/* Old versions of ProGuard write spaces between the parameters. */
static void
remove_spaces (char *text)
{
  char *to = text;

  for (; *text != '\0'; text++)
    if (*text != ' ')
      *to++ = *text;
  *to = '\0';
}

static TvMappingLineKind
parse_member (char *text, char *arrow, TvMappingLine *line)
{
  char *space;
  char *open;
  char *close;

  *arrow = '\0';
  line->obfuscated = arrow + strlen (ARROW);
  line->type = text = read_lines (text, &line->lines);
  space = text != NULL ? strchr (text, ' ') : NULL;
  if (space == NULL || !is_name (line->obfuscated))
    return TV_MAPPING_LINE_BAD;
  *space = '\0';
  line->original = space + 1;
  open = strchr (space + 1, '(');
  if (open == NULL)
    {
      /* R8 gives lines for fields too, which are ignored. */
      space[1 + strcspn (space + 1, ":")] = '\0';
      return is_name (line->type) && is_name (line->original) ? TV_MAPPING_LINE_FIELD
                                                              : TV_MAPPING_LINE_BAD;
    }
  close = strchr (open, ')');
  if (close == NULL || !read_original_lines (close + 1, &line->original_lines))
    return TV_MAPPING_LINE_BAD;
  *open = *close = '\0';
  remove_spaces (open + 1);
  line->parameters = open + 1;
  return is_name (line->type) && is_member_name (line->original)
             ? TV_MAPPING_LINE_METHOD
             : TV_MAPPING_LINE_BAD;
}

/* Parses a line of a mapping file. Only classes begin in the first column. */
TvMappingLineKind
tv_mapping_line_parse (char *text, TvMappingLine *line)
{
  const gboolean is_indented = g_ascii_isspace (*text);
  char *arrow;

  *line = (TvMappingLine){ 0 };
  g_strstrip (text);
  if (*text == '\0')
    return TV_MAPPING_LINE_BLANK;
  if (*text == '#')
    {
      line->original = text + 1;
      return TV_MAPPING_LINE_COMMENT;
    }
  arrow = strstr (text, ARROW);
  if (arrow == NULL)
    return TV_MAPPING_LINE_BAD;
  return is_indented ? parse_member (text, arrow, line)
                     : parse_class (text, arrow, line);
}
