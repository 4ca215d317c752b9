/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/call-tree-nodes-private.h"

#define FIRST_SLOTS 1024

/**
 * tv_call_tree_nodes_init:
 * @self: (out caller-allocates): nodes
 *
 * Begins without any.
 */
void
tv_call_tree_nodes_init (TvCallTreeNodes *self)
{
  self->nodes = g_array_new (FALSE, TRUE, sizeof (TvCallTreeNode));
  self->latest = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->n_slots = FIRST_SLOTS;
  self->slots = g_new (guint32, self->n_slots);
  memset (self->slots, 0xff, self->n_slots * sizeof *self->slots);
}

/**
 * tv_call_tree_nodes_clear:
 * @self: nodes
 *
 * Gives back their memory; whoever wants the nodes themselves has taken the array.
 */
void
tv_call_tree_nodes_clear (TvCallTreeNodes *self)
{
  g_clear_pointer (&self->nodes, g_array_unref);
  g_clear_pointer (&self->latest, g_array_unref);
  g_clear_pointer (&self->slots, g_free);
}

static TvCallTreeNode *
get_node (const TvCallTreeNodes *self, guint32 index)
{
  return &g_array_index (self->nodes, TvCallTreeNode, index);
}

static guint32
append (TvCallTreeNodes *self, guint32 parent, guint32 method, guint32 thread)
{
  const TvCallTreeNode node = { .method = method, .parent = parent, .thread = thread };
  const guint32 none = TV_NODE_NONE;

  g_array_append_val (self->nodes, node);
  g_array_append_val (self->latest, none);
  return self->nodes->len - 1;
}

/**
 * tv_call_tree_nodes_add_root:
 * @self: nodes
 * @thread: index of a thread, or %TV_THREAD_NONE
 *
 * Returns: index of a new root
 */
guint32
tv_call_tree_nodes_add_root (TvCallTreeNodes *self, guint32 thread)
{
  return append (self, TV_NODE_NONE, TV_METHOD_NONE, thread);
}

/* Fibonacci hashing of both numbers. */
static gsize
find_slot (const TvCallTreeNodes *self, guint32 parent, guint32 method)
{
  const guint64 key = (guint64) parent << 32 | method;
  gsize slot = (gsize) (key * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15) >> 20)
               & (self->n_slots - 1);

  while (self->slots[slot] != TV_NODE_NONE)
    {
      const TvCallTreeNode *node = get_node (self, self->slots[slot]);

      if (node->parent == parent && node->method == method)
        break;
      slot = (slot + 1) & (self->n_slots - 1);
    }
  return slot;
}

/* Twice the slots, so that at least half of them are free. */
static void
grow (TvCallTreeNodes *self)
{
  self->n_slots *= 2;
  g_free (self->slots);
  self->slots = g_new (guint32, self->n_slots);
  memset (self->slots, 0xff, self->n_slots * sizeof *self->slots);
  for (guint32 i = 0; i < self->nodes->len; i++)
    {
      const TvCallTreeNode *node = get_node (self, i);

      if (node->parent != TV_NODE_NONE)
        self->slots[find_slot (self, node->parent, node->method)] = i;
    }
}

/**
 * tv_call_tree_nodes_find:
 * @self: nodes
 * @parent: index of a node
 * @method: index of a method that is called there
 *
 * Loops call the same method again: that is found without looking it up.
 *
 * Returns: index of the node, which is made if it is not there
 */
guint32
tv_call_tree_nodes_find (TvCallTreeNodes *self, guint32 parent, guint32 method)
{
  guint32 *latest = &g_array_index (self->latest, guint32, parent);
  gsize slot;

  if (*latest != TV_NODE_NONE && get_node (self, *latest)->method == method)
    return *latest;
  slot = find_slot (self, parent, method);
  if (self->slots[slot] == TV_NODE_NONE)
    {
      self->slots[slot]
          = append (self, parent, method, get_node (self, parent)->thread);
      if (self->nodes->len > self->n_slots / 2)
        {
          grow (self);
          slot = find_slot (self, parent, method);
        }
    }
  g_array_index (self->latest, guint32, parent) = self->slots[slot];
  return self->slots[slot];
}
