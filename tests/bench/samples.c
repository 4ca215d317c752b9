/* SPDX-License-Identifier: Apache-2.0 */

#include "bench/samples.h"

/**
 * tv_samples_new:
 *
 * Returns: (transfer full): no samples
 */
TvSamples *
tv_samples_new (void)
{
  TvSamples *samples = g_new0 (TvSamples, 1);

  samples->seconds = g_array_new (FALSE, FALSE, sizeof (double));
  return samples;
}

/**
 * tv_samples_free:
 * @samples: (transfer full) (nullable): samples
 */
void
tv_samples_free (TvSamples *samples)
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
 * tv_samples_add_seconds:
 * @samples: samples
 * @seconds: how long one more run took
 */
void
tv_samples_add_seconds (TvSamples *samples, double seconds)
{
  g_array_append_val (samples->seconds, seconds);
  samples->sorted = FALSE;
}

/**
 * tv_samples_add:
 * @samples: samples
 * @measure: what one more run took
 */
void
tv_samples_add (TvSamples *samples, const TvMeasure *measure)
{
  tv_samples_add_seconds (samples, measure->seconds);
  if (samples->cpu <= 0 || measure->cpu < samples->cpu)
    samples->cpu = measure->cpu;
  samples->n_calls = measure->n_calls;
  samples->kept = measure->kept;
  samples->peak = MAX (samples->peak, measure->peak);
}

static double
get_nth (TvSamples *samples, guint index)
{
  g_return_val_if_fail (samples->seconds->len > 0, 0);

  if (!samples->sorted)
    g_array_sort (samples->seconds, compare_seconds);
  samples->sorted = TRUE;
  return g_array_index (samples->seconds, double, index);
}

/**
 * tv_samples_get_min:
 * @samples: one sample or more
 *
 * Returns: seconds of the fastest run
 */
double
tv_samples_get_min (TvSamples *samples)
{
  return get_nth (samples, 0);
}

/**
 * tv_samples_get_median:
 * @samples: one sample or more
 *
 * Returns: seconds of the run in the middle, the faster of two
 */
double
tv_samples_get_median (TvSamples *samples)
{
  return get_nth (samples, (samples->seconds->len - 1) / 2);
}

/**
 * tv_samples_get_max:
 * @samples: one sample or more
 *
 * Returns: seconds of the slowest run
 */
double
tv_samples_get_max (TvSamples *samples)
{
  return get_nth (samples, samples->seconds->len - 1);
}
