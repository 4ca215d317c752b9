/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile-column.h"

#include "config.h"

#include <glib/gi18n-lib.h>

typedef struct
{
  const char *title;
  TvProfileMeasure measure;
  TvClock clock;
  gboolean percent;
} ColumnKind;

/* Titles and order are Traceview's own, but for the two of waiting. */
static const ColumnKind kinds[TV_PROFILE_N_COLUMNS] = {
  [TV_PROFILE_COLUMN_NAME]
  = { N_ ("Name"), TV_PROFILE_MEASURE_NONE, TV_CLOCK_WALL, FALSE },
  [TV_PROFILE_COLUMN_INCL_CPU_PERCENT]
  = { N_ ("Incl Cpu Time %"), TV_PROFILE_MEASURE_INCLUSIVE, TV_CLOCK_THREAD_CPU, TRUE },
  [TV_PROFILE_COLUMN_INCL_CPU]
  = { N_ ("Incl Cpu Time"), TV_PROFILE_MEASURE_INCLUSIVE, TV_CLOCK_THREAD_CPU, FALSE },
  [TV_PROFILE_COLUMN_EXCL_CPU_PERCENT]
  = { N_ ("Excl Cpu Time %"), TV_PROFILE_MEASURE_EXCLUSIVE, TV_CLOCK_THREAD_CPU, TRUE },
  [TV_PROFILE_COLUMN_EXCL_CPU]
  = { N_ ("Excl Cpu Time"), TV_PROFILE_MEASURE_EXCLUSIVE, TV_CLOCK_THREAD_CPU, FALSE },
  [TV_PROFILE_COLUMN_INCL_REAL_PERCENT]
  = { N_ ("Incl Real Time %"), TV_PROFILE_MEASURE_INCLUSIVE, TV_CLOCK_WALL, TRUE },
  [TV_PROFILE_COLUMN_INCL_REAL]
  = { N_ ("Incl Real Time"), TV_PROFILE_MEASURE_INCLUSIVE, TV_CLOCK_WALL, FALSE },
  [TV_PROFILE_COLUMN_EXCL_REAL_PERCENT]
  = { N_ ("Excl Real Time %"), TV_PROFILE_MEASURE_EXCLUSIVE, TV_CLOCK_WALL, TRUE },
  [TV_PROFILE_COLUMN_EXCL_REAL]
  = { N_ ("Excl Real Time"), TV_PROFILE_MEASURE_EXCLUSIVE, TV_CLOCK_WALL, FALSE },
  [TV_PROFILE_COLUMN_WAITING_PERCENT]
  = { N_ ("Waiting %"), TV_PROFILE_MEASURE_WAITING, TV_CLOCK_WALL, TRUE },
  [TV_PROFILE_COLUMN_WAITING]
  = { N_ ("Waiting"), TV_PROFILE_MEASURE_WAITING, TV_CLOCK_WALL, FALSE },
  [TV_PROFILE_COLUMN_CALLS]
  = { N_ ("Calls+Recur\nCalls/Total"), TV_PROFILE_MEASURE_NONE, TV_CLOCK_WALL, FALSE },
  [TV_PROFILE_COLUMN_CPU_PER_CALL]
  = { N_ ("Cpu Time/Call"), TV_PROFILE_MEASURE_PER_CALL, TV_CLOCK_THREAD_CPU, FALSE },
  [TV_PROFILE_COLUMN_REAL_PER_CALL]
  = { N_ ("Real Time/Call"), TV_PROFILE_MEASURE_PER_CALL, TV_CLOCK_WALL, FALSE },
};

/**
 * tv_profile_column_get_title:
 * @column: a column
 *
 * Returns: its title in the user's language
 */
const char *
tv_profile_column_get_title (TvProfileColumn column)
{
  g_return_val_if_fail (column < TV_PROFILE_N_COLUMNS, NULL);

  return _ (kinds[column].title);
}

/**
 * tv_profile_column_get_measure:
 * @column: a column
 *
 * Returns: which time it shows, or none
 */
TvProfileMeasure
tv_profile_column_get_measure (TvProfileColumn column)
{
  g_return_val_if_fail (column < TV_PROFILE_N_COLUMNS, TV_PROFILE_MEASURE_NONE);

  return kinds[column].measure;
}

/**
 * tv_profile_column_get_clock:
 * @column: a column that shows a time
 *
 * Returns: the clock of that time
 */
TvClock
tv_profile_column_get_clock (TvProfileColumn column)
{
  g_return_val_if_fail (column < TV_PROFILE_N_COLUMNS, TV_CLOCK_WALL);

  return kinds[column].clock;
}

/**
 * tv_profile_column_is_percent:
 * @column: a column
 *
 * Returns: whether it shows its time as a share
 */
gboolean
tv_profile_column_is_percent (TvProfileColumn column)
{
  g_return_val_if_fail (column < TV_PROFILE_N_COLUMNS, FALSE);

  return kinds[column].percent;
}

/**
 * tv_profile_column_is_shown:
 * @column: a column
 * @trace: a trace
 *
 * Returns: whether @trace has the clock that the column is about; waiting can be told
 * only with both
 */
gboolean
tv_profile_column_is_shown (TvProfileColumn column, const TvTrace *trace)
{
  g_return_val_if_fail (column < TV_PROFILE_N_COLUMNS, FALSE);
  g_return_val_if_fail (trace != NULL, FALSE);

  if (kinds[column].measure == TV_PROFILE_MEASURE_NONE)
    return TRUE;
  if (kinds[column].measure == TV_PROFILE_MEASURE_WAITING)
    return tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU)
           && tv_trace_has_clock (trace, TV_CLOCK_WALL);
  return tv_trace_has_clock (trace, kinds[column].clock);
}

/**
 * tv_profile_column_get_value:
 * @column: a column of numbers
 * @totals: the sums of a method
 *
 * What the column is sorted by. A time and its percentage have the same value.
 *
 * Returns: nanoseconds, or the number of all calls
 */
double
tv_profile_column_get_value (TvProfileColumn column, const TvMethodTotals *totals)
{
  const ColumnKind *kind = &kinds[column];
  const double calls = (double) totals->calls + (double) totals->recursive_calls;

  g_return_val_if_fail (column < TV_PROFILE_N_COLUMNS, 0);

  switch (kind->measure)
    {
    case TV_PROFILE_MEASURE_INCLUSIVE:
      return (double) totals->inclusive[kind->clock];
    case TV_PROFILE_MEASURE_EXCLUSIVE:
      return (double) totals->exclusive[kind->clock];
    case TV_PROFILE_MEASURE_WAITING:
      return (double) totals->waiting;
    case TV_PROFILE_MEASURE_PER_CALL:
      return calls > 0 ? (double) totals->inclusive[kind->clock] / calls : 0;
    case TV_PROFILE_MEASURE_NONE:
    default:
      return calls;
    }
}
