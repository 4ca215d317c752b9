/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/messages.h"

#include "trace/tables/java-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Wraps help to the width of the terminal. GOption writes each description on one line,
 * in a column behind the longest option; that suits programs but not people. Programs
 * such as completions get these lines by setting COLUMNS to 0. */

/* The column of descriptions, unless the option is longer. */
#define COLUMN 28

/* Longer lines are hard to read. */
#define MAX_WIDTH 100
#define MIN_WIDTH 50
#define DEFAULT_WIDTH 80

/* Appends the words of a text. The first line begins at column @at, the others at
 * @indent. */
static void
append_words (GString *out, const char *text, gsize at, gsize indent, guint width)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  gboolean is_first = TRUE;

  for (guint i = 0; words[i] != NULL; i++)
    {
      const gsize length = (gsize) g_utf8_strlen (words[i], -1);

      if (!is_first && at + 1 + length > width)
        {
          g_string_append_c (out, '\n');
          g_string_append_printf (out, "%*s", (int) indent, "");
          at = indent;
          is_first = TRUE;
        }
      if (!is_first)
        g_string_append_c (out, ' ');
      at += length + (is_first ? 0 : 1);
      g_string_append (out, words[i]);
      is_first = FALSE;
    }
  g_string_append_c (out, '\n');
}

/* Appends an option and its value. A list of values is wrapped after a bar. Returns the
 * number of characters in the last line. */
static gsize
append_values (GString *out, const char *option, gsize indent, guint width)
{
  g_auto (GStrv) values = g_strsplit (option, "|", -1);
  gsize at = 0;

  for (guint i = 0; values[i] != NULL; i++)
    {
      const gboolean is_last = values[i + 1] == NULL;
      const gsize length = (gsize) g_utf8_strlen (values[i], -1) + (is_last ? 0 : 1);

      if (i > 0 && at + length > width)
        {
          g_string_append_c (out, '\n');
          g_string_append_printf (out, "%*s", (int) indent, "");
          at = indent;
        }
      g_string_append (out, values[i]);
      g_string_append (out, is_last ? "" : "|");
      at += length;
    }
  return at;
}

/* Appends an option, which ends at two spaces or more, and its description. */
static void
append_option (GString *out, const char *line, guint width)
{
  const char *end = strstr (line + 2, "  ");
  g_autofree char *option
      = g_strndup (line, end != NULL ? (gsize) (end - line) : strlen (line));
  const gsize length = append_values (out, option, strcspn (option, "=") + 1, width);

  if (end == NULL)
    {
      g_string_append_c (out, '\n');
      return;
    }
  if (length + 2 > COLUMN)
    {
      g_string_append_c (out, '\n');
      g_string_append_printf (out, "%*s", COLUMN, "");
    }
  else
    g_string_append_printf (out, "%*s", (int) (COLUMN - length), "");
  append_words (out, end + strspn (end, " "), COLUMN, COLUMN, width);
}

char *
tv_help_text_wrap (const char *text, guint width)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  GString *out = g_string_new (NULL);

  width = CLAMP (width, MIN_WIDTH, MAX_WIDTH);
  for (guint i = 0; lines[i] != NULL && (*lines[i] != '\0' || lines[i + 1] != NULL);
       i++)
    if (g_str_has_prefix (lines[i], "  -"))
      append_option (out, lines[i], width);
    else
      {
        const gsize indent = strspn (lines[i], " ");

        g_string_append_printf (out, "%*s", (int) indent, "");
        if (indent > 0)
          {
            g_string_append (out, lines[i] + indent);
            g_string_append_c (out, '\n');
          }
        else
          append_words (out, lines[i], 0, 0, width);
      }
  return g_string_free (out, FALSE);
}

#define PROGRAM "tracedump"

/* Errors */

/* Returns the name of a file for titles. */
char *
tv_file_title_dup (const char *path)
{
  g_autofree char *name = g_filename_display_basename (path);

  return tv_text_dup_shown (name);
}

/* Prints an error. Control characters in the name of a file must not reach the
 * terminal. */
static void
print_error (const char *file, const char *sentence)
{
  g_autofree char *line = g_strconcat (file != NULL ? file : "",
                                       file != NULL ? ": " : "", sentence, NULL);
  g_autofree char *clean = tv_text_dup_shown (line);

  g_printerr (PROGRAM ": %s\n", clean);
}

TvExitStatus
tv_report_write_error (const char *file, const GError *error)
{
  g_return_val_if_fail (error != NULL, TV_EXIT_FAILURE);

  if (file != NULL)
    tv_report_file_error (file, error->message);
  /* A reader that closes the pipe, such as head(1), is no error. */
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE))
    print_error (_ ("standard output"), error->message);
  return TV_EXIT_FAILURE;
}

/* Returns the reason in a message of GLib, which names the whole path before it,
 * perhaps in quotation marks. */
static const char *
find_reason (const char *file, const char *sentence)
{
  g_autofree char *path = g_canonicalize_filename (file, NULL);
  g_autofree char *name = g_filename_display_name (path);
  const char *at = strstr (sentence, name);
  const char *end = at != NULL ? at + strlen (name) : NULL;
  const char *colon = end != NULL ? strstr (end, ": ") : NULL;

  return colon != NULL && colon - end <= (int) strlen ("”") ? colon + strlen (": ")
                                                            : sentence;
}

void
tv_report_file_error (const char *file, const char *sentence)
{
  g_autofree char *name = g_filename_display_name (file);

  print_error (g_str_equal (file, "-") ? _ ("standard input") : name,
               find_reason (file, sentence));
}

void
tv_report_file_warning (const char *file, const char *message)
{
  /* Translators: a sentence about what was wrong with a file */
  g_autofree char *sentence = g_strdup_printf (_ ("warning: %s"), message);

  tv_report_file_error (file, sentence);
}

/* Reports a usage error on standard error: the word that was probably meant, if any,
 * and how to get help. */
TvExitStatus
tv_report_usage_error (const char *command, const char *sentence, const char *nearest)
{
  g_autofree char *help = g_strjoin (" ", PROGRAM, command != NULL ? command : "--help",
                                     command != NULL ? "--help" : NULL, NULL);

  print_error (NULL, sentence);
  if (nearest != NULL)
    {
      /* Translators: a word to type instead of a wrong one */
      g_printerr (_ ("Did you mean “%s”?"), nearest);
      g_printerr ("\n");
    }
  /* Translators: a command to type */
  g_printerr (_ ("Try “%s” for help."), help);
  g_printerr ("\n");
  return TV_EXIT_USAGE;
}

/* Help */

static guint
find_width (void)
{
  const char *columns = g_getenv ("COLUMNS");
  struct winsize size;
  guint64 width;

  if (columns != NULL
      && g_ascii_string_to_unsigned (columns, 10, 0, G_MAXUINT, &width, NULL))
    return (guint) width;
  if (ioctl (STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    return size.ws_col;
  return DEFAULT_WIDTH;
}

/* Writes help to standard output, wrapped to the width of the terminal. */
TvExitStatus
tv_write_help (const char *text)
{
  g_autoptr (GOutputStream) out = tv_standard_output_new ();
  const guint width = find_width ();
  g_autofree char *fitting = NULL;
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (text != NULL, TV_EXIT_FAILURE);

  fitting = width > 0 ? tv_help_text_wrap (text, width) : g_strdup (text);
  if (g_output_stream_write_all (out, fitting, strlen (fitting), NULL, NULL, &error))
    return TV_EXIT_OK;
  return tv_report_write_error (NULL, error);
}
