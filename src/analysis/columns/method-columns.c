/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/columns/method-columns.h"
#include "analysis/text/amount-text.h"
#include "analysis/text/kind-text.h"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Clocks */

/**
 * tv_clock_get_name:
 * @clock: a clock
 *
 * Returns: its name for programs
 */
const char *
tv_clock_get_name (TvClock clock)
{
  return clock == TV_CLOCK_WALL ? "wall" : "cpu";
}

/* Measures */

/* The clocks that a measure needs. */
typedef enum
{
  NEEDS_NONE,
  NEEDS_CLOCK,
  NEEDS_BOTH,
  NEEDS_LENGTHS,
  NEEDS_SAMPLES
} Need;

static const struct
{
  const char *name;
  const char *suffix; /* follows the clock in members */
  gboolean is_time;
  Need need;
} measures[] = {
  [TV_METHOD_MEASURE_ALL_CALLS] = { "calls", "", FALSE, NEEDS_NONE },
  [TV_METHOD_MEASURE_CALLS] = { "calls", "", FALSE, NEEDS_NONE },
  [TV_METHOD_MEASURE_RECURSIVE_CALLS] = { "recursive_calls", "", FALSE, NEEDS_NONE },
  [TV_METHOD_MEASURE_INCLUSIVE] = { "inclusive", "", TRUE, NEEDS_CLOCK },
  [TV_METHOD_MEASURE_EXCLUSIVE] = { "exclusive", "", TRUE, NEEDS_CLOCK },
  [TV_METHOD_MEASURE_PER_CALL] = { "inclusive", "_per_call", TRUE, NEEDS_CLOCK },
  [TV_METHOD_MEASURE_REAL_MINUS_CPU]
  = { "inclusive_wall", "_minus_cpu", TRUE, NEEDS_BOTH },
  [TV_METHOD_MEASURE_WAITING] = { "waiting", "", TRUE, NEEDS_BOTH },
  [TV_METHOD_MEASURE_WAITS] = { "waits", "", FALSE, NEEDS_BOTH },
  [TV_METHOD_MEASURE_FIRST_CALL] = { "first_call", "", TRUE, NEEDS_NONE },
  [TV_METHOD_MEASURE_LONGEST_CALL] = { "longest_call", "", TRUE, NEEDS_LENGTHS },
  [TV_METHOD_MEASURE_SHORTEST_CALL] = { "shortest_call", "", TRUE, NEEDS_LENGTHS },
  [TV_METHOD_MEASURE_AVERAGE_CALL] = { "average_call", "", TRUE, NEEDS_LENGTHS },
  [TV_METHOD_MEASURE_SAMPLES] = { "samples", "", FALSE, NEEDS_SAMPLES },
};

/**
 * tv_method_measure_get_name:
 * @measure: a measure
 *
 * Returns: its name for programs, without the clock
 */
const char *
tv_method_measure_get_name (TvMethodMeasure measure)
{
  return measures[measure].name;
}

/**
 * tv_method_measure_is_time:
 * @measure: a measure
 *
 * Returns: whether it is a time rather than a count
 */
gboolean
tv_method_measure_is_time (TvMethodMeasure measure)
{
  return measures[measure].is_time;
}

/**
 * tv_method_measure_is_of_clock:
 * @measure: a measure
 *
 * Returns: whether it differs by clock
 */
gboolean
tv_method_measure_is_of_clock (TvMethodMeasure measure)
{
  return measures[measure].need == NEEDS_CLOCK;
}

/**
 * tv_method_measure_exists:
 * @measure: a measure
 * @clock: the clock of times
 * @trace: a trace
 *
 * Returns: whether the trace has the clocks or samples that it needs. Samples do not
 *   tell calls, how long they took, or waits. Where weights are numbers of samples,
 *   nothing else counts them
 */
gboolean
tv_method_measure_exists (TvMethodMeasure measure, TvClock clock, const TvTrace *trace)
{
  if (measures[measure].need == NEEDS_SAMPLES)
    return tv_trace_get_n_sample_events (trace) > 0 && !tv_trace_weighs_samples (trace);
  if (tv_trace_has_samples (trace))
    return clock == TV_CLOCK_THREAD_CPU
           && (measure == TV_METHOD_MEASURE_INCLUSIVE
               || measure == TV_METHOD_MEASURE_EXCLUSIVE);
  switch (measures[measure].need)
    {
    case NEEDS_CLOCK:
      return tv_trace_has_clock (trace, clock);
    case NEEDS_BOTH:
      return tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU)
             && tv_trace_has_clock (trace, TV_CLOCK_WALL);
    case NEEDS_NONE:
    case NEEDS_LENGTHS:
    case NEEDS_SAMPLES:
    default:
      return TRUE;
    }
}

/**
 * tv_method_measure_get_sum:
 * @measure: a measure that is a sum
 * @clock: the clock of times
 * @totals: the sums of a method
 *
 * Returns: its number, times in nanoseconds
 */
gint64
tv_method_measure_get_sum (TvMethodMeasure measure, TvClock clock,
                           const TvMethodTotals *totals)
{
  switch (measure)
    {
    case TV_METHOD_MEASURE_CALLS:
      return (gint64) totals->calls;
    case TV_METHOD_MEASURE_RECURSIVE_CALLS:
      return (gint64) totals->recursive_calls;
    case TV_METHOD_MEASURE_INCLUSIVE:
      return totals->inclusive[clock];
    case TV_METHOD_MEASURE_EXCLUSIVE:
      return totals->exclusive[clock];
    case TV_METHOD_MEASURE_REAL_MINUS_CPU:
      return totals->inclusive[TV_CLOCK_WALL] - totals->inclusive[TV_CLOCK_THREAD_CPU];
    case TV_METHOD_MEASURE_WAITING:
      return totals->waiting;
    case TV_METHOD_MEASURE_WAITS:
      return (gint64) totals->n_waits;
    case TV_METHOD_MEASURE_FIRST_CALL:
      return totals->first_call.thread != TV_THREAD_NONE ? totals->first_start : 0;
    case TV_METHOD_MEASURE_SAMPLES:
      return (gint64) totals->samples;
    case TV_METHOD_MEASURE_ALL_CALLS:
    case TV_METHOD_MEASURE_PER_CALL:
    case TV_METHOD_MEASURE_LONGEST_CALL:
    case TV_METHOD_MEASURE_SHORTEST_CALL:
    case TV_METHOD_MEASURE_AVERAGE_CALL:
    default:
      return (gint64) (totals->calls + totals->recursive_calls);
    }
}

/**
 * tv_method_measure_get:
 * @measure: a measure
 * @clock: the clock of times
 * @totals: the sums of a method
 * @length: (nullable): the lengths of its calls, if they are known
 *
 * Returns: its number, times in nanoseconds; 0 if it is not known
 */
double
tv_method_measure_get (TvMethodMeasure measure, TvClock clock,
                       const TvMethodTotals *totals, const TvCallLength *length)
{
  const double calls = (double) totals->calls + (double) totals->recursive_calls;

  if (measures[measure].need == NEEDS_LENGTHS && length == NULL)
    return 0;
  if (measure == TV_METHOD_MEASURE_LONGEST_CALL)
    return (double) length->longest;
  if (measure == TV_METHOD_MEASURE_SHORTEST_CALL)
    return (double) length->shortest;
  if (measure == TV_METHOD_MEASURE_AVERAGE_CALL)
    return calls > 0 ? (double) length->all / calls : 0;
  if (measure == TV_METHOD_MEASURE_PER_CALL)
    return calls > 0 ? (double) totals->inclusive[clock] / calls : 0;
  return (double) tv_method_measure_get_sum (measure, clock, totals);
}

/* Columns */

#define KIND(name, of, measure, clock, percent, is_shown, title, description)          \
  { #name,                                                                             \
    title,                                                                             \
    description,                                                                       \
    TV_SUBJECT_##of,                                                                   \
    TV_METHOD_MEASURE_##measure,                                                       \
    TV_CLOCK_##clock,                                                                  \
    percent,                                                                           \
    is_shown },

static const TvProfileKind kinds[TV_PROFILE_N_COLUMNS] = { TV_PROFILE_COLUMNS (KIND) };

#undef KIND

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

/**
 * tv_profile_column_get_member:
 * @column: a column
 *
 * Returns: its name in JSON, where times are in nanoseconds
 */
const char *
tv_profile_column_get_member (TvProfileColumn column)
{
  const TvProfileKind *kind = tv_profile_column_get_kind (column);
  const gboolean has_clock = tv_method_measure_is_of_clock (kind->measure);
  g_autofree char *member = NULL;

  if (column == TV_PROFILE_COLUMN_NAME)
    return "name";
  member = g_strconcat (
      kind->of == TV_SUBJECT_BASE ? "base_" : "", measures[kind->measure].name,
      has_clock ? "_" : "", has_clock ? tv_clock_get_name (kind->clock) : "",
      measures[kind->measure].suffix, kind->of == TV_SUBJECT_CHANGE ? "_change" : "",
      kind->percent                        ? "_percent"
      : tv_profile_column_is_time (column) ? "_ns"
                                           : "",
      NULL);
  return g_intern_string (member);
}

/**
 * tv_profile_column_is_time:
 * @column: a column
 *
 * Returns: whether its numbers are times
 */
gboolean
tv_profile_column_is_time (TvProfileColumn column)
{
  const TvProfileKind *kind = tv_profile_column_get_kind (column);

  return measures[kind->measure].is_time && !kind->percent;
}

/**
 * tv_profile_column_dup_title:
 * @column: a column
 * @trace: a trace, which says what is counted
 * @unit: the unit of times
 *
 * Returns: (transfer full): its title, for times with the unit
 */
char *
tv_profile_column_dup_title (TvProfileColumn column, const TvTrace *trace,
                             TvTimeUnit unit)
{
  const char *title;
  g_autofree char *own_title = NULL;

  g_return_val_if_fail (column < TV_PROFILE_N_COLUMNS, NULL);

  title = tv_kind_text (trace, kinds[column].title);
  if (!tv_profile_column_is_time (column))
    return tv_amount_dup_text (trace, title);
  own_title = tv_amount_dup_text (trace, title);
  unit = tv_amount_get_unit (trace, kinds[column].clock, unit);
  if (unit == TV_TIME_UNIT_ONE)
    return g_steal_pointer (&own_title);
  /* Translators: the title of a column and the unit of its times: "Waiting (µs)". */
  return g_strdup_printf (_ ("%s (%s)"), own_title, tv_time_unit_get_symbol (unit));
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

  return measures[kinds[column].measure].need == NEEDS_LENGTHS;
}

/**
 * tv_profile_column_is_compared:
 * @column: a column
 *
 * Returns: whether the base has a column of the same measure, which is a time
 */
gboolean
tv_profile_column_is_compared (TvProfileColumn column)
{
  g_return_val_if_fail (column < TV_PROFILE_N_COLUMNS, FALSE);

  return kinds[column].measure == TV_METHOD_MEASURE_INCLUSIVE
         || kinds[column].measure == TV_METHOD_MEASURE_EXCLUSIVE;
}

/* Returns the number of a side that is compared, perhaps a share. */
static gint64
get_compared (const TvProfileKind *kind, const TvProfileNumbers *numbers,
              TvDiffSide side)
{
  const TvComparison *by = numbers->by;
  const TvMethodTotals *totals = side == TV_DIFF_OLD ? numbers->base : numbers->totals;
  const gboolean is_time = tv_method_measure_is_of_clock (kind->measure);
  const TvClock clock = by != NULL && is_time && side == TV_DIFF_OLD
                            ? by->old_clock[kind->clock]
                            : kind->clock;
  const gint64 amount = tv_method_measure_get_sum (kind->measure, clock, totals);

  return by != NULL && is_time
             ? tv_comparison_get_number (by, side, kind->clock, amount)
             : amount;
}

/**
 * tv_profile_column_get_base:
 * @column: a column of the base or of the change
 * @numbers: the numbers of a row that has a base
 *
 * Returns: the number of the base that is compared: an amount, or a share of
 *   %TV_SHARE_WHOLE
 */
gint64
tv_profile_column_get_base (TvProfileColumn column, const TvProfileNumbers *numbers)
{
  g_return_val_if_fail (column < TV_PROFILE_N_COLUMNS && numbers->base != NULL, 0);

  return get_compared (&kinds[column], numbers, TV_DIFF_OLD);
}

/**
 * tv_profile_column_get_value:
 * @column: a column
 * @numbers: the numbers of a row
 *
 * Returns: its number, which is the same for a time and for its share. That of the base
 *   is its amount or its share, see @numbers. A change is the number less that of the
 *   base, 0 if the base is unknown
 */
double
tv_profile_column_get_value (TvProfileColumn column, const TvProfileNumbers *numbers)
{
  const TvProfileKind *kind = &kinds[column];
  gint64 base;

  g_return_val_if_fail (column < TV_PROFILE_N_COLUMNS, 0);

  if (kind->of == TV_SUBJECT_TRACE)
    return tv_method_measure_get (kind->measure, kind->clock, numbers->totals,
                                  numbers->length);
  if (numbers->base == NULL)
    return 0;
  base = get_compared (kind, numbers, TV_DIFF_OLD);
  return kind->of == TV_SUBJECT_BASE
             ? (double) base
             : (double) (get_compared (kind, numbers, TV_DIFF_NEW) - base);
}

/**
 * tv_profile_column_get_weight:
 * @column: a column
 * @numbers: the numbers of a row
 *
 * Returns: the number to sort by: for a change, its size without the sign. A new method
 *   has the greatest change in percent
 */
double
tv_profile_column_get_weight (TvProfileColumn column, const TvProfileNumbers *numbers)
{
  const double value = tv_profile_column_get_value (column, numbers);
  gint64 base;

  if (kinds[column].of != TV_SUBJECT_CHANGE || value == 0)
    return value;
  if (!kinds[column].percent)
    return fabs (value);
  base = get_compared (&kinds[column], numbers, TV_DIFF_OLD);
  return base > 0 ? fabs (value) / (double) base : G_MAXDOUBLE;
}

/**
 * tv_profile_dup_share:
 * @profile: a profile
 * @clock: one of the clocks of its trace
 * @part: a time or weight on the clock
 *
 * Returns: (transfer full): its share of the profile for people; a share of samples
 * with its standard error in percentage points, see tv_profile_get_share_error():
 *   `12.3% ± 1.9`
 */
char *
tv_profile_dup_share (const TvProfile *profile, TvClock clock, gint64 part)
{
  g_autofree char *share = NULL;
  double error;

  g_return_val_if_fail (profile != NULL, NULL);

  share = tv_percent_format (part, tv_profile_get_root_inclusive (profile, clock));
  error
      = clock == TV_CLOCK_THREAD_CPU ? tv_profile_get_share_error (profile, part) : -1;
  if (error <= 0)
    return g_steal_pointer (&share);
  return g_strdup_printf ("%s ± %.1f", share, error * 100);
}

/**
 * tv_profile_dup_error_note:
 * @profile: a profile
 *
 * Returns: (transfer full) (nullable): what the error of tv_profile_dup_share() means,
 *   %NULL if the trace has no samples
 */
char *
tv_profile_dup_error_note (const TvProfile *profile)
{
  g_return_val_if_fail (profile != NULL, NULL);

  if (tv_profile_get_share_error (profile, 0) < 0)
    return NULL;
  return g_strdup (_ ("After ± stands the standard error, because samples are few: the "
                      "true share is within it with a probability of 68 %"));
}
