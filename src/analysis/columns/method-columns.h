/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/diff/comparison.h"
#include "analysis/sums/call-lengths.h"
#include "analysis/text/time-text.h"

G_BEGIN_DECLS

/**
 * TvMethodMeasure:
 * @TV_METHOD_MEASURE_ALL_CALLS: number of calls, recursive ones included
 * @TV_METHOD_MEASURE_CALLS: number of calls that are not recursive
 * @TV_METHOD_MEASURE_RECURSIVE_CALLS: number of recursive calls
 * @TV_METHOD_MEASURE_INCLUSIVE: inclusive time
 * @TV_METHOD_MEASURE_EXCLUSIVE: exclusive time, waits included
 * @TV_METHOD_MEASURE_PER_CALL: inclusive time divided by the number of all calls
 * @TV_METHOD_MEASURE_REAL_MINUS_CPU: inclusive wall time less inclusive CPU time, so
 * with the waits of callees
 * @TV_METHOD_MEASURE_WAITING: the part of exclusive wall time spent off the CPU
 * @TV_METHOD_MEASURE_WAITS: number of those waits
 * @TV_METHOD_MEASURE_FIRST_CALL: when the first call was entered, on the timeline's
 * axis
 * @TV_METHOD_MEASURE_LONGEST_CALL: inclusive time of the longest call
 * @TV_METHOD_MEASURE_SHORTEST_CALL: inclusive time of the shortest call
 * @TV_METHOD_MEASURE_AVERAGE_CALL: average inclusive time of all calls. Unlike
 *   @TV_METHOD_MEASURE_PER_CALL, which counts nested time once, it counts every call
 * @TV_METHOD_MEASURE_SAMPLES: number of samples with the method on their stacks
 *
 * A measure of a method.
 */
typedef enum
{
  TV_METHOD_MEASURE_ALL_CALLS,
  TV_METHOD_MEASURE_CALLS,
  TV_METHOD_MEASURE_RECURSIVE_CALLS,
  TV_METHOD_MEASURE_INCLUSIVE,
  TV_METHOD_MEASURE_EXCLUSIVE,
  TV_METHOD_MEASURE_PER_CALL,
  TV_METHOD_MEASURE_REAL_MINUS_CPU,
  TV_METHOD_MEASURE_WAITING,
  TV_METHOD_MEASURE_WAITS,
  TV_METHOD_MEASURE_FIRST_CALL,
  TV_METHOD_MEASURE_LONGEST_CALL,
  TV_METHOD_MEASURE_SHORTEST_CALL,
  TV_METHOD_MEASURE_AVERAGE_CALL,
  TV_METHOD_MEASURE_SAMPLES
} TvMethodMeasure;

/**
 * TvSubject:
 * @TV_SUBJECT_TRACE: the trace
 * @TV_SUBJECT_BASE: the base that it is compared with
 * @TV_SUBJECT_CHANGE: the difference: the trace less the base
 *
 * The subject of the numbers of a column.
 */
typedef enum
{
  TV_SUBJECT_TRACE,
  TV_SUBJECT_BASE,
  TV_SUBJECT_CHANGE
} TvSubject;

/* The columns of methods: name, subject, measure, clock, whether they show shares,
 * whether they are visible by default, title, description. Those of Traceview come in
 * its order, with two columns of waiting among them, then others. Those of a comparison
 * stand before and behind the number that they are compared with. */
#define TV_PROFILE_COLUMNS(COLUMN)                                                     \
  COLUMN (NAME, TRACE, ALL_CALLS, WALL, FALSE, TRUE, N_ ("Name"),                      \
          N_ ("Rank and name of the method"))                                          \
  COLUMN (SAMPLES, TRACE, SAMPLES, THREAD_CPU, FALSE, TRUE, N_ ("Samples"),            \
          N_ ("Number of samples with the method on their stacks"))                    \
  COLUMN (INCL_CPU_PERCENT, TRACE, INCLUSIVE, THREAD_CPU, TRUE, TRUE,                  \
          N_ ("Incl CPU %"), N_ ("Share of total CPU time, callees included"))         \
  COLUMN (BASE_INCL_CPU, BASE, INCLUSIVE, THREAD_CPU, FALSE, FALSE,                    \
          N_ ("Old Incl CPU"), N_ ("CPU time in the base, callees included"))          \
  COLUMN (INCL_CPU, TRACE, INCLUSIVE, THREAD_CPU, FALSE, TRUE, N_ ("Incl CPU"),        \
          N_ ("CPU time, callees included; nested calls count once"))                  \
  COLUMN (DIFF_INCL_CPU, CHANGE, INCLUSIVE, THREAD_CPU, FALSE, FALSE,                  \
          N_ ("Δ Incl CPU"),                                                           \
          N_ ("Change of CPU time against the base, callees included"))                \
  COLUMN (DIFF_INCL_CPU_PERCENT, CHANGE, INCLUSIVE, THREAD_CPU, TRUE, FALSE,           \
          N_ ("Δ Incl CPU %"),                                                         \
          N_ ("Change of CPU time against the base, callees included, in percent of "  \
              "the base"))                                                             \
  COLUMN (EXCL_CPU_PERCENT, TRACE, EXCLUSIVE, THREAD_CPU, TRUE, TRUE,                  \
          N_ ("Excl CPU %"), N_ ("Share of total CPU time, callees excluded"))         \
  COLUMN (BASE_EXCL_CPU, BASE, EXCLUSIVE, THREAD_CPU, FALSE, FALSE,                    \
          N_ ("Old Excl CPU"), N_ ("CPU time in the base, callees excluded"))          \
  COLUMN (EXCL_CPU, TRACE, EXCLUSIVE, THREAD_CPU, FALSE, TRUE, N_ ("Excl CPU"),        \
          N_ ("CPU time of all calls, callees excluded"))                              \
  COLUMN (DIFF_EXCL_CPU, CHANGE, EXCLUSIVE, THREAD_CPU, FALSE, FALSE,                  \
          N_ ("Δ Excl CPU"),                                                           \
          N_ ("Change of CPU time against the base, callees excluded"))                \
  COLUMN (INCL_REAL_PERCENT, TRACE, INCLUSIVE, WALL, TRUE, TRUE, N_ ("Incl Real %"),   \
          N_ ("Share of total real time, callees included"))                           \
  COLUMN (BASE_INCL_REAL, BASE, INCLUSIVE, WALL, FALSE, FALSE, N_ ("Old Incl Real"),   \
          N_ ("Real time in the base, callees included"))                              \
  COLUMN (INCL_REAL, TRACE, INCLUSIVE, WALL, FALSE, TRUE, N_ ("Incl Real"),            \
          N_ ("Real time, callees included; nested calls count once"))                 \
  COLUMN (DIFF_INCL_REAL, CHANGE, INCLUSIVE, WALL, FALSE, FALSE, N_ ("Δ Incl Real"),   \
          N_ ("Change of real time against the base, callees included"))               \
  COLUMN (DIFF_INCL_REAL_PERCENT, CHANGE, INCLUSIVE, WALL, TRUE, FALSE,                \
          N_ ("Δ Incl Real %"),                                                        \
          N_ ("Change of real time against the base, callees included, in percent of " \
              "the base"))                                                             \
  COLUMN (EXCL_REAL_PERCENT, TRACE, EXCLUSIVE, WALL, TRUE, TRUE, N_ ("Excl Real %"),   \
          N_ ("Share of total real time, callees excluded"))                           \
  COLUMN (BASE_EXCL_REAL, BASE, EXCLUSIVE, WALL, FALSE, FALSE, N_ ("Old Excl Real"),   \
          N_ ("Real time in the base, callees excluded"))                              \
  COLUMN (EXCL_REAL, TRACE, EXCLUSIVE, WALL, FALSE, TRUE, N_ ("Excl Real"),            \
          N_ ("Real time of all calls, callees excluded"))                             \
  COLUMN (DIFF_EXCL_REAL, CHANGE, EXCLUSIVE, WALL, FALSE, FALSE, N_ ("Δ Excl Real"),   \
          N_ ("Change of real time against the base, callees excluded"))               \
  COLUMN (WAITING_PERCENT, TRACE, WAITING, WALL, TRUE, TRUE, N_ ("Waiting %"),         \
          N_ ("Share of total real time spent off the CPU, callees excluded"))         \
  COLUMN (WAITING, TRACE, WAITING, WALL, FALSE, TRUE, N_ ("Waiting"),                  \
          N_ ("Time spent off the CPU, callees excluded"))                             \
  COLUMN (BASE_CALLS, BASE, ALL_CALLS, WALL, FALSE, FALSE, N_ ("Old Calls"),           \
          N_ ("Calls + recursive calls in the base"))                                  \
  COLUMN (CALLS, TRACE, ALL_CALLS, WALL, FALSE, TRUE, N_ ("Calls+Recur"),              \
          N_ ("Calls + recursive calls. Below a method: calls between the two / all "  \
              "calls"))                                                                \
  COLUMN (                                                                             \
      DIFF_CALLS, CHANGE, ALL_CALLS, WALL, FALSE, FALSE, N_ ("Δ Calls"),               \
      N_ ("Change of the number of calls against the base, recursive calls included")) \
  COLUMN (CPU_PER_CALL, TRACE, PER_CALL, THREAD_CPU, FALSE, TRUE, N_ ("CPU/Call"),     \
          N_ ("Inclusive CPU time, divided by all calls"))                             \
  COLUMN (REAL_PER_CALL, TRACE, PER_CALL, WALL, FALSE, TRUE, N_ ("Real/Call"),         \
          N_ ("Inclusive real time, divided by all calls"))                            \
  COLUMN (REAL_MINUS_CPU, TRACE, REAL_MINUS_CPU, WALL, FALSE, FALSE,                   \
          N_ ("Real − CPU"),                                                           \
          N_ ("Inclusive real time minus inclusive CPU time: time off the CPU, "       \
              "callees included"))                                                     \
  COLUMN (FIRST_CALL, TRACE, FIRST_CALL, WALL, FALSE, FALSE, N_ ("First Call"),        \
          N_ ("Start of the first call"))                                              \
  COLUMN (LONGEST_CALL, TRACE, LONGEST_CALL, WALL, FALSE, FALSE, N_ ("Longest Call"),  \
          N_ ("Inclusive time of the longest call, on the ranking clock"))             \
  COLUMN (SHORTEST_CALL, TRACE, SHORTEST_CALL, WALL, FALSE, FALSE,                     \
          N_ ("Shortest Call"),                                                        \
          N_ ("Inclusive time of the shortest call, on the ranking clock"))            \
  COLUMN (AVERAGE_CALL, TRACE, AVERAGE_CALL, WALL, FALSE, FALSE, N_ ("Mean Length"),   \
          N_ ("Mean of the inclusive times of all calls, nested ones included, on "    \
              "the ranking clock"))

#define TV_PROFILE_COLUMN_ENUMERATOR(name, ...) TV_PROFILE_COLUMN_##name,

/**
 * TvProfileColumn:
 * @TV_PROFILE_COLUMNS: the columns of the list; their number also stands for "no
 * column"
 *
 * A column of methods.
 */
typedef enum
{
  TV_PROFILE_COLUMNS (TV_PROFILE_COLUMN_ENUMERATOR) TV_PROFILE_N_COLUMNS
} TvProfileColumn;

#undef TV_PROFILE_COLUMN_ENUMERATOR

/**
 * TvProfileKind:
 * @name: its name in capitals
 * @title: its title, to be translated
 * @description: its description, to be translated
 * @of: the subject of its numbers
 * @measure: the measure; calls for the name
 * @clock: the clock of its times
 * @percent: whether it shows shares; of a change, shares of the base
 * @is_shown: whether it is visible by default
 *
 * The description of a column.
 */
typedef struct
{
  const char *name;
  const char *title;
  const char *description;
  TvSubject of;
  TvMethodMeasure measure;
  TvClock clock;
  gboolean percent;
  gboolean is_shown;
} TvProfileKind;

/**
 * TvProfileNumbers:
 * @trace: a trace
 * @totals: the sums of one of its methods, classes or packages
 * @base: (nullable): the sums of the same in the base, %NULL if they are unknown
 * @by: (nullable): how they are compared, %NULL for amounts on the same clocks
 * @length: (nullable): the lengths of its calls, %NULL while they are unknown
 *
 * The numbers of a row.
 */
typedef struct
{
  const TvTrace *trace;
  const TvMethodTotals *totals;
  const TvMethodTotals *base;
  const TvComparison *by;
  const TvCallLength *length;
} TvProfileNumbers;

const char *tv_clock_get_name (TvClock clock);

const char *tv_method_measure_get_name (TvMethodMeasure measure);
gboolean tv_method_measure_is_time (TvMethodMeasure measure);
gboolean tv_method_measure_is_of_clock (TvMethodMeasure measure);
gboolean tv_method_measure_exists (TvMethodMeasure measure, TvClock clock,
                                   const TvTrace *trace);
gint64 tv_method_measure_get_sum (TvMethodMeasure measure, TvClock clock,
                                  const TvMethodTotals *totals);
double tv_method_measure_get (TvMethodMeasure measure, TvClock clock,
                              const TvMethodTotals *totals, const TvCallLength *length);

char *tv_profile_dup_share (const TvProfile *profile, TvClock clock, gint64 part);
char *tv_profile_dup_error_note (const TvProfile *profile);

const TvProfileKind *tv_profile_column_get_kind (TvProfileColumn column);
const char *tv_profile_column_get_member (TvProfileColumn column);
char *tv_profile_column_dup_title (TvProfileColumn column, const TvTrace *trace,
                                   TvTimeUnit unit);
gboolean tv_profile_column_is_time (TvProfileColumn column);
gboolean tv_profile_column_is_compared (TvProfileColumn column);
gint64 tv_profile_column_get_base (TvProfileColumn column,
                                   const TvProfileNumbers *numbers);
gboolean tv_profile_column_needs_lengths (TvProfileColumn column);
double tv_profile_column_get_value (TvProfileColumn column,
                                    const TvProfileNumbers *numbers);
double tv_profile_column_get_weight (TvProfileColumn column,
                                     const TvProfileNumbers *numbers);

G_END_DECLS
