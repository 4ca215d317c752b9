/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/stacks/call-tree.h"

G_BEGIN_DECLS

/**
 * TvCallTreeKey:
 * @method: index of the method, %TV_METHOD_NONE for a root
 * @parent: index of the node above, %TV_NODE_NONE for a root
 * @thread: index of the thread, that of the root
 *
 * What any node begins with.
 */
typedef struct
{
  guint32 method;
  guint32 parent;
  guint32 thread;
} TvCallTreeKey;

/**
 * TvCallTreeNodes:
 * @nodes: a node always comes after the one above it; the root is the first
 * @size: number of bytes of a node
 * @slots: (array): nodes by a hash of their key: its upper half, and the index; 0 is
 *   free
 * @n_slots: a power of two
 *
 * Paths of calls that are found by the path above and the method.
 */
typedef struct
{
  GArray *nodes;
  gsize size;
  guint64 *slots;
  gsize n_slots;
} TvCallTreeNodes;

void tv_call_tree_nodes_init (TvCallTreeNodes *self, gsize size);
void tv_call_tree_nodes_clear (TvCallTreeNodes *self);
void tv_call_tree_nodes_reset (TvCallTreeNodes *self);
guint32 tv_call_tree_nodes_add_root (TvCallTreeNodes *self, guint32 thread);
guint32 tv_call_tree_nodes_find (TvCallTreeNodes *self, guint32 parent, guint32 method);

/**
 * tv_call_tree_nodes_get_key:
 * @self: nodes
 * @index: index of a node
 *
 * Returns: (transfer none): where the node begins, until nodes are added
 */
static inline TvCallTreeKey *
tv_call_tree_nodes_get_key (const TvCallTreeNodes *self, guint32 index)
{
  return (TvCallTreeKey *) (gpointer) (self->nodes->data + index * self->size);
}

G_END_DECLS
