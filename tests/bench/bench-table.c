/* SPDX-License-Identifier: Apache-2.0 */

#include "bench/bench-table.h"

#define MEGA 1e6

/**
 * tv_bench_table_head:
 * @table: a table
 * @title: what it is about
 *
 * Prints the heads of the columns.
 */
void
tv_bench_table_head (const TvBenchTable *table, const char *title)
{
  g_print ("\n%s, %.6g million events\n", title, (double) table->n_events / MEGA);
  g_print ("%-44s %10s %10s %10s %10s %8s %7s %7s %8s %7s\n", "", "min", "median",
           "max", "cpu min", "Mev/s", "x min", "x med", "peak MB", "B/call");
}

/* Writes a time in the unit that suits it. */
static char *
format_seconds (double seconds)
{
  if (seconds >= 10)
    return g_strdup_printf ("%.2f s", seconds);
  if (seconds >= 0.1)
    return g_strdup_printf ("%.3f s", seconds);
  if (seconds >= 1e-4)
    return g_strdup_printf ("%.3f ms", seconds * 1e3);
  return g_strdup_printf ("%.3f us", seconds * 1e6);
}

static void
print_times (const char *name, TvTimings *samples)
{
  g_autofree char *least = format_seconds (tv_timings_get_min (samples));
  g_autofree char *median = format_seconds (tv_timings_get_median (samples));
  g_autofree char *most = format_seconds (tv_timings_get_max (samples));
  g_autofree char *cpu
      = samples->cpu > 0 ? format_seconds (samples->cpu) : g_strdup ("-");

  g_print ("%-44s %10s %10s %10s %10s", name, least, median, most, cpu);
}

static void
print_number (int width, int places, double value, gboolean known)
{
  if (known)
    g_print (" %*.*f", width, places, value);
  else
    g_print (" %*s", width, "-");
}

static void
print_memory (const TvTimings *samples)
{
  print_number (8, 0, (double) samples->peak / MEGA, samples->peak > 0);
  print_number (7, 1, (double) samples->kept / (double) MAX (samples->n_calls, 1),
                samples->n_calls > 0 && samples->kept > 0);
  g_print ("\n");
}

/**
 * tv_bench_table_row:
 * @table: a table with a yardstick
 * @name: what was measured
 * @samples: its runs, each over the whole trace
 *
 * Prints a line: times, events a second by the median, the multiple of the yardstick's
 * time, fastest by fastest and median by median, and memory.
 */
void
tv_bench_table_row (const TvBenchTable *table, const char *name, TvTimings *samples)
{
  double median = tv_timings_get_median (samples);

  print_times (name, samples);
  print_number (8, 1, (double) table->n_events / MEGA / median, median > 0);
  print_number (
      7, 2, tv_timings_get_min (samples) / tv_timings_get_min (table->yardstick), TRUE);
  print_number (7, 2, median / tv_timings_get_median (table->yardstick), TRUE);
  print_memory (samples);
}

/**
 * tv_bench_table_small_row:
 * @name: what was measured
 * @samples: its runs, which do not go over the whole trace
 *
 * Prints a line without a rate.
 */
void
tv_bench_table_small_row (const char *name, TvTimings *samples)
{
  print_times (name, samples);
  print_number (8, 1, 0, FALSE);
  print_number (7, 2, 0, FALSE);
  print_number (7, 2, 0, FALSE);
  print_memory (samples);
}
