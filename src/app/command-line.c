/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "app/command-line.h"

#include "analysis/sums/profile.h"
#include "analysis/text/kind-text.h"
#include "analysis/text/time-range.h"
#include "output/report/report-regression.h"
#include "trace/formats/trace-loader.h"
#include "trace/mapping/name-mapping.h"
#include "trace/model/memory-budget.h"
#include "trace/model/trace-error.h"
#include "trace/tables/java-text.h"

#include <gio/gunixoutputstream.h>
#include <glib/gi18n-lib.h>
#include <unistd.h>

void
tv_command_line_free (TvCommandLine *line)
{
  g_free (line->help);
  g_free (line->base);
  g_free (line->with);
  g_strfreev (line->mappings);
  g_strfreev (line->files);
  g_free (line);
}

/* Returns FALSE if an option needs a file. */
static gboolean
needs_no_file (const TvCommandLine *line, GError **error)
{
  const char *sentence = line->report             ? _ ("-r needs a file to read")
                         : line->mappings != NULL ? _ ("--mapping needs a trace")
                         : line->base != NULL     ? _ ("--compare needs a trace")
                         : line->with != NULL     ? _ ("--with needs a trace")
                                                  : NULL;

  if (sentence == NULL)
    return TRUE;
  g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED, sentence);
  return FALSE;
}

/* Parses the texts of options, which are NULL if they were not given. */
static gboolean
parse_values (TvCommandLine *line, const char *memory_limit, const char *with_offset,
              GError **error)
{
  line->has_with_offset = with_offset != NULL;
  if (memory_limit != NULL && !tv_memory_size_parse (memory_limit, &line->memory_limit))
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                 _ ("“%s” is not a memory size, such as 4GiB"), memory_limit);
  else if (with_offset != NULL && line->with == NULL)
    g_set_error_literal (error, G_OPTION_ERROR, G_OPTION_ERROR_FAILED,
                         _ ("--with-offset needs --with"));
  else if (with_offset != NULL
           && !tv_time_offset_parse (with_offset, &line->with_offset))
    g_set_error (error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                 _ ("“%s” is not a time, such as 1.5ms or -20us"), with_offset);
  else
    return TRUE;
  return FALSE;
}

/**
 * tv_command_line_parse:
 * @arguments: (array zero-terminated=1): the program's name and its arguments
 * @error: return location for a %G_OPTION_ERROR
 *
 * Parses the arguments without acting on them. Options may stand before, between and
 * after the files; `--` ends them.
 *
 * Returns: (transfer full): the parsed arguments, or %NULL with @error set for an
 * unknown option or for an option without the file that it needs
 */
TvCommandLine *
tv_command_line_parse (const char *const *arguments, GError **error)
{
  g_autoptr (TvCommandLine) line = g_new0 (TvCommandLine, 1);
  g_autoptr (GOptionContext) context = NULL;
  g_auto (GStrv) rest = g_strdupv ((char **) arguments);
  gboolean help = FALSE;
  g_autofree char *memory_limit = NULL;
  g_autofree char *with_offset = NULL;
  const GOptionEntry entries[] = {
    { "help", 'h', 0, G_OPTION_ARG_NONE, &help, N_ ("Show this help"), NULL },
    { "regression", 'r', 0, G_OPTION_ARG_NONE, &line->report,
      N_ ("Print the times of threads, calls and methods; open no window"), NULL },
    { "compare", 0, 0, G_OPTION_ARG_FILENAME, &line->base,
      N_ ("Compare the trace with another one, the base"), N_ ("BASE") },
    { "with", 0, 0, G_OPTION_ARG_FILENAME, &line->with,
      N_ ("Lay a system trace of the same run beside the method trace"), N_ ("FILE") },
    { "with-offset", 0, 0, G_OPTION_ARG_STRING, &with_offset,
      N_ ("Move the second file by this time against what the clocks of both tell, "
          "such "
          "as 1.5ms or -20us"),
      /* Translators: a placeholder for a time */
      N_ ("TIME") },
    { "mapping", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &line->mappings,
      N_ ("Restore the original names from a mapping file of ProGuard or R8; "
          "repeat for several files, later ones win"),
      N_ ("FILE") },
    { "memory-limit", 0, 0, G_OPTION_ARG_STRING, &memory_limit,
      N_ ("How much memory a trace may take, such as 4GiB; the default is half "
          "of the installed memory"),
      N_ ("SIZE") },
    { "version", 0, 0, G_OPTION_ARG_NONE, &line->version, N_ ("Show the version"),
      NULL },
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &line->files, NULL,
      N_ ("[FILE…]") },
    { 0 },
  };

  context = g_option_context_new (NULL);
  g_option_context_set_translation_domain (context, GETTEXT_PACKAGE);
  g_option_context_set_summary (context, _ ("View Android method traces."));
  g_option_context_set_help_enabled (context, FALSE);
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!g_option_context_parse_strv (context, &rest, error))
    return NULL;

  if (!parse_values (line, memory_limit, with_offset, error))
    return NULL;
  if (line->files == NULL)
    line->files = g_new0 (char *, 1);
  if (help)
    line->help = g_option_context_get_help (context, TRUE, NULL);
  else if (!line->version && line->files[0] == NULL && !needs_no_file (line, error))
    return NULL;
  return g_steal_pointer (&line);
}

/* Returns the trace of an argument, standard input for `-`. */
GFile *
tv_command_line_find_file (const char *argument, GError **error)
{
  if (g_str_equal (argument, "-"))
    return g_file_new_for_path (TV_STANDARD_INPUT);
  return tv_trace_find_file (argument, error);
}

/* Returns whether a trace is standard input, which only this process can read. */
gboolean
tv_command_line_has_stdin (const TvCommandLine *line)
{
  return g_strv_contains ((const char *const *) line->files, "-")
         || g_strcmp0 (line->base, "-") == 0 || g_strcmp0 (line->with, "-") == 0;
}

GPtrArray *
tv_command_line_list_mappings (const TvCommandLine *line)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (g_object_unref);

  g_return_val_if_fail (line != NULL, files);

  for (guint i = 0; line->mappings != NULL && line->mappings[i] != NULL; i++)
    g_ptr_array_add (files, g_file_new_for_commandline_arg (line->mappings[i]));
  return files;
}

static void
print_warnings (const char *name, TvTrace *trace)
{
  const TvWarnings *warnings = tv_trace_get_warnings (trace);

  for (guint i = 0; i < tv_warnings_get_n (warnings); i++)
    {
      g_autofree char *message = tv_warning_dup_message (tv_warnings_get (warnings, i));

      g_printerr (_ ("traceview: %s: warning: %s\n"), name, message);
    }
}

static void
print_mapping_warning (guint index, const char *sentence, gpointer user_data)
{
  char **names = user_data;
  g_autofree char *name = tv_text_dup_shown (names[index]);

  g_printerr (_ ("traceview: %s: warning: %s\n"), name, sentence);
}

/* Returns FALSE if one of the mappings cannot be read. */
static gboolean
load_mapping (const TvCommandLine *line, TvNameMapping **mapping)
{
  g_autoptr (GPtrArray) files = tv_command_line_list_mappings (line);
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;
  guint failed = 0;

  if (files->len == 0)
    return TRUE;
  *mapping = tv_name_mapping_load (files, print_mapping_warning, line->mappings,
                                   &failed, NULL, &error);
  if (*mapping != NULL)
    return TRUE;
  name = tv_text_dup_shown (line->mappings[failed]);
  g_printerr (_ ("traceview: %s: %s\n"), name, error->message);
  return FALSE;
}

static gboolean
report_file (const TvCommandLine *line, const char *argument, const char *name,
             const TvNameMapping *mapping, GOutputStream *out, GError **error)
{
  g_autoptr (GFile) file = tv_command_line_find_file (argument, error);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvProfile) profile = NULL;

  if (file == NULL)
    return FALSE;
  trace = tv_trace_load (file, line->memory_limit, mapping, NULL, NULL, NULL, error);
  if (trace == NULL)
    return FALSE;
  print_warnings (name, trace);
  if (tv_trace_get_info (trace)->kind != TV_TRACE_KIND_CALLS)
    {
      g_autofree char *sentence = tv_kind_dup_refusal (trace, "-r");

      g_set_error_literal (error, TV_TRACE_ERROR, TV_TRACE_ERROR_OTHER_FORMAT,
                           sentence);
      return FALSE;
    }
  profile = tv_profile_new (trace, NULL, error);
  if (profile == NULL)
    return FALSE;
  return tv_report_regression (profile, out, NULL, error)
         && g_output_stream_flush (out, NULL, error);
}

/* Prints the original Traceview's regression report of each file to standard output,
 * and for a file that cannot be read the error to standard error. Needs no display. */
int
tv_command_line_report (const TvCommandLine *line)
{
  g_autoptr (GOutputStream) standard_output
      = g_unix_output_stream_new (STDOUT_FILENO, FALSE);
  g_autoptr (GOutputStream) out
      = g_buffered_output_stream_new_sized (standard_output, 65536);
  g_autoptr (TvNameMapping) mapping = NULL;
  int status = 0;

  if (!load_mapping (line, &mapping))
    return 1;
  for (guint i = 0; line->files[i] != NULL; i++)
    {
      g_autofree char *name = tv_text_dup_shown (line->files[i]);
      g_autoptr (GError) error = NULL;

      if (report_file (line, line->files[i], name, mapping, out, &error))
        continue;
      g_printerr (_ ("traceview: %s: %s\n"), name, error->message);
      status = 1;
    }
  return status;
}
