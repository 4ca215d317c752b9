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
 * What one run took.
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
 * Does something and takes its time, and perhaps its memory.
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

G_END_DECLS
