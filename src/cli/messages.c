/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/messages.h"

#include "cli/help-text.h"
#include "cli/output.h"

#include <glib/gi18n-lib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define PROGRAM "tracedump"

/* Tells on standard error what went wrong with the output. */
TvExitStatus
tv_report_write_error (const char *file, const GError *error)
{
  g_return_val_if_fail (error != NULL, TV_EXIT_FAILURE);

  if (file != NULL)
    tv_report_file_error (file, error->message);
  /* A reader such as head(1) that has seen enough needs no message. */
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE))
    g_printerr (PROGRAM ": %s: %s\n", _ ("standard output"), error->message);
  return TV_EXIT_FAILURE;
}

/* Programs that read help, such as completions, get it as it is. */
static char *
fit_terminal (const char *text)
{
  struct winsize size;

  if (!isatty (STDOUT_FILENO) || ioctl (STDOUT_FILENO, TIOCGWINSZ, &size) != 0
      || size.ws_col == 0)
    return g_strdup (text);
  return tv_help_text_wrap (text, size.ws_col);
}

/* Writes text to standard output, in lines as long as the terminal has them. */
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

/* Tells on standard error what is wrong and where to find help. */
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

/* Tells on standard error what is wrong with a file. */
void
tv_report_file_error (const char *file, const char *sentence)
{
  g_autofree char *name = g_filename_display_name (file);

  g_printerr (PROGRAM ": %s: %s\n",
              g_str_equal (file, "-") ? _ ("standard input") : name, sentence);
}
