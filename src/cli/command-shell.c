/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "cli/commands.h"

#include "cli/query-session.h"

#include <editline/readline.h>
#include <errno.h>
#include <fcntl.h>
#include <gio/gunixinputstream.h>
#include <glib/gi18n-lib.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Runs statements and dot commands: from a terminal with editing and history, or line
 * by line from any other input. */

#define MAX_HISTORY 1000

typedef struct
{
  TvQuerySession session;
  GOutputStream *out;
  GDataInputStream *input; /* NULL for a terminal */
  gboolean is_terminal;
  gboolean shows_time;
  gboolean has_failed;
  gboolean ends;
  GError *error; /* of the output; it ends the shell */
} Shell;

/* Each table or view with its columns, as CREATE would list them. */
#define SCHEMA                                                                         \
  "SELECT m.name || '(' || (SELECT group_concat(rtrim(name || ' ' || type), ', ')"     \
  " FROM pragma_table_xinfo(m.name)) || ')' AS \"table\" FROM sqlite_schema AS m"      \
  " WHERE type IN ('table', 'view') AND m.name NOT LIKE 'sqlite_%' AND m.name LIKE "

#define TABLES                                                                         \
  "SELECT name AS \"table\" FROM sqlite_schema WHERE type IN ('table', 'view')"        \
  " AND name NOT LIKE 'sqlite_%' AND name LIKE "

/* Reports what is wrong with a command. */
static void
fail (Shell *shell, const char *name, const char *sentence)
{
  tv_report_file_error (name, sentence);
  shell->has_failed = TRUE;
}

static void
run_script (Shell *shell, const char *name, const char *script)
{
  const gint64 start = g_get_monotonic_time ();

  if (shell->is_terminal)
    shell->session.n_results = 0;
  if (!tv_query_session_run (&shell->session, name, script, shell->out, &shell->error)
      || !g_output_stream_flush (shell->out, NULL, &shell->error))
    shell->has_failed = TRUE;
  /* The output has no reader any more. */
  shell->ends |= shell->error != NULL;
  if (shell->shows_time)
    g_printerr (_ ("Time: %.3f s\n"),
                (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC);
}

/* Commands. Each takes the rest of its line, which may be empty. */

static void
list_tables (Shell *shell, const char *pattern, const char *statement)
{
  g_autofree char *like = g_strdup (*pattern != '\0' ? pattern : "*");
  char *script;

  /* Wildcards of file names also work; those of SQL do anyway. */
  g_strdelimit (like, "*", '%');
  g_strdelimit (like, "?", '_');
  script = sqlite3_mprintf ("%s%Q ORDER BY name", statement, like);
  run_script (shell, "SQL", script);
  sqlite3_free (script);
}

static void
show_tables (Shell *shell, const char *pattern)
{
  list_tables (shell, pattern, TABLES);
}

static void
show_schema (Shell *shell, const char *pattern)
{
  list_tables (shell, pattern, SCHEMA);
}

static void
read_script (Shell *shell, const char *path)
{
  g_autofree char *script = *path != '\0' ? tv_query_script_read (path) : NULL;

  if (*path == '\0')
    fail (shell, ".read", _ ("the name of a file is missing"));
  else if (script == NULL)
    shell->has_failed = TRUE;
  else
    run_script (shell, path, script);
}

static void
set_format (Shell *shell, const char *name)
{
  (void) tv_table_format_parse (name, &shell->session.format);
}

static void
set_timer (Shell *shell, const char *value)
{
  shell->shows_time = g_str_equal (value, "on");
}

static void
quit (Shell *shell, const char *rest)
{
  shell->ends = TRUE;
}

static void show_help (Shell *shell, const char *rest);

/* The commands. An argument whose description is a list such as `on|off` must be one of
 * the list. */
static const struct
{
  const char *name;
  const char *argument;
  const char *summary;
  void (*run) (Shell *shell, const char *rest);
} dot_commands[] = {
  { ".tables", "[PATTERN]", N_ ("List the tables and views"), show_tables },
  { ".schema", "[PATTERN]", N_ ("List tables and views with their columns"),
    show_schema },
  { ".read", "FILE", N_ ("Run the statements in a file"), read_script },
  { ".mode", TV_QUERY_FORMATS, N_ ("Change the format of results"), set_format },
  { ".timer", "on|off", N_ ("Show how long statements take"), set_timer },
  { ".help", "", N_ ("Show this help"), show_help },
  { ".quit", "", N_ ("Quit the shell; so does Ctrl-D"), quit },
};

static void
show_help (Shell *shell, const char *rest)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (dot_commands); i++)
    g_string_append_printf (text, "%-8s %-34s  %s\n", dot_commands[i].name,
                            dot_commands[i].argument, _ (dot_commands[i].summary));
  g_string_append_printf (text, "%s\n", _ ("SQL statements end with a semicolon."));
  shell->ends |= !g_output_stream_write_all (shell->out, text->str, text->len, NULL,
                                             NULL, &shell->error)
                 || !g_output_stream_flush (shell->out, NULL, &shell->error);
}

/* Returns the values that an argument can have if it has none of them. */
static char *
find_choices (const char *argument, const char *value)
{
  g_auto (GStrv) choices = g_strsplit (argument, "|", -1);

  return choices[0] == NULL || choices[1] == NULL
                 || g_strv_contains ((const char *const *) choices, value)
             ? NULL
             : g_strjoinv (", ", choices);
}

static void
run_dot_command (Shell *shell, const char *line)
{
  const gsize length = strcspn (line, " \t");
  g_autofree char *name = g_strndup (line, length);
  g_autofree char *rest = g_strstrip (g_strdup (line + length));
  g_autofree char *list = NULL;
  g_autofree char *sentence = NULL;
  guint i = 0;

  while (i < G_N_ELEMENTS (dot_commands) && !g_str_equal (name, dot_commands[i].name)
         && (dot_commands[i].run != quit || !g_str_equal (name, ".exit")))
    i++;
  if (i == G_N_ELEMENTS (dot_commands))
    fail (shell, name, _ ("there is no such command; .help lists them"));
  else if ((list = find_choices (dot_commands[i].argument, rest)) == NULL)
    dot_commands[i].run (shell, rest);
  else
    {
      /* Translators: a command of the shell, and what can follow it */
      sentence = g_strdup_printf (_ ("can be: %s"), list);
      fail (shell, name, sentence);
    }
}

/* Lines */

/* Returns a line without its line break, or NULL at the end of the input. @script is
 * the statement so far. */
static char *
read_line (Shell *shell, GString *script)
{
  while (shell->is_terminal)
    {
      char *line;

      errno = 0;
      line = readline (script->len > 0 ? "     ...> " : "traceview> ");
      if (line != NULL || errno != EINTR)
        return line;
      /* Ctrl-C drops the statement. */
      g_string_truncate (script, 0);
    }
  return g_data_input_stream_read_line (shell->input, NULL, NULL, NULL);
}

/* Reads lines until they make a statement or a command, and runs it. Empty lines and
 * comments between statements are skipped. */
static void
run_lines (Shell *shell)
{
  g_autoptr (GString) script = g_string_new (NULL);
  char *line;

  while (!shell->ends && (line = read_line (shell, script)) != NULL)
    {
      char *start = line + strspn (line, " \t\r");
      const gboolean is_dot = script->len == 0 && *start == '.';

      if (shell->is_terminal && *line != '\0')
        add_history (line);
      if (!g_utf8_validate (line, -1, NULL))
        fail (shell, "SQL", _ ("is not a text in UTF-8"));
      else if (is_dot)
        run_dot_command (shell, g_strchomp (start));
      else if (script->len > 0 || (*start != '\0' && !g_str_has_prefix (start, "--")))
        g_string_append_printf (script, "%s\n", line);
      free (line);
      if (tv_query_is_complete (script->str))
        {
          run_script (shell, "SQL", script->str);
          g_string_truncate (script, 0);
        }
    }
  if (!shell->ends && script->str[strspn (script->str, " \t\n")] != '\0')
    run_script (shell, "SQL", script->str);
}

/* Makes sure that only the user can read the history file, which an earlier version may
 * have made readable to others: libedit would create it readable to all. Opening a pipe
 * must not block. */
static gboolean
make_private (const char *path)
{
  const int fd = open (path, O_RDWR | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0600);
  struct stat status;
  const gboolean is_private = fd >= 0 && fstat (fd, &status) == 0
                              && S_ISREG (status.st_mode) && fchmod (fd, 0600) == 0;

  if (fd >= 0)
    close (fd);
  return is_private;
}

/* Reads lines from a terminal, with editing and a history in the user's state folder.
 */
static void
run_terminal (Shell *shell)
{
  g_autofree char *folder
      = g_build_filename (g_get_user_state_dir (), "traceview", NULL);
  g_autofree char *history = g_build_filename (folder, "shell-history", NULL);
  char name[] = "tracedump";

  rl_readline_name = name;
  using_history ();
  stifle_history (MAX_HISTORY);
  if (g_mkdir_with_parents (folder, 0700) == 0 && make_private (history))
    read_history (history);
  run_lines (shell);
  if (make_private (history))
    write_history (history);
}

static gboolean
run_shell (const TvCliLine *line, GOutputStream *out, GError **error)
{
  Shell *shell = line->values;
  g_autoptr (GInputStream) input = g_unix_input_stream_new (STDIN_FILENO, FALSE);
  g_autoptr (GDataInputStream) lines = g_data_input_stream_new (input);

  shell->out = out;
  shell->input = lines;
  if (shell->is_terminal)
    run_terminal (shell);
  else
    run_lines (shell);
  if (shell->error == NULL)
    return TRUE;
  g_propagate_error (error, shell->error);
  return FALSE;
}

static TvExitStatus
open_shell (TvCliLine *line)
{
  Shell *shell = line->values;
  TvExitStatus status = TV_EXIT_FAILURE;

  shell->is_terminal = isatty (STDIN_FILENO) && isatty (STDOUT_FILENO);
  if (tv_query_session_open (&shell->session, line))
    status = tv_cli_write (line, run_shell);
  tv_query_session_close (&shell->session);
  return shell->has_failed && !shell->is_terminal ? TV_EXIT_FAILURE : status;
}

const TvCommand tv_command_shell
    = { .name = "shell",
        .title = N_ ("Query traces with SQL, statement by statement"),
        .summary = N_ ("Query traces with SQL, statement by statement. The command "
                       ".help lists the other commands."),
        .formats = TV_QUERY_FORMATS,
        .takes = TV_TAKES_FILES | TV_TAKES_SECONDS | TV_TAKES_WITH,
        .size = sizeof (Shell),
        .run = open_shell };
