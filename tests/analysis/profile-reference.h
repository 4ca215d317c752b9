/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/profile.h"
#include "support/trace-writer.h"

G_BEGIN_DECLS

/**
 * TvReferenceSums:
 * @totals: (array): by method
 * @root_inclusive: by #TvClock
 * @n_waits: number of waits
 *
 * What a profile of a range must say.
 */
typedef struct
{
  TvMethodTotals *totals;
  gint64 root_inclusive[TV_N_CLOCKS];
  guint64 n_waits;
} TvReferenceSums;

TvReferenceSums *tv_reference_sums_new (const TvTrace *trace,
                                        const TvProfileRange *range);
TvTrace *tv_reference_random_trace (guint32 seed, TvWriterClock clock,
                                    guint broken_percent);
gint64 tv_reference_random_time (GRand *random, const TvTrace *trace);

void tv_reference_sums_free (TvReferenceSums *sums);
void tv_reference_sums_assert (const TvReferenceSums *sums, const TvProfile *profile);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvReferenceSums, tv_reference_sums_free)

G_END_DECLS
