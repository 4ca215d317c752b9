/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvTimeScale:
 * @full_start: start of the full range, in nanoseconds
 * @full_end: end of the full range, at least @least_span later
 * @start: the time at x = 0
 * @end: the time at x = @width
 * @width: width of the visible range, over 0, in pixels or any other unit
 * @least_span: the shortest visible range, 1 or more nanoseconds
 * @counts: whether it is a range of numbers of things, each 1000 “nanoseconds” wide,
 *   instead of times
 *
 * The visible part of a range of time, mapped onto pixels. A plain value that may be
 * copied. Always `full_start <= start`, `end <= full_end` and
 * `end - start >= least_span`. Change it only by its functions.
 */
typedef struct
{
  gint64 full_start;
  gint64 full_end;
  gint64 start;
  gint64 end;
  double width;
  gint64 least_span;
  gboolean counts;
} TvTimeScale;

void tv_time_scale_init (TvTimeScale *scale, gint64 full_start, gint64 full_end,
                         double width);
void tv_time_scale_set_least_span (TvTimeScale *scale, gint64 span);
void tv_time_scale_set_counts (TvTimeScale *scale, gboolean counts);
void tv_time_scale_set_range (TvTimeScale *scale, gint64 start, gint64 end);
void tv_time_scale_show_all (TvTimeScale *scale);
gboolean tv_time_scale_shows_all (const TvTimeScale *scale);
void tv_time_scale_zoom (TvTimeScale *scale, double x, double factor);
void tv_time_scale_pan (TvTimeScale *scale, double dx);

double tv_time_scale_to_x (const TvTimeScale *scale, gint64 time);
gint64 tv_time_scale_to_time (const TvTimeScale *scale, double x);
double tv_time_scale_get_pixel_time (const TvTimeScale *scale);

G_END_DECLS
