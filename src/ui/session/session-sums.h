/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/call-lengths.h"
#include "analysis/sums/profile.h"
#include "analysis/sums/ranking.h"
#include "ui/session/sums-question.h"

#include <glib-object.h>

G_BEGIN_DECLS

/**
 * TvSessionSums:
 *
 * What the methods of a trace took, in all of it and in a part, and how that ranks
 * them. What takes long is worked out in a worker, never more than one at a time; what
 * is there is always the whole answer to one question. The signal `changed` is emitted
 * when it is the answer to another.
 */
#define TV_TYPE_SESSION_SUMS (tv_session_sums_get_type ())

G_DECLARE_FINAL_TYPE (TvSessionSums, tv_session_sums, TV, SESSION_SUMS, GObject)

TvSessionSums *tv_session_sums_new (TvProfile *profile, TvRanking *ranking,
                                    TvClock clock);

void tv_session_sums_ask (TvSessionSums *self, const TvSumsQuestion *question,
                          gboolean passing);
void tv_session_sums_stop (TvSessionSums *self);
const TvSumsQuestion *tv_session_sums_get_asked (TvSessionSums *self);
const TvSumsQuestion *tv_session_sums_get_answered (TvSessionSums *self);

TvProfile *tv_session_sums_get_profile (TvSessionSums *self);
TvCallLengths *tv_session_sums_get_lengths (TvSessionSums *self);
void tv_session_sums_adopt_lengths (TvSessionSums *self, TvCallLengths *lengths);
const TvRanking *tv_session_sums_get_ranking (TvSessionSums *self);
TvProfile *tv_session_sums_get_whole_profile (TvSessionSums *self);
const TvRanking *tv_session_sums_get_whole_ranking (TvSessionSums *self);

G_END_DECLS
