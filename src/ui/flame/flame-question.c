/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/flame/flame-question.h"

#include <math.h>

/* Frames with a smaller share of the root are merged. No screen has so many pixels. */
#define LEAST_PART 8192

/* More frames cannot be told apart. */
#define MAX_FRAMES 100000

TvFlameQuestion *
tv_flame_question_copy (const TvFlameQuestion *question)
{
  TvFlameQuestion *copy = g_memdup2 (question, sizeof *question);

  (void) tv_profile_ref (copy->profile);
  if (copy->base != NULL)
    (void) tv_profile_ref (copy->base);
  if (copy->hits != NULL)
    (void) tv_method_set_ref (copy->hits);
  (void) tv_call_path_ref (copy->root);
  return copy;
}

void
tv_flame_question_free (TvFlameQuestion *question)
{
  tv_profile_unref (question->profile);
  g_clear_pointer (&question->base, tv_profile_unref);
  g_clear_pointer (&question->hits, tv_method_set_unref);
  tv_call_path_unref (question->root);
  g_free (question);
}

gboolean
tv_flame_question_equal (const TvFlameQuestion *a, const TvFlameQuestion *b)
{
  return a->profile == b->profile && a->base == b->base && a->clock == b->clock
         && a->by_share == b->by_share && a->per_thread == b->per_thread
         && a->by_name == b->by_name && a->hits == b->hits
         && tv_call_path_equal (a->root, b->root);
}

static void
clear_answer (gpointer data)
{
  TvFlameAnswer *answer = data;

  tv_flame_question_free (answer->question);
  g_clear_pointer (&answer->layout, tv_flame_layout_free);
  g_clear_pointer (&answer->other, tv_call_tree_other_free);
  g_clear_pointer (&answer->gone, g_free);
}

TvFlameAnswer *
tv_flame_answer_ref (TvFlameAnswer *answer)
{
  return g_atomic_rc_box_acquire (answer);
}

void
tv_flame_answer_unref (TvFlameAnswer *answer)
{
  if (answer != NULL)
    g_atomic_rc_box_release_full (answer, clear_answer);
}

/**
 * tv_flame_answer_get_base_time:
 * @answer: frames that are compared
 * @frame: index of a frame
 *
 * Returns: the nanoseconds of the base along the path of the frame, 0 if it is new.
 *   Merged frames are not compared
 */
gint64
tv_flame_answer_get_base_time (const TvFlameAnswer *answer, guint32 frame)
{
  const TvFlameFrame *found = &answer->layout->frames[frame];

  if (tv_flame_frame_is_merged (found))
    return 0;
  return found->node != TV_NODE_NONE ? answer->other->inclusive[found->node]
                                     : answer->other->whole;
}

static double
find_share (gint64 part, gint64 whole)
{
  return whole > 0 ? (double) part / (double) whole : 0;
}

/* Returns the change of a frame's time from the base, or of its share of all in the
 * scope, which is from 0 to 1. */
double
tv_flame_answer_get_change (const TvFlameAnswer *answer, guint32 frame,
                            gboolean by_share)
{
  const TvFlameLayout *layout = answer->layout;
  const TvFlameFrame *found = &layout->frames[frame];
  const gint64 time = found->sums.inclusive[layout->clock];
  const gint64 base = tv_flame_answer_get_base_time (answer, frame);

  if (tv_flame_frame_is_merged (found))
    return 0;
  if (by_share)
    return find_share (time, layout->frames[0].sums.inclusive[layout->clock])
           - find_share (base, answer->other->whole);
  return (double) (time - base);
}

/* Returns the greatest change of the root and the frames below it, without its sign. */
double
tv_flame_answer_find_greatest_change (const TvFlameAnswer *answer, gboolean by_share)
{
  double greatest = 0;

  for (guint32 i = answer->layout->root; i < answer->layout->n_frames; i++)
    greatest = MAX (greatest, fabs (tv_flame_answer_get_change (answer, i, by_share)));
  return greatest;
}

/* Finds the time of the base in callees that only the base has, and adds it to their
 * callers. The callees of closed nodes are unknown. */
static void
find_gone (TvFlameAnswer *answer, const TvCallTree *tree)
{
  const TvCallTreeOther *other = answer->other;
  const TvFlameFrame *frames = answer->layout->frames;
  const guint32 n = answer->layout->n_frames;

  answer->gone = g_new0 (gint64, MAX (n, 1));
  for (guint32 i = 0; i < n; i++)
    {
      const guint32 node = frames[i].node;
      guint32 first;
      guint n_children;

      if (tv_flame_frame_is_merged (&frames[i])
          || (node != TV_NODE_NONE && !tv_call_tree_is_open (tree, node)))
        continue;
      first = tv_call_tree_get_children (tree, node, &n_children);
      answer->gone[i] = tv_flame_answer_get_base_time (answer, i)
                        - (node != TV_NODE_NONE ? other->exclusive[node] : 0);
      for (guint32 k = first; k < first + n_children; k++)
        answer->gone[i] -= other->inclusive[k];
    }
  for (guint32 i = n; i-- > 0;)
    if (frames[i].parent != TV_FRAME_NONE)
      answer->gone[frames[i].parent] += answer->gone[i];
}

static gboolean
compare (const TvFlameQuestion *question, TvFlameAnswer *answer, const TvCallTree *tree,
         GCancellable *cancellable, GError **error)
{
  const TvCallTreeComparison spec = { .trace = tv_profile_get_trace (question->base),
                                      .range = tv_profile_get_range (question->base),
                                      .clock = question->base_clock };

  answer->other = tv_call_tree_compare (tree, &spec, cancellable, error);
  if (answer->other == NULL)
    return FALSE;
  find_gone (answer, tree);
  return TRUE;
}

static gboolean
find_matched (TvFlameAnswer *answer, GCancellable *cancellable, GError **error)
{
  const TvFlameQuestion *question = answer->question;
  g_autoptr (TvCallPath) root
      = tv_flame_layout_dup_path (answer->layout, answer->layout->root);
  const TvCallTreeLimits limits = { .per_thread = question->per_thread,
                                    .clock = question->clock,
                                    .through = question->hits };
  g_autoptr (TvCallTree) tree = NULL;
  gboolean found;
  guint32 node;

  tree = tv_call_tree_new_closed (tv_profile_get_trace (question->profile),
                                  tv_profile_get_range (question->profile), &limits,
                                  cancellable, error);
  if (tree == NULL
      || !tv_call_tree_grow_path (tree, root, &node, &found, cancellable, error))
    return FALSE;
  if (found)
    answer->matched = tv_call_tree_get_node (tree, node)->inclusive[question->clock];
  else if (root->thread == TV_THREAD_NONE
           && tv_call_path_get_method (root) == TV_METHOD_NONE)
    answer->matched = tv_call_tree_get_whole (tree, question->clock);
  else
    answer->matched = 0;
  return TRUE;
}

/* Returns NULL with @error set if cancelled. */
TvFlameAnswer *
tv_flame_question_answer (const TvFlameQuestion *question, GCancellable *cancellable,
                          GError **error)
{
  const TvCallTreeLimits limits
      = { .per_thread = question->per_thread, .clock = question->clock };
  g_autoptr (TvCallTree) tree = tv_call_tree_new_closed (
      tv_profile_get_trace (question->profile),
      tv_profile_get_range (question->profile), &limits, cancellable, error);
  g_autoptr (TvFlameAnswer) answer = g_atomic_rc_box_new0 (TvFlameAnswer);
  TvCallTreeGrowth growth = { .complete = question->base != NULL };
  TvFlameSpec spec = { .clock = question->clock,
                       .max_frames = MAX_FRAMES,
                       .by_name = question->by_name };
  gint64 whole;

  answer->question = tv_flame_question_copy (question);
  answer->matched = -1;
  if (tree == NULL
      || !tv_call_tree_grow_path (tree, question->root, &spec.root, NULL, cancellable,
                                  error))
    return NULL;
  whole = spec.root != TV_NODE_NONE
              ? tv_call_tree_get_node (tree, spec.root)->inclusive[question->clock]
              : tv_call_tree_get_whole (tree, question->clock);
  spec.least_time = growth.least_time = whole / LEAST_PART + 1;
  if (!tv_call_tree_grow (tree, spec.root, &growth, cancellable, error))
    return NULL;
  answer->layout = tv_flame_layout_new (tree, &spec);
  if (question->base != NULL && !compare (question, answer, tree, cancellable, error))
    return NULL;
  if (question->hits != NULL && answer->layout->n_levels > 0
      && !find_matched (answer, cancellable, error))
    return NULL;
  return g_steal_pointer (&answer);
}
