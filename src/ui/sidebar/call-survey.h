/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lookup/call-sample.h"
#include "analysis/lookup/call-waits.h"
#include "analysis/stacks/call-tree.h"

G_BEGIN_DECLS

/* The subject of a survey: all calls of a method that a profile counts, one of these
 * calls unless its thread is TV_THREAD_NONE, and the calls along a path. */
typedef struct
{
  TvProfile *profile;
  guint32 method;
  TvCallRef call;
  TvCallPath *path; /* NULL for none */
  TvClock clock;
} TvSurveyQuestion;

/* Sums for a call or a method that take long to compute. */
typedef struct
{
  GArray *shares;      /* of TvCallShare; NULL without a call */
  TvCallWaits *waits;  /* of the call; NULL where its thread has no states */
  GArray *callers;     /* of TvCallTreeNode, of all calls of the method and with what
                        * calls the roots, the heaviest first; NULL with a call */
  GArray *callees;     /* likewise */
  TvCallTreeNode path; /* sums of the path; without calls if it has none */
  gboolean has_spread; /* FALSE if there is not enough memory for so many calls */
  TvCallSpread spread; /* of the method's inclusive times */
} TvSurvey;

TvSurveyQuestion *tv_survey_question_new (TvProfile *profile, guint32 method,
                                          TvCallRef call, TvCallPath *path,
                                          TvClock clock);
void tv_survey_question_free (TvSurveyQuestion *question);
TvSurvey *tv_survey_new (const TvSurveyQuestion *question, GCancellable *cancellable,
                         GError **error);
void tv_survey_free (TvSurvey *survey);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvSurvey, tv_survey_free)

G_END_DECLS
