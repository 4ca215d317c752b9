/* SPDX-License-Identifier: Apache-2.0 */

/* What only Perfetto's packets have, in the tables of its trace processor. Rows are
 * worked out by hand. */

#include "query-text.h"

#include "support/proto-text.h"
#include "support/test-runner.h"
#include "trace/formats/trace-loader.h"

static TvTrace *trace;
static TvQuery *query;

static void
tear_down (void)
{
  g_clear_pointer (&query, tv_query_unref);
  g_clear_pointer (&trace, tv_trace_unref);
}

static void
ask (const char *packets)
{
  g_autoptr (GByteArray) data = g_byte_array_new ();
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;

  tear_down ();
  tv_test_put_message (data, packets);
  bytes = g_bytes_new (data->data, data->len);
  trace = tv_trace_load_bytes (bytes, NULL, &error);
  ck_assert_msg (trace != NULL, "%s", error != NULL ? error->message : "no error");
  query = tv_query_new (&trace, 1, NULL);
  ck_assert_ptr_nonnull (query);
}

static void
assert_answer (const char *script, const char *expected)
{
  tv_test_assert_answer (query, script, expected);
}

/* Process 9 has made process 300012, and thread 40 of it is listed alone. Worker 7 of
 * the kernel has what it works on in its name. */
START_TEST (processes_have_facts)
{
  ask ("1{8=5 2{1{1=9 2=0 3=\"init\" 3=\"--second\" 5=0 7=100} "
       "1{1=12 2=9 3=\"app\" 5=1010057} 1{1=7 2=2 3=\"kworker/0:1-events\" 8=1 9=1} "
       "2{1=40 3=12 2=\"pool\"}}}");
  assert_answer ("SELECT upid, pid, name, start_ts, parent_upid, uid, android_appid,"
                 " android_user_id, cmdline FROM process WHERE pid > 0",
                 "1|9|init|100|0|0|0|0|init --second\n"
                 "2|12|app||1|1010057|10057|10|app\n"
                 "3|7|kworker/0:1||||||kworker/0:1\n");
  assert_answer ("SELECT pid, extract_arg (arg_set_id, 'is_kthread') FROM process "
                 "WHERE pid IN (7, 9)",
                 "9|\n7|1\n");
  assert_answer ("SELECT tid, t.name, pid, is_main_thread FROM thread t"
                 " LEFT JOIN process USING (upid) WHERE tid > 0 ORDER BY tid",
                 "7|kworker/0:1|7|1\n"
                 "9||9|1\n"
                 "12||12|1\n"
                 "40|pool|12|0\n");
}
END_TEST

/* Thread 31 of process 30 is gone when process 40 makes a thread with its number. A
 * list of another processor comes later in the file, though it is about the first one.
 */
START_TEST (numbers_of_threads_are_reused)
{
  ask ("1{8=5 2{1{1=30 3=\"first\"} 1{1=40 3=\"second\"} 2{1=31 3=30}}} "
       "1{1{1=0 2{1=10 2=0 4{1=\"swapper/0\" 2=0 5=\"old\" 6=31}} "
       "2{1=20 2=31 4{1=\"old\" 2=31 4=16 5=\"main\" 6=40}} "
       "2{1=30 2=40 235{1=31 2=\"new\" 3=65536}} "
       "2{1=40 2=40 4{1=\"main\" 2=40 4=1 5=\"new\" 6=31}}}} "
       "1{1{1=1 2{1=12 2=31 3{1=1 2=\"B|30|early\"}} 2{1=14 2=31 3{1=1 2=\"E\"}} "
       "2{1=45 2=31 3{1=1 2=\"B|40|late\"}} 2{1=46 2=31 3{1=1 2=\"E\"}}}}");
  assert_answer ("SELECT tid, pid, t.name FROM thread t JOIN process USING (upid)"
                 " WHERE tid = 31",
                 "31|30|old\n31|40|new\n");
  assert_answer ("SELECT s.name, process_name, thread_name FROM thread_slice s",
                 "early|first|old\nlate|second|new\n");
  assert_answer ("SELECT ts, state, t.name FROM thread_state JOIN thread t USING (utid)"
                 " WHERE tid = 31",
                 "10|Running|old\n20|X|old\n30|R|new\n40|Running|new\n");
}
END_TEST

/* Thread 10 makes process 20, which is then called otherwise, and process 30, which the
 * system lists by another name. */
START_TEST (new_processes_have_parents)
{
  ask ("1{8=1 2{1{1=10 2=0 3=\"parent\"}}} "
       "1{1{1=0 2{1=15 2=10 235{1=20 2=\"child\" 3=0}} "
       "2{1=16 2=20 236{1=20 2=\"child\" 3=\"renamed\"}} "
       "2{1=17 2=10 235{1=30 2=\"child\" 3=0}}}} "
       "1{8=20 2{1{1=30 2=10 3=\"listed\"}}}");
  assert_answer ("SELECT c.pid, c.name, c.start_ts, p.pid FROM process c"
                 " JOIN process p ON p.upid = c.parent_upid ORDER BY 1",
                 "10|parent||0\n20|renamed|15|10\n30|listed|17|10\n");
}
END_TEST

/* A thread that is new has no earlier one, in whatever order lists of processors come.
 */
START_TEST (new_threads_are_one)
{
  ask ("1{1{1=1 2{1=40 2=0 4{1=\"swapper/1\" 2=0 5=\"new\" 6=31}}}} "
       "1{1{1=0 2{1=30 2=40 235{1=31 2=\"new\" 3=65536}}}}");
  assert_answer ("SELECT count(*) FROM thread WHERE tid = 31", "1\n");
}
END_TEST

/* A process that begins with the number of another one is a second one, and the list
 * after that names it. */
START_TEST (numbers_of_processes_are_reused)
{
  ask ("1{8=5 2{1{1=30 3=\"first\"}}} "
       "1{1{1=0 2{1=10 2=0 4{1=\"swapper/0\" 2=0 5=\"a\" 6=30}} "
       "2{1=20 2=1 235{1=30 2=\"b\" 3=0}}}} "
       "1{8=25 2{1{1=30 3=\"second\"}}}");
  assert_answer ("SELECT p.name, t.name FROM process p JOIN thread t USING (upid)"
                 " WHERE pid = 30",
                 "first|a\nsecond|b\n");
}
END_TEST

START_TEST (tracks_and_processes_have_arguments)
{
  ask ("1{10=1 87=1 60{1=10 3{1=5 8=\"tab\" 8=\"ad\"} 6{4=\"host\" 5=77}}} "
       "1{10=1 60{1=11 2=\"loads\" 5=10 14=\"What is loaded\"}} "
       "1{10=2 60{1=12 2=\"other\"}} "
       "1{8=1000 10=1 11{9=3 11=11 23=\"a\"}} 1{8=1000 10=1 11{9=3 11=12 23=\"b\"}}");
  assert_answer ("SELECT name, extract_arg(source_arg_set_id,"
                 " 'has_first_packet_on_sequence'),"
                 " extract_arg(source_arg_set_id, 'description') FROM track",
                 "loads|1|What is loaded\nother||\n");
  assert_answer ("SELECT key, flat_key, display_value FROM process p"
                 " JOIN args a ON a.arg_set_id = p.arg_set_id",
                 "chrome.process_label[0]|chrome.process_label|tab\n"
                 "chrome.process_label[1]|chrome.process_label|ad\n"
                 "chrome.host_app_package_name|chrome.host_app_package_name|host\n"
                 "chrome.crash_trace_id|chrome.crash_trace_id|77\n");
}
END_TEST

/* States are no slices. The one that has no name ends the one before. */
START_TEST (states_have_a_table)
{
  ask ("1{60{1=1 3{1=5 6=\"app\"}}} 1{60{1=2 4{1=5 2=7 5=\"t\"} 5=1}} "
       "1{60{1=3 2=\"Of process\" 5=1 18{}}} 1{60{1=4 2=\"Of thread\" 5=2 18{}}} "
       "1{8=1000 11{9=5 11=3 22=\"c\" 23=\"Front\"}} "
       "1{8=2000 11{9=5 11=4 23=\"Busy\"}} 1{8=3000 11{9=5 11=3 23=\"Back\"}} "
       "1{8=4000 11{9=5 11=3}} 1{8=5000 11{9=3 11=2 23=\"slice\"}}");
  assert_answer ("SELECT ts, dur, value, category, t.name, t.type FROM state s"
                 " JOIN state_track t ON t.id = s.track_id ORDER BY ts",
                 "1000|2000|Front|c|Of process|process_state_track_event\n"
                 "2000|-1|Busy||Of thread|thread_state_track_event\n"
                 "3000|1000|Back||Of process|process_state_track_event\n");
  assert_answer ("SELECT s.name, p.name FROM process_state_track s"
                 " JOIN process p USING (upid)",
                 "Of process|app\n");
  assert_answer ("SELECT s.name, t.name FROM thread_state_track s"
                 " JOIN thread t USING (utid)",
                 "Of thread|t\n");
  assert_answer ("SELECT name FROM slice", "slice\n");
  assert_answer ("SELECT name FROM slices WHERE ts > 0 ORDER BY name", "slice\n");
  assert_answer ("SELECT count(*) FROM thread_track", "1\n");
}
END_TEST

/* What happens at once stays in the order of the file, also where a slice with the same
 * times is in another one. */
START_TEST (equal_times_keep_the_order_of_the_file)
{
  ask ("1{60{1=2 4{1=5 2=7}}} 1{60{1=1 4{1=5 2=9}}} 1{60{1=3 4{1=5 2=8}}} "
       "1{8=1000 11{9=3 11=1 23=\"a\"}} 1{8=1000 11{9=3 11=2 23=\"b\"}} "
       "1{8=1000 11{9=3 11=3 23=\"c\"}}");
  assert_answer ("SELECT name FROM slice", "a\nb\nc\n");
  ask ("1{1{1=0 2{1=10 2=7 3{1=1 2=\"S|5|all|1\"}}}} "
       "1{8=10 10=1 11{9=0 11=0 22=\"c\" 23=\"outer\" 6{2=98 6=1}}} "
       "1{8=10 10=1 11{9=0 11=0 22=\"c\" 23=\"inner\" 6{2=98 6=1}}} "
       "1{8=20 10=1 11{9=0 11=0 22=\"c\" 23=\"inner\" 6{2=101 6=1}}} "
       "1{8=20 10=1 11{9=0 11=0 22=\"c\" 23=\"outer\" 6{2=101 6=1}}}");
  assert_answer ("SELECT name, depth, dur FROM slice WHERE name <> 'all'",
                 "outer|0|10\ninner|1|10\n");
}
END_TEST

/* Process 5 expects to draw frame 70 until 300, of which two layers are; the display,
 * process 9, shows them in frame 80, which is late. Frame 71 was dropped, and goes on.
 */
#define FRAMES                                                                         \
  "1{8=100 76{3{1=1 2=70 3=80 4=5 5=\"list\"}}} "                                      \
  "1{8=110 76{3{1=2 2=70 3=80 4=5 5=\"bar\"}}} "                                       \
  "1{8=120 76{4{1=3 2=70 3=80 4=5 5=\"list\" 6=2 7=0 8=1 9=80 10=1 11=1 12=3}}} "      \
  "1{8=130 76{4{1=4 2=70 3=80 4=5 5=\"bar\" 6=1 7=1 9=1 10=2}}} "                      \
  "1{8=200 76{1{1=5 2=80 3=9}}} 1{8=210 76{2{1=6 2=80 3=9 4=2 7=18 8=1 9=2}}} "        \
  "1{8=300 76{5{1=1}}} 1{8=305 76{5{1=2}}} 1{8=310 76{5{1=3}}} 1{8=320 76{5{1=4}}} "   \
  "1{8=330 76{5{1=5}}} "                                                               \
  "1{8=340 76{5{1=6}}} 1{8=350 76{4{1=7 2=71 3=81 4=5 6=4 9=1024}}} "                  \
  "1{8=360 76{5{1=99}}} 1{8=370 76{4{1=8 2=72}}} 1{8=380 76{9=1}}"

START_TEST (frames_have_tables)
{
  ask (FRAMES);
  assert_answer (
      "SELECT e.ts, dur, e.name, display_frame_token, surface_frame_token, pid,"
      " layer_name FROM expected_frame_timeline_slice e"
      " JOIN process USING (upid)",
      "100|200|70|80|70|5|list\n"
      "200|130|80|80|0|9|\n");
  assert_answer (
      "SELECT a.ts, dur, a.name, pid, layer_name, present_type,"
      " on_time_finish, gpu_composition, jank_severity_type, prediction_type,"
      " jank_tag FROM actual_frame_timeline_slice a"
      " JOIN process USING (upid)",
      "120|190|70|5|list|Late Present|0|1|Full|Valid Prediction|Self Jank\n"
      "130|190|70|5|bar|On-time Present|1|0|None|Expired Prediction|No Jank\n"
      "210|130|80|9||Late Present|0|0|Partial|Valid Prediction|Self Jank\n"
      "350|-1|71|5||Dropped Frame|0|0|Unknown|Unspecified Prediction"
      "|Dropped Frame\n");
  assert_answer ("SELECT ts, jank_type FROM actual_frame_timeline_slice",
                 "120|SurfaceFlinger CPU Deadline Missed, App Deadline Missed\n"
                 "130|None\n"
                 "210|SurfaceFlinger Scheduling, SurfaceFlinger CPU Deadline Missed\n"
                 "350|Dropped Frame\n");
  ck_assert_str_eq (tv_trace_lookup_property (trace, "hidden-events"), "frames 3");
}
END_TEST

/* The two frames of the program overlap, and lead to the one of the display. */
START_TEST (frames_are_slices)
{
  ask (FRAMES);
  assert_answer ("SELECT s.name, t.name, count(DISTINCT t.id) FROM slice s"
                 " JOIN process_track t ON t.id = s.track_id GROUP BY 1, 2",
                 "70|Actual Timeline|2\n70|Expected Timeline|1\n"
                 "71|Actual Timeline|1\n80|Actual Timeline|1\n"
                 "80|Expected Timeline|1\n");
  assert_answer ("SELECT o.ts, i.ts FROM flow f JOIN slice o ON o.id = f.slice_out"
                 " JOIN slice i ON i.id = f.slice_in ORDER BY 1",
                 "120|210\n130|210\n");
}
END_TEST

/* A profiler of Python: process 5 with thread 6 in `main` and then `load`, and a fiber
 * of it, whose parent is another one. A second number follows the first. */
#define STACKS                                                                         \
  "1{8=1 2{1{1=5 3=\"app\"}}} "                                                        \
  "1{8=2 10=1 41=1 12{5{1=1 2=\"load\"} 6{1=1 2=1 3=0 5=1 6=9 7=3} 6{1=2 2=1 "         \
  "8=\"own\"} "                                                                        \
  "7{1=1 2=1} 18{1=1 2=\"/a.py\"} 48{1=3 2=5 3=6} 49{1=4 2=1 3=2} "                    \
  "51{1=7 2=\"inner\" 3=\"fiber\" 4=8} 51{1=8 2=\"outer\" 3=\"fiber\"}} "              \
  "59{100{1=\"py\" 2{2=\"wall\" 3=1} 3{2=\"loads\" 3=4}}}} "                           \
  "1{8=1000 10=1 135{1{2=5 3=6} 5{1{1=\"main\" 2=\"/m.py\" 3=3} 1{1=\"load\"}} 11=10 " \
  "14=2}} 1{8=2000 10=1 135{2=3 4=4 6=1 11=20}} 1{8=3000 10=1 135{1{2=5 4=7} 6=1 "     \
  "11=5}}"

START_TEST (stack_samples_have_tables)
{
  ask (STACKS);
  assert_answer (
      "SELECT s.ts, source, p.name, tid, cpu_mode, ucpu, f.name"
      " FROM stack_sample s JOIN stack_profile_callsite c ON c.id = callsite_id"
      " JOIN stack_profile_frame f ON f.id = frame_id"
      " LEFT JOIN stack_sample_task_context t ON t.id = task_context_id"
      " LEFT JOIN stack_sample_execution_context e"
      " ON e.id = execution_context_id"
      " LEFT JOIN process p USING (upid) LEFT JOIN thread USING (utid)",
      "1000|py|app|6|||load\n"
      "2000|py|app|6|kernel|1|load\n"
      "3000|py|app||||load\n");
  assert_answer ("SELECT s.ts, a.name, a.kind, b.name FROM stack_sample s"
                 " JOIN stack_sample_task_context t ON t.id = task_context_id"
                 " JOIN stack_sample_async_context a ON a.id = async_context_id"
                 " JOIN stack_sample_async_context b ON b.id = a.parent_id",
                 "3000|inner|fiber|outer\n");
  assert_answer ("SELECT stack_sample_id, t.name, t.unit, is_timebase, value"
                 " FROM stack_sample_counter c JOIN stack_sample_counter_track t"
                 " ON t.id = c.track_id ORDER BY c.id",
                 "0|wall|ns|1|10.000\n0|loads|count|0|2.000\n"
                 "1|wall|ns|1|20.000\n2|wall|ns|1|5.000\n");
  assert_answer ("SELECT source, timebase_unit FROM stack_sample_session;"
                 "SELECT count(*) FROM perf_session",
                 "py|ns\n0\n");
  assert_answer ("SELECT f.name, f.type, source_file, line_number"
                 " FROM stack_profile_frame f LEFT JOIN stack_profile_symbol"
                 " USING (symbol_set_id) WHERE f.name <> 'load'",
                 "main||/m.py|3\n");
  assert_answer ("SELECT name, sum(self_value) FROM flamegraph GROUP BY name",
                 "load|35\nmain|0\n");
}
END_TEST

/* One writer samples by the clock, the other one by page faults. The last sample of the
 * first has no stack, but a total. */
START_TEST (perf_samples_of_all_events)
{
  ask ("1{8=1 10=1 41=1 59{12{1{2=100 4=1}}}} 1{8=1 10=2 41=1 59{12{1{2=100 4=2}}}} "
       "1{8=10 10=1 12{5{1=1 2=\"f\"} 6{1=1 2=1} 7{1=1 2=1}} 66{1=0 2=5 3=6 4=1 5=2 "
       "6=100 16=9}} "
       "1{8=20 10=2 12{5{1=1 2=\"g\"} 6{1=1 2=1} 7{1=1 2=1}} 66{1=1 2=5 3=6 4=1 5=1}} "
       "1{8=30 10=1 66{1=0 2=5 3=6 6=300 18=4}}");
  assert_answer ("SELECT ts, tid, cpu, cpu_mode, callsite_id IS NULL, unwind_error,"
                 " perf_session_id FROM perf_sample JOIN thread USING (utid)",
                 "10|6|0|user|0|system_call|0\n"
                 "20|6|1|kernel|0||1\n"
                 "30|6|0|unknown|1||0\n");
  assert_answer ("SELECT ts, value, name, cpu FROM counter c JOIN cpu_counter_track t"
                 " ON t.id = c.track_id",
                 "10|100.000|cpu-clock|0\n30|300.000|cpu-clock|0\n");
  assert_answer ("SELECT s.id, c.value FROM __intrinsic_profiler_sample s"
                 " JOIN __intrinsic_profiler_counter_set USING (counter_set_id)"
                 " JOIN counter c ON c.id = counter_id",
                 "0|100.000\n2|300.000\n");
  assert_answer (
      "SELECT ts FROM stack_sample; SELECT ts, cpu FROM cpu_profiling_samples",
      "10\n20\n10|0\n");
  assert_answer ("SELECT id, timebase_unit FROM stack_sample_session",
                 "0|ns\n1|count\n");
}
END_TEST

/* Steps of time are in microseconds; the thread is that of the writer. */
START_TEST (samples_of_old_profilers)
{
  ask ("1{10=1 41=1 44{1=5 2=7} 12{5{1=1 2=\"f\"} 6{1=1 2=1} 7{1=1 2=1}}} "
       "1{8=1000 10=1 54{1=1 1=1 2=1 2=3}}");
  assert_answer ("SELECT ts, tid, callsite_id FROM cpu_profile_stack_sample"
                 " JOIN thread USING (utid)",
                 "2000|7|0\n5000|7|0\n");
  assert_answer ("SELECT ts, tid, source FROM cpu_profiling_samples",
                 "2000|7|chrome\n5000|7|chrome\n");
}
END_TEST

START_TEST (mappings_of_memory_have_a_table)
{
  ask ("1{2{1{1=2 3=\"server\"}}} 1{8=10 68{1=2 2{1=\"/lib.so\" 2=20 3=4 4=1 5=\"lib\" "
       "6=4096 8=\"id\" 15=7} 2{1=\"[heap]\"}}} 1{8=20 11{9=4 11=1 30=1}}");
  assert_answer (
      "SELECT m.ts, p.name, path, size_kb, private_dirty_kb, swap_kb, file_name,"
      " start_address, module_debugid, proportional_resident_kb"
      " FROM profiler_smaps m JOIN process p USING (upid)",
      "10|server|/lib.so|20|4|1|lib|4096|id|7\n"
      "10|server|[heap]|||||||\n");
}
END_TEST

/* A second after 1970, the device had run for 100 ns. One line has values, not a text.
 */
START_TEST (logs_and_packages_have_tables)
{
  ask ("1{6{1{1=1 2=1000000000} 1{1=6 2=100}}} "
       "1{8=200 39{1{2=5 3=6 5=1000000007 6=\"app\" 7=5 8=\"late\"} "
       "1{2=5 3=7 5=1000000003 6=\"vm\" 9{1=\"a\" 2=1} 9{1=\"b\" 4=\"x\"}}}} "
       "1{47{1{1=\"com.app\" 2=10057 3=1 5=12}}}");
  assert_answer ("SELECT ts, tid, pid, prio, tag, msg FROM android_logs"
                 " JOIN thread USING (utid) JOIN process USING (upid)",
                 "107|6|5|5|app|late\n103|7|5|4|vm|a=1 b=x\n");
  assert_answer ("SELECT package_name, uid, debuggable, profileable_from_shell,"
                 " version_code FROM package_list",
                 "com.app|10057|1|0|12\n");
}
END_TEST

/* What Perfetto counts is there even if it is nothing. */
START_TEST (faults_have_names_of_perfetto)
{
  ask ("1{60{1=1 3{1=5}}} 1{8=10 11{9=3 11=1 23=\"a\"}} 1{8=20 11{9=2 11=1}} "
       "1{8=30 11{9=2 11=1}}");
  assert_answer ("SELECT name, value, severity FROM stats WHERE source = 'analysis'",
                 "misplaced_end_event|2|data_loss\n"
                 "slice_negative_duration|0|error\n"
                 "tokenizer_skipped_packets|0|info\n"
                 "track_event_invalid_timestamp|0|error\n");
}
END_TEST

static void
set_up (void)
{
}

TV_TESTS (set_up, tear_down)
