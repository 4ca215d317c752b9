/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/profile-places.h"

#include "ui/profile-row.h"

/* So many places a #GtkTreeListModel takes in two milliseconds. */
#define PLACES_AT_ONCE 20000

struct _TvProfilePlaces
{
  GObject parent_instance;

  TvProfileModel *methods;
  guint n_all;
  guint n_told;
  guint source; /* tells of more */
};

static GType
tv_profile_places_get_item_type (GListModel *model)
{
  return TV_TYPE_PROFILE_ROW;
}

static guint
tv_profile_places_get_n_items (GListModel *model)
{
  return TV_PROFILE_PLACES (model)->n_told;
}

static gpointer
tv_profile_places_get_item (GListModel *model, guint position)
{
  TvProfilePlaces *self = TV_PROFILE_PLACES (model);

  if (position >= self->n_told)
    return NULL;
  return tv_profile_row_new_place (self->methods, position);
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

  g_clear_handle_id (&self->source, g_source_remove);
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

static void
tell (TvProfilePlaces *self, guint n)
{
  const guint before = self->n_told;

  self->n_told = n;
  if (n < before)
    g_list_model_items_changed (G_LIST_MODEL (self), n, before - n, 0);
  else
    g_list_model_items_changed (G_LIST_MODEL (self), before, 0, n - before);
}

static gboolean
tell_more (gpointer user_data)
{
  TvProfilePlaces *self = TV_PROFILE_PLACES (user_data);

  tell (self, self->n_told + MIN (PLACES_AT_ONCE, self->n_all - self->n_told));
  if (self->n_told < self->n_all)
    return G_SOURCE_CONTINUE;
  self->source = 0;
  return G_SOURCE_REMOVE;
}

/**
 * tv_profile_places_new:
 * @methods: what stands in the places
 *
 * Returns: (transfer full): the places of @methods
 */
TvProfilePlaces *
tv_profile_places_new (TvProfileModel *methods)
{
  TvProfilePlaces *self;

  g_return_val_if_fail (TV_IS_PROFILE_MODEL (methods), NULL);

  self = g_object_new (TV_TYPE_PROFILE_PLACES, NULL);
  self->methods = g_object_ref (methods);
  self->n_all = g_list_model_get_n_items (G_LIST_MODEL (methods));
  self->n_told = MIN (PLACES_AT_ONCE, self->n_all);
  if (self->n_told < self->n_all)
    self->source = g_idle_add (tell_more, self);
  return self;
}

/**
 * tv_profile_places_follow:
 * @self: places
 *
 * Has as many places as there are methods now, after they got another order. Those that
 * are left over go from the end.
 */
void
tv_profile_places_follow (TvProfilePlaces *self)
{
  guint n_left;

  g_return_if_fail (TV_IS_PROFILE_PLACES (self));

  self->n_all = g_list_model_get_n_items (G_LIST_MODEL (self->methods));
  n_left = MIN (MAX (self->n_told, MIN (PLACES_AT_ONCE, self->n_all)), self->n_all);
  if (n_left != self->n_told)
    tell (self, n_left);
  if (self->n_told < self->n_all && self->source == 0)
    self->source = g_idle_add (tell_more, self);
}

/**
 * tv_profile_places_find:
 * @self: places
 * @method: index of a method of the trace
 *
 * Returns: the place of the method, which is in the list from now on; %G_MAXUINT if the
 *   method was never called
 */
guint
tv_profile_places_find (TvProfilePlaces *self, guint32 method)
{
  guint place;

  g_return_val_if_fail (TV_IS_PROFILE_PLACES (self), G_MAXUINT);

  place = tv_profile_model_get_position (self->methods, method);
  if (place != G_MAXUINT && place >= self->n_told)
    tell (self, place + 1);
  return place;
}
