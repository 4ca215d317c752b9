/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

/* Finds the source of a method and makes the command that opens it in an editor. Names
 * in a trace are not trusted: none may lead out of the chosen folders, and each stays
 * one argument of the command. */

#include "ui/profile/source-command.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define ENV_FILE "TRACEVIEW_FILE"
#define ENV_LINE "TRACEVIEW_LINE"
#define ENV_CLASS "TRACEVIEW_CLASS"

/* Characters with a meaning for a shell or another language: an argument with one of
 * these may be a script. */
#define SCRIPT_CHARACTERS " \t\r\n\"'\\`$;&|<>()"

/* Limits the number of folders to search. No package has more parts. */
#define MAX_PACKAGE_PARTS 64

static gboolean
is_plain_name (const char *name)
{
  return *name != '\0' && strchr (name, '/') == NULL && !g_str_equal (name, ".")
         && !g_str_equal (name, "..");
}

/* Returns the parts of the package, %NULL if one is not a valid name of a folder. */
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

/* Kotlin sources may omit the folders that all packages share, so the last parts of the
 * package may be enough. */
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
 * Searches for the source file of a method in the folder of its package below each of
 * @folders, which may lack the first parts of the package.
 *
 * Returns: (transfer full) (nullable): its path; %NULL with a #GIOErrorEnum in @error
 *   if the trace does not name it, or if it does not exist
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

static char *
dup_class (const TvMethod *method)
{
  return g_strdelimit (g_strdup (method->class_name), "/", '.');
}

static char *
dup_line (const TvMethod *method)
{
  return g_strdup_printf ("%d", MAX (method->line, 1));
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
      return dup_line (method);
    }
  if (g_str_has_prefix (text, "{class}"))
    {
      *length = strlen ("{class}");
      return dup_class (method);
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

/* Returns the first word before @end that is a shell, or @end. */
static guint
find_shell (char **words, guint end)
{
  static const char *const shells[] = { "ash",  "bash", "csh", "dash", "fish", "ksh",
                                        "mksh", "sh",   "ssh", "tcsh", "zsh",  NULL };

  for (guint i = 0; i < end; i++)
    {
      g_autofree char *program = g_path_get_basename (words[i]);

      if (g_strv_contains (shells, program))
        return i;
    }
  return end;
}

/* Returns whether a word may be a script of a shell or of another language: it looks
 * like more than a word, or is the first argument of a shell after its options, as in
 * "bash -eo pipefail -c". All arguments of ssh are run. */
static gboolean
may_be_script (char **words, guint at)
{
  const guint shell = find_shell (words, at);

  if (strpbrk (words[at], SCRIPT_CHARACTERS) != NULL)
    return TRUE;
  if (shell == at)
    return FALSE;
  for (guint i = shell + 1; i < at && !g_str_has_suffix (words[shell], "ssh"); i++)
    if (words[i][0] != '-'
        && !(words[i - 1][0] == '-' && words[i - 1][1] != '-'
             && g_str_has_suffix (words[i - 1], "o")))
      return FALSE;
  return TRUE;
}

/* Puts the values into the words. Each stays one word. */
static gboolean
expand_words (char **words, const TvMethod *method, const char *file, GError **error)
{
  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autofree char *word = expand_word (words[i], method, file);
      const gboolean changed = !g_str_equal (word, words[i]);

      if (changed && (i == 0 || (word[0] == '-' && words[i][0] != '-')))
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                       _ ("“%s” is not safe in a command."), word);
          return FALSE;
        }
      if (changed && may_be_script (words, i))
        {
          g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_ARGUMENT,
                       /* Translators: part of a command such as sh -c 'vi {file}' */
                       _ ("A shell might run what stands in “%s”. Write %s, %s or %s "
                          "there."),
                       words[i], "\"$" ENV_FILE "\"", "\"$" ENV_LINE "\"",
                       "\"$" ENV_CLASS "\"");
          return FALSE;
        }
      g_free (words[i]);
      words[i] = g_steal_pointer (&word);
    }
  return TRUE;
}

/**
 * tv_source_command_expand:
 * @command: a program and its arguments, quoted as for a shell, with `{file}`, `{line}`
 *   and `{class}` in the arguments
 * @method: a method
 * @file: (nullable): path of its source, needed for `{file}`
 * @error: return location for a #GError
 *
 * Splits a command into words and then inserts the values of the method, so that no
 * shell sees the contents of a trace. A class cannot become an option, the program, or
 * part of a script: scripts get the values from tv_source_command_dup_environment().
 *
 * Returns: (transfer full) (nullable) (array zero-terminated=1): the command; %NULL
 * with a #GShellError or #GIOErrorEnum in @error
 */
char **
tv_source_command_expand (const char *command, const TvMethod *method, const char *file,
                          GError **error)
{
  g_auto (GStrv) words = NULL;

  g_return_val_if_fail (command != NULL && method != NULL, NULL);

  if (!g_shell_parse_argv (command, NULL, &words, error)
      || !expand_words (words, method, file != NULL ? file : "", error))
    return NULL;
  return g_steal_pointer (&words);
}

/**
 * tv_source_command_dup_environment:
 * @method: a method
 * @file: (nullable): path of its source
 *
 * Returns: (transfer full) (array zero-terminated=1): the environment of the command,
 *   with `TRACEVIEW_FILE`, `TRACEVIEW_LINE` and `TRACEVIEW_CLASS`
 */
char **
tv_source_command_dup_environment (const TvMethod *method, const char *file)
{
  g_autofree char *line = dup_line (method);
  g_autofree char *class_name = dup_class (method);
  char **environment = g_get_environ ();

  environment
      = g_environ_setenv (environment, ENV_FILE, file != NULL ? file : "", TRUE);
  environment = g_environ_setenv (environment, ENV_LINE, line, TRUE);
  return g_environ_setenv (environment, ENV_CLASS, class_name, TRUE);
}

/**
 * tv_source_command_needs_file:
 * @command: a command
 *
 * Returns: whether it contains `{file}` or `TRACEVIEW_FILE`
 */
gboolean
tv_source_command_needs_file (const char *command)
{
  g_return_val_if_fail (command != NULL, FALSE);

  return strstr (command, "{file}") != NULL || strstr (command, ENV_FILE) != NULL;
}
