/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/profile-item.h"

struct _TvProfileItem
{
  GObject parent_instance;

  guint8 kind;
  guint8 relation;
  guint32 method;
  guint32 index;
  GObject *owner;
};

G_DEFINE_FINAL_TYPE (TvProfileItem, tv_profile_item, G_TYPE_OBJECT)

static void
tv_profile_item_dispose (GObject *object)
{
  TvProfileItem *self = TV_PROFILE_ITEM (object);

  g_clear_object (&self->owner);

  G_OBJECT_CLASS (tv_profile_item_parent_class)->dispose (object);
}

static void
tv_profile_item_class_init (TvProfileItemClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_profile_item_dispose;
}

static void
tv_profile_item_init (TvProfileItem *self)
{
}

TvProfileItem *
tv_profile_item_new_method (guint32 method)
{
  TvProfileItem *self = g_object_new (TV_TYPE_PROFILE_ITEM, NULL);

  self->kind = TV_PROFILE_ITEM_METHOD;
  self->method = method;
  return self;
}

TvProfileItem *
tv_profile_item_new_outlined (TvProfileItemKind kind, guint32 group, gpointer outline)
{
  TvProfileItem *self;

  g_return_val_if_fail (TV_IS_PROFILE_OUTLINE (outline), NULL);

  self = g_object_new (TV_TYPE_PROFILE_ITEM, NULL);
  self->kind = (guint8) kind;
  self->method = TV_METHOD_NONE;
  self->index = group;
  self->owner = g_object_ref (outline);
  return self;
}

TvProfileItem *
tv_profile_item_new_sub (TvProfileItemKind kind, guint32 method, TvRelation relation,
                         guint index, gpointer owner)
{
  TvProfileItem *self;

  g_return_val_if_fail (kind != TV_PROFILE_ITEM_METHOD, NULL);
  g_return_val_if_fail (G_IS_OBJECT (owner), NULL);

  self = g_object_new (TV_TYPE_PROFILE_ITEM, NULL);
  self->kind = (guint8) kind;
  self->relation = (guint8) relation;
  self->method = method;
  self->index = index;
  self->owner = g_object_ref (owner);
  return self;
}

/**
 * tv_profile_item_get_kind:
 * @self: a row
 *
 * Returns: what it stands for
 */
TvProfileItemKind
tv_profile_item_get_kind (TvProfileItem *self)
{
  g_return_val_if_fail (TV_IS_PROFILE_ITEM (self), TV_PROFILE_ITEM_METHOD);

  return self->kind;
}

gboolean
tv_profile_item_is_sub (TvProfileItem *self)
{
  g_return_val_if_fail (TV_IS_PROFILE_ITEM (self), FALSE);

  return self->kind >= TV_PROFILE_ITEM_GROUP;
}

/* Returns index of its method: the one that it stands under for a row below a method;
 * %TV_METHOD_NONE for a class or package. */
guint32
tv_profile_item_get_method (TvProfileItem *self)
{
  g_return_val_if_fail (TV_IS_PROFILE_ITEM (self), G_MAXUINT32);

  return self->method;
}

TvRelation
tv_profile_item_get_relation (TvProfileItem *self)
{
  g_return_val_if_fail (TV_IS_PROFILE_ITEM (self), TV_RELATION_PARENTS);

  return self->relation;
}

/**
 * tv_profile_item_get_index:
 * @self: a row of a relative, a class or a package
 *
 * Returns: its place in tv_relatives_get(), or the class or package
 */
guint
tv_profile_item_get_index (TvProfileItem *self)
{
  g_return_val_if_fail (TV_IS_PROFILE_ITEM (self), 0);

  return self->index;
}

/**
 * tv_profile_item_get_owner:
 * @self: a row
 *
 * Returns: (transfer none) (nullable) (type GObject.Object): what knows the method's
 *   relatives, or the outline that a class or package is of; %NULL for a method
 */
gpointer
tv_profile_item_get_owner (TvProfileItem *self)
{
  g_return_val_if_fail (TV_IS_PROFILE_ITEM (self), NULL);

  return self->owner;
}

struct _TvProfileList
{
  GObject parent_instance;

  TvMethodSequence *methods; /* NULL for a level of an outline */

  TvProfileOutline *outline;
  TvProfileItemKind kind;
  const guint32 *members; /* of the outline */
  guint n_members;
  guint toplevel; /* its place; G_MAXUINT for none */
};

static GType
tv_profile_list_get_item_type (GListModel *model)
{
  return TV_TYPE_PROFILE_ITEM;
}

static guint
tv_profile_list_get_n_items (GListModel *model)
{
  TvProfileList *self = TV_PROFILE_LIST (model);

  return self->n_members + (self->toplevel != G_MAXUINT ? 1 : 0);
}

static gpointer
tv_profile_list_get_item (GListModel *model, guint position)
{
  TvProfileList *self = TV_PROFILE_LIST (model);

  if (position == self->toplevel)
    return tv_profile_item_new_method (TV_METHOD_NONE);
  if (position > self->toplevel)
    position--;
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
  self->toplevel = G_MAXUINT;
}

TvProfileList *
tv_profile_list_new_methods (TvMethodSequence *methods, guint toplevel)
{
  TvProfileList *self = g_object_new (TV_TYPE_PROFILE_LIST, NULL);

  self->methods = tv_method_sequence_ref (methods);
  self->kind = TV_PROFILE_ITEM_METHOD;
  self->toplevel = toplevel;
  self->n_members = tv_method_sequence_get_n (methods);
  return self;
}

TvProfileList *
tv_profile_list_new_top (TvProfileOutline *outline, guint toplevel)
{
  TvProfileList *self = g_object_new (TV_TYPE_PROFILE_LIST, NULL);

  self->outline = g_object_ref (outline);
  self->kind = tv_profile_outline_get_top (outline) == TV_OUTLINE_PACKAGES
                   ? TV_PROFILE_ITEM_PACKAGE
                   : TV_PROFILE_ITEM_CLASS;
  self->members = tv_profile_outline_get_members (
      outline, tv_profile_outline_get_top (outline), 0, &self->n_members);
  self->toplevel = toplevel;
  return self;
}

/* Lists what stands under a class or package. */
TvProfileList *
tv_profile_list_new_under (TvProfileItem *row)
{
  TvProfileList *self = g_object_new (TV_TYPE_PROFILE_LIST, NULL);
  const gboolean is_package = tv_profile_item_get_kind (row) == TV_PROFILE_ITEM_PACKAGE;

  self->outline = g_object_ref (TV_PROFILE_OUTLINE (tv_profile_item_get_owner (row)));
  self->kind = is_package ? TV_PROFILE_ITEM_CLASS : TV_PROFILE_ITEM_METHOD;
  self->members = tv_profile_outline_get_members (
      self->outline, is_package ? TV_OUTLINE_CLASSES : TV_OUTLINE_METHODS,
      tv_profile_item_get_index (row), &self->n_members);
  return self;
}
