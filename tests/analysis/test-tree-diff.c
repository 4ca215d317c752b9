/* SPDX-License-Identifier: Apache-2.0 */

/* Call trees of two traces side by side: worked out by hand on two small scripts, and
 * held against the sums of methods on random traces. */

#include "analysis/diff/tree-diff.h"
#include "profile-reference.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

#define US G_GINT64_CONSTANT (1000)

/* a from 0 to 100, in it b from 10 to 40 and c from 50 to 60 or, in the new trace, b
 * from 10 to 30 with d from 12 to 20. The ids of the methods differ. */
static TvTrace *
load_script (gboolean is_new)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  const guint32 a = is_new ? 0x40 : 0x4, b = is_new ? 0x4 : 0x8;
  const guint32 c = 0xc, d = 0x10;

  tv_trace_writer_add_method (writer, a, "p.Q", "a", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, b, "p.Q", "b", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, c, "p.Q", "c", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, d, "p.Q", "d", "()V", "Q.java", 1);
  tv_trace_writer_enter (writer, 1, a, 0, 0);
  tv_trace_writer_enter (writer, 1, b, 0, 10);
  if (is_new)
    {
      tv_trace_writer_enter (writer, 1, d, 0, 12);
      tv_trace_writer_exit (writer, 1, d, 0, 20);
    }
  tv_trace_writer_exit (writer, 1, b, 0, is_new ? 30 : 40);
  if (!is_new)
    {
      tv_trace_writer_enter (writer, 1, c, 0, 50);
      tv_trace_writer_exit (writer, 1, c, 0, 60);
    }
  tv_trace_writer_exit (writer, 1, a, 0, 100);
  return tv_test_load (writer);
}

static TvTreeDiff *
make_diff (TvTrace *old_trace, TvTrace *new_trace, TvTraceDiff **diff)
{
  g_autoptr (TvProfile) old_profile = tv_profile_new (old_trace, NULL, NULL);
  g_autoptr (TvProfile) new_profile = tv_profile_new (new_trace, NULL, NULL);

  *diff = tv_trace_diff_new (old_profile, new_profile, NULL, FALSE);
  return tv_tree_diff_new (*diff, TV_CLOCK_WALL, NULL, NULL);
}

static const char *
get_name (const TvTreeDiff *trees, const TvTreePair *pair)
{
  for (TvDiffSide side = 0; side < TV_N_DIFF_SIDES; side++)
    {
      const TvCallTreeNode *node = tv_tree_diff_get_node (trees, pair, side);
      TvTrace *trace = tv_call_tree_get_trace (tv_tree_diff_get_tree (trees, side));

      if (node != NULL && node->method != TV_METHOD_NONE)
        return tv_trace_get_method (trace, node->method)->name;
    }
  return "all";
}

/* Writes a path with its inclusive times before and after, and what is below it. */
static void
append_pair (GString *text, TvTreeDiff *trees, const TvTreePair *pair)
{
  g_autoptr (GArray) pairs = NULL;

  g_string_append (text, get_name (trees, pair));
  for (TvDiffSide side = 0; side < TV_N_DIFF_SIDES; side++)
    {
      const TvCallTreeNode *node = tv_tree_diff_get_node (trees, pair, side);

      g_string_append_c (text, side == TV_DIFF_OLD ? ':' : ',');
      if (node == NULL)
        g_string_append_c (text, '-');
      else
        g_string_append_printf (text, "%d",
                                (int) (node->inclusive[TV_CLOCK_WALL] / US));
    }
  if (!tv_tree_diff_has_children (trees, pair))
    return;
  pairs = tv_tree_diff_open (trees, pair, NULL, NULL);
  for (guint i = 0; i < pairs->len; i++)
    {
      g_string_append_c (text, i == 0 ? '(' : ' ');
      append_pair (text, trees, &g_array_index (pairs, TvTreePair, i));
    }
  g_string_append_c (text, ')');
}

START_TEST (paths_of_two_traces_are_aligned)
{
  g_autoptr (TvTrace) old_trace = load_script (FALSE);
  g_autoptr (TvTrace) new_trace = load_script (TRUE);
  g_autoptr (TvTraceDiff) diff = NULL;
  g_autoptr (TvTreeDiff) trees = make_diff (old_trace, new_trace, &diff);
  const TvTreePair root = tv_tree_diff_get_root (trees);
  g_autoptr (GString) text = g_string_new (NULL);

  append_pair (text, trees, &root);
  ck_assert_str_eq (text->str, "all:100,100(a:100,100(b:30,20(d:-,8) c:10,-))");
}
END_TEST

START_TEST (a_trace_without_calls_has_no_paths)
{
  g_autoptr (TvTrace) old_trace = load_script (FALSE);
  g_autoptr (TvProfile) old_profile = tv_profile_new (old_trace, NULL, NULL);
  const TvProfileRange range = { .start = 200 * US, .end = 300 * US };
  g_autoptr (TvProfile) new_profile
      = tv_profile_new_for_range (old_trace, &range, NULL, NULL);
  g_autoptr (TvTraceDiff) diff
      = tv_trace_diff_new (old_profile, new_profile, NULL, FALSE);
  g_autoptr (TvTreeDiff) trees = tv_tree_diff_new (diff, TV_CLOCK_WALL, NULL, NULL);
  const TvTreePair root = tv_tree_diff_get_root (trees);
  g_autoptr (GString) text = g_string_new (NULL);

  append_pair (text, trees, &root);
  ck_assert_str_eq (text->str, "all:100,-(a:100,-(b:30,- c:10,-))");
}
END_TEST

/* Adds up the exclusive times below a path by method of the new trace, those that are
 * gone apart. */
static void
add_up (TvTreeDiff *trees, const TvTreePair *pair, const guint32 *matches,
        gint64 *sums[TV_N_DIFF_SIDES])
{
  g_autoptr (GArray) pairs = tv_tree_diff_open (trees, pair, NULL, NULL);

  for (guint i = 0; i < pairs->len; i++)
    {
      const TvTreePair *child = &g_array_index (pairs, TvTreePair, i);

      for (TvDiffSide side = 0; side < TV_N_DIFF_SIDES; side++)
        {
          const TvCallTreeNode *node = tv_tree_diff_get_node (trees, child, side);
          const guint32 method = node == NULL          ? TV_METHOD_NONE
                                 : side == TV_DIFF_OLD ? matches[node->method]
                                                       : node->method;

          if (method != TV_METHOD_NONE)
            sums[side][method] += node->exclusive[TV_CLOCK_WALL];
          if (node != NULL && child->nodes[!side] != TV_NODE_NONE)
            ck_assert_uint_eq (
                method,
                side == TV_DIFF_NEW
                    ? matches[tv_tree_diff_get_node (trees, child, !side)->method]
                    : tv_tree_diff_get_node (trees, child, !side)->method);
        }
      add_up (trees, child, matches, sums);
    }
}

START_TEST (paths_add_up_to_the_methods)
{
  for (guint32 seed = 1; seed <= 12; seed++)
    {
      g_autoptr (TvTrace) old_trace
          = tv_reference_random_trace (seed, TV_WRITER_CLOCK_WALL, 10);
      g_autoptr (TvTrace) new_trace
          = tv_reference_random_trace (seed + 5, TV_WRITER_CLOCK_DUAL, 0);
      g_autoptr (TvTraceDiff) diff = NULL;
      g_autoptr (TvTreeDiff) trees = make_diff (old_trace, new_trace, &diff);
      g_autofree guint32 *matches
          = tv_trace_diff_dup_matches (diff, TV_DIFF_OLD, TV_DIFF_NEW);
      g_autofree guint32 *same
          = tv_trace_diff_dup_matches (diff, TV_DIFF_NEW, TV_DIFF_NEW);
      const guint n = tv_trace_get_n_methods (new_trace);
      g_autofree gint64 *before = g_new0 (gint64, MAX (n, 1));
      g_autofree gint64 *after = g_new0 (gint64, MAX (n, 1));
      gint64 *sums[] = { before, after };
      const TvTreePair root = tv_tree_diff_get_root (trees);
      const TvProfile *profiles[] = { tv_trace_diff_get_profile (diff, TV_DIFF_OLD),
                                      tv_trace_diff_get_profile (diff, TV_DIFF_NEW) };

      add_up (trees, &root, matches, sums);
      for (guint32 i = 0; i < tv_trace_get_n_methods (old_trace); i++)
        if (matches[i] != TV_METHOD_NONE)
          before[matches[i]]
              -= tv_profile_get_totals (profiles[0], i)->exclusive[TV_CLOCK_WALL];
      for (guint32 i = 0; i < n; i++)
        after[same[i]]
            -= tv_profile_get_totals (profiles[1], i)->exclusive[TV_CLOCK_WALL];
      for (guint32 i = 0; i < n; i++)
        {
          ck_assert_int_eq (before[i], 0);
          ck_assert_int_eq (after[i], 0);
        }
    }
}
END_TEST

START_TEST (a_comparison_can_be_cancelled)
{
  g_autoptr (TvTrace) trace = load_script (FALSE);
  g_autoptr (TvTraceDiff) diff = NULL;
  g_autoptr (TvTreeDiff) trees = make_diff (trace, trace, &diff);
  const TvTreePair root = tv_tree_diff_get_root (trees);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (tv_tree_diff_open (trees, &root, cancellable, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
  ck_assert_ptr_null (tv_tree_diff_new (diff, TV_CLOCK_WALL, cancellable, NULL));
  append_pair (text, trees, &root);
  ck_assert_str_eq (text->str, "all:100,100(a:100,100(b:30,30 c:10,10))");
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
    paths_of_two_traces_are_aligned,
    a_trace_without_calls_has_no_paths,
    paths_add_up_to_the_methods,
    a_comparison_can_be_cancelled,
  };

  return tv_test_run ("tree-diff", tests, G_N_ELEMENTS (tests));
}
