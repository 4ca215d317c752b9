/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lanes/lane-columns.h"
#include "analysis/sums/call-bounds.h"

G_BEGIN_DECLS

/**
 * TvLaneMarkedCalls:
 * @method: what they are calls of; %TV_METHOD_NONE for no calls at all
 * @first: the first call that may be marked
 * @end: the call after the last that may be marked
 *
 * The calls of one thread that a #TvLaneMark marks.
 */
typedef struct
{
  guint32 method;
  gsize first;
  gsize end;
} TvLaneMarkedCalls;

/* Finds out what a mark means for one thread. */
static inline void
tv_lane_marked_calls_init (TvLaneMarkedCalls *marked, const TvCalls *calls,
                           guint thread, const TvLaneMark *mark)
{
  *marked = (TvLaneMarkedCalls){ .method = TV_METHOD_NONE };
  if (mark == NULL)
    return;
  if (mark->call.thread == TV_THREAD_NONE)
    *marked = (TvLaneMarkedCalls){ mark->method, 0, calls->n };
  else if (mark->call.thread == thread && mark->call.call < calls->n)
    {
      marked->method = tv_calls_method (calls, mark->call.call);
      marked->first = mark->call.call;
      marked->end = tv_calls_subtree_end (calls, mark->call.call);
    }
}

static inline gboolean
tv_lane_marked_calls_contain (const TvLaneMarkedCalls *marked, guint32 method,
                              gsize call)
{
  return method == marked->method && call >= marked->first && call < marked->end;
}

G_END_DECLS
