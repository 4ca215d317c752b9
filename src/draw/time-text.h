/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvTimeUnit:
 * @TV_TIME_UNIT_NS: nanoseconds
 * @TV_TIME_UNIT_US: microseconds
 * @TV_TIME_UNIT_MS: milliseconds
 * @TV_TIME_UNIT_S: seconds
 *
 * The unit a time is written in.
 */
typedef enum
{
  TV_TIME_UNIT_NS,
  TV_TIME_UNIT_US,
  TV_TIME_UNIT_MS,
  TV_TIME_UNIT_S
} TvTimeUnit;

gint64 tv_time_unit_get_length (TvTimeUnit unit);
char *tv_time_format_duration (gint64 duration);
char *tv_time_format_in_unit (gint64 time, TvTimeUnit unit, guint decimals);
char *tv_time_format_number (gint64 time, TvTimeUnit unit, guint decimals);

G_END_DECLS
