/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/sample-trace.h"

#include "support/trace-fixtures.h"
#include "trace/mapping/shared-methods.h"

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

typedef struct
{
  guint32 thread;
  guint32 method;
  gboolean enters;
  guint64 ms;
} Event;

/* On both clocks: no thread ever waits. */
static void
write_event (TvTraceWriter *writer, const Event *event)
{
  const guint64 time = event->ms * 1000;

  if (event->enters)
    tv_trace_writer_enter (writer, event->thread, event->method, time, time);
  else
    tv_trace_writer_exit (writer, event->thread, event->method, time, time);
}

static TvTraceWriter *
new_writer (TvWriterClock clock)
{
  TvTraceWriter *writer = tv_trace_writer_new (3, clock);

  tv_trace_writer_add_thread (writer, 1, "main");
  tv_trace_writer_add_thread (writer, 2, "worker");
  return writer;
}

/**
 * tv_sample_script:
 * @clock: its clocks
 *
 * Writes a trace of two threads, five methods and seven calls over one second. The
 * method `wrapper` never runs itself: all its time is that of `inner`.
 *
 *     thread 1   0    100  200  300  400  500  600  700  800      1000
 *                main
 *                     outer                   .    wrapper
 *                          inner.    inner.         inner .
 *     thread 2     run (50 to 950)
 *
 * Returns: (transfer full): a writer with its methods and calls
 */
TvTraceWriter *
tv_sample_script (TvWriterClock clock)
{
  static const Event events[] = {
    { 1, 4, TRUE, 0 },     { 2, 8, TRUE, 50 },    { 1, 12, TRUE, 100 },
    { 1, 16, TRUE, 200 },  { 1, 16, FALSE, 300 }, { 1, 16, TRUE, 400 },
    { 1, 16, FALSE, 500 }, { 1, 12, FALSE, 600 }, { 1, 20, TRUE, 700 },
    { 1, 16, TRUE, 700 },  { 1, 16, FALSE, 800 }, { 1, 20, FALSE, 800 },
    { 2, 8, FALSE, 950 },  { 1, 4, FALSE, 1000 },
  };
  TvTraceWriter *writer = new_writer (clock);

  tv_trace_writer_add_property (writer, "vm", "art");
  tv_trace_writer_add_method (writer, 4, "app.Main", "main", "()V", "Main.java", 1);
  tv_trace_writer_add_method (writer, 8, "app.Worker", "run", "()V", "Worker.java", 1);
  tv_trace_writer_add_method (writer, 12, "app.Work", "outer", "()V", "Work.java", 1);
  tv_trace_writer_add_method (writer, 16, "app.Work", "inner", "(I)V", "Work.java", 2);
  tv_trace_writer_add_method (writer, 20, "app.Work", "wrapper", "()V", "Work.java", 3);
  for (gsize i = 0; i < G_N_ELEMENTS (events); i++)
    write_event (writer, &events[i]);
  return writer;
}

/**
 * tv_sample_script_base:
 *
 * Writes what tv_sample_script() can be compared with: main is 200 ms shorter, outer
 * 300, with one call of inner; a call of 40 ms came instead of wrapper.
 *
 * Returns: (transfer full): a writer with its methods and calls
 */
TvTraceWriter *
tv_sample_script_base (void)
{
  static const Event events[] = {
    { 1, 8, TRUE, 0 },     { 2, 20, TRUE, 50 },   { 1, 12, TRUE, 100 },
    { 1, 16, TRUE, 150 },  { 1, 16, FALSE, 250 }, { 1, 12, FALSE, 300 },
    { 1, 4, TRUE, 400 },   { 1, 4, FALSE, 440 },  { 1, 8, FALSE, 800 },
    { 2, 20, FALSE, 950 },
  };
  TvTraceWriter *writer = new_writer (TV_WRITER_CLOCK_DUAL);

  tv_trace_writer_add_method (writer, 4, "app.Work", "gone", "()V", "W.java", 1);
  tv_trace_writer_add_method (writer, 8, "app.Main", "main", "()V", "M.java", 1);
  tv_trace_writer_add_method (writer, 12, "app.Work", "outer", "()V", "W.java", 1);
  tv_trace_writer_add_method (writer, 16, "app.Work", "inner", "(I)V", "W.java", 2);
  tv_trace_writer_add_method (writer, 20, "app.Worker", "run", "()V", "R.java", 1);
  for (gsize i = 0; i < G_N_ELEMENTS (events); i++)
    write_event (writer, &events[i]);
  return writer;
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

/**
 * tv_sample_session_new_compared:
 * @trace: (transfer full): a trace
 * @base: (transfer full): what it is compared with
 *
 * Returns: (transfer full): a session that shows @trace, compared with @base
 */
TvTraceSession *
tv_sample_session_new_compared (TvTrace *trace, TvTrace *base)
{
  g_autoptr (TvTrace) first = trace;
  g_autoptr (TvTrace) second = base;
  g_autoptr (TvTraceSession) base_session = NULL;
  TvTraceSession *session;
  TvTrace *shared;
  TvTrace *shared_base;

  g_assert_true (
      tv_traces_share_methods (first, second, 0, &shared, &shared_base, NULL, NULL));
  session = tv_sample_session_new (shared);
  base_session = tv_sample_session_new (shared_base);
  tv_trace_session_set_base (session, base_session);
  return session;
}
