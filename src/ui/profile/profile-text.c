/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/profile-text.h"

#include "config.h"
#include "analysis/text/time-text.h"
#include "ui/profile/profile-outline.h"
#include "ui/profile/profile-value.h"

#include <glib/gi18n-lib.h>

/* With the package. */
static char *
dup_whole_name (TvProfileItem *row)
{
  g_autofree char *name = tv_method_groups_dup_name (
      tv_group_profile_get_groups (tv_profile_item_get_sums (row)),
      tv_profile_item_get_index (row));

  if (*name != '\0')
    return g_steal_pointer (&name);
  if (tv_profile_item_get_kind (row) == TV_PROFILE_ITEM_CLASS)
    return g_strdup (_ ("(unnamed class)"));
  return g_strdup (_ ("(default package)"));
}

/* A class that stands under its package does without the package's name. */
static char *
dup_outlined_name (TvProfileItem *row)
{
  TvProfileOutline *outline = TV_PROFILE_OUTLINE (tv_profile_item_get_owner (row));
  g_autofree char *name = dup_whole_name (row);
  g_autofree char *package = NULL;
  guint32 index;
  gsize length;

  if (tv_profile_item_get_kind (row) == TV_PROFILE_ITEM_PACKAGE)
    return g_steal_pointer (&name);
  index = tv_profile_outline_get_package (outline, tv_profile_item_get_index (row));
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
dup_name (TvProfileItem *row, TvTraceSession *session)
{
  const guint32 method = tv_profile_item_get_target (row);
  g_autofree char *name = NULL;
  guint32 rank;

  switch (tv_profile_item_get_kind (row))
    {
    case TV_PROFILE_ITEM_CLASS:
    case TV_PROFILE_ITEM_PACKAGE:
      return dup_outlined_name (row);
    case TV_PROFILE_ITEM_GROUP:
      return g_strdup (get_group_title (tv_profile_item_get_relation (row)));
    case TV_PROFILE_ITEM_SELF:
      return g_strdup (_ ("self"));
    case TV_PROFILE_ITEM_WAIT:
      return g_strdup (_ ("(context switch)"));
    case TV_PROFILE_ITEM_METHOD:
    case TV_PROFILE_ITEM_RELATIVE:
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
dup_value (const TvProfileValue *value, TvTimeUnit unit)
{
  switch (value->kind)
    {
    case TV_PROFILE_VALUE_TIME:
      return tv_time_format_cell (value->time, unit);
    case TV_PROFILE_VALUE_SHARE:
      return tv_percent_format ((gint64) value->time, value->whole);
    case TV_PROFILE_VALUE_CALLS:
      return g_strdup_printf ("%" G_GUINT64_FORMAT "+%" G_GUINT64_FORMAT, value->calls,
                              value->others);
    case TV_PROFILE_VALUE_CALLS_OF:
      return g_strdup_printf ("%" G_GUINT64_FORMAT "/%" G_GUINT64_FORMAT, value->calls,
                              value->others);
    case TV_PROFILE_VALUE_NONE:
    default:
      return NULL;
    }
}

/* What a cell shows, of numbers those of tv_profile_item_get_value(). Times are in
 * milliseconds. A method that was never called has neither rank nor numbers. */
char *
tv_profile_item_dup_text (TvProfileItem *row, TvTraceSession *session,
                          TvProfileColumn column)
{
  TvProfileValue value;

  g_return_val_if_fail (TV_IS_PROFILE_ITEM (row), NULL);
  g_return_val_if_fail (TV_IS_TRACE_SESSION (session), NULL);

  if (column == TV_PROFILE_COLUMN_NAME)
    return dup_name (row, session);
  value = tv_profile_item_get_value (row, session, column);
  return dup_value (&value, tv_trace_session_get_time_unit (session));
}

static char *
describe_method (const TvMethod *method)
{
  g_autofree char *name = tv_method_dup_java_name (method);
  g_autofree char *id = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", method->id);
  GString *text = g_string_new (name);

  if (method->proxy_name != NULL)
    {
      g_string_append_c (text, '\n');
      g_string_append_printf (text, _ ("Proxy of %s"), method->proxy_name);
    }
  if (*method->signature != '\0')
    {
      g_string_append_c (text, '\n');
      g_string_append_printf (text, _ ("Signature %s"), method->signature);
    }
  if (method->file != NULL)
    g_string_append_printf (text, "\n%s", method->file);
  if (method->file != NULL && method->line > 0)
    g_string_append_printf (text, ":%d", method->line);
  g_string_append_c (text, '\n');
  g_string_append_printf (text, _ ("ID %s"), id);
  return g_string_free (text, FALSE);
}

/* Returns of a method the whole name, the signature as the file has it, where the
 * source is if the file says so, and the id; the whole name of a class or package;
 * NULL for any other row. */
char *
tv_profile_item_dup_tooltip (TvProfileItem *row, TvTraceSession *session)
{
  const guint32 index = tv_profile_item_get_target (row);

  g_return_val_if_fail (TV_IS_TRACE_SESSION (session), NULL);

  if (tv_profile_item_get_kind (row) == TV_PROFILE_ITEM_CLASS
      || tv_profile_item_get_kind (row) == TV_PROFILE_ITEM_PACKAGE)
    return dup_whole_name (row);
  if (index == TV_METHOD_NONE)
    return NULL;
  return describe_method (
      tv_trace_get_method (tv_trace_session_get_trace (session), index));
}
