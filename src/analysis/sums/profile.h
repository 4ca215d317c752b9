/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/thread-set.h"
#include "trace/model/trace.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvCallRef:
 * @thread: index of the thread, %TV_THREAD_NONE for no call
 * @call: index into the thread's #TvCalls
 *
 * One call of a trace.
 */
typedef struct
{
  guint32 thread;
  guint32 call;
} TvCallRef;

/**
 * TvMethodTotals:
 * @calls: calls that are not recursive
 * @recursive_calls: calls made while the same method was on the thread's stack
 * @inclusive: nanoseconds by #TvClock, summed over the calls that are not recursive
 * @exclusive: nanoseconds by #TvClock without the time of callees, over all calls;
 *   includes waits
 * @waiting: wall nanoseconds of @exclusive that were spent off the CPU, over all calls
 * @n_waits: number of those waits
 * @first_call: the call with the earliest start on the timeline's axis
 * @first_start: that start; %G_MAXINT64 if there is no call
 * @longest_call: the call with the longest inclusive time on the primary clock
 * @longest: that time, of calls that the range cuts what is in it; %G_MININT64 if there
 *   is no call
 *
 * What one method took, over all threads of the profile. What every call changes comes
 * first.
 */
typedef struct
{
  gint64 exclusive[TV_N_CLOCKS];
  gint64 inclusive[TV_N_CLOCKS];
  guint64 calls;
  guint64 recursive_calls;
  gint64 first_start;
  gint64 longest;
  TvCallRef first_call;
  TvCallRef longest_call;
  gint64 waiting;
  guint64 n_waits;
} TvMethodTotals;

/**
 * TvProfileRange:
 * @start: nanoseconds on the timeline's axis (see #TvAxis)
 * @end: nanoseconds on the axis, not before @start
 * @threads: (nullable): of which threads, %NULL for all
 * @n_workers: number of threads that do the work, 0 for as many as the machine has
 *   processors; the result is the same
 *
 * What a profile is about. The range is half-open, but that the last moment of the
 * trace belongs to a range that ends with it or later:
 *
 *  - All times are those parts of the calls and waits that lie in the range, so that
 * the times of ranges that follow each other add up exactly to those of them all. For
 *    a clock that is not the axis, the ends are read off the events around them, see
 *    tv_thread_moment_find().
 *  - A call counts when it is entered in the range, or is open at its start and has
 *    a part in it that is not empty; one that spans both of two ranges counts in both.
 *    It is recursive when it is so in the trace: calls around it are open in every
 *    range in which it is.
 *  - A wait counts when part of it is in the range.
 *  - The first call of a method is that which was entered first, be it before the
 * range; the longest that with the longest part in it.
 *
 * A range with nothing between @start and @end has no calls.
 */
typedef struct
{
  gint64 start;
  gint64 end;
  TvThreadSet *threads;
  guint n_workers;
} TvProfileRange;

/**
 * TvProfile:
 *
 * The totals of every method of a trace, or of some threads of it, or of a range of its
 * time. Immutable and reference-counted: any thread may read it.
 */
typedef struct _TvProfile TvProfile;

TvProfile *tv_profile_new (TvTrace *trace, GCancellable *cancellable, GError **error);
TvProfile *tv_profile_new_for_thread (TvTrace *trace, guint thread,
                                      GCancellable *cancellable, GError **error);
TvProfile *tv_profile_new_for_range (TvTrace *trace, const TvProfileRange *range,
                                     GCancellable *cancellable, GError **error);
TvProfile *tv_profile_new_renamed (TvProfile *profile, TvTrace *trace);
TvProfile *tv_profile_ref (TvProfile *profile);
void tv_profile_unref (TvProfile *profile);

TvTrace *tv_profile_get_trace (const TvProfile *profile);
gboolean tv_profile_has_sums_of (const TvProfile *profile, const TvProfile *other);
const TvProfileRange *tv_profile_get_range (const TvProfile *profile);
const TvMethodTotals *tv_profile_get_totals (const TvProfile *profile, guint method);
gint64 tv_profile_get_root_inclusive (const TvProfile *profile, TvClock clock);
guint64 tv_profile_get_n_waits (const TvProfile *profile);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvProfile, tv_profile_unref)

G_END_DECLS
