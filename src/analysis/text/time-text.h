/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvTimeUnit:
 * @TV_TIME_UNIT_NS: nanoseconds
 * @TV_TIME_UNIT_US: microseconds
 * @TV_TIME_UNIT_MS: milliseconds, as in Traceview
 * @TV_TIME_UNIT_S: seconds
 * @TV_TIME_UNIT_ONE: no unit: a number of things, each %TV_WEIGHT_ONE
 *
 * The unit of a time in a text.
 */
typedef enum
{
  TV_TIME_UNIT_NS,
  TV_TIME_UNIT_US,
  TV_TIME_UNIT_MS,
  TV_TIME_UNIT_S,
  TV_TIME_UNIT_ONE
} TvTimeUnit;

gint64 tv_time_unit_get_length (TvTimeUnit unit);
const char *tv_time_unit_get_nick (TvTimeUnit unit);
const char *tv_time_unit_get_symbol (TvTimeUnit unit);
gboolean tv_time_unit_parse (const char *nick, TvTimeUnit *unit);

char *tv_time_format_in_unit (gint64 time, TvTimeUnit unit, guint decimals);
char *tv_time_format_cell (double nanoseconds, TvTimeUnit unit);
char *tv_time_format_duration (gint64 duration, TvTimeUnit unit);
void tv_time_append_milliseconds (GString *text, gint64 nanoseconds);
void tv_time_append_microseconds (GString *text, gint64 nanoseconds);

char *tv_number_format (double number);
char *tv_percent_format (gint64 part, gint64 whole);
void tv_percent_append (GString *text, gint64 part, gint64 whole);
char *tv_text_add_sign (char *digits, gboolean negative);

G_END_DECLS
