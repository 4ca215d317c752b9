/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/thread-piece-private.h"

G_BEGIN_DECLS

/**
 * TvPieceRow:
 * @pieces: (array length=n_pieces): those of the threads of the range, by index
 * @first_items: (array length=n_pieces): by piece, its place in the row
 * @n_pieces: number of threads; 0 where the range is empty
 * @n_items: length of the row
 *
 * All that is to be added up of a range, in one row, thread by thread.
 */
typedef struct
{
  TvThreadPiece *pieces;
  guint64 *first_items;
  guint n_pieces;
  guint64 n_items;
} TvPieceRow;

/**
 * TvPieceFunc:
 * @piece: what a thread has
 * @first: the first of its items that is to be added
 * @end: the item after the last, at most tv_thread_piece_get_n_items()
 * @user_data: what was given with the function
 *
 * Adds some items of a thread.
 */
typedef void (*TvPieceFunc) (const TvThreadPiece *piece, guint64 first, guint64 end,
                             gpointer user_data);

guint64 tv_thread_piece_get_n_items (const TvThreadPiece *piece);

void tv_piece_row_init (TvPieceRow *row, const TvTrace *trace,
                        const TvProfileRange *range);
void tv_piece_row_clear (TvPieceRow *row);
const TvThreadPiece *tv_piece_row_get_piece (const TvPieceRow *row, guint thread);
void tv_piece_row_foreach (const TvPieceRow *row, guint64 first, guint64 end,
                           TvPieceFunc func, gpointer user_data);

G_END_DECLS
