/* SPDX-License-Identifier: Apache-2.0 */

/* Finds nodes, and opens the nodes above them. */

#include "analysis/stacks/call-tree-private.h"

#include "trace/model/parallel.h"

static gboolean
open_node (TvCallTree *tree, guint32 node, GCancellable *cancellable, GError **error)
{
  const TvCallTreeGrowth growth = { .max_depth = 1, .complete = TRUE };

  return tv_call_tree_is_open (tree, node)
         || tv_call_tree_grow (tree, node, &growth, cancellable, error);
}

/* Paths */

static guint32
find_root (const TvCallTree *tree, const TvCallPath *path)
{
  for (guint32 i = 0; i < tree->n_roots; i++)
    {
      const guint32 thread = tv_call_tree_find_node (tree, i)->thread;

      if (thread == TV_THREAD_NONE || thread == path->thread)
        return i;
    }
  return TV_NODE_NONE;
}

static guint32
find_child (const TvCallTree *tree, guint32 node, guint32 method)
{
  guint n;
  const guint32 first = tv_call_tree_get_children (tree, node, &n);

  for (guint32 i = 0; i < n; i++)
    if (tv_call_tree_find_node (tree, first + i)->method == method)
      return first + i;
  return TV_NODE_NONE;
}

/**
 * tv_call_tree_grow_path:
 * @tree: a tree that may grow
 * @path: a path; in a bottom-up tree, the first method is the one that callers follow
 * @last: (out): index of the last node of the path that exists, %TV_NODE_NONE if there
 *   is none
 * @found: (out) (optional): whether @last is the end of the path
 * @cancellable: (nullable): stops the work
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Opens the nodes along a path, except the last one.
 *
 * Returns: %FALSE if cancelled
 */
gboolean
tv_call_tree_grow_path (TvCallTree *tree, const TvCallPath *path, guint32 *last,
                        gboolean *found, GCancellable *cancellable, GError **error)
{
  const guint32 *methods;
  guint32 node;
  guint n;

  g_return_val_if_fail (tree != NULL && path != NULL && last != NULL, FALSE);

  methods = tv_call_path_get_methods (path, &n);
  node = *last = find_root (tree, path);
  for (guint i = 0; i < n && node != TV_NODE_NONE; i++)
    {
      if (!open_node (tree, node, cancellable, error))
        return FALSE;
      node = find_child (tree, node, methods[i]);
      if (node != TV_NODE_NONE)
        *last = node;
    }
  if (found != NULL)
    *found = node != TV_NODE_NONE;
  return TRUE;
}

/* Hits */

typedef struct
{
  const TvCallTree *tree;
  const TvMethodSet *methods;
} Marking;

static gboolean
is_hit (const Marking *marking, const TvCallTreeThread *thread, guint32 i)
{
  const guint32 method = tv_calls_method (&thread->range.calls,
                                          tv_thread_range_get_call (&thread->range, i));
  const guint32 *same = marking->tree->same;

  return tv_method_set_contains (marking->methods,
                                 same != NULL ? same[method] : method);
}

/* Marks the calls above hits or, in a bottom-up tree, the calls below them. */
static void
mark_thread (guint task, gpointer data)
{
  const Marking *marking = data;
  const TvCallTreeThread *thread = &marking->tree->calls->threads[task];
  guint8 *marks = marking->tree->calls->marks + thread->first;

  for (guint32 i = 0; i < thread->n; i++)
    marks[i] &= (guint8) ~TV_CALL_MARK_LEADS;
  for (guint32 k = 0; k < thread->n; k++)
    {
      const guint32 i = marking->tree->bottom_up ? k : thread->n - 1 - k;
      const guint32 parent = tv_thread_range_find_parent (&thread->range, i);
      const guint32 from = marking->tree->bottom_up ? i : parent;
      const guint32 to = marking->tree->bottom_up ? parent : i;

      if (parent != TV_CALL_NONE
          && (marks[to] & TV_CALL_MARK_LEADS || is_hit (marking, thread, to)))
        marks[from] |= TV_CALL_MARK_LEADS;
    }
}

/**
 * tv_call_tree_mark:
 * @tree: a tree that may grow
 * @methods: the methods to find
 *
 * Prepares for tv_call_tree_leads_to(). Takes time for each call of the tree.
 */
void
tv_call_tree_mark (TvCallTree *tree, const TvMethodSet *methods)
{
  Marking marking = { tree, methods };

  g_return_if_fail (tree != NULL && tree->calls != NULL && methods != NULL);

  tv_parallel_run (tree->calls->n_threads, 0, mark_thread, &marking);
}

/**
 * tv_call_tree_leads_to:
 * @tree: a tree that may grow
 * @index: index of a node
 * @methods: the methods that the tree was marked for
 *
 * A search needs to open only nodes for which this is %TRUE.
 *
 * Returns: whether there may be nodes of the methods below a node
 */
gboolean
tv_call_tree_leads_to (const TvCallTree *tree, guint32 index,
                       const TvMethodSet *methods)
{
  /* In a bottom-up tree, an entry has the next caller. */
  const Marking marking = { tree, methods };
  const TvCallTreeNode *node;
  const gsize size = tree->bottom_up ? 2 : 1;
  const guint32 *entry;

  g_return_val_if_fail (tree->calls != NULL && methods != NULL, FALSE);

  node = tv_call_tree_find_node (tree, index);
  entry = node->entries;
  if (!tv_call_tree_has_children (tree, index))
    return FALSE;
  if (node->parent == TV_NODE_NONE
      || (tree->bottom_up && tv_call_tree_is_open (tree, index)))
    return TRUE;
  for (guint32 i = 0; i < node->n_entries; i++, entry += size)
    {
      const guint32 number = entry[size - 1];
      const TvCallTreeThread *thread
          = tree->bottom_up ? tv_call_tree_calls_find_thread (tree->calls, number)
                            : NULL;

      if (tree->calls->marks[number] & TV_CALL_MARK_LEADS
          || (thread != NULL && is_hit (&marking, thread, number - thread->first)))
        return TRUE;
    }
  return FALSE;
}
