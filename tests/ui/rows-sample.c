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
