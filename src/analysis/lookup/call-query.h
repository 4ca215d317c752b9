/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lookup/call-stacks.h"
#include "analysis/sums/profile.h"

G_BEGIN_DECLS

/**
 * TvCallDetails:
 * @ref: the call
 * @method: index of its method
 * @depth: number of calls around it
 * @start: entry by #TvClock
 * @axis_start: entry on the timeline's axis
 * @axis_end: exit on the timeline's axis
 * @inclusive: by #TvClock
 * @exclusive: by #TvClock, without the time of callees, waits included
 * @waiting: part of the wall exclusive time that was spent off the CPU
 * @flags: #TvCallFlags
 *
 * The numbers of one call, in nanoseconds.
 */
typedef struct
{
  TvCallRef ref;
  guint32 method;
  guint depth;
  gint64 start[TV_N_CLOCKS];
  gint64 axis_start;
  gint64 axis_end;
  gint64 inclusive[TV_N_CLOCKS];
  gint64 exclusive[TV_N_CLOCKS];
  gint64 waiting;
  guint flags;
} TvCallDetails;

/**
 * TvCallShare:
 * @method: index of a method
 * @calls: number of its calls
 * @exclusive: nanoseconds of them on one clock, without the time of their callees
 *
 * The share of one method in the time of a call, over all levels below the call.
 */
typedef struct
{
  guint32 method;
  guint32 calls;
  gint64 exclusive;
} TvCallShare;

gboolean tv_call_at (const TvCallStacks *stacks, guint thread, gint64 axis_time,
                     TvCallRef *ref);
gboolean tv_call_in_column (const TvCallStacks *stacks, guint thread, gint64 start,
                            gint64 end, guint32 method, TvCallRef *ref);
gboolean tv_call_get_details (const TvCallStacks *stacks, TvCallRef ref,
                              GCancellable *cancellable, TvCallDetails *details);
GArray *tv_call_share_out (const TvTrace *trace, TvCallRef call, TvClock clock,
                           GCancellable *cancellable, GError **error);
gint64 tv_trace_covered_time (const TvTrace *trace, guint thread);

gboolean tv_call_get_parent (const TvTrace *trace, TvCallRef call, TvCallRef *parent);
gboolean tv_call_get_first_child (const TvTrace *trace, TvCallRef call,
                                  TvCallRef *child);
gboolean tv_call_get_next_sibling (const TvTrace *trace, TvCallRef call,
                                   TvCallRef *sibling);
gboolean tv_call_get_previous_sibling (const TvTrace *trace, TvCallRef call,
                                       TvCallRef *sibling);
gboolean tv_call_find_of_method (const TvTrace *trace, guint32 method,
                                 const TvThreadSet *threads, TvCallRef from,
                                 gint64 axis_time, gboolean forwards, TvCallRef *found);

G_END_DECLS
