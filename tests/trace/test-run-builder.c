/* SPDX-License-Identifier: Apache-2.0 */

/* Runs of tracks that become a trace: nesting, repairs, rows, ids and the columns. The
 * expected values are worked out by hand. */

#include "support/run-script.h"
#include "support/test-runner.h"
#include "support/trace-asserts.h"
#include "support/trace-fixtures.h"
#include "trace/build/run-builder.h"
#include "trace/model/trace-storage.h"

/* The only thread of a script. */
static void
assert_nested (const char *script, const char *expected)
{
  g_autoptr (TvTrace) trace = tv_test_run_script (script);
  g_autofree char *text = NULL;

  ck_assert_uint_eq (tv_trace_get_n_threads (trace), 1);
  text = tv_test_calls_to_string (trace, 0);
  ck_assert_str_eq (text, expected);
}

static void
assert_row (const TvTrace *trace, guint32 row, guint32 id, const char *expected)
{
  g_autofree char *text = tv_test_calls_to_string (trace, row);

  ck_assert_uint_eq (tv_trace_get_thread (trace, row)->id, id);
  ck_assert_str_eq (text, expected);
}

static void
assert_warning (const TvTrace *trace, TvWarningKind kind, guint64 count, guint64 at)
{
  const TvWarning *warning = tv_warnings_find (tv_trace_get_warnings (trace), kind);

  ck_assert_ptr_nonnull (warning);
  ck_assert_uint_eq (warning->count, count);
  ck_assert_int_eq (warning->place, TV_PLACE_OFFSET);
  ck_assert_uint_eq (warning->at, at);
}

START_TEST (runs_are_nested_in_any_order)
{
  const char *expected = "a wall 0-100\n"
                         "  b wall 10-40\n"
                         "    c wall 20-30\n"
                         "  b wall 50-60\n"
                         "a wall 100-120\n";

  assert_nested ("thread 1; a 0-100; b 10-40; c 20-30; b 50-60; a 100-120", expected);
  assert_nested ("thread 1; c 20-30; b 10-40; b 50-60; a 0-100; a 100-120", expected);
  assert_nested ("thread 1; a 100-120; b 50-60; c 20-30; b 10-40; a 0-100", expected);
}
END_TEST

/* The longest first, then the first that was added. A run at the end of another is not
 * in it. */
START_TEST (runs_that_start_together)
{
  assert_nested ("thread 1; a 0-10; b 0-20; c 0-10; d 10-20; e 20-25",
                 "b wall 0-20\n"
                 "  a wall 0-10\n"
                 "    c wall 0-10\n"
                 "  d wall 10-20\n"
                 "e wall 20-25\n");
}
END_TEST

START_TEST (runs_of_no_length)
{
  assert_nested ("thread 1; a 0-10; b 0-0; c 5-5; d 10-10; e 10-10; f 10-12",
                 "a wall 0-10\n"
                 "  b wall 0-0\n"
                 "  c wall 5-5\n"
                 "f wall 10-12\n"
                 "  d wall 10-10\n"
                 "  e wall 10-10\n");
}
END_TEST

START_TEST (overlaps_are_cut)
{
  g_autoptr (TvTrace) trace = tv_test_run_script ("thread 1\n"
                                                  "b 5-15\n"
                                                  "c 6-12\n"
                                                  "a 0-10\n"
                                                  "d 12-13\n");
  g_autofree char *message = NULL;

  assert_row (trace, 0, 1,
              "a wall 0-10\n"
              "  b wall 5-10\n"
              "    c wall 6-10\n"
              "d wall 12-13\n");
  /* b, on line 2, and c. */
  assert_warning (trace, TV_WARNING_SLICE_OVERLAPS, 2, 2);
  tv_assert_only_warning (trace, TV_WARNING_SLICE_OVERLAPS);
  message = tv_warning_dup_message (
      tv_warnings_find (tv_trace_get_warnings (trace), TV_WARNING_SLICE_OVERLAPS));
  ck_assert_str_eq (
      message, "2 slices overlap the ends of others and were cut there (at byte 2)");
}
END_TEST

START_TEST (overlaps_spill_to_other_rows)
{
  g_autoptr (TvTrace) trace = tv_test_run_script ("thread 1 spill main\n"
                                                  "a 0-10; b 5-15; c 6-9; d 7-16\n"
                                                  "e 11-12; f 12-\n");

  tv_assert_no_warning (trace);
  ck_assert_uint_eq (tv_trace_get_n_threads (trace), 3);
  assert_row (trace, 0, 1,
              "a wall 0-10\n"
              "  c wall 6-9\n"
              "e wall 11-12\n"
              "f wall 12-16 still-open\n");
  assert_row (trace, 1, 0x40000000, "b wall 5-15\n");
  assert_row (trace, 2, 0x40000001, "d wall 7-16\n");
  for (guint i = 0; i < 3; i++)
    {
      ck_assert_int_eq (tv_trace_get_thread (trace, i)->number, 1);
      ck_assert_str_eq (tv_trace_get_thread (trace, i)->name, "main");
    }
}
END_TEST

START_TEST (overlaps_stand_beside_each_other)
{
  g_autoptr (TvTrace) trace = tv_test_run_script (
      "process 3; row 8 beside requests; a 0-10; b 2-3; c 3-4; d 2-12; e 10-11");

  tv_assert_no_warning (trace);
  ck_assert_uint_eq (tv_trace_get_n_threads (trace), 3);
  assert_row (trace, 0, 0x40000000, "a wall 0-10\ne wall 10-11\n");
  assert_row (trace, 1, 0x40000001, "d wall 2-12\n");
  assert_row (trace, 2, 0x40000002, "b wall 2-3\nc wall 3-4\n");
}
END_TEST

/* There are 256 rows at most: in the last one runs are nested and cut. */
START_TEST (rows_are_bounded)
{
  g_autoptr (GString) script = g_string_new ("row 1 beside");
  g_autoptr (TvTrace) trace = NULL;

  for (guint i = 0; i < 300; i++)
    g_string_append_printf (script, "\na %u-%u", i, 1000 + i);
  trace = tv_test_run_script (script->str);
  ck_assert_uint_eq (tv_trace_get_n_threads (trace), 256);
  ck_assert_uint_eq (tv_trace_get_thread (trace, 254)->n_calls, 1);
  ck_assert_uint_eq (tv_trace_get_thread (trace, 255)->n_calls, 45);
  assert_warning (trace, TV_WARNING_SLICE_OVERLAPS, 44, 258);
}
END_TEST

START_TEST (runs_that_do_not_end)
{
  g_autoptr (TvTrace) trace = tv_test_run_script ("thread 1; a 0-10; b 5-; c 6-; "
                                                  "d 20-; e 30-40; f 35-\n"
                                                  "thread 2; g 0-90; h 90-\n");

  tv_assert_no_warning (trace);
  assert_row (trace, 0, 1,
              "a wall 0-10\n"
              "  b wall 5-10 exit-lost\n"
              "    c wall 6-10 exit-lost\n"
              "d wall 20-90 still-open\n"
              "  e wall 30-40\n"
              "    f wall 35-40 exit-lost\n");
  assert_row (trace, 1, 2, "g wall 0-90\nh wall 90-90 still-open\n");
}
END_TEST

START_TEST (beginnings_and_ends_are_paired)
{
  assert_nested ("thread 1; a < 0; b < 1; * > -2; b < 3; b > -4; a > -5; c < 6",
                 "a wall 0-5\n"
                 "  b wall 1-2\n"
                 "  b wall 3-4\n"
                 "c wall 6-6 still-open\n");
  /* In any order of time. */
  assert_nested ("thread 1; a > -5; b > -4; c < 6; b < 3; b < 1; * > -2; a < 0",
                 "a wall 0-5\n"
                 "  b wall 1-2\n"
                 "  b wall 3-4\n"
                 "c wall 6-6 still-open\n");
}
END_TEST

/* At the same time the order of addition decides, so that each keeps its parent. */
START_TEST (paired_runs_of_no_length)
{
  assert_nested ("thread 1; a < 5; b < 5; c < 5; * > -5; * > -5; d < 5; * > -5; "
                 "* > -5; e < 5; * > -9; f < 9; * > -9",
                 "a wall 0-0\n"
                 "  b wall 0-0\n"
                 "    c wall 0-0\n"
                 "  d wall 0-0\n"
                 "e wall 0-4\n"
                 "f wall 4-4\n");
  assert_nested ("thread 1; a < 0; b < 6; b > -10; c < 10; c > -10; a > -10",
                 "a wall 0-10\n"
                 "  b wall 6-10\n"
                 "  c wall 10-10\n");
}
END_TEST

START_TEST (ends_are_lost)
{
  g_autoptr (TvTrace) trace = tv_test_run_script ("thread 1\n"
                                                  "b > -1\n"
                                                  "a < 2\n"
                                                  "b < 3\n"
                                                  "c < 4\n"
                                                  "d > -5\n"
                                                  "a > -6\n"
                                                  "* > -7\n");

  assert_row (trace, 0, 1,
              "a wall 0-4\n"
              "  b wall 1-4 exit-lost\n"
              "    c wall 2-4 exit-lost\n");
  assert_warning (trace, TV_WARNING_SLICE_END_LOST, 2, 4);
  assert_warning (trace, TV_WARNING_SLICE_STRAY_END, 3, 2);
}
END_TEST

START_TEST (whole_runs_and_pairs_on_one_track)
{
  assert_nested ("thread 1; a < 0; x 0-3; z 0-20; b < 5; y 4-8; * > -7; * > -10",
                 "z wall 0-20\n"
                 "  a wall 0-10\n"
                 "    x wall 0-3\n"
                 "    y wall 4-8\n"
                 "      b wall 5-7\n");
  assert_nested ("thread 1; a < 1; * > -1; b < 1; * > -9; x 1-5", "a wall 0-0\n"
                                                                  "b wall 0-8\n"
                                                                  "  x wall 0-4\n");
}
END_TEST

START_TEST (recursive_runs)
{
  g_autoptr (TvTrace) trace
      = tv_test_run_script ("thread 1; a 0-50; b 1-40; a 2-30; b 3-4; a 60-70");

  assert_row (trace, 0, 1,
              "a wall 0-50\n"
              "  b wall 1-40\n"
              "    a wall 2-30 recursive\n"
              "      b wall 3-4 recursive\n"
              "a wall 60-70\n");
  ck_assert_uint_eq (tv_trace_get_n_methods (trace), 2);
  ck_assert_int_eq (tv_trace_get_thread (trace, 0)->root_inclusive[TV_CLOCK_WALL],
                    60000);
}
END_TEST

START_TEST (times_count_from_the_first_run)
{
  g_autoptr (TvTrace) trace
      = tv_test_run_script ("thread 5; a 2000-2010; thread 4; b 1990.5-2003; c 2004-");
  const TvTraceInfo *info = tv_trace_get_info (trace);
  const TvThread *thread = tv_trace_get_thread (trace, 1);
  gint64 start, end;

  ck_assert_int_eq (info->kind, TV_TRACE_KIND_SLICES);
  ck_assert_int_eq (info->origin, 1990500);
  ck_assert_str_eq (info->clock_name, "wall");
  ck_assert_uint_eq (thread->id, 5);
  ck_assert_int_eq (thread->first[TV_CLOCK_WALL], 9500);
  ck_assert_int_eq (thread->last[TV_CLOCK_WALL], 19500);
  ck_assert_int_eq (thread->axis_first, 9500);
  ck_assert_int_eq (thread->axis_last, 19500);
  ck_assert_uint_eq (thread->n_events, 1);
  tv_trace_get_axis_range (trace, &start, &end);
  ck_assert_int_eq (start, 0);
  ck_assert_int_eq (end, 19500);
  ck_assert (!tv_trace_has_clock (trace, TV_CLOCK_THREAD_CPU));
}
END_TEST

START_TEST (cpu_times)
{
  g_autoptr (TvTrace) trace = tv_test_run_script (
      "thread 1; b 10-20 3-5; a 0-50 1-9; c 30-40 2-7; d < 60 20; e < 61 21; d > -70 "
      "-22; f 80- 30-");
  const TvThread *thread = tv_trace_get_thread (trace, 0);

  /* c begins at 2, before b ended at 5; e was closed with d. */
  assert_row (trace, 0, 1,
              "a cpu 1-9 wall 0-50\n"
              "  b cpu 3-5 wall 10-20\n"
              "  c cpu 5-7 wall 30-40\n"
              "d cpu 20-22 wall 60-70\n"
              "  e cpu 21-22 wall 61-70 exit-lost\n"
              "f cpu 30-30 wall 80-80 still-open\n");
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_TIME_BACKWARDS), 1);
  ck_assert_int_eq (thread->first[TV_CLOCK_THREAD_CPU], 1000);
  ck_assert_int_eq (thread->last[TV_CLOCK_THREAD_CPU], 30000);
  ck_assert_int_eq (thread->root_inclusive[TV_CLOCK_THREAD_CPU], 10000);
}
END_TEST

/* Half of the runs have CPU times: b lasts as long as c, and e takes none. */
START_TEST (cpu_times_of_some_runs)
{
  g_autoptr (TvTrace) trace
      = tv_test_run_script ("thread 1; a 0-50 1-9; b 10-20; c 12-14 2-4; e 41-42");

  assert_row (trace, 0, 1,
              "a cpu 1-9 wall 0-50\n"
              "  b cpu 2-4 wall 10-20 no-cpu-time\n"
              "    c cpu 2-4 wall 12-14\n"
              "  e cpu 4-4 wall 41-42 no-cpu-time\n");
  assert_warning (trace, TV_WARNING_SLICE_CPU, 2, 3);
}
END_TEST

/* What lacks times lasts from the first reading in it: x has none before a has. Of f
 * and g, one end has a time. */
START_TEST (cpu_times_that_begin_late)
{
  g_autoptr (TvTrace) trace = tv_test_run_script (
      "thread 1; a 0-50; x 2-3; b 10-20 5000-5004; c 30-40 5006-5007; "
      "f < 60 5010; f > -70; g < 80; h 82-83 5012-5013; g > -90 -5020; i 95-96 "
      "5030-5031");

  assert_row (trace, 0, 1,
              "a cpu 5000-5007 wall 0-50 no-cpu-time\n"
              "  x cpu 5000-5000 wall 2-3 no-cpu-time\n"
              "  b cpu 5000-5004 wall 10-20\n"
              "  c cpu 5006-5007 wall 30-40\n"
              "f cpu 5010-5010 wall 60-70 no-cpu-time\n"
              "g cpu 5012-5020 wall 80-90 no-cpu-time\n"
              "  h cpu 5012-5013 wall 82-83\n"
              "i cpu 5030-5031 wall 95-96\n");
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_SLICE_CPU), 4);
}
END_TEST

/* Most runs have no CPU times: no run has any. */
START_TEST (cpu_times_of_few_runs)
{
  g_autoptr (TvTrace) trace
      = tv_test_run_script ("thread 1; a 0-50 1-9; b 10-20; c 12-14");

  assert_row (trace, 0, 1,
              "a wall 0-50\n"
              "  b wall 10-20\n"
              "    c wall 12-14\n");
  assert_warning (trace, TV_WARNING_CPU_LEFT_OUT, 2, 3);
}
END_TEST

/* Starts and lengths are rounded each: b ends a microsecond after a. */
START_TEST (cpu_times_that_are_rounded)
{
  g_autoptr (TvTrace) trace = tv_test_run_script ("thread 1; a 0-50 1-9; b 10-50 3-10");

  assert_row (trace, 0, 1,
              "a cpu 1-10 wall 0-50\n"
              "  b cpu 3-10 wall 10-50\n");
  tv_assert_no_warning (trace);
}
END_TEST

/* Runs without a length and those of no thread take no time of the CPU: b is when a
 * began, d when c ended, f is the first of its row. */
START_TEST (cpu_times_of_what_takes_none)
{
  g_autoptr (TvTrace) trace = tv_test_run_script (
      "thread 1; a 0-50 1-9; b 5-5; c 10-20 3-5; d 25-25; thread 2; f 0-0; g 1-2 7-8; "
      "cpu 7; h 0-3");

  assert_row (trace, 0, 1,
              "a cpu 1-9 wall 0-50\n"
              "  b cpu 1-1 wall 5-5 no-cpu-time\n"
              "  c cpu 3-5 wall 10-20\n"
              "  d cpu 5-5 wall 25-25 no-cpu-time\n");
  assert_row (trace, 1, 2,
              "f cpu 0-0 wall 0-0 no-cpu-time\n"
              "g cpu 7-8 wall 1-2\n");
  ck_assert_int_eq (tv_trace_get_call_start (trace, 2, 0, TV_CLOCK_THREAD_CPU), 0);
  ck_assert_int_eq (tv_trace_get_call_end (trace, 2, 0, TV_CLOCK_THREAD_CPU), 0);
}
END_TEST

static void
assert_thread (const TvTrace *trace, guint32 row, guint32 id, TvTrackKind kind,
               guint32 process, gint64 number)
{
  const TvThread *thread = tv_trace_get_thread (trace, row);

  ck_assert_uint_eq (thread->id, id);
  ck_assert_int_eq (thread->kind, kind);
  ck_assert_uint_eq (thread->process, process);
  ck_assert_int_eq (thread->number, number);
}

START_TEST (ids_are_unique)
{
  g_autoptr (TvTrace) trace = tv_test_run_script (
      "process 10 app; thread 7 main; a 0-9; row 7 async; a 1-2\n"
      "process 20; thread 7 main; b 0-9; thread 8; b 0-1\n"
      "process 10; thread 9 worker; a 0-1; thread 7 ui; a 3-4\n"
      "cpu 7; c 0-3; global 7 frames; d 0-4\n"
      "process 20 server; thread -3; e 0-5; thread 5000000000; e 0-6\n"
      "thread 1073741825; e 0-7");

  ck_assert_uint_eq (tv_trace_get_n_processes (trace), 2);
  ck_assert_int_eq (tv_trace_get_process (trace, 0)->pid, 10);
  ck_assert_str_eq (tv_trace_get_process (trace, 0)->name, "app");
  ck_assert_int_eq (tv_trace_get_process (trace, 1)->pid, 20);
  ck_assert_str_eq (tv_trace_get_process (trace, 1)->name, "server");
  ck_assert_uint_eq (tv_trace_get_n_threads (trace), 10);
  assert_thread (trace, 0, 7, TV_TRACK_THREAD, 0, 7);
  ck_assert_str_eq (tv_trace_get_thread (trace, 0)->name, "ui");
  assert_row (trace, 0, 7, "a wall 0-9\n  a wall 3-4 recursive\n");
  assert_thread (trace, 1, 8, TV_TRACK_THREAD, 1, 8);
  assert_thread (trace, 2, 9, TV_TRACK_THREAD, 0, 9);
  assert_thread (trace, 3, 0x40000000, TV_TRACK_PROCESS, 0, 7);
  /* A thread has the number after that. */
  assert_thread (trace, 4, 0x40000001, TV_TRACK_THREAD, 1, 0x40000001);
  assert_thread (trace, 5, 0x40000002, TV_TRACK_THREAD, 1, 7);
  assert_thread (trace, 6, 0x40000003, TV_TRACK_CPU, TV_PROCESS_NONE, 7);
  assert_thread (trace, 7, 0x40000004, TV_TRACK_GLOBAL, TV_PROCESS_NONE, 7);
  assert_thread (trace, 8, 0x40000005, TV_TRACK_THREAD, 1, -3);
  assert_thread (trace, 9, 0x40000006, TV_TRACK_THREAD, 1, 5000000000);
}
END_TEST

START_TEST (entries_over_all_rows)
{
  g_autoptr (TvTrace) trace
      = tv_test_run_script ("thread 3; a 4-9; b 5-6; c 7-8; thread 2; d 0-1; e 2-3; "
                            "f 7-9; thread 1; thread 4; g 8-9; h 10-11; h 12-13");
  static const TvEntryRun expected[]
      = { { 1, 2 }, { 2, 2 }, { 1, 1 }, { 2, 1 }, { 3, 3 } };
  gsize n;
  const TvEntryRun *runs = tv_trace_get_entry_runs (trace, &n);

  ck_assert_uint_eq (n, G_N_ELEMENTS (expected));
  for (guint i = 0; i < n; i++)
    {
      ck_assert_uint_eq (runs[i].thread, expected[i].thread);
      ck_assert_uint_eq (runs[i].count, expected[i].count);
    }
}
END_TEST

START_TEST (no_runs)
{
  g_autoptr (TvTrace) empty = tv_test_run_script ("");
  g_autoptr (TvTrace) trace = tv_test_run_script ("process 1; thread 1 main; * > -5");

  ck_assert_uint_eq (tv_trace_get_n_threads (empty), 0);
  tv_assert_only_warning (empty, TV_WARNING_NO_EVENTS);
  ck_assert_uint_eq (tv_trace_get_n_threads (trace), 1);
  ck_assert_uint_eq (tv_trace_get_n_calls (trace), 0);
  ck_assert_uint_eq (tv_test_count_warnings (trace, TV_WARNING_NO_EVENTS), 1);
}
END_TEST

START_TEST (runs_that_end_before_they_start)
{
  g_autoptr (TvTrace) trace = tv_test_run_script ("thread 1\na 0-10\nb 5-3\nc 7-6\n");

  assert_row (trace, 0, 1,
              "a wall 0-10\n"
              "  b wall 5-5\n"
              "  c wall 7-7\n");
  tv_assert_only_warning (trace, TV_WARNING_SLICE_BACKWARDS);
  assert_warning (trace, TV_WARNING_SLICE_BACKWARDS, 2, 3);
}
END_TEST

/* Runs with times that no script has. */

typedef struct
{
  TvMemoryBudget budget;
  TvLoadOptions options;
  TvTrace *trace;
  TvRunBuilder *builder;
  guint32 track;
} Fixture;

static void
set_up (Fixture *fixture, guint64 memory_limit)
{
  const TvTrackSpec spec = { .process = TV_PROCESS_NONE, .number = 1 };

  tv_memory_budget_init (&fixture->budget, memory_limit);
  fixture->options = (TvLoadOptions){ .budget = &fixture->budget };
  fixture->trace = tv_trace_new_empty ();
  fixture->builder = tv_run_builder_new (fixture->trace, &fixture->options);
  fixture->track = tv_run_builder_add_track (fixture->builder, &spec);
}

static void
tear_down (Fixture *fixture)
{
  tv_run_builder_free (fixture->builder);
  tv_trace_unref (fixture->trace);
}

static guint32
add_name (const Fixture *fixture, const char *name)
{
  const TvMethod method
      = { .class_name = "", .name = name, .signature = "", .named = TRUE };

  return tv_run_builder_add_name (fixture->builder, &method);
}

static gboolean
add (const Fixture *fixture, guint32 name, gint64 start, gint64 end, guint64 offset)
{
  const TvRun run = { .name = name, .start = start, .end = end, .offset = offset };

  return tv_run_builder_add_run (fixture->builder, fixture->track, &run);
}

static void
finish (const Fixture *fixture)
{
  g_autoptr (GError) error = NULL;

  tv_run_builder_finish (fixture->builder, &error);
  g_assert_no_error (error);
}

static void
assert_times (const TvTrace *trace, gsize call, gint64 start, gint64 end)
{
  ck_assert_int_eq (tv_trace_get_call_start (trace, 0, call, TV_CLOCK_WALL), start);
  ck_assert_int_eq (tv_trace_get_call_end (trace, 0, call, TV_CLOCK_WALL), end);
}

#define YEAR (G_GINT64_CONSTANT (365) * 24 * 60 * 60 * 1000000000)

/* A hundred and more years away from 0, in bytes of 40 bits. */
START_TEST (impossible_times)
{
  Fixture fixture;
  guint32 name;

  set_up (&fixture, 0);
  name = add_name (&fixture, "a");
  add (&fixture, name, 56 * YEAR, 56 * YEAR + 10, 100);
  add (&fixture, name, 200 * YEAR, 56 * YEAR + 20, G_GUINT64_CONSTANT (0xF123456789));
  add (&fixture, name, 56 * YEAR + 30, 200 * YEAR, G_GUINT64_CONSTANT (0xF023456789));
  add (&fixture, name, G_MININT64, TV_RUN_OPEN, G_GUINT64_CONSTANT (0xF223456789));
  finish (&fixture);
  assert_warning (fixture.trace, TV_WARNING_SLICE_TIME, 3,
                  G_GUINT64_CONSTANT (0xF023456789));
  assert_times (fixture.trace, 0, 0, 10);
  assert_times (fixture.trace, 1, 10, 20);
  /* The last one starts with the one before, which has no length. */
  assert_times (fixture.trace, 2, 30, 30);
  assert_times (fixture.trace, 3, 30, 30);
  ck_assert_uint_eq (tv_trace_get_n_calls (fixture.trace), 4);
  tear_down (&fixture);
}
END_TEST

START_TEST (wide_times)
{
  static const gint64 ends[] = { 1,
                                 G_MAXUINT32,
                                 G_GINT64_CONSTANT (1) << 32,
                                 (G_GINT64_CONSTANT (1) << 48) - 1,
                                 G_GINT64_CONSTANT (1) << 48,
                                 99 * YEAR };
  static const guint sizes[] = { 4, 4, 5, 6, 8, 8 };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      Fixture fixture;

      set_up (&fixture, 0);
      add (&fixture, add_name (&fixture, "b"), -5, ends[i] - 6, 1);
      add (&fixture, add_name (&fixture, "a"), -5, ends[i] - 5, 2);
      finish (&fixture);
      ck_assert_int_eq (tv_trace_get_info (fixture.trace)->origin, -5);
      assert_times (fixture.trace, 0, 0, ends[i]);
      assert_times (fixture.trace, 1, 0, ends[i] - 1);
      ck_assert_str_eq (tv_trace_get_method (fixture.trace, 1)->name, "a");
      ck_assert_uint_eq (tv_trace_get_call_method (fixture.trace, 0, 0), 1);
      /* Method, parent, flags and two times of each call, and the order of entries. */
      ck_assert_uint_eq (tv_trace_get_memory_size (fixture.trace),
                         2 * (2 + 4 + 1 + 2 * sizes[i]) + sizeof (TvEntryRun));
      tear_down (&fixture);
    }
}
END_TEST

/* With four rows, sums have room for a fourth of 2^63 nanoseconds, 73 years. */
START_TEST (times_that_sums_have_no_room_for)
{
  Fixture fixture;

  set_up (&fixture, 0);
  for (guint i = 2; i < 5; i++)
    tv_run_builder_add_track (
        fixture.builder,
        &(TvTrackSpec){ .process = TV_PROCESS_NONE, .number = (gint64) i });
  add (&fixture, add_name (&fixture, "a"), 0, 99 * YEAR, 1);
  add (&fixture, add_name (&fixture, "b"), 98 * YEAR, 99 * YEAR, 2);
  finish (&fixture);
  assert_times (fixture.trace, 0, 0, G_MAXINT64 / 4);
  assert_times (fixture.trace, 1, G_MAXINT64 / 4, G_MAXINT64 / 4);
  ck_assert_uint_eq (tv_test_count_warnings (fixture.trace, TV_WARNING_SLICE_TIME), 3);
  tear_down (&fixture);
}
END_TEST

START_TEST (wide_methods)
{
  Fixture fixture;

  set_up (&fixture, 0);
  for (guint i = 0; i < 65537; i++)
    {
      char name[16];

      g_snprintf (name, sizeof name, "m%u", i);
      ck_assert_uint_eq (add_name (&fixture, name), i);
    }
  ck_assert_uint_eq (add_name (&fixture, "m65536"), 65536);
  add (&fixture, 65536, 0, 10, 1);
  add (&fixture, 0, 2, 3, 2);
  finish (&fixture);
  ck_assert_uint_eq (tv_trace_get_call_method (fixture.trace, 0, 0), 65536);
  ck_assert_uint_eq (tv_trace_get_call_method (fixture.trace, 0, 1), 0);
  ck_assert_uint_eq (tv_trace_get_memory_size (fixture.trace),
                     2 * (4 + 4 + 1 + 2 * 4) + sizeof (TvEntryRun));
  tear_down (&fixture);
}
END_TEST

START_TEST (names_are_told_apart)
{
  Fixture fixture;
  TvMethod method = { .class_name = "p.Q", .name = "a", .signature = "()V" };
  guint32 names[6];

  set_up (&fixture, 0);
  names[0] = tv_run_builder_add_name (fixture.builder, &method);
  method.file = "Q.java";
  names[1] = tv_run_builder_add_name (fixture.builder, &method);
  method.line = 3;
  names[2] = tv_run_builder_add_name (fixture.builder, &method);
  method.class_name = "p.R";
  names[3] = tv_run_builder_add_name (fixture.builder, &method);
  method.signature = "(I)V";
  names[4] = tv_run_builder_add_name (fixture.builder, &method);
  method.named = TRUE;
  names[5] = tv_run_builder_add_name (fixture.builder, &method);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    ck_assert_uint_eq (names[i], i);
  ck_assert_uint_eq (tv_run_builder_add_name (fixture.builder, &method), 5);
  tear_down (&fixture);
}
END_TEST

START_TEST (memory_is_refused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = tv_test_run_script_build ("thread 1; a 0-1", 1, &error);
  Fixture fixture;
  guint n = 0;

  ck_assert_ptr_null (trace);
  ck_assert (g_error_matches (error, TV_TRACE_ERROR, TV_TRACE_ERROR_TOO_LARGE));
  g_clear_error (&error);
  /* While runs are added: after a MiB and not later. */
  set_up (&fixture, 1);
  while (n < 100000 && add (&fixture, add_name (&fixture, "a"), n, n, n))
    n++;
  ck_assert_uint_gt (n, 1000);
  ck_assert_uint_le (n, 1024 * 1024 / 32);
  ck_assert (!tv_run_builder_finish (fixture.builder, &error));
  ck_assert (g_error_matches (error, TV_TRACE_ERROR, TV_TRACE_ERROR_TOO_LARGE));
  tear_down (&fixture);
}
END_TEST

START_TEST (finishing_is_cancelled)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  Fixture fixture;

  set_up (&fixture, 0);
  fixture.options.cancellable = cancellable;
  add (&fixture, add_name (&fixture, "a"), 0, 1, 0);
  g_cancellable_cancel (cancellable);
  ck_assert (!tv_run_builder_finish (fixture.builder, &error));
  ck_assert (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED));
  tear_down (&fixture);
}
END_TEST

/* A stack of a hundred thousand runs, whose innermost is ended by the outermost's name.
 */
START_TEST (deep_stacks)
{
  Fixture fixture;
  TvRun run = { 0 };

  set_up (&fixture, 0);
  run.name = add_name (&fixture, "a");
  tv_run_builder_begin_run (fixture.builder, fixture.track, &run);
  run.name = add_name (&fixture, "b");
  for (run.start = 1; run.start < 100000; run.start++)
    tv_run_builder_begin_run (fixture.builder, fixture.track, &run);
  run = (TvRun){ .name = 0, .end = 100000 };
  tv_run_builder_end_run (fixture.builder, fixture.track, &run);
  finish (&fixture);
  ck_assert_uint_eq (tv_trace_get_call_parent (fixture.trace, 0, 99999), 99998);
  assert_times (fixture.trace, 99999, 99999, 100000);
  ck_assert_uint_eq (tv_test_count_warnings (fixture.trace, TV_WARNING_SLICE_END_LOST),
                     99999);
  tear_down (&fixture);
}
END_TEST

TV_TESTS (NULL, NULL)
