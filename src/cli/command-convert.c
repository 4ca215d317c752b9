/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "output/export/export.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  TvTrace *trace;
  TvExportSpec spec;
  TvExportFunc func;
} Export;

typedef struct
{
  const char *ending;
  const char *format;
} Ending;

/* Usual endings of files. Those that several formats share are not here. */
static const Ending endings[] = {
  { ".csv", "csv" },
  { ".trace", "trace" },
  { ".collapsed", "collapsed" },
  { ".folded", "collapsed" },
  { ".pb.gz", "pprof" },
  { ".pprof", "pprof" },
  { ".perfetto-trace", "perfetto" },
  { ".pftrace", "perfetto" },
  { ".speedscope.json", "speedscope" },
  { ".speedscope", "speedscope" },
};

static const char *
find_format_of_file (const char *path)
{
  for (guint i = 0; path != NULL && i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (path, endings[i].ending))
      return endings[i].format;
  return NULL;
}

static TvExportFunc
find_export (const TvCommandLine *line, const char *format, TvExitStatus *status)
{
  g_autofree char *sentence = NULL;
  TvExportFunc func;

  if (format == NULL)
    format = find_format_of_file (line->output);
  func = format != NULL ? tv_export_find (format) : NULL;
  if (func != NULL)
    return func;
  if (format != NULL)
    sentence = g_strdup_printf (_ ("There is no format “%s”"), format);
  *status = tv_report_usage_error (
      "convert", sentence != NULL ? sentence : _ ("The format is missing (--to)"));
  return NULL;
}

static gboolean
write_export (GOutputStream *out, gpointer user_data, GError **error)
{
  const Export *export = user_data;

  return export->func (export->trace, &export->spec, out, NULL, error);
}

static void
tell_notes (const TvCommandLine *line, const GPtrArray *notes)
{
  for (guint i = 0; i < notes->len; i++)
    tv_report_file_error (line->files[0], g_ptr_array_index (notes, i));
}

static TvExitStatus
convert (const TvCommandLine *line, TvExportFunc func, const TvTraceForm *form)
{
  g_autoptr (TvTrace) trace = tv_command_line_load (line, 0);
  g_autofree char *title = g_filename_display_basename (line->files[0]);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (TvThreadSet) threads = NULL;
  Export export = { .trace = trace,
                    .spec = { .title = title, .form = *form, .notes = notes },
                    .func = func };
  TvExitStatus status;

  if (trace == NULL || !tv_command_line_find_part (line, 0, trace, &export.spec.part))
    return TV_EXIT_FAILURE;
  threads = export.spec.part.threads;
  if (!tv_command_line_find_clock (line, 0, trace, &export.spec.clock))
    return TV_EXIT_FAILURE;
  /* Other programs draw timelines, in which threads must be comparable. */
  if (!line->has_clock && tv_trace_has_clock (trace, TV_CLOCK_WALL))
    export.spec.clock = TV_CLOCK_WALL;
  export.spec.clock_is_asked = export.spec.form.one_clock = line->has_clock;
  status = tv_command_line_write (line, write_export, &export);
  if (status == TV_EXIT_OK)
    tell_notes (line, notes);
  return status;
}

/* Options of one format do not apply to the others. */
static gboolean
check_form (TvExportFunc func, const char *version, TvTraceForm *form,
            TvExitStatus *status)
{
  g_autoptr (GError) error = NULL;
  guint64 number = 0;

  if (func != tv_export_trace && (version != NULL || form->streaming))
    {
      *status = tv_report_usage_error (
          "convert", _ ("Only traces have versions and can be streamed (--to=trace)"));
      return FALSE;
    }
  if (version != NULL
      && !g_ascii_string_to_unsigned (version, 10, 1, G_MAXUINT, &number, NULL))
    {
      g_autofree char *sentence
          = g_strdup_printf (_ ("“%s” is no version of traces"), version);

      *status = tv_report_usage_error ("convert", sentence);
      return FALSE;
    }
  form->version = (guint) number;
  if (tv_trace_form_check (form, &error))
    return TRUE;
  *status = tv_report_usage_error ("convert", error->message);
  return FALSE;
}

/* `tracedump convert`: a trace in the format of another program. */
TvExitStatus
tv_command_convert (int argc, char **argv)
{
  g_autofree char *format = NULL;
  g_autofree char *version = NULL;
  TvTraceForm form = { 0 };
  const GOptionEntry entries[] = {
    { "to", 0, G_OPTION_FLAG_NONE, G_OPTION_ARG_STRING, &format,
      N_ ("The format to write, if the ending of the output file does not select it"),
      TV_EXPORT_NAMES },
    { "trace-version", 0, G_OPTION_FLAG_NONE, G_OPTION_ARG_STRING, &version,
      N_ ("The version of a written trace; the default is 3 for two clocks and 2 for "
          "one; 4 and 5 have nanoseconds"),
      TV_TRACE_VERSIONS },
    { "streaming", 0, G_OPTION_FLAG_NONE, G_OPTION_ARG_NONE, &form.streaming,
      N_ ("Write a streamed trace, with names among the calls"), NULL },
    { 0 }
  };
  TvCommandLine line
      = { .name = "convert",
          .summary = _ ("Write a trace in the format of another program, or as a trace "
                        "that is cut and repaired."),
          .takes = TV_TAKES_PART | TV_TAKES_CLOCK,
          .options = entries };
  TvExportFunc func = NULL;
  TvExitStatus status;

  if (tv_command_line_parse (&line, argc, argv, &status))
    func = find_export (&line, format, &status);
  if (func != NULL && check_form (func, version, &form, &status))
    status = convert (&line, func, &form);
  tv_command_line_clear (&line);
  return status;
}
