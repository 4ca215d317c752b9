/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/lookup/call-sample.h"
#include "analysis/stacks/call-tree.h"

G_BEGIN_DECLS

/* What a survey is of: all calls of a method that a profile counts, one of them
 * unless its thread is TV_THREAD_NONE, and those along a path. */
typedef struct
{
  TvProfile *profile;
  guint32 method;
  TvCallRef call;
  TvCallPath *path; /* NULL for none */
  TvClock clock;
} TvSurveyQuestion;

/* What takes long to add up about a call or a method. */
typedef struct
{
  GArray *shares;      /* of TvCallShare; NULL without a call */
  GArray *callers;     /* of TvCallTreeNode, of all calls of the method and with what
                        * calls the roots, the heaviest first; NULL with a call */
  GArray *callees;     /* likewise */
  TvCallTreeNode path; /* of the path, with no calls where it has none */
  gboolean has_spread; /* FALSE if memory is too short for that many calls */
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
