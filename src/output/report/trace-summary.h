/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/profile.h"

G_BEGIN_DECLS

/**
 * TvTraceSummary:
 * @n_threads: threads of the file's table and those seen in events
 * @n_threads_with_events: threads that have at least one event
 * @n_methods_named: methods that a table of the file names
 * @n_methods_unnamed: methods that only events have
 * @n_methods_called: methods that have a call
 * @calls: calls that are not recursive
 * @recursive_calls: calls made while the same method was on the thread's stack
 * @pre_open: calls entered before tracing began
 * @still_open: calls not left when the trace ended
 * @exits_lost: calls closed because a call further out was left
 * @by_exception: calls left by an exception
 * @n_waits: times a thread was off the CPU, see #TvWaits
 * @waiting: nanoseconds of all waits
 * @first: nanoseconds of the earliest event by #TvClock
 * @last: nanoseconds of the latest event by #TvClock
 * @root_inclusive: nanoseconds by #TvClock, summed over the calls without a parent;
 * what percentages are of
 *
 * A trace in numbers.
 */
typedef struct
{
  guint n_threads;
  guint n_threads_with_events;
  guint n_methods_named;
  guint n_methods_unnamed;
  guint n_methods_called;
  guint64 calls;
  guint64 recursive_calls;
  guint64 pre_open;
  guint64 still_open;
  guint64 exits_lost;
  guint64 by_exception;
  guint64 n_waits;
  gint64 waiting;
  gint64 first[TV_N_CLOCKS];
  gint64 last[TV_N_CLOCKS];
  gint64 root_inclusive[TV_N_CLOCKS];
} TvTraceSummary;

gboolean tv_trace_summarize (const TvProfile *profile, TvTraceSummary *summary,
                             GCancellable *cancellable, GError **error);

G_END_DECLS
