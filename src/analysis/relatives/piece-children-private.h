/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/open-calls-private.h"

G_BEGIN_DECLS

/**
 * TvPieceChildren:
 * @piece: what a thread has in a range
 * @calls: the calls of the thread
 * @open: the calls that are open as the range begins
 *
 * Finds what calls called in a range.
 */
typedef struct
{
  TvThreadPiece piece;
  TvCalls calls;
  TvOpenCalls open;
} TvPieceChildren;

void tv_piece_children_init (TvPieceChildren *self, const TvTrace *trace,
                             const TvProfileRange *range, guint thread);
void tv_piece_children_clear (TvPieceChildren *self);

guint32 tv_piece_children_first (const TvPieceChildren *self, guint32 call);
guint32 tv_piece_children_next (const TvPieceChildren *self, guint32 child);
gboolean tv_piece_children_cut (TvPieceChildren *self, guint32 call,
                                gint64 inclusive[TV_N_CLOCKS]);
gboolean tv_piece_children_exist (TvPieceChildren *self, guint32 call);

G_END_DECLS
