/* SPDX-License-Identifier: Apache-2.0 */

#include "tracedump-run.h"

#include <fcntl.h>
#include <glib-unix.h>
#include <stdarg.h>
#include <unistd.h>

static char *
dup_program_path (void)
{
  const char *folder = g_getenv ("TRACEVIEW_BUILDDIR");

  return g_build_filename (folder != NULL ? folder : ".", "src", "cli", "tracedump",
                           NULL);
}

static char *
dup_output (GBytes *bytes)
{
  gsize size = 0;
  const char *data = bytes != NULL ? g_bytes_get_data (bytes, &size) : NULL;

  return g_strndup (data != NULL ? data : "", size);
}

/* English, whatever the machine speaks, and no display to be found. Standard output is
 * kept, unless it goes to the descriptor @out_fd. */
static TvRun
run_program (const char *folder, const char *const *argv, int out_fd)
{
  g_autoptr (GSubprocessLauncher) launcher
      = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GBytes) out = NULL;
  g_autoptr (GBytes) err = NULL;
  g_autoptr (GError) error = NULL;
  TvRun run = { .status = -1 };

  g_subprocess_launcher_setenv (launcher, "LC_ALL", "C.UTF-8", TRUE);
  g_subprocess_launcher_unsetenv (launcher, "DISPLAY");
  g_subprocess_launcher_unsetenv (launcher, "WAYLAND_DISPLAY");
  if (out_fd >= 0)
    g_subprocess_launcher_take_stdout_fd (launcher, out_fd);
  else
    g_subprocess_launcher_set_flags (launcher, G_SUBPROCESS_FLAGS_STDOUT_PIPE
                                                   | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  if (folder != NULL)
    g_subprocess_launcher_set_cwd (launcher, folder);
  process = g_subprocess_launcher_spawnv (launcher, argv, &error);
  if (process == NULL)
    g_error ("%s", error->message);
  if (!g_subprocess_communicate (process, NULL, NULL, &out, &err, &error))
    g_error ("%s", error->message);
  run.out = dup_output (out);
  run.err = dup_output (err);
  if (g_subprocess_get_if_exited (process))
    run.status = g_subprocess_get_exit_status (process);
  return run;
}

/**
 * tv_run_tracedump:
 * @folder: (nullable): where to run it
 * @...: arguments, then %NULL
 *
 * Runs the program that was built, and waits until it ends.
 *
 * Returns: what it did
 */
TvRun
tv_run_tracedump (const char *folder, ...)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);
  const char *argument;
  va_list arguments;

  g_ptr_array_add (argv, dup_program_path ());
  va_start (arguments, folder);
  while ((argument = va_arg (arguments, const char *)) != NULL)
    g_ptr_array_add (argv, g_strdup (argument));
  va_end (arguments);
  g_ptr_array_add (argv, NULL);
  return run_program (folder, (const char *const *) argv->pdata, -1);
}

/**
 * tv_run_shell:
 * @command: a shell command in which `$0` is the program
 * @argument: `$1` in it
 *
 * Runs the program as a shell does, for redirections.
 *
 * Returns: what it did
 */
TvRun
tv_run_shell (const char *command, const char *argument)
{
  g_autofree char *program = dup_program_path ();
  const char *const argv[] = { "bash", "-c", command, program, argument, NULL };

  return run_program (NULL, argv, -1);
}

/**
 * tv_run_unread:
 * @command: a command of the program
 * @file: its file
 *
 * Runs the program with a pipe for its output that nobody reads any more.
 *
 * Returns: what it did
 */
TvRun
tv_run_unread (const char *command, const char *file)
{
  g_autofree char *program = dup_program_path ();
  const char *const argv[] = { program, command, file, NULL };
  int ends[2];

  if (!g_unix_open_pipe (ends, FD_CLOEXEC, NULL))
    g_error ("no pipe");
  close (ends[0]);
  return run_program (NULL, argv, ends[1]);
}

/**
 * tv_run_clear:
 * @run: a run
 *
 * Frees what the program wrote.
 */
void
tv_run_clear (TvRun *run)
{
  g_clear_pointer (&run->out, g_free);
  g_clear_pointer (&run->err, g_free);
}
