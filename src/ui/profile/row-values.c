/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/row-values.h"

#include "config.h"

#include "analysis/text/kind-text.h"
#include "analysis/text/time-text.h"
#include "ui/profile/profile-order.h"
#include "ui/profile/relatives-list.h"

#include <glib/gi18n-lib.h>
#include <string.h>

TvRelativePair
tv_profile_item_get_relatives (TvProfileItem *row)
{
  return tv_relatives_query_get_pair (row->query, row->relation, row->index);
}

/**
 * tv_profile_item_get_target:
 * @row: a row
 *
 * Finds the method of a row: its own at the top level, the caller or callee of a
 * relative, and for own time the method whose time it is.
 *
 * Returns: index of the method; %TV_METHOD_NONE for a heading, for waiting, and for the
 *   `(toplevel)` that calls the roots
 */
guint32
tv_profile_item_get_target (TvProfileItem *row)
{
  if (row->kind == TV_PROFILE_ITEM_METHOD)
    return row->method;
  if (row->kind == TV_PROFILE_ITEM_SELF)
    return row->query->last_method;
  return row->kind == TV_PROFILE_ITEM_RELATIVE
             ? tv_profile_item_get_relatives (row).of[TV_SIDE_SHOWN].method
             : TV_METHOD_NONE;
}

static gboolean
is_group (TvProfileItem *row)
{
  return tv_profile_item_kind_is_group (row->kind);
}

static TvGrouping
get_grouping (TvProfileItem *row)
{
  return tv_profile_item_kind_get_grouping (row->kind);
}

/* Returns the sums of all groups of its kind, in which the row has its index. */
static TvGroupProfile *
get_sums (TvProfileItem *row)
{
  return tv_profile_outline_get_sums (row->outline, get_grouping (row));
}

static TvProfileValue
make_toplevel_value (const TvProfileSnapshot *snapshot, TvProfileColumn column)
{
  const TvMethodTotals totals = tv_profile_make_toplevel (snapshot->profile);
  TvMethodTotals base = { 0 };
  TvProfileNumbers numbers = { .trace = snapshot->trace, .totals = &totals };

  if (tv_profile_column_get_kind (column)->measure == TV_METHOD_MEASURE_FIRST_CALL)
    return (TvProfileValue){ .kind = TV_PROFILE_VALUE_NONE };
  if (snapshot->base != NULL)
    {
      base = tv_profile_make_toplevel (snapshot->base);
      numbers.base = &base;
      numbers.by = &snapshot->by;
    }
  return tv_profile_value_new (&numbers, snapshot->profile, column);
}

static TvProfileValue
make_method_value (TvProfileItem *row, const TvProfileSnapshot *snapshot,
                   TvProfileColumn column)
{
  const guint32 method = row->method;
  TvProfileNumbers numbers;

  if (method == TV_METHOD_NONE)
    return make_toplevel_value (snapshot, column);
  numbers = tv_profile_snapshot_get_numbers (snapshot, method);
  return tv_profile_value_new (&numbers, snapshot->profile, column);
}

static TvProfileValue
make_group_value (TvProfileItem *row, TvProfileColumn column)
{
  const TvProfileNumbers numbers
      = tv_profile_outline_get_numbers (row->outline, get_grouping (row), row->index);

  return tv_profile_value_new (&numbers, get_sums (row)->profile, column);
}

/* Sums up a row below a method on one side. The row "self" leaves out the waits, which
 * have a row of their own, so that the group adds up to the method's inclusive time.
 */
static TvMethodTotals
sum_sub_row (TvProfileItem *row, TvSide side)
{
  const TvRelatives *relatives = row->query->relatives[side];
  TvMethodTotals totals = { 0 };
  gint64 waiting;

  if (relatives == NULL)
    return totals;
  waiting = tv_relatives_get_own (relatives)->waiting;
  if (row->kind == TV_PROFILE_ITEM_SELF)
    {
      totals.inclusive[TV_CLOCK_THREAD_CPU]
          = tv_relatives_get_own (relatives)->self[TV_CLOCK_THREAD_CPU];
      totals.inclusive[TV_CLOCK_WALL]
          = tv_relatives_get_own (relatives)->self[TV_CLOCK_WALL] - waiting;
      totals.calls = tv_relatives_query_count_calls (row->query, side);
    }
  else if (row->kind == TV_PROFILE_ITEM_WAIT)
    {
      totals.inclusive[TV_CLOCK_WALL] = waiting;
      totals.calls = tv_relatives_get_own (relatives)->n_waits;
    }
  else if (row->kind == TV_PROFILE_ITEM_RELATIVE)
    {
      const TvRelative relative = tv_profile_item_get_relatives (row).of[side];

      memcpy (totals.inclusive, relative.inclusive, sizeof totals.inclusive);
      totals.calls = relative.calls;
    }
  return totals;
}

/* The calls between the two, and all calls of the callee. */
static TvProfileValue
make_sub_calls (TvProfileItem *row, const TvProfileSnapshot *snapshot, guint64 calls)
{
  const TvRelation relation = row->relation;
  const gboolean is_parent = relation == TV_RELATION_PARENTS
                             || relation == TV_RELATION_PARENTS_WHILE_RECURSIVE;
  TvProfileValue value = { .kind = TV_PROFILE_VALUE_CALLS_OF, .calls = calls };
  const TvMethodTotals *totals;

  if (row->kind == TV_PROFILE_ITEM_WAIT)
    value.others = tv_profile_get_n_waits (snapshot->profile);
  else
    {
      totals = tv_profile_get_totals (snapshot->profile,
                                      is_parent ? row->method
                                                : tv_profile_item_get_target (row));
      value.others = totals->calls + totals->recursive_calls;
    }
  return value;
}

static TvProfileValue
make_time (double nanoseconds)
{
  return (TvProfileValue){ .kind = TV_PROFILE_VALUE_TIME, .time = nanoseconds };
}

/* Numbers of the calls between two methods: wall time minus CPU time, and the mean time
 * of a call. */
static TvProfileValue
make_sub_time (TvProfileItem *row, const TvProfileSnapshot *snapshot,
               TvProfileColumn column, const TvMethodTotals *totals)
{
  const TvCallLengths *lengths = snapshot->lengths;
  const TvMethodMeasure measure = tv_profile_column_get_kind (column)->measure;

  if (measure == TV_METHOD_MEASURE_REAL_MINUS_CPU)
    return make_time ((double) (totals->inclusive[TV_CLOCK_WALL]
                                - totals->inclusive[TV_CLOCK_THREAD_CPU]));
  if (measure == TV_METHOD_MEASURE_AVERAGE_CALL && lengths != NULL
      && row->kind == TV_PROFILE_ITEM_RELATIVE)
    return make_time ((double) totals->inclusive[tv_call_lengths_get_clock (lengths)]
                      / (double) totals->calls);
  return (TvProfileValue){ .kind = TV_PROFILE_VALUE_NONE };
}

static TvProfileValue
make_sub_change (TvProfileItem *row, const TvProfileSnapshot *snapshot,
                 TvProfileColumn column, const TvMethodTotals *totals)
{
  const TvMethodTotals base = sum_sub_row (row, TV_SIDE_BASE);
  const TvProfileNumbers numbers
      = { .trace = snapshot->trace,
          .totals = totals,
          .base = &base,
          .by = snapshot->base != NULL ? &snapshot->by : NULL };

  return tv_profile_value_new (&numbers, snapshot->profile, column);
}

/* Rows below a method have inclusive times and calls, as in Traceview, and those of the
 * base. Cells that would need each single call of a pair stay empty. */
static TvProfileValue
make_sub_value (TvProfileItem *row, const TvProfileSnapshot *snapshot,
                TvProfileColumn column)
{
  const TvProfileKind *kind = tv_profile_column_get_kind (column);
  const gboolean is_shown = kind->measure == TV_METHOD_MEASURE_INCLUSIVE
                            || kind->measure == TV_METHOD_MEASURE_ALL_CALLS;
  const guint32 method = row->method;
  const TvMethodTotals totals = sum_sub_row (row, TV_SIDE_SHOWN);
  TvProfileValue value = { .kind = TV_PROFILE_VALUE_NONE };

  /* A method's own time has no calls of its own. */
  if (row->kind == TV_PROFILE_ITEM_GROUP
      || (row->kind == TV_PROFILE_ITEM_SELF
          && kind->measure == TV_METHOD_MEASURE_ALL_CALLS))
    return value;
  if (kind->of != TV_SUBJECT_TRACE
      || (snapshot->base != NULL && snapshot->by.by_share && !kind->percent
          && tv_profile_column_is_compared (column)))
    return is_shown ? make_sub_change (row, snapshot, column, &totals) : value;
  if (totals.calls == 0)
    return value;
  if (column == TV_PROFILE_COLUMN_CALLS)
    return make_sub_calls (row, snapshot, totals.calls);
  if (!is_shown)
    return make_sub_time (row, snapshot, column, &totals);
  value.kind = kind->percent ? TV_PROFILE_VALUE_SHARE : TV_PROFILE_VALUE_TIME;
  value.time = (double) totals.inclusive[kind->clock];
  value.whole
      = method != TV_METHOD_NONE
            ? tv_profile_get_totals (snapshot->profile, method)->inclusive[kind->clock]
            : tv_profile_get_root_inclusive (snapshot->profile, kind->clock);
  return value;
}

/* The numbers of a cell. Shares of a method or group are of the sum of all
 * root calls; those below a method are of that method's inclusive time. A method that
 * was never called has no numbers. */
TvProfileValue
tv_profile_item_get_value (TvProfileItem *row, const TvProfileSnapshot *snapshot,
                           TvProfileColumn column)
{
  if (row->kind == TV_PROFILE_ITEM_METHOD)
    return make_method_value (row, snapshot, column);
  if (is_group (row))
    return make_group_value (row, column);
  return make_sub_value (row, snapshot, column);
}

/* The name with the package. */
static char *
dup_whole_name (TvProfileItem *row)
{
  g_autofree char *name
      = tv_method_groups_dup_name (get_sums (row)->groups, row->index);

  if (*name != '\0')
    return g_steal_pointer (&name);
  if (row->kind == TV_PROFILE_ITEM_CLASS)
    return g_strdup (_ ("(unnamed class)"));
  if (row->kind == TV_PROFILE_ITEM_LIBRARY)
    return g_strdup (tv_kind_text (get_sums (row)->groups->trace, N_ ("(no library)")));
  return g_strdup (_ ("(default package)"));
}

/* A class under its package is shown without the package's name. */
static char *
dup_outlined_name (TvProfileItem *row)
{
  TvProfileOutline *outline = row->outline;
  g_autofree char *name = dup_whole_name (row);
  g_autofree char *package = NULL;
  TvOutlineLevel level = (TvOutlineLevel) get_grouping (row);
  guint32 index;
  gsize length;

  index = tv_profile_outline_get_owner (outline, &level, row->index);
  if (index == TV_OUTLINE_NONE)
    return g_steal_pointer (&name);
  package = tv_method_groups_dup_name (
      tv_profile_outline_get_sums (outline, TV_GROUPING_PACKAGE)->groups, index);
  length = strlen (package);
  if (length == 0 || !g_str_has_prefix (name, package) || name[length] != '.'
      || name[length + 1] == '\0')
    return g_steal_pointer (&name);
  return g_strdup (name + length + 1);
}

/* Returns the rank of a method that was called, or of `(toplevel)`; TV_METHOD_NONE for
 * any other row. */
guint32
tv_profile_item_get_rank (TvProfileItem *row, const TvProfileSnapshot *snapshot)
{
  const TvProfileItemKind kind = row->kind;

  return kind == TV_PROFILE_ITEM_METHOD || kind == TV_PROFILE_ITEM_RELATIVE
             ? tv_profile_snapshot_get_rank (snapshot, tv_profile_item_get_target (row))
             : TV_METHOD_NONE;
}

static char *
dup_rank (TvProfileItem *row, const TvProfileSnapshot *snapshot)
{
  const guint32 rank = tv_profile_item_get_rank (row, snapshot);

  return rank != TV_METHOD_NONE ? g_strdup_printf ("%u ", rank) : g_strdup ("");
}

static char *
dup_name (TvProfileItem *row, const TvProfileSnapshot *snapshot)
{
  static const char *const headings[TV_N_RELATIONS] = {
    [TV_RELATION_PARENTS] = N_ ("Parents"),
    [TV_RELATION_CHILDREN] = N_ ("Children"),
    [TV_RELATION_PARENTS_WHILE_RECURSIVE] = N_ ("Parents while recursive"),
    [TV_RELATION_CHILDREN_WHILE_RECURSIVE] = N_ ("Children while recursive"),
  };
  const guint32 method = tv_profile_item_get_target (row);

  if (is_group (row))
    return dup_outlined_name (row);
  if (row->kind == TV_PROFILE_ITEM_GROUP)
    return g_strdup (_ (headings[row->relation]));
  if (row->kind == TV_PROFILE_ITEM_SELF)
    return g_strdup (_ ("self"));
  if (row->kind == TV_PROFILE_ITEM_WAIT)
    return g_strdup (_ ("(context switch)"));
  return method == TV_METHOD_NONE ? g_strdup (_ ("(toplevel)"))
                                  : tv_method_dup_display_name (
                                      tv_trace_get_method (snapshot->trace, method));
}

/* The last part of a class or library stands before its package or folder. */
static TvNameText *
make_plain_name (TvProfileItem *row, const TvProfileSnapshot *snapshot)
{
  g_autofree char *text = dup_name (row, snapshot);
  char *dot = row->kind == TV_PROFILE_ITEM_CLASS     ? strrchr (text, '.')
              : row->kind == TV_PROFILE_ITEM_LIBRARY ? strrchr (text, '/')
                                                     : NULL;

  if (dot == NULL || dot[1] == '\0')
    return tv_name_text_new_in_package (text, NULL);
  *dot = '\0';
  return tv_name_text_new_in_package (dot + 1, text);
}

/* The name in the table. */
TvNameText *
tv_profile_item_dup_name (TvProfileItem *row, const TvProfileSnapshot *snapshot)
{
  const guint32 method = tv_profile_item_get_target (row);
  const gboolean is_plain
      = method == TV_METHOD_NONE || row->kind == TV_PROFILE_ITEM_SELF;
  g_autofree char *rank = dup_rank (row, snapshot);
  TvNameText *name
      = is_plain ? make_plain_name (row, snapshot)
                 : tv_name_text_new (tv_trace_get_method (snapshot->trace, method));

  tv_name_text_prepend (name, rank);
  return name;
}

/* The text of a cell, in the unit of the snapshot, with names as in the file. A method
 * that was never called has neither rank nor numbers. */
char *
tv_profile_item_dup_text (TvProfileItem *row, const TvProfileSnapshot *snapshot,
                          TvProfileColumn column)
{
  TvProfileValue value;

  if (column == TV_PROFILE_COLUMN_NAME)
    {
      g_autofree char *rank = dup_rank (row, snapshot);
      g_autofree char *name = dup_name (row, snapshot);

      return g_strconcat (rank, name, NULL);
    }
  value = tv_profile_item_get_value (row, snapshot, column);
  return tv_profile_value_dup_text (&value, snapshot->unit);
}

/* Of a method: its whole name, its signature, the place of its source, and its id. Of a
 * group: its whole name. NULL for any other row. */
char *
tv_profile_item_dup_tooltip (TvProfileItem *row, const TvTrace *trace)
{
  const guint32 index = tv_profile_item_get_target (row);

  if (is_group (row))
    return dup_whole_name (row);
  return index != TV_METHOD_NONE
             ? tv_profile_dup_method_tooltip (tv_trace_get_method (trace, index))
             : NULL;
}

/* Of a method or group in a trace of samples: its share, with how far that may be off;
 * NULL for any other row. */
static char *
dup_share (TvProfileItem *row, const TvProfileSnapshot *snapshot)
{
  const TvProfile *profile = snapshot->profile;
  g_autofree char *note = tv_profile_dup_error_note (profile);
  g_autofree char *inclusive = NULL;
  g_autofree char *exclusive = NULL;
  const TvMethodTotals *totals;

  if (note == NULL || (!is_group (row) && row->kind != TV_PROFILE_ITEM_METHOD)
      || (row->kind == TV_PROFILE_ITEM_METHOD && row->method == TV_METHOD_NONE))
    return NULL;
  totals = is_group (row) ? &get_sums (row)->totals[row->index]
                          : tv_profile_get_totals (profile, row->method);
  inclusive = tv_profile_dup_share (profile, snapshot->clock,
                                    totals->inclusive[snapshot->clock]);
  exclusive = tv_profile_dup_share (profile, snapshot->clock,
                                    totals->exclusive[snapshot->clock]);
  /* Translators: two shares, and what the numbers after ± are */
  return g_strdup_printf (_ ("Inclusive %s, exclusive %s. %s."), inclusive, exclusive,
                          note);
}

/* The text of the tooltip; of samples with the share. NULL for a row without one. */
char *
tv_profile_item_dup_details (TvProfileItem *row, const TvProfileSnapshot *snapshot)
{
  g_autofree char *text = tv_profile_item_dup_tooltip (row, snapshot->trace);
  g_autofree char *share = dup_share (row, snapshot);

  return share != NULL ? g_strconcat (text, "\n", share, NULL)
                       : g_steal_pointer (&text);
}
