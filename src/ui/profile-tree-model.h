/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile-outline.h"
#include "ui/profile-places.h"
#include "ui/relatives-store.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkTreeListModel *tv_profile_tree_model_new (TvRelativesStore *store,
                                             TvProfilePlaces *places,
                                             TvProfileOutline *outline);

G_END_DECLS
