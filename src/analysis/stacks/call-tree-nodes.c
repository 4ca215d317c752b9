/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/stacks/call-tree-nodes.h"

#define FIRST_SLOTS 1024

/* A cache line of slots. */
#define N_NEAR 8

/**
 * tv_call_tree_nodes_init:
 * @self: (out caller-allocates): nodes
 * @size: number of bytes of a node, which begins with a #TvCallTreeKey
 *
 * Starts without nodes. What is behind the key of a new node is zero.
 */
void
tv_call_tree_nodes_init (TvCallTreeNodes *self, gsize size)
{
  *self = (TvCallTreeNodes){ .size = size, .n_slots = FIRST_SLOTS };
  self->nodes = g_array_new (FALSE, TRUE, (guint) size);
  self->slots = g_new0 (guint64, self->n_slots);
}

/**
 * tv_call_tree_nodes_clear:
 * @self: nodes
 *
 * Frees the memory; a caller that keeps the nodes has taken the array.
 */
void
tv_call_tree_nodes_clear (TvCallTreeNodes *self)
{
  g_clear_pointer (&self->nodes, g_array_unref);
  g_clear_pointer (&self->slots, g_free);
}

/**
 * tv_call_tree_nodes_reset:
 * @self: nodes
 *
 * Removes all nodes, and keeps the memory.
 */
void
tv_call_tree_nodes_reset (TvCallTreeNodes *self)
{
  g_array_set_size (self->nodes, 0);
  memset (self->slots, 0, self->n_slots * sizeof *self->slots);
}

static guint32
append (TvCallTreeNodes *self, guint32 parent, guint32 method, guint32 thread)
{
  const guint32 index = self->nodes->len;

  g_array_set_size (self->nodes, index + 1);
  *tv_call_tree_nodes_get_key (self, index)
      = (TvCallTreeKey){ .method = method, .parent = parent, .thread = thread };
  return index;
}

/**
 * tv_call_tree_nodes_add_root:
 * @self: nodes, none yet
 * @thread: index of a thread, or %TV_THREAD_NONE
 *
 * Returns: index of the root
 */
guint32
tv_call_tree_nodes_add_root (TvCallTreeNodes *self, guint32 thread)
{
  return append (self, TV_NODE_NONE, TV_METHOD_NONE, thread);
}

/* Fibonacci hashing of both numbers. */
static guint64
hash_key (guint32 parent, guint32 method)
{
  return ((guint64) parent << 32 | method) * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15);
}

static guint64
make_slot (guint64 hash, guint32 index)
{
  return (hash & ~(guint64) G_MAXUINT32) | index;
}

/* A node is read only if the upper half of its hash is the same: most are not in the
 * processor's cache. */
static gboolean
has_key (const TvCallTreeNodes *self, gsize at, guint64 hash, guint32 parent,
         guint32 method)
{
  const TvCallTreeKey *key;

  if ((self->slots[at] ^ hash) >> 32 != 0)
    return FALSE;
  key = tv_call_tree_nodes_get_key (self, (guint32) self->slots[at]);
  return key->parent == parent && key->method == method;
}

/* Callers that follow each other have slots that follow each other, mostly in the
 * processor's cache. Where these are taken, the hash leads to others. */
static gsize
find_slot (const TvCallTreeNodes *self, guint64 hash, guint32 parent, guint32 method)
{
  const gsize mask = self->n_slots - 1;
  gsize at = (gsize) parent * N_NEAR & mask;
  guint n_tried = 0;

  while (self->slots[at] != 0 && !has_key (self, at, hash, parent, method))
    at = (++n_tried == N_NEAR ? (gsize) (hash >> 20) : at + 1) & mask;
  return at;
}

/* Twice the slots, so that at least a quarter of them are free. */
static void
grow (TvCallTreeNodes *self)
{
  self->n_slots *= 2;
  g_free (self->slots);
  self->slots = g_new0 (guint64, self->n_slots);
  for (guint32 i = 1; i < self->nodes->len; i++)
    {
      const TvCallTreeKey *key = tv_call_tree_nodes_get_key (self, i);
      const guint64 hash = hash_key (key->parent, key->method);

      self->slots[find_slot (self, hash, key->parent, key->method)]
          = make_slot (hash, i);
    }
}

/**
 * tv_call_tree_nodes_find:
 * @self: nodes
 * @parent: index of a node
 * @method: index of a method that is called there
 *
 * Returns: index of the node below, created if it is missing
 */
guint32
tv_call_tree_nodes_find (TvCallTreeNodes *self, guint32 parent, guint32 method)
{
  const guint64 hash = hash_key (parent, method);
  const gsize at = find_slot (self, hash, parent, method);
  const guint32 number = (guint32) self->slots[at];
  guint32 index;

  if (number > 0)
    return number;
  index = append (self, parent, method,
                  tv_call_tree_nodes_get_key (self, parent)->thread);
  self->slots[at] = make_slot (hash, index);
  if (self->nodes->len > self->n_slots / 4 * 3)
    grow (self);
  return index;
}
