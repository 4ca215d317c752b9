/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile-value.h"

#include "ui/profile-outline.h"
#include "ui/relatives-query.h"

static const TvRelatives *
get_relatives (TvProfileRow *row)
{
  return tv_relatives_query_get_relatives (
      TV_RELATIVES_QUERY (tv_profile_row_get_owner (row)));
}

/**
 * tv_profile_row_get_relative:
 * @row: the row of a relative
 *
 * Returns: (transfer none): the caller or callee that it is about
 */
const TvRelative *
tv_profile_row_get_relative (TvProfileRow *row)
{
  const guint index = tv_profile_row_get_index (row);
  guint n;
  const TvRelative *relatives
      = tv_relatives_get (get_relatives (row), tv_profile_row_get_relation (row), &n);

  g_assert (index < n);
  return &relatives[index];
}

/**
 * tv_profile_row_get_target:
 * @row: a row
 *
 * Which method a row is about: its own at the top level, the caller or callee of a
 * relative, and for own time the method whose time it is.
 *
 * Returns: index of the method; %TV_METHOD_NONE for a heading, for waiting, and for the
 *   `(toplevel)` that calls the roots
 */
guint32
tv_profile_row_get_target (TvProfileRow *row)
{
  g_return_val_if_fail (TV_IS_PROFILE_ROW (row), TV_METHOD_NONE);

  switch (tv_profile_row_get_kind (row))
    {
    case TV_PROFILE_ROW_METHOD:
      return tv_profile_row_get_method (row);
    case TV_PROFILE_ROW_SELF:
      return tv_relatives_query_get_last_method (
          TV_RELATIVES_QUERY (tv_profile_row_get_owner (row)));
    case TV_PROFILE_ROW_RELATIVE:
      return tv_profile_row_get_relative (row)->method;
    case TV_PROFILE_ROW_CLASS:
    case TV_PROFILE_ROW_PACKAGE:
    case TV_PROFILE_ROW_GROUP:
    case TV_PROFILE_ROW_WAIT:
    default:
      return TV_METHOD_NONE;
    }
}

/**
 * tv_profile_row_get_sums:
 * @row: the row of a class or package
 *
 * Returns: (transfer none): the sums of all classes or packages, in which the row has
 *   its index
 */
TvGroupProfile *
tv_profile_row_get_sums (TvProfileRow *row)
{
  const gboolean is_class = tv_profile_row_get_kind (row) == TV_PROFILE_ROW_CLASS;

  return tv_profile_outline_get_sums (
      TV_PROFILE_OUTLINE (tv_profile_row_get_owner (row)),
      is_class ? TV_GROUPING_CLASS : TV_GROUPING_PACKAGE);
}

static TvProfileValue
make_value (const TvMethodTotals *totals, const TvProfile *profile,
            TvProfileColumn column)
{
  TvProfileValue value = { .kind = TV_PROFILE_VALUE_NONE };

  if (totals->calls + totals->recursive_calls == 0)
    return value;
  if (tv_profile_column_get_measure (column) == TV_PROFILE_MEASURE_NONE)
    return (TvProfileValue){ .kind = TV_PROFILE_VALUE_CALLS,
                             .calls = totals->calls,
                             .others = totals->recursive_calls };
  value.kind = TV_PROFILE_VALUE_TIME;
  value.time = tv_profile_column_get_value (column, totals);
  if (tv_profile_column_is_percent (column))
    {
      value.kind = TV_PROFILE_VALUE_SHARE;
      value.whole = tv_profile_get_root_inclusive (
          profile, tv_profile_column_get_clock (column));
    }
  return value;
}

/* The row "self" leaves out the waits, which have a row of their own: with both, the
 * group adds up to the method's inclusive time. */
static gint64
get_sub_time (TvProfileRow *row, TvClock clock)
{
  gint64 waiting = 0;

  if (clock == TV_CLOCK_WALL)
    waiting = tv_relatives_get_waiting (get_relatives (row));

  switch (tv_profile_row_get_kind (row))
    {
    case TV_PROFILE_ROW_SELF:
      return tv_relatives_get_self (get_relatives (row), clock) - waiting;
    case TV_PROFILE_ROW_WAIT:
      return waiting;
    case TV_PROFILE_ROW_RELATIVE:
      return tv_profile_row_get_relative (row)->inclusive[clock];
    case TV_PROFILE_ROW_METHOD:
    case TV_PROFILE_ROW_CLASS:
    case TV_PROFILE_ROW_PACKAGE:
    case TV_PROFILE_ROW_GROUP:
    default:
      g_return_val_if_reached (0);
    }
}

/* Calls between the two, of all calls of the one that is called. */
static TvProfileValue
make_sub_calls (TvProfileRow *row, TvTraceSession *session)
{
  const TvRelation relation = tv_profile_row_get_relation (row);
  const TvProfile *profile = tv_trace_session_get_profile (session);
  TvProfileValue value = { .kind = TV_PROFILE_VALUE_CALLS_OF };
  const TvMethodTotals *totals;

  if (tv_profile_row_get_kind (row) == TV_PROFILE_ROW_SELF)
    return (TvProfileValue){ .kind = TV_PROFILE_VALUE_NONE };
  if (tv_profile_row_get_kind (row) == TV_PROFILE_ROW_WAIT)
    {
      value.calls = tv_relatives_get_n_waits (get_relatives (row));
      value.others = tv_profile_get_n_waits (profile);
    }
  else
    {
      const gboolean is_parent = relation == TV_RELATION_PARENTS
                                 || relation == TV_RELATION_PARENTS_WHILE_RECURSIVE;

      totals = tv_profile_get_totals (
          profile, is_parent ? tv_profile_row_get_method (row)
                             : tv_profile_row_get_relative (row)->method);
      value.calls = tv_profile_row_get_relative (row)->calls;
      value.others = totals->calls + totals->recursive_calls;
    }
  return value;
}

/* Traceview fills only these columns below a method. */
static TvProfileValue
make_sub_value (TvProfileRow *row, TvTraceSession *session, TvProfileColumn column)
{
  const TvClock clock = tv_profile_column_get_clock (column);
  const TvMethodTotals *totals = tv_profile_get_totals (
      tv_trace_session_get_profile (session), tv_profile_row_get_method (row));
  TvProfileValue value = { .kind = TV_PROFILE_VALUE_NONE };

  if (tv_profile_row_get_kind (row) == TV_PROFILE_ROW_GROUP)
    return value;
  if (column == TV_PROFILE_COLUMN_CALLS)
    return make_sub_calls (row, session);
  if (tv_profile_column_get_measure (column) != TV_PROFILE_MEASURE_INCLUSIVE)
    return value;
  value.kind = tv_profile_column_is_percent (column) ? TV_PROFILE_VALUE_SHARE
                                                     : TV_PROFILE_VALUE_TIME;
  value.time = (double) get_sub_time (row, clock);
  value.whole = totals->inclusive[clock];
  return value;
}

/**
 * tv_profile_row_get_value:
 * @row: a row
 * @session: the session that the row is of
 * @column: a column of numbers
 *
 * What a cell of numbers stands for. Shares of a method, class or package are of the
 * sum of all root calls, those below a method are of that method's inclusive time. A
 * method that was never called has no numbers.
 *
 * Returns: the numbers
 */
TvProfileValue
tv_profile_row_get_value (TvProfileRow *row, TvTraceSession *session,
                          TvProfileColumn column)
{
  const TvProfileValue nothing = { .kind = TV_PROFILE_VALUE_NONE };
  TvGroupProfile *sums;
  const TvProfile *profile;

  g_return_val_if_fail (TV_IS_PROFILE_ROW (row), nothing);
  g_return_val_if_fail (TV_IS_TRACE_SESSION (session), nothing);
  g_return_val_if_fail (column != TV_PROFILE_COLUMN_NAME, nothing);

  switch (tv_profile_row_get_kind (row))
    {
    case TV_PROFILE_ROW_METHOD:
      profile = tv_trace_session_get_profile (session);
      return make_value (
          tv_profile_get_totals (profile, tv_profile_row_get_method (row)), profile,
          column);
    case TV_PROFILE_ROW_CLASS:
    case TV_PROFILE_ROW_PACKAGE:
      sums = tv_profile_row_get_sums (row);
      return make_value (
          tv_group_profile_get_totals (sums, tv_profile_row_get_index (row)),
          tv_group_profile_get_profile (sums), column);
    case TV_PROFILE_ROW_GROUP:
    case TV_PROFILE_ROW_RELATIVE:
    case TV_PROFILE_ROW_SELF:
    case TV_PROFILE_ROW_WAIT:
    default:
      return make_sub_value (row, session, column);
    }
}
