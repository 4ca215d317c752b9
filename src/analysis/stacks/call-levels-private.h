/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/open-calls-private.h"

G_BEGIN_DECLS

/**
 * TvCallLevels:
 * @calls: the calls of a thread
 * @piece: what of them is in the range
 * @open: the calls open where it begins
 * @n_open_wanted: how many of them, from the outermost, are wanted
 * @n_levels: how many levels the calls take
 * @order: (array): the calls of the piece by level, as numbers from its first call
 * @level_starts: (array): by level, and one more: where its calls begin in @order
 * @nodes: (array): by call of the piece, a place for what is found of it; until then
 *   undefined, but %G_MAXUINT32 for calls that are not wanted
 * @open_nodes: (array): the same by open call
 *
 * The calls that a thread has in a range by their depth in the stack.
 */
typedef struct
{
  TvCalls calls;
  TvThreadPiece piece;
  TvOpenCalls open;
  guint n_open_wanted;
  guint n_levels;
  guint32 *order;
  guint32 *level_starts;
  guint32 *nodes;
  guint32 *open_nodes;
} TvCallLevels;

void tv_call_levels_init (TvCallLevels *levels, const TvTrace *trace,
                          const TvProfileRange *range, guint thread, guint max_levels,
                          const guint8 *through);
void tv_call_levels_clear (TvCallLevels *levels);

G_END_DECLS
