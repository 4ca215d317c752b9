/* SPDX-License-Identifier: Apache-2.0 */

/* Counters, states of threads, arguments and flows at the builder's door. The expected
 * values are worked out by hand. */

#include "support/system-text.h"
#include "support/test-runner.h"
#include "support/trace-asserts.h"
#include "support/trace-fixtures.h"
#include "trace/build/run-builder.h"
#include "trace/model/trace-storage.h"
#include "trace/transform/transform.h"

typedef struct
{
  TvLoadOptions options;
  TvTrace *trace;
  TvRunBuilder *builder;
  TvDetailBuilder *details;
  TvSystemBuilder *system;
  guint32 process; /* 10 */
  guint32 threads[3];
} Fixture;

/* A process 10 with the threads 11, 12 and 0. */
static void
set_up (Fixture *fixture)
{
  static const gint64 numbers[] = { 11, 12, 0 };

  memset (fixture, 0, sizeof *fixture);
  fixture->trace = tv_trace_new_empty ();
  fixture->builder = tv_run_builder_new (fixture->trace, &fixture->options);
  fixture->details = tv_run_builder_get_details (fixture->builder);
  fixture->system = tv_run_builder_get_system (fixture->builder);
  fixture->process = tv_run_builder_add_process (fixture->builder, 10, "app");
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      const TvTrackSpec spec = { .process = fixture->process,
                                 .number = numbers[i],
                                 .overlap = TV_OVERLAP_SPILL };

      fixture->threads[i] = tv_run_builder_add_track (fixture->builder, &spec);
    }
}

static void
finish (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;

  tv_run_builder_finish (fixture->builder, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture *fixture)
{
  tv_run_builder_free (fixture->builder);
  tv_trace_unref (fixture->trace);
}

static TvRun
make_run (Fixture *fixture, const char *name, gint64 start, gint64 end, guint32 tag)
{
  const TvMethod method
      = { .class_name = "", .name = name, .signature = "", .named = TRUE };

  return (TvRun){ .name = name != NULL
                              ? tv_run_builder_add_name (fixture->builder, &method)
                              : TV_METHOD_NONE,
                  .start = start,
                  .end = end,
                  .tag = tag };
}

static void
add_run (Fixture *fixture, guint thread, const char *name, gint64 start, gint64 end,
         guint32 tag)
{
  const TvRun run = make_run (fixture, name, start, end, tag);

  tv_run_builder_add_run (fixture->builder, fixture->threads[thread], &run);
}

static void
assert_text (char *text, const char *expected)
{
  ck_assert_str_eq (text, expected);
  g_free (text);
}

static guint32
add_counter (Fixture *fixture, TvTrackKind kind, const char *name, gint64 number)
{
  const TvCounterSpec spec
      = { .kind = kind,
          .process = kind == TV_TRACK_PROCESS ? fixture->process : TV_PROCESS_NONE,
          .track = kind == TV_TRACK_THREAD ? fixture->threads[1] : TV_THREAD_NONE,
          .number = number,
          .name = name,
          .unit = kind == TV_TRACK_PROCESS ? "bytes" : NULL };

  return tv_system_builder_add_counter (fixture->system, &spec);
}

/* Values of one time stay in their order; times count from the earliest of all. */
START_TEST (counters)
{
  Fixture fixture;
  TvCounterValues values;
  guint32 heap;

  set_up (&fixture);
  heap = add_counter (&fixture, TV_TRACK_PROCESS, "heap", 0);
  tv_system_builder_add_value (fixture.system, heap, 1500, 2.5);
  tv_system_builder_add_value (fixture.system, heap, 1200, 1);
  tv_system_builder_add_value (fixture.system, heap, 1500, -3);
  tv_system_builder_add_value (fixture.system, heap, G_MAXINT64, 9);
  ck_assert_uint_eq (add_counter (&fixture, TV_TRACK_PROCESS, "heap", 0), heap);
  tv_system_builder_add_value (
      fixture.system, add_counter (&fixture, TV_TRACK_CPU, "cpufreq", 3), 1000, 300000);
  tv_system_builder_add_value (
      fixture.system, add_counter (&fixture, TV_TRACK_CPU, "cpufreq", 1), 1001, 1e15);
  add_counter (&fixture, TV_TRACK_THREAD, "instructions", 0);
  tv_system_builder_add_value (
      fixture.system, add_counter (&fixture, TV_TRACK_GLOBAL, "free", 0), 1003, 7);
  add_run (&fixture, 0, "a", 1100, 1400, 0);
  finish (&fixture);
  assert_text (tv_test_counters_to_string (fixture.trace),
               "process 10 heap [bytes]: 200=1 500=2.5 500=-3\n"
               "cpu 3 cpufreq: 0=300000\n"
               "cpu 1 cpufreq: 1=1e+15\n"
               "thread 12 instructions:\n"
               "global free: 3=7\n");
  ck_assert_int_eq (tv_trace_get_info (fixture.trace)->origin, 1000);
  ck_assert_int_eq (tv_trace_get_call_start (fixture.trace, 1, 0, TV_CLOCK_WALL), 100);
  ck_assert_uint_eq (
      tv_test_count_warnings (fixture.trace, TV_WARNING_EVENT_UNREADABLE), 1);
  values = tv_trace_get_counter_values (fixture.trace, heap);
  ck_assert_uint_eq (tv_counter_values_find (&values, 199), 0);
  ck_assert_uint_eq (tv_counter_values_find (&values, 200), 1);
  ck_assert_uint_eq (tv_counter_values_find (&values, 500), 3);
  tear_down (&fixture);
}
END_TEST

/* A trace may have counters alone; its axis is their range. */
START_TEST (counters_alone)
{
  Fixture fixture;
  gint64 start, end;

  set_up (&fixture);
  tv_system_builder_add_value (
      fixture.system, add_counter (&fixture, TV_TRACK_GLOBAL, "free", 0), 70, 1);
  tv_system_builder_add_value (
      fixture.system, add_counter (&fixture, TV_TRACK_GLOBAL, "free", 0), 90, 2);
  finish (&fixture);
  tv_assert_no_warning (fixture.trace);
  tv_trace_get_axis_range (fixture.trace, &start, &end);
  ck_assert_int_eq (start, 0);
  ck_assert_int_eq (end, 20);
  ck_assert (!tv_trace_has_states (fixture.trace));
  ck_assert_uint_eq (tv_trace_get_states (fixture.trace, 0).n, 0);
  tear_down (&fixture);
}
END_TEST

static void
add_state (Fixture *fixture, guint thread, gint64 start, gint64 end,
           const char *letters)
{
  const TvStateSpec spec = { .track = fixture->threads[thread],
                             .start = start,
                             .end = end,
                             .letters = letters,
                             .cpu = TV_CPU_NONE,
                             .waker = TV_THREAD_NONE };

  tv_system_builder_add_state (fixture->system, &spec);
}

static void
add_running (Fixture *fixture, guint thread, gint64 start, gint64 end, guint32 cpu,
             const char *next)
{
  const TvStateSpec spec = { .track = fixture->threads[thread],
                             .is_running = TRUE,
                             .start = start,
                             .end = end,
                             .letters = next,
                             .cpu = cpu,
                             .priority = 120,
                             .waker = TV_THREAD_NONE };

  tv_system_builder_add_state (fixture->system, &spec);
}

START_TEST (states_of_threads)
{
  Fixture fixture;
  TvStateSpec spec = { .start = 130, .end = 150, .letters = "R", .cpu = TV_CPU_NONE };
  TvThreadStates states;

  set_up (&fixture);
  add_running (&fixture, 0, 100, 110, 4, "DK");
  spec.track = fixture.threads[1];
  spec.waker = fixture.threads[0];
  tv_system_builder_add_state (fixture.system, &spec);
  add_running (&fixture, 2, 110, 150, 4, "R");
  add_running (&fixture, 1, 150, G_MAXINT64, 4, NULL);
  add_running (&fixture, 2, 105, 145, 0, "R");
  /* Out of order, with a gap before. */
  add_state (&fixture, 1, 100, 120, "R+");
  spec = (TvStateSpec){ .track = fixture.threads[0],
                        .start = 110,
                        .end = 140,
                        .letters = "DK",
                        .cpu = TV_CPU_NONE,
                        .waker = TV_THREAD_NONE,
                        .io_wait = TV_IO_WAIT_YES,
                        .blocked_function = "do_page_fault" };
  tv_system_builder_add_state (fixture.system, &spec);
  add_running (&fixture, 0, 145, 160, 0, "S");
  add_state (&fixture, 0, 160, 155, "Q");
  finish (&fixture);
  assert_text (tv_test_states_to_string (fixture.trace),
               "thread 0 ? (idle)\n"
               "  5-45 running (Running) cpu 0 prio 120 -> R\n"
               "  10-50 running (Running) cpu 4 prio 120 -> R\n"
               "thread 11 ?\n"
               "  0-10 running (Running) cpu 4 prio 120 -> DK\n"
               "  10-40 io (DK) io yes in do_page_fault\n"
               "  45-60 running (Running) cpu 0 prio 120 -> S\n"
               "  60-60 ? (Q)\n"
               "thread 12 ?\n"
               "  0-20 preempted (R+)\n"
               "  30-50 runnable (R) by 11\n"
               "  50-60… running (Running) cpu 4 prio 120 -> ?\n"
               "cpu 0: 0@5 11@45\n"
               "cpu 4: 11@0 0@10 12@50\n");
  tv_assert_no_warning (fixture.trace);
  states = tv_trace_get_states (fixture.trace, 2);
  ck_assert_uint_eq (tv_thread_states_find (&states, -1), 0);
  ck_assert_uint_eq (tv_thread_states_find (&states, 25), 1);
  ck_assert_uint_eq (tv_thread_states_find (&states, 50), 3);
  tear_down (&fixture);
}
END_TEST

/* What the kernel's letters mean, see Perfetto's TaskState. */
START_TEST (letters_of_states)
{
  static const struct
  {
    const char *letters;
    TvStateKind kind;
  } all[] = { { "R", TV_STATE_RUNNABLE }, { "R+", TV_STATE_PREEMPTED },
              { "S", TV_STATE_SLEEPING }, { "D", TV_STATE_BLOCKED },
              { "DK", TV_STATE_BLOCKED }, { "D|K", TV_STATE_BLOCKED },
              { "T", TV_STATE_STOPPED },  { "t", TV_STATE_TRACED },
              { "X", TV_STATE_DEAD },     { "x", TV_STATE_DEAD },
              { "Z", TV_STATE_ZOMBIE },   { "I", TV_STATE_IDLE },
              { "P", TV_STATE_PARKED },   { "Created", TV_STATE_CREATED },
              { "", TV_STATE_UNKNOWN },   { NULL, TV_STATE_UNKNOWN } };
  Fixture fixture;
  TvThreadStates states;

  set_up (&fixture);
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    add_state (&fixture, 0, i, i + 1, all[i].letters);
  finish (&fixture);
  states = tv_trace_get_states (fixture.trace, 1);
  ck_assert_uint_eq (states.n, G_N_ELEMENTS (all));
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      TvThreadState state;

      tv_thread_states_get (&states, i, &state);
      ck_assert_int_eq (state.kind, all[i].kind);
      ck_assert_str_eq (state.letters, all[i].letters != NULL ? all[i].letters : "");
    }
  tear_down (&fixture);
}
END_TEST

static guint32
add_tag (Fixture *fixture, const char *key, gint64 value)
{
  const TvArg args[] = { { .key = "debug.list[0].x",
                           .flat_key = "debug.list.x",
                           .type = TV_ARG_STRING,
                           .value.text = "text" },
                         { .key = key, .type = TV_ARG_INT, .value.integer = value } };

  return tv_detail_builder_add_tag (
      fixture->details, tv_detail_builder_add_arg_set (fixture->details, args, 2));
}

/* Equal sets are there once. The arguments of an end join those of its beginning. */
START_TEST (arguments)
{
  const TvArg all[]
      = { { .key = "u", .type = TV_ARG_UINT, .value.uinteger = G_MAXUINT64 },
          { .key = "b", .type = TV_ARG_BOOL, .value.integer = 1 },
          { .key = "r", .type = TV_ARG_REAL, .value.real = 0.5 },
          { .key = "p", .type = TV_ARG_POINTER, .value.uinteger = 0xbeef },
          { .key = "n", .type = TV_ARG_NULL } };
  Fixture fixture;
  TvRun run;

  set_up (&fixture);
  add_run (&fixture, 1, "late", 50, 60, add_tag (&fixture, "k", -4));
  add_run (&fixture, 1, "none", 20, 30, 0);
  add_run (&fixture, 1, "spilt", 55, 70, add_tag (&fixture, "k", -4));
  add_run (&fixture, 1, "early", 10, 40,
           tv_detail_builder_add_tag (
               fixture.details, tv_detail_builder_add_arg_set (fixture.details, all,
                                                               G_N_ELEMENTS (all))));
  run = make_run (&fixture, "pair", 0, 0, add_tag (&fixture, "k", 1));
  tv_run_builder_begin_run (fixture.builder, fixture.threads[0], &run);
  run = make_run (&fixture, NULL, 0, 5, add_tag (&fixture, "end", 2));
  tv_run_builder_end_run (fixture.builder, fixture.threads[0], &run);
  run = make_run (&fixture, "plain", 6, 0, 0);
  tv_run_builder_begin_run (fixture.builder, fixture.threads[0], &run);
  run = make_run (&fixture, NULL, 0, 7, add_tag (&fixture, "end", 2));
  tv_run_builder_end_run (fixture.builder, fixture.threads[0], &run);
  tv_run_builder_end_run (fixture.builder, fixture.threads[0], &run);
  ck_assert_uint_eq (tv_detail_builder_add_arg_set (fixture.details, NULL, 0),
                     TV_ARG_SET_NONE);
  finish (&fixture);
  assert_text (tv_test_details_to_string (fixture.trace),
               "pair@0\n"
               "  k int 1\n"
               "  debug.list[0].x (debug.list.x) string text\n"
               "  end int 2\n"
               "plain@6\n"
               "  debug.list[0].x (debug.list.x) string text\n"
               "  end int 2\n"
               "early@10\n"
               "  u uint 18446744073709551615\n"
               "  b bool true\n"
               "  r real 0.5\n"
               "  p pointer 0xbeef\n"
               "  n null \n"
               "late@50\n"
               "  debug.list[0].x (debug.list.x) string text\n"
               "  k int -4\n"
               "spilt@55\n"
               "  debug.list[0].x (debug.list.x) string text\n"
               "  k int -4\n");
  /* k -4, all, k 1, end, and the last two together. */
  ck_assert_uint_eq (tv_trace_get_n_arg_sets (fixture.trace), 5);
  ck_assert (!tv_trace_has_clock (fixture.trace, TV_CLOCK_THREAD_CPU));
  tear_down (&fixture);
}
END_TEST

static void
add_point (Fixture *fixture, guint64 id, TvFlowPhase phase, guint32 tag)
{
  const TvFlowPoint point = { .id = id, .phase = phase, .time = tag, .tag = tag };

  tv_detail_builder_add_flow_point (fixture->details, &point);
}

static void
add_timed_point (Fixture *fixture, TvFlowPhase phase, guint thread, gint64 time,
                 gboolean binds_to_next)
{
  const TvFlowPoint point = { .id = 7,
                              .phase = phase,
                              .time = time,
                              .track = fixture->threads[thread],
                              .binds_to_next = binds_to_next };

  tv_detail_builder_add_flow_point (fixture->details, &point);
}

/* By tags: a flow ends, and begins once more; a step without a beginning is nothing. */
START_TEST (flows_of_tags)
{
  Fixture fixture;

  set_up (&fixture);
  for (guint32 i = 1; i <= 6; i++)
    {
      const char name[] = { (char) ('a' + i - 1), '\0' };

      ck_assert_uint_eq (tv_detail_builder_add_tag (fixture.details, TV_ARG_SET_NONE),
                         i);
      add_run (&fixture, i % 2, name, i * 10, i * 10 + 5, i);
    }
  add_point (&fixture, 2, TV_FLOW_STEP, 1);
  add_point (&fixture, 2, TV_FLOW_END, 2);
  add_point (&fixture, 1, TV_FLOW_END, 4);
  add_point (&fixture, 1, TV_FLOW_ANY, 1);
  add_point (&fixture, 1, TV_FLOW_ANY, 3);
  add_point (&fixture, 1, TV_FLOW_BEGIN, 5);
  add_point (&fixture, 1, TV_FLOW_STEP, 6);
  finish (&fixture);
  assert_text (tv_test_details_to_string (fixture.trace), "flow 1: a@0 -> c@20\n"
                                                          "flow 1: c@20 -> d@30\n"
                                                          "flow 1: e@40 -> f@50\n");
  ck_assert_uint_eq (tv_trace_get_n_arg_sets (fixture.trace), 0);
  ck_assert_uint_eq (tv_trace_get_call_arg_set (fixture.trace, 1, 0), TV_ARG_SET_NONE);
  tear_down (&fixture);
}
END_TEST

/* By time: the innermost run, or the next one; a run is still one where it ends. */
START_TEST (flows_at_times)
{
  Fixture fixture;

  set_up (&fixture);
  add_run (&fixture, 0, "outer", 0, 100, 0);
  add_run (&fixture, 0, "inner", 10, 20, 0);
  add_run (&fixture, 0, "spilt", 90, 120, 0);
  add_run (&fixture, 1, "b", 30, 40, 0);
  add_run (&fixture, 1, "c", 50, 60, 0);
  add_timed_point (&fixture, TV_FLOW_BEGIN, 0, 20, FALSE);
  add_timed_point (&fixture, TV_FLOW_STEP, 0, 25, FALSE);
  add_timed_point (&fixture, TV_FLOW_STEP, 1, 45, TRUE);
  add_timed_point (&fixture, TV_FLOW_STEP, 1, 46, FALSE);
  add_timed_point (&fixture, TV_FLOW_STEP, 0, 95, FALSE);
  add_timed_point (&fixture, TV_FLOW_END, 1, 97, TRUE);
  finish (&fixture);
  assert_text (tv_test_details_to_string (fixture.trace),
               "flow 7: inner@10 -> outer@0\n"
               "flow 7: outer@0 -> c@50\n"
               "flow 7: c@50 -> spilt@90\n");
  tear_down (&fixture);
}
END_TEST

/* Without the calls of "a", the others keep what they have; a flow from a call that is
 * gone comes from nowhere. */
START_TEST (details_of_a_transformed_trace)
{
  Fixture fixture;
  g_autoptr (TvTransform) transform = NULL;
  g_autoptr (TvTrace) less = NULL;
  const guint32 dropped = 0;

  set_up (&fixture);
  add_run (&fixture, 0, "a", 0, 10, add_tag (&fixture, "k", 1));
  add_run (&fixture, 0, "b", 20, 30, add_tag (&fixture, "k", 2));
  add_run (&fixture, 0, "c", 40, 50, 0);
  add_timed_point (&fixture, TV_FLOW_BEGIN, 0, 5, FALSE);
  add_timed_point (&fixture, TV_FLOW_STEP, 0, 25, FALSE);
  add_timed_point (&fixture, TV_FLOW_END, 0, 45, FALSE);
  tv_system_builder_add_value (
      fixture.system, add_counter (&fixture, TV_TRACK_GLOBAL, "free", 0), 7, 1);
  finish (&fixture);
  transform = tv_transform_new (TV_TRANSFORM_DROP, &dropped, 1);
  less = tv_trace_new_transformed (fixture.trace, transform, 0, NULL, NULL);
  ck_assert_ptr_nonnull (less);
  tear_down (&fixture);
  assert_text (tv_test_details_to_string (less),
               "b@10\n"
               "  debug.list[0].x (debug.list.x) string text\n"
               "  k int 2\n"
               "flow 7: - -> b@10\n"
               "flow 7: b@10 -> c@30\n");
  assert_text (tv_test_counters_to_string (less), "global free: 7=1\n");
}
END_TEST

/* Times of a clock that was read at 100 on the file's own, whose trace starts at 70. */
START_TEST (clocks)
{
  Fixture fixture;
  gint64 start;

  set_up (&fixture);
  tv_system_builder_set_own_clock (fixture.system, TV_SYSTEM_CLOCK_BOOT);
  tv_system_builder_set_reading (fixture.system, TV_SYSTEM_CLOCK_REALTIME, 100, 5000);
  tv_system_builder_set_reading (fixture.system, TV_SYSTEM_CLOCK_REALTIME, 200, 9000);
  tv_system_builder_set_reading (fixture.system, TV_SYSTEM_CLOCK_MONOTONIC_RAW,
                                 G_MININT64, 1);
  add_run (&fixture, 0, "a", 70, 80, 0);
  finish (&fixture);
  ck_assert_int_eq (tv_trace_get_own_clock (fixture.trace), TV_SYSTEM_CLOCK_BOOT);
  ck_assert (tv_trace_get_clock_start (fixture.trace, TV_SYSTEM_CLOCK_BOOT, &start));
  ck_assert_int_eq (start, 70);
  ck_assert (
      tv_trace_get_clock_start (fixture.trace, TV_SYSTEM_CLOCK_REALTIME, &start));
  ck_assert_int_eq (start, 4970);
  ck_assert (
      !tv_trace_get_clock_start (fixture.trace, TV_SYSTEM_CLOCK_MONOTONIC, &start));
  ck_assert (
      !tv_trace_get_clock_start (fixture.trace, TV_SYSTEM_CLOCK_MONOTONIC_RAW, &start));
  tear_down (&fixture);
}
END_TEST

/* What a trace lacks has no columns. */
START_TEST (nothing_of_it)
{
  Fixture fixture;

  set_up (&fixture);
  add_run (&fixture, 0, "a", 0, 10, 0);
  finish (&fixture);
  ck_assert_ptr_null (fixture.trace->system);
  ck_assert_ptr_null (fixture.trace->details);
  ck_assert_uint_eq (tv_trace_get_n_counters (fixture.trace), 0);
  ck_assert_uint_eq (tv_trace_get_n_cpus (fixture.trace), 0);
  ck_assert_uint_eq (tv_trace_get_n_flows (fixture.trace), 0);
  ck_assert_int_eq (tv_trace_get_own_clock (fixture.trace), TV_SYSTEM_CLOCK_UNKNOWN);
  tear_down (&fixture);
}
END_TEST

TV_TESTS (NULL, NULL)
