/* SPDX-License-Identifier: Apache-2.0 */

/* The ends of the second pass: columns of the right size before it, and after it what
 * follows from them. */

#include "config.h"

#include "trace/call-builder-private.h"

#include "trace/trace-error.h"

#include <glib/gi18n-lib.h>

static gint
compare_ids (gconstpointer a, gconstpointer b, gpointer data)
{
  const TvThreadTable *table = data;
  guint32 id_a = g_array_index (table->entries, TvThreadEntry, *(const guint32 *) a).id;
  guint32 id_b = g_array_index (table->entries, TvThreadEntry, *(const guint32 *) b).id;

  return (id_a > id_b) - (id_a < id_b);
}

/* Indexes of the table's entries by ascending id. */
static guint32 *
sort_threads (const TvThreadTable *table)
{
  guint n = table->entries->len;
  guint32 *order = g_new (guint32, MAX (n, 1));

  for (guint i = 0; i < n; i++)
    order[i] = i;
  g_qsort_with_data (order, (gint) n, sizeof *order, compare_ids, (gpointer) table);
  return order;
}

static void
set_thread_names (TvTrace *trace, TvThread *thread, const TvThreadEntry *entry)
{
  const char **names;

  thread->id = entry->id;
  thread->name = entry->name;
  if (entry->other_names == NULL)
    return;
  names = g_new0 (const char *, entry->other_names->len + 1);
  for (guint i = 0; i < entry->other_names->len; i++)
    names[i] = g_ptr_array_index (entry->other_names, i);
  g_ptr_array_add (trace->name_lists, names);
  thread->other_names = names;
}

static void
allocate_threads (TvCallBuilder *builder)
{
  TvTrace *trace = builder->trace;
  g_autofree guint32 *order = sort_threads (builder->table);
  guint n = builder->table->entries->len;

  builder->n_threads = n;
  builder->threads = g_new0 (TvThreadBuild *, MAX (n, 1));
  trace->n_threads = n;
  trace->threads = g_new0 (TvThread, MAX (n, 1));
  trace->first_call = g_new0 (gsize, n + 1);
  trace->first_wait = g_new0 (gsize, n + 1);
  for (guint row = 0; row < n; row++)
    {
      const TvThreadScan *scan = tv_call_scan_get_thread (builder->scan, order[row]);
      TvThreadBuild *thread;

      set_thread_names (
          trace, &trace->threads[row],
          &g_array_index (builder->table->entries, TvThreadEntry, order[row]));
      trace->first_call[row + 1] = trace->first_call[row];
      if (scan == NULL)
        continue;
      thread = g_new0 (TvThreadBuild, 1);
      thread->scan = scan;
      thread->row = row;
      thread->base = trace->first_call[row];
      trace->first_call[row + 1] += scan->n_calls;
      builder->threads[order[row]] = thread;
    }
  trace->n_calls = trace->first_call[n];
}

/* The virtual axis ends at the sum of what all threads ran. */
static gboolean
is_axis_wide (const TvCallBuilder *builder)
{
  gint64 end = 0;

  for (guint i = 0; i < builder->scan->threads->len; i++)
    {
      const TvThreadScan *thread = tv_call_scan_get_thread (builder->scan, i);

      if (thread != NULL)
        end += thread->clock[TV_CLOCK_THREAD_CPU].previous - thread->first_cpu;
    }
  return end > G_MAXUINT32;
}

/**
 * tv_call_builder_allocate:
 * @builder: a builder whose first pass is finished
 *
 * Makes threads and call columns of the size that the first pass counted, which is
 * bounded by the number of records in the file.
 */
void
tv_call_builder_allocate (TvCallBuilder *builder)
{
  TvTrace *trace = builder->trace;
  gsize n;

  allocate_threads (builder);
  n = MAX (trace->n_calls, 1);
  if (trace->methods->len <= G_MAXUINT16 + 1)
    trace->call_method = g_new (guint16, n);
  else
    trace->call_method_wide = g_new (guint32, n);
  trace->call_parent = g_new (guint32, n);
  trace->call_flags = g_new (guint8, n);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      gboolean wide = builder->scan->latest[clock] > G_MAXUINT32;

      if (!builder->rules.has[clock])
        continue;
      tv_time_column_allocate (&trace->call_start[clock], n, wide);
      tv_time_column_allocate (&trace->call_end[clock], n, wide);
    }
  if (trace->axis == TV_AXIS_CPU_ALL_THREADS)
    {
      gboolean wide = is_axis_wide (builder);

      tv_time_column_allocate (&trace->call_axis_start, n, wide);
      tv_time_column_allocate (&trace->call_axis_end, n, wide);
    }
}

static void
store_waits (TvCallBuilder *builder, TvThreadBuild *thread)
{
  TvTrace *trace = builder->trace;

  for (guint i = 0; i < thread->waits->len; i++)
    {
      const TvWaitDraft *wait = &g_array_index (thread->waits, TvWaitDraft, i);
      gsize row = trace->first_wait[thread->row] + i;

      trace->wait_call[row] = wait->call;
      trace->wait_calls_before[row] = wait->calls_before;
      tv_time_column_set (&trace->wait_start, row, wait->start);
      tv_time_column_set (&trace->wait_end, row, wait->end);
    }
  g_clear_pointer (&thread->waits, g_array_unref);
}

static void
finish_waits (TvCallBuilder *builder)
{
  TvTrace *trace = builder->trace;
  gsize n = 0;

  for (guint i = 0; i < builder->n_threads; i++)
    {
      TvThreadBuild *thread = builder->threads[i];

      if (thread != NULL && thread->waits != NULL)
        trace->threads[thread->row].n_waits = thread->waits->len;
    }
  for (guint row = 0; row < trace->n_threads; row++)
    {
      trace->first_wait[row] = n;
      n += trace->threads[row].n_waits;
    }
  trace->first_wait[trace->n_threads] = trace->n_waits = n;
  if (n == 0)
    return;
  trace->wait_call = g_new (guint32, n);
  trace->wait_calls_before = g_new (guint32, n);
  tv_time_column_allocate (&trace->wait_start, n,
                           trace->call_start[TV_CLOCK_WALL].wide != NULL);
  tv_time_column_allocate (&trace->wait_end, n,
                           trace->call_start[TV_CLOCK_WALL].wide != NULL);
  for (guint i = 0; i < builder->n_threads; i++)
    if (builder->threads[i] != NULL && builder->threads[i]->waits != NULL)
      store_waits (builder, builder->threads[i]);
}

/* A call is recursive when its method is on the stack already. In pre-order the call
 * before is a descendant of this one's parent, or the parent: going up from there
 * leaves exactly the calls that ended. Each call is entered and left once, so this is
 * linear. */
static void
mark_recursion (TvTrace *trace, guint thread, guint32 *open)
{
  TvCalls calls = tv_trace_get_calls (trace, thread);
  guint8 *flags = trace->call_flags + trace->first_call[thread];
  guint32 top = TV_CALL_NONE;

  for (gsize i = 0; i < calls.n; i++)
    {
      for (; top != calls.parent[i]; top = calls.parent[top])
        open[tv_calls_method (&calls, top)]--;
      if (open[tv_calls_method (&calls, i)]++ > 0)
        flags[i] |= TV_CALL_RECURSIVE;
      top = (guint32) i;
    }
  for (; top != TV_CALL_NONE; top = calls.parent[top])
    open[tv_calls_method (&calls, top)]--;
}

static void
sum_roots (TvTrace *trace, guint thread)
{
  TvThread *row = &trace->threads[thread];

  for (gsize i = trace->first_call[thread]; i < trace->first_call[thread + 1]; i++)
    {
      if (trace->call_parent[i] != TV_CALL_NONE)
        continue;
      for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
        if (trace->has_clock[clock])
          row->root_inclusive[clock]
              += trace->unit
                 * (tv_time_column_get (&trace->call_end[clock], i)
                    - tv_time_column_get (&trace->call_start[clock], i));
    }
}

static void
finish_thread (TvCallBuilder *builder, TvThreadBuild *thread)
{
  TvTrace *trace = builder->trace;
  TvThread *row = &trace->threads[thread->row];
  gboolean own_axis = trace->axis == TV_AXIS_CPU_ALL_THREADS;
  guint axis_clock
      = trace->axis == TV_AXIS_CPU_PER_THREAD ? TV_CLOCK_THREAD_CPU : TV_CLOCK_WALL;

  tv_call_builder_close_all (builder, thread);
  tv_call_stack_clear (&thread->stack);
  if (thread->n_calls != thread->scan->n_calls
      || thread->n_events != thread->scan->n_events)
    builder->changed = TRUE;
  row->n_events = thread->n_events;
  row->n_calls = thread->n_calls;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    row->last[clock] = thread->previous[clock] * trace->unit;
  row->axis_last
      = own_axis ? thread->previous_axis * trace->unit : row->last[axis_clock];
  if (!own_axis)
    row->axis_first = row->first[axis_clock];
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

/**
 * tv_call_builder_finish:
 * @builder: a builder that saw all events
 * @error: %TV_TRACE_ERROR_CHANGED if they were not those of the first pass
 *
 * Closes the calls that are still open and completes the trace.
 *
 * Returns: whether the trace is whole
 */
gboolean
tv_call_builder_finish (TvCallBuilder *builder, GError **error)
{
  TvTrace *trace = builder->trace;
  g_autofree guint32 *open = g_new0 (guint32, MAX (trace->methods->len, 1));

  for (guint i = 0; i < builder->n_threads; i++)
    if (builder->threads[i] != NULL)
      finish_thread (builder, builder->threads[i]);
  if (builder->changed)
    {
      g_set_error_literal (error, TV_TRACE_ERROR, TV_TRACE_ERROR_CHANGED,
                           _ ("The file changed while it was being read"));
      return FALSE;
    }
  finish_waits (builder);
  for (guint thread = 0; thread < trace->n_threads; thread++)
    {
      mark_recursion (trace, thread, open);
      sum_roots (trace, thread);
    }
  finish_axis (trace);
  if (builder->rules.wrap[TV_CLOCK_WALL] == TV_WRAP_IN_FILE_ORDER
      && builder->file_clock.latest > G_MAXUINT32)
    tv_warnings_add (trace->warnings, TV_WARNING_TIME_WRAPPED, TV_PLACE_NOWHERE, 0,
                     NULL);
  trace->n_entry_runs = builder->runs->len;
  trace->entry_runs
      = (TvEntryRun *) g_array_free (g_steal_pointer (&builder->runs), FALSE);
  return TRUE;
}
