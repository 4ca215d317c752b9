/* SPDX-License-Identifier: Apache-2.0 */

#include "output/export/export-merge.h"

/* A thread with its next step. */
typedef struct
{
  TvExportWalk *walk;
  guint32 thread;
  TvExportStep step;
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

static gint64
get_cpu_time (const TvExportStep *step)
{
  const gint64 *times = step->enters ? step->start : step->end;

  return times[TV_CLOCK_THREAD_CPU];
}

/* Steps that stand at one place on the axis are in the order in which the axis is made
 * of them again: where it is the sum of the CPU clocks, first that which brought it
 * there, then those that took no time. */
static gboolean
is_before (const Lane *a, const Lane *b)
{
  if (a->step.axis != b->step.axis)
    return a->step.axis < b->step.axis;
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

/* Where the axis was before the step, if the thread's CPU clock alone moves it on. */
static void
note_axis_before (const TvExportMerge *merge, Lane *lane, gint64 cpu_before)
{
  if (tv_trace_get_axis (merge->trace) == TV_AXIS_CPU_ALL_THREADS)
    lane->axis_before = lane->step.axis - (get_cpu_time (&lane->step) - cpu_before);
}

static void
add_thread (TvExportMerge *merge, const TvProfileRange *part, guint32 thread,
            GCancellable *cancellable)
{
  g_autoptr (TvThreadSet) alone = tv_thread_set_new (&thread, 1);
  TvProfileRange piece = *part;
  Lane *lane;

  piece.threads = alone;
  lane = g_new0 (Lane, 1);
  lane->walk = tv_export_walk_new (merge->trace, &piece, cancellable);
  if (!tv_export_walk_next_thread (lane->walk, &lane->thread)
      || !tv_export_walk_next (lane->walk, &lane->step))
    {
      lane_free (lane);
      return;
    }
  note_axis_before (merge, lane, get_cpu_time (&lane->step));
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
      add_thread (merge, part, i, cancellable);
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

/* Makes the thread on top stand before its next step. */
static void
advance_top (TvExportMerge *merge)
{
  Lane *lane = g_ptr_array_index (merge->heap, 0);
  const gint64 cpu_before = get_cpu_time (&lane->step);

  if (tv_export_walk_next (lane->walk, &lane->step))
    note_axis_before (merge, lane, cpu_before);
  else
    g_ptr_array_remove_index_fast (merge->heap, 0);
  if (merge->heap->len > 1)
    sink (merge->heap, 0);
}

/* Goes on to the next entry or exit, in time that grows with the logarithm of the
 * number of threads. */
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
