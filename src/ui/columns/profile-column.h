/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/call-lengths.h"
#include "analysis/text/time-text.h"
#include "ui/session/trace-session.h"
#include "ui/table/table-model.h"

G_BEGIN_DECLS

/**
 * TvProfileColumn:
 * @TV_PROFILE_COLUMN_NAME: rank and name
 * @TV_PROFILE_COLUMN_DIFF_INCL_CPU_PERCENT: change of inclusive CPU time, in percent of
 * that in the base
 * @TV_PROFILE_COLUMN_DIFF_INCL_CPU: change of inclusive CPU time
 * @TV_PROFILE_COLUMN_DIFF_EXCL_CPU: change of exclusive CPU time
 * @TV_PROFILE_COLUMN_DIFF_INCL_REAL_PERCENT: change of inclusive wall time, in percent
 * of that in the base
 * @TV_PROFILE_COLUMN_DIFF_INCL_REAL: change of inclusive wall time
 * @TV_PROFILE_COLUMN_DIFF_EXCL_REAL: change of exclusive wall time
 * @TV_PROFILE_COLUMN_DIFF_CALLS: change of the number of calls, recursive ones included
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
 * @TV_PROFILE_COLUMN_REAL_MINUS_CPU: by how much inclusive wall time is longer than
 * inclusive CPU time: what callees waited, too
 * @TV_PROFILE_COLUMN_FIRST_CALL: when the first call was entered, as on the timeline
 * @TV_PROFILE_COLUMN_LONGEST_CALL: inclusive time of the longest call on the session's
 * clock
 * @TV_PROFILE_COLUMN_SHORTEST_CALL: of the shortest
 * @TV_PROFILE_COLUMN_AVERAGE_CALL: of all calls on average. Time by call, as Traceview
 * has it, counts inclusive time once where calls are nested; this counts every call
 * @TV_PROFILE_COLUMN_BASE_INCL_CPU: inclusive CPU time in the base
 * @TV_PROFILE_COLUMN_BASE_EXCL_CPU: exclusive CPU time in the base
 * @TV_PROFILE_COLUMN_BASE_INCL_REAL: inclusive wall time in the base
 * @TV_PROFILE_COLUMN_BASE_EXCL_REAL: exclusive wall time in the base
 * @TV_PROFILE_COLUMN_BASE_CALLS: calls and recursive calls in the base
 * @TV_PROFILE_N_COLUMNS: how many there are; also stands for "no column"
 *
 * The columns of the profile panel: those of a comparison, which others have not; then
 * in the order of Traceview (its profile view) with the two of waiting among them; then
 * those that Traceview hasn't.
 */
typedef enum
{
  TV_PROFILE_COLUMN_NAME,
  TV_PROFILE_COLUMN_DIFF_INCL_CPU_PERCENT,
  TV_PROFILE_COLUMN_DIFF_INCL_CPU,
  TV_PROFILE_COLUMN_DIFF_EXCL_CPU,
  TV_PROFILE_COLUMN_DIFF_INCL_REAL_PERCENT,
  TV_PROFILE_COLUMN_DIFF_INCL_REAL,
  TV_PROFILE_COLUMN_DIFF_EXCL_REAL,
  TV_PROFILE_COLUMN_DIFF_CALLS,
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
  TV_PROFILE_COLUMN_REAL_MINUS_CPU,
  TV_PROFILE_COLUMN_FIRST_CALL,
  TV_PROFILE_COLUMN_LONGEST_CALL,
  TV_PROFILE_COLUMN_SHORTEST_CALL,
  TV_PROFILE_COLUMN_AVERAGE_CALL,
  TV_PROFILE_COLUMN_BASE_INCL_CPU,
  TV_PROFILE_COLUMN_BASE_EXCL_CPU,
  TV_PROFILE_COLUMN_BASE_INCL_REAL,
  TV_PROFILE_COLUMN_BASE_EXCL_REAL,
  TV_PROFILE_COLUMN_BASE_CALLS,
  TV_PROFILE_N_COLUMNS
} TvProfileColumn;

/**
 * TvProfileView:
 * @TV_PROFILE_VIEW_CPU: CPU time
 * @TV_PROFILE_VIEW_REAL: real time
 * @TV_PROFILE_VIEW_BOTH: both clocks side by side
 *
 * Which clock the columns are of. Each view has columns of its own.
 */
typedef enum
{
  TV_PROFILE_VIEW_CPU,
  TV_PROFILE_VIEW_REAL,
  TV_PROFILE_VIEW_BOTH
} TvProfileView;

/**
 * TvProfileMeasure:
 * @TV_PROFILE_MEASURE_NONE: no time
 * @TV_PROFILE_MEASURE_INCLUSIVE: inclusive time
 * @TV_PROFILE_MEASURE_EXCLUSIVE: exclusive time
 * @TV_PROFILE_MEASURE_WAITING: waiting time
 * @TV_PROFILE_MEASURE_PER_CALL: inclusive time by the number of all calls
 * @TV_PROFILE_MEASURE_REAL_MINUS_CPU: the difference of inclusive times
 * @TV_PROFILE_MEASURE_FIRST_CALL: when the first call was entered
 * @TV_PROFILE_MEASURE_LONGEST_CALL: the longest of all calls
 * @TV_PROFILE_MEASURE_SHORTEST_CALL: the shortest
 * @TV_PROFILE_MEASURE_AVERAGE_CALL: all calls by their number
 *
 * Which time of a method a column shows.
 */
typedef enum
{
  TV_PROFILE_MEASURE_NONE,
  TV_PROFILE_MEASURE_INCLUSIVE,
  TV_PROFILE_MEASURE_EXCLUSIVE,
  TV_PROFILE_MEASURE_WAITING,
  TV_PROFILE_MEASURE_PER_CALL,
  TV_PROFILE_MEASURE_REAL_MINUS_CPU,
  TV_PROFILE_MEASURE_FIRST_CALL,
  TV_PROFILE_MEASURE_LONGEST_CALL,
  TV_PROFILE_MEASURE_SHORTEST_CALL,
  TV_PROFILE_MEASURE_AVERAGE_CALL
} TvProfileMeasure;

/**
 * TvSide:
 * @TV_SIDE_SHOWN: the trace that is shown
 * @TV_SIDE_BASE: the one that it is compared with
 *
 * One of two traces.
 */
typedef enum
{
  TV_SIDE_SHOWN,
  TV_SIDE_BASE
} TvSide;

#define TV_N_SIDES 2

/**
 * TvProfileSubject:
 * @TV_PROFILE_OF_TRACE: the trace
 * @TV_PROFILE_OF_BASE: what it is compared with
 * @TV_PROFILE_OF_CHANGE: the difference: the trace less the base
 *
 * What the numbers of a column are of.
 */
typedef enum
{
  TV_PROFILE_OF_TRACE,
  TV_PROFILE_OF_BASE,
  TV_PROFILE_OF_CHANGE
} TvProfileSubject;

/**
 * TvProfileKind:
 * @member: the name of the column in JSON, where times are in nanoseconds
 * @of: what its numbers are of
 * @measure: which time it shows
 * @clock: the clock of its times
 * @percent: whether it shows shares
 *
 * What a column shows.
 */
typedef struct
{
  const char *member;
  TvProfileSubject of;
  TvProfileMeasure measure;
  TvClock clock;
  gboolean percent;
} TvProfileKind;

/**
 * TvProfileNumbers:
 * @trace: a trace
 * @totals: the sums of one of its methods, classes or packages
 * @base: (nullable): the sums of the same in the base, %NULL if they are not known
 * @length: (nullable): how long its calls are, %NULL while that is not known
 *
 * What is known of a row.
 */
typedef struct
{
  const TvTrace *trace;
  const TvMethodTotals *totals;
  const TvMethodTotals *base;
  const TvCallLength *length;
} TvProfileNumbers;

TvMethodTotals tv_profile_make_toplevel (const TvProfile *profile);
const TvTableColumn *tv_profile_columns_get (void);
const TvProfileKind *tv_profile_column_get_kind (TvProfileColumn column);
char *tv_profile_column_dup_title (TvProfileColumn column, TvTimeUnit unit);
gboolean tv_profile_column_is_time (TvProfileColumn column);
gboolean tv_profile_column_exists (TvProfileColumn column, TvTraceSession *session);
gboolean tv_profile_column_needs_lengths (TvProfileColumn column);
double tv_profile_column_get_value (TvProfileColumn column,
                                    const TvProfileNumbers *numbers);
double tv_profile_column_get_weight (TvProfileColumn column,
                                     const TvProfileNumbers *numbers);

G_END_DECLS
