/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * TvProfileUnit:
 * @TV_PROFILE_UNIT_US: microseconds
 * @TV_PROFILE_UNIT_MS: milliseconds, as in Traceview
 * @TV_PROFILE_UNIT_S: seconds
 *
 * What times of the profile are given in. The last digit is a microsecond in each.
 */
typedef enum
{
  TV_PROFILE_UNIT_US,
  TV_PROFILE_UNIT_MS,
  TV_PROFILE_UNIT_S
} TvProfileUnit;

#define TV_N_PROFILE_UNITS 3u

const char *tv_profile_unit_get_nick (TvProfileUnit unit);
const char *tv_profile_unit_get_symbol (TvProfileUnit unit);
gboolean tv_profile_unit_parse (const char *nick, TvProfileUnit *unit);

char *tv_profile_unit_format (TvProfileUnit unit, double nanoseconds);
char *tv_profile_format_percent (gint64 part, gint64 whole);

G_END_DECLS
