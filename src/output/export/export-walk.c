/* SPDX-License-Identifier: Apache-2.0 */

#include "output/export/export-walk.h"

/* Some milliseconds. */
#define STEPS_PER_CHECK (1 << 16)

struct _TvExportWalk
{
  TvTrace *trace;
  TvProfileRange part;
  GCancellable *cancellable;
  guint next_thread;
  guint n_steps;

  /* The present thread */
  TvThreadRange range;
  GArray *before; /* guint32: calls open when the part begins, outermost first */
  guint n_before; /* how many of them are on the stack */
  gboolean began; /* whether all of them have been entered */
  guint32 top;    /* innermost open call of those entered since */
  gsize next;
  gsize depth;
};

TvExportWalk *
tv_export_walk_new (TvTrace *trace, const TvProfileRange *part,
                    GCancellable *cancellable)
{
  TvExportWalk *walk;

  g_return_val_if_fail (trace != NULL && part != NULL, NULL);

  walk = g_new0 (TvExportWalk, 1);
  walk->trace = tv_trace_ref (trace);
  walk->part = *part;
  if (part->threads != NULL)
    tv_thread_set_ref (part->threads);
  g_set_object (&walk->cancellable, cancellable);
  walk->before = g_array_new (FALSE, FALSE, sizeof (guint32));
  walk->top = TV_CALL_NONE;
  return walk;
}

void
tv_export_walk_free (TvExportWalk *walk)
{
  if (walk == NULL)
    return;
  tv_trace_unref (walk->trace);
  g_clear_pointer (&walk->part.threads, tv_thread_set_unref);
  g_clear_object (&walk->cancellable);
  g_array_unref (walk->before);
  tv_thread_range_clear (&walk->range);
  g_free (walk);
}

/* What ends just where the part begins has nothing in it. */
static void
find_calls_before (TvExportWalk *walk)
{
  g_array_set_size (walk->before, 0);
  for (guint32 i = 0; i < walk->range.n_open; i++)
    {
      gint64 inclusive[TV_N_CLOCKS];

      if (tv_thread_range_clip_call (&walk->range, walk->range.open_calls[i],
                                     inclusive))
        g_array_append_val (walk->before, walk->range.open_calls[i]);
    }
}

/* Goes on to the next thread that has calls in the part. */
gboolean
tv_export_walk_next_thread (TvExportWalk *walk, guint32 *thread)
{
  guint n;

  g_return_val_if_fail (walk != NULL && thread != NULL, FALSE);

  n = tv_thread_set_count (walk->part.threads, walk->trace);
  while (walk->next_thread < n && walk->part.start < walk->part.end
         && !g_cancellable_is_cancelled (walk->cancellable))
    {
      *thread = tv_thread_set_get_nth (walk->part.threads, walk->next_thread++);
      tv_thread_range_clear (&walk->range);
      tv_thread_range_init (&walk->range, walk->trace, &walk->part, *thread);
      find_calls_before (walk);
      tv_export_walk_rewind (walk);
      if (tv_export_walk_get_n_rows (walk) > 0)
        return TRUE;
    }
  return FALSE;
}

/* Returns how many calls of the thread there are to see. */
gsize
tv_export_walk_get_n_rows (const TvExportWalk *walk)
{
  g_return_val_if_fail (walk != NULL, 0);

  return walk->before->len + (walk->range.end_call - walk->range.first_call);
}

/* Goes back before the first call of the thread. */
void
tv_export_walk_rewind (TvExportWalk *walk)
{
  g_return_if_fail (walk != NULL);

  walk->n_before = 0;
  walk->began = FALSE;
  walk->top = TV_CALL_NONE;
  walk->next = walk->range.first_call;
  walk->depth = 0;
}

static guint32
get_innermost (const TvExportWalk *walk)
{
  if (walk->top != TV_CALL_NONE)
    return walk->top;
  if (walk->n_before > 0)
    return g_array_index (walk->before, guint32, walk->n_before - 1);
  return TV_CALL_NONE;
}

static gsize
get_innermost_row (const TvExportWalk *walk)
{
  if (walk->top != TV_CALL_NONE)
    return walk->before->len + (walk->top - walk->range.first_call);
  return walk->n_before > 0 ? walk->n_before - 1 : TV_ROW_NONE;
}

static void
fill_step (const TvExportWalk *walk, TvExportStep *step, guint32 call)
{
  step->call = call;
  step->method = tv_calls_method (&walk->range.calls, call);
  step->flags = walk->range.calls.flags[call];
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      const TvTimes *start = &walk->range.calls.start[clock];
      const TvTimes *end = &walk->range.calls.end[clock];

      step->start[clock] = step->end[clock] = 0;
      if (!tv_times_exist (start))
        continue;
      step->start[clock] = MAX (tv_times_get (start, call), walk->range.from[clock]);
      step->end[clock] = MIN (tv_times_get (end, call), walk->range.to[clock]);
    }
  if (step->enters)
    step->axis
        = MAX (tv_times_get (&walk->range.calls.axis_start, call), walk->part.start);
  else
    step->axis = MIN (tv_times_get (&walk->range.calls.axis_end, call), walk->part.end);
}

static gboolean
enter_call (TvExportWalk *walk, TvExportStep *step)
{
  guint32 call;

  step->enters = TRUE;
  step->parent_row = get_innermost_row (walk);
  step->depth = walk->depth++;
  if (walk->began)
    walk->top = call = (guint32) walk->next++;
  else
    call = g_array_index (walk->before, guint32, walk->n_before++);
  step->row = get_innermost_row (walk);
  fill_step (walk, step, call);
  return TRUE;
}

static gboolean
leave_call (TvExportWalk *walk, TvExportStep *step, guint32 call)
{
  step->enters = FALSE;
  step->row = get_innermost_row (walk);
  step->depth = --walk->depth;
  fill_step (walk, step, call);
  if (walk->top == TV_CALL_NONE)
    {
      walk->n_before--;
      return TRUE;
    }
  walk->top = walk->range.calls.parent[call];
  if (walk->top != TV_CALL_NONE && walk->top < walk->range.first_call)
    walk->top = TV_CALL_NONE;
  return TRUE;
}

/* Goes on to the next entry or exit of the thread. Depth costs nothing: the way out is
 * by the columns of the trace. */
gboolean
tv_export_walk_next (TvExportWalk *walk, TvExportStep *step)
{
  guint32 innermost;
  guint32 parent;

  g_return_val_if_fail (walk != NULL && step != NULL, FALSE);

  if (walk->n_steps++ % STEPS_PER_CHECK == 0
      && g_cancellable_is_cancelled (walk->cancellable))
    return FALSE;
  walk->began = walk->began || walk->n_before == walk->before->len;
  if (!walk->began)
    return enter_call (walk, step);
  innermost = get_innermost (walk);
  if (walk->next < walk->range.end_call)
    {
      /* A caller has a lower index than what it calls. */
      parent = walk->range.calls.parent[walk->next];
      if (innermost == TV_CALL_NONE || (parent != TV_CALL_NONE && innermost <= parent))
        return enter_call (walk, step);
    }
  return innermost != TV_CALL_NONE && leave_call (walk, step, innermost);
}
