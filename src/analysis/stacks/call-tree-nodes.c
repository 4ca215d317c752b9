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
  g_clear_pointer (&self->kept, g_free);
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
  g_clear_pointer (&self->kept, g_free);
  g_array_set_size (self->nodes, 0);
  self->level_start = self->n_dropped = 0;
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
 * Begins the next level. Slots of earlier levels have lower numbers and count as empty.
 */
void
tv_call_tree_nodes_begin_level (TvCallTreeNodes *self)
{
  g_clear_pointer (&self->kept, g_free);
  self->level_start = self->nodes->len;
}

/* Fibonacci hashing of both numbers. */
static guint64
hash_key (guint32 parent, guint32 method)
{
  return ((guint64) parent << 32 | method) * G_GUINT64_CONSTANT (0x9E3779B97F4A7C15);
}

static guint64
make_slot (const TvCallTreeNodes *self, guint64 hash, guint32 index)
{
  return (hash & ~(guint64) G_MAXUINT32) | (index + self->n_dropped);
}

static gboolean
is_free (const TvCallTreeNodes *self, gsize at)
{
  return (guint32) self->slots[at] < self->level_start + self->n_dropped;
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
  key = tv_call_tree_nodes_get_key (self, (guint32) self->slots[at] - self->n_dropped);
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

  while (!is_free (self, at) && !has_key (self, at, hash, parent, method))
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
  for (guint32 i = self->level_start; i < self->nodes->len; i++)
    {
      const TvCallTreeKey *key = tv_call_tree_nodes_get_key (self, i);
      const guint64 hash = hash_key (key->parent, key->method);

      self->slots[find_slot (self, hash, key->parent, key->method)]
          = make_slot (self, hash, i);
    }
}

/**
 * tv_call_tree_nodes_find:
 * @self: nodes
 * @parent: index of a node of the level above
 * @method: index of a method that is called there
 *
 * Returns: index of the node in the present level, created if it is missing
 */
guint32
tv_call_tree_nodes_find (TvCallTreeNodes *self, guint32 parent, guint32 method)
{
  const guint64 hash = hash_key (parent, method);
  const gsize at = find_slot (self, hash, parent, method);
  const guint32 number = (guint32) self->slots[at];
  guint32 index;

  if (number >= self->level_start + self->n_dropped)
    return number - self->n_dropped;
  index = append (self, parent, method,
                  tv_call_tree_nodes_get_key (self, parent)->thread);
  self->slots[at] = make_slot (self, hash, index);
  if (self->nodes->len - self->level_start > self->n_slots / 4 * 3)
    grow (self);
  return index;
}

/* Removes the nodes of the level that have less; tv_call_tree_nodes_get_kept() tells
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

/* Trees of the paths that go through some methods */

/* Returns by method whether paths must go through it, NULL without @methods. If methods
 * are counted as one, one of them stands for all. */
guint8 *
tv_call_tree_through_find (const TvTrace *trace, const TvMethodSet *methods,
                           const guint32 *same)
{
  const guint n = tv_trace_get_n_methods (trace);
  guint8 *through;

  if (methods == NULL)
    return NULL;
  through = g_new0 (guint8, MAX (n, 1));
  for (guint32 i = 0; i < n; i++)
    if (tv_method_set_contains (methods, i))
      through[same != NULL ? same[i] : i] = TRUE;
  for (guint32 i = 0; i < n && same != NULL; i++)
    through[i] = through[same[i]];
  return through;
}

/* Returns for each call of a range, by number, whether it is a call of the methods or
 * below one. */
guint8 *
tv_call_tree_through_find_within (const TvThreadRange *range, const guint8 *through)
{
  const guint32 n = tv_thread_range_get_n (range);
  guint8 *within = g_new0 (guint8, MAX (n, 1));

  for (guint32 i = 0; i < n; i++)
    {
      const guint32 parent = tv_thread_range_find_parent (range, i);

      within[i] = (parent != TV_CALL_NONE && within[parent])
                  || through[tv_calls_method (&range->calls,
                                              tv_thread_range_get_call (range, i))];
    }
  return within;
}

/* The topmost of the methods keeps all of its time; its callers keep what is below
 * them. */
static void
move_times (GArray *nodes, const guint8 *through, gint64 whole[TV_N_CLOCKS])
{
  TvCallTreeNode *all = (TvCallTreeNode *) (gpointer) nodes->data;
  g_autofree guint8 *within = g_new0 (guint8, MAX (nodes->len, 1));

  for (guint32 i = 0; i < nodes->len; i++)
    {
      TvCallTreeNode *node = &all[i];

      within[i] = node->parent != TV_NODE_NONE
                  && (within[node->parent] || through[node->method]);
      if (within[i])
        continue;
      node->waiting = 0;
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        node->inclusive[clock] = node->exclusive[clock] = 0;
    }
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    whole[clock] = 0;
  for (guint32 i = nodes->len; i-- > 0;)
    for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
      if (all[i].parent == TV_NODE_NONE)
        whole[clock] += all[i].inclusive[clock];
      else if (!within[all[i].parent])
        all[all[i].parent].inclusive[clock] += all[i].inclusive[clock];
}

/* Keeps the nodes within the limits. */
static void
cut (GArray *nodes, const TvCallTreeLimits *limits, gint64 whole)
{
  TvCallTreeNode *all = (TvCallTreeNode *) (gpointer) nodes->data;
  const gint64 least = tv_call_tree_limits_find_least (limits, whole);
  g_autofree guint32 *depths = g_new0 (guint32, MAX (nodes->len, 1));
  g_autofree guint32 *places = g_new (guint32, MAX (nodes->len, 1));
  guint32 n = 0;

  for (guint32 i = 0; i < nodes->len; i++)
    {
      TvCallTreeNode node = all[i];

      places[i] = TV_NODE_NONE;
      if (node.parent != TV_NODE_NONE)
        {
          depths[i] = depths[node.parent] + 1;
          node.parent = places[node.parent];
          if (node.parent == TV_NODE_NONE || node.inclusive[limits->clock] < least
              || (limits->max_depth > 0 && depths[i] > limits->max_depth))
            continue;
        }
      places[i] = n;
      all[n++] = node;
    }
  g_array_set_size (nodes, n);
}

/* Subtracts from callers what they spent elsewhere, and drops what is too small
 * then. */
void
tv_call_tree_through_apply (GArray *nodes, const guint8 *through,
                            const TvCallTreeLimits *limits, gint64 whole[TV_N_CLOCKS])
{
  move_times (nodes, through, whole);
  cut (nodes, limits, whole[limits->clock]);
}
