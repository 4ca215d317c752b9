/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/command-line.h"

#include "analysis/stacks/call-tree.h"
#include "cli/messages.h"
#include "cli/time-range.h"
#include "query/query.h"
#include "trace/formats/trace-loader.h"
#include "trace/mapping/name-mapping.h"
#include "trace/model/memory-budget.h"

#include <glib/gi18n-lib.h>
#include <string.h>

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

/* Values of options as they were given. */
typedef struct
{
  gboolean help;
  char *format;
  char *range;
  char *clock;
  char *filter;
  char *filter_signature;
  char *output;
  char **threads;
  char **mappings;
  char **old_mappings;
  char **arguments;
  char *memory_limit;
  char *script;
  GPtrArray *transforms;
  int top;
  int depth;
  gboolean demangle;
  gboolean raw_names;
} Values;

static void
clear_values (Values *values)
{
  g_clear_pointer (&values->format, g_free);
  g_clear_pointer (&values->range, g_free);
  g_clear_pointer (&values->clock, g_free);
  g_clear_pointer (&values->filter, g_free);
  g_clear_pointer (&values->filter_signature, g_free);
  g_clear_pointer (&values->output, g_free);
  g_clear_pointer (&values->memory_limit, g_free);
  g_clear_pointer (&values->script, g_free);
  g_clear_pointer (&values->transforms, g_ptr_array_unref);
  g_clear_pointer (&values->threads, g_strfreev);
  g_clear_pointer (&values->mappings, g_strfreev);
  g_clear_pointer (&values->old_mappings, g_strfreev);
  g_clear_pointer (&values->arguments, g_strfreev);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Values, clear_values)

/* Keeps the options that change stacks in their order. */
static gboolean
take_transform (const char *option, const char *value, gpointer data, GError **error)
{
  Values *values = data;

  (void) error;
  if (values->transforms == NULL)
    values->transforms = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (values->transforms, g_strdup (option + strlen ("--")));
  g_ptr_array_add (values->transforms, g_strdup (value));
  return TRUE;
}

/* What commands do not list themselves: whether they have several formats. */
#define TAKES_FORMAT (1u << 30)
#define ALWAYS (1u << 31)

#define AT(member) G_STRUCT_OFFSET (Values, member)

/* The options that commands share. An option is for commands that take any of its
 * bits. */
static const struct
{
  guint takes;
  gsize at;
  GOptionEntry entry;
} shared_options[] = {
  { TV_TAKES_SQL,
    AT (script),
    { "file", 'f', 0, G_OPTION_ARG_FILENAME, NULL,
      N_ ("Run the statements in this file instead of SQL"), N_ ("FILE") } },
  { TAKES_FORMAT,
    AT (format),
    { "format", 'f', 0, G_OPTION_ARG_STRING, NULL,
      N_ ("The format to write; by default that of the output file's ending, or else "
          "the first"),
      NULL } },
  { TV_TAKES_TO,
    AT (format),
    { "to", 0, 0, G_OPTION_ARG_STRING, NULL,
      N_ ("The format to write, if the ending of the output file does not select it"),
      NULL } },
  { TV_TAKES_THREAD,
    AT (threads),
    { "thread", 't', 0, G_OPTION_ARG_STRING_ARRAY, NULL,
      N_ ("Only the calls of this thread; repeat for several threads"),
      /* Translators: a placeholder for the id or the name of a thread */
      N_ ("ID|NAME") } },
  { TV_TAKES_RANGE,
    AT (range),
    { "range", 0, 0, G_OPTION_ARG_STRING, NULL,
      N_ ("Only this range of time, such as 1.5s..1700ms; in microseconds without a "
          "unit"),
      /* Translators: a placeholder for two times */
      N_ ("START..END") } },
  { TV_TAKES_CLOCK,
    AT (clock),
    { "clock", 0, 0, G_OPTION_ARG_STRING, NULL,
      N_ ("The clock to use; the default is cpu if the trace has it"), "cpu|wall" } },
  { TV_TAKES_WALL_CLOCK,
    AT (clock),
    { "clock", 0, 0, G_OPTION_ARG_STRING, NULL,
      N_ ("The clock to use; the default is wall if the trace has it"), "cpu|wall" } },
  { TV_TAKES_FILTER,
    AT (filter),
    { "filter", 0, 0, G_OPTION_ARG_STRING, NULL,
      N_ ("Only methods whose class and name match, such as Bitmap\\.decode"),
      /* Translators: a placeholder for a regular expression */
      N_ ("REGEX") } },
  { TV_TAKES_STACK_FILTER,
    AT (filter),
    { "filter", 0, 0, G_OPTION_ARG_STRING, NULL,
      N_ ("Only stacks with a method whose class and name match: the method with its "
          "callees, and its callers with the time that they spent in it"),
      N_ ("REGEX") } },
  { TV_TAKES_FILTER | TV_TAKES_STACK_FILTER,
    AT (filter_signature),
    { "filter-signature", 0, 0, G_OPTION_ARG_STRING, NULL,
      N_ ("The same for the signature of the method"), N_ ("REGEX") } },
  { TV_TAKES_TOP,
    AT (top),
    { "top", 0, 0, G_OPTION_ARG_INT, NULL, N_ ("List only the first N"),
      /* Translators: a placeholder for a number */
      N_ ("N") } },
  { TV_TAKES_TOP_PATHS,
    AT (top),
    { "top", 0, 0, G_OPTION_ARG_INT, NULL,
      N_ ("List only the N paths of the most time"), N_ ("N") } },
  { TV_TAKES_DEPTH,
    AT (depth),
    { "depth", 0, 0, G_OPTION_ARG_INT, NULL,
      N_ ("Leave out deeper levels; the default is 500"),
      /* Translators: a placeholder for a number of levels */
      N_ ("LEVELS") } },
  { TV_TAKES_TRANSFORMS,
    0,
    { "merge", 0, 0, G_OPTION_ARG_CALLBACK, (gpointer) take_transform,
      N_ ("Take this method out of all stacks: what it took itself is its callers'"),
      /* Translators: a placeholder for the name of a method */
      N_ ("METHOD") } },
  { TV_TAKES_TRANSFORMS,
    0,
    { "focus", 0, 0, G_OPTION_ARG_CALLBACK, (gpointer) take_transform,
      N_ ("Only stacks with this method, from it on"), N_ ("METHOD") } },
  { TV_TAKES_TRANSFORMS,
    0,
    { "focus-subtree", 0, 0, G_OPTION_ARG_CALLBACK, (gpointer) take_transform,
      N_ ("Only stacks that begin with these methods, from the last one on"),
      /* Translators: a placeholder for the names of methods on a path of calls */
      N_ ("METHOD;METHOD…") } },
  { TV_TAKES_TRANSFORMS,
    0,
    { "collapse-package", 0, 0, G_OPTION_ARG_CALLBACK, (gpointer) take_transform,
      N_ ("Make calls within this package one call of the package"),
      /* Translators: a placeholder for the name of a package */
      N_ ("PACKAGE") } },
  { TV_TAKES_TRANSFORMS,
    0,
    { "collapse-recursion", 0, 0, G_OPTION_ARG_CALLBACK, (gpointer) take_transform,
      N_ ("Make calls of this method within itself one call, with the calls between "
          "them; of all methods with *"),
      N_ ("METHOD|*") } },
  { TV_TAKES_TRANSFORMS,
    0,
    { "drop", 0, 0, G_OPTION_ARG_CALLBACK, (gpointer) take_transform,
      N_ ("Leave out stacks with this method, and their time; all of these options can "
          "be repeated, and apply in the order in which they are given"),
      N_ ("METHOD") } },
  { ALWAYS,
    AT (mappings),
    { "mapping", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, NULL,
      N_ ("Restore the original names from a mapping file of ProGuard or R8; repeat "
          "for several files, later ones win"),
      N_ ("FILE") } },
  { TV_TAKES_OLD,
    AT (old_mappings),
    { "mapping-old", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, NULL,
      N_ ("The mapping of the old trace, if it has its own"), N_ ("FILE") } },
  { TV_TAKES_NAMES,
    AT (demangle),
    { "demangle", 0, 0, G_OPTION_ARG_NONE, NULL,
      N_ ("Write types as in Java: (int, String[]): void"), NULL } },
  { TV_TAKES_NAMES,
    AT (raw_names),
    { "raw-names", 0, 0, G_OPTION_ARG_NONE, NULL,
      N_ ("Write names as they are in the file, and only the ids of methods without a "
          "name"),
      NULL } },
  { ALWAYS,
    AT (memory_limit),
    { "memory-limit", 0, 0, G_OPTION_ARG_STRING, NULL,
      N_ ("How much memory a trace may take, such as 4GiB; the default is half of the "
          "installed memory"),
      /* Translators: a placeholder for a number of bytes */
      N_ ("SIZE") } },
  { ALWAYS,
    AT (output),
    { "output", 'o', 0, G_OPTION_ARG_FILENAME, NULL,
      N_ ("Write to a file instead of standard output"), N_ ("FILE") } },
  { ALWAYS,
    AT (help),
    { "help", 'h', 0, G_OPTION_ARG_NONE, NULL, N_ ("Show this help"), NULL } },
  { ALWAYS,
    AT (arguments),
    { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, NULL, NULL, NULL } },
};

#undef AT

/* Returns all options of a command, its own first. */
static GArray *
list_options (const TvCommandLine *line, Values *values)
{
  const gboolean has_format
      = !(line->takes & TV_TAKES_TO) && strchr (line->formats, '|') != NULL;
  const guint takes = ALWAYS | line->takes | (has_format ? TAKES_FORMAT : 0);
  GArray *entries = g_array_new (TRUE, FALSE, sizeof (GOptionEntry));

  for (const GOptionEntry *own = line->options; own != NULL && own->long_name != NULL;
       own++)
    g_array_append_val (entries, *own);
  for (guint i = 0; i < G_N_ELEMENTS (shared_options); i++)
    {
      GOptionEntry entry = shared_options[i].entry;

      if (!(shared_options[i].takes & takes))
        continue;
      if (entry.arg != G_OPTION_ARG_CALLBACK)
        entry.arg_data = (char *) values + shared_options[i].at;
      if (entry.arg_data == &values->format)
        entry.arg_description = line->formats;
      /* That letter is for the file of statements. */
      if (entry.arg_data == &values->format && (line->takes & TV_TAKES_SQL))
        entry.short_name = 0;
      g_array_append_val (entries, entry);
    }
  return entries;
}

static const char *
get_arguments (const TvCommandLine *line)
{
  if (line->takes & TV_TAKES_OLD_FILE)
    /* Translators: placeholders for the names of files */
    return _ ("OLD NEW");
  if (line->takes & TV_TAKES_METHOD)
    /* Translators: placeholders for a method and the name of a file */
    return _ ("METHOD FILE");
  if (line->takes & TV_TAKES_SQL)
    /* Translators: placeholders for names of files and a statement */
    return _ ("FILE… SQL");
  if (line->takes & TV_TAKES_FOLDER)
    /* Translators: a placeholder for the name of a folder */
    return _ ("FOLDER");
  if (line->takes & (TV_TAKES_FILES | TV_TAKES_MANY_FILES))
    /* Translators: a placeholder for names of files */
    return _ ("FILE…");
  /* Translators: a placeholder for the name of a file */
  return _ ("FILE");
}

static GOptionContext *
make_option_context (const TvCommandLine *line, const GArray *entries, Values *values)
{
  GOptionContext *context = g_option_context_new (get_arguments (line));
  GOptionGroup *group = g_option_group_new (NULL, NULL, NULL, values, NULL);

  g_option_context_set_summary (context, line->summary);
  if (!(line->takes & TV_TAKES_FOLDER))
    g_option_context_set_description (
        context, _ ("FILE is a method trace, or the base name of one: “calc” finds "
                    "“calc.trace” or “calc.key” with “calc.data”. “-” is standard "
                    "input."));
  g_option_context_set_help_enabled (context, FALSE);
  g_option_group_add_entries (group, (const GOptionEntry *) (gpointer) entries->data);
  g_option_group_set_translation_domain (group, GETTEXT_PACKAGE);
  g_option_context_set_main_group (context, group);
  return context;
}

/* Errors */

static gboolean
refuse (const TvCommandLine *line, TvExitStatus *status, const char *sentence)
{
  *status = tv_report_usage_error (line->name, sentence, NULL);
  return FALSE;
}

static gboolean G_GNUC_PRINTF (3, 4)
    refuse_text (const TvCommandLine *line, TvExitStatus *status, const char *format,
                 ...)
{
  g_autofree char *sentence = NULL;
  va_list arguments;

  va_start (arguments, format);
  sentence = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  return refuse (line, status, sentence);
}

/* GLib names an unknown option at the end of its message, with its value. */
static void
report_parse_error (const TvCommandLine *line, const GArray *entries,
                    const GError *error)
{
  const char *option = strstr (error->message, " --");
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *name = NULL;
  g_autofree char *sentence = NULL;

  if (!g_error_matches (error, G_OPTION_ERROR, G_OPTION_ERROR_UNKNOWN_OPTION)
      || option == NULL)
    {
      tv_report_usage_error (line->name, error->message, NULL);
      return;
    }
  for (guint i = 0; i < entries->len; i++)
    g_ptr_array_add (
        names,
        g_strconcat ("--", g_array_index (entries, GOptionEntry, i).long_name, NULL));
  g_ptr_array_add (names, NULL);
  name = g_strndup (option + 1, strcspn (option + 1, "="));
  sentence = g_strdup_printf (_ ("There is no option “%s”"), name);
  tv_report_usage_error (
      line->name, sentence,
      tv_find_nearest (name, (const char *const *) (gpointer) names->pdata));
}

/* Values */

/* Placeholders have capital letters, values have none. */
static gboolean
has_choices (const GOptionEntry *entry)
{
  const char *list = entry->arg_description;

  return entry->arg == G_OPTION_ARG_STRING && list != NULL
         && strpbrk (list, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == NULL;
}

static gboolean
check_choices (const TvCommandLine *line, const GArray *entries, TvExitStatus *status)
{
  for (guint i = 0; i < entries->len; i++)
    {
      const GOptionEntry *entry = &g_array_index (entries, GOptionEntry, i);
      const char *value = has_choices (entry) ? *(char **) entry->arg_data : NULL;
      g_auto (GStrv) choices = NULL;
      g_autofree char *list = NULL;
      g_autofree char *sentence = NULL;

      if (value == NULL)
        continue;
      choices = g_strsplit (entry->arg_description, "|", -1);
      if (g_strv_contains ((const char *const *) choices, value))
        continue;
      list = g_strjoinv (", ", choices);
      /* Translators: a value, the name of an option, and the values that it can have */
      sentence = g_strdup_printf (_ ("“%s” is not a value of --%s, which can be: %s"),
                                  value, entry->long_name, list);
      *status = tv_report_usage_error (
          line->name, sentence, tv_find_nearest (value, (const char *const *) choices));
      return FALSE;
    }
  return TRUE;
}

/* Endings of files and what is in such files. Those of one dot follow longer ones. */
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

/* Without `--format`, the ending of the output file says it. An ending that says what
 * the command cannot write is an error, and one that says nothing leaves the default.
 */
static gboolean
take_format (TvCommandLine *line, TvExitStatus *status)
{
  g_auto (GStrv) known = g_strsplit (line->formats, "|", -1);
  const gboolean has_default = !(line->takes & TV_TAKES_TO);
  g_autofree char *list = g_strjoinv (", ", known);
  const char *ending;
  const char *format;

  if (line->format != NULL)
    return TRUE;
  format = line->output != NULL ? find_ending (line->output, &ending) : NULL;
  /* Several programs call their files so. */
  if (format != NULL && g_str_equal (format, "json") && !has_default)
    format = NULL;
  if (format == NULL && !has_default)
    return refuse_text (line, status, _ ("The format is missing; --to can be: %s"),
                        list);
  if (format != NULL && !g_strv_contains ((const char *const *) known, format))
    return refuse_text (line, status,
                        /* Translators: a command, the ending of a file name, formats */
                        _ ("“%s” cannot write a file that ends in “%s”; its formats "
                           "are: %s"),
                        line->name, ending, list);
  line->format = g_strdup (format != NULL ? format : known[0]);
  return TRUE;
}

/* Takes a method and the names of files. */
static gboolean
take_arguments (TvCommandLine *line, char **arguments, TvExitStatus *status)
{
  const gboolean has_method = (line->takes & TV_TAKES_METHOD) != 0;
  const gboolean has_old = (line->takes & TV_TAKES_OLD_FILE) != 0;
  const gboolean has_sql = (line->takes & TV_TAKES_SQL) && line->script == NULL;
  const guint n = arguments != NULL ? g_strv_length (arguments) : 0;
  const gboolean has_folder = (line->takes & TV_TAKES_FOLDER) != 0;
  const guint wanted
      = line->takes & TV_TAKES_FILES
            ? CLAMP (n, 1u + has_sql, (guint) TV_QUERY_MAX_TRACES + has_sql)
        : line->takes & TV_TAKES_MANY_FILES ? n
                                            : 1u + has_method + has_old;

  if (n == 1 && has_sql)
    return refuse (line, status, _ ("The SQL statement is missing"));
  if (n > wanted && (line->takes & TV_TAKES_FILES))
    return refuse_text (line, status, _ ("Only %d trace files can be given"),
                        TV_QUERY_MAX_TRACES);
  if (n == 0 && has_method)
    return refuse (line, status, _ ("The name of a method is missing"));
  if (n != wanted && has_folder)
    return refuse (line, status,
                   n == 0 ? _ ("The name of a folder is missing")
                          : _ ("Only one folder can be given"));
  if (n < wanted)
    return refuse (line, status,
                   n == 1 && has_old ? _ ("The name of a second trace file is missing")
                                     : _ ("The name of a trace file is missing"));
  if (n > wanted)
    return refuse (line, status,
                   has_old ? _ ("Only two trace files can be given")
                           : _ ("Only one trace file can be given"));
  for (guint i = has_method; i < n - has_sql; i++)
    if (*arguments[i] == '\0')
      return refuse (line, status, _ ("The name of the trace file is empty"));
  if (has_method)
    line->method = g_filename_display_name (arguments[0]);
  line->files = g_strdupv (arguments + has_method);
  if (has_sql)
    line->sql = g_steal_pointer (&line->files[n - 1]);
  return TRUE;
}

static gboolean
take_filter (TvCommandLine *line, const char *filter, GRegex **regex,
             TvExitStatus *status)
{
  g_autoptr (GError) error = NULL;

  if (filter == NULL)
    return TRUE;
  *regex = g_regex_new (filter, G_REGEX_OPTIMIZE, G_REGEX_MATCH_DEFAULT, &error);
  return *regex != NULL || refuse (line, status, error->message);
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
take_names (TvCommandLine *line, const Values *values, TvExitStatus *status)
{
  if (values->demangle && values->raw_names)
    return refuse (line, status, _ ("--demangle does not go with --raw-names"));
  if (values->demangle)
    line->names = TV_NAME_STYLE_JAVA;
  else if (values->raw_names)
    line->names = TV_NAME_STYLE_RAW;
  return take_mapping (&line->mapping, line->mappings, status)
         && take_mapping (&line->old_mapping, values->old_mappings, status);
}

static gboolean
take_values (TvCommandLine *line, Values *values, TvExitStatus *status)
{
  line->format = g_steal_pointer (&values->format);
  line->output = g_steal_pointer (&values->output);
  line->script = g_steal_pointer (&values->script);
  line->threads = g_steal_pointer (&values->threads);
  line->mappings = g_steal_pointer (&values->mappings);
  line->transforms = g_steal_pointer (&values->transforms);
  line->has_clock = values->clock != NULL;
  line->clock
      = g_strcmp0 (values->clock, "cpu") == 0 ? TV_CLOCK_THREAD_CPU : TV_CLOCK_WALL;
  line->top = (guint) values->top;
  line->depth = (guint) values->depth;
  if (values->top < 1 || values->depth < 1)
    return refuse_text (line, status, _ ("--%s must be at least 1"),
                        values->top < 1 ? "top" : "depth");
  if (values->range != NULL
      && !tv_time_range_parse (values->range, &line->start, &line->end))
    return refuse_text (line, status, _ ("“%s” is not a range of time"), values->range);
  if (values->memory_limit != NULL
      && !tv_memory_size_parse (values->memory_limit, &line->memory_limit))
    return refuse_text (line, status, _ ("“%s” is not a memory size"),
                        values->memory_limit);
  return take_format (line, status)
         && take_filter (line, values->filter, &line->filter.name, status)
         && take_filter (line, values->filter_signature, &line->filter.signature,
                         status)
         && take_arguments (line, values->arguments, status)
         && take_names (line, values, status);
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
  g_auto (Values) values = { .top = G_MAXINT, .depth = TV_CALL_TREE_DEPTH };
  g_autofree char *program = g_strconcat (PROGRAM, " ", line->name, NULL);
  g_autoptr (GArray) entries = list_options (line, &values);
  g_autoptr (GOptionContext) context = make_option_context (line, entries, &values);
  g_autoptr (GError) error = NULL;

  line->start = G_MININT64;
  line->end = G_MAXINT64;
  g_set_prgname (program);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      report_parse_error (line, entries, error);
      *status = TV_EXIT_USAGE;
      return FALSE;
    }
  if (values.help)
    {
      g_autofree char *help = g_option_context_get_help (context, TRUE, NULL);

      *status = tv_write_help (help);
      return FALSE;
    }
  return check_choices (line, entries, status) && take_values (line, &values, status);
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
  g_clear_pointer (&line->mappings, g_strfreev);
  g_clear_pointer (&line->method, g_free);
  g_clear_pointer (&line->script, g_free);
  g_clear_pointer (&line->sql, g_free);
  g_clear_pointer (&line->transforms, g_ptr_array_unref);
  g_clear_pointer (&line->filter.name, g_regex_unref);
  g_clear_pointer (&line->filter.signature, g_regex_unref);
  g_clear_pointer (&line->mapping, tv_name_mapping_unref);
  g_clear_pointer (&line->old_mapping, tv_name_mapping_unref);
}
