/* SPDX-License-Identifier: Apache-2.0 */

/* The calls of the other trace are read in order of entry, and only the stack is kept:
 * paths without a counterpart in the tree take no memory. */

#include "analysis/stacks/call-tree-compare.h"

#include "analysis/diff/thread-pairs.h"
#include "analysis/stacks/call-tree-private.h"

#define CALLS_PER_CHECK (1 << 18)

/* An open call of the other trace, or the bottom of the stack. */
typedef struct
{
  guint32 call;
  guint32 node;    /* its counterpart */
  gboolean within; /* whether its own time counts */
} Frame;

/* A node by the one above it and its method. */
typedef struct
{
  guint64 key;
  guint32 node;
} Child;

typedef struct
{
  const TvCallTree *tree;
  const TvCallTreeComparison *spec;
  const guint8 *through; /* nullable */
  const guint32 *roots;  /* by thread of the other trace */
  Child *children;       /* by key */
  guint n_children;
  TvCallTreeOther *sums;
  GArray *stack; /* Frame */
} Comparison;

static guint64
make_key (guint32 above, guint32 method)
{
  return (guint64) above << 32 | method;
}

static int
compare_children (gconstpointer a, gconstpointer b)
{
  const guint64 first = ((const Child *) a)->key;
  const guint64 second = ((const Child *) b)->key;

  return (first > second) - (first < second);
}

static void
list_children (Comparison *comparison)
{
  const guint32 n = tv_call_tree_get_n_nodes (comparison->tree);

  comparison->children = g_new (Child, MAX (n, 1));
  for (guint32 i = 0; i < n; i++)
    {
      const TvCallTreeNode *node = tv_call_tree_get_node (comparison->tree, i);

      if (node->parent != TV_NODE_NONE)
        comparison->children[comparison->n_children++]
            = (Child){ make_key (node->parent, node->method), i };
    }
  qsort (comparison->children, comparison->n_children, sizeof *comparison->children,
         compare_children);
}

static guint32
find_child (const Comparison *comparison, guint32 above, guint32 other_method)
{
  const guint32 *methods = comparison->spec->methods;
  const guint32 method = methods != NULL ? methods[other_method] : other_method;
  const guint64 key = make_key (above, method);
  guint low = 0, high = comparison->n_children;

  if (above == TV_NODE_NONE || method == TV_METHOD_NONE)
    return TV_NODE_NONE;
  while (low < high)
    {
      const guint middle = low + (high - low) / 2;

      if (comparison->children[middle].key < key)
        low = middle + 1;
      else
        high = middle;
    }
  return low < comparison->n_children && comparison->children[low].key == key
             ? comparison->children[low].node
             : TV_NODE_NONE;
}

/* Returns the root of each thread of the other trace, %TV_NODE_NONE where its pair has
 * none. */
static guint32 *
list_roots (const TvCallTree *tree, const TvTrace *other)
{
  const guint n = tv_trace_get_n_threads (other);
  g_autofree guint32 *pairs
      = tv_trace_pair_threads (tv_call_tree_get_trace (tree), other);
  guint32 *roots = g_new (guint32, MAX (n, 1));
  guint n_roots;

  (void) tv_call_tree_get_children (tree, TV_NODE_NONE, &n_roots);
  for (guint i = 0; i < n; i++)
    roots[i] = TV_NODE_NONE;
  for (guint32 root = 0; root < n_roots; root++)
    {
      const guint32 thread = tv_call_tree_get_node (tree, root)->thread;

      for (guint i = 0; i < n && thread == TV_THREAD_NONE; i++)
        roots[i] = root;
      if (thread != TV_THREAD_NONE && pairs[thread] != TV_THREAD_NONE)
        roots[pairs[thread]] = root;
    }
  return roots;
}

/* Adds time to the callers of a call that counts. */
static void
add_to_callers (Comparison *comparison, gint64 inclusive)
{
  comparison->sums->whole += inclusive;
  for (guint i = 0; i < comparison->stack->len; i++)
    {
      const guint32 node = g_array_index (comparison->stack, Frame, i).node;

      if (node != TV_NODE_NONE)
        comparison->sums->inclusive[node] += inclusive;
    }
}

static void
add_call (Comparison *comparison, guint32 call, guint32 method, gint64 inclusive)
{
  const Frame above
      = g_array_index (comparison->stack, Frame, comparison->stack->len - 1);
  TvCallTreeOther *sums = comparison->sums;
  const Frame frame
      = { call, find_child (comparison, above.node, method),
          above.within || comparison->through == NULL || comparison->through[method] };

  if (frame.within && !above.within)
    add_to_callers (comparison, inclusive);
  if (above.within && above.node != TV_NODE_NONE)
    sums->exclusive[above.node] -= inclusive;
  if (frame.within && frame.node != TV_NODE_NONE)
    {
      sums->inclusive[frame.node] += inclusive;
      sums->exclusive[frame.node] += inclusive;
    }
  g_array_append_val (comparison->stack, frame);
}

static void
leave_calls (Comparison *comparison, guint32 parent)
{
  guint n = comparison->stack->len;

  while (g_array_index (comparison->stack, Frame, n - 1).call != parent)
    n--;
  g_array_set_size (comparison->stack, n);
}

static gboolean
add_thread (Comparison *comparison, guint32 thread, GCancellable *cancellable)
{
  const TvCallTreeComparison *spec = comparison->spec;
  const Frame bottom = { TV_CALL_NONE, comparison->roots[thread], FALSE };
  g_auto (TvThreadRange) range = { 0 };
  guint32 n;

  tv_thread_range_init (&range, spec->trace, spec->range, thread);
  n = tv_thread_range_get_n (&range);
  g_array_set_size (comparison->stack, 0);
  g_array_append_val (comparison->stack, bottom);
  for (guint32 i = 0; i < n; i++)
    {
      const guint32 call = tv_thread_range_get_call (&range, i);
      gint64 inclusive[TV_N_CLOCKS];

      if (i % CALLS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      (void) tv_thread_range_clip_call (&range, call, inclusive);
      leave_calls (comparison, range.calls.parent[call]);
      add_call (comparison, call, tv_calls_method (&range.calls, call),
                inclusive[spec->clock]);
    }
  return TRUE;
}

static gboolean
add_threads (Comparison *comparison, GCancellable *cancellable)
{
  const TvProfileRange *range = comparison->spec->range;
  const guint n = tv_thread_set_count (range->threads, comparison->spec->trace);

  for (guint32 i = 0; i < n && range->start < range->end; i++)
    if (!add_thread (comparison, tv_thread_set_get_nth (range->threads, i),
                     cancellable))
      return FALSE;
  return TRUE;
}

/**
 * tv_call_tree_compare:
 * @tree: a tree
 * @spec: what it is compared with
 * @cancellable: (nullable): stops the work
 * @error: %G_IO_ERROR_CANCELLED
 *
 * Sums up what another trace spent along the paths of @tree. Roots of threads match as
 * tv_trace_pair_threads() finds them. Takes time for each call of the other trace: call
 * it in a worker.
 *
 * Returns: (transfer full) (nullable): the sums, 0 for paths that the other trace
 *   lacks, or %NULL with @error set
 */
TvCallTreeOther *
tv_call_tree_compare (const TvCallTree *tree, const TvCallTreeComparison *spec,
                      GCancellable *cancellable, GError **error)
{
  Comparison comparison = { .tree = tree, .spec = spec };
  g_autoptr (TvCallTreeOther) sums = g_new0 (TvCallTreeOther, 1);
  g_autoptr (GArray) stack = g_array_new (FALSE, FALSE, sizeof (Frame));
  g_autofree guint8 *through = NULL;
  g_autofree guint32 *roots = NULL;
  gboolean added;
  guint32 n;

  g_return_val_if_fail (tree != NULL && spec->clock < TV_N_CLOCKS, NULL);

  n = tv_call_tree_get_n_nodes (tree);
  sums->inclusive = g_new0 (gint64, MAX (n, 1));
  sums->exclusive = g_new0 (gint64, MAX (n, 1));
  comparison.sums = sums;
  comparison.stack = stack;
  comparison.through = through
      = tv_call_tree_find_through (spec->trace, spec->through, spec->same);
  comparison.roots = roots = list_roots (tree, spec->trace);
  list_children (&comparison);
  added = add_threads (&comparison, cancellable)
          && !g_cancellable_is_cancelled (cancellable);
  g_free (comparison.children);
  if (!added)
    (void) g_cancellable_set_error_if_cancelled (cancellable, error);
  return added ? g_steal_pointer (&sums) : NULL;
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
