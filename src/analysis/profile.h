/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/trace.h"

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
 * @longest_call: the call with the longest inclusive time on the primary clock
 *
 * What one method took, over all threads of the profile.
 */
typedef struct
{
  guint64 calls;
  guint64 recursive_calls;
  gint64 inclusive[TV_N_CLOCKS];
  gint64 exclusive[TV_N_CLOCKS];
  gint64 waiting;
  guint64 n_waits;
  TvCallRef first_call;
  TvCallRef longest_call;
} TvMethodTotals;

/**
 * TvProfile:
 *
 * The totals of every method of a trace, or of one thread of it. Immutable and
 * reference-counted: any thread may read it.
 */
typedef struct _TvProfile TvProfile;

TvProfile *tv_profile_new (TvTrace *trace, GCancellable *cancellable, GError **error);
TvProfile *tv_profile_new_for_thread (TvTrace *trace, guint thread,
                                      GCancellable *cancellable, GError **error);
TvProfile *tv_profile_ref (TvProfile *profile);
void tv_profile_unref (TvProfile *profile);

TvTrace *tv_profile_get_trace (const TvProfile *profile);
const TvMethodTotals *tv_profile_get_totals (const TvProfile *profile, guint method);
gint64 tv_profile_get_root_inclusive (const TvProfile *profile, TvClock clock);
guint64 tv_profile_get_n_waits (const TvProfile *profile);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvProfile, tv_profile_unref)

G_END_DECLS
