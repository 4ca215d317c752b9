/* SPDX-License-Identifier: Apache-2.0 */

/* Callers and callees of a method, with and without recursion, and its own time. */

#include "analysis/stacks/relatives.h"
#include "support/random-trace.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

#define A 0x4

/* Each relation in brackets, its rows as "name calls cpu/wall" in microseconds, then
 * self and waiting. */
static char *
relatives_to_string (const TvTrace *trace, const TvRelatives *relatives)
{
  GString *text = g_string_new (NULL);

  for (TvRelation relation = 0; relation < TV_N_RELATIONS; relation++)
    {
      guint n = 0;
      const TvRelative *rows = tv_relatives_get (relatives, relation, &n);

      g_string_append_c (text, '[');
      for (guint row = 0; row < n; row++)
        g_string_append_printf (
            text, "%s%s %" G_GUINT64_FORMAT " %" G_GINT64_FORMAT "/%" G_GINT64_FORMAT,
            row > 0 ? ", " : "",
            rows[row].method == TV_METHOD_NONE
                ? "-"
                : tv_trace_get_method (trace, rows[row].method)->name,
            rows[row].calls, rows[row].inclusive[TV_CLOCK_THREAD_CPU] / 1000,
            rows[row].inclusive[TV_CLOCK_WALL] / 1000);
      g_string_append (text, "] ");
    }
  g_string_append_printf (text,
                          "self %" G_GINT64_FORMAT "/%" G_GINT64_FORMAT
                          " waiting %" G_GINT64_FORMAT " in %" G_GUINT64_FORMAT,
                          tv_relatives_get_own (relatives)->self[TV_CLOCK_THREAD_CPU]
                              / 1000,
                          tv_relatives_get_own (relatives)->self[TV_CLOCK_WALL] / 1000,
                          tv_relatives_get_own (relatives)->waiting / 1000,
                          tv_relatives_get_own (relatives)->n_waits);
  return g_string_free (text, FALSE);
}

/* Without a method, of what calls the roots. */
static void
assert_relatives (TvTrace *trace, const char *method, const char *expected)
{
  g_autoptr (TvProfile) profile = tv_profile_new (trace, NULL, NULL);
  g_autoptr (TvRelatives) relatives = tv_relatives_new (
      profile, method != NULL ? tv_test_find_method (trace, method) : TV_METHOD_NONE,
      NULL, NULL);
  g_autofree char *text = relatives_to_string (trace, relatives);

  ck_assert_str_eq (text, expected);
}

START_TEST (callers_and_callees_of_each_method)
{
  g_autoptr (TvTrace) trace = tv_test_trace (
      TV_WRITER_CLOCK_DUAL,
      "a 0-50/90 { b 10/20-20/40 c 25/50-40/60 b 40/70-46/80 } 2: b 0-7/8");

  assert_relatives (
      trace, "p.Q.a",
      "[- 1 50/90] [b 2 16/30, c 1 15/10] [] [] self 19/50 waiting 0 in 0");
  assert_relatives (trace, "p.Q.b",
                    "[a 2 16/30, - 1 7/8] [] [] [] self 23/38 waiting 0 in 0");
  assert_relatives (trace, NULL,
                    "[] [a 1 50/90, b 1 7/8] [] [] self 0/0 waiting 0 in 0");
}
END_TEST

/* The roots are followed to what they call; a range that begins inside them has them,
 * too. */
START_TEST (roots_lead_to_their_callees)
{
  static const struct
  {
    gint64 start;
    const char *roots;
    const char *callees;
  } cases[] = {
    { 0, "[] [a 1 50/90, b 1 7/8] [] [] self 0/0 waiting 0 in 0",
      "[] [b 1 20/30, c 1 5/10] [] [] self 25/50 waiting 0 in 0" },
    { 50, "[] [a 1 25/40] [] [] self 0/0 waiting 0 in 0",
      "[] [c 1 5/10] [] [] self 20/30 waiting 0 in 0" },
  };
  g_autoptr (TvTrace) trace = tv_test_trace (
      TV_WRITER_CLOCK_DUAL, "a 0-50/90 { b 5/10-25/40 c 25/50-30/60 } 2: b 0-7/8");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const TvProfileRange range = { .start = cases[i].start * 1000, .end = 90 * 1000 };
      g_autoptr (TvProfile) profile
          = tv_profile_new_for_range (trace, &range, NULL, NULL);
      g_autoptr (TvRelatives) roots
          = tv_relatives_new (profile, TV_METHOD_NONE, NULL, NULL);
      g_autoptr (TvRelatives) callees
          = tv_relatives_follow (roots, TV_RELATION_CHILDREN,
                                 tv_test_find_method (trace, "p.Q.a"), NULL, NULL);
      g_autofree char *of_roots = relatives_to_string (trace, roots);
      g_autofree char *of_callees = relatives_to_string (trace, callees);

      ck_assert_str_eq (of_roots, cases[i].roots);
      ck_assert_str_eq (of_callees, cases[i].callees);
    }
}
END_TEST

START_TEST (recursive_calls_stand_apart)
{
  g_autoptr (TvTrace) trace
      = tv_test_trace (TV_WRITER_CLOCK_DUAL,
                       "a 0/1000-450/1450 { b 10/1010-360/1360 { a 30/1030-280/1280 { "
                       "b 60/1060-210/1210 { c 100/1100-150/1150 } } } }");

  assert_relatives (trace, "p.Q.a",
                    "[- 1 450/450] [b 1 350/350] [b 1 250/250] [b 1 150/150] "
                    "self 100/100 waiting 0 in 0");
  assert_relatives (trace, "p.Q.b",
                    "[a 1 350/350] [a 1 250/250] [a 1 150/150] [c 1 50/50] "
                    "self 100/100 waiting 0 in 0");
  assert_relatives (trace, "p.Q.c", "[b 1 50/50] [] [] [] self 50/50 waiting 0 in 0");
}
END_TEST

START_TEST (a_method_can_be_its_own_caller_and_callee)
{
  g_autoptr (TvTrace) trace
      = tv_test_trace (TV_WRITER_CLOCK_DUAL, "a 0-50 { a 10-40 { a 20-25 } }");

  assert_relatives (trace, "p.Q.a",
                    "[- 1 50/50] [a 1 30/30] [a 2 35/35] [a 1 5/5] "
                    "self 20/20 waiting 0 in 0");
}
END_TEST

/* The waits of recursive calls and of callees belong elsewhere. */
START_TEST (waits_of_calls_that_are_not_recursive)
{
  g_autoptr (TvTrace) trace = tv_test_trace (
      TV_WRITER_CLOCK_DUAL, "a 0/1000-30/7610 { b 10/2000-20/4000 a 20/4500-20/7500 }");

  assert_relatives (trace, "p.Q.a",
                    "[- 1 30/6610] [b 1 10/2000, a 1 0/3000] [a 1 0/3000] [] "
                    "self 20/1610 waiting 1490 in 2");
  assert_relatives (trace, "p.Q.b",
                    "[a 1 10/2000] [] [] [] self 10/2000 waiting 1990 in 1");
}
END_TEST

START_TEST (rows_sort_by_a_clock_then_by_name)
{
  g_autoptr (TvTrace) trace = tv_test_trace (
      TV_WRITER_CLOCK_DUAL, "a 0-15/90 { d 0-5/50 c 5/50-10/60 b 10/60-15/90 }");
  g_autoptr (TvProfile) profile = NULL;
  g_autoptr (TvRelatives) relatives = NULL;
  g_autofree char *text = NULL;

  assert_relatives (trace, "p.Q.a",
                    "[- 1 15/90] [b 1 5/30, c 1 5/10, d 1 5/50] [] [] "
                    "self 0/0 waiting 0 in 0");

  profile = tv_profile_new (trace, NULL, NULL);
  relatives
      = tv_relatives_new (profile, tv_test_find_method (trace, "p.Q.a"), NULL, NULL);
  tv_relatives_sort_by_time (relatives, TV_CLOCK_WALL);
  text = relatives_to_string (trace, relatives);
  ck_assert_str_eq (text, "[- 1 15/90] [d 1 5/50, b 1 5/30, c 1 5/10] [] [] "
                          "self 0/0 waiting 0 in 0");
}
END_TEST

START_TEST (a_clock_that_the_file_lacks_is_zero)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (2, TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_add_method (writer, A, "p.Q", "a", "()V", "Q.java", 1);
  tv_test_write_calls (writer, "a 10-30");
  trace = tv_test_load (writer);
  assert_relatives (trace, "p.Q.a", "[- 1 0/20] [] [] [] self 0/20 waiting 0 in 0");
}
END_TEST

START_TEST (a_method_never_called_has_no_relatives)
{
  g_autoptr (TvTrace) trace = tv_test_trace (TV_WRITER_CLOCK_DUAL, "a 0-1");

  assert_relatives (trace, "p.Q.b", "[] [] [] [] self 0/0 waiting 0 in 0");
}
END_TEST

static gint64
sum_relation (const TvRelatives *relatives, TvRelation relation, TvClock clock,
              guint64 *calls)
{
  guint n = 0;
  const TvRelative *rows = tv_relatives_get (relatives, relation, &n);
  gint64 sum = 0;

  *calls = 0;
  for (guint row = 0; row < n; row++)
    {
      sum += rows[row].inclusive[clock];
      *calls += rows[row].calls;
    }
  return sum;
}

static void
assert_sums (const TvProfile *profile, guint32 method)
{
  const TvMethodTotals *totals = tv_profile_get_totals (profile, method);
  g_autoptr (TvRelatives) relatives = tv_relatives_new (profile, method, NULL, NULL);
  guint64 calls;

  for (int clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      ck_assert_int_eq (sum_relation (relatives, TV_RELATION_PARENTS, clock, &calls),
                        totals->inclusive[clock]);
      ck_assert_uint_eq (calls, totals->calls);
      sum_relation (relatives, TV_RELATION_PARENTS_WHILE_RECURSIVE, clock, &calls);
      ck_assert_uint_eq (calls, totals->recursive_calls);
      ck_assert_int_eq (sum_relation (relatives, TV_RELATION_CHILDREN, clock, &calls)
                            + tv_relatives_get_own (relatives)->self[clock],
                        totals->inclusive[clock]);
      ck_assert_int_le (tv_relatives_get_own (relatives)->self[clock],
                        totals->exclusive[clock]);
    }
  ck_assert_int_le (tv_relatives_get_own (relatives)->waiting, totals->waiting);
  ck_assert_uint_le (tv_relatives_get_own (relatives)->n_waits, totals->n_waits);
}

START_TEST (parents_add_up_and_so_do_self_and_children)
{
  const TvRandomTrace spec = { .seed = 5,
                               .n_events = 20000,
                               .n_threads = 3,
                               .n_methods = 25,
                               .max_depth = 40,
                               .recursion_percent = 20,
                               .wait_percent = 10,
                               .unwind_percent = 3,
                               .before_percent = 3,
                               .lost_percent = 1,
                               .stray_percent = 1 };
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvProfile) profile = NULL;

  tv_random_trace_write (&spec, writer);
  trace = tv_test_load (writer);
  profile = tv_profile_new (trace, NULL, NULL);
  ck_assert_uint_gt (tv_trace_get_n_calls (trace), 5000);
  for (guint method = 0; method < tv_trace_get_n_methods (trace); method++)
    assert_sums (profile, method);
}
END_TEST

START_TEST (a_search_can_be_cancelled)
{
  g_autoptr (TvTraceWriter) writer = tv_test_writer_new (TV_WRITER_CLOCK_DUAL);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvProfile) profile = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  tv_trace_writer_enter (writer, 1, A, 0, 0);
  trace = tv_test_load (writer);
  profile = tv_profile_new (trace, NULL, NULL);
  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (tv_relatives_new (profile, 0, cancellable, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
}
END_TEST

TV_TESTS (NULL, NULL)
