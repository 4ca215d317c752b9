/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile-tree-model.h"

#include "ui/outline-list.h"
#include "ui/relatives-group.h"
#include "ui/relatives-model.h"

/* Called by GTK also to learn whether a row can open: it must cost nothing. */
static GListModel *
create_children (gpointer item, gpointer user_data)
{
  TvTraceSession *session = user_data;
  TvProfileRow *row = item;

  switch (tv_profile_row_get_kind (row))
    {
    case TV_PROFILE_ROW_METHOD:
      return G_LIST_MODEL (
          tv_relatives_model_new (session, tv_profile_row_get_method (row)));
    case TV_PROFILE_ROW_CLASS:
    case TV_PROFILE_ROW_PACKAGE:
      return G_LIST_MODEL (tv_outline_list_new_under (row));
    case TV_PROFILE_ROW_GROUP:
      return G_LIST_MODEL (tv_relatives_group_new (tv_profile_row_get_owner (row),
                                                   tv_profile_row_get_relation (row)));
    case TV_PROFILE_ROW_RELATIVE:
    case TV_PROFILE_ROW_SELF:
    case TV_PROFILE_ROW_WAIT:
    default:
      return NULL;
    }
}

/**
 * tv_profile_tree_model_new:
 * @session: the session that the methods are of
 * @places: the methods
 * @outline: (nullable): the methods under their classes, %NULL to have them at the top
 *
 * Returns: (transfer full): the rows of the profile panel, all closed
 */
GtkTreeListModel *
tv_profile_tree_model_new (TvTraceSession *session, TvProfilePlaces *places,
                           TvProfileOutline *outline)
{
  GListModel *top = outline != NULL ? G_LIST_MODEL (tv_outline_list_new (outline))
                                    : G_LIST_MODEL (g_object_ref (places));

  return gtk_tree_list_model_new (top, FALSE, FALSE, create_children,
                                  g_object_ref (session), g_object_unref);
}
