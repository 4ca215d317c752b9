/* SPDX-License-Identifier: Apache-2.0 */

/* Of R8's objects only strings right inside the outermost braces matter, so that this
 * looks for those and needs no tree of values. R8's own documents also quote with '. */

#include "trace/mapping/mapping-comment.h"

static gboolean
is_quote (char c)
{
  return c == '"' || c == '\'';
}

/* The four hexadecimal digits of an escape, or 0. */
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
  /* Nothing that may be shown has control characters or halves of a pair. */
  g_string_append_unichar (
      string, g_unichar_validate (unit) && !g_unichar_iscntrl (unit) ? unit : 0xFFFD);
  return p + 5;
}

/* Reads a string from its opening quote. Returns what is behind it. */
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

/* Reads the information in a comment of a mapping file, if it is any. */
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
