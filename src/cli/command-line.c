/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/command-line.h"

#include "cli/mapping-option.h"
#include "cli/time-range.h"

#include <glib/gi18n-lib.h>

#define PROGRAM "tracedump"

/* What the options are parsed into that need a second look. */
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
             N_ ("Only the calls of a thread; may be given again for others"),
             /* Translators: a placeholder for the id or the name of a thread */
             N_ ("ID|NAME"));
  add_entry (context, "range", 0, G_OPTION_ARG_STRING, &texts->range,
             N_ ("Only a range of time, such as 1.5s..1700ms; without a unit in "
                 "microseconds"),
             /* Translators: a placeholder for two times */
             N_ ("START..END"));
}

static void
add_name_entries (GOptionContext *context, TvCommandLine *line, Texts *texts)
{
  add_entry (context, "mapping", 0, G_OPTION_ARG_FILENAME_ARRAY, &texts->mappings,
             N_ ("Show the original names that a mapping file of ProGuard or R8 tells; "
                 "may be given again, and the last file that has a class counts"),
             N_ ("FILE"));
  if (line->takes & TV_TAKES_OLD)
    add_entry (context, "mapping-old", 0, G_OPTION_ARG_FILENAME_ARRAY,
               &texts->old_mappings,
               N_ ("The same for the old trace, where --mapping is not of it, too"),
               N_ ("FILE"));
  if (!(line->takes & TV_TAKES_NAMES))
    return;
  add_entry (context, "demangle", 0, G_OPTION_ARG_NONE, &texts->demangle,
             N_ ("Write types as in Java: (int, String[]): void"), NULL);
  add_entry (context, "raw-names", 0, G_OPTION_ARG_NONE, &texts->raw_names,
             N_ ("Write names as they are in the file, and methods that it does not "
                 "name by their ids alone"),
             NULL);
}

static void
add_shared_entries (GOptionContext *context, TvCommandLine *line, Texts *texts)
{
  if (line->formats != NULL)
    add_entry (context, "format", 'f', G_OPTION_ARG_STRING, &texts->format,
               N_ ("How to lay the output out"), line->formats);
  if (line->takes & TV_TAKES_PART)
    add_part_entries (context, line, texts);
  if (line->takes & TV_TAKES_CLOCK)
    add_entry (context, "clock", 0, G_OPTION_ARG_STRING, &texts->clock,
               N_ ("Which clock to go by"), "cpu|wall");
  if (line->takes & (TV_TAKES_FILTER | TV_TAKES_STACK_FILTER))
    add_entry (
        context, "filter", 0, G_OPTION_ARG_STRING, &texts->filter,
        line->takes & TV_TAKES_FILTER
            ? N_ ("Only methods whose class, name and signature match")
            : N_ ("Only stacks with a method whose class, name and signature match: "
                  "its callers, for what they take through it, and what it calls"),
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
             N_ ("Write to a file and not to standard output"), N_ ("FILE"));
  add_entry (context, "help", 'h', G_OPTION_ARG_NONE, &texts->help,
             N_ ("Show this help"), NULL);
  add_entry (context, G_OPTION_REMAINING, 0, G_OPTION_ARG_FILENAME_ARRAY, &line->files,
             NULL, NULL);
  return context;
}

/* What was given */

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

/* The first is meant where none is named, but for a file whose ending is one. */
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
 * Parses the arguments of a command. Help that was asked for is written, and errors are
 * reported.
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
  g_clear_pointer (&line->mapping, tv_name_mapping_free);
  g_clear_pointer (&line->old_mapping, tv_name_mapping_free);
}
