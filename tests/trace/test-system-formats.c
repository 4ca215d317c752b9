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

TV_TEST_MAIN (void)
{
  const TTest *const tests[] = { text_of_the_scheduler, text_of_counters };

  return tv_test_run ("system-formats", tests, G_N_ELEMENTS (tests));
}
