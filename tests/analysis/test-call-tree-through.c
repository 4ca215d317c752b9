/* SPDX-License-Identifier: Apache-2.0 */

/* Trees of the stacks that go through some methods, and trees of two traces beside each
 * other: held against what a tree of all paths says of them. */

#include "analysis/stacks/call-tree-compare.h"
#include "profile-reference.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

#define N_SEEDS 40

static const TvProfileRange whole = { .start = G_MININT64, .end = G_MAXINT64 };

static TvMethodSet *
choose_methods (const TvTrace *trace, GRand *random)
{
  const guint n = tv_trace_get_n_methods (trace);
  guint64 *words = g_new0 (guint64, n / 64 + 1);

  for (guint i = 0; i < n; i++)
    if (g_rand_int_range (random, 0, 3) == 0)
      words[i / 64] |= G_GUINT64_CONSTANT (1) << i % 64;
  return tv_method_set_new (words, n);
}

static TvProfileRange
choose_range (const TvTrace *trace, GRand *random)
{
  const gint64 a = tv_reference_random_time (random, trace);
  const gint64 b = tv_reference_random_time (random, trace);

  return (TvProfileRange){ .start = MIN (a, b), .end = MAX (a, b) };
}

/* Returns a copy of all nodes in a row. */
static TvCallTreeNode *
dup_nodes (const TvCallTree *tree, guint *n)
{
  TvCallTreeNode *nodes;

  *n = tv_call_tree_get_n_nodes (tree);
  nodes = g_new (TvCallTreeNode, MAX (*n, 1));
  for (guint32 i = 0; i < *n; i++)
    nodes[i] = *tv_call_tree_get_node (tree, i);
  return nodes;
}

static char *
dup_path (const TvCallTree *tree, guint32 index)
{
  GString *path = g_string_new (NULL);

  for (const TvCallTreeNode *node = tv_call_tree_get_node (tree, index);
       node->parent != TV_NODE_NONE; node = tv_call_tree_get_node (tree, node->parent))
    g_string_append_printf (path, "/%u", node->method);
  return g_string_free (path, FALSE);
}

/* By path: the index of the node, and one more. */
static GHashTable *
list_paths (const TvCallTree *tree)
{
  GHashTable *paths = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  guint n;
  g_autofree TvCallTreeNode *nodes = dup_nodes (tree, &n);

  for (guint32 i = 0; i < n; i++)
    if (nodes[i].calls > 0 || nodes[i].parent == TV_NODE_NONE)
      g_hash_table_insert (paths, dup_path (tree, i), GUINT_TO_POINTER (i + 1));
  return paths;
}

static const TvCallTreeNode *
find_node (const TvCallTree *tree, GHashTable *paths, const char *path)
{
  const guint found = GPOINTER_TO_UINT (g_hash_table_lookup (paths, path));

  return found > 0 ? tv_call_tree_get_node (tree, found - 1) : NULL;
}

/* Filled with what the nodes of a whole tree have through the methods, and returned
 * whether it is the node's own. */
static gboolean *
find_expected (const TvCallTree *all, const TvMethodSet *through, gint64 *expected)
{
  guint n;
  g_autofree TvCallTreeNode *nodes = dup_nodes (all, &n);
  gboolean *own = g_new0 (gboolean, MAX (n, 1));

  for (guint32 i = 0; i < n; i++)
    {
      const guint32 parent = nodes[i].parent;

      if (parent == TV_NODE_NONE)
        continue;
      own[i] = own[parent] || tv_method_set_contains (through, nodes[i].method);
      if (!own[i])
        continue;
      expected[i] = nodes[i].inclusive[TV_CLOCK_WALL];
      for (guint32 up = parent; up != TV_NODE_NONE && !own[parent];
           up = nodes[up].parent)
        expected[up] += expected[i];
    }
  return own;
}

static void
check_node (const TvCallTreeNode *found, const TvCallTreeNode *node, gboolean own,
            gint64 expected)
{
  ck_assert_int_eq (found->inclusive[TV_CLOCK_WALL], expected);
  if (own)
    {
      ck_assert_uint_eq (found->calls, node->calls);
      ck_assert_int_eq (found->exclusive[TV_CLOCK_WALL],
                        node->exclusive[TV_CLOCK_WALL]);
      ck_assert_int_eq (found->waiting, node->waiting);
      return;
    }
  ck_assert_uint_le (found->calls, node->calls);
  ck_assert_int_eq (found->exclusive[TV_CLOCK_WALL], 0);
  ck_assert_int_eq (found->waiting, 0);
}

static void
check_through (TvTrace *trace, const TvProfileRange *range, const TvMethodSet *through,
               double share, guint max_depth)
{
  const TvCallTreeLimits limits = { .clock = TV_CLOCK_WALL,
                                    .least_share = share,
                                    .max_depth = max_depth,
                                    .through = through };
  g_autoptr (TvCallTree) all = tv_call_tree_new (
      trace, range, &(TvCallTreeLimits){ .clock = tv_trace_get_primary_clock (trace) },
      NULL, NULL);
  g_autoptr (TvCallTree) some = tv_call_tree_new (trace, range, &limits, NULL, NULL);
  g_autoptr (GHashTable) paths = list_paths (some);
  guint n;
  g_autofree TvCallTreeNode *nodes = dup_nodes (all, &n);
  g_autofree gint64 *expected = g_new0 (gint64, MAX (n, 1));
  g_autofree gboolean *own = find_expected (all, through, expected);
  const gint64 least
      = (gint64) (share * (double) tv_call_tree_get_whole (some, TV_CLOCK_WALL));

  if (n > 0)
    ck_assert_int_eq (tv_call_tree_get_whole (some, TV_CLOCK_WALL), expected[0]);
  for (guint32 i = 1; i < n; i++)
    {
      g_autofree char *path = dup_path (all, i);
      const TvCallTreeNode *found = find_node (some, paths, path);
      guint depth = 0;

      for (guint32 up = i; nodes[up].parent != TV_NODE_NONE; up = nodes[up].parent)
        depth++;
      if ((max_depth > 0 && depth > max_depth) || expected[i] < least
          || nodes[i].calls == 0)
        ck_assert (found == NULL || found->inclusive[TV_CLOCK_WALL] >= least);
      else if (expected[i] > least)
        ck_assert_ptr_nonnull (found);
      if (found != NULL)
        check_node (found, &nodes[i], own[i], expected[i]);
    }
}

START_TEST (stacks_through_methods_are_left)
{
  static const double shares[] = { 0, 0.02, 0.2 };

  for (guint32 seed = 1; seed <= N_SEEDS; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (TvTrace) trace
          = tv_reference_random_trace (seed, TV_WRITER_CLOCK_DUAL, seed % 3 * 10);
      g_autoptr (TvMethodSet) through = choose_methods (trace, random);
      const TvProfileRange range = choose_range (trace, random);

      check_through (trace, &whole, through, shares[seed % 3], seed % 4);
      check_through (trace, &range, through, shares[seed % 3], seed % 4);
    }
}
END_TEST

static void
check_comparison (TvTrace *trace, TvTrace *other, const TvProfileRange *range,
                  const TvMethodSet *through)
{
  const guint n_methods = tv_trace_get_n_methods (other);
  g_autofree guint32 *methods = g_new (guint32, n_methods);
  const TvCallTreeLimits limits = { .clock = TV_CLOCK_WALL, .least_share = 0.01 };
  const TvCallTreeLimits other_limits = { .clock = TV_CLOCK_WALL, .through = through };
  const TvCallTreeComparison spec = { .trace = other,
                                      .range = range,
                                      .clock = TV_CLOCK_WALL,
                                      .methods = methods,
                                      .through = through };
  g_autoptr (TvCallTree) tree = tv_call_tree_new (trace, &whole, &limits, NULL, NULL);
  g_autoptr (TvCallTree) old
      = tv_call_tree_new (other, range, &other_limits, NULL, NULL);
  g_autoptr (GHashTable) paths = list_paths (old);
  g_autoptr (TvCallTreeOther) sums = NULL;
  guint n;
  g_autofree TvCallTreeNode *nodes = dup_nodes (tree, &n);

  for (guint32 i = 0; i < n_methods; i++)
    methods[i] = i < tv_trace_get_n_methods (trace) ? i : TV_METHOD_NONE;
  sums = tv_call_tree_compare (tree, &spec, NULL, NULL);
  ck_assert_int_eq (sums->whole, tv_call_tree_get_whole (old, TV_CLOCK_WALL));
  for (guint32 i = 0; i < n; i++)
    {
      g_autofree char *path = dup_path (tree, i);
      const TvCallTreeNode *found = find_node (old, paths, path);

      if (nodes[i].parent != TV_NODE_NONE && nodes[i].calls == 0)
        continue;
      ck_assert_int_eq (sums->inclusive[i],
                        found != NULL ? found->inclusive[TV_CLOCK_WALL] : 0);
      ck_assert_int_eq (sums->exclusive[i],
                        found != NULL ? found->exclusive[TV_CLOCK_WALL] : 0);
    }
}

START_TEST (another_trace_is_added_up_along_the_paths)
{
  for (guint32 seed = 10; seed < 10 + N_SEEDS; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (TvTrace) trace
          = tv_reference_random_trace (seed, TV_WRITER_CLOCK_WALL, seed % 3 * 10);
      g_autoptr (TvTrace) other
          = tv_reference_random_trace (seed + 9, TV_WRITER_CLOCK_DUAL, seed % 2 * 10);
      g_autoptr (TvMethodSet) through = choose_methods (other, random);
      const TvProfileRange range = choose_range (other, random);

      check_comparison (trace, trace, &whole, NULL);
      check_comparison (trace, other, &whole, NULL);
      check_comparison (trace, other, &range, NULL);
      check_comparison (trace, other, &range, through);
    }
}
END_TEST

START_TEST (a_comparison_can_be_cancelled)
{
  g_autoptr (TvTrace) trace = tv_reference_random_trace (1, TV_WRITER_CLOCK_WALL, 0);
  g_autoptr (TvCallTree) tree = tv_call_tree_new (
      trace, &whole, &(TvCallTreeLimits){ .clock = tv_trace_get_primary_clock (trace) },
      NULL, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autofree guint32 *methods = g_new0 (guint32, tv_trace_get_n_methods (trace));
  const TvCallTreeComparison spec
      = { .trace = trace, .range = &whole, .clock = TV_CLOCK_WALL, .methods = methods };

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (tv_call_tree_compare (tree, &spec, cancellable, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
}
END_TEST

/* Two threads of one name, which take @first and @second microseconds. */
static TvTrace *
load_pool (guint32 first_id, guint first, guint second)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  const guint times[] = { first, second };

  tv_trace_writer_add_method (writer, 0x4, "p/A", "a", "()V", "A.java", 1);
  for (guint i = 0; i < 2; i++)
    {
      tv_trace_writer_add_thread (writer, first_id + i, "pool");
      tv_trace_writer_enter (writer, first_id + i, 0x4, 0, i * 100);
      tv_trace_writer_exit (writer, first_id + i, 0x4, 0, i * 100 + times[i]);
    }
  return tv_test_load (writer);
}

/* Trees of the window pair threads in the same way. */
START_TEST (threads_of_one_name_are_compared_one_by_one)
{
  static const gint64 expected[] = { 30000, 40000 };
  const TvCallTreeLimits limits = { .per_thread = TRUE, .clock = TV_CLOCK_WALL };
  g_autoptr (TvTrace) trace = load_pool (1, 10, 20);
  g_autoptr (TvTrace) other = load_pool (11, 30, 40);
  g_autoptr (TvCallTree) tree = tv_call_tree_new (trace, &whole, &limits, NULL, NULL);
  const TvCallTreeComparison spec
      = { .trace = other, .range = &whole, .clock = TV_CLOCK_WALL };
  g_autoptr (TvCallTreeOther) sums = tv_call_tree_compare (tree, &spec, NULL, NULL);
  guint n;

  (void) tv_call_tree_get_children (tree, TV_NODE_NONE, &n);
  ck_assert_uint_eq (n, 2);
  for (guint i = 0; i < n; i++)
    ck_assert_int_eq (sums->inclusive[i],
                      expected[tv_call_tree_get_node (tree, i)->thread]);
}
END_TEST

TV_TESTS (NULL, NULL)
