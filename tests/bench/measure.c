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
 * Returns: seconds on a monotonic clock
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

/* Reads a number of kilobytes from the kernel's status of this process. */
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
 * Returns: resident bytes of this process; 0 if the kernel does not tell
 */
gint64
tv_measure_get_resident (void)
{
  return get_status ("\nVmRSS:");
}

/**
 * tv_measure_reset_peak:
 *
 * Resets the peak of this process's memory.
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
 * Returns: the peak of this process's resident bytes since it began, or since
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

/* Waits for the process, and gets the time that it computed and its peak of memory. */
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
 * Runs a function in a process of its own, with fresh memory and a peak of its own.
 * This process must have only one thread.
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

/**
 * tv_timings_new:
 *
 * Returns: (transfer full): no samples
 */
TvTimings *
tv_timings_new (void)
{
  TvTimings *samples = g_new0 (TvTimings, 1);

  samples->seconds = g_array_new (FALSE, FALSE, sizeof (double));
  return samples;
}

/**
 * tv_timings_free:
 * @samples: (transfer full) (nullable): samples
 */
void
tv_timings_free (TvTimings *samples)
{
  if (samples == NULL)
    return;
  g_array_unref (samples->seconds);
  g_free (samples);
}

static gint
compare_seconds (gconstpointer a, gconstpointer b)
{
  double left = *(const double *) a;
  double right = *(const double *) b;

  return (left > right) - (left < right);
}

/**
 * tv_timings_add_seconds:
 * @samples: samples
 * @seconds: how long one more run took
 */
void
tv_timings_add_seconds (TvTimings *samples, double seconds)
{
  g_array_append_val (samples->seconds, seconds);
  samples->sorted = FALSE;
}

/**
 * tv_timings_add:
 * @samples: samples
 * @measure: what one more run took
 */
void
tv_timings_add (TvTimings *samples, const TvMeasure *measure)
{
  tv_timings_add_seconds (samples, measure->seconds);
  if (samples->cpu <= 0 || measure->cpu < samples->cpu)
    samples->cpu = measure->cpu;
  samples->n_calls = measure->n_calls;
  samples->kept = measure->kept;
  samples->peak = MAX (samples->peak, measure->peak);
}

static double
get_nth (TvTimings *samples, guint index)
{
  g_return_val_if_fail (samples->seconds->len > 0, 0);

  if (!samples->sorted)
    g_array_sort (samples->seconds, compare_seconds);
  samples->sorted = TRUE;
  return g_array_index (samples->seconds, double, index);
}

/**
 * tv_timings_get_min:
 * @samples: one sample or more
 *
 * Returns: seconds of the fastest run
 */
double
tv_timings_get_min (TvTimings *samples)
{
  return get_nth (samples, 0);
}

/**
 * tv_timings_get_median:
 * @samples: one sample or more
 *
 * Returns: seconds of the run in the middle, the faster of two
 */
double
tv_timings_get_median (TvTimings *samples)
{
  return get_nth (samples, (samples->seconds->len - 1) / 2);
}

/**
 * tv_timings_get_max:
 * @samples: one sample or more
 *
 * Returns: seconds of the slowest run
 */
double
tv_timings_get_max (TvTimings *samples)
{
  return get_nth (samples, samples->seconds->len - 1);
}
