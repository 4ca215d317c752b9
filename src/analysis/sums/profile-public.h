/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace-public.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvMethodTotals:
 * @calls: calls that are not recursive
 * @recursive_calls: calls made while the same method was on the thread's stack
 * @inclusive: nanoseconds by #TvClock, summed over the calls that are not recursive
 * @exclusive: nanoseconds by #TvClock without the time of callees, over all calls;
 *   includes waits
 * @waiting: wall nanoseconds of @exclusive that were spent off the CPU, over all calls
 * @n_waits: number of those waits
 * @first_call: the call with the earliest start on the timeline's axis, in the trace
 *   that no transform has changed
 * @first_start: that start; %G_MAXINT64 if there is no call
 * @longest_call: likewise the call with the longest inclusive time on the primary clock
 * @longest: the part of that time in the range; %G_MININT64 if there is no call
 * @samples: samples with the method on their stack; 0 in a trace without samples, or
 *   after calls were dropped
 *
 * The totals of one method, over all threads of the profile.
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
  guint64 samples;
} TvMethodTotals;

/**
 * TvProfile:
 *
 * The totals of every method of a trace, or of a part of it.
 *
 * Immutable and reference-counted: any thread may read it.
 */
typedef struct _TvProfile TvProfile;

#define TV_TYPE_PROFILE (tv_profile_get_type ())

GType tv_profile_get_type (void) G_GNUC_CONST;
TvProfile *tv_profile_new (TvTrace *trace, GCancellable *cancellable, GError **error);
TvProfile *tv_profile_new_between (TvTrace *trace, gint64 start, gint64 end,
                                   const guint32 *threads, guint n_threads,
                                   GCancellable *cancellable, GError **error);
TvProfile *tv_profile_ref (TvProfile *profile);
void tv_profile_unref (TvProfile *profile);

TvTrace *tv_profile_get_trace (const TvProfile *profile);
const TvMethodTotals *tv_profile_get_totals (const TvProfile *profile, guint method);
gint64 tv_profile_get_root_inclusive (const TvProfile *profile, TvClock clock);
guint64 tv_profile_get_n_waits (const TvProfile *profile);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvProfile, tv_profile_unref)

G_END_DECLS
