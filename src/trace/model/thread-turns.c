/* SPDX-License-Identifier: Apache-2.0 */

#include "trace/model/thread-turns.h"

/* Of the turns from @row on, the @n first of which are looked at, the last that began
 * at
 * @axis_time or before; @row if none did. Without branches: on which side of the middle
 * it is, is hard to foretell. */
static inline gsize
bisect (const TvTurns *turns, gsize row, gsize n, gint64 axis_time)
{
  while (n > 1)
    {
      gsize half = n / 2;

      row = tv_times_get (&turns->axis, row + half) <= axis_time ? row + half : row;
      n -= half;
    }
  return row;
}

/**
 * tv_turns_find:
 * @turns: the turns of a thread, at least one
 * @axis_time: nanoseconds on the axis of an event of the thread
 * @near: a turn of the thread, or one of zeroes
 *
 * Takes the less time the fewer turns after @near the event was.
 *
 * Returns: the turn in which it was
 */
TvTurn
tv_turns_find (const TvTurns *turns, gint64 axis_time, TvTurn near)
{
  gsize row = axis_time >= near.start ? near.row : 0;
  gsize step = 1;
  TvTurn turn;

  while (step < turns->n - row && tv_times_get (&turns->axis, row + step) <= axis_time)
    {
      row += step;
      step *= 2;
    }
  row = bisect (turns, row, MIN (step, turns->n - row), axis_time);
  turn.row = row;
  turn.start = tv_times_get (&turns->axis, row);
  turn.end = row + 1 < turns->n ? tv_times_get (&turns->axis, row + 1) : G_MAXINT64;
  turn.ahead = turn.start - tv_times_get (&turns->cpu, row);
  return turn;
}

/* The slow case of tv_times_get_steps(), which is what callers want: bisects over the
 * turns of the thread. */
gint64
tv_turn_times_get_steps (const TvTurnTimes *times, gsize index)
{
  const TvTurns *turns = times->turns;
  gint64 steps = tv_times_get_steps (&times->axis, index);
  gsize row = bisect (turns, 0, turns->n, steps * times->axis.unit);

  return tv_times_get_steps (&turns->cpu, row)
         + (steps - tv_times_get_steps (&turns->axis, row));
}
