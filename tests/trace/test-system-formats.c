/* SPDX-License-Identifier: Apache-2.0 */

/* Counters, states of threads, arguments and flows of Chrome's JSON, of Perfetto's
 * packets and of the kernel's text. The expected values are worked out by hand, from
 * the first time of the file. */

#include "support/proto-text.h"
#include "support/system-text.h"
#include "support/test-runner.h"
#include "support/trace-asserts.h"
#include "support/trace-fixtures.h"
#include "trace/formats/trace-loader.h"
#include "trace/model/trace-details.h"

#include <string.h>

static TvTrace *
load (const void *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  g_autoptr (GError) error = NULL;
  TvTrace *trace = tv_trace_load_bytes (bytes, NULL, &error);

  ck_assert_msg (trace != NULL, "%s", error != NULL ? error->message : "no error");
  return trace;
}

static void
assert_text (char *text, const char *expected)
{
  ck_assert_str_eq (text, expected);
  g_free (text);
}

/* The kernel's text */

#define SWAPPER "prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R"

START_TEST (text_of_the_scheduler)
{
  const char *file
      = "# tracer: nop\n"
        " app-7 ( 5) [001] d..3 10.000001: sched_waking: comm=Render thr pid=8 "
        "prio=110 "
        "target_cpu=000\n"
        " <idle>-0 (-----) [000] d..2 10.000003: sched_switch: " SWAPPER
        " ==> next_comm=Render thr next_pid=8 next_prio=110\n"
        /* Of another processor, behind its time. */
        " app-7 ( 5) [001] d..3 10.000010: sched_blocked_reason: pid=8 iowait=1 "
        "caller=wait_on_page+0x10/0x20\n"
        " app-7 ( 5) [001] d..3 10.000011: sched_wakeup: comm=Render thr pid=8 "
        "prio=110 success=1 target_cpu=001\n"
        " Render thr-8 ( 5) [000] d..2 10.000008: sched_switch: prev_comm=Render thr "
        "prev_pid=8 prev_prio=110 prev_state=D|K ==> next_comm=swapper/0 next_pid=0 "
        "next_prio=120\n"
        " app-7 ( 5) [001] d..3 10.000012: sched_switch: prev_comm=app prev_pid=7 "
        "prev_prio=120 prev_state=R+ ==> next_comm=Render thr next_pid=8 "
        "next_prio=110\n"
        " app-7 ( 5) [001] d..3 10.000013: task_rename: pid=7 oldcomm=app newcomm=my "
        "app oom_score_adj=0\n"
        " my app-7 ( 5) [001] d..3 10.000014: sched_switch: prev_comm=a\n";
  g_autoptr (TvTrace) trace = load (file, strlen (file));

  assert_text (tv_test_states_to_string (trace),
               "thread 0 swapper (idle)\n"
               "  7000-11000… running (Running) cpu 0 prio 120 -> ?\n"
               "thread 7 my app\n"
               "  11000-11000… preempted (R+)\n"
               "thread 8 Render thr\n"
               "  0-2000 runnable (R) by 7\n"
               "  2000-7000 running (Running) cpu 0 prio 110 -> DK\n"
               "  7000-10000 io (DK) io yes in wait_on_page+0x10/0x20\n"
               "  10000-11000 runnable (R) by 7\n"
               "  11000-11000… running (Running) cpu 1 prio 110 -> ?\n"
               "cpu 0: 8@2000 0@7000\n"
               "cpu 1: 8@11000\n");
  ck_assert_str_eq (tv_trace_lookup_property (trace, "hidden-events"), "kernel 1");
}
END_TEST

/* Thread 7 waits for thread 8, which replies; a second call fails. */
START_TEST (text_of_binder)
{
  const char *file
      = " a-7 ( 5) [001] d..3 10.000001: binder_transaction: transaction=1 dest_node=2 "
        "dest_proc=6 dest_thread=0 reply=0 flags=0x10 code=0x3\n"
        " b-8 ( 6) [000] d..3 10.000003: binder_transaction_received: transaction=1\n"
        " b-8 ( 6) [000] d..3 10.000006: binder_transaction: transaction=2 dest_node=0 "
        "dest_proc=5 dest_thread=7 reply=1 flags=0x0 code=0x3\n"
        " a-7 ( 5) [001] d..3 10.000008: binder_transaction_received: transaction=2\n"
        " a-7 ( 5) [001] d..3 10.000010: binder_transaction: transaction=3 dest_node=2 "
        "dest_proc=6 dest_thread=0 reply=0 flags=0x1 code=0x3\n"
        " a-7 ( 5) [001] d..3 10.000011: binder_transaction: transaction=4 dest_node=2 "
        "dest_proc=6 dest_thread=0 reply=0 flags=0x0 code=0x3\n"
        " a-7 ( 5) [001] d..3 10.000015: binder_return: cmd=0x7211 BR_FAILED_REPLY\n";
  g_autoptr (TvTrace) trace = load (file, strlen (file));
  g_autofree char *client = tv_test_calls_to_string (trace, 0);
  g_autofree char *server = tv_test_calls_to_string (trace, 1);

  ck_assert_str_eq (client, "binder transaction wall 0-7\n"
                            "binder transaction async wall 9-9\n"
                            "binder transaction wall 10-14\n");
  ck_assert_str_eq (server, "binder reply wall 2-5\n");
  assert_text (tv_test_details_to_string (trace),
               "flow 1: binder transaction@0 -> binder reply@2000\n");
}
END_TEST

/* Marks tell what other clocks show 3 µs after the start. */
START_TEST (text_of_clocks)
{
  const char *file
      = " a-7 ( 5) [001] d..3 10.000001: print: I|5|now\n"
        " a-7 ( 5) [001] d..3 10.000004: print: trace_event_clock_sync: parent_ts=8.5\n"
        " a-7 ( 5) [001] d..3 10.000004: print: trace_event_clock_sync: "
        "realtime_ts=1500000000000\n";
  g_autoptr (TvTrace) trace = load (file, strlen (file));
  gint64 start;

  ck_assert_int_eq (tv_trace_get_own_clock (trace), TV_SYSTEM_CLOCK_BOOT);
  ck_assert (tv_trace_get_clock_start (trace, TV_SYSTEM_CLOCK_BOOT, &start));
  ck_assert_int_eq (start, 10000001000);
  ck_assert (tv_trace_get_clock_start (trace, TV_SYSTEM_CLOCK_MONOTONIC, &start));
  ck_assert_int_eq (start, 8499997000);
  ck_assert (tv_trace_get_clock_start (trace, TV_SYSTEM_CLOCK_REALTIME, &start));
  ck_assert_int_eq (start, 1499999999999997000);
  ck_assert_ptr_null (tv_trace_lookup_property (trace, "hidden-events"));
}
END_TEST

START_TEST (text_of_counters)
{
  const char *file
      = " app-7 ( 5) [001] d..3 10.000001: cpu_frequency: state=300000 cpu_id=3\n"
        " app-7 ( 5) [001] d..3 10.000002: print: C|5|heap|12\n"
        " app-7 ( 5) [001] d..3 10.000003: cpu_idle: state=4294967295 cpu_id=3\n"
        " app-7 ( 5) [001] d..3 10.000004: print: C|5|heap|-2\n"
        " app-7 ( 5) [001] d..3 10.000005: print: C|5|heap|much\n"
        " app-7 ( 5) [001] d..3 10.000006: cpu_frequency: state=1900800 cpu_id=3\n";
  g_autoptr (TvTrace) trace = load (file, strlen (file));

  assert_text (tv_test_counters_to_string (trace),
               "cpu 3 cpufreq: 0=300000 5000=1900800\n"
               "process 5 heap: 1000=12 3000=-2\n"
               "cpu 3 cpuidle: 2000=4294967295\n");
  ck_assert_str_eq (tv_trace_lookup_property (trace, "hidden-events"), "prints 1");
}
END_TEST

/* Chrome's JSON */

/* Loads JSON with single quotes. */
static TvTrace *
load_json (const char *json)
{
  g_autoptr (GString) text = g_string_new (json);

  g_string_replace (text, "'", "\"", 0);
  return load (text->str, text->len);
}

/* Nulls, empty lists and empty objects are no arguments. */
START_TEST (json_of_arguments)
{
  g_autoptr (TvTrace) trace = load_json (
      "[{'ph':'B','name':'a','pid':1,'tid':1,'ts':0,'args':{'s':'t\\u00e9xt','i':-5,"
      "'b':true,'n':null,'o':{},'l':[1,{'x':18446744073709551615},null,[2.5]],"
      "'b':false}},"
      "{'ph':'E','pid':1,'tid':1,'ts':9,'args':{'i':7,'end':'yes'}},"
      "{'ph':'X','name':'plain','pid':1,'tid':1,'ts':10,'dur':1},"
      "{'ph':'X','name':'text','pid':1,'tid':1,'ts':11,'dur':1,'args':'only'},"
      "{'ph':'i','s':'t','name':'now','pid':1,'tid':1,'ts':12,'args':{'i':7}},"
      "{'ph':'b','name':'load','cat':'c','id':1,'pid':1,'ts':13,'args':{'k':'v'}},"
      "{'ph':'e','name':'load','cat':'c','id':1,'pid':1,'ts':14,'args':{'i':7}}]");

  assert_text (tv_test_details_to_string (trace),
               "a@0\n"
               "  args.s string t\xc3\xa9xt\n"
               "  args.b bool true\n"
               "  args.l[0] (args.l) int 1\n"
               "  args.l[1].x (args.l.x) uint 18446744073709551615\n"
               "  args.l[3][0] (args.l) real 2.5\n"
               "  args.b bool false\n"
               "  args.i int 7\n"
               "  args.end string yes\n"
               "text@11000\n"
               "  args string only\n"
               "now@12000\n"
               "  args.i int 7\n"
               "load@13000\n"
               "  args.k string v\n"
               "  args.i int 7\n");
}
END_TEST

/* A flow goes from what is open to what is open or, at its end, to what comes next. */
START_TEST (json_of_flows)
{
  g_autoptr (TvTrace) trace = load_json (
      "[{'ph':'X','name':'a','pid':1,'tid':1,'ts':0,'dur':10},"
      "{'ph':'s','name':'f','cat':'c','id':1,'pid':1,'tid':1,'ts':5},"
      "{'ph':'X','name':'b','pid':1,'tid':2,'ts':20,'dur':10},"
      "{'ph':'t','name':'f','cat':'c','id':1,'pid':1,'tid':2,'ts':20},"
      "{'ph':'X','name':'c','pid':1,'tid':1,'ts':40,'dur':10},"
      "{'ph':'f','name':'f','cat':'c','id':1,'pid':1,'tid':1,'ts':30},"
      "{'ph':'s','name':'f','cat':'c','id':'1','pid':1,'tid':2,'ts':25},"
      "{'ph':'f','name':'f','cat':'c','id':'1','bp':'e','pid':1,'tid':1,'ts':45},"
      "{'ph':'s','name':'g','cat':'c','id':1,'pid':1,'tid':2,'ts':26},"
      "{'ph':'X','name':'d','pid':1,'tid':3,'ts':60,'dur':1,'bind_id':'0x1',"
      "'flow_out':true},"
      "{'ph':'X','name':'e','pid':1,'tid':3,'ts':70,'dur':1,'bind_id':'0x1',"
      "'flow_in':true}]");

  assert_text (tv_test_details_to_string (trace), "flow 1: a@0 -> b@20000\n"
                                                  "flow 1: b@20000 -> c@40000\n"
                                                  "flow 2: b@20000 -> c@40000\n"
                                                  "flow 4: d@60000 -> e@70000\n");
  ck_assert_ptr_null (tv_trace_lookup_property (trace, "hidden-events"));
}
END_TEST

START_TEST (json_of_counters)
{
  g_autoptr (TvTrace) trace = load_json (
      "[{'ph':'C','name':'mem','pid':1,'ts':2,'args':{'free':'7.5','used':3}},"
      "{'ph':'C','name':'mem','pid':1,'ts':1,'args':{'used':-2}},"
      "{'ph':'C','name':'mem','pid':1,'id':'x','ts':3,'args':{'used':1e3}},"
      "{'ph':'C','name':'mem','pid':1,'ts':4,'args':{'used':'much'}},"
      "{'ph':'C','name':'mem','pid':1,'ts':5,'args':[5]}]");

  assert_text (tv_test_counters_to_string (trace),
               "process 1 mem free: 1000=7.5\n"
               "process 1 mem used: 0=-2 1000=3\n"
               "process 1 mem id: x used: 2000=1000\n");
  ck_assert_str_eq (tv_trace_lookup_property (trace, "hidden-events"), "C 2");
}
END_TEST

START_TEST (json_of_states)
{
  g_autoptr (TvTrace) trace = load_json (
      "[{'ph':'T','name':'Running','pid':1,'tid':2,'ts':1,'dur':5,'args':{'cpu':3}},"
      "{'ph':'T','name':'D','pid':1,'tid':2,'ts':6,'dur':10,'args':{'io_wait':1}},"
      "{'ph':'T','name':'Running','pid':1,'tid':2,'ts':26,'dur':4,'args':{'cpu':1}}]");

  assert_text (tv_test_states_to_string (trace),
               "thread 2 ?\n"
               "  0-5000 running (Running) cpu 3 prio 0 -> ?\n"
               "  5000-15000 io (D) io yes\n"
               "  25000-29000 running (Running) cpu 1 prio 0 -> ?\n"
               "cpu 1: 2@25000\n"
               "cpu 3: 2@0\n");
}
END_TEST

/* Perfetto's packets */

static TvTrace *
load_packets (const char *packets)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  ck_assert_int_eq (*tv_test_put_message (bytes, packets), '\0');
  return load (bytes->data, bytes->len);
}

/* Events of processor 0; and columns of processor 1, where nobody knows what ran
 * before. The kernel is one that has the bit of preemption at 0x100. */
START_TEST (packets_of_the_scheduler)
{
  g_autoptr (TvTrace) trace = load_packets (
      "1{45{1{3=\"5.10.1-android\"}}} "
      "1{12{26{1=5 2=\"filemap_fault\"}} 1{1=0 "
      "2{1=1000 2=7 20{1=\"rend\" 2=8 3=110}} "
      "2{1=2000 2=0 4{1=\"swapper/0\" 2=0 3=120 4=0 5=\"rend\" 6=8 7=110}} "
      "2{1=5000 2=8 4{1=\"rend\" 2=8 3=110 4=2 5=\"swapper/0\" 6=0 7=120}} "
      "2{1=6000 2=7 18{1=8 2=5 3=1}} 2{1=6500 2=7 11{1=300000 2=2}} "
      "2{1=7000 2=7 235{1=9 2=\"new\" 3=65536}} 2{1=7000 2=7 77{1=9}}}} "
      "1{1{1=1 4{5=\"a\" 5=\"b\" 1=1000 1=500 2=0 2=256 3=21 3=22 4=100 4=101 6=0 6=1 "
      "7=1200 8=22 9=1 11=1}}} "
      "1{2{1{1=7 3=\"com.example\"}}}");

  assert_text (tv_test_states_to_string (trace),
               "thread 0 swapper (idle)\n"
               "  4000-6000… running (Running) cpu 0 prio 120 -> ?\n"
               "thread 8 rend\n"
               "  0-1000 runnable (R) by 7\n"
               "  1000-4000 running (Running) cpu 0 prio 110 -> D\n"
               "  4000-6000… io (D) io yes in filemap_fault\n"
               "thread 9 new\n"
               "  6000-6000… runnable (R) by 7\n"
               "thread 21 a\n"
               "  0-500 running (Running) cpu 1 prio 100 -> R+\n"
               "  500-6000… preempted (R+)\n"
               "thread 22 b\n"
               "  200-500 runnable (R) by 21\n"
               "  500-6000… running (Running) cpu 1 prio 101 -> ?\n"
               "cpu 0: 8@1000 0@4000\n"
               "cpu 1: 21@0 22@500\n");
  assert_text (tv_test_counters_to_string (trace), "cpu 2 cpufreq: 5500=300000\n");
  ck_assert_str_eq (tv_trace_lookup_property (trace, "hidden-events"), "kernel 1");
  /* The new thread belongs to the process of its parent. */
  for (guint i = 0; i < tv_trace_get_n_threads (trace); i++)
    if (tv_trace_get_thread (trace, i)->number == 9)
      ck_assert_int_eq (
          tv_trace_get_process (trace, tv_trace_get_thread (trace, i)->process)->pid,
          7);
}
END_TEST

/* The descriptor of thread 7 of process 5. */
#define THREAD_7 "1{60{1=11 4{1=5 2=7 5=\"worker\"}}} "

/* Names and texts may be interned; a name has no points. */
START_TEST (packets_of_arguments)
{
  g_autoptr (TvTrace) trace = load_packets (
      THREAD_7
      "1{10=1 13=1 12{3{1=1 2=\"in.t\"} 29{1=1 2=\"interned\"}}} "
      "1{8=1000 10=1 11{9=1 11=11 23=\"a\" 4{1=1 4=-5} 4{10=\"u\" 3=7} 4{10=\"b\" 2=1} "
      "4{10=\"r\" 5:2.5} 4{10=\"s\" 6=\"text\"} 4{10=\"p\" 7=48879} 4{10=\"i\" 17=1} "
      "4{10=\"j\" 9=\"{}\"} 4{10=\"d\" 11{10=\"x\" 4=1} 11{10=\"l\" 12{4=2} 12{4=3}}} "
      "4{10=\"n\" 8{2=\"k\" 2=\"m\" 3{5=4} 3{4{8=\"e\"}}}}}} "
      "1{8=2000 10=1 11{9=2 11=11 4{10=\"end\" 4=1}}}");

  assert_text (tv_test_details_to_string (trace),
               "a@0\n"
               "  debug.in_t int -5\n"
               "  debug.u uint 7\n"
               "  debug.b bool true\n"
               "  debug.r real 2.5\n"
               "  debug.s string text\n"
               "  debug.p pointer 0xbeef\n"
               "  debug.i string interned\n"
               "  debug.j json {}\n"
               "  debug.d.x int 1\n"
               "  debug.d.l[0] (debug.d.l) int 2\n"
               "  debug.d.l[1] (debug.d.l) int 3\n"
               "  debug.n.k int 4\n"
               "  debug.n.m[0] (debug.n.m) string e\n"
               "  debug.end int 1\n");
}
END_TEST

/* A flow that has ended begins anew. */
START_TEST (packets_of_flows)
{
  g_autoptr (TvTrace) trace
      = load_packets (THREAD_7 "1{8=1000 11{9=3 11=11 23=\"a\" 47:5}} "
                               "1{8=3000 11{9=3 11=11 23=\"c\" 48:5}} "
                               "1{8=2000 11{9=3 11=11 23=\"b\" 47:5 47:6}} "
                               "1{8=4000 11{9=1 11=11 23=\"d\" 47:5}} "
                               "1{8=5000 11{9=3 11=11 23=\"e\" 36=5}} "
                               "1{8=6000 11{9=2 11=11 42=6}}");

  assert_text (tv_test_details_to_string (trace), "flow 5: a@0 -> b@1000\n"
                                                  "flow 5: b@1000 -> c@2000\n"
                                                  "flow 5: d@3000 -> e@4000\n"
                                                  "flow 6: b@1000 -> d@3000\n");
}
END_TEST

/* Track 21 has steps of thread time in units of 1,000 ns, which are the thread's clock,
 * too; its number is given, then a default. Track 20 counts units of 1,024 bytes. */
START_TEST (packets_of_counters)
{
  g_autoptr (TvTrace) trace = load_packets (
      THREAD_7 "1{60{1=20 2=\"mem\" 8{3=3 4=1024}}} 1{60{1=21 5=11 8{1=1 5=1 4=1000}}} "
               "1{60{1=23 3{1=5}}} 1{60{1=22 5=23 2=\"heat\" 8{6=\"mK\"}}} "
               "1{8=1000 10=1 13=1 11{9=1 11=11 23=\"a\" 31=21 12=10}} "
               "1{8=2000 10=1 13=2 59{11{31=21 45=22}} 11{9=2 11=11 12=5 46:2.5}} "
               "1{8=3000 11{9=4 11=20 30=2}} 1{8=2500 11{9=4 11=20 30=-1}} "
               "1{8=3500 11{9=4 11=22 44:1.5}}");

  assert_text (tv_test_counters_to_string (trace),
               "thread 7 thread_time [ns]: 0=10000 1000=15000\n"
               "process 5 heat [mK]: 1000=2.5 2500=1.5\n"
               "global mem [bytes]: 1500=-1024 2000=2048\n");
  ck_assert_int_eq (tv_trace_get_call_start (trace, 0, 0, TV_CLOCK_THREAD_CPU), 10000);
  ck_assert_int_eq (tv_trace_get_call_end (trace, 0, 0, TV_CLOCK_THREAD_CPU), 15000);
}
END_TEST

START_TEST (packets_of_binder)
{
  g_autoptr (TvTrace) trace
      = load_packets ("1{1{1=6 2{1=1000 2=7 50{1=1 3=6 5=0 6=3 7=16}} "
                      "2{1=3000 2=8 51{1=1}} 2{1=6000 2=8 50{1=2 3=5 5=1}} "
                      "2{1=8000 2=7 51{1=2}}}}");
  g_autofree char *client = tv_test_calls_to_string (trace, 0);
  g_autofree char *server = tv_test_calls_to_string (trace, 1);

  ck_assert_str_eq (client, "binder transaction wall 0-7\n");
  ck_assert_str_eq (server, "binder reply wall 2-5\n");
  assert_text (tv_test_details_to_string (trace),
               "flow 1: binder transaction@0 -> binder reply@2000\n");
}
END_TEST

/* Texts that are written as numbers are left out. */
START_TEST (packets_with_numbers_for_texts)
{
  g_autoptr (TvTrace) trace = load_packets (
      THREAD_7 "1{60{1=20 2=5 8{6=7}}} 1{8=1000 11{9=4 11=20 30=2}} "
               "1{8=1000 11{9=3 11=11 23=5 4{10=1 6=2 9=3 8{2=1 8=1}}}} "
               "1{1{2{1=2000 2=7 3{2=1}} 2{1=2000 2=7 333{1=7 2=1 5=1}} "
               "2{1=2000 2=7 235{1=8 2=1}} 4{5=1 1=5}}}");

  assert_text (tv_test_counters_to_string (trace), "global : 0=2\n");
}
END_TEST

/* What a thread does on another kernel; states 8 and 2 are dead and runnable. */
START_TEST (packets_of_task_states)
{
  g_autoptr (TvTrace) trace
      = load_packets ("1{8=1000 117{1=3 2=\"task\" 3=101 4=3 5=100}} "
                      "1{8=4000 117{1=3 2=\"task\" 3=101 4=8}} "
                      "1{8=2000 117{1=0 2=\"other\" 3=102 4=2}} "
                      "1{1{1=6 2{1=5000 2=200 421{2=1004 4=6 6=7 11=2}} "
                      "2{1=5500 2=200 333{1=103 2=\"mark\" 5=1}} "
                      "2{1=5600 2=200 333{1=103 2=\"mark\" 5=0}}}}");
  g_autofree char *slices = NULL;

  assert_text (tv_test_states_to_string (trace),
               "thread 101 task\n"
               "  0-3000 running (Running) cpu 3 prio 100 -> X\n"
               "  3000-4600… dead (X)\n"
               "thread 102 other\n"
               "  1000-4600… runnable (R)\n"
               "cpu 3: 101@0\n");
  assert_text (tv_test_counters_to_string (trace), "cpu 6 Cpu 6 Util: 4000=7\n"
                                                   "cpu 6 Cpu 6 Cap: 4000=1004\n"
                                                   "cpu 6 Cpu 6 Nr Running: 4000=2\n");
  slices = tv_test_calls_to_string (trace, 2);
  ck_assert_str_eq (slices, "mark wall 4-4\n");
}
END_TEST

/* Counters of the kernel: frequencies, memory of processes, threads and devices. Thread
 * 8 is of process 7; address space 5 is that of thread 8, and is told of by another. */
START_TEST (packets_of_kernel_counters)
{
  g_autoptr (TvTrace) trace = load_packets (
      "1{2{1{1=7 3=\"app\"} 2{1=8 3=7}}} 1{1{1=1 "
      "2{1=1000 2=8 16{1=\"gpu clk\" 2=5 3=0}} 2{1=2000 2=8 12{1=3 2=9 3=2}} "
      "2{1=3000 2=8 313{1=1 2=4096 3=1 4=5}} 2{1=4000 2=9 359{1=0 2=8192 3=0 4=5}} "
      "2{1=4500 2=9 313{1=0 2=1 3=0 4=6}} 2{1=5000 2=9 326{2=65535 3=8}} "
      "2{1=6000 2=8 335{2=-10 3=90}} 2{1=7000 2=8 314{1=\"sys\" 2=10 3=90}} "
      "2{1=8000 2=8 328{1=3 2=4 3=5 4=1}} 2{1=9000 2=9 332{1=0 2=700}} "
      "2{1=10000 2=9 340{2=7 3=100}} 2{1=11000 2=9 340{2=0 3=300}} "
      "2{1=12000 2=9 341{2=42 4=\"skin\"}} 2{1=13000 2=9 342{1=3 2=\"fan\"}} "
      "2{1=14000 2=9 77{1=1}}}}");

  assert_text (tv_test_counters_to_string (trace),
               "global gpu clk Frequency: 0=5\n"
               "cpu 2 Cpu 2 Min Freq Limit: 1000=3\n"
               "cpu 2 Cpu 2 Max Freq Limit: 1000=9\n"
               "process 7 mem.rss.anon [bytes]: 2000=4096\n"
               "process 7 mem.rss.file [bytes]: 3000=8192\n"
               "process 7 oom_score_adj: 4000=-1\n"
               "global mem.ion [bytes]: 5000=90\n"
               "thread 8 mem.ion_change [bytes]: 5000=-10\n"
               "global mem.ion.sys [bytes]: 6000=80\n"
               "thread 8 mem.ion_change.sys [bytes]: 6000=-10\n"
               "process 7 mem.mm.maj_flt.avg_lat: 7000=3\n"
               "process 7 mem.mm.maj_flt.count: 7000=4\n"
               "process 7 mem.mm.maj_flt.max_lat: 7000=5\n"
               "global gpufreq: 8000=700\n"
               "process 7 GPU Memory [bytes]: 9000=100\n"
               "global GPU Memory [bytes]: 10000=300\n"
               "global skin Temperature: 11000=42\n"
               "global fan Cooling Device: 12000=3\n");
  ck_assert_str_eq (tv_trace_lookup_property (trace, "hidden-events"), "kernel 1");
}
END_TEST

/* What probes read: memory is in KiB. Of a processor, only times that are given. */
START_TEST (packets_of_probes)
{
  g_autoptr (TvTrace) trace = load_packets (
      "1{8=1000 9{1{1=7 3=4 7=2 10=-5} 1{3=1}}} "
      "1{8=2000 7{1{1=1 2=8} 1{1=99 2=8} 2{1=1 2=6} 3{1=1 2=50 5=70} 4=3 5=20 7=21 "
      "10{1=\"bus\" 2=900} 11=300 11=0 14{1=3 2=11} 15{2=41 3=\"cpu-0\"}}} "
      "1{8=3000 38{1=100 3=-5 7=4000}} 1{8=3500 38{1=90 5=\"aux\"}}");

  assert_text (tv_test_counters_to_string (trace),
               "process 7 mem.rss [bytes]: 0=4096\n"
               "process 7 mem.swap [bytes]: 0=2048\n"
               "process 7 oom_score_adj: 0=-5\n"
               "global MemTotal [bytes]: 1000=8192\n"
               "global nr_free_pages: 1000=6\n"
               "cpu 1 cpu.times.user_ns: 1000=50\n"
               "cpu 1 cpu.times.idle_ns: 1000=70\n"
               "global num_forks: 1000=3\n"
               "global num_irq_total: 1000=20\n"
               "global num_softirq_total: 1000=21\n"
               "global bus Frequency: 1000=900\n"
               "cpu 0 cpufreq: 1000=300\n"
               "cpu 1 cpufreq: 1000=0\n"
               "global psi.io.some: 1000=11\n"
               "global cpu-0 [C]: 1000=41\n"
               "global batt.charge_uah: 2000=100\n"
               "global batt.current_ua: 2000=-5\n"
               "global batt.voltage_uv: 2000=4000\n"
               "global batt.aux.charge_uah: 2500=90\n");
}
END_TEST

/* Writes the slices of all rows by their names. */
static char *
all_calls_to_string (const TvTrace *trace)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < tv_trace_get_n_threads (trace); i++)
    {
      const TvThread *row = tv_trace_get_thread (trace, i);
      g_autofree char *calls = tv_test_calls_to_string (trace, i);

      g_string_append_printf (text, "[%d %d %s]\n%s", (int) row->kind,
                              (int) row->number, row->name != NULL ? row->name : "?",
                              calls);
    }
  return g_string_free (text, FALSE);
}

/* Thread 8 writes a mark, which ends its system call; events of a processor may be out
 * of order. System call 64 writes on that machine, and 4,000 is none. */
START_TEST (packets_of_kernel_slices)
{
  g_autoptr (TvTrace) trace = load_packets (
      "1{45{1{4=\"aarch64\"}}} 1{12{26{1=3 2=\"flush\"}} 1{1=1 "
      "2{1=1000 2=8 36{1=5 2=\"eth0\"}} 2{1=2000 2=8 24{1=1}} 2{1=3000 2=8 25{1=1}} "
      "2{1=4000 2=8 37{1=5 2=1}} 2{1=5000 2=9 58{1=77 2=3}} 2{1=7000 2=9 57{1=77}} "
      "2{1=8000 2=9 58{1=77 2=255}} 2{1=9000 2=9 57{1=77}} "
      "2{1=10000 2=8 329{1=64}} 2{1=12000 2=8 330{1=64}} "
      "2{1=20000 2=8 329{1=4000}} 2{1=21000 2=8 330{1=4000}} "
      "2{1=11000 2=8 3{2=\"B|7|mark\"}} 2{1=13000 2=8 3{2=\"E|7\"}}}}");

  assert_text (all_calls_to_string (trace), "[0 8 ?]\n"
                                            "sys_write wall 9-10\n"
                                            "mark wall 10-12\n"
                                            "sys_4000 wall 19-20\n"
                                            "[0 9 ?]\n"
                                            "flush wall 4-6\n"
                                            "0xff wall 7-8\n"
                                            "[2 1 Irq Cpu 1]\n"
                                            "IRQ (eth0) wall 0-3\n"
                                            "[2 1 SoftIrq Cpu 1]\n"
                                            "TIMER wall 1-2\n");
  tv_assert_no_warning (trace);
}
END_TEST

/* Counters and slices of the kernel's text. A thread of a queue does work. */
START_TEST (text_of_the_kernel)
{
  const char *file
      = " a-7 ( 5) [001] d..3 10.000001: clock_set_rate: gpu_clk state=5 cpu_id=1\n"
        " a-7 ( 5) [001] d..3 10.000002: cpu_frequency_limits: min=3 max=9 cpu_id=2\n"
        " a-7 ( 5) [001] d..3 10.000003: rss_stat: mm_id=4 curr=1 member=1 size=4096B\n"
        " a-7 ( 5) [001] d..3 10.000004: oom_score_adj_update: pid=7 comm=a b "
        "oom_score_adj=-800\n"
        " a-7 ( 5) [001] d..3 10.000005: thermal_temperature: thermal_zone=skin id=1 "
        "temp_prev=41 temp=42\n"
        " a-7 ( 5) [001] d.h3 10.000010: irq_handler_entry: irq=5 name=eth 0\n"
        " a-7 ( 5) [001] d.s3 10.000012: softirq_entry: vec=1 [action=TIMER]\n"
        " a-7 ( 5) [001] d.s3 10.000013: softirq_exit: vec=1 [action=TIMER]\n"
        " a-7 ( 5) [001] d.h3 10.000014: irq_handler_exit: irq=5 ret=handled\n"
        " k-9 ( 9) [000] ...1 10.000015: workqueue_execute_start: work struct "
        "00000000ab: function flush_all\n"
        " k-9 ( 9) [000] ...1 10.000017: workqueue_execute_end: work struct "
        "00000000ab\n"
        " a-7 ( 5) [001] ...1 10.000018: sys_enter: NR 63 (1, 2, 3)\n"
        " a-7 ( 5) [001] ...1 10.000019: sys_exit: NR 63 = 5\n"
        " a-7 ( 5) [001] ...1 10.000020: suspend_resume: suspend_enter[3] begin\n"
        " a-7 ( 5) [001] ...1 10.000022: suspend_resume: suspend_enter[3] end\n"
        " a-7 ( 5) [001] ...1 10.000023: suspend_resume: broken\n";
  g_autoptr (TvTrace) trace = load (file, strlen (file));
  g_autofree char *all = all_calls_to_string (trace);

  assert_text (tv_test_counters_to_string (trace),
               "global gpu_clk Frequency: 0=5\n"
               "cpu 2 Cpu 2 Min Freq Limit: 1000=3\n"
               "cpu 2 Cpu 2 Max Freq Limit: 1000=9\n"
               "process 5 mem.rss.anon [bytes]: 2000=4096\n"
               "process 5 oom_score_adj: 3000=-800\n"
               "global skin Temperature: 4000=42\n");
  ck_assert_ptr_nonnull (strstr (all, "[0 7 a]\nsys_63 wall 17-18\n"));
  ck_assert_ptr_nonnull (strstr (all, "[0 9 k]\nflush_all wall 14-16\n"));
  ck_assert_ptr_nonnull (strstr (all, "[2 1 Irq Cpu 1]\nIRQ (eth 0) wall 9-13\n"));
  ck_assert_ptr_nonnull (strstr (all, "[2 1 SoftIrq Cpu 1]\nTIMER wall 11-12\n"));
  ck_assert_ptr_nonnull (strstr (all, "suspend_enter(3) wall 19-21\n"));
  ck_assert_str_eq (tv_trace_lookup_property (trace, "hidden-events"), "kernel 1");
}
END_TEST

/* A page lists processes, then their threads. */
START_TEST (page_with_processes)
{
  const char *file
      = "<!DOCTYPE html>\n<html>\n"
        "<script class=\"trace-data\" type=\"application/text\">\n"
        "# tracer: nop\n"
        " <...>-7 (-----) [001] ...1 10.000001: tracing_mark_write: B|7|a\n"
        " <...>-8 (-----) [001] ...1 10.000002: tracing_mark_write: B|7|b\n"
        "</script>\n"
        "<script class=\"trace-data\" type=\"application/text\">\n"
        "PROCESS DUMP\n"
        "USER PID PPID VSZ RSS WCHAN PC S NAME COMM\n"
        "u0_a1 7 1 100 10 0 0 S com.example.app example.app\n"
        "USER PID TID CMD\n"
        "u0_a1 7 8 Render Thread\n"
        "u0_a1 x 9 none\n"
        "</script>\n"
        "</html>\n";
  g_autoptr (TvTrace) trace = load (file, strlen (file));

  ck_assert_int_eq (tv_trace_get_n_threads (trace), 2);
  ck_assert_str_eq (tv_trace_get_process (trace, 0)->name, "com.example.app");
  ck_assert_str_eq (tv_trace_get_thread (trace, 0)->name, "example.app");
  ck_assert_str_eq (tv_trace_get_thread (trace, 1)->name, "Render Thread");
}
END_TEST

/* The first try to suspend fails: processes are let go on. */
START_TEST (packets_of_suspending)
{
  g_autoptr (TvTrace) trace
      = load_packets ("1{1{1=0 2{1=1000 2=0 113{1=\"suspend_enter\" 2=3 3=1}} "
                      "2{1=2000 2=0 113{1=\"thaw_processes\" 2=0 3=1}} "
                      "2{1=3000 2=0 113{1=\"thaw_processes\" 2=0 3=0}} "
                      "2{1=4000 2=0 113{1=\"suspend_enter\" 2=3 3=1}} "
                      "2{1=5000 2=0 113{1=\"timekeeping_freeze\" 2=4 3=1}} "
                      "2{1=6000 2=0 113{1=\"timekeeping_freeze\" 2=1 3=0}} "
                      "2{1=7000 2=0 113{1=\"suspend_enter\" 2=3 3=0}}}}");
  g_autofree char *all = all_calls_to_string (trace);

  ck_assert_ptr_nonnull (strstr (all, "suspend_enter(3) wall 0-2\n"));
  ck_assert_ptr_nonnull (strstr (all, "thaw_processes(0) wall 1-2\n"));
  ck_assert_ptr_nonnull (strstr (all, "suspend_enter(3) wall 3-6\n"));
  ck_assert_ptr_nonnull (strstr (all, "timekeeping_freeze(0) wall 4-5\n"));
  ck_assert_ptr_nonnull (strstr (all, "[3 "));
  tv_assert_no_warning (trace);
}
END_TEST

/* Marks of drivers: with a letter, or with whether they begin something. */
START_TEST (packets_of_drivers)
{
  g_autoptr (TvTrace) trace = load_packets (
      "1{1{1=0 2{1=1000 2=8 348{1=9 4=\"draw\" 5=66}} 2{1=2000 2=8 349{1=9 5=69}} "
      "2{1=3000 2=8 331{1=67 2=\"depth\" 3=9 4=5}} 2{1=4000 2=8 80{1=9 2=\"old\" 3=1}} "
      "2{1=5000 2=8 80{1=9 3=0}} 2{1=6000 2=8 350{1=9 5=66}}}}");

  assert_text (all_calls_to_string (trace), "[0 9 ?]\n"
                                            "draw wall 0-1\n"
                                            "old wall 3-4\n");
  assert_text (tv_test_counters_to_string (trace), "process 9 depth: 2000=5\n");
}
END_TEST

/* A state holds up to the next one of its track; the last one up to the end. */
START_TEST (packets_of_track_states)
{
  g_autoptr (TvTrace) trace = load_packets (
      "1{60{1=20 3{1=5}}} 1{60{1=21 5=20 2=\"mode\"}} "
      "1{8=1000 11{9=5 11=21 23=\"idle\"}} 1{8=2000 11{9=5 11=21 23=\"busy\"}} "
      "1{8=3000 11{9=5 11=21}} 1{8=4000 11{9=5 11=21 23=\"idle\"}} "
      "1{8=6000 11{9=3 11=20 23=\"now\"}}");
  g_autofree char *all = all_calls_to_string (trace);

  ck_assert_ptr_nonnull (strstr (all, " mode]\nidle wall 0-1\nbusy wall 1-2\n"
                                      "idle wall 3-5 still-open\n"));
  ck_assert_ptr_null (tv_trace_lookup_property (trace, "hidden-events"));
}
END_TEST

/* Places are interned, or given in full. */
START_TEST (packets_of_places_in_the_source)
{
  g_autoptr (TvTrace) trace
      = load_packets (THREAD_7 "1{10=1 13=1 12{4{1=3 2=\"a.cc\" 3=\"Run\" 4=12}}} "
                               "1{8=1000 10=1 11{9=3 11=11 23=\"a\" 34=3}} "
                               "1{8=2000 10=1 11{9=3 11=11 23=\"b\" 33{2=\"b.cc\"}}} "
                               "1{8=3000 10=1 11{9=3 11=11 23=\"c\" 5{1=3}}} "
                               "1{8=4000 10=1 11{9=3 11=11 23=\"d\" 34=9}}");

  assert_text (tv_test_details_to_string (trace),
               "a@0\n"
               "  source.file_name string a.cc\n"
               "  source.function_name string Run\n"
               "  source.line_number int 12\n"
               "b@1000\n"
               "  source.file_name string b.cc\n"
               "c@2000\n"
               "  task.posted_from.file_name string a.cc\n"
               "  task.posted_from.function_name string Run\n"
               "  task.posted_from.line_number int 12\n");
}
END_TEST

/* A second track of process 5, and one of thread 7, are those of other ones that got
 * their numbers. A track below a thread's is of that thread. */
START_TEST (packets_of_reused_numbers)
{
  g_autoptr (TvTrace) trace = load_packets (
      "1{60{1=1 3{1=5 6=\"first\"}}} 1{60{1=2 4{1=5 2=7 5=\"old\"}}} "
      "1{60{1=3 5=2 2=\"below\"}} 1{60{1=4 3{1=5 6=\"second\"}}} "
      "1{60{1=5 4{1=5 2=7 5=\"new\"}}} "
      "1{8=1000 11{9=3 11=2 23=\"a\"}} 1{8=2000 11{9=3 11=3 23=\"b\"}} "
      "1{8=3000 11{9=3 11=5 23=\"c\"}} 1{8=4000 11{9=3 11=4 23=\"d\"}}");
  static const struct
  {
    const char *name;
    const char *process;
    TvTrackKind kind;
    guint owner;
  } expected[] = { { "old", "first", TV_TRACK_THREAD, 0 },
                   { "below", "first", TV_TRACK_THREAD, 0 },
                   { "new", "second", TV_TRACK_THREAD, 2 },
                   { NULL, "second", TV_TRACK_PROCESS, 3 } };

  ck_assert_int_eq (tv_trace_get_n_threads (trace), G_N_ELEMENTS (expected));
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      const TvThread *row = tv_trace_get_thread (trace, i);

      ck_assert_pstr_eq (row->name, expected[i].name);
      ck_assert_str_eq (tv_trace_get_process (trace, row->process)->name,
                        expected[i].process);
      ck_assert_int_eq (row->kind, expected[i].kind);
      ck_assert_int_eq (row->owner, expected[i].owner);
      if (row->kind == TV_TRACK_THREAD)
        ck_assert_int_eq (row->number, 7);
    }
}
END_TEST

/* Events of old writers say themselves how long their thread ran, and for whom they
 * are: for thread 9 of process 6, for a process, or for all. */
START_TEST (packets_of_old_writers)
{
  g_autoptr (TvTrace) trace = load_packets (
      "1{10=1 44{1=5 2=7 6=1}} "
      "1{10=1 11{9=1 1=1 17=10 20=20 23=\"a\"}} 1{10=1 11{9=2 1=1 17=15 8=5}} "
      "1{8=5000 10=1 11{9=3 11=0 23=\"b\" 6{18=6 19=9}}} "
      "1{8=6000 10=1 11{11=0 23=\"c\" 6{2=73 14=2}}} "
      "1{8=7000 10=1 11{11=0 23=\"d\" 6{2=73 14=1}}}");

  assert_text (tv_test_counters_to_string (trace),
               "thread 7 thread_time: 0=10000 1000=15000\n"
               "thread 7 thread_instruction_count: 0=20 1000=5\n");
  assert_text (all_calls_to_string (trace), "[0 7 ?]\n"
                                            "a cpu 10-15 wall 0-1\n"
                                            "[0 9 ?]\n"
                                            "b cpu 0-0 wall 3-3 no-cpu-time\n"
                                            "[1 -1 ?]\n"
                                            "c cpu 0-0 wall 4-4 no-cpu-time\n"
                                            "[3 -1 ?]\n"
                                            "d cpu 0-0 wall 5-5 no-cpu-time\n");
}
END_TEST

/* The examples in tests/traces/slices. */

static void
assert_file (const char *name, const char *counters, const char *states,
             const char *details)
{
  g_autofree char *path = g_build_filename (g_getenv ("TRACEVIEW_SRCDIR"), "tests",
                                            "traces", "slices", name, NULL);
  g_autofree char *data = NULL;
  gsize size;
  g_autoptr (TvTrace) trace = NULL;

  ck_assert (g_file_get_contents (path, &data, &size, NULL));
  trace = load (data, size);
  assert_text (tv_test_counters_to_string (trace), counters);
  assert_text (tv_test_states_to_string (trace), states);
  assert_text (tv_test_details_to_string (trace), details);
}

START_TEST (example_files)
{
  assert_file ("system.json",
               "process 5 memory used: 0=10 40000=12\n"
               "process 5 memory free: 0=2.5\n",
               "thread 8 ?\n"
               "  30000-45000 running (Running) cpu 1 prio 0 -> ?\n"
               "  45000-50000 io (D) io yes\n"
               "  50000-60000 running (Running) cpu 0 prio 0 -> ?\n"
               "cpu 0: 8@50000\n"
               "cpu 1: 8@30000\n",
               "input@0\n"
               "  args.x int 3\n"
               "  args.keys[0] (args.keys) string a\n"
               "  args.keys[1] (args.keys) string b\n"
               "  args.down bool true\n"
               "draw@30000\n"
               "  args.frame int 1\n"
               "  args.late bool false\n"
               "flow 1: input@0 -> draw@30000\n");
  assert_file ("system.txt",
               "cpu 0 cpufreq: 4000=300000 12000=1900800\n"
               "process 5 frames: 5000=1 14000=2\n",
               "thread 0 swapper (idle)\n"
               "  7000-11000 running (Running) cpu 0 prio 120 -> R\n"
               "  15000-15000… running (Running) cpu 0 prio 120 -> ?\n"
               "thread 8 Render thr\n"
               "  0-2000 runnable (R) by 7\n"
               "  2000-7000 running (Running) cpu 0 prio 110 -> D\n"
               "  7000-10000 io (D) io yes in wait_on_page+0x10/0x20\n"
               "  10000-11000 runnable (R) by 7\n"
               "  11000-15000 running (Running) cpu 0 prio 110 -> S\n"
               "  15000-15000… sleeping (S)\n"
               "cpu 0: 8@2000 0@7000 8@11000 0@15000\n",
               "");
}
END_TEST

/* Processor 1: main runs from the start at 1,000,500 ns on, cook from 3,500 to 5,500 ns
 * after it. */
START_TEST (example_packets)
{
  assert_file ("system.pftrace",
               "global memory [bytes]: 1500=2048 5500=3072\n"
               "cpu 0 cpufreq: 7000=300000\n",
               "thread 0 swapper (idle)\n"
               "  4500-7500 running (Running) cpu 0 prio 120 -> R\n"
               "thread 7 main\n"
               "  0-3500 running (Running) cpu 1 prio 120 -> R+\n"
               "  3500-5500 preempted (R+)\n"
               "  5500-9500… running (Running) cpu 1 prio 120 -> ?\n"
               "thread 8 RenderThread\n"
               "  1000-2000 runnable (R) by 7\n"
               "  2000-4500 running (Running) cpu 0 prio 110 -> D\n"
               "  4500-6500 io (D) io yes\n"
               "  6500-7500 runnable (R) by 7\n"
               "  7500-9500 running (Running) cpu 0 prio 110 -> R+\n"
               "  9500-9500… preempted (R+)\n"
               "thread 9 kworker\n"
               "  9500-9500… running (Running) cpu 0 prio 100 -> ?\n"
               "thread 21 cook\n"
               "  3500-5500 running (Running) cpu 1 prio 130 -> S\n"
               "  5500-9500… sleeping (S)\n"
               "cpu 0: 8@2000 0@4500 8@7500 9@9500\n"
               "cpu 1: 7@0 21@3500 7@5500\n",
               "input@500\n"
               "  debug.frame int 1\n"
               "draw@2500\n"
               "  debug.size.w int 10\n"
               "  debug.size.h int 20\n"
               "flow 5: input@500 -> draw@2500\n");
}
END_TEST

TV_TESTS (NULL, NULL)
