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
 * What #TvCallTreeNode begins with, and any other node.
 */
typedef struct
{
  guint32 method;
  guint32 parent;
  guint32 thread;
} TvCallTreeKey;

G_STATIC_ASSERT (offsetof (TvCallTreeKey, method) == offsetof (TvCallTreeNode, method)
                 && offsetof (TvCallTreeKey, parent)
                        == offsetof (TvCallTreeNode, parent)
                 && offsetof (TvCallTreeKey, thread)
                        == offsetof (TvCallTreeNode, thread));

/**
 * TvCallTreeNodes:
 * @nodes: a node always comes after the one above it
 * @size: number of bytes of a node
 * @level_start: where the nodes of the present level begin
 * @n_dropped: number of nodes removed at the ends of levels
 * @slots: (array): nodes of the present level by a hash of their key: its upper half,
 *   and index plus @n_dropped, which is unique to the level
 * @n_slots: a power of two
 * @kept: (nullable) (array): by node of the level that has ended, its index or
 *   %TV_NODE_NONE; %NULL if all were kept
 *
 * Nodes that grow level by level, found by the node above and their method: what call
 * trees are built from.
 */
typedef struct
{
  GArray *nodes;
  gsize size;
  guint32 level_start;
  guint32 n_dropped;
  guint64 *slots;
  gsize n_slots;
  guint32 *kept;
} TvCallTreeNodes;

void tv_call_tree_nodes_init (TvCallTreeNodes *self, gsize size);
void tv_call_tree_nodes_clear (TvCallTreeNodes *self);
void tv_call_tree_nodes_reset (TvCallTreeNodes *self);
guint32 tv_call_tree_nodes_add_root (TvCallTreeNodes *self, guint32 thread);
void tv_call_tree_nodes_begin_level (TvCallTreeNodes *self);
guint32 tv_call_tree_nodes_find (TvCallTreeNodes *self, guint32 parent, guint32 method);
void tv_call_tree_nodes_end_level (TvCallTreeNodes *self, TvClock clock, gint64 least,
                                   gboolean by_exclusive);

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

/* For nodes of a tree. */
static inline TvCallTreeNode *
tv_call_tree_nodes_get (const TvCallTreeNodes *self, guint32 index)
{
  return &g_array_index (self->nodes, TvCallTreeNode, index);
}

/* Returns the index of the node now, %TV_NODE_NONE if it was removed. */
static inline guint32
tv_call_tree_nodes_get_kept (const TvCallTreeNodes *self, guint32 index)
{
  return self->kept == NULL || index == TV_NODE_NONE
             ? index
             : self->kept[index - self->level_start];
}

TvCallTree *tv_call_tree_new_from_nodes (TvTrace *trace, GArray *nodes, TvClock clock,
                                         gboolean by_exclusive,
                                         const gint64 whole[TV_N_CLOCKS]);
gint64 tv_call_tree_limits_find_least (const TvCallTreeLimits *limits, gint64 whole);

guint8 *tv_call_tree_through_find (const TvTrace *trace, const TvMethodSet *methods,
                                   const guint32 *same);
guint8 *tv_call_tree_through_find_within (const TvThreadRange *range,
                                          const guint8 *through);
void tv_call_tree_through_apply (GArray *nodes, const guint8 *through,
                                 const TvCallTreeLimits *limits,
                                 gint64 whole[TV_N_CLOCKS]);

G_END_DECLS
