/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/profile-item.h"
#include "ui/profile/profile-tree.h"

G_BEGIN_DECLS

/**
 * TvShownRows:
 *
 * Rows of a #TvProfileTree as they stood at one moment, one after the other, with how
 * deep each stands under others. Made where the tree is used, and then for one thread
 * of any kind: whatever the tree does later makes no difference. Rows that are closed
 * take no memory of their own but the order of the methods.
 */
typedef struct _TvShownRows TvShownRows;

TvShownRows *tv_shown_rows_new (TvProfileTree *tree);
TvShownRows *tv_shown_rows_new_at (TvProfileTree *tree, guint position,
                                   gboolean with_open);
void tv_shown_rows_free (TvShownRows *self);

guint tv_shown_rows_get_n (const TvShownRows *self);
gboolean tv_shown_rows_next (TvShownRows *self);
TvProfileItem *tv_shown_rows_get_row (TvShownRows *self);
guint tv_shown_rows_get_level (const TvShownRows *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvShownRows, tv_shown_rows_free)

G_END_DECLS
