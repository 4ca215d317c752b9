/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/profile-outline.h"
#include "ui/profile/profile-places.h"
#include "ui/profile/relatives-store.h"
#include "ui/profile/row-tree.h"

G_BEGIN_DECLS

TvRowTree *tv_profile_tree_model_new (TvRelativesStore *store, TvProfilePlaces *places,
                                      TvProfileOutline *outline);

G_END_DECLS
