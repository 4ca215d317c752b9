/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

/**
 * TvThreadMoment:
 * @next: the first call entered then or later; the number of calls if none was
 * @open: the innermost call entered before and left then or later, %TV_CALL_NONE if
 *   none was open
 * @time: what each clock showed, nanoseconds; before the thread's first call
 *   %G_MININT64 and after its last event %G_MAXINT64 where the clock is not the axis
 *
 * A moment of the timeline's axis, as one thread saw it: what is before and what after.
 */
typedef struct
{
  gsize next;
  guint32 open;
  gint64 time[TV_N_CLOCKS];
} TvThreadMoment;

gsize tv_thread_moment_find_next (const TvTrace *trace, guint thread, gint64 axis_time);
void tv_thread_moment_find (const TvTrace *trace, guint thread, gint64 axis_time,
                            TvThreadMoment *moment);

G_END_DECLS
