/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/stacks/call-tree-compare.h"
#include "analysis/stacks/flame-layout.h"

G_BEGIN_DECLS

/**
 * TvFlameQuestion:
 * @profile: has the trace and the range
 * @base: (nullable): the same of the base
 * @clock: the clock of the trace
 * @base_clock: that of the base
 * @by_share: whether the session compares shares
 * @per_thread: whether threads are the outermost frames
 * @by_name: whether frames are in the order of their names
 * @hits: (nullable): of a search
 * @root: without methods for a whole thread or the whole trace
 *
 * A request for frames.
 */
typedef struct
{
  TvProfile *profile;
  TvProfile *base;
  TvClock clock;
  TvClock base_clock;
  gboolean by_share;
  gboolean per_thread;
  gboolean by_name;
  TvMethodSet *hits;
  TvCallPath *root;
} TvFlameQuestion;

/**
 * TvFlameAnswer:
 * @question: the request
 * @layout: the frames
 * @other: (nullable): the times of the base for the frames, %NULL without a base
 * @gone: (array) (nullable): by frame, nanoseconds of the base in paths below it that
 *   only the base has; complete for the root and below
 * @matched: nanoseconds of the root in hits and below them, with recursion counted
 *   once; -1 without a search or without frames
 *
 * The frames of a flame graph. Immutable and reference-counted.
 */
typedef struct
{
  TvFlameQuestion *question;
  TvFlameLayout *layout;
  TvCallTreeOther *other;
  gint64 *gone;
  gint64 matched;
} TvFlameAnswer;

TvFlameQuestion *tv_flame_question_copy (const TvFlameQuestion *question);
void tv_flame_question_free (TvFlameQuestion *question);
gboolean tv_flame_question_equal (const TvFlameQuestion *a, const TvFlameQuestion *b);
TvFlameAnswer *tv_flame_question_answer (const TvFlameQuestion *question,
                                         GCancellable *cancellable, GError **error);
TvFlameAnswer *tv_flame_answer_ref (TvFlameAnswer *answer);
void tv_flame_answer_unref (TvFlameAnswer *answer);
gint64 tv_flame_answer_get_base_time (const TvFlameAnswer *answer, guint32 frame);
double tv_flame_answer_get_change (const TvFlameAnswer *answer, guint32 frame,
                                   gboolean by_share);
double tv_flame_answer_find_greatest_change (const TvFlameAnswer *answer,
                                             gboolean by_share);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (TvFlameAnswer, tv_flame_answer_unref)

G_END_DECLS
