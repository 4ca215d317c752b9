/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/method-groups.h"
#include "analysis/sums/profile.h"

G_BEGIN_DECLS

/**
 * TvCallLength:
 * @longest: inclusive nanoseconds of the longest call
 * @shortest: inclusive nanoseconds of the shortest call
 * @all: sum over all calls, recursive ones included: an instant counts once for each
 *   call that is open
 *
 * The lengths of the calls of one method. All zero if it was never called.
 */
typedef struct
{
  gint64 longest;
  gint64 shortest;
  gint64 all;
} TvCallLength;

/**
 * TvCallLengths:
 *
 * The lengths of the calls of every method of a #TvProfile, on one clock. The calls are
 * those that the profile counts, clipped at its range. Immutable and reference-counted:
 * any thread may read it.
 */
typedef struct _TvCallLengths TvCallLengths;

TvCallLengths *tv_call_lengths_new (TvProfile *profile, TvClock clock,
                                    GCancellable *cancellable, GError **error);
TvCallLengths *tv_call_lengths_ref (TvCallLengths *lengths);
void tv_call_lengths_unref (TvCallLengths *lengths);

TvClock tv_call_lengths_get_clock (const TvCallLengths *lengths);
const TvCallLength *tv_call_lengths_get (const TvCallLengths *lengths, guint32 method);
TvCallLength *tv_call_lengths_sum_up (const TvCallLengths *lengths,
                                      const TvMethodGroups *groups);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvCallLengths, tv_call_lengths_unref)

G_END_DECLS
