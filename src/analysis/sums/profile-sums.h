/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/profile.h"

G_BEGIN_DECLS

/**
 * TvProfileSums:
 * @totals: (array): by method; freed with tv_column_free()
 * @root_inclusive: of the calls without a parent, by #TvClock
 * @n_waits: number of waits, those outside all calls included
 *
 * The sums of a profile.
 */
typedef struct
{
  TvMethodTotals *totals;
  gint64 root_inclusive[TV_N_CLOCKS];
  guint64 n_waits;
} TvProfileSums;

gboolean tv_profile_sums_make (TvProfileSums *sums, const TvTrace *trace,
                               const TvProfileRange *range, GCancellable *cancellable,
                               GError **error);

/* Of equally good calls, the one in the thread with the lower index is kept, and within
 * a thread the one entered earlier: the result does not depend on the order of
 * addition. */
void tv_method_totals_init (TvMethodTotals *totals);
void tv_method_totals_take_first (TvMethodTotals *totals, TvCallRef call, gint64 start);
void tv_method_totals_take_longest (TvMethodTotals *totals, TvCallRef call,
                                    gint64 inclusive);

G_END_DECLS
