/* SPDX-License-Identifier: Apache-2.0 */

/* Calls found by time, and depths, where the index has several levels: held against the
 * parents of each call. */

#include "analysis/lookup/call-stacks.h"
#include "support/random-trace.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

#define A 0x4
#define B 0x8

static TvCallStacks *
new_stacks (TvTrace *trace)
{
  TvCallStacks *stacks = tv_call_stacks_new (trace, NULL, NULL);

  ck_assert_ptr_nonnull (stacks);
  ck_assert_ptr_eq (tv_call_stacks_get_trace (stacks), trace);
  return stacks;
}

/* Goes along all calls, with the depths of those that came before. */
static void
check_depths (const TvCallStacks *stacks, guint thread)
{
  TvCalls calls = tv_trace_get_calls (tv_call_stacks_get_trace (stacks), thread);
  g_autofree guint *depths = g_new0 (guint, calls.n + 1);

  for (guint32 call = 0; call < calls.n; call++)
    {
      if (calls.parent[call] != TV_CALL_NONE)
        depths[call] = depths[calls.parent[call]] + 1;
      ck_assert_uint_eq (tv_call_stacks_get_depth (stacks, thread, call), depths[call]);
    }
}

static void
check_open (const TvCallStacks *stacks, guint thread, gsize n, gint64 time)
{
  TvCalls calls = tv_trace_get_calls (tv_call_stacks_get_trace (stacks), thread);
  guint32 expected = n > 0 ? (guint32) (n - 1) : TV_CALL_NONE;

  while (expected != TV_CALL_NONE && tv_times_get (&calls.axis_end, expected) <= time)
    expected = calls.parent[expected];
  ck_assert_uint_eq (tv_call_stacks_find_open (stacks, thread, n, time), expected);
}

static void
check_trace (TvTrace *trace, GRand *random)
{
  g_autoptr (TvCallStacks) stacks = new_stacks (trace);

  for (guint thread = 0; thread < tv_trace_get_n_threads (trace); thread++)
    {
      TvCalls calls = tv_trace_get_calls (trace, thread);

      check_depths (stacks, thread);
      check_open (stacks, thread, 0, 0);
      for (guint i = 0; i < 2000; i++)
        {
          gsize n = (gsize) g_rand_int_range (random, 0, (gint32) calls.n + 1);
          gint64 time = n > 0 ? tv_times_get (&calls.axis_start, n - 1) : 0;

          if (i % 2 == 0)
            time += g_rand_int_range (random, 0, i % 8 == 0 ? 100000000 : 30000);
          check_open (stacks, thread, n, time);
        }
    }
}

static TvTrace *
load_random_trace (guint32 seed, guint max_depth)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  const TvRandomTrace spec = { .seed = seed,
                               .n_events = 60 * 1000,
                               .n_threads = 1 + seed % 5,
                               .n_methods = 20,
                               .max_depth = max_depth,
                               .wait_percent = 2,
                               .lost_percent = seed % 2 };

  tv_random_trace_add_tables (&spec, writer);
  tv_random_trace_write (&spec, writer);
  return tv_test_load (writer);
}

START_TEST (random_traces)
{
  for (guint32 seed = 1; seed <= 8; seed++)
    {
      g_autoptr (TvTrace) trace = load_random_trace (seed, seed % 2 == 0 ? 20 : 5000);
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);

      check_trace (trace, random);
    }
}
END_TEST

/* Stairs that go up and down about the depths that the index keeps: enter @up, leave
 * @down, again and again; then leave all. */
static TvTrace *
load_stairs (guint up, guint down, guint n_steps)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  guint64 time = 0;

  for (guint i = 0; i < n_steps; i++)
    {
      for (guint j = 0; j < up; j++)
        tv_trace_writer_enter (writer, 1, A, 0, time++);
      for (guint j = 0; j < down; j++)
        tv_trace_writer_exit (writer, 1, A, 0, time++);
    }
  return tv_test_load (writer);
}

START_TEST (stairs_about_kept_depths)
{
  const guint stairs[][3]
      = { { 65, 1, 100 }, { 64, 63, 500 }, { 129, 127, 300 }, { 200, 200, 50 },
          { 3, 2, 4000 }, { 1, 0, 20000 }, { 64, 0, 64 },     { 63, 63, 100 } };

  for (guint i = 0; i < G_N_ELEMENTS (stairs); i++)
    {
      g_autoptr (TvTrace) trace
          = load_stairs (stairs[i][0], stairs[i][1], stairs[i][2]);
      g_autoptr (GRand) random = g_rand_new_with_seed (i);

      check_trace (trace, random);
    }
}
END_TEST

/* Threads whose calls begin and end within rows of the index. */
START_TEST (threads_do_not_mix)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (GRand) random = g_rand_new_with_seed (3);

  for (guint thread = 1; thread <= 60; thread++)
    {
      for (guint i = 0; i < 7 * thread; i++)
        {
          tv_trace_writer_enter (writer, thread, A, 0, 10 * i);
          if (i % 3 != 0)
            tv_trace_writer_exit (writer, thread, A, 0, 10 * i + 5);
        }
      tv_trace_writer_exit (writer, thread, B, 0, 1000000 + thread);
    }
  trace = tv_test_load (writer);
  check_trace (trace, random);
}
END_TEST

/* Times that need 64 bits. */
START_TEST (long_traces)
{
  TvCalls calls;
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (GRand) random = g_rand_new_with_seed (4);

  for (guint i = 0; i < 300; i++)
    {
      tv_trace_writer_enter (writer, 1, A, 0, (guint32) i * 50000000u);
      tv_trace_writer_enter (writer, 1, B, 0, (guint32) i * 50000000u + 10);
      if (i % 2 == 0)
        tv_trace_writer_exit (writer, 1, B, 0, (guint32) i * 50000000u + 20);
    }
  trace = tv_test_load (writer);
  calls = tv_trace_get_calls (trace, 0);
  ck_assert (!tv_times_is_narrow (&calls.axis_end));
  check_trace (trace, random);
}
END_TEST

START_TEST (memory_is_bounded)
{
  g_autoptr (TvTrace) deep = load_stairs (1, 0, 100 * 1000);
  g_autoptr (TvTrace) flat = load_stairs (1, 1, 100 * 1000);
  g_autoptr (TvCallStacks) of_deep = new_stacks (deep);
  g_autoptr (TvCallStacks) of_flat = new_stacks (flat);

  ck_assert_uint_le (tv_call_stacks_get_memory_size (of_deep), 1000 + 100000 * 2 / 5);
  ck_assert_uint_le (tv_call_stacks_get_memory_size (of_flat), 1000 + 100000 * 7 / 100);
}
END_TEST

START_TEST (cancelled_and_empty)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) empty = tv_test_load (writer);
  g_autoptr (TvCallStacks) of_empty = new_stacks (empty);
  g_autoptr (TvTrace) trace = load_stairs (3, 1, 100);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (tv_call_stacks_new (trace, cancellable, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
}
END_TEST

TV_TESTS (NULL, NULL)
