/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/rows-sample.h"

#include "support/trace-fixtures.h"

/**
 * tv_rows_sample_new:
 *
 * Makes a dual-clock trace whose threads come in another order by everything that they
 * can be ordered by. Each makes one call of `a.Work.run`, but `Pool-2`, which calls
 * `a.Work.step` twice inside of it. Times in milliseconds:
 *
 * | id | name    | in the call | CPU time |
 * | -- | ------- | ----------- | -------- |
 * | 12 | pool-10 | 0 to 50     | 10       |
 * |  3 | Pool-2  | 10 to 30    | 20       |
 * |  7 | main    | 20 to 35    | 5        |
 * | 20 |         | 40 to 41    | 1        |
 * | 30 | idle-b  | 45 to 50    | 0        |
 * | 31 | idle-a  | 46 to 46.01 | 0.01     |
 * |  9 | never   |             |          |
 *
 * The last two with events are idle: they took less than 0.02 of CPU time, a thousandth
 * of what the busiest took.
 *
 * Returns: (transfer full): the trace
 */
TvTrace *
tv_rows_sample_new (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);

  tv_trace_writer_add_thread (writer, 9, "never");
  tv_trace_writer_add_thread (writer, 12, "pool-10");
  tv_trace_writer_add_thread (writer, 3, "Pool-2");
  tv_trace_writer_add_thread (writer, 7, "main");
  tv_trace_writer_add_thread (writer, 30, "idle-b");
  tv_trace_writer_add_thread (writer, 31, "idle-a");
  tv_trace_writer_add_method (writer, 0x10, "a.Work", "run", "()V", "Work.java", 1);
  tv_trace_writer_add_method (writer, 0x20, "a.Work", "step", "()V", "Work.java", 2);

  tv_trace_writer_enter (writer, 12, 0x10, 0, 0);
  tv_trace_writer_enter (writer, 3, 0x10, 0, 10000);
  tv_trace_writer_enter (writer, 3, 0x20, 2000, 12000);
  tv_trace_writer_exit (writer, 3, 0x20, 6000, 16000);
  tv_trace_writer_enter (writer, 7, 0x10, 0, 20000);
  tv_trace_writer_enter (writer, 3, 0x20, 10000, 20000);
  tv_trace_writer_exit (writer, 3, 0x20, 14000, 24000);
  tv_trace_writer_exit (writer, 3, 0x10, 20000, 30000);
  tv_trace_writer_exit (writer, 7, 0x10, 5000, 35000);
  tv_trace_writer_enter (writer, 20, 0x10, 0, 40000);
  tv_trace_writer_exit (writer, 20, 0x10, 1000, 41000);
  tv_trace_writer_enter (writer, 30, 0x10, 0, 45000);
  tv_trace_writer_enter (writer, 31, 0x10, 0, 46000);
  tv_trace_writer_exit (writer, 31, 0x10, 10, 46010);
  tv_trace_writer_exit (writer, 30, 0x10, 0, 50000);
  tv_trace_writer_exit (writer, 12, 0x10, 10000, 50000);
  return tv_test_load (writer);
}

/**
 * tv_rows_sample_new_system:
 *
 * Makes a trace of slices in three processes. Times in milliseconds:
 *
 * | process  | id | name   | slices                                |
 * | -------- | -- | ------ | ------------------------------------- |
 * | 10 shop  | 11 | main   | `start` 0 to 50, `draw` in it 5 to 15 |
 * | 10 shop  | 12 | worker | `load` 10 to 30                       |
 * | 20 store | 21 | io     | `read` 40 to 60                       |
 * | 30 quiet | 31 | timer  | `tick` 45 to 45.01                    |
 *
 * The last one is idle. `load` has two arguments, and a flow goes from `draw` to it.
 *
 * Returns: (transfer full): the trace
 */
TvTrace *
tv_rows_sample_new_system (void)
{
  static const char text[]
      = "[{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":10,\"args\":{\"name\":"
        "\"shop\"}},"
        "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":20,\"args\":{\"name\":"
        "\"store\"}},"
        "{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":30,\"args\":{\"name\":"
        "\"quiet\"}},"
        "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":10,\"tid\":11,"
        "\"args\":{\"name\":\"main\"}},"
        "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":10,\"tid\":12,"
        "\"args\":{\"name\":\"worker\"}},"
        "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":20,\"tid\":21,"
        "\"args\":{\"name\":\"io\"}},"
        "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":30,\"tid\":31,"
        "\"args\":{\"name\":\"timer\"}},"
        "{\"ph\":\"X\",\"name\":\"start\",\"pid\":10,\"tid\":11,\"ts\":0,\"dur\":50000}"
        ","
        "{\"ph\":\"X\",\"name\":\"draw\",\"pid\":10,\"tid\":11,\"ts\":5000,\"dur\":"
        "10000},"
        "{\"ph\":\"X\",\"name\":\"load\",\"pid\":10,\"tid\":12,\"ts\":10000,\"dur\":"
        "20000,\"args\":{\"url\":\"a.b\",\"tries\":3}},"
        "{\"ph\":\"s\",\"name\":\"ask\",\"cat\":\"f\",\"id\":1,\"pid\":10,\"tid\":11,"
        "\"ts\":7000},"
        "{\"ph\":\"f\",\"bp\":\"e\",\"name\":\"ask\",\"cat\":\"f\",\"id\":1,\"pid\":10,"
        "\"tid\":12,\"ts\":12000},"
        "{\"ph\":\"X\",\"name\":\"read\",\"pid\":20,\"tid\":21,\"ts\":40000,\"dur\":"
        "20000},"
        "{\"ph\":\"X\",\"name\":\"tick\",\"pid\":30,\"tid\":31,\"ts\":45000,\"dur\":10}"
        "]";
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, sizeof text - 1);
  g_autoptr (GError) error = NULL;
  TvTrace *trace = tv_test_load_bytes (bytes, &error);

  g_assert_no_error (error);
  return trace;
}

/**
 * tv_rows_sample_new_scheduled:
 *
 * Makes a trace of process 10 from 0 to 100 milliseconds. Its thread 11 `main` has a
 * slice `start` all the time. It runs on CPU 0 to 20, is asleep to 60, runnable to 80
 * and runs on CPU 1 to 100. Thread 12 `worker` has no slice: it runs on CPU 0 from 20
 * to 90, and wakes `main` at 60. The counter `heap` is 40 from 0 on and 80 from 50 on.
 *
 * Returns: (transfer full): the trace
 */
TvTrace *
tv_rows_sample_new_scheduled (void)
{
  static const char text[]
      = "# tracer: nop\n#\n"
        "  main-11  (   10) [000] ...1 1.000000: print: B|10|start\n"
        "  main-11  (   10) [000] ...1 1.000000: print: C|10|heap|40\n"
        "  <idle>-0 (-----) [000] d..2 1.000000: sched_switch: prev_comm=swapper/0 "
        "prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=main next_pid=11 "
        "next_prio=120\n"
        "  main-11  (   10) [000] d..2 1.020000: sched_switch: prev_comm=main "
        "prev_pid=11 prev_prio=120 prev_state=S ==> next_comm=worker next_pid=12 "
        "next_prio=120\n"
        "  worker-12 (   10) [000] ...1 1.050000: print: C|10|heap|80\n"
        "  worker-12 (   10) [000] d..2 1.060000: sched_waking: comm=main pid=11 "
        "prio=120 target_cpu=001\n"
        "  <idle>-0 (-----) [001] d..2 1.080000: sched_switch: prev_comm=swapper/1 "
        "prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=main next_pid=11 "
        "next_prio=120\n"
        "  worker-12 (   10) [000] d..2 1.090000: sched_switch: prev_comm=worker "
        "prev_pid=12 prev_prio=120 prev_state=S ==> next_comm=swapper/0 next_pid=0 "
        "next_prio=120\n"
        "  main-11  (   10) [001] ...1 1.100000: print: E|10\n";
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, sizeof text - 1);
  g_autoptr (GError) error = NULL;
  TvTrace *trace = tv_test_load_bytes (bytes, &error);

  g_assert_no_error (error);
  return trace;
}
