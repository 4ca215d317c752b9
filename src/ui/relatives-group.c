/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/relatives-group.h"

#include "ui/profile-row.h"

struct _TvRelativesGroup
{
  GObject parent_instance;

  TvRelativesModel *relatives;
  TvRelation relation;
  guint n_before;
  guint n_relatives;
  guint n_after;
};

static GType
tv_relatives_group_get_item_type (GListModel *model)
{
  return TV_TYPE_PROFILE_ROW;
}

static guint
tv_relatives_group_get_n_items (GListModel *model)
{
  TvRelativesGroup *self = TV_RELATIVES_GROUP (model);

  return self->n_before + self->n_relatives + self->n_after;
}

static gpointer
tv_relatives_group_get_item (GListModel *model, guint position)
{
  TvRelativesGroup *self = TV_RELATIVES_GROUP (model);
  TvProfileRowKind kind = TV_PROFILE_ROW_RELATIVE;
  guint index = 0;

  if (position >= tv_relatives_group_get_n_items (model))
    return NULL;
  if (position < self->n_before)
    kind = TV_PROFILE_ROW_SELF;
  else if (position - self->n_before < self->n_relatives)
    index = position - self->n_before;
  else
    kind = TV_PROFILE_ROW_WAIT;
  return tv_profile_row_new_sub (kind, tv_relatives_model_get_method (self->relatives),
                                 self->relation, index, self->relatives);
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

  g_clear_object (&self->relatives);

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

/**
 * tv_relatives_group_new:
 * @relatives: groups that are worked out
 * @relation: which of them
 *
 * Returns: (transfer full): the members of the group
 */
TvRelativesGroup *
tv_relatives_group_new (TvRelativesModel *relatives, TvRelation relation)
{
  TvRelativesGroup *self;
  const TvRelatives *numbers;

  g_return_val_if_fail (TV_IS_RELATIVES_MODEL (relatives), NULL);

  numbers = tv_relatives_model_get_relatives (relatives);
  g_return_val_if_fail (numbers != NULL, NULL);

  self = g_object_new (TV_TYPE_RELATIVES_GROUP, NULL);
  self->relatives = g_object_ref (relatives);
  self->relation = relation;
  (void) tv_relatives_get (numbers, relation, &self->n_relatives);
  if (relation == TV_RELATION_CHILDREN)
    {
      self->n_before = 1;
      self->n_after = tv_relatives_get_n_waits (numbers) > 0 ? 1 : 0;
    }
  return self;
}
