/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/messages.h"

#include "cli/output.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Wraps help to the width of the terminal. GOption writes each description on one line,
 * in a column behind the longest option, which suits programs but not people. */

/* The column of descriptions, if the option is short enough. */
#define COLUMN 28

/* Longer lines are hard to read. */
#define MAX_WIDTH 100
#define MIN_WIDTH 50

static void
append_spaces (GString *out, gsize n)
{
  for (; n > 0; n--)
    g_string_append_c (out, ' ');
}

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
          append_spaces (out, indent);
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

/* Two spaces or more end the option. */
static void
append_option (GString *out, const char *line, guint width)
{
  const char *end = strstr (line + 2, "  ");
  const gsize length = end != NULL ? (gsize) (end - line) : strlen (line);

  g_string_append_len (out, line, (gssize) length);
  if (end == NULL)
    {
      g_string_append_c (out, '\n');
      return;
    }
  if (length + 2 > COLUMN)
    {
      g_string_append_c (out, '\n');
      append_spaces (out, COLUMN);
    }
  else
    append_spaces (out, COLUMN - length);
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

        append_spaces (out, indent);
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

/* Reports a failed write on standard error. */
TvExitStatus
tv_report_write_error (const char *file, const GError *error)
{
  g_return_val_if_fail (error != NULL, TV_EXIT_FAILURE);

  if (file != NULL)
    tv_report_file_error (file, error->message);
  /* No message if a reader such as head(1) closed the pipe. */
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE))
    g_printerr (PROGRAM ": %s: %s\n", _ ("standard output"), error->message);
  return TV_EXIT_FAILURE;
}

/* Programs that read help, such as completions, get it unwrapped. */
static char *
fit_terminal (const char *text)
{
  struct winsize size;

  if (!isatty (STDOUT_FILENO) || ioctl (STDOUT_FILENO, TIOCGWINSZ, &size) != 0
      || size.ws_col == 0)
    return g_strdup (text);
  return tv_help_text_wrap (text, size.ws_col);
}

/* Writes help to standard output, wrapped to the width of a terminal. */
TvExitStatus
tv_write_help (const char *text)
{
  g_autoptr (GOutputStream) out = tv_standard_output_new ();
  g_autofree char *fitting = NULL;
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (text != NULL, TV_EXIT_FAILURE);

  fitting = fit_terminal (text);
  if (g_output_stream_write_all (out, fitting, strlen (fitting), NULL, NULL, &error))
    return TV_EXIT_OK;
  return tv_report_write_error (NULL, error);
}

/* Reports a wrong use of the command line on standard error, and how to get help. */
TvExitStatus
tv_report_usage_error (const char *command, const char *sentence)
{
  g_autofree char *help = g_strjoin (" ", PROGRAM, command != NULL ? command : "--help",
                                     command != NULL ? "--help" : NULL, NULL);

  g_printerr (PROGRAM ": %s\n", sentence);
  /* Translators: a command to type */
  g_printerr (_ ("Try “%s” for help."), help);
  g_printerr ("\n");
  return TV_EXIT_USAGE;
}

/* Reports an error in a file on standard error. */
void
tv_report_file_error (const char *file, const char *sentence)
{
  g_autofree char *name = g_filename_display_name (file);

  g_printerr (PROGRAM ": %s: %s\n",
              g_str_equal (file, "-") ? _ ("standard input") : name, sentence);
}
