/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/profile.h"

G_BEGIN_DECLS

/**
 * TvThreadPiece:
 * @thread: index of a thread
 * @first_call: the first call entered in the range
 * @end_call: the call after the last
 * @first_wait: the first wait with a part in the range
 * @end_wait: the wait after the last
 * @open: the innermost call that was entered before the range and left in it or later
 * @axis_from: start of the range
 * @from: start of the range by #TvClock
 * @to: end of the range by #TvClock
 *
 * What a thread has in a range of time.
 */
typedef struct
{
  guint32 thread;
  gsize first_call;
  gsize end_call;
  gsize first_wait;
  gsize end_wait;
  guint32 open;
  gint64 axis_from;
  gint64 from[TV_N_CLOCKS];
  gint64 to[TV_N_CLOCKS];
} TvThreadPiece;

void tv_thread_piece_find (TvThreadPiece *piece, const TvTrace *trace,
                           const TvProfileRange *range, guint thread);
gboolean tv_thread_piece_cut_open_call (const TvThreadPiece *piece,
                                        const TvCalls *calls, guint32 call,
                                        gint64 inclusive[TV_N_CLOCKS]);

G_END_DECLS
