/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/diff/trace-diff.h"
#include "analysis/stacks/call-tree.h"

G_BEGIN_DECLS

/**
 * TvTreePair:
 * @nodes: by #TvDiffSide, the index of the node in its tree; %TV_NODE_NONE in a trace
 *   that lacks the path
 *
 * A path of calls in two traces. It is new or gone if it has one node only.
 */
typedef struct
{
  guint32 nodes[TV_N_DIFF_SIDES];
} TvTreePair;

/**
 * TvTreeDiff:
 *
 * The top-down call trees of two traces, of all threads together, side by side. Paths
 * are the same if their methods share rows of a #TvTraceDiff. The trees grow when paths
 * are opened: as with #TvCallTree, others may read the nodes that they know while one
 * thread does that.
 */
typedef struct _TvTreeDiff TvTreeDiff;

TvTreeDiff *tv_tree_diff_new (const TvTraceDiff *diff, TvClock clock,
                              GCancellable *cancellable, GError **error);
void tv_tree_diff_free (TvTreeDiff *self);

const TvCallTree *tv_tree_diff_get_tree (const TvTreeDiff *self, TvDiffSide side);
const TvCallTreeNode *tv_tree_diff_get_node (const TvTreeDiff *self,
                                             const TvTreePair *pair, TvDiffSide side);
TvTreePair tv_tree_diff_get_root (const TvTreeDiff *self);
gboolean tv_tree_diff_has_children (const TvTreeDiff *self, const TvTreePair *pair);
GArray *tv_tree_diff_open (TvTreeDiff *self, const TvTreePair *pair,
                           GCancellable *cancellable, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvTreeDiff, tv_tree_diff_free)

G_END_DECLS
