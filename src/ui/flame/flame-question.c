/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/flame/flame-question.h"

/* Frames of a smaller part of the root are merged: no screen has so many pixels. */
#define LEAST_PART 8192

/* More than anybody can tell apart. */
#define MAX_FRAMES 100000

TvFlameQuestion *
tv_flame_question_copy (const TvFlameQuestion *question)
{
  TvFlameQuestion *copy = g_new (TvFlameQuestion, 1);

  *copy = *question;
  (void) tv_profile_ref (copy->profile);
  (void) tv_call_path_ref (copy->root);
  return copy;
}

static void
clear_question (TvFlameQuestion *question)
{
  tv_profile_unref (question->profile);
  tv_call_path_unref (question->root);
}

void
tv_flame_question_free (TvFlameQuestion *question)
{
  if (question == NULL)
    return;
  clear_question (question);
  g_free (question);
}

gboolean
tv_flame_question_equal (const TvFlameQuestion *a, const TvFlameQuestion *b)
{
  return a->profile == b->profile && a->clock == b->clock
         && a->per_thread == b->per_thread && a->by_name == b->by_name
         && tv_call_path_equal (a->root, b->root);
}

/* Returns NULL with @error set if it was cancelled. */
TvFlameLayout *
tv_flame_question_answer (const TvFlameQuestion *question, GCancellable *cancellable,
                          GError **error)
{
  const TvCallTreeLimits limits
      = { .per_thread = question->per_thread, .clock = question->clock };
  g_autoptr (TvCallTree) tree = tv_call_tree_new_closed (
      tv_profile_get_trace (question->profile),
      tv_profile_get_range (question->profile), &limits, FALSE, cancellable, error);
  TvCallTreeGrowth growth = { 0 };
  guint32 root;
  gint64 whole;

  if (tree == NULL
      || !tv_call_tree_grow_path (tree, question->root, &root, cancellable, error))
    return NULL;
  whole = root != TV_NODE_NONE
              ? tv_call_tree_get_node (tree, root)->inclusive[question->clock]
              : tv_call_tree_get_whole (tree, question->clock);
  growth.least_time = whole / LEAST_PART + 1;
  if (!tv_call_tree_grow (tree, root, &growth, cancellable, error))
    return NULL;
  return tv_flame_layout_new (tree, &(TvFlameSpec){ .clock = question->clock,
                                                    .root = root,
                                                    .least_time = growth.least_time,
                                                    .max_frames = MAX_FRAMES,
                                                    .by_name = question->by_name });
}

void
tv_flame_share_question_free (TvFlameShareQuestion *question)
{
  clear_question (&question->frames);
  tv_method_set_unref (question->methods);
  g_free (question);
}

/* Returns nanoseconds, with recursion counted once, or NULL with @error set if it was
 * cancelled. */
gint64 *
tv_flame_share_question_answer (const TvFlameShareQuestion *question,
                                GCancellable *cancellable, GError **error)
{
  const TvFlameQuestion *frames = &question->frames;
  TvCallTreeLimits limits = { .per_thread = frames->per_thread,
                              .clock = frames->clock,
                              .through = question->methods };
  g_autoptr (TvCallTree) tree = NULL;
  guint32 node;
  gint64 *time;

  (void) tv_call_path_get_methods (frames->root, &limits.max_depth);
  limits.max_depth = MAX (limits.max_depth, 1);
  tree = tv_call_tree_new_limited (tv_profile_get_trace (frames->profile),
                                   tv_profile_get_range (frames->profile), &limits,
                                   cancellable, error);
  if (tree == NULL)
    return NULL;
  time = g_new0 (gint64, 1);
  node = tv_call_tree_find_path (tree, frames->root);
  if (node != TV_NODE_NONE)
    *time = tv_call_tree_get_node (tree, node)->inclusive[frames->clock];
  else if (tv_call_path_get_thread (frames->root) == TV_THREAD_NONE
           && tv_call_path_get_method (frames->root) == TV_METHOD_NONE)
    *time = tv_call_tree_get_whole (tree, frames->clock);
  return time;
}
