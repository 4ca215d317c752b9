/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/sums/thread-piece-private.h"

#include "analysis/sums/thread-moment.h"
#include "analysis/sums/wait-bounds-private.h"

/**
 * tv_thread_piece_find:
 * @piece: (out caller-allocates): filled
 * @trace: a trace
 * @range: a range of time, not empty
 * @thread: index of a thread
 *
 * Finds what the thread has in the range.
 */
void
tv_thread_piece_find (TvThreadPiece *piece, const TvTrace *trace,
                      const TvProfileRange *range, guint thread)
{
  TvWaits waits = tv_trace_get_waits (trace, thread);
  TvThreadMoment start, end;

  tv_thread_moment_find (trace, thread, range->start, &start);
  tv_thread_moment_find (trace, thread, range->end, &end);
  piece->thread = thread;
  piece->first_call = start.next;
  piece->end_call = end.next;
  piece->open = start.open;
  piece->axis_from = range->start;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      piece->from[clock] = start.time[clock];
      piece->to[clock] = end.time[clock];
    }
  piece->first_wait = tv_waits_first_after (&waits, piece->from[TV_CLOCK_WALL]);
  piece->end_wait = tv_waits_first_from (&waits, piece->to[TV_CLOCK_WALL]);
}

/**
 * tv_thread_piece_cut_open_call:
 * @piece: a piece
 * @calls: the calls of its thread
 * @call: one that was open when the range began
 * @inclusive: (out caller-allocates): nanoseconds in the range by #TvClock, 0 on a
 * clock that the file lacks
 *
 * Cuts a call at both ends of the range. One that is left at the very start of it may
 * still have the CPU time of its last step.
 *
 * Returns: whether the call counts, which it does with a part that is not empty
 */
gboolean
tv_thread_piece_cut_open_call (const TvThreadPiece *piece, const TvCalls *calls,
                               guint32 call, gint64 inclusive[TV_N_CLOCKS])
{
  gboolean counts = tv_times_get (&calls->axis_end, call) > piece->axis_from;

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      inclusive[clock] = 0;
      if (!tv_times_exist (&calls->start[clock]))
        continue;
      inclusive[clock]
          = MIN (tv_times_get (&calls->end[clock], call), piece->to[clock])
            - MAX (tv_times_get (&calls->start[clock], call), piece->from[clock]);
      counts = counts || inclusive[clock] > 0;
    }
  return counts;
}
