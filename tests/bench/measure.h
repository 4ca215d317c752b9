/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvMeasure:
 * @seconds: how long it took
 * @cpu: seconds that all threads of the process computed; 0 if that was not measured
 * @n_calls: how many calls of the trace it was about; 0 if it does not say
 * @kept: bytes of memory that it took and did not give back
 * @peak: bytes of memory of the process when it had the most
 *
 * The time and memory of one run.
 */
typedef struct
{
  double seconds;
  double cpu;
  guint64 n_calls;
  gint64 kept;
  gint64 peak;
} TvMeasure;

/**
 * TvMeasureFunc:
 * @data: what was given with the function
 * @measures: what it found; cpu and peak are found by tv_measure_in_child()
 * @error: return location for an error
 *
 * Does something and measures its time, and perhaps its memory.
 *
 * Returns: whether it worked
 */
typedef gboolean (*TvMeasureFunc) (gpointer data, TvMeasure *measures, GError **error);

double tv_measure_now (void);
double tv_measure_get_cpu (void);
gint64 tv_measure_get_resident (void);
gboolean tv_measure_reset_peak (void);
gint64 tv_measure_get_peak (void);

gboolean tv_measure_in_child (TvMeasureFunc func, gpointer data, TvMeasure *measures,
                              guint n, GError **error);
gboolean tv_measure_command (const char *const *argv, TvMeasure *measure,
                             GError **error);

/**
 * TvTimings:
 * @seconds: (element-type double): how long each run took
 * @sorted: whether @seconds are in order
 * @cpu: as in #TvMeasure, the least of all runs
 * @n_calls: as in #TvMeasure, of the last run
 * @kept: the same
 * @peak: the most of all runs
 *
 * Several runs of one measurement.
 */
typedef struct
{
  GArray *seconds;
  gboolean sorted;
  double cpu;
  guint64 n_calls;
  gint64 kept;
  gint64 peak;
} TvTimings;

TvTimings *tv_timings_new (void);
void tv_timings_free (TvTimings *samples);

void tv_timings_add (TvTimings *samples, const TvMeasure *measure);
void tv_timings_add_seconds (TvTimings *samples, double seconds);
double tv_timings_get_min (TvTimings *samples);
double tv_timings_get_median (TvTimings *samples);
double tv_timings_get_max (TvTimings *samples);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTimings, tv_timings_free)

G_END_DECLS
