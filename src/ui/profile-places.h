/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile-model.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvProfilePlaces:
 *
 * The top level of the tree of methods: a #TvProfileRow for each place, which is about
 * the method that stands there now. Another order changes none of its items, so that a
 * #GtkTreeListModel, which needs a fifth of a second for a million new rows, needs not
 * know of it. It is told of very many places bit by bit, too.
 */
#define TV_TYPE_PROFILE_PLACES (tv_profile_places_get_type ())

G_DECLARE_FINAL_TYPE (TvProfilePlaces, tv_profile_places, TV, PROFILE_PLACES, GObject)

TvProfilePlaces *tv_profile_places_new (TvProfileModel *methods);
void tv_profile_places_follow (TvProfilePlaces *self);
guint tv_profile_places_find (TvProfilePlaces *self, guint32 method);

G_END_DECLS
