/* SPDX-License-Identifier: Apache-2.0 */

#include "ui/flame/flame-question.h"

#include "analysis/sums/thread-range.h"
#include "trace/transform/transform.h"

/* Some milliseconds of work. */
#define CALLS_PER_CHECK (1u << 20)

/* Frames of a smaller part of the root are merged: no screen has so many pixels. */
#define LEAST_PART 8192

/* More than anybody can tell apart. */
#define MAX_FRAMES 100000

TvFlameRoot
tv_flame_root_copy (const TvFlameRoot *root)
{
  return (TvFlameRoot){ root->thread,
                        root->path != NULL ? tv_call_path_ref (root->path) : NULL };
}

void
tv_flame_root_clear (TvFlameRoot *root)
{
  g_clear_pointer (&root->path, tv_call_path_unref);
  root->thread = TV_THREAD_NONE;
}

gboolean
tv_flame_root_equal (const TvFlameRoot *a, const TvFlameRoot *b)
{
  return a->thread == b->thread && tv_call_path_equal (a->path, b->path);
}

TvFlameQuestion *
tv_flame_question_copy (const TvFlameQuestion *question)
{
  TvFlameQuestion *copy = g_new (TvFlameQuestion, 1);

  *copy = *question;
  (void) tv_profile_ref (copy->profile);
  copy->root = tv_flame_root_copy (&question->root);
  return copy;
}

static void
clear_question (TvFlameQuestion *question)
{
  tv_profile_unref (question->profile);
  tv_flame_root_clear (&question->root);
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
         && tv_flame_root_equal (&a->root, &b->root);
}

/* Returns the root of a thread, TV_NODE_NONE if there is none. */
static guint32
find_thread (const TvCallTree *tree, guint32 thread)
{
  guint n;
  const guint32 first = tv_call_tree_get_children (tree, TV_NODE_NONE, &n);

  for (guint32 i = first; i < first + n && thread != TV_THREAD_NONE; i++)
    if (tv_call_tree_get_node (tree, i)->thread == thread)
      return i;
  return TV_NODE_NONE;
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

  if (tree == NULL)
    return NULL;
  root = find_thread (tree, question->root.thread);
  if (question->root.path != NULL
      && !tv_call_tree_grow_path (tree, question->root.path, &root, cancellable, error))
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
                              .max_depth = 1,
                              .through = question->methods };
  g_autoptr (TvCallTree) tree = NULL;
  guint32 node;
  gint64 *time;

  if (frames->root.path != NULL)
    (void) tv_call_path_get_methods (frames->root.path, &limits.max_depth);
  tree = tv_call_tree_new_limited (tv_profile_get_trace (frames->profile),
                                   tv_profile_get_range (frames->profile), &limits,
                                   cancellable, error);
  if (tree == NULL)
    return NULL;
  node = frames->root.path != NULL ? tv_call_tree_find_path (tree, frames->root.path)
                                   : find_thread (tree, frames->root.thread);
  time = g_new0 (gint64, 1);
  if (node != TV_NODE_NONE)
    *time = tv_call_tree_get_node (tree, node)->inclusive[frames->clock];
  else if (frames->root.path == NULL && frames->root.thread == TV_THREAD_NONE)
    *time = tv_call_tree_get_whole (tree, frames->clock);
  return time;
}

void
tv_flame_call_question_free (TvFlameCallQuestion *question)
{
  tv_profile_unref (question->profile);
  tv_call_path_unref (question->path);
  g_free (question);
}

static gboolean
is_on_path (const TvCalls *calls, guint32 call, const TvCallPath *path)
{
  guint n;
  const guint32 *methods = tv_call_path_get_methods (path, &n);

  while (n > 0 && call != TV_CALL_NONE
         && tv_calls_method (calls, call) == methods[n - 1])
    {
      call = calls->parent[call];
      n--;
    }
  return n == 0 && call == TV_CALL_NONE;
}

/* Finds the longest call in a thread's part of the range, if it is longer than @most.
 */
static gboolean
find_longest (const TvThreadRange *range, const TvFlameCallQuestion *question,
              GCancellable *cancellable, TvCallRef *longest, gint64 *most)
{
  const guint32 method = tv_call_path_get_method (question->path);
  const guint32 n = tv_thread_range_get_n (range);

  for (guint32 i = 0; i < n; i++)
    {
      const guint32 call = tv_thread_range_get_call (range, i);
      gint64 inclusive[TV_N_CLOCKS];

      if (i % CALLS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (tv_calls_method (&range->calls, call) != method)
        continue;
      (void) tv_thread_range_clip_call (range, call, inclusive);
      if (inclusive[question->clock] <= *most
          || !is_on_path (&range->calls, call, question->path))
        continue;
      *most = inclusive[question->clock];
      *longest = (TvCallRef){ range->thread, call };
    }
  return TRUE;
}

/* Returns the longest call on a path, as the trace has it that no transform changed;
 * its thread is TV_THREAD_NONE if there is none. Returns NULL with @error set if it was
 * cancelled. */
TvCallRef *
tv_flame_call_question_answer (const TvFlameCallQuestion *question,
                               GCancellable *cancellable, GError **error)
{
  TvTrace *trace = tv_profile_get_trace (question->profile);
  const TvProfileRange *range = tv_profile_get_range (question->profile);
  const guint32 thread = tv_call_path_get_thread (question->path);
  TvCallRef longest = { TV_THREAD_NONE, 0 };
  gint64 most = -1;
  gboolean going_on = TRUE;

  for (guint i = 0; i < tv_thread_set_count (range->threads, trace) && going_on; i++)
    {
      const guint32 nth = tv_thread_set_get_nth (range->threads, i);
      g_auto (TvThreadRange) part = { 0 };

      if (thread != TV_THREAD_NONE && thread != nth)
        continue;
      tv_thread_range_init (&part, trace, range, nth);
      going_on = find_longest (&part, question, cancellable, &longest, &most);
    }
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  if (longest.thread != TV_THREAD_NONE)
    longest.call = tv_trace_get_original_call (trace, longest.thread, longest.call);
  return g_memdup2 (&longest, sizeof longest);
}
