/* SPDX-License-Identifier: Apache-2.0 */

#include "draw/time-scale.h"

#include <math.h>

/* A quarter of the 64-bit range: sums and differences of such times do not overflow. */
#define TIME_LIMIT (G_MAXINT64 / 4)

/* Shows @span nanoseconds from @offset after the start of the full range, or the
 * nearest span inside the full range. */
static void
show_span (TvTimeScale *scale, double offset, gint64 span)
{
  gint64 full = scale->full_end - scale->full_start;

  span = CLAMP (span, scale->least_span, full);
  offset = CLAMP (offset, 0.0, (double) (full - span));
  scale->start = scale->full_start + MIN ((gint64) floor (offset + 0.5), full - span);
  scale->end = scale->start + span;
}

/**
 * tv_time_scale_init:
 * @scale: (out caller-allocates): filled
 * @full_start: start of the full range, nanoseconds
 * @full_end: end of the full range; a nanosecond after @full_start if it is not later
 * @width: pixels, over 0
 *
 * Sets up a scale that shows the full range and can zoom in to a single nanosecond.
 */
void
tv_time_scale_init (TvTimeScale *scale, gint64 full_start, gint64 full_end,
                    double width)
{
  g_return_if_fail (scale != NULL);
  g_return_if_fail (width > 0);

  full_start = CLAMP (full_start, -TIME_LIMIT, TIME_LIMIT);
  full_end = CLAMP (full_end, full_start + 1, TIME_LIMIT + 1);
  *scale = (TvTimeScale){ full_start, full_end, full_start, full_end, width, 1, FALSE };
}

/**
 * tv_time_scale_set_least_span:
 * @scale: a scale
 * @span: nanoseconds, over 0: one unit of the clock that is shown
 *
 * Limits zooming in to a visible range of @span, or to the full range if that is
 * shorter.
 */
void
tv_time_scale_set_least_span (TvTimeScale *scale, gint64 span)
{
  g_return_if_fail (scale != NULL);
  g_return_if_fail (span > 0);

  scale->least_span = MIN (span, scale->full_end - scale->full_start);
  tv_time_scale_set_range (scale, scale->start, scale->end);
}

/**
 * tv_time_scale_set_counts:
 * @scale: a scale
 * @counts: whether it is a range of numbers of things
 *
 * Says what the scale measures. A new one measures time.
 */
void
tv_time_scale_set_counts (TvTimeScale *scale, gboolean counts)
{
  g_return_if_fail (scale != NULL);

  scale->counts = counts;
}

/**
 * tv_time_scale_set_range:
 * @scale: a scale
 * @start: nanoseconds
 * @end: nanoseconds, in either order
 *
 * Shows a range of time, widened to the least span about its middle and cut to the full
 * range.
 */
void
tv_time_scale_set_range (TvTimeScale *scale, gint64 start, gint64 end)
{
  gint64 first, last, missing;

  g_return_if_fail (scale != NULL);

  first = CLAMP (MIN (start, end), scale->full_start, scale->full_end);
  last = CLAMP (MAX (start, end), scale->full_start, scale->full_end);
  missing = MAX (scale->least_span - (last - first), 0);
  show_span (scale, (double) (first - missing / 2 - scale->full_start),
             last - first + missing);
}

/**
 * tv_time_scale_show_all:
 * @scale: a scale
 *
 * Shows the full range.
 */
void
tv_time_scale_show_all (TvTimeScale *scale)
{
  g_return_if_fail (scale != NULL);

  scale->start = scale->full_start;
  scale->end = scale->full_end;
}

/**
 * tv_time_scale_shows_all:
 * @scale: a scale
 *
 * Returns: whether the full range is visible
 */
gboolean
tv_time_scale_shows_all (const TvTimeScale *scale)
{
  g_return_val_if_fail (scale != NULL, FALSE);

  return scale->start == scale->full_start && scale->end == scale->full_end;
}

/**
 * tv_time_scale_zoom:
 * @scale: a scale
 * @x: the pixel whose time stays in place, unless the full range ends too close to it
 * @factor: over 1 to see less, under 1 to see more
 *
 * Zooms about a point, within the least span and the full range. The range changes by
 * at least a nanosecond, however close @factor is to 1.
 */
void
tv_time_scale_zoom (TvTimeScale *scale, double x, double factor)
{
  double old_span, new_span, fraction, full;

  g_return_if_fail (scale != NULL);
  g_return_if_fail (factor > 0);

  full = (double) (scale->full_end - scale->full_start);
  old_span = (double) (scale->end - scale->start);
  new_span = floor (old_span / factor + 0.5);
  if (factor > 1)
    new_span = MIN (new_span, old_span - 1);
  else if (factor < 1)
    new_span = MAX (new_span, old_span + 1);
  new_span = CLAMP (new_span, (double) scale->least_span, full);
  fraction = CLAMP (x / scale->width, 0.0, 1.0);
  show_span (scale,
             (double) (scale->start - scale->full_start)
                 + fraction * (old_span - new_span),
             (gint64) new_span);
}

/**
 * tv_time_scale_pan:
 * @scale: a scale
 * @dx: pixels; over 0 to see later times
 *
 * Moves the visible range inside the full range, without changing its length.
 */
void
tv_time_scale_pan (TvTimeScale *scale, double dx)
{
  g_return_if_fail (scale != NULL);

  show_span (scale,
             (double) (scale->start - scale->full_start)
                 + dx * tv_time_scale_get_pixel_time (scale),
             scale->end - scale->start);
}

/**
 * tv_time_scale_to_x:
 * @scale: a scale
 * @time: nanoseconds
 *
 * Returns: the pixel of a time; under 0 or over the width for times that are not
 * visible
 */
double
tv_time_scale_to_x (const TvTimeScale *scale, gint64 time)
{
  g_return_val_if_fail (scale != NULL, 0);

  time = CLAMP (time, -TIME_LIMIT, TIME_LIMIT);
  return (double) (time - scale->start) / tv_time_scale_get_pixel_time (scale);
}

/**
 * tv_time_scale_to_time:
 * @scale: a scale
 * @x: a pixel
 *
 * The inverse of tv_time_scale_to_x().
 *
 * Returns: the nearest whole nanosecond, cut to the full range
 */
gint64
tv_time_scale_to_time (const TvTimeScale *scale, double x)
{
  double offset;

  g_return_val_if_fail (scale != NULL, 0);

  offset = floor (x * tv_time_scale_get_pixel_time (scale) + 0.5);
  if (offset <= (double) (scale->full_start - scale->start))
    return scale->full_start;
  if (offset >= (double) (scale->full_end - scale->start))
    return scale->full_end;
  return scale->start + (gint64) offset;
}

/**
 * tv_time_scale_get_pixel_time:
 * @scale: a scale
 *
 * Returns: the nanoseconds of a pixel
 */
double
tv_time_scale_get_pixel_time (const TvTimeScale *scale)
{
  g_return_val_if_fail (scale != NULL, 1);

  return (double) (scale->end - scale->start) / scale->width;
}
