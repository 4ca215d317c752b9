/* SPDX-License-Identifier: Apache-2.0 */

/* The contents of the profile's table: titles, texts, shares, colours and style
 * classes.
 */

#include "ui/profile/profile-tree.h"

#include "ui/profile/relatives-list.h"
#include "ui/profile/row-values.h"

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
  return tv_profile_column_exists (column, get_session (model));
}

static char *
dup_title (TvTableModel *model, guint column)
{
  return tv_profile_column_dup_own_title (column, get_session (model));
}

static const char *
get_text (TvTableModel *model, const char *text)
{
  return tv_trace_session_get_text (get_session (model), text);
}

static char *
dup_description (TvTableModel *model, const TvTableColumn *about, guint column)
{
  return tv_profile_column_dup_own_description (column, get_session (model));
}

static char *
dup_widest_text (TvTableModel *model, guint column)
{
  return tv_profile_column_dup_widest_text (column, get_session (model));
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

  if (!tv_profile_column_get_kind (column)->percent
      && !tv_trace_session_compares_by_share (get_session (model)))
    return 0;
  value = tv_profile_item_get_value (item, get_snapshot (model), column);
  return tv_profile_value_get_share (&value);
}

static char *
dup_tooltip (TvTableModel *model, gpointer item)
{
  return tv_profile_item_dup_details (item, get_snapshot (model));
}

/* Colours and style classes */

static gboolean
get_color (TvTableModel *model, gpointer item, gboolean dark, GdkRGBA *color)
{
  const guint32 method = tv_profile_item_get_target (item);

  if (method == TV_METHOD_NONE)
    return FALSE;
  tv_profile_get_method_color (get_session (model), method, dark, color);
  return TRUE;
}

/* Every second level of a path is lighter, so that the levels are told apart. */
static void
style_relation (TvProfileItem *item, GtkWidget *row)
{
  const gboolean is_sub = item->query != NULL;
  const TvRelation relation = is_sub ? item->relation : TV_RELATION_PARENTS;
  const gboolean is_parent = relation == TV_RELATION_PARENTS
                             || relation == TV_RELATION_PARENTS_WHILE_RECURSIVE;

  tv_profile_set_css_class (row, "parents", is_sub && is_parent);
  tv_profile_set_css_class (row, "children", is_sub && !is_parent);
  tv_profile_set_css_class (row, "lighter",
                            is_sub && item->kind != TV_PROFILE_ITEM_GROUP
                                && item->query->depth % 2 == 1);
}

static void
style_row (TvTableModel *model, gpointer data, GtkWidget *row)
{
  TvProfileItem *item = data;
  /* The row "self" does not name its method. */
  const guint32 method = item->kind != TV_PROFILE_ITEM_SELF
                             ? tv_profile_item_get_target (item)
                             : TV_METHOD_NONE;

  style_relation (item, row);
  tv_profile_style_method (get_snapshot (model), get_session (model), method, row);
  if (item->kind == TV_PROFILE_ITEM_RELATIVE
      && tv_profile_item_get_relatives (item).of[TV_SIDE_SHOWN].calls == 0)
    gtk_widget_add_css_class (row, "uncalled");
}

void
tv_profile_tree_init_cells (TvTableModelInterface *iface)
{
  iface->has_amounts = TRUE;
  iface->has_column = has_column;
  iface->dup_title = dup_title;
  iface->get_text = get_text;
  iface->dup_description = dup_description;
  iface->dup_widest_text = dup_widest_text;
  iface->dup_name = dup_name;
  iface->dup_text = dup_text;
  iface->get_share = get_share;
  iface->dup_tooltip = dup_tooltip;
  iface->get_color = get_color;
  iface->style_row = style_row;
}
