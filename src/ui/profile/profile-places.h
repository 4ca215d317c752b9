/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/profile-model.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvProfilePlaces:
 *
 * The top level of the tree of methods: a #TvProfileItem for each place, which is about
 * the method that stands there now. Another order changes none of its items, so that
 * rows that are open or selected need not be found among a million others.
 */
#define TV_TYPE_PROFILE_PLACES (tv_profile_places_get_type ())

G_DECLARE_FINAL_TYPE (TvProfilePlaces, tv_profile_places, TV, PROFILE_PLACES, GObject)

TvProfilePlaces *tv_profile_places_new (TvProfileModel *methods);
void tv_profile_places_follow (TvProfilePlaces *self);

G_END_DECLS
