/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile-text.h"

#include "config.h"
#include "ui/profile-outline.h"
#include "ui/relatives-model.h"

#include <glib/gi18n-lib.h>
#include <langinfo.h>
#include <math.h>

/* Writes a number of @decimals places that is given in units of its last place. */
static char *
format_places (double units, guint decimals, const char *suffix)
{
  const gint64 scale = decimals == 3 ? 1000 : 10;
  const gint64 whole = (gint64) fabs (units);

  return g_strdup_printf ("%s%" G_GINT64_FORMAT "%s%0*" G_GINT64_FORMAT "%s",
                          units < 0 ? "-" : "", whole / scale, nl_langinfo (RADIXCHAR),
                          (int) decimals, whole % scale, suffix);
}

/**
 * tv_profile_format_time:
 * @nanoseconds: a time
 *
 * Writes a time in milliseconds with three decimals, halves rounded up as Traceview
 * does (0.0005 ms is 0.001).
 *
 * Returns: (transfer full): the text, in the user's locale
 */
char *
tv_profile_format_time (double nanoseconds)
{
  return format_places (floor (nanoseconds / 1000 + 0.5), 3, "");
}

/**
 * tv_profile_format_percent:
 * @part: a time
 * @whole: the time that is 100 %
 *
 * Writes a share with one decimal, halves rounded up. A share of nothing is 0 %.
 *
 * Returns: (transfer full): the text, in the user's locale
 */
char *
tv_profile_format_percent (gint64 part, gint64 whole)
{
  const double share = whole > 0 ? (double) part * 1000 / (double) whole : 0;

  return format_places (floor (share + 0.5), 1, "%");
}

static const TvRelatives *
get_relatives (TvProfileRow *row)
{
  return tv_relatives_model_get_relatives (
      TV_RELATIVES_MODEL (tv_profile_row_get_owner (row)));
}

static const TvRelative *
get_relative (TvProfileRow *row)
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
 * relative, and for the method's own time again the method.
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
    case TV_PROFILE_ROW_SELF:
      return tv_profile_row_get_method (row);
    case TV_PROFILE_ROW_RELATIVE:
      return get_relative (row)->method;
    case TV_PROFILE_ROW_CLASS:
    case TV_PROFILE_ROW_PACKAGE:
    case TV_PROFILE_ROW_GROUP:
    case TV_PROFILE_ROW_WAIT:
    default:
      return TV_METHOD_NONE;
    }
}

static TvGroupProfile *
get_sums (TvProfileRow *row)
{
  const gboolean is_class = tv_profile_row_get_kind (row) == TV_PROFILE_ROW_CLASS;

  return tv_profile_outline_get_sums (
      TV_PROFILE_OUTLINE (tv_profile_row_get_owner (row)),
      is_class ? TV_GROUPING_CLASS : TV_GROUPING_PACKAGE);
}

/* With the package. */
static char *
dup_whole_name (TvProfileRow *row)
{
  g_autofree char *name = tv_method_groups_dup_name (
      tv_group_profile_get_groups (get_sums (row)), tv_profile_row_get_index (row));

  if (*name != '\0')
    return g_steal_pointer (&name);
  if (tv_profile_row_get_kind (row) == TV_PROFILE_ROW_CLASS)
    return g_strdup (_ ("(unnamed class)"));
  return g_strdup (_ ("(default package)"));
}

/* A class that stands under its package does without the package's name. */
static char *
dup_outlined_name (TvProfileRow *row)
{
  TvProfileOutline *outline = TV_PROFILE_OUTLINE (tv_profile_row_get_owner (row));
  g_autofree char *name = dup_whole_name (row);
  g_autofree char *package = NULL;
  guint32 index;
  gsize length;

  if (tv_profile_row_get_kind (row) == TV_PROFILE_ROW_PACKAGE)
    return g_steal_pointer (&name);
  index = tv_profile_outline_get_package (outline, tv_profile_row_get_index (row));
  if (index == TV_OUTLINE_NONE)
    return g_steal_pointer (&name);
  package = tv_method_groups_dup_name (
      tv_group_profile_get_groups (
          tv_profile_outline_get_sums (outline, TV_GROUPING_PACKAGE)),
      index);
  length = strlen (package);
  if (length == 0 || !g_str_has_prefix (name, package) || name[length] != '.'
      || name[length + 1] == '\0')
    return g_steal_pointer (&name);
  return g_strdup (name + length + 1);
}

static const char *
get_group_title (TvRelation relation)
{
  switch (relation)
    {
    case TV_RELATION_PARENTS:
      return _ ("Parents");
    case TV_RELATION_CHILDREN:
      return _ ("Children");
    case TV_RELATION_PARENTS_WHILE_RECURSIVE:
      return _ ("Parents while recursive");
    case TV_RELATION_CHILDREN_WHILE_RECURSIVE:
    default:
      return _ ("Children while recursive");
    }
}

static char *
dup_name (TvProfileRow *row, TvTraceSession *session)
{
  const guint32 method = tv_profile_row_get_target (row);
  g_autofree char *name = NULL;
  guint32 rank;

  switch (tv_profile_row_get_kind (row))
    {
    case TV_PROFILE_ROW_CLASS:
    case TV_PROFILE_ROW_PACKAGE:
      return dup_outlined_name (row);
    case TV_PROFILE_ROW_GROUP:
      return g_strdup (get_group_title (tv_profile_row_get_relation (row)));
    case TV_PROFILE_ROW_SELF:
      return g_strdup (_ ("self"));
    case TV_PROFILE_ROW_WAIT:
      return g_strdup (_ ("(context switch)"));
    case TV_PROFILE_ROW_METHOD:
    case TV_PROFILE_ROW_RELATIVE:
    default:
      break;
    }

  if (method == TV_METHOD_NONE)
    return g_strdup (_ ("(toplevel)"));
  name = tv_method_dup_display_name (
      tv_trace_get_method (tv_trace_session_get_trace (session), method));
  rank = tv_ranking_get_rank (tv_trace_session_get_ranking (session), method);
  /* A method that was never called has none. */
  if (rank == TV_METHOD_NONE)
    return g_steal_pointer (&name);
  return g_strdup_printf ("%u %s", rank, name);
}

static char *
dup_number (const TvMethodTotals *totals, const TvProfile *profile,
            TvProfileColumn column)
{
  if (totals->calls + totals->recursive_calls == 0)
    return NULL;
  if (tv_profile_column_get_measure (column) == TV_PROFILE_MEASURE_NONE)
    return g_strdup_printf ("%" G_GUINT64_FORMAT "+%" G_GUINT64_FORMAT, totals->calls,
                            totals->recursive_calls);
  if (tv_profile_column_is_percent (column))
    return tv_profile_format_percent (
        (gint64) tv_profile_column_get_value (column, totals),
        tv_profile_get_root_inclusive (profile, tv_profile_column_get_clock (column)));
  return tv_profile_format_time (tv_profile_column_get_value (column, totals));
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
      return get_relative (row)->inclusive[clock];
    case TV_PROFILE_ROW_METHOD:
    case TV_PROFILE_ROW_CLASS:
    case TV_PROFILE_ROW_PACKAGE:
    case TV_PROFILE_ROW_GROUP:
    default:
      g_return_val_if_reached (0);
    }
}

/* `n/N`: calls between the two, of all calls of the one that is called. */
static char *
dup_sub_calls (TvProfileRow *row, TvTraceSession *session)
{
  const TvRelation relation = tv_profile_row_get_relation (row);
  const TvProfile *profile = tv_trace_session_get_profile (session);
  const TvMethodTotals *totals;
  guint64 n;
  guint64 n_all;

  if (tv_profile_row_get_kind (row) == TV_PROFILE_ROW_SELF)
    return NULL;
  if (tv_profile_row_get_kind (row) == TV_PROFILE_ROW_WAIT)
    {
      n = tv_relatives_get_n_waits (get_relatives (row));
      n_all = tv_profile_get_n_waits (profile);
    }
  else
    {
      const gboolean is_parent = relation == TV_RELATION_PARENTS
                                 || relation == TV_RELATION_PARENTS_WHILE_RECURSIVE;

      totals
          = tv_profile_get_totals (profile, is_parent ? tv_profile_row_get_method (row)
                                                      : get_relative (row)->method);
      n = get_relative (row)->calls;
      n_all = totals->calls + totals->recursive_calls;
    }
  return g_strdup_printf ("%" G_GUINT64_FORMAT "/%" G_GUINT64_FORMAT, n, n_all);
}

/* Traceview fills only these columns below a method. */
static char *
dup_sub_number (TvProfileRow *row, TvTraceSession *session, TvProfileColumn column)
{
  const TvClock clock = tv_profile_column_get_clock (column);
  const TvMethodTotals *totals = tv_profile_get_totals (
      tv_trace_session_get_profile (session), tv_profile_row_get_method (row));

  if (tv_profile_row_get_kind (row) == TV_PROFILE_ROW_GROUP)
    return NULL;
  if (column == TV_PROFILE_COLUMN_CALLS)
    return dup_sub_calls (row, session);
  if (tv_profile_column_get_measure (column) != TV_PROFILE_MEASURE_INCLUSIVE)
    return NULL;
  if (tv_profile_column_is_percent (column))
    return tv_profile_format_percent (get_sub_time (row, clock),
                                      totals->inclusive[clock]);
  return tv_profile_format_time ((double) get_sub_time (row, clock));
}

/**
 * tv_profile_row_dup_text:
 * @row: a row
 * @session: the session that the row is of
 * @column: a column
 *
 * What a cell shows. Times are in milliseconds. Percentages of a method,
 * class or package are of the sum of all root calls, those below a method are of that
 * method's inclusive time. A method that was never called has neither rank nor numbers.
 *
 * Returns: (transfer full) (nullable): the text, %NULL for an empty cell
 */
char *
tv_profile_row_dup_text (TvProfileRow *row, TvTraceSession *session,
                         TvProfileColumn column)
{
  TvGroupProfile *sums;
  const TvProfile *profile;

  g_return_val_if_fail (TV_IS_PROFILE_ROW (row), NULL);
  g_return_val_if_fail (TV_IS_TRACE_SESSION (session), NULL);

  if (column == TV_PROFILE_COLUMN_NAME)
    return dup_name (row, session);
  switch (tv_profile_row_get_kind (row))
    {
    case TV_PROFILE_ROW_METHOD:
      profile = tv_trace_session_get_profile (session);
      return dup_number (
          tv_profile_get_totals (profile, tv_profile_row_get_method (row)), profile,
          column);
    case TV_PROFILE_ROW_CLASS:
    case TV_PROFILE_ROW_PACKAGE:
      sums = get_sums (row);
      return dup_number (
          tv_group_profile_get_totals (sums, tv_profile_row_get_index (row)),
          tv_group_profile_get_profile (sums), column);
    case TV_PROFILE_ROW_GROUP:
    case TV_PROFILE_ROW_RELATIVE:
    case TV_PROFILE_ROW_SELF:
    case TV_PROFILE_ROW_WAIT:
    default:
      return dup_sub_number (row, session, column);
    }
}

/**
 * tv_profile_row_dup_tooltip:
 * @row: a row
 * @session: the session that the row is of
 *
 * Returns: (transfer full) (nullable): the whole name, and where the source is if the
 *   file says so; %NULL for a row that is about no method, class or package
 */
char *
tv_profile_row_dup_tooltip (TvProfileRow *row, TvTraceSession *session)
{
  const guint32 index = tv_profile_row_get_target (row);
  const TvMethod *method;
  g_autofree char *name = NULL;

  g_return_val_if_fail (TV_IS_TRACE_SESSION (session), NULL);

  if (tv_profile_row_get_kind (row) == TV_PROFILE_ROW_CLASS
      || tv_profile_row_get_kind (row) == TV_PROFILE_ROW_PACKAGE)
    return dup_whole_name (row);
  if (index == TV_METHOD_NONE)
    return NULL;
  method = tv_trace_get_method (tv_trace_session_get_trace (session), index);
  name = tv_method_dup_java_name (method);
  if (method->file == NULL)
    return g_steal_pointer (&name);
  if (method->line <= 0)
    return g_strdup_printf ("%s\n%s", name, method->file);
  return g_strdup_printf ("%s\n%s:%d", name, method->file, method->line);
}
