/* SPDX-License-Identifier: Apache-2.0 */

/* The end of the second pass: what follows from the columns, and what the parts found
 * put together in the order of the file. */

#include "config.h"

#include "trace/build/call-builder-private.h"

#include "trace/build/recursion.h"
#include "trace/model/trace-error.h"

#include <glib/gi18n-lib.h>

/* How far the second pass came with each of the trace's threads. */
typedef struct
{
  const TvCallBuilder *builder;
  const GPtrArray *parts;     /* of TvPartBuild */
  const TvThreadBuild **last; /* by row: in the last part with events of it, or NULL */
} Finish;

/* Returns whether the parts had the events that the first pass found. */
static gboolean
find_last_parts (Finish *finish)
{
  gboolean ok = TRUE;

  for (guint i = 0; i < finish->parts->len; i++)
    {
      const TvPartBuild *part = finish->parts->pdata[i];

      ok = ok && !part->changed;
      for (guint j = 0; j < part->n_threads; j++)
        {
          const TvThreadBuild *thread = &part->threads[j];

          finish->last[thread->row] = thread;
          ok = ok && thread->n_events == thread->start->n_events
               && thread->n_calls == thread->max_calls;
        }
    }
  return ok;
}

/* Closes what is still open, at the times of the thread's last event. */
static void
close_all (const TvCallBuilder *builder, const TvThreadBuild *thread)
{
  const TvThreadScan *scan = thread->start->scan;
  const gint64 times[] = { thread->clock[0].previous, thread->clock[1].previous };
  guint n_pre_open = scan->pre_open != NULL ? scan->pre_open->len : 0;

  for (guint32 i = 0; i < scan->stack.depth; i++)
    {
      gsize row = thread->base + scan->stack.frames[i].call + n_pre_open;

      builder->trace->call_flags[row] |= TV_CALL_STILL_OPEN;
      tv_call_builder_set_times (builder, TRUE, row, times, thread->previous_axis);
    }
}

static void
finish_thread (const TvCallBuilder *builder, const TvThreadBuild *thread)
{
  TvTrace *trace = builder->trace;
  TvThread *row = &trace->threads[thread->row];
  gboolean own_axis = trace->axis == TV_AXIS_CPU_ALL_THREADS;
  guint axis_clock
      = trace->axis == TV_AXIS_CPU_PER_THREAD ? TV_CLOCK_THREAD_CPU : TV_CLOCK_WALL;

  close_all (builder, thread);
  row->n_events = thread->start->scan->n_events;
  row->n_calls = thread->n_calls;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    row->last[clock] = thread->clock[clock].previous * trace->unit;
  row->axis_last
      = own_axis ? thread->previous_axis * trace->unit : row->last[axis_clock];
  if (!own_axis)
    row->axis_first = row->first[axis_clock];
}

static void
store_waits (TvTrace *trace, const GArray *waits, gsize *next)
{
  for (guint i = 0; i < waits->len; i++, ++*next)
    {
      const TvWaitDraft *wait = &g_array_index (waits, TvWaitDraft, i);

      trace->wait_call[*next] = wait->call;
      trace->wait_calls_before[*next] = wait->calls_before;
      tv_time_column_set (&trace->wait_start, *next, wait->start);
      tv_time_column_set (&trace->wait_end, *next, wait->end);
    }
}

static void
count_waits (const Finish *finish)
{
  TvTrace *trace = finish->builder->trace;

  for (guint i = 0; i < finish->parts->len; i++)
    {
      const TvPartBuild *part = finish->parts->pdata[i];

      for (guint j = 0; j < part->n_threads; j++)
        if (part->threads[j].waits != NULL)
          trace->threads[part->threads[j].row].n_waits += part->threads[j].waits->len;
    }
  for (guint row = 0; row < trace->n_threads; row++)
    trace->first_wait[row + 1] = trace->first_wait[row] + trace->threads[row].n_waits;
  trace->n_waits = trace->first_wait[trace->n_threads];
}

static void
finish_waits (const Finish *finish)
{
  TvTrace *trace = finish->builder->trace;
  gint64 latest = tv_time_column_get_latest (&trace->call_start[TV_CLOCK_WALL]);
  g_autofree gsize *next = NULL;

  count_waits (finish);
  if (trace->n_waits == 0)
    return;
  trace->wait_call = g_new (guint32, trace->n_waits);
  trace->wait_calls_before = g_new (guint32, trace->n_waits);
  tv_time_column_allocate (&trace->wait_start, trace->n_waits, latest);
  tv_time_column_allocate (&trace->wait_end, trace->n_waits, latest);
  next = g_memdup2 (trace->first_wait, trace->n_threads * sizeof *next);
  for (guint i = 0; i < finish->parts->len; i++)
    {
      const TvPartBuild *part = finish->parts->pdata[i];

      for (guint j = 0; j < part->n_threads; j++)
        if (part->threads[j].waits != NULL)
          store_waits (trace, part->threads[j].waits, &next[part->threads[j].row]);
    }
}

/* Neighbours of one thread at the seam of two parts are one run. */
static void
append_runs (GArray *all, const GArray *runs)
{
  const TvEntryRun *first = (const TvEntryRun *) runs->data;
  TvEntryRun *last;
  guint n_joined = 0;

  if (all->len > 0 && runs->len > 0)
    {
      last = &g_array_index (all, TvEntryRun, all->len - 1);
      if (last->thread == first->thread && last->count <= G_MAXUINT32 - first->count)
        {
          last->count += first->count;
          n_joined = 1;
        }
    }
  if (runs->len > n_joined)
    g_array_append_vals (all, first + n_joined, runs->len - n_joined);
}

static void
finish_runs (const Finish *finish)
{
  TvTrace *trace = finish->builder->trace;
  GArray *all = g_array_new (FALSE, FALSE, sizeof (TvEntryRun));

  for (guint i = 0; i < finish->parts->len; i++)
    append_runs (all, ((const TvPartBuild *) finish->parts->pdata[i])->runs);
  trace->n_entry_runs = all->len;
  trace->entry_runs = (TvEntryRun *) g_array_free (all, FALSE);
}

static void
finish_part (TvTrace *trace, const TvPartBuild *part)
{
  for (guint i = 0; i < part->pre_open->len; i++)
    {
      const TvPreOpenRows *rows = &g_array_index (part->pre_open, TvPreOpenRows, i);

      for (gsize row = rows->first; row < rows->first + rows->n; row++)
        trace->call_flags[row] |= TV_CALL_PRE_OPEN;
    }
  tv_warnings_add_all (trace->warnings, part->warnings);
}

static void
finish_axis (TvTrace *trace)
{
  gboolean any = FALSE;

  for (guint i = 0; i < trace->n_threads; i++)
    {
      const TvThread *row = &trace->threads[i];

      if (row->n_events == 0)
        continue;
      trace->axis_start
          = any ? MIN (trace->axis_start, row->axis_first) : row->axis_first;
      trace->axis_end = any ? MAX (trace->axis_end, row->axis_last) : row->axis_last;
      any = TRUE;
    }
}

/* The wall clock of a file in order of time may wrap without a step back in any thread.
 */
static void
warn_of_wrap (const Finish *finish)
{
  const TvPartBuild *part = finish->parts->pdata[0];

  if (finish->builder->rules.wrap[TV_CLOCK_WALL] == TV_WRAP_IN_FILE_ORDER
      && part->file_clock.latest > G_MAXUINT32)
    tv_warnings_add (finish->builder->trace->warnings, TV_WARNING_TIME_WRAPPED,
                     TV_PLACE_NOWHERE, 0, NULL);
}

/* Closes the calls that are still open and completes the trace. */
gboolean
tv_call_builder_finish (TvCallBuilder *builder, GPtrArray *parts, guint n_workers,
                        GCancellable *cancellable, GError **error)
{
  TvTrace *trace = builder->trace;
  g_autofree const TvThreadBuild **last
      = g_new0 (const TvThreadBuild *, MAX (trace->n_threads, 1));
  Finish finish = { .builder = builder, .parts = parts, .last = last };

  if (!find_last_parts (&finish))
    {
      g_set_error_literal (error, TV_TRACE_ERROR, TV_TRACE_ERROR_CHANGED,
                           _ ("The file changed while it was being read"));
      return FALSE;
    }
  for (guint row = 0; row < trace->n_threads; row++)
    if (last[row] != NULL)
      finish_thread (builder, last[row]);
  for (guint i = 0; i < parts->len; i++)
    finish_part (trace, parts->pdata[i]);
  finish_waits (&finish);
  finish_runs (&finish);
  if (!tv_trace_mark_recursion (trace, n_workers, cancellable, error))
    return FALSE;
  finish_axis (trace);
  warn_of_wrap (&finish);
  return TRUE;
}
