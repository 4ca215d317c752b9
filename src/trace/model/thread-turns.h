/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "trace/model/trace.h"

G_BEGIN_DECLS

/**
 * TvTurns:
 * @n: number of turns
 * @axis: where on the axis each began. Always rising
 * @cpu: what the thread's CPU clock was there
 *
 * The turns of a thread, for %TV_AXIS_CPU_ALL_THREADS: while it has its turn, the axis
 * goes on with its CPU clock; while others have theirs, the axis alone goes on. So both
 * differ by the same from where one turn begins up to where the next does, and the CPU
 * clock follows from the axis.
 *
 * That is never in doubt: the axis went on between two turns, or they would be one, and
 * so the last event of a turn is before the place where the next begins.
 */
typedef struct
{
  gsize n;
  TvTimes axis;
  TvTimes cpu;
} TvTurns;

struct _TvTurnTimes
{
  TvTimes axis; /* of the same events */
  const TvTurns *turns;
};

/**
 * TvTurn:
 * @row: which of the thread's turns it is
 * @start: where on the axis it began
 * @end: where the next one does, or %G_MAXINT64
 * @ahead: how far the axis is ahead of the thread's CPU clock; less than 0 if that did
 *   not begin near 0
 *
 * A turn of a thread; times in nanoseconds.
 */
typedef struct
{
  gsize row;
  gint64 start;
  gint64 end;
  gint64 ahead;
} TvTurn;

TvTurn tv_turns_find (const TvTurns *turns, gint64 axis_time, TvTurn near);

G_END_DECLS
