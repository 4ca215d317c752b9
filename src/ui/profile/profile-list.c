/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/profile-list.h"

struct _TvProfileList
{
  GObject parent_instance;

  TvMethodSequence *methods; /* NULL for a level of an outline */

  TvProfileOutline *outline;
  TvProfileItemKind kind;
  const guint32 *members; /* of the outline */
  guint n_members;
};

static GType
tv_profile_list_get_item_type (GListModel *model)
{
  return TV_TYPE_PROFILE_ITEM;
}

static guint
tv_profile_list_get_n_items (GListModel *model)
{
  return TV_PROFILE_LIST (model)->n_members;
}

static gpointer
tv_profile_list_get_item (GListModel *model, guint position)
{
  TvProfileList *self = TV_PROFILE_LIST (model);

  if (position >= self->n_members)
    return NULL;
  if (self->methods != NULL)
    return tv_profile_item_new_method (
        tv_method_sequence_get (self->methods, position));
  if (self->kind == TV_PROFILE_ITEM_METHOD)
    return tv_profile_item_new_method (self->members[position]);
  return tv_profile_item_new_outlined (self->kind, self->members[position],
                                       self->outline);
}

static void
tv_profile_list_init_list_model (GListModelInterface *iface)
{
  iface->get_item_type = tv_profile_list_get_item_type;
  iface->get_n_items = tv_profile_list_get_n_items;
  iface->get_item = tv_profile_list_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TvProfileList, tv_profile_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      tv_profile_list_init_list_model))

static void
tv_profile_list_finalize (GObject *object)
{
  TvProfileList *self = TV_PROFILE_LIST (object);

  g_clear_pointer (&self->methods, tv_method_sequence_unref);
  g_clear_object (&self->outline);

  G_OBJECT_CLASS (tv_profile_list_parent_class)->finalize (object);
}

static void
tv_profile_list_class_init (TvProfileListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = tv_profile_list_finalize;
}

static void
tv_profile_list_init (TvProfileList *self)
{
}

TvProfileList *
tv_profile_list_new_methods (TvMethodSequence *methods)
{
  TvProfileList *self = g_object_new (TV_TYPE_PROFILE_LIST, NULL);

  self->methods = tv_method_sequence_ref (methods);
  self->kind = TV_PROFILE_ITEM_METHOD;
  self->n_members = tv_method_sequence_get_n (methods);
  return self;
}

TvProfileList *
tv_profile_list_new_top (TvProfileOutline *outline)
{
  TvProfileList *self = g_object_new (TV_TYPE_PROFILE_LIST, NULL);

  self->outline = g_object_ref (outline);
  self->kind = tv_profile_outline_get_grouping (outline) == TV_PROFILE_GROUPING_PACKAGE
                   ? TV_PROFILE_ITEM_PACKAGE
                   : TV_PROFILE_ITEM_CLASS;
  self->members = tv_profile_outline_get_top (outline, &self->n_members);
  return self;
}

/* Lists what stands under a class or package. */
TvProfileList *
tv_profile_list_new_under (TvProfileItem *row)
{
  TvProfileList *self = g_object_new (TV_TYPE_PROFILE_LIST, NULL);
  const guint32 group = tv_profile_item_get_index (row);

  self->outline = g_object_ref (TV_PROFILE_OUTLINE (tv_profile_item_get_owner (row)));
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
