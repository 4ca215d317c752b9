/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "analysis/text/nearest-word.h"

#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <locale.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static const TvCommand *const commands[] = {
  &tv_command_info,       &tv_command_threads, &tv_command_tracks,
  &tv_command_counters,   &tv_command_methods, &tv_command_top,
  &tv_command_report,     &tv_command_tree,    &tv_command_callers,
  &tv_command_callees,    &tv_command_calls,   &tv_command_flamegraph,
  &tv_command_graph,      &tv_command_diff,    &tv_command_dump,
  &tv_command_fold,       &tv_command_convert, &tv_command_query,
  &tv_command_shell,      &tv_command_metrics, &tv_command_batch,
  &tv_command_regression,
};

static const TvCommand *
find_command (const char *name)
{
  for (guint index = 0; index < G_N_ELEMENTS (commands); index++)
    if (g_str_equal (name, commands[index]->name))
      return commands[index];
  return NULL;
}

static TvExitStatus
write_overview (void)
{
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append (text, _ ("Usage:"));
  g_string_append_printf (text, "\n  tracedump %s\n", _ ("COMMAND [OPTION…] FILE"));
  g_string_append_printf (text, "  tracedump help %s\n\n", _ ("[COMMAND]"));
  g_string_append (text, _ ("Show, draw, compare and convert Android method traces."));
  g_string_append_printf (text, "\n\n%s\n", _ ("Commands:"));
  for (guint index = 0; index < G_N_ELEMENTS (commands); index++)
    g_string_append_printf (text, "  %-12s %s\n", commands[index]->name,
                            _ (commands[index]->title));
  g_string_append_printf (text, "\n%s\n", _ ("Options:"));
  g_string_append_printf (text, "  %-15s %s\n", "-h, --help", _ ("Show this help"));
  g_string_append_printf (text, "  %-15s %s\n", "-V, --version",
                          _ ("Show the version"));
  g_string_append_printf (text, "  %-15s %s\n\n", "--dmtracedump",
                          _ ("Take the options of dmtracedump after this one, "
                             "and write its output"));
  g_string_append (
      text,
      _ ("The exit status is 0, 1 if a file cannot be read or written, 2 if the "
         "command line is wrong, and 3 if “diff --fail-above” finds a slower method."));
  g_string_append (text, "\n\n");
  g_string_append (text,
                   _ ("Try “tracedump help COMMAND” for the options of a command."));
  g_string_append_c (text, '\n');
  return tv_write_help (text->str);
}

/* Whether the program runs under the name dmtracedump, for example by a link. */
static gboolean
is_called_dmtracedump (const char *program)
{
  g_autofree char *name = g_path_get_basename (program != NULL ? program : "");

  return g_str_equal (name, "dmtracedump");
}

static TvExitStatus
refuse_command (const char *name)
{
  const char *words[G_N_ELEMENTS (commands) + 5]
      = { "help", "--help", "--version", "--dmtracedump" };
  g_autofree char *shown = g_filename_display_name (name);
  g_autofree char *sentence = g_strdup_printf (
      *name == '-' ? _ ("There is no option “%s”") : _ ("There is no command “%s”"),
      shown);

  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    words[4 + i] = commands[i]->name;
  return tv_report_usage_error (NULL, sentence, tv_find_nearest (name, words));
}

/* Handles `tracedump help COMMAND`, which is `tracedump COMMAND --help`. */
static TvExitStatus
show_help (int argc, char **argv)
{
  const TvCommand *command = argc == 2 ? find_command (argv[1]) : NULL;
  char option[] = "--help";

  if (argc == 1 || g_str_has_prefix (argv[1], "-") || g_str_equal (argv[1], "help"))
    return write_overview ();
  if (argc > 2)
    return tv_report_usage_error (NULL, _ ("Only one command can be given"), NULL);
  if (command == NULL)
    return refuse_command (argv[1]);
  return tv_command_run (command, 2, (char *[]){ argv[1], option, NULL });
}

static TvExitStatus
run_command (int argc, char **argv)
{
  const TvCommand *command;

  if (is_called_dmtracedump (argv[0]))
    return tv_dmtracedump_run (argc, argv);
  if (argc < 2)
    return tv_report_usage_error (NULL, _ ("A command is missing"), NULL);
  if (g_str_equal (argv[1], "--dmtracedump"))
    return tv_dmtracedump_run (argc - 1, argv + 1);
  if (g_str_equal (argv[1], "--help") || g_str_equal (argv[1], "-h"))
    return write_overview ();
  if (g_str_equal (argv[1], "--version") || g_str_equal (argv[1], "-V"))
    return tv_write_help ("tracedump " PACKAGE_VERSION "\n");
  if (g_str_equal (argv[1], "help"))
    return show_help (argc - 1, argv + 1);
  command = find_command (argv[1]);
  if (command == NULL)
    return refuse_command (argv[1]);
  return tv_command_run (command, argc - 1, argv + 1);
}

/* Opens the standard streams that are closed. Otherwise the next file that is opened
 * gets the number of one, and the report is written into the trace. A stream that
 * cannot be written to keeps its number and fails as before. */
static void
reserve_standard_streams (void)
{
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
    if (fcntl (stream, F_GETFD) == -1)
      open ("/dev/null", stream == STDERR_FILENO ? O_WRONLY : O_RDONLY);
}

/* Reports that memory has run out; GLib would abort. Loading stops at its budget
 * earlier, so this is for all other allocations. Allocates nothing. */
G_NORETURN static void
exit_without_memory (const char *domain, GLogLevelFlags level, const char *message,
                     gpointer sentence)
{
  (void) !write (STDERR_FILENO, sentence, strlen (sentence));
  _exit (TV_EXIT_FAILURE);
}

static void
report_lack_of_memory (void)
{
  g_log_set_handler_full (
      "GLib", G_LOG_LEVEL_ERROR | G_LOG_FLAG_FATAL | G_LOG_FLAG_RECURSION,
      exit_without_memory,
      g_strdup_printf ("tracedump: %s\n", _ ("There is not enough memory")), g_free);
}

int
main (int argc, char **argv)
{
  reserve_standard_streams ();
  /* A reader that goes away and a file that becomes too large are write errors, which
   * end the program in order. */
  signal (SIGPIPE, SIG_IGN);
  signal (SIGXFSZ, SIG_IGN);
  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, LOCALEDIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  report_lack_of_memory ();
  return run_command (argc, argv);
}
