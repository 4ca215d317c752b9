/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile-column.h"
#include "ui/profile-tree.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkListItemFactory *tv_profile_cells_new_factory (TvProfileTree *tree,
                                                  TvProfileColumn column);

G_END_DECLS
