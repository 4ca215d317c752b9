/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/piece-row-private.h"

G_BEGIN_DECLS

/**
 * TvGroupSum:
 * @inclusive: nanoseconds by #TvClock, summed over the outermost calls of the group
 * @calls: number of those calls
 * @n_open: how many calls of the group are on the stack, while calls are added
 *
 * What has to be found on the stack: all else of a group is the sum of its methods.
 */
typedef struct
{
  gint64 inclusive[TV_N_CLOCKS];
  guint64 calls;
  guint32 n_open;
} TvGroupSum;

void tv_group_pass_add (TvGroupSum *sums, const guint32 *group_of, const TvTrace *trace,
                        const TvThreadPiece *piece, guint64 first, guint64 end);

G_END_DECLS
