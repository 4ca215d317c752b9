/* SPDX-License-Identifier: Apache-2.0 */

/* Callers and callees in a range of time: worked out by hand on a small script, and
 * held against a slow program on random traces. */

#include "analysis/stacks/relatives.h"
#include "analysis/sums/thread-range.h"
#include "profile-reference.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

#define US G_GINT64_CONSTANT (1000)

/* What must stand in the groups under one method. */
typedef struct
{
  const TvTrace *trace;
  guint32 method;
  GHashTable *rows[TV_N_RELATIONS]; /* TvRelative by its method */
  gint64 self[TV_N_CLOCKS];
  gint64 waiting;
  guint64 n_waits;
} Expected;

static void
expect (Expected *expected, TvRelation relation, guint32 method,
        const TvReferenceCut *cut)
{
  GHashTable *rows = expected->rows[relation];
  TvRelative *row = g_hash_table_lookup (rows, GUINT_TO_POINTER (method));

  if (!cut->counts)
    return;
  if (row == NULL)
    {
      row = g_new0 (TvRelative, 1);
      g_hash_table_insert (rows, GUINT_TO_POINTER (method), row);
    }
  row->calls++;
  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    row->inclusive[clock] += cut->inclusive[clock];
}

static void
add_cut (const TvReferenceCut *cut, gpointer user_data)
{
  Expected *expected = user_data;
  TvCalls calls = tv_trace_get_calls (expected->trace, cut->thread);
  guint32 parent = calls.parent[cut->call];
  guint32 method = tv_calls_method (&calls, cut->call);
  guint32 caller
      = parent == TV_CALL_NONE ? TV_METHOD_NONE : tv_calls_method (&calls, parent);

  if (method == expected->method)
    {
      gboolean recursive = (calls.flags[cut->call] & TV_CALL_RECURSIVE) != 0;

      expect (expected,
              recursive ? TV_RELATION_PARENTS_WHILE_RECURSIVE : TV_RELATION_PARENTS,
              caller, cut);
      if (!recursive)
        {
          for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
            expected->self[clock] += cut->inclusive[clock];
          expected->waiting += cut->waiting;
          expected->n_waits += cut->n_waits;
        }
    }
  if (caller == expected->method)
    {
      gboolean recursive = (calls.flags[parent] & TV_CALL_RECURSIVE) != 0;

      expect (expected,
              recursive ? TV_RELATION_CHILDREN_WHILE_RECURSIVE : TV_RELATION_CHILDREN,
              method, cut);
      for (TvClock clock = 0; !recursive && clock < TV_N_CLOCKS; clock++)
        expected->self[clock] -= cut->inclusive[clock];
    }
}

static void
assert_group (const Expected *expected, const TvRelatives *relatives,
              TvRelation relation)
{
  guint n;
  const TvRelative *rows = tv_relatives_get (relatives, relation, &n);

  ck_assert_uint_eq (n, g_hash_table_size (expected->rows[relation]));
  for (guint i = 0; i < n; i++)
    {
      const TvRelative *row = g_hash_table_lookup (expected->rows[relation],
                                                   GUINT_TO_POINTER (rows[i].method));

      ck_assert_ptr_nonnull (row);
      ck_assert_uint_eq (rows[i].calls, row->calls);
      for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
        ck_assert_int_eq (rows[i].inclusive[clock], row->inclusive[clock]);
    }
}

static gint64
sum_of (const TvRelatives *relatives, TvRelation relation, TvClock clock)
{
  gint64 sum = 0;
  guint n;
  const TvRelative *rows = tv_relatives_get (relatives, relation, &n);

  for (guint i = 0; i < n; i++)
    sum += rows[i].inclusive[clock];
  return sum;
}

/* What the groups and the row above them say is one. */
static void
assert_adds_up (const TvProfile *profile, guint32 method, const TvRelatives *relatives)
{
  const TvMethodTotals *totals = tv_profile_get_totals (profile, method);

  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      ck_assert_int_eq (sum_of (relatives, TV_RELATION_CHILDREN, clock)
                            + tv_relatives_get_own (relatives)->self[clock],
                        totals->inclusive[clock]);
      ck_assert_int_eq (sum_of (relatives, TV_RELATION_PARENTS, clock),
                        totals->inclusive[clock]);
    }
}

static void
check_method (const TvProfile *profile, guint32 method)
{
  Expected expected = { .trace = tv_profile_get_trace (profile), .method = method };
  g_autoptr (TvRelatives) relatives = tv_relatives_new (profile, method, NULL, NULL);

  for (TvRelation relation = 0; relation < TV_N_RELATIONS; relation++)
    expected.rows[relation]
        = g_hash_table_new_full (g_direct_hash, g_direct_equal, NULL, g_free);
  tv_reference_foreach_call (expected.trace, tv_profile_get_range (profile), add_cut,
                             &expected);
  for (TvRelation relation = 0; relation < TV_N_RELATIONS; relation++)
    {
      assert_group (&expected, relatives, relation);
      g_hash_table_unref (expected.rows[relation]);
    }
  for (TvClock clock = 0; clock < TV_N_CLOCKS; clock++)
    ck_assert_int_eq (tv_relatives_get_own (relatives)->self[clock],
                      expected.self[clock]);
  ck_assert_int_eq (tv_relatives_get_own (relatives)->waiting, expected.waiting);
  ck_assert_uint_eq (tv_relatives_get_own (relatives)->n_waits, expected.n_waits);
  assert_adds_up (profile, method, relatives);
}

static TvTrace *
load_small_trace (void)
{
  return tv_test_trace (TV_WRITER_CLOCK_WALL,
                        "a 0-100 { b 10-40 { c 20-25 } b 60-90 { a 65-70 } }");
}

static void
assert_row (const TvRelatives *relatives, TvRelation relation, guint index,
            guint32 method, guint64 calls, gint64 inclusive)
{
  guint n;
  const TvRelative *rows = tv_relatives_get (relatives, relation, &n);

  ck_assert_uint_lt (index, n);
  ck_assert_uint_eq (rows[index].method, method);
  ck_assert_uint_eq (rows[index].calls, calls);
  ck_assert_int_eq (rows[index].inclusive[TV_CLOCK_WALL], inclusive * US);
}

/* From 30 to 68: A is open all the time, B for 10 and for 8, A in it for 3. */
START_TEST (relatives_are_cut_at_both_ends)
{
  g_autoptr (TvTrace) trace = load_small_trace ();
  const TvProfileRange range = { .start = 30 * US, .end = 68 * US };
  g_autoptr (TvProfile) profile = tv_profile_new_for_range (trace, &range, NULL, NULL);
  guint32 a = tv_test_find_method (trace, "p.Q.a");
  guint32 b = tv_test_find_method (trace, "p.Q.b");
  g_autoptr (TvRelatives) of_a = tv_relatives_new (profile, a, NULL, NULL);
  g_autoptr (TvRelatives) of_b = tv_relatives_new (profile, b, NULL, NULL);

  assert_row (of_a, TV_RELATION_PARENTS, 0, TV_METHOD_NONE, 1, 38);
  assert_row (of_a, TV_RELATION_CHILDREN, 0, b, 2, 18);
  assert_row (of_a, TV_RELATION_PARENTS_WHILE_RECURSIVE, 0, b, 1, 3);
  ck_assert_int_eq (tv_relatives_get_own (of_a)->self[TV_CLOCK_WALL], 20 * US);
  assert_row (of_b, TV_RELATION_PARENTS, 0, a, 2, 18);
  assert_row (of_b, TV_RELATION_CHILDREN, 0, a, 1, 3);
  ck_assert_int_eq (tv_relatives_get_own (of_b)->self[TV_CLOCK_WALL], 15 * US);
}
END_TEST

START_TEST (an_empty_range_has_no_relatives)
{
  g_autoptr (TvTrace) trace = load_small_trace ();
  const TvProfileRange range = { .start = 30 * US, .end = 30 * US };
  g_autoptr (TvProfile) profile = tv_profile_new_for_range (trace, &range, NULL, NULL);
  g_autoptr (TvRelatives) relatives
      = tv_relatives_new (profile, tv_test_find_method (trace, "p.Q.a"), NULL, NULL);

  for (TvRelation relation = 0; relation < TV_N_RELATIONS; relation++)
    {
      guint n;

      (void) tv_relatives_get (relatives, relation, &n);
      ck_assert_uint_eq (n, 0);
    }
  ck_assert_int_eq (tv_relatives_get_own (relatives)->self[TV_CLOCK_WALL], 0);
}
END_TEST

/* Entered at 0, 10, 20, 60 and 65 µs; the last event is at 100. */
START_TEST (calls_entered_in_a_range)
{
  g_autoptr (TvTrace) trace = load_small_trace ();
  const struct
  {
    gint64 time;
    gsize next;
  } cases[] = { { -1, 0 }, { 0, 0 },  { 1, 1 },  { 20, 2 },
                { 21, 3 }, { 65, 4 }, { 66, 5 }, { 100, 5 } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    ck_assert_uint_eq (tv_trace_find_next_call (trace, 0, cases[i].time * US),
                       cases[i].next);
}
END_TEST

START_TEST (ranges_of_random_traces)
{
  const TvWriterClock clocks[] = { TV_WRITER_CLOCK_DUAL, TV_WRITER_CLOCK_DUAL,
                                   TV_WRITER_CLOCK_WALL, TV_WRITER_CLOCK_THREAD_CPU };

  for (guint32 seed = 1; seed <= 24; seed++)
    {
      g_autoptr (TvTrace) trace = tv_reference_random_trace (seed, clocks[seed % 4], 0);
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);

      for (guint i = 0; i < 12; i++)
        {
          gint64 a = tv_reference_random_time (random, trace);
          gint64 b = tv_reference_random_time (random, trace);
          g_autoptr (TvThreadSet) threads
              = i % 3 == 0 ? tv_reference_random_threads (random, trace) : NULL;
          const TvProfileRange range
              = { .start = MIN (a, b), .end = MAX (a, b), .threads = threads };
          g_autoptr (TvProfile) profile
              = tv_profile_new_for_range (trace, &range, NULL, NULL);

          for (guint32 method = 0; method < tv_trace_get_n_methods (trace); method++)
            check_method (profile, method);
        }
    }
}
END_TEST

TV_TESTS (NULL, NULL)
