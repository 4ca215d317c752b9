/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/command-methods.h"

#include "analysis/report-methods.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  TvMethodSort sort;
  gboolean has_thread;
  guint32 thread_id;
} MethodOptions;

static gboolean
take_sort (MethodOptions *options, const char *name, TvExitStatus *status)
{
  g_autofree char *sentence = NULL;

  if (name == NULL || tv_method_sort_parse (name, &options->sort))
    return TRUE;
  sentence = g_strdup_printf (_ ("There is no order “%s”"), name);
  *status = tv_report_usage_error ("methods", sentence);
  return FALSE;
}

static gboolean
take_thread (MethodOptions *options, const char *digits, TvExitStatus *status)
{
  g_autofree char *sentence = NULL;
  guint64 id;

  if (digits == NULL)
    return TRUE;
  if (g_ascii_string_to_unsigned (digits, 10, 0, G_MAXUINT32, &id, NULL))
    {
      options->has_thread = TRUE;
      options->thread_id = (guint32) id;
      return TRUE;
    }
  sentence = g_strdup_printf (_ ("“%s” is no thread id"), digits);
  *status = tv_report_usage_error ("methods", sentence);
  return FALSE;
}

static guint
find_thread (const TvTrace *trace, guint32 id)
{
  for (guint thread = 0; thread < tv_trace_get_n_threads (trace); thread++)
    if (tv_trace_get_thread (trace, thread)->id == id)
      return thread;
  return TV_THREAD_NONE;
}

static TvProfile *
make_profile (const TvCommandLine *line, const MethodOptions *options, TvTrace *trace)
{
  guint thread;

  if (!options->has_thread)
    return tv_profile_new (trace, NULL, NULL);
  thread = find_thread (trace, options->thread_id);
  if (thread == TV_THREAD_NONE)
    {
      g_autofree char *sentence = g_strdup_printf (
          _ ("There is no thread with the id %u in the file"), options->thread_id);

      tv_report_file_error (line->file, sentence);
      return NULL;
    }
  return tv_profile_new_for_thread (trace, thread, NULL, NULL);
}

static TvExitStatus
report_methods (const TvCommandLine *line, const MethodOptions *options)
{
  g_autoptr (TvTrace) trace = tv_command_line_load (line);
  g_autoptr (TvProfile) profile = NULL;
  g_autoptr (GOutputStream) out = NULL;
  g_autoptr (GError) error = NULL;

  if (trace == NULL)
    return TV_EXIT_FAILURE;
  profile = make_profile (line, options, trace);
  if (profile == NULL)
    return TV_EXIT_FAILURE;
  out = tv_standard_output_new ();
  tv_report_methods (profile, line->format, options->sort, out, NULL, &error);
  return tv_command_line_end (error);
}

/**
 * tv_command_methods:
 * @argc: number of arguments
 * @argv: (array length=argc): the arguments, the first of which is the command's name
 *
 * `tracedump methods`: what each method took.
 *
 * Returns: how to end
 */
TvExitStatus
tv_command_methods (int argc, char **argv)
{
  g_autofree char *sort = NULL;
  g_autofree char *thread = NULL;
  const GOptionEntry entries[]
      = { { "sort", 's', G_OPTION_FLAG_NONE, G_OPTION_ARG_STRING, &sort,
            N_ ("What to sort by: rank, inclusive-cpu, exclusive-cpu, inclusive-wall, "
                "exclusive-wall, waiting, calls or name"),
            /* Translators: a placeholder for the name of an order */
            N_ ("ORDER") },
          { "thread", 't', G_OPTION_FLAG_NONE, G_OPTION_ARG_STRING, &thread,
            N_ ("Only the calls of one thread"),
            /* Translators: a placeholder for the id of a thread */
            N_ ("ID") },
          { 0 } };
  TvCommandLine line
      = { .name = "methods",
          .summary = _ ("List the methods of a trace with their calls and times."),
          .has_format = TRUE,
          .options = entries };
  MethodOptions options = { .sort = TV_METHOD_SORT_RANK };
  TvExitStatus status;

  if (tv_command_line_parse (&line, argc, argv, &status)
      && take_sort (&options, sort, &status) && take_thread (&options, thread, &status))
    status = report_methods (&line, &options);
  tv_command_line_clear (&line);
  return status;
}
