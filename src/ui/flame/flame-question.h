/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/stacks/flame-layout.h"

G_BEGIN_DECLS

/* Which frames are wanted. */
typedef struct
{
  TvProfile *profile; /* its trace and its range */
  TvClock clock;
  gboolean per_thread;
  gboolean by_name;
  TvCallPath *root; /* without methods for a thread, or for everything */
} TvFlameQuestion;

/* How much time of the root is of some methods, or below them. */
typedef struct
{
  TvFlameQuestion frames;
  TvMethodSet *methods;
} TvFlameShareQuestion;

TvFlameQuestion *tv_flame_question_copy (const TvFlameQuestion *question);
void tv_flame_question_free (TvFlameQuestion *question);
gboolean tv_flame_question_equal (const TvFlameQuestion *a, const TvFlameQuestion *b);
TvFlameLayout *tv_flame_question_answer (const TvFlameQuestion *question,
                                         GCancellable *cancellable, GError **error);
void tv_flame_share_question_free (TvFlameShareQuestion *question);
gint64 *tv_flame_share_question_answer (const TvFlameShareQuestion *question,
                                        GCancellable *cancellable, GError **error);

G_END_DECLS
