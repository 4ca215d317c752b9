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
      limits.nested = TRUE;
      check_growth (trace, &range, limits, random);
      limits.nested = FALSE;
      limits.from = NULL;
      limits.through = methods;
      check_growth (trace, &range, limits, random);
    }
}
END_TEST

/* Callers and callees of a method */

static void
assert_around (const char *script, guint32 method, const char *callers,
               const char *callees)
{
  g_autoptr (TvTrace) trace = tv_test_trace (TV_WRITER_CLOCK_WALL, script);
  g_autoptr (TvMethodSet) from = tv_method_set_new_single (trace, method);
  TvCallTreeLimits limits = { .clock = TV_CLOCK_WALL, .from = from, .bottom_up = TRUE };
  g_autoptr (TvCallTree) up = tv_call_tree_new (trace, &whole, &limits, NULL, NULL);
  g_autoptr (TvCallTree) down = NULL;

  limits.bottom_up = FALSE;
  limits.nested = TRUE;
  down = tv_call_tree_new (trace, &whole, &limits, NULL, NULL);
  assert_tree (up, callers);
  assert_tree (down, callees);
}

/* Both sides are of all calls, and what their times add up to is the method's time. */
START_TEST (callees_are_of_all_calls)
{
  assert_around ("a 0-100 { b 10-40 { a 20-30 } b 50-60 } 2: b 0-25", 0,
                 "-1:0,100,0(0:2,100,70(1:1,0,10(0:1,0,10)))",
                 "-1:0,100,0(0:2,100,70(1:2,30,30(0:1,0,0)))");
  assert_around ("a 0-200 { b 0-100 { b 10-90 { b 20-60 { c 30-40 } } c 92-95 } }", 1,
                 "-1:0,100,0(1:3,100,87(0:1,100,17 1:2,0,70(0:1,0,40 1:1,0,30(0:1,0,30)"
                 ")))",
                 "-1:0,100,0(1:3,100,87(2:2,13,13 1:2,0,0))");
  /* Below c and a, the inner b has its callees no more. */
  assert_around ("b 0-100 { c 10-90 { a 20-80 { b 30-70 { c 40-50 } } } a 90-95 }", 1,
                 "-1:0,100,0(1:2,100,45(0:1,0,30(2:1,0,30(1:1,0,30))))",
                 "-1:0,100,0(1:2,100,45(2:2,50,30(0:1,20,20(1:1,0,0))"
                 " 0:1,5,5))");
}
END_TEST

typedef struct
{
  gint64 calls;
  gint64 inclusive;
  gint64 exclusive;
} Sums;

/* What is known of all calls of a range, and what nodes must have, by path. */
typedef struct
{
  const TvTrace *trace;
  const TvMethodSet *from;
  GArray *cuts;     /* TvReferenceCut */
  GHashTable *own;  /* gint64 by call */
  GHashTable *sums; /* Sums by path */
} Slow;

static void
keep_cut (const TvReferenceCut *cut, gpointer slow)
{
  g_array_append_vals (((Slow *) slow)->cuts, cut, 1);
}

static gpointer
get_key (guint thread, guint32 call)
{
  return GSIZE_TO_POINTER ((gsize) thread << 32 | call);
}

static gint64
get_own (const Slow *slow, const TvReferenceCut *cut)
{
  return (gint64) GPOINTER_TO_SIZE (
      g_hash_table_lookup (slow->own, get_key (cut->thread, cut->call)));
}

static void
add_sums (const Slow *slow, const char *path, Sums more)
{
  Sums *sums = g_hash_table_lookup (slow->sums, path);

  if (sums == NULL)
    {
      sums = g_new0 (Sums, 1);
      g_hash_table_insert (slow->sums, g_strdup (path), sums);
    }
  sums->calls += more.calls;
  sums->inclusive += more.inclusive;
  sums->exclusive += more.exclusive;
}

static gboolean
is_from (const Slow *slow, const TvCalls *calls, guint32 call)
{
  return tv_method_set_contains (slow->from, tv_calls_method (calls, call));
}

/* Returns the innermost call of the methods from a call outwards, or TV_CALL_NONE. */
static guint32
find_start (const Slow *slow, const TvCalls *calls, guint32 call)
{
  while (call != TV_CALL_NONE && !is_from (slow, calls, call))
    call = calls->parent[call];
  return call;
}

static char *
dup_way (const TvCalls *calls, guint32 from, guint32 to)
{
  g_autoptr (GString) path = g_string_new (NULL);

  for (guint32 i = to;; i = calls->parent[i])
    {
      g_autofree char *step = g_strdup_printf ("/%u", tv_calls_method (calls, i));

      g_string_prepend (path, step);
      if (i == from)
        return g_string_free (g_steal_pointer (&path), FALSE);
    }
}

static void
add_on_way (const Slow *slow, const TvCalls *calls, guint32 from, guint32 to, Sums more)
{
  g_autofree char *path = dup_way (calls, from, to);

  add_sums (slow, path, more);
}

/* A moment is on the path from the innermost call of the methods to the call that runs,
 * and a call of the methods is the callee of another one, too. */
static void
add_callee (const Slow *slow, const TvReferenceCut *cut)
{
  const TvCalls calls = tv_trace_get_calls (slow->trace, cut->thread);
  const guint32 start = find_start (slow, &calls, cut->call);
  const gint64 own = get_own (slow, cut);
  guint32 outer;

  if (start == TV_CALL_NONE)
    return;
  add_on_way (slow, &calls, start, cut->call, (Sums){ cut->counts, 0, own });
  for (guint32 i = cut->call; i != start; i = calls.parent[i])
    add_on_way (slow, &calls, start, i, (Sums){ 0, own, 0 });
  add_on_way (slow, &calls, start, start, (Sums){ 0, own, 0 });
  outer = start == cut->call ? find_start (slow, &calls, calls.parent[start])
                             : TV_CALL_NONE;
  if (outer != TV_CALL_NONE)
    add_on_way (slow, &calls, outer, cut->call, (Sums){ cut->counts, 0, 0 });
}

static void
add_caller (const Slow *slow, const TvReferenceCut *cut)
{
  const TvCalls calls = tv_trace_get_calls (slow->trace, cut->thread);
  g_autoptr (GString) path = g_string_new (NULL);
  Sums sums = { cut->counts, cut->inclusive[TV_CLOCK_WALL], 0 };

  if (!cut->counts || !is_from (slow, &calls, cut->call))
    return;
  sums.exclusive = get_own (slow, cut);
  for (guint32 i = calls.parent[cut->call]; i != TV_CALL_NONE; i = calls.parent[i])
    if (is_from (slow, &calls, i))
      sums.inclusive = 0;
  for (guint32 i = cut->call; i != TV_CALL_NONE; i = calls.parent[i])
    {
      g_string_append_printf (path, "/%u", tv_calls_method (&calls, i));
      add_sums (slow, path->str, sums);
    }
}

static void
add_own_time (const Slow *slow, guint thread, guint32 call, gint64 time)
{
  const TvReferenceCut cut = { .thread = thread, .call = call };

  g_hash_table_insert (slow->own, get_key (thread, call),
                       GSIZE_TO_POINTER ((gsize) (get_own (slow, &cut) + time)));
}

static void
find_own_times (const Slow *slow)
{
  for (guint i = 0; i < slow->cuts->len; i++)
    {
      const TvReferenceCut *cut = &g_array_index (slow->cuts, TvReferenceCut, i);
      const TvCalls calls = tv_trace_get_calls (slow->trace, cut->thread);
      const gint64 inclusive = cut->inclusive[TV_CLOCK_WALL];

      add_own_time (slow, cut->thread, cut->call, inclusive);
      if (calls.parent[cut->call] != TV_CALL_NONE)
        add_own_time (slow, cut->thread, calls.parent[cut->call], -inclusive);
    }
}

static void
check_around (TvTrace *trace, const TvProfileRange *range, TvCallTreeLimits limits)
{
  g_autoptr (GArray) cuts = g_array_new (FALSE, FALSE, sizeof (TvReferenceCut));
  g_autoptr (GHashTable) own = g_hash_table_new (NULL, NULL);
  g_autoptr (GHashTable) sums
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  const Slow slow = { trace, limits.from, cuts, own, sums };
  g_autoptr (TvCallTree) tree = tv_call_tree_new (trace, range, &limits, NULL, NULL);
  GHashTableIter iter;
  gpointer value;
  guint n_nodes = 0;
  guint n_expected = 0;

  tv_reference_foreach_call (trace, range, keep_cut, (gpointer) &slow);
  find_own_times (&slow);
  for (guint i = 0; i < cuts->len; i++)
    (limits.bottom_up ? add_caller
                      : add_callee) (&slow, &g_array_index (cuts, TvReferenceCut, i));
  for (guint32 i = 0; i < tv_call_tree_get_n_nodes (tree); i++)
    {
      const TvCallTreeNode *node = tv_call_tree_get_node (tree, i);
      g_autoptr (GString) path = g_string_new (NULL);
      const Sums *expected;

      for (const TvCallTreeNode *at = node; at->parent != TV_NODE_NONE;
           at = tv_call_tree_get_node (tree, at->parent))
        {
          g_autofree char *step = g_strdup_printf ("/%u", at->method);

          g_string_prepend (path, step);
        }
      expected = g_hash_table_lookup (sums, path->str);
      if (path->len == 0 || (node->calls == 0 && expected == NULL))
        continue;
      n_nodes += node->calls > 0;
      ck_assert_msg (expected != NULL, "%s", path->str);
      ck_assert_uint_eq (node->calls, (guint64) expected->calls);
      ck_assert_int_eq (node->inclusive[TV_CLOCK_WALL], expected->inclusive);
      ck_assert_int_eq (node->exclusive[TV_CLOCK_WALL], expected->exclusive);
    }
  g_hash_table_iter_init (&iter, sums);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    n_expected += ((const Sums *) value)->calls > 0;
  ck_assert_uint_eq (n_nodes, n_expected);
}

START_TEST (callers_and_callees_are_as_literally_counted)
{
  for (guint32 seed = 1; seed <= N_SEEDS; seed++)
    {
      g_autoptr (TvTrace) trace
          = tv_reference_random_trace (seed, TV_WRITER_CLOCK_DUAL, seed % 3 * 10);
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (TvMethodSet) from
          = seed % 4 == 0
                ? choose_methods (trace, random)
                : tv_method_set_new_single (
                    trace, (guint32) g_rand_int_range (
                               random, 0, (gint) tv_trace_get_n_methods (trace)));
      const TvProfileRange range = choose_range (trace, random);
      const TvCallTreeLimits up
          = { .clock = TV_CLOCK_WALL, .from = from, .bottom_up = TRUE };
      const TvCallTreeLimits down
          = { .clock = TV_CLOCK_WALL, .from = from, .nested = TRUE };

      check_around (trace, &whole, up);
      check_around (trace, &whole, down);
      check_around (trace, &range, up);
      check_around (trace, &range, down);
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

static void
assert_heaviest (const char *script, guint32 method, const char *expected)
{
  g_autoptr (TvTrace) trace = tv_test_trace (TV_WRITER_CLOCK_WALL, script);
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);
  g_autoptr (TvCallPath) path
      = tv_call_path_new_heaviest (profile, method, TV_CLOCK_WALL, NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (text, "%d:", (int) path->thread);
  for (guint i = 0; i < path->n_methods; i++)
    g_string_append_c (text, "abcd"[path->methods[i]]);
  ck_assert_str_eq (text->str, expected);
}

START_TEST (the_heaviest_path_has_most_time)
{
  /* Below a it takes 30 in one call, and below c 40 in two. */
  assert_heaviest ("a 0-100 { b 10-40 } c 100-200 { b 110-130 b 140-160 }", 1, "0:cb");
  /* A nested call is no path of its own. */
  assert_heaviest ("a 0-100 { b 0-100 { b 0-100 } }", 1, "0:ab");
  /* Of two with 40, the first; the outermost calls of the other come later. */
  assert_heaviest ("c 0-50 { d 0-5 { b 0-5 } b 10-50 } a 60-100 { b 60-100 }", 1,
                   "0:cb");
  assert_heaviest ("a 50-100 { b 50-90 } 2: c 0-40 { b 0-40 }", 1, "1:cb");
  /* Of all threads together, with the thread that has most of it. */
  assert_heaviest ("a 0-100 { b 0-30 } c 100-200 { b 100-150 } 2: a 0-100 { b 0-40 }",
                   1, "1:ab");
  assert_heaviest ("a 0-100", 1, "-1:");
}
END_TEST

/* Literally: each node of the method in a tree of all paths. */
START_TEST (no_path_is_heavier)
{
  for (guint32 seed = 1; seed <= N_SEEDS; seed++)
    {
      g_autoptr (TvTrace) trace
          = tv_reference_random_trace (seed, TV_WRITER_CLOCK_DUAL, seed % 3 * 10);
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      const TvProfileRange range = choose_range (trace, random);
      const TvCallTreeLimits limits = { .clock = TV_CLOCK_WALL };
      g_autoptr (TvCallTree) tree
          = tv_call_tree_new (trace, &range, &limits, NULL, NULL);
      g_autoptr (TvProfile) profile
          = tv_profile_new_for_range (trace, &range, NULL, NULL);

      for (guint32 method = 0; method < tv_trace_get_n_methods (trace); method++)
        {
          g_autoptr (TvCallPath) path
              = tv_call_path_new_heaviest (profile, method, TV_CLOCK_WALL, NULL);
          gint64 most = -1;
          gint64 found = -1;

          for (guint32 i = 0; i < tv_call_tree_get_n_nodes (tree); i++)
            {
              const TvCallTreeNode *node = tv_call_tree_get_node (tree, i);
              g_autoptr (TvCallPath) own = NULL;

              if (node->method != method || node->calls == 0)
                continue;
              own = dup_path (tree, i);
              most = MAX (most, node->inclusive[TV_CLOCK_WALL]);
              if (own->n_methods == path->n_methods
                  && memcmp (own->methods, path->methods,
                             own->n_methods * sizeof *own->methods)
                         == 0)
                found = node->inclusive[TV_CLOCK_WALL];
            }
          ck_assert_int_eq (found, most);
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

TV_TESTS (NULL, NULL)
