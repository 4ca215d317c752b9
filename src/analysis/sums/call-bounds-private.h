/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

/*
 * Bisection over the calls of a thread. The entry times never decrease in pre-order, so
 * that calls are found by time without an index; the parent links are the stack.
 */

/**
 * tv_calls_lower_bound:
 * @calls: the calls of a thread
 * @first: where to begin
 * @n: where to end
 * @time: nanoseconds on the axis
 *
 * Returns: the first call from @first on that starts at @time or later; @n if none
 *   does
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
 * Gallops, so that it costs the logarithm of the number of calls passed; calls
 * entered at the very instant of @call's exit are gone through one by one, because
 * only their parents tell whose they are.
 *
 * Returns: the call after @call and all that it called; the number of calls if none
 *   is
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

G_END_DECLS
