/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/profile-value.h"

#include "ui/profile/profile-outline.h"
#include "ui/profile/relatives-query.h"

static const TvRelatives *
get_relatives (TvProfileItem *row)
{
  return tv_relatives_query_get_relatives (
      TV_RELATIVES_QUERY (tv_profile_item_get_owner (row)));
}

const TvRelative *
tv_profile_item_get_relative (TvProfileItem *row)
{
  const guint index = tv_profile_item_get_index (row);
  guint n;
  const TvRelative *relatives
      = tv_relatives_get (get_relatives (row), tv_profile_item_get_relation (row), &n);

  g_assert (index < n);
  return &relatives[index];
}

/**
 * tv_profile_item_get_target:
 * @row: a row
 *
 * Which method a row is about: its own at the top level, the caller or callee of a
 * relative, and for own time the method whose time it is.
 *
 * Returns: index of the method; %TV_METHOD_NONE for a heading, for waiting, and for the
 *   `(toplevel)` that calls the roots
 */
guint32
tv_profile_item_get_target (TvProfileItem *row)
{
  g_return_val_if_fail (TV_IS_PROFILE_ITEM (row), TV_METHOD_NONE);

  switch (tv_profile_item_get_kind (row))
    {
    case TV_PROFILE_ITEM_METHOD:
      return tv_profile_item_get_method (row);
    case TV_PROFILE_ITEM_SELF:
      return tv_relatives_query_get_last_method (
          TV_RELATIVES_QUERY (tv_profile_item_get_owner (row)));
    case TV_PROFILE_ITEM_RELATIVE:
      return tv_profile_item_get_relative (row)->method;
    case TV_PROFILE_ITEM_CLASS:
    case TV_PROFILE_ITEM_PACKAGE:
    case TV_PROFILE_ITEM_GROUP:
    case TV_PROFILE_ITEM_WAIT:
    default:
      return TV_METHOD_NONE;
    }
}

/* Returns the sums of all classes or packages, in which the row has its index. */
TvGroupProfile *
tv_profile_item_get_sums (TvProfileItem *row)
{
  const gboolean is_class = tv_profile_item_get_kind (row) == TV_PROFILE_ITEM_CLASS;

  return tv_profile_outline_get_sums (
      TV_PROFILE_OUTLINE (tv_profile_item_get_owner (row)),
      is_class ? TV_GROUPING_CLASS : TV_GROUPING_PACKAGE);
}

static TvProfileValue
make_value (const TvProfileNumbers *numbers, const TvProfile *profile,
            TvProfileColumn column)
{
  const TvMethodTotals *totals = numbers->totals;
  TvProfileValue value = { .kind = TV_PROFILE_VALUE_NONE };

  if (totals->calls + totals->recursive_calls == 0)
    return value;
  if (tv_profile_column_get_measure (column) == TV_PROFILE_MEASURE_NONE)
    return (TvProfileValue){ .kind = TV_PROFILE_VALUE_CALLS,
                             .calls = totals->calls,
                             .others = totals->recursive_calls };
  if (tv_profile_column_needs_lengths (column) && numbers->length == NULL)
    return value;
  value.kind = TV_PROFILE_VALUE_TIME;
  value.time = tv_profile_column_get_value (column, numbers);
  if (tv_profile_column_is_percent (column))
    {
      value.kind = TV_PROFILE_VALUE_SHARE;
      value.whole = tv_profile_get_root_inclusive (
          profile, tv_profile_column_get_clock (column));
    }
  return value;
}

static TvProfileValue
make_method_value (TvProfileItem *row, TvTraceSession *session, TvProfileColumn column)
{
  const TvProfile *profile = tv_trace_session_get_profile (session);
  const TvCallLengths *lengths = tv_trace_session_get_lengths (session);
  const guint32 method = tv_profile_item_get_method (row);
  const TvProfileNumbers numbers
      = { .trace = tv_trace_session_get_trace (session),
          .totals = tv_profile_get_totals (profile, method),
          .length = lengths != NULL ? tv_call_lengths_get (lengths, method) : NULL };

  return make_value (&numbers, profile, column);
}

static TvProfileValue
make_group_value (TvProfileItem *row, TvTraceSession *session, TvProfileColumn column)
{
  const TvGroupProfile *sums = tv_profile_item_get_sums (row);
  const guint32 group = tv_profile_item_get_index (row);
  const TvCallLength *lengths = tv_profile_outline_get_lengths (
      TV_PROFILE_OUTLINE (tv_profile_item_get_owner (row)),
      tv_profile_item_get_kind (row) == TV_PROFILE_ITEM_CLASS ? TV_GROUPING_CLASS
                                                              : TV_GROUPING_PACKAGE);
  const TvProfileNumbers numbers
      = { .trace = tv_trace_session_get_trace (session),
          .totals = tv_group_profile_get_totals (sums, group),
          .length = lengths != NULL ? &lengths[group] : NULL };

  return make_value (&numbers, tv_group_profile_get_profile (sums), column);
}

/* The row "self" leaves out the waits, which have a row of their own: with both, the
 * group adds up to the method's inclusive time. */
static gint64
get_sub_time (TvProfileItem *row, TvClock clock)
{
  gint64 waiting = 0;

  if (clock == TV_CLOCK_WALL)
    waiting = tv_relatives_get_waiting (get_relatives (row));

  switch (tv_profile_item_get_kind (row))
    {
    case TV_PROFILE_ITEM_SELF:
      return tv_relatives_get_self (get_relatives (row), clock) - waiting;
    case TV_PROFILE_ITEM_WAIT:
      return waiting;
    case TV_PROFILE_ITEM_RELATIVE:
      return tv_profile_item_get_relative (row)->inclusive[clock];
    case TV_PROFILE_ITEM_METHOD:
    case TV_PROFILE_ITEM_CLASS:
    case TV_PROFILE_ITEM_PACKAGE:
    case TV_PROFILE_ITEM_GROUP:
    default:
      g_return_val_if_reached (0);
    }
}

/* Calls between the two, of all calls of the one that is called. */
static TvProfileValue
make_sub_calls (TvProfileItem *row, TvTraceSession *session)
{
  const TvRelation relation = tv_profile_item_get_relation (row);
  const TvProfile *profile = tv_trace_session_get_profile (session);
  TvProfileValue value = { .kind = TV_PROFILE_VALUE_CALLS_OF };
  const TvMethodTotals *totals;

  if (tv_profile_item_get_kind (row) == TV_PROFILE_ITEM_SELF)
    return (TvProfileValue){ .kind = TV_PROFILE_VALUE_NONE };
  if (tv_profile_item_get_kind (row) == TV_PROFILE_ITEM_WAIT)
    {
      value.calls = tv_relatives_get_n_waits (get_relatives (row));
      value.others = tv_profile_get_n_waits (profile);
    }
  else
    {
      const gboolean is_parent = relation == TV_RELATION_PARENTS
                                 || relation == TV_RELATION_PARENTS_WHILE_RECURSIVE;

      totals = tv_profile_get_totals (
          profile, is_parent ? tv_profile_item_get_method (row)
                             : tv_profile_item_get_relative (row)->method);
      value.calls = tv_profile_item_get_relative (row)->calls;
      value.others = totals->calls + totals->recursive_calls;
    }
  return value;
}

/* Of the calls between the two: by how much longer they are on the clock than on the
 * CPU, and how long on average. */
static TvProfileValue
make_sub_time (TvProfileItem *row, TvTraceSession *session, TvProfileColumn column)
{
  const TvCallLengths *lengths = tv_trace_session_get_lengths (session);
  TvProfileValue value = { .kind = TV_PROFILE_VALUE_NONE };

  switch (tv_profile_column_get_measure (column))
    {
    case TV_PROFILE_MEASURE_REAL_MINUS_CPU:
      value.kind = TV_PROFILE_VALUE_TIME;
      value.time = (double) (get_sub_time (row, TV_CLOCK_WALL)
                             - get_sub_time (row, TV_CLOCK_THREAD_CPU));
      break;
    case TV_PROFILE_MEASURE_AVERAGE_CALL:
      if (lengths == NULL || tv_profile_item_get_kind (row) != TV_PROFILE_ITEM_RELATIVE)
        break;
      value.kind = TV_PROFILE_VALUE_TIME;
      value.time = (double) get_sub_time (row, tv_call_lengths_get_clock (lengths))
                   / (double) MAX (tv_profile_item_get_relative (row)->calls, 1);
      break;
    case TV_PROFILE_MEASURE_NONE:
    case TV_PROFILE_MEASURE_INCLUSIVE:
    case TV_PROFILE_MEASURE_EXCLUSIVE:
    case TV_PROFILE_MEASURE_WAITING:
    case TV_PROFILE_MEASURE_PER_CALL:
    case TV_PROFILE_MEASURE_FIRST_CALL:
    case TV_PROFILE_MEASURE_LONGEST_CALL:
    case TV_PROFILE_MEASURE_SHORTEST_CALL:
    default:
      break;
    }
  return value;
}

/* Traceview fills inclusive times and calls below a method. What would need the calls
 * of each pair one by one stays empty. */
static TvProfileValue
make_sub_value (TvProfileItem *row, TvTraceSession *session, TvProfileColumn column)
{
  const TvClock clock = tv_profile_column_get_clock (column);
  const TvMethodTotals *totals = tv_profile_get_totals (
      tv_trace_session_get_profile (session), tv_profile_item_get_method (row));
  TvProfileValue value = { .kind = TV_PROFILE_VALUE_NONE };

  if (tv_profile_item_get_kind (row) == TV_PROFILE_ITEM_GROUP)
    return value;
  if (column == TV_PROFILE_COLUMN_CALLS)
    return make_sub_calls (row, session);
  if (tv_profile_column_get_measure (column) != TV_PROFILE_MEASURE_INCLUSIVE)
    return make_sub_time (row, session, column);
  value.kind = tv_profile_column_is_percent (column) ? TV_PROFILE_VALUE_SHARE
                                                     : TV_PROFILE_VALUE_TIME;
  value.time = (double) get_sub_time (row, clock);
  value.whole = totals->inclusive[clock];
  return value;
}

/* What a cell of numbers stands for. Shares of a method, class or package are of the
 * sum of all root calls, those below a method are of that method's inclusive time. A
 * method that was never called has no numbers. */
TvProfileValue
tv_profile_item_get_value (TvProfileItem *row, TvTraceSession *session,
                           TvProfileColumn column)
{
  const TvProfileValue nothing = { .kind = TV_PROFILE_VALUE_NONE };

  g_return_val_if_fail (TV_IS_PROFILE_ITEM (row), nothing);
  g_return_val_if_fail (TV_IS_TRACE_SESSION (session), nothing);
  g_return_val_if_fail (column != TV_PROFILE_COLUMN_NAME, nothing);

  switch (tv_profile_item_get_kind (row))
    {
    case TV_PROFILE_ITEM_METHOD:
      return make_method_value (row, session, column);
    case TV_PROFILE_ITEM_CLASS:
    case TV_PROFILE_ITEM_PACKAGE:
      return make_group_value (row, session, column);
    case TV_PROFILE_ITEM_GROUP:
    case TV_PROFILE_ITEM_RELATIVE:
    case TV_PROFILE_ITEM_SELF:
    case TV_PROFILE_ITEM_WAIT:
    default:
      return make_sub_value (row, session, column);
    }
}
