/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/command-line.h"

#include "cli/messages.h"
#include "cli/output.h"
#include "cli/time-range.h"
#include "trace/formats/trace-loader.h"
#include "trace/mapping/name-mapping.h"

#include <glib/gi18n-lib.h>

static void
print_warning (guint index, const char *warning, gpointer user_data)
{
  char **names = user_data;
  g_autofree char *sentence = g_strdup_printf (_ ("warning: %s"), warning);

  tv_report_file_error (names[index], sentence);
}

/* Reads mapping files; later ones override. Warnings and errors go to standard error.
 */
static TvNameMapping *
tv_mapping_option_load (char **files)
{
  g_autoptr (GPtrArray) opened = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;
  TvNameMapping *mapping;
  guint failed = 0;

  for (guint i = 0; files[i] != NULL; i++)
    g_ptr_array_add (opened, g_str_equal (files[i], "-")
                                 ? g_file_new_for_path ("/dev/stdin")
                                 : g_file_new_for_commandline_arg (files[i]));
  mapping = tv_name_mapping_load (opened, print_warning, files, &failed, NULL, &error);
  if (mapping == NULL)
    tv_report_file_error (files[failed], error->message);
  return mapping;
}

#define PROGRAM "tracedump"

/* Values of options that need further parsing. */
typedef struct
{
  gboolean help;
  char *format;
  char *range;
  char *clock;
  char *filter;
  char **mappings;
  char **old_mappings;
  gboolean demangle;
  gboolean raw_names;
} Texts;

static void
clear_texts (Texts *texts)
{
  g_clear_pointer (&texts->format, g_free);
  g_clear_pointer (&texts->range, g_free);
  g_clear_pointer (&texts->clock, g_free);
  g_clear_pointer (&texts->filter, g_free);
  g_clear_pointer (&texts->mappings, g_strfreev);
  g_clear_pointer (&texts->old_mappings, g_strfreev);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Texts, clear_texts)

static void
add_entry (GOptionContext *context, const char *name, char letter, GOptionArg type,
           gpointer place, const char *description, const char *argument)
{
  const GOptionEntry entries[]
      = { { name, letter, G_OPTION_FLAG_NONE, type, place, description, argument },
          { 0 } };

  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
}

static gboolean
has_letter (const TvCommandLine *line, char letter)
{
  for (const GOptionEntry *entry = line->options;
       entry != NULL && entry->long_name != NULL; entry++)
    if (entry->short_name == letter)
      return TRUE;
  return FALSE;
}

static void
add_part_entries (GOptionContext *context, TvCommandLine *line, Texts *texts)
{
  const char letter = has_letter (line, 't') ? 0 : 't';

  add_entry (context, "thread", letter, G_OPTION_ARG_STRING_ARRAY, &line->threads,
             N_ ("Only the calls of this thread; may be given several times"),
             /* Translators: a placeholder for the id or the name of a thread */
             N_ ("ID|NAME"));
  add_entry (context, "range", 0, G_OPTION_ARG_STRING, &texts->range,
             N_ ("Only this range of time, such as 1.5s..1700ms; in microseconds "
                 "without a unit"),
             /* Translators: a placeholder for two times */
             N_ ("START..END"));
}

static void
add_name_entries (GOptionContext *context, TvCommandLine *line, Texts *texts)
{
  add_entry (
      context, "mapping", 0, G_OPTION_ARG_FILENAME_ARRAY, &texts->mappings,
      N_ ("Restore the original names from a mapping file of ProGuard or R8; may be "
          "given several times, and the last file that has a class counts"),
      N_ ("FILE"));
  if (line->takes & TV_TAKES_OLD)
    add_entry (context, "mapping-old", 0, G_OPTION_ARG_FILENAME_ARRAY,
               &texts->old_mappings,
               N_ ("The mapping of the old trace, if it has its own"), N_ ("FILE"));
  if (!(line->takes & TV_TAKES_NAMES))
    return;
  add_entry (context, "demangle", 0, G_OPTION_ARG_NONE, &texts->demangle,
             N_ ("Write types as in Java: (int, String[]): void"), NULL);
  add_entry (context, "raw-names", 0, G_OPTION_ARG_NONE, &texts->raw_names,
             N_ ("Write names as they are in the file, and only the ids of methods "
                 "without a name"),
             NULL);
}

static void
add_shared_entries (GOptionContext *context, TvCommandLine *line, Texts *texts)
{
  if (line->formats != NULL)
    add_entry (context, "format", 'f', G_OPTION_ARG_STRING, &texts->format,
               N_ ("Format of the output"), line->formats);
  if (line->takes & TV_TAKES_PART)
    add_part_entries (context, line, texts);
  if (line->takes & TV_TAKES_CLOCK)
    add_entry (context, "clock", 0, G_OPTION_ARG_STRING, &texts->clock,
               N_ ("The clock to use"), "cpu|wall");
  if (line->takes & (TV_TAKES_FILTER | TV_TAKES_STACK_FILTER))
    add_entry (context, "filter", 0, G_OPTION_ARG_STRING, &texts->filter,
               line->takes & TV_TAKES_FILTER
                   ? N_ ("Only methods whose class, name and signature match")
                   : N_ ("Only stacks with a method whose class, name and signature "
                         "match: the method with its callees, and its callers with the "
                         "time that they spent in it"),
               /* Translators: a placeholder for a regular expression */
               N_ ("REGEX"));
  add_name_entries (context, line, texts);
}

static GOptionContext *
make_option_context (TvCommandLine *line, Texts *texts)
{
  GOptionContext *context
      = g_option_context_new (line->arguments != NULL ? line->arguments
                                                      /* Translators: a placeholder for
                                                       * the name of a file */
                                                      : _ ("FILE"));

  g_option_context_set_summary (context, line->summary);
  g_option_context_set_description (
      context, _ ("FILE is a method trace, or the base name of one: “calc” finds "
                  "“calc.trace” or “calc.key” with “calc.data”. “-” is standard "
                  "input."));
  g_option_context_set_help_enabled (context, FALSE);
  if (line->options != NULL)
    g_option_context_add_main_entries (context, line->options, GETTEXT_PACKAGE);
  add_shared_entries (context, line, texts);
  add_entry (context, "output", 'o', G_OPTION_ARG_FILENAME, &line->output,
             N_ ("Write to a file instead of standard output"), N_ ("FILE"));
  add_entry (context, "help", 'h', G_OPTION_ARG_NONE, &texts->help,
             N_ ("Show this help"), NULL);
  add_entry (context, G_OPTION_REMAINING, 0, G_OPTION_ARG_FILENAME_ARRAY, &line->files,
             NULL, NULL);
  return context;
}

/* Values */

static gboolean
refuse (const TvCommandLine *line, TvExitStatus *status, const char *sentence)
{
  *status = tv_report_usage_error (line->name, sentence);
  return FALSE;
}

static gboolean G_GNUC_PRINTF (3, 0)
    refuse_text (const TvCommandLine *line, TvExitStatus *status, const char *format,
                 const char *text)
{
  g_autofree char *sentence = NULL;

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  sentence = g_strdup_printf (format, text);
#pragma GCC diagnostic pop
  return refuse (line, status, sentence);
}

/* The default is the ending of the output file, or the first format. */
static gboolean
take_format (TvCommandLine *line, const char *format, TvExitStatus *status)
{
  g_auto (GStrv) known = NULL;
  const char *ending = line->output != NULL ? strrchr (line->output, '.') : NULL;

  if (line->formats == NULL)
    return TRUE;
  known = g_strsplit (line->formats, "|", -1);
  if (format != NULL && !g_strv_contains ((const char *const *) known, format))
    return refuse_text (line, status, _ ("There is no format “%s”"), format);
  if (format == NULL && ending != NULL
      && g_strv_contains ((const char *const *) known, ending + 1))
    format = ending + 1;
  line->format = g_strdup (format != NULL ? format : known[0]);
  return TRUE;
}

static gboolean
take_files (TvCommandLine *line, TvExitStatus *status)
{
  const guint wanted = MAX (line->n_files, 1);
  const guint n = line->files != NULL ? g_strv_length (line->files) : 0;

  if (n < wanted)
    return refuse (line, status,
                   n == 0 ? _ ("The name of a trace file is missing")
                          : _ ("The name of a second trace file is missing"));
  if (n > wanted)
    return refuse (line, status,
                   wanted == 1 ? _ ("Only one trace file can be given")
                               : _ ("Only two trace files can be given"));
  for (guint i = 0; i < n; i++)
    if (*line->files[i] == '\0')
      return refuse (line, status, _ ("The name of the trace file is empty"));
  return TRUE;
}

static gboolean
take_clock (TvCommandLine *line, const char *clock, TvExitStatus *status)
{
  if (clock == NULL)
    return TRUE;
  line->has_clock = TRUE;
  line->clock = g_str_equal (clock, "cpu") ? TV_CLOCK_THREAD_CPU : TV_CLOCK_WALL;
  if (g_str_equal (clock, "cpu") || g_str_equal (clock, "wall"))
    return TRUE;
  return refuse_text (line, status, _ ("There is no clock “%s”"), clock);
}

static gboolean
take_filter (TvCommandLine *line, const char *filter, TvExitStatus *status)
{
  g_autoptr (GError) error = NULL;

  if (filter == NULL)
    return TRUE;
  line->filter = g_regex_new (filter, G_REGEX_OPTIMIZE, G_REGEX_MATCH_DEFAULT, &error);
  return line->filter != NULL || refuse (line, status, error->message);
}

static gboolean
take_mapping (TvNameMapping **mapping, char **files, TvExitStatus *status)
{
  if (files == NULL)
    return TRUE;
  *mapping = tv_mapping_option_load (files);
  *status = TV_EXIT_FAILURE;
  return *mapping != NULL;
}

static gboolean
take_names (TvCommandLine *line, const Texts *texts, TvExitStatus *status)
{
  if (texts->demangle && texts->raw_names)
    return refuse (line, status, _ ("--demangle does not go with --raw-names"));
  if (texts->demangle)
    line->names = TV_NAME_STYLE_JAVA;
  else if (texts->raw_names)
    line->names = TV_NAME_STYLE_RAW;
  return take_mapping (&line->mapping, texts->mappings, status)
         && take_mapping (&line->old_mapping, texts->old_mappings, status);
}

static gboolean
take_texts (TvCommandLine *line, const Texts *texts, TvExitStatus *status)
{
  if (texts->range != NULL
      && !tv_time_range_parse (texts->range, &line->start, &line->end))
    return refuse_text (line, status, _ ("“%s” is no range of time"), texts->range);
  return take_format (line, texts->format, status)
         && take_clock (line, texts->clock, status)
         && take_filter (line, texts->filter, status) && take_files (line, status)
         && take_names (line, texts, status);
}

/**
 * tv_command_line_parse:
 * @line: what the command takes
 * @argc: number of arguments
 * @argv: (array length=argc): the arguments, the first of which is the command's name
 * @status: (out): how to end, if there is nothing left to do
 *
 * Parses the arguments of a command. Writes help on request and reports errors.
 *
 * Returns: whether the command is to be carried out
 */
gboolean
tv_command_line_parse (TvCommandLine *line, int argc, char **argv, TvExitStatus *status)
{
  g_auto (Texts) texts = { 0 };
  g_autofree char *program = g_strconcat (PROGRAM, " ", line->name, NULL);
  g_autoptr (GOptionContext) context = make_option_context (line, &texts);
  g_autoptr (GError) error = NULL;

  line->start = G_MININT64;
  line->end = G_MAXINT64;
  g_set_prgname (program);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    return refuse (line, status, error->message);
  if (texts.help)
    {
      g_autofree char *help = g_option_context_get_help (context, TRUE, NULL);

      *status = tv_write_help (help);
      return FALSE;
    }
  return take_texts (line, &texts, status);
}

/* Frees what parsing has set. */
void
tv_command_line_clear (TvCommandLine *line)
{
  g_return_if_fail (line != NULL);

  g_clear_pointer (&line->files, g_strfreev);
  g_clear_pointer (&line->format, g_free);
  g_clear_pointer (&line->output, g_free);
  g_clear_pointer (&line->threads, g_strfreev);
  g_clear_pointer (&line->filter, g_regex_unref);
  g_clear_pointer (&line->mapping, tv_name_mapping_unref);
  g_clear_pointer (&line->old_mapping, tv_name_mapping_unref);
}

/* The trace, its part, its clock, and the output */

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

static GFile *
find_file (const char *argument, GError **error)
{
  if (g_str_equal (argument, "-"))
    return g_file_new_for_path ("/dev/stdin");
  return tv_trace_find_file (argument, error);
}

/* Returns the command line for the old trace of a comparison. */
TvCommandLine
tv_command_line_get_old (const TvCommandLine *line)
{
  TvCommandLine old = *line;

  if (line->old_mapping != NULL)
    old.mapping = line->old_mapping;
  return old;
}

/* Loads a file that was given. Warnings and errors go to standard error. */
TvTrace *
tv_command_line_load (const TvCommandLine *line, guint index)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GFile) file = NULL;
  g_autoptr (TvTrace) trace = NULL;

  g_return_val_if_fail (line != NULL && line->files != NULL, NULL);

  file = find_file (line->files[index], &error);
  if (file != NULL)
    trace = tv_trace_load (file, NULL, NULL, NULL, &error);
  if (trace == NULL)
    {
      tv_report_file_error (line->files[index], error->message);
      return NULL;
    }
  print_warnings (line->files[index], tv_trace_get_warnings (trace));
  if (line->mapping != NULL)
    {
      TvTrace *renamed = tv_trace_new_renamed (trace, line->mapping, NULL, NULL);

      tv_trace_unref (trace);
      trace = renamed;
    }
  return tv_trace_new_styled (trace, line->names);
}

/* Loads a file that was given with tv_trace_load_with_records(). Warnings go to
 * standard error. */
TvTrace *
tv_command_line_load_with_records (const TvCommandLine *line, guint index,
                                   TvRecordFunc func, gpointer user_data,
                                   GError **error)
{
  g_autoptr (GFile) file = NULL;
  TvTrace *trace;

  g_return_val_if_fail (line != NULL && line->files != NULL, NULL);

  file = find_file (line->files[index], error);
  if (file == NULL)
    return NULL;
  trace = tv_trace_load_with_records (file, line->mapping, func, user_data, error);
  if (trace != NULL)
    print_warnings (line->files[index], tv_trace_get_warnings (trace));
  return trace;
}

/* Names may be digits, and ids are what files tell threads apart by: ids go first. */
static gboolean
add_threads (GArray *threads, const TvTrace *trace, const char *text)
{
  const guint n_before = threads->len;
  const guint n = tv_trace_get_n_threads (trace);
  guint64 id;
  const gboolean has_id
      = g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT32, &id, NULL);

  for (guint32 i = 0; i < n && has_id; i++)
    if (tv_trace_get_thread (trace, i)->id == id)
      g_array_append_val (threads, i);
  if (threads->len > n_before)
    return TRUE;
  for (guint32 i = 0; i < n; i++)
    if (g_strcmp0 (tv_trace_get_thread (trace, i)->name, text) == 0)
      g_array_append_val (threads, i);
  return threads->len > n_before;
}

/* Finds what `--thread` and `--range` mean in a trace. A thread that is not there is
 * reported. */
gboolean
tv_command_line_find_part (const TvCommandLine *line, guint index, const TvTrace *trace,
                           TvProfileRange *part)
{
  g_autoptr (GArray) threads = g_array_new (FALSE, FALSE, sizeof (guint32));

  *part = (TvProfileRange){ .start = line->start, .end = line->end };
  for (guint i = 0; line->threads != NULL && line->threads[i] != NULL; i++)
    if (!add_threads (threads, trace, line->threads[i]))
      {
        g_autofree char *sentence
            = g_strdup_printf (_ ("There is no thread with the id or name “%s” in the "
                                  "file"),
                               line->threads[i]);

        tv_report_file_error (line->files[index], sentence);
        return FALSE;
      }
  if (threads->len > 0)
    part->threads
        = tv_thread_set_new ((const guint32 *) (gpointer) threads->data, threads->len);
  return TRUE;
}

/* Finds what `--clock` means in a trace. A clock that it lacks is reported. */
gboolean
tv_command_line_find_clock (const TvCommandLine *line, guint index,
                            const TvTrace *trace, TvClock *clock)
{
  *clock = line->has_clock ? line->clock : tv_trace_get_primary_clock (trace);
  if (!line->has_clock || tv_trace_has_clock (trace, *clock))
    return TRUE;
  tv_report_file_error (line->files[index], *clock == TV_CLOCK_WALL
                                                ? _ ("The file has no wall clock")
                                                : _ ("The file has no CPU clock"));
  return FALSE;
}

/* Has func write to where the command line says. A file is put in its place only when
 * it is whole. Errors are reported. */
TvExitStatus
tv_command_line_write (const TvCommandLine *line, TvCommandWriteFunc func,
                       gpointer user_data)
{
  g_autoptr (GError) error = NULL;
  TvOutput *output = tv_output_open (line->output, &error);
  gboolean written;

  if (output == NULL)
    return tv_report_write_error (line->output, error);
  written = func (tv_output_get_stream (output), user_data, &error);
  if (written)
    written = tv_output_finish (output, &error);
  else
    tv_output_discard (output);
  if (written)
    return TV_EXIT_OK;
  return error != NULL ? tv_report_write_error (line->output, error) : TV_EXIT_FAILURE;
}

static gboolean
write_bytes (GOutputStream *out, gpointer user_data, GError **error)
{
  gsize size;
  gconstpointer data = g_bytes_get_data (user_data, &size);

  return g_output_stream_write_all (out, data, size, NULL, NULL, error)
         && g_output_stream_flush (out, NULL, error);
}

/* Writes bytes as tv_command_line_write() does. */
TvExitStatus
tv_command_line_write_bytes (const TvCommandLine *line, GBytes *bytes)
{
  return tv_command_line_write (line, write_bytes, bytes);
}
