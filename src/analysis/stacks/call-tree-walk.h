/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/stacks/call-tree.h"

G_BEGIN_DECLS

/**
 * TvCallTreeWalk:
 *
 * A way through all nodes of a tree: a node, then what is below it. It takes memory for
 * one path, and never a deeper stack of its own.
 */
typedef struct _TvCallTreeWalk TvCallTreeWalk;

TvCallTreeWalk *tv_call_tree_walk_new (const TvCallTree *tree);
void tv_call_tree_walk_free (TvCallTreeWalk *walk);

gboolean tv_call_tree_walk_next (TvCallTreeWalk *walk, guint32 *node, guint *depth);
void tv_call_tree_walk_skip (TvCallTreeWalk *walk);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallTreeWalk, tv_call_tree_walk_free)

G_END_DECLS
