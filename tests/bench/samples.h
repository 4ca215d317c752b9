/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "bench/measure.h"

G_BEGIN_DECLS

/**
 * TvSamples:
 * @seconds: (element-type double): how long each run took
 * @sorted: whether @seconds are in order
 * @cpu: as in #TvMeasure, the least of all runs
 * @n_calls: as in #TvMeasure, of the last run
 * @kept: the same
 * @peak: the most of all runs
 *
 * What several runs of one thing took.
 */
typedef struct
{
  GArray *seconds;
  gboolean sorted;
  double cpu;
  guint64 n_calls;
  gint64 kept;
  gint64 peak;
} TvSamples;

TvSamples *tv_samples_new (void);
void tv_samples_free (TvSamples *samples);

void tv_samples_add (TvSamples *samples, const TvMeasure *measure);
void tv_samples_add_seconds (TvSamples *samples, double seconds);
double tv_samples_get_min (TvSamples *samples);
double tv_samples_get_median (TvSamples *samples);
double tv_samples_get_max (TvSamples *samples);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvSamples, tv_samples_free)

G_END_DECLS
