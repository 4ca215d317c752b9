/* SPDX-License-Identifier: Apache-2.0 */

#include "analysis/lookup/depth-marks-private.h"

#define DEPTH_STEP 64u

/* Cancelling is looked at once in so many calls. */
#define CALLS_PER_CHECK (1u << 18)

/* A call that is open, at a depth that DEPTH_STEP divides. */
typedef struct
{
  guint32 call;
  gboolean marked;
} DepthStep;

/* Whether a look at every 64th call leaves room for stacks with anything to mark: from
 * one to the next, the stack cannot grow by more. */
static gboolean
may_be_deep (const TvCalls *calls)
{
  for (gsize i = 0; i < calls->n; i += DEPTH_STEP)
    {
      guint depth = 0;

      for (guint32 call = calls->parent[i]; call != TV_CALL_NONE;
           call = calls->parent[call])
        if (++depth == DEPTH_STEP)
          return TRUE;
    }
  return FALSE;
}

static void
mark_depth (GArray *marks, DepthStep *step, guint depth)
{
  TvDepthMark mark = { step->call, depth };

  if (!step->marked)
    g_array_append_val (marks, mark);
  step->marked = TRUE;
}

/* Goes along the calls as the thread did. What is around a marked call and is ever to
 * be marked was so on the way down to it, so that marks are in order of calls. */
GArray *
tv_depth_marks_find (const TvCalls *calls, GCancellable *cancellable)
{
  g_autoptr (GArray) steps = NULL;
  g_autoptr (GArray) marks = NULL;
  guint32 top = TV_CALL_NONE;
  guint n_open = 0;

  if (!may_be_deep (calls))
    return NULL;
  steps = g_array_new (FALSE, FALSE, sizeof (DepthStep));
  marks = g_array_new (FALSE, FALSE, sizeof (TvDepthMark));
  for (guint32 call = 0; call < calls->n; call++)
    {
      guint depth;

      if (call % CALLS_PER_CHECK == 0 && g_cancellable_is_cancelled (cancellable))
        break;
      for (; top != calls->parent[call]; top = calls->parent[top])
        n_open--;
      top = call;
      depth = n_open++;
      if (G_LIKELY (depth < DEPTH_STEP))
        continue;
      if (depth % DEPTH_STEP == 0)
        {
          DepthStep step = { call, FALSE };

          g_array_set_size (steps, depth / DEPTH_STEP - 1);
          g_array_append_val (steps, step);
        }
      else if (depth % DEPTH_STEP == DEPTH_STEP - 1)
        mark_depth (marks, &g_array_index (steps, DepthStep, depth / DEPTH_STEP - 1),
                    depth / DEPTH_STEP * DEPTH_STEP);
    }
  return g_steal_pointer (&marks);
}

static const TvDepthMark *
find_mark (const TvDepthMark *marks, gsize n_marks, gsize call)
{
  gsize low = 0, high = n_marks;

  while (low < high)
    {
      gsize middle = low + (high - low) / 2;

      if (marks[middle].call < call)
        low = middle + 1;
      else
        high = middle;
    }
  return low < n_marks && marks[low].call == call ? &marks[low] : NULL;
}

guint
tv_depth_marks_get_depth (const TvDepthMark *marks, gsize n_marks, const TvCalls *calls,
                          gsize base, guint32 call)
{
  guint above = 0;

  for (; calls->parent[call] != TV_CALL_NONE; call = calls->parent[call])
    {
      const TvDepthMark *mark = find_mark (marks, n_marks, base + call);

      if (mark != NULL)
        return above + mark->depth;
      above++;
    }
  return above;
}
