/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/relatives-group.h"

struct _TvRelativesGroup
{
  GObject parent_instance;

  TvRelativesQuery *query;
  TvRelation relation;
  gboolean asked;
  gboolean filled;
  guint n_before;
  guint n_relatives;
  guint n_after;
};

static void fill (TvRelativesGroup *self);

static guint
get_n (TvRelativesGroup *self)
{
  return self->n_before + self->n_relatives + self->n_after;
}

static GType
tv_relatives_group_get_item_type (GListModel *model)
{
  return TV_TYPE_PROFILE_ITEM;
}

static guint
tv_relatives_group_get_n_items (GListModel *model)
{
  TvRelativesGroup *self = TV_RELATIVES_GROUP (model);

  /* Once somebody was told that it is empty, it fills with a signal alone. */
  if (!self->asked)
    {
      self->asked = TRUE;
      tv_relatives_query_start (self->query);
      fill (self);
    }
  return get_n (self);
}

static gpointer
tv_relatives_group_get_item (GListModel *model, guint position)
{
  TvRelativesGroup *self = TV_RELATIVES_GROUP (model);
  TvProfileItemKind kind = TV_PROFILE_ITEM_RELATIVE;
  guint index = 0;

  if (position >= get_n (self))
    return NULL;
  if (position < self->n_before)
    kind = TV_PROFILE_ITEM_SELF;
  else if (position - self->n_before < self->n_relatives)
    index = position - self->n_before;
  else
    kind = TV_PROFILE_ITEM_WAIT;
  return tv_profile_item_new_sub (kind, tv_relatives_query_get_method (self->query),
                                  self->relation, index, self->query);
}

static void
tv_relatives_group_init_list_model (GListModelInterface *iface)
{
  iface->get_item_type = tv_relatives_group_get_item_type;
  iface->get_n_items = tv_relatives_group_get_n_items;
  iface->get_item = tv_relatives_group_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (
    TvRelativesGroup, tv_relatives_group, G_TYPE_OBJECT,
    G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, tv_relatives_group_init_list_model))

static void
tv_relatives_group_dispose (GObject *object)
{
  TvRelativesGroup *self = TV_RELATIVES_GROUP (object);

  g_clear_object (&self->query);

  G_OBJECT_CLASS (tv_relatives_group_parent_class)->dispose (object);
}

static void
tv_relatives_group_class_init (TvRelativesGroupClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_relatives_group_dispose;
}

static void
tv_relatives_group_init (TvRelativesGroup *self)
{
}

static gboolean
has_own_time (TvRelativesGroup *self)
{
  return self->relation == TV_RELATION_CHILDREN
         || (self->relation == TV_RELATION_CHILDREN_WHILE_RECURSIVE
             && tv_relatives_query_get_depth (self->query) > 0);
}

static void
fill (TvRelativesGroup *self)
{
  const TvRelatives *relatives = tv_relatives_query_get_relatives (self->query);

  if (self->filled || relatives == NULL)
    return;
  self->filled = TRUE;
  (void) tv_relatives_get (relatives, self->relation, &self->n_relatives);
  if (has_own_time (self))
    {
      self->n_before = 1;
      self->n_after = tv_relatives_get_n_waits (relatives) > 0 ? 1 : 0;
    }
}

static void
follow_query (TvRelativesGroup *self)
{
  if (!self->asked || self->filled)
    return;
  fill (self);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, 0, get_n (self));
}

TvRelativesGroup *
tv_relatives_group_new (TvRelativesQuery *query, TvRelation relation)
{
  TvRelativesGroup *self;

  g_return_val_if_fail (TV_IS_RELATIVES_QUERY (query), NULL);

  self = g_object_new (TV_TYPE_RELATIVES_GROUP, NULL);
  self->query = g_object_ref (query);
  self->relation = relation;
  g_signal_connect_object (query, "ready", G_CALLBACK (follow_query), self,
                           G_CONNECT_SWAPPED);
  self->asked = tv_relatives_query_get_relatives (query) != NULL;
  fill (self);
  return self;
}

TvRelativesQuery *
tv_relatives_group_get_query (TvRelativesGroup *self)
{
  g_return_val_if_fail (TV_IS_RELATIVES_GROUP (self), NULL);

  return self->query;
}

/* Returns its position, %G_MAXUINT if there is none, or none yet. */
guint
tv_relatives_group_find (TvRelativesGroup *self, TvProfileItemKind kind, guint32 method)
{
  const TvRelative *relatives;

  g_return_val_if_fail (TV_IS_RELATIVES_GROUP (self), G_MAXUINT);

  if (!self->filled)
    return G_MAXUINT;
  if (kind == TV_PROFILE_ITEM_SELF)
    return self->n_before > 0 ? 0 : G_MAXUINT;
  if (kind == TV_PROFILE_ITEM_WAIT)
    return self->n_after > 0 ? get_n (self) - 1 : G_MAXUINT;
  relatives = tv_relatives_get (tv_relatives_query_get_relatives (self->query),
                                self->relation, &self->n_relatives);
  for (guint i = 0; i < self->n_relatives; i++)
    if (relatives[i].method == method)
      return self->n_before + i;
  return G_MAXUINT;
}
