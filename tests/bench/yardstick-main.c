/* SPDX-License-Identifier: Apache-2.0 */

/* The yardstick as a program, for other ways to measure: yardstick FILE. */

#include "bench/measure.h"
#include "bench/yardstick.h"

#include <stdlib.h>

/**
 * main:
 * @argc: number of arguments
 * @argv: the name of a file
 *
 * Returns: 0, or 1 if the trace cannot be read, 2 for wrong arguments
 */
int
main (int argc, char **argv)
{
  double start = tv_measure_now ();
  g_autoptr (TvYardstick) yardstick = NULL;
  g_autoptr (GError) error = NULL;

  if (argc != 2)
    {
      g_printerr ("yardstick FILE\n");
      return 2;
    }
  yardstick = tv_yardstick_run (argv[1], &error);
  if (yardstick == NULL)
    {
      g_printerr ("yardstick: %s\n", error->message);
      return EXIT_FAILURE;
    }
  g_print ("%.3f s, %" G_GSIZE_FORMAT " records, %" G_GSIZE_FORMAT
           " calls, %" G_GUINT64_FORMAT " us cpu, %" G_GUINT64_FORMAT " us wall\n",
           tv_measure_now () - start, yardstick->n_records, yardstick->n_calls,
           yardstick->root_time[0], yardstick->root_time[1]);
  return EXIT_SUCCESS;
}
