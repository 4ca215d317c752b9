/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "ui/session/session-sums.h"

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * TvSumsAnswer:
 * @question: what was asked
 * @whole: the sums of the whole trace, under the names that were asked for
 * @profile: (nullable): the sums of that part, %NULL where all of the trace was meant
 * @ranking: (nullable): the ranking of @profile, %NULL with it
 * @whole_ranking: (nullable): the ranking of the whole trace, %NULL where that is known
 * @lengths: (nullable): how long calls are, %NULL where that is not asked
 *
 * What was worked out.
 */
typedef struct
{
  TvSumsQuestion question;
  TvProfile *whole;
  TvProfile *profile;
  TvRanking *ranking;
  TvRanking *whole_ranking;
  TvCallLengths *lengths;
} TvSumsAnswer;

/**
 * TvSumsNeed:
 * @whole: the sums of the whole trace
 * @known: (nullable): the sums of the part that is asked about, if they are known
 * @lengths: (nullable): the lengths of its calls on the clock that is asked for, if
 * they are known
 * @ranks_whole: whether @whole is to be ranked, too
 *
 * What there is to work with.
 */
typedef struct
{
  TvProfile *whole;
  TvProfile *known;
  TvCallLengths *lengths;
  gboolean ranks_whole;
} TvSumsNeed;

TvSumsAnswer *tv_sums_answer_new (const TvSumsNeed *need,
                                  const TvSumsQuestion *question,
                                  GCancellable *cancellable, GError **error);
void tv_sums_answer_free (TvSumsAnswer *answer);

void tv_sums_task_start (gpointer source_object, const TvSumsNeed *need,
                         const TvSumsQuestion *question, GCancellable *cancellable,
                         GAsyncReadyCallback callback);
TvSumsAnswer *tv_sums_task_finish (GAsyncResult *result, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvSumsAnswer, tv_sums_answer_free)

G_END_DECLS
