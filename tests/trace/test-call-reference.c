/* SPDX-License-Identifier: Apache-2.0 */

/* Thousands of random traces, sound and broken, read by the loader and by a slow second
 * reading of the rules. */

#include "support/random-trace.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "trace/model/trace.h"
#include "trace/reference-calls.h"

#define N_SMALL 4000
#define N_SMALL_THREADS 3

/* CPU times this high never look like those of a new thread. */
#define CPU_BASE 5000

static void
append_event (const TvWriterEvent *event, gpointer user_data)
{
  GArray *events = user_data;

  g_array_append_val (events, *event);
}

static char *
waits_to_string (const TvTrace *trace, guint32 thread)
{
  TvCalls calls = tv_trace_get_calls (trace, thread);
  TvWaits waits = tv_trace_get_waits (trace, thread);
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < waits.n; i++)
    {
      const char *name = "-";

      if (waits.call[i] != TV_CALL_NONE)
        name = tv_trace_get_method (trace, tv_calls_method (&calls, waits.call[i]))
                   ->name;
      g_string_append_printf (text, "%s %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT "\n",
                              name, tv_times_get (&waits.start, i) / 1000,
                              tv_times_get (&waits.end, i) / 1000);
    }
  return g_string_free (text, FALSE);
}

static void
compare_thread (const TvTrace *trace, const GArray *events, guint32 thread_id,
                guint32 seed)
{
  guint32 thread = tv_test_find_thread (trace, thread_id);
  g_autofree char *expected = tv_reference_calls (events, thread_id);
  g_autofree char *expected_waits = tv_reference_waits (events, thread_id);
  g_autofree char *calls = NULL;
  g_autofree char *waits = NULL;

  if (thread == TV_THREAD_NONE)
    {
      ck_assert_str_eq (expected, "");
      return;
    }
  calls = tv_test_calls_to_string (trace, thread);
  waits = waits_to_string (trace, thread);
  ck_assert_msg (g_str_equal (calls, expected), "seed %u thread %u\n%s\nexpected\n%s",
                 seed, thread_id, calls, expected);
  ck_assert_msg (g_str_equal (waits, expected_waits),
                 "seed %u thread %u\n%s\nexpected\n%s", seed, thread_id, waits,
                 expected_waits);
}

/* What the columns promise, whatever is in the file. */
static void
check_columns (const TvTrace *trace)
{
  gsize n_runs = 0;
  const TvEntryRun *runs = tv_trace_get_entry_runs (trace, &n_runs);
  guint64 n_entries = 0;
  guint64 n_items = 0;

  for (gsize i = 0; i < n_runs; i++)
    n_entries += runs[i].count;
  for (guint t = 0; t < tv_trace_get_n_threads (trace); t++)
    {
      const TvThread *thread = tv_trace_get_thread (trace, t);
      TvCalls calls = tv_trace_get_calls (trace, t);

      n_items += thread->n_calls + thread->n_waits;
      for (gsize i = 0; i < calls.n; i++)
        {
          ck_assert (calls.parent[i] == TV_CALL_NONE || calls.parent[i] < i);
          ck_assert_int_le (tv_times_get (&calls.axis_start, i),
                            tv_times_get (&calls.axis_end, i));
          if (i > 0)
            ck_assert_int_le (tv_times_get (&calls.axis_start, i - 1),
                              tv_times_get (&calls.axis_start, i));
        }
    }
  ck_assert_uint_eq (n_entries, n_items);
}

static TvTrace *
load_events (const GArray *events)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);

  tv_trace_writer_add_property (writer, "elapsed-time-usec", "4000000000");
  for (guint i = 0; i < events->len; i++)
    tv_trace_writer_event (writer, &g_array_index (events, TvWriterEvent, i));
  return tv_test_load (writer);
}

/* A few methods and threads, any action at any time, now and then a step back. */
static GArray *
random_events (guint32 seed)
{
  static const guint32 methods[] = { 0, 4, 8, 0x80000000, 0xfffffffc };
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  GArray *events = g_array_new (FALSE, FALSE, sizeof (TvWriterEvent));
  gint32 n_events = g_rand_int_range (random, 1, 60);
  gint32 n_methods = g_rand_int_range (random, 1, G_N_ELEMENTS (methods) + 1);
  gint32 enter_percent = g_rand_int_range (random, 20, 80);
  guint64 cpu = CPU_BASE;
  guint64 wall = 100;

  for (gint32 i = 0; i < n_events; i++)
    {
      TvWriterEvent event = { 0 };

      event.thread = (guint32) g_rand_int_range (random, 1, N_SMALL_THREADS + 1);
      event.method = methods[g_rand_int_range (random, 0, n_methods)];
      event.action = TV_WRITER_ENTER;
      if (g_rand_int_range (random, 0, 100) >= enter_percent)
        event.action
            = g_rand_int_range (random, 0, 8) == 0 ? TV_WRITER_UNWIND : TV_WRITER_EXIT;
      if (g_rand_int_range (random, 0, 50) == 0)
        event.action = TV_WRITER_RESERVED;
      cpu += (guint64) g_rand_int_range (random, 0, 40);
      wall += (guint64) g_rand_int_range (random, 0, 160);
      event.cpu = cpu;
      event.wall = wall;
      if (g_rand_int_range (random, 0, 30) == 0)
        {
          event.cpu -= (guint64) g_rand_int_range (random, 0, 100);
          event.wall -= (guint64) g_rand_int_range (random, 0, 100);
        }
      g_array_append_val (events, event);
    }
  return events;
}

START_TEST (any_sequence_of_events)
{
  for (guint32 seed = 0; seed < N_SMALL; seed++)
    {
      g_autoptr (GArray) events = random_events (seed);
      g_autoptr (TvTrace) trace = load_events (events);

      check_columns (trace);
      for (guint32 thread = 1; thread <= N_SMALL_THREADS; thread++)
        compare_thread (trace, events, thread, seed);
    }
}
END_TEST

static void
compare_random_trace (const TvRandomTrace *spec)
{
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (TvWriterEvent));
  g_autoptr (TvTrace) trace = NULL;

  tv_random_trace_run (spec, append_event, events);
  for (guint i = 0; i < events->len; i++)
    g_array_index (events, TvWriterEvent, i).cpu += CPU_BASE;
  trace = load_events (events);
  ck_assert_uint_eq (tv_trace_get_info (trace)->n_records, spec->n_events);
  check_columns (trace);
  for (guint32 thread = 1; thread <= spec->n_threads; thread++)
    compare_thread (trace, events, thread, spec->seed);
}

START_TEST (sound_traces)
{
  for (guint32 seed = 1; seed <= 40; seed++)
    {
      const TvRandomTrace spec = { .seed = seed,
                                   .n_events = 3000,
                                   .n_threads = 1 + seed % 7,
                                   .n_methods = 1 + seed % 50,
                                   .max_depth = 1 + seed % 30,
                                   .batch = seed % 3 == 0 ? 200 : 0,
                                   .recursion_percent = seed % 40,
                                   .wait_percent = seed % 10,
                                   .unwind_percent = 3,
                                   .before_percent = seed % 4 };

      compare_random_trace (&spec);
    }
}
END_TEST

START_TEST (broken_traces)
{
  for (guint32 seed = 1; seed <= 40; seed++)
    {
      const TvRandomTrace spec = { .seed = seed,
                                   .n_events = 2000,
                                   .n_threads = 1 + seed % 4,
                                   .n_methods = 1 + seed % 20,
                                   .max_depth = 5 + seed % 200,
                                   .batch = seed % 2 == 0 ? 100 : 0,
                                   .recursion_percent = seed,
                                   .wait_percent = 5,
                                   .unwind_percent = 5,
                                   .before_percent = 20,
                                   .lost_percent = 2 + seed % 5,
                                   .stray_percent = 1 + seed % 9 };

      compare_random_trace (&spec);
    }
}
END_TEST

TV_TESTS (NULL, NULL)
