/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/view/view.h"

G_BEGIN_DECLS

/**
 * TvCallTreeView:
 *
 * The calls in the scope of a session, added up by their paths. With the property
 * `around` set it shows the selected method between its callers and its callees.
 *
 * # Actions
 *
 * Of its own: `bottom-up` and `per-thread` (boolean states), `open-all`, and those of
 * #TvColumnActions.
 *
 * # CSS nodes
 *
 * `calltree`
 */
#define TV_TYPE_CALL_TREE_VIEW (tv_call_tree_view_get_type ())

G_DECLARE_FINAL_TYPE (TvCallTreeView, tv_call_tree_view, TV, CALL_TREE_VIEW, TvView)

GtkWidget *tv_call_tree_view_new (gboolean around);
void tv_call_tree_view_set_beside (TvCallTreeView *self, GtkWidget *side);
void tv_call_tree_view_set_layout (TvCallTreeView *self, TvColumnLayout *layout);

G_END_DECLS
