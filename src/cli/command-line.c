/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/command-line.h"

#include "trace/trace-loader.h"

#include <gio/gunixoutputstream.h>
#include <glib/gi18n-lib.h>
#include <unistd.h>

#define PROGRAM "tracedump"

/* What the options that every command has are parsed into. */
typedef struct
{
  gboolean help;
  char *format;
  char **files;
} CommonOptions;

static void
clear_common_options (CommonOptions *options)
{
  g_clear_pointer (&options->format, g_free);
  g_clear_pointer (&options->files, g_strfreev);
}

/**
 * tv_standard_output_new:
 *
 * Returns: (transfer full): a stream to standard output, which it does not close
 */
GOutputStream *
tv_standard_output_new (void)
{
  return g_unix_output_stream_new (STDOUT_FILENO, FALSE);
}

static TvExitStatus
report_write_error (const GError *error)
{
  /* A reader such as head(1) that has seen enough needs no message. */
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE))
    g_printerr (PROGRAM ": %s: %s\n", _ ("standard output"), error->message);
  return TV_EXIT_FAILURE;
}

/**
 * tv_write_help:
 * @text: a text for people
 *
 * Writes @text to standard output.
 *
 * Returns: how to end; a failed write has been reported
 */
TvExitStatus
tv_write_help (const char *text)
{
  g_autoptr (GOutputStream) out = tv_standard_output_new ();
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (text != NULL, TV_EXIT_FAILURE);

  if (g_output_stream_write_all (out, text, strlen (text), NULL, NULL, &error))
    return TV_EXIT_OK;
  return report_write_error (error);
}

/**
 * tv_report_usage_error:
 * @command: (nullable): the command that was called
 * @sentence: what is wrong with the command line
 *
 * Tells on standard error what is wrong and where to find help.
 *
 * Returns: %TV_EXIT_USAGE
 */
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

/**
 * tv_report_file_error:
 * @file: a file name as it was given
 * @sentence: what is wrong with it
 *
 * Tells on standard error what is wrong with a file.
 */
void
tv_report_file_error (const char *file, const char *sentence)
{
  g_autofree char *name = g_filename_display_name (file);

  g_printerr (PROGRAM ": %s: %s\n", name, sentence);
}

static GOptionContext *
make_option_context (const TvCommandLine *line, CommonOptions *options)
{
  const GOptionEntry format_entries[]
      = { { "format", 'f', G_OPTION_FLAG_NONE, G_OPTION_ARG_STRING, &options->format,
            N_ ("How to lay the report out"), "text|tsv|json" },
          { 0 } };
  const GOptionEntry entries[]
      = { { "help", 'h', G_OPTION_FLAG_NONE, G_OPTION_ARG_NONE, &options->help,
            N_ ("Show this help"), NULL },
          { G_OPTION_REMAINING, 0, G_OPTION_FLAG_NONE, G_OPTION_ARG_FILENAME_ARRAY,
            &options->files, NULL, NULL },
          { 0 } };
  /* Translators: a placeholder for the name of a file */
  GOptionContext *context = g_option_context_new (_ ("FILE"));

  g_option_context_set_summary (context, line->summary);
  g_option_context_set_description (
      context, _ ("FILE is a method trace, or the base name of one: “calc” finds "
                  "“calc.trace” or “calc.key” with “calc.data”."));
  g_option_context_set_help_enabled (context, FALSE);
  if (line->has_format)
    g_option_context_add_main_entries (context, format_entries, GETTEXT_PACKAGE);
  if (line->options != NULL)
    g_option_context_add_main_entries (context, line->options, GETTEXT_PACKAGE);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  return context;
}

static gboolean
take_options (TvCommandLine *line, CommonOptions *options, TvExitStatus *status)
{
  if (options->format != NULL
      && !tv_report_format_parse (options->format, &line->format))
    {
      g_autofree char *sentence
          = g_strdup_printf (_ ("There is no format “%s”"), options->format);

      *status = tv_report_usage_error (line->name, sentence);
      return FALSE;
    }
  if (options->files == NULL || g_strv_length (options->files) != 1)
    {
      *status = tv_report_usage_error (
          line->name, options->files == NULL ? _ ("The name of a trace file is missing")
                                             : _ ("Only one trace file can be given"));
      return FALSE;
    }
  if (*options->files[0] == '\0')
    {
      *status = tv_report_usage_error (line->name,
                                       _ ("The name of the trace file is empty"));
      return FALSE;
    }
  line->file = g_strdup (options->files[0]);
  return TRUE;
}

/**
 * tv_command_line_parse:
 * @line: what the command takes
 * @argc: number of arguments
 * @argv: (array length=argc): the arguments, the first of which is the command's name
 * @status: (out): how to end, if there is nothing left to do
 *
 * Parses the arguments of a command. Help that was asked for is written, and errors are
 * reported.
 *
 * Returns: whether the command is to be carried out
 */
gboolean
tv_command_line_parse (TvCommandLine *line, int argc, char **argv, TvExitStatus *status)
{
  CommonOptions options = { 0 };
  g_autofree char *program = g_strconcat (PROGRAM, " ", line->name, NULL);
  g_autoptr (GOptionContext) context = make_option_context (line, &options);
  g_autoptr (GError) error = NULL;
  gboolean go_on = FALSE;

  g_set_prgname (program);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    *status = tv_report_usage_error (line->name, error->message);
  else if (options.help)
    {
      g_autofree char *help = g_option_context_get_help (context, TRUE, NULL);

      *status = tv_write_help (help);
    }
  else
    go_on = take_options (line, &options, status);
  clear_common_options (&options);
  return go_on;
}

/**
 * tv_command_line_clear:
 * @line: a command line
 *
 * Frees what parsing has set.
 */
void
tv_command_line_clear (TvCommandLine *line)
{
  g_return_if_fail (line != NULL);

  g_clear_pointer (&line->file, g_free);
}

static void
print_warnings (const char *file, const TvWarnings *warnings)
{
  for (guint index = 0; index < tv_warnings_get_n (warnings); index++)
    {
      g_autofree char *message
          = tv_warning_dup_message (tv_warnings_get (warnings, index));
      /* Translators: a sentence about what was wrong with a file */
      g_autofree char *sentence = g_strdup_printf (_ ("warning: %s"), message);

      tv_report_file_error (file, sentence);
    }
}

/**
 * tv_command_line_load:
 * @line: a parsed command line
 *
 * Loads the file that was given. Warnings and errors go to standard error.
 *
 * Returns: (transfer full) (nullable): the trace, or %NULL if it cannot be read
 */
TvTrace *
tv_command_line_load (const TvCommandLine *line)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = NULL;
  TvTrace *trace = NULL;

  g_return_val_if_fail (line != NULL && line->file != NULL, NULL);

  file = tv_trace_find_file (line->file, &error);
  if (file != NULL)
    trace = tv_trace_load (file, NULL, NULL, NULL, &error);
  if (trace == NULL)
    tv_report_file_error (line->file, error->message);
  else
    print_warnings (line->file, tv_trace_get_warnings (trace));
  return trace;
}

/**
 * tv_command_line_end:
 * @error: (nullable): why the report could not be written
 *
 * Reports what went wrong while writing.
 *
 * Returns: how to end
 */
TvExitStatus
tv_command_line_end (const GError *error)
{
  return error == NULL ? TV_EXIT_OK : report_write_error (error);
}
