/* SPDX-License-Identifier: Apache-2.0 */

/* The numbers of the call that somebody points at. */

#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "ui/session/call-details.h"

#define US G_GINT64_CONSTANT (1000)

/* So many calls are too many to go through within a movement of the pointer. */
#define N_MANY 1000000

static void
note_ready (gpointer user_data)
{
  (*(guint *) user_data)++;
}

START_TEST (test_a_call_without_length)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvCallStacks) stacks = NULL;
  g_autoptr (TvDetailsQuery) query = NULL;
  const TvCallDetails *details;
  guint n_ready = 0;

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, 0x10, "a.Main", "main", "()V", "Main.java", 7);
  tv_trace_writer_enter (writer, 1, 0x10, 0, 0);
  tv_trace_writer_enter (writer, 1, 0x10, 0, 5);
  tv_trace_writer_exit (writer, 1, 0x10, 0, 5);
  tv_trace_writer_exit (writer, 1, 0x10, 0, 9);
  trace = tv_test_load (writer);
  stacks = tv_call_stacks_new (trace, NULL, NULL);
  query = tv_details_query_new (note_ready, &n_ready);

  details = tv_details_query_ask (query, stacks, (TvCallRef){ 0, 1 });
  ck_assert_ptr_nonnull (details);
  ck_assert_uint_eq (details->depth, 1);
  ck_assert_int_eq (details->axis_start, 5 * US);
  ck_assert_int_eq (details->inclusive[TV_CLOCK_WALL], 0);
  ck_assert_uint_eq (n_ready, 0);
}
END_TEST

/* A call without length may hold as many others as one can write. */
START_TEST (test_very_many_calls_at_one_instant)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_WALL);
  g_autoptr (TvTrace) trace = NULL;
  g_autoptr (TvCallStacks) stacks = NULL;
  g_autoptr (TvDetailsQuery) query = NULL;
  const TvCallDetails *details;
  guint n_ready = 0;

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_method (writer, 0x10, "a.Main", "main", "()V", "Main.java", 7);
  tv_trace_writer_enter (writer, 1, 0x10, 0, 5);
  for (guint i = 0; i < N_MANY; i++)
    {
      tv_trace_writer_enter (writer, 1, 0x10, 0, 5);
      tv_trace_writer_exit (writer, 1, 0x10, 0, 5);
    }
  tv_trace_writer_exit (writer, 1, 0x10, 0, 5);
  trace = tv_test_load (writer);
  stacks = tv_call_stacks_new (trace, NULL, NULL);
  query = tv_details_query_new (note_ready, &n_ready);

  details = tv_details_query_ask (query, stacks, (TvCallRef){ 0, 0 });
  ck_assert_ptr_null (details);
  while (n_ready == 0)
    g_main_context_iteration (NULL, TRUE);
  details = tv_details_query_get (query);
  ck_assert_ptr_nonnull (details);
  ck_assert_int_eq (details->inclusive[TV_CLOCK_WALL], 0);
}
END_TEST

TV_TESTS (NULL, NULL)
