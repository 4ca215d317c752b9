/* SPDX-License-Identifier: Apache-2.0 */

#include "draw/time-ticks.h"

#include "analysis/text/time-text.h"

/* Over a year, and still far below 2^63 */
#define LONGEST_STEP G_GINT64_CONSTANT (50000000000000000)

/* About the distance of labels on a ruler */
#define LABEL_SPACING 60

/* Returns the next of the steps 1, 2, 5, 10, 20, 50, … */
static gint64
next_step (gint64 step)
{
  gint64 power = 1;

  while (power * 10 <= step)
    power *= 10;
  return step / power == 2 ? power * 5 : step * 2;
}

/* Returns a round number that divides the step: 1 into 0.2, 2 into 0.5 and 5 into 1. */
static gint64
get_minor_step (gint64 step)
{
  gint64 power = 1;

  while (power * 10 <= step)
    power *= 10;
  if (step / power == 5)
    return power;
  if (power == 1)
    return 1;
  return step / power == 2 ? power / 2 : power / 5;
}

static guint
count_decimals (gint64 step, gint64 unit)
{
  guint decimals = 0;

  while (step % unit != 0)
    {
      unit /= 10;
      decimals++;
    }
  return decimals;
}

/* Returns the unit that keeps labels short. Only a small step far from 0 has decimals,
 * and the unit is the same for the whole trace at one zoom level. */
static TvTimeUnit
choose_unit (const TvTimeScale *scale, gint64 step)
{
  const gint64 farthest = MAX (-scale->full_start, scale->full_end);
  TvTimeUnit unit = TV_TIME_UNIT_NS;

  if (scale->counts)
    return TV_TIME_UNIT_ONE;
  while (unit < TV_TIME_UNIT_S && step >= tv_time_unit_get_length (unit + 1))
    unit++;
  while (unit < TV_TIME_UNIT_MS && farthest >= 10 * tv_time_unit_get_length (unit + 1))
    unit++;
  return unit;
}

/**
 * tv_time_ticks_init:
 * @ticks: (out caller-allocates): filled
 * @scale: a scale
 * @min_spacing: the least distance of major ticks, in pixels
 *
 * Chooses the smallest step of 1, 2 or 5 times a power of ten nanoseconds that leaves
 * enough space.
 */
void
tv_time_ticks_init (TvTimeTicks *ticks, const TvTimeScale *scale, double min_spacing)
{
  double least;

  g_return_if_fail (ticks != NULL);
  g_return_if_fail (scale != NULL);
  g_return_if_fail (min_spacing > 0);

  least = min_spacing * tv_time_scale_get_pixel_time (scale);
  ticks->step = 1;
  while ((double) ticks->step < least && ticks->step < LONGEST_STEP)
    ticks->step = next_step (ticks->step);
  ticks->minor_step = get_minor_step (ticks->step);
}

/* Takes the next larger step. Returns %FALSE if there is none. */
gboolean
tv_time_ticks_coarsen (TvTimeTicks *ticks)
{
  g_return_val_if_fail (ticks != NULL, FALSE);

  if (ticks->step >= LONGEST_STEP)
    return FALSE;
  ticks->step = next_step (ticks->step);
  ticks->minor_step = get_minor_step (ticks->step);
  return TRUE;
}

/**
 * tv_time_ticks_first:
 * @step: nanoseconds, over 0
 * @time: nanoseconds
 *
 * Returns: the first multiple of @step that is not before @time
 */
gint64
tv_time_ticks_first (gint64 step, gint64 time)
{
  gint64 rest;

  g_return_val_if_fail (step > 0, time);

  rest = time % step;
  return rest > 0 ? time + (step - rest) : time - rest;
}

/**
 * tv_time_ticks_format:
 * @ticks: ticks
 * @scale: the scale that they are on
 * @time: the time of one of them
 *
 * Writes the label of a tick, with as many decimals as the step has in its unit. A
 * number of things has none.
 *
 * Returns: (transfer full): the label
 */
char *
tv_time_ticks_format (const TvTimeTicks *ticks, const TvTimeScale *scale, gint64 time)
{
  TvTimeUnit unit;

  g_return_val_if_fail (ticks != NULL, NULL);
  g_return_val_if_fail (scale != NULL, NULL);

  unit = choose_unit (scale, ticks->step);
  return tv_time_format_in_unit (
      time, unit, count_decimals (ticks->step, tv_time_unit_get_length (unit)));
}

/* Returns the largest power of ten nanoseconds within a pixel, but at least one unit of
 * the clock. */
static gint64
get_precision (const TvTimeScale *scale)
{
  double pixel = tv_time_scale_get_pixel_time (scale);
  gint64 precision = 1;

  while (precision < scale->least_span
         || ((double) precision * 10 <= pixel && precision < LONGEST_STEP))
    precision *= 10;
  return precision;
}

/**
 * tv_time_format_on_scale:
 * @scale: a scale
 * @time: nanoseconds
 *
 * Writes a point in time in the unit of the ruler's labels, with enough decimals to
 * tell neighbouring pixels apart.
 *
 * Returns: (transfer full): for instance `2,114.026 ms`
 */
char *
tv_time_format_on_scale (const TvTimeScale *scale, gint64 time)
{
  TvTimeTicks ticks;
  TvTimeUnit unit;
  gint64 length;
  gint64 precision;

  g_return_val_if_fail (scale != NULL, NULL);

  tv_time_ticks_init (&ticks, scale, LABEL_SPACING);
  unit = choose_unit (scale, ticks.step);
  length = tv_time_unit_get_length (unit);
  precision = get_precision (scale);
  return tv_time_format_in_unit (
      time, unit, precision < length ? count_decimals (precision, length) : 0);
}
