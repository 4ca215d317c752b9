/* SPDX-License-Identifier: Apache-2.0 */

/* What the table shows of the rows of a profile: titles, texts, shares, colours and
 * style classes. */

#include "ui/profile/profile-tree.h"

#include "ui/profile/relatives-list.h"
#include "ui/profile/row-values.h"
#include "ui/session/session-colors.h"

/* Columns */

static TvTraceSession *
get_session (TvTableModel *model)
{
  return tv_profile_tree_get_session (TV_PROFILE_TREE (model));
}

static const TvProfileSnapshot *
get_snapshot (TvTableModel *model)
{
  return tv_profile_tree_get_snapshot (TV_PROFILE_TREE (model));
}

static gboolean
has_column (TvTableModel *model, guint column)
{
  return tv_profile_column_exists (column,
                                   tv_trace_session_get_trace (get_session (model)));
}

static char *
dup_title (TvTableModel *model, guint column)
{
  return tv_profile_column_dup_title (
      column, tv_trace_session_get_time_unit (get_session (model)));
}

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

static char *
dup_widest_text (TvTableModel *model, guint column)
{
  TvTraceSession *session = get_session (model);

  if (tv_profile_column_is_percent (column))
    return tv_percent_format (1, 1);
  if (!tv_profile_column_is_time (column))
    return g_strdup_printf (
        "%" G_GSIZE_FORMAT "+0",
        tv_trace_get_n_calls (tv_trace_session_get_trace (session)));
  return tv_time_format_cell (get_longest_time (column, session),
                              tv_trace_session_get_time_unit (session));
}

/* Cells */

static TvNameText *
dup_name (TvTableModel *model, gpointer item)
{
  return tv_profile_item_dup_name (item, get_snapshot (model));
}

static char *
dup_text (TvTableModel *model, gpointer item, guint column)
{
  return tv_profile_item_dup_text (item, get_snapshot (model), column);
}

static double
get_share (TvTableModel *model, gpointer item, guint column)
{
  TvProfileValue value;

  if (!tv_profile_column_is_percent (column))
    return 0;
  value = tv_profile_item_get_value (item, get_snapshot (model), column);
  return value.kind == TV_PROFILE_VALUE_SHARE && value.whole > 0
             ? value.time / (double) value.whole
             : 0;
}

static char *
dup_tooltip (TvTableModel *model, gpointer item)
{
  return tv_profile_item_dup_tooltip (item, get_snapshot (model)->trace);
}

/* Colours and style classes */

static gboolean
get_color (TvTableModel *model, gpointer item, gboolean dark, GdkRGBA *color)
{
  TvSessionColors *colors = tv_trace_session_get_colors (get_session (model));
  const guint32 method = tv_profile_item_get_target (item);
  TvColor found;

  if (method == TV_METHOD_NONE)
    return FALSE;
  found = tv_session_colors_get_color (colors, dark, method);
  *color
      = (GdkRGBA){ found.red / 255.0f, found.green / 255.0f, found.blue / 255.0f, 1 };
  return TRUE;
}

static void
set_css_class (GtkWidget *row, const char *css_class, gboolean set)
{
  if (set)
    gtk_widget_add_css_class (row, css_class);
  else
    gtk_widget_remove_css_class (row, css_class);
}

/* Every second level of a path is lighter, so that one sees where each begins. */
static gboolean
is_lighter (TvProfileItem *item)
{
  return tv_profile_item_get_kind (item) != TV_PROFILE_ITEM_GROUP
         && tv_relatives_query_get_depth (
                TV_RELATIVES_QUERY (tv_profile_item_get_owner (item)))
                    % 2
                == 1;
}

static void
style_relation (TvProfileItem *item, GtkWidget *row)
{
  const gboolean is_sub = tv_profile_item_is_sub (item);
  const TvRelation relation
      = is_sub ? tv_profile_item_get_relation (item) : TV_RELATION_PARENTS;
  const gboolean is_parent = relation == TV_RELATION_PARENTS
                             || relation == TV_RELATION_PARENTS_WHILE_RECURSIVE;

  set_css_class (row, "parents", is_sub && is_parent);
  set_css_class (row, "children", is_sub && !is_parent);
  set_css_class (row, "lighter", is_sub && is_lighter (item));
}

static void
style_row (TvTableModel *model, gpointer item, GtkWidget *row)
{
  TvMethodSet *hits
      = tv_session_colors_get_hits (tv_trace_session_get_colors (get_session (model)));
  const guint32 method = tv_profile_item_get_target (item);
  /* The row "self" does not name its method. */
  const gboolean is_method = method != TV_METHOD_NONE
                             && tv_profile_item_get_kind (item) != TV_PROFILE_ITEM_SELF;

  style_relation (item, row);
  set_css_class (row, "hit",
                 is_method && hits != NULL && tv_method_set_contains (hits, method));
  set_css_class (row, "uncalled",
                 is_method
                     && tv_profile_snapshot_get_rank (get_snapshot (model), method)
                            == TV_METHOD_NONE);
}

void
tv_profile_tree_init_cells (TvTableModelInterface *iface)
{
  iface->has_column = has_column;
  iface->dup_title = dup_title;
  iface->dup_widest_text = dup_widest_text;
  iface->dup_name = dup_name;
  iface->dup_text = dup_text;
  iface->get_share = get_share;
  iface->dup_tooltip = dup_tooltip;
  iface->get_color = get_color;
  iface->style_row = style_row;
}
