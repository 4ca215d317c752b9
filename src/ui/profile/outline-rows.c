/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/outline-rows.h"

static GtkTreeListRow *
find_top (TvRowTree *tree, TvProfileOutline *outline, TvGrouping grouping,
          guint32 group)
{
  const guint place = tv_profile_outline_get_place (outline, grouping, group);

  return place != TV_OUTLINE_NONE ? tv_row_tree_get_top_row (tree, place) : NULL;
}

/* GTK has no rows under one that is closed. */
static GtkTreeListRow *
find_under (GtkTreeListRow *parent, guint place)
{
  if (parent == NULL || place == TV_OUTLINE_NONE)
    return NULL;
  return gtk_tree_list_row_get_child_row (parent, place);
}

static GtkTreeListRow *
find_class (TvRowTree *tree, TvProfileOutline *outline, guint32 class_)
{
  const guint32 package = tv_profile_outline_get_package (outline, class_);
  g_autoptr (GtkTreeListRow) parent = NULL;

  if (package == TV_OUTLINE_NONE)
    return find_top (tree, outline, TV_GROUPING_CLASS, class_);
  parent = find_top (tree, outline, TV_GROUPING_PACKAGE, package);
  return find_under (parent,
                     tv_profile_outline_get_place (outline, TV_GROUPING_CLASS, class_));
}

static GtkTreeListRow *
find_method (TvRowTree *tree, TvProfileOutline *outline, guint32 method)
{
  const guint32 class_ = tv_profile_outline_get_class (outline, method);
  g_autoptr (GtkTreeListRow) parent = NULL;

  if (class_ == TV_OUTLINE_NONE)
    return NULL;
  parent = find_class (tree, outline, class_);
  return find_under (parent, tv_profile_outline_get_method_place (outline, method));
}

/* Returns its row; NULL if it has no calls, or if what it stands under is closed. */
GtkTreeListRow *
tv_outline_rows_find (TvRowTree *tree, TvProfileOutline *outline,
                      TvProfileItemKind kind, guint32 index)
{
  g_return_val_if_fail (TV_IS_ROW_TREE (tree), NULL);
  g_return_val_if_fail (TV_IS_PROFILE_OUTLINE (outline), NULL);

  switch (kind)
    {
    case TV_PROFILE_ITEM_PACKAGE:
      return find_top (tree, outline, TV_GROUPING_PACKAGE, index);
    case TV_PROFILE_ITEM_CLASS:
      return find_class (tree, outline, index);
    case TV_PROFILE_ITEM_METHOD:
      return find_method (tree, outline, index);
    case TV_PROFILE_ITEM_GROUP:
    case TV_PROFILE_ITEM_RELATIVE:
    case TV_PROFILE_ITEM_SELF:
    case TV_PROFILE_ITEM_WAIT:
    default:
      g_return_val_if_reached (NULL);
    }
}
