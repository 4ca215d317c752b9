/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/relatives-model.h"

#include "ui/profile/profile-item.h"

struct _TvRelativesModel
{
  GObject parent_instance;

  TvRelativesQuery *query;
  gboolean asked;
  gboolean filled;
  TvRelation groups[TV_N_RELATIONS];
  guint n_groups;
};

static void fill (TvRelativesModel *self);

static GType
tv_relatives_model_get_item_type (GListModel *model)
{
  return TV_TYPE_PROFILE_ITEM;
}

static guint
tv_relatives_model_get_n_items (GListModel *model)
{
  TvRelativesModel *self = TV_RELATIVES_MODEL (model);

  /* Once somebody was told that it is empty, it fills with a signal alone. */
  if (!self->asked)
    {
      self->asked = TRUE;
      tv_relatives_query_start (self->query);
      fill (self);
    }
  return self->n_groups;
}

static gpointer
tv_relatives_model_get_item (GListModel *model, guint position)
{
  TvRelativesModel *self = TV_RELATIVES_MODEL (model);

  if (position >= self->n_groups)
    return NULL;
  return tv_profile_item_new_sub (TV_PROFILE_ITEM_GROUP,
                                  tv_relatives_query_get_method (self->query),
                                  self->groups[position], 0, self->query);
}

static void
tv_relatives_model_init_list_model (GListModelInterface *iface)
{
  iface->get_item_type = tv_relatives_model_get_item_type;
  iface->get_n_items = tv_relatives_model_get_n_items;
  iface->get_item = tv_relatives_model_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (
    TvRelativesModel, tv_relatives_model, G_TYPE_OBJECT,
    G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, tv_relatives_model_init_list_model))

static void
tv_relatives_model_dispose (GObject *object)
{
  TvRelativesModel *self = TV_RELATIVES_MODEL (object);

  g_clear_object (&self->query);

  G_OBJECT_CLASS (tv_relatives_model_parent_class)->dispose (object);
}

static void
tv_relatives_model_class_init (TvRelativesModelClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_relatives_model_dispose;
}

static void
tv_relatives_model_init (TvRelativesModel *self)
{
}

/* A method that calls nothing and never waits has no group of children, as in
 * Traceview: "self" alone would say nothing. */
static gboolean
has_members (const TvRelatives *relatives, TvRelation relation)
{
  guint n;

  (void) tv_relatives_get (relatives, relation, &n);
  return n > 0
         || (relation == TV_RELATION_CHILDREN
             && tv_relatives_get_n_waits (relatives) > 0);
}

static void
fill (TvRelativesModel *self)
{
  const TvRelatives *relatives = tv_relatives_query_get_relatives (self->query);

  if (self->filled || relatives == NULL)
    return;
  self->filled = TRUE;
  for (TvRelation relation = 0; relation < TV_N_RELATIONS; relation++)
    if (has_members (relatives, relation))
      self->groups[self->n_groups++] = relation;
}

static void
follow_query (TvRelativesModel *self)
{
  if (!self->asked || self->filled)
    return;
  fill (self);
  g_list_model_items_changed (G_LIST_MODEL (self), 0, 0, self->n_groups);
}

TvRelativesModel *
tv_relatives_model_new (TvRelativesQuery *query)
{
  TvRelativesModel *self;

  g_return_val_if_fail (TV_IS_RELATIVES_QUERY (query), NULL);

  self = g_object_new (TV_TYPE_RELATIVES_MODEL, NULL);
  self->query = g_object_ref (query);
  g_signal_connect_object (query, "ready", G_CALLBACK (follow_query), self,
                           G_CONNECT_SWAPPED);
  self->asked = tv_relatives_query_get_relatives (query) != NULL;
  fill (self);
  return self;
}

TvRelativesQuery *
tv_relatives_model_get_query (TvRelativesModel *self)
{
  g_return_val_if_fail (TV_IS_RELATIVES_MODEL (self), NULL);

  return self->query;
}
