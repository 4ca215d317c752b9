/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/mapping/mapping-line.h"

#include <string.h>

#define ARROW " -> "

/* Reads a number that a colon follows or precedes. Returns what is behind it. */
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

/* `from:to:` or `from:`, if a digit is there. */
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

/* `:from:to` or `:from`, or nothing. */
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

/* A class may stand before it. */
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

/* Old ProGuard and hands write spaces between the parameters. */
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
      /* R8 also gives fields lines, of which nothing is made. */
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

/* Reads a line of a mapping file of ProGuard or R8. Classes begin in the first column,
 * what they have does not. */
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
