/* SPDX-License-Identifier: Apache-2.0 */

/* Calls found by time, their numbers, and the extents that selecting them draws. */

#include "analysis/lanes/lane-columns.h"
#include "analysis/lookup/call-query.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

#define A 0x4
#define B 0x8
#define C 0xc

#define US G_GINT64_CONSTANT (1000)

static void
add_call (TvTraceWriter *writer, guint32 method, guint64 start, guint64 end)
{
  tv_trace_writer_enter (writer, 1, method, 0, start);
  tv_trace_writer_exit (writer, 1, method, 0, end);
}

/* 0: A 0-100 { 1: B 10-40 { 2: C 20-20 }, 3: B 60-90 { 4: A 65-70 } } 5: C 100-120 */
static TvTrace *
load_small_trace (void)
{

  return tv_test_trace (
      TV_WRITER_CLOCK_WALL,
      "a 0-100 { b 10-40 { c 20-20 } b 60-90 { a 65-70 } } c 100-120");
}

static TvCallStacks *
new_stacks (TvTrace *trace)
{
  TvCallStacks *stacks = tv_call_stacks_new (trace, NULL, NULL);

  ck_assert_ptr_nonnull (stacks);
  return stacks;
}

/* Cancelled, it says so. */
static void
assert_cancelled (const TvCallStacks *stacks, guint32 call)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  TvCallDetails details;

  g_cancellable_cancel (cancellable);
  ck_assert (
      !tv_call_get_details (stacks, (TvCallRef){ 0, call }, cancellable, &details));
}

static void
get_details (TvTrace *trace, guint32 call, TvCallDetails *details)
{
  g_autoptr (TvCallStacks) stacks = new_stacks (trace);

  ck_assert (tv_call_get_details (stacks, (TvCallRef){ 0, call }, NULL, details));
  assert_cancelled (stacks, call);
}

static void
assert_call_at (TvTrace *trace, gint64 time, guint32 expected)
{
  g_autoptr (TvCallStacks) stacks = new_stacks (trace);
  TvCallRef ref;

  ck_assert_int_eq (tv_call_at (stacks, 0, time, &ref), expected != TV_CALL_NONE);
  ck_assert_uint_eq (ref.call, expected);
  ck_assert_uint_eq (ref.thread, expected == TV_CALL_NONE ? TV_THREAD_NONE : 0);
}

START_TEST (the_innermost_call_at_a_time)
{
  g_autoptr (TvTrace) trace = load_small_trace ();

  assert_call_at (trace, -1, TV_CALL_NONE);
  assert_call_at (trace, 0, 0);
  assert_call_at (trace, 10 * US - 1, 0);
  assert_call_at (trace, 10 * US, 1);
  assert_call_at (trace, 20 * US, 1);
  assert_call_at (trace, 40 * US, 0);
  assert_call_at (trace, 66 * US, 4);
  assert_call_at (trace, 70 * US, 3);
  assert_call_at (trace, 100 * US, 5);
  assert_call_at (trace, 120 * US, TV_CALL_NONE);
}
END_TEST

START_TEST (a_call_without_length_is_hit_where_nothing_else_is)
{
  g_autoptr (TvTrace) trace
      = tv_test_trace (TV_WRITER_CLOCK_WALL, "a 0-10 b 20-20 { c 20-20 }");

  assert_call_at (trace, 20 * US, 2);
  assert_call_at (trace, 20 * US - 1, TV_CALL_NONE);
  assert_call_at (trace, 20 * US + 1, TV_CALL_NONE);
}
END_TEST

static void
assert_call_in (TvTrace *trace, gint64 start, gint64 end, const char *method,
                guint32 expected)
{
  g_autoptr (TvCallStacks) stacks = new_stacks (trace);
  TvCallRef ref;
  guint32 index = method != NULL ? tv_test_find_method (trace, method) : TV_METHOD_NONE;

  ck_assert_int_eq (tv_call_in_column (stacks, 0, start * US, end * US, index, &ref),
                    expected != TV_CALL_NONE);
  ck_assert_uint_eq (ref.call, expected);
}

START_TEST (the_call_with_most_own_time_in_a_range)
{
  g_autoptr (TvTrace) trace = load_small_trace ();

  /* Own times: call 0 40 µs, 1 30, 3 25, 4 5, 5 20. */
  assert_call_in (trace, 0, 120, NULL, 0);
  assert_call_in (trace, 0, 120, "p.Q.b()V", 1);
  assert_call_in (trace, 0, 120, "p.Q.c()V", 5);
  assert_call_in (trace, 60, 80, NULL, 3);
  assert_call_in (trace, 60, 80, "p.Q.a()V", 4);
  assert_call_in (trace, 15, 25, "p.Q.c()V", 2);
  assert_call_in (trace, 41, 59, "p.Q.b()V", TV_CALL_NONE);
  assert_call_in (trace, 120, 130, NULL, TV_CALL_NONE);
  assert_call_in (trace, 105, 105, NULL, 5);
}
END_TEST

START_TEST (own_time_is_summed_over_the_pieces_of_a_call)
{
  g_autoptr (TvTraceWriter) writer = tv_test_writer_new (TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_enter (writer, 1, A, 0, 0);
  for (guint i = 0; i < 10; i++)
    add_call (writer, B, 10 + i * 10, 16 + i * 10);
  tv_trace_writer_exit (writer, 1, A, 0, 110);
  trace = tv_test_load (writer);
  assert_call_in (trace, 10, 110, NULL, 0);
  assert_call_in (trace, 10, 22, NULL, 1);
}
END_TEST

START_TEST (a_waiting_call_is_found)
{
  g_autoptr (TvTrace) trace
      = tv_test_trace (TV_WRITER_CLOCK_DUAL, "a 0-40/1040 { b 10-30/1030 }");

  assert_call_in (trace, 100, 200, "p.Q.b()V", 1);
  assert_call_in (trace, 100, 200, "p.Q.a()V", TV_CALL_NONE);
}
END_TEST

START_TEST (details_of_a_call)
{
  g_autoptr (TvTrace) trace = tv_test_trace (
      TV_WRITER_CLOCK_DUAL, "a 5/0-105/2000 { b 15/40-75/1100 { c 25/50-35/60 } }");
  TvCallDetails details;

  /* A on the CPU for 100 of 2000 µs; B for 60 of 1060 µs, 1000 of them off the CPU; C
     within B for 10 µs; before A leaves, 30 µs on the CPU in 900. */

  get_details (trace, 0, &details);
  ck_assert_uint_eq (details.depth, 0);
  ck_assert_int_eq (details.inclusive[TV_CLOCK_WALL], 2000 * US);
  ck_assert_int_eq (details.exclusive[TV_CLOCK_WALL], (2000 - 1060) * US);
  ck_assert_int_eq (details.inclusive[TV_CLOCK_THREAD_CPU], 100 * US);
  ck_assert_int_eq (details.exclusive[TV_CLOCK_THREAD_CPU], 40 * US);
  ck_assert_int_eq (details.waiting, (900 - 30) * US);

  get_details (trace, 1, &details);
  ck_assert_uint_eq (details.method, tv_test_find_method (trace, "p.Q.b()V"));
  ck_assert_uint_eq (details.depth, 1);
  ck_assert_int_eq (details.start[TV_CLOCK_WALL], 40 * US);
  ck_assert_int_eq (details.axis_start, 40 * US);
  ck_assert_int_eq (details.axis_end, 1100 * US);
  ck_assert_int_eq (details.exclusive[TV_CLOCK_WALL], 1050 * US);
  ck_assert_int_eq (details.exclusive[TV_CLOCK_THREAD_CPU], 50 * US);
  ck_assert_int_eq (details.waiting, 1000 * US);
  ck_assert_uint_eq (details.flags, 0);

  get_details (trace, 2, &details);
  ck_assert_uint_eq (details.depth, 2);
  ck_assert_int_eq (details.exclusive[TV_CLOCK_WALL], 10 * US);
  ck_assert_int_eq (details.waiting, 0);
}
END_TEST

static void
assert_share (const TvTrace *trace, const GArray *shares, guint index, const char *name,
              guint32 calls, gint64 microseconds)
{
  const TvCallShare *share = &g_array_index (shares, TvCallShare, index);

  ck_assert_uint_eq (share->method, tv_test_find_method (trace, name));
  ck_assert_uint_eq (share->calls, calls);
  ck_assert_int_eq (share->exclusive, microseconds * US);
}

/* A 0 to 100; in it B 10 to 60, in that C 20 to 30, A again 30 to 50 and in that C 35
   to 40; after B, C 70 to 75. Another B before and C after are not part of it. */
START_TEST (time_of_a_call_is_shared_by_all_levels)
{
  g_autoptr (TvTraceWriter) writer = tv_test_writer_new (TV_WRITER_CLOCK_WALL);
  static const struct
  {
    guint32 method;
    gboolean enter;
    guint time;
  } events[]
      = { { B, TRUE, 0 },    { B, FALSE, 50 },  { A, TRUE, 100 },  { B, TRUE, 110 },
          { C, TRUE, 120 },  { C, FALSE, 130 }, { A, TRUE, 130 },  { C, TRUE, 135 },
          { C, FALSE, 140 }, { A, FALSE, 150 }, { B, FALSE, 160 }, { C, TRUE, 170 },
          { C, FALSE, 175 }, { A, FALSE, 200 }, { C, TRUE, 200 },  { C, FALSE, 300 } };
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (GArray) shares = NULL;
  g_autoptr (GArray) inner = NULL;
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (events); i++)
    if (events[i].enter)
      tv_trace_writer_enter (writer, 1, events[i].method, 0, events[i].time);
    else
      tv_trace_writer_exit (writer, 1, events[i].method, 0, events[i].time);
  trace = tv_test_load (writer);
  shares = tv_call_share_out (trace, (TvCallRef){ 0, 1 }, TV_CLOCK_WALL, NULL, NULL);
  ck_assert_uint_eq (shares->len, 3);
  assert_share (trace, shares, 0, "p.Q.a()V", 2, 100 - 50 - 5 + 20 - 5);
  assert_share (trace, shares, 1, "p.Q.b()V", 1, 50 - 10 - 20);
  assert_share (trace, shares, 2, "p.Q.c()V", 3, 10 + 5 + 5);
  inner = tv_call_share_out (trace, (TvCallRef){ 0, 4 }, TV_CLOCK_WALL, NULL, NULL);
  ck_assert_uint_eq (inner->len, 2);
  assert_share (trace, inner, 0, "p.Q.a()V", 1, 15);
  assert_share (trace, inner, 1, "p.Q.c()V", 1, 5);

  g_cancellable_cancel (cancelled);
  ck_assert_ptr_null (
      tv_call_share_out (trace, (TvCallRef){ 0, 0 }, TV_CLOCK_WALL, cancelled, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
}
END_TEST

START_TEST (details_lack_what_the_file_lacks)
{
  g_autoptr (TvTrace) trace = load_small_trace ();
  TvCallDetails details;

  get_details (trace, 4, &details);
  ck_assert_int_eq (details.inclusive[TV_CLOCK_THREAD_CPU], 0);
  ck_assert_int_eq (details.exclusive[TV_CLOCK_WALL], 5 * US);
  ck_assert_uint_eq (details.flags, TV_CALL_RECURSIVE);
}
END_TEST

START_TEST (covered_time_is_the_union_of_root_calls)
{
  g_autoptr (TvTrace) trace
      = tv_test_trace (TV_WRITER_CLOCK_DUAL, "a 0-10/1000 b 10/5000-20/5010");
  g_autoptr (TvTrace) small = load_small_trace ();

  ck_assert_int_eq (tv_trace_covered_time (small, 0), 120 * US);

  /* A sleep within a call counts, one between calls does not. */
  ck_assert_int_eq (tv_trace_covered_time (trace, 0), 1010 * US);
}
END_TEST

/* A million calls inside each other, and as many side by side at one instant. */
START_TEST (deep_and_crowded_traces_are_no_trouble)
{
  g_autoptr (TvTraceWriter) writer = tv_test_writer_new (TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (GArray) extents = NULL;
  const guint n = 1000 * 1000;
  TvLaneMark mark = { .call = { TV_THREAD_NONE, 0 } };
  TvLaneColumn columns[100];
  TvCallDetails details;

  for (guint i = 0; i < n; i++)
    tv_trace_writer_enter (writer, 1, A, 0, i);
  for (guint i = 0; i < n; i++)
    add_call (writer, B, n, n);
  for (guint i = 0; i < n; i++)
    tv_trace_writer_exit (writer, 1, A, 0, n + 1 + i);
  trace = tv_test_load (writer);

  assert_call_at (trace, n * US, n - 1);
  get_details (trace, n - 1, &details);
  ck_assert_uint_eq (details.depth, n - 1);
  ck_assert_int_eq (details.exclusive[TV_CLOCK_WALL], 2 * US);
  ck_assert_int_eq (tv_trace_covered_time (trace, 0), 2 * n * US);

  mark.method = tv_test_find_method (trace, "p.Q.a()V");
  tv_lane_columns (trace, 0, 0, 2 * n * US, &mark, NULL, columns, 100);
  for (guint i = 0; i < 100; i++)
    {
      ck_assert_uint_eq (columns[i].kind, TV_LANE_SOLID);
      ck_assert_uint_eq (columns[i].method, mark.method);
    }
  extents = tv_lane_extents (trace, 0, 0, 2 * n * US, &mark, 100);
  /* Half as many nested pairs of columns as there are columns, and between two of them
     one call whose entry alone is rounded up already. */
  ck_assert_uint_eq (extents->len, 101);
}
END_TEST

/* More than can be gone through at a click: then the call is found that most moments
 * show, and where they show none of the method, any call of it. */
START_TEST (a_call_stands_out_of_a_crowd)
{
  g_autoptr (TvTraceWriter) writer = tv_test_writer_new (TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;
  const guint n = 10 * 1000;

  tv_trace_writer_enter (writer, 1, A, 0, 0);
  for (guint i = 0; i < n; i++)
    add_call (writer, B, i, i + 1);
  add_call (writer, B, n, 2 * n);
  for (guint i = 0; i < n; i++)
    add_call (writer, i == 50 ? C : B, 2 * n + i, 2 * n + i + 1);
  tv_trace_writer_exit (writer, 1, A, 0, 4 * n);
  trace = tv_test_load (writer);

  assert_call_in (trace, 0, 3 * n, NULL, n + 1);
  assert_call_in (trace, 0, 3 * n, "p.Q.b()V", n + 1);
  assert_call_in (trace, 0, 4 * n, "p.Q.a()V", 0);
  assert_call_in (trace, 2 * n, 3 * n, "p.Q.c()V", n + 2 + 50);
  assert_call_in (trace, 0, n, "p.Q.c()V", TV_CALL_NONE);
}
END_TEST

/* A million calls that are left in a range are as many steps as if they were entered.
 */
START_TEST (exits_are_a_crowd_too)
{
  g_autoptr (TvTraceWriter) writer = tv_test_writer_new (TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;
  const guint n = 100 * 1000;

  tv_trace_writer_enter (writer, 1, B, 0, 0);
  for (guint i = 0; i < n; i++)
    tv_trace_writer_enter (writer, 1, A, 0, 1 + i);
  for (guint i = 0; i < n; i++)
    tv_trace_writer_exit (writer, 1, A, 0, n + 1 + i);
  tv_trace_writer_exit (writer, 1, B, 0, 5 * n);
  trace = tv_test_load (writer);

  assert_call_in (trace, n + 2, 5 * n, NULL, 0);
  assert_call_in (trace, n + 2, 5 * n, "p.Q.b()V", 0);
  assert_call_at (trace, (n + 1) * US, n - 1);
  assert_call_at (trace, (2 * n - 1) * US, 1);
  assert_call_at (trace, 2 * n * US, 0);
}
END_TEST

static char *
extents_to_string (const TvTrace *trace, const char *method, guint32 call, gint64 start,
                   gint64 end, guint n)
{
  TvLaneMark mark = { TV_METHOD_NONE, { 0, call } };
  g_autoptr (GArray) extents = NULL;
  GString *text = g_string_new (NULL);

  if (method != NULL)
    mark = (TvLaneMark){ tv_test_find_method (trace, method), { TV_THREAD_NONE, 0 } };
  extents = tv_lane_extents (trace, 0, start * US, end * US, &mark, n);
  for (guint i = 0; i < extents->len; i++)
    {
      const TvExtent *extent = &g_array_index (extents, TvExtent, i);

      g_string_append_printf (text, "%s%c%d-%d%c", i > 0 ? " " : "",
                              extent->starts ? '[' : '<', extent->x0, extent->x1,
                              extent->ends ? ']' : '>');
    }
  return g_string_free (text, FALSE);
}

static void
assert_extents (const TvTrace *trace, const char *method, guint32 call, gint64 start,
                gint64 end, guint n, const char *expected)
{
  g_autofree char *text = extents_to_string (trace, method, call, start, end, n);

  ck_assert_str_eq (text, expected);
}

START_TEST (extents_go_from_entry_to_exit)
{
  g_autoptr (TvTrace) trace = load_small_trace ();

  assert_extents (trace, "p.Q.b()V", 0, 0, 120, 12, "[1-3] [6-8]");
  assert_extents (trace, "p.Q.a()V", 0, 0, 120, 12, "[0-9] [6-6]");
  assert_extents (trace, "p.Q.c()V", 0, 0, 120, 12, "[2-2] [10-11]");
  assert_extents (trace, "p.Q.a()V", 0, 66, 96, 3, "<0-0] <0-2>");
  assert_extents (trace, "p.Q.b()V", 0, 40, 60, 2, "");
  assert_extents (trace, NULL, 3, 0, 120, 12, "[6-8]");
  assert_extents (trace, NULL, 0, 10, 110, 10, "<0-8]");
}
END_TEST

START_TEST (calls_without_own_time_have_extents)
{
  g_autoptr (TvTrace) trace
      = tv_test_trace (TV_WRITER_CLOCK_WALL, "a 10-50 { b 10-50 }");

  assert_extents (trace, "p.Q.a()V", 0, 0, 100, 10, "[1-4]");
  assert_extents (trace, "p.Q.a()V", 0, 20, 40, 10, "<0-9>");
}
END_TEST

START_TEST (extents_that_look_alike_are_one)
{
  g_autoptr (TvTraceWriter) writer = tv_test_writer_new (TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;

  for (guint i = 0; i < 1000; i++)
    {
      tv_trace_writer_enter (writer, 1, A, 0, i * 10);
      add_call (writer, A, i * 10 + 1, i * 10 + 9);
      tv_trace_writer_exit (writer, 1, A, 0, i * 10 + 10);
    }
  trace = tv_test_load (writer);
  assert_extents (trace, "p.Q.a()V", 0, 0, 10000, 4, "[0-0] [1-1] [2-2] [3-3]");
}
END_TEST

TV_TESTS (NULL, NULL)
