/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/sample-trace.h"

#include "support/trace-fixtures.h"

/**
 * tv_sample_trace_new:
 *
 * Makes a dual-clock trace that is small enough to know every pixel of it. Times in
 * milliseconds:
 *
 * - thread 1 `main`, covered 0 to 10: `a.Outer.run` all the time; inside it
 * `a.Inner.work` 2 to 4 and 6 to 8, `a.Wrapper.call` 8.5 to 9.5 and inside that, all
 * the time, `a.Leaf.end`
 * - thread 7 `tie`, covered 4: `a.Waiter.wait` 5 to 9, which is on the CPU for 1 of
 * them
 * - thread 3 `worker`, covered 4: `a.Waiter.wait` 1 to 5, the same
 * - thread 9, without a name, covered 1: `a.Leaf.end` 9 to 10
 * - thread 5 `idle`: no events
 *
 * Both waits are in the middle: half a millisecond on the CPU, three off it, and
 * another half. By CPU time the ranks are Outer 10, Inner 4, Leaf 2, Waiter 2,
 * Wrapper 1.
 *
 * Returns: (transfer full): the trace
 */
TvTrace *
tv_sample_trace_new (void)
{
  g_autoptr (TvTraceWriter) writer = tv_trace_writer_new (3, TV_WRITER_CLOCK_DUAL);

  tv_trace_writer_add_thread (writer, 7, "tie");
  tv_trace_writer_add_thread (writer, 5, "idle");
  tv_trace_writer_add_thread (writer, 3, "worker");
  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_thread (writer, 1, "first");
  tv_trace_writer_add_method (writer, 0x10, "a.Outer", "run", "()V", "Outer.java", 1);
  tv_trace_writer_add_method (writer, 0x20, "a.Inner", "work", "()V", "Inner.java", 1);
  tv_trace_writer_add_method (writer, 0x30, "a.Wrapper", "call", "()V", "W.java", 1);
  tv_trace_writer_add_method (writer, 0x40, "a.Leaf", "end", "()V", "Leaf.java", 1);
  tv_trace_writer_add_method (writer, 0x50, "a.Waiter", "wait", "()V", "W.java", 1);

  tv_trace_writer_enter (writer, 1, 0x10, 0, 0);
  tv_trace_writer_enter (writer, 3, 0x50, 0, 1000);
  tv_trace_writer_enter (writer, 1, 0x20, 2000, 2000);
  tv_trace_writer_exit (writer, 1, 0x20, 4000, 4000);
  tv_trace_writer_exit (writer, 3, 0x50, 1000, 5000);
  tv_trace_writer_enter (writer, 7, 0x50, 0, 5000);
  tv_trace_writer_enter (writer, 1, 0x20, 6000, 6000);
  tv_trace_writer_exit (writer, 1, 0x20, 8000, 8000);
  tv_trace_writer_enter (writer, 1, 0x30, 8500, 8500);
  tv_trace_writer_enter (writer, 1, 0x40, 8500, 8500);
  tv_trace_writer_exit (writer, 7, 0x50, 1000, 9000);
  tv_trace_writer_enter (writer, 9, 0x40, 0, 9000);
  tv_trace_writer_exit (writer, 1, 0x40, 9500, 9500);
  tv_trace_writer_exit (writer, 1, 0x30, 9500, 9500);
  tv_trace_writer_exit (writer, 1, 0x10, 10000, 10000);
  tv_trace_writer_exit (writer, 9, 0x40, 1000, 10000);
  return tv_test_load (writer);
}

/**
 * tv_sample_session_new:
 * @trace: (transfer full): a trace
 *
 * Returns: (transfer full): a session that shows it, with its sums
 */
TvTraceSession *
tv_sample_session_new (TvTrace *trace)
{
  g_autoptr (TvTrace) owned = trace;
  g_autoptr (TvProfile) profile = tv_profile_new (owned, NULL, NULL);

  return tv_trace_session_new (owned, profile);
}
