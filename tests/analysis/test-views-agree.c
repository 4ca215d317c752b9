/* SPDX-License-Identifier: Apache-2.0 */

/* What the views show of the same question adds up to the same: methods, call trees top
 * down and bottom up, the flame graph, and the list of calls. For every reference
 * trace, as a whole, in a range, of one thread, and with each transform. */

#include "analysis/lookup/method-calls.h"
#include "analysis/stacks/flame-layout.h"
#include "analysis/sums/method-groups.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "trace/transform/transform.h"

#include <string.h>

/* What a view says of a method. */
typedef struct
{
  guint64 calls;
  gint64 exclusive[TV_N_CLOCKS];
  gint64 waiting;
} Sums;

static void
add (Sums *sums, guint64 calls, const gint64 *exclusive, gint64 waiting)
{
  sums->calls += calls;
  sums->waiting += waiting;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    sums->exclusive[clock] += exclusive[clock];
}

static void
add_node (Sums *all, const TvCallTreeNode *node)
{
  if (node->method != TV_METHOD_NONE)
    add (&all[node->method], node->calls, node->exclusive, node->waiting);
}

static Sums *
sum_calls (TvTrace *trace, const TvProfileRange *range)
{
  const guint n = tv_trace_get_n_methods (trace);
  guint64 *words = g_new0 (guint64, n / 64 + 1);
  g_autoptr (TvMethodSet) methods = NULL;
  Sums *all = g_new0 (Sums, n);
  TvMethodCalls *calls;

  for (guint i = 0; i < n; i++)
    words[i / 64] |= G_GUINT64_CONSTANT (1) << i % 64;
  methods = tv_method_set_new (words, n);
  calls = tv_method_calls_new (trace, range, methods, NULL, NULL);
  for (guint i = 0; i < calls->n; i++)
    {
      TvMethodCall call;

      tv_method_calls_get (calls, i, &call);
      add (&all[call.method], 1, call.exclusive, call.waiting);
    }
  tv_method_calls_free (calls);
  return all;
}

static Sums *
sum_tree (const TvCallTree *tree)
{
  Sums *all = g_new0 (Sums, tv_trace_get_n_methods (tv_call_tree_get_trace (tree)));

  for (guint32 i = 0; i < tv_call_tree_get_n_nodes (tree); i++)
    add_node (all, tv_call_tree_get_node (tree, i));
  return all;
}

/* The nodes below the root, or below the threads, are the methods. */
static Sums *
sum_bottom_up_tree (const TvCallTree *tree)
{
  Sums *all = g_new0 (Sums, tv_trace_get_n_methods (tv_call_tree_get_trace (tree)));

  for (guint32 i = 0; i < tv_call_tree_get_n_nodes (tree); i++)
    {
      const TvCallTreeNode *node = tv_call_tree_get_node (tree, i);

      if (node->parent != TV_NODE_NONE
          && tv_call_tree_get_node (tree, node->parent)->method == TV_METHOD_NONE)
        add_node (all, node);
    }
  return all;
}

static void
assert_sums (const TvProfile *profile, Sums *all, const char *what)
{
  for (guint i = 0; i < tv_trace_get_n_methods (tv_profile_get_trace (profile)); i++)
    {
      const TvMethodTotals *totals = tv_profile_get_totals (profile, i);

      ck_assert_msg (
          all[i].calls == totals->calls + totals->recursive_calls
              && all[i].waiting == totals->waiting
              && memcmp (all[i].exclusive, totals->exclusive, sizeof totals->exclusive)
                     == 0,
          "%s: other sums of method %u", what, i);
    }
  g_free (all);
}

/* Frames are as wide as their time, and what callees do not cover is the method's. */
static void
check_flame_graph (const TvProfile *profile, const TvCallTree *tree, TvClock clock)
{
  const TvFlameSpec spec = { .clock = clock, .root = TV_NODE_NONE };
  g_autoptr (TvFlameLayout) layout = tv_flame_layout_new (tree, &spec);
  const guint n_methods = tv_trace_get_n_methods (tv_profile_get_trace (profile));
  g_autofree gint64 *own = g_new0 (gint64, n_methods);
  const TvFlameFrame *frames = layout->frames;

  ck_assert_int_eq (layout->whole, tv_profile_get_root_inclusive (profile, clock));
  for (guint32 i = 0; i < layout->n_frames; i++)
    {
      const guint32 parent = frames[i].parent;

      ck_assert (!tv_flame_frame_is_merged (&frames[i]));
      if (frames[i].sums.method != TV_METHOD_NONE)
        own[frames[i].sums.method] += frames[i].end - frames[i].start;
      if (parent != TV_FRAME_NONE && frames[parent].sums.method != TV_METHOD_NONE)
        own[frames[parent].sums.method] -= frames[i].end - frames[i].start;
    }
  for (guint i = 0; i < n_methods; i++)
    ck_assert_int_eq (own[i], tv_profile_get_totals (profile, i)->exclusive[clock]);
}

static void
check_views (TvTrace *trace, const TvProfileRange *range)
{
  const TvCallTreeLimits limits = { .clock = tv_trace_get_primary_clock (trace),
                                    .per_thread = range->threads == NULL };
  const TvCallTreeLimits upward
      = { .bottom_up = TRUE, .clock = limits.clock, .per_thread = limits.per_thread };
  g_autoptr (TvProfile) profile = tv_profile_new_for_range (trace, range, NULL, NULL);
  g_autoptr (TvCallTree) tree = tv_call_tree_new (trace, range, &limits, NULL, NULL);
  g_autoptr (TvCallTree) bottom_up
      = tv_call_tree_new (trace, range, &upward, NULL, NULL);

  assert_sums (profile, sum_calls (trace, range), "calls");
  assert_sums (profile, sum_tree (tree), "call tree");
  assert_sums (profile, sum_bottom_up_tree (bottom_up), "bottom up");
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    if (tv_trace_has_clock (trace, clock))
      {
        ck_assert_int_eq (tv_call_tree_get_whole (tree, clock),
                          tv_profile_get_root_inclusive (profile, clock));
        check_flame_graph (profile, tree, clock);
      }
}

/* As a whole, in a range, and of the thread with the most calls. */
static void
check_questions (TvTrace *trace)
{
  TvProfileRange range = { .start = G_MININT64, .end = G_MAXINT64 };
  guint32 busiest = 0;
  gint64 start, end;

  check_views (trace, &range);
  if (tv_trace_get_n_threads (trace) == 0)
    return;
  for (guint32 i = 1; i < tv_trace_get_n_threads (trace); i++)
    if (tv_trace_get_calls (trace, i).n > tv_trace_get_calls (trace, busiest).n)
      busiest = i;
  range.threads = tv_thread_set_new (&busiest, 1);
  check_views (trace, &range);
  g_clear_pointer (&range.threads, tv_thread_set_unref);
  tv_trace_get_axis_range (trace, &start, &end);
  range.start = start + (end - start) / 5;
  range.end = start + (end - start) / 2;
  check_views (trace, &range);
}

/* The method with the most calls, or with the most recursive ones. */
static guint32
choose_method (const TvProfile *profile, gboolean recursive)
{
  guint64 most = 0;
  guint32 chosen = TV_METHOD_NONE;

  for (guint32 i = 0; i < tv_trace_get_n_methods (tv_profile_get_trace (profile)); i++)
    {
      const TvMethodTotals *totals = tv_profile_get_totals (profile, i);
      const guint64 n = recursive ? totals->recursive_calls : totals->calls;

      if (n > most)
        {
          most = n;
          chosen = i;
        }
    }
  return chosen;
}

static TvTransform *
make_transform (TvTrace *trace, const TvProfile *profile, TvTransformKind kind)
{
  const guint32 method
      = choose_method (profile, kind == TV_TRANSFORM_COLLAPSE_RECURSION);

  if (method == TV_METHOD_NONE)
    return NULL;
  if (kind == TV_TRANSFORM_COLLAPSE_PACKAGE || kind == TV_TRANSFORM_COLLAPSE_LIBRARY)
    {
      g_autofree char *package
          = tv_method_dup_package (tv_trace_get_method (trace, method));
      g_autoptr (GArray) methods = tv_trace_list_package_methods (trace, package);

      if (kind == TV_TRANSFORM_COLLAPSE_LIBRARY)
        return tv_transform_new_library (
            "x.so", (const guint32 *) (gpointer) methods->data, methods->len);
      return tv_transform_new_package (
          package, (const guint32 *) (gpointer) methods->data, methods->len);
    }
  if (kind == TV_TRANSFORM_FOCUS_SUBTREE)
    {
      g_autoptr (GArray) step = g_array_new (FALSE, FALSE, sizeof (guint32));
      const GArray *const steps[] = { step };

      /* An outermost call is a path of one. */
      for (guint32 i = 0; step->len == 0 && i < tv_trace_get_n_threads (trace); i++)
        {
          const TvCalls calls = tv_trace_get_calls (trace, i);

          if (calls.n > 0)
            {
              const guint32 outermost = tv_calls_method (&calls, 0);

              g_array_append_val (step, outermost);
            }
        }
      return tv_transform_new_subtree (TV_THREAD_NONE, steps, 1);
    }
  return tv_transform_new (kind, &method, 1);
}

/* What a transform does to the numbers of its method and to all time. */
static void
check_effect (const TvProfile *before, const TvProfile *after, TvTransformKind kind)
{
  const gboolean recursive = kind == TV_TRANSFORM_COLLAPSE_RECURSION;
  const guint32 method = choose_method (before, recursive);
  const TvMethodTotals *old = tv_profile_get_totals (before, method);
  const TvMethodTotals *new = tv_profile_get_totals (after, method);

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      const gint64 whole = tv_profile_get_root_inclusive (before, clock);
      const gint64 left = tv_profile_get_root_inclusive (after, clock);

      if (kind == TV_TRANSFORM_DROP)
        ck_assert_int_eq (left, whole - old->inclusive[clock]);
      else if (kind == TV_TRANSFORM_FOCUS)
        ck_assert_int_eq (left, old->inclusive[clock]);
      else if (recursive)
        ck_assert_int_eq (left, whole);
    }
  if (kind == TV_TRANSFORM_DROP || kind == TV_TRANSFORM_MERGE)
    ck_assert_uint_eq (new->calls + new->recursive_calls, 0);
  if (recursive)
    ck_assert_uint_eq (new->calls, old->calls);
  if (recursive)
    ck_assert_uint_eq (new->recursive_calls, 0);
}

static void
check_trace (const char *name)
{
  g_autofree char *path = tv_test_trace_path (name);
  g_autoptr (TvTrace) trace = tv_test_load_path (path, NULL);
  g_autoptr (TvProfile) profile = NULL;

  ck_assert_msg (trace != NULL, "%s cannot be read", name);
  check_questions (trace);
  profile = tv_profile_new (trace, NULL, NULL);
  for (guint kind = 0; kind <= TV_TRANSFORM_DROP; kind++)
    {
      g_autoptr (TvTransform) transform = make_transform (trace, profile, kind);
      g_autoptr (TvTrace) changed = NULL;
      g_autoptr (TvProfile) after = NULL;

      if (transform == NULL)
        continue;
      changed = tv_trace_new_transformed (trace, transform, 0, NULL, NULL);
      ck_assert_ptr_nonnull (changed);
      check_questions (changed);
      after = tv_profile_new (changed, NULL, NULL);
      check_effect (profile, after, kind);
    }
}

START_TEST (views_of_generated_traces_agree)
{
  g_autofree char *folder = tv_test_trace_path ("gen");
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  ck_assert_ptr_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    if (g_str_has_suffix (name, ".trace"))
      {
        g_autofree char *path = g_build_filename ("gen", name, NULL);

        check_trace (path);
        n++;
      }
  ck_assert_uint_ge (n, 30);
}
END_TEST

START_TEST (views_of_real_traces_agree)
{
  static const char *const names[]
      = { "real/basic.trace", "real/basic-api10.trace", "real/exception.trace",
          "real/art-trace-regular.trace", "real/art-trace-streaming.trace" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (tv_test_has_trace (names[i]))
      check_trace (names[i]);
}
END_TEST

TV_TESTS (NULL, NULL)
