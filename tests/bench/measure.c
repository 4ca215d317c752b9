/* SPDX-License-Identifier: Apache-2.0 */

#include "bench/measure.h"

#include <fcntl.h>
#include <gio/gio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double
read_clock (clockid_t clock)
{
  struct timespec time;

  clock_gettime (clock, &time);
  return (double) time.tv_sec + (double) time.tv_nsec * 1e-9;
}

/**
 * tv_measure_now:
 *
 * Returns: seconds on a clock that runs evenly
 */
double
tv_measure_now (void)
{
  return read_clock (CLOCK_MONOTONIC);
}

/**
 * tv_measure_get_cpu:
 *
 * Returns: seconds that all threads of this process have computed
 */
double
tv_measure_get_cpu (void)
{
  return read_clock (CLOCK_PROCESS_CPUTIME_ID);
}

/* A number of kilobytes from a line of the kernel's account of this process. */
static gint64
get_status (const char *key)
{
  g_autofree char *status = NULL;
  const char *line = NULL;

  if (!g_file_get_contents ("/proc/self/status", &status, NULL, NULL))
    return 0;

  line = strstr (status, key);
  return line != NULL ? g_ascii_strtoll (line + strlen (key), NULL, 10) * 1024 : 0;
}

/**
 * tv_measure_get_resident:
 *
 * Returns: bytes of this process that are in memory; 0 if the kernel does not say
 */
gint64
tv_measure_get_resident (void)
{
  return get_status ("\nVmRSS:");
}

/**
 * tv_measure_reset_peak:
 *
 * Makes the kernel forget how much memory this process has had.
 *
 * Returns: whether it did; it may be forbidden in a container
 */
gboolean
tv_measure_reset_peak (void)
{
  int fd = open ("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC);
  gboolean done = fd >= 0 && write (fd, "5", 1) == 1;

  if (fd >= 0)
    close (fd);
  return done;
}

/**
 * tv_measure_get_peak:
 *
 * Returns: the most bytes of this process that were in memory since it began, or since
 *   tv_measure_reset_peak()
 */
gint64
tv_measure_get_peak (void)
{
  return get_status ("\nVmHWM:");
}

static void
set_errno_error (GError **error, const char *what)
{
  int number = errno;

  g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (number), "%s: %s", what,
               g_strerror (number));
}

static double
to_seconds (struct timeval time)
{
  return (double) time.tv_sec + (double) time.tv_usec * 1e-6;
}

/* Waits for the process and takes how long it computed and the memory that it had at
 * most. */
static gboolean
wait_for (pid_t pid, const char *what, TvMeasure *measure, GError **error)
{
  struct rusage usage;
  int status = 0;

  if (wait4 (pid, &status, 0, &usage) != pid)
    {
      set_errno_error (error, what);
      return FALSE;
    }
  measure->cpu = to_seconds (usage.ru_utime) + to_seconds (usage.ru_stime);
  measure->peak = (gint64) usage.ru_maxrss * 1024;
  if (!WIFEXITED (status) || WEXITSTATUS (status) != 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "%s failed", what);
      return FALSE;
    }
  return TRUE;
}

static void G_GNUC_NORETURN
run_child (TvMeasureFunc func, gpointer data, guint n, int out)
{
  g_autoptr (GError) error = NULL;
  g_autofree TvMeasure *measures = g_new0 (TvMeasure, n);
  gssize size = (gssize) (n * sizeof *measures);

  if (!func (data, measures, &error))
    {
      g_printerr ("%s\n", error->message);
      _exit (EXIT_FAILURE);
    }
  _exit (write (out, measures, (gsize) size) == size ? EXIT_SUCCESS : EXIT_FAILURE);
}

/**
 * tv_measure_in_child:
 * @func: what is to be measured
 * @data: for @func
 * @measures: (out caller-allocates) (array length=n): what it found
 * @n: how many measures it takes, of a few kilobytes at most
 * @error: return location for an error
 *
 * Runs a function in a process of its own, so that it finds fresh memory and its peak
 * is its own. This process must have only one thread.
 *
 * Returns: whether the function did
 */
gboolean
tv_measure_in_child (TvMeasureFunc func, gpointer data, TvMeasure *measures, guint n,
                     GError **error)
{
  TvMeasure process = { 0 };
  int ends[2];
  gssize size = (gssize) (n * sizeof *measures);
  gboolean whole = FALSE;
  pid_t pid;

  fflush (stdout);
  if (pipe (ends) != 0 || (pid = fork ()) < 0)
    {
      set_errno_error (error, "fork");
      return FALSE;
    }
  if (pid == 0)
    run_child (func, data, n, ends[1]);

  close (ends[1]);
  whole = read (ends[0], measures, (gsize) size) == size;
  close (ends[0]);
  if (!wait_for (pid, "a measured function", &process, error))
    return FALSE;

  for (guint i = 0; whole && i < n; i++)
    {
      measures[i].cpu = process.cpu;
      measures[i].peak = process.peak;
    }
  return TRUE;
}

static void G_GNUC_NORETURN
run_command (const char *const *argv)
{
  int null = open ("/dev/null", O_WRONLY);

  if (null >= 0 && dup2 (null, STDOUT_FILENO) >= 0)
    execv (argv[0], (char *const *) argv);
  _exit (127);
}

/**
 * tv_measure_command:
 * @argv: (array zero-terminated=1): path of a program, and its arguments
 * @measure: (out): time and memory from its start to its end
 * @error: return location for an error
 *
 * Runs a program, whose output is thrown away.
 *
 * Returns: whether it ended well
 */
gboolean
tv_measure_command (const char *const *argv, TvMeasure *measure, GError **error)
{
  double start = tv_measure_now ();
  pid_t pid = fork ();

  if (pid < 0)
    {
      set_errno_error (error, "fork");
      return FALSE;
    }
  if (pid == 0)
    run_command (argv);

  *measure = (TvMeasure){ 0 };
  if (!wait_for (pid, argv[0], measure, error))
    return FALSE;

  measure->seconds = tv_measure_now () - start;
  return TRUE;
}
