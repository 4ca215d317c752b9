/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "draw/time-scale.h"

G_BEGIN_DECLS

/**
 * TvTimeTicks:
 * @step: nanoseconds from one major tick to the next, 1, 2 or 5 times a power of ten
 * @minor_step: nanoseconds from one minor tick to the next, a divisor of @step, equal
 * to it where there are no minor ticks
 *
 * The ticks of a ruler: they are at whole multiples of the steps.
 */
typedef struct
{
  gint64 step;
  gint64 minor_step;
} TvTimeTicks;

void tv_time_ticks_init (TvTimeTicks *ticks, const TvTimeScale *scale,
                         double min_spacing);
gboolean tv_time_ticks_coarsen (TvTimeTicks *ticks);
gint64 tv_time_ticks_first (gint64 step, gint64 time);
char *tv_time_ticks_format (const TvTimeTicks *ticks, const TvTimeScale *scale,
                            gint64 time);
char *tv_time_format_on_scale (const TvTimeScale *scale, gint64 time);

G_END_DECLS
