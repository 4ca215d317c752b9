/* SPDX-License-Identifier: Apache-2.0 */

#pragma once

#include "analysis/stacks/flame-layout.h"

G_BEGIN_DECLS

/* Everything below one frame. */
typedef struct
{
  guint32 thread;   /* TV_THREAD_NONE for all of them */
  TvCallPath *path; /* NULL for the frame of the thread */
} TvFlameRoot;

/* Which frames are wanted. */
typedef struct
{
  TvProfile *profile; /* its trace and its range */
  TvClock clock;
  gboolean per_thread;
  gboolean by_name;
  TvFlameRoot root;
} TvFlameQuestion;

/* Which call a frame is to be shown by. */
typedef struct
{
  TvProfile *profile;
  TvClock clock;
  TvCallPath *path;
} TvFlameCallQuestion;

/* How much time of the root is of some methods, or below them. */
typedef struct
{
  TvFlameQuestion frames;
  TvMethodSet *methods;
} TvFlameShareQuestion;

TvFlameRoot tv_flame_root_copy (const TvFlameRoot *root);
void tv_flame_root_clear (TvFlameRoot *root);
gboolean tv_flame_root_equal (const TvFlameRoot *a, const TvFlameRoot *b);

TvFlameQuestion *tv_flame_question_copy (const TvFlameQuestion *question);
void tv_flame_question_free (TvFlameQuestion *question);
gboolean tv_flame_question_equal (const TvFlameQuestion *a, const TvFlameQuestion *b);
TvFlameLayout *tv_flame_question_answer (const TvFlameQuestion *question,
                                         GCancellable *cancellable, GError **error);
void tv_flame_share_question_free (TvFlameShareQuestion *question);
gint64 *tv_flame_share_question_answer (const TvFlameShareQuestion *question,
                                        GCancellable *cancellable, GError **error);
void tv_flame_call_question_free (TvFlameCallQuestion *question);
TvCallRef *tv_flame_call_question_answer (const TvFlameCallQuestion *question,
                                          GCancellable *cancellable, GError **error);

G_END_DECLS
