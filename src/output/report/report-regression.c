/* SPDX-License-Identifier: Apache-2.0 */

#include "output/report/report-regression.h"

#include "output/table/text-writer.h"
#include "trace/model/trace.h"

#define NANOSECONDS_PER_MICROSECOND 1000

/* Least widths of the columns, as Traceview prints them. */
#define ID_WIDTH 2
#define TIME_WIDTH 8
#define METHOD_WIDTH 9

/* Traceview's names for the time of a thread outside all methods, and for a wait. */
#define TOPLEVEL "(toplevel)"
#define WAIT "(context switch)"

/* The first bytes of U+E000 and U+10000 in UTF-8. */
#define FIRST_BYTE_AFTER_SURROGATES 0xEE
#define FIRST_BYTE_BEYOND_16_BITS 0xF0

/* Names */

/* Names a thread as Traceview does: `[id] name`, with the id as name if it has none. */
static char *
dup_thread_name (const TvThread *thread)
{
  if (thread->name == NULL)
    return g_strdup_printf ("[%u] [%u]", thread->id, thread->id);
  return g_strdup_printf ("[%u] %s", thread->id, thread->name);
}

/* Characters beyond U+FFFF begin with surrogates in UTF-16, so they sort before U+E000;
 * in UTF-8 they sort after it. The first byte of a character is enough to correct this.
 */
static guint
get_utf16_weight (guchar byte)
{
  if (byte >= FIRST_BYTE_BEYOND_16_BITS)
    return byte - 2U;
  if (byte >= FIRST_BYTE_AFTER_SURROGATES)
    return byte + 0x10U;
  return byte;
}

/**
 * tv_regression_compare_names:
 * @a: UTF-8
 * @b: UTF-8
 *
 * Compares as Java's `String.compareTo()` does, by UTF-16 code units.
 *
 * Returns: less than 0, 0 or greater than 0, if @a is before, equal to or after @b
 */
int
tv_regression_compare_names (const char *a, const char *b)
{
  g_return_val_if_fail (a != NULL && b != NULL, 0);

  for (; *a != '\0' && *a == *b; a++)
    b++;
  return (int) get_utf16_weight ((guchar) *a) - (int) get_utf16_weight ((guchar) *b);
}

/* Entries */

typedef struct
{
  guint32 thread;
  gboolean is_wait;
  gsize index; /* of the call or the wait of the thread */
} Entry;

typedef struct
{
  TvCalls calls;
  TvWaits waits;
  gsize next_call;
  gsize next_wait;
} ThreadCursor;

/* A walk over the calls and waits of all threads, in the order in which the file has
 * their entries. */
typedef struct
{
  const TvEntryRun *runs;
  gsize n_runs;
  gsize run;
  guint32 taken;
  guint n_threads;
  ThreadCursor *threads;
} EntryOrder;

static EntryOrder *
entry_order_new (const TvTrace *trace)
{
  EntryOrder *order = g_new0 (EntryOrder, 1);

  order->runs = tv_trace_get_entry_runs (trace, &order->n_runs);
  order->n_threads = tv_trace_get_n_threads (trace);
  order->threads = g_new0 (ThreadCursor, order->n_threads);
  for (guint thread = 0; thread < order->n_threads; thread++)
    {
      order->threads[thread].calls = tv_trace_get_calls (trace, thread);
      order->threads[thread].waits = tv_trace_get_waits (trace, thread);
    }
  return order;
}

static void
entry_order_free (EntryOrder *order)
{
  g_free (order->threads);
  g_free (order);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EntryOrder, entry_order_free)

static void
rewind_entries (EntryOrder *order)
{
  order->run = 0;
  order->taken = 0;
  for (guint thread = 0; thread < order->n_threads; thread++)
    {
      order->threads[thread].next_call = 0;
      order->threads[thread].next_wait = 0;
    }
}

/* Merges the calls and waits of a thread. A wait precedes the call whose entry showed
 * it. */
static void
take_from_thread (ThreadCursor *cursor, Entry *entry)
{
  entry->is_wait
      = cursor->next_wait < cursor->waits.n
        && cursor->waits.calls_before[cursor->next_wait] <= cursor->next_call;
  g_assert (entry->is_wait || cursor->next_call < cursor->calls.n);
  entry->index = entry->is_wait ? cursor->next_wait++ : cursor->next_call++;
}

static gboolean
next_entry (EntryOrder *order, Entry *entry)
{
  while (order->run < order->n_runs && order->taken == order->runs[order->run].count)
    {
      order->run++;
      order->taken = 0;
    }
  if (order->run == order->n_runs)
    return FALSE;
  entry->thread = order->runs[order->run].thread;
  take_from_thread (&order->threads[entry->thread], entry);
  order->taken++;
  return TRUE;
}

/* Exclusive times */

/* Computes the exclusive time of each call of a thread. Parents come before their
 * children, so one pass is enough. Differences fit in 32 bits if times do. */
static TvTimes
make_exclusive_times (const TvCalls *calls, TvClock clock)
{
  const TvTimes starts = calls->start[clock];
  const TvTimes ends = calls->end[clock];
  const gboolean fits = tv_times_is_narrow (&starts) && tv_times_is_narrow (&ends);
  guint32 *narrow = fits ? g_new (guint32, calls->n) : NULL;
  gint64 *wide = fits ? NULL : g_new (gint64, calls->n);

  for (gsize call = 0; call < calls->n; call++)
    {
      const guint32 parent = calls->parent[call];
      const gint64 steps
          = tv_times_get_steps (&ends, call) - tv_times_get_steps (&starts, call);

      if (fits)
        {
          narrow[call] = (guint32) steps;
          if (parent != TV_CALL_NONE)
            narrow[parent] -= narrow[call];
        }
      else
        {
          wide[call] = steps;
          if (parent != TV_CALL_NONE)
            wide[parent] -= steps;
        }
    }
  return tv_times_wrap (fits ? (gpointer) narrow : (gpointer) wide, fits,
                        tv_times_get_unit (&ends));
}

/* Method statistics */

/* Nanoseconds by clock: inclusive of calls that are not recursive, exclusive of all
 * calls, without waits. If the file has no wall clock, wall times are on the axis. */
typedef struct
{
  const char *name;
  gint64 inclusive[TV_N_CLOCKS];
  gint64 exclusive[TV_N_CLOCKS];
  guint64 calls; /* number of calls that are not recursive */
  guint64 recursive_calls;
} MethodStat;

typedef struct
{
  guint n_methods;
  GStringChunk *names;
  MethodStat *rows; /* by method of the trace, then (toplevel) */
  guint n_ranked;   /* number of rows with time on the primary clock */
  const MethodStat **ranked;
} MethodStats;

static void
method_stats_free (MethodStats *methods)
{
  g_string_chunk_free (methods->names);
  g_free (methods->rows);
  g_free (methods->ranked);
  g_free (methods);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (MethodStats, method_stats_free)

static void
fill_from_profile (MethodStats *methods, const TvProfile *profile)
{
  const TvTrace *trace = tv_profile_get_trace (profile);

  for (guint method = 0; method < methods->n_methods; method++)
    {
      const TvMethodTotals *totals = tv_profile_get_totals (profile, method);
      MethodStat *row = &methods->rows[method];
      g_autofree char *name = NULL;

      if (totals->calls == 0)
        continue;
      name = tv_method_dup_full_name (tv_trace_get_method (trace, method));
      row->name = g_string_chunk_insert (methods->names, name);
      for (int clock = 0; clock < TV_N_CLOCKS; clock++)
        {
          row->inclusive[clock] = totals->inclusive[clock];
          row->exclusive[clock] = totals->exclusive[clock];
        }
      /* Traceview raises this to at least 0 for each call. Here a call never gets below
       * 0, because its waits overlap neither each other nor its callees. */
      row->exclusive[TV_CLOCK_WALL] -= totals->waiting;
      row->calls = totals->calls;
      row->recursive_calls = totals->recursive_calls;
    }
}

/* Traceview puts a root call above a thread's calls. It lasts the whole CPU span of the
 * thread, but on the wall clock only as long as the calls and waits under it. */
static void
fill_toplevel (MethodStats *methods, const TvTrace *trace)
{
  MethodStat *toplevel = &methods->rows[methods->n_methods];
  guint n_threads = tv_trace_get_n_threads (trace);

  toplevel->name = TOPLEVEL;
  toplevel->calls = n_threads;
  for (guint thread = 0; thread < n_threads; thread++)
    {
      const TvThread *info = tv_trace_get_thread (trace, thread);
      TvWaits waits = tv_trace_get_waits (trace, thread);
      gint64 span = info->last[TV_CLOCK_THREAD_CPU] - info->first[TV_CLOCK_THREAD_CPU];

      toplevel->inclusive[TV_CLOCK_THREAD_CPU] += span;
      toplevel->exclusive[TV_CLOCK_THREAD_CPU]
          += span - info->root_inclusive[TV_CLOCK_THREAD_CPU];
      toplevel->inclusive[TV_CLOCK_WALL] += info->root_inclusive[TV_CLOCK_WALL];
      for (gsize wait = 0; wait < waits.n; wait++)
        if (waits.call[wait] == TV_CALL_NONE)
          toplevel->inclusive[TV_CLOCK_WALL]
              += tv_times_get (&waits.end, wait) - tv_times_get (&waits.start, wait);
    }
}

static void
add_axis_times (MethodStats *methods, const TvCalls *calls)
{
  for (gsize call = 0; call < calls->n; call++)
    {
      guint32 parent = calls->parent[call];
      MethodStat *row = &methods->rows[tv_calls_method (calls, call)];
      MethodStat *caller
          = &methods->rows[parent == TV_CALL_NONE ? methods->n_methods
                                                  : tv_calls_method (calls, parent)];
      gint64 inclusive = tv_times_get (&calls->axis_end, call)
                         - tv_times_get (&calls->axis_start, call);

      row->exclusive[TV_CLOCK_WALL] += inclusive;
      if (!(calls->flags[call] & TV_CALL_RECURSIVE))
        row->inclusive[TV_CLOCK_WALL] += inclusive;
      if (parent == TV_CALL_NONE)
        caller->inclusive[TV_CLOCK_WALL] += inclusive;
      else
        caller->exclusive[TV_CLOCK_WALL] -= inclusive;
    }
}

/* Without a wall clock, takes the real times from the timeline's axis. */
static gboolean
fill_from_axis (MethodStats *methods, const TvTrace *trace, GCancellable *cancellable,
                GError **error)
{
  for (guint thread = 0; thread < tv_trace_get_n_threads (trace); thread++)
    {
      TvCalls calls = tv_trace_get_calls (trace, thread);

      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      add_axis_times (methods, &calls);
    }
  return TRUE;
}

static int
compare_rows (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const MethodStat *first = *(const MethodStat *const *) a;
  const MethodStat *second = *(const MethodStat *const *) b;
  TvClock clock = *(const TvClock *) user_data;
  int order;

  if (first->inclusive[clock] != second->inclusive[clock])
    return first->inclusive[clock] > second->inclusive[clock] ? -1 : 1;
  order = tv_regression_compare_names (first->name, second->name);
  return order != 0 ? order : (first > second) - (first < second);
}

/* Traceview drops methods that took no time on the clock of the ranking. */
static void
rank_rows (MethodStats *methods, TvClock clock)
{
  methods->ranked = g_new (const MethodStat *, (gsize) methods->n_methods + 1);
  for (guint row = 0; row <= methods->n_methods; row++)
    if (methods->rows[row].inclusive[clock] > 0)
      methods->ranked[methods->n_ranked++] = &methods->rows[row];
  g_qsort_with_data (methods->ranked, methods->n_ranked, sizeof *methods->ranked,
                     compare_rows, &clock);
}

/* Computes Traceview's method statistics. Unlike in Traceview, `(toplevel)` is listed
 * even if a method has the id 0. */
static MethodStats *
method_stats_new (const TvProfile *profile, GCancellable *cancellable, GError **error)
{
  g_autoptr (MethodStats) methods = g_new0 (MethodStats, 1);
  const TvTrace *trace = tv_profile_get_trace (profile);

  methods->n_methods = tv_trace_get_n_methods (trace);
  methods->names = g_string_chunk_new (64 * 1024);
  methods->rows = g_new0 (MethodStat, (gsize) methods->n_methods + 1);
  fill_from_profile (methods, profile);
  fill_toplevel (methods, trace);
  if (!tv_trace_has_clock (trace, TV_CLOCK_WALL)
      && !fill_from_axis (methods, trace, cancellable, error))
    return NULL;
  rank_rows (methods, tv_trace_get_primary_clock (trace));
  return g_steal_pointer (&methods);
}

/* The report */

typedef struct
{
  TvTrace *trace;
  gboolean has_cpu;
  EntryOrder *order;
  MethodStats *methods;
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
  const TvCalls *calls = &regression->order->threads[thread].calls;
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

/* Returns the CPU time at which a wait happens: it takes no CPU time itself. The event
 * after it is the entry of the next call if the waiting call is its parent, or else the
 * exit of the waiting call. The thread ran from the end of the wait to that event. */
static gint64
get_wait_cpu (const Regression *regression, guint32 thread, gsize wait)
{
  const TvCalls *calls = &regression->order->threads[thread].calls;
  const TvWaits *waits = &regression->order->threads[thread].waits;
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
  const TvWaits *waits = &regression->order->threads[thread].waits;
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
    columns[thread] = make_exclusive_times (&regression->order->threads[thread].calls,
                                            TV_CLOCK_THREAD_CPU);
  return columns;
}

static void
free_exclusive_columns (const Regression *regression, TvTimes *columns)
{
  for (guint thread = 0; thread < tv_trace_get_n_threads (regression->trace); thread++)
    g_free ((gpointer) tv_times_get_rows (&columns[thread]));
  g_free (columns);
}

static void
write_totals (Regression *regression)
{
  const MethodStat *toplevel
      = &regression->methods->rows[regression->methods->n_methods];

  tv_text_writer_add (regression->writer, "totalCpuTime ");
  add_time (regression, toplevel->inclusive[TV_CLOCK_THREAD_CPU], 0);
  tv_text_writer_add (regression->writer, "us\ntotalRealTime ");
  add_time (regression, toplevel->inclusive[TV_CLOCK_WALL], 0);
  tv_text_writer_add (regression->writer, "us\n");
}

/* Traceview lists threads in the order of a Java hash map. Here they are in order of
 * id, as everywhere in the model. */
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
      g_autofree char *name = dup_thread_name (thread);

      add_row_times (regression, thread->id, &times);
      end_row (regression, name);
    }
}

/* @exclusive: (nullable): by thread, the exclusive times of its calls, for two columns
 * that only the section "Call Times" has */
static void
write_call (Regression *regression, const Entry *entry, const TvTimes *exclusive)
{
  const TvCalls *calls = &regression->order->threads[entry->thread].calls;
  guint32 id = tv_trace_get_thread (regression->trace, entry->thread)->id;
  const char *name = WAIT;
  gint64 own = 0;
  RowTimes times;

  if (entry->is_wait)
    times = get_wait_times (regression, entry->thread, entry->index);
  else
    {
      times = get_call_times (regression, entry->thread, entry->index);
      name = regression->methods->rows[tv_calls_method (calls, entry->index)].name;
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
  Entry entry;

  rewind_entries (regression->order);
  while (!tv_text_writer_has_failed (regression->writer)
         && next_entry (regression->order, &entry))
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
  const MethodStat *method = regression->methods->ranked[rank];
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
  guint n_ranked = regression->methods->n_ranked;

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

/* Traceview leaves out thread 0 here. */
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
      root.name = dup_thread_name (thread);
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
      end_row (regression, TOPLEVEL);
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
 * in whole microseconds. For dual and wall traces with whole stacks it is Traceview's
 * output byte for byte, except that threads are in order of id, ids and times are
 * unsigned, and `(toplevel)` is ranked even if a method has the id 0. Without a wall
 * clock, the real times are on the timeline's axis (#TvAxis), and there are no context
 * switches.
 *
 * Returns: whether everything was written; a #GIOErrorEnum is in @error otherwise
 */
gboolean
tv_report_regression (const TvProfile *profile, GOutputStream *out,
                      GCancellable *cancellable, GError **error)
{
  g_autoptr (MethodStats) methods = NULL;
  g_autoptr (EntryOrder) order = NULL;
  g_autoptr (TvTextWriter) writer = NULL;
  Regression regression;

  g_return_val_if_fail (profile != NULL, FALSE);
  g_return_val_if_fail (G_IS_OUTPUT_STREAM (out), FALSE);

  methods = method_stats_new (profile, cancellable, error);
  if (methods == NULL)
    return FALSE;
  regression.trace = tv_profile_get_trace (profile);
  regression.has_cpu = tv_trace_has_clock (regression.trace, TV_CLOCK_THREAD_CPU);
  order = entry_order_new (regression.trace);
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
