/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/profile/method-history.h"
#include "ui/profile/profile-item.h"
#include "ui/profile/profile-model.h"
#include "ui/profile/row-values.h"
#include "ui/session/trace-match.h"
#include "ui/table/table-model.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * TvProfileTree:
 *
 * The rows of the profile panel, their selection, and the open ones among them, without
 * a widget. It follows and changes the session's selection.
 *
 * A method opens into its Parents and Children when a person picks it: by a click, by
 * Enter, in the timeline, or by going to it from a caller or callee. It closes again
 * when the selection leaves it, as in Traceview, unless the person opened it or a row
 * in it by hand; such rows stay open. The arrow keys select rows without opening them,
 * because opening would move the rows under the keys.
 *
 * It is the model of a #TvTableView.
 */
#define TV_TYPE_PROFILE_TREE (tv_profile_tree_get_type ())

G_DECLARE_FINAL_TYPE (TvProfileTree, tv_profile_tree, TV, PROFILE_TREE, GObject)

TvProfileTree *tv_profile_tree_new (TvTraceSession *session);
TvProfileTree *tv_profile_tree_new_flat (TvTraceSession *session);

TvTraceSession *tv_profile_tree_get_session (TvProfileTree *self);
TvProfileSnapshot *tv_profile_tree_get_snapshot (TvProfileTree *self);
TvProfileModel *tv_profile_tree_get_methods (TvProfileTree *self);
void tv_profile_tree_continue (TvProfileTree *self, TvProfileTree *before,
                               const TvTraceMatch *match);
void tv_profile_tree_set_grouping (TvProfileTree *self, TvProfileGrouping grouping);
GtkTreeListModel *tv_profile_tree_get_rows (TvProfileTree *self);
GtkSingleSelection *tv_profile_tree_get_selection (TvProfileTree *self);
TvProfileItem *tv_profile_tree_dup_row (TvProfileTree *self, guint position);
guint tv_profile_tree_get_method_position (TvProfileTree *self, guint32 method);

TvMethodHistory *tv_profile_tree_get_history (TvProfileTree *self);

void tv_profile_tree_select (TvProfileTree *self, guint position);
void tv_profile_tree_go (TvProfileTree *self, gboolean forward);
void tv_profile_tree_go_to (TvProfileTree *self, guint32 method);
void tv_profile_tree_pick (TvProfileTree *self, guint position);
void tv_profile_tree_activate (TvProfileTree *self, guint position);
void tv_profile_tree_record_toggle (TvProfileTree *self, GtkTreeListRow *row);
void tv_profile_tree_init_cells (TvTableModelInterface *iface);

G_END_DECLS
