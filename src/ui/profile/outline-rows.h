/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/profile-item.h"
#include "ui/profile/profile-outline.h"
#include "ui/profile/row-tree.h"

G_BEGIN_DECLS

GtkTreeListRow *tv_outline_rows_find (TvRowTree *tree, TvProfileOutline *outline,
                                      TvProfileItemKind kind, guint32 index);

G_END_DECLS
