/* SPDX-License-Identifier: Apache-2.0 */

/* Trees that grow node by node: worked out by hand on a small script, and held against
 * trees that were made at once. */

#include "analysis/stacks/call-tree.h"
#include "profile-reference.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

#define A 0x4
#define B 0x8

#define US G_GINT64_CONSTANT (1000)
#define N_SEEDS 16

static const TvProfileRange whole = { .start = G_MININT64, .end = G_MAXINT64 };
static const TvCallTreeGrowth one_level = { .max_depth = 1, .complete = TRUE };

static TvTrace *
load_script (void)
{
  return tv_test_trace (TV_WRITER_CLOCK_WALL,
                        "a 0-100 { b 10-40 { a 20-30 } b 50-60 } 2: b 0-25");
}

/* Writes a node with its numbers and what is below it; “+” is a closed one. */
static void
append_node (GString *text, const TvCallTree *tree, guint32 index)
{
  const TvCallTreeNode *node = tv_call_tree_get_node (tree, index);
  guint n;
  const guint32 first = tv_call_tree_get_children (tree, index, &n);

  g_string_append_printf (text, "%d:%u,%d,%d", (int) node->method, (guint) node->calls,
                          (int) (node->inclusive[TV_CLOCK_WALL] / US),
                          (int) (node->exclusive[TV_CLOCK_WALL] / US));
  if (tv_call_tree_has_children (tree, index) && !tv_call_tree_is_open (tree, index))
    g_string_append_c (text, '+');
  for (guint i = 0; i < n; i++)
    {
      g_string_append_c (text, i == 0 ? '(' : ' ');
      append_node (text, tree, first + i);
    }
  if (n > 0)
    g_string_append_c (text, ')');
}

static void
assert_tree (const TvCallTree *tree, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint n;
  const guint32 first = tv_call_tree_get_children (tree, TV_NODE_NONE, &n);

  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append_c (text, ' ');
      append_node (text, tree, first + i);
    }
  ck_assert_str_eq (text->str, expected);
}

static TvCallTree *
make_closed (TvTrace *trace, gboolean bottom_up)
{
  const TvCallTreeLimits limits = { .bottom_up = bottom_up, .clock = TV_CLOCK_WALL };

  return tv_call_tree_new_closed (trace, &whole, &limits, NULL, NULL);
}

START_TEST (a_tree_is_opened_node_by_node)
{
  g_autoptr (TvTrace) trace = load_script ();
  g_autoptr (TvCallTree) tree = make_closed (trace, FALSE);
  const TvCallTreeNode *root = tv_call_tree_get_node (tree, 0);

  assert_tree (tree, "-1:0,125,0+");
  ck_assert (tv_call_tree_grow (tree, 0, &one_level, NULL, NULL));
  assert_tree (tree, "-1:0,125,0(0:1,100,60+ 1:1,25,25)");
  ck_assert (tv_call_tree_grow (tree, 1, &one_level, NULL, NULL));
  assert_tree (tree, "-1:0,125,0(0:1,100,60(1:2,40,30+) 1:1,25,25)");
  ck_assert (
      tv_call_tree_grow (tree, TV_NODE_NONE, &(TvCallTreeGrowth){ 0 }, NULL, NULL));
  assert_tree (tree, "-1:0,125,0(0:1,100,60(1:2,40,30(0:1,10,10)) 1:1,25,25)");
  ck_assert_ptr_eq (tv_call_tree_get_node (tree, 0), root);
}
END_TEST

START_TEST (a_bottom_up_tree_is_opened_node_by_node)
{
  g_autoptr (TvTrace) trace = load_script ();
  g_autoptr (TvCallTree) tree = make_closed (trace, TRUE);

  assert_tree (tree, "-1:0,125,0+");
  ck_assert (tv_call_tree_grow (tree, 0, &one_level, NULL, NULL));
  assert_tree (tree, "-1:0,125,0(0:2,100,70+ 1:3,65,55+)");
  ck_assert (tv_call_tree_grow (tree, 1, &one_level, NULL, NULL));
  assert_tree (tree, "-1:0,125,0(0:2,100,70(1:1,0,10+) 1:3,65,55+)");
  ck_assert (tv_call_tree_grow (tree, 3, &one_level, NULL, NULL));
  ck_assert (tv_call_tree_grow (tree, 2, &one_level, NULL, NULL));
  assert_tree (tree, "-1:0,125,0(0:2,100,70(1:1,0,10(0:1,0,10)) 1:3,65,55(0:2,40,30))");
}
END_TEST

START_TEST (limits_leave_nodes_closed_or_out)
{
  g_autoptr (TvTrace) trace = load_script ();
  g_autoptr (TvCallTree) some = make_closed (trace, FALSE);
  g_autoptr (TvCallTree) all = make_closed (trace, FALSE);
  TvCallTreeGrowth growth = { .least_time = 41 * US };

  ck_assert (tv_call_tree_grow (some, 0, &growth, NULL, NULL));
  assert_tree (some, "-1:0,125,0(0:1,100,60)");
  growth.complete = TRUE;
  ck_assert (tv_call_tree_grow (all, 0, &growth, NULL, NULL));
  assert_tree (all, "-1:0,125,0(0:1,100,60(1:2,40,30+) 1:1,25,25)");
  growth.least_time = 0;
  ck_assert (tv_call_tree_grow (all, 0, &growth, NULL, NULL));
  assert_tree (all, "-1:0,125,0(0:1,100,60(1:2,40,30(0:1,10,10)) 1:1,25,25)");
}
END_TEST

static TvProfileRange
choose_range (const TvTrace *trace, GRand *random)
{
  const gint64 a = tv_reference_random_time (random, trace);
  const gint64 b = tv_reference_random_time (random, trace);

  return (TvProfileRange){ .start = MIN (a, b), .end = MAX (a, b) };
}

static TvMethodSet *
choose_methods (const TvTrace *trace, GRand *random)
{
  const guint n = tv_trace_get_n_methods (trace);
  guint64 *words = g_new0 (guint64, n / 64 + 1);

  for (guint i = 0; i < n; i++)
    if (g_rand_int_range (random, 0, 4) == 0)
      words[i / 64] |= G_GUINT64_CONSTANT (1) << i % 64;
  return tv_method_set_new (words, n);
}

/* Opens closed nodes in any order until there are none. */
static void
grow_at_random (TvCallTree *tree, GRand *random)
{
  gboolean going_on = TRUE;

  while (going_on)
    {
      const guint32 n = tv_call_tree_get_n_nodes (tree);
      const guint32 start = n > 0 ? (guint32) g_rand_int (random) % n : 0;

      going_on = FALSE;
      for (guint32 i = 0; i < n; i++)
        {
          const guint32 node = (start + i) % n;

          if (tv_call_tree_is_open (tree, node)
              || !tv_call_tree_has_children (tree, node))
            continue;
          going_on = TRUE;
          ck_assert (tv_call_tree_grow (tree, node, &one_level, NULL, NULL));
          if (i % 3 == 0)
            break;
        }
    }
}

/* Roots without a child are left out of trees that were made at once. */
static void
assert_same (const TvCallTree *a, guint32 at, const TvCallTree *b, guint32 bt)
{
  guint n, other;
  const guint32 first = tv_call_tree_get_children (a, at, &n);
  const guint32 second = tv_call_tree_get_children (b, bt, &other);

  ck_assert_uint_eq (n, other);
  for (guint i = 0; i < n; i++)
    {
      const TvCallTreeNode *one = tv_call_tree_get_node (a, first + i);
      const TvCallTreeNode *two = tv_call_tree_get_node (b, second + i);

      ck_assert_uint_eq (one->method, two->method);
      ck_assert_uint_eq (one->thread, two->thread);
      ck_assert_uint_eq (one->calls, two->calls);
      ck_assert_int_eq (one->waiting, two->waiting);
      ck_assert_mem_eq (one->inclusive, two->inclusive, sizeof one->inclusive);
      ck_assert_mem_eq (one->exclusive, two->exclusive, sizeof one->exclusive);
      assert_same (a, first + i, b, second + i);
    }
}

static void
check_growth (TvTrace *trace, const TvProfileRange *range, TvCallTreeLimits limits,
              GRand *random)
{
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (TvCallTree) tree = NULL;
      g_autoptr (TvCallTree) expected = NULL;

      limits.bottom_up = i == 1;
      tree = tv_call_tree_new_closed (trace, range, &limits, NULL, NULL);
      expected = tv_call_tree_new (trace, range, &limits, NULL, NULL);
      grow_at_random (tree, random);
      assert_same (tree, TV_NODE_NONE, expected, TV_NODE_NONE);
    }
}

START_TEST (a_grown_tree_is_as_one_made_at_once)
{
  for (guint32 seed = 1; seed <= N_SEEDS; seed++)
    {
      g_autoptr (TvTrace) trace
          = tv_reference_random_trace (seed, TV_WRITER_CLOCK_DUAL, seed % 3 * 10);
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (TvMethodSet) methods = choose_methods (trace, random);
      const TvProfileRange range = choose_range (trace, random);
      TvCallTreeLimits limits = { .clock = seed % 2, .per_thread = seed % 4 == 0 };

      check_growth (trace, &whole, limits, random);
      check_growth (trace, &range, limits, random);
      limits.from = methods;
      check_growth (trace, &range, limits, random);
      limits.from = NULL;
      limits.through = methods;
      check_growth (trace, &range, limits, random);
    }
}
END_TEST

static gpointer
cancel (gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
  return NULL;
}

/* Calls enough that a growth is cancelled on its way. */
static TvTrace *
load_many_calls (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  guint32 stack[8];
  guint depth = 0;

  for (guint32 i = 0; i < 40; i++)
    {
      g_autofree char *name = g_strdup_printf ("m%u", i);

      tv_trace_writer_add_method (writer, 4 + 4 * i, "p.Q", name, "()V", "Q.java", 1);
    }
  for (guint32 i = 0; i < 400000; i++)
    if (depth < G_N_ELEMENTS (stack) && (depth == 0 || g_rand_boolean (random)))
      {
        stack[depth] = 4 + 4 * (guint32) g_rand_int_range (random, 0, 40);
        tv_trace_writer_enter (writer, 1, stack[depth++], 0, i);
      }
    else
      tv_trace_writer_exit (writer, 1, stack[--depth], 0, i);
  return tv_test_load (writer);
}

START_TEST (a_cancelled_growth_leaves_a_tree_that_can_grow)
{
  g_autoptr (TvTrace) trace = load_many_calls ();

  for (gboolean bottom_up = FALSE; bottom_up <= TRUE; bottom_up++)
    {
      const TvCallTreeLimits limits
          = { .bottom_up = bottom_up, .clock = TV_CLOCK_WALL, .max_depth = 4 };
      const TvCallTreeGrowth growth = { .max_depth = 3 };
      g_autoptr (TvCallTree) tree = make_closed (trace, bottom_up);
      g_autoptr (TvCallTree) expected
          = tv_call_tree_new (trace, &whole, &limits, NULL, NULL);
      guint n, n_cancelled = 0;
      guint32 first;

      ck_assert (tv_call_tree_grow (tree, 0, &one_level, NULL, NULL));
      first = tv_call_tree_get_children (tree, 0, &n);
      for (guint i = 0; i < n; i++)
        {
          g_autoptr (GCancellable) cancellable = g_cancellable_new ();
          g_autoptr (GError) error = NULL;
          GThread *thread = NULL;

          if (i % 4 == 0)
            g_cancellable_cancel (cancellable);
          else
            thread = g_thread_new ("cancel", cancel, cancellable);
          if (!tv_call_tree_grow (tree, first + i, &growth, cancellable, &error))
            {
              n_cancelled++;
              ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
            }
          if (thread != NULL)
            (void) g_thread_join (thread);
        }
      ck_assert_uint_ge (n_cancelled, n / 4);
      for (guint i = 0; i < n; i++)
        if (!tv_call_tree_is_open (tree, first + i))
          ck_assert (tv_call_tree_grow (tree, first + i, &growth, NULL, NULL));
      assert_same (tree, TV_NODE_NONE, expected, TV_NODE_NONE);
    }
}
END_TEST

/* Looking for nodes */

/* Returns the path of a node, NULL for a root. */
static TvCallPath *
dup_path (const TvCallTree *tree, guint32 node)
{
  g_autoptr (GArray) methods = g_array_new (FALSE, FALSE, sizeof (guint32));
  const TvCallTreeNode *at = tv_call_tree_get_node (tree, node);

  for (; at->parent != TV_NODE_NONE; at = tv_call_tree_get_node (tree, at->parent))
    g_array_prepend_val (methods, at->method);
  return methods->len > 0 ? tv_call_path_new (
             at->thread, (guint32 *) (gpointer) methods->data, methods->len)
                          : NULL;
}

START_TEST (paths_name_nodes)
{
  for (guint32 seed = 1; seed <= N_SEEDS; seed++)
    {
      g_autoptr (TvTrace) trace
          = tv_reference_random_trace (seed, TV_WRITER_CLOCK_DUAL, 0);
      const TvCallTreeLimits limits
          = { .clock = TV_CLOCK_WALL, .per_thread = seed % 2 };
      g_autoptr (TvCallTree) all
          = tv_call_tree_new (trace, &whole, &limits, NULL, NULL);
      g_autoptr (TvCallTree) tree
          = tv_call_tree_new_closed (trace, &whole, &limits, NULL, NULL);

      for (guint32 i = 0; i < tv_call_tree_get_n_nodes (all); i += 7)
        {
          g_autoptr (TvCallPath) path = dup_path (all, i);
          g_autoptr (TvCallPath) again = NULL;
          gboolean found;
          guint32 last;

          if (path == NULL)
            {
              ck_assert_uint_eq (tv_call_tree_get_node (all, i)->parent, TV_NODE_NONE);
              continue;
            }
          ck_assert (tv_call_tree_grow_path (tree, path, &last, &found, NULL, NULL));
          ck_assert (found);
          again = dup_path (tree, last);
          ck_assert (tv_call_path_equal (path, again));
        }
    }
}
END_TEST

START_TEST (a_path_is_followed_as_far_as_it_goes)
{
  g_autoptr (TvTrace) trace = load_script ();
  g_autoptr (TvCallTree) tree = make_closed (trace, FALSE);
  const guint32 methods[] = { 0, 1, 2 };
  g_autoptr (TvCallPath) path = tv_call_path_new (TV_THREAD_NONE, methods, 3);
  gboolean found;
  guint32 last;

  ck_assert (tv_call_tree_grow_path (tree, path, &last, &found, NULL, NULL));
  ck_assert_uint_eq (tv_call_tree_get_node (tree, last)->method, 1);
  ck_assert (!found);
}
END_TEST

/* Opens what leads to one of the methods, and returns how many nodes of them there are
 * then. */
static guint
open_hits (TvCallTree *tree, const TvMethodSet *methods)
{
  guint n_hits = 0;

  ck_assert (tv_call_tree_grow (tree, TV_NODE_NONE, &one_level, NULL, NULL));
  tv_call_tree_mark (tree, methods);
  for (guint32 i = 0; i < tv_call_tree_get_n_nodes (tree); i++)
    {
      const guint32 method = tv_call_tree_get_node (tree, i)->method;

      n_hits += method != TV_METHOD_NONE && tv_method_set_contains (methods, method);
      if (tv_call_tree_leads_to (tree, i, methods))
        ck_assert (tv_call_tree_grow (tree, i, &one_level, NULL, NULL));
    }
  return n_hits;
}

START_TEST (all_hits_are_where_the_marks_lead)
{
  for (guint32 seed = 1; seed <= N_SEEDS; seed++)
    {
      g_autoptr (TvTrace) trace
          = tv_reference_random_trace (seed, TV_WRITER_CLOCK_DUAL, 0);
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (TvMethodSet) methods = choose_methods (trace, random);

      for (gboolean bottom_up = FALSE; bottom_up <= TRUE; bottom_up++)
        {
          const TvCallTreeLimits limits
              = { .bottom_up = bottom_up, .clock = TV_CLOCK_WALL };
          g_autoptr (TvCallTree) all
              = tv_call_tree_new (trace, &whole, &limits, NULL, NULL);
          g_autoptr (TvCallTree) tree = make_closed (trace, bottom_up);
          guint n_hits = 0;

          for (guint32 i = 0; i < tv_call_tree_get_n_nodes (all); i++)
            {
              const guint32 method = tv_call_tree_get_node (all, i)->method;

              n_hits += method != TV_METHOD_NONE
                        && tv_method_set_contains (methods, method);
            }
          ck_assert_uint_eq (open_hits (tree, methods), n_hits);
        }
    }
}
END_TEST

START_TEST (marks_lead_only_to_hits)
{
  g_autoptr (TvTrace) trace = load_script ();
  g_autoptr (TvCallTree) tree = make_closed (trace, FALSE);
  guint64 *words = g_new0 (guint64, 1);
  g_autoptr (TvMethodSet) none = tv_method_set_new (words, 3);

  ck_assert_uint_eq (open_hits (tree, none), 0);
  assert_tree (tree, "-1:0,125,0(0:1,100,60+ 1:1,25,25)");
}
END_TEST

/* Great traces */

#define N_LEVELS 3000

START_TEST (deep_stacks_are_opened)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvCallTree) tree = NULL;
  g_autoptr (TvCallTree) callers = NULL;
  guint64 *words = g_new0 (guint64, 1);
  g_autoptr (TvMethodSet) innermost = tv_method_set_new (words, 2);

  words[0] = 2;
  tv_trace_writer_add_method (writer, A, "p.Q", "a", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, B, "p.Q", "b", "()V", "Q.java", 1);
  for (guint32 i = 0; i < N_LEVELS; i++)
    tv_trace_writer_enter (writer, 1, i == N_LEVELS - 1 ? B : A, 0, i);
  for (guint32 i = N_LEVELS; i-- > 0;)
    tv_trace_writer_exit (writer, 1, i == N_LEVELS - 1 ? B : A, 0, 2 * N_LEVELS - i);
  trace = tv_test_load (writer);
  tree = make_closed (trace, FALSE);
  ck_assert_uint_eq (open_hits (tree, innermost), 1);
  ck_assert_uint_eq (tv_call_tree_get_n_nodes (tree), 1 + N_LEVELS);
  callers = make_closed (trace, TRUE);
  ck_assert (tv_call_tree_grow (callers, 0, &(TvCallTreeGrowth){ 0 }, NULL, NULL));
  /* One node a level of a, as often as a is on the stack, and those from b on. */
  ck_assert_uint_eq (tv_call_tree_get_n_nodes (callers), 2 * N_LEVELS);
}
END_TEST

START_TEST (many_methods_are_added_up)
{
  const guint n_methods = 1000000;
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvCallTree) tree = NULL;
  guint n;

  for (guint32 i = 0; i < n_methods; i++)
    {
      tv_trace_writer_enter (writer, 1, 4 + 4 * i, 0, 2 * i);
      tv_trace_writer_exit (writer, 1, 4 + 4 * i, 0, 2 * i + 1);
    }
  trace = tv_test_load (writer);
  tree = make_closed (trace, FALSE);
  ck_assert (tv_call_tree_grow (tree, 0, &one_level, NULL, NULL));
  (void) tv_call_tree_get_children (tree, 0, &n);
  ck_assert_uint_eq (n, n_methods);
  ck_assert_int_eq (tv_call_tree_get_whole (tree, TV_CLOCK_WALL), n_methods * US);
}
END_TEST

START_TEST (a_range_without_calls_has_no_roots)
{
  g_autoptr (TvTrace) trace = load_script ();
  const TvProfileRange range = { .start = 200 * US, .end = 300 * US };

  for (gboolean bottom_up = FALSE; bottom_up <= TRUE; bottom_up++)
    {
      const TvCallTreeLimits limits
          = { .bottom_up = bottom_up, .clock = TV_CLOCK_WALL };
      g_autoptr (TvCallTree) tree
          = tv_call_tree_new_closed (trace, &range, &limits, NULL, NULL);

      assert_tree (tree, "");
      ck_assert (tv_call_tree_grow (tree, TV_NODE_NONE, &one_level, NULL, NULL));
    }
}
END_TEST

/**
 * main:
 *
 * Returns: 0 if all tests passed
 */
int
main (void)
{
  const TTest *const tests[] = {
    a_tree_is_opened_node_by_node,
    a_bottom_up_tree_is_opened_node_by_node,
    limits_leave_nodes_closed_or_out,
    a_grown_tree_is_as_one_made_at_once,
    a_cancelled_growth_leaves_a_tree_that_can_grow,
    paths_name_nodes,
    a_path_is_followed_as_far_as_it_goes,
    all_hits_are_where_the_marks_lead,
    marks_lead_only_to_hits,
    deep_stacks_are_opened,
    many_methods_are_added_up,
    a_range_without_calls_has_no_roots,
  };

  return tv_test_run ("call-tree-grow", tests, G_N_ELEMENTS (tests));
}
