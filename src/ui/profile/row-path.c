/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/row-path.h"

#include "ui/profile/profile-value.h"
#include "ui/profile/relatives-group.h"

static TvRowPath *
path_new (TvProfileItemKind kind, TvRelation relation, TvRelativesQuery *query,
          guint n_more)
{
  const guint depth = tv_relatives_query_get_depth (query);
  TvRowPath *path
      = g_malloc0 (sizeof *path + (depth + (gsize) n_more) * sizeof *path->steps);

  path->kind = kind;
  path->method = tv_relatives_query_get_method (query);
  path->relation = relation;
  path->n_steps = depth + n_more;
  for (guint i = depth; i > 0; i--)
    {
      path->steps[i - 1] = tv_relatives_query_get_last_method (query);
      query = tv_relatives_query_get_parent (query);
    }
  return path;
}

/* Returns the way to it, to be freed with g_free(). */
TvRowPath *
tv_row_path_new (TvProfileItem *row)
{
  TvProfileItemKind kind;
  TvRowPath *path;

  g_return_val_if_fail (TV_IS_PROFILE_ITEM (row), NULL);
  g_return_val_if_fail (tv_profile_item_is_sub (row), NULL);

  kind = tv_profile_item_get_kind (row);
  path = path_new (kind, tv_profile_item_get_relation (row),
                   TV_RELATIVES_QUERY (tv_profile_item_get_owner (row)),
                   kind == TV_PROFILE_ITEM_RELATIVE ? 1 : 0);
  if (kind == TV_PROFILE_ITEM_RELATIVE)
    path->steps[path->n_steps - 1] = tv_profile_item_get_target (row);
  return path;
}

guint
tv_row_path_hash (gconstpointer path)
{
  const TvRowPath *self = path;
  guint hash = self->method * 31u + self->relation;

  for (guint i = 0; i < self->n_steps; i++)
    hash = hash * 31u + self->steps[i];
  return hash * 31u + self->kind;
}

static gboolean
begins_alike (const TvRowPath *a, const TvRowPath *b, guint n_steps)
{
  return a->method == b->method && a->relation == b->relation
         && memcmp (a->steps, b->steps, n_steps * sizeof *a->steps) == 0;
}

gboolean
tv_row_path_equal (gconstpointer a, gconstpointer b)
{
  const TvRowPath *first = a;
  const TvRowPath *second = b;

  return first->kind == second->kind && first->n_steps == second->n_steps
         && begins_alike (first, second, first->n_steps);
}

gboolean
tv_row_path_is_step_from (const TvRowPath *path, const TvRowPath *before)
{
  return path->n_steps == before->n_steps + 1
         && begins_alike (path, before, before->n_steps);
}

/* GTK has no rows under one that is closed. */
static GtkTreeListRow *
find_group (GtkTreeListRow *method_row, TvRelation relation)
{
  GListModel *groups = gtk_tree_list_row_get_children (method_row);
  const guint n = groups != NULL ? g_list_model_get_n_items (groups) : 0;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (TvProfileItem) group = g_list_model_get_item (groups, i);

      if (tv_profile_item_get_relation (group) == relation)
        return gtk_tree_list_row_get_child_row (method_row, i);
    }
  return NULL;
}

static GtkTreeListRow *
find_member (GtkTreeListRow *row, TvProfileItemKind kind, guint32 method)
{
  GListModel *members = gtk_tree_list_row_get_children (row);
  guint position;

  if (members == NULL)
    return NULL;
  position = tv_relatives_group_find (TV_RELATIVES_GROUP (members), kind, method);
  return position != G_MAXUINT ? gtk_tree_list_row_get_child_row (row, position) : NULL;
}

/* Returns the row that it leads to; NULL if one on the way is closed or not there, or
 * not there yet. */
GtkTreeListRow *
tv_row_path_find (const TvRowPath *path, GtkTreeListRow *method_row)
{
  g_autoptr (GtkTreeListRow) row = NULL;

  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (GTK_IS_TREE_LIST_ROW (method_row), NULL);

  row = find_group (method_row, path->relation);
  for (guint i = 0; row != NULL && i < path->n_steps; i++)
    {
      GtkTreeListRow *next
          = find_member (row, TV_PROFILE_ITEM_RELATIVE, path->steps[i]);

      g_object_unref (row);
      row = next;
    }
  if (row != NULL && path->kind != TV_PROFILE_ITEM_GROUP
      && path->kind != TV_PROFILE_ITEM_RELATIVE)
    {
      GtkTreeListRow *member = find_member (row, path->kind, TV_METHOD_NONE);

      g_object_unref (row);
      row = member;
    }
  return g_steal_pointer (&row);
}
