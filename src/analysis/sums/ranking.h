/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/method-sequence.h"
#include "analysis/sums/name-order.h"
#include "analysis/sums/profile.h"

G_BEGIN_DECLS

/**
 * TvRanking:
 *
 * The methods of a profile that were called, in order of inclusive time on one clock,
 * then class, method, signature and id. The place in it, counted from 0, is a method's
 * rank: the number before its name and what its colour comes from.
 */
typedef struct _TvRanking TvRanking;

TvRanking *tv_ranking_new (const TvProfile *profile, TvClock clock);
TvRanking *tv_ranking_new_by_names (const TvProfile *profile, TvClock clock,
                                    TvMethodSequence *names);
void tv_ranking_free (TvRanking *ranking);

guint tv_ranking_get_n (const TvRanking *ranking);
guint32 tv_ranking_get_method (const TvRanking *ranking, guint rank);
TvMethodSequence *tv_ranking_get_sequence (const TvRanking *ranking);
TvMethodSequence *tv_ranking_get_names (const TvRanking *ranking);
guint32 tv_ranking_get_rank (const TvRanking *ranking, guint32 method);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvRanking, tv_ranking_free)

G_END_DECLS
