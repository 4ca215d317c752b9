/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile/profile-places.h"

#include "ui/profile/profile-item.h"

struct _TvProfilePlaces
{
  GObject parent_instance;

  TvProfileModel *methods;
  guint n_places;
};

static GType
tv_profile_places_get_item_type (GListModel *model)
{
  return TV_TYPE_PROFILE_ITEM;
}

static guint
tv_profile_places_get_n_items (GListModel *model)
{
  return TV_PROFILE_PLACES (model)->n_places;
}

static gpointer
tv_profile_places_get_item (GListModel *model, guint position)
{
  TvProfilePlaces *self = TV_PROFILE_PLACES (model);

  if (position >= self->n_places)
    return NULL;
  return tv_profile_item_new_place (self->methods, position);
}

static void
tv_profile_places_init_list_model (GListModelInterface *iface)
{
  iface->get_item_type = tv_profile_places_get_item_type;
  iface->get_n_items = tv_profile_places_get_n_items;
  iface->get_item = tv_profile_places_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (
    TvProfilePlaces, tv_profile_places, G_TYPE_OBJECT,
    G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, tv_profile_places_init_list_model))

static void
tv_profile_places_dispose (GObject *object)
{
  TvProfilePlaces *self = TV_PROFILE_PLACES (object);

  g_clear_object (&self->methods);

  G_OBJECT_CLASS (tv_profile_places_parent_class)->dispose (object);
}

static void
tv_profile_places_class_init (TvProfilePlacesClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = tv_profile_places_dispose;
}

static void
tv_profile_places_init (TvProfilePlaces *self)
{
}

TvProfilePlaces *
tv_profile_places_new (TvProfileModel *methods)
{
  TvProfilePlaces *self;

  g_return_val_if_fail (TV_IS_PROFILE_MODEL (methods), NULL);

  self = g_object_new (TV_TYPE_PROFILE_PLACES, NULL);
  self->methods = g_object_ref (methods);
  self->n_places = g_list_model_get_n_items (G_LIST_MODEL (methods));
  return self;
}

/* Has as many places as there are methods now, after they got another order. Those
 * that are left over go from the end. */
void
tv_profile_places_follow (TvProfilePlaces *self)
{
  guint before;

  g_return_if_fail (TV_IS_PROFILE_PLACES (self));

  before = self->n_places;
  self->n_places = g_list_model_get_n_items (G_LIST_MODEL (self->methods));
  if (self->n_places < before)
    g_list_model_items_changed (G_LIST_MODEL (self), self->n_places,
                                before - self->n_places, 0);
  else if (self->n_places > before)
    g_list_model_items_changed (G_LIST_MODEL (self), before, 0,
                                self->n_places - before);
}
