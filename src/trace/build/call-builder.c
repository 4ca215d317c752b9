/* SPDX-License-Identifier: Apache-2.0 */

#include "config.h"

#include "trace/build/call-builder.h"

#include "trace/model/call-columns.h"
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
  thread->number = entry->id;
  thread->name = entry->name;
  if (entry->other_names == NULL)
    return;
  names = g_new0 (const char *, entry->other_names->len + 1);
  for (guint i = 0; i < entry->other_names->len; i++)
    names[i] = g_ptr_array_index (entry->other_names, i);
  g_ptr_array_add (trace->name_lists, names);
  thread->other_names = names;
}

/* All threads are of one process, whose id a property may give. */
static void
add_process (TvTrace *trace)
{
  const char *text = tv_trace_lookup_property (trace, "pid");
  TvProcess process = { .pid = -1 };

  if (text != NULL)
    g_ascii_string_to_signed (text, 10, 0, G_MAXUINT32, &process.pid, NULL);
  g_array_append_val (trace->processes, process);
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
      trace->threads[row].owner = row;
      set_thread_names (
          trace, &trace->threads[row],
          &g_array_index (builder->table->entries, TvThreadEntry, order[row]));
      trace->first_call[row + 1] = trace->first_call[row];
      if (scan != NULL)
        trace->first_call[row + 1] += tv_thread_scan_get_n_calls (scan);
    }
  trace->n_calls = trace->first_call[n];
}

static TvCallWidths
get_widths (const TvCallBuilder *builder)
{
  const TvTrace *trace = builder->trace;
  const TvCallScan *scan = builder->scan;
  TvCallWidths widths = { .latest_axis = -1 };

  widths.wide_methods = tv_call_columns_need_wide_methods (trace->methods->len);
  for (guint clock = 0; clock < TV_N_CLOCKS; clock++)
    widths.latest[clock] = builder->rules.has[clock] ? scan->latest[clock] : -1;
  if (trace->axis == TV_AXIS_CPU_ALL_THREADS)
    widths.latest_axis = scan->axis;
  return widths;
}

/* Allocates threads and call columns of the size that the first pass counted. It is
 * bounded by the number of records in the file. */
static gboolean
allocate_columns (TvCallBuilder *builder, GError **error)
{
  TvTrace *trace = builder->trace;
  TvCallWidths widths;
  gsize n;

  n = builder->table->entries->len * (sizeof (TvThread) + sizeof (TvThreadBuild));
  if (!tv_memory_budget_check (builder->budget, n, error))
    return FALSE;
  allocate_threads (builder);
  widths = get_widths (builder);
  n = trace->n_calls * tv_call_columns_get_row_size (&widths);
  if (!tv_memory_budget_check (builder->budget, n, error))
    return FALSE;
  tv_call_columns_allocate (trace, &widths);
  add_process (trace);
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
      tv_call_columns_set_times (builder->trace, TRUE, row, times,
                                 thread->previous_axis);
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
  if (!tv_call_columns_finish (trace, n_workers, cancellable, error))
    return FALSE;
  warn_of_wrap (&finish);
  return TRUE;
}
