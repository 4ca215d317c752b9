/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/row-tree.h"

G_BEGIN_DECLS

/**
 * TvRowBranch:
 *
 * A row at the top of a #TvRowTree with all that is open under it. It lives as long as
 * anybody holds its row at the top, and as long as that is open.
 *
 * The signal `changed` (position, removed, added) is emitted when rows under it come or
 * go; positions are counted from its row at the top, which is 0.
 */
#define TV_TYPE_ROW_BRANCH (tv_row_branch_get_type ())

G_DECLARE_FINAL_TYPE (TvRowBranch, tv_row_branch, TV, ROW_BRANCH, GObject)

TvRowBranch *tv_row_branch_new (gpointer item, guint place, GHashTable *branches,
                                GtkTreeListModelCreateModelFunc create_children,
                                GObject *context);

guint tv_row_branch_get_place (TvRowBranch *self);
void tv_row_branch_set_place (TvRowBranch *self, guint place);
guint tv_row_branch_get_n_rows (TvRowBranch *self);
GtkTreeListRow *tv_row_branch_get_row (TvRowBranch *self, guint position);
void tv_row_branch_end (TvRowBranch *self);
gboolean tv_row_branch_is_ended (TvRowBranch *self);

TvRowBranch *tv_row_branch_of (GtkTreeListRow *row);

G_END_DECLS
