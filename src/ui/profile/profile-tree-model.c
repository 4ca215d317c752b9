/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/profile-tree-model.h"

#include "ui/profile/outline-list.h"
#include "ui/profile/profile-value.h"
#include "ui/profile/relatives-group.h"
#include "ui/profile/relatives-model.h"

/* A relative opens where the path leads on from it. */
static GListModel *
create_under_relative (TvRelativesStore *store, TvProfileItem *row)
{
  const TvRelation relation = tv_profile_item_get_relation (row);
  const TvRelative *relative = tv_profile_item_get_relative (row);
  g_autoptr (TvRelativesQuery) query = NULL;

  if (!relative->has_more)
    return NULL;
  query = tv_relatives_store_get_under (store, tv_profile_item_get_owner (row),
                                        relation, relative->method);
  return G_LIST_MODEL (tv_relatives_group_new (query, relation));
}

/* Called by GTK also to learn whether a row can open: it must cost nothing. */
static GListModel *
create_children (gpointer item, gpointer user_data)
{
  TvRelativesStore *store = user_data;
  TvProfileItem *row = item;
  g_autoptr (TvRelativesQuery) query = NULL;

  switch (tv_profile_item_get_kind (row))
    {
    case TV_PROFILE_ITEM_METHOD:
      query = tv_relatives_store_get (store, tv_profile_item_get_method (row));
      return G_LIST_MODEL (tv_relatives_model_new (query));
    case TV_PROFILE_ITEM_CLASS:
    case TV_PROFILE_ITEM_PACKAGE:
      return G_LIST_MODEL (tv_outline_list_new_under (row));
    case TV_PROFILE_ITEM_GROUP:
      return G_LIST_MODEL (tv_relatives_group_new (tv_profile_item_get_owner (row),
                                                   tv_profile_item_get_relation (row)));
    case TV_PROFILE_ITEM_RELATIVE:
      return create_under_relative (store, row);
    case TV_PROFILE_ITEM_SELF:
    case TV_PROFILE_ITEM_WAIT:
    default:
      return NULL;
    }
}

TvRowTree *
tv_profile_tree_model_new (TvRelativesStore *store, TvProfilePlaces *places,
                           TvProfileOutline *outline)
{
  g_autoptr (GListModel) top = outline != NULL
                                   ? G_LIST_MODEL (tv_outline_list_new (outline))
                                   : G_LIST_MODEL (g_object_ref (places));

  return tv_row_tree_new (top, create_children, G_OBJECT (store));
}
