/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

/*
 * Bisection over the calls and waits of a thread. Entry times never decrease in
 * pre-order, so calls are found by time without an index; the parent links are the
 * stack. Waits do not overlap.
 */

/**
 * tv_calls_lower_bound:
 * @calls: the calls of a thread
 * @first: first call to look at
 * @n: the call after the last
 * @time: nanoseconds on the axis
 *
 * Returns: the first of them that starts at @time or later; @n if none does
 */
static inline gsize
tv_calls_lower_bound (const TvCalls *calls, gsize first, gsize n, gint64 time)
{
  while (first < n)
    {
      gsize middle = first + (n - first) / 2;

      if (tv_times_get (&calls->axis_start, middle) < time)
        first = middle + 1;
      else
        n = middle;
    }
  return first;
}

/**
 * tv_calls_upper_bound:
 * @calls: the calls of a thread
 * @time: nanoseconds on the axis
 *
 * Returns: the first call that starts after @time; the number of calls if none does
 */
static inline gsize
tv_calls_upper_bound (const TvCalls *calls, gint64 time)
{
  return time == G_MAXINT64 ? calls->n
                            : tv_calls_lower_bound (calls, 0, calls->n, time + 1);
}

/**
 * tv_calls_innermost_open:
 * @calls: the calls of a thread
 * @next: a call, or the number of calls
 * @time: nanoseconds on the axis
 *
 * Takes as many steps as the stack is deep.
 *
 * Returns: the innermost of the calls around and before @next that ends after @time,
 *   or %TV_CALL_NONE
 */
static inline guint32
tv_calls_innermost_open (const TvCalls *calls, gsize next, gint64 time)
{
  guint32 call = next > 0 ? (guint32) (next - 1) : TV_CALL_NONE;

  while (call != TV_CALL_NONE && tv_times_get (&calls->axis_end, call) <= time)
    call = calls->parent[call];
  return call;
}

/**
 * tv_calls_subtree_end:
 * @calls: the calls of a thread
 * @call: one of them
 *
 * Takes the logarithm of the number of calls that it skips. Calls entered at the very
 * instant of @call's exit are visited one by one: only their parents tell whose they
 * are.
 *
 * Returns: the first call after @call and its descendants; the number of calls if there
 *   is none
 */
static inline gsize
tv_calls_subtree_end (const TvCalls *calls, gsize call)
{
  gint64 end = tv_times_get (&calls->axis_end, call);
  gsize low = call + 1;
  gsize step = 1;

  while (low < calls->n && step < calls->n - low
         && tv_times_get (&calls->axis_start, low + step) < end)
    {
      low += step;
      step *= 2;
    }
  if (low < calls->n)
    low = tv_calls_lower_bound (calls, low, low + MIN (step, calls->n - low), end);
  while (low < calls->n && calls->parent[low] != TV_CALL_NONE
         && calls->parent[low] >= call)
    low++;
  return low;
}

/**
 * tv_trace_find_thread_of_call:
 * @trace: a trace
 * @number: number of a call among those of all threads, see
 *   tv_trace_get_n_calls_before()
 *
 * Returns: index of the thread that made the call
 */
static inline guint
tv_trace_find_thread_of_call (const TvTrace *trace, gsize number)
{
  guint low = 0, high = tv_trace_get_n_threads (trace);

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (tv_trace_get_n_calls_before (trace, middle) <= number)
        low = middle;
      else
        high = middle;
    }
  return low;
}

/**
 * tv_waits_first_after:
 * @waits: the waits of a thread
 * @time: wall nanoseconds
 *
 * Returns: the first wait that ends after @time; the number of waits if none does
 */
static inline gsize
tv_waits_first_after (const TvWaits *waits, gint64 time)
{
  gsize low = 0, high = waits->n;

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (tv_times_get (&waits->end, middle) <= time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/**
 * tv_waits_first_from:
 * @waits: the waits of a thread
 * @time: wall nanoseconds
 *
 * Returns: the first wait that begins at @time or later; the number of waits if none
 *   does
 */
static inline gsize
tv_waits_first_from (const TvWaits *waits, gint64 time)
{
  gsize low = 0, high = waits->n;

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (tv_times_get (&waits->start, middle) < time)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

G_END_DECLS
