/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/command-line.h"

#include "analysis/stacks/call-tree.h"
#include "analysis/text/nearest-word.h"
#include "analysis/text/time-range.h"
#include "query/query.h"
#include "trace/model/memory-budget.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define PROGRAM "tracedump"

/* The default of --time-limit */
#define DEFAULT_SECONDS 600

/* Keeps transforms in the order in which they are given. */
static gboolean
take_transform (const char *option, const char *value, gpointer data, GError **error)
{
  TvCliLine *line = data;

  (void) error;
  if (line->transforms == NULL)
    line->transforms = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (line->transforms, g_strdup (option + strlen ("--")));
  g_ptr_array_add (line->transforms, g_strdup (value));
  return TRUE;
}

/* Bits that no command lists: for commands with several formats, and for all commands.
 */
#define TAKES_FORMAT (1u << 30)
#define ALWAYS (1u << 31)

#define AT(member) TV_OPTION_AT (TvCliLine, member)

/* The options that commands share. A command takes an option if the two have a bit in
 * common. */
static const struct
{
  guint takes;
  GOptionEntry entry;
} shared_options[] = {
  { TV_TAKES_METRICS,
    { "metric", 'm', 0, G_OPTION_ARG_STRING_ARRAY, AT (metrics),
      N_ ("Only this metric; repeat for several"), N_ ("NAME") } },
  { TV_TAKES_METRICS,
    { "set", 0, 0, G_OPTION_ARG_STRING_ARRAY, AT (settings),
      N_ ("Change a setting of the metrics, such as frame_ms=8.3"),
      N_ ("NAME=VALUE") } },
  { TV_TAKES_METRICS,
    { "time-limit", 0, 0, G_OPTION_ARG_DOUBLE, AT (seconds),
      N_ ("Stop the statements after this many seconds per trace; the default is 600, "
          "and 0 means no limit"),
      N_ ("SECONDS") } },
  { TV_TAKES_SECONDS,
    { "time-limit", 0, 0, G_OPTION_ARG_DOUBLE, AT (seconds),
      N_ ("Stop after this many seconds; the default is 600, and 0 means no limit"),
      N_ ("SECONDS") } },
  { TV_TAKES_SQL,
    { "file", 'f', 0, G_OPTION_ARG_FILENAME, AT (script),
      N_ ("Run the statements in this file instead of SQL"), N_ ("FILE") } },
  { TAKES_FORMAT,
    { "format", 'f', 0, G_OPTION_ARG_STRING, AT (format),
      N_ ("The format to write; by default that of the output file's extension, "
          "or else the first"),
      NULL } },
  { TV_TAKES_TO,
    { "to", 0, 0, G_OPTION_ARG_STRING, AT (format),
      N_ ("The format to write, if the extension of the output file does not "
          "select it"),
      NULL } },
  { TV_TAKES_THREAD,
    { "thread", 't', 0, G_OPTION_ARG_STRING_ARRAY, AT (threads),
      N_ ("Only the calls of this thread; repeat for several threads"),
      /* Translators: a placeholder for the id or the name of a thread */
      N_ ("ID|NAME") } },
  { TV_TAKES_RANGE,
    { "range", 0, 0, G_OPTION_ARG_STRING, AT (range),
      N_ ("Only this range of time, such as 1.5s..1700ms; in microseconds without a "
          "unit"),
      /* Translators: a placeholder for two times */
      N_ ("START..END") } },
  { TV_TAKES_CLOCK,
    { "clock", 0, 0, G_OPTION_ARG_STRING, AT (clock_name),
      N_ ("The clock to use; the default is cpu if the trace has it"), "cpu|wall" } },
  { TV_TAKES_WALL_CLOCK,
    { "clock", 0, 0, G_OPTION_ARG_STRING, AT (clock_name),
      N_ ("The clock to use; the default is wall if the trace has it"), "cpu|wall" } },
  { TV_TAKES_WITH,
    { "with", 0, 0, G_OPTION_ARG_FILENAME, AT (with),
      N_ ("Lay a system trace of the same run beside the method trace, or the other "
          "way round: threads of both are one, with calls, slices and states"),
      N_ ("FILE") } },
  { TV_TAKES_WITH,
    { "with-offset", 0, 0, G_OPTION_ARG_STRING, AT (with_offset_text),
      N_ ("Move the second file by this time against what the clocks of both tell, "
          "such "
          "as 1.5ms or -20us"),
      /* Translators: a placeholder for a time */
      N_ ("TIME") } },
  { TV_TAKES_FILTER,
    { "filter", 0, 0, G_OPTION_ARG_STRING, AT (name_filter),
      N_ ("Only methods whose class and name match, such as Bitmap\\.decode"),
      /* Translators: a placeholder for a regular expression */
      N_ ("REGEX") } },
  { TV_TAKES_STACK_FILTER,
    { "filter", 0, 0, G_OPTION_ARG_STRING, AT (name_filter),
      N_ ("Only stacks with a method whose class and name match: the method with its "
          "callees, and its callers with the time that they spent in it"),
      N_ ("REGEX") } },
  { TV_TAKES_FILTER | TV_TAKES_STACK_FILTER,
    { "filter-signature", 0, 0, G_OPTION_ARG_STRING, AT (signature_filter),
      N_ ("The same for the signature of the method"), N_ ("REGEX") } },
  { TV_TAKES_TOP,
    { "top", 0, 0, G_OPTION_ARG_INT, AT (top), N_ ("List only the first N"),
      /* Translators: a placeholder for a number */
      N_ ("N") } },
  { TV_TAKES_TOP_PATHS,
    { "top", 0, 0, G_OPTION_ARG_INT, AT (top),
      N_ ("List only the N paths with the most time"), N_ ("N") } },
  { TV_TAKES_DEPTH,
    { "depth", 0, 0, G_OPTION_ARG_INT, AT (depth),
      N_ ("Leave out deeper levels; the default is 500"),
      /* Translators: a placeholder for a number of levels */
      N_ ("LEVELS") } },
  { TV_TAKES_TRANSFORMS,
    { "merge", 0, 0, G_OPTION_ARG_CALLBACK, (gpointer) take_transform,
      N_ ("Take this method out of all stacks: its own time goes to its callers"),
      /* Translators: a placeholder for the name of a method */
      N_ ("METHOD") } },
  { TV_TAKES_TRANSFORMS,
    { "focus", 0, 0, G_OPTION_ARG_CALLBACK, (gpointer) take_transform,
      N_ ("Only stacks with this method, starting at it"), N_ ("METHOD") } },
  { TV_TAKES_TRANSFORMS,
    { "focus-subtree", 0, 0, G_OPTION_ARG_CALLBACK, (gpointer) take_transform,
      N_ ("Only stacks that begin with these methods, starting at the last one"),
      /* Translators: a placeholder for the names of methods on a path of calls */
      N_ ("METHOD;METHOD…") } },
  { TV_TAKES_TRANSFORMS,
    { "collapse-package", 0, 0, G_OPTION_ARG_CALLBACK, (gpointer) take_transform,
      N_ ("Merge nested calls within this package into one; with .*, also "
          "within the packages below"),
      /* Translators: a placeholder for the name of a package */
      N_ ("PACKAGE[.*]") } },
  { TV_TAKES_TRANSFORMS,
    { "collapse-library", 0, 0, G_OPTION_ARG_CALLBACK, (gpointer) take_transform,
      N_ ("Merge nested calls within this library into one; of slices, within this "
          "category"),
      /* Translators: a placeholder for the name of a library */
      N_ ("LIBRARY") } },
  { TV_TAKES_TRANSFORMS,
    { "collapse-recursion", 0, 0, G_OPTION_ARG_CALLBACK, (gpointer) take_transform,
      N_ ("Merge recursive calls of this method, and the calls between them, into one; "
          "* stands for all methods"),
      N_ ("METHOD|*") } },
  { TV_TAKES_TRANSFORMS,
    { "drop", 0, 0, G_OPTION_ARG_CALLBACK, (gpointer) take_transform,
      N_ ("Leave out stacks with this method, and their time; all options that "
          "change stacks can be repeated, and apply in the given order"),
      N_ ("METHOD") } },
  { ALWAYS,
    { "event", 0, 0, G_OPTION_ARG_STRING, AT (event),
      N_ ("The event whose samples to use, in a file of samples; “info” lists them"),
      /* Translators: a placeholder for the name of an event of a profiler */
      N_ ("NAME") } },
  { ALWAYS,
    { "mapping", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, AT (mappings),
      N_ ("Restore the original names from a mapping file of ProGuard or R8; repeat "
          "for several files, later ones win"),
      N_ ("FILE") } },
  { TV_TAKES_OLD,
    { "mapping-old", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, AT (old_mappings),
      N_ ("The mapping of the old trace, if it has its own"), N_ ("FILE") } },
  { TV_TAKES_NAMES,
    { "demangle", 0, 0, G_OPTION_ARG_NONE, AT (demangle),
      N_ ("Write types as in Java: (int, String[]): void"), NULL } },
  { TV_TAKES_NAMES,
    { "raw-names", 0, 0, G_OPTION_ARG_NONE, AT (raw_names),
      N_ ("Write names as they are in the file, and methods without a name as their "
          "ids only"),
      NULL } },
  { ALWAYS,
    { "memory-limit", 0, 0, G_OPTION_ARG_STRING, AT (memory_size),
      N_ ("How much memory a trace may take, such as 4GiB; the default is half of the "
          "installed memory"),
      /* Translators: a placeholder for a number of bytes */
      N_ ("SIZE") } },
  { ALWAYS,
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, AT (output),
      N_ ("Write to a file instead of standard output"), N_ ("FILE") } },
  { ALWAYS,
    { "help", 'h', 0, G_OPTION_ARG_NONE, AT (help), N_ ("Show this help"), NULL } },
  { ALWAYS,
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, AT (arguments), NULL,
      NULL } },
};

#undef AT

/* Adds an option. Its data is an offset into a structure. */
static void
add_option (GArray *entries, GOptionEntry entry, gpointer structure)
{
  if (entry.arg != G_OPTION_ARG_CALLBACK)
    entry.arg_data = (char *) structure + (gsize) entry.arg_data;
  g_array_append_val (entries, entry);
}

/* Returns all options of a command, its own first. */
static GArray *
list_options (TvCliLine *line)
{
  const TvCommand *command = line->command;
  const gboolean has_format
      = !(command->takes & TV_TAKES_TO) && strchr (command->formats, '|') != NULL;
  const guint takes = ALWAYS | command->takes | (has_format ? TAKES_FORMAT : 0);
  GArray *entries = g_array_new (TRUE, FALSE, sizeof (GOptionEntry));

  for (guint i = 0; i < command->n_options; i++)
    add_option (entries, command->options[i], line->values);
  for (guint i = 0; i < G_N_ELEMENTS (shared_options); i++)
    {
      GOptionEntry entry = shared_options[i].entry;

      if (shared_options[i].takes & (TAKES_FORMAT | TV_TAKES_TO))
        entry.arg_description = command->formats;
      /* Here -f is the file of statements. */
      if (shared_options[i].takes == TAKES_FORMAT && (command->takes & TV_TAKES_SQL))
        entry.short_name = 0;
      if (shared_options[i].takes & takes)
        add_option (entries, entry, line);
    }
  return entries;
}

static void
free_values (const GArray *entries)
{
  for (guint i = 0; i < entries->len; i++)
    {
      const GOptionEntry *entry = &g_array_index (entries, GOptionEntry, i);

      if (entry->arg == G_OPTION_ARG_STRING || entry->arg == G_OPTION_ARG_FILENAME)
        g_clear_pointer ((char **) entry->arg_data, g_free);
      else if (entry->arg == G_OPTION_ARG_STRING_ARRAY
               || entry->arg == G_OPTION_ARG_FILENAME_ARRAY)
        g_clear_pointer ((char ***) entry->arg_data, g_strfreev);
    }
}

static const char *
get_arguments (TvCommandTakes takes)
{
  if (takes & TV_TAKES_OLD_FILE)
    /* Translators: placeholders for the names of files */
    return _ ("OLD NEW");
  if (takes & TV_TAKES_METHOD)
    /* Translators: placeholders for a method and the name of a file */
    return _ ("METHOD FILE");
  if (takes & TV_TAKES_SQL)
    /* Translators: placeholders for names of files and a statement */
    return _ ("FILE… SQL");
  if (takes & TV_TAKES_FOLDER)
    /* Translators: a placeholder for the name of a folder */
    return _ ("FOLDER");
  if (takes & (TV_TAKES_FILES | TV_TAKES_MANY_FILES))
    /* Translators: a placeholder for names of files */
    return _ ("FILE…");
  /* Translators: a placeholder for the name of a file */
  return _ ("FILE");
}

static GOptionContext *
make_option_context (TvCliLine *line, const GArray *entries)
{
  const TvCommandTakes takes = line->command->takes;
  GOptionContext *context = g_option_context_new (get_arguments (takes));
  GOptionGroup *group = g_option_group_new (NULL, NULL, NULL, line, NULL);

  g_option_context_set_summary (context, _ (line->command->summary));
  if (!(takes & TV_TAKES_FOLDER))
    g_option_context_set_description (
        context, _ ("FILE is a method trace, or the base name of one: “calc” finds "
                    "“calc.trace” or “calc.key” with “calc.data”, and "
                    "“a.zip!/calc.trace” is a member of an archive. “-” is standard "
                    "input."));
  g_option_context_set_help_enabled (context, FALSE);
  g_option_group_add_entries (group, (const GOptionEntry *) (gpointer) entries->data);
  g_option_group_set_translation_domain (group, GETTEXT_PACKAGE);
  g_option_context_set_main_group (context, group);
  return context;
}

/* Errors */

/* Reports a usage error, and the word that was probably meant, if any. */
gboolean
tv_cli_refuse (TvCliLine *line, const char *nearest, const char *format, ...)
{
  g_autofree char *sentence = NULL;
  va_list arguments;

  va_start (arguments, format);
  sentence = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  line->status = tv_report_usage_error (line->command->name, sentence, nearest);
  return FALSE;
}

/* Reports an unknown option, which GLib names at the end of its message, with its
 * value. */
static gboolean
refuse_option (TvCliLine *line, const GArray *entries, const GError *error)
{
  const char *option = strstr (error->message, " --");
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *name = NULL;

  if (!g_error_matches (error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION)
      || option == NULL)
    return tv_cli_refuse (line, NULL, "%s", error->message);
  for (guint i = 0; i < entries->len; i++)
    g_ptr_array_add (
        names,
        g_strconcat ("--", g_array_index (entries, GOptionEntry, i).long_name, NULL));
  g_ptr_array_add (names, NULL);
  name = g_strndup (option + 1, strcspn (option + 1, "="));
  return tv_cli_refuse (
      line, tv_find_nearest (name, (const char *const *) (gpointer) names->pdata),
      _ ("There is no option “%s”"), name);
}

/* Values */

/* Whether the description is a list of values: placeholders have capital letters,
 * values have none. */
static gboolean
has_choices (const GOptionEntry *entry)
{
  const char *list = entry->arg_description;

  return entry->arg == G_OPTION_ARG_STRING && list != NULL
         && strpbrk (list, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == NULL;
}

static gboolean
check_choices (TvCliLine *line, const GArray *entries)
{
  for (guint i = 0; i < entries->len; i++)
    {
      const GOptionEntry *entry = &g_array_index (entries, GOptionEntry, i);
      const char *value = has_choices (entry) ? *(char **) entry->arg_data : NULL;
      g_auto (GStrv) choices = NULL;
      g_autofree char *list = NULL;

      if (value == NULL)
        continue;
      choices = g_strsplit (entry->arg_description, "|", -1);
      if (g_strv_contains ((const char *const *) choices, value))
        continue;
      list = g_strjoinv (", ", choices);
      return tv_cli_refuse (
          line, tv_find_nearest (value, (const char *const *) choices),
          /* Translators: a value, the name of an option, the values that it can have */
          _ ("“%s” is not a value of --%s, which can be: %s"), value, entry->long_name,
          list);
    }
  return TRUE;
}

/* File name extensions and the formats that they stand for; those with one dot follow
 * longer ones. */
static const struct
{
  const char *ending;
  const char *format;
} endings[] = {
  { ".speedscope.json", "speedscope" },
  { ".speedscope", "speedscope" },
  { ".pb.gz", "pprof" },
  { ".pprof", "pprof" },
  { ".perfetto-trace", "perfetto" },
  { ".pftrace", "perfetto" },
  { ".collapsed", "collapsed" },
  { ".folded", "collapsed" },
  { ".trace", "trace" },
  { ".sqlite", "sqlite" },
  { ".sqlite3", "sqlite" },
  { ".db", "sqlite" },
  { ".csv", "csv" },
  { ".tsv", "tsv" },
  { ".json", "json" },
  { ".jsonl", "jsonl" },
  { ".html", "html" },
  { ".htm", "html" },
  { ".md", "markdown" },
  { ".svg", "svg" },
  { ".png", "png" },
  { ".pdf", "pdf" },
  { ".dot", "dot" },
  { ".gv", "dot" },
};

static const char *
find_ending (const char *path, const char **ending)
{
  const gsize length = strlen (path);

  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      const gsize end = strlen (endings[i].ending);

      *ending = endings[i].ending;
      if (length >= end
          && g_ascii_strcasecmp (path + length - end, endings[i].ending) == 0)
        return endings[i].format;
    }
  return NULL;
}

/* Takes the format from the extension of the output file if there is no `--format`. An
 * extension for a format that the command cannot write is an error; an unknown one
 * leaves the default. */
static gboolean
take_format (TvCliLine *line)
{
  const TvCommand *command = line->command;
  g_auto (GStrv) known = g_strsplit (command->formats, "|", -1);
  const gboolean has_default = !(command->takes & TV_TAKES_TO);
  g_autofree char *list = g_strjoinv (", ", known);
  const char *ending;
  const char *format = NULL;

  if (line->format == NULL && line->output != NULL)
    format = find_ending (line->output, &ending);
  /* Several formats have this extension. */
  if (format != NULL && g_str_equal (format, "json") && !has_default)
    format = NULL;
  if (line->format == NULL && format == NULL && !has_default)
    return tv_cli_refuse (line, NULL, _ ("The format is missing; --to can be: %s"),
                          list);
  if (format != NULL && !g_strv_contains ((const char *const *) known, format))
    return tv_cli_refuse (
        line, NULL,
        /* Translators: a command, an extension of file names, formats */
        _ ("“%s” cannot write a file that ends in “%s”; its formats are: %s"),
        command->name, ending, list);
  if (line->format == NULL)
    line->format = g_strdup (format != NULL ? format : known[0]);
  (void) tv_table_format_parse (line->format, &line->table_format);
  return TRUE;
}

/* Returns what is wrong with the number of arguments, or NULL. */
static const char *
check_number (const TvCliLine *line, guint n)
{
  const TvCommandTakes takes = line->command->takes;
  const gboolean has_old = (takes & TV_TAKES_OLD_FILE) != 0;
  const guint needed = 1 + ((takes & TV_TAKES_METHOD) != 0) + has_old;

  if (takes & TV_TAKES_MANY_FILES || n == needed)
    return NULL;
  if (takes & TV_TAKES_FOLDER)
    return n == 0 ? _ ("The name of a folder is missing")
                  : _ ("Only one folder can be given");
  if (takes & TV_TAKES_FILES)
    return n == 0 ? _ ("The name of a trace file is missing") : NULL;
  if (n == 0 && (takes & TV_TAKES_METHOD))
    return _ ("The name of a method is missing");
  if (n > needed)
    return has_old ? _ ("Only two trace files can be given")
                   : _ ("Only one trace file can be given");
  return n == 1 && has_old ? _ ("The name of a second trace file is missing")
                           : _ ("The name of a trace file is missing");
}

/* Returns what is missing if a statement must follow the names of files, or NULL. */
static const char *
check_statement (char **arguments, guint n)
{
  g_autoptr (GFile) file = tv_cli_find_file (arguments[n - 1], NULL);

  if (file != NULL || (n == 1 && strpbrk (arguments[0], " \t\n") == NULL))
    return _ ("The SQL statement is missing");
  return n == 1 ? _ ("The name of a trace file is missing") : NULL;
}

/* Takes a method and the names of files. */
static gboolean
take_arguments (TvCliLine *line)
{
  const TvCommandTakes takes = line->command->takes;
  const gboolean has_sql = (takes & TV_TAKES_SQL) && line->script == NULL;
  const guint n = line->arguments != NULL ? g_strv_length (line->arguments) : 0;
  const char *sentence = check_number (line, n);

  if (sentence == NULL && has_sql)
    sentence = check_statement (line->arguments, n);
  if (sentence != NULL)
    return tv_cli_refuse (line, NULL, "%s", sentence);
  if ((takes & TV_TAKES_FILES) && n > (guint) TV_QUERY_MAX_TRACES + has_sql)
    return tv_cli_refuse (line, NULL, _ ("Only %d trace files can be given"),
                          TV_QUERY_MAX_TRACES);
  if (line->with != NULL && n > 1u + has_sql + ((takes & TV_TAKES_METHOD) != 0))
    return tv_cli_refuse (line, NULL, _ ("--with goes with one trace file"));
  line->files = line->arguments;
  if (takes & TV_TAKES_METHOD)
    line->method = g_filename_display_name (*line->files++);
  if (has_sql)
    line->sql = g_steal_pointer (&line->files[n - 1]);
  for (guint i = 0; line->files != NULL && line->files[i] != NULL; i++)
    if (*line->files[i] == '\0')
      return tv_cli_refuse (line, NULL, _ ("The name of the trace file is empty"));
  return TRUE;
}

static gboolean
take_filter (TvCliLine *line, const char *filter, GRegex **regex)
{
  g_autoptr (GError) error = NULL;

  if (filter != NULL)
    *regex = g_regex_new (filter, G_REGEX_OPTIMIZE, G_REGEX_MATCH_DEFAULT, &error);
  return error == NULL || tv_cli_refuse (line, NULL, "%s", error->message);
}

static void
print_warning (guint index, const char *warning, gpointer user_data)
{
  tv_report_file_warning (((char **) user_data)[index], warning);
}

/* Reads mapping files; later ones win. Warnings and errors go to standard error. */
static gboolean
take_mapping (TvCliLine *line, char **files, TvNameMapping **mapping)
{
  g_autoptr (GPtrArray) opened = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GError) error = NULL;
  guint failed = 0;

  if (files == NULL)
    return TRUE;
  for (guint i = 0; files[i] != NULL; i++)
    g_ptr_array_add (opened, g_str_equal (files[i], "-")
                                 ? g_file_new_for_path ("/dev/stdin")
                                 : g_file_new_for_commandline_arg (files[i]));
  *mapping = tv_name_mapping_load (opened, print_warning, files, &failed, NULL, &error);
  if (*mapping != NULL)
    return TRUE;
  tv_report_file_error (files[failed], error->message);
  line->status = TV_EXIT_FAILURE;
  return FALSE;
}

static gboolean
take_names (TvCliLine *line)
{
  if (line->demangle && line->raw_names)
    return tv_cli_refuse (line, NULL,
                          _ ("--demangle and --raw-names cannot be combined"));
  if (line->demangle)
    line->names = TV_NAME_STYLE_JAVA;
  else if (line->raw_names)
    line->names = TV_NAME_STYLE_RAW;
  return take_mapping (line, line->mappings, &line->mapping)
         && take_mapping (line, line->old_mappings, &line->old_mapping);
}

static gboolean
take_values (TvCliLine *line)
{
  line->has_clock = line->clock_name != NULL;
  line->clock
      = g_strcmp0 (line->clock_name, "cpu") == 0 ? TV_CLOCK_THREAD_CPU : TV_CLOCK_WALL;
  if ((int) line->top < 1 || (int) line->depth < 1)
    return tv_cli_refuse (line, NULL, _ ("--%s must be at least 1"),
                          (int) line->top < 1 ? "top" : "depth");
  if (!(line->seconds >= 0))
    return tv_cli_refuse (line, NULL, _ ("--time-limit must not be negative"));
  if (line->range != NULL
      && !tv_time_range_parse (line->range, &line->start, &line->end))
    return tv_cli_refuse (line, NULL,
                          _ ("“%s” is not a range of time, such as 1.5s..1700ms"),
                          line->range);
  if (line->with == NULL && line->with_offset_text != NULL)
    return tv_cli_refuse (line, NULL, _ ("--with-offset needs --with"));
  if (line->with_offset_text != NULL
      && !tv_time_offset_parse (line->with_offset_text, &line->with_offset))
    return tv_cli_refuse (line, NULL, _ ("“%s” is not a time, such as 1.5ms or -20us"),
                          line->with_offset_text);
  if (line->memory_size != NULL
      && !tv_memory_size_parse (line->memory_size, &line->memory_limit))
    return tv_cli_refuse (line, NULL, _ ("“%s” is not a memory size, such as 4GiB"),
                          line->memory_size);
  return take_format (line) && take_filter (line, line->name_filter, &line->filter.name)
         && take_filter (line, line->signature_filter, &line->filter.signature)
         && take_arguments (line) && take_names (line);
}

/* Returns a statement that starts with a comment, with a space before it so that it is
 * not taken for an option, or NULL. */
static char *
mark_comment (const TvCliLine *line, int argc, char **argv)
{
  for (int i = 1; i < argc && (line->command->takes & TV_TAKES_SQL); i++)
    if (g_str_has_prefix (argv[i], "--"))
      {
        const char *end = argv[i] + strcspn (argv[i], "= \t\r\n");

        if (*end != '=' && *end != '\0')
          return argv[i] = g_strconcat (" ", argv[i], NULL);
      }
  return NULL;
}

/* Parses the arguments. Writes help on request and reports errors. Returns whether to
 * run the command. */
static gboolean
parse (TvCliLine *line, const GArray *entries, int argc, char **argv)
{
  g_autofree char *program = g_strconcat (PROGRAM, " ", line->command->name, NULL);
  G_GNUC_UNUSED g_autofree char *statement = mark_comment (line, argc, argv);
  g_autoptr (GOptionContext) context = make_option_context (line, entries);
  g_autoptr (GError) error = NULL;

  g_set_prgname (program);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    return refuse_option (line, entries, error);
  if (line->help)
    {
      g_autofree char *help = g_option_context_get_help (context, TRUE, NULL);

      line->status = tv_write_help (help);
      return FALSE;
    }
  return check_choices (line, entries) && take_values (line)
         && (line->command->check == NULL || line->command->check (line));
}

/* Whether `--filter` or `--filter-signature` was given. */
gboolean
tv_cli_has_filter (const TvCliLine *line)
{
  return line->name_filter != NULL || line->signature_filter != NULL;
}

/* Frees everything but the values of options. The format is freed here, since it may
 * come from the name of the output file. */
static void
clear (TvCliLine *line)
{
  g_clear_pointer (&line->format, g_free);
  g_clear_pointer (&line->method, g_free);
  g_clear_pointer (&line->sql, g_free);
  g_clear_pointer (&line->transforms, g_ptr_array_unref);
  g_clear_pointer (&line->filter.name, g_regex_unref);
  g_clear_pointer (&line->filter.signature, g_regex_unref);
  g_clear_pointer (&line->mapping, tv_name_mapping_unref);
  g_clear_pointer (&line->old_mapping, tv_name_mapping_unref);
  tv_input_clear (&line->input);
}

/* Runs a command. The first argument is its name. */
TvExitStatus
tv_command_run (const TvCommand *command, int argc, char **argv)
{
  g_autofree gpointer values = g_malloc0 (command->size);
  TvCliLine line = { .command = command,
                     .values = values,
                     .top = G_MAXINT,
                     .depth = TV_CALL_TREE_DEPTH,
                     .seconds = DEFAULT_SECONDS,
                     .start = G_MININT64,
                     .end = G_MAXINT64 };
  g_autoptr (GArray) entries = list_options (&line);

  if (command->defaults != NULL)
    memcpy (values, command->defaults, command->size);
  if (parse (&line, entries, argc, argv))
    {
      if (command->run != NULL)
        line.status = command->run (&line);
      else if (tv_input_open (&line.input, &line, line.files[0], FALSE))
        line.status = tv_cli_write (&line, command->write);
      else
        line.status = TV_EXIT_FAILURE;
    }
  free_values (entries);
  clear (&line);
  return line.status;
}
