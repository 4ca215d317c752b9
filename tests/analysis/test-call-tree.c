/* SPDX-License-Identifier: Apache-2.0 */

/* Calls put together by their paths: worked out by hand on a small script, and held
 * against a slow program on random traces. */

#include "analysis/stacks/call-tree.h"
#include "analysis/stacks/relatives.h"
#include "profile-reference.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

#define US G_GINT64_CONSTANT (1000)

static const TvProfileRange whole = { .start = G_MININT64, .end = G_MAXINT64 };

static TvTrace *
load_script (void)
{
  return tv_test_trace (TV_WRITER_CLOCK_WALL,
                        "a 0-100 { b 10-40 { a 20-30 } b 50-60 } 2: b 0-25");
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

static void
append_node (GString *text, const TvCallTree *tree, guint32 index)
{
  const TvCallTreeNode *node = tv_call_tree_get_node (tree, index);
  guint n;
  const guint32 first = tv_call_tree_get_children (tree, index, &n);

  if (node->method == TV_METHOD_NONE)
    g_string_append_printf (
        text, "%s",
        node->thread == TV_THREAD_NONE ? "all"
        : tv_trace_get_thread (tv_call_tree_get_trace (tree), node->thread)->id == 1
            ? "one"
            : "two");
  else
    g_string_append (
        text, tv_trace_get_method (tv_call_tree_get_trace (tree), node->method)->name);
  g_string_append_printf (text, ":%u,%d,%d", (guint) node->calls,
                          (int) (node->inclusive[TV_CLOCK_WALL] / US),
                          (int) (node->exclusive[TV_CLOCK_WALL] / US));
  if (n > 0)
    g_string_append (text, "(");
  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append (text, " ");
      append_node (text, tree, first + i);
    }
  if (n > 0)
    g_string_append (text, ")");
}

static void
assert_tree (TvTrace *trace, const TvProfileRange *range, gboolean per_thread,
             const char *expected)
{
  g_autoptr (TvCallTree) tree = tv_call_tree_new (
      trace, range,
      &(TvCallTreeLimits){ .per_thread = per_thread,
                           .clock = tv_trace_get_primary_clock (trace) },
      NULL, NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  guint n;

  (void) tv_call_tree_get_children (tree, TV_NODE_NONE, &n);
  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append (text, " ");
      append_node (text, tree, i);
    }
  ck_assert_str_eq (text->str, expected);
}

START_TEST (equal_paths_are_one_node)
{
  g_autoptr (TvTrace) trace = load_script ();

  assert_tree (trace, &whole, FALSE,
               "all:0,125,0(a:1,100,60(b:2,40,30(a:1,10,10)) b:1,25,25)");
  assert_tree (trace, &whole, TRUE,
               "one:0,100,0(a:1,100,60(b:2,40,30(a:1,10,10))) two:0,25,0(b:1,25,25)");
}
END_TEST

START_TEST (calls_are_cut_and_threads_left_out)
{
  g_autoptr (TvTrace) trace = load_script ();
  TvProfileRange range = { .start = 25 * US, .end = 55 * US };
  const guint32 second = 1;
  g_autoptr (TvThreadSet) threads = tv_thread_set_new (&second, 1);

  /* The second thread's call ends where the range begins. */
  assert_tree (trace, &range, TRUE, "one:0,30,0(a:1,30,10(b:2,20,15(a:1,5,5)))");
  range.start = 20 * US;
  range.threads = threads;
  assert_tree (trace, &range, FALSE, "all:0,5,0(b:1,5,5)");
  range.end = range.start;
  assert_tree (trace, &range, FALSE, "");
}
END_TEST

START_TEST (it_can_be_cancelled)
{
  g_autoptr (TvTrace) trace = load_script ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (tv_call_tree_new (trace, &whole,
                                        &(TvCallTreeLimits){ .clock = TV_CLOCK_WALL },
                                        cancellable, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
}
END_TEST

/* A slow tree: sums by path, which is written out. */

typedef struct
{
  const TvTrace *trace;
  gboolean per_thread;
  GHashTable *sums; /* path to TvCallTreeNode */
} Reference;

static char *
dup_path (const Reference *reference, guint thread, guint32 call)
{
  TvCalls calls = tv_trace_get_calls (reference->trace, thread);
  GString *path = g_string_new (NULL);

  for (guint32 up = call; up != TV_CALL_NONE; up = calls.parent[up])
    {
      g_autofree char *step = g_strdup_printf ("/%u", tv_calls_method (&calls, up));

      g_string_prepend (path, step);
    }
  if (reference->per_thread)
    {
      g_autofree char *step = g_strdup_printf ("%u", thread);

      g_string_prepend (path, step);
    }
  return g_string_free (path, FALSE);
}

static TvCallTreeNode *
find_sum (Reference *reference, guint thread, guint32 call)
{
  char *path = dup_path (reference, thread, call);
  TvCallTreeNode *sum = g_hash_table_lookup (reference->sums, path);

  if (sum == NULL)
    {
      sum = g_new0 (TvCallTreeNode, 1);
      g_hash_table_insert (reference->sums, path, sum);
    }
  else
    g_free (path);
  return sum;
}

static void
add_cut (const TvReferenceCut *cut, gpointer user_data)
{
  Reference *reference = user_data;
  TvCalls calls = tv_trace_get_calls (reference->trace, cut->thread);
  const guint32 parent = calls.parent[cut->call];
  TvCallTreeNode *sum = find_sum (reference, cut->thread, cut->call);
  TvCallTreeNode *above
      = parent != TV_CALL_NONE ? find_sum (reference, cut->thread, parent) : NULL;

  sum->calls += cut->counts;
  sum->waiting += cut->waiting;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      sum->inclusive[clock] += cut->inclusive[clock];
      sum->exclusive[clock] += cut->inclusive[clock];
      if (above != NULL)
        above->exclusive[clock] -= cut->inclusive[clock];
    }
}

static char *
dup_node_path (const TvCallTree *tree, guint32 index)
{
  GString *path = g_string_new (NULL);

  for (guint32 up = index; up != TV_NODE_NONE;
       up = tv_call_tree_get_node (tree, up)->parent)
    {
      const TvCallTreeNode *node = tv_call_tree_get_node (tree, up);
      g_autofree char *step = NULL;

      if (node->method != TV_METHOD_NONE)
        step = g_strdup_printf ("/%u", node->method);
      else if (node->thread != TV_THREAD_NONE)
        step = g_strdup_printf ("%u", node->thread);
      else
        step = g_strdup ("");
      g_string_prepend (path, step);
    }
  return g_string_free (path, FALSE);
}

static void
check_tree (TvTrace *trace, const TvProfileRange *range, gboolean per_thread)
{
  g_autoptr (GHashTable) sums
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  Reference reference = { trace, per_thread, sums };
  g_autoptr (TvCallTree) tree = tv_call_tree_new (
      trace, range,
      &(TvCallTreeLimits){ .per_thread = per_thread,
                           .clock = tv_trace_get_primary_clock (trace) },
      NULL, NULL);
  guint n_nodes;
  g_autofree TvCallTreeNode *nodes = dup_nodes (tree, &n_nodes);
  GHashTableIter iter;
  gpointer sum;
  guint n_expected = 0;
  guint n_found = 0;

  tv_reference_foreach_call (trace, range, add_cut, &reference);
  for (guint32 i = 0; i < n_nodes; i++)
    {
      g_autofree char *path = dup_node_path (tree, i);
      const TvCallTreeNode *expected = g_hash_table_lookup (sums, path);

      if (nodes[i].method == TV_METHOD_NONE || nodes[i].calls == 0)
        continue;
      n_found++;
      ck_assert_ptr_nonnull (expected);
      ck_assert_uint_eq (nodes[i].calls, expected->calls);
      ck_assert_int_eq (nodes[i].waiting, expected->waiting);
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        {
          ck_assert_int_eq (nodes[i].inclusive[clock], expected->inclusive[clock]);
          ck_assert_int_eq (nodes[i].exclusive[clock], expected->exclusive[clock]);
        }
    }
  g_hash_table_iter_init (&iter, sums);
  while (g_hash_table_iter_next (&iter, NULL, &sum))
    n_expected += ((TvCallTreeNode *) sum)->calls > 0;
  ck_assert_uint_eq (n_found, n_expected);
}

/* With the limits on, the nodes that are there are those of the whole tree that no
 * limit concerns, with the same numbers. */
static void
check_limits (TvTrace *trace, const TvProfileRange *range,
              const TvCallTreeLimits *limits)
{
  const TvCallTreeLimits none
      = { .per_thread = limits->per_thread, .clock = limits->clock };
  g_autoptr (TvCallTree) all = tv_call_tree_new (trace, range, &none, NULL, NULL);
  g_autoptr (TvCallTree) some = tv_call_tree_new (trace, range, limits, NULL, NULL);
  g_autoptr (GHashTable) by_path
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  const gint64 whole_time = tv_call_tree_get_whole (all, limits->clock);
  g_autofree TvCallTreeNode *nodes = NULL;
  guint n = tv_call_tree_get_n_nodes (some), n_expected = 0;

  for (guint32 i = 0; i < n; i++)
    g_hash_table_insert (by_path, dup_node_path (some, i),
                         (gpointer) tv_call_tree_get_node (some, i));
  ck_assert_uint_eq (g_hash_table_size (by_path), n);
  ck_assert_int_eq (tv_call_tree_get_whole (some, limits->clock), whole_time);
  nodes = dup_nodes (all, &n);
  for (guint32 i = 0; i < n; i++)
    {
      g_autofree char *path = dup_node_path (all, i);
      const TvCallTreeNode *found = g_hash_table_lookup (by_path, path);
      guint depth = 0;

      for (guint32 up = nodes[i].parent; up != TV_NODE_NONE; up = nodes[up].parent)
        depth++;
      if ((limits->max_depth > 0 && depth > limits->max_depth)
          || (nodes[i].parent != TV_NODE_NONE
              && (double) nodes[i].inclusive[limits->clock]
                     < limits->least_share * (double) whole_time))
        {
          ck_assert_ptr_null (found);
          continue;
        }
      n_expected++;
      ck_assert_ptr_nonnull (found);
      ck_assert_uint_eq (found->calls, nodes[i].calls);
      ck_assert_int_eq (found->waiting, nodes[i].waiting);
      ck_assert_mem_eq (found->inclusive, nodes[i].inclusive, sizeof found->inclusive);
      ck_assert_mem_eq (found->exclusive, nodes[i].exclusive, sizeof found->exclusive);
    }
  ck_assert_uint_eq (g_hash_table_size (by_path), n_expected);
}

START_TEST (limits_leave_nodes_out_and_change_no_other)
{
  const double shares[] = { 0.01, 0.1, 0, 0.5 };

  for (guint32 seed = 1; seed <= 24; seed++)
    {
      g_autoptr (TvTrace) trace
          = tv_reference_random_trace (seed, TV_WRITER_CLOCK_DUAL, 0);
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      gint64 a = tv_reference_random_time (random, trace);
      gint64 b = tv_reference_random_time (random, trace);
      const TvProfileRange range = { .start = MIN (a, b), .end = MAX (a, b) };
      const TvCallTreeLimits limits = { .per_thread = seed % 2,
                                        .clock = seed % 3 == 0,
                                        .least_share = shares[seed % 4],
                                        .max_depth = seed % 5 };

      check_limits (trace, &whole, &limits);
      check_limits (trace, &range, &limits);
    }
}
END_TEST

START_TEST (bottom_up_goes_to_the_callers)
{
  g_autoptr (TvTrace) trace = load_script ();
  const TvCallTreeLimits limits = { .bottom_up = TRUE, .clock = TV_CLOCK_WALL };
  const TvCallTreeLimits few = {
    .bottom_up = TRUE, .clock = TV_CLOCK_WALL, .least_time = 30 * US, .max_depth = 1
  };
  g_autoptr (TvCallTree) tree = tv_call_tree_new (trace, &whole, &limits, NULL, NULL);
  g_autoptr (TvCallTree) small = tv_call_tree_new (trace, &whole, &few, NULL, NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  /* The inner a is recursive: its time counts as exclusive alone. */
  append_node (text, tree, 0);
  ck_assert_str_eq (text->str, "all:0,125,0(a:2,100,70(b:1,0,10(a:1,0,10)) "
                               "b:3,65,55(a:2,40,30))");
  g_string_truncate (text, 0);
  append_node (text, small, 0);
  ck_assert_str_eq (text->str, "all:0,125,0(a:2,100,70 b:3,65,55)");
}
END_TEST

/* The methods at the top have what the profile says, and below a node is what it has
 * but for calls that have no caller. */
static void
check_bottom_up (TvTrace *trace, const TvProfileRange *range, gboolean per_thread)
{
  const TvCallTreeLimits limits
      = { .bottom_up = TRUE, .clock = TV_CLOCK_WALL, .per_thread = per_thread };
  g_autoptr (TvCallTree) tree = tv_call_tree_new (trace, range, &limits, NULL, NULL);
  g_autoptr (TvProfile) profile = tv_profile_new_for_range (trace, range, NULL, NULL);
  const guint n_methods = tv_trace_get_n_methods (trace);
  g_autofree TvCallTreeNode *sums = g_new0 (TvCallTreeNode, n_methods);
  guint n;
  g_autofree TvCallTreeNode *nodes = dup_nodes (tree, &n);

  for (guint32 i = 0; i < n; i++)
    {
      guint n_children;
      const guint32 first = tv_call_tree_get_children (tree, i, &n_children);
      gint64 below = 0;

      for (guint k = 0; k < n_children; k++)
        below += nodes[first + k].exclusive[TV_CLOCK_WALL];
      if (nodes[i].method == TV_METHOD_NONE)
        continue;
      ck_assert_int_le (below, nodes[i].exclusive[TV_CLOCK_WALL]);
      if (nodes[nodes[i].parent].method != TV_METHOD_NONE)
        continue;
      sums[nodes[i].method].calls += nodes[i].calls;
      sums[nodes[i].method].waiting += nodes[i].waiting;
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        {
          sums[nodes[i].method].inclusive[clock] += nodes[i].inclusive[clock];
          sums[nodes[i].method].exclusive[clock] += nodes[i].exclusive[clock];
        }
    }
  for (guint32 i = 0; i < n_methods; i++)
    {
      const TvMethodTotals *totals = tv_profile_get_totals (profile, i);

      ck_assert_uint_eq (sums[i].calls, totals->calls + totals->recursive_calls);
      ck_assert_int_eq (sums[i].waiting, totals->waiting);
      ck_assert_mem_eq (sums[i].inclusive, totals->inclusive, sizeof sums->inclusive);
      ck_assert_mem_eq (sums[i].exclusive, totals->exclusive, sizeof sums->exclusive);
    }
}

START_TEST (bottom_up_adds_up_to_the_profile)
{
  for (guint32 seed = 1; seed <= 24; seed++)
    {
      g_autoptr (TvTrace) trace
          = tv_reference_random_trace (seed, TV_WRITER_CLOCK_DUAL, seed % 3 * 10);
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      gint64 a = tv_reference_random_time (random, trace);
      gint64 b = tv_reference_random_time (random, trace);
      const TvProfileRange range = { .start = MIN (a, b), .end = MAX (a, b) };

      check_bottom_up (trace, &whole, seed % 2);
      check_bottom_up (trace, &range, seed % 2);
    }
}
END_TEST

/* Trees of the paths that begin with some methods */

static TvCallTree *
make_tree_from (TvTrace *trace, const TvProfileRange *range, guint64 methods,
                gboolean bottom_up, TvCallTreeLimits limits)
{
  g_autoptr (TvMethodSet) from = tv_method_set_new (
      g_memdup2 (&methods, sizeof methods), tv_trace_get_n_methods (trace));

  limits.bottom_up = bottom_up;
  limits.from = from;
  return tv_call_tree_new (trace, range, &limits, NULL, NULL);
}

static void
assert_tree_from (const TvProfileRange *range, guint64 methods, gboolean bottom_up,
                  TvCallTreeLimits limits, const char *expected)
{
  g_autoptr (TvTrace) trace = load_script ();
  g_autoptr (TvCallTree) tree = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  guint n;

  limits.clock = TV_CLOCK_WALL;
  tree = make_tree_from (trace, range, methods, bottom_up, limits);
  (void) tv_call_tree_get_children (tree, TV_NODE_NONE, &n);
  for (guint i = 0; i < n; i++)
    append_node (text, tree, i);
  ck_assert_str_eq (text->str, expected);
}

START_TEST (paths_begin_with_methods)
{
  const guint64 a = 1, b = 2, both = 3, none = 4;
  const TvProfileRange part = { .start = 25 * US, .end = 55 * US };
  const TvCallTreeLimits all = { 0 };
  const TvCallTreeLimits half = { .least_share = 0.5 };
  const TvCallTreeLimits most = { .least_share = 0.7 };
  const TvCallTreeLimits flat = { .max_depth = 1 };
  const TvCallTreeLimits by_thread = { .per_thread = TRUE };

  /* The inner a is within another. */
  assert_tree_from (&whole, a, FALSE, all,
                    "all:0,100,0(a:1,100,60(b:2,40,30(a:1,10,10)))");
  assert_tree_from (&whole, b, FALSE, all, "all:0,65,0(b:3,65,55(a:1,10,10))");
  assert_tree_from (&whole, both, FALSE, all,
                    "all:0,125,0(a:1,100,60(b:2,40,30(a:1,10,10)) b:1,25,25)");
  assert_tree_from (&whole, none, FALSE, all, "");
  /* Of the calls that are open at the start, the outer one is cut away. */
  assert_tree_from (&part, b, FALSE, all, "all:0,20,0(b:2,20,15(a:1,5,5))");
  assert_tree_from (&whole, b, FALSE, half, "all:0,65,0(b:3,65,55)");
  assert_tree_from (&whole, b, FALSE, flat, "all:0,65,0(b:3,65,55)");
  assert_tree_from (&whole, b, FALSE, by_thread,
                    "one:0,40,0(b:2,40,30(a:1,10,10))two:0,25,0(b:1,25,25)");

  assert_tree_from (&whole, a, TRUE, all,
                    "all:0,100,0(a:2,100,70(b:1,0,10(a:1,0,10)))");
  assert_tree_from (&whole, b, TRUE, all, "all:0,65,0(b:3,65,55(a:2,40,30))");
  /* On the first thread b is within a, so that only the second one's counts. */
  assert_tree_from (&whole, both, TRUE, all,
                    "all:0,125,0(a:2,100,70(b:1,0,10(a:1,0,10)) b:3,25,55(a:2,0,30))");
  assert_tree_from (&whole, none, TRUE, all, "");
  assert_tree_from (&part, b, TRUE, all, "all:0,20,0(b:2,20,15(a:2,20,15))");
  assert_tree_from (&whole, b, TRUE, half, "all:0,65,0(b:3,65,55(a:2,40,30))");
  assert_tree_from (&whole, b, TRUE, most, "all:0,65,0(b:3,65,55)");
  assert_tree_from (&whole, b, TRUE, flat, "all:0,65,0(b:3,65,55)");
}
END_TEST

/* Below a method are its callers, or its callees. */
static void
check_relatives (const TvProfile *profile, guint32 method, gboolean bottom_up)
{
  TvTrace *trace = tv_profile_get_trace (profile);
  const TvMethodTotals *totals = tv_profile_get_totals (profile, method);
  g_autoptr (TvRelatives) relatives = tv_relatives_new (profile, method, NULL, NULL);
  g_autoptr (TvCallTree) tree = make_tree_from (trace, tv_profile_get_range (profile),
                                                G_GUINT64_CONSTANT (1) << method,
                                                bottom_up, (TvCallTreeLimits){ 0 });
  guint n_methods, n_relatives, n = 0, n_found = 0;
  guint32 top, first;
  const TvRelative *others = tv_relatives_get (
      relatives, bottom_up ? TV_RELATION_PARENTS : TV_RELATION_CHILDREN, &n_relatives);

  if (totals->calls == 0)
    return;
  top = tv_call_tree_get_children (tree, 0, &n_methods);
  ck_assert_uint_eq (n_methods, 1);
  ck_assert_mem_eq (tv_call_tree_get_node (tree, top)->inclusive, totals->inclusive,
                    sizeof totals->inclusive);
  first = tv_call_tree_get_children (tree, top, &n);
  for (guint i = 0; i < n_relatives; i++)
    {
      guint k = 0;

      if (others[i].method == TV_METHOD_NONE)
        continue;
      n_found++;
      while (k < n
             && tv_call_tree_get_node (tree, first + k)->method != others[i].method)
        k++;
      ck_assert_uint_lt (k, n);
      ck_assert_mem_eq (tv_call_tree_get_node (tree, first + k)->inclusive,
                        others[i].inclusive, sizeof others->inclusive);
    }
  /* Callers of recursive calls alone have no time. */
  ck_assert (n_found == n || (bottom_up && totals->recursive_calls > 0));
}

START_TEST (paths_from_a_method_are_its_relatives)
{
  for (guint32 seed = 1; seed <= 12; seed++)
    {
      g_autoptr (TvTrace) trace
          = tv_reference_random_trace (seed, TV_WRITER_CLOCK_DUAL, 0);
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      gint64 x = tv_reference_random_time (random, trace);
      gint64 y = tv_reference_random_time (random, trace);
      const TvProfileRange range = { .start = MIN (x, y), .end = MAX (x, y) };
      g_autoptr (TvProfile) profile
          = tv_profile_new_for_range (trace, &range, NULL, NULL);

      for (guint32 i = 0; i < MIN (tv_trace_get_n_methods (trace), 64); i++)
        {
          check_relatives (profile, i, FALSE);
          check_relatives (profile, i, TRUE);
        }
    }
}
END_TEST

START_TEST (random_traces_are_as_a_slow_program_says)
{
  const TvWriterClock clocks[]
      = { TV_WRITER_CLOCK_DUAL, TV_WRITER_CLOCK_WALL, TV_WRITER_CLOCK_THREAD_CPU };

  for (guint32 seed = 1; seed <= 30; seed++)
    {
      g_autoptr (TvTrace) trace = tv_reference_random_trace (seed, clocks[seed % 3], 0);
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);

      check_tree (trace, &whole, seed % 2);
      for (guint i = 0; i < 6; i++)
        {
          gint64 a = tv_reference_random_time (random, trace);
          gint64 b = tv_reference_random_time (random, trace);
          g_autoptr (TvThreadSet) threads
              = i % 2 == 0 ? tv_reference_random_threads (random, trace) : NULL;
          const TvProfileRange range
              = { .start = MIN (a, b), .end = MAX (a, b), .threads = threads };

          check_tree (trace, &range, i % 3 == 0);
        }
    }
}
END_TEST

TV_TESTS (NULL, NULL)
