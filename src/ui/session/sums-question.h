/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/sums/thread-set.h"
#include "trace/model/trace.h"
#include "ui/session/view-range.h"

G_BEGIN_DECLS

/**
 * TvSumsQuestion:
 * @trace: the trace, under the names that are wanted
 * @clock: what to rank by
 * @in_range: whether only a range of time is asked about
 * @range: which, if so
 * @threads: (nullable): the threads that are asked about, %NULL for all
 * @lengths: whether the length of every call is asked for, too
 *
 * What the sums of a trace are asked for.
 */
typedef struct
{
  TvTrace *trace;
  TvClock clock;
  gboolean in_range;
  TvViewRange range;
  TvThreadSet *threads;
  gboolean lengths;
} TvSumsQuestion;

TvSumsQuestion tv_sums_question_copy (const TvSumsQuestion *question);
void tv_sums_question_clear (TvSumsQuestion *question);
gboolean tv_sums_question_equal (const TvSumsQuestion *a, const TvSumsQuestion *b);
gboolean tv_sums_question_is_same_part (const TvSumsQuestion *a,
                                        const TvSumsQuestion *b);
gboolean tv_sums_question_is_whole (const TvSumsQuestion *question);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TvSumsQuestion, tv_sums_question_clear)

G_END_DECLS
