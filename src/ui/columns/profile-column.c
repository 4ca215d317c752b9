/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/columns/profile-column.h"

#include "config.h"

#include "analysis/text/time-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#define WITH_CPU (1 << TV_PROFILE_VIEW_CPU | 1 << TV_PROFILE_VIEW_BOTH)
#define WITH_REAL (1 << TV_PROFILE_VIEW_REAL | 1 << TV_PROFILE_VIEW_BOTH)
#define EVERYWHERE (WITH_CPU | WITH_REAL)
#define NOWHERE 0

/* The order is that of Traceview, as far as it has the column. The others are hidden at
 * first. */
static const TvTableColumn columns[TV_PROFILE_N_COLUMNS] = {
  [TV_PROFILE_COLUMN_NAME]
  = { "name", N_ ("Name"), N_ ("Rank and name of the method"), EVERYWHERE, 0 },
  [TV_PROFILE_COLUMN_DIFF_INCL_CPU_PERCENT]
  = { "diff-incl-cpu-percent", N_ ("Δ Incl CPU %"),
      N_ ("Change of CPU time against the base, callees included, in percent of the "
          "base"),
      WITH_CPU, TV_PROFILE_COLUMN_DIFF_INCL_REAL_PERCENT },
  [TV_PROFILE_COLUMN_DIFF_INCL_CPU]
  = { "diff-incl-cpu", N_ ("Δ Incl CPU"),
      N_ ("Change of CPU time against the base, callees included"), WITH_CPU,
      TV_PROFILE_COLUMN_DIFF_INCL_REAL },
  [TV_PROFILE_COLUMN_DIFF_EXCL_CPU]
  = { "diff-excl-cpu", N_ ("Δ Excl CPU"),
      N_ ("Change of CPU time against the base, callees excluded"), WITH_CPU,
      TV_PROFILE_COLUMN_DIFF_EXCL_REAL },
  [TV_PROFILE_COLUMN_DIFF_INCL_REAL_PERCENT]
  = { "diff-incl-real-percent", N_ ("Δ Incl Real %"),
      N_ ("Change of real time against the base, callees included, in percent of the "
          "base"),
      WITH_REAL, TV_PROFILE_COLUMN_DIFF_INCL_CPU_PERCENT },
  [TV_PROFILE_COLUMN_DIFF_INCL_REAL]
  = { "diff-incl-real", N_ ("Δ Incl Real"),
      N_ ("Change of real time against the base, callees included"), WITH_REAL,
      TV_PROFILE_COLUMN_DIFF_INCL_CPU },
  [TV_PROFILE_COLUMN_DIFF_EXCL_REAL]
  = { "diff-excl-real", N_ ("Δ Excl Real"),
      N_ ("Change of real time against the base, callees excluded"), WITH_REAL,
      TV_PROFILE_COLUMN_DIFF_EXCL_CPU },
  [TV_PROFILE_COLUMN_DIFF_CALLS]
  = { "diff-calls", N_ ("Δ Calls"),
      N_ ("Change of the number of calls against the base, recursive calls included"),
      EVERYWHERE, 0 },
  [TV_PROFILE_COLUMN_INCL_CPU_PERCENT]
  = { "incl-cpu-percent", N_ ("Incl CPU %"),
      N_ ("Share of total CPU time, callees included"), WITH_CPU,
      TV_PROFILE_COLUMN_INCL_REAL_PERCENT },
  [TV_PROFILE_COLUMN_INCL_CPU]
  = { "incl-cpu", N_ ("Incl CPU"),
      N_ ("CPU time, callees included; nested calls count once"), WITH_CPU,
      TV_PROFILE_COLUMN_INCL_REAL },
  [TV_PROFILE_COLUMN_EXCL_CPU_PERCENT]
  = { "excl-cpu-percent", N_ ("Excl CPU %"),
      N_ ("Share of total CPU time, callees excluded"), WITH_CPU,
      TV_PROFILE_COLUMN_EXCL_REAL_PERCENT },
  [TV_PROFILE_COLUMN_EXCL_CPU]
  = { "excl-cpu", N_ ("Excl CPU"), N_ ("CPU time of all calls, callees excluded"),
      WITH_CPU, TV_PROFILE_COLUMN_EXCL_REAL },
  [TV_PROFILE_COLUMN_INCL_REAL_PERCENT]
  = { "incl-real-percent", N_ ("Incl Real %"),
      N_ ("Share of total real time, callees included"), WITH_REAL,
      TV_PROFILE_COLUMN_INCL_CPU_PERCENT },
  [TV_PROFILE_COLUMN_INCL_REAL]
  = { "incl-real", N_ ("Incl Real"),
      N_ ("Real time, callees included; nested calls count once"), WITH_REAL,
      TV_PROFILE_COLUMN_INCL_CPU },
  [TV_PROFILE_COLUMN_EXCL_REAL_PERCENT]
  = { "excl-real-percent", N_ ("Excl Real %"),
      N_ ("Share of total real time, callees excluded"), WITH_REAL,
      TV_PROFILE_COLUMN_EXCL_CPU_PERCENT },
  [TV_PROFILE_COLUMN_EXCL_REAL]
  = { "excl-real", N_ ("Excl Real"), N_ ("Real time of all calls, callees excluded"),
      WITH_REAL, TV_PROFILE_COLUMN_EXCL_CPU },
  [TV_PROFILE_COLUMN_WAITING_PERCENT]
  = { "waiting-percent", N_ ("Waiting %"),
      N_ ("Share of total real time spent off the CPU, callees excluded"), WITH_REAL,
      0 },
  [TV_PROFILE_COLUMN_WAITING]
  = { "waiting", N_ ("Waiting"), N_ ("Time spent off the CPU, callees excluded"),
      WITH_REAL, 0 },
  [TV_PROFILE_COLUMN_CALLS]
  = { "calls", N_ ("Calls+Recur"),
      N_ ("Calls + recursive calls. Below a method: calls between the two / all calls"),
      EVERYWHERE, 0 },
  [TV_PROFILE_COLUMN_CPU_PER_CALL]
  = { "cpu-per-call", N_ ("CPU/Call"), N_ ("Inclusive CPU time, divided by all calls"),
      WITH_CPU, TV_PROFILE_COLUMN_REAL_PER_CALL },
  [TV_PROFILE_COLUMN_REAL_PER_CALL]
  = { "real-per-call", N_ ("Real/Call"),
      N_ ("Inclusive real time, divided by all calls"), WITH_REAL,
      TV_PROFILE_COLUMN_CPU_PER_CALL },
  [TV_PROFILE_COLUMN_REAL_MINUS_CPU]
  = { "real-minus-cpu", N_ ("Real − CPU"),
      N_ ("Inclusive real time minus inclusive CPU time: time off the CPU, callees "
          "included"),
      NOWHERE, 0 },
  [TV_PROFILE_COLUMN_FIRST_CALL]
  = { "first-call", N_ ("First Call"), N_ ("Start of the first call"), NOWHERE, 0 },
  [TV_PROFILE_COLUMN_LONGEST_CALL]
  = { "longest-call", N_ ("Longest Call"),
      N_ ("Inclusive time of the longest call, on the ranking clock"), NOWHERE, 0 },
  [TV_PROFILE_COLUMN_SHORTEST_CALL]
  = { "shortest-call", N_ ("Shortest Call"),
      N_ ("Inclusive time of the shortest call, on the ranking clock"), NOWHERE, 0 },
  [TV_PROFILE_COLUMN_AVERAGE_CALL]
  = { "average-call", N_ ("Mean Length"),
      N_ ("Mean of the inclusive times of all calls, nested ones included, on the "
          "ranking clock"),
      NOWHERE, 0 },
  [TV_PROFILE_COLUMN_BASE_INCL_CPU] = { "base-incl-cpu", N_ ("Base Incl CPU"),
                                        N_ ("CPU time in the base, callees included"),
                                        NOWHERE, TV_PROFILE_COLUMN_BASE_INCL_REAL },
  [TV_PROFILE_COLUMN_BASE_EXCL_CPU] = { "base-excl-cpu", N_ ("Base Excl CPU"),
                                        N_ ("CPU time in the base, callees excluded"),
                                        NOWHERE, TV_PROFILE_COLUMN_BASE_EXCL_REAL },
  [TV_PROFILE_COLUMN_BASE_INCL_REAL] = { "base-incl-real", N_ ("Base Incl Real"),
                                         N_ ("Real time in the base, callees included"),
                                         NOWHERE, TV_PROFILE_COLUMN_BASE_INCL_CPU },
  [TV_PROFILE_COLUMN_BASE_EXCL_REAL] = { "base-excl-real", N_ ("Base Excl Real"),
                                         N_ ("Real time in the base, callees excluded"),
                                         NOWHERE, TV_PROFILE_COLUMN_BASE_EXCL_CPU },
  [TV_PROFILE_COLUMN_BASE_CALLS]
  = { "base-calls", N_ ("Base Calls"), N_ ("Calls + recursive calls in the base"),
      NOWHERE, 0 },
};

#define KIND(column, member, subject, measure, clock, percent)                         \
  [TV_PROFILE_COLUMN_##column]                                                         \
      = { member, TV_PROFILE_OF_##subject, TV_PROFILE_MEASURE_##measure,               \
          TV_CLOCK_##clock, percent }

static const TvProfileKind kinds[TV_PROFILE_N_COLUMNS] = {
  KIND (NAME, "name", TRACE, NONE, WALL, FALSE),
  KIND (DIFF_INCL_CPU_PERCENT, "inclusive_cpu_change_percent", CHANGE, INCLUSIVE,
        THREAD_CPU, TRUE),
  KIND (DIFF_INCL_CPU, "inclusive_cpu_change_ns", CHANGE, INCLUSIVE, THREAD_CPU, FALSE),
  KIND (DIFF_EXCL_CPU, "exclusive_cpu_change_ns", CHANGE, EXCLUSIVE, THREAD_CPU, FALSE),
  KIND (DIFF_INCL_REAL_PERCENT, "inclusive_wall_change_percent", CHANGE, INCLUSIVE,
        WALL, TRUE),
  KIND (DIFF_INCL_REAL, "inclusive_wall_change_ns", CHANGE, INCLUSIVE, WALL, FALSE),
  KIND (DIFF_EXCL_REAL, "exclusive_wall_change_ns", CHANGE, EXCLUSIVE, WALL, FALSE),
  KIND (DIFF_CALLS, "calls_change", CHANGE, NONE, WALL, FALSE),
  KIND (INCL_CPU_PERCENT, "inclusive_cpu_percent", TRACE, INCLUSIVE, THREAD_CPU, TRUE),
  KIND (INCL_CPU, "inclusive_cpu_ns", TRACE, INCLUSIVE, THREAD_CPU, FALSE),
  KIND (EXCL_CPU_PERCENT, "exclusive_cpu_percent", TRACE, EXCLUSIVE, THREAD_CPU, TRUE),
  KIND (EXCL_CPU, "exclusive_cpu_ns", TRACE, EXCLUSIVE, THREAD_CPU, FALSE),
  KIND (INCL_REAL_PERCENT, "inclusive_wall_percent", TRACE, INCLUSIVE, WALL, TRUE),
  KIND (INCL_REAL, "inclusive_wall_ns", TRACE, INCLUSIVE, WALL, FALSE),
  KIND (EXCL_REAL_PERCENT, "exclusive_wall_percent", TRACE, EXCLUSIVE, WALL, TRUE),
  KIND (EXCL_REAL, "exclusive_wall_ns", TRACE, EXCLUSIVE, WALL, FALSE),
  KIND (WAITING_PERCENT, "waiting_percent", TRACE, WAITING, WALL, TRUE),
  KIND (WAITING, "waiting_ns", TRACE, WAITING, WALL, FALSE),
  KIND (CALLS, "calls", TRACE, NONE, WALL, FALSE),
  KIND (CPU_PER_CALL, "inclusive_cpu_per_call_ns", TRACE, PER_CALL, THREAD_CPU, FALSE),
  KIND (REAL_PER_CALL, "inclusive_wall_per_call_ns", TRACE, PER_CALL, WALL, FALSE),
  KIND (REAL_MINUS_CPU, "inclusive_wall_minus_cpu_ns", TRACE, REAL_MINUS_CPU, WALL,
        FALSE),
  KIND (FIRST_CALL, "first_call_ns", TRACE, FIRST_CALL, WALL, FALSE),
  KIND (LONGEST_CALL, "longest_call_ns", TRACE, LONGEST_CALL, WALL, FALSE),
  KIND (SHORTEST_CALL, "shortest_call_ns", TRACE, SHORTEST_CALL, WALL, FALSE),
  KIND (AVERAGE_CALL, "average_call_ns", TRACE, AVERAGE_CALL, WALL, FALSE),
  KIND (BASE_INCL_CPU, "base_inclusive_cpu_ns", BASE, INCLUSIVE, THREAD_CPU, FALSE),
  KIND (BASE_EXCL_CPU, "base_exclusive_cpu_ns", BASE, EXCLUSIVE, THREAD_CPU, FALSE),
  KIND (BASE_INCL_REAL, "base_inclusive_wall_ns", BASE, INCLUSIVE, WALL, FALSE),
  KIND (BASE_EXCL_REAL, "base_exclusive_wall_ns", BASE, EXCLUSIVE, WALL, FALSE),
  KIND (BASE_CALLS, "base_calls", BASE, NONE, WALL, FALSE),
};

#undef KIND

/**
 * tv_profile_make_toplevel:
 * @profile: sums
 *
 * Returns: the sums of `(toplevel)`: all that the roots take, called once by each
 * thread
 */
TvMethodTotals
tv_profile_make_toplevel (const TvProfile *profile)
{
  const TvThreadSet *threads = tv_profile_get_range (profile)->threads;
  TvMethodTotals totals
      = { .first_call.thread = TV_THREAD_NONE, .longest_call.thread = TV_THREAD_NONE };

  totals.calls = tv_thread_set_count (threads, tv_profile_get_trace (profile));
  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    totals.inclusive[clock] = tv_profile_get_root_inclusive (profile, clock);
  return totals;
}

/**
 * tv_profile_columns_get:
 * Returns: (transfer none) (array): all columns, for a table
 */
const TvTableColumn *
tv_profile_columns_get (void)
{
  return columns;
}

/**
 * tv_profile_column_get_kind:
 * @column: a column
 *
 * Returns: (transfer none): what it shows
 */
const TvProfileKind *
tv_profile_column_get_kind (TvProfileColumn column)
{
  g_return_val_if_fail (column < TV_PROFILE_N_COLUMNS, NULL);

  return &kinds[column];
}

/* Returns whether its numbers are times. */
gboolean
tv_profile_column_is_time (TvProfileColumn column)
{
  const TvProfileKind *kind = tv_profile_column_get_kind (column);

  return kind->measure != TV_PROFILE_MEASURE_NONE && !kind->percent;
}

/**
 * tv_profile_column_dup_title:
 * @column: a column
 * @unit: the unit of times
 *
 * Returns: (transfer full): its title, of times with their unit
 */
char *
tv_profile_column_dup_title (TvProfileColumn column, TvTimeUnit unit)
{
  g_return_val_if_fail (column < TV_PROFILE_N_COLUMNS, NULL);

  if (!tv_profile_column_is_time (column))
    return g_strdup (_ (columns[column].title));
  /* Translators: the title of a column and the unit of its times: "Waiting (µs)". */
  return g_strdup_printf (_ ("%s (%s)"), _ (columns[column].title),
                          tv_time_unit_get_symbol (unit));
}

/**
 * tv_profile_column_exists:
 * @column: a column
 * @session: a session
 *
 * Returns: whether its trace has the clock of the column; of a comparison, whether the
 *   base has it, too. Waiting needs both clocks
 */
gboolean
tv_profile_column_exists (TvProfileColumn column, TvTraceSession *session)
{
  const TvTrace *trace;

  g_return_val_if_fail (column < TV_PROFILE_N_COLUMNS, FALSE);
  g_return_val_if_fail (TV_IS_TRACE_SESSION (session), FALSE);

  trace = tv_trace_session_get_trace (session);
  if (kinds[column].of != TV_PROFILE_OF_TRACE
      && kinds[column].measure == TV_PROFILE_MEASURE_NONE)
    return tv_trace_session_get_base (session) != NULL;
  if (kinds[column].of != TV_PROFILE_OF_TRACE)
    return tv_trace_session_compares_clock (session, kinds[column].clock);
  switch (kinds[column].measure)
    {
    case TV_PROFILE_MEASURE_INCLUSIVE:
    case TV_PROFILE_MEASURE_EXCLUSIVE:
    case TV_PROFILE_MEASURE_PER_CALL:
      return tv_trace_has_clock (trace, kinds[column].clock);
    case TV_PROFILE_MEASURE_WAITING:
    case TV_PROFILE_MEASURE_REAL_MINUS_CPU:
      return tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU)
             && tv_trace_has_clock (trace, TV_CLOCK_WALL);
    case TV_PROFILE_MEASURE_NONE:
    case TV_PROFILE_MEASURE_FIRST_CALL:
    case TV_PROFILE_MEASURE_LONGEST_CALL:
    case TV_PROFILE_MEASURE_SHORTEST_CALL:
    case TV_PROFILE_MEASURE_AVERAGE_CALL:
    default:
      return TRUE;
    }
}

/**
 * tv_profile_column_needs_lengths:
 * @column: a column
 *
 * Returns: whether its numbers need the length of every call
 */
gboolean
tv_profile_column_needs_lengths (TvProfileColumn column)
{
  g_return_val_if_fail (column < TV_PROFILE_N_COLUMNS, FALSE);

  return kinds[column].measure == TV_PROFILE_MEASURE_LONGEST_CALL
         || kinds[column].measure == TV_PROFILE_MEASURE_SHORTEST_CALL
         || kinds[column].measure == TV_PROFILE_MEASURE_AVERAGE_CALL;
}

static double
get_length (TvProfileMeasure measure, const TvCallLength *length, double calls)
{
  if (length == NULL)
    return 0;
  if (measure == TV_PROFILE_MEASURE_LONGEST_CALL)
    return (double) length->longest;
  if (measure == TV_PROFILE_MEASURE_SHORTEST_CALL)
    return (double) length->shortest;
  return calls > 0 ? (double) length->all / calls : 0;
}

static double
measure (const TvProfileKind *kind, const TvMethodTotals *totals,
         const TvCallLength *length)
{
  const double calls = (double) totals->calls + (double) totals->recursive_calls;

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
    case TV_PROFILE_MEASURE_REAL_MINUS_CPU:
      return (double) (totals->inclusive[TV_CLOCK_WALL]
                       - totals->inclusive[TV_CLOCK_THREAD_CPU]);
    case TV_PROFILE_MEASURE_FIRST_CALL:
      return totals->first_call.thread != TV_THREAD_NONE ? (double) totals->first_start
                                                         : 0;
    case TV_PROFILE_MEASURE_LONGEST_CALL:
    case TV_PROFILE_MEASURE_SHORTEST_CALL:
    case TV_PROFILE_MEASURE_AVERAGE_CALL:
      return get_length (kind->measure, length, calls);
    case TV_PROFILE_MEASURE_NONE:
    default:
      return calls;
    }
}

/**
 * tv_profile_column_get_value:
 * @column: a column
 * @numbers: what is known of a row
 *
 * Returns: its number; that of a time and of its share are the same. A change of what
 *   the base takes no less is negative; it is 0 if the base is not known
 */
double
tv_profile_column_get_value (TvProfileColumn column, const TvProfileNumbers *numbers)
{
  const TvProfileKind *kind = &kinds[column];
  double base;

  g_return_val_if_fail (column < TV_PROFILE_N_COLUMNS, 0);

  if (kind->of == TV_PROFILE_OF_TRACE)
    return measure (kind, numbers->totals, numbers->length);
  if (numbers->base == NULL)
    return 0;
  base = measure (kind, numbers->base, NULL);
  return kind->of == TV_PROFILE_OF_BASE ? base
                                        : measure (kind, numbers->totals, NULL) - base;
}

/**
 * tv_profile_column_get_weight:
 * @column: a column
 * @numbers: what is known of a row
 *
 * Returns: the number to sort by: of a change its size, be it more or less. What is new
 *   has the greatest change in percent
 */
double
tv_profile_column_get_weight (TvProfileColumn column, const TvProfileNumbers *numbers)
{
  const double value = tv_profile_column_get_value (column, numbers);
  double base;

  if (kinds[column].of != TV_PROFILE_OF_CHANGE || value == 0)
    return value;
  if (!kinds[column].percent)
    return fabs (value);
  base = measure (&kinds[column], numbers->base, NULL);
  return base > 0 ? fabs (value) / base : G_MAXDOUBLE;
}
