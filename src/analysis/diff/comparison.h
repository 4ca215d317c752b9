/* SPDX-License-Identifier: Apache-2.0 */

/* What the numbers of two traces mean beside one another. */

#pragma once

#include "analysis/sums/profile.h"

G_BEGIN_DECLS

/**
 * TvDiffSide:
 * @TV_DIFF_OLD: the old trace
 * @TV_DIFF_NEW: the new trace
 *
 * One of the two traces of a comparison.
 */
typedef enum
{
  TV_DIFF_OLD,
  TV_DIFF_NEW
} TvDiffSide;

#define TV_N_DIFF_SIDES 2

/**
 * TV_SHARE_WHOLE:
 *
 * The share of a whole: shares are whole numbers of billionths, so that equal ones are
 * equal, and those of a time of 0 are 0.
 */
#define TV_SHARE_WHOLE G_GINT64_CONSTANT (1000000000)

/**
 * TvComparison:
 * @by_share: whether numbers are shares of what their own trace took
 * @old_clock: by #TvClock of the new trace, the clock of the old one
 * @whole: by #TvDiffSide and #TvClock of the new trace, what is a share of 100 %
 *
 * How two traces are compared.
 */
typedef struct
{
  gboolean by_share;
  TvClock old_clock[TV_N_CLOCKS];
  gint64 whole[TV_N_DIFF_SIDES][TV_N_CLOCKS];
} TvComparison;

gboolean tv_traces_measure_the_same (const TvTrace *old, const TvTrace *now);
gboolean tv_traces_find_old_clock (const TvTrace *old, const TvTrace *now,
                                   TvClock clock, TvClock *old_clock);
void tv_comparison_init (TvComparison *self, const TvProfile *old, const TvProfile *now,
                         gboolean by_share);
gint64 tv_comparison_get_number (const TvComparison *self, TvDiffSide side,
                                 TvClock clock, gint64 amount);

G_END_DECLS
