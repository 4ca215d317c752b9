/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/stacks/call-tree-nodes-private.h"

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
  *self = (TvCallTreeNodes){ .n_slots = FIRST_SLOTS };
  self->nodes = g_array_new (FALSE, TRUE, sizeof (TvCallTreeNode));
  self->slots = g_new0 (guint32, self->n_slots);
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
  g_clear_pointer (&self->slots, g_free);
  g_clear_pointer (&self->kept, g_free);
}

static guint32
append (TvCallTreeNodes *self, guint32 parent, guint32 method, guint32 thread)
{
  const TvCallTreeNode node = { .method = method, .parent = parent, .thread = thread };

  g_array_append_val (self->nodes, node);
  return self->nodes->len - 1;
}

/**
 * tv_call_tree_nodes_add_root:
 * @self: nodes, before the first level
 * @thread: index of a thread, or %TV_THREAD_NONE
 *
 * Returns: index of a new root
 */
guint32
tv_call_tree_nodes_add_root (TvCallTreeNodes *self, guint32 thread)
{
  return append (self, TV_NODE_NONE, TV_METHOD_NONE, thread);
}

/**
 * tv_call_tree_nodes_begin_level:
 * @self: nodes, with a root at least
 *
 * Begins the next level. What stands in the slots is of earlier levels, which have
 * lower numbers, and so counts as nothing.
 */
void
tv_call_tree_nodes_begin_level (TvCallTreeNodes *self)
{
  g_clear_pointer (&self->kept, g_free);
  self->level_start = self->nodes->len;
}

/* Fibonacci hashing of both numbers. */
static gsize
find_slot (const TvCallTreeNodes *self, guint32 parent, guint32 method)
{
  const guint64 key = (guint64) parent << 32 | method;
  gsize slot = (gsize) (key * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15) >> 20)
               & (self->n_slots - 1);

  while (self->slots[slot] >= self->level_start + self->n_dropped)
    {
      const TvCallTreeNode *node
          = tv_call_tree_nodes_get (self, self->slots[slot] - self->n_dropped);

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
  self->slots = g_new0 (guint32, self->n_slots);
  for (guint32 i = self->level_start; i < self->nodes->len; i++)
    {
      const TvCallTreeNode *node = tv_call_tree_nodes_get (self, i);

      self->slots[find_slot (self, node->parent, node->method)] = i + self->n_dropped;
    }
}

/**
 * tv_call_tree_nodes_find:
 * @self: nodes
 * @parent: index of a node of the level above
 * @method: index of a method that is called there
 *
 * Returns: index of the node in the present level, which is made if it is not there
 */
guint32
tv_call_tree_nodes_find (TvCallTreeNodes *self, guint32 parent, guint32 method)
{
  const gsize slot = find_slot (self, parent, method);
  guint32 index;

  if (self->slots[slot] >= self->level_start + self->n_dropped)
    return self->slots[slot] - self->n_dropped;
  index = append (self, parent, method, tv_call_tree_nodes_get (self, parent)->thread);
  self->slots[slot] = index + self->n_dropped;
  if (self->nodes->len - self->level_start > self->n_slots / 2)
    grow (self);
  return index;
}

/* Takes out the nodes of the level that have less; tv_call_tree_nodes_get_kept() tells
 * which, until the next level begins. */
void
tv_call_tree_nodes_end_level (TvCallTreeNodes *self, TvClock clock, gint64 least,
                              gboolean by_exclusive)
{
  const guint n = self->nodes->len - self->level_start;
  guint32 end = self->level_start;

  if (least <= 0)
    return;
  self->kept = g_new (guint32, MAX (n, 1));
  for (guint i = 0; i < n; i++)
    {
      const TvCallTreeNode node = *tv_call_tree_nodes_get (self, self->level_start + i);

      self->kept[i] = (by_exclusive ? node.exclusive : node.inclusive)[clock] < least
                          ? TV_NODE_NONE
                          : end;
      if (self->kept[i] != TV_NODE_NONE)
        *tv_call_tree_nodes_get (self, end++) = node;
    }
  self->n_dropped += self->nodes->len - end;
  g_array_set_size (self->nodes, end);
}
