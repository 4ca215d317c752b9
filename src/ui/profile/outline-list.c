/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/outline-list.h"

struct _TvOutlineList
{
  GObject parent_instance;

  TvProfileOutline *outline;
  TvProfileItemKind kind;
  const guint32 *members; /* of the outline */
  guint n_members;
};

static GType
tv_outline_list_get_item_type (GListModel *model)
{
  return TV_TYPE_PROFILE_ITEM;
}

static guint
tv_outline_list_get_n_items (GListModel *model)
{
  return TV_OUTLINE_LIST (model)->n_members;
}

static gpointer
tv_outline_list_get_item (GListModel *model, guint position)
{
  TvOutlineList *self = TV_OUTLINE_LIST (model);

  if (position >= self->n_members)
    return NULL;
  if (self->kind == TV_PROFILE_ITEM_METHOD)
    return tv_profile_item_new_method (self->members[position]);
  return tv_profile_item_new_outlined (self->kind, self->members[position],
                                       self->outline);
}

static void
tv_outline_list_init_list_model (GListModelInterface *iface)
{
  iface->get_item_type = tv_outline_list_get_item_type;
  iface->get_n_items = tv_outline_list_get_n_items;
  iface->get_item = tv_outline_list_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TvOutlineList, tv_outline_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      tv_outline_list_init_list_model))

static void
tv_outline_list_dispose (GObject *object)
{
  TvOutlineList *self = TV_OUTLINE_LIST (object);

  g_clear_object (&self->outline);
  self->n_members = 0;

  G_OBJECT_CLASS (tv_outline_list_parent_class)->dispose (object);
}

static void
tv_outline_list_class_init (TvOutlineListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_outline_list_dispose;
}

static void
tv_outline_list_init (TvOutlineList *self)
{
}

TvOutlineList *
tv_outline_list_new (TvProfileOutline *outline)
{
  TvOutlineList *self;

  g_return_val_if_fail (TV_IS_PROFILE_OUTLINE (outline), NULL);

  self = g_object_new (TV_TYPE_OUTLINE_LIST, NULL);
  self->outline = g_object_ref (outline);
  self->kind = tv_profile_outline_get_grouping (outline) == TV_PROFILE_GROUPING_PACKAGE
                   ? TV_PROFILE_ITEM_PACKAGE
                   : TV_PROFILE_ITEM_CLASS;
  self->members = tv_profile_outline_get_top (outline, &self->n_members);
  return self;
}

TvOutlineList *
tv_outline_list_new_under (TvProfileItem *row)
{
  TvOutlineList *self;
  const guint32 group = tv_profile_item_get_index (row);

  g_return_val_if_fail (TV_IS_PROFILE_OUTLINE (tv_profile_item_get_owner (row)), NULL);

  self = g_object_new (TV_TYPE_OUTLINE_LIST, NULL);
  self->outline = g_object_ref (tv_profile_item_get_owner (row));
  if (tv_profile_item_get_kind (row) == TV_PROFILE_ITEM_PACKAGE)
    {
      self->kind = TV_PROFILE_ITEM_CLASS;
      self->members
          = tv_profile_outline_get_classes (self->outline, group, &self->n_members);
    }
  else
    {
      self->kind = TV_PROFILE_ITEM_METHOD;
      self->members
          = tv_profile_outline_get_methods (self->outline, group, &self->n_members);
    }
  return self;
}
