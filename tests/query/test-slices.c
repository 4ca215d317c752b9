/* SPDX-License-Identifier: Apache-2.0 */

/* Tables of traces of slices, with rows worked out by hand from
 * tests/traces/slices/two-processes.json. Process 10 is `shop` and has the threads 10
 * and 11, `ui`, of whose slices two overlap; process 20 is `server`, has a thread 11 of
 * its own, and loads on none. The file's clock is at 1000 microseconds at its first
 * event, and at 1140 at its last. */

#include "query-text.h"

#include "support/test-runner.h"
#include "trace/formats/trace-loader.h"

#include <string.h>

static TvTrace *trace;
static TvQuery *query;

static void
ask_trace (TvTrace *asked)
{
  trace = asked;
  ck_assert_ptr_nonnull (trace);
  query = tv_query_new (&trace, 1, NULL);
  ck_assert_ptr_nonnull (query);
}

static void
tear_down (void)
{
  g_clear_pointer (&query, tv_query_unref);
  g_clear_pointer (&trace, tv_trace_unref);
}

static void
ask_file (const char *name)
{
  g_autofree char *path = g_build_filename (g_getenv ("TRACEVIEW_SRCDIR"), "tests",
                                            "traces", "slices", name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  tear_down ();
  ask_trace (tv_trace_load (file, 0, NULL, NULL, NULL, NULL, NULL));
}

static void
set_up (void)
{
  ask_file ("two-processes.json");
}

static void
assert_answer (const char *script, const char *expected)
{
  tv_test_assert_answer (query, script, expected);
}

START_TEST (slices_have_the_time_of_the_file)
{
  assert_answer (
      "SELECT id, ts, dur, track_id, category, name, depth, parent_id, is_open"
      " FROM slice",
      "1|1000000|100000|1|view|draw|0||0\n"
      "0|1010000|-1|0||main|0||1\n"
      "2|1020000|30000|1|view,font|text|1|1|0\n"
      "8|1030000|60000|6|net|load|0||0\n"
      "3|1040000|100000|2||draw|0||0\n"
      "4|1050000|20000|3|lock|wait|0||0\n"
      "5|1060000|0|3||tick|1|4|0\n"
      "6|1080000|0|4||low memory|0||0\n"
      "7|1085000|0|5||vsync|0||0\n");
  assert_answer ("SELECT trace_start(), trace_end(), trace_dur(), start_ts, end_ts"
                 " FROM trace_bounds",
                 "1000000|1140000|140000|1000000|1140000\n");
  assert_answer ("SELECT str_value FROM metadata WHERE name = 'trace_type'", "json\n");
}
END_TEST

/* Facts of a file of Chrome's, with numbers as such, and the kernel's text in it. */
START_TEST (files_have_facts)
{
  ask_file ("chrome-system.json");
  assert_answer ("SELECT name, key_type, int_value, str_value FROM metadata"
                 " WHERE name GLOB 'json_metadata.*'",
                 "json_metadata.source|single_string||DevTools\n"
                 "json_metadata.cpuThrottling|single_int|1|\n"
                 "json_metadata.highres|single_int|1|\n"
                 "json_metadata.ratio|single_string||1.5\n"
                 "json_metadata.size.width|single_int|800|\n"
                 "json_metadata.modules[0]|single_string||a\n"
                 "json_metadata.modules[1]|single_string||b\n");
  assert_answer ("SELECT p.name, t.name, s.name, s.ts, s.dur FROM slice s"
                 " JOIN thread_track k ON k.id = s.track_id"
                 " JOIN thread t USING (utid) JOIN process p USING (upid)",
                 "Browser|CrBrowserMain|draw|10000002000|7000\n"
                 "Browser|CrBrowserMain|js|10000003000|4000\n");
  assert_answer ("SELECT t.tid, s.ts, s.dur, s.cpu, s.priority FROM sched s"
                 " JOIN thread t USING (utid) ORDER BY s.ts, t.tid",
                 "7|10000001000|-1|1|120\n");
}
END_TEST

START_TEST (conditions_and_orders_are_of_that_time)
{
  assert_answer ("SELECT id FROM slice WHERE ts > 1010000 AND name <> 'draw' LIMIT 3",
                 "2\n8\n4\n");
  assert_answer ("SELECT id FROM slice ORDER BY ts LIMIT 2 OFFSET 1", "0\n2\n");
  assert_answer ("SELECT id FROM thread_slice WHERE utid = 2 AND dur > 30000",
                 "1\n3\n");
  assert_answer ("SELECT a.id, b.id FROM slice a JOIN slice b ON b.ts = a.ts + 10000"
                 " WHERE a.id > 1",
                 "2|8\n8|3\n3|4\n4|5\n");
  assert_answer ("SELECT id FROM slice WHERE ts >= 1050000 AND ts < 1085000",
                 "4\n5\n6\n");
  assert_answer ("SELECT id FROM slice WHERE ts < 1000000 OR ts > 1085000", "");
  assert_answer ("SELECT group_concat(id, ' ') FROM (SELECT id FROM slice ORDER BY ts)",
                 "1 0 2 8 3 4 5 6 7\n");
  assert_answer ("SELECT id FROM slice WHERE track_id = 1 AND ts = 1020000", "2\n");
  assert_answer ("SELECT id FROM slice WHERE ts > -9223372036854775808"
                 " AND ts < 9223372036854775807 AND category = 'view'",
                 "1\n");
  assert_answer ("SELECT category, count(*) FROM slice GROUP BY category",
                 "|5\nlock|1\nnet|1\nview|1\nview,font|1\n");
}
END_TEST

START_TEST (slices_that_are_open_have_no_length)
{
  assert_answer (
      "SELECT dur, self_dur, wall_dur, wall_start, wall_end, cpu_dur FROM call"
      " WHERE is_open",
      "-1|130000|-1|1010000|1140000|\n");
  assert_answer ("SELECT slice_id, ts, dur FROM _slice_flattened WHERE slice_id < 3"
                 " ORDER BY ts",
                 "1|1000000|20000\n"
                 "0|1010000|130000\n"
                 "2|1020000|30000\n"
                 "1|1050000|50000\n");
}
END_TEST

START_TEST (slices_have_stacks)
{
  assert_answer ("SELECT s.id, t.id FROM slice s JOIN slice t"
                 " ON s.parent_stack_id = t.stack_id ORDER BY s.id, t.id",
                 "2|1\n2|3\n5|4\n");
  assert_answer ("SELECT parent_stack_id FROM slice WHERE id = 1", "0\n");
  assert_answer ("SELECT id FROM ancestor_slice_by_stack("
                 "(SELECT stack_id FROM slice WHERE id = 2))",
                 "1\n2\n");
  assert_answer ("SELECT id FROM descendant_slice_by_stack("
                 "(SELECT stack_id FROM slice WHERE id = 1))",
                 "1\n2\n3\n");
}
END_TEST

START_TEST (rows_are_of_one_machine)
{
  assert_answer ("SELECT DISTINCT machine_id FROM thread", "0\n");
  assert_answer ("SELECT p.machine_id, t.machine_id, m.id FROM process p, track t"
                 " JOIN machine m ON m.id = t.machine_id LIMIT 1",
                 "0|0|0\n");
}
END_TEST

START_TEST (threads_have_several_tracks)
{
  assert_answer (
      "SELECT utid, tid, name, upid, is_main_thread, is_idle, calls, start_ts,"
      " end_ts FROM thread",
      "0|0||0||1|||\n"
      "1|10||1|1|0|1|1010000|1140000\n"
      "2|11|ui|1|0|0|3|1000000|1140000\n"
      "3|11||2|0|0|2|1050000|1070000\n");
  assert_answer ("SELECT id, name, type, utid FROM thread_track",
                 "0||thread_execution|1\n"
                 "1||thread_execution|2\n"
                 "2||thread_execution|2\n"
                 "3||thread_execution|3\n");
  assert_answer ("SELECT id FROM thread_slice WHERE utid = 2 ORDER BY ts DESC",
                 "3\n2\n1\n");
  assert_answer ("SELECT group_concat(id, ' ') FROM (SELECT id FROM thread_slice"
                 " ORDER BY utid DESC, ts)",
                 "4 5 1 2 3 0\n");
}
END_TEST

START_TEST (processes_have_tracks)
{
  assert_answer ("SELECT upid, pid, name FROM process",
                 "0|0|\n1|10|shop\n2|20|server\n");
  assert_answer ("SELECT id, type, upid FROM process_track",
                 "4|chrome_process_instant|1\n"
                 "6|legacy_async_process_slice|2\n");
  assert_answer ("SELECT id, name, type FROM track WHERE id > 4 AND id <> 6",
                 "5|Instants|legacy_chrome_global_instants\n");
  assert_answer ("SELECT name FROM process_track WHERE id = 6", "load\n");
  assert_answer ("SELECT id FROM process_track WHERE id = 5", "");
  assert_answer ("SELECT count(*) FROM cpu_track", "0\n");
}
END_TEST

START_TEST (slices_have_context)
{
  assert_answer (
      "SELECT id, thread_name, utid, tid, is_main_thread, process_name, upid,"
      " pid, track_name FROM thread_slice",
      "1|ui|2|11|0|shop|1|10|\n"
      "0||1|10|1|shop|1|10|\n"
      "2|ui|2|11|0|shop|1|10|\n"
      "3|ui|2|11|0|shop|1|10|\n"
      "4||3|11|0|server|2|20|\n"
      "5||3|11|0|server|2|20|\n");
  assert_answer ("SELECT id, ts, dur, category, name, process_name, upid, pid"
                 " FROM process_slice",
                 "8|1030000|60000|net|load|server|2|20\n"
                 "6|1080000|0||low memory|shop|1|10\n");
  assert_answer ("SELECT group_concat(id, ' '), count(tid), count(pid)"
                 " FROM thread_or_process_slice",
                 "0 1 2 3 4 5 6 8|6|8\n");
}
END_TEST

/* As Perfetto's own tests ask. */
START_TEST (tracks_are_joined_with_their_owners)
{
  assert_answer (
      "SELECT slice.id, process.name, thread.tid, thread_process.name"
      " FROM slice LEFT JOIN track ON slice.track_id = track.id"
      " LEFT JOIN process_track ON slice.track_id = process_track.id"
      " LEFT JOIN process ON process_track.upid = process.upid"
      " LEFT JOIN thread_track ON slice.track_id = thread_track.id"
      " LEFT JOIN thread ON thread_track.utid = thread.utid"
      " LEFT JOIN process thread_process ON thread.upid = thread_process.upid"
      " WHERE slice.id > 2 ORDER BY slice.id",
      "3||11|shop\n"
      "4||11|server\n"
      "5||11|server\n"
      "6|shop||\n"
      "7|||\n"
      "8|server||\n");
}
END_TEST

/* Of two threads, one is not named by a number, and one is the idle one. */
START_TEST (the_clock_of_a_thread_is_its_own)
{
  static const char events[]
      = "[{'ph': 'X', 'name': 'a', 'ts': 5, 'dur': 10, 'tts': 100, 'tdur': 4,"
        " 'pid': 'p', 'tid': 't'},"
        " {'ph': 'X', 'name': 'b', 'ts': 6, 'dur': 1, 'tts': 0.5, 'tdur': 0, 'pid': 0,"
        " 'tid': 0}]";
  g_autofree char *text = g_strdelimit (g_strdup (events), "'", '"');
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  tear_down ();
  ask_trace (tv_trace_load_bytes (bytes, NULL, NULL));
  assert_answer ("SELECT s.name, ts, dur, thread_ts, thread_dur, utid, t.name,"
                 " process_name FROM thread_slice s JOIN thread t USING (utid)"
                 " ORDER BY ts",
                 "a|5000|10000|100000|4000|1|t|p\n"
                 "b|6000|1000|500|0|0||\n");
  assert_answer ("SELECT utid, tid, upid, is_idle, calls FROM thread WHERE utid = 0",
                 "0|0|0|1|1\n");
  assert_answer ("SELECT count(*) FROM process", "2\n");
}
END_TEST

/* b and c have no CPU time, and take none. Instants have none either. */
START_TEST (slices_without_cpu_time)
{
  static const char events[]
      = "[{'ph': 'X', 'name': 'a', 'ts': 5, 'dur': 10, 'tts': 100, 'tdur': 4,"
        " 'pid': 1, 'tid': 1},"
        " {'ph': 'X', 'name': 'b', 'ts': 6, 'dur': 3, 'pid': 1, 'tid': 1},"
        " {'ph': 'X', 'name': 'a', 'ts': 7, 'dur': 1, 'tts': 101, 'tdur': 1,"
        " 'pid': 1, 'tid': 1},"
        " {'ph': 'X', 'name': 'c', 'ts': 20, 'dur': 2, 'pid': 1, 'tid': 1}]";
  g_autofree char *text = g_strdelimit (g_strdup (events), "'", '"');
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  tear_down ();
  ask_trace (tv_trace_load_bytes (bytes, NULL, NULL));
  assert_answer (
      "SELECT name, dur, thread_ts, thread_dur FROM thread_slice ORDER BY ts",
      "a|10000|100000|4000\n"
      "b|3000||\n"
      "a|1000|101000|1000\n"
      "c|2000||\n");
  assert_answer ("SELECT name, sum(thread_dur), count(thread_dur)"
                 " FROM slice GROUP BY name",
                 "a|5000|2\n"
                 "b||0\n"
                 "c||0\n");
}
END_TEST

/* scheduling.txt: `ui` runs on processor 0 and draws, and wakes `worker`, which runs on
 * processor 1 and wakes it again. */
START_TEST (processors_have_a_schedule)
{
  ask_file ("scheduling.txt");
  assert_answer ("SELECT * FROM sched", "0|1000000000|40000|0|1|S|110|0|1000040000\n"
                                        "1|1000025000|60000|1|2|D|120|1|1000085000\n"
                                        "2|1000040000|30000|0|0|R|120|0|1000070000\n"
                                        "3|1000070000|-1|0|1||110|0|1000069999\n"
                                        "4|1000085000|-1|1|0||120|1|1000084999\n");
  assert_answer ("SELECT id, ts, dur, cpu, utid, state, io_wait, blocked_function,"
                 " waker_utid, waker_id, ucpu FROM thread_state",
                 "0|1000000000|40000|0|1|Running|||||0\n"
                 "1|1000020000|5000||2|R|||1|0|\n"
                 "2|1000025000|60000|1|2|Running|||||1\n"
                 "3|1000040000|20000||1|S|||||\n"
                 "4|1000060000|10000||1|R|||2|2|\n"
                 "5|1000070000|-1|0|1|Running|||||0\n"
                 "6|1000085000|-1||2|D|||||\n");
  assert_answer ("SELECT s.ts, t.name, c.cpu FROM sched_slice s JOIN thread t"
                 " USING (utid) JOIN cpu c USING (ucpu) WHERE NOT t.is_idle"
                 " ORDER BY s.ts DESC LIMIT 2",
                 "1000070000|ui|0\n1000025000|worker|1\n");
  assert_answer ("SELECT id FROM thread_state WHERE id > 4", "5\n6\n");
}
END_TEST

START_TEST (counters_have_tracks)
{
  ask_file ("scheduling.txt");
  assert_answer ("SELECT id, ts, track_id, value, typeof(value) FROM counter",
                 "0|1000030000|3|12.000|real\n"
                 "1|1000050000|4|1500000.000|real\n"
                 "2|1000090000|4|1000000.000|real\n");
  assert_answer ("SELECT id, name, type FROM counter_track",
                 "3|heap|atrace_counter\n4|cpufreq|cpu_frequency\n");
  assert_answer ("SELECT id, name, cpu FROM cpu_counter_track", "4|cpufreq|1\n");
  assert_answer ("SELECT id, name, upid FROM process_counter_track", "3|heap|1\n");
  assert_answer ("SELECT count(*) FROM thread_counter_track", "0\n");
  /* The two without slices are not there. */
  assert_answer ("SELECT id, name FROM track", "1|\n3|heap\n4|cpufreq\n");
  assert_answer ("SELECT name, value FROM counters WHERE name = 'heap'",
                 "heap|12.000\n");
  assert_answer ("SELECT process.pid, counter.value FROM counter"
                 " JOIN process_counter_track t ON t.id = counter.track_id"
                 " JOIN process USING (upid)",
                 "5|12.000\n");
}
END_TEST

/* As the documentation of Perfetto does. The last frequency has no end. */
START_TEST (frequencies_are_joined_with_the_schedule)
{
  ask_file ("scheduling.txt");
  assert_answer (
      "CREATE VIEW frequency AS SELECT ts, lead(ts) OVER (PARTITION BY"
      " track_id ORDER BY ts) - ts AS dur, cpu, value AS freq FROM counter"
      " JOIN cpu_counter_track ON counter.track_id = cpu_counter_track.id;"
      "CREATE VIEW running AS SELECT ts, dur, cpu, utid FROM sched;"
      "CREATE VIRTUAL TABLE joined USING SPAN_JOIN(frequency PARTITIONED cpu,"
      " running PARTITIONED cpu);"
      "SELECT ts, dur, cpu, utid, freq FROM joined",
      "1000050000|35000|1|2|1500000.000\n"
      "1000085000|-1|1|0|1500000.000\n");
}
END_TEST

START_TEST (slices_have_arguments)
{
  ask_file ("chrome.json");
  assert_answer ("SELECT arg_set_id, flat_key, key, int_value, string_value, value_type"
                 " FROM args WHERE key <> 'args.n[1].x'",
                 "1|args.url|args.url||aé\"b|string\n"
                 "1|args.n|args.n[0]|1||int\n");
  assert_answer ("SELECT count(*) FROM args WHERE arg_set_id = 1", "2\n");
  assert_answer ("SELECT count(*) FROM args WHERE arg_set_id = '1'", "2\n");
  assert_answer ("SELECT count(*) FROM args WHERE arg_set_id IN (0, 2, NULL)", "0\n");
  assert_answer ("SELECT s.name, a.key FROM slice s LEFT JOIN args a"
                 " ON s.arg_set_id = a.arg_set_id WHERE s.id < 2",
                 "draw|\nmeasure|args.url\nmeasure|args.n[0]\n");
  assert_answer ("SELECT name, extract_arg(arg_set_id, 'args.url'),"
                 " extract_arg(arg_set_id, 'args.n[0]'),"
                 " extract_arg(arg_set_id, 'none') FROM slice WHERE id < 2",
                 "draw|||\nmeasure|aé\"b|1|\n");
  assert_answer (
      "SELECT s.name, display_value FROM slice s JOIN args USING (arg_set_id)"
      " WHERE key = 'args.n[0]'",
      "measure|1\n");
  assert_answer ("SELECT arg_set_id, count(*) FROM slice WHERE id < 3"
                 " GROUP BY arg_set_id ORDER BY arg_set_id",
                 "|2\n1|1\n");
}
END_TEST

/* `think` is called by `answer`, and leads to `end`. */
START_TEST (flows_lead_from_slice_to_slice)
{
  static const char events[]
      = "[{'ph': 'X', 'name': 'ask', 'ts': 0, 'dur': 10, 'pid': 1, 'tid': 1},"
        " {'ph': 's', 'name': 'f', 'cat': 'c', 'id': 1, 'ts': 2, 'pid': 1, 'tid': 1},"
        " {'ph': 'X', 'name': 'answer', 'ts': 20, 'dur': 10, 'pid': 1, 'tid': 2},"
        " {'ph': 'f', 'name': 'f', 'cat': 'c', 'id': 1, 'bp': 'e', 'ts': 21, 'pid': 1,"
        " 'tid': 2},"
        " {'ph': 'X', 'name': 'think', 'ts': 22, 'dur': 6, 'pid': 1, 'tid': 2},"
        " {'ph': 's', 'name': 'g', 'cat': 'c', 'id': 2, 'ts': 23, 'pid': 1, 'tid': 2},"
        " {'ph': 'X', 'name': 'end', 'ts': 40, 'dur': 10, 'pid': 1, 'tid': 3},"
        " {'ph': 'f', 'name': 'g', 'cat': 'c', 'id': 2, 'bp': 'e', 'ts': 41, 'pid': 1,"
        " 'tid': 3}]";
  g_autofree char *text = g_strdelimit (g_strdup (events), "'", '"');
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  tear_down ();
  ask_trace (tv_trace_load_bytes (bytes, NULL, NULL));
  assert_answer ("SELECT id, slice_out, slice_in FROM flow", "0|0|1\n1|2|3\n");
  assert_answer ("SELECT s.name, f.id FROM slice s LEFT JOIN flow f"
                 " ON s.id = f.slice_in",
                 "ask|\nanswer|0\nthink|\nend|1\n");
  assert_answer ("SELECT id, slice_out, slice_in FROM following_flow(0)",
                 "0|0|1\n1|2|3\n");
  assert_answer ("SELECT id FROM following_flow(3)", "");
  assert_answer ("SELECT id FROM preceding_flow(3) ORDER BY id", "0\n1\n");
  assert_answer ("SELECT id FROM directly_connected_flow(0)", "0\n");
  assert_answer ("SELECT id FROM directly_connected_flow(2)", "1\n");
}
END_TEST

START_TEST (functions_of_flows_refuse_several_traces)
{
  static const char *const functions[]
      = { "following_flow", "preceding_flow", "directly_connected_flow" };
  TvTrace *traces[] = { trace, trace };

  g_clear_pointer (&query, tv_query_unref);
  query = tv_query_new (traces, 2, NULL);
  ck_assert_ptr_nonnull (query);
  for (guint i = 0; i < G_N_ELEMENTS (functions); i++)
    {
      g_autofree char *sql = g_strdup_printf ("SELECT * FROM b.%s(0)", functions[i]);
      g_autofree char *refusal = g_strdup_printf (
          "line 1, column 1: %s cannot tell which of several traces is meant",
          functions[i]);

      assert_answer (sql, refusal);
    }
}
END_TEST

/* Views and functions about the schedule read the tables of the trace that is named,
 * also where another trace has none. */
START_TEST (modules_follow_their_trace)
{
  g_autoptr (TvTrace) other = g_steal_pointer (&trace);
  TvTrace *traces[2];

  ask_file ("scheduling.txt");
  g_clear_pointer (&query, tv_query_unref);
  traces[0] = other;
  traces[1] = trace;
  query = tv_query_new (traces, 2, NULL);
  ck_assert_ptr_nonnull (query);
  assert_answer ("SELECT * FROM b.sched_time_in_state_for_cpu_in_interval("
                 "0, 1000010000, 60000)",
                 "R|30000\nS|30000\n");
  assert_answer ("SELECT * FROM a.sched_time_in_state_for_cpu_in_interval("
                 "0, 1000010000, 60000)",
                 "");
  assert_answer ("SELECT * FROM b.sched_active_cpu_count",
                 "1000000000|1\n1000025000|2\n1000040000|1\n1000070000|2\n"
                 "1000085000|1\n");
  assert_answer ("SELECT count(*) FROM sched_active_cpu_count", "0\n");
  assert_answer ("SELECT ts, dur, freq, cpu FROM b.cpu_frequency_counters",
                 "1000050000|40000|1500000|1\n1000090000|0|1000000|1\n");
  assert_answer ("SELECT * FROM b._slice_track_summary", "1|1|70000|70000|0\n");
}
END_TEST

/* Traces with several clocks know the time of day: that of 1 ms after the start of the
 * device is 5 ms after the start of 1970. */
START_TEST (times_have_a_date)
{
  assert_answer ("SELECT abs_time_str(1000000)", "\n");
  ask_file ("system.pftrace");
  assert_answer ("SELECT abs_time_str(1000500), abs_time_str(86401000000000),"
                 " abs_time_str(NULL), abs_time_str(-9223372036854775808),"
                 " abs_time_str('1')",
                 "1970-01-01T00:00:00.005000500|1970-01-02T00:00:01.004000000|||\n");
}
END_TEST

/* `ui` ran for 40 microseconds, slept for 20, and waited for the processor for 10. Sums
 * include the length of the open state, which is -1. */
START_TEST (modules_know_the_schedule)
{
  ask_file ("scheduling.txt");
  assert_answer ("INCLUDE PERFETTO MODULE sched.time_in_state;"
                 "SELECT * FROM sched_time_in_state_for_thread",
                 "1|69999|R|10000|14\n1|69999|Running|39999|57\n1|69999|S|20000|28\n"
                 "2|64999|D|-1|0\n2|64999|R|5000|7\n2|64999|Running|60000|92\n");
  assert_answer ("SELECT * FROM sched_percentage_of_time_in_state",
                 "1|57|14||28||\n2|92|7|||0|\n");
  assert_answer ("SELECT state, dur FROM sched_time_in_state_for_thread_in_interval("
                 "1000010000, 60000, 1)",
                 "Running|30000\nS|20000\nR|10000\n");
  assert_answer ("SELECT * FROM sched_time_in_state_for_cpu_in_interval("
                 "0, 1000010000, 60000)",
                 "R|30000\nS|30000\n");
  assert_answer ("INCLUDE PERFETTO MODULE sched.latency;"
                 "SELECT * FROM sched_latency_for_running_interval",
                 "2|1|2|1|5000\n");
  assert_answer ("SELECT * FROM sched_runnable_thread_count",
                 "1000020000|1\n1000025000|0\n1000060000|1\n1000070000|0\n");
  assert_answer ("SELECT thread_name, upid, cpu FROM sched_with_thread_process"
                 " WHERE utid > 0 AND ts < 1000040000",
                 "ui|1|0\nworker|1|1\n");
  assert_answer ("SELECT sched_state_io_to_human_readable_string('D', 0)",
                 "Uninterruptible Sleep (non-IO)\n");
}
END_TEST

START_TEST (counters_have_intervals)
{
  ask_file ("scheduling.txt");
  assert_answer ("INCLUDE PERFETTO MODULE counters.intervals;"
                 "SELECT * FROM counter_leading_intervals!(counter)",
                 "0|1000030000|60000|3|12.000||\n"
                 "1|1000050000|40000|4|1500000.000|1000000.000|\n"
                 "2|1000090000|0|4|1000000.000||-500000.000\n");
  assert_answer ("SELECT ts, dur, freq, cpu FROM cpu_frequency_counters",
                 "1000050000|40000|1500000|1\n1000090000|0|1000000|1\n");
  /* Of five equal values, those from the second to the last but one are one row. */
  assert_answer (
      "CREATE TABLE v(id, ts, track_id, value);"
      "INSERT INTO v VALUES (0, 1000000000, 1, 5.0), (1, 1000000001, 1, 5.0),"
      " (2, 1000000002, 1, 5.0), (3, 1000000003, 1, 5.0),"
      " (4, 1000000004, 1, 5.0);"
      "SELECT id, dur FROM counter_leading_intervals!(v)",
      "0|1\n1|3\n4|89996\n");
}
END_TEST

START_TEST (tables_that_are_not_kept_are_named)
{
  assert_answer ("SELECT * FROM raw",
                 "line 1, column 15: the table “raw” of Perfetto is not kept");
  assert_answer ("INCLUDE PERFETTO MODULE android.memory.heap_graph.dominator_tree;"
                 "SELECT count(*) FROM heap_graph_object",
                 "line 1, column 87: the table “heap_graph_object” of Perfetto is not"
                 " kept");
}
END_TEST

/* Weights count samples: 12.5 of them. */
START_TEST (samples_have_weights)
{
  ask_file ("../samples/collapsed.txt");
  assert_answer ("SELECT * FROM sample", "0||1|4|2|2|2|read\n"
                                         "1||1|2|1|1|1|run\n"
                                         "2||1|3|4|4|3|a.b.C.call\n"
                                         "3||1|1.500|6|6|2|read\n"
                                         "4||1|2|7|7|5|idle\n");
  assert_answer ("SELECT id, ts, dur, thread_ts, thread_dur FROM slice WHERE id > 3",
                 "4|6|3|6|3\n5|9|1.500|9|1.500\n6|9|1.500|9|1.500\n"
                 "7|10.500|2|10.500|2\n");
  assert_answer ("SELECT id FROM slice WHERE dur > 1.5 AND dur < 4 AND ts >= 6;"
                 "SELECT id FROM call WHERE cpu_dur = 1.5;"
                 "SELECT id FROM slice ORDER BY dur DESC, id LIMIT 2;"
                 "SELECT name, sum(self_dur) FROM call GROUP BY name ORDER BY 2 DESC"
                 " LIMIT 2",
                 "3\n4\n7\n5\n6\n0\n1\nread|5.500\na.b.C.call|3\n");
  assert_answer ("SELECT name, self_value, cumulative_value, x_start, x_end"
                 " FROM flamegraph WHERE name IN ('main', 'wait', 'idle')",
                 "main|0|10.500|0|10.500\nidle|2|2|10.500|12.500\n"
                 "wait|0|1.500|9|10.500\n");
  assert_answer ("SELECT name, cpu_inclusive, cpu_exclusive, wall_inclusive, calls"
                 " FROM method WHERE id < 3",
                 "main|10.500|0||\nrun|9|2||\nread|5.500|5.500||\n");
  assert_answer ("SELECT str_value FROM metadata WHERE name = 'trace_type'",
                 "collapsed_stack\n");
  assert_answer ("SELECT end_ts, trace_dur() FROM trace_bounds;"
                 "SELECT start_ts, end_ts FROM thread WHERE utid = 1;"
                 "SELECT cpu_inclusive FROM call_tree WHERE id = 0;"
                 "SELECT cpu_inclusive FROM edge WHERE callee_id = 4",
                 "12.500|12.500\n0|12.500\n12.500\n1.500\n");
}
END_TEST

/* Of frames whose file is unknown, the kind of code is the mapping. */
START_TEST (samples_have_stacks)
{
  ask_file ("../samples/collapsed.txt");
  assert_answer ("SELECT * FROM cpu_profile_stack_sample WHERE id < 2;"
                 "SELECT count(*), count(cpu_mode) FROM perf_sample",
                 "0||2|1|\n1||1|1|\n0|0\n");
  assert_answer ("SELECT count(*), count(utid) FROM stack_sample s"
                 " JOIN stack_sample_task_context t ON t.id = s.task_context_id;"
                 "SELECT DISTINCT source FROM cpu_profiling_samples",
                 "5|5\ncollapsed_stack\n");
  assert_answer ("SELECT c.id, depth, parent_id, f.name, m.name"
                 " FROM stack_profile_callsite c"
                 " JOIN stack_profile_frame f ON f.id = c.frame_id"
                 " JOIN stack_profile_mapping m ON m.id = f.mapping",
                 "0|0||main|\n1|1|0|run|\n2|2|1|read|kernel\n3|2|1|a.b.C.call|JIT\n"
                 "4|3|3|a.b.C.call|JIT\n5|1|0|wait|\n6|2|5|read|kernel\n7|0||idle|\n");
  assert_answer ("SELECT * FROM stack_profile_frame WHERE id = 3;"
                 "SELECT id, name FROM stack_profile_mapping",
                 "3|a.b.C.call|2||||\n0|\n1|kernel\n2|JIT\n");
  /* Weights by the outermost frame. */
  assert_answer ("WITH RECURSIVE up(id, parent_id, weight) AS ("
                 " SELECT c.id, parent_id, weight FROM sample s"
                 " JOIN stack_profile_callsite c ON c.id = callsite_id"
                 " UNION ALL SELECT c.id, c.parent_id, weight FROM up"
                 " JOIN stack_profile_callsite c ON c.id = up.parent_id)"
                 "SELECT id, sum(weight) FROM up WHERE parent_id IS NULL GROUP BY id",
                 "0|10.500\n7|2\n");
}
END_TEST

/* Runs last from a sample to the next one, and the last one as long as the time between
 * two; what they weigh is another clock. */
START_TEST (samples_with_times_have_two_clocks)
{
  static const char text[] = "app 7/8 10.000000: 500000 cpu-clock:u:\n"
                             "\t12 b (/lib/libb.so)\n\t34 a (/bin/app)\n\n"
                             "app 7/8 10.003000: 250000 cpu-clock:u:\n"
                             "\t34 a (/bin/app)\n\n";
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));

  tear_down ();
  ask_trace (tv_trace_load_bytes (bytes, NULL, NULL));
  assert_answer ("SELECT str_value FROM metadata WHERE name = 'trace_type'",
                 "perf_text\n");
  assert_answer ("SELECT ts - trace_start(), weight, name FROM sample",
                 "0|500000|b\n3000000|250000|a\n");
  assert_answer ("SELECT name, ts - trace_start(), dur, cpu_dur FROM call",
                 "a|0|6000000|750000\nb|0|3000000|500000\n");
  assert_answer ("SELECT name, self_value, cumulative_value FROM flamegraph",
                 "a|250000|750000\nb|500000|500000\n");
  assert_answer ("SELECT sum(self_value) FROM flamegraph('BOTTOM_UP')", "750000\n");
  assert_answer ("SELECT name FROM stack_profile_mapping ORDER BY name",
                 "app\nlibb.so\n");
}
END_TEST

TV_TESTS (set_up, tear_down)
