/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/call-tree.h"

G_BEGIN_DECLS

/**
 * TvCallTreeNodes:
 * @nodes: (element-type TvCallTreeNode): a node always comes after the one above it
 * @latest: (element-type guint32): by node, the child that was found last
 * @slots: (array): indexes of nodes by a hash of what they are looked up by
 * @n_slots: a power of two
 *
 * Nodes that grow, and are found by the node above and their method.
 */
typedef struct
{
  GArray *nodes;
  GArray *latest;
  guint32 *slots;
  gsize n_slots;
} TvCallTreeNodes;

void tv_call_tree_nodes_init (TvCallTreeNodes *self);
void tv_call_tree_nodes_clear (TvCallTreeNodes *self);
guint32 tv_call_tree_nodes_add_root (TvCallTreeNodes *self, guint32 thread);
guint32 tv_call_tree_nodes_find (TvCallTreeNodes *self, guint32 parent, guint32 method);

G_END_DECLS
