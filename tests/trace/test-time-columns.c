/* SPDX-License-Identifier: Apache-2.0 */

/* Columns of times: widths, and the CPU clock beside an axis of all threads */

#include "support/packet-writer.h"
#include "support/random-trace.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "trace/model/trace.h"

/* Times of every length come back, out of columns that are no wider than they need. */

/* The method, the parent and the flags of one call, and a run of entries. */
#define CALL_WITHOUT_TIMES (2 + 4 + 1 + 8)

/* One call from nanosecond 5 to @end on the wall clock, and to @cpu_end on the other.
 */
static TvTrace *
load_call (guint64 end, guint64 cpu_end)
{
  const TvPacketForm form = { .layout = TV_WRITER_LAYOUT_B };
  const TvPacketRecord enter
      = { .method = 16, .action = TV_WRITER_ENTER, .time = 5, .cpu = 5 };
  const TvPacketRecord leave
      = { .method = 16, .action = TV_WRITER_EXIT, .time = end, .cpu = cpu_end };
  g_autoptr (TvTraceWriter) tables = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);
  g_autoptr (TvPacketWriter) packets = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  TvTrace *trace;

  tv_trace_writer_add_thread (tables, 1, "main");
  tv_trace_writer_add_method (tables, 16, "A", "a", "()V", "A.java", 0);
  packets = tv_packet_writer_new (tables, &form);
  tv_packet_writer_add_names (packets);
  tv_packet_writer_record (packets, 1, &enter);
  tv_packet_writer_record (packets, 1, &leave);
  tv_packet_writer_add_summary (packets);
  bytes = tv_packet_writer_to_bytes (packets);
  trace = tv_test_load_bytes (bytes, &error);
  ck_assert_msg (trace != NULL, "%s", error != NULL ? error->message : "");
  return trace;
}

START_TEST (times_at_the_ends_of_widths)
{
  static const struct
  {
    guint64 end;
    gsize width;
  } rows[] = {
    { G_GUINT64_CONSTANT (6), 4 },
    { G_GUINT64_CONSTANT (0xFFFFFFFF), 4 },
    { G_GUINT64_CONSTANT (0x100000000), 5 },
    { G_GUINT64_CONSTANT (0x123456789A), 5 },
    { G_GUINT64_CONSTANT (0xFFFFFFFFFF), 5 },
    { G_GUINT64_CONSTANT (0x10000000000), 6 },
    { G_GUINT64_CONSTANT (0x7EDCBA987654), 6 },
    { G_GUINT64_CONSTANT (0x7FFFFFFFFFFF), 6 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (TvTrace) trace = load_call (rows[i].end, 7);
      TvCalls calls = tv_trace_get_calls (trace, 0);
      TvWaits waits;

      ck_assert_uint_eq (calls.n, 1);
      ck_assert_int_eq (tv_times_get (&calls.start[TV_CLOCK_WALL], 0), 5);
      ck_assert_int_eq (tv_times_get (&calls.end[TV_CLOCK_WALL], 0),
                        (gint64) rows[i].end);
      ck_assert_int_eq (tv_times_get (&calls.end[TV_CLOCK_THREAD_CPU], 0), 7);
      /* Longer than 0.1 ms off the CPU is a wait, which takes memory of its own. */
      waits = tv_trace_get_waits (trace, 0);
      ck_assert_uint_eq (tv_trace_get_memory_size (trace),
                         CALL_WITHOUT_TIMES + 2 * rows[i].width + 2 * 4
                             + waits.n * (4 + 4 + 2 * rows[i].width));
    }
}
END_TEST

START_TEST (each_clock_has_its_own_width)
{
  g_autoptr (TvTrace) trace = load_call (G_GUINT64_CONSTANT (0x10000000000),
                                         G_GUINT64_CONSTANT (0x100000001));
  TvCalls calls = tv_trace_get_calls (trace, 0);
  TvWaits waits = tv_trace_get_waits (trace, 0);

  ck_assert_int_eq (tv_times_get (&calls.end[TV_CLOCK_WALL], 0), 0x10000000000);
  ck_assert_int_eq (tv_times_get (&calls.end[TV_CLOCK_THREAD_CPU], 0), 0x100000001);
  /* The wall clock went on for longer than the thread's: a wait, of 4 bytes for its
   * call, 4 for its place, and its two times. */
  ck_assert_uint_eq (waits.n, 1);
  ck_assert_int_eq (tv_times_get (&waits.end, 0) - tv_times_get (&waits.start, 0),
                    0x10000000000 - 0x100000001);
  ck_assert_uint_eq (tv_trace_get_memory_size (trace),
                     CALL_WITHOUT_TIMES + 2 * 6 + 2 * 5 + 4 + 4 + 2 * 6);
}
END_TEST

/* Traces with the thread-cpu clock alone: times on the CPU clock and on the axis, which
 * is the sum of the clocks of all threads. */

#define A 4
#define B 8
#define C 12
#define D 16

/* Bytes of a call without its times, of a run of entries, and of a time below 2³². */
#define CALL 7
#define RUN 8
#define TIME 4

/* Of a call in microseconds: on the thread's clock and on the axis. */
typedef struct
{
  guint32 thread;
  gsize call;
  gint64 start;
  gint64 end;
  gint64 axis_start;
  gint64 axis_end;
} ExpectedCall;

static void
assert_calls (const TvTrace *trace, const ExpectedCall *expected, gsize n)
{
  ck_assert_uint_eq (tv_trace_get_n_calls (trace), n);
  for (gsize i = 0; i < n; i++)
    {
      TvCalls calls
          = tv_trace_get_calls (trace, tv_test_find_thread (trace, expected[i].thread));
      gsize call = expected[i].call;

      ck_assert_uint_lt (call, calls.n);
      ck_assert (tv_times_exist (&calls.start[TV_CLOCK_THREAD_CPU]));
      ck_assert (!tv_times_exist (&calls.start[TV_CLOCK_WALL]));
      ck_assert_int_eq (tv_times_get (&calls.start[TV_CLOCK_THREAD_CPU], call),
                        1000 * expected[i].start);
      ck_assert_int_eq (tv_times_get (&calls.end[TV_CLOCK_THREAD_CPU], call),
                        1000 * expected[i].end);
      ck_assert_int_eq (tv_times_get (&calls.axis_start, call),
                        1000 * expected[i].axis_start);
      ck_assert_int_eq (tv_times_get (&calls.axis_end, call),
                        1000 * expected[i].axis_end);
    }
}

/* Entries and exits at the very place on the axis where threads change, on a clock that
 * stands still meanwhile, and a clock that does not begin at 0. */
START_TEST (events_where_threads_change)
{
  static const ExpectedCall expected[] = {
    { 1, 0, 5, 20, 0, 25 }, { 1, 1, 9, 9, 4, 7 },   { 1, 2, 9, 9, 7, 14 },
    { 2, 0, 0, 3, 4, 7 },   { 2, 1, 3, 10, 7, 14 }, { 2, 2, 10, 10, 14, 14 },
  };
  g_autoptr (TvTraceWriter) writer
      = tv_trace_writer_new (2, TV_WRITER_CLOCK_THREAD_CPU);
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_enter (writer, 1, A, 5, 0);
  tv_trace_writer_enter (writer, 1, B, 9, 0);
  tv_trace_writer_enter (writer, 2, C, 0, 0);
  tv_trace_writer_exit (writer, 2, C, 3, 0);
  tv_trace_writer_exit (writer, 1, B, 9, 0);
  tv_trace_writer_enter (writer, 1, B, 9, 0);
  tv_trace_writer_enter (writer, 2, C, 3, 0);
  tv_trace_writer_exit (writer, 2, C, 10, 0);
  tv_trace_writer_enter (writer, 2, D, 10, 0);
  tv_trace_writer_exit (writer, 2, D, 10, 0);
  tv_trace_writer_exit (writer, 1, B, 9, 0);
  tv_trace_writer_exit (writer, 1, A, 20, 0);
  trace = tv_test_load (writer);
  assert_calls (trace, expected, G_N_ELEMENTS (expected));
  ck_assert_uint_eq (tv_trace_get_memory_size (trace), 6 * (CALL + 4 * TIME) + 4 * RUN);
}
END_TEST

/* From before tracing, left by none, after a step back, and of a second owner of the
 * id: that ends what was open where the first had its last event, although the axis
 * went on since. */
START_TEST (calls_without_an_entry_or_an_exit)
{
  static const ExpectedCall expected[] = {
    { 1, 0, 2000, 2010, 0, 10 },  { 1, 1, 2010, 2010, 10, 10 },
    { 1, 2, 2010, 2025, 30, 45 }, { 1, 3, 2025, 2025, 45, 45 },
    { 2, 0, 3000, 3000, 10, 10 }, { 2, 1, 3020, 3020, 30, 30 },
    { 2, 2, 3020, 3020, 30, 30 },
  };
  g_autoptr (TvTraceWriter) writer
      = tv_trace_writer_new (2, TV_WRITER_CLOCK_THREAD_CPU);
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_enter (writer, 1, A, 2000, 0);
  tv_trace_writer_enter (writer, 1, B, 2010, 0);
  tv_trace_writer_exit (writer, 2, D, 3000, 0);
  tv_trace_writer_enter (writer, 2, A, 3020, 0);
  tv_trace_writer_enter (writer, 2, B, 3010, 0);
  tv_trace_writer_enter (writer, 1, C, 0, 0);
  tv_trace_writer_enter (writer, 1, D, 15, 0);
  trace = tv_test_load (writer);
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_THREAD_REUSED), 1);
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_TIME_BACKWARDS), 1);
  assert_calls (trace, expected, G_N_ELEMENTS (expected));
  ck_assert_uint_eq (tv_trace_get_memory_size (trace), 7 * (CALL + 4 * TIME) + 3 * RUN);
}
END_TEST

/* Threads take turns with nearly every event. */
START_TEST (threads_that_alternate)
{
  static const ExpectedCall expected[] = {
    { 1, 0, 1, 4, 0, 5 },
    { 2, 0, 0, 2, 0, 2 },
    { 1, 1, 4, 6, 5, 7 },
  };
  g_autoptr (TvTraceWriter) writer
      = tv_trace_writer_new (2, TV_WRITER_CLOCK_THREAD_CPU);
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_enter (writer, 1, A, 1, 0);
  tv_trace_writer_enter (writer, 2, A, 0, 0);
  tv_trace_writer_exit (writer, 2, A, 2, 0);
  tv_trace_writer_exit (writer, 1, A, 4, 0);
  tv_trace_writer_enter (writer, 1, B, 4, 0);
  tv_trace_writer_exit (writer, 1, B, 6, 0);
  trace = tv_test_load (writer);
  assert_calls (trace, expected, G_N_ELEMENTS (expected));
  ck_assert_uint_eq (tv_trace_get_memory_size (trace), 3 * (CALL + 4 * TIME) + 3 * RUN);
}
END_TEST

/* The sum of clocks of 32 bits needs more. */
START_TEST (axis_that_is_longer_than_the_clocks)
{
  static const ExpectedCall expected[] = {
    { 1, 0, 0, 3000000000, 0, 3000000000 },
    { 2, 0, 0, 4000000000, 3000000000, 7000000000 },
    { 2, 1, 1, 3999999999, 3000000001, 6999999999 },
    { 1, 1, 3000000000, 3000000007, 7000000000, 7000000007 },
  };
  g_autoptr (TvTraceWriter) writer
      = tv_trace_writer_new (2, TV_WRITER_CLOCK_THREAD_CPU);
  g_autoptr (TvTrace) trace = NULL;

  tv_trace_writer_enter (writer, 1, A, 0, 0);
  tv_trace_writer_exit (writer, 1, A, 3000000000, 0);
  tv_trace_writer_enter (writer, 2, A, 0, 0);
  tv_trace_writer_enter (writer, 2, B, 1, 0);
  tv_trace_writer_exit (writer, 2, B, 3999999999, 0);
  tv_trace_writer_exit (writer, 2, A, 4000000000, 0);
  tv_trace_writer_enter (writer, 1, C, 3000000000, 0);
  tv_trace_writer_exit (writer, 1, C, 3000000007, 0);
  trace = tv_test_load (writer);
  assert_calls (trace, expected, G_N_ELEMENTS (expected));
  ck_assert_uint_eq (tv_trace_get_memory_size (trace),
                     4 * (CALL + 2 * 5 + 2 * TIME) + 3 * RUN);
}
END_TEST

static void
append_event (const TvWriterEvent *event, gpointer user_data)
{
  g_array_append_vals (user_data, event, 1);
}

/* Where tracing was too short for a clock to wrap, events are taken many at a time. */
static TvTrace *
load_events (const GArray *events, guint version, TvWriterClock clock,
             gboolean is_short)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (version, clock);

  if (is_short)
    tv_trace_writer_add_property (writer, "elapsed-time-usec", "4000000");
  for (guint i = 0; i < events->len; i++)
    tv_trace_writer_event (writer, &g_array_index (events, TvWriterEvent, i));
  return tv_test_load (writer);
}

static void
assert_same_cpu_times (const TvTrace *trace, const TvTrace *dual)
{
  ck_assert_uint_eq (tv_trace_get_n_threads (trace), tv_trace_get_n_threads (dual));
  for (guint thread = 0; thread < tv_trace_get_n_threads (trace); thread++)
    {
      const TvThread *row = tv_trace_get_thread (trace, thread);
      const TvThread *dual_row = tv_trace_get_thread (dual, thread);
      TvCalls calls = tv_trace_get_calls (trace, thread);
      TvCalls dual_calls = tv_trace_get_calls (dual, thread);
      const TvClock cpu = TV_CLOCK_THREAD_CPU;

      ck_assert_uint_eq (calls.n, dual_calls.n);
      ck_assert_int_eq (row->root_inclusive[cpu], dual_row->root_inclusive[cpu]);
      ck_assert_int_eq (row->last[cpu], dual_row->last[cpu]);
      for (gsize i = 0; i < calls.n; i++)
        {
          ck_assert_uint_eq (calls.parent[i], dual_calls.parent[i]);
          ck_assert_int_eq (tv_times_get (&calls.start[cpu], i),
                            tv_times_get (&dual_calls.start[cpu], i));
          ck_assert_int_eq (tv_times_get (&calls.end[cpu], i),
                            tv_times_get (&dual_calls.end[cpu], i));
        }
    }
}

/* A thread in a walk over the events. */
typedef struct
{
  gboolean seen;
  guint64 cpu;
  gsize n_calls;
  GArray *open; /* of gsize */
} Walker;

/* Walks over the events of a sound trace, one by one as the rules have it. */
static void
walk (const TvTrace *trace, const GArray *events, Walker *walkers)
{
  gint64 axis = 0;

  for (guint i = 0; i < events->len; i++)
    {
      const TvWriterEvent *event = &g_array_index (events, TvWriterEvent, i);
      guint32 thread = tv_test_find_thread (trace, event->thread);
      TvCalls calls = tv_trace_get_calls (trace, thread);
      Walker *walker = &walkers[thread];
      gsize call;

      if (walker->seen)
        axis += (gint64) (event->cpu - walker->cpu);
      walker->seen = TRUE;
      walker->cpu = event->cpu;
      if (event->action == TV_WRITER_ENTER)
        {
          call = walker->n_calls++;
          ck_assert_int_eq (tv_times_get (&calls.axis_start, call), 1000 * axis);
          g_array_append_val (walker->open, call);
          continue;
        }
      ck_assert_uint_gt (walker->open->len, 0);
      call = g_array_index (walker->open, gsize, walker->open->len - 1);
      g_array_set_size (walker->open, walker->open->len - 1);
      ck_assert_int_eq (tv_times_get (&calls.axis_end, call), 1000 * axis);
    }
}

static void
assert_axis_and_memory (const TvTrace *trace, const GArray *events)
{
  guint n_threads = tv_trace_get_n_threads (trace);
  g_autofree Walker *walkers = g_new0 (Walker, n_threads);
  gsize n_runs;

  for (guint i = 0; i < n_threads; i++)
    walkers[i].open = g_array_new (FALSE, FALSE, sizeof (gsize));
  walk (trace, events, walkers);
  for (guint i = 0; i < n_threads; i++)
    g_array_unref (walkers[i].open);
  tv_trace_get_entry_runs (trace, &n_runs);
  ck_assert_uint_eq (tv_trace_get_memory_size (trace),
                     tv_trace_get_n_calls (trace) * (CALL + 4 * TIME) + n_runs * RUN);
}

static TvRandomTrace
make_spec (guint32 seed)
{
  static const guint batches[] = { 0, 1, 3, 30 };

  return (TvRandomTrace){ .seed = seed,
                          .n_events = 400,
                          .n_threads = 1 + seed % 6,
                          .n_methods = 12,
                          .max_depth = 2 + seed % 9,
                          .batch = batches[seed % G_N_ELEMENTS (batches)],
                          .recursion_percent = 20,
                          .unwind_percent = 5 };
}

START_TEST (random_traces)
{
  for (guint32 seed = 1; seed <= 60; seed++)
    {
      const TvRandomTrace spec = make_spec (seed);
      g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (TvWriterEvent));
      g_autoptr (TvTrace) trace = NULL;
      g_autoptr (TvTrace) dual = NULL;

      tv_random_trace_run (&spec, append_event, events);
      trace = load_events (events, 1 + seed % 3, TV_WRITER_CLOCK_THREAD_CPU,
                           seed % 7 > 2);
      dual = load_events (events, 3, TV_WRITER_CLOCK_DUAL, seed % 7 > 2);
      ck_assert_int_eq (tv_trace_get_axis (trace), TV_AXIS_CPU_ALL_THREADS);
      assert_same_cpu_times (trace, dual);
      assert_axis_and_memory (trace, events);
    }
}
END_TEST

/* Clocks that go back, stand still, jump on, and begin anew. */
static void
break_clock (GRand *rand, TvWriterEvent *event)
{
  switch (g_rand_int_range (rand, 0, 40))
    {
    case 0:
      event->cpu -= MIN (event->cpu, 30);
      break;
    case 1:
      event->cpu = (guint64) g_rand_int_range (rand, 0, 1000);
      break;
    case 2:
      event->cpu += G_GUINT64_CONSTANT (3000000000);
      break;
    default:
      break;
    }
}

START_TEST (random_traces_with_trouble)
{
  for (guint32 seed = 1; seed <= 200; seed++)
    {
      TvRandomTrace spec = make_spec (seed);
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (TvWriterEvent));
      g_autoptr (TvTrace) trace = NULL;
      g_autoptr (TvTrace) dual = NULL;

      spec.before_percent = seed % 4 * 20;
      spec.lost_percent = seed % 3 * 4;
      spec.stray_percent = seed % 5;
      tv_random_trace_run (&spec, append_event, events);
      for (guint i = 0; i < events->len; i++)
        {
          TvWriterEvent *event = &g_array_index (events, TvWriterEvent, i);

          event->cpu += 5000;
          if (event->thread % 3 == 0)
            event->cpu -= event->cpu % 8;
          break_clock (rand, event);
        }
      trace = load_events (events, 2, TV_WRITER_CLOCK_THREAD_CPU, seed % 7 > 2);
      dual = load_events (events, 3, TV_WRITER_CLOCK_DUAL, seed % 7 > 2);
      assert_same_cpu_times (trace, dual);
    }
}
END_TEST

TV_TESTS (NULL, NULL)
