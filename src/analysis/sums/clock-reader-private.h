/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/thread-turns.h"

G_BEGIN_DECLS

/*
 * Reads the times of a thread's calls on one clock, fast if that is done in the order
 * of the calls: where a clock follows from the axis, calls of one turn of the thread
 * need no search.
 */

/**
 * TvClockReader:
 * @start: entry times, on the axis if the clock follows from it
 * @end: exit times, the same
 * @turns: (nullable): the thread's turns, if the clock follows from the axis
 * @turn: of the last call that was read
 */
typedef struct
{
  TvTimes start;
  TvTimes end;
  const TvTurns *turns;
  TvTurn turn;
} TvClockReader;

/**
 * tv_clock_reader_init:
 * @reader: (out caller-allocates): becomes a reader
 * @calls: the calls of a thread
 * @clock: a clock; if the trace lacks it, @reader is to be asked nothing
 */
static inline void
tv_clock_reader_init (TvClockReader *reader, const TvCalls *calls, TvClock clock)
{
  const TvTurnTimes *start = calls->start[clock].by_turn;
  const TvTurnTimes *end = calls->end[clock].by_turn;

  *reader = (TvClockReader){ .start = calls->start[clock], .end = calls->end[clock] };
  if (start != NULL && end != NULL)
    *reader = (TvClockReader){ .start = start->axis,
                               .end = end->axis,
                               .turns = start->turns };
}

/**
 * tv_clock_readers_init:
 * @readers: (out caller-allocates) (array fixed-size=2): become readers, by #TvClock
 * @calls: the calls of a thread
 */
static inline void
tv_clock_readers_init (TvClockReader readers[TV_N_CLOCKS], const TvCalls *calls)
{
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    tv_clock_reader_init (&readers[clock], calls, clock);
}

static inline void
tv_clock_reader_leave_axis (TvClockReader *reader, gint64 *start, gint64 *end)
{
  gint64 ahead;

  if (G_UNLIKELY (*start >= reader->turn.end || *start < reader->turn.start))
    reader->turn = tv_turns_find (reader->turns, *start, reader->turn);
  ahead = reader->turn.ahead;
  *start -= ahead;
  if (G_UNLIKELY (*end >= reader->turn.end))
    ahead = tv_turns_find (reader->turns, *end, reader->turn).ahead;
  *end -= ahead;
}

/**
 * tv_clock_reader_get:
 * @reader: a reader
 * @call: one of the calls
 * @start: (out): its entry time, in nanoseconds
 * @end: (out): its exit time
 */
static inline void
tv_clock_reader_get (TvClockReader *reader, gsize call, gint64 *start, gint64 *end)
{
  *start = tv_times_get (&reader->start, call);
  *end = tv_times_get (&reader->end, call);
  if (reader->turns != NULL)
    tv_clock_reader_leave_axis (reader, start, end);
}

G_END_DECLS
