/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

/* Finds the source of a method and makes the command that opens it in an editor. Names
 * in a trace are not to be trusted: none may lead out of the chosen folders, and each
 * stays one argument of the command. */

#include "ui/profile/source-command.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Limits the places to look at: no package has more parts. */
#define MAX_PACKAGE_PARTS 64

static gboolean
is_plain_name (const char *name)
{
  return *name != '\0' && strchr (name, '/') == NULL && !g_str_equal (name, ".")
         && !g_str_equal (name, "..");
}

/* Returns the parts of the package, %NULL if one cannot be the name of a folder. */
static char **
split_package (const char *class_name)
{
  g_autofree char *path = g_strdelimit (g_strdup (class_name), ".", '/');
  char *end = strrchr (path, '/');
  g_auto (GStrv) parts = NULL;

  if (end == NULL)
    return g_new0 (char *, 1);
  *end = '\0';
  parts = g_strsplit (path, "/", MAX_PACKAGE_PARTS);
  for (guint i = 0; parts[i] != NULL; i++)
    if (!is_plain_name (parts[i]))
      return NULL;
  return g_steal_pointer (&parts);
}

/* Kotlin sources may leave out the folders that all packages share: the last parts of
 * the package may be enough. */
static char *
find_in_folder (const char *folder, char **parts, const char *file)
{
  for (guint first = 0;; first++)
    {
      g_autofree char *package = g_strjoinv ("/", parts + first);
      g_autofree char *path = g_build_filename (folder, package, file, NULL);

      if (g_file_test (path, G_FILE_TEST_IS_REGULAR))
        return g_steal_pointer (&path);
      if (parts[first] == NULL)
        return NULL;
    }
}

/**
 * tv_source_find_file:
 * @method: a method
 * @folders: (array zero-terminated=1): absolute paths of folders with sources
 * @error: return location for a #GError
 *
 * Looks for the source file of a method: in the folder of its package below each of
 * @folders, which may lack the first parts of the package.
 *
 * Returns: (transfer full) (nullable): its path; %NULL with a #GIOErrorEnum in @error
 *   if the trace doesn't name it, or if it isn't there
 */
char *
tv_source_find_file (const TvMethod *method, const char *const *folders, GError **error)
{
  g_auto (GStrv) parts = NULL;

  g_return_val_if_fail (method != NULL && folders != NULL, NULL);

  parts = split_package (method->class_name);
  if (method->file == NULL || parts == NULL || !is_plain_name (method->file))
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_FILENAME,
                           _ ("The trace does not say where the source of this method "
                              "is."));
      return NULL;
    }
  for (guint i = 0; folders[i] != NULL; i++)
    {
      char *path = g_path_is_absolute (folders[i])
                       ? find_in_folder (folders[i], parts, method->file)
                       : NULL;

      if (path != NULL)
        return path;
    }
  g_set_error (
      error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
      folders[0] != NULL
          ? _ ("“%s” is not in any of the source folders.")
          : _ ("To find “%s”, add your source folders to the source settings."),
      method->file);
  return NULL;
}

/* Returns the value of a placeholder at @text, and its length; %NULL if there is none.
 */
static char *
dup_replacement (const char *text, const TvMethod *method, const char *file,
                 gsize *length)
{
  if (g_str_has_prefix (text, "{file}"))
    {
      *length = strlen ("{file}");
      return g_strdup (file);
    }
  if (g_str_has_prefix (text, "{line}"))
    {
      *length = strlen ("{line}");
      return g_strdup_printf ("%d", MAX (method->line, 1));
    }
  if (g_str_has_prefix (text, "{class}"))
    {
      *length = strlen ("{class}");
      return g_strdelimit (g_strdup (method->class_name), "/", '.');
    }
  return NULL;
}

/* Expands all placeholders of a word. Values are not expanded again. */
static char *
expand_word (const char *word, const TvMethod *method, const char *file)
{
  g_autoptr (GString) text = g_string_new (NULL);

  while (*word != '\0')
    {
      gsize length = 1;
      g_autofree char *replacement = dup_replacement (word, method, file, &length);

      if (replacement != NULL)
        g_string_append (text, replacement);
      else
        g_string_append_c (text, *word);
      word += length;
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * tv_source_command_expand:
 * @command: a program and its arguments, quoted as for a shell, with `{file}`, `{line}`
 *   and `{class}` in the arguments
 * @method: a method
 * @file: (nullable): path of its source, needed for `{file}`
 * @error: return location for a #GError
 *
 * Splits a command into words and then puts in what the method has: no shell sees what
 * stands in the trace. A class can't become an option, nor the program.
 *
 * Returns: (transfer full) (nullable) (array zero-terminated=1): what to run; %NULL
 * with a #GShellError or #GIOErrorEnum in @error
 */
char **
tv_source_command_expand (const char *command, const TvMethod *method, const char *file,
                          GError **error)
{
  g_auto (GStrv) words = NULL;

  g_return_val_if_fail (command != NULL && method != NULL, NULL);

  if (!g_shell_parse_argv (command, NULL, &words, error))
    return NULL;
  for (guint i = 0; words[i] != NULL; i++)
    {
      char *word = expand_word (words[i], method, file != NULL ? file : "");
      const gboolean changed = !g_str_equal (word, words[i]);

      if (changed && (i == 0 || (word[0] == '-' && words[i][0] != '-')))
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                       _ ("“%s” is not safe in a command."), word);
          g_free (word);
          return NULL;
        }
      g_free (words[i]);
      words[i] = word;
    }
  return g_steal_pointer (&words);
}

/**
 * tv_source_command_needs_file:
 * @command: a command
 *
 * Returns: whether `{file}` stands in it
 */
gboolean
tv_source_command_needs_file (const char *command)
{
  g_return_val_if_fail (command != NULL, FALSE);

  return strstr (command, "{file}") != NULL;
}
