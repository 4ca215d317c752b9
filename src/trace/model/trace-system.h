/* SPDX-License-Identifier: Apache-2.0 */

/* What a system trace holds beside calls: counters, what threads did for the scheduler,
 * and clocks. It is no part of the library's headers. */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

/* Counters */

/**
 * TvCounter:
 * @name: its name, UTF-8 without control characters
 * @unit: (nullable): the unit of its values, if that is known
 * @kind: what it belongs to
 * @process: index of its process, or %TV_PROCESS_NONE
 * @thread: index of its thread, or %TV_THREAD_NONE
 * @number: of a processor, its number; else 0
 * @n: number of values
 * @least: its lowest value, 0 without values
 * @most: its highest value, 0 without values
 *
 * A number that changes in the course of a trace.
 */
typedef struct
{
  const char *name;
  const char *unit;
  TvTrackKind kind;
  guint32 process;
  guint32 thread;
  gint64 number;
  gsize n;
  double least;
  double most;
} TvCounter;

/**
 * TvCounterValues:
 * @n: number of values
 * @time: when the counter had them, never decreasing; times are those of the original
 *   of a transformed trace
 * @value: (array length=n): the values, each up to the time of the next
 *
 * The values of a counter, as columns that belong to the trace. A value takes 12 to 16
 * bytes. Those of one time are in the order of the file.
 */
typedef struct
{
  gsize n;
  TvTimes time;
  const double *value;
} TvCounterValues;

guint tv_trace_get_n_counters (const TvTrace *trace);
const TvCounter *tv_trace_get_counter (const TvTrace *trace, guint counter);
TvCounterValues tv_trace_get_counter_values (const TvTrace *trace, guint counter);
gsize tv_counter_values_find (const TvCounterValues *values, gint64 time);

/* States of threads */

/**
 * TvStateKind:
 * @TV_STATE_UNKNOWN: letters that no kernel is known to write
 * @TV_STATE_RUNNING: on a processor
 * @TV_STATE_RUNNABLE: it could run, since something woke it
 * @TV_STATE_PREEMPTED: it could run, but had to leave its processor
 * @TV_STATE_SLEEPING: waiting for something, interruptible
 * @TV_STATE_BLOCKED: waiting in the kernel, uninterruptible
 * @TV_STATE_IO: waiting in the kernel for input or output, uninterruptible
 * @TV_STATE_STOPPED: stopped by a signal
 * @TV_STATE_TRACED: stopped by a debugger
 * @TV_STATE_DEAD: it has ended
 * @TV_STATE_ZOMBIE: it has ended, and nobody has asked for its result
 * @TV_STATE_IDLE: a thread of the kernel that has nothing to do
 * @TV_STATE_PARKED: a thread of the kernel that may not run
 * @TV_STATE_CREATED: it is new and has not run
 *
 * What a thread does in the view of the scheduler.
 */
typedef enum
{
  TV_STATE_UNKNOWN,
  TV_STATE_RUNNING,
  TV_STATE_RUNNABLE,
  TV_STATE_PREEMPTED,
  TV_STATE_SLEEPING,
  TV_STATE_BLOCKED,
  TV_STATE_IO,
  TV_STATE_STOPPED,
  TV_STATE_TRACED,
  TV_STATE_DEAD,
  TV_STATE_ZOMBIE,
  TV_STATE_IDLE,
  TV_STATE_PARKED,
  TV_STATE_CREATED
} TvStateKind;

/**
 * TV_N_STATE_KINDS:
 *
 * Number of values of #TvStateKind.
 */
#define TV_N_STATE_KINDS (TV_STATE_CREATED + 1)

/**
 * TvIoWait:
 * @TV_IO_WAIT_UNKNOWN: the file does not tell
 * @TV_IO_WAIT_NO: it waited for something else
 * @TV_IO_WAIT_YES: it waited for input or output
 *
 * Whether a thread waited for input or output.
 */
typedef enum
{
  TV_IO_WAIT_UNKNOWN,
  TV_IO_WAIT_NO,
  TV_IO_WAIT_YES
} TvIoWait;

/**
 * TV_CPU_NONE:
 *
 * No processor. No processor of a trace has this number.
 */
#define TV_CPU_NONE ((guint32) 0xFFFF)

/**
 * TvThreadState:
 * @kind: what it is
 * @letters: the state as Perfetto writes it: `Running`, or the letters of the kernel,
 *   `R`, `R+`, `S`, `D`, `DK` …
 * @start: nanoseconds since the start of tracing
 * @end: nanoseconds since the start of tracing; of an open state, the end of the trace
 * @is_open: whether it had not ended when the trace did
 * @cpu: number of the processor that it ran on, or %TV_CPU_NONE
 * @priority: of a thread that ran, the priority that the kernel gives it, else 0
 * @end_letters: (nullable): of a thread that ran, its state after that, if it is known
 * @waker: of a thread that became runnable, index of the thread that woke it, or
 *   %TV_THREAD_NONE
 * @io_wait: whether a blocked thread waited for input or output
 * @blocked_function: (nullable): the function of the kernel in which it was blocked
 *
 * What a thread did from one time to another.
 */
typedef struct
{
  TvStateKind kind;
  const char *letters;
  gint64 start;
  gint64 end;
  gboolean is_open;
  guint32 cpu;
  gint priority;
  const char *end_letters;
  guint32 waker;
  TvIoWait io_wait;
  const char *blocked_function;
} TvThreadState;

/**
 * TvThreadStates:
 * @n: number of states
 * @start: when they began, never decreasing; times are those of the original of a
 *   transformed trace
 * @end: when they ended. Where the file has gaps, a state ends before the next begins
 * @kind: (array length=n): #TvStateKind of each
 * @cpu: (array length=n): number of the processor of those that ran, or %TV_CPU_NONE
 * @waker: (array length=n): index of the thread that woke it, or %TV_THREAD_NONE
 *
 * The states of a thread, as columns that belong to the trace; tv_thread_states_get()
 * has the rest. A state takes 17 to 23 bytes, and 8 more where it ran.
 *
 * The idle threads of all processors, process 0 for the kernel, are one thread with the
 * number 0 (see tv_trace_is_idle_thread()): its states overlap, all of them are
 * %TV_STATE_RUNNING, and they are of use by processor only.
 */
typedef struct
{
  gsize n;
  TvTimes start;
  TvTimes end;
  const guint8 *kind;
  const guint16 *cpu;
  const guint32 *waker;
  /*< private >*/
  const TvTrace *trace;
  gsize first;
} TvThreadStates;

/**
 * TvStateRef:
 * @thread: index of a thread
 * @state: index of one of its states
 *
 * A state of a thread.
 */
typedef struct
{
  guint32 thread;
  guint32 state;
} TvStateRef;

gboolean tv_trace_has_states (const TvTrace *trace);
gboolean tv_trace_is_idle_thread (const TvTrace *trace, guint thread);
TvThreadStates tv_trace_get_states (const TvTrace *trace, guint thread);
void tv_thread_states_get (const TvThreadStates *states, gsize state,
                           TvThreadState *result);
gsize tv_thread_states_find (const TvThreadStates *states, gint64 time);

guint tv_trace_get_n_cpus (const TvTrace *trace);
guint32 tv_trace_get_cpu_number (const TvTrace *trace, guint cpu);
const TvStateRef *tv_trace_get_cpu_states (const TvTrace *trace, guint cpu, gsize *n);

/* Clocks */

/**
 * TvSystemClock:
 * @TV_SYSTEM_CLOCK_UNKNOWN: the file does not name it
 * @TV_SYSTEM_CLOCK_BOOT: since the device started, sleep included
 * @TV_SYSTEM_CLOCK_MONOTONIC: since the device started, sleep excluded
 * @TV_SYSTEM_CLOCK_MONOTONIC_RAW: the same, as the hardware counts it
 * @TV_SYSTEM_CLOCK_REALTIME: since 1970
 *
 * A clock of a system.
 */
typedef enum
{
  TV_SYSTEM_CLOCK_UNKNOWN,
  TV_SYSTEM_CLOCK_BOOT,
  TV_SYSTEM_CLOCK_MONOTONIC,
  TV_SYSTEM_CLOCK_MONOTONIC_RAW,
  TV_SYSTEM_CLOCK_REALTIME
} TvSystemClock;

/**
 * TV_N_SYSTEM_CLOCKS:
 *
 * Number of values of #TvSystemClock.
 */
#define TV_N_SYSTEM_CLOCKS (TV_SYSTEM_CLOCK_REALTIME + 1)

TvSystemClock tv_trace_get_own_clock (const TvTrace *trace);
gboolean tv_trace_get_clock_start (const TvTrace *trace, TvSystemClock clock,
                                   gint64 *start);

/* Two files as one trace */

/**
 * TvJoin:
 * @clock: the clock by which the two were placed, %TV_SYSTEM_CLOCK_UNKNOWN for none
 * @offset: nanoseconds by which the times of the second one are later than that
 * @starts: nanoseconds from the start of the trace to those of the first and the second
 * @adds_calls: whether the second one is the method trace
 * @n_threads: number of threads that are in both
 * @has_common_time: whether their times overlap
 *
 * How a method trace and a system trace became one.
 */
typedef struct
{
  TvSystemClock clock;
  gint64 offset;
  gint64 starts[2];
  gboolean adds_calls;
  guint n_threads;
  gboolean has_common_time;
} TvJoin;

const TvJoin *tv_trace_get_join (const TvTrace *trace);
gboolean tv_trace_has_slices (const TvTrace *trace);
gboolean tv_trace_is_slice (const TvTrace *trace, guint method);

G_END_DECLS
