/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/column-widest.h"

#include "analysis/text/time-text.h"
#include "ui/profile/row-values.h"

/* The longest time that a column can hold: that of all root calls, or the end of the
 * trace. */
static double
get_longest_time (TvProfileColumn column, TvTraceSession *session)
{
  const TvProfile *profile = tv_trace_session_get_whole_profile (session);
  gint64 start;
  gint64 end;

  switch (tv_profile_column_get_measure (column))
    {
    case TV_PROFILE_MEASURE_FIRST_CALL:
      tv_trace_get_axis_range (tv_trace_session_get_trace (session), &start, &end);
      return (double) end;
    case TV_PROFILE_MEASURE_LONGEST_CALL:
    case TV_PROFILE_MEASURE_SHORTEST_CALL:
    case TV_PROFILE_MEASURE_AVERAGE_CALL:
      return (double) MAX (tv_profile_get_root_inclusive (profile, TV_CLOCK_THREAD_CPU),
                           tv_profile_get_root_inclusive (profile, TV_CLOCK_WALL));
    case TV_PROFILE_MEASURE_NONE:
    case TV_PROFILE_MEASURE_INCLUSIVE:
    case TV_PROFILE_MEASURE_EXCLUSIVE:
    case TV_PROFILE_MEASURE_WAITING:
    case TV_PROFILE_MEASURE_PER_CALL:
    case TV_PROFILE_MEASURE_REAL_MINUS_CPU:
    default:
      return (double) tv_profile_get_root_inclusive (
          profile, tv_profile_column_get_clock (column));
    }
}

/* Returns a number as wide as any that it can hold, in the unit of the session. */
char *
tv_column_dup_widest_text (TvProfileColumn column, TvTraceSession *session)
{
  g_return_val_if_fail (column < TV_PROFILE_N_COLUMNS, NULL);
  g_return_val_if_fail (TV_IS_TRACE_SESSION (session), NULL);

  if (tv_profile_column_is_percent (column))
    return tv_percent_format (1, 1);
  if (!tv_profile_column_is_time (column))
    return g_strdup_printf (
        "%" G_GSIZE_FORMAT "+0",
        tv_trace_get_n_calls (tv_trace_session_get_trace (session)));
  return tv_time_format_cell (get_longest_time (column, session),
                              tv_trace_session_get_time_unit (session));
}
