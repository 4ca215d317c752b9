/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

/**
 * TvThreadSet:
 *
 * Some of the threads of a trace.
 *
 * Immutable and reference-counted: any thread may read it.
 */
typedef struct _TvThreadSet TvThreadSet;

TvThreadSet *tv_thread_set_new (const guint32 *threads, guint n);
TvThreadSet *tv_thread_set_ref (TvThreadSet *set);
void tv_thread_set_unref (TvThreadSet *set);

const guint32 *tv_thread_set_get (const TvThreadSet *set, guint *n);
guint tv_thread_set_count (const TvThreadSet *set, const TvTrace *trace);
guint32 tv_thread_set_get_nth (const TvThreadSet *set, guint n);
gboolean tv_thread_set_contains (const TvThreadSet *set, guint32 thread);
gboolean tv_thread_set_equal (const TvThreadSet *a, const TvThreadSet *b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvThreadSet, tv_thread_set_unref)

/**
 * TvProfileRange:
 * @start: nanoseconds on the timeline's axis (see #TvAxis)
 * @end: nanoseconds on the axis, not before @start
 * @on_thread_cpu: whether @start and @end are not on the axis but on the CPU clock of
 *   each thread
 * @threads: (nullable): the threads, %NULL for all
 * @n_workers: number of workers, 0 for as many as the machine has processors; the
 *   result is the same
 *
 * The part of a trace that sums, trees and exports cover. The range is half-open, but
 * the last instant of the trace, or of a thread on its own clock, belongs to a range
 * that ends there or later:
 *
 *  - All times are the parts of calls and waits that lie in the range: the times of
 *    adjacent ranges add up exactly to those of both. On a clock that is not the axis,
 *    the ends are interpolated between events, see tv_thread_range_init().
 *  - A call counts if it is entered in the range, or if it is open at the start and its
 *    part in the range is not empty. A call that spans two ranges counts in both. It is
 *    recursive if it is recursive in the trace: the calls around it are open in every
 *    range in which it is open.
 *  - A wait counts if a part of it is in the range.
 *  - The first call of a method is the one entered first, even if that is before the
 *    range; the longest call is the one with the longest part in the range.
 *
 * An empty range has no calls.
 */
typedef struct
{
  gint64 start;
  gint64 end;
  gboolean on_thread_cpu;
  TvThreadSet *threads;
  guint n_workers;
} TvProfileRange;

/**
 * TvThreadRange:
 * @thread: index of the thread
 * @calls: the calls of the thread
 * @waits: the waits of the thread
 * @first_call: the first call entered in the range
 * @end_call: the call after the last one
 * @first_wait: the first wait with a part in the range
 * @end_wait: the wait after the last one
 * @open_calls: (array length=n_open): the calls that were entered before the range and
 *   left in it or later, outermost first
 * @n_open: number of @open_calls
 * @from: start of the range by #TvClock
 * @to: end of the range by #TvClock
 * @axis_from: start of the range on the axis, %G_MAXINT64 if it is not on the axis or
 *   time was dropped from the trace
 *
 * The calls and waits of a thread that a range touches. The calls are numbered from 0:
 * first the open ones, then those entered in the range.
 */
typedef struct
{
  guint32 thread;
  TvCalls calls;
  TvWaits waits;
  gsize first_call;
  gsize end_call;
  gsize first_wait;
  gsize end_wait;
  guint32 *open_calls;
  guint32 n_open;
  gint64 from[TV_N_CLOCKS];
  gint64 to[TV_N_CLOCKS];
  gint64 axis_from;
} TvThreadRange;

void tv_thread_range_init (TvThreadRange *self, const TvTrace *trace,
                           const TvProfileRange *range, guint thread);
void tv_thread_range_clear (TvThreadRange *self);

guint32 tv_thread_range_find_open (const TvThreadRange *self, guint32 call);
gboolean tv_thread_range_clip_call (const TvThreadRange *self, guint32 call,
                                    gint64 inclusive[TV_N_CLOCKS]);
gsize tv_trace_find_next_call (const TvTrace *trace, guint thread, gint64 axis_time);

/**
 * tv_thread_range_get_n:
 * @self: a range of a thread
 *
 * Returns: number of calls that it touches
 */
static inline guint32
tv_thread_range_get_n (const TvThreadRange *self)
{
  return self->n_open + (guint32) (self->end_call - self->first_call);
}

/**
 * tv_thread_range_get_call:
 * @self: a range of a thread
 * @number: number of a call in it
 *
 * Returns: index of the call in the thread
 */
static inline guint32
tv_thread_range_get_call (const TvThreadRange *self, guint32 number)
{
  return number < self->n_open ? self->open_calls[number]
                               : (guint32) (self->first_call + (number - self->n_open));
}

/**
 * tv_thread_range_find_number:
 * @self: a range of a thread
 * @call: index of a call that it touches
 *
 * Returns: number of the call in the range
 */
static inline guint32
tv_thread_range_find_number (const TvThreadRange *self, guint32 call)
{
  return call >= self->first_call ? self->n_open + (guint32) (call - self->first_call)
                                  : tv_thread_range_find_open (self, call);
}

/**
 * tv_thread_range_find_parent:
 * @self: a range of a thread
 * @number: number of a call in it
 *
 * Returns: number of the calling call, %TV_CALL_NONE if there is none
 */
static inline guint32
tv_thread_range_find_parent (const TvThreadRange *self, guint32 number)
{
  const guint32 parent = self->calls.parent[tv_thread_range_get_call (self, number)];

  return parent == TV_CALL_NONE ? TV_CALL_NONE
                                : tv_thread_range_find_number (self, parent);
}

/**
 * tv_thread_range_clip_wait:
 * @self: a range of a thread
 * @wait: index of a wait that it touches
 *
 * Returns: wall nanoseconds of the wait that lie in the range
 */
static inline gint64
tv_thread_range_clip_wait (const TvThreadRange *self, gsize wait)
{
  return MIN (tv_times_get (&self->waits.end, wait), self->to[TV_CLOCK_WALL])
         - MAX (tv_times_get (&self->waits.start, wait), self->from[TV_CLOCK_WALL]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TvThreadRange, tv_thread_range_clear)

G_END_DECLS
