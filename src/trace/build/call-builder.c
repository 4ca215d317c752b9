/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/build/call-builder.h"

#include "trace/model/column.h"
#include "trace/model/parallel.h"
#include "trace/model/trace-error.h"
#include "trace/model/trace-storage.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>

/* A thread that is off the CPU for longer than this between two events waits. This is
 * the rule of the original for its "(context switch)". */
#define WAIT_OVER_NS (100 * 1000)

/* Allocation */

static gint
compare_ids (gconstpointer a, gconstpointer b, gpointer data)
{
  const TvThreadTable *table = data;
  guint32 id_a = g_array_index (table->entries, TvThreadEntry, *(const guint32 *) a).id;
  guint32 id_b = g_array_index (table->entries, TvThreadEntry, *(const guint32 *) b).id;

  return (id_a > id_b) - (id_a < id_b);
}

/* Returns the indexes of the table's entries by ascending id. */
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

  builder->rows = g_new (guint32, MAX (n, 1));
  trace->n_threads = n;
  trace->threads = g_new0 (TvThread, MAX (n, 1));
  trace->first_call = g_new0 (gsize, n + 1);
  trace->first_wait = g_new0 (gsize, n + 1);
  for (guint row = 0; row < n; row++)
    {
      const TvThreadScan *scan = tv_call_scan_get_thread (builder->scan, order[row]);

      builder->rows[order[row]] = row;
      set_thread_names (
          trace, &trace->threads[row],
          &g_array_index (builder->table->entries, TvThreadEntry, order[row]));
      trace->first_call[row + 1] = trace->first_call[row];
      if (scan != NULL)
        trace->first_call[row + 1] += tv_thread_scan_get_n_calls (scan);
    }
  trace->n_calls = trace->first_call[n];
}

static gboolean
has_wide_methods (const TvTrace *trace)
{
  return trace->methods->len > G_MAXUINT16 + 1;
}

static void
allocate_times (TvCallBuilder *builder)
{
  TvTrace *trace = builder->trace;
  gsize n = MAX (trace->n_calls, 1);

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      gint64 latest = builder->scan->latest[clock];

      if (!builder->rules.has[clock])
        continue;
      tv_time_column_allocate (&trace->call_start[clock], n, latest);
      tv_time_column_allocate (&trace->call_end[clock], n, latest);
    }
  if (trace->axis == TV_AXIS_CPU_ALL_THREADS)
    {
      gint64 latest = builder->scan->axis;

      tv_time_column_allocate (&trace->call_axis_start, n, latest);
      tv_time_column_allocate (&trace->call_axis_end, n, latest);
    }
}

/* Returns the number of bytes of a row of all call columns. */
static gsize
get_row_size (const TvCallBuilder *builder)
{
  const TvTrace *trace = builder->trace;
  gsize size = (has_wide_methods (trace) ? sizeof *trace->call_method_wide
                                         : sizeof *trace->call_method)
               + sizeof *trace->call_parent + sizeof *trace->call_flags;

  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    if (builder->rules.has[clock])
      size += 2 * tv_time_column_get_width (builder->scan->latest[clock]);
  if (trace->axis == TV_AXIS_CPU_ALL_THREADS)
    size += 2 * tv_time_column_get_width (builder->scan->axis);
  return size;
}

/* Allocates threads and call columns of the size that the first pass counted. It is
 * bounded by the number of records in the file. */
static gboolean
allocate_columns (TvCallBuilder *builder, GError **error)
{
  TvTrace *trace = builder->trace;
  gsize n;

  n = builder->table->entries->len * (sizeof (TvThread) + sizeof (TvThreadBuild));
  if (!tv_memory_budget_check (builder->budget, n, error))
    return FALSE;
  allocate_threads (builder);
  n = MAX (trace->n_calls, 1);
  if (!tv_memory_budget_check (builder->budget, n * get_row_size (builder), error))
    return FALSE;
  if (!has_wide_methods (trace))
    trace->call_method = tv_column_new (n, sizeof *trace->call_method);
  else
    trace->call_method_wide = tv_column_new (n, sizeof *trace->call_method_wide);
  trace->call_parent = tv_column_new (n, sizeof *trace->call_parent);
  trace->call_flags = tv_column_new (n, sizeof *trace->call_flags);
  memset (trace->call_flags, 0, n);
  allocate_times (builder);
  return TRUE;
}

/* Most traces have no more methods than a narrow column holds. */
static void
find_plain_columns (TvCallBuilder *builder)
{
  const TvTrace *trace = builder->trace;
  const TvClockRules *rules = &builder->rules;

  builder->has_plain = trace->call_method != NULL
                       && rules->wrap[TV_CLOCK_WALL] != TV_WRAP_IN_FILE_ORDER;
  builder->plain.method = trace->call_method;
  builder->plain.parent = trace->call_parent;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      builder->plain.start[clock] = trace->call_start[clock];
      builder->plain.end[clock] = trace->call_end[clock];
    }
  builder->plain.own_axis = trace->axis == TV_AXIS_CPU_ALL_THREADS;
  builder->plain.axis_start = trace->call_axis_start;
  builder->plain.axis_end = trace->call_axis_end;
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    builder->latest[clock]
        = MIN (rules->latest, tv_time_column_get_latest (&builder->plain.start[clock]));
  builder->plain_wait = rules->has[TV_CLOCK_THREAD_CPU] && rules->has[TV_CLOCK_WALL]
                            ? builder->wait_over
                            : G_MAXINT64;
}

TvCallBuilder *
tv_call_builder_new (TvTrace *trace, const TvCallScan *scan,
                     const TvThreadTable *threads, TvMemoryBudget *budget,
                     GError **error)
{
  g_autoptr (TvCallBuilder) builder = g_new0 (TvCallBuilder, 1);

  builder->trace = trace;
  builder->budget = budget;
  builder->scan = scan;
  builder->table = threads;
  builder->rules = scan->rules;
  builder->wait_over = WAIT_OVER_NS / scan->rules.unit;
  if (!allocate_columns (builder, error))
    return NULL;
  find_plain_columns (builder);
  return g_steal_pointer (&builder);
}

void
tv_call_builder_free (TvCallBuilder *builder)
{
  if (builder == NULL)
    return;
  g_free (builder->rows);
  g_free (builder);
}

/* Recursion */

/* Number of calls that is worth a task: each clears a counter for every method and
 * walks up one stack. */
#define MIN_CALLS_PER_TASK (256 * 1024)
#define MAX_TASKS 64

typedef struct
{
  TvTrace *trace;
  guint n_tasks;
  GCancellable *cancellable;
  GMutex mutex; /* of the sums in TvThread */
} Marking;

/* Marks calls of one thread. In pre-order, the previous call is the parent of a call or
 * a descendant of its parent: walking up from there leaves exactly the calls that
 * ended. Each call is entered and left once, so this is linear. */
static void
mark_range (Marking *marking, guint thread, gsize start, gsize end, guint32 *open)
{
  TvTrace *trace = marking->trace;
  TvCalls calls = tv_trace_get_calls (trace, thread);
  guint8 *flags = trace->call_flags + trace->first_call[thread];
  gint64 sums[TV_N_CLOCKS] = { 0 };
  guint32 top = calls.parent[start];

  for (guint32 call = top; call != TV_CALL_NONE; call = calls.parent[call])
    open[tv_calls_method (&calls, call)]++;
  for (gsize i = start; i < end; i++)
    {
      for (; top != calls.parent[i]; top = calls.parent[top])
        open[tv_calls_method (&calls, top)]--;
      if (open[tv_calls_method (&calls, i)]++ > 0)
        flags[i] |= TV_CALL_RECURSIVE;
      top = (guint32) i;
      if (G_UNLIKELY (calls.parent[i] == TV_CALL_NONE))
        for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
          if (trace->has_clock[clock])
            sums[clock] += tv_times_get (&calls.end[clock], i)
                           - tv_times_get (&calls.start[clock], i);
    }
  for (; top != TV_CALL_NONE; top = calls.parent[top])
    open[tv_calls_method (&calls, top)]--;
  g_mutex_lock (&marking->mutex);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    trace->threads[thread].root_inclusive[clock] += sums[clock];
  g_mutex_unlock (&marking->mutex);
}

static guint
find_thread (const TvTrace *trace, gsize row)
{
  guint low = 0;
  guint high = trace->n_threads;

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (trace->first_call[middle] <= row)
        low = middle;
      else
        high = middle;
    }
  return low;
}

static void
mark_share (guint task, gpointer data)
{
  Marking *marking = data;
  TvTrace *trace = marking->trace;
  g_autofree guint32 *open = NULL;
  gsize start = trace->n_calls / marking->n_tasks * task;
  gsize end = task + 1 < marking->n_tasks
                  ? trace->n_calls / marking->n_tasks * (task + 1)
                  : trace->n_calls;

  if (g_cancellable_is_cancelled (marking->cancellable))
    return;
  open = g_new0 (guint32, MAX (trace->methods->len, 1));
  for (guint thread = find_thread (trace, start);
       thread < trace->n_threads && trace->first_call[thread] < end; thread++)
    {
      gsize first = trace->first_call[thread];
      gsize from = MAX (start, first);
      gsize to = MIN (end, trace->first_call[thread + 1]);

      if (from < to)
        mark_range (marking, thread, from - first, to - first, open);
    }
}

/* Marks the calls whose method is already on the stack, and sums the times of the calls
 * without a parent. */
static gboolean
mark_recursion (TvTrace *trace, guint n_workers, GCancellable *cancellable,
                GError **error)
{
  Marking marking = { .trace = trace, .cancellable = cancellable };

  if (trace->n_calls == 0)
    return TRUE;
  marking.n_tasks = (guint) CLAMP (trace->n_calls / MIN_CALLS_PER_TASK, 1, MAX_TASKS);
  g_mutex_init (&marking.mutex);
  tv_parallel_run (marking.n_tasks, n_workers, mark_share, &marking);
  g_mutex_clear (&marking.mutex);
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

/* Completion: what the parts found, in the order of the file */

typedef struct
{
  const TvCallBuilder *builder;
  const GPtrArray *parts;     /* of TvPartBuild */
  const TvThreadBuild **last; /* by row: from the last part with its events, or NULL */
} Finish;

/* Returns whether the parts had the same events as in the first pass. */
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

/* Closes the open calls at the time of the thread's last event. */
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

static gboolean
finish_waits (const Finish *finish, GError **error)
{
  TvTrace *trace = finish->builder->trace;
  gint64 latest = tv_time_column_get_latest (&trace->call_start[TV_CLOCK_WALL]);
  gsize size = sizeof *trace->wait_call + sizeof *trace->wait_calls_before
               + 2 * tv_time_column_get_width (latest);
  g_autofree gsize *next = NULL;

  count_waits (finish);
  if (trace->n_waits == 0)
    return TRUE;
  if (!tv_memory_budget_check (finish->builder->budget, trace->n_waits * size, error))
    return FALSE;
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
  return TRUE;
}

/* The last run of a part and the first of the next may be one. */
static void
append_runs (GArray *all, const GArray *runs)
{
  const TvEntryRun *first = (const TvEntryRun *) (gpointer) runs->data;
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
  trace->entry_runs = (TvEntryRun *) (gpointer) g_array_free (all, FALSE);
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

/* In a file in order of time, the wall clock may wrap without a step back in any
 * thread. */
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
  if (!finish_waits (&finish, error))
    return FALSE;
  finish_runs (&finish);
  if (!mark_recursion (trace, n_workers, cancellable, error))
    return FALSE;
  finish_axis (trace);
  warn_of_wrap (&finish);
  return TRUE;
}
