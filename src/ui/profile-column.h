/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/profile.h"

G_BEGIN_DECLS

/**
 * TvProfileColumn:
 * @TV_PROFILE_COLUMN_NAME: rank and name
 * @TV_PROFILE_COLUMN_INCL_CPU_PERCENT: inclusive CPU time, in percent
 * @TV_PROFILE_COLUMN_INCL_CPU: inclusive CPU time
 * @TV_PROFILE_COLUMN_EXCL_CPU_PERCENT: exclusive CPU time, in percent
 * @TV_PROFILE_COLUMN_EXCL_CPU: exclusive CPU time
 * @TV_PROFILE_COLUMN_INCL_REAL_PERCENT: inclusive wall time, in percent
 * @TV_PROFILE_COLUMN_INCL_REAL: inclusive wall time
 * @TV_PROFILE_COLUMN_EXCL_REAL_PERCENT: exclusive wall time, in percent
 * @TV_PROFILE_COLUMN_EXCL_REAL: exclusive wall time, waits included
 * @TV_PROFILE_COLUMN_WAITING_PERCENT: the part of exclusive wall time spent off the
 * CPU, in percent
 * @TV_PROFILE_COLUMN_WAITING: the part of exclusive wall time spent off the CPU
 * @TV_PROFILE_COLUMN_CALLS: calls and recursive calls
 * @TV_PROFILE_COLUMN_CPU_PER_CALL: inclusive CPU time of one call, on average
 * @TV_PROFILE_COLUMN_REAL_PER_CALL: inclusive wall time of one call, on average
 * @TV_PROFILE_N_COLUMNS: how many there are; also stands for "no column"
 *
 * The columns of the profile panel, in the order of Traceview (its profile view) with
 * the two of waiting added.
 */
typedef enum
{
  TV_PROFILE_COLUMN_NAME,
  TV_PROFILE_COLUMN_INCL_CPU_PERCENT,
  TV_PROFILE_COLUMN_INCL_CPU,
  TV_PROFILE_COLUMN_EXCL_CPU_PERCENT,
  TV_PROFILE_COLUMN_EXCL_CPU,
  TV_PROFILE_COLUMN_INCL_REAL_PERCENT,
  TV_PROFILE_COLUMN_INCL_REAL,
  TV_PROFILE_COLUMN_EXCL_REAL_PERCENT,
  TV_PROFILE_COLUMN_EXCL_REAL,
  TV_PROFILE_COLUMN_WAITING_PERCENT,
  TV_PROFILE_COLUMN_WAITING,
  TV_PROFILE_COLUMN_CALLS,
  TV_PROFILE_COLUMN_CPU_PER_CALL,
  TV_PROFILE_COLUMN_REAL_PER_CALL,
  TV_PROFILE_N_COLUMNS
} TvProfileColumn;

/**
 * TvProfileMeasure:
 * @TV_PROFILE_MEASURE_NONE: no time
 * @TV_PROFILE_MEASURE_INCLUSIVE: inclusive time
 * @TV_PROFILE_MEASURE_EXCLUSIVE: exclusive time
 * @TV_PROFILE_MEASURE_WAITING: waiting time
 * @TV_PROFILE_MEASURE_PER_CALL: inclusive time by the number of all calls
 *
 * Which time of a method a column shows.
 */
typedef enum
{
  TV_PROFILE_MEASURE_NONE,
  TV_PROFILE_MEASURE_INCLUSIVE,
  TV_PROFILE_MEASURE_EXCLUSIVE,
  TV_PROFILE_MEASURE_WAITING,
  TV_PROFILE_MEASURE_PER_CALL
} TvProfileMeasure;

const char *tv_profile_column_get_title (TvProfileColumn column);
TvProfileMeasure tv_profile_column_get_measure (TvProfileColumn column);
TvClock tv_profile_column_get_clock (TvProfileColumn column);
gboolean tv_profile_column_is_percent (TvProfileColumn column);
gboolean tv_profile_column_is_shown (TvProfileColumn column, const TvTrace *trace);
double tv_profile_column_get_value (TvProfileColumn column,
                                    const TvMethodTotals *totals);

G_END_DECLS
