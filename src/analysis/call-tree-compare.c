/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/call-tree-compare.h"

#include <string.h>

typedef struct
{
  const TvCallTree *tree;
  const TvCallTree *other;
  const guint32 *methods;
  TvClock clock;
  TvCallTreeOther *sums;
  guint32 *counterparts; /* by node of the other tree: the node of this, or none */
  GHashTable *children;  /* of the node at hand: method to index, and one more */
} Comparison;

/* Threads that have the same name are each other's counterparts, in their order; those
 * without a name are not. */
static guint32
find_root (const Comparison *comparison, guint32 thread)
{
  const TvTrace *trace = tv_call_tree_get_trace (comparison->tree);
  const char *name
      = tv_trace_get_thread (tv_call_tree_get_trace (comparison->other), thread)->name;
  const TvCallTreeNode *nodes = tv_call_tree_get_nodes (comparison->tree, NULL);
  guint n;
  const guint32 *roots = tv_call_tree_get_roots (comparison->tree, &n);

  for (guint i = 0; i < n && name != NULL; i++)
    if (nodes[roots[i]].thread != TV_THREAD_NONE
        && g_strcmp0 (tv_trace_get_thread (trace, nodes[roots[i]].thread)->name, name)
               == 0)
      return roots[i];
  return TV_NODE_NONE;
}

static void
add_root (Comparison *comparison, guint32 root)
{
  const TvCallTreeNode *node = &tv_call_tree_get_nodes (comparison->other, NULL)[root];
  guint n;
  const guint32 *roots = tv_call_tree_get_roots (comparison->tree, &n);
  guint32 counterpart = TV_NODE_NONE;

  if (node->thread != TV_THREAD_NONE)
    counterpart = find_root (comparison, node->thread);
  else if (n > 0)
    counterpart = roots[0];
  comparison->counterparts[root] = counterpart;
}

static void
list_children (Comparison *comparison, guint32 node)
{
  const TvCallTreeNode *nodes = tv_call_tree_get_nodes (comparison->tree, NULL);
  guint n;
  const guint32 *children = tv_call_tree_get_children (comparison->tree, node, &n);

  g_hash_table_remove_all (comparison->children);
  for (guint i = 0; i < n; i++)
    g_hash_table_insert (comparison->children,
                         GUINT_TO_POINTER (nodes[children[i]].method),
                         GUINT_TO_POINTER (children[i] + 1));
}

/* Finds the counterparts of what is below a node, which has one itself. */
static void
match_children (Comparison *comparison, guint32 node)
{
  const TvCallTreeNode *nodes = tv_call_tree_get_nodes (comparison->other, NULL);
  guint n;
  const guint32 *children = tv_call_tree_get_children (comparison->other, node, &n);

  if (n == 0)
    return;
  list_children (comparison, comparison->counterparts[node]);
  for (guint i = 0; i < n; i++)
    {
      const guint32 method = comparison->methods[nodes[children[i]].method];
      const guint found = method == TV_METHOD_NONE
                              ? 0
                              : GPOINTER_TO_UINT (g_hash_table_lookup (
                                  comparison->children, GUINT_TO_POINTER (method)));

      if (found > 0)
        comparison->counterparts[children[i]] = found - 1;
    }
}

static void
add_nodes (Comparison *comparison)
{
  guint n;
  const TvCallTreeNode *nodes = tv_call_tree_get_nodes (comparison->other, &n);

  for (guint32 i = 0; i < n; i++)
    {
      const guint32 counterpart = comparison->counterparts[i];

      if (counterpart == TV_NODE_NONE)
        continue;
      comparison->sums->inclusive[counterpart] += nodes[i].inclusive[comparison->clock];
      comparison->sums->exclusive[counterpart] += nodes[i].exclusive[comparison->clock];
      match_children (comparison, i);
    }
}

/**
 * tv_call_tree_compare:
 * @tree: a tree
 * @other: a tree of another trace, with a root for each thread if @tree has
 * @methods: (array): by method of the other trace, the one of @tree's trace that stands
 *   for it, or %TV_METHOD_NONE
 * @clock: a clock
 *
 * Looks up what @other has along the paths of @tree. Roots of threads are matched by
 * the name of the thread, and several of @other of the same name are added up.
 *
 * Returns: (transfer full): the sums, 0 for paths that @other has not
 */
TvCallTreeOther *
tv_call_tree_compare (const TvCallTree *tree, const TvCallTree *other,
                      const guint32 *methods, TvClock clock)
{
  g_autofree guint32 *counterparts = NULL;
  g_autoptr (GHashTable) children = g_hash_table_new (NULL, NULL);
  Comparison comparison = { tree, other, methods, clock, NULL, NULL, children };
  const guint32 *roots;
  guint n, n_other, n_roots;

  g_return_val_if_fail (tree != NULL && other != NULL && methods != NULL, NULL);
  g_return_val_if_fail (clock < TV_N_CLOCKS, NULL);

  (void) tv_call_tree_get_nodes (tree, &n);
  (void) tv_call_tree_get_nodes (other, &n_other);
  comparison.sums = g_new0 (TvCallTreeOther, 1);
  comparison.sums->inclusive = g_new0 (gint64, MAX (n, 1));
  comparison.sums->exclusive = g_new0 (gint64, MAX (n, 1));
  comparison.sums->whole = tv_call_tree_get_whole (other, clock);
  counterparts = g_new (guint32, MAX (n_other, 1));
  memset (counterparts, 0xff, n_other * sizeof *counterparts);
  comparison.counterparts = counterparts;
  roots = tv_call_tree_get_roots (other, &n_roots);
  for (guint i = 0; i < n_roots; i++)
    add_root (&comparison, roots[i]);
  add_nodes (&comparison);
  return comparison.sums;
}

/**
 * tv_call_tree_other_free:
 * @other: (transfer full) (nullable): sums
 */
void
tv_call_tree_other_free (TvCallTreeOther *other)
{
  if (other == NULL)
    return;
  g_free (other->inclusive);
  g_free (other->exclusive);
  g_free (other);
}
