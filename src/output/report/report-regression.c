/* SPDX-License-Identifier: Apache-2.0 */

#include "output/report/report-regression.h"

#include "analysis/sums/entry-order.h"
#include "analysis/sums/exclusive-times.h"
#include "output/report/regression-methods.h"
#include "output/report/regression-names.h"
#include "output/table/text-writer.h"

#define NANOSECONDS_PER_MICROSECOND 1000

/* Least widths of the columns, as Traceview prints them. */
#define ID_WIDTH 2
#define TIME_WIDTH 8
#define METHOD_WIDTH 9

typedef struct
{
  TvTrace *trace;
  gboolean has_cpu;
  TvEntryOrder *order;
  TvRegressionMethods *methods;
  TvTextWriter *writer;
} Regression;

/* The four time columns of a row: CPU from and to, real from and to. */
typedef struct
{
  gint64 cpu_start;
  gint64 cpu_end;
  gint64 real_start;
  gint64 real_end;
} RowTimes;

static void
add_time (Regression *regression, gint64 nanoseconds, guint width)
{
  tv_text_writer_add_number (regression->writer,
                             nanoseconds / NANOSECONDS_PER_MICROSECOND, width);
}

static void
add_row_times (Regression *regression, guint32 id, const RowTimes *times)
{
  const gint64 columns[]
      = { times->cpu_start, times->cpu_end, times->real_start, times->real_end };

  tv_text_writer_add_number (regression->writer, id, ID_WIDTH);
  for (guint column = 0; column < G_N_ELEMENTS (columns); column++)
    {
      tv_text_writer_add_char (regression->writer, ' ');
      add_time (regression, columns[column], TIME_WIDTH);
    }
}

static void
end_row (Regression *regression, const char *name)
{
  tv_text_writer_add_padding (regression->writer, 2);
  tv_text_writer_add (regression->writer, name);
  tv_text_writer_add_char (regression->writer, '\n');
}

static RowTimes
get_thread_times (const TvThread *thread)
{
  RowTimes times = { 0 };

  if (thread->n_events > 0)
    {
      times.cpu_start = thread->first[TV_CLOCK_THREAD_CPU];
      times.cpu_end = thread->last[TV_CLOCK_THREAD_CPU];
      times.real_start = thread->axis_first;
      times.real_end = thread->axis_last;
    }
  return times;
}

static RowTimes
get_call_times (const Regression *regression, guint32 thread, gsize call)
{
  const TvCalls *calls = tv_entry_order_get_calls (regression->order, thread);
  RowTimes times = { 0 };

  if (regression->has_cpu)
    {
      times.cpu_start = tv_times_get (&calls->start[TV_CLOCK_THREAD_CPU], call);
      times.cpu_end = tv_times_get (&calls->end[TV_CLOCK_THREAD_CPU], call);
    }
  times.real_start = tv_times_get (&calls->axis_start, call);
  times.real_end = tv_times_get (&calls->axis_end, call);
  return times;
}

/* A wait takes no CPU time, so one CPU time says where it stands. The event after it is
 * the entry of the next call, if that belongs to the waiting call, or else the exit of
 * the waiting call; from the end of the wait to that event the thread was running. */
static gint64
get_wait_cpu (const Regression *regression, guint32 thread, gsize wait)
{
  const TvCalls *calls = tv_entry_order_get_calls (regression->order, thread);
  const TvWaits *waits = tv_entry_order_get_waits (regression->order, thread);
  const TvThread *info = tv_trace_get_thread (regression->trace, thread);
  guint32 owner = waits->call[wait];
  guint32 next = waits->calls_before[wait];
  gint64 least = info->first[TV_CLOCK_THREAD_CPU];
  gint64 next_cpu = info->last[TV_CLOCK_THREAD_CPU];
  gint64 next_wall = info->last[TV_CLOCK_WALL];

  if (owner != TV_CALL_NONE)
    least = tv_times_get (&calls->start[TV_CLOCK_THREAD_CPU], owner);
  if (next < calls->n && calls->parent[next] == owner)
    {
      next_cpu = tv_times_get (&calls->start[TV_CLOCK_THREAD_CPU], next);
      next_wall = tv_times_get (&calls->start[TV_CLOCK_WALL], next);
    }
  else if (owner != TV_CALL_NONE)
    {
      next_cpu = tv_times_get (&calls->end[TV_CLOCK_THREAD_CPU], owner);
      next_wall = tv_times_get (&calls->end[TV_CLOCK_WALL], owner);
    }
  return MAX (least, next_cpu - (next_wall - tv_times_get (&waits->end, wait)));
}

static RowTimes
get_wait_times (const Regression *regression, guint32 thread, gsize wait)
{
  const TvWaits *waits = tv_entry_order_get_waits (regression->order, thread);
  gint64 cpu = get_wait_cpu (regression, thread, wait);

  return (RowTimes){ .cpu_start = cpu,
                     .cpu_end = cpu,
                     .real_start = tv_times_get (&waits->start, wait),
                     .real_end = tv_times_get (&waits->end, wait) };
}

static TvTimes *
make_exclusive_columns (const Regression *regression)
{
  guint n_threads = tv_trace_get_n_threads (regression->trace);
  TvTimes *columns = g_new0 (TvTimes, n_threads);

  for (guint thread = 0; regression->has_cpu && thread < n_threads; thread++)
    columns[thread] = tv_exclusive_times_make (
        tv_entry_order_get_calls (regression->order, thread), TV_CLOCK_THREAD_CPU);
  return columns;
}

static void
free_exclusive_columns (const Regression *regression, TvTimes *columns)
{
  for (guint thread = 0; thread < tv_trace_get_n_threads (regression->trace); thread++)
    tv_exclusive_times_clear (&columns[thread]);
  g_free (columns);
}

static void
write_totals (Regression *regression)
{
  const TvRegressionMethod *toplevel
      = tv_regression_methods_get_toplevel (regression->methods);

  tv_text_writer_add (regression->writer, "totalCpuTime ");
  add_time (regression, toplevel->inclusive[TV_CLOCK_THREAD_CPU], 0);
  tv_text_writer_add (regression->writer, "us\ntotalRealTime ");
  add_time (regression, toplevel->inclusive[TV_CLOCK_WALL], 0);
  tv_text_writer_add (regression->writer, "us\n");
}

/* Traceview lists the threads in the order of a Java hash map, here they are in order
 * of id, as everywhere in the model. */
static void
write_thread_times (Regression *regression)
{
  guint n_threads = tv_trace_get_n_threads (regression->trace);

  tv_text_writer_add (regression->writer,
                      "\nThread Times\n"
                      "id  t-start    t-end  g-start    g-end     name\n");
  for (guint index = 0; index < n_threads; index++)
    {
      const TvThread *thread = tv_trace_get_thread (regression->trace, index);
      RowTimes times = get_thread_times (thread);
      g_autofree char *name = tv_regression_dup_thread_name (thread);

      add_row_times (regression, thread->id, &times);
      end_row (regression, name);
    }
}

/* @exclusive: (nullable): a column of each thread, for the two columns that only the
 * section "Call Times" has */
static void
write_call (Regression *regression, const TvEntry *entry, const TvTimes *exclusive)
{
  const TvCalls *calls = tv_entry_order_get_calls (regression->order, entry->thread);
  guint32 id = tv_trace_get_thread (regression->trace, entry->thread)->id;
  const char *name = TV_REGRESSION_WAIT;
  gint64 own = 0;
  RowTimes times;

  if (entry->is_wait)
    times = get_wait_times (regression, entry->thread, entry->index);
  else
    {
      times = get_call_times (regression, entry->thread, entry->index);
      name = tv_regression_methods_get (regression->methods,
                                        tv_calls_method (calls, entry->index))
                 ->name;
      if (exclusive != NULL && regression->has_cpu)
        own = tv_times_get (&exclusive[entry->thread], entry->index);
    }
  add_row_times (regression, id, &times);
  if (exclusive != NULL)
    {
      tv_text_writer_add_char (regression->writer, ' ');
      add_time (regression, own, TIME_WIDTH);
      tv_text_writer_add_char (regression->writer, ' ');
      add_time (regression, times.cpu_end - times.cpu_start, TIME_WIDTH);
    }
  end_row (regression, name);
}

static void
write_calls (Regression *regression, const TvTimes *exclusive)
{
  TvEntry entry;

  tv_entry_order_rewind (regression->order);
  while (!tv_text_writer_has_failed (regression->writer)
         && tv_entry_order_next (regression->order, &entry))
    write_call (regression, &entry, exclusive);
}

static void
write_call_times (Regression *regression)
{
  TvTimes *exclusive = make_exclusive_columns (regression);

  tv_text_writer_add (
      regression->writer,
      "\nCall Times\n"
      "id  t-start    t-end  g-start    g-end    excl.    incl.  method\n");
  write_calls (regression, exclusive);
  free_exclusive_columns (regression, exclusive);
}

static void
write_method (Regression *regression, guint rank)
{
  const TvRegressionMethod *method
      = tv_regression_methods_get_ranked (regression->methods, rank);
  g_autofree char *calls = g_strdup_printf ("%" G_GUINT64_FORMAT "+%" G_GUINT64_FORMAT,
                                            method->calls, method->recursive_calls);
  gsize length = strlen (calls);
  g_autofree char *label = g_strdup_printf ("%u %s", rank, method->name);

  for (int clock = 0; clock < TV_N_CLOCKS; clock++)
    {
      add_time (regression, method->exclusive[clock], METHOD_WIDTH);
      tv_text_writer_add_char (regression->writer, ' ');
      add_time (regression, method->inclusive[clock], METHOD_WIDTH);
      tv_text_writer_add_char (regression->writer, ' ');
    }
  tv_text_writer_add_padding (regression->writer,
                              METHOD_WIDTH > length ? METHOD_WIDTH - length : 0);
  tv_text_writer_add (regression->writer, calls);
  end_row (regression, label);
}

static void
write_method_stats (Regression *regression)
{
  guint n_ranked = tv_regression_methods_get_n_ranked (regression->methods);

  tv_text_writer_add (regression->writer,
                      "\nMethod Stats\n"
                      "Excl Cpu  Incl Cpu  Excl Real Incl Real    Calls  Method\n");
  for (guint rank = 0; rank < n_ranked; rank++)
    write_method (regression, rank);
}

typedef struct
{
  const TvThread *thread;
  gint64 inclusive;
  char *name;
} RootCall;

static void
clear_root_call (gpointer root)
{
  g_free (((RootCall *) root)->name);
}

static int
compare_root_calls (gconstpointer a, gconstpointer b)
{
  const RootCall *first = a;
  const RootCall *second = b;

  if (first->inclusive != second->inclusive)
    return first->inclusive > second->inclusive ? -1 : 1;
  return tv_regression_compare_names (second->name, first->name);
}

static gint64
get_root_inclusive (const TvThread *thread, TvClock clock)
{
  if (clock == TV_CLOCK_THREAD_CPU)
    return thread->last[clock] - thread->first[clock];
  return thread->root_inclusive[clock];
}

/* Traceview leaves the thread 0 out here. */
static GArray *
collect_root_calls (const TvTrace *trace)
{
  GArray *roots = g_array_new (FALSE, FALSE, sizeof (RootCall));

  g_array_set_clear_func (roots, clear_root_call);
  for (guint index = 0; index < tv_trace_get_n_threads (trace); index++)
    {
      const TvThread *thread = tv_trace_get_thread (trace, index);
      RootCall root = { .thread = thread };

      if (thread->id == 0 || (thread->n_calls == 0 && thread->n_waits == 0))
        continue;
      root.inclusive = get_root_inclusive (thread, tv_trace_get_primary_clock (trace));
      root.name = tv_regression_dup_thread_name (thread);
      g_array_append_val (roots, root);
    }
  g_array_sort (roots, compare_root_calls);
  return roots;
}

static void
write_time_records (Regression *regression)
{
  g_autoptr (GArray) roots = collect_root_calls (regression->trace);

  tv_text_writer_add (regression->writer,
                      "\nTime Records\n"
                      "id  t-start    t-end  g-start    g-end  method\n");
  for (guint at = 0; at < roots->len; at++)
    {
      const TvThread *thread = g_array_index (roots, RootCall, at).thread;
      RowTimes times = get_thread_times (thread);

      add_row_times (regression, thread->id, &times);
      end_row (regression, TV_REGRESSION_TOPLEVEL);
    }
  write_calls (regression, NULL);
}

/**
 * tv_report_regression:
 * @profile: the profile of a whole trace
 * @out: where the report goes
 * @cancellable: (nullable): a #GCancellable
 * @error: return location for a #GError
 *
 * Writes what Traceview prints with `-r`: totals, threads, calls, methods and records,
 * in whole microseconds. On dual and wall traces with whole stacks it is Traceview's
 * output byte for byte, but for three things: threads are in order of id, ids and times
 * are unsigned, and `(toplevel)` is ranked even where a method has the id 0. Without a
 * wall clock the real times are those of the timeline's axis (#TvAxis), and there are
 * no context switches.
 *
 * Returns: whether everything was written; a #GIOErrorEnum is in @error otherwise
 */
gboolean
tv_report_regression (const TvProfile *profile, GOutputStream *out,
                      GCancellable *cancellable, GError **error)
{
  g_autoptr (TvRegressionMethods) methods = NULL;
  g_autoptr (TvEntryOrder) order = NULL;
  g_autoptr (TvTextWriter) writer = NULL;
  Regression regression;

  g_return_val_if_fail (profile != NULL, FALSE);
  g_return_val_if_fail (G_IS_OUTPUT_STREAM (out), FALSE);

  methods = tv_regression_methods_new (profile, cancellable, error);
  if (methods == NULL)
    return FALSE;
  regression.trace = tv_profile_get_trace (profile);
  regression.has_cpu = tv_trace_has_clock (regression.trace, TV_CLOCK_THREAD_CPU);
  order = tv_entry_order_new (regression.trace);
  writer = tv_text_writer_new (out, cancellable);
  regression.methods = methods;
  regression.order = order;
  regression.writer = writer;

  write_totals (&regression);
  write_thread_times (&regression);
  write_call_times (&regression);
  write_method_stats (&regression);
  write_time_records (&regression);
  return tv_text_writer_finish (writer, error);
}
