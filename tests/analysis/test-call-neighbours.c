/* SPDX-License-Identifier: Apache-2.0 */

/* From call to call: held against lists of children that are made out of the parents of
 * all calls. */

#include "analysis/lookup/call-query.h"
#include "support/random-trace.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"

#define A 0x4
#define B 0x8

typedef gboolean (*StepFunc) (const TvTrace *trace, TvCallRef call, TvCallRef *found);

static void
assert_step (StepFunc step, const TvTrace *trace, guint thread, guint32 call,
             guint32 expected)
{
  TvCallRef found = { TV_THREAD_NONE, TV_CALL_NONE };

  ck_assert_int_eq (step (trace, (TvCallRef){ thread, call }, &found),
                    expected != TV_CALL_NONE);
  ck_assert_uint_eq (found.call, expected);
  ck_assert_uint_eq (found.thread, expected != TV_CALL_NONE ? thread : TV_THREAD_NONE);
}

/* Goes along all calls, remembering the last child of each. */
static void
check_thread (const TvTrace *trace, guint thread)
{
  TvCalls calls = tv_trace_get_calls (trace, thread);
  g_autofree guint32 *last_child = g_new (guint32, calls.n + 1);
  g_autofree guint32 *next = g_new (guint32, calls.n + 1);

  memset (last_child, 0xff, (calls.n + 1) * sizeof (guint32));
  memset (next, 0xff, (calls.n + 1) * sizeof (guint32));
  for (guint32 call = 0; call < calls.n; call++)
    {
      guint32 parent = calls.parent[call];
      guint32 *last = &last_child[parent == TV_CALL_NONE ? calls.n : parent];

      assert_step (tv_call_get_parent, trace, thread, call, parent);
      assert_step (tv_call_get_previous_sibling, trace, thread, call, *last);
      if (*last != TV_CALL_NONE)
        next[*last] = call;
      else if (parent != TV_CALL_NONE)
        assert_step (tv_call_get_first_child, trace, thread, parent, call);
      *last = call;
    }
  for (guint32 call = 0; call < calls.n; call++)
    {
      assert_step (tv_call_get_next_sibling, trace, thread, call, next[call]);
      if (last_child[call] == TV_CALL_NONE)
        assert_step (tv_call_get_first_child, trace, thread, call, TV_CALL_NONE);
    }
}

static void
add_event (const TvWriterEvent *event, gpointer writer)
{
  tv_trace_writer_event (writer, event);
}

START_TEST (random_traces)
{
  for (guint32 seed = 1; seed <= 4; seed++)
    {
      const TvRandomTrace spec = { .seed = seed,
                                   .n_events = 20000,
                                   .n_threads = 3,
                                   .n_methods = 20,
                                   .max_depth = seed * 15,
                                   .recursion_percent = 20,
                                   .unwind_percent = 5,
                                   .before_percent = 5,
                                   .lost_percent = 2 };
      g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
      g_autoptr (TvTrace) trace = NULL;

      tv_random_trace_add_tables (&spec, writer);
      tv_random_trace_run (&spec, add_event, writer);
      trace = tv_test_load (writer);
      for (guint thread = 0; thread < tv_trace_get_n_threads (trace); thread++)
        check_thread (trace, thread);
    }
}
END_TEST

/* Where the clock stands still, only the parents tell calls apart. */
START_TEST (calls_of_one_instant)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;
  guint thread;

  tv_trace_writer_add_method (writer, A, "a.A", "a", "()V", "A.java", 1);
  tv_trace_writer_add_method (writer, B, "a.B", "b", "()V", "B.java", 1);
  for (guint i = 0; i < 3; i++)
    {
      tv_trace_writer_enter (writer, 1, A, 5, 5);
      tv_trace_writer_enter (writer, 1, B, 5, 5);
      tv_trace_writer_exit (writer, 1, B, 5, 5);
      tv_trace_writer_exit (writer, 1, A, 5, 5);
    }
  trace = tv_test_load (writer);
  thread = tv_test_find_thread (trace, 1);
  assert_step (tv_call_get_next_sibling, trace, thread, 0, 2);
  assert_step (tv_call_get_next_sibling, trace, thread, 2, 4);
  assert_step (tv_call_get_next_sibling, trace, thread, 1, TV_CALL_NONE);
  assert_step (tv_call_get_previous_sibling, trace, thread, 4, 2);
  assert_step (tv_call_get_first_child, trace, thread, 4, 5);
  assert_step (tv_call_get_parent, trace, thread, 5, 4);
  check_thread (trace, thread);
}
END_TEST

TV_TESTS (NULL, NULL)
