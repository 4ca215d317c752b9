/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/profile.h"

G_BEGIN_DECLS

/**
 * TvProfileSums:
 * @totals: (array): by method
 * @root_inclusive: of the calls without a parent, by #TvClock
 * @n_waits: number of waits, those outside all calls included
 *
 * What there is to add up for a profile.
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

G_END_DECLS
