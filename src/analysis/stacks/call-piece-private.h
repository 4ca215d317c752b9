/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/open-calls-private.h"

G_BEGIN_DECLS

#define TV_PIECE_NONE G_MAXUINT32

/**
 * TvCallPiece:
 * @calls: the calls of a thread
 * @piece: what of them is in the range
 * @open: the calls open where it begins
 * @n: how many calls there are, with those
 * @exclusive: by #TvClock and call, nanoseconds; %NULL for a clock that there is not
 * @inclusive: the same; %NULL if it is that of the whole call
 * @waiting: (nullable): by call, nanoseconds; %NULL if nothing waits
 * @is_left_out: (nullable): by call, whether it is not wanted
 *
 * What the calls of a thread took in a range, call by call. They have numbers from 0,
 * first the open ones, then those that begin in the range.
 */
typedef struct
{
  TvCalls calls;
  TvThreadPiece piece;
  TvOpenCalls open;
  guint32 n;
  gint64 *exclusive[TV_N_CLOCKS];
  gint64 *inclusive[TV_N_CLOCKS];
  gint64 *waiting;
  guint8 *is_left_out;
} TvCallPiece;

void tv_call_piece_init (TvCallPiece *self, const TvTrace *trace,
                         const TvProfileRange *range, guint thread,
                         const guint8 *through);
void tv_call_piece_clear (TvCallPiece *self);
guint32 tv_call_piece_find_parent (const TvCallPiece *self, guint32 number);
gboolean tv_call_piece_get_inclusive (const TvCallPiece *self, guint32 number,
                                      gint64 inclusive[TV_N_CLOCKS]);

/* Returns what it is among the calls of the thread. */
static inline gsize
tv_call_piece_get_call (const TvCallPiece *self, guint32 number)
{
  return number < self->open.n ? self->open.calls[number]
                               : self->piece.first_call + (number - self->open.n);
}

G_END_DECLS
