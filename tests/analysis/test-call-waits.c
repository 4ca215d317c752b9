/* SPDX-License-Identifier: Apache-2.0 */

/* What a call waited for, by hand. The files of tests/traces/joined/ have, from the
 * start of the system trace in microseconds, of the thread 4711:
 *
 *   0 runs · 2,500 sleeps in a binder transaction · 4,000 woken by 910 · 4,500 runs ·
 *   5,000 waits for I/O · 6,000 woken by 50 · 6,200 runs · 6,500 sleeps at a lock ·
 *   7,000 woken by 4720 · 7,300 runs · 10,500 sleeps
 *
 * Its call of decode() is from 2,000 to 8,000, that of onCreate() from 1,000 to 10,000.
 */

#include "analysis/lookup/call-waits.h"
#include "support/test-runner.h"
#include "support/trace-fixtures.h"
#include "trace/transform/joined-trace.h"

#include <string.h>

static TvTrace *
load (const char *name)
{
  g_autofree char *path = tv_test_trace_path (name);
  g_autoptr (GError) error = NULL;
  TvTrace *trace = tv_test_load_path (path, &error);

  g_assert_no_error (error);
  return trace;
}

static TvTrace *
load_joined (void)
{
  g_autoptr (TvTrace) calls = load ("joined/app.trace");
  g_autoptr (TvTrace) system = load ("joined/system.txt");
  g_autoptr (GError) error = NULL;
  TvTrace *trace = tv_trace_new_joined (calls, system, 0, 0, NULL, &error);

  g_assert_no_error (error);
  return trace;
}

/* Writes microseconds by reason, then the wakers as `NUMBER×N after WAITED`. */
static void
assert_waits (const TvTrace *trace, const char *name, const char *expected)
{
  static const char *const reasons[TV_N_WAIT_REASONS]
      = { "running", "runnable", "binder",  "lock",   "io",
          "kernel",  "asleep",   "stopped", "unknown" };
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (TvCallWaits) waits = NULL;
  TvCallRef call = { TV_THREAD_NONE, 0 };

  for (guint32 i = 0; i < tv_trace_get_n_threads (trace); i++)
    for (guint32 j = 0; j < tv_trace_get_thread (trace, i)->n_calls; j++)
      if (g_str_has_prefix (
              tv_trace_get_method (trace, tv_trace_get_call_method (trace, i, j))->name,
              name))
        call = (TvCallRef){ i, j };
  ck_assert_msg (call.thread != TV_THREAD_NONE, "no %s", name);
  waits = tv_call_waits_new (trace, call, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; waits != NULL && i < TV_N_WAIT_REASONS; i++)
    if (waits->time[i] > 0)
      g_string_append_printf (text, "%s %" G_GINT64_FORMAT " ", reasons[i],
                              waits->time[i] / 1000);
  for (guint i = 0; waits != NULL && i < waits->wakers->len; i++)
    {
      const TvWaker *waker = &g_array_index (waits->wakers, TvWaker, i);

      g_string_append_printf (text,
                              "%" G_GINT64_FORMAT "x%u after %" G_GINT64_FORMAT " ",
                              tv_trace_get_thread (trace, waker->thread)->number,
                              waker->n, waker->waited / 1000);
    }
  ck_assert_str_eq (text->str, expected);
}

START_TEST (calls_of_methods)
{
  g_autoptr (TvTrace) joined = load_joined ();
  g_autoptr (TvTrace) alone = load ("joined/app.trace");

  assert_waits (joined, "decode",
                "running 2000 runnable 1000 binder 1500 lock 500 io 1000 "
                "910x1 after 1500 50x1 after 1000 4720x1 after 500 ");
  assert_waits (joined, "onCreate",
                "running 5000 runnable 1000 binder 1500 lock 500 io 1000 "
                "910x1 after 1500 50x1 after 1000 4720x1 after 500 ");
  /* Thread 4720 runs from 4,200 on; nothing is known of it before. */
  assert_waits (joined, "draw", "running 4800 unknown 1200 ");
  assert_waits (alone, "decode", "");
}
END_TEST

START_TEST (slices)
{
  g_autoptr (TvTrace) joined = load_joined ();
  g_autoptr (TvTrace) system = load ("joined/system.txt");
  const char *binder = "running 200 runnable 500 binder 1500 910x1 after 1500 ";
  const char *lock = "running 200 runnable 300 lock 500 4720x1 after 500 ";

  assert_waits (joined, "binder transaction", binder);
  assert_waits (system, "binder transaction", binder);
  assert_waits (joined, "Lock contention", lock);
  assert_waits (system, "Lock contention", lock);
  assert_waits (system, "flush", "running 900 ");
}
END_TEST

#define LINE(task, cpu, us, what) " " task " [00" cpu "] d..2 10.000" us ": " what "\n"
#define IDLE "<idle>-0 (-----)"
#define APP "app-7 ( 7)"
#define OTHER "other-8 ( 8)"
#define SLEEP(us, letters)                                                             \
  LINE (APP, "0", us,                                                                  \
        "sched_switch: prev_comm=app prev_pid=7 prev_prio=120 prev_state=" letters     \
        " ==> next_comm=swapper/0 next_pid=0 next_prio=120")
#define RUN(us)                                                                        \
  LINE (IDLE, "0", us,                                                                 \
        "sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> " \
        "next_comm=app next_pid=7 next_prio=120")
#define WAKE(us)                                                                       \
  LINE (OTHER, "1", us, "sched_wakeup: comm=app pid=7 prio=120 target_cpu=000")
#define BLOCKED(us, function)                                                          \
  LINE (OTHER, "1", us,                                                                \
        "sched_blocked_reason: pid=7 iowait=0 caller=" function "+0x1/0x2")
#define MARK(us, text) LINE (APP, "0", us, "tracing_mark_write: " text)

/* The function of the kernel tells what a slice does not; a wait that began before the
 * call counts from its start, and who ends it is there once. */
START_TEST (reasons)
{
  static const char file[] = "# tracer: nop\n" RUN ("000") MARK ("010", "B|7|all")
      MARK ("012", "E|7") MARK ("020", "B|7|outer") SLEEP ("030", "D")
          BLOCKED ("035", "futex_wait") WAKE ("040") RUN ("041") SLEEP ("050", "D")
              BLOCKED ("055", "binder_wait") WAKE ("060") RUN ("062") SLEEP ("070", "D")
                  BLOCKED ("075", "page_lock") WAKE ("080") RUN ("083")
                      MARK ("084", "B|7|AIDL::java::IFoo::get::client")
                          SLEEP ("090", "S") WAKE ("100") RUN ("104")
                              MARK ("105", "E|7") SLEEP ("110", "T") WAKE ("120")
                                  RUN ("125") SLEEP ("130", "S") WAKE ("150")
                                      RUN ("156") MARK ("160", "E|7");
  g_autoptr (GBytes) bytes = g_bytes_new_static (file, strlen (file));
  g_autoptr (GError) error = NULL;
  g_autoptr (TvTrace) trace = tv_test_load_bytes (bytes, &error);

  g_assert_no_error (error);
  assert_waits (trace, "all", "running 2 ");
  assert_waits (trace, "outer",
                "running 49 runnable 21 binder 20 lock 10 kernel 10 asleep 20 "
                "stopped 10 8x6 after 70 ");
  assert_waits (trace, "AIDL", "running 7 runnable 4 binder 10 8x1 after 10 ");
}
END_TEST

START_TEST (stopped)
{
  g_autoptr (TvTrace) joined = load_joined ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  const guint32 thread = tv_test_find_thread (joined, 4711);

  g_cancellable_cancel (cancellable);
  ck_assert_ptr_null (
      tv_call_waits_new (joined, (TvCallRef){ thread, 0 }, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}
END_TEST

TV_TESTS (NULL, NULL)
