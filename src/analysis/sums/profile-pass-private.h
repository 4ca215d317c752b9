/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/piece-row-private.h"

G_BEGIN_DECLS

/**
 * TvPartialSums:
 * @totals: (array): by method, to be freed with tv_column_free()
 * @root_inclusive: of calls without a parent, by #TvClock
 * @n_waits: number of waits
 *
 * The sums of one worker. Where two calls are as good as each other, the one in the
 * thread with the lower index, entered earlier, is kept: so the order in which things
 * are added makes no difference.
 */
typedef struct
{
  TvMethodTotals *totals;
  gint64 root_inclusive[TV_N_CLOCKS];
  guint64 n_waits;
} TvPartialSums;

void tv_partial_sums_init (TvPartialSums *sums, guint n_methods);
void tv_partial_sums_reset (TvPartialSums *sums, guint first, guint end);
void tv_partial_sums_clear (TvPartialSums *sums);
void tv_partial_sums_merge (TvPartialSums *sums, const TvPartialSums *more,
                            guint n_methods);

void tv_partial_sums_add (TvPartialSums *sums, const TvTrace *trace,
                          const TvThreadPiece *piece, guint64 first, guint64 end);

G_END_DECLS
