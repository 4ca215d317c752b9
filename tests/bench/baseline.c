/* SPDX-License-Identifier: Apache-2.0 */

#include "bench/baseline.h"

#include "bench/yardstick.h"

static gboolean
measure_yardstick (gpointer path, TvMeasure *measure, GError **error)
{
  double start = tv_measure_now ();
  g_autoptr (TvYardstick) yardstick = tv_yardstick_run (path, error);

  measure->seconds = tv_measure_now () - start;
  measure->n_calls = yardstick != NULL ? yardstick->n_calls : 0;
  return yardstick != NULL;
}

/**
 * tv_baseline_run:
 * @path: a classic trace
 * @samples: where the run is added
 * @error: return location for an error
 *
 * Runs the yardstick once, in a process of its own.
 *
 * Returns: whether it worked
 */
gboolean
tv_baseline_run (const char *path, TvSamples *samples, GError **error)
{
  TvMeasure measure;

  if (!tv_measure_in_child (measure_yardstick, (gpointer) path, &measure, 1, error))
    return FALSE;

  tv_samples_add (samples, &measure);
  return TRUE;
}
