/* SPDX-License-Identifier: Apache-2.0 */

/* The calls of the other trace become a tree too, which grows only along the paths of
 * the first. */

#include "analysis/stacks/call-tree-compare.h"

#include "analysis/diff/thread-pairs.h"

/* Nodes of the same path. */
typedef struct
{
  guint32 node;
  guint32 other;
} Pair;

typedef struct
{
  const TvCallTree *tree;
  TvCallTree *other;
  const guint32 *methods; /* nullable */
  GHashTable *children;   /* by method: the children of a node */
  GArray *pairs;          /* Pair: the pairs that are left to do */
} Comparison;

/* Pairs the roots of threads, or the one root of all threads. */
static void
pair_roots (Comparison *self)
{
  g_autofree guint32 *threads = tv_trace_pair_threads (
      tv_call_tree_get_trace (self->tree), tv_call_tree_get_trace (self->other));
  guint n, n_other;

  (void) tv_call_tree_get_children (self->tree, TV_NODE_NONE, &n);
  (void) tv_call_tree_get_children (self->other, TV_NODE_NONE, &n_other);
  for (guint32 i = 0; i < n; i++)
    {
      const guint32 thread = tv_call_tree_get_node (self->tree, i)->thread;
      const guint32 other = thread != TV_THREAD_NONE ? threads[thread] : TV_THREAD_NONE;

      for (guint32 k = 0; k < n_other; k++)
        if (tv_call_tree_get_node (self->other, k)->thread == other)
          g_array_append_val (self->pairs, ((Pair){ i, k }));
    }
}

static void
pair_children (Comparison *self, const Pair *pair)
{
  guint n, n_other;
  const guint32 first = tv_call_tree_get_children (self->tree, pair->node, &n);
  const guint32 first_other
      = tv_call_tree_get_children (self->other, pair->other, &n_other);
  gpointer node;

  g_hash_table_remove_all (self->children);
  for (guint32 i = first; i < first + n; i++)
    g_hash_table_insert (
        self->children,
        GUINT_TO_POINTER (tv_call_tree_get_node (self->tree, i)->method),
        GUINT_TO_POINTER (i));
  for (guint32 i = first_other; i < first_other + n_other; i++)
    {
      const guint32 of = tv_call_tree_get_node (self->other, i)->method;
      const guint32 method = self->methods != NULL ? self->methods[of] : of;

      if (g_hash_table_lookup_extended (self->children, GUINT_TO_POINTER (method), NULL,
                                        &node))
        g_array_append_val (self->pairs, ((Pair){ GPOINTER_TO_UINT (node), i }));
    }
}

static gboolean
add_up (Comparison *self, TvCallTreeOther *sums, TvClock clock,
        GCancellable *cancellable, GError **error)
{
  const TvCallTreeGrowth one_level = { .max_depth = 1, .complete = TRUE };

  while (self->pairs->len > 0)
    {
      const Pair pair = g_array_index (self->pairs, Pair, self->pairs->len - 1);
      const TvCallTreeNode *other = tv_call_tree_get_node (self->other, pair.other);
      guint n;

      g_array_set_size (self->pairs, self->pairs->len - 1);
      sums->inclusive[pair.node] += other->inclusive[clock];
      sums->exclusive[pair.node] += other->exclusive[clock];
      (void) tv_call_tree_get_children (self->tree, pair.node, &n);
      if (n == 0 || !tv_call_tree_has_children (self->other, pair.other))
        continue;
      if (!tv_call_tree_grow (self->other, pair.other, &one_level, cancellable, error))
        return FALSE;
      pair_children (self, &pair);
    }
  return TRUE;
}

/**
 * tv_call_tree_compare:
 * @tree: a tree, top down
 * @spec: the other trace and the limits
 * @cancellable: (nullable): stops the work
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Adds up the time that another trace spent along the paths of @tree. Roots of threads
 * are paired by tv_trace_pair_threads(). Takes time and memory for the other trace as
 * tv_call_tree_new_closed() does, and time for the calls along the paths of @tree, so
 * run it in a worker.
 *
 * Returns: (transfer full) (nullable): the sums, 0 for paths that the other trace
 *   lacks, or %NULL with @error set
 */
TvCallTreeOther *
tv_call_tree_compare (const TvCallTree *tree, const TvCallTreeComparison *spec,
                      GCancellable *cancellable, GError **error)
{
  TvCallTreeLimits limits
      = { .clock = spec->clock, .same = spec->same, .through = spec->through };
  g_autoptr (GHashTable) children = g_hash_table_new (NULL, NULL);
  g_autoptr (GArray) pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  g_autoptr (TvCallTree) other = NULL;
  Comparison comparison = { tree, NULL, spec->methods, children, pairs };
  TvCallTreeOther *sums;
  guint n;

  g_return_val_if_fail (tree != NULL && spec->clock < TV_N_CLOCKS, NULL);

  (void) tv_call_tree_get_children (tree, TV_NODE_NONE, &n);
  limits.per_thread
      = n > 0 && tv_call_tree_get_node (tree, 0)->thread != TV_THREAD_NONE;
  other
      = tv_call_tree_new_closed (spec->trace, spec->range, &limits, cancellable, error);
  if (other == NULL)
    return NULL;
  n = tv_call_tree_get_n_nodes (tree);
  sums = g_new0 (TvCallTreeOther, 1);
  sums->inclusive = g_new0 (gint64, MAX (n, 1));
  sums->exclusive = g_new0 (gint64, MAX (n, 1));
  sums->whole = tv_call_tree_get_whole (other, spec->clock);
  comparison.other = other;
  pair_roots (&comparison);
  if (!add_up (&comparison, sums, spec->clock, cancellable, error))
    g_clear_pointer (&sums, tv_call_tree_other_free);
  return sums;
}

void
tv_call_tree_other_free (TvCallTreeOther *other)
{
  if (other == NULL)
    return;
  g_free (other->inclusive);
  g_free (other->exclusive);
  g_free (other);
}
