/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/input/member-name.h"

#include <string.h>

static gboolean
is_plain (gunichar character)
{
  const GUnicodeType type = g_unichar_type (character);

  return character != '\\' && g_unichar_isprint (character)
         && type != G_UNICODE_LINE_SEPARATOR && type != G_UNICODE_PARAGRAPH_SEPARATOR;
}

/* Whether a character of a path would have another meaning: in an empty step, in "."
 * and
 * "..", or in the separator. */
static gboolean
is_taken_wrong (const char *raw, const char *at)
{
  const gboolean begins = at == raw || at[-1] == '/';

  if (*at == '/')
    return begins || at[1] == '\0';
  if (*at == '!')
    return at[1] == '/';
  if (*at != '.' || !begins)
    return FALSE;
  at += strspn (at, ".") > 2 ? 0 : strspn (at, ".");
  return *at == '/' || *at == '\0';
}

/**
 * tv_member_name_new:
 * @raw: the name in an archive, of any bytes
 *
 * Returns: the name in UTF-8 as it is shown and typed. Different names stay different:
 *   a step such as `..`, and bytes that cannot be shown, are written as `\xNN`
 */
char *
tv_member_name_new (const char *raw)
{
  GString *name = g_string_new (NULL);

  for (const char *at = raw; *at != '\0';)
    {
      const gunichar character = g_utf8_get_char_validated (at, -1);
      const gboolean is_valid = (gint32) character >= 0;
      const char *end = is_valid ? g_utf8_next_char (at) : at + 1;

      if (is_valid && is_plain (character) && !is_taken_wrong (raw, at))
        g_string_append_len (name, at, end - at);
      else
        for (const char *byte = at; byte < end; byte++)
          g_string_append_printf (name, "\\x%02X", (guint8) *byte);
      at = end;
    }
  return g_string_free (name, FALSE);
}

/**
 * tv_member_file_new:
 * @container: an archive
 * @name: the shown name of a member
 *
 * Returns: (transfer full): the member as a file, which only the loader can read
 */
GFile *
tv_member_file_new (GFile *container, const char *name)
{
  g_autofree char *uri = g_file_get_uri (container);
  g_autofree char *escaped = g_uri_escape_string (name, "/!", FALSE);
  g_autofree char *all = g_strconcat (uri, TV_MEMBER_SEPARATOR, escaped, NULL);

  return g_file_new_for_uri (all);
}

static gboolean
is_there (GFile *file)
{
  const GFileType type = g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, NULL);

  return type != G_FILE_TYPE_UNKNOWN && type != G_FILE_TYPE_DIRECTORY;
}

/**
 * tv_member_file_split:
 * @file: a file
 * @name: (out) (optional): the shown name of a member, or %NULL
 *
 * Finds the archive that a file is a member of. A file that exists is not a member,
 * whatever its name.
 *
 * Returns: (transfer full): the archive, or @file
 */
GFile *
tv_member_file_split (GFile *file, char **name)
{
  g_autofree char *uri = g_file_get_uri (file);
  const char *at = strstr (uri, TV_MEMBER_SEPARATOR);

  if (name != NULL)
    *name = NULL;
  if (at == NULL || g_file_query_exists (file, NULL))
    return g_object_ref (file);
  for (; at != NULL; at = strstr (at + 1, TV_MEMBER_SEPARATOR))
    {
      g_autofree char *start = g_strndup (uri, (gsize) (at - uri));
      g_autoptr (GFile) container = g_file_new_for_uri (start);

      if (!is_there (container))
        continue;
      if (name != NULL)
        *name = g_uri_unescape_string (at + strlen (TV_MEMBER_SEPARATOR), NULL);
      return g_steal_pointer (&container);
    }
  return g_object_ref (file);
}
