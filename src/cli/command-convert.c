/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "output/export/export.h"
#include "query/query.h"
#include "trace/input/member-name.h"
#include "trace/model/trace-samples.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  char *version;
  gboolean for_spreadsheet;
  TvTraceForm form;
} Options;

/* Writes a database. Its file is made in the folder of the output, which must have room
 * for it anyway. */
static gboolean
write_database (const TvCliLine *line, GOutputStream *out, GError **error)
{
  const char *path = line->output;
  const gboolean is_file = path != NULL
                           && (g_file_test (path, G_FILE_TEST_IS_REGULAR)
                               || !g_file_test (path, G_FILE_TEST_EXISTS));
  g_autofree char *folder
      = is_file ? g_path_get_dirname (path) : g_strdup (g_get_tmp_dir ());
  g_autoptr (GInputStream) content = tv_query_save (line->input.trace, folder, error);

  return content != NULL
         && g_output_stream_splice (out, content, G_OUTPUT_STREAM_SPLICE_NONE, NULL,
                                    error)
                >= 0;
}

/* Returns when a file was last modified, in nanoseconds since 1970, or 0. */
static gint64
find_date (const char *path)
{
  g_autoptr (GFile) found = tv_cli_find_file (path, NULL);
  g_autoptr (GFile) file = found != NULL ? tv_member_file_split (found, NULL) : NULL;
  g_autoptr (GFileInfo) info
      = file != NULL ? g_file_query_info (file, G_FILE_ATTRIBUTE_TIME_MODIFIED,
                                          G_FILE_QUERY_INFO_NONE, NULL, NULL)
                     : NULL;
  const guint64 seconds
      = info != NULL && !g_str_equal (path, "-")
            ? g_file_info_get_attribute_uint64 (info, G_FILE_ATTRIBUTE_TIME_MODIFIED)
            : 0;

  return (gint64) (MIN (seconds, G_MAXUINT32) * G_GUINT64_CONSTANT (1000000000));
}

/* Whether the format can hold weights of samples that are not times. Others are
 * reported. */
static gboolean
check_weights (const TvCliLine *line)
{
  static const char *const formats[]
      = { "collapsed", "speedscope", "firefox", "pprof", "sqlite", NULL };
  const TvInput *input = &line->input;

  if (tv_trace_get_clock_quantity (input->trace, input->clock) == TV_QUANTITY_TIME
      || g_strv_contains (formats, line->format))
    return TRUE;
  tv_report_file_error (line->files[0],
                        _ ("The weights of the samples are not times: only "
                           "--to=collapsed, speedscope, firefox, pprof and sqlite can "
                           "write them"));
  return FALSE;
}

static gboolean
write_export (const TvCliLine *line, GOutputStream *out, GError **error)
{
  const Options *options = line->values;
  const TvInput *input = &line->input;
  const TvExportFunc func = tv_export_find (line->format);
  g_autoptr (GPtrArray) notes = g_ptr_array_new_with_free_func (g_free);
  const TvExportSpec spec = { .title = input->title,
                              .notes = notes,
                              .date = find_date (line->files[0]),
                              .part = input->part,
                              .clock = input->clock,
                              .only_clock = line->has_clock,
                              .through = input->matching,
                              .for_spreadsheet = options->for_spreadsheet,
                              .form = options->form };

  if (!check_weights (line))
    return FALSE;
  if (func == NULL)
    return write_database (line, out, error);
  if (func == tv_export_trace
      && !tv_cli_check_calls (line->files[0], input->trace, "--to=trace"))
    return FALSE;
  if (!func (input->trace, &spec, out, NULL, error))
    return FALSE;
  for (guint i = 0; i < notes->len; i++)
    tv_report_file_error (line->files[0], notes->pdata[i]);
  return TRUE;
}

/* Returns what is wrong with options that other formats take, or NULL. */
static const char *
check_format (const TvCliLine *line, const Options *options)
{
  const TvExportFunc func = tv_export_find (line->format);

  if (func == NULL
      && (line->threads != NULL || line->start != G_MININT64 || line->end != G_MAXINT64
          || line->has_clock))
    return _ ("--to=sqlite writes the whole trace on both clocks: --thread, --range "
              "and --clock cannot be used");
  if (func != tv_export_csv && options->for_spreadsheet)
    return _ ("--spreadsheet needs --to=csv");
  if (tv_cli_has_filter (line) && !g_str_equal (line->format, "pprof")
      && !g_str_equal (line->format, "collapsed"))
    return _ ("--filter works only with pprof and collapsed, which add up stacks");
  if (func == tv_export_trace && line->names == TV_NAME_STYLE_JAVA)
    return _ ("Method traces have the types of the JVM: --demangle cannot be used with "
              "--to=trace");
  if (func != tv_export_trace && (options->version != NULL || options->form.streaming))
    return _ ("--trace-version and --streaming need --to=trace");
  return NULL;
}

static gboolean
check_options (TvCliLine *line)
{
  Options *options = line->values;
  TvTraceForm *form = &options->form;
  const char *sentence = check_format (line, options);
  g_autoptr (GError) error = NULL;

  if (options->version != NULL)
    form->version = (guint) g_ascii_digit_value (*options->version);
  if (sentence == NULL && !tv_trace_form_check (form, &error))
    sentence = error->message;
  form->one_clock = line->has_clock;
  return sentence == NULL || tv_cli_refuse (line, NULL, "%s", sentence);
}

static const GOptionEntry options[]
    = { { "trace-version", 0, 0, G_OPTION_ARG_STRING, TV_OPTION_AT (Options, version),
          N_ ("Version of the trace to write; the default is 3 for two clocks and 2 "
              "for one; 4 and 5 have nanoseconds"),
          TV_TRACE_VERSIONS },
        { "streaming", 0, 0, G_OPTION_ARG_NONE, TV_OPTION_AT (Options, form.streaming),
          N_ ("Write a streamed trace, with names among the calls"), NULL },
        { "spreadsheet", 0, 0, G_OPTION_ARG_NONE,
          TV_OPTION_AT (Options, for_spreadsheet),
          N_ ("Mark names in CSV that a spreadsheet would take for formulas"), NULL } };

const TvCommand tv_command_convert
    = { .name = "convert",
        .title = N_ ("Convert a trace for another program"),
        .summary = N_ ("Write a trace in the format of another program, or as a method "
                       "trace again, cut and repaired. --filter works only with pprof "
                       "and collapsed, which add up stacks."),
        .formats = TV_EXPORT_NAMES "|sqlite",
        /* Other programs draw timelines, in which threads must be comparable. */
        .takes = TV_TAKES_PART | TV_TAKES_WALL_CLOCK | TV_TAKES_STACK_FILTER
                 | TV_TAKES_NAMES | TV_TAKES_TO | TV_TAKES_WITH,
        .options = options,
        .n_options = G_N_ELEMENTS (options),
        .size = sizeof (Options),
        .check = check_options,
        .write = write_export };
