/* SPDX-License-Identifier: Apache-2.0 */

/* Two traces with one table of methods: worked out by hand, and held against the rows
 * of a comparison. */

#include "analysis/diff/trace-diff.h"
#include "profile-reference.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "trace/mapping/shared-methods.h"

#define US G_GINT64_CONSTANT (1000)

static void
share (TvTrace *first, TvTrace *second, TvTrace **one, TvTrace **other)
{
  GError *error = NULL;

  ck_assert (tv_traces_share_methods (first, second, 0, one, other, NULL, &error));
  g_assert_no_error (error);
  ck_assert_uint_eq (tv_trace_get_n_methods (*one), tv_trace_get_n_methods (*other));
}

static const TvMethodTotals *
get_totals (TvProfile *profile, const char *name)
{
  return tv_profile_get_totals (
      profile, tv_test_find_method (tv_profile_get_trace (profile), name));
}

/* a 0-100 { b 10-40 } in the first trace; in the second, b is the first method, d is
 * only there, and a has two ids: a 0-90 { d 10-20 a 30-80 { b 40-50 } }. */
static TvTrace *
load_first (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_add_method (writer, 0x4, "p.Q", "a", "()V", "Q.java", 1);
  tv_trace_writer_add_method (writer, 0x8, "p.Q", "b", "()V", "Q.java", 2);
  tv_trace_writer_add_method (writer, 0xc, "p.Q", "c", "()V", "Q.java", 3);
  tv_trace_writer_enter (writer, 1, 0x4, 0, 0);
  tv_trace_writer_enter (writer, 1, 0x8, 0, 10);
  tv_trace_writer_exit (writer, 1, 0x8, 0, 40);
  tv_trace_writer_exit (writer, 1, 0x4, 0, 100);
  return tv_test_load (writer);
}

static TvTrace *
load_second (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  tv_trace_writer_add_method (writer, 0x4, "p/Q", "b", "()V", "Q.java", 12);
  tv_trace_writer_add_method (writer, 0x8, "p/Q", "a", "()V", "Q.java", 11);
  tv_trace_writer_add_method (writer, 0xc, "p/Q", "d", "()V", "Q.java", 14);
  tv_trace_writer_add_method (writer, 0x10, "p/Q", "a", "()V", "Q.java", 11);
  tv_trace_writer_enter (writer, 1, 0x8, 0, 0);
  tv_trace_writer_enter (writer, 1, 0xc, 0, 10);
  tv_trace_writer_exit (writer, 1, 0xc, 0, 20);
  tv_trace_writer_enter (writer, 1, 0x10, 0, 30);
  tv_trace_writer_enter (writer, 1, 0x4, 0, 40);
  tv_trace_writer_exit (writer, 1, 0x4, 0, 50);
  tv_trace_writer_exit (writer, 1, 0x10, 0, 80);
  tv_trace_writer_exit (writer, 1, 0x8, 0, 90);
  return tv_test_load (writer);
}

START_TEST (an_index_is_the_same_method_in_both)
{
  g_autoptr (TvTrace) first = load_first ();
  g_autoptr (TvTrace) second = load_second ();
  g_autoptr (TvTrace) one = NULL;
  g_autoptr (TvTrace) other = NULL;
  g_autofree char *calls = NULL;
  g_autofree char *before = tv_test_calls_to_string (first, 0);

  share (first, second, &one, &other);
  /* Those of the first as they were, and d. */
  ck_assert_uint_eq (tv_trace_get_n_methods (one), 4);
  for (guint i = 0; i < 4; i++)
    {
      ck_assert_ptr_eq (tv_trace_get_method (one, i), tv_trace_get_method (other, i));
      if (i < 3)
        ck_assert_str_eq (tv_trace_get_method (one, i)->name,
                          tv_trace_get_method (first, i)->name);
    }
  ck_assert_str_eq (tv_trace_get_method (one, 3)->name, "d");
  ck_assert_uint_eq (tv_trace_get_n_own_methods (first), 3);
  ck_assert_uint_eq (tv_trace_get_n_own_methods (one), 3);
  ck_assert_uint_eq (tv_trace_get_n_own_methods (other), 4);
  ck_assert_str_eq (tv_trace_get_method (one, 3)->class_name, "p/Q");
  calls = tv_test_calls_to_string (one, 0);
  ck_assert_str_eq (calls, before);
}
END_TEST

START_TEST (ids_of_one_method_are_joined)
{
  g_autoptr (TvTrace) first = load_first ();
  g_autoptr (TvTrace) second = load_second ();
  g_autoptr (TvTrace) one = NULL;
  g_autoptr (TvTrace) other = NULL;
  g_autoptr (TvProfile) profile = NULL;
  const TvMethodTotals *a;

  share (first, second, &one, &other);
  g_clear_pointer (&first, tv_trace_unref);
  g_clear_pointer (&second, tv_trace_unref);
  g_clear_pointer (&one, tv_trace_unref);
  profile = tv_profile_new (other, NULL, NULL);
  a = get_totals (profile, "p.Q.a");
  /* The inner call is one of the same method now. */
  ck_assert_uint_eq (a->calls, 1);
  ck_assert_uint_eq (a->recursive_calls, 1);
  ck_assert_int_eq (a->inclusive[TV_CLOCK_WALL], 90 * US);
  ck_assert_int_eq (a->exclusive[TV_CLOCK_WALL], (90 - 10 - 50 + 50 - 10) * US);
  ck_assert_int_eq (get_totals (profile, "p.Q.b")->inclusive[TV_CLOCK_WALL], 10 * US);
  ck_assert_uint_eq (get_totals (profile, "p.Q.c")->calls, 0);
  ck_assert_int_eq (get_totals (profile, "p/Q.d")->inclusive[TV_CLOCK_WALL], 10 * US);
}
END_TEST

START_TEST (another_table_gives_both_other_names)
{
  g_autoptr (TvTrace) first = load_first ();
  g_autoptr (TvTrace) second = load_second ();
  g_autoptr (TvTrace) one = NULL;
  g_autoptr (TvTrace) other = NULL;
  g_autoptr (TvTrace) named = NULL;
  g_autofree char *before = NULL;

  share (first, second, &one, &other);
  before = tv_test_calls_to_string (other, 0);
  for (guint i = 0; i < 3; i++)
    {
      const TvNameStyle style = i == 1 ? TV_NAME_STYLE_JVM : TV_NAME_STYLE_PLAIN;
      g_autoptr (TvTrace) styled = tv_trace_new_styled (one, style);
      TvTrace *next
          = tv_trace_new_with_methods_of (named != NULL ? named : other, styled);
      g_autofree char *calls = tv_test_calls_to_string (next, 0);

      g_clear_pointer (&named, tv_trace_unref);
      named = next;
      ck_assert_int_eq (tv_trace_get_method (named, 3)->style, style);
      ck_assert_str_eq (calls, before);
    }
}
END_TEST

/* More methods than 16 bits can number, of which the first trace has half. */
static TvTrace *
load_many (guint from, guint n)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);

  for (guint i = from; i < from + n; i++)
    {
      g_autofree char *name = g_strdup_printf ("m%u", i);

      tv_trace_writer_add_method (writer, (i - from + 1) * 4, "p.Q", name, "()V", "",
                                  1);
    }
  tv_trace_writer_enter (writer, 1, n * 4, 0, 0);
  tv_trace_writer_exit (writer, 1, n * 4, 0, 10);
  return tv_test_load (writer);
}

START_TEST (very_many_methods_are_numbered)
{
  g_autoptr (TvTrace) first = load_many (0, 40000);
  g_autoptr (TvTrace) second = load_many (39999, 40000);
  g_autoptr (TvTrace) one = NULL;
  g_autoptr (TvTrace) other = NULL;
  TvCalls calls;

  share (first, second, &one, &other);
  ck_assert_uint_eq (tv_trace_get_n_methods (one), 79999);
  calls = tv_trace_get_calls (one, 0);
  ck_assert_uint_eq (tv_calls_method (&calls, 0), 39999);
  calls = tv_trace_get_calls (other, 0);
  ck_assert_uint_eq (tv_calls_method (&calls, 0), 79998);
}
END_TEST

START_TEST (it_can_be_stopped)
{
  g_autoptr (TvTrace) first = load_first ();
  g_autoptr (TvTrace) one = NULL;
  g_autoptr (TvTrace) other = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert (
      !tv_traces_share_methods (first, first, 0, &one, &other, cancellable, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
  ck_assert_ptr_null (one);
}
END_TEST

/* Reference traces */

/* The methods of one table, by the names that they have in it, against the rows of a
 * comparison, which knows nothing of common tables. */
static void
assert_row (const TvDiffRow *row, TvProfile *const *profiles, guint32 method)
{
  for (guint side = 0; side < TV_N_DIFF_SIDES; side++)
    {
      const TvMethodTotals *totals = tv_profile_get_totals (profiles[side], method);
      const TvDiffTotals *expected = &row->of[side];

      ck_assert_uint_eq (totals->calls + totals->recursive_calls, expected->calls);
      ck_assert_int_eq (totals->waiting, expected->waiting);
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        {
          ck_assert_int_eq (totals->inclusive[clock], expected->inclusive[clock]);
          ck_assert_int_eq (totals->exclusive[clock], expected->exclusive[clock]);
        }
    }
}

static void
assert_like_diff (TvTrace *const *traces, TvTrace *const *shared)
{
  g_autoptr (GHashTable) rows = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (TvTraceDiff) diff = NULL;
  TvProfile *profiles[TV_N_DIFF_SIDES];
  guint n_called = 0;

  for (guint side = 0; side < TV_N_DIFF_SIDES; side++)
    profiles[side] = tv_profile_new (traces[side], NULL, NULL);
  diff = tv_trace_diff_new (profiles[0], profiles[1], NULL, FALSE, FALSE);
  for (guint side = 0; side < TV_N_DIFF_SIDES; side++)
    {
      tv_profile_unref (profiles[side]);
      profiles[side] = tv_profile_new (shared[side], NULL, NULL);
    }
  for (guint i = 0; i < diff->rows->len; i++)
    {
      const TvDiffRow *row = &g_array_index (diff->rows, TvDiffRow, i);

      ck_assert (g_hash_table_insert (rows, row->name, (gpointer) row));
    }
  for (guint32 i = 0; i < tv_trace_get_n_methods (shared[0]); i++)
    {
      g_autofree char *name
          = tv_method_dup_display_name (tv_trace_get_method (shared[0], i));

      if (tv_profile_get_totals (profiles[0], i)->calls == 0
          && tv_profile_get_totals (profiles[1], i)->calls == 0)
        continue;
      n_called++;
      ck_assert_ptr_nonnull (g_hash_table_lookup (rows, name));
      assert_row (g_hash_table_lookup (rows, name), profiles, i);
    }
  ck_assert_uint_eq (n_called, diff->rows->len);
  for (guint side = 0; side < TV_N_DIFF_SIDES; side++)
    tv_profile_unref (profiles[side]);
}

static void
check_pair (TvTrace *first, TvTrace *second)
{
  g_autoptr (TvTrace) one = NULL;
  g_autoptr (TvTrace) other = NULL;

  share (first, second, &one, &other);
  assert_like_diff ((TvTrace *const[]){ first, second },
                    (TvTrace *const[]){ one, other });
}

START_TEST (sums_are_those_of_a_comparison)
{
  for (guint32 seed = 0; seed < 12; seed++)
    {
      g_autoptr (TvTrace) first
          = tv_reference_random_trace (seed, TV_WRITER_CLOCK_DUAL, seed % 3);
      g_autoptr (TvTrace) second
          = tv_reference_random_trace (seed + 100, TV_WRITER_CLOCK_DUAL, 0);

      check_pair (first, second);
    }
}
END_TEST

START_TEST (sums_of_real_traces_are_those_of_a_comparison)
{
  static const char *const names[]
      = { "real/art-trace-regular.trace", "real/art-trace-streaming.trace",
          "gen/v3-art.trace" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    for (guint j = 0; j < G_N_ELEMENTS (names); j++)
      {
        g_autofree char *first_path = tv_test_trace_path (names[i]);
        g_autofree char *second_path = tv_test_trace_path (names[j]);
        g_autoptr (TvTrace) first = NULL;
        g_autoptr (TvTrace) second = NULL;

        if (!tv_test_has_trace (names[i]) || !tv_test_has_trace (names[j]))
          continue;
        first = tv_test_load_path (first_path, NULL);
        second = tv_test_load_path (second_path, NULL);
        check_pair (first, second);
      }
}
END_TEST

TV_TESTS (NULL, NULL)
