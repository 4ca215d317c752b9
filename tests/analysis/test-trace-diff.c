/* SPDX-License-Identifier: Apache-2.0 */

/* Comparisons of traces: methods that share a name, and sums that agree with profiles.
 */

#include "analysis/diff/thread-pairs.h"
#include "analysis/diff/trace-diff.h"
#include "profile-reference.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

#include <time.h>

static TvProfile *
load_profile (TvTrace *trace)
{
  GError *error = NULL;
  TvProfile *profile = tv_profile_new (trace, NULL, &error);

  g_assert_no_error (error);
  return profile;
}

static const TvDiffRow *
find_row (const TvTraceDiff *diff, const char *name)
{
  const TvDiffRow *found = NULL;

  for (guint i = 0; i < diff->rows->len; i++)
    if (g_str_equal (g_array_index (diff->rows, TvDiffRow, i).name, name))
      {
        ck_assert_ptr_null (found);
        found = &g_array_index (diff->rows, TvDiffRow, i);
      }
  ck_assert_ptr_nonnull (found);
  return found;
}

/* A method under two ids that calls itself, and two ids without a name. */
static TvTrace *
load_shared (guint32 first_id, guint32 unnamed_id)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  const guint32 ids[] = { first_id, first_id + 4, unnamed_id, unnamed_id + 4 };

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, first_id, "p/A", "a", "()V", "A.java", 1);
  tv_trace_writer_add_method (writer, first_id + 4, "p/A", "a", "()V", "A.java", 1);
  for (guint i = 0; i < 4; i++)
    tv_trace_writer_enter (writer, 1, ids[i], 0, i * 10);
  for (guint i = 4; i > 0; i--)
    tv_trace_writer_exit (writer, 1, ids[i - 1], 0, 100 - i * 10);
  return tv_test_load (writer);
}

START_TEST (methods_of_one_name_are_one_row)
{
  g_autoptr (TvTrace) old_trace = load_shared (0x4, 0x100);
  g_autoptr (TvTrace) new_trace = load_shared (0x40, 0x200);
  g_autoptr (TvProfile) old_profile = load_profile (old_trace);
  g_autoptr (TvProfile) new_profile = load_profile (new_trace);
  g_autoptr (TvTraceDiff) diff
      = tv_trace_diff_new (old_profile, new_profile, NULL, FALSE, FALSE);

  ck_assert_uint_eq (diff->rows->len, 5);
  for (guint side = 0; side < TV_N_DIFF_SIDES; side++)
    {
      const TvDiffTotals *named = &find_row (diff, "p.A.a ()V")->of[side];

      /* 0 to 90, of which 20 to 70 are the callees' */
      ck_assert_uint_eq (named->calls, 2);
      ck_assert_int_eq (named->inclusive[TV_CLOCK_WALL], 90000);
      ck_assert_int_eq (named->exclusive[TV_CLOCK_WALL], 40000);
      ck_assert_int_eq (diff->by.whole[side][TV_CLOCK_WALL], 90000);
    }
  ck_assert (!diff->has_clock[TV_CLOCK_THREAD_CPU]);
}
END_TEST

/* Only its id tells whether a method without a name is that of the other trace. */
START_TEST (methods_without_names_are_kept_apart)
{
  g_autoptr (TvTrace) old_trace = load_shared (0x4, 0x100);
  g_autoptr (TvTrace) new_trace = load_shared (0x40, 0x104);
  g_autoptr (TvProfile) old_profile = load_profile (old_trace);
  g_autoptr (TvProfile) new_profile = load_profile (new_trace);
  g_autoptr (TvTraceDiff) diff
      = tv_trace_diff_new (old_profile, new_profile, NULL, FALSE, FALSE);
  const TvDiffRow *gone = find_row (diff, "(0x100)");
  const TvDiffRow *both = find_row (diff, "(0x104)");
  const TvDiffRow *new = find_row (diff, "(0x108)");

  ck_assert_uint_eq (diff->rows->len, 4);
  ck_assert_uint_eq (gone->of[TV_DIFF_OLD].calls, 1);
  ck_assert_int_eq (gone->of[TV_DIFF_OLD].inclusive[TV_CLOCK_WALL], 50000);
  ck_assert_int_eq (gone->of[TV_DIFF_OLD].exclusive[TV_CLOCK_WALL], 20000);
  ck_assert_uint_eq (gone->of[TV_DIFF_NEW].calls, 0);
  /* The innermost call of the old trace is the one around it in the new trace. */
  ck_assert_int_eq (both->of[TV_DIFF_OLD].inclusive[TV_CLOCK_WALL], 30000);
  ck_assert_int_eq (both->of[TV_DIFF_NEW].inclusive[TV_CLOCK_WALL], 50000);
  ck_assert_uint_eq (new->of[TV_DIFF_OLD].calls, 0);
  ck_assert_int_eq (new->of[TV_DIFF_NEW].exclusive[TV_CLOCK_WALL], 30000);
  ck_assert_str_eq (new->class_name, "(unknown)");
  ck_assert_str_eq (new->method_name, "0x108");
}
END_TEST

/* What rows say of a trace, all of them together, is what its methods took. */
static void
assert_sums (const TvTraceDiff *diff, TvDiffSide side, TvProfile *profile)
{
  const TvTrace *trace = tv_profile_get_trace (profile);
  TvDiffTotals sum = { 0 };
  TvDiffTotals expected = { 0 };

  for (guint i = 0; i < diff->rows->len; i++)
    {
      const TvDiffTotals *of = &g_array_index (diff->rows, TvDiffRow, i).of[side];

      sum.calls += of->calls;
      sum.waiting += of->waiting;
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        sum.exclusive[clock] += of->exclusive[clock];
    }
  for (guint i = 0; i < tv_trace_get_n_methods (trace); i++)
    {
      const TvMethodTotals *totals = tv_profile_get_totals (profile, i);

      expected.calls += totals->calls + totals->recursive_calls;
      expected.waiting += totals->waiting;
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        expected.exclusive[clock] += totals->exclusive[clock];
      if (tv_trace_get_method (trace, i)->named && totals->calls > 0)
        {
          g_autofree char *name
              = tv_method_dup_display_name (tv_trace_get_method (trace, i));
          const TvDiffRow *row = find_row (diff, name);

          ck_assert_int_ge (row->of[side].inclusive[TV_CLOCK_WALL],
                            totals->inclusive[TV_CLOCK_WALL]);
        }
    }
  ck_assert_uint_eq (sum.calls, expected.calls);
  ck_assert_int_eq (sum.waiting, expected.waiting);
  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      ck_assert_int_eq (sum.exclusive[clock], expected.exclusive[clock]);
      ck_assert_int_eq (sum.exclusive[clock],
                        tv_profile_get_root_inclusive (profile, clock));
    }
}

/* The other way round, all changes have the other sign. */
static void
assert_mirrored (const TvTraceDiff *there, const TvTraceDiff *back)
{
  ck_assert_uint_eq (there->rows->len, back->rows->len);
  for (guint i = 0; i < there->rows->len; i++)
    {
      const TvDiffRow *row = &g_array_index (there->rows, TvDiffRow, i);
      const TvDiffRow *other = find_row (back, row->name);

      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        for (guint side = 0; side < TV_N_DIFF_SIDES; side++)
          {
            ck_assert_int_eq (row->of[side].inclusive[clock],
                              other->of[1 - side].inclusive[clock]);
            ck_assert_int_eq (row->of[side].exclusive[clock],
                              other->of[1 - side].exclusive[clock]);
          }
    }
}

static void
check_pair (TvTrace *old_trace, TvTrace *new_trace)
{
  const TvDiffChoice choice = { .clock = TV_CLOCK_WALL };
  g_autoptr (TvProfile) old_profile = load_profile (old_trace);
  g_autoptr (TvProfile) new_profile = load_profile (new_trace);
  g_autoptr (TvTraceDiff) there
      = tv_trace_diff_new (old_profile, new_profile, NULL, FALSE, FALSE);
  g_autoptr (TvTraceDiff) back
      = tv_trace_diff_new (new_profile, old_profile, NULL, FALSE, FALSE);
  g_autoptr (TvTraceDiff) same
      = tv_trace_diff_new (old_profile, old_profile, NULL, FALSE, FALSE);
  g_autofree guint32 *rows = NULL;
  guint n = 0;

  assert_sums (there, TV_DIFF_OLD, old_profile);
  assert_sums (there, TV_DIFF_NEW, new_profile);
  assert_mirrored (there, back);
  rows = tv_trace_diff_list (same, &choice, &n);
  ck_assert_uint_eq (n, 0);
}

START_TEST (sums_agree_on_random_traces)
{
  for (guint32 seed = 0; seed < 12; seed++)
    {
      g_autoptr (TvTrace) old_trace
          = tv_reference_random_trace (seed, TV_WRITER_CLOCK_DUAL, seed % 3);
      g_autoptr (TvTrace) new_trace
          = tv_reference_random_trace (seed + 100, TV_WRITER_CLOCK_DUAL, 0);

      check_pair (old_trace, new_trace);
    }
}
END_TEST

START_TEST (sums_agree_on_real_traces)
{
  g_autofree char *old_path = tv_test_trace_path ("real/art-trace-regular.trace");
  g_autofree char *new_path = tv_test_trace_path ("real/art-trace-streaming.trace");
  g_autoptr (TvTrace) old_trace = NULL;
  g_autoptr (TvTrace) new_trace = NULL;

  if (!tv_test_has_trace ("real/art-trace-regular.trace"))
    return;
  old_trace = tv_test_load_path (old_path, NULL);
  new_trace = tv_test_load_path (new_path, NULL);
  ck_assert_ptr_nonnull (old_trace);
  ck_assert_ptr_nonnull (new_trace);
  check_pair (old_trace, new_trace);
}
END_TEST

/* A file can give all of its methods one name. */
static TvTrace *
load_same_names (guint n)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_add_thread (writer, 1, "main");
  for (guint i = 1; i <= n; i++)
    {
      tv_trace_writer_add_method (writer, 4 * i, "p/A", "a", "()V", "A.java", 1);
      tv_trace_writer_enter (writer, 1, 4 * i, 0, 2 * i);
      tv_trace_writer_exit (writer, 1, 4 * i, 0, 2 * i + 1);
    }
  return tv_test_load (writer);
}

START_TEST (an_exact_comparison_pairs_same_names_in_linear_time)
{
  const guint n = 20000;
  g_autoptr (TvTrace) old_trace = load_same_names (n);
  g_autoptr (TvTrace) new_trace = load_same_names (n + 1);
  g_autoptr (TvProfile) old_profile = load_profile (old_trace);
  g_autoptr (TvProfile) new_profile = load_profile (new_trace);
  const clock_t start = clock (); /* of the processor */
  g_autoptr (TvTraceDiff) diff
      = tv_trace_diff_new (old_profile, new_profile, NULL, TRUE, FALSE);

  ck_assert_int_lt (clock () - start, CLOCKS_PER_SEC);
  ck_assert_uint_eq (diff->rows->len, n + 1);
  for (guint i = 0; i <= n; i++)
    {
      const TvDiffRow *row = &g_array_index (diff->rows, TvDiffRow, i);

      ck_assert_uint_eq (row->of[TV_DIFF_OLD].calls, i < n);
      ck_assert_uint_eq (row->of[TV_DIFF_NEW].calls, 1);
    }
}
END_TEST

static TvTrace *
load_threads (const guint32 *ids, const char *const *names, guint n)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_add_method (writer, 0x4, "p/A", "a", "()V", "A.java", 1);
  for (guint i = 0; i < n; i++)
    {
      if (names[i] != NULL)
        tv_trace_writer_add_thread (writer, ids[i], names[i]);
      tv_trace_writer_enter (writer, ids[i], 0x4, 0, i * 10);
      tv_trace_writer_exit (writer, ids[i], 0x4, 0, i * 10 + 5);
    }
  return tv_test_load (writer);
}

/* Thread 3 has its id and name in both; 2 is the first "pool" of the rest in one trace
 * and 7 in the other. */
START_TEST (threads_are_paired_by_id_and_by_place_among_their_name)
{
  const guint32 ids[] = { 1, 2, 3, 4, 5 };
  const guint32 other_ids[] = { 3, 4, 5, 6, 7, 8 };
  const char *const names[] = { "main", "pool", "pool", "gone", NULL };
  const char *const other_names[] = { "pool", "new", NULL, "main", "pool", "pool" };
  const guint32 expected[] = { 3, 4, 0, TV_THREAD_NONE, 2 };
  const guint32 expected_back[] = { 2, TV_THREAD_NONE, 4, 0, 1, TV_THREAD_NONE };
  g_autoptr (TvTrace) trace = load_threads (ids, names, G_N_ELEMENTS (ids));
  g_autoptr (TvTrace) other
      = load_threads (other_ids, other_names, G_N_ELEMENTS (other_ids));
  g_autofree guint32 *pairs = tv_trace_pair_threads (trace, other);
  g_autofree guint32 *back = tv_trace_pair_threads (other, trace);

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    ck_assert_uint_eq (pairs[i], expected[i]);
  for (guint i = 0; i < G_N_ELEMENTS (other_ids); i++)
    ck_assert_uint_eq (back[i], expected_back[i]);
}
END_TEST

/* Processes have other ids in each run. Only a number between “:” and “_” is one. */
START_TEST (threads_are_paired_by_names_without_a_process)
{
  const guint32 ids[] = { 1, 2, 3, 4, 5, 6 };
  const guint32 other_ids[] = { 11, 12, 13, 14, 15, 16 };
  const char *const names[] = { "Binder:1234_1", "Binder:1234_A", "pool:12_",
                                "Binder:1234",   "hw:7_1",        "Binder:x_1" };
  const char *const other_names[] = { "hw:8_1",    "Binder:99_A", "Binder:99_1",
                                      "Binder:99", "pool:9_",     "Binder:y_1" };
  const guint32 expected[] = { 2, 1, 4, TV_THREAD_NONE, 0, TV_THREAD_NONE };
  g_autoptr (TvTrace) trace = load_threads (ids, names, G_N_ELEMENTS (ids));
  g_autoptr (TvTrace) other
      = load_threads (other_ids, other_names, G_N_ELEMENTS (other_ids));
  g_autofree guint32 *pairs = tv_trace_pair_threads (trace, other);

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    ck_assert_uint_eq (pairs[i], expected[i]);
}
END_TEST

TV_TESTS (NULL, NULL)
