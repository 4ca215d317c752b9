/* SPDX-License-Identifier: Apache-2.0 */

/* How the calls of a trace are stored, for loops over all of them. It is no part of the
 * library's headers. */

#pragma once

#include "trace/model/trace-public.h"

G_BEGIN_DECLS

/**
 * TvTimes:
 *
 * A column of times, read with tv_times_get(). It is empty for a clock that the file
 * lacks, see tv_times_exist(). Times are stored in as few bits as the latest one needs:
 * 32, 40, 48 or 64.
 */
typedef struct
{
  /*< private >*/
  const guint32 *narrow; /* 32 bits; or, if a value needs more, … */
  const guint32 *low;    /* … the low 32 bits, … */
  const guint8 *high;    /* … bits 32 to 39, … */
  const guint8 *top;     /* … and bits 40 to 47, if a value has any; or … */
  const gint64 *wide;    /* … 64 bits */
  gint64 unit;           /* nanoseconds in one step */
} TvTimes;

/**
 * tv_times_wrap:
 * @rows: values in steps, #guint32 if @narrow, else #gint64; they outlive the column
 * @narrow: whether a row has 32 bits
 * @unit: nanoseconds in one step
 *
 * Returns: a column of times that reads @rows
 */
static inline TvTimes
tv_times_wrap (gconstpointer rows, gboolean narrow, gint64 unit)
{
  TvTimes times = { .unit = unit };

  if (narrow)
    times.narrow = (const guint32 *) rows;
  else
    times.wide = (const gint64 *) rows;
  return times;
}

/**
 * tv_times_get_rows:
 * @times: a column of tv_times_wrap(), or an empty one
 *
 * Returns: (transfer none) (nullable): the rows that were wrapped
 */
static inline gconstpointer
tv_times_get_rows (const TvTimes *times)
{
  return times->narrow != NULL ? (gconstpointer) times->narrow
                               : (gconstpointer) times->wide;
}

/**
 * tv_times_exist:
 * @times: a column
 *
 * Returns: whether the column has values
 */
static inline gboolean
tv_times_exist (const TvTimes *times)
{
  return times->narrow != NULL || times->low != NULL || times->wide != NULL;
}

/**
 * tv_times_is_narrow:
 * @times: a column
 *
 * Returns: whether tv_times_get_narrow() can read the column
 */
static inline gboolean
tv_times_is_narrow (const TvTimes *times)
{
  return times->narrow != NULL;
}

/**
 * tv_times_get_unit:
 * @times: a column with values
 *
 * Returns: nanoseconds in one step
 */
static inline gint64
tv_times_get_unit (const TvTimes *times)
{
  return times->unit;
}

/**
 * tv_times_get_steps:
 * @times: a column with values
 * @index: a row
 *
 * Returns: the time in steps of tv_times_get_unit()
 */
static inline gint64
tv_times_get_steps (const TvTimes *times, gsize index)
{
  gint64 steps;

  if (times->narrow != NULL)
    return (gint64) times->narrow[index];
  if (times->low == NULL)
    return times->wide[index];
  steps = (gint64) times->low[index] | (gint64) times->high[index] << 32;
  if (times->top != NULL)
    steps |= (gint64) times->top[index] << 40;
  return steps;
}

/**
 * tv_times_get:
 * @times: a column with values
 * @index: a row
 *
 * Returns: nanoseconds since the start of tracing
 */
static inline gint64
tv_times_get (const TvTimes *times, gsize index)
{
  return tv_times_get_steps (times, index) * times->unit;
}

/**
 * tv_times_get_narrow:
 * @times: a column of 32-bit values, see tv_times_is_narrow()
 * @index: a row
 *
 * Does what tv_times_get() does, without a branch on the width. For inner loops that
 * checked the width once.
 *
 * Returns: nanoseconds since the start of tracing
 */
static inline gint64
tv_times_get_narrow (const TvTimes *times, gsize index)
{
  return (gint64) times->narrow[index] * times->unit;
}

/**
 * TvMethodColumn:
 *
 * A column of method indexes, read with tv_calls_method(). Indexes have 16 bits if
 * those are enough for all methods of the trace, else 32.
 */
typedef struct
{
  /*< private >*/
  const guint16 *narrow; /* or */
  const guint32 *wide;
} TvMethodColumn;

/**
 * TvCalls:
 * @n: number of calls
 * @method: index of the method of each call, see tv_calls_method()
 * @parent: (array length=n): index of the calling call in these columns, or
 *   %TV_CALL_NONE. A parent stands before its children
 * @flags: (array length=n): #TvCallFlags of each call
 * @start: entry times by #TvClock, never decreasing
 * @end: exit times by #TvClock
 * @axis_start: entry times on the axis, see #TvAxis; never decreasing
 * @axis_end: exit times on the axis
 *
 * The calls of a thread as columns, in order of entry (pre-order). The columns belong
 * to the trace.
 *
 * A dual-clock trace takes 23 bytes a call: method 2, parent 4, four
 * times of 4, flags 1. A single clock takes 15 bytes, or 23 where the axis is the sum
 * of the CPU clocks of all threads. Methods take 4 bytes if there are more than 65,536.
 * Times take 5 bytes if a value needs more than 32 bits, 6 if one needs more than 40:
 * packet traces count nanoseconds, so a call with two clocks takes 27 bytes up to
 * eighteen minutes and 31 after that. The order of entries takes 8 bytes for each run
 * of calls in one thread, and all indexes together take 2 bytes a call.
 */
typedef struct
{
  gsize n;
  TvMethodColumn method;
  const guint32 *parent;
  const guint8 *flags;
  TvTimes start[TV_N_CLOCKS];
  TvTimes end[TV_N_CLOCKS];
  TvTimes axis_start;
  TvTimes axis_end;
} TvCalls;

/**
 * tv_calls_method:
 * @calls: the calls of a thread
 * @call: index of one of them
 *
 * Returns: index of the method of @call
 */
static inline guint32
tv_calls_method (const TvCalls *calls, gsize call)
{
  return calls->method.narrow != NULL ? calls->method.narrow[call]
                                      : calls->method.wide[call];
}

/**
 * tv_calls_get_narrow_methods:
 * @calls: the calls of a thread
 *
 * For inner loops that check the width once.
 *
 * Returns: (nullable): the indexes of methods, if they have 16 bits
 */
static inline const guint16 *
tv_calls_get_narrow_methods (const TvCalls *calls)
{
  return calls->method.narrow;
}

/**
 * tv_calls_get_wide_methods:
 * @calls: the calls of a thread
 *
 * For inner loops that check the width once.
 *
 * Returns: (nullable): the indexes of methods, if they have 32 bits
 */
static inline const guint32 *
tv_calls_get_wide_methods (const TvCalls *calls)
{
  return calls->method.wide;
}

/**
 * TvWaits:
 * @n: number of waits
 * @call: (array length=n): the call on top of the stack that waited, an index into
 *   #TvCalls of the thread, or %TV_CALL_NONE if no call was open
 * @calls_before: (array length=n): number of calls of the thread that were entered
 *   before the wait was noticed
 * @start: wall times
 * @end: wall times
 *
 * The times that a thread was off the CPU for over 100 µs, in order of time. Only
 * dual-clock traces have waits.
 */
typedef struct
{
  gsize n;
  const guint32 *call;
  const guint32 *calls_before;
  TvTimes start;
  TvTimes end;
} TvWaits;

/**
 * TvEntryRun:
 * @thread: index of a thread
 * @count: number of its calls and waits in the run
 *
 * Neighbours in the file that belong to one thread. All runs together give the order in
 * which calls were entered, and waits noticed, over all threads: take the next @count
 * items of the thread, where a wait comes before the call that its
 * #TvWaits.calls_before counts up to.
 */
typedef struct
{
  guint32 thread;
  guint32 count;
} TvEntryRun;

TvCalls tv_trace_get_calls (const TvTrace *trace, guint thread);
TvWaits tv_trace_get_waits (const TvTrace *trace, guint thread);
const TvEntryRun *tv_trace_get_entry_runs (const TvTrace *trace, gsize *n_runs);

G_END_DECLS
