/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "output/export/export.h"
#include "query/query.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  TvTrace *trace;
  TvExportSpec spec;
  TvExportFunc func; /* NULL for a database */
  const char *output;
} Export;

static gboolean
write_export (GOutputStream *out, gpointer user_data, GError **error)
{
  const Export *export = user_data;

  return export->func (export->trace, &export->spec, out, NULL, error);
}

/* Writes a database. It is made in the folder of the output, where there is to be room
 * for it. */
static gboolean
write_database (GOutputStream *out, gpointer data, GError **error)
{
  const Export *export = data;
  const char *path = export->output;
  const gboolean is_file = path != NULL
                           && (g_file_test (path, G_FILE_TEST_IS_REGULAR)
                               || !g_file_test (path, G_FILE_TEST_EXISTS));
  g_autofree char *folder
      = is_file ? g_path_get_dirname (path) : g_strdup (g_get_tmp_dir ());
  g_autoptr (GInputStream) content = tv_query_save (export->trace, folder, error);

  return content != NULL
         && g_output_stream_splice (out, content, G_OUTPUT_STREAM_SPLICE_NONE, NULL,
                                    error)
                >= 0;
}

static void
tell_notes (const TvCommandLine *line, const GPtrArray *notes)
{
  for (guint i = 0; i < notes->len; i++)
    tv_report_file_error (line->files[0], g_ptr_array_index (notes, i));
}

/* Returns when a file was last modified, in nanoseconds since 1970, or 0. */
static gint64
find_date (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);
  g_autoptr (GFileInfo) info = g_file_query_info (file, G_FILE_ATTRIBUTE_TIME_MODIFIED,
                                                  G_FILE_QUERY_INFO_NONE, NULL, NULL);
  const guint64 seconds
      = info != NULL && !g_str_equal (path, "-")
            ? g_file_info_get_attribute_uint64 (info, G_FILE_ATTRIBUTE_TIME_MODIFIED)
            : 0;

  return (gint64) (MIN (seconds, G_MAXUINT32) * G_GUINT64_CONSTANT (1000000000));
}

static TvExitStatus
convert (const TvCommandLine *line, TvExportFunc func, const TvExportSpec *options)
{
  g_autoptr (TvTrace) trace = tv_command_line_load (line, 0);
  g_autofree char *title = tv_file_title_dup (line->files[0]);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (TvThreadSet) threads = NULL;
  g_autoptr (TvMethodSet) through = NULL;
  Export export
      = { .trace = trace, .spec = *options, .func = func, .output = line->output };
  TvExitStatus status;

  export.spec.title = title;
  export.spec.notes = notes;
  export.spec.date = find_date (line->files[0]);
  if (trace == NULL || !tv_command_line_find_part (line, 0, trace, &export.spec.part))
    return TV_EXIT_FAILURE;
  threads = export.spec.part.threads;
  if (!tv_command_line_find_clock (line, 0, trace, &export.spec.clock))
    return TV_EXIT_FAILURE;
  export.spec.through = through = tv_method_set_new_matching (trace, &line->filter);
  export.spec.clock_is_asked = export.spec.form.one_clock = line->has_clock;
  status = tv_command_line_write (line, func != NULL ? write_export : write_database,
                                  &export);
  if (status == TV_EXIT_OK)
    tell_notes (line, notes);
  return status;
}

static gboolean
refuse (const char *sentence, TvExitStatus *status)
{
  *status = tv_report_usage_error ("convert", sentence, NULL);
  return FALSE;
}

/* Options of one format do not apply to the others. */
static gboolean
check_form (const TvCommandLine *line, TvExportFunc func, const char *version,
            TvExportSpec *options, TvExitStatus *status)
{
  g_autoptr (GError) error = NULL;
  TvTraceForm *form = &options->form;

  if (func == NULL
      && (line->threads != NULL || line->start != G_MININT64 || line->end != G_MAXINT64
          || line->has_clock))
    return refuse (_ ("--to=sqlite writes the whole trace on both clocks: --thread, "
                      "--range and --clock do not go with it"),
                   status);
  if (func != tv_export_csv && options->for_spreadsheet)
    return refuse (_ ("--spreadsheet goes with --to=csv only"), status);
  if (tv_command_line_has_filter (line) && !g_str_equal (line->format, "pprof")
      && !g_str_equal (line->format, "collapsed"))
    return refuse (_ ("Only pprof and collapsed add up stacks: --filter goes with no "
                      "other format"),
                   status);
  if (func == tv_export_trace && line->names == TV_NAME_STYLE_JAVA)
    return refuse (_ ("Traces have types as the JVM writes them: --demangle does not "
                      "go with --to=trace"),
                   status);
  if (func != tv_export_trace && (version != NULL || form->streaming))
    return refuse (_ ("--trace-version and --streaming go with --to=trace only"),
                   status);
  if (version != NULL)
    form->version = (guint) g_ascii_digit_value (*version);
  return tv_trace_form_check (form, &error) || refuse (error->message, status);
}

/* `tracedump convert`: a trace in the format of another program. */
TvExitStatus
tv_command_convert (int argc, char **argv)
{
  g_autofree char *version = NULL;
  TvExportSpec options = { 0 };
  const GOptionEntry entries[] = {
    { "trace-version", 0, G_OPTION_FLAG_NONE, G_OPTION_ARG_STRING, &version,
      N_ ("The version of a written trace; the default is 3 for two clocks and 2 for "
          "one; 4 and 5 have nanoseconds"),
      TV_TRACE_VERSIONS },
    { "streaming", 0, G_OPTION_FLAG_NONE, G_OPTION_ARG_NONE, &options.form.streaming,
      N_ ("Write a streamed trace, with names among the calls"), NULL },
    { "spreadsheet", 0, G_OPTION_FLAG_NONE, G_OPTION_ARG_NONE, &options.for_spreadsheet,
      N_ ("Mark names in CSV that a spreadsheet would take for formulas"), NULL },
    { 0 }
  };
  TvCommandLine line
      = { .name = "convert",
          .summary = _ ("Write a trace in the format of another program, or as a trace "
                        "that is cut and repaired. --filter goes with pprof and "
                        "collapsed, which add up stacks."),
          .formats = TV_EXPORT_NAMES "|sqlite",
          /* Other programs draw timelines, in which threads must be comparable. */
          .takes = TV_TAKES_PART | TV_TAKES_WALL_CLOCK | TV_TAKES_STACK_FILTER
                   | TV_TAKES_NAMES | TV_TAKES_TO,
          .options = entries };
  TvExportFunc func;
  TvExitStatus status;

  if (tv_command_line_parse (&line, argc, argv, &status))
    {
      func = tv_export_find (line.format);
      if (check_form (&line, func, version, &options, &status))
        status = convert (&line, func, &options);
    }
  tv_command_line_clear (&line);
  return status;
}
