/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/profile.h"
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

/**
 * TvReferenceCut:
 * @thread: index of a thread
 * @call: a call of it
 * @counts: whether it counts in the range
 * @inclusive: nanoseconds of it in the range, by #TvClock
 * @waiting: nanoseconds of waits of its own in the range
 * @n_waits: number of those waits
 *
 * What a call has in a range.
 */
typedef struct
{
  guint thread;
  guint32 call;
  gboolean counts;
  gint64 inclusive[TV_N_CLOCKS];
  gint64 waiting;
  guint64 n_waits;
} TvReferenceCut;

/**
 * TvReferenceCutFunc:
 * @cut: what a call has in the range
 * @user_data: what was given with the function
 *
 * Takes the calls of a range.
 */
typedef void (*TvReferenceCutFunc) (const TvReferenceCut *cut, gpointer user_data);

void tv_reference_foreach_call (const TvTrace *trace, const TvProfileRange *range,
                                TvReferenceCutFunc func, gpointer user_data);
TvReferenceSums *tv_reference_sums_new (const TvTrace *trace,
                                        const TvProfileRange *range);
TvTrace *tv_reference_random_trace (guint32 seed, TvWriterClock clock,
                                    guint broken_percent);
TvThreadSet *tv_reference_random_threads (GRand *random, const TvTrace *trace);
gint64 tv_reference_random_time (GRand *random, const TvTrace *trace);

void tv_reference_sums_free (TvReferenceSums *sums);
void tv_reference_sums_assert (const TvReferenceSums *sums, const TvProfile *profile);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvReferenceSums, tv_reference_sums_free)

G_END_DECLS
