/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/columns/profile-column.h"

#include "trace/model/trace-samples.h"

/**
 * tv_profile_make_toplevel:
 * @profile: sums
 *
 * Returns: the sums of `(toplevel)`: the time of all root calls, and a call for each
 *   thread
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

/* Returns the views of a comparison that show a column by default: the old and the new
 * number and the difference. Both clocks leave room for inclusive times alone. */
static guint
find_compared_views (TvProfileColumn column)
{
  const TvProfileKind *kind = tv_profile_column_get_kind (column);
  const guint of_clock = 1 << (TV_PROFILE_VIEW_COMPARED
                               + (kind->clock == TV_CLOCK_WALL ? TV_PROFILE_VIEW_REAL
                                                               : TV_PROFILE_VIEW_CPU));
  const guint both = 1 << (TV_PROFILE_VIEW_COMPARED + TV_PROFILE_VIEW_BOTH);

  if (column == TV_PROFILE_COLUMN_NAME || column == TV_PROFILE_COLUMN_DIFF_CALLS)
    return both | 1 << (TV_PROFILE_VIEW_COMPARED + TV_PROFILE_VIEW_CPU)
           | 1 << (TV_PROFILE_VIEW_COMPARED + TV_PROFILE_VIEW_REAL);
  if (!tv_profile_column_is_compared (column))
    return 0;
  if (kind->percent)
    return kind->of == TV_SUBJECT_CHANGE ? of_clock : 0;
  return kind->measure == TV_METHOD_MEASURE_INCLUSIVE ? of_clock | both : of_clock;
}

/* Returns the views that show a column by default. */
static guint
find_views (const TvProfileKind *kind)
{
  const guint both = 1 << TV_PROFILE_VIEW_BOTH;

  if (!kind->is_shown)
    return 0;
  if (kind->measure == TV_METHOD_MEASURE_ALL_CALLS)
    return both | 1 << TV_PROFILE_VIEW_CPU | 1 << TV_PROFILE_VIEW_REAL;
  return both
         | 1 << (kind->clock == TV_CLOCK_WALL ? TV_PROFILE_VIEW_REAL
                                              : TV_PROFILE_VIEW_CPU);
}

/* Returns the same column on the other clock, 0 for none. */
static guint
find_twin (const TvProfileKind *kind)
{
  for (guint i = 0; i < TV_PROFILE_N_COLUMNS; i++)
    {
      const TvProfileKind *twin = tv_profile_column_get_kind (i);

      if (twin->of == kind->of && twin->measure == kind->measure
          && twin->percent == kind->percent && twin->clock != kind->clock)
        return i;
    }
  return 0;
}

static gpointer
make_columns (gpointer data)
{
  TvTableColumn *columns = g_new (TvTableColumn, TV_PROFILE_N_COLUMNS);

  for (guint i = 0; i < TV_PROFILE_N_COLUMNS; i++)
    {
      const TvProfileKind *kind = tv_profile_column_get_kind (i);

      columns[i] = (TvTableColumn){
        .nick = g_strdelimit (g_ascii_strdown (kind->name, -1), "_", '-'),
        .title = kind->title,
        .description = kind->description,
        .views = find_views (kind) | find_compared_views (i),
        .twin = find_twin (kind),
      };
    }
  return columns;
}

/**
 * tv_profile_columns_get:
 * Returns: (transfer none) (array): all columns, for a table
 */
const TvTableColumn *
tv_profile_columns_get (void)
{
  static GOnce once = G_ONCE_INIT;

  return g_once (&once, make_columns, NULL);
}

/**
 * tv_profile_column_exists:
 * @column: a column
 * @session: a session
 *
 * Returns: whether the trace has the clock of the column, and for a comparison also the
 *   base. Waiting needs both clocks
 */
gboolean
tv_profile_column_exists (TvProfileColumn column, TvTraceSession *session)
{
  const TvProfileKind *kind = tv_profile_column_get_kind (column);

  g_return_val_if_fail (kind != NULL, FALSE);
  g_return_val_if_fail (TV_IS_TRACE_SESSION (session), FALSE);

  if (column == TV_PROFILE_COLUMN_NAME)
    return TRUE;
  if (kind->of == TV_SUBJECT_TRACE)
    return tv_method_measure_exists (kind->measure, kind->clock,
                                     tv_trace_session_get_trace (session));
  if (kind->measure == TV_METHOD_MEASURE_ALL_CALLS)
    return tv_trace_session_get_base (session) != NULL
           && !tv_trace_has_samples (tv_trace_session_get_trace (session))
           && !tv_trace_has_samples (
               tv_trace_session_get_trace (tv_trace_session_get_base (session)));
  return tv_trace_session_compares_clock (session, kind->clock);
}
