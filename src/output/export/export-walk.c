/* SPDX-License-Identifier: Apache-2.0 */

#include "output/export/export-private.h"

/* Takes some milliseconds. */
#define STEPS_PER_CHECK (1 << 16)

struct _TvExportWalk
{
  TvTrace *trace;
  TvProfileRange part;
  GCancellable *cancellable;
  guint next_thread;
  guint n_steps;

  /* The current thread */
  TvThreadRange range;
  GArray *before; /* guint32: calls open when the part begins, outermost first */

  /* The state between two steps */
  guint n_before; /* how many of @before are open */
  gboolean began; /* whether all of @before have been entered */
  guint32 top;    /* the innermost open call that was entered since */
  gsize next;     /* the next call */
  gsize depth;    /* number of open calls */
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

/* A call that ends where the part begins is left out. */
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

/* Moves to the next thread with calls in the part. */
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

/* Returns the number of calls of the thread in the part. */
gsize
tv_export_walk_get_n_rows (const TvExportWalk *walk)
{
  g_return_val_if_fail (walk != NULL, 0);

  return walk->before->len + (walk->range.end_call - walk->range.first_call);
}

/* Moves back before the first call of the thread. */
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

static gint64
get_start (const TvExportWalk *walk, TvClock clock, guint32 call)
{
  return MAX (tv_times_get (&walk->range.calls.start[clock], call),
              walk->range.from[clock]);
}

static gint64
get_end (const TvExportWalk *walk, TvClock clock, guint32 call)
{
  return MIN (tv_times_get (&walk->range.calls.end[clock], call),
              walk->range.to[clock]);
}

static gboolean
has_clock (const TvExportWalk *walk, TvClock clock)
{
  return tv_times_exist (&walk->range.calls.start[clock]);
}

/* Returns whether the next step enters a call, rather than leaves the innermost open
 * one. A caller has a lower index than its callees. */
static gboolean
enters_next (const TvExportWalk *walk, guint32 innermost)
{
  guint32 parent;

  if (walk->next >= walk->range.end_call)
    return FALSE;
  parent = walk->range.calls.parent[walk->next];
  return innermost == TV_CALL_NONE || (parent != TV_CALL_NONE && innermost <= parent);
}

static guint32
enter_call (TvExportWalk *walk)
{
  walk->depth++;
  if (walk->began)
    return walk->top = (guint32) walk->next++;
  return g_array_index (walk->before, guint32, walk->n_before++);
}

static void
leave_call (TvExportWalk *walk, guint32 call)
{
  walk->depth--;
  if (walk->top == TV_CALL_NONE)
    {
      walk->n_before--;
      return;
    }
  walk->top = walk->range.calls.parent[call];
  if (walk->top != TV_CALL_NONE && walk->top < walk->range.first_call)
    walk->top = TV_CALL_NONE;
}

/* Passes the next entry or exit. It needs no stack: the columns of the trace give the
 * parent. Returns the call, or %TV_CALL_NONE at the end. */
static guint32
advance (TvExportWalk *walk, gboolean *enters)
{
  guint32 innermost;

  walk->began = walk->began || walk->n_before == walk->before->len;
  innermost = get_innermost (walk);
  *enters = !walk->began || enters_next (walk, innermost);
  if (*enters)
    return enter_call (walk);
  if (innermost != TV_CALL_NONE)
    leave_call (walk, innermost);
  return innermost;
}

static inline void
find_times (const TvExportWalk *walk, guint32 call, gboolean enters,
            gint64 times[TV_N_CLOCKS])
{
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    if (!has_clock (walk, clock))
      times[clock] = 0;
    else
      times[clock]
          = enters ? get_start (walk, clock, call) : get_end (walk, clock, call);
}

/* Moves to the next entry or exit of the thread. */
gboolean
tv_export_walk_next (TvExportWalk *walk, TvExportStep *step)
{
  guint32 call;

  g_return_val_if_fail (walk != NULL && step != NULL, FALSE);

  if (walk->n_steps++ % STEPS_PER_CHECK == 0
      && g_cancellable_is_cancelled (walk->cancellable))
    return FALSE;
  step->parent_row = get_innermost_row (walk);
  call = advance (walk, &step->enters);
  if (call == TV_CALL_NONE)
    return FALSE;
  step->row = step->enters ? get_innermost_row (walk) : step->parent_row;
  step->depth = walk->depth - step->enters;
  step->call = call;
  step->method = tv_calls_method (&walk->range.calls, call);
  step->flags = walk->range.calls.flags[call];
  find_times (walk, call, step->enters, step->times);
  return TRUE;
}

/* Returns how long the call of a step takes, on a clock that the file has. */
gint64
tv_export_walk_get_length (const TvExportWalk *walk, const TvExportStep *step,
                           TvClock clock)
{
  return get_end (walk, clock, step->call) - get_start (walk, clock, step->call);
}

/* A thread with its next step. */
typedef struct
{
  TvExportWalk *walk;
  guint32 thread;
  TvExportStep step;
  gint64
      axis; /* of the step on the timeline's axis; clipped if the part is on the axis */
  gint64 axis_before;
} Lane;

struct _TvExportMerge
{
  TvTrace *trace;
  GPtrArray *heap; /* of Lane, the earliest on top */
  gboolean began;
};

static void
lane_free (gpointer data)
{
  Lane *lane = data;

  tv_export_walk_free (lane->walk);
  g_free (lane);
}

/* Orders steps at the same time so that a reader gets the same axis. If the axis is the
 * sum of CPU clocks, the step that advanced it comes before those that did not. */
static gboolean
is_before (const Lane *a, const Lane *b)
{
  if (a->axis != b->axis)
    return a->axis < b->axis;
  if (a->axis_before != b->axis_before)
    return a->axis_before < b->axis_before;
  return a->thread < b->thread;
}

static void
sink (GPtrArray *heap, guint at)
{
  gpointer *lanes = heap->pdata;

  for (;;)
    {
      const guint left = 2 * at + 1;
      const guint right = left + 1;
      gpointer lane = lanes[at];
      guint first = at;

      if (left < heap->len && is_before (lanes[left], lanes[first]))
        first = left;
      if (right < heap->len && is_before (lanes[right], lanes[first]))
        first = right;
      if (first == at)
        return;
      lanes[at] = lanes[first];
      lanes[first] = lane;
      at = first;
    }
}

/* Notes the axis at the step. If the axis is the sum of CPU clocks, also notes where it
 * was before the step. */
static void
note_axis (const TvExportMerge *merge, Lane *lane, gint64 cpu_before)
{
  const TvCalls *calls = &lane->walk->range.calls;
  const TvProfileRange *part = &lane->walk->part;

  lane->axis = tv_times_get (lane->step.enters ? &calls->axis_start : &calls->axis_end,
                             lane->step.call);
  if (!part->on_thread_cpu)
    lane->axis = CLAMP (lane->axis, part->start, part->end);
  if (tv_trace_get_axis (merge->trace) == TV_AXIS_CPU_ALL_THREADS)
    lane->axis_before
        = lane->axis - (lane->step.times[TV_CLOCK_THREAD_CPU] - cpu_before);
}

static void
add_lane (TvExportMerge *merge, const TvProfileRange *part, guint32 thread,
          GCancellable *cancellable)
{
  g_autoptr (TvThreadSet) alone = tv_thread_set_new (&thread, 1);
  TvProfileRange of_thread = *part;
  Lane *lane;

  of_thread.threads = alone;
  lane = g_new0 (Lane, 1);
  lane->walk = tv_export_walk_new (merge->trace, &of_thread, cancellable);
  if (!tv_export_walk_next_thread (lane->walk, &lane->thread)
      || !tv_export_walk_next (lane->walk, &lane->step))
    {
      lane_free (lane);
      return;
    }
  note_axis (merge, lane, lane->step.times[TV_CLOCK_THREAD_CPU]);
  g_ptr_array_add (merge->heap, lane);
}

TvExportMerge *
tv_export_merge_new (TvTrace *trace, const TvProfileRange *part,
                     GCancellable *cancellable)
{
  TvExportMerge *merge;

  g_return_val_if_fail (trace != NULL && part != NULL, NULL);

  merge = g_new0 (TvExportMerge, 1);
  merge->trace = tv_trace_ref (trace);
  merge->heap = g_ptr_array_new_with_free_func (lane_free);
  for (guint i = 0; i < tv_trace_get_n_threads (trace); i++)
    if (part->threads == NULL || tv_thread_set_contains (part->threads, i))
      add_lane (merge, part, i, cancellable);
  for (guint i = merge->heap->len / 2; i-- > 0;)
    sink (merge->heap, i);
  return merge;
}

void
tv_export_merge_free (TvExportMerge *merge)
{
  if (merge == NULL)
    return;
  g_ptr_array_unref (merge->heap);
  tv_trace_unref (merge->trace);
  g_free (merge);
}

/* Advances the thread on top of the heap. */
static void
advance_top (TvExportMerge *merge)
{
  Lane *lane = g_ptr_array_index (merge->heap, 0);
  const gint64 cpu_before = lane->step.times[TV_CLOCK_THREAD_CPU];

  if (tv_export_walk_next (lane->walk, &lane->step))
    note_axis (merge, lane, cpu_before);
  else
    g_ptr_array_remove_index_fast (merge->heap, 0);
  if (merge->heap->len > 1)
    sink (merge->heap, 0);
}

/* Moves to the next entry or exit, in O(log threads). */
gboolean
tv_export_merge_next (TvExportMerge *merge, guint32 *thread, TvExportStep *step)
{
  const Lane *lane;

  g_return_val_if_fail (merge != NULL && thread != NULL && step != NULL, FALSE);

  if (merge->began && merge->heap->len > 0)
    advance_top (merge);
  merge->began = TRUE;
  if (merge->heap->len == 0)
    return FALSE;
  lane = g_ptr_array_index (merge->heap, 0);
  *thread = lane->thread;
  *step = lane->step;
  return TRUE;
}
